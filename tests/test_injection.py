"""Names and texts of strangers, in every channel to people and programs: a payload changes nothing but itself."""

import csv
import html.parser
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import orjson
import pytest
from typer.testing import CliRunner

import mjlog
from mjlog.archive import Source
from mjlog.cli import app
from mjlog.errors import Fault, LogError
from mjlog.formats import list_reader_of, parse
from mjlog.report import page
from mjlog.rules.rulefile import dump, load

TRAPS = Path(__file__).resolve().parents[1] / "data" / "traps"
PAYLOADS = {
    "script": "<script>alert(1)</script>", "attribute": "\"'><img src=x onerror=alert(1)>", "entity": "&lt;b&gt;&#0;",
    "formula": "=1+1", "plus": "+1", "minus": "-2+3", "at": "@SUM(A1)", "tab": "\t=1", "return": "\r=1",
    "escape": "\x1b[31mred", "title": "\x1b]0;t\x07", "c1": "\x9b31m", "nul": "a\0b", "line": "a\nb", "bell": "\a",
    "rich": "[red]x[/red]", "rich end": "[/]", "rich link": "[link=http://a]b", "direction": "\u202eabc",
    "isolate": "\u2066a", "invisible": "\u200b\ufeff", "path": "../../etc/x", "drive": "C:\\x", "quotes": "a\"b`c'd",
    "sql": "'; DROP TABLE games; --", "braces": "{0.__class__}{x}", "jinja": "{{ 7*7 }}{% raw %}", "percent": "%s%n",
    "math": "$x^2$ $\\frac$", "markdown": "|a|*b*[c](javascript:1)`", "shell": "$(id);`id`", "long": "x" * 999,
    "wide": "\u3000麻雀🀄", "dash": "--help",
}  # fmt: skip
SAMPLES = [
    "agari-yame", "chankan", "chiihou", "counted-yakuman", "disconnections", "haitei", "houtei", "nagashi-mangan",
    "tobi",
]  # fmt: skip
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2066\u2067\ufeff]")


def in_terminal(text):
    """The text without what a terminal obeys; it is wrapped there, so blanks do not count."""
    return "".join(text.split())


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Games of four players each, with the payloads as their names."""
    folder = tmp_path_factory.mktemp("logs")
    names = [*PAYLOADS.values(), *(f"filler {n}" for n in range(-len(PAYLOADS) % 4))]
    for place, sample in enumerate(SAMPLES):
        text = (TRAPS / f"{sample}.xml").read_text(encoding="utf-8")
        tag = " ".join(f'n{seat}="{quote(names[4 * place + seat], safe="")}"' for seat in range(4))
        changed = re.sub(r'n0="[^"]*" n1="[^"]*" n2="[^"]*" n3="[^"]*"', lambda _, tag=tag: tag, text, count=1)
        (folder / f"{sample}.xml").write_text(changed, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def data_set(logs, tmp_path_factory):
    folder = tmp_path_factory.mktemp("set")
    mjlog.import_archive([logs], folder)
    return folder


def run(*arguments):
    result = CliRunner().invoke(app, [*map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output


def test_a_table_keeps_every_name_as_it_is(data_set):
    names = set(mjlog.open(data_set).hands.player.to_pandas())
    assert names >= set(PAYLOADS.values())


def test_a_terminal_obeys_no_name(data_set):
    output = run("stats", "show", data_set, "--by", "player", "--top", "99")
    assert not CONTROLS.search(output)
    plain = in_terminal(output)
    for payload in ("=1+1", "[red]x[/red]"[:8], "{0.__cl", "\\x1b[31"):
        assert payload in plain


@pytest.mark.parametrize("name", SAMPLES)
def test_a_game_in_the_terminal_obeys_no_name(logs, name):
    for arguments in ([], ["--kyoku", "0"], ["--kyoku", "0", "--tiles", "unicode"]):
        assert not CONTROLS.search(run("show", logs / f"{name}.xml", *arguments))


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=list(PAYLOADS))
def test_a_name_is_found_by_itself_and_by_nothing_else(data_set, payload):
    output = run("stats", "show", data_set, f"--player={payload}", "--stat", "win_rate", "--format", "json")
    [row] = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    assert row["n"] > 0
    missing = run("stats", "show", data_set, f"--player={payload}'", "--where", f"player={payload}'")
    assert not CONTROLS.search(missing)


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=list(PAYLOADS))
def test_an_option_that_is_wrong_is_quoted_in_plain_text(data_set, payload):
    for arguments in (
        ["stats", "show", data_set, "--where", payload], ["stats", "show", data_set, f"--by={payload}"],
        ["stats", "show", data_set, f"--stat={payload}"], ["stats", "explain", "--", payload],
        ["rules", "show", "--", payload], ["show", "--", payload],
        ["score", "--rules", payload, "1112345678999m", "5m"],
        ["import", "--out", "x", "--", f"no/{payload}"], ["schema", "--", payload], ["points", f"--rules={payload}"],
    ):  # fmt: skip
        assert not CONTROLS.search(run(*arguments)), arguments


class Elements(html.parser.HTMLParser):
    """Names of elements and of attributes of a page, and its text."""

    def __init__(self, page):
        super().__init__()
        self.seen = set()
        self.text = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen |= {tag, *(f"{tag} {name}" for name, _ in attrs)}
        self.seen |= {
            value for name, value in attrs if name in ("href", "src") and (value or "").startswith("javascript")
        }

    def handle_data(self, data):
        self.text.append(data)


def check_page(page):
    elements = Elements(page)
    assert not [
        name for name in elements.seen if " on" in name or name.startswith(("img", "javascript", "iframe", "object"))
    ]
    assert "<script>alert" not in page
    assert not CONTROLS.search(page)
    return "".join(elements.text)


@pytest.mark.parametrize("key", ["attribute", "math"])
def test_a_report_on_a_player_contains_every_payload_as_text(data_set, key):
    title = " ".join(PAYLOADS.values())
    text = check_page(page(mjlog.open(data_set), player=PAYLOADS[key], title=title))
    assert PAYLOADS[key] in text
    for payload in PAYLOADS.values():
        assert CONTROLS.search(payload) or payload.strip() in text


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=list(PAYLOADS))
def test_the_live_page_contains_names_as_text(data_set, payload):
    from starlette.testclient import TestClient

    from mjlog.dashboard.web import application

    with TestClient(application(mjlog.open(data_set)), base_url="http://127.0.0.1") as client:
        for parameters in (
            {"player": payload}, {"chapter": payload, "room": payload, "lang": payload},
            {"opponent": payload, "from": payload},
        ):  # fmt: skip
            check_page(client.get("/", params=parameters).text)
        answer = client.get("/kyoku", params={"game": payload, "kyoku": payload})
        assert answer.status_code == 404
        check_page(answer.text)


@pytest.mark.parametrize("name", SAMPLES)
def test_notebooks_and_pages_of_a_kyoku_contain_names_as_text(logs, tmp_path, name):
    games = mjlog.read(logs / f"{name}.xml")
    for part in (games, games[0], games[0].kyoku[0]):
        check_page(part._repr_html_())
    assert not CONTROLS.search(repr(games) + repr(games[0]) + repr(games[0].kyoku[0]))
    out = tmp_path / "kyoku.html"
    run("show", logs / f"{name}.xml", "--kyoku", "0", "--html", out)
    check_page(out.read_text(encoding="utf-8"))


def test_a_cell_of_csv_is_no_formula(data_set, tmp_path):
    run("export", data_set, tmp_path, "--format", "csv")
    files = [io.StringIO(file.read_text(encoding="utf-8"), newline="") for file in tmp_path.glob("*.csv")]
    cells = [cell for file in files for row in csv.reader(file) for cell in row]
    printed = csv.reader(io.StringIO(run("stats", "show", data_set, "--by", "player", "--format", "csv")))
    cells += [cell for row in printed for cell in row]
    assert "'=1+1" in cells
    numbers = re.compile(r"-?[\d. e-]+")
    assert not [
        cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not numbers.fullmatch(cell)
    ]


def test_a_cell_of_excel_is_no_formula(data_set, tmp_path):
    from openpyxl import load_workbook

    run("export", data_set, tmp_path / "a.xlsx", "--format", "xlsx")
    kinds = {
        cell.value: cell.data_type
        for sheet in load_workbook(tmp_path / "a.xlsx")
        for row in sheet
        for cell in row
        if isinstance(cell.value, str)
    }
    assert set(kinds.values()) == {"s"}
    assert kinds["=1+1"] == "s"
    assert "\\x1b[31mred" in kinds


def test_markdown_contains_names_as_text(data_set):
    output = run("stats", "show", data_set, "--by", "player", "--top", "99", "--format", "markdown")
    assert not CONTROLS.search(output)
    assert "\\<script\\>" in output
    assert "\\[c\\](javascript" in output
    assert len({line.count("|") - line.count("\\|") for line in output.splitlines() if line.startswith("|")}) == 1


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=list(PAYLOADS))
def test_the_file_of_a_converted_game_stays_in_its_folder(tmp_path, payload):
    """The id of a Mahjong Soul or mjai game is whatever the file says."""
    folder, out = tmp_path / "a" / "in", tmp_path / "a" / "b" / "out"
    folder.mkdir(parents=True)
    lines = (TRAPS.parent / "formats" / "mjai-gimite.mjson").read_bytes().split(b"\n")
    start = orjson.loads(lines[0]) | {
        "names": [payload, "b", "c", "d"],
        "uri": f"http://a/?log={payload}",
        "id": payload,
    }
    (folder / "a.mjson").write_bytes(b"\n".join([orjson.dumps(start), *lines[1:]]))
    done = mjlog.convert([folder], out, "tenhou-json")
    assert [file.parent for file in done.files] == [out] * len(done.files)
    assert {path.parent for path in tmp_path.rglob("*") if path.is_file()} <= {folder, out}
    assert all(file.name.isprintable() and not file.name.startswith((".", "-")) for file in done.files)
    for error in done.failures:
        assert not CONTROLS.search(str(error))


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=list(PAYLOADS))
def test_a_rule_file_is_only_read(tmp_path, payload):
    rules = replace(load(""), name=payload, note=payload)
    assert load(dump(rules)) == rules
    file = tmp_path / "a.toml"
    file.write_text(dump(rules), encoding="utf-8")
    for arguments in (["show", file], ["compare", file, "m-league"]):
        assert not CONTROLS.search(run("rules", *arguments))


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=list(PAYLOADS))
def test_a_list_page_keeps_names_as_text(payload):
    data = f"00:01 | 10 | 四鳳南喰赤－ | {payload}(+50.0) b(+10.0) c(-20.0) d(-40.0)\n".encode()
    if reader := list_reader_of(Source("sca20240101.log", data)):
        reader.read(Source("sca20240101.log", data))


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=list(PAYLOADS))
def test_an_error_is_one_plain_line(payload):
    error = LogError(Fault.BAD_VALUE, payload, payload).at(source=payload)
    assert not CONTROLS.search(str(error))
    assert "\n" not in str(error)
    for _, _, failure in parse([Source(f"{payload}.xml", payload.encode())]).failures:
        assert not CONTROLS.search(str(failure))


def test_a_name_without_an_end_is_refused(logs):
    text = (logs / "tobi.xml").read_text(encoding="utf-8")
    name = re.search(r'n0="([^"]*)"', text)[1]
    parsed = parse([Source("a.xml", text.replace(name, "x" * 100_000, 1).encode())])
    assert [error.fault for _, _, error in parsed.failures] == [Fault.BAD_VALUE]
    assert len(str(parsed.failures[0][2])) < 1_000
