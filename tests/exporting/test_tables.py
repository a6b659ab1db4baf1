"""Exports hold what the data set holds, under the names asked for, and lead back to no log under pseudonyms."""

from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
import typer
from typer.testing import CliRunner

import mjlog
from mjlog import stats
from mjlog.cli.export import export as export_command
from mjlog.exporting import ExportError
from mjlog.exporting.tables import EXCEL_ROWS
from mjlog.importing import import_archive

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "games"
APP = typer.Typer()
APP.command()(export_command)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("export") / "ds"
    import_archive(SAMPLES, out, workers=1)
    return out


@pytest.fixture(scope="module")
def ds(folder):
    return mjlog.open(folder)


@pytest.fixture
def run(folder):
    return lambda *arguments: CliRunner().invoke(APP, [str(folder), *map(str, arguments)])


def names_in(path):
    return set(pd.read_parquet(path)["player"])


def test_parquet_files_hold_the_tables(ds, tmp_path):
    rows = mjlog.export(ds, tmp_path)
    assert rows["hands"] == len(ds.hands.to_pyarrow()) > 0
    for name, n in rows.items():
        assert pq.read_metadata(tmp_path / f"{name}.parquet").num_rows == n


def test_lists_are_words_in_csv(ds, tmp_path):
    mjlog.export(ds, tmp_path, format="csv", tables=["wins"])
    wins = pd.read_csv(tmp_path / "wins.csv")
    first = ds.wins.to_pyarrow().to_pylist()[0]
    row = wins[
        (wins["game"] == first["game"]) & (wins["kyoku"] == first["kyoku"]) & (wins["win"] == first["win"])
    ].iloc[0]
    assert row["hand"] == " ".join(map(str, first["hand"]))
    assert row["yaku"] == " ".join(first["yaku"])
    assert row["points"] == first["points"]


def test_excel_has_a_sheet_for_each_table(ds, tmp_path):
    path = tmp_path / "book.xlsx"
    mjlog.export(ds, path, format="xlsx", tables=["games", "seats", "wins"])
    book = pd.read_excel(path, sheet_name=None)
    assert set(book) == {"games", "seats", "wins"}
    assert len(book["seats"]) == len(ds.seats.to_pyarrow())
    wins = ds.wins.to_pyarrow()
    assert book["wins"]["points"].tolist() == wins["points"].to_pylist()
    assert book["wins"]["hand"].tolist() == [" ".join(map(str, hand)) for hand in wins["hand"].to_pylist()]
    assert book["wins"]["tsumo"].tolist() == wins["tsumo"].to_pylist()


def test_a_long_sheet_is_said_to_take_its_time(run, tmp_path, monkeypatch):
    arguments = (tmp_path / "book.xlsx", "--format", "xlsx", "--table", "games")
    assert "take minutes" not in run(*arguments).output
    monkeypatch.setattr("mjlog.cli.export.LONG_SHEET", 10)
    assert "games: long Excel sheets take minutes" in run(*arguments).output


def test_excel_refuses_more_rows_than_a_sheet_holds(ds, tmp_path, monkeypatch):
    monkeypatch.setattr("mjlog.exporting.tables.EXCEL_ROWS", 10)
    assert EXCEL_ROWS == 1_048_575
    with pytest.raises(ExportError, match="hands"):
        mjlog.export(ds, tmp_path / "book.xlsx", format="xlsx", tables=["hands"])


def test_pseudonyms_replace_names_and_ids_and_leave_the_log_out(ds, tmp_path):
    rows = mjlog.export(ds, tmp_path, pseudonym_key=b"key")
    assert not {"failures", "findings", "inputs"} & set(rows)
    games = pd.read_parquet(tmp_path / "games.parquet")
    seats = pd.read_parquet(tmp_path / "seats.parquet")
    assert not {"source", "content", "opening"} & set(games.columns)
    known = ds.seats.to_pyarrow().to_pandas()
    replaced = {stats.pseudonym(b"key", name) for name in known["player"]}
    assert set(seats["player"]) == replaced
    assert set(seats["game"]) == set(games["game"]) == {stats.pseudonym(b"key", game) for game in known["game"]}
    assert names_in(tmp_path / "hands.parquet") == replaced


def test_pseudonyms_are_the_same_under_the_same_key_alone(ds, tmp_path):
    for out, key in (("a", b"one"), ("b", b"one"), ("c", b"two")):
        mjlog.export(ds, tmp_path / out, tables=["seats"], pseudonym_key=key)
    a, b, c = (names_in(tmp_path / out / "seats.parquet") for out in "abc")
    assert a == b
    assert not a & c


def test_tables_that_quote_logs_are_refused_under_pseudonyms(ds, tmp_path):
    with pytest.raises(ExportError, match="inputs"):
        mjlog.export(ds, tmp_path, tables=["inputs"], pseudonym_key=b"key")


def test_aliases_hold_before_pseudonyms(ds, tmp_path):
    accounts = sorted(set(ds.seats.to_pyarrow()["player"].to_pylist()))[:2]
    mapping = tmp_path / "accounts.csv"
    mapping.write_text("account,name\n" + "".join(f"{name},Ann\n" for name in accounts), encoding="utf-8")
    mjlog.export(ds, tmp_path, tables=["seats"], aliases=mapping, pseudonym_key=b"key")
    found = names_in(tmp_path / "seats.parquet")
    assert stats.pseudonym(b"key", "Ann") in found
    assert not {stats.pseudonym(b"key", name) for name in accounts} & found


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "old,new\nx,y\n", "account and name"),
        ("a.csv", "account,name\nx,Ann\nx,Bob\n", "both"),
        ("a.toml", "Ann = 3\n", "neither"),
        ("a.toml", "Ann = [\n", "a.toml"),
        ("a.json", "{}", "toml or .csv"),
    ],
)
def test_mappings_that_cannot_be_used_are_named(name, text, message, tmp_path):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(stats.AliasError, match=message):
        stats.read_aliases(tmp_path / name)


def test_the_command_writes_and_keeps_its_key(run, folder, tmp_path):
    for out in ("a", "b"):
        result = run(tmp_path / out, "--pseudonyms", "--table", "seats", "--key", tmp_path / "key")
        assert result.exit_code == 0, result.output
        assert "seats: " in result.output
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    assert names_in(tmp_path / "a" / "seats.parquet") == names_in(tmp_path / "b" / "seats.parquet")


def test_wrong_use_of_the_command_ends_with_status_2(run, tmp_path):
    assert run(tmp_path, "--table", "nothing").exit_code == 2
    assert run(tmp_path, "--aliases", tmp_path / "none.csv").exit_code == 2
    assert run(tmp_path, "--pseudonyms", "--table", "inputs", "--key", tmp_path / "key").exit_code == 2


def test_training_games_are_written_from_logs(tmp_path):
    done = CliRunner().invoke(APP, [str(SAMPLES), str(tmp_path / "games.parquet"), "--training"])
    assert done.exit_code == 0, done.output
    assert (
        sum(int(line.split()[1]) for line in done.output.splitlines())
        == pq.read_metadata(tmp_path / "games.parquet").num_rows
    )
    assert CliRunner().invoke(APP, [str(tmp_path / "none"), str(tmp_path / "x"), "--training"]).exit_code == 2
