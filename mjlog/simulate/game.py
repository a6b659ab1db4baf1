"""Plays complete games: walls, turns, calls, wins and draws, settled and carried on as the rules say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from mjlog.games.columns import Result
from mjlog.games.events import (
    Ankan,
    Call,
    Chi,
    Daiminkan,
    Discard,
    DoraIndicator,
    Draw,
    Event,
    Kakan,
    Kita,
    Left,
    Pon,
    Returned,
    Riichi,
    RiichiAccepted,
)
from mjlog.kyoku.legality import draws, is_nagashi
from mjlog.kyoku.state import Expects, KyokuState, Winning
from mjlog.rules.points import YAKUMAN
from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import FinalResult, final_result
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import Score, score_hand
from mjlog.rules.settlement import (
    AbortiveDraw,
    AbortiveKind,
    ExhaustiveDraw,
    Kyoku,
    Liability,
    Outcome,
    Settlement,
    Win,
    Wins,
    settle,
)
from mjlog.simulate.observation import Sight
from mjlog.simulate.players import END, WIN, Habits, can_win, claim, declaring, turn
from mjlog.tiles import KIND_OF_TILE, N_COPIES, tile_of_copy
from mjlog.wall.seed import WORDS, Wall, walls

Deal = Callable[[int, Kyoku], Wall]
"""The wall of a kyoku, by its place in the game and its start."""
FIRST_DEALT: Final = 12
"""Kyoku dealt at the beginning; more when a game goes on."""
Connection = tuple[int, int, int, int, int]
"""Seat, kyoku and event from which it is away, kyoku and event at which it is back."""

TILES: Final = tuple(tuple(tile_of_copy(copy, red=red) for copy in range(N_COPIES)) for red in (False, True))
"""The tile of each copy, without and with red fives."""
ABORTIVE: Final[dict[Result, AbortiveKind]] = {
    Result.KYUUSHU_KYUUHAI: "kyuushu_kyuuhai",
    Result.SUUFON_RENDA: "suufon_renda",
    Result.SUUKAIKAN: "suukaikan",
    Result.SUUCHA_RIICHI: "suucha_riichi",
    Result.SANCHAHOU: "sanchahou",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedWin:
    """A win with its value."""

    winning: Winning
    score: Score
    pao: int | None
    """The liable seat, where the yakuman it fed counts and the rules hold it liable."""
    concealed: tuple[int, ...]
    """Copies of the concealed tiles with the winning one."""
    copy: int
    """Copy of the winning tile."""
    sticks: int
    """Riichi sticks it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedKyoku:
    """A kyoku as it was played."""

    start: Kyoku
    wall: Wall
    events: tuple[Event, ...]
    """With copies."""
    points: tuple[int, ...]
    """At the end, riichi sticks paid, before the settlement."""
    wins: tuple[PlayedWin, ...]
    result: Result
    shown: tuple[tuple[int, ...] | None, ...]
    """At a draw, copies of the hands that are shown."""
    settlement: Settlement


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game as it was played."""

    rules: RuleSet
    kyoku: tuple[PlayedKyoku, ...]
    result: FinalResult


def play(
    rules: RuleSet,
    players: Sequence[Habits],
    deal: Deal,
    chance: Random,
    *,
    away: Sequence[Connection] = (),
    opening: Sequence[Habits] | None = None,
) -> PlayedGame:
    """Play a game to its end; `players` sit in the order of the seats, and play the first kyoku after `opening`."""
    start: Kyoku | None = Kyoku(wind=0, dealer=0, points=(rules.start_points,) * rules.players)
    played: list[PlayedKyoku] = []
    while start is not None:
        place = len(played)
        habits = players if place or opening is None else opening
        table = Table(rules, habits, start, deal(place, start), chance, place, away)
        played.append(table.play())
        start = next_kyoku(rules, start, played[-1].settlement).next
    end = played[-1].settlement
    return PlayedGame(rules=rules, kyoku=tuple(played), result=final_result(rules, end.points, end.sticks))


def seeded(seed: str, players: int) -> Deal:
    """Walls from a seed, one a kyoku; a seed of one line for each kyoku needs a line for each that is played."""
    dealt: list[Wall] = []

    def deal(place: int, start: Kyoku) -> Wall:
        if place >= len(dealt):
            n_kyoku = seed.count("\n") + 1 if seed.startswith(WORDS) else 2 * place or FIRST_DEALT
            dealt[:] = walls(seed, [0] * n_kyoku, players=players)
        hands = dealt[place].hands
        return replace(dealt[place], hands=tuple(hands[(s - start.dealer) % players] for s in range(players)))

    return deal


class Table:
    """One kyoku being played."""

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[Habits],
        start: Kyoku,
        wall: Wall,
        chance: Random,
        place: int = 0,
        away: Sequence[Connection] = (),
    ) -> None:
        self.rules, self.start, self.wall, self.chance = rules, start, wall, chance
        self.place, self.away = place, away
        self.players = tuple(players)
        self.habits = list(players)
        """How each seat plays now: those who are gone are played for."""
        self.tiles = TILES[bool(rules.reds)]
        self.copies = [list(hand) for hand in wall.hands]
        """Copies of the concealed tiles of each seat, the drawn one last."""
        self.state = KyokuState.deal(
            rules,
            [tuple(map(self._tile, hand)) for hand in wall.hands],
            dora_indicator=self._tile(wall.dora_indicators[0]),
            points=start.points,
            dealer=start.dealer,
            round_wind=start.wind,
            honba=start.honba,
            sticks=start.sticks,
        )
        self.sight = Sight(self.state)
        self.events: list[Event] = []
        self.given = -1
        """Copy of the tile last given."""
        self.n_drawn = 0
        """Tiles drawn from the live wall."""
        self.gone: set[int] = set()
        for seat in {seat for seat, kyoku, _, until, _ in away if kyoku < place <= until}:
            self._leave(seat)

    def _tile(self, copy: int) -> int:
        return self.tiles[copy]

    def play(self) -> PlayedKyoku:
        """Play until somebody wins or nobody can."""
        state = self.state
        while True:
            if self.away:
                self._connections()
            if state.expects in (Expects.DRAW, Expects.REPLACEMENT):
                self._draw()
            action = turn(self.sight, state.turn, self.habits[state.turn], self.chance)
            if action == WIN:
                return self._won([state.turn])
            if action == END:
                return self._drawn(Result.KYUUSHU_KYUUHAI, {state.turn})
            seat = state.turn
            if isinstance(action, Riichi):
                self._record(action)
                action = declaring(self.sight, seat, self.habits[seat])
            if isinstance(action, int):
                self._discard(seat, action)
            else:
                self._call(action)
            if end := self._given(seat):
                return end

    def _given(self, seat: int) -> PlayedKyoku | None:
        """What others make of a tile just given: wins, a draw that is due now, a call, or nothing."""
        state, sight, kind = self.state, self.sight, KIND_OF_TILE[self.tiles[self.given]]
        winners = [s for s in sight.others[seat] if sight.waits[s] >> kind & 1 and self._rons(s)]
        if len(winners) == 3 and self.rules.sanchahou != "off":
            return self._drawn(Result.SANCHAHOU, set(winners))
        if winners:
            return self._won(winners[:1] if self.rules.multiple_ron == "head_bump" else winners)
        if state.riichi_due is not None:
            self._record(RiichiAccepted(state.riichi_due))
        if due := draws(state):
            return self._over(due)
        if state.expects is not Expects.DRAW:
            return None
        callers = sight.callers(seat, kind)
        calls = [call for s in callers if (call := claim(sight, s, self.habits[s], self.chance))]
        if calls:
            call = min(calls, key=lambda call: isinstance(call, Chi))
            self._call(call)
            if isinstance(call, Daiminkan):
                return self._over(due) if (due := draws(state)) else None
            self._connections()
            tile = turn(sight, call.seat, self.habits[call.seat], self.chance)
            assert isinstance(tile, int)
            self._discard(call.seat, tile)
            return self._given(call.seat)
        return None

    def _rons(self, seat: int) -> bool:
        """Whether the seat, which waits on the tile just given, wins on it."""
        habits = self.habits[seat]
        return habits.rons and not habits.passive and can_win(self.state, seat)

    def _over(self, due: frozenset[Result]) -> PlayedKyoku:
        state = self.state
        if Result.EXHAUSTIVE_DRAW in due:
            tenpai = {s for s, seat in enumerate(state.seats) if seat.tenpai(self.rules)}
            nagashi = Result.NAGASHI_MANGAN in due
            return self._drawn(Result.NAGASHI_MANGAN if nagashi else Result.EXHAUSTIVE_DRAW, tenpai)
        result = min(due)
        return self._drawn(result, set(range(4)) if result is Result.SUUCHA_RIICHI else set())

    def _connections(self) -> None:
        """Players leave and return as `away` says."""
        for seat, kyoku, event, until, end in self.away:
            if (self.place, len(self.events)) >= (until, end) and seat in self.gone:
                self.gone.discard(seat)
                self.habits[seat] = self.players[seat]
                self._record(Returned(seat))
            elif (kyoku, event) <= (self.place, len(self.events)) < (until, end) and seat not in self.gone:
                self._leave(seat)
                self._record(Left(seat))

    def _leave(self, seat: int) -> None:
        self.gone.add(seat)
        self.habits[seat] = replace(self.players[seat], passive=True)

    def _draw(self) -> None:
        state, seat = self.state, self.state.turn
        if state.expects is Expects.REPLACEMENT:
            self._indicators(state.indicators_due - (state.open_kan and not state.at_once))
            copy = self.wall.replacements[state.n_replacements]
        else:
            copy = self.wall.draws[self.n_drawn]
            self.n_drawn += 1
        self._record(Draw(seat, self._tile(copy), copy))
        self.copies[seat].append(copy)

    def _indicators(self, n_due: int) -> None:
        for _ in range(n_due):
            copy = self.wall.dora_indicators[len(self.state.indicators)]
            self._record(DoraIndicator(self._tile(copy), copy))

    def _discard(self, seat: int, tile: int) -> None:
        if n_due := self.state.indicators_due:
            late = self.rules.kan_dora_timing == "after_discard" and self.state.open_kan
            self._indicators(n_due - late)
        tsumogiri = tile == self.state.seats[seat].drawn
        self.given = self._pop(seat, tile, last=tsumogiri)
        self._record(Discard(seat, tile, self.given, tsumogiri))
        if n_due := self.state.indicators_due:
            self._indicators(n_due)

    def _call(self, action: Call) -> None:
        """Carry out a call with the copies it moves."""
        match action:
            case Kita():
                self.given = self._pop(action.seat, action.tile, last=True)
                self._record(replace(action, copy=self.given))
            case Chi() | Pon() | Daiminkan():
                own = sorted(self._pop(action.seat, tile) for tile in action.tiles[1:])
                copies = (self.given, *own)
                self._record(replace(action, tiles=tuple(map(self._tile, copies)), copies=copies))
            case Ankan():
                copies = tuple(sorted(self._pop(action.seat, tile) for tile in action.tiles))
                self.given = copies[0]
                self._record(replace(action, tiles=tuple(map(self._tile, copies)), copies=copies))
            case Kakan():
                pon = next(
                    s
                    for s in self.state.seats[action.seat].sets
                    if isinstance(s, Pon) and KIND_OF_TILE[s.tiles[0]] == KIND_OF_TILE[action.tiles[0]]
                )
                assert pon.copies is not None
                self.given = self._pop(action.seat, action.tiles[0], last=True)
                copies = (self.given, *pon.copies)
                self._record(replace(action, tiles=tuple(map(self._tile, copies)), copies=copies))

    def _record(self, event: Event) -> None:
        self.events.append(event)
        self.state.take(event)
        self.sight.take(event)

    def _pop(self, seat: int, tile: int, *, last: bool = False) -> int:
        """Take a copy of the tile out of the hand, the drawn one only if `last` says so or no other is there."""
        held, tiles = self.copies[seat], self.tiles
        if last and tiles[held[-1]] == tile:
            return held.pop()
        places = [place for place, copy in enumerate(held) if tiles[copy] == tile]
        return held.pop(places[-1 if last else 0])

    def _won(self, seats: list[int]) -> PlayedKyoku:
        state, wins, settled = self.state, [], []
        back = [seat for seat in seats[1:] if state.seats[seat].riichi_accepted and self.rules.sticks_to == "own_back"]
        for seat in seats:
            riichi = state.seats[seat].riichi_accepted
            n_ura = len(state.indicators) if self.rules.kan_ura_dora else int(self.rules.ura_dora)
            ura = self.wall.ura_indicators[: n_ura * riichi]
            winning = state.win(seat, tuple(map(self._tile, ura)))
            score = score_hand(winning.win, self.rules)
            fixed = {y.key for y in score.yaku if y.yakuman and y.key in self.rules.pao_yaku}
            liable = [feeder for key, feeder in winning.pao.items() if key in fixed]
            pao = liable[0] if liable else None
            tsumo = winning.from_seat is None
            copy = self.copies[seat][-1] if tsumo else self.given
            concealed = tuple(sorted(self.copies[seat] if tsumo else [*self.copies[seat], copy]))
            sticks = state.sticks - len(back) if seat == seats[0] else int(seat in back)
            wins.append(PlayedWin(winning=winning, score=score, pao=pao, concealed=concealed, copy=copy, sticks=sticks))
            liabilities = tuple(Liability(seat=feeder, base=YAKUMAN) for feeder in liable)
            feeder = self._rinshan_feeder(winning)
            settled.append(
                Win(seat=seat, payer=winning.from_seat, base=score.base, liable=liabilities, rinshan_feeder=feeder)
            )
        return self._closed(Wins(wins=tuple(settled)), Result.WIN, wins, set())

    def _rinshan_feeder(self, winning: Winning) -> int | None:
        """Who fed the daiminkan whose replacement tile wins, where the rules make them pay."""
        passing = (Draw, DoraIndicator, Left, Returned)
        kan = next((event for event in reversed(self.events) if not isinstance(event, passing)), None)
        if self.rules.rinshan_pao == "off" or winning.from_seat is not None or not isinstance(kan, Daiminkan):
            return None
        river = {KIND_OF_TILE[discard.tile] for discard in self.state.seats[winning.seat].river}
        return None if self.rules.rinshan_pao == "unless_furiten" and river & set(winning.waits) else kan.from_seat

    def _drawn(self, result: Result, shown: set[int]) -> PlayedKyoku:
        outcome: Outcome
        if result in ABORTIVE:
            outcome = AbortiveDraw(kind=ABORTIVE[result])
        else:
            tenpai = tuple(seat in shown for seat in range(self.state.players))
            rivers = [seat.river for seat in self.state.seats]
            nagashi = tuple(s for s, river in enumerate(rivers) if is_nagashi(river))
            outcome = ExhaustiveDraw(tenpai=tenpai, nagashi=nagashi)
        return self._closed(outcome, result, [], shown)

    def _closed(self, outcome: Outcome, result: Result, wins: list[PlayedWin], shown: set[int]) -> PlayedKyoku:
        riichi = [s for s, seat in enumerate(self.state.seats) if seat.riichi_accepted]
        hands = self.copies
        return PlayedKyoku(
            start=self.start,
            wall=self.wall,
            events=tuple(self.events),
            points=tuple(seat.points for seat in self.state.seats),
            wins=tuple(wins),
            result=result,
            shown=tuple(tuple(sorted(hand)) if s in shown else None for s, hand in enumerate(hands)),
            settlement=settle(self.rules, self.start, outcome, riichi),
        )
