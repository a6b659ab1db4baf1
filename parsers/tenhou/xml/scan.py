"""Compiled: concatenated bytes of many logs → columns of tags and attributes.

It reads only Tenhou's own form, which all of 1,400 genuine files have: ASCII-compatible text, every element empty
(`<T53/>`) except the root, double quotes, no entities or declarations; line breaks and blanks between tags and
attributes, and plain comments between tags (6 of the files begin with one). Where a source leaves that form the scanner
stops reading it and says where; `rewrite.canonical` then rewrites that source with lxml.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.games.columns import ABSENT, Ints
from mjlog.jit import jit, jit_inner
from parsers.tenhou.xml import vocab

Bytes = NDArray[np.uint8]
wide: Any = np.int64
"""Converts a number of a column to int64 for arithmetic in compiled code."""


class Tags(NamedTuple):
    """One row per tag."""

    code: Ints
    """`(n,)` int8: a `vocab.Tag`."""
    number: Ints
    """`(n,)` int16: the number in a draw's or discard's name (`T53`), 1000 for all above, else ABSENT."""
    position: Ints
    """`(n,)` int64: place of the `<` in the bytes."""
    attributes: Ints
    """`(n + 1,)` int32 offsets into `Attributes`."""


class Attributes(NamedTuple):
    """One row per attribute; a value that is a list of numbers is read, texts are left to the caller."""

    code: Ints
    """`(n,)` int8: a `vocab.Attribute`."""
    position: Ints
    """`(n,)` int64: place of the value's first character in the bytes."""
    first: Ints
    """`(n,)` int64: place of the value's first number in `Scan.numbers`; of a text its digest, 0 if it is long."""
    n_numbers: Ints
    """`(n,)` int32: how many numbers the value lists, 0 for an empty value, ABSENT for a text."""


class Scan(NamedTuple):
    """The tags and attributes of a batch of sources."""

    tags: Tags
    attributes: Attributes
    numbers: Ints
    """`(n,)` int32: all numbers of all values; fractions are cut off, an empty place in a list is `BLANK`."""
    tag_range: Ints
    """`(n_sources, 2)` int64: first tag of each source and the tag after its last."""
    stopped: Ints
    """`(n_sources,)` int64: position at which a source leaves Tenhou's form, ABSENT if it does not."""
    n_of_code: Ints
    """`(len(Tag),)` int64: how many tags of each code there are, draws and discards left out."""


BLANK: Final = -(2**31)
"""The number for an empty place in a list."""
PADDING: Final = 16
"""Zero bytes after the last source, so that the scanner can look ahead."""
LONGEST_TEXT: Final = 8
"""Texts up to this length get a digest."""

UNKNOWN_TAG: Final = int(vocab.Tag.UNKNOWN)
GAME_TAG: Final = int(vocab.Tag.GAME)
GAME_END_TAG: Final = int(vocab.Tag.GAME_END)
OTHER_ATTRIBUTE: Final = int(vocab.Attribute.OTHER)

LESS, GREATER, SLASH, EQUALS, QUOTE, COMMA, PLUS, MINUS, POINT, ZERO, NINE, MARK = b'<>/=",+-.09!'
BLANK_CLASS, NAME_CLASS, TEXT_CLASS = 1, 2, 4
"""Bits of `CLASSES`: blanks between attributes; what a name may hold; what a value may hold as it stands."""


def _classes() -> Bytes:
    """The class bits of each byte, and above them for `TUVWDEFG` the tag code plus one."""
    classes = np.zeros(256, np.uint8)
    for byte in range(256):
        character = chr(byte)
        blank = character in " \t\r\n"
        classes[byte] |= BLANK_CLASS * blank
        classes[byte] |= NAME_CLASS * (byte > 127 or character.isalnum() or character in "_-.:")
        classes[byte] |= TEXT_CLASS * ((byte >= 32 or blank) and character not in '"<>&')
    for code, letter in enumerate(vocab.DRAW_LETTERS + vocab.DISCARD_LETTERS):
        classes[ord(letter)] |= code + 1 << 3
    return classes


class Tables(NamedTuple):
    """Look-up tables; an argument, because compiled code on disk would keep old constants."""

    classes: Bytes
    tag_digests: Ints
    tag_codes: Ints
    attribute_digests: Ints
    attribute_codes: Ints


TABLES: Final = Tables(_classes(), *vocab.lookup(vocab.TAG_NAMES), *vocab.lookup(vocab.ATTRIBUTE_NAMES))


def scan(data: Bytes, starts: Ints) -> Scan:
    """Tags and attributes of sources laid end to end.

    Source `s` is `data[starts[s]:starts[s + 1]]`; bytes before the first are skipped, and `PADDING` zero bytes
    follow the last. The columns are as large as the bytes could ever need; memory after their ends is never touched
    and costs nothing.
    """
    n = len(data) - int(starts[0])
    most_tags, most_attributes = n // 4 + 1, n // 5 + 1  # `<N/>`, ` m=""`
    tags = Tags(
        np.empty(most_tags, np.int8),
        np.empty(most_tags, np.int16),
        np.empty(most_tags, np.int64),
        np.empty(most_tags + 1, np.int32),
    )
    attributes = Attributes(
        np.empty(most_attributes, np.int8),
        np.empty(most_attributes, np.int64),
        np.empty(most_attributes, np.int64),
        np.empty(most_attributes, np.int32),
    )
    numbers = np.empty(n, np.int32)
    tag_range = np.zeros((len(starts) - 1, 2), np.int64)
    stopped = np.full(len(starts) - 1, ABSENT, np.int64)
    n_of_code = np.zeros(len(vocab.Tag), np.int64)
    n_tags, n_attributes, n_numbers = _scan(
        data, starts, tags, attributes, numbers, tag_range, stopped, n_of_code, TABLES
    )
    tags = Tags(tags.code[:n_tags], tags.number[:n_tags], tags.position[:n_tags], tags.attributes[: n_tags + 1])
    attributes = Attributes._make(column[:n_attributes] for column in attributes)
    return Scan(tags, attributes, numbers[:n_numbers], tag_range, stopped, n_of_code)


@jit
def _scan(
    data: Any, starts: Any, tags: Tags, attributes: Attributes, numbers: Any, tag_range: Any, stopped: Any,
    n_of_code: Any, tables: Tables,
) -> tuple[int, int, int]:  # fmt: skip
    """Fill the columns; the number of tags, attributes and numbers written."""
    classes, tag_digests, tag_codes, attribute_digests, attribute_codes = tables
    tag_code, tag_number, tag_position, tag_attributes = tags
    attribute_code, attribute_position, attribute_first, attribute_n = attributes
    tag = attribute = number = 0
    tag_attributes[0] = 0
    for source in range(starts.size - 1):
        tag_range[source, 0] = tag
        i = starts[source]
        end = starts[source + 1]
        while i < end:
            if data[i] != LESS:
                if classes[data[i]] & BLANK_CLASS:
                    i += 1
                    continue
                stopped[source] = i
                break
            if data[i + 1] == MARK:
                after = _comment(data, i, end, classes)
                if after == ABSENT:
                    stopped[source] = i
                    break
                i = after
                continue
            tag_position[tag] = i
            letter = wide(classes[data[i + 1]]) >> 3
            if letter:
                copy, n_digits = _short_number(data, i + 2)
                after = i + 2 + n_digits
                if n_digits and data[after] == SLASH and data[after + 1] == GREATER and after + 1 < end:
                    tag_code[tag] = letter - 1
                    tag_number[tag] = copy
                    tag += 1
                    tag_attributes[tag] = attribute
                    i = after + 2
                    continue
            i += 1
            after, digest = _name(data, i, classes)
            code = _find(tag_digests, tag_codes, digest, UNKNOWN_TAG)
            tag_code[tag] = code
            tag_number[tag] = ABSENT
            if letter and after > i + 1:
                copy, n_digits = _digits(data, i + 1)
                if i + 1 + n_digits == after:
                    tag_code[tag] = letter - 1
                    tag_number[tag] = min(copy, 1000)
            is_root = code in (GAME_TAG, GAME_END_TAG)
            in_form = after > i and (data[i] == SLASH) == (code == GAME_END_TAG)
            i = after
            first_attribute = attribute
            first_number = number
            while in_form:
                blank = i
                while classes[data[i]] & BLANK_CLASS:
                    i += 1
                if is_root and data[i] == GREATER:
                    i += 1
                    break
                if not is_root and data[i] == SLASH and data[i + 1] == GREATER:
                    i += 2
                    break
                name = i
                i, digest = _name(data, name, classes)
                if i == name or blank == name or data[name] == SLASH or data[i] != EQUALS or data[i + 1] != QUOTE:
                    in_form = False
                    break
                i += 2
                attribute_code[attribute] = _find(attribute_digests, attribute_codes, digest, OTHER_ATTRIBUTE)
                attribute_position[attribute] = i
                after, n = _numbers(data, i, numbers, number)
                if after != ABSENT:
                    attribute_first[attribute] = number
                    attribute_n[attribute] = n
                    number += n
                    i = after
                else:
                    after = i
                    while classes[data[i]] & TEXT_CLASS:
                        i += 1
                    attribute_first[attribute] = _digest(data, after, i) if i - after <= LONGEST_TEXT else 0
                    attribute_n[attribute] = ABSENT
                in_form = i < end and data[i] == QUOTE
                attribute += 1
                i += 1
            if not in_form or i > end:
                attribute = first_attribute
                number = first_number
                stopped[source] = tag_position[tag]
                break
            n_of_code[code] += 1
            tag += 1
            tag_attributes[tag] = attribute
        tag_range[source, 1] = tag
    return tag, attribute, number


@jit_inner
def _short_number(data: Any, i: int) -> tuple[int, int]:
    """A whole number of up to three digits and how many it has, read without a branch for each digit."""
    first, second, third = wide(data[i]) - ZERO, wide(data[i + 1]) - ZERO, wide(data[i + 2]) - ZERO
    one = 0 <= first <= 9
    two = one and 0 <= second <= 9
    three = two and 0 <= third <= 9
    number = first * 10 + second if two else first
    return number * 10 + third if three else number, one + two + three


@jit_inner
def _comment(data: Any, i: int, end: int, classes: Any) -> int:
    """The position after a comment of plain ASCII text; ABSENT if there is none, or lxml must read it."""
    if data[i + 2] != MINUS or data[i + 3] != MINUS:
        return ABSENT
    i += 4
    while classes[data[i]] & TEXT_CLASS and data[i] < 128 and not (data[i] == MINUS and data[i + 1] == MINUS):
        i += 1
    closed = data[i] == MINUS and data[i + 1] == MINUS and data[i + 2] == GREATER and i + 3 <= end
    return i + 3 if closed else ABSENT


@jit_inner
def _name(data: Any, i: int, classes: Any) -> tuple[int, int]:
    """The position after a name (which may begin with a slash), and its digest."""
    digest = 0
    if data[i] == SLASH:
        digest = SLASH
        i += 1
    while classes[data[i]] & NAME_CLASS:
        digest = (digest * vocab.DIGEST_FACTOR + wide(data[i])) & vocab.DIGEST_MASK
        i += 1
    return i, digest


@jit_inner
def _digest(data: Any, first: int, last: int) -> int:
    """The digest of a text (`vocab.digest`)."""
    digest = 0
    for i in range(first, last):
        digest = (digest * vocab.DIGEST_FACTOR + wide(data[i])) & vocab.DIGEST_MASK
    return digest


@jit_inner
def _find(digests: Any, codes: Any, digest: int, otherwise: int) -> Any:
    """The code of a name by its digest."""
    for k in range(digests.size):
        if digests[k] == digest:
            return wide(codes[k])
    return otherwise


@jit_inner
def _digits(data: Any, i: int) -> tuple[int, int]:
    """A whole number of up to ten digits, and how many digits it has."""
    number = 0
    n_digits = 0
    while n_digits < 10 and ZERO <= data[i + n_digits] <= NINE:
        number = number * 10 + wide(data[i + n_digits]) - ZERO
        n_digits += 1
    return number, n_digits


@jit_inner
def _numbers(data: Any, i: int, numbers: Any, first: int) -> tuple[int, int]:
    """Read a value that lists numbers: the position after it and the number of its entries; ABSENT if it is a text."""
    place = first
    if data[i] == QUOTE:
        return i, 0
    while True:
        negative = data[i] == MINUS
        signed = negative or data[i] == PLUS
        i += signed
        number, n_digits = _digits(data, i)
        i += n_digits
        if n_digits and data[i] == POINT:
            i += 1
            while ZERO <= data[i] <= NINE:
                i += 1
        separated = data[i] == COMMA
        if (not separated and data[i] != QUOTE) or number > vocab.LARGEST_NUMBER or (signed and not n_digits):
            return ABSENT, 0
        numbers[place] = BLANK if n_digits == 0 else -number if negative else number
        place += 1
        if not separated:
            return i, place - first
        i += 1
