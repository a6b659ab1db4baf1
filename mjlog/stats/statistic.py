"""A statistic: one entry with its labels, its definition, and two Ibis expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

if TYPE_CHECKING:
    import ibis.expr.types as ir

from mjlog.words import language

Kind = Literal["rate", "mean", "ratio", "count"]
"""How the value follows from the two expressions:

- `rate`: rows where both hold / rows where the denominator holds and the numerator is not null, both boolean;
- `mean`: sum of the numerator / rows, over the rows where the denominator holds and the numerator is not null;
- `ratio`: sum of the numerator / sum of the denominator, over the rows where neither is null;
- `count`: sum of the numerator, without a denominator.
"""

Good = Literal["high", "low", ""]

TableName = Literal["hands", "seats", "wins", "deal_ins", "kyoku", "games", "calls", "discards"]
"""The table whose rows are counted; `deal_ins` is `wins` by ron, seen from the seat that dealt in."""

Expression = Callable[["ir.Table"], Any]
"""A column of the table (or a Python number), given the table."""


class Sample(NamedTuple):
    """The rows a statistic is about: their name, and the condition that selects them (of a ratio, what is summed)."""

    name: str
    rows: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistic:
    """One statistic. Tables, pages and plots show what this entry says.

    Your own statistic needs a key and a numerator; by default it is a rate over all rows of `hands`:
    `Statistic(key="late_riichi", numerator=lambda t: t.riichi_turn > 12, denominator=lambda t: t.riichi)`.
    """

    key: str
    """Name in code; `name@source` is the variant of another site or program."""
    english: str = ""
    """Label; by default the key with spaces."""
    japanese: str = ""
    """Label; by default the English one."""
    definition: str = ""
    """One sentence."""
    numerator: Expression
    denominator: Expression = lambda t: True
    per: str = "rows"
    """Name of the rows in the denominator."""
    kind: Kind = "rate"
    unit: str = ""
    """Unit of the value; `share` for a rate."""
    table: TableName = "hands"
    source: str = "own"
    """Sites or programs with this definition."""
    minimum: float = -inf
    """Lowest possible value: intervals of means and ratios end there."""
    maximum: float = inf
    """Highest possible value; of a place, also not more than the number of players."""
    good: Good = ""
    """Which values are good for the player; empty for a matter of style."""

    def __post_init__(self) -> None:
        english = self.english or self.key.replace("_", " ")
        for name, value in {
            "english": english,
            "japanese": self.japanese or english,
            "unit": self.unit or ("share" if self.kind == "rate" else ""),
        }.items():
            object.__setattr__(self, name, value)

    @property
    def label(self) -> str:
        """The label in the language in use."""
        return self.japanese if language() == "ja" else self.english

    @property
    def base(self) -> str:
        """The key without the variant."""
        return self.key.partition("@")[0]


@dataclass(frozen=True, slots=True)
class Family:
    """Creates the statistics of one table, so that the list of them reads as a table."""

    table: TableName

    def rate(
        self,
        key: str,
        english: str,
        japanese: str,
        definition: str,
        numerator: Expression,
        per: Sample,
        source: str,
        *,
        good: Good = "",
    ) -> Statistic:
        """The share of the sample's rows for which the numerator is true."""
        return self._entry(
            key, english, japanese, definition, numerator, per, source, "rate", "share", minimum=0, maximum=1, good=good
        )

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
        minimum: float | None = None,
        good: Good = "",
    ) -> Statistic:
        """The mean of the numerator over the sample's rows; the minimum is by default that of the unit, or 0."""
        minimum = MINIMUM.get(unit, 0) if minimum is None else minimum
        return self._entry(
            key, english, japanese, definition, numerator, per, source, "mean", unit, minimum=minimum, good=good
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
        minimum: float = 0,
    ) -> Statistic:
        """The sum of the numerator divided by the sum of the sample's expression."""
        return self._entry(key, english, japanese, definition, numerator, per, source, "ratio", unit, minimum=minimum)

    def count(
        self, key: str, english: str, japanese: str, definition: str, numerator: Expression, unit: str, source: str
    ) -> Statistic:
        """The sum of the numerator."""
        return self._entry(key, english, japanese, definition, numerator, EVERY_ROW, source, "count", unit, minimum=0)

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
        minimum: float,
        maximum: float = inf,
        good: Good = "",
    ) -> Statistic:
        return Statistic(
            key=key,
            english=english,
            japanese=japanese,
            definition=definition,
            numerator=numerator,
            denominator=per.rows,
            per=per.name,
            kind=kind,
            unit=unit,
            table=self.table,
            source=source,
            minimum=minimum,
            maximum=maximum,
            good=good,
        )


SIGNED: Final = -inf
"""The `minimum` of statistics that may be negative."""
MINIMUM: Final = {"turns": 1, "place": 1}
"""The lowest value of units that start at 1."""
EVERY_ROW: Final = Sample("rows", lambda t: True)
