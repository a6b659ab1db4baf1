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

from mjlog.stats.dimensions import By, NoTableError, Tables, Where, grouped_rows, kept, require, to_frame
from mjlog.stats.entries.hands import balance
from mjlog.stats.expected import Outcome, with_expected
from mjlog.stats.query import total
from mjlog.stats.questions.danger import TILE_CLASS, facing
from mjlog.stats.statistic import SIGNED, Family, Sample, Statistic
from mjlog.stats.summaries import measure

HAND: Final = ("game", "kyoku", "seat")
DISCARD: Final = (*HAND, "event")
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
KINDS: Final = ("ura", *OUTCOMES)
OF_DECISIONS: Final = ("dealt in", "draws")
"""Kinds of luck that need the decisions."""
COLUMNS: Final = ("luck", "actual", "expected", "difference", "low", "high", "total", "n", "note")


def luck(
    ds: Tables, by: By = "player", where: Where | None = None, *, expected_from: Tables | None = None
) -> pd.DataFrame:
    """The mean actual and expected outcome of each kind of luck, with the difference and its interval.

    Groups and filters are those of `hands`. Columns: groups, `luck`, `actual`, `expected`, `difference`, `low`, `high`,
    `total` (sum of differences), `n`, `note` (the games that the expectation is from). A kind without any case is null,
    with its reason in the note.
    """
    rows, groups = grouped_rows(ds, "hands", by, where)
    hands, kinds = luck_of_hands(ds, expected_from)
    hands = rows.select(*dict.fromkeys([*groups, *HAND])).inner_join(hands.drop("players"), HAND)
    measured = measure(hands, groups, [statistic for kind in kinds for statistic in _statistics(kind)])
    frame = pd.concat([_means(measured, groups, kind) for kind in kinds], ignore_index=True)
    known = (expected_from or ds).games
    games = to_frame(known.group_by("players").aggregate(games=known.count())).set_index("players")["games"]
    n_games = frame["players"].map(games).fillna(0)
    frame = frame.assign(note=[f"expected from {n:,.0f} games" if n else "" for n in n_games])
    every = frame[groups].drop_duplicates()
    absent = [every.assign(luck=kind, n=0, note=_reason(ds, kind)) for kind in KINDS if kind not in {*frame["luck"]}]
    frame = pd.concat([frame, *(part for part in absent if len(part))], ignore_index=True)
    return frame[[*groups, *COLUMNS]].sort_values([*groups, "luck"], ignore_index=True)


def luck_of_hands(ds: Tables, expected_from: Tables | None = None) -> tuple[ir.Table, list[str]]:
    """Every hand with its `balance` and the luck of each kind, and the kinds that have cases.

    Columns: `HAND`, `players`, `balance`, and by kind `n …` (cases), `actual …` and `expected …` (sums over them).
    """
    if expected_from is None:
        hands = kept(ds, "·luck", lambda: _luck_of_hands(ds, None))
    else:
        hands = _luck_of_hands(ds, expected_from)
    return hands, [kind for kind in KINDS if f"n {kind}" in hands.columns]


def _luck_of_hands(ds: Tables, expected_from: Tables | None) -> ir.Table:
    hands = ds.hands.select(*HAND, "players", balance=balance(ds.hands).cast("float64"))
    for kind, cases in _cases_of(ds, expected_from).items():
        sums = {
            f"n {kind}": cases.count(),
            f"actual {kind}": total(cases.actual, cases),
            f"expected {kind}": total(cases.expected, cases),
        }
        hands = hands.left_join(cases.group_by(HAND).aggregate(**sums), HAND)
        hands = hands.select(*(name for name in hands.columns if not name.endswith("_right")))
    return hands


def _cases_of(ds: Tables, expected_from: Tables | None) -> dict[str, ir.Table]:
    """The cases of each kind of luck, with `actual` and `expected`; without the kinds that have no cases."""
    wins = ds.wins.filter(ds.wins.expected_ura.notnull() & ds.wins.n_ura.notnull())
    outcomes = {"actual": wins.n_ura.cast("float64"), "expected": wins.expected_ura.cast("float64")}
    cases = {"ura": wins.select("game", "kyoku", seat=wins.winner, **outcomes)}
    for kind, outcome in OUTCOMES.items():
        if to_frame(outcome.cases(ds).limit(1).select("game")).size:
            cases[kind] = with_expected(ds, outcome, expected_from)
    return cases


def _statistics(kind: str) -> list[Statistic]:
    """The mean actual and expected outcome of a kind, and their difference."""
    cases = Sample("cases", lambda t: t[f"n {kind}"])
    numerators = {
        "actual": lambda t: t[f"actual {kind}"],
        "expected": lambda t: t[f"expected {kind}"],
        "difference": lambda t: t[f"actual {kind}"] - t[f"expected {kind}"],
    }
    return [
        Family("hands").ratio(f"{name} {kind}", "", "", "", numerator, cases, "", "mjlog", minimum=SIGNED)
        for name, numerator in numerators.items()
    ]


def _means(measured: pd.DataFrame, groups: list[str], kind: str) -> pd.DataFrame:
    """The means of one kind of luck by group, of the groups that have cases."""
    measured = measured[measured["n"] > 0]
    actual, expected, difference = (
        measured[measured["statistic"] == statistic.key].set_index(groups) for statistic in _statistics(kind)
    )
    means = difference[["low", "high", "n"]].assign(
        luck=kind,
        actual=actual["value"],
        expected=expected["value"],
        difference=difference["value"],
        total=difference["numerator"],
    )
    return means.reset_index()


def _reason(ds: Tables, kind: str) -> str:
    """Why the data set has no case of a kind of luck."""
    if kind in OF_DECISIONS:
        try:
            require(ds, "discards")
        except NoTableError as error:
            return str(error)
    return "no cases"
