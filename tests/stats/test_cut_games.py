from typer.testing import CliRunner

import mjlog
from mjlog.cli import app
from mjlog.importing import import_archive
from mjlog.report import page
from mjlog.stats.cut_games import cut_games_note
from tests.made_logs import log, log_name, write_logs


def test_cut_games_are_counted_in_every_summary(tmp_path, monkeypatch):
    source, out = write_logs(tmp_path / "in", range(3)), tmp_path / "out"
    for number in (0, 1):
        (source / f"{log_name(number)}.xml").write_bytes(log(number)[:-400])
    sentence = "2 games are cut short (see the table `failures`): at least 2 kyoku are lost, so rates lean"
    assert sentence in CliRunner().invoke(app, ["import", str(source), "--out", str(out)]).output
    ds = mjlog.open(out)
    assert cut_games_note(ds) == sentence
    assert sentence in CliRunner().invoke(app, ["stats", str(out), "--stat", "win_rate"]).output
    monkeypatch.setattr("mjlog.report.render.panels_of", lambda selection: ())  # they take time
    assert sentence.replace("`failures`", "<code>failures</code>") in page(ds)


def test_cut_games_of_the_selected_rows_are_counted(tmp_path):
    source, out = write_logs(tmp_path / "in", range(3)), tmp_path / "out"
    for number in (0, 1):
        (source / f"{log_name(number)}.xml").write_bytes(log(number)[:-400])
    import_archive(source, out, workers=1)
    ds = mjlog.open(out)
    assert cut_games_note(ds, {"player": "11"}).startswith("1 game is cut short")
    assert cut_games_note(ds, {"player": "21"}) is None
    output = CliRunner().invoke(app, ["stats", str(out), "--stat", "win_rate", "--where", "player=21"]).output
    assert "win rate" in output
    assert "cut short" not in output


def test_a_game_that_another_file_has_whole_is_not_cut(tmp_path):
    source = write_logs(tmp_path / "in", [1])
    (source / f"a-{log_name(1)}.xml").write_bytes(log(1)[:-60])
    import_archive(source, tmp_path / "out")
    assert len(mjlog.open(tmp_path / "out").failures.to_pandas()) == 1
    assert cut_games_note(mjlog.open(tmp_path / "out")) is None
