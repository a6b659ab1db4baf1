"""The report is one valid page with tables and plots, on a data set or a player."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import matplotlib as mpl
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
import typer
from typer.testing import CliRunner

import mjlog
from mjlog.cli.report import report
from mjlog.panels import ARCHIVE, Cell, Grid, Panel
from mjlog.report import page
from mjlog.report.html import rendered, svg_of

DATA = Path(__file__).resolve().parents[2] / "data"
VOID = {"meta", "br"}


@pytest.fixture(scope="module")
def whole(ds):
    return page(ds)


@pytest.fixture
def brief(monkeypatch):
    """Pages without most panels, which take time."""
    monkeypatch.setattr("mjlog.report.render.panels_of", lambda selection: ARCHIVE[:1])


class Outline(HTMLParser):
    """Titles, links, anchors and pictures of a page; fails where tags do not close."""

    def __init__(self, text):
        super().__init__()
        self.open, self.titles, self.links, self.anchors, self.pictures = [], [], [], [], 0
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.pictures += tag == "svg"
        if tag == "a":
            self.links.append(attrs["href"])
        if tag in ("h2", "section"):
            self.anchors.append(attrs["id"])
        assert not {"src"} & attrs.keys()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2", "h3"):
            self.titles.append(data)


def test_the_page_is_sound_and_links_to_its_sections(whole):
    outline = Outline(whole)
    assert {link[1:] for link in outline.links if link[0] == "#"} <= set(outline.anchors)
    assert {"4-player games", "3-player games", "The data set"} <= set(outline.titles)
    assert {panel.title for panel in ARCHIVE} <= set(outline.titles)
    assert outline.pictures > 15


def test_the_page_needs_no_other_file(whole):
    assert not re.search(r"src=|<link|url\((?!#)", whole)
    assert "<script" not in whole


def test_figures_of_the_page_are_those_of_the_statistics(ds, whole):
    value = mjlog.stats.summary(ds, ["win_rate"], {"players": 4})["value"].iloc[0]
    row = re.search(r'title="Kyoku won\.">win rate</td>\s*<td[^>]*>([^<]*)<', whole)
    assert row.group(1) == f"{100 * value:.1f} %"


def test_players_with_most_games_come_first(ds, whole):
    games = mjlog.stats.summary(ds, ["average_place"], where={"players": 4}, by="player")
    most = games.sort_values(["n", "player"], ascending=[False, True]).iloc[0]
    assert re.search(rf">{most['player']}</td>\s*<td[^>]*>{most['n']:,}</td>", whole)


def test_a_picture_is_the_same_each_time_and_leaves_matplotlib_alone():
    def draw():
        return plt.figure(layout="constrained").add_subplot(title="雀士")

    before, figures = dict(mpl.rcParams), plt.get_fignums()
    assert svg_of(draw) == svg_of(draw)
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == figures


def test_a_page_of_one_player_compares_with_all_others(ds):
    name = mjlog.stats.summary(ds, ["average_place"], where={"players": 4}, by="player")["player"].iloc[0]
    outline = Outline(page(ds, player=name, where={"players": 4}))
    assert outline.titles[0] == name
    assert {"How do I play, next to the others?", "The best and worst kyoku"} <= set(outline.titles)
    assert "Who plays here?" not in outline.titles


def test_an_unknown_player_has_no_page(ds):
    with pytest.raises(ValueError, match="no player 'Nobody'"):
        page(ds, player="Nobody")


def test_too_few_games_of_a_player_are_said_and_not_drawn(ds):
    name = (
        mjlog.stats.summary(ds, ["average_place"], where={"players": 3}, by="player").query("n < 10")["player"].iloc[0]
    )
    text = page(ds, player=name, where={"players": 3})
    assert "too few to show (10 needed)." in text
    assert "<svg" not in text


def test_failed_consistency_checks_are_listed(ds, brief, monkeypatch):
    assert "Which tables disagree?" not in page(ds)
    broken = mjlog.stats.check_identities(ds).assign(holds=False)
    monkeypatch.setattr(mjlog.stats, "check_identities", lambda ds: broken)
    assert "every kyoku has one row of hands for each player" in page(ds)


def test_without_discards_the_page_says_how_to_import_them(tmp_path):
    mjlog.import_archive(DATA / "games", tmp_path, workers=1, decisions=False)
    assert "--decisions" in page(mjlog.open(tmp_path), where={"players": 3})


def test_names_are_text_and_never_markup(ds, monkeypatch):
    hostile = """<b onload='x'>雀"&士"""
    panel = Panel(
        key="k",
        title=hostile,
        ask=lambda answers, s: answers(mjlog.stats.summary, ["win_rate"]),
        table=lambda frame: Grid((hostile,), [[Cell(hostile, hostile)]]),
    )
    drawn = replace(panel, key="d", table=None, draw=lambda frame: plt.figure().add_subplot(title=hostile))
    monkeypatch.setattr("mjlog.report.render.panels_of", lambda selection: (panel, drawn))
    text = page(ds, title=hostile)
    assert "<b onload" not in text
    assert "&lt;b onload=&#39;x&#39;&gt;雀&#34;&amp;士" in text


@pytest.fixture
def run():
    app = typer.Typer()
    app.command()(report)
    return lambda *arguments: CliRunner().invoke(app, list(map(str, arguments)))


def test_the_command_writes_the_page(run, ds, brief, tmp_path):
    out = tmp_path / "page.html"
    result = run(ds.folder, "--to", out, "--where", "players=3", "--title", "Three")
    assert result.exit_code == 0, result.output
    assert "<title>Three</title>" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [("--player", "Nobody"), ("--where", "nothing=1"), ("--where", "players=x")])
def test_wrong_use_of_the_command_ends_with_status_2(run, ds, tmp_path, arguments):
    result = run(ds.folder, "--to", tmp_path / "page.html", *arguments)
    assert result.exit_code == 2
    assert not (tmp_path / "page.html").exists()


def test_letters_of_pictures_follow_the_page_except_on_colours(whole):
    assert re.search(r"\.mjlog svg text \{[^}]*fill: var\(--ink\)", whole)
    assert re.search(r"<text[^>]*fill: #1a1a1a", whole)


def test_the_facts_of_a_player_are_games_and_dates(ds):
    text = page(ds, player="Kaede", where={"players": 4, "game": ds.games.limit(1).game.to_pandas()[0]})
    assert re.findall(r"<div><b>[^<]*</b><span>(\w+)</span>", text) == ["game", "date"]


def test_a_name_in_a_sentence_keeps_its_own_direction():
    text = rendered("message.html", text="\u2068Ann\u2069 wins\u202e")
    assert "\u2068Ann\u2069 wins\\u202e" in text
