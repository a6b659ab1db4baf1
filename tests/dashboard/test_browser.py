"""The live page and the report in a real browser: controls change figures, and nothing is cut at any width."""

import shutil
import socket
import threading
from pathlib import Path

import matplotlib as mpl
import pytest

mpl.use("Agg")

import uvicorn
from playwright.sync_api import sync_playwright

import mjlog
from mjlog.dashboard.web import application, kyoku_address
from mjlog.display.table import SIZE
from mjlog.report import page as report_page

DATA = Path(__file__).resolve().parents[2] / "data"
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="the tests of pages need Debian's package chromium")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
HOSTILE = "<img src=x onerror=alert(1)>\"'&‮🀄=1+1"
SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll('main *, section *')]
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && e.getClientRects().length)
    .map(e => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement
        ? e.ownerSVGElement.getBoundingClientRect().width / e.ownerSVGElement.viewBox.baseVal.width : 1)))"""


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    out = tmp_path_factory.mktemp("browser")
    mjlog.import_archive(DATA / "games", out, workers=1, aliases={"Ichiro": HOSTILE})
    return mjlog.open(out)


@pytest.fixture(scope="module")
def address(ds):
    """The live page, served by a thread of this process."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(application(ds), log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(params=[(1280, "light"), (390, "dark")], ids=["desktop", "phone"])
def tab(browser, request):
    """A tab in which an error or a dialog fails the test."""
    width, scheme = request.param
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    tab, problems = context.new_page(), []
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
    tab.on("dialog", lambda dialog: problems.append(dialog.message))
    yield tab
    context.close()
    assert problems == []


def fits(tab):
    return tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_controls_change_the_figures(tab, address):
    tab.goto(address)
    everyone = tab.inner_text("main")
    tab.fill("[name=player]", "Kaede")
    tab.press("[name=player]", "Enter")
    tab.wait_for_url("**player=Kaede**")
    own = tab.inner_text("main")
    assert "Kaede" in own
    assert own != everyone
    tab.click("text=Kyoku")
    tab.wait_for_url("**chapter=Kyoku**")
    assert "The best and worst kyoku" in tab.inner_text("main")
    tab.click("td a >> nth=0")
    tab.wait_for_selector("svg")
    tab.go_back()
    tab.select_option("[name=players]", "3")
    tab.wait_for_url("**players=3**")
    assert "too few to show" in tab.inner_text("main")


@pytest.mark.parametrize("chapter", ["Overview", "Results", "Riichi and calls", "Danger", "Wins", "Luck", "Data set"])
def test_nothing_is_cut_and_all_text_can_be_read(tab, address, chapter):
    tab.goto(f"{address}?player=Kaede&chapter={chapter}")
    assert fits(tab)
    assert tab.evaluate(SMALLEST_TEXT) >= 10
    assert tab.evaluate("[...document.querySelectorAll('svg')].every(svg => svg.getAttribute('aria-label'))")


def test_hostile_names_change_nothing_but_themselves(tab, address):
    tab.goto(address)
    assert HOSTILE in tab.inner_text("main")
    tab.goto(f"{address}?chapter=Results")
    tab.fill("[name=player]", HOSTILE)
    tab.press("[name=player]", "Enter")
    tab.wait_for_url("**player=**")
    assert tab.inner_text("h2") == HOSTILE
    assert fits(tab)


def test_the_report_is_the_same_page_in_one_file(tab, ds, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(report_page(ds, player="Kaede"), encoding="utf-8")
    tab.goto(path.as_uri())
    assert fits(tab)
    assert "How do I play, next to the others?" in tab.inner_text("body")


def test_a_kyoku_is_stepped_through_by_buttons_and_keys(tab, address, ds):
    game = ds.games.limit(1).to_pandas()["game"][0]
    tab.goto(address + kyoku_address((game, 0)))
    last = int(tab.get_attribute("#at", "max"))
    assert tab.inner_text("#number") == f"{last}/{last}"
    assert tab.is_visible("#result")
    tab.click("[aria-label='first event']")
    assert not tab.is_visible("#result")
    tab.keyboard.press("ArrowRight")
    assert tab.inner_text("#number") == f"1/{last}"
    assert tab.inner_text("#caption").startswith("next: ")
    assert fits(tab)
    scale = tab.evaluate("document.querySelector('#table').getBoundingClientRect().width") / SIZE
    sizes = tab.evaluate("[...document.querySelectorAll('#tiles .mj-ink')].map(t => +t.getAttribute('font-size'))")
    assert min(sizes) * scale >= 10
