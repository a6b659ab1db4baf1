"""Push or fold, riichi or dama, call or pass: the outcomes of each choice, raw and in like situations.

Terms. Each hand counts once, at its first such decision.

`push_fold`: the first discard that faces an accepted riichi, two riichi, or an open hand of three calls, if nobody else
is as far. *Safe* tiles are those of `mjlog.stats.danger`; against an open hand, those that it discarded or that passed
since its last discard. To *push* is to discard a tile that is not safe and keeps the shanten; to *fold* is to discard a
safe tile that raises it; *mawashi* discards an unsafe tile and raises it; *free* is a safe discard that keeps the
shanten, which leaves the decision open.

`riichi_or_dama`: the first discard that leaves a closed hand tenpai, up to turn `LAST_TURN`, with the points for a
stick. A *good* wait has six or more tiles that the player does not see, as in `good_wait_rate`.

`call_or_pass`: the first discard that a hand without sets could chi or pon so that its shanten falls. Discards that
another seat called or won are left out, and so are hands that used the tile in another way.

The outcomes are those of the kyoku. Who pushes, stays dama or calls has reasons that the tables do not show, such as
the value of the hand or the safe tiles left, so the matched difference holds less equal than a player does. Needs the
table `discards`; open hands need `calls`, and `call_or_pass` needs `offers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.rules.points import STICK
from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, kept, require
from mjlog.stats.entries.decisions import SAFE, free
from mjlog.stats.matching import compared
from mjlog.stats.questions.danger import kind_of
from mjlog.stats.questions.waits import danger_class
from mjlog.stats.registry import selected

Against = Literal["riichi", "two riichi", "open hand"]
KEYS: Final = ("game", "kyoku", "seat")
OUTCOMES: Final = ("win_rate", "deal_in_rate", "balance")
LAST_TURN: Final = 16
"""Later the wall may be too short for a riichi."""
GOOD_WAIT: Final = 6
"""Unseen tiles of a good wait."""
OPEN_CALLS: Final = 3
"""Chi, pon and daiminkan of an open hand that looks tenpai."""
TURN_BANDS: Final = {6: "1–6", 9: "7–9", 12: "10–12"}
"""By its last turn, each band but the last."""
PUSHED: Final = ("shanten", "turns", "wait", "open", "dealer", "opponent_dealer")
DECLARED: Final = ("wait_tiles", "turns", "dealer", "faced")
CALLED: Final = ("shanten", "act", "yakuhai", "turns", "dealer", "faced")
"""Held equal in the matched difference."""


def push_fold(
    ds: Tables, by: By = "shanten", where: Where | None = None, *, against: Against = "riichi"
) -> pd.DataFrame:
    """Wins, deal-ins and points of those who push against a dangerous hand, fold, or do neither, for each group.

    `against` is one riichi, two riichi, or an open hand of `OPEN_CALLS` calls. `by` takes columns of `hands` and
    `shanten` (least after a discard, 3 for more), `turn`, `turns` (bands), `wait` (in tenpai), `open`,
    `opponent_dealer` (a dangerous hand is the dealer's), and `danger` (of the tile discarded). `where` filters `hands`.
    Columns: groups, `choice`, `statistic`, `value`, `low`, `high`, `n`, `unit`, `note`; the choices `difference` and
    `matched difference` are push minus fold, the latter with `PUSHED` held equal.
    """
    require(ds, "discards")
    if against not in get_args(Against):
        raise ValueError(f"against={against!r}: one of {', '.join(get_args(Against))}")
    first = _against_open_hand(ds) if against == "open hand" else _against_riichi(ds, 1 + (against == "two riichi"))
    first = first.filter(first.shanten.notnull())
    safe, keeps = first.danger.isin(SAFE), first.shanten == first.shanten_before
    wait = ibis.ifelse(first.best_tiles >= GOOD_WAIT, "good", "bad")
    decisions = first.select(
        *KEYS,
        "turn",
        "danger",
        "opponents",
        turns=_band(first.turn),
        shanten=ibis.least(first.shanten_before, 3),
        wait=ibis.ifelse(first.shanten_before == 0, wait, None),
        choice=ibis.ifelse(safe, ibis.ifelse(keeps, "free", "fold"), ibis.ifelse(keeps, "push", "mawashi")),
    )
    return _compared(ds, f"·push against {against}", decisions, by, where, ("push", "fold"), PUSHED)


def _against_riichi(ds: Tables, n: int) -> ir.Table:
    """The first discard of each hand that faces at least `n` riichi, if it is not more; `opponents` has a bit of each.

    Bit 1 is the next seat, bit 2 the one after it.
    """
    first = _first(ds.discards.filter(free(ds.discards) & (ds.discards.n_riichi >= n)))
    steps = {"danger_right": 1, "danger_across": 2, "danger_left": first.players - 1}
    bits = (ibis.ifelse(first[name].notnull(), _bit(step), 0) for name, step in steps.items())
    return first.filter(first.n_riichi == n).mutate(opponents=sum(bits))


def _against_open_hand(ds: Tables) -> ir.Table:
    """The first discard of each hand that faces `OPEN_CALLS` calls of one seat, if nobody is in riichi.

    `danger` is the class of the tile against the river of that seat, `opponents` as of `_against_riichi`.
    """
    require(ds, "calls")
    calls = ds.calls.filter(ds.calls.kind.isin(("chi", "pon", "daiminkan")))
    calls = calls.mutate(order=ibis.row_number().over(group_by=KEYS, order_by="event"))
    last_call = calls.filter(calls.order == OPEN_CALLS - 1).select("game", "kyoku", caller="seat", call="event")
    discards = ds.discards.mutate(kind=kind_of(ds.discards.tile))
    faced = discards.filter(free(discards)).inner_join(last_call, ["game", "kyoku"])
    faced = faced.filter((faced.seat != faced.caller) & (faced.event > faced.call))
    faced = faced.mutate(callers=faced.count().over(group_by=[*KEYS, "event"]))
    first = _first(faced)
    first = first.filter((first.callers == 1) & (first.n_riichi == 0))

    earlier = discards.select("game", "kyoku", discarder="seat", at="event", discarded="kind")
    rows = first.select(*KEYS, "caller", "kind", "event").inner_join(earlier, ["game", "kyoku"])
    rows = rows.filter(rows["at"] < rows.event)
    own = rows.discarder == rows.caller
    seen = rows.group_by(KEYS).aggregate(
        river=_bit(rows.discarded).bit_or(where=own),
        last=rows["at"].max(where=own),
        passed=rows["at"].max(where=rows.discarded == rows.kind),
    )
    first = first.inner_join(seen, KEYS)
    danger = danger_class(first)
    passed = (danger != "genbutsu") & (first.passed > first["last"])
    step = (first.caller - first.seat + first.players) % first.players
    return first.mutate(danger=ibis.ifelse(passed.fill_null(False), "safe", danger), opponents=_bit(step))


def _bit(number: Any) -> Any:
    number = ibis.literal(number) if isinstance(number, int) else number
    return ibis.literal(1, "int64") << number.cast("int64")


def riichi_or_dama(ds: Tables, by: By = "wait", where: Where | None = None) -> pd.DataFrame:
    """Wins, deal-ins and points of closed hands that declare riichi at their first tenpai or stay dama, by group.

    `by` takes columns of `hands` and `wait` (`good` or `bad`), `wait_tiles` (unseen, 8 for more), `wait_kinds`, `turn`,
    `turns` (bands) and `faced` (another player is in riichi). `where` filters `hands`. Columns as of `push_fold`; the
    differences are riichi minus dama, matched with `DECLARED` held equal.
    """
    tenpai = _first(ds.discards.filter(free(ds.discards) & (ds.discards.shanten == 0)))
    tenpai = tenpai.filter(tenpai.turn <= LAST_TURN)
    decisions = tenpai.select(
        *KEYS,
        "turn",
        turns=_band(tenpai.turn),
        wait=ibis.ifelse(tenpai.useful_tiles >= GOOD_WAIT, "good", "bad"),
        wait_tiles=ibis.least(tenpai.useful_tiles, 8),
        wait_kinds="useful_kinds",
        faced=tenpai.n_riichi > 0,
        choice=ibis.ifelse(tenpai.riichi, "riichi", "dama"),
    )
    return _compared(
        ds, "·dama", decisions, by, where, ("riichi", "dama"), DECLARED, lambda t: ~t.open & (t.start_points >= STICK)
    )


def call_or_pass(ds: Tables, by: By = "shanten", where: Where | None = None) -> pd.DataFrame:
    """Wins, deal-ins and points of closed hands that make their first call that advances them, or pass, by group.

    `by` takes columns of `hands` and `shanten` (before, 3 for more), `act` (`chi` or `pon`), `yakuhai`, `turn`, `turns`
    (bands) and `faced` (another player is in riichi). `where` filters `hands`. Columns as of `push_fold`; the
    differences are call minus pass, matched with `CALLED` held equal.
    """
    require(ds, "offers")
    advancing = ds.offers.filter(ds.offers.act.isin(("chi", "pon")) & (ds.offers.n_sets == 0))
    advancing = advancing.filter(advancing.shanten < advancing.shanten_before)
    first = _first(advancing, (advancing.answer != "taken").cast("int8"), "act")
    first = first.filter(first.answer.isin(("taken", "passed")))
    decisions = first.select(
        *KEYS,
        "turn",
        "act",
        "yakuhai",
        turns=_band(first.turn),
        shanten=ibis.least(first.shanten_before, 3),
        faced=first.n_riichi > 0,
        choice=ibis.ifelse(first.answer == "taken", "call", "pass"),
    )
    return _compared(ds, "·calls", decisions, by, where, ("call", "pass"), CALLED)


def _first(rows: ir.Table, *then: Any) -> ir.Table:
    """The row of the first event of each hand; of several, the first in the order `then`."""
    ranked = rows.mutate(order=ibis.row_number().over(group_by=KEYS, order_by=["event", *then]))
    return ranked.filter(ranked.order == 0)


def _band(turn: ir.Column) -> ir.Column:
    last = max(TURN_BANDS)
    return ibis.cases(*((turn <= end, name) for end, name in TURN_BANDS.items()), else_=f"{last + 1} and later")


def _compared(
    ds: Tables,
    name: str,
    planned: ir.Table,
    by: By,
    where: Where | None,
    pair: tuple[str, str],
    strata: tuple[str, ...],
    condition: Callable[[ir.Table], Any] | None = None,
) -> pd.DataFrame:
    """The comparison of one decision for each hand, with the columns of `hands` and of the decision as groups.

    The data set keeps the decisions by their `name`.
    """
    require(ds, "discards")
    decisions = kept(ds, name, lambda: planned)
    names = [by] if isinstance(by, str) else list(by)
    added = {*decisions.columns, "open", "opponent_dealer"} - set(KEYS)
    of_hand = [name for name in names if name not in added]
    groups = {name: by[name] for name in of_hand} if isinstance(by, Mapping) else of_hand
    needed = ("dealer", "seat_wind", "first_call_turn", "start_points", "end_points", "won", "dealt_in")
    hands, _ = grouped_rows(ds, "hands", groups, where, extra=needed)
    rows = hands.drop([name for name in added if name in hands.columns]).inner_join(decisions, KEYS)
    rows = rows.drop([name for name in rows.columns if name.endswith("_right")])
    rows = rows.mutate(open=(rows.first_call_turn <= rows.turn).fill_null(False))
    if "opponents" in rows.columns:
        rows = rows.mutate(opponent_dealer=(rows.opponents >> (rows.players - rows.seat_wind)) % 2 == 1)
    if condition is not None:
        rows = rows.filter(condition(rows))
    return compared(rows, list(dict.fromkeys(["players", *names])), pair, strata, selected(OUTCOMES))
