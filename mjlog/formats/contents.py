"""Logs that no format recognises as they are: in UTF-16, in Markdown, as a module of JavaScript, in other JSON."""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import unescape
from typing import Any, Final

import orjson

from mjlog.archive import Source
from mjlog.archive.databases import LOG_COLUMNS

DEPTH: Final = 4
"""Values this deep in JSON are tried."""
HEAD: Final = 1 << 16
"""The value of a module begins in this many bytes."""
LEAST: Final = 100
"""Shorter texts in JSON are no logs."""
_COMMENT: Final = r"//[^\n]*+|/\*(?>.*?(?:\*/|\Z))"
_MODULE: Final = re.compile(
    rf"(?:\s|{_COMMENT}|['\"]use strict['\"];?)*+"
    r"(?:export\s+default\s|(?:(?:export\s+)?(?:const|let|var)\s+)?[\w$.]{1,100}\s*=)\s*(?=[\[{])",
    re.DOTALL,
)
"""Before the value of a module of JavaScript."""
_TOKEN: Final = re.compile(
    r"""(?P<json>"(?:[^"\\]|\\.?)*+(?:"|\Z))|(?P<quote>['`])(?P<text>(?:(?!(?P=quote))[^\\]|\\.?)*+)(?:(?P=quote)|\Z)"""
    rf"|(?P<nothing>{_COMMENT}|,(?=(?:\s|{_COMMENT})*+[\]}}]))"
    r"|(?<![\w$])(?:(?P<key>[\w$]++)(?=\s*+:)|(?P<word>None|True|False|undefined)(?![\w$]))",
    re.DOTALL,
)
"""The parts of a value that JavaScript and Python write in another way than JSON, and texts, which stay."""
_IN_TEXT: Final = re.compile(r"\\.|[\"\n]", re.DOTALL)
_WORDS: Final = {"None": "null", "True": "true", "False": "false", "undefined": "null"}
_FENCED: Final = re.compile(rb"^```[^\n`]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
"""A block of Markdown."""
_BOM: Final = "\ufeff"


def contents(source: Source) -> Iterator[list[Source]]:
    """Texts that may be logs, level by level: the file in UTF-8, blocks of Markdown, values of its JSON.

    Values of fewer than `LEAST` bytes are no logs.

    >>> levels = contents(Source("a", ('{"log": {"a": "%s"}}' % ("1" * LEAST)).encode("utf-16")))
    >>> [inner.data[:11] for level in levels for inner in level][:2]
    [b'{"log": {"a', b'{"a":"11111']
    """
    data = source.data
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data = data.decode("utf-16", "replace").encode()
        yield [Source(source.name, data)]
    if data.lstrip().startswith(b"&lt;"):
        yield [Source(source.name, unescape(data.decode("utf-8", "replace")).encode())]
    yield _numbered([(source.name, block) for block in _FENCED.findall(data)])
    values = _json_values(data)
    if not values:
        data = _value_of_program(data)
        yield [Source(source.name, data)]
        values = _json_values(data)
    named = [(source.name, value) for value in values]
    if len(named) == 1 and not isinstance(named[0][1], str) and not _is_bytes(named[0][1]):
        named = _parts(named)  # the value is the file, which is no log
    for _ in range(DEPTH):
        yield _numbered([(name, _as_file(value)) for name, value in named])
        named = _parts(named)


def _json_values(data: bytes) -> list[Any]:
    """The value of a file, or those of its lines; empty if it is not JSON."""
    for texts in ([data], [line for line in data.splitlines() if line.strip()]):
        with suppress(orjson.JSONDecodeError):
            return [orjson.loads(text) for text in texts]
    return []


def _parts(named: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """The values in objects and lists that may be logs; a row of a table of logs has the id of its game in the name."""
    parts = []
    for name, value in named:
        if isinstance(value, dict):
            ids = [
                f"{name}!{value[key]}" for key, log in LOG_COLUMNS if isinstance(value.get(key), str) and log in value
            ]
            parts += [(ids[0] if ids else name, part) for part in value.values() if _may_be_log(part)]
        elif isinstance(value, list):
            parts += [(name, part) for part in value if _may_be_log(part)]
    return parts


def _numbered(named: Sequence[tuple[str, bytes]]) -> list[Source]:
    """The texts that may be logs as files, numbered if several texts have one name."""
    many = {name for name, n in Counter(name for name, _ in named).items() if n > 1}
    return [
        Source(f"{name}#{n}" if name in many else name, data)
        for n, (name, data) in enumerate(named, 1)
        if len(data) >= LEAST
    ]


def _as_file(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    return bytes(value if _is_bytes(value) else memoryview(orjson.dumps(value)))  # a copy: orjson keeps 4 kB for each


def is_wrapped(data: bytes) -> bool:
    """Whether the file is a module of JavaScript that exports a value, or Markdown with a block."""
    module = _MODULE.match(data[:HEAD].decode("utf-8", "replace").removeprefix(_BOM))
    return module is not None or _FENCED.search(data) is not None


def _value_of_program(data: bytes) -> bytes:
    """The value of a module of JavaScript, or a value as JavaScript or Python writes it, as JSON; else the data."""
    text = data.decode("utf-8", "replace").removeprefix(_BOM)
    module = _MODULE.match(text)
    text = text[module.end() if module else 0 :].lstrip()
    if not text.startswith(("{", "[")):
        return data
    text = _TOKEN.sub(_in_json, text)
    if module:
        with suppress(ValueError, RecursionError):  # the parser says what is wrong
            text = text[: json.JSONDecoder().raw_decode(text)[1]]
    return text.encode()


def _in_json(token: re.Match[str]) -> str:
    match token.lastgroup:
        case "text":
            return f'"{_IN_TEXT.sub(_escaped, token["text"])}"'
        case "key":
            return f'"{token["key"]}"'
        case "word":
            return _WORDS[token["word"]]
        case "nothing":
            return ""
    return token[0]


def _escaped(character: re.Match[str]) -> str:
    """A character of a text that is not in double quotes, as it is written in these."""
    found = character[0]
    return {'"': '\\"', "\n": "\\n", "\\'": "'", "\\`": "`"}.get(found, found)


def _is_bytes(value: Any) -> bool:
    """Whether a value is a list of bytes, as JavaScript writes a buffer."""
    return isinstance(value, list) and len(value) >= LEAST and all(type(n) is int and 0 <= n <= 255 for n in value)


def _may_be_log(value: Any) -> bool:
    return isinstance(value, dict | list) or (isinstance(value, str) and len(value) >= LEAST)
