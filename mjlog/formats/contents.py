"""Logs that no format recognises as they are: in UTF-16, as a module of JavaScript, or as a value in other JSON."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import orjson

from mjlog.archive import Source

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
_BOM: Final = "\ufeff"


def contents(source: Source) -> Iterator[Source]:
    """The texts that may be a log: the file in UTF-8, the value of a module, the values of its JSON, outer ones first.

    >>> [inner.data for inner in contents(Source("a", '{"log": {"a": 1}}'.encode("utf-16")))]
    [b'{"log": {"a": 1}}', b'{"a":1}']
    """
    data = source.data
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data = data.decode("utf-16", "replace").encode()
        yield Source(source.name, data)
    try:
        values = [orjson.loads(data)]
    except orjson.JSONDecodeError:
        data = _value_of_program(data)
        yield Source(source.name, data)
        try:
            values = [orjson.loads(data)]
        except orjson.JSONDecodeError:
            return
    if isinstance(values[0], str):
        yield Source(source.name, values[0].encode())
    for _ in range(DEPTH):
        yield from (Source(source.name, bytes(value)) for value in values if _is_bytes(value))
        values = [part for value in values if isinstance(value, dict) for part in value.values() if _may_be_log(part)]
        for value in values:
            yield Source(source.name, value.encode() if isinstance(value, str) else orjson.dumps(value))


def is_module(data: bytes) -> bool:
    """Whether the file is a module of JavaScript that exports a value."""
    return _MODULE.match(data[:HEAD].decode("utf-8", "replace").removeprefix(_BOM)) is not None


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
