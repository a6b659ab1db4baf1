"""The next kyoku after a settled one (dealer, honba, sticks, extension), and the end of the game.

Sources: both documents, renchan and the end of the game; genuine Tenhou logs for its order of checks.
`mjlog.replay.course` and `mjlog.replay.endings` do the same by columns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, assert_never

from mjlog.rules.ruleset import RuleSet, Yame
from mjlog.rules.settlement import AbortiveDraw, Chombo, ExhaustiveDraw, Kyoku, Outcome, Settlement, Wins, is_void

EndReason = Literal["played_out", "target_reached", "agari_yame", "tenpai_yame", "tobi"]

PAARENCHAN: Final = 8
"""Dealer wins in a row, or honba, of paarenchan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The next kyoku, or the end of the game."""

    next: Kyoku | None
    """The kyoku that follows; None when the game has ended."""
    end: EndReason | None
    """Why the game has ended, or may be ended by its last dealer; None where it continues."""


def next_kyoku(rules: RuleSet, kyoku: Kyoku, settlement: Settlement) -> Progress:
    """The next kyoku after a settled one, or the end of the game.

    >>> from mjlog.rules.settlement import settle
    >>> south4 = Kyoku(wind=1, dealer=3, points=(30_000, 25_000, 25_000, 20_000))
    >>> next_kyoku(RuleSet(), south4, settle(RuleSet(), south4, ExhaustiveDraw(tenpai=(True, False, False, False)))).end
    'played_out'
    """
    outcome, points = settlement.outcome, settlement.points
    if rules.tobi != "none" and min(points) < (1 if rules.tobi == "at_zero" else 0):
        return Progress(next=None, end="tobi")
    if is_void(rules, outcome):
        return Progress(next=replace(kyoku, points=points, sticks=settlement.sticks), end=None)
    repeats = _dealer_repeats(rules, kyoku, outcome)
    end = _end(rules, kyoku, settlement, repeats)
    yame: dict[EndReason, Yame] = {"agari_yame": rules.agari_yame, "tenpai_yame": rules.tenpai_yame}
    if end is not None and yame.get(end, "automatic") == "automatic":
        return Progress(next=None, end=end)
    dealer = kyoku.dealer if repeats else (kyoku.dealer + 1) % rules.players
    honba = kyoku.honba + 1 if repeats or not _is_win(rules, outcome) else 0
    following = Kyoku(
        wind=kyoku.wind + (not repeats and dealer == 0),
        dealer=dealer,
        honba=honba,
        sticks=settlement.sticks,
        points=points,
        dealer_wins=kyoku.dealer_wins + 1 if repeats and _is_win(rules, outcome) else 0,
    )
    return Progress(next=following, end=end)


def is_paarenchan(rules: RuleSet, honba: Any, dealer_wins: Any, by_dealer: Any) -> Any:
    """Whether a win has the yaku paarenchan, one win or a column of wins; `dealer_wins` as in `Kyoku`.

    Second document, old yaku: the win of any player counts.
    """
    if "paarenchan" not in rules.local_yaku:
        return by_dealer & False
    if rules.paarenchan == "eighth_win":
        return by_dealer & (dealer_wins >= PAARENCHAN - 1)
    return (honba if rules.paarenchan == "next_win_by_honba" else dealer_wins) >= PAARENCHAN


def _winners(rules: RuleSet, outcome: Outcome) -> tuple[int, ...]:
    match outcome:
        case Wins(wins=wins):
            return tuple(win.seat for win in wins)
        case ExhaustiveDraw(nagashi=seats):
            return seats if rules.nagashi == "win" else ()
        case AbortiveDraw() | Chombo():
            return ()
        case _:
            assert_never(outcome)


def _is_win(rules: RuleSet, outcome: Outcome) -> bool:
    return bool(_winners(rules, outcome))


def _dealer_repeats(rules: RuleSet, kyoku: Kyoku, outcome: Outcome) -> bool:
    if isinstance(outcome, AbortiveDraw):
        return bool(getattr(rules, outcome.kind) == "repeat")
    if rules.dealer_repeat == "never":
        return False
    if winners := _winners(rules, outcome):
        return kyoku.dealer in winners
    assert isinstance(outcome, ExhaustiveDraw)
    any_draw = rules.dealer_repeat == "tenpai_south_always" and kyoku.wind > 0
    return rules.dealer_repeat != "win" and (any_draw or outcome.tenpai[kyoku.dealer])


def _end(rules: RuleSet, kyoku: Kyoku, settlement: Settlement, repeats: bool) -> EndReason | None:
    """Why the game ends or may end after this kyoku, apart from tobi."""
    points = settlement.points
    place = kyoku.wind * rules.players + kyoku.dealer
    final = rules.last_kyoku + rules.extension_winds * rules.players
    if rules.length == "single":
        return "played_out"
    if place < rules.last_kyoku:
        return None
    in_extension = place > rules.last_kyoku
    reached = max(points) >= rules.target_points
    if repeats:
        if in_extension and reached and rules.sudden_death and not rules.extension_repeat_first:
            return "target_reached"
        return _yame(rules, kyoku, settlement)
    if place >= final or (reached and not in_extension):
        return "played_out"
    return "target_reached" if reached and rules.sudden_death else None


def _yame(rules: RuleSet, kyoku: Kyoku, settlement: Settlement) -> EndReason | None:
    """Whether the last dealer, who repeats, ends the game: after a win or tenpai, first and at the target."""
    points, dealer = settlement.points, kyoku.dealer
    first = points.index(max(points)) == dealer and points[dealer] >= rules.target_points
    if not (first or rules.yame_anywhere):
        return None
    if _is_win(rules, settlement.outcome):
        return "agari_yame" if rules.agari_yame != "none" else None
    tenpai = isinstance(settlement.outcome, ExhaustiveDraw) and settlement.outcome.tenpai[dealer]
    return "tenpai_yame" if tenpai and rules.tenpai_yame != "none" else None
