"""The course of each game: the state every kyoku was really played in, and what follows from its result.

A log tells the state of a kyoku more than once: with its start, with its result, and by what the kyoku before left.
Where the start disagrees with the other two, it is the start that is wrong; everything else is then checked against
the state the two agree on, so that one wrong number is one finding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints, Result
from mjlog.replay.deposits import laid
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import STICK, AbortiveKind
from mjlog.seats import WINDS

Flags = NDArray[np.bool_]

ABORTIVE: Final[dict[Result, AbortiveKind]] = {
    Result.KYUUSHU_KYUUHAI: "kyuushu_kyuuhai",
    Result.SUUFON_RENDA: "suufon_renda",
    Result.SUUKAIKAN: "suukaikan",
    Result.SUUCHA_RIICHI: "suucha_riichi",
    Result.SANCHAHOU: "sanchahou",
}
"""Kind of draw of each abortive result."""
WIND_NAMES: Final = dict(zip(WINDS, ("East", "South", "West", "North"), strict=True))


class Course(NamedTuple):
    """One row per kyoku, as `(n,)`, and one column per seat where it says `(n, 4)`."""

    game: Ints
    rules: Ints
    """Index into the rule sets."""
    players: Ints
    seated: Flags
    """`(n, 4)`: a player sits there."""
    first: Flags
    last: Flags
    """Of its game."""
    resulted: Flags
    """The log holds a result."""
    riichi: Flags
    """`(n, 4)`: a stick was laid down."""
    tenpai: Flags
    """`(n, 4)`: tenpai at an exhaustive draw, as shown; never where the log does not tell."""
    nagashi: Flags
    """`(n, 4)`: nagashi mangan at an exhaustive draw, by the discards; never where the rules have none."""
    won: Flags
    """Somebody won, by what counts as a win in the rules."""
    repeats: Flags
    """The dealer repeats."""
    dealer: Ints
    honba: Ints
    wind: Ints
    sticks: Ints
    """Sticks on the table at the start."""
    points: Ints
    """`(n, 4)`: at the start."""
    paid: Ints
    """`(n, 4)`: the payments of the kyoku as the log states them, all winners together."""
    before: Ints
    """`(n, 4)`: points before the first result is settled, as the log states them."""
    sticks_won: Ints
    """Sticks on the table when the result comes."""
    sticks_left: Ints
    """Sticks on the table behind the kyoku."""
    carried: Carried


class Carried(NamedTuple):
    """What a kyoku must start with by the one before it; where that is not known, what it does start with."""

    known: Flags
    dealer: Ints
    honba: Ints
    wind: Ints
    sticks: Ints
    points: Ints
    """`(n, 4)`, by the payments the log states."""


def of_rules(games: Games, course_rules: Ints, of: Callable[[RuleSet], Any], dtype: Any = np.bool_) -> Any:
    """A fact about the rule set of each row."""
    facts = np.array([of(rules) for rules in games.rule_sets], dtype)
    if len(facts) and (facts == facts[0]).all():
        return np.full(len(course_rules), facts[0], dtype)
    return facts[course_rules]


def of_seats(fold: np.ufunc, columns: Ints) -> Ints:
    """The four columns of `(n, 4)` folded into one; many times faster than reducing along so short an axis."""
    return np.asarray(fold(fold(columns[:, 0], columns[:, 1]), fold(columns[:, 2], columns[:, 3])))


def any_seat(flags: Flags) -> Flags:
    """Whether a flag of each row of `(n, 4)` is set."""
    return of_seats(np.logical_or, flags)


def told(payments: Ints) -> Flags:
    """Whether payments `(n, 4)` are told: nobody ever has -1 point."""
    return any_seat(payments != ABSENT)


def with_chips(chips: Ints) -> Flags:
    """Rows of `(n, 4)` that tell chips: -1 can be a chip lost, but as chips sum to 0 not all seats have -1."""
    return any_seat(chips != ABSENT)


def with_tenpai(games: Games, tenpai: Flags) -> Games:
    """The games, whose hands count as shown where the log does not tell it and they are tenpai: `(n_kyoku, 4)`."""
    untold = games.draws.revealed == ABSENT
    if not untold.any():
        return games
    revealed = np.where(untold, tenpai[runs(games.draw_start)], games.draws.revealed).astype(np.int8)
    return replace(games, draws=games.draws._replace(revealed=revealed))


def nearest_winners(games: Games) -> Flags:
    """`(n_wins,)`: the first of the winners of one discard in turn order; sole winners too."""
    nearest = np.ones(len(games.wins.winner), np.bool_)
    n_wins = np.diff(games.win_start)
    several = (n_wins > 1)[kyoku_of_win := runs(games.win_start)]
    rows = np.flatnonzero(several)
    if len(rows):
        wins, kyoku = games.wins, kyoku_of_win[rows]
        players = games.games.players[runs(games.kyoku_start)[kyoku]]
        distance = (wins.winner[rows] - wins.from_seat[rows]) % players
        starts = np.flatnonzero(np.append(True, kyoku[1:] != kyoku[:-1]))
        least = np.minimum.reduceat(distance, starts)
        nearest[rows] = distance == np.repeat(least, n_wins[kyoku[starts]])
    return nearest


def course(games: Games) -> Course:
    """Follow all games of the batch."""
    kyoku = games.kyoku
    n = len(kyoku.wind)
    game = runs(games.kyoku_start)
    rules = games.games.rules[game]
    players = games.games.players[game]
    told = laid(games.event_start, games.events, kyoku.result)
    first, last = np.zeros((2, n), np.bool_)
    has_kyoku = np.diff(games.kyoku_start) > 0
    first[games.kyoku_start[:-1][has_kyoku]] = True
    last[games.kyoku_start[1:][has_kyoku] - 1] = True
    laid_down = STICK * told.riichi.astype(np.int32)
    n_riichi = of_seats(np.add, told.riichi.view(np.int8)).astype(np.int16)
    stated = _stated(games, laid_down, n_riichi)
    nagashi = told.nagashi & of_rules(games, rules, lambda r: r.nagashi != "off")[:, None]
    played_out = (kyoku.result == Result.EXHAUSTIVE_DRAW) | (kyoku.result == Result.NAGASHI_MANGAN)
    repeating = _Repeating(games, rules, played_out, stated.tenpai, nagashi)

    begins = first & (games.games.complete[game] | ((kyoku.wind == 0) & (kyoku.dealer == 0) & (kyoku.honba == 0)))
    follows = ~first & np.append(False, stated.resulted[:-1]) if n else ~first

    def carry(left: Ints, start: Any, otherwise: Ints) -> Ints:
        """What each kyoku takes over from what the ones before have left."""
        taken = np.roll(left, 1, axis=0)
        by_row = (slice(None), *[None] * (left.ndim - 1))
        return np.where(follows[by_row], taken, np.where(begins[by_row], start, otherwise))

    def next_dealer(dealer: Ints) -> Ints:
        return np.where(repeating.at(dealer), dealer, (dealer + 1) % players)

    dealer, dealer_carried = _trusted(kyoku.dealer, kyoku.number - 1, lambda own: carry(next_dealer(own), 0, own))
    repeats = repeating.at(dealer)
    keeps = repeats | ~repeating.won
    honba, honba_carried = _trusted(kyoku.honba, stated.honba, lambda own: carry(np.where(keeps, own + 1, 0), 0, own))
    sticks, sticks_carried = _trusted(
        kyoku.sticks,
        stated.sticks - n_riichi,
        lambda own: carry(np.where(repeating.won, 0, own + n_riichi), 0, own),
    )
    seated = np.arange(4) < players[:, None]
    start = of_rules(games, rules, lambda r: r.start_points, np.int32)[:, None] * seated
    points, points_carried = _trusted(
        kyoku.points, stated.before + laid_down, lambda own: carry(own - laid_down + stated.paid, start, own)
    )
    turned = ~repeats & ((dealer + 1) % players == 0)
    by_next = np.where(last, kyoku.wind, np.roll(kyoku.wind, -1) - turned)
    wind, wind_carried = _trusted(
        kyoku.wind, by_next.astype(np.int8), lambda own: carry(own + turned, 0, own).astype(np.int8), last
    )
    sticks_won = sticks + n_riichi
    return Course(
        game=game,
        rules=rules,
        players=players,
        seated=seated,
        first=first,
        last=last,
        resulted=stated.resulted,
        riichi=told.riichi,
        tenpai=stated.tenpai,
        nagashi=nagashi,
        won=repeating.won,
        repeats=repeats,
        dealer=dealer,
        honba=honba,
        wind=wind,
        sticks=sticks,
        points=points,
        paid=stated.paid,
        before=stated.before,
        sticks_won=sticks_won.astype(np.int32),
        sticks_left=np.where(repeating.won, 0, sticks_won),
        carried=Carried(begins | follows, dealer_carried, honba_carried, wind_carried, sticks_carried, points_carried),
    )


def _trusted(
    stated: Ints, again: Ints, carried_from: Callable[[Ints], Ints], always: Flags | None = None
) -> tuple[Ints, Ints]:
    """The start of each kyoku as two of three places tell it, and what the kyoku before leaves for it.

    `again` is what another place of the log says; `always` marks rows in which what is carried counts as such a place.
    """
    carried = carried_from(stated)
    differs = stated != again
    if always is not None:
        differs |= always & (stated != carried)
    if not differs.any():
        return stated, carried
    agree = again == carried
    if always is not None:
        agree |= always
    wrong = differs & agree
    if stated.ndim == 2:
        wrong = (any_seat(differs) & ~any_seat(~agree))[:, None]
    own = np.where(wrong, carried, stated)
    return own, carried_from(own)


class _Stated(NamedTuple):
    """What the results say, a row per kyoku."""

    resulted: Flags
    honba: Ints
    sticks: Ints
    """Taken by the winners, or left on the table by a draw."""
    before: Ints
    paid: Ints
    tenpai: Flags


def _stated(games: Games, laid_down: Ints, n_riichi: Ints) -> _Stated:
    wins, draws, kyoku = games.wins, games.draws, games.kyoku
    n = len(kyoku.wind)
    won, drawn = np.diff(games.win_start) > 0, np.diff(games.draw_start) > 0
    by_win, by_draw = games.win_start[:-1][won], games.draw_start[:-1][drawn]
    honba, sticks = kyoku.honba.copy(), kyoku.sticks + n_riichi
    before = kyoku.points - laid_down
    paid = np.zeros((n, 4), np.int32)
    tenpai = np.zeros((n, 4), np.bool_)
    for rows, places, group in ((won, by_win, wins), (drawn, by_draw, draws)):
        honba[rows], sticks[rows] = group.honba[places], group.sticks[places]
        before[rows], paid[rows] = group.points_before[places], group.payments[places]
    # what the format does not tell agrees with the start
    honba = np.where(honba == ABSENT, kyoku.honba, honba)
    sticks = np.where(sticks == ABSENT, kyoku.sticks + n_riichi, sticks)
    if (unknown := before[:, 0] == ABSENT).any():
        before[unknown] = kyoku.points[unknown] - laid_down[unknown]
    tenpai[drawn] = draws.revealed[by_draw] == 1
    tenpai &= ((kyoku.result == Result.EXHAUSTIVE_DRAW) | (kyoku.result == Result.NAGASHI_MANGAN))[:, None]
    if len(wins.winner) > len(by_win):
        kyoku_of_win = runs(games.win_start)
        further = np.ones(len(wins.winner), np.bool_)
        further[by_win] = False
        np.add.at(paid, kyoku_of_win[further], wins.payments[further])
        np.add.at(sticks, kyoku_of_win[further], np.maximum(wins.sticks[further], 0))
    return _Stated(won | drawn, honba, sticks, before, paid, tenpai)


class _Repeating:
    """Whether a dealer repeats, for any supposed dealer of each kyoku."""

    def __init__(self, games: Games, rules: Ints, played_out: Flags, tenpai: Flags, nagashi: Flags) -> None:
        kyoku = games.kyoku
        n = len(kyoku.wind)
        self.rows = np.arange(n)
        by_nagashi = of_rules(games, rules, lambda r: r.nagashi == "win") & any_seat(nagashi)
        self.winners = nagashi & by_nagashi[:, None]
        _mark_winners(games, rules, self.winners)
        self.won = any_seat(self.winners)
        kinds = [
            [kind in ABORTIVE and getattr(r, ABORTIVE[kind]) == "repeat" for kind in Result] for r in games.rule_sets
        ]
        result = np.where((kyoku.result == Result.WIN) & ~self.won, Result.SANCHAHOU, kyoku.result)
        aborted = ~self.won & ~played_out
        self.by_abortion = aborted & np.array(kinds, np.bool_).reshape(-1, len(Result))[rules, result]
        self.may = ~aborted & of_rules(games, rules, lambda r: r.dealer_repeat != "never")
        by_tenpai = of_rules(games, rules, lambda r: r.dealer_repeat in ("tenpai", "tenpai_south_always"))
        always = of_rules(games, rules, lambda r: r.dealer_repeat == "tenpai_south_always") & (kyoku.wind > 0)
        self.stays = self.winners | ((by_tenpai & ~self.won)[:, None] & (tenpai | always[:, None]))

    def at(self, dealer: Ints) -> Flags:
        """Whether that dealer repeats."""
        return np.asarray(self.by_abortion | (self.may & self.stays[self.rows, dealer]))


def _mark_winners(games: Games, rules: Ints, winners: Flags) -> None:
    """Mark the winners that count: the nearest only under head bump, none of three where that is a draw."""
    wins, kyoku_of_win = games.wins, runs(games.win_start)
    counts = ~of_rules(games, rules, lambda r: r.multiple_ron == "head_bump")[kyoku_of_win]
    if not counts.all():
        counts |= nearest_winners(games)
    three = np.diff(games.win_start) == 3
    if three.any():
        counts &= ~(three & of_rules(games, rules, lambda r: r.sanchahou != "off"))[kyoku_of_win]
    winners[kyoku_of_win[counts], wins.winner[counts]] = True


def kyoku_name(wind: int, number: int, honba: int) -> str:
    """What a kyoku is called.

    >>> kyoku_name(0, 2, 1), kyoku_name(1, 4, 0)
    ('East 2, honba 1', 'South 4')
    """
    name = f"{WIND_NAMES[WINDS[wind % 4]]} {number}"
    return f"{name}, honba {honba}" if honba else name
