"""Pages, widgets and the dashboard of a notebook in a browser: controls change figures, nothing is cut or faint."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from itertools import product
from pathlib import Path

import matplotlib as mpl
import pytest

mpl.use("Agg")

import nbformat
import uvicorn
from playwright.sync_api import sync_playwright

import mjlog
from mjlog.dashboard.web import application, kyoku_address
from mjlog.display import KyokuWidget
from mjlog.display import page as kyoku_page
from mjlog.display.table import SIZE
from mjlog.errors import printable
from mjlog.report import page as report_page
from mjlog.words import in_language
from tests.words.test_words import english_in, names_of

DATA = Path(__file__).resolve().parents[2] / "data"
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="the tests of pages need Debian's package chromium")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
HOSTILE = "<img src=x onerror=alert(1)>\"'&‮🀄=1+1"
SHOWN = printable(HOSTILE)
CHAPTERS = ("Overview", "Results", "Riichi and calls", "Danger", "Wins", "Luck", "Kyoku", "Data set")
SCREENS = (*product((1280, 390), ("light", "dark")),)
SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll('.mjlog *')]
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && e.getClientRects().length)
    .map(e => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement
        ? e.ownerSVGElement.getBoundingClientRect().width / e.ownerSVGElement.viewBox.baseVal.width : 1)))"""

CUT = """() => [...document.querySelectorAll('figure svg text')].filter(e => {
    const [inner, outer] = [e, e.ownerSVGElement].map(each => each.getBoundingClientRect());
    return inner.width && (inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1
        || inner.bottom > outer.bottom + 1) }).map(e => e.textContent)"""
"""The words of plots that leave their picture."""
FAINT = """() => {
    const brightness = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(c => (c / 255) ** 2.2)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0.05);
    const ground = brightness(getComputedStyle(document.querySelector('.mjlog')).backgroundColor);
    return [...document.querySelectorAll('.mjlog *')].filter(e => {
        if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !e.getClientRects().length
            || ['rgb(26, 26, 26)', 'rgb(255, 255, 255)', 'white'].includes(e.style.fill)) return false;
        const style = getComputedStyle(e);
        const ink = brightness(e.ownerSVGElement ? style.fill : style.color);
        return Math.max(ink / ground, ground / ink) < 4 }).map(e => e.textContent) }"""
"""The words with little contrast, but for those on the colours of plots."""
INSIDE = """() => [...document.querySelectorAll('.tiles text, .tiles use')].filter(e => {
    const [inner, outer] = [e, e.closest('.table')].map(each => each.getBoundingClientRect());
    return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1
        || inner.bottom > outer.bottom + 1 }).map(e => e.outerHTML)"""
"""The tiles and words of a table that leave it."""


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
def names(ds):
    return ["English", *names_of(ds)]


@pytest.fixture(scope="module")
def reports(ds, tmp_path_factory):
    """The report on a player in each language."""
    folder = tmp_path_factory.mktemp("reports")
    for language in ("en", "ja"):
        with in_language(language):
            (folder / f"{language}.html").write_text(report_page(ds, player="Kaede"), encoding="utf-8")
    return {path.stem: path for path in folder.iterdir()}


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


desktop = pytest.mark.parametrize("tab", SCREENS[:1], indirect=True, ids=["desktop"])
"""For tests that change the screen themselves."""


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


@desktop
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_nothing_is_cut_and_all_text_can_be_read(tab, address, names, chapter, language):
    tab.goto(f"{address}?player=Kaede&chapter={chapter}&lang={language}")
    assert_readable(tab)
    assert tab.evaluate("[...document.querySelectorAll('svg')].every(svg => svg.getAttribute('aria-label'))")
    if language == "ja":
        assert english_words(tab, names) == []


def english_words(tab, names):
    return english_in(tab.inner_text("body").replace(SHOWN, ""), names)


def assert_readable(tab):
    """Nothing on the page is cut, and every letter is large and dark or light enough, on each screen."""
    for width, scheme in SCREENS:
        tab.set_viewport_size({"width": width, "height": 844})
        tab.emulate_media(color_scheme=scheme)
        assert fits(tab), width
        assert tab.evaluate(SMALLEST_TEXT) >= 10, width
        assert tab.evaluate(CUT) == [], width
        assert tab.evaluate(FAINT) == [], scheme


def test_hostile_names_change_nothing_but_themselves(tab, address):
    tab.goto(address)
    assert SHOWN in tab.inner_text("main")
    tab.goto(f"{address}?chapter=Results")
    tab.fill("[name=player]", HOSTILE)
    tab.press("[name=player]", "Enter")
    tab.wait_for_url("**player=**")
    assert tab.inner_text("h2") == SHOWN
    assert fits(tab)


@desktop
def test_a_suggested_name_with_escapes_chooses_its_player(tab, address):
    tab.goto(f"{address}?chapter=Results")
    assert SHOWN in tab.evaluate("[...document.querySelectorAll('#names option')].map(option => option.value)")
    for field, place in (("player", "h2"), ("opponent", "[name=opponent]")):
        tab.goto(f"{address}?chapter=Results&player=Kaede")
        tab.fill(f"[name={field}]", SHOWN)
        tab.press(f"[name={field}]", "Enter")
        tab.wait_for_url(f"**{field}=*img*")
        assert re.search(r"\d+ games", tab.inner_text("main"))
        assert "No games" not in tab.inner_text("main")
        assert SHOWN in (tab.inner_text(place), tab.input_value(f"[name={field}]"))


@desktop
@pytest.mark.parametrize(
    ("language", "words"), [("en", "How do I play, next to the others?"), ("ja", "他のプレイヤーと比べた自分の打ち方")]
)
def test_the_report_is_the_same_page_in_one_file(tab, reports, names, language, words):
    tab.goto(reports[language].as_uri())
    assert_readable(tab)
    assert words in tab.inner_text("body")
    if language == "ja":
        assert english_words(tab, names) == []


@pytest.fixture(scope="module")
def notebook(ds, tmp_path_factory):
    """The address of a notebook with the dashboard, which Voilà shows."""
    pytest.importorskip("voila")
    folder = tmp_path_factory.mktemp("notebook")
    cell = nbformat.v4.new_code_cell(f"import mjlog\nmjlog.open({str(ds.folder)!r}).dashboard()")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), folder / "dashboard.ipynb")
    folders = {name: str(folder) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")}
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "voila", folder / "dashboard.ipynb", "--no-browser", f"--port={port}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | folders) as server:
        address = next(filter(None, (re.match(r"http://\S+", line) for line in server.stderr)), None)
        assert address, "Voilà did not start"
        yield address[0]
        server.terminate()


def test_controls_of_a_notebook_change_the_figures(browser, notebook):
    tab = browser.new_page()
    tab.goto(notebook)
    tab.wait_for_selector(".mjlog table")
    everyone = tab.inner_text(".mjlog table >> nth=0")
    tab.fill("[placeholder^=everyone]", "Kaede")
    tab.press("[placeholder^=everyone]", "Enter")
    tab.wait_for_selector("h2:text('Kaede')")
    tab.wait_for_selector("th:text('percentile')")
    assert tab.inner_text(".mjlog table >> nth=0") != everyone
    tab.wait_for_selector(".mjlog svg")
    assert_readable(tab)
    tab.click("button:text('Kyoku')")
    tab.wait_for_selector("text=The best and worst kyoku")
    tab.close()


MODEL = """
const values = {kyoku: %s, event: 2}, heard = {};
const model = {get: name => values[name], set: (name, value) => { values[name] = value }, save_changes() {},
    on: (name, hear) => { heard[name] = hear }, off: name => { delete heard[name] }};
const [one, other] = document.querySelectorAll("div");
const {render} = (await import(URL.createObjectURL(new Blob([%s], {type: "text/javascript"})))).default;
const end = render({model, el: one});
render({model, el: other});
"""
"""Two views of a widget on a model as of Jupyter."""


@pytest.fixture
def kyoku():
    """The kyoku with most events of the sample games."""
    return max((kyoku for game in mjlog.read(DATA / "games") for kyoku in game.kyoku), key=lambda k: len(k.events))


def page_of_kyoku(tab, address, ds, kyoku, tmp_path):
    tab.goto(address + kyoku_address((ds.games.limit(1).to_pandas()["game"][0], 0)))


def file_of_kyoku(tab, address, ds, kyoku, tmp_path):
    path = tmp_path / "kyoku.html"
    path.write_text(kyoku_page(kyoku, HOSTILE), encoding="utf-8")
    assert path.stat().st_size < 400_000
    tab.goto(path.as_uri())


def widget_of_kyoku(tab, address, ds, kyoku, tmp_path):
    widget = KyokuWidget(kyoku)
    style = "<style>body { margin: 8px; font: 15px sans-serif }" + widget._css + "</style>"
    tab.goto(address)  # a page of its own has no origin to import from
    tab.set_content(f"<!doctype html>{style}<div></div><div></div>")
    tab.add_script_tag(content=MODEL % (json.dumps(widget.kyoku), json.dumps(widget._esm)), type="module")
    tab.wait_for_function("document.querySelectorAll('.mjlog-kyoku').length == 2")
    tab.click(".table >> nth=0")


@pytest.mark.parametrize("tab", SCREENS, indirect=True)
@pytest.mark.parametrize("shown", [page_of_kyoku, file_of_kyoku, widget_of_kyoku])
def test_a_kyoku_is_stepped_through_by_buttons_and_keys(tab, address, ds, kyoku, tmp_path, shown):
    shown(tab, address, ds, kyoku, tmp_path)
    last = int(tab.get_attribute("[type=range]", "max"))

    def at(event):
        return tab.inner_text(".number") == f"{event}/{last}" and tab.is_visible(".result") == (event == last)

    assert at(2 if shown is widget_of_kyoku else last)
    for press, event in (("End", last), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        tab.keyboard.press(press)
        assert at(event), press
    assert tab.inner_text(".caption").startswith("next: ")
    for label, event in (("the result", last), ("back one event", last - 1), ("first event", 0), ("on one event", 1)):
        tab.click(f"[aria-label='{label}'] >> nth=0")
        assert at(event), label
    tab.click("[data-to=play] >> nth=0")
    tab.wait_for_function("document.querySelector('.number').textContent.startsWith('2/')")
    tab.keyboard.press("End")
    assert at(last)
    assert tab.inner_text("[data-to=play]") == "play"
    tab.fill("[type=range] >> nth=0", "3")
    assert at(3)
    assert fits(tab)
    sizes = "[...document.querySelectorAll('.tiles .mj-ink, .result .mj-ink')].map(t => +t.getAttribute('font-size'))"
    scale = tab.evaluate("document.querySelector('.table').getBoundingClientRect().width") / SIZE
    assert min(tab.evaluate(sizes)) * scale >= 10
    assert tab.evaluate(INSIDE) == []


def test_a_kyoku_in_japanese_has_no_other_words(tab, kyoku, names, tmp_path):
    path = tmp_path / "kyoku.html"
    with in_language("ja"):
        path.write_text(kyoku_page(kyoku, "東1局"), encoding="utf-8")
    tab.goto(path.as_uri())
    assert fits(tab)
    assert english_words(tab, [*names, "Ichiro"]) == []
