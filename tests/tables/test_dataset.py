from dataclasses import replace

import pyarrow.parquet as pq
import pytest

import mjlog
from mjlog.tables.rows import TABLES
from mjlog.tables.store import StoreError, checksum_of, load_manifest, save_manifest
from tests.made_logs import write_logs


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    out = folder / "set [1]*?"
    mjlog.import_archive(write_logs(folder / "a", range(3)), out)
    mjlog.import_archive(write_logs(folder / "b", range(3, 5)), out)
    return mjlog.open(out)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_an_attribute_also_without_rows(ds, name):
    table = getattr(ds, name)
    assert list(table.columns) == list(TABLES[name].__annotations__)
    assert table.count().execute() == ds.manifest.rows(name) == len(table.to_pandas())


def test_tables_are_read_over_all_parts(ds):
    assert ds.hands.game.nunique().execute() == 5
    assert ds.hands.count().execute() == 5 * 2 * 4
    assert len(ds.hands.to_pandas().haipai[0]) == 13


def test_a_table_by_name_is_the_attribute_or_a_key_error(ds):
    assert ds["hands"].equals(ds.hands)
    with pytest.raises(KeyError, match="no table 'hand'; tables are games, seats"):
        ds["hand"]


@pytest.mark.parametrize("rows", ["hands", lambda ds: ds.hands, "SELECT * FROM hands"])
def test_a_frame_has_categories_nullable_integers_and_flags(ds, rows):
    frame = ds.df(rows(ds) if callable(rows) else rows)
    kinds = {
        "player": "category", "outcome": "category", "seat": "Int8", "riichi_turn": "Int8", "start_points": "Int32",
        "riichi_furiten": "boolean", "dealer": "boolean",
    }  # fmt: skip
    assert {name: str(frame[name].dtype) for name in kinds} == kinds
    assert frame["riichi_turn"].isna().all()
    assert frame["riichi_turn"].sum() == 0
    assert len(frame["haipai"][0]) == 13


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_a_frame_also_without_rows(ds, name):
    frame = ds.df(name)
    assert (len(frame), [*frame]) == (ds.manifest.rows(name), [*TABLES[name].__annotations__])


def test_sums_in_sql_are_whole_numbers(ds):
    frame = ds.sql("SELECT sum(seat) AS total, count(*) AS n, avg(seat) AS mean FROM seats")
    assert frame.dtypes.astype(str).to_dict() == {"total": "Int64", "n": "Int64", "mean": "float64"}
    assert frame["total"][0] == 30


def test_a_query_in_sql_is_a_frame(ds):
    assert ds.sql("SELECT count(*) AS n FROM games JOIN seats USING (game)").n[0] == 20


def test_what_is_imported_later_is_seen_after_opening_again(tmp_path):
    mjlog.import_archive(write_logs(tmp_path / "in", range(1)), tmp_path / "out")
    before = mjlog.open(tmp_path / "out")
    mjlog.import_archive(write_logs(tmp_path / "in", range(3)), tmp_path / "out")
    assert before.games.count().execute() == 1
    assert mjlog.open(tmp_path / "out").games.count().execute() == 3


def test_a_data_set_shows_what_it_holds(ds):
    assert "5 games" in repr(ds)
    assert "<td style='text-align:right'>40</td>" in ds._repr_html_()


def test_a_folder_without_a_data_set_says_how_to_make_one(tmp_path):
    with pytest.raises(FileNotFoundError, match="mjlog import"):
        mjlog.open(tmp_path)
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(StoreError, match="not a manifest"):
        mjlog.open(tmp_path)


def test_queries_hold_three_gigabytes_at_most(ds):
    limit = ds.sql("SELECT current_setting('memory_limit') AS held")["held"][0]
    assert limit == "2.7 GiB"


@pytest.mark.parametrize(("table", "column"), [("kyoku", "result"), ("hands", "riichi_wait_form")])
def test_a_data_set_without_a_column_of_today_is_refused_in_words(tmp_path, table, column):
    logs = write_logs(tmp_path / "in", range(2))
    mjlog.import_archive(logs, tmp_path / "out")
    (part,) = (tmp_path / "out" / table).iterdir()
    rows = pq.read_table(part, partitioning=None)
    pq.write_table(rows.drop_columns([column]), part)
    manifest = load_manifest(tmp_path / "out")
    (new,) = [p for p in manifest.parts if table in p.rows]
    new = replace(new, checksums={**new.checksums, table: checksum_of(part)})
    save_manifest(
        tmp_path / "out", replace(manifest, parts=tuple(new if table in p.rows else p for p in manifest.parts))
    )
    for use in (lambda: mjlog.open(tmp_path / "out"), lambda: mjlog.import_archive(logs, tmp_path / "out")):
        with pytest.raises(StoreError, match=f"{table} has no {column}; import into a new folder"):
            use()


@pytest.mark.parametrize("damage", [lambda part: part.unlink(), lambda part: part.write_bytes(b"rubbish")])
def test_a_data_set_with_a_lost_or_damaged_part_is_refused_in_words(tmp_path, damage):
    mjlog.import_archive(write_logs(tmp_path / "in", range(2)), tmp_path / "out")
    (part,) = (tmp_path / "out" / "hands").iterdir()
    damage(part)
    with pytest.raises(StoreError, match=r"part-0000000\.parquet is (missing|damaged)"):
        mjlog.open(tmp_path / "out")
