"""Every word that a player reads has a Japanese form, and no page shows both languages."""

import ast
import re
from html import unescape
from pathlib import Path

import matplotlib as mpl
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.text import Text
from starlette.testclient import TestClient
from typer.testing import CliRunner

import mjlog
from mjlog import plots, words
from mjlog.auditing.findings import LEVELS, Code
from mjlog.auditing.legality import _WORDS as BREACH_WORDS
from mjlog.auditing.messages import finding_text
from mjlog.cli import app
from mjlog.dashboard.choices import DATA_SET
from mjlog.dashboard.web import application, kyoku_address
from mjlog.dashboard.widget import Dashboard
from mjlog.games.columns import Result
from mjlog.panels import ARCHIVE, AUDIT, PLAYER, Answers, Selection
from mjlog.plots import style
from mjlog.report import page
from mjlog.rules.fu import FuItems
from mjlog.rules.points import LIMITS
from mjlog.rules.yaku import YAKU
from mjlog.stats.registry import SECTIONS, STATISTICS
from mjlog.words import catalogue, in_language, language

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
GAME = str(min((DATA / "games").glob("*.mjlog")))
LATIN = re.compile(r"[A-Za-z]{2,}")
NOT_WORDS = re.compile(
    r"`[^`]*`"  # commands, tables and columns
    r"|--[a-z-]+|mjlog \S+.*|\S+\.(?:xml|json|mjson|mjlog|gz)\S*|https?://\S+"  # commands and files
    r"|zyr17|HTML|SVG|\bMB\b|Home|End|dora-\d"  # proper names and keys
    r"|[\w-]+ ?= ?\S+"  # options of rules
)
"""What stays as it is in every language."""


@pytest.fixture(autouse=True)
def japanese():
    with in_language("ja"):
        yield


@pytest.fixture(scope="module")
def names(ds):
    return names_of(ds)


def names_of(ds):
    """The names of players, rule sets, games and services."""
    seats, games = ds.seats.to_pandas(), ds.games.to_pandas()
    files = ds.failures.to_pandas()
    found = {*seats["player"], *games["rules"], *games["platform"], *games["game"], *files["source"], *files["fault"]}
    return sorted((str(name) for name in found if name), key=len, reverse=True)


def english_in(text, names=()):
    """The words of Latin letters in a text, without names."""
    text = NOT_WORDS.sub(" ", text)
    for name in names:
        text = text.replace(name, " ")
    return sorted(set(LATIN.findall(text)))


def visible(html):
    """The text of a page: of its elements and of the attributes that a reader sees or hears."""
    html = re.sub(r"<(style|script|metadata)\b.*?</\1>", " ", html, flags=re.DOTALL)
    attributes = re.findall(r"(?:title|aria-label|placeholder)=(?:\"([^\"]*)\"|'([^']*)')", html)
    return unescape(re.sub(r"<[^>]*>", "\n", html) + "\n".join(map("".join, attributes)))


def sources():
    return [*(ROOT / "mjlog").rglob("*.py")]


def translated(path):
    """The arguments of a module that are translated."""
    code = path.read_text()
    for node in ast.walk(ast.parse(code if "mjlog.words import" in code else "")):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "counted"):
            yield node.args[0 if node.func.id == "tr" else 1]


def test_every_text_in_the_code_is_in_the_catalogue():
    missing = set()
    for path in sources():
        for argument in translated(path):
            parts = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
            missing |= {part.value for part in parts if isinstance(part, ast.Constant)} - catalogue().keys()
    for template in (ROOT / "mjlog").rglob("*.html"):
        missing |= set(re.findall(r"\btr\(\"([^\"]*)\"\)", template.read_text())) - catalogue().keys()
    assert not missing


def test_every_panel_statistic_and_word_of_the_rules_is_in_the_catalogue():
    panels = (*PLAYER, *ARCHIVE, *AUDIT)
    texts = {text for panel in panels for text in (panel.title, panel.chapter, panel.words, panel.unit)}
    texts |= {text for s in STATISTICS.values() for text in (s.definition, s.per, s.unit)}
    texts |= {*SECTIONS, *filter(None, LIMITS), *LEVELS}
    texts |= {name.replace("_", " ") for name in FuItems._fields}
    texts |= {result.name.lower().replace("_", " ") for result in Result if result is not Result.WIN}
    texts |= {code.value.replace("-", " ") for code in Code}
    assert not texts - {""} - catalogue().keys()


def test_labels_of_statistics_and_names_of_yaku_are_japanese():
    labels = [s.japanese for s in STATISTICS.values()] + [yaku.ja for yaku in YAKU]
    assert not [label for label in labels if english_in(label)]


def test_the_catalogue_has_each_text_once_with_the_same_fields():
    lines = (ROOT / "mjlog/words/ja.toml").read_text().splitlines()
    assert len([line for line in lines if line.startswith('"')]) == len(catalogue())
    for english, text in catalogue().items():
        fields = [sorted(re.findall(r"\{(\w*)", each)) for each in (english, text)]
        assert fields[0] == fields[1] or english == "{kyoku}  dora indicators {dora}  tiles left {left}  " \
            "honba {honba}  riichi sticks {sticks}", english  # fmt: skip
        assert not english_in(re.sub(r"\{[^}]*\}|%[Ymd]", "", text)), english


def test_no_text_of_the_catalogue_is_left_over():
    code = "\n".join(path.read_text() for path in [*sources(), *(ROOT / "mjlog").rglob("*.html")])
    constants = {
        re.sub(r"[_-]", " ", node.value).lower()
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    declared = [text.lower() for s in STATISTICS.values() for text in (s.definition, s.per)]
    known = "\n".join([*constants, *FuItems._fields, *declared])
    known = re.sub(r"[_-]", " ", known)
    made = re.compile(
        r"\{\}|\d|^(?:no|tiles of a|share of|percentage points) |^[ESW]\d$|^[ESWN]$|double| nobody|riichi$|: |upside"
    )
    unused = [
        text
        for text in catalogue()
        if re.sub(r"[_-]", " ", text).lower() not in known and text not in code and not made.search(text)
    ]
    assert not unused


@pytest.mark.parametrize("player", ["Kaede", None])
def test_the_report_is_japanese(ds, names, player):
    assert english_in(visible(page(ds, player=player)), [*names, ds.folder.name]) == []


def test_the_live_page_is_japanese(ds, names):
    client = TestClient(application(ds), base_url="http://127.0.0.1:8866")
    with in_language("en"):  # the address decides
        text = client.get("/", params={"player": "Kaede", "lang": "ja"}).text
        text += client.get("/", params={"lang": "ja", "chapter": DATA_SET}).text
    assert '<html lang="ja">' in text
    assert english_in(visible(text), [*names, "English"]) == []


def test_the_panels_of_an_audit_are_japanese(tmp_path, names):
    mjlog.import_archive(GAME, tmp_path, workers=1, rules="m-league")
    answers = Answers(mjlog.open(tmp_path))
    shown = []
    for panel in AUDIT:
        answer = panel.answer(answers, Selection())
        if not answer.missing:
            shown += [cell for row in panel.table(answer.frame).rows for cell in row]
    text = "\n".join(f"{cell.text}\n{cell.tip}" for cell in shown)
    assert "ルールでは" in text
    assert english_in(text, [*names, "m-league", *sorted(map(str, Code), key=len, reverse=True)]) == []


def test_the_page_of_a_kyoku_is_japanese(ds, names):
    client = TestClient(application(ds), base_url="http://127.0.0.1:8866")
    games = ds.games.order_by("game").to_pandas()["game"][:3]
    for game in games:
        text = client.get("/" + kyoku_address((game, 0))).text
        steps = re.sub(r"\\u003c.*?\\u003e", " ", text[text.index("mount(document.body") :]).encode()
        captions = re.findall(r'"(?:captions|words)": (?:\[.*?\]|\{.*?\})', steps.decode("unicode_escape"))
        assert len(captions) == 2
        keys = ast.literal_eval(captions[1].partition(": ")[2])
        known = sorted([*names, "captions", "words", *keys], key=len, reverse=True)
        assert english_in("".join(captions), known) == []
        assert english_in(visible(text), names) == []


def test_the_widget_changes_its_language(ds, names):
    board = Dashboard(ds, player="Kaede")
    controls = (board.players, board.player, board.room, board.years, board.opponent, board.chapter, board.language)
    assert not english_in("".join(each.description for each in controls))
    assert not english_in("".join(name for name, _ in (*board.chapter.options, *board.players.options)))
    assert english_in("".join(visible(each.value) for each in (board.head, *board.body.children)), names) == []
    board.language.value = "en"
    assert [each.description for each in controls][:2] == ["Games", "Player"]
    assert board.chapter.options[0][0] == "Overview"


FRAMES = {
    "places": lambda ask: ask("summary", [*plots.PLACE_RATES, "average_place"], {"players": 4}, by="room"),
    "final_places": lambda ask: ask("placement_by_start", where={"players": 4}),
    "hand_values": lambda ask: ask("hand_values"),
    "points_curve": lambda ask: ask("history", "Kaede"),
    "turns": lambda ask: ask("turns"),
    "rates": lambda ask: ask("summary", ["win_rate", "riichi_rate"], by="dealer"),
    "forest": lambda ask: ask("against_others", "Kaede", ["win_rate", "riichi_rate"], {"players": 4}),
    "luck": lambda ask: ask("luck", "players").query("expected > 0"),
    "luck_waterfall": lambda ask: ask("luck_points", (), {"players": 4}),
    "distribution": lambda ask: ask("folding"),
    "ranking": lambda ask: ask("places_added").dropna(subset=["low"]),
    "outcomes": lambda ask: ask("riichi_outcomes", kinds=("riichi_turn",)),
    "heatmap": lambda ask: ask("danger", where={"players": 4}),
    "profile": None,  # drawn on the page of a player
}
OPTIONS = {
    "distribution": {"kind": "answer"},
    "outcomes": {"x": "riichi_turn"},
    "heatmap": {"rows": "danger", "columns": "tile_class"},
}


@pytest.mark.parametrize("name", [name for name in dir(plots) if callable(getattr(plots, name))])
def test_every_plot_is_japanese(ds, names, name):
    make = FRAMES[name]
    if make is None:
        return
    frame = make(lambda question, *given, **more: getattr(mjlog.stats, question)(ds, *given, **more))
    with plt.rc_context({"svg.fonttype": "none"}):
        figure = getattr(plots, name)(frame, **OPTIONS.get(name, {})).get_figure(root=True)
        figure.canvas.get_default_filename()
        drawn = [text.get_text() for text in figure.findobj(Text)]
    plt.close(figure)
    assert english_in("\n".join(drawn), names) == []


def test_a_plot_without_a_japanese_font_is_english_and_says_so(ds, monkeypatch):
    monkeypatch.setattr(style, "font_families", lambda: [style.LATIN_FONT])
    frame = mjlog.stats.summary(ds, ["win_rate"])
    with pytest.warns(UserWarning, match="no Japanese font is installed"):
        ax = plots.rates(frame)
    assert [text.get_text() for text in ax.get_yticklabels()] == ["win rate"]
    assert language() == "ja"
    plt.close("all")


SCORE = ("score", "22334455m234p234s", "3m", "--dora", "4p")


@pytest.mark.parametrize(
    "command",
    [
        ("stats", "{out}"),
        ("stats", "{out}", "--player", "Kaede", "--where", "players=4"),
        ("stats", "{out}", "--by", "room", "--by", "dealer"),
        ("stats", "{out}", "--all", "--format", "markdown"),
        SCORE,
        (*SCORE, "--explain"),
        ("score", "19m19p19s1234567z", "1m", "--tsumo"),
        ("points",),
        ("points", "mahjong-soul-3p"),
        ("conditions", "61200", "26200", "6000", "6600", "--seat", "2", "--place", "2"),
        ("conditions", "61200", "26200", "6000", "6600", "--seat", "2", "--chances"),
        ("show", GAME),
        ("show", GAME, "--kyoku", "0"),
        ("show", GAME, "--kyoku", "0", "--event", "20", "--tiles", "unicode"),
        ("audit", GAME),
        ("stats", "compare", "{out}", "theory"),
        ("import", str(DATA / "games"), "--out", "{out}"),
    ],
    ids=" ".join,
)
def test_every_page_of_the_terminal_is_japanese(ds, names, command):
    arguments = [part.replace("{out}", str(ds.folder)) for part in command]
    with in_language("en"):
        result = CliRunner().invoke(app, [*arguments, "--language", "ja"], env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    text = re.sub(r"@\w+|\w+ = .*?:", "", result.output.replace(str(ds.folder), ""))  # sources of variants, options
    assert english_in(text, [*names, "mahjong-soul-3p", "tenhou"]) == []
    assert language() == "ja"


def test_the_language_of_a_command_ends_with_it():
    with in_language("en"):
        for code, word in (("ja", "翻"), ("en", "han")):
            assert word in CliRunner().invoke(app, [*SCORE, "--language", code]).output
    assert CliRunner().invoke(app, [*SCORE, "--language", "xx"]).exit_code == 2
    assert "翻" in CliRunner().invoke(app, SCORE, env={words.VARIABLE: "ja"}).output


VALUES = {
    "tile": ("5p", "0m", "3rm"),
    "seat": ("2", "nobody"),
    "call": ("chi", "pon", "daiminkan", "kakan", "ankan", "kita"),
    "result": [result.name.lower() for result in Result if result is not Result.WIN],
    "furiten": ("",),
    "number": ("3", "1,000"),
}
"""Expected and found values of a breach, by their kind."""
OTHER_VALUES = (
    "nobody", "nothing", "none", "no tile", "riichi 1, haku 1 (code 10), kokushi yakuman", "1m and 2 ura",
    "+8000, -8000",
    "25,000, 1,500", "East 2", "North 4", "seat 3", "goes on", "ends", "played_out", "target_reached", "agari_yame",
    "tenpai_yame", "tobi", "+1, -1 and +0, +2", "3 and 5", "5p (copy 52), 1z (copy 108)", "mangan", "yakuman",
    "a red five",
    "no red fives", "at most four of a kind", "another copy", "the copy that the log names before", "chombo", "a win",
    "a wall that can be read", "a winning hand with a yaku", "nagashi mangan",
)  # fmt: skip
"""Values of other findings."""


def test_the_values_of_findings_are_japanese():
    of_breaches = {
        text.format(seat=2, found=value, expected=value)
        for breach in BREACH_WORDS.values()
        for text in (breach.expected, breach.found)
        for value in VALUES[breach.kind]
    }
    english = {
        value: found
        for value in (*sorted(of_breaches), *OTHER_VALUES)
        if (found := english_in(re.sub(r"\d[\dmpszrb]+", "", finding_text("pao", "", value, value))))
    }
    assert english == {}


def test_percentages_are_written_by_one_function():
    """Python's own format puts no space before the sign."""
    own = re.compile(r"\{[^{}\n]*:[^{}\n]*(?<!%)\d?%\}")
    assert [path for path in ROOT.glob("mjlog/**/*.py") if own.search(re.sub(r"%[YmdHMS]", "", path.read_text()))] == []
