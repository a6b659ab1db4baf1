"""What a data set remembers (rules, accounts), and the tables and audits it gets when its logs are read again."""

import re
import shutil

import pytest

import mjlog
from mjlog.importing import import_archive
from mjlog.rules import rulefile
from mjlog.rules.presets import TENHOU
from mjlog.tables.store import StoreError, load_manifest
from tests.made_logs import write_logs


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    return write_logs(tmp_path_factory.mktemp("settings"), range(3))


def rows(out):
    tables = ("games", "hands", "discards", "calls", "findings")
    return {name: sorted(map(str, mjlog.open(out)[name].to_pandas().to_dict("records"))) for name in tables}


def test_discards_are_part_of_an_import(logs, tmp_path):
    import_archive(logs, tmp_path)
    assert mjlog.open(tmp_path).manifest.rows("discards")


def test_without_decisions_leaves_them_out_and_the_same_command_adds_them(logs, tmp_path):
    import_archive(logs, tmp_path / "whole")
    import_archive(logs, tmp_path / "later", decisions=False)
    assert not load_manifest(tmp_path / "later").has_decisions
    report = import_archive(logs, tmp_path / "later")
    assert (report.n_games, report.n_known) == (3, 0)
    assert rows(tmp_path / "later") == rows(tmp_path / "whole")


def test_tables_that_a_data_set_has_stay_filled(logs, tmp_path):
    first, *others = sorted(logs.glob("*.xml"))
    import_archive(first, tmp_path)
    import_archive(others, tmp_path, decisions=False)
    assert set(mjlog.open(tmp_path).discards.to_pandas()["game"]) == set(mjlog.open(tmp_path).games.to_pandas()["game"])


def test_logs_that_are_gone_cannot_be_read_again(logs, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(logs, copy)
    import_archive(copy, tmp_path / "out", decisions=False)
    before = rows(tmp_path / "out")
    shutil.rmtree(copy)
    with pytest.raises(StoreError, match="3 files are gone"):
        import_archive(logs, tmp_path / "out", decisions=True)
    assert rows(tmp_path / "out") == before


def test_a_reading_that_breaks_off_leaves_the_data_set_as_it_was(logs, tmp_path, monkeypatch):
    import_archive(logs, tmp_path, decisions=False)
    before = rows(tmp_path)

    def stop(progress):
        if progress.n_games:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_archive(logs, tmp_path, progress=stop)
    assert rows(tmp_path) == before
    import_archive(logs, tmp_path)
    assert load_manifest(tmp_path).has_decisions


def test_a_large_data_set_without_discards_is_not_read_again_for_a_small_file(logs, tmp_path, monkeypatch):
    first, *others = sorted(logs.glob("*.xml"))
    import_archive(others, tmp_path, decisions=False)
    monkeypatch.setattr("mjlog.importing.HUGE", sum(path.stat().st_size for path in others))
    report = import_archive(first, tmp_path)
    assert (report.n_inputs, load_manifest(tmp_path).has_decisions) == (1, False)


def test_logs_that_are_gone_are_not_asked_for_unless_decisions_are(logs, tmp_path):
    first, *others = sorted(logs.glob("*.xml"))
    shutil.copy(first, tmp_path / first.name)
    import_archive(tmp_path / first.name, tmp_path / "out", decisions=False)
    (tmp_path / first.name).unlink()
    assert import_archive(others, tmp_path / "out").n_games == len(others)


def test_findings_stay_when_logs_are_read_again(logs, tmp_path):
    path = next(iter(sorted(logs.glob("*.xml"))))
    name, wrong = path.name, re.sub(rb'owari="(\d+),[-.\d]+,', rb'owari="\1,99.0,', path.read_bytes())
    (tmp_path / name).write_bytes(wrong)
    import_archive(tmp_path / name, tmp_path / "out", audit="progress", decisions=False)
    before = rows(tmp_path / "out")["findings"]
    assert before
    import_archive(tmp_path / name, tmp_path / "out")
    assert load_manifest(tmp_path / "out").has_decisions
    assert rows(tmp_path / "out")["findings"] == before


def test_rules_audit_the_games_and_are_remembered(logs, tmp_path):
    first, *others = sorted(logs.glob("*.xml"))
    import_archive(first, tmp_path)
    assert not mjlog.open(tmp_path).manifest.rows("findings")
    (tmp_path / "club.toml").write_text('base = "tenhou"\nname = "club"\numa = [50000, 10000, -10000, -50000]\n')
    import_archive(others, tmp_path, rules=tmp_path / "club.toml")
    findings = mjlog.open(tmp_path).findings.to_pandas()
    assert set(findings["rules"]) == {"club"}
    assert set(findings["game"]) == set(mjlog.open(tmp_path).games.to_pandas()["game"])  # also those imported before
    assert rulefile.load(load_manifest(tmp_path).rules).uma == (50_000, 10_000, -10_000, -50_000)
    assert import_archive(logs, tmp_path).n_known == 3  # the rules are the same


def test_a_preset_can_be_the_rules(logs, tmp_path):
    import_archive(logs, tmp_path, rules="tenhou")
    assert rulefile.load(load_manifest(tmp_path).rules) == TENHOU


def test_accounts_of_one_person_have_one_name_everywhere(logs, tmp_path):
    import_archive(logs, tmp_path)
    names = sorted(set(mjlog.open(tmp_path).seats.to_pandas()["player"]))[:2]
    import_archive(logs, tmp_path, aliases=dict.fromkeys(names, "One 'person'"))
    ds = mjlog.open(tmp_path)
    for table in ("seats", "hands", "wins", "discards", "calls"):
        assert not set(names) & set(getattr(ds, table).to_pandas()["player"])
    assert "One 'person'" in set(ds.sql("SELECT player FROM hands")["player"])
    assert list(ds.hands.columns) == list(ds["hands"].schema())
    assert ds.seats.count().execute() == ds.manifest.rows("seats")
