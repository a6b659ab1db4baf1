"""The dashboard in a notebook and in the browser: controls change figures, and odd addresses and names do no harm."""

import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import matplotlib as mpl
import pytest

mpl.use("Agg")

from starlette.datastructures import QueryParams
from starlette.testclient import TestClient

import mjlog
from mjlog.dashboard import web
from mjlog.dashboard.choices import DATA_SET, Choices
from mjlog.dashboard.web import LOOPBACK, application, kyoku_address, serve
from mjlog.dashboard.widget import Dashboard
from mjlog.panels import PLAYER, Panel, Selection
from mjlog.stats import summary

FEW = (
    Panel(
        key="win",
        title="Wins",
        ask=lambda answers, s: answers(summary, ("win_rate",), s.own(answers)),
        draw=mjlog.plots.rates,
        unit="kyoku",
    ),
)


@pytest.fixture
def few(monkeypatch):
    """Pages of one panel, which take no time."""
    monkeypatch.setattr("mjlog.dashboard.choices.panels_of", lambda selection: FEW)


@pytest.fixture
def client(ds):
    return TestClient(application(ds), base_url="http://127.0.0.1:8866")


def n_kyoku(ds, **where):
    return int(summary(ds, ["win_rate"], where)["n"].sum())


def test_controls_of_the_widget_change_the_figures(ds, few):
    board = ds.dashboard()
    assert isinstance(board, Dashboard)
    everyone = board.body.children[0].value
    board.player.value = "Kaede"
    own = board.body.children[0].value
    assert everyone != own
    assert "Kaede" in board.head.value
    board.players.value = 3
    assert board.selection == Selection(players=3, player="Kaede")
    board.player.value = "Kaedee"
    assert board.body.children == ()
    assert "Did you mean Kaede?" in board.head.value
    board.chapter.value = DATA_SET
    assert len(board.body.children) == 5


def test_the_widget_shows_all_chapters(ds):
    board = ds.dashboard(player="Kaede", players=4)
    for _, chapter in board.chapter.options:
        board.chapter.value = chapter
        assert board.body.children, chapter


def test_the_page_names_its_games_and_offers_players(client, few, ds):
    text = client.get("/", params={"player": "Kaede"}).text
    assert "<h2>Kaede</h2>" in text
    assert '<option value="Ichiro">' in text
    assert text.endswith("</html>")
    assert f"n {n_kyoku(ds, players=4, player='Kaede'):,}" in text


@pytest.mark.parametrize(
    "query", ["players=5", "players=x&from=y&to=-1", "chapter=nothing", "room=nowhere", "from=9999", "x=" + "y" * 9_999]
)
def test_odd_addresses_get_a_page(client, few, query):
    answer = client.get(f"/?{query}")
    assert answer.status_code == 200
    assert answer.text.endswith("</html>")


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\"'><b>", "\u202eabc", "🀄" * 200, "\x00\x1b[31m", "=1+1"]
)
def test_hostile_names_stay_text(client, few, name):
    text = client.get("/", params={"player": name, "opponent": name}).text
    assert "<script>alert" not in text
    assert "<b>" not in text


def test_a_kyoku_is_shown_as_a_table(client, ds):
    game = ds.games.limit(1).to_pandas()["game"][0]
    assert "<svg" in client.get("/" + kyoku_address((game, 0))).text
    for bad in ((game, 99), ("nothing", 0), ("<b>", -100)):
        answer = client.get("/" + kyoku_address(bad))
        assert answer.status_code == 404
        assert "<b>" not in answer.text


def test_the_page_answers_only_under_its_own_name(client):
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400


def test_each_face_needs_only_its_own_packages():
    for face, missing in (("web", "ipywidgets"), ("widget", "starlette")):
        code = f"import sys; sys.modules[{missing!r}] = None; import mjlog.dashboard.{face}"
        subprocess.run([sys.executable, "-c", code], check=True)


def test_a_slow_question_and_a_reader_who_stops_reading_hold_up_nobody(ds, monkeypatch):
    asked, release = threading.Event(), threading.Event()

    def slow(answers, s):
        if s.player == "Kaede":
            asked.set()
            assert release.wait(60)
        return answers(summary, ("win_rate",), s.own(answers))

    monkeypatch.setattr("mjlog.dashboard.choices.panels_of", lambda selection: [replace(FEW[0], ask=slow)])
    choices = Choices(ds)
    with ThreadPoolExecutor(1) as pool:
        one = pool.submit(lambda: "".join(web._page(choices, QueryParams("player=Kaede"))))
        assert asked.wait(60)
        reader = web._page(choices, QueryParams("players=3"))
        assert any("<section>" in piece for piece in reader)  # it takes no more of its page
        assert "<section>" in "".join(web._page(choices, QueryParams("")))
        assert not one.done()
        release.set()
        assert "Kaede" in one.result(60)


def test_answers_to_several_readers_are_those_to_one(ds, monkeypatch):
    panels = [panel for panel in PLAYER if panel.key in ("results", "danger")]
    monkeypatch.setattr("mjlog.dashboard.choices.panels_of", lambda selection: panels)
    pages = [f"chapter={chapter}&player={name}" for chapter in ("Results", "Danger") for name in ("Kaede", "Eiji")]

    def page(choices, address):
        return "".join(web._page(choices, QueryParams(address)))

    alone, together = Choices(ds), Choices(ds)
    with ThreadPoolExecutor(4) as pool:
        several = [*pool.map(partial(page, together), 2 * pages)]
    assert several == 2 * [page(alone, address) for address in pages]


def test_a_data_set_without_games_has_no_dashboard(tmp_path):
    (tmp_path / "a.xml").write_text("nothing")
    mjlog.import_archive(tmp_path / "a.xml", tmp_path / "out")
    with pytest.raises(ValueError, match="no games"):
        Choices(mjlog.open(tmp_path / "out"))


def test_a_port_in_use_is_named(ds):
    with socket.create_server((LOOPBACK, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"port {port} of {LOOPBACK} is in use; choose another one with --port"):
            serve(ds.folder, player=None, host=LOOPBACK, port=port, ready=pytest.fail)
