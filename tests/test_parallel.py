from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

import pytest

from mjlog.parallel import Inline, in_order


def doubled(n):
    return 2 * n


def test_results_come_in_the_order_of_the_items():
    with ThreadPoolExecutor(3) as threads:
        pairs = [(n, future.result()) for n, future in in_order(partial(threads.submit, doubled), range(50), 4)]
    assert pairs == [(n, 2 * n) for n in range(50)]


def test_no_more_items_are_taken_than_may_wait():
    taken = []
    futures = [Future() for _ in range(9)]
    results = in_order(lambda n: taken.append(n) or futures[n], range(9), 3)
    assert next(results)[0] == 0
    assert taken == [0, 1, 2, 3]
    futures[1].set_result(None)
    assert next(results)[0] == 1
    assert taken == [0, 1, 2, 3]
    assert [n for n, _ in results] == [2, 3, 4, 5, 6, 7, 8]


def test_work_in_the_calling_thread_is_done_one_item_at_a_time():
    log = []
    for n, _ in in_order(partial(Inline().submit, log.append), "abc", 5):
        log.append(f"{n} done")
    assert log == ["a", "a done", "b", "b done", "c", "c done"]


def test_an_error_in_the_calling_thread_is_the_futures():
    with pytest.raises(ZeroDivisionError):
        Inline().submit(lambda: 1 / 0).result()
