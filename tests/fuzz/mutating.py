"""Damage to the text, the structure and the bytes of a sample."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

BOUNDARIES: Final = (
    0, 1, -1, 2, 3, 4, 5, 7, 34, 37, 127, 128, 136, 255, 256, 1_000, 32_767, 32_768, 65_536, 10**8, 500_000_001,
    2**31 - 1, 2**31, -(2**31), 2**63 - 1, -(2**63), 2**64, 10**30,
)  # fmt: skip
"""Whole numbers at the ends of types, tiles and seats."""
TEXTS: Final = (
    "", "0", "-", "?", "東", "1m", "5mr", "0z", "m123p456", "http://[", "https://tenhou.net/0/?log=", "\0", "\x1b[31m",
    "\u202e", "🀄", "=1+1", "<b>", "\n", "a" * 5_000, "[" * 100, "nan", "1e999", "9" * 30, "c1p2m3", "60m60",
)  # fmt: skip
ODD: Final = (None, True, False, 0.5, -0.0, 1e300, [], {}, [[]], [{}], {"a": []}, [None], [1], {"type": "hora"})
REPEATS: Final = (2, 2, 2, 2, 3, 3, 9, 9, 130, 300)

_NUMBER: Final = re.compile(rb"-?\d+(?:\.\d+)?")
_TAG: Final = re.compile(rb"<[^<>]*>")

Change = Callable[[Random, bytes], bytes]


def deep(value: Any, depth: int) -> Any:
    """A value inside lists and objects."""
    for n in range(depth):
        value = [value] if n % 2 else {"x": value}
    return value


def hostile(rng: Random) -> Any:
    """Any value of JSON."""
    return rng.choice(
        (*BOUNDARIES[:-2], *BOUNDARIES[:-2], *TEXTS, *ODD, *ODD, deep(1, rng.choice((3, 30, 63, 200, 400))))
    )


def json_value(rng: Random, data: bytes) -> bytes:
    """A JSON document, or a line of one, with some values replaced, removed, doubled or exchanged."""
    try:
        value: Any = json.loads(data)
    except ValueError:
        lines = data.split(b"\n")
        place = rng.randrange(len(lines))
        try:
            lines[place] = _dumped(_changed(rng, json.loads(lines[place])))
        except ValueError:
            return text(rng, data)
        if rng.random() < 0.2:
            lines[place:place] = [lines[place]] * rng.choice(REPEATS)
        return b"\n".join(lines)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        value = _changed(rng, value)
    return _dumped(value)


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _changed(rng: Random, value: Any) -> Any:
    """The value with one change at a random depth."""
    if not isinstance(value, list | dict) or not value or rng.random() < 0.03:
        return _other(rng, value)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = rng.choice(keys)
    inner = value[key]
    if isinstance(inner, list | dict) and inner and rng.random() < 0.93:
        value[key] = _changed(rng, inner)
        return value
    match rng.randrange(8):
        case 0:
            del value[key]
        case 1 if isinstance(value, list):
            value[key:key] = [inner] * rng.choice(REPEATS)
        case 1 if isinstance(value, dict):
            value[rng.choice(TEXTS)] = hostile(rng)
        case 2:
            other = rng.choice(keys)
            value[key], value[other] = value[other], inner
        case 3 if isinstance(value, list):
            del value[key:]
        case _:
            value[key] = _other(rng, inner)
    return value


def _other(rng: Random, value: Any) -> Any:
    if isinstance(value, str) and rng.random() < 0.6:
        if value[:1] in ("{", "[") and rng.random() < 0.9:
            return json_value(rng, value.encode()).decode("utf-8", "replace")
        place = rng.randrange(len(value) + 1)
        return value[:place] + rng.choice(TEXTS) + value[place + rng.randrange(3) :]
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 10, 100, 2**31))
    return hostile(rng)


def markup(rng: Random, data: bytes) -> bytes:
    """XML with tags removed, doubled, exchanged or repeated, and numbers and attributes changed."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        tags = list(_TAG.finditer(data))
        if not tags:
            return text(rng, data)
        tag, other = rng.choice(tags), rng.choice(tags)
        match rng.randrange(8):
            case 0:
                data = data[: tag.start()] + data[tag.end() :]
            case 1:
                data = data[: tag.end()] + tag[0] * rng.choice(REPEATS) + data[tag.end() :]
            case 2:
                data = data[: tag.start()] + other[0] + data[tag.start() :]
            case 3:
                data = data[: tag.start()] + text(rng, tag[0]) + data[tag.end() :]
            case 4:
                attribute = rng.choice([*re.finditer(rb' \w+="[^"]*"', tag[0])] or [None])
                if attribute:
                    new = rng.choice(
                        (b"", attribute[0] * 2, attribute[0].replace(b",", b",,"), b' hai0="1,2,3"', b' who="7"')
                    )
                    data = data[: tag.start()] + tag[0].replace(attribute[0], new) + data[tag.end() :]
            case _:
                data = data[: tag.start()] + _numbers(rng, tag[0]) + data[tag.end() :]
    return data


def _numbers(rng: Random, data: bytes) -> bytes:
    numbers = list(_NUMBER.finditer(data))
    if not numbers:
        return data
    number = rng.choice(numbers)
    return data[: number.start()] + str(rng.choice(BOUNDARIES)).encode() + data[number.end() :]


def text(rng: Random, data: bytes) -> bytes:
    """Text with numbers changed, and parts removed, repeated, replaced or cut off."""
    if not data:
        return rng.choice(TEXTS).encode()
    start = rng.randrange(len(data))
    end = min(start + rng.choice((1, 2, 8, 100)), len(data))
    match rng.randrange(7):
        case 0:
            return data[:start] + data[end:]
        case 1:
            return data[:end] + data[start:end] * rng.choice(REPEATS) + data[end:]
        case 2:
            return data[:start] + rng.choice(TEXTS).encode() + data[end:]
        case 3:
            return data[:start] + rng.randbytes(end - start) + data[end:]
        case 4 if rng.random() < 0.3:
            return data[:start]
        case _:
            return _numbers(rng, data[start : start + 400]).join((data[:start], data[start + 400 :]))


def flipped(rng: Random, data: bytes) -> bytes:
    """Bytes with some of them changed, removed or repeated."""
    for _ in range(rng.choice((1, 1, 2, 8))):
        if not data:
            break
        place = rng.randrange(len(data))
        end = place + rng.choice((1, 1, 2, 4, 50))
        match rng.randrange(4):
            case 0:
                data = data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
            case 1:
                data = data[:place] + rng.choice((b"\0", b"\xff", b"\x7f", b"\x80")) * (end - place) + data[end:]
            case 2:
                data = data[:place] + data[end:]
            case _:
                data = data[:end] + data[place:end] + data[end:]
    return data


def smaller(data: bytes, fails: Callable[[bytes], bool], tries: int = 400) -> bytes:
    """A shorter input that still fails: pieces are left out as long as it does."""
    size = len(data) // 2
    while size and tries > 0:
        place = 0
        while place < len(data) and tries > 0:
            shorter = data[:place] + data[place + size :]
            tries -= 1
            if fails(shorter):
                data = shorter
            else:
                place += size
        size //= 2
    return data
