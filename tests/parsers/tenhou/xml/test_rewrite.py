"""The same log in any XML that says the same is the same log; what is not XML, or hides something, is refused."""

import re

import pytest

from mjlog.errors import Fault
from mjlog.formats import Source
from parsers.tenhou import xml
from parsers.tenhou.xml.rewrite import canonical
from tests.parsers.tenhou.xml.logs import (
    DRAW,
    GO,
    MOVES,
    OWARI,
    RON,
    SHORT,
    TSUMO,
    UN,
    differences,
    final,
    kyoku,
    log,
    parse,
)

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
JAPANESE = SHORT.replace("%E5%A4%AA", "太郎")
PROGRAM = 'String log =\n  "' + SHORT.replace('"', r"\"").replace("><", '>\\n" +\n  "<') + '";\n'
CONTENT = SHORT[SHORT.index(">") + 1 :].removesuffix("</mjloggm>")
SPELLINGS = {
    "without the root": CONTENT,
    "without the root, with a declaration": DECLARATION + CONTENT,
    "without the root, in a program": f'XML = """\n{CONTENT}\n"""\n',
    "declaration": DECLARATION + SHORT,
    "comment in front": "<!-- a <mjloggm> of mine -->\n" + SHORT,
    "comments within": SHORT.replace("<T53/>", "<!-- x --><T53/><!-- <T1/> -->"),
    "comments with signs": SHORT.replace("<T53/>", "<!-- - -> \n é &\t--><T53/><!----><!-- & -->"),
    "comment behind": SHORT + "\n<!-- end -->\n",
    "processing instructions": '<?xml-stylesheet href="a.xsl"?>' + SHORT.replace("<T53/>", "<?x y?><T53/>"),
    "document type": "<!DOCTYPE mjloggm>" + SHORT,
    "document type elsewhere": '<!DOCTYPE mjloggm SYSTEM "file:///etc/passwd">' + SHORT,
    "single quotes": SHORT.replace('"', "'"),
    "entities": SHORT.replace('"A"', '"&#65;"').replace('"169"', '"&#x31;69"'),
    "line feeds": SHORT.replace("><", ">\n<"),
    "carriage returns": SHORT.replace("><", ">\r\n<"),
    "indentation": SHORT.replace("><", ">\n\t  <"),
    "blanks before the end": re.sub(r"\s*/>", "  />", SHORT),
    "blanks between attributes": re.sub(r' (\w+=")', r"\n\t\1", SHORT),
    "paired tags": re.sub(r"<(\w+)([^<>]*?) ?/>", r"<\1\2></\1>", SHORT),
    "paired tags with blanks": re.sub(r"<(\w+)([^<>]*?) ?/>", r"<\1\2>\n</\1>", SHORT),
    "attributes in another order": re.sub(
        r"<(\w+) ([^<>]+?) ?/>", lambda tag: f"<{tag[1]} {' '.join(reversed(tag[2].split(' ')))}/>", SHORT
    ),
    "unknown attributes": re.sub(r"<(?!mj|/|UN|GO|RYU)(\w+)", r'<\1 x="1" y-z.1="a,b"', SHORT),
    "a default namespace": SHORT.replace("<mjloggm", '<mjloggm xmlns="urn:x" xmlns:y="urn:y" y:z="1"'),
    "repeated attributes": re.sub(r'(oya|n1|owari|sc|yaku)="[^"]*"', r"\g<0> \g<0>", SHORT),
    "repeated attributes in other quotes": SHORT.replace(OWARI, f"{OWARI} {OWARI.replace(chr(34), chr(39))}"),
    "the source of a program": PROGRAM,
    "text in front and at the end": "The game of the 3rd of May:\n" + SHORT + "\nend",
    "plus signs": SHORT.replace(",20,", ",+20,").replace(",5.0", ",+5.0"),
    "byte-order mark": "\ufeff" + SHORT,
    "byte-order mark and declaration": "\ufeff" + DECLARATION + SHORT,
    "empty sets": SHORT.replace("machi", 'm="" machi').replace("who=", 'doraHaiUra="" yakuman="" chip="" who='),
    "an end tag with a blank": SHORT.replace("</mjloggm>", "</mjloggm >"),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_same_log_in_other_words(spelling: str) -> None:
    source = Source("game.xml", SPELLINGS[spelling].encode())
    assert xml.recognises(source)
    parsed = xml.parse([source])
    assert parsed.failures == ()
    assert differences(parse(SHORT).games, parsed.games) == []


@pytest.mark.parametrize(
    "data",
    [
        JAPANESE.encode(),
        (DECLARATION + JAPANESE).encode(),
        JAPANESE.encode("utf-16"),
        ("\ufeff" + JAPANESE).encode("utf-16-be"),
        ("\ufeff" + DECLARATION.replace("UTF-8", "UTF-16") + JAPANESE).encode("utf-16-le"),
        (DECLARATION.replace("UTF-8", "Shift_JIS") + JAPANESE).encode("shift_jis"),
        (DECLARATION.replace("UTF-8", "EUC-JP") + JAPANESE).encode("euc_jp"),
    ],
)
def test_names_are_read_in_the_encoding_of_the_file(data: bytes) -> None:
    assert xml.recognises(Source("game.xml", data))
    parsed = parse(data)
    assert parsed.failures == ()
    assert parsed.games.seats.name[0].tolist() == ["A", "B", "太郎", "D"]
    assert differences(parse(JAPANESE).games, parsed.games) == []


def test_latin_1_may_be_declared() -> None:
    text = '<?xml version="1.0" encoding="iso-8859-1"?>' + SHORT.replace('"A"', '"\xe9"')
    assert parse(text.encode("latin-1")).games.seats.name[0, 0] == "é"


def test_a_name_that_is_not_utf_8_keeps_its_bytes() -> None:
    assert parse(SHORT.encode().replace(b'"A"', b'"%8E\x8f"')).games.seats.name[0, 0] == r"\x8e\x8f"


@pytest.mark.parametrize(
    ("raw", "name"), [("a>b", "a>b"), ("a&amp;b", "a&b"), ("100%", "100%"), ("a=b,1", "a=b,1"), ("1,2", "1,2")]
)
def test_names_may_hold_signs_of_the_markup(raw: str, name: str) -> None:
    assert parse(SHORT.replace('"A"', f'"{raw}"')).games.seats.name[0].tolist() == [name, "B", "太", "D"]


BROKEN = {
    "entities by the billion": ('<!DOCTYPE m [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>' + log("&b;"), ""),
    "an entity from a file": (
        '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + SHORT.replace('"A"', '"&x;"'),
        "",
    ),
    "an undefined entity": (SHORT.replace('n0="A"', 'n0="&what;"'), "not defined"),
    "an undefined entity as text": (SHORT.replace("<T53/>", "&what;<T53/>"), "not defined"),
    "an open ampersand": (SHORT.replace('n0="A"', 'n0="A & B"'), "not well-formed"),
    "a tag that lost its beginning": (SHORT.replace("<T53/>", "T53/>"), "text between the tags"),
    "text in a section": (SHORT.replace("<T53/>", "<![CDATA[<T1/>]]><T53/>"), "text between the tags"),
    "two hyphens within a comment": (SHORT.replace("<T53/>", "<!-- a--b --><T53/>"), "not well-formed"),
    "a tag inside another": (SHORT.replace("<T53/>", "<T53><D1/></T53>"), "inside another"),
    "a tag that is not closed": (SHORT.replace("<T53/>", "<T53>"), "inside another"),
    "a tag that is closed by another": (SHORT.replace("<T53/>", "<T53></D53>"), "not well-formed"),
    "an attribute twice": (SHORT.replace('dealer="0"', "").replace('oya="0" hai', 'oya="0" oya="1" hai'), "twice"),
    "an attribute twice in odd markup": (SHORT.replace("'", '"').replace('oya="0" hai', "oya='0' oya='1' hai"), ""),
    "no quotes": (SHORT.replace('step="1"', "step=1").replace('oya="0"', "oya=0"), "not well-formed"),
    "no blank between attributes": (SHORT.replace('" ten', '"ten'), "not well-formed"),
    "a zero byte": (SHORT.replace("<T53/>", "\0<T53/>"), "not well-formed"),
    "a zero byte in a value": (SHORT.replace('"A"', '"A\0"'), "not well-formed"),
    "another encoding than declared": (SHORT, "encoding"),
}


@pytest.mark.parametrize(
    "text",
    [
        SHORT.replace("<T53/>", "what<T53/>"),
        SHORT.replace("<T53/>", "<!-- -->what<T53/>"),
        SHORT.replace("<T53/>", "<T53>what</T53>"),
        SHORT.replace("<T53/>", "what<T53/>").replace("<INIT", "[E1]<INIT"),
    ],
)
def test_text_between_tags_is_reported_once_and_costs_nothing(text: str) -> None:
    parsed = parse(text)
    ((_, _, error),) = parsed.failures
    assert (error.fault, error.message) == (Fault.BROKEN_MARKUP, "text between the tags was skipped")
    assert differences(parsed.games, parse(SHORT).games) == []


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_not_a_log_is_refused_where_it_stops_being_one(case: str) -> None:
    text, message = BROKEN[case]
    data = text.encode()
    if case == "another encoding than declared":
        data = b'<?xml version="1.0" encoding="utf-8"?>' + text.encode().replace(b'"A"', b'"\x93\xfa"')
    parsed = parse(data)
    (failure,) = parsed.failures
    assert failure[2].fault == Fault.BROKEN_MARKUP
    assert message in failure[2].message
    assert failure[2].where.source == "game.xml"
    whole = parse(SHORT).games
    assert not parsed.games.games.complete.any()
    for row in range(len(parsed.games.kyoku.wind)):
        assert parsed.games.kyoku.result[row] == whole.kyoku.result[row]
    assert b"root:" not in data or "root:" not in str(parsed)


def test_kyoku_before_the_broken_place_are_kept() -> None:
    parsed = parse(log(kyoku(MOVES, TSUMO), kyoku(MOVES, "what/>", final(DRAW), number=1)))
    assert len(parsed.games.kyoku.wind) == 1
    ((_, _, error),) = parsed.failures
    assert (error.where.kyoku, error.where.event, error.raw) == (1, 4, "what/>")


@pytest.mark.parametrize(
    "declared",
    ["idna", "punycode", "utf-7", "unicode_escape", "rot13", "zlib", "hex", "undefined", "nothing-known", "mbcs"],
)
def test_encodings_nobody_saves_logs_in_are_refused(declared: str) -> None:
    data = f'<?xml version="1.0" encoding="{declared}"?>{SHORT}'.encode()
    ((_, _, error),) = parse(data).failures
    assert (error.fault, "encoding" in error.message) == (Fault.BROKEN_MARKUP, True)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<",
        b"\xff\xfe",
        b"\xff\xfe<",
        b"<mjloggmx>",
        b"<html><mjloggm>",
        b"\x1f\x8b\x08",
        b"{}",
        b"<!--" * 5000,
        b"<!---->" * 20000 + b"x",
        b"<?x?> " * 20000 + b"x",
        b"\n" * 50000,
        b"<?" * 50000,
    ],
)
def test_what_begins_otherwise_is_not_recognised_and_soon(data: bytes) -> None:
    assert not xml.recognises(Source("game.xml", data))


def test_long_prologues_are_recognised() -> None:
    assert xml.recognises(Source("x", b"<!--" + b"-x" * 5000 + b"-->" * 2 + SHORT.encode())) is False
    assert xml.recognises(Source("x", b"<!--" + b" x" * 5000 + b"-->" + SHORT.encode()))


@pytest.mark.parametrize("text", [*SPELLINGS.values(), *(text for text, _ in BROKEN.values())])
def test_rewritten_logs_are_in_tenhous_form(text: str) -> None:
    rewritten, _ = canonical(text.encode())
    again, failed = canonical(rewritten)
    assert (again, failed) == (rewritten, None)
    assert re.sub(rb"</?[\w.:-]+( [\w.:-]+=\"[^\"<>&]*\")*/?>", b"", rewritten) == b""


def test_tags_of_another_vocabulary_are_unknown() -> None:
    parsed = parse(SHORT.replace("<mjloggm", '<mjloggm xmlns:y="urn:y"').replace("<T53/>", '<y:T53 a="&#49;"/>'))
    assert [(error.fault, error.raw) for _, _, error in parsed.failures] == [(Fault.UNKNOWN_TAG, '<y:T53 a="1"/>')]


def test_several_roots_may_each_have_a_declaration() -> None:
    parsed = parse((DECLARATION + SHORT + "\n") * 3)
    assert parsed.failures == ()
    assert len(parsed.games) == 3


def test_a_root_in_a_root_is_a_log_cut_short_and_another() -> None:
    for quote in "\"'":
        parsed = parse((log(kyoku(MOVES, TSUMO)).replace("</mjloggm>", "") + SHORT).replace('"', quote))
        assert parsed.games.games.complete.tolist() == [False, True]
        assert [error.where.source for _, _, error in parsed.failures] == ["game.xml#1"]


def test_a_long_line_is_no_trouble() -> None:
    text = log(kyoku(MOVES * 20_000, RON), head="<!-- & -->" + GO + UN)
    parsed = parse(text)
    assert [len(parsed.games.events.kind)] == [80_000]
    parsed = parse(log(kyoku(MOVES, final(DRAW)), head=GO + UN.replace('"A"', f'"{"x" * 10_000_001}\'&lt;"')))
    assert [error.fault for _, _, error in parsed.failures] == [Fault.BROKEN_MARKUP]


def test_a_returning_player_may_be_named_twice() -> None:
    text = log(kyoku('<UN n3="D" n3="D"/>', MOVES, final(DRAW)))
    assert differences(parse(text).games, parse(text.replace(' n3="D" n3', " n3")).games) == []


def test_a_page_with_a_tag_of_a_log_is_no_log():
    assert not xml.FORMAT.recognises(Source("a.html", b'<html><GO type="9"/></html>'))


@pytest.mark.parametrize("before", ["", "<!-- a -->"])
def test_the_offset_of_a_failure_is_that_of_the_file_where_the_root_is_missing(before):
    text = before + CONTENT.replace("<T53/>", "<HELLO/><T53/>")
    [(_, _, error)] = parse(text).failures
    assert error.where.offset == text.index("<HELLO/>")


@pytest.mark.parametrize("single_quotes", [False, True])
def test_an_include_is_an_unknown_tag_and_is_never_loaded(tmp_path, single_quotes: bool) -> None:
    (tmp_path / "a.txt").write_text("secret")
    include = (
        f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{(tmp_path / "a.txt").as_uri()}" parse="text"/>'
    )
    text = SHORT.replace("<INIT", f"{include}<INIT")
    parsed = parse(text.replace('"', "'") if single_quotes else text)
    ((_, _, error),) = parsed.failures
    assert (error.fault, len(parsed.games)) == (Fault.UNKNOWN_TAG, 0)
    assert "secret" not in str(error)


@pytest.mark.parametrize("depth", [10, 256, 100_000])
@pytest.mark.parametrize("tag", ["<a>", "<a b='1'>", "<T53>", "<DORA hai='5'>"])
def test_tags_within_tags_are_refused_at_any_depth(tag: str, depth: int) -> None:
    parsed = parse(SHORT.replace("<T53/>", tag * depth + "<T53/>"))
    ((_, _, error),) = parsed.failures
    assert error.fault in (Fault.UNKNOWN_TAG, Fault.BROKEN_MARKUP)
    assert not parsed.games.games.complete.any()
