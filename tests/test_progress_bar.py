import pytest

import mjlog
from mjlog.auditing import run
from mjlog.importing import progress
from mjlog.progress_bar import is_watched
from tests.made_logs import write_logs


@pytest.mark.parametrize("on_terminal", [True, False])
def test_imports_and_audits_show_a_bar_to_a_person_only(tmp_path, monkeypatch, capsys, on_terminal):
    if on_terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes any file for a terminal
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(run, "PATIENCE", 0.0)
    assert is_watched() is on_terminal
    report = mjlog.import_archive(write_logs(tmp_path / "in", range(3)), tmp_path / "out")
    importing = capsys.readouterr()
    assert mjlog.audit(tmp_path / "in").n_games == report.n_games == 3
    auditing = capsys.readouterr()
    assert (importing.out, auditing.out) == ("", "")
    assert ("%" in importing.err, "%" in auditing.err) == (on_terminal, on_terminal)
    if not on_terminal:
        assert importing.err == auditing.err == ""
