"""Shanten of random hands of 14 tiles against `mahjong` and `riichienv`, one core, each on its own favourite input."""

import time
from collections.abc import Callable

import numpy as np
from mahjong.shanten import Shanten
from riichienv import calculate_shanten

from mjlog.rules.columns import shanten as batch

N_HANDS = 200_000
N_PEER_HANDS = 5_000


def hands_per_second(measured: Callable[[], object], n_hands: int) -> float:
    """The best of five runs, after one that compiles and warms up."""
    measured()
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        measured()
        seconds.append(time.perf_counter() - start)
    return n_hands / min(seconds)


def main() -> None:
    copies = np.argsort(np.random.default_rng(1).random((N_HANDS, 136)), axis=1)[:, :14]
    counts = np.zeros((N_HANDS, 34), np.int8)
    np.add.at(counts, (np.arange(N_HANDS)[:, None], copies // 4), 1)
    keys = batch.keys_of_counts(counts)
    count_lists = counts[:N_PEER_HANDS].tolist()
    copy_lists = copies[:N_PEER_HANDS].tolist()

    found = batch.shanten(keys)[:N_PEER_HANDS].tolist()
    assert found == [Shanten.calculate_shanten(hand) for hand in count_lists]
    assert found == [calculate_shanten(hand) for hand in copy_lists]

    ours = {
        "shanten": hands_per_second(lambda: batch.shanten(keys), N_HANDS),
        "shanten from counts": hands_per_second(lambda: batch.shanten(batch.keys_of_counts(counts)), N_HANDS),
        "useful tiles": hands_per_second(lambda: batch.useful(keys), N_HANDS),
    }
    peers = {
        "mahjong": hands_per_second(lambda: [Shanten.calculate_shanten(hand) for hand in count_lists], N_PEER_HANDS),
        "riichienv": hands_per_second(lambda: [calculate_shanten(hand) for hand in copy_lists], N_PEER_HANDS),
    }
    for peer, speed in peers.items():
        print(f"{peer}: {speed:,.0f} hands/s")
    for name, speed in ours.items():
        ratios = ", ".join(f"{speed / peer_speed:,.0f} x {peer}" for peer, peer_speed in peers.items())
        print(f"mjlog {name}: {speed:,.0f} hands/s = {ratios}")


if __name__ == "__main__":
    main()
