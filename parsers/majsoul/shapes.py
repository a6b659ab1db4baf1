"""Reads the several forms of a record as one: a head and a list of records.

The forms are the answer of the service (`ResGameRecord`), the bytes in it (`GameDetailRecords`, bare or in a
`Wrapper`), and the JSON dumps of tools: the whole answer, the records in a list, or one list per kyoku. Keys get the
spelling of the service (`point_rong`, not `pointRong`), and names of records lose `.lq.Record`.

Captures of the traffic are read too: the frame of an answer (the byte 3, two bytes of its number, then a `Wrapper`
without a name), bytes as hexadecimal or base64 text or as a `data:` address, and the HAR file of a browser, with the
frames in base64.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from google.protobuf.message import Message

from mjlog.errors import Fault, LogError
from parsers.majsoul import schema

Fields = Mapping[str, Any]

VERSIONS: Final = {0: "records", 210715: "actions"}
"""The field with the records, by version of `GameDetailRecords`; 0 if it has no version."""
HEADS: Final = ("head", "header")
BODIES: Final = ("data", "rounds", "records", "actions")
"""Keys of the head and of the records in dumps."""
_BOM: Final = b"\xef\xbb\xbf"
_BLANK: Final = b" \t\r\n"
HAR_HEAD: Final = 1024
"""The list of entries begins in this many bytes of a HAR file; a shorter string in it is no record."""
_ADDRESS: Final = re.compile(rb"\s*data:[\w/.+-]*;base64,")
_TEXT: Final = re.compile(rb"\s*(?:(?:0x)?[0-9A-Fa-f]{2}[\s:,]*){16}|[A-Za-z0-9+/]{64}")
_HEX: Final = re.compile(rb"[0-9A-Fa-f]+")
_ANSWER: Final = b"\x03"
_FRAME: Final = 3
"""Bytes before the `Wrapper` of a frame: its kind and its number."""
_PREFIX: Final = re.compile(r"^(?:\.?lq\.)?(?:Record(?=[A-Z]))?")


@dataclass(frozen=True, slots=True)
class Record:
    """One record."""

    name: str
    """Such as `NewRound`."""
    fields: Fields


@dataclass(frozen=True, slots=True)
class Raw:
    """One game as it is stored."""

    head: Fields
    """Empty if the dump has none."""
    records: list[Record]
    error: LogError | None = None
    """An error after the last of the records."""


def games_in(data: bytes) -> list[Raw]:
    """The games of a file."""
    if looks_like_har(data):
        return [_in_bytes(captured) for captured in _in_har(_loaded(data.removeprefix(_BOM)))]
    if looks_like_json(data):
        return list(_in_json(_loaded(data.removeprefix(_BOM))))
    return [_in_bytes(message(data))]


def message(data: bytes) -> bytes:
    """The message in captured bytes: out of hexadecimal or base64 text, and out of the frame of an answer.

    >>> message(bytes([3, 1, 0, 18, 2, 10, 0])).hex(), message(b"0a" * 16).hex()
    ('0a00', '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a')
    """
    if address := _ADDRESS.match(data):
        data = data[address.end() :]
    if _TEXT.match(data):
        text = re.sub(rb"[\s:,]|0x", b"", data)
        try:
            data = bytes.fromhex(text.decode()) if _HEX.fullmatch(text) else base64.b64decode(text, validate=True)
        except ValueError:
            return data
    if data[:1] != _ANSWER or data[_FRAME : _FRAME + 1] not in (b"\x0a", b"\x12"):
        return data
    try:
        return bytes(schema.decoded(schema.WRAPPER, data[_FRAME:]).data)
    except LogError:
        return data


def looks_like_har(data: bytes) -> bool:
    """Whether bytes are the HAR file of a browser with a record in it."""
    return looks_like_json(data) and b'"entries"' in data[:HAR_HEAD] and b'"_webSocketMessages"' in data


def _in_har(value: Any) -> Iterator[bytes]:
    """The answers with records among the strings of a HAR file."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _in_har(inner)
    elif isinstance(value, str) and len(value) > HAR_HEAD:
        found = message(value.encode())
        if schema.GAME.encode() in found[: len(found) // 2]:
            yield found


def looks_like_json(data: bytes) -> bool:
    """Whether bytes begin like JSON; a protobuf message never does, because its first byte is a small number."""
    return data[:64].removeprefix(_BOM).lstrip(_BLANK)[:1] in (b"{", b"[")


# -- protobuf


def _in_bytes(data: bytes) -> Raw:
    head: Fields = {}
    name, body = _unwrapped(data)
    if name == schema.RESPONSE or (name is None and not _is_bare(body)):
        answer = schema.decoded(schema.RESPONSE, body)
        if not answer.data:
            place = f"they are at {answer.data_url}" if answer.data_url else "it names no address of them"
            raise LogError(Fault.MISSING_VALUE, f"the answer contains no records; {place}")
        head = schema.as_dict(answer.head)
        name, body = _unwrapped(answer.data)
    if name not in (schema.GAME, None):
        raise LogError(Fault.UNKNOWN_TAG, f"a message {name} is not a game")
    details = schema.decoded(schema.GAME, body)
    _check_version(details.version)
    records: list[Record] = []
    for n, wrapped in enumerate(_kept(details)):
        try:
            records.append(_record_of(schema.decoded(schema.WRAPPER, wrapped)))
        except LogError as error:
            return Raw(head, records, error.at(event=n))
    return Raw(head, records)


def _is_bare(data: bytes) -> bool:
    """Whether bytes are records, not an answer, whose fields have the same numbers."""
    kept = _kept(schema.decoded(schema.GAME, data))
    return bool(kept) and _unwrapped(kept[0])[0] is not None


def _kept(details: Any) -> list[bytes]:
    """The wrapped records; actions without one are clicks of the players."""
    return [action.result for action in details.actions if action.result] or [*details.records]


def _unwrapped(data: bytes) -> tuple[str | None, bytes]:
    """The name and bytes in a wrapper; None and the same bytes without one."""
    if data[:1] == b"\x0a" and data[2:6] == b".lq.":
        wrapper = schema.decoded(schema.WRAPPER, data)
        return wrapper.name.removeprefix(".lq."), wrapper.data
    return None, data


def _record_of(wrapper: Any) -> Record:
    name = wrapper.name.removeprefix(".lq.")
    if name not in schema.MESSAGES:  # of an event mode: only its name matters
        return Record(_short(name), {})
    message: Message = schema.decoded(name, wrapper.data)
    return Record(_short(name), schema.as_dict(message))


def _check_version(version: Any) -> None:
    if type(version) is not int:
        raise LogError(Fault.BAD_VALUE, f"the version of records {str(version)[:40]!r} is not an integer")
    if version not in VERSIONS:
        known = ", ".join(map(str, VERSIONS))
        raise LogError(Fault.UNKNOWN_CODE, f"unknown version of records {version!r}; known are {known}")


# -- JSON


def _loaded(data: bytes) -> Any:
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        lines = [line for line in data.split(b"\n") if line.strip(_BLANK)]
        if len(lines) > 1:
            try:
                return [orjson.loads(line) for line in lines]
            except orjson.JSONDecodeError:
                pass  # the first error says more
        fault = Fault.TRUNCATED if error.pos >= len(data.rstrip(_BLANK)) else Fault.BROKEN_MARKUP
        raise LogError(fault, f"not JSON: {error.msg}").at(offset=error.pos) from error


def _in_json(value: Any) -> Iterator[Raw]:
    """The games of a JSON value: one, or those of a list."""
    if isinstance(value, list) and not any(map(_is_record, _leaves(value))):
        for inner in value:
            yield from _in_json(inner)
        return
    head: Fields = {}
    body = value
    if isinstance(value, dict) and not _is_record(value) and not _is_details(value):
        found = next((value[key] for key in HEADS if key in value), value)
        if not isinstance(found, dict):
            raise LogError(Fault.BAD_VALUE, "the head of the game is not an object")
        head = _with_our_keys({key: inner for key, inner in found.items() if key not in BODIES})
        body = next((value[key] for key in BODIES if value.get(key)), None)
    if body is None:
        raise LogError(Fault.EMPTY_GAME, "the dump contains no records")
    records: list[Record] = []
    try:
        for record in _records(body):
            records.append(record)  # noqa: PERF402  # records before an error are kept
    except LogError as error:
        yield Raw(head, records, error)
    else:
        yield Raw(head, records)


def _leaves(value: Sequence[Any]) -> Iterator[Any]:
    """The items of a list, and of lists in it."""
    for inner in value:
        if isinstance(inner, list):
            yield from _leaves(inner)
        else:
            yield inner


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and (isinstance(value.get("name"), str) or ("result" in value and "type" in value))


def _is_details(value: Mapping[str, Any]) -> bool:
    return not any(key in value for key in HEADS) and ("records" in value or "actions" in value)


def _records(value: Any) -> Iterator[Record]:
    """The records in the body of a dump, in order."""
    if isinstance(value, list):
        for inner in value:
            yield from _records(inner)
    elif not isinstance(value, dict):
        raise LogError(Fault.BAD_VALUE, f"{str(value)[:40]!r} is not a record")
    elif isinstance(value.get("name"), str):
        short = _short(value["name"])
        if short == schema.GAME:
            yield from _records(value.get("data") or {})
            return
        fields = value.get("data")
        if not isinstance(fields, dict | None):
            raise LogError(Fault.BAD_VALUE, f"the data of {short} is not an object")
        yield Record(short, _with_our_keys(fields or {}))
    elif value.get("actions") or value.get("records"):
        _check_version(value.get("version") or 0)
        yield from _records(value.get("actions") or value["records"])
    elif value.get("result"):
        yield from _records(value["result"])


def _short(name: str) -> str:
    return _PREFIX.sub("", name, count=1)


def _with_our_keys(value: Any) -> Any:
    """A JSON value with the service's spelling of keys; unknown keys and their values are unchanged."""
    if isinstance(value, dict):
        found = {}
        for key, inner in value.items():
            ours = schema.spelled(key)
            if ours is None:
                found[key] = inner
            else:
                found[ours] = _with_our_keys(inner) if isinstance(inner, dict | list) else inner
        return found
    if value and isinstance(value[0], dict | list):
        return [_with_our_keys(inner) if isinstance(inner, dict | list) else inner for inner in value]
    return value
