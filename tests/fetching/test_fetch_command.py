"""The command `mjlog fetch`, against a server on this machine."""

import io

import pytest
from rich.console import Console
from rich.progress import MofNCompleteColumn
from typer.testing import CliRunner

from mjlog import fetching
from mjlog.cli import app
from mjlog.cli.fetch import show
from mjlog.fetching import Pace, Progress
from mjlog.progress_bar import ProgressBar
from tests.fetching.loopback import CONTACT
from tests.made_logs import log_name


@pytest.fixture
def run(site, clock, monkeypatch):
    """The command, with a clock that need not be waited for."""
    asked = []

    def patient(interval):
        asked.append(interval)
        return Pace(interval, clock=clock, sleep=clock.sleep, chance=lambda: 0.0)

    monkeypatch.setattr(fetching, "Pace", patient)

    def call(*arguments):
        return CliRunner().invoke(app, ["fetch", *map(str, arguments)])

    call.intervals = asked
    return call


def options(site, out):
    return ["--out", out, "--site", site.url, "--contact", CONTACT, "--i-accept-the-terms"]


def test_without_consent_it_explains_and_does_nothing(site, run, tmp_path):
    site.has(1)
    done = run(log_name(1), "--out", tmp_path / "out", "--site", site.url, "--contact", CONTACT)
    assert done.exit_code == 2
    assert "Nothing was downloaded" in done.stderr
    assert "--i-accept-the-terms" in done.stderr
    assert site.requests == []
    assert not (tmp_path / "out").exists()


def test_it_fetches_and_tells_what_it_did(site, run, tmp_path):
    site.has(1, 2)
    done = run(log_name(1), log_name(2), *options(site, tmp_path / "out"))
    assert (done.exit_code, done.output.count("Traceback")) == (0, 0)
    assert "fetched                  2" in done.stdout
    assert "0 of 2 logs" in done.stderr
    assert run.intervals == [2.0]


def test_logs_that_cannot_be_had_are_shown_and_the_status_is_1(site, run, tmp_path):
    done = run(log_name(1), *options(site, tmp_path / "out"))
    assert done.exit_code == 1
    assert f"{log_name(1)}: the site does not have it" in done.stderr


def test_a_refusal_is_shown_and_the_status_is_1(site, run, tmp_path):
    site.say("/robots.txt", (200, b"User-agent: *\nDisallow: /", {}))
    done = run(log_name(1), *options(site, tmp_path / "out"))
    assert (done.exit_code, "Stopped: " in done.stdout) == (1, True)
    assert "robots.txt does not allow" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--contact", "nobody"], "not a mail or web address"),
        (["--contact", ""], "no contact given"),
        (["--interval", "0.5"], "too fast"),
        (["--site", "nowhere"], "not a site"),
        (["nothing.txt"], "nothing.txt"),
    ],
)
def test_wrong_use_is_told_and_asks_nothing(site, run, tmp_path, arguments, message):
    done = run(log_name(1), *options(site, tmp_path / "out"), *arguments)
    assert (done.exit_code, message in done.stderr) == (2, True)
    assert site.requests == []


def test_an_interrupt_says_how_to_go_on(site, run, tmp_path, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(fetching, "fetch", interrupt)
    done = run(log_name(1), *options(site, tmp_path / "out"))
    assert (done.exit_code, "run the same command to continue" in done.stderr) == (130, True)


def test_a_terminal_gets_a_bar_and_anything_else_lines():
    shown = io.StringIO()
    with ProgressBar("Fetching", line_seconds=30, console=Console(file=shown, force_terminal=False)) as bar:
        show(bar, Progress(0, 5, 0))
        show(bar, Progress(1, 5, 1))
    assert shown.getvalue() == "0 of 5 logs\n"
    drawn = io.StringIO()
    console = Console(file=drawn, force_terminal=True, width=100)
    with ProgressBar("Fetching", amount=MofNCompleteColumn(), console=console) as bar:
        show(bar, Progress(1, 5, 1))
        bar.bar.refresh()
    assert "1/5" in drawn.getvalue()
    assert "1 failed" in drawn.getvalue()
