"""Settlement of one kyoku: payments for wins, draws and nagashi, with honba, riichi sticks and pao.

Payments are points by seat: points received less points paid. They do not contain the deposit of a riichi, which left
the player's points at the declaration and returns with the sticks a winner takes. Sources: both documents, points, pao
and draws. `mjlog.replay.payments` does the same by columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, assert_never

from mjlog.rules.points import MANGAN, STICK, YAKUMAN, base_points, honba_each, noten_payment, ron, round_up, tsumo
from mjlog.rules.ruleset import RuleSet
from mjlog.seats import turn_distance

AbortiveKind = Literal["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou", "foul_draw"]
"""Kinds of abortive draws; each is an option of the rule set of the same name."""
PAO_YAKUMAN: Final = ("daisangen", "daisuushii", "suukantsu")
"""Yakuman with pao; with `pao_scope = "hand"` the first one decides who is liable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Liability:
    """A player who fed the last set of a yakuman (pao), and the value of the yakuman."""

    seat: int
    base: int
    """Base points of the yakuman fed; with `pao_scope = "hand"` the whole hand counts instead."""


def liabilities(rules: RuleSet, fed: Mapping[str, int]) -> tuple[Liability, ...]:
    """The liable seats of a win, from the seat that fed the last set of each yakuman; one entry for each seat."""
    worth: dict[int, int] = {}
    for yakuman in PAO_YAKUMAN:
        if yakuman in fed and yakuman in rules.pao_yaku - rules.disabled_yaku:
            base = YAKUMAN * (2 if yakuman in rules.double_yakuman else 1)
            worth[fed[yakuman]] = worth.get(fed[yakuman], 0) + base
    return tuple(Liability(seat=seat, base=base) for seat, base in worth.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """The facts of a win on which payments depend."""

    seat: int
    payer: int | None
    """Seat that discarded (or added to a kan) the winning tile; None for a tsumo."""
    base: int
    """Base points of the hand, from `points.base_points`."""
    liable: tuple[Liability, ...] = ()
    """Players liable for a yakuman of the hand; two only where two yakuman have different feeders."""
    rinshan_feeder: int | None = None
    """Seat that fed the daiminkan before a rinshan win, where `rinshan_pao` holds: it pays as for a ron."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wins:
    """A kyoku that ends with one or more wins."""

    wins: tuple[Win, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhaustiveDraw:
    """A kyoku whose wall ran out."""

    tenpai: tuple[bool, ...]
    """By seat: tenpai, and shown where it must be."""
    nagashi: tuple[int, ...] = ()
    """Seats with nagashi mangan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortiveDraw:
    """A kyoku that was broken off."""

    kind: AbortiveKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Chombo:
    """A kyoku that the foul of a seat voids: a false win, or a riichi whose hand is noten at the draw."""

    seat: int


Outcome: TypeAlias = Wins | ExhaustiveDraw | AbortiveDraw | Chombo


@dataclass(frozen=True, slots=True, kw_only=True)
class Kyoku:
    """The state at the start of a kyoku."""

    wind: int
    """Number of the round, 0 east … 3 north, then on from 4; its wind is `mjlog.seats.wind_of_round`."""
    dealer: int
    honba: int = 0
    sticks: int = 0
    """Riichi sticks on the table from earlier kyoku."""
    points: tuple[int, ...]
    """Points of each seat before deposits and payments."""
    dealer_wins: int = 0
    """Wins of the dealer in the kyoku right before, in a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The payments of one kyoku and their result."""

    outcome: Outcome
    """The outcome under the rule set: one win under head bump, a draw for three rons …"""
    rows: tuple[tuple[int, ...], ...]
    """Payments by seat, one row for each win (nearest first) or nagashi, or one for another outcome; of a void kyoku
    with the riichi sticks it returns."""
    sticks: int
    """Riichi sticks left on the table."""
    points: tuple[int, ...]
    """Points of each seat afterwards."""

    @property
    def payments(self) -> tuple[int, ...]:
        """Payments of the whole kyoku by seat."""
        return tuple(map(sum, zip(*self.rows, strict=True)))


def settle(rules: RuleSet, kyoku: Kyoku, outcome: Outcome, riichi: Collection[int] = ()) -> Settlement:
    """Settle a kyoku; `riichi` are the seats that paid a stick in it (not one ronned on the declared tile).

    >>> east = Kyoku(wind=0, dealer=0, honba=1, points=(25_000,) * 4)
    >>> settle(RuleSet(), east, Wins(wins=(Win(seat=1, payer=2, base=1_280),)), riichi=[1]).points
    (25000, 30500, 19500, 25000)
    """
    outcome = outcome_by_rules(rules, outcome)
    sticks = kyoku.sticks + len(riichi)
    match outcome:
        case Wins():
            rows = [_row(rules, kyoku.dealer, win, _honba(rules, kyoku, n)) for n, win in enumerate(outcome.wins)]
            _hand_out_sticks(rules, rows, outcome.wins, sticks, riichi)
            sticks = 0
        case ExhaustiveDraw(nagashi=seats) if seats:
            by_win = rules.nagashi == "win"
            base = base_points(rules, 5, 20) if rules.nagashi_20_fu else MANGAN
            wins = [Win(seat=seat, payer=None, base=base) for seat in seats]
            rows = [_row(rules, kyoku.dealer, win, _honba(rules, kyoku, n) * by_win) for n, win in enumerate(wins)]
            if by_win:
                rows[0][seats[0]] += STICK * sticks
                sticks = 0
        case ExhaustiveDraw():
            rows = [[noten_payment(rules, tenpai, sum(outcome.tenpai)) for tenpai in outcome.tenpai]]
        case AbortiveDraw():
            rows = [[0] * rules.players]
        case Chombo(seat=seat):
            penalty = Win(seat=seat, payer=None, base=MANGAN * (rules.chombo == "mangan"))
            rows = [[-points for points in _row(rules, kyoku.dealer, penalty, 0)]]
        case _:
            assert_never(outcome)
    if is_void(rules, outcome):
        rows[0] = [points + STICK * (seat in riichi) for seat, points in enumerate(rows[0])]
        sticks = kyoku.sticks
    laid = [STICK * (seat in riichi) for seat in range(rules.players)]
    points = tuple(map(sum, zip(kyoku.points, *rows, strict=True)))
    return Settlement(
        outcome=outcome,
        rows=tuple(map(tuple, rows)),
        sticks=sticks,
        points=tuple(p - stick for p, stick in zip(points, laid, strict=True)),
    )


def is_void(rules: RuleSet, outcome: Outcome) -> bool:
    """Whether the kyoku is played again, with the riichi sticks of its players returned.

    Second document: line 31, a wrong set of tiles; line 523, a closed kan in riichi that changes the waits.
    """
    match outcome:
        case Chombo():
            return True
        case AbortiveDraw(kind=kind):
            return kind == "foul_draw" and rules.foul_draw == "void"
        case _:
            return False


def outcome_by_rules(rules: RuleSet, outcome: Outcome) -> Outcome:
    """The outcome under the rules: wins nearest first, one of them under head bump, three a draw where it exists.

    Several nagashi are in order of seats; without nagashi in the rules none counts.
    """
    match outcome:
        case Wins(wins=wins) if len(wins) > 1:
            if len(wins) == 3 and rules.sanchahou != "off":
                return AbortiveDraw(kind="sanchahou")
            nearest_first = sorted(wins, key=lambda win: _distance(win, rules.players))
            return Wins(wins=tuple(nearest_first[: 1 if rules.multiple_ron == "head_bump" else None]))
        case ExhaustiveDraw(tenpai=tenpai, nagashi=seats):
            return ExhaustiveDraw(tenpai=tenpai, nagashi=() if rules.nagashi == "off" else tuple(sorted(seats)))
        case _:
            return outcome


def _distance(win: Win, players: int) -> int:
    assert win.payer is not None, "several winners win by ron"
    return turn_distance(win.payer, win.seat, players)


def _honba(rules: RuleSet, kyoku: Kyoku, place: int) -> int:
    return kyoku.honba if place == 0 or rules.honba_to == "all" else 0


def _hand_out_sticks(
    rules: RuleSet, rows: list[list[int]], wins: tuple[Win, ...], sticks: int, riichi: Collection[int]
) -> None:
    nearest = wins[0].seat
    rows[0][nearest] += STICK * sticks
    if rules.sticks_to == "own_back":
        for row, win in zip(rows[1:], wins[1:], strict=True):
            if win.seat in riichi:
                row[win.seat] += STICK
                rows[0][nearest] -= STICK


def _row(rules: RuleSet, dealer: int, win: Win, honba: int) -> list[int]:
    """Payments by seat of one win, without sticks."""
    row = [0] * rules.players
    payer = win.rinshan_feeder if win.payer is None else win.payer
    transfers = _tsumo(rules, dealer, win, honba) if payer is None else _ron(rules, dealer, win, payer, honba)
    for seat, points in transfers:
        row[seat] -= points
        row[win.seat] += points
    return row


def _liable(rules: RuleSet, win: Win) -> tuple[Liability, ...]:
    """The liable seats with base points: with `pao_scope = "hand"` the first one for the whole hand."""
    if win.liable and rules.pao_scope == "hand":
        return (Liability(seat=win.liable[0].seat, base=win.base),)
    return win.liable


def _ron(rules: RuleSet, dealer: int, win: Win, payer: int, honba: int) -> Iterator[tuple[int, int]]:
    """Seat and points of each payment: liable players share their yakuman with the discarder, who pays the rest."""
    by_dealer = win.seat == dealer
    liable = _liable(rules, win)
    for pao in liable:
        points = ron(pao.base, by_dealer)
        half = round_up(points, 200) // 2
        yield pao.seat, half
        yield payer, points - half
    yield payer, ron(win.base - sum(pao.base for pao in liable), by_dealer)
    yield liable[0].seat if liable and rules.pao_honba == "liable" else payer, rules.honba_points * honba


def _tsumo(rules: RuleSet, dealer: int, win: Win, honba: int) -> Iterator[tuple[int, int]]:
    """Seat and points of each payment: liable players pay their yakuman and the honba alone, all share the rest."""
    by_dealer = win.seat == dealer
    liable = _liable(rules, win)
    for pao in liable:
        yield pao.seat, ron(pao.base, by_dealer)
    each, dealers = tsumo(rules, win.base - sum(pao.base for pao in liable), by_dealer)
    for seat in range(rules.players):
        if seat != win.seat:
            yield seat, dealers if seat == dealer else each
            yield liable[0].seat if liable else seat, honba_each(rules, honba)
