"""Luck: actual outcomes minus expected ones.

Terms, by `luck`:

- `ura`: ura dora of a riichi win; expected is the mean over all tiles that nobody drew, since the tile under the
  indicator is pure chance.
- `ippatsu`: ippatsu after an accepted riichi; expected by its turn, by first or chasing riichi, and by the number of
  tiles.
- `dealt in`: ronned discards facing a riichi; expected by danger class and class of tile, number of visible copies, and
  part of the kyoku. Needs the table `discards`.
- `haipai`: shanten of the dealt hand; expected is the mean. Less is better.
- `draws`: draws in a kyoku that lowered the shanten; expected is the sum over the draws of the share of useful tiles
  among those the player does not see, scaled so that both have the same total: other players keep useful tiles, so the
  wall contains fewer of them. Needs an import with decisions.

Where the seed of the wall is known, `mjlog.stats.questions.wall_luck` uses the wall itself.

Expectations are smooth models (`mjlog.stats.expected`) of the whole data set, also if `where` selects a part, or of the
data set `expected_from`. No game is expected from itself. The difference is pure luck only as far as
these kinds capture the player's decisions: a player with better waits has more ippatsu.
"""

from __future__ import annotations

from typing import Final

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, NoTableError, Tables, Where, grouped_rows, require, to_frame
from mjlog.stats.expected import Outcome, with_expected
from mjlog.stats.questions.danger import TILE_CLASS, facing
from mjlog.stats.statistic import EVERY_ROW, SIGNED, Family
from mjlog.stats.summaries import measure

HAND: Final = ("game", "kyoku", "seat")
DISCARD: Final = ("game", "kyoku", "event")
OUTCOMES: Final = {
    "ippatsu": Outcome(
        lambda ds: ds.hands.filter(ds.hands.riichi_accepted & ds.hands.ippatsu.notnull()),
        HAND,
        lambda t: t.ippatsu,
        {
            "turn": lambda t: ibis.least(t.riichi_turn // 4, 4),
            "chase": lambda t: t.riichi_order > 1,
            "tiles": lambda t: ibis.least(t.riichi_tiles_unseen, 9),
        },
    ),
    "dealt in": Outcome(
        lambda ds: ds.discards.filter(facing(ds.discards)),
        DISCARD,
        lambda t: t.dealt_in,
        {
            "danger": lambda t: t.danger + " " + TILE_CLASS(t),
            "visible": lambda t: TILE_CLASS(t) + " " + t.visible.cast("string"),
            "part": lambda t: ibis.least(t.turn // 6, 2),
        },
    ),
    "draws": Outcome(
        lambda ds: ds.hands.filter(ds.hands.useful_draws.notnull()),
        HAND,
        lambda t: t.useful_draws,
        exposure=lambda t: t.expected_useful_draws,
    ),
    "haipai": Outcome(lambda ds: ds.hands.filter(ds.hands.haipai_shanten.notnull()), HAND, lambda t: t.haipai_shanten),
}
"""The kinds of luck with a model of expectations."""
_row = Family("hands")
ACTUAL: Final = _row.mean("actual", "actual", "実際", "The actual outcome.", lambda t: t.actual, EVERY_ROW, "", "mjlog")
EXPECTED: Final = _row.mean(
    "expected", "expected", "期待", "The expected outcome.", lambda t: t.expected, EVERY_ROW, "", "mjlog"
)
LUCK: Final = _row.mean(
    "luck",
    "luck",
    "運",
    "Actual minus expected outcome.",
    lambda t: t.actual - t.expected,
    EVERY_ROW,
    "",
    "mjlog",
    minimum=SIGNED,
)


def luck(
    ds: Tables, by: By = "player", where: Where | None = None, *, expected_from: Tables | None = None
) -> pd.DataFrame:
    """The mean actual and expected outcome of each kind of luck, with the difference and its interval.

    Columns: groups, `luck`, `actual`, `expected`, `difference`, `low`, `high`, `total` (sum of differences), `n`,
    `note` (the games that the expectation is from). A kind without any case is null, with its reason in the note.
    """
    frames = [
        _means(rows, groups).assign(luck=name)
        for name, (rows, groups) in cases_of(ds, by, where, expected_from).items()
    ]
    frame = pd.concat(frames, ignore_index=True)
    known = (expected_from or ds).games
    games = to_frame(known.group_by("players").aggregate(games=known.count())).set_index("players")["games"]
    n_games = frame["players"].map(games).fillna(0)
    frame = frame.assign(note=[f"expected from {n:,.0f} games" if n else "" for n in n_games])
    groups = [column for column in frame.columns if column not in COLUMNS]
    every = frame[groups].drop_duplicates()
    absent = [
        every.assign(luck=name, n=0, note=_reason(ds, name))
        for name in ("ura", *OUTCOMES)
        if name not in {*frame["luck"]}
    ]
    frame = pd.concat([frame, *(part for part in absent if len(part))], ignore_index=True)
    return frame[[*groups, *COLUMNS]].sort_values([*groups, "luck"], ignore_index=True)


def _reason(ds: Tables, name: str) -> str:
    """Why the data set has no case of a kind of luck."""
    if name in OF_DECISIONS:
        try:
            require(ds, "discards")
        except NoTableError as error:
            return str(error)
    return "no cases"


OF_DECISIONS: Final = ("dealt in", "draws")
"""Kinds of luck that need the decisions."""
COLUMNS: Final = ("luck", "actual", "expected", "difference", "low", "high", "total", "n", "note")


def cases_of(
    ds: Tables, by: By, where: Where | None, expected_from: Tables | None = None
) -> dict[str, tuple[ir.Table, list[str]]]:
    """The cases of each kind of luck, with `actual` and `expected`; without the kinds that have no cases."""
    cases = {"ura": _ura(ds, by, where)}
    for name, outcome in OUTCOMES.items():
        if not to_frame(outcome.cases(ds).limit(1).select("game")).size:
            continue
        rows, groups = grouped_rows(ds, "discards" if outcome.keys == DISCARD else "hands", by, where)
        chosen = rows.select(*dict.fromkeys([*groups, *outcome.keys]))
        cases[name] = chosen.inner_join(with_expected(ds, outcome, expected_from), outcome.keys), groups
    return cases


def _ura(ds: Tables, by: By, where: Where | None) -> tuple[ir.Table, list[str]]:
    """Riichi wins with their ura dora and the expected ones."""
    rows, groups = grouped_rows(ds, "wins", by, where)
    wins = rows.filter(rows.expected_ura.notnull() & rows.n_ura.notnull())
    outcomes = {"actual": wins.n_ura.cast("float64"), "expected": wins.expected_ura.cast("float64")}
    return wins.select(*dict.fromkeys([*groups, "game"]), **outcomes), groups


def _means(rows: ir.Table, groups: list[str]) -> pd.DataFrame:
    """The means of one kind of luck by group."""
    frame = measure(rows, groups, [ACTUAL, EXPECTED, LUCK])
    if frame.empty:
        return frame.reindex(columns=[*groups, *COLUMNS[1:-1]])
    frame = frame.set_index([*groups, "statistic"])
    value = frame["value"].unstack("statistic")
    differences = frame.xs("luck", level="statistic")
    return (
        differences[["low", "high", "n"]]
        .assign(
            actual=value["actual"], expected=value["expected"], difference=value["luck"], total=differences["numerator"]
        )
        .reset_index()
    )
