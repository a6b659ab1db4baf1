"""The second door to the decoder: XML that is not in Tenhou's own form, read by lxml and rewritten in that form."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from lxml import etree

from mjlog.errors import Fault, LogError

_DECLARATION: Final = re.compile(r"\A\s*<\?xml[^>]*?(?:encoding\s*=\s*[\"']([\w.:-]+)[\"'])?[^>]*\?>")
_ROOT: Final = re.compile(r"(?=<mjloggm[\s>/])")
_SAFE: Final = "%,.-+/=: ()[]{}!*;@$|~^?#_\t"
"""What an attribute value may hold besides letters and digits; all else is percent-encoded, as Tenhou does with names."""


def canonical(data: bytes) -> tuple[bytes, LogError | None]:
    """The log's elements in Tenhou's own form, up to the first place that is not well-formed, and the error found there.

    Declarations, other encodings, single quotes, entities, comments, paired tags and several roots are understood; external entities and
    documents are never loaded.
    """
    try:
        text = _decode(data)
    except (UnicodeDecodeError, LookupError) as error:
        return b"", LogError(Fault.BROKEN_MARKUP, f"the text is not in its declared encoding: {error}")
    written: list[bytes] = []
    for chunk in _ROOT.split(text):
        if not chunk.startswith("<mjloggm"):
            stray = etree_free(chunk)
            if stray:
                return b"".join(written), LogError(
                    Fault.BROKEN_MARKUP, "text before the root element <mjloggm>", stray[:80]
                )
            continue
        root, _, rest = chunk.partition("</mjloggm>")
        closed = root != chunk
        error = _rewrite(root + ("</mjloggm>" if closed else ""), written)
        if error is not None:
            return b"".join(written), error
        if etree_free(rest):
            return b"".join(written), LogError(
                Fault.BROKEN_MARKUP, "text behind the end of the log", etree_free(rest)[:80]
            )
    return b"".join(written), None


def etree_free(text: str) -> str:
    """What is left of a text outside the root without comments and processing instructions."""
    return re.sub(r"<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>\[]*>", "", text, flags=re.DOTALL).strip()


def _decode(data: bytes) -> str:
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
        if data.startswith(mark):
            return _DECLARATION.sub("", data.decode(encoding))
    declaration = _DECLARATION.match(data[:200].decode("ascii", "replace"))
    text = data.decode((declaration and declaration[1]) or "utf-8")
    return _DECLARATION.sub("", text)


def _rewrite(root: str, written: list[bytes]) -> LogError | None:
    """Append the elements of one root in Tenhou's form; the error that stopped it."""
    parser = etree.XMLPullParser(
        events=("start",), resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    error: LogError | None = None
    try:
        parser.feed(root)
        parser.close()
    except etree.XMLSyntaxError as problem:
        line, column = problem.position
        if root.endswith("</mjloggm>") or "Premature end" not in str(problem):
            error = LogError(Fault.BROKEN_MARKUP, f"{problem.msg} (line {line} of the log, column {column})")
    for _, element in parser.read_events():
        if not isinstance(element.tag, str):
            continue
        attributes = "".join(f' {name}="{quote(value, safe=_SAFE)}"' for name, value in element.attrib.items())
        if element.getparent() is None:
            written.append(f"<mjloggm{attributes}>".encode())
        else:
            written.append(f"<{element.tag}{attributes}/>".encode())
    if error is None and root.endswith("</mjloggm>"):
        written.append(b"</mjloggm>")
    return error
