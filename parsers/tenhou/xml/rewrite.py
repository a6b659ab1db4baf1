"""Normalises unusual XML with lxml, so that the fast scanner can read it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final
from urllib.parse import quote

from lxml import etree

from mjlog.errors import Fault, LogError

MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
"""Byte-order marks and their encodings."""
ENCODINGS: Final = frozenset(
    {
        "ascii", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "iso8859-1", "cp1252", "shift_jis", "cp932",
        "euc_jp", "iso2022_jp",
    }
)  # fmt: skip
"""Encodings that a declaration may name, by Python's names: those in which Japanese editors and browsers save."""

_PROLOG: Final = r"\s*+[^<>{\[]{0,200}+(?:(?:<\?(?>.*?\?>)|<!--(?>.*?-->)|<!DOCTYPE[^\[\]<>]*+>)\s*+)*+"
_BEGINNING: Final = re.compile(rf"{_PROLOG}(?:<mjloggm[\s>/]|(<(?:SHUFFLE|GO|UN|TAIKYOKU|INIT)\s))".encode(), re.DOTALL)
"""The root, or else a tag with which the content of a root begins."""
_BETWEEN: Final = re.compile(r"<\?xml\s[^<>?]*+\?>|<!DOCTYPE[^\[\]<>]*+>|\ufeff")
"""Parts that XML allows only at the beginning; in files joined end to end they occur anywhere."""
_DECLARED: Final = re.compile(rb"\s*<\?xml[^<>]*?\sencoding\s*=\s*[\"']([\w.:-]{1,40})[\"']")
_ESCAPED: Final = '=\\"'
"""Quotes as in the source of a program from which a log was cut out."""
_OF_PROGRAM: Final = re.compile(r"""(?:\\[nrt]|[\s"'+\\;,])*""")
"""Text between parts of a log in the source of a program."""
_TAG: Final = re.compile(r"""(<\w++)((?:\s++[\w:.-]++\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'))++)(\s*+/?>)""")
_ATTRIBUTE: Final = re.compile(r"""([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')""")
SAFE: Final = "%,.-+/=: ()[]{}!*;@$|~^?#_\t"
"""Characters of a value that stay as they are, next to letters and digits; others are percent-encoded, as in names."""
_ROOT: Final = "mjloggm"
_OUTERMOST: Final = b"<logs>"
"""Around all roots of a file, so that several make one document."""
_SNIPPET: Final = 80


def begins_like_a_log(data: bytes) -> bool:
    """Whether the first element is the root of an mjlog, or of its content, after anything that may precede it."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            head = data[len(mark) : 1 << 16].decode(encoding, "replace") if encoding != "utf-8" else None
            return _BEGINNING.match(head.encode() if head else data, 0 if head else len(mark)) is not None
    return _BEGINNING.match(data) is not None


def with_root(data: bytes) -> bytes:
    """The file, with a start tag of the root before the other tags if it has none."""
    begins = _BEGINNING.match(data, len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)
    if begins is None or begins[1] is None:
        return data
    return data[: begins.start(1)] + f"<{_ROOT}>".encode() + data[begins.start(1) :]


def cut_tag(rest: str) -> LogError | None:
    """The error of a file that ends in the middle of a tag; None if that is the end tag of the root."""
    if f"</{_ROOT}>".startswith(rest):
        return None
    return LogError(Fault.TRUNCATED, "the file ends in the middle of a tag", rest[:_SNIPPET])


def canonical(data: bytes) -> tuple[bytes, LogError | None]:
    """The elements of a log in Tenhou's own form up to the first error, and that error.

    Declarations, other encodings, single quotes, entities, comments, paired tags and several roots are understood;
    external entities and documents are never loaded, definitions of entities are refused. Text between the tags is
    skipped, which is an error unless it is outside a root or punctuation of a program. A file that ends too early is an
    error here only if it ends in a tag; otherwise its last root is left open.
    """
    try:
        text = _BETWEEN.sub("", _decoded(data))
        text = _TAG.sub(_without_repeats, text.replace('\\"', '"') if _ESCAPED in text else text)
    except (UnicodeError, LookupError) as problem:
        return b"", LogError(Fault.BROKEN_MARKUP, f"the text is not in its encoding: {problem}")
    cut = text.find("<", text.rfind(">") + 1)
    failed = cut_tag(text[cut:]) if cut >= 0 else None
    text = text[:cut] if cut >= 0 else text
    parser = etree.XMLPullParser(
        events=("start", "end", "comment", "pi"),
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
    )
    try:
        parser.feed(_OUTERMOST)
        parser.feed(text.encode("utf-8", "surrogatepass"))
        parser.close()
    except etree.XMLSyntaxError:
        # the outermost element is never closed, so reading always ends here
        if parser.feed_error_log[0].type != etree.ErrorTypes.ERR_TAG_NOT_FINISHED:
            failed = _syntax_error(parser, text)
    written: list[str] = []
    stray: list[str] = []
    try:
        written.extend(_rewritten(parser.read_events(), stray))
    except LogError as problem:
        failed = problem
    if stray and failed is None:
        failed = LogError(Fault.BROKEN_MARKUP, "text between the tags was skipped", stray[0][:_SNIPPET])
    return "".join(written).encode(), failed


def _decoded(data: bytes) -> str:
    """The text of a file by its byte-order mark or its declaration, else as UTF-8."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding)
    declared = _DECLARED.match(data)
    name = declared[1].decode("ascii") if declared else "utf-8"
    if codecs.lookup(name).name not in ENCODINGS:
        raise LookupError(f"{name} is not an encoding in which logs are read")
    return data.decode(name)


def _without_repeats(tag: re.Match[str]) -> str:
    """The tag without attributes that repeat an earlier one with the same value, which lxml refuses."""
    attributes = _ATTRIBUTE.findall(tag[2])
    different = {(name, value[1:-1]): f" {name}={value}" for name, value in attributes}
    return tag[0] if len(different) == len(attributes) else f"{tag[1]}{''.join(different.values())}{tag[3]}"


def _syntax_error(parser: etree.XMLPullParser, text: str) -> LogError:
    problem = parser.feed_error_log[0]
    line = text.split("\n", problem.line)[problem.line - 1] if problem.line <= text.count("\n") + 1 else ""
    column = problem.column - (len(_OUTERMOST) if problem.line == 1 else 0)
    message = f"not well-formed: {problem.message.strip()} (line {problem.line}, column {column})"
    return LogError(Fault.BROKEN_MARKUP, message, line[max(column - _SNIPPET // 2, 0) :][:_SNIPPET])


def _rewritten(events: Iterable[tuple[str, Any]], stray: list[str]) -> Iterator[str]:
    """The elements as Tenhou writes them; adds other text within a root to `stray`.

    Raises LogError at text that may be a damaged tag, and at elements inside elements other than roots.
    """
    open_tags: list[str] = []
    for event, element in events:
        if event == "start":
            if open_tags:
                if len(open_tags) > 1 and open_tags[-1] != _ROOT:
                    raise LogError(Fault.BROKEN_MARKUP, "a tag inside another one", _start_tag(element))
                yield _start_tag(element)
            open_tags.append(element.tag)
        elif event == "end" and open_tags.pop() == _ROOT:
            yield f"</{_ROOT}>"
        text = (element.text if event == "start" else element.tail) or ""
        if "<" in text or ">" in text:
            raise LogError(Fault.BROKEN_MARKUP, "text between the tags", text.strip()[:_SNIPPET])
        if len(open_tags) > 1 and not _OF_PROGRAM.fullmatch(text):
            stray.append(text.strip())


def _start_tag(element: Any) -> str:
    """The tag of an element; attributes of other vocabularies are dropped, tags of them keep their prefix."""
    name = element.tag
    if name.startswith("{"):
        local = etree.QName(element).localname
        name = f"{element.prefix}:{local}" if element.prefix else local
    attributes = "".join(
        f' {key}="{quote(value, safe=SAFE)}"' for key, value in element.attrib.items() if not key.startswith("{")
    )
    return f"<{name}{attributes}{'>' if name == _ROOT else '/>'}"
