"""Logs that no format recognises as they are: in UTF-16, or as a value inside other JSON."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Any, Final

import orjson

from mjlog.archive import Source

DEPTH: Final = 4
"""Values this deep in JSON are tried."""
LEAST: Final = 100
"""Shorter texts in JSON are no logs."""


def contents(source: Source) -> Iterator[Source]:
    """The texts that may be a log in a source: the file in UTF-8, then the values of its JSON, outer ones first.

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
        return
    if isinstance(values[0], str):
        yield Source(source.name, values[0].encode())
    for _ in range(DEPTH):
        values = [part for value in values if isinstance(value, dict) for part in value.values() if _may_be_log(part)]
        for value in values:
            yield Source(source.name, value.encode() if isinstance(value, str) else orjson.dumps(value))


def _may_be_log(value: Any) -> bool:
    return isinstance(value, dict | list) or (isinstance(value, str) and len(value) >= LEAST)
