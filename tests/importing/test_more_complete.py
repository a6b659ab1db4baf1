"""Of several logs of one game the most complete one stays, in any order."""

import gzip
import json
import random
import zipfile
from itertools import cycle, permutations

import pyarrow.parquet as pq
import pytest

import mjlog
from mjlog.importing import import_archive
from mjlog.tables.rows import TABLES
from mjlog.tables.store import load_manifest, parts_of
from tests.importing.test_import_archive import files, listed, rows
from tests.made_logs import log, log_name

WHOLE = log(1, kyoku=3)
ID = log_name(1)


def cut(n_kyoku):
    """The log after its first kyoku, in the middle of the next one."""
    end = -1
    for _ in range(n_kyoku):
        end = WHOLE.index(b"<RYUUKYOKU", end + 1)
    return WHOLE[: WHOLE.index(b"/>", WHOLE.index(b"<INIT", end)) + 2]


def without_result(data):
    return data[: data.index(b' owari="')] + b"/>" + b"</mjloggm>"


LOGS = {
    "1 kyoku": cut(1),
    "2 kyoku": cut(2),
    "without the result": without_result(WHOLE),
    "whole": WHOLE,
}


def write(folder, logs):
    """The logs of one game as files in folders of their own."""
    paths = []
    for name, data in logs.items():
        path = folder / name / f"{ID}.xml"
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        paths.append(path)
    return paths


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    return write(tmp_path_factory.mktemp("logs"), LOGS)


@pytest.fixture(scope="module")
def expected(paths, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    import_archive(paths[::-1], out, audit="progress")
    [game] = mjlog.open(out).games.to_pandas().itertuples()
    assert (game.game, game.n_kyoku, game.complete) == (ID, 3, True)
    return rows(out)


@pytest.mark.parametrize(("order", "shard_bytes"), list(zip(permutations(range(4)), cycle([1, 1 << 20]), strict=False)))
def test_the_most_complete_game_stays_in_any_order(tmp_path, paths, expected, order, shard_bytes):
    report = import_archive([paths[n] for n in order], tmp_path, audit="progress", shard_bytes=shard_bytes)
    assert rows(tmp_path) == expected
    n_replaced = sum(n > max(order[:place]) for place, n in enumerate(order) if place)
    assert (report.n_games, report.n_kyoku, report.n_draws, report.n_wins) == (1, 3, 3, 0)
    assert report.n_duplicates == 3
    assert report.n_replaced == n_replaced if shard_bytes == 1 else report.n_replaced <= n_replaced
    assert report.n_findings == len(expected["findings"])


@pytest.mark.parametrize("order", [(0, 3), (3, 0), (0, 1, 2, 3), (1, 0, 3, 2)], ids=str)
def test_the_most_complete_game_stays_in_any_order_of_imports(tmp_path, paths, order):
    reports = [import_archive(paths[n], tmp_path / "out", audit="progress") for n in order]
    import_archive([paths[n] for n in sorted(order, reverse=True)], tmp_path / "whole", audit="progress")
    assert rows(tmp_path / "out") == rows(tmp_path / "whole")
    last = reports[-1]
    assert (last.n_games, last.n_replaced, last.n_duplicates) == ((1, 1, 0) if order[-1] == 3 else (0, 0, 1))
    assert ("replaced" in str(last)) == (order[-1] == 3)
    assert import_archive([paths[n] for n in order], tmp_path / "out").n_known == len(order)
    assert files(tmp_path / "out") == listed(tmp_path / "out")


@pytest.mark.parametrize("shard_bytes", [1, 1 << 20])
@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_other_games_of_the_same_part_stay(tmp_path, names, shard_bytes):
    source = tmp_path / "in"
    for name, data in zip(names, (cut(2), WHOLE), strict=True):
        (source / name).mkdir(parents=True)
        (source / name / f"{ID}.xml").write_bytes(data)
        for number in range(2, 5):
            (source / name / f"{log_name(number)}.xml").write_bytes(log(number))
    (source / "c.xml").write_bytes(log(9))
    report = import_archive(source, tmp_path / "out", shard_bytes=shard_bytes)
    games = mjlog.open(tmp_path / "out").games.to_pandas()
    assert (report.n_games, len(games), games["complete"].all()) == (5, 5, True)
    inputs = mjlog.open(tmp_path / "out").inputs.to_pandas()
    assert inputs["n_games"].sum() == 5
    assert [list(ids) for ids in inputs["duplicate_of"] if len(ids)] == [[ID]]


@pytest.mark.parametrize("to", ["tenhou-json", "mjai", "tenhou-xml"])
@pytest.mark.parametrize("converted_first", [True, False])
def test_a_converted_game_that_was_cut_gives_way_to_the_whole_one(tmp_path, paths, to, converted_first):
    mjlog.convert([paths[1]], tmp_path / "cut", to)
    order = [tmp_path / "cut", paths[3]]
    for path in order if converted_first else order[::-1]:
        import_archive(path, tmp_path / "out")
    [game] = mjlog.open(tmp_path / "out").games.to_pandas().itertuples()
    assert (game.game, game.n_kyoku, game.complete) == (ID, 3, True)
    mjlog.convert([paths[3]], tmp_path / "whole", to)
    import_archive(tmp_path / "whole", tmp_path / "out")
    assert mjlog.open(tmp_path / "out").games.count().execute() == 1


def test_a_cut_game_gives_way_to_a_whole_one_in_another_format(tmp_path, paths):
    mjlog.convert([paths[3]], tmp_path / "whole", "mjai")
    import_archive([paths[0], tmp_path / "whole", paths[1]], tmp_path / "out")
    [game] = mjlog.open(tmp_path / "out").games.to_pandas().itertuples()
    assert (game.game, game.n_kyoku, game.complete) == (ID, 3, True)
    assert game.source.endswith(".mjson")


NAMELESS = {
    "1 kyoku": cut(1),
    "2 kyoku": cut(2),
    "whole": WHOLE,
    "doubled": WHOLE + b"\n",
    "of another table": log(2, kyoku=3),
}


def tables_but_sources(out):
    """Every row of the tables of games, without the file it is from."""
    manifest = load_manifest(out)
    read = {
        name: [row for path in parts_of(out, manifest, name) for row in pq.read_table(path).to_pylist()]
        for name in TABLES
        if name not in ("inputs", "failures", "list")
    }
    return {name: sorted(str(row | {"source": ""}) for row in rows) for name, rows in read.items()}


@pytest.mark.parametrize("order", [*permutations(NAMELESS)][::17], ids=str)
def test_logs_without_an_id_give_the_same_data_set_in_any_order(tmp_path, order):
    (tmp_path / "in").mkdir()
    for place, name in enumerate(order):
        (tmp_path / "in" / f"{place}.xml").write_bytes(NAMELESS[name])
    import_archive(tmp_path / "in", tmp_path / "together")
    for place in range(len(order)):
        import_archive(tmp_path / "in" / f"{place}.xml", tmp_path / "apart")
    games = mjlog.open(tmp_path / "together").games.to_pandas()
    assert sorted(zip(games["n_kyoku"], games["complete"], strict=True)) == [(3, True), (3, True)]
    assert tables_but_sources(tmp_path / "together") == tables_but_sources(tmp_path / "apart")


@pytest.mark.parametrize("to", ["tenhou-json", "mjai", "kobalab"])
@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_a_converted_log_without_an_id_is_the_same_game(tmp_path, to, order):
    files = {"a.xml": cut(2), "b.xml": WHOLE}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    mjlog.convert([tmp_path / "b.xml"], tmp_path / "c", to)
    paths = [tmp_path / "a.xml", tmp_path / "b.xml", tmp_path / "c"]
    for place in order:
        import_archive(paths[place], tmp_path / "out")
    [game] = mjlog.open(tmp_path / "out").games.to_pandas().itertuples()
    assert (game.n_kyoku, game.complete) == (3, True)


def test_a_game_of_another_id_with_the_same_kyoku_gives_way_to_the_one_with_the_result(tmp_path):
    (tmp_path / "renamed.xml").write_bytes(without_result(WHOLE))
    (tmp_path / f"{ID}.xml").write_bytes(WHOLE)
    for order in (("renamed.xml", f"{ID}.xml"), (f"{ID}.xml", "renamed.xml")):
        out = tmp_path / order[0][:3]
        import_archive([tmp_path / name for name in order], out)
        [game] = mjlog.open(out).games.to_pandas().itertuples()
        assert (game.game, game.complete) == (ID, True)


def test_of_equal_logs_the_one_whose_file_names_the_id_stays(tmp_path):
    logs = {f"{ID}.xml": WHOLE, "game.xml": WHOLE + b"\n"}
    for name, data in logs.items():
        (tmp_path / name).write_bytes(data)
    for n, order in enumerate(permutations(logs)):
        for name in order:
            import_archive(tmp_path / name, tmp_path / f"{n}")
        assert mjlog.open(tmp_path / f"{n}").games.to_pandas()["game"].tolist() == [ID]


@pytest.mark.parametrize("together", [True, False])
def test_of_the_same_bytes_the_file_that_names_the_id_is_read_in_any_order(tmp_path, together):
    paths = [tmp_path / "a.xml", tmp_path / f"{ID}.xml", tmp_path / "z.xml"]
    for path in paths:
        path.write_bytes(WHOLE)
    for n, order in enumerate(permutations(paths)):
        for given in [order] if together else [[path] for path in order]:
            import_archive(given, tmp_path / f"{n}")
        [game] = mjlog.open(tmp_path / f"{n}").games.to_pandas().itertuples()
        assert (game.game, game.source) == (ID, str(paths[1]))


CUT_AND_WHOLE = {
    "cut with an id, whole without": ({ID: cut(1), "game": WHOLE}, 3),
    "whole with an id, cut without": ({ID: WHOLE, "game": cut(2)}, 3),
    "cut with an id, whole without, other games": ({ID: cut(1), "game": WHOLE, log_name(2): log(2), "2": log(3)}, 7),
}


@pytest.mark.parametrize("case", CUT_AND_WHOLE)
@pytest.mark.parametrize("shard_bytes", [1, 1 << 20])
def test_a_log_with_an_id_and_one_without_are_one_game_if_one_is_cut(tmp_path, case, shard_bytes):
    logs, n_kyoku = CUT_AND_WHOLE[case]
    for name, data in logs.items():
        (tmp_path / f"{name}.xml").write_bytes(data)
    for n, order in enumerate([list(logs), list(logs)[::-1]]):
        paths = [tmp_path / f"{name}.xml" for name in order]
        for out, imports in (("together", [paths]), ("apart", [[path] for path in paths])):
            for given in imports:
                import_archive(given, tmp_path / out / f"{n}", shard_bytes=shard_bytes)
            games = mjlog.open(tmp_path / out / f"{n}").games.to_pandas()
            assert (len(games), games["n_kyoku"].sum()) == (len(logs) - 1, n_kyoku)


def test_games_of_different_ids_that_begin_alike_are_different_games(tmp_path):
    for number, data in enumerate((WHOLE, WHOLE[: WHOLE.rindex(b"<INIT")] + log(5)[log(5).rindex(b"<INIT") :]), 1):
        (tmp_path / f"{log_name(number)}.xml").write_bytes(data)
    import_archive(tmp_path, tmp_path / "out")
    assert mjlog.open(tmp_path / "out").games.count().execute() == 2


def single_kyoku(folder, kyoku=(0, 1, 2)):
    """Files of one kyoku each, with the id of the game."""
    folder.mkdir(exist_ok=True)
    (folder / f"{ID}.xml").write_bytes(WHOLE)
    [path] = mjlog.convert([folder / f"{ID}.xml"], folder / "whole", "tenhou-json").files
    game = json.loads(path.read_bytes())
    paths = []
    for n in kyoku:
        paths.append(folder / f"kyoku {n}.json")
        paths[-1].write_text(json.dumps(game | {"log": [game["log"][n]]}))
    return paths


@pytest.mark.parametrize("together", [True, False])
def test_files_of_one_kyoku_each_are_parts_of_one_game(tmp_path, together):
    paths = single_kyoku(tmp_path)
    for n, order in enumerate(permutations(paths)):
        reports = [import_archive(given, tmp_path / f"{n}") for given in ([order] if together else order)]
        games = mjlog.open(tmp_path / f"{n}").games.to_pandas()
        assert sorted(games["game"]) == [ID, f"{ID}#E1-1", f"{ID}#E1-2"]
        assert [sum(getattr(r, count) for r in reports) for count in ("n_games", "n_parts", "n_duplicates")] == [
            3,
            2,
            0,
        ]
    assert "parts of games" in str(reports[-1]) or not together


@pytest.mark.parametrize("n", range(0, 120, 7))
def test_a_log_with_all_kyoku_of_a_part_replaces_it_in_any_order(tmp_path, n):
    paths = [*single_kyoku(tmp_path), tmp_path / f"{ID}.xml"]
    paths.append(tmp_path / f"cut {ID}.xml")
    paths[-1].write_bytes(cut(2))
    order = [*permutations(paths)][n]
    for given in [order] if n % 3 else [[path] for path in order]:
        import_archive(given, tmp_path / "out", shard_bytes=(1, 1 << 20)[n % 2])
    [game] = mjlog.open(tmp_path / "out").games.to_pandas().itertuples()
    assert (game.game, game.n_kyoku, game.complete) == (ID, 3, True)
    assert mjlog.open(tmp_path / "out").kyoku.count().execute() == 3


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_a_cut_log_and_a_later_kyoku_of_its_game_are_both_kept(tmp_path, order):
    paths = [*single_kyoku(tmp_path, [1, 2]), tmp_path / f"cut {ID}.xml"]
    paths[-1].write_bytes(cut(2))
    for place in order:
        import_archive(paths[place], tmp_path / "out")
    games = mjlog.open(tmp_path / "out").games.to_pandas()
    assert sorted(zip(games["game"], games["n_kyoku"], strict=True)) == [(ID, 2), (f"{ID}#E1-2", 1)]


@pytest.mark.parametrize("to", ["tenhou-json", "tenhou-xml", "mjai", "kobalab"])
def test_a_converted_part_is_the_same_part(tmp_path, to):
    paths = single_kyoku(tmp_path)[1:]
    import_archive([*paths, *mjlog.convert(paths, tmp_path / to, to).files], tmp_path / "out")
    assert sorted(mjlog.open(tmp_path / "out").games.to_pandas()["game"]) == [f"{ID}#E1-1", f"{ID}#E1-2"]


@pytest.fixture(scope="module")
def logs_of_one_game(tmp_path_factory):
    """A whole game in four formats and two containers, with a comment, with another rating, and without its end."""
    folder = tmp_path_factory.mktemp("formats")
    logs = {"whole": WHOLE, "doubled": WHOLE + b"\n", "rated": WHOLE.replace(b"1600.00", b"1601.00"), "cut": cut(2)}
    paths = write(folder, logs)
    (folder / f"{ID}.xml.gz").write_bytes(gzip.compress(WHOLE))
    with zipfile.ZipFile(folder / "games.zip", "w") as archive:
        for name, data in (("a", cut(1)), ("b", WHOLE), ("c", cut(2))):
            archive.writestr(f"{name}/{ID}.xml", data)
    paths += [folder / f"{ID}.xml.gz", folder / "games.zip"]
    (folder / "without id").mkdir()
    for name, data in (("copy", WHOLE), ("cut", cut(1))):
        paths.append(folder / "without id" / f"{name}.xml")
        paths[-1].write_bytes(data)
    paths += single_kyoku(folder / "kyoku")
    for to in ("kobalab", "tenhou-json", "mjai"):
        paths += mjlog.convert([paths[0]], folder / to, to).files
    return paths


def test_any_order_of_logs_in_several_formats_and_containers_gives_the_same_data_set(tmp_path, logs_of_one_game):
    expected = None
    for n in range(18):
        order = random.Random(n).sample(logs_of_one_game, k=len(logs_of_one_game))
        import_archive(order, tmp_path / f"{n}", shard_bytes=(1, 1 << 20)[n % 2], audit="progress")
        read = tables_but_sources(tmp_path / f"{n}")
        expected = expected or read
        assert read == expected
        if n % 8 == 0:
            for path in order:
                import_archive(path, tmp_path / f"{n} apart", audit="progress")
            assert tables_but_sources(tmp_path / f"{n} apart") == expected


def test_of_equally_complete_logs_the_one_with_more_columns_stays(tmp_path, logs_of_one_game):
    xml, *_, tenhou, mjai = logs_of_one_game
    for n, (paths, suffix) in enumerate([((mjai, tenhou), ".json"), ((tenhou, mjai), ".json"), ((mjai, xml), ".xml")]):
        for path in paths:
            report = import_archive(path, tmp_path / f"{n}")
        [game] = mjlog.open(tmp_path / f"{n}").games.to_pandas().itertuples()
        assert game.source.endswith(suffix)
    assert (report.n_games, report.n_replaced) == (1, 1)
