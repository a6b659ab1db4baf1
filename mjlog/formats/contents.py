"""Logs that no format recognises as they are: in UTF-16, as a module of JavaScript, or as a value in other JSON."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Any, Final

import orjson

from mjlog.archive import Source

DEPTH: Final = 4
"""Values this deep in JSON are tried."""
LEAST: Final = 100
"""Shorter texts in JSON are no logs."""
_MODULE: Final = re.compile(
    rb"\s*(?:module\.exports\s*=|export\s+default\s|(?:export\s+)?(?:const|let|var)\s+[\w$]{1,100}\s*=)\s*(?=[\[{])"
)
"""Before the value of a module of JavaScript."""


def contents(source: Source) -> Iterator[Source]:
    """The texts that may be a log: the file in UTF-8, the value of a module, the values of its JSON, outer ones first.

    >>> [inner.data for inner in contents(Source("a", '{"log": {"a": 1}}'.encode("utf-16")))]
    [b'{"log": {"a": 1}}', b'{"a":1}']
    """
    data = source.data
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data = data.decode("utf-16", "replace").encode()
        yield Source(source.name, data)
    if module := _MODULE.match(data):
        data = data[module.end() :].rstrip().removesuffix(b";")
        yield Source(source.name, data)
    try:
        values = [orjson.loads(data)]
    except orjson.JSONDecodeError:
        return
    if isinstance(values[0], str):
        yield Source(source.name, values[0].encode())
    for _ in range(DEPTH):
        values = [part for value in values if isinstance(value, dict) for part in value.values() if _may_be_log(part)]
        for value in values:
            yield Source(source.name, value.encode() if isinstance(value, str) else orjson.dumps(value))


def is_module(data: bytes) -> bool:
    """Whether the file is a module of JavaScript that exports a value."""
    return _MODULE.match(data) is not None


def _may_be_log(value: Any) -> bool:
    return isinstance(value, dict | list) or (isinstance(value, str) and len(value) >= LEAST)
