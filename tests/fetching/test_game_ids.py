"""Which games are named by pages, texts, ids and data sets."""

import gzip

import pytest

import mjlog
from mjlog.errors import Fault, LogError
from mjlog.fetching import game_ids
from tests.archive.test_archive import zipped
from tests.importing.test_list_pages import phoenix, ranked, write
from tests.made_logs import log_name, write_logs

IDS = [log_name(number) for number in range(10)]


def test_ids_and_addresses_may_be_given_themselves():
    assert game_ids([IDS[2], f"https://tenhou.net/0/?log={IDS[1]}&tw=3", IDS[2]]) == [IDS[2], IDS[1]]


def test_list_pages_are_read_in_folders_and_archives(tmp_path):
    write(
        tmp_path / "in", {"scc20240101.html": phoenix(3, 1), "scc20240102.html.gz": phoenix(2), "sca20240101.log": b""}
    )
    (tmp_path / "in" / "scraw2024.zip").write_bytes(zipped({"2024/scc20240103.html.gz": gzip.compress(phoenix(3, 4))}))
    assert game_ids([tmp_path / "in"]) == [IDS[3], IDS[1], IDS[2], IDS[4]]


def test_a_name_that_looks_like_an_id_is_no_game(tmp_path):
    page = phoenix(1).replace(b"A(", f"{IDS[9]}(".encode())
    write(tmp_path, {"scc20240101.html": page})
    assert game_ids([tmp_path / "scc20240101.html"]) == [IDS[1]]


def test_texts_are_searched_for_ids(tmp_path):
    (tmp_path / "ids.txt").write_text(f"# mine\n{IDS[5]}\nhttp://tenhou.net/0/?log={IDS[4]}&tw=1\n")
    assert game_ids([tmp_path / "ids.txt", IDS[5]]) == [IDS[5], IDS[4]]


def test_a_data_set_names_what_it_lists_and_does_not_hold(tmp_path):
    write_logs(tmp_path / "in", [1, 8])
    write(tmp_path / "in", {"scc20240101.html": phoenix(3, 1, 2), "scb20240101.log": ranked("12:00")})
    mjlog.import_archive(tmp_path / "in", tmp_path / "out")
    assert game_ids([tmp_path / "out"]) == [IDS[2], IDS[3]]


def test_what_names_no_game_is_an_error_with_its_place(tmp_path):
    write(tmp_path, {"scb20240101.log": ranked("12:00")})
    with pytest.raises(LogError, match=r"scb20240101\.log") as caught:
        game_ids([tmp_path / "scb20240101.log"])
    assert caught.value.fault is Fault.MISSING_VALUE
    (tmp_path / "cut.gz").write_bytes(gzip.compress(phoenix(1))[:20])
    with pytest.raises(LogError, match=r"cut\.gz"):
        game_ids([tmp_path / "cut.gz"])
    with pytest.raises(FileNotFoundError):
        game_ids(["nowhere.txt"])
