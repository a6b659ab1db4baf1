"""The compiled scanner: concatenated bytes of many logs → columns of tags and attributes.

It reads Tenhou's own form only: elements without text, double quotes, no entities, comments or declarations. Where a source leaves that form the
scanner stops reading it and says where; `markup.canonical` then rewrites that source with lxml.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from mjlog.columns import ABSENT
from parsers.tenhou import vocab


class Tags(NamedTuple):
    """One row per tag."""

    code: np.ndarray[Any, np.dtype[np.int8]]
    """`(n,)` int8: a `vocab.Tag`."""
    number: np.ndarray[Any, np.dtype[np.int32]]
    """`(n,)` int32: the number in the tag's name (`T53`), else -1."""
    position: np.ndarray[Any, np.dtype[np.int64]]
    """`(n,)` int64: place of the `<` in the bytes."""
    attributes: np.ndarray[Any, np.dtype[np.int64]]
    """`(n + 1,)` int64 offsets into `Attributes`."""


class Attributes(NamedTuple):
    """One row per attribute; a value that is a list of numbers is read, texts are left to the caller."""

    code: np.ndarray[Any, np.dtype[np.int8]]
    """`(n,)` int8: a `vocab.Attribute`."""
    first: np.ndarray[Any, np.dtype[np.int64]]
    """`(n,)` int64: place of the value's first number in `Scan.numbers`; of a text, its digest is there (low half, high half)."""
    count: np.ndarray[Any, np.dtype[np.int32]]
    """`(n,)` int32: how many numbers the value lists, ABSENT for a text."""


class Scan(NamedTuple):
    """What the scanner found in a batch of sources."""

    tags: Tags
    attributes: Attributes
    numbers: np.ndarray[Any, np.dtype[np.int32]]
    """All numbers of all values; fractions are cut off, an empty place in a list is `BLANK`."""
    tag_range: np.ndarray[Any, np.dtype[np.int64]]
    """`(n_sources, 2)` int64: first tag of each source and the one behind its last."""
    stopped: np.ndarray[Any, np.dtype[np.int64]]
    """`(n_sources,)` int64: where a source leaves Tenhou's form, -1 if it does not."""


TAG_DIGESTS, TAG_CODES = vocab.lookup(vocab.TAG_NAMES)  # type: ignore[arg-type]  # an IntEnum is an int
ATTRIBUTE_DIGESTS, ATTRIBUTE_CODES = vocab.lookup(vocab.ATTRIBUTE_NAMES)  # type: ignore[arg-type]  # an IntEnum is an int
LETTER_CODES = np.full(256, -1, np.int8)
LETTER_CODES[np.frombuffer((vocab.DRAW_LETTERS + vocab.DISCARD_LETTERS).encode(), np.uint8)] = range(8)

UNKNOWN_TAG = int(vocab.Tag.UNKNOWN)
OTHER_ATTRIBUTE = int(vocab.Attribute.OTHER)

BLANK = -(2**31)
"""What an empty place in a list of numbers is read as."""
PADDING = 16
"""Zero bytes behind the last source, so that the scanner may look ahead."""


def scan(data: np.ndarray[Any, np.dtype[np.uint8]], starts: np.ndarray[Any, np.dtype[np.int64]]) -> Scan:
    """Tags and attributes of sources laid end to end in `data`; source `s` is `data[starts[s]:starts[s + 1]]`, `PADDING` zero bytes follow."""
    n_tags = int(np.count_nonzero(data == ord("<"))) + 1
    n_attributes = int(np.count_nonzero(data == ord("="))) + 1
    n_numbers = int(np.count_nonzero(data == ord(","))) + 2 * n_attributes
    tags = Tags(
        np.empty(n_tags, np.int8),
        np.empty(n_tags, np.int32),
        np.empty(n_tags, np.int64),
        np.empty(n_tags + 1, np.int64),
    )
    attributes = Attributes(
        np.empty(n_attributes, np.int8), np.empty(n_attributes, np.int64), np.empty(n_attributes, np.int32)
    )
    numbers = np.empty(n_numbers, np.int32)
    tag_range = np.zeros((len(starts) - 1, 2), np.int64)
    stopped = np.full(len(starts) - 1, -1, np.int64)
    _scan(
        data, starts, tags, attributes, numbers, tag_range, stopped,
        TAG_DIGESTS, TAG_CODES, ATTRIBUTE_DIGESTS, ATTRIBUTE_CODES, LETTER_CODES,
    )  # fmt: skip
    n_tags = int(tag_range[-1, 1]) if len(tag_range) else 0
    tags = Tags(tags.code[:n_tags], tags.number[:n_tags], tags.position[:n_tags], tags.attributes[: n_tags + 1])
    n_attributes = int(tags.attributes[n_tags])
    attributes = Attributes._make(column[:n_attributes] for column in attributes)
    return Scan(tags, attributes, numbers, tag_range, stopped)


def replace_sources(scanned: Scan, sources: np.ndarray[Any, np.dtype[np.int64]], by: Scan, shift: int) -> Scan:
    """The scan with the given sources read from another scan, whose bytes lie `shift` behind those of the first."""
    n_tags, n_attributes = len(scanned.tags.code), len(scanned.attributes.code)
    tags = Tags(
        np.concatenate([scanned.tags.code, by.tags.code]),
        np.concatenate([scanned.tags.number, by.tags.number]),
        np.concatenate([scanned.tags.position, by.tags.position + shift]),
        np.concatenate([scanned.tags.attributes[:-1], by.tags.attributes + n_attributes]),
    )
    attributes = Attributes(
        np.concatenate([scanned.attributes.code, by.attributes.code]),
        np.concatenate([scanned.attributes.first, by.attributes.first + len(scanned.numbers)]),
        np.concatenate([scanned.attributes.count, by.attributes.count]),
    )
    tag_range = scanned.tag_range.copy()
    tag_range[sources] = by.tag_range + n_tags
    stopped = scanned.stopped.copy()
    stopped[sources] = np.where(by.stopped >= 0, by.stopped + shift, ABSENT)
    return Scan(tags, attributes, np.concatenate([scanned.numbers, by.numbers]), tag_range, stopped)


@njit(cache=True, nogil=True, boundscheck=False)
def _scan(  # noqa: D103
    data: Any, starts: Any, tags: Any, attributes: Any, numbers: Any, tag_range: Any, stopped: Any,
    tag_digests: Any, tag_codes: Any, attribute_digests: Any, attribute_codes: Any, letter_codes: Any,
) -> None:  # fmt: skip
    offset_basis = np.uint64(0xCBF29CE484222325)
    prime = np.uint64(0x100000001B3)
    n_tags = 0
    n_attributes = 0
    n_numbers = 0
    tags.attributes[0] = 0
    for source in range(starts.size - 1):
        tag_range[source, 0] = n_tags
        i = starts[source]
        end = starts[source + 1]
        while i < end:
            byte = data[i]
            if byte != 60:
                if byte == 10 or byte == 13 or byte == 32 or byte == 9:
                    i += 1
                    continue
                stopped[source] = i
                break
            position = i
            i += 1
            letter = letter_codes[data[i]]
            if letter >= 0 and 48 <= data[i + 1] <= 57:
                number = 0
                i += 1
                while 48 <= data[i] <= 57 and number < 100000:
                    number = number * 10 + data[i] - 48
                    i += 1
                tags.code[n_tags] = letter
                tags.number[n_tags] = number
            else:
                digest = offset_basis
                while data[i] > 47 and data[i] != 62 or (data[i] == 47 and i == position + 1):
                    digest = (digest ^ np.uint64(data[i])) * prime
                    i += 1
                code = UNKNOWN_TAG
                for k in range(tag_digests.size):
                    if tag_digests[k] == digest:
                        code = tag_codes[k]
                        break
                tags.code[n_tags] = code
                tags.number[n_tags] = -1
            first_attribute = n_attributes
            first_number = n_numbers
            broken = False
            while True:
                while data[i] == 32 or data[i] == 10 or data[i] == 13 or data[i] == 9:
                    i += 1
                if i >= end or data[i] == 62:
                    break
                if data[i] == 47 and data[i + 1] == 62:
                    i += 1
                    break
                digest = offset_basis
                while 47 < data[i] <= 122 and data[i] != 61 and data[i] != 62:
                    digest = (digest ^ np.uint64(data[i])) * prime
                    i += 1
                if data[i] != 61 or data[i + 1] != 34:
                    broken = True
                    break
                i += 2
                value = i
                first = n_numbers
                is_list = True
                while data[i] != 34 and is_list:
                    negative = data[i] == 45
                    if negative:
                        i += 1
                    number = 0
                    n_digits = 0
                    while 48 <= data[i] <= 57 and n_digits < 10:
                        number = number * 10 + data[i] - 48
                        n_digits += 1
                        i += 1
                    if n_digits and data[i] == 46:
                        i += 1
                        while 48 <= data[i] <= 57:
                            i += 1
                    is_list = (data[i] == 44 or data[i] == 34) and number < 2**31 and (n_digits > 0 or not negative)
                    numbers[n_numbers] = BLANK if n_digits == 0 else (-number if negative else number)
                    n_numbers += 1
                    if data[i] == 44:
                        i += 1
                        if data[i] == 34:
                            numbers[n_numbers] = BLANK
                            n_numbers += 1
                count = n_numbers - first
                if not is_list:
                    text = offset_basis
                    i = value
                    while data[i] != 34 and data[i] != 60 and data[i] != 38 and i < end:
                        text = (text ^ np.uint64(data[i])) * prime
                        i += 1
                    n_numbers = first + 2
                    numbers[first] = np.int32(text & np.uint64(0x7FFFFFFF))
                    numbers[first + 1] = np.int32(text >> np.uint64(33))
                    count = ABSENT
                if i >= end or data[i] != 34:
                    broken = True
                    break
                code = OTHER_ATTRIBUTE
                for k in range(attribute_digests.size):
                    if attribute_digests[k] == digest:
                        code = attribute_codes[k]
                        break
                attributes.code[n_attributes] = code
                attributes.first[n_attributes] = first
                attributes.count[n_attributes] = count
                n_attributes += 1
                i += 1
            if broken or i >= end:
                n_attributes = first_attribute
                n_numbers = first_number
                stopped[source] = position
                break
            i += 1
            tags.position[n_tags] = position
            n_tags += 1
            tags.attributes[n_tags] = n_attributes
        tag_range[source, 1] = n_tags
