"""What a statistic is: one entry with its names, its definition in words, and two Ibis expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Final, Literal, NamedTuple

import ibis.expr.types as ir

Kind = Literal["rate", "mean", "ratio", "count"]
"""How the two expressions make a value:

- `rate`: rows where both hold / rows where the denominator holds, both boolean;
- `mean`: sum of the numerator / rows, over the rows where the denominator holds and the numerator is not null;
- `ratio`: sum of the numerator / sum of the denominator;
- `count`: sum of the numerator, without a denominator.
"""

TableName = Literal["hands", "seats", "wins", "deal_ins", "kyoku", "games", "calls", "discards"]
"""The table whose rows are counted; `deal_ins` is `wins` by ron, seen from the seat that dealt in."""

Expression = Callable[[ir.Table], Any]
"""A column of the table (or a Python number), given the table."""


class Sample(NamedTuple):
    """The rows a statistic looks at: in words, and as a boolean expression."""

    words: str
    rows: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistic:
    """One statistic. Everything shown about it — tables, pages, plots — comes from this entry.

    One of your own needs a key and a numerator; by default it is a rate over all rows of `hands`:
    `Statistic(key="late_riichi", numerator=lambda t: t.riichi_turn > 12, denominator=lambda t: t.riichi)`.
    """

    key: str
    """Name in code; a variant of another statistic is `name@source`."""
    english: str = ""
    """By default the key, with spaces."""
    japanese: str = ""
    """By default the English name."""
    definition: str = ""
    """One sentence."""
    numerator: Expression
    denominator: Expression = lambda t: True
    per: str = "rows"
    """What the denominator counts, in words."""
    kind: Kind = "rate"
    unit: str = ""
    """`share` for a rate, which needs no other word, else the unit of the value."""
    table: TableName = "hands"
    source: str = "own"
    """Who defines it so."""
    least: float = -inf
    """Least value it can have: no interval of a mean or ratio goes below."""
    most: float = inf
    """Greatest value it can have."""

    def __post_init__(self) -> None:
        english = self.english or self.key.replace("_", " ")
        for name, value in {
            "english": english,
            "japanese": self.japanese or english,
            "unit": self.unit or ("share" if self.kind == "rate" else ""),
        }.items():
            object.__setattr__(self, name, value)

    @property
    def base(self) -> str:
        """The key without the variant."""
        return self.key.partition("@")[0]


@dataclass(frozen=True, slots=True)
class Family:
    """Makes the statistics of one table, so that their list reads as a table."""

    table: TableName

    def rate(
        self, key: str, english: str, japanese: str, definition: str, numerator: Expression, per: Sample, source: str
    ) -> Statistic:
        """The share of the sample's rows for which the numerator is true."""
        return self._entry(key, english, japanese, definition, numerator, per, source, "rate", "share", least=0, most=1)

    def mean(
        self,
        key: str,
        english: str,
        japanese: str,
        definition: str,
        numerator: Expression,
        per: Sample,
        unit: str,
        source: str,
        *,
        least: float | None = None,
        most: float = inf,
    ) -> Statistic:
        """The mean of the numerator over the sample's rows; `least` is by default that of the unit, or 0."""
        least = LEAST.get(unit, 0) if least is None else least
        return self._entry(
            key, english, japanese, definition, numerator, per, source, "mean", unit, least=least, most=most
        )

    def ratio(
        self,
        key: str,
        english: str,
        japanese: str,
        definition: str,
        numerator: Expression,
        per: Sample,
        unit: str,
        source: str,
        *,
        least: float = 0,
    ) -> Statistic:
        """The sum of the numerator by the sum of the sample's expression."""
        return self._entry(key, english, japanese, definition, numerator, per, source, "ratio", unit, least=least)

    def count(
        self, key: str, english: str, japanese: str, definition: str, numerator: Expression, unit: str, source: str
    ) -> Statistic:
        """The sum of the numerator."""
        return self._entry(key, english, japanese, definition, numerator, EVERY_ROW, source, "count", unit, least=0)

    def _entry(
        self,
        key: str,
        english: str,
        japanese: str,
        definition: str,
        numerator: Expression,
        per: Sample,
        source: str,
        kind: Kind,
        unit: str,
        *,
        least: float,
        most: float = inf,
    ) -> Statistic:
        return Statistic(
            key=key,
            english=english,
            japanese=japanese,
            definition=definition,
            numerator=numerator,
            denominator=per.rows,
            per=per.words,
            kind=kind,
            unit=unit,
            table=self.table,
            source=source,
            least=least,
            most=most,
        )


SIGNED: Final = -inf
"""The `least` of what can be gained and lost."""
LEAST: Final = {"turns": 1, "place": 1}
"""The least value of units that begin at 1."""
EVERY_ROW: Final = Sample("rows", lambda t: True)
