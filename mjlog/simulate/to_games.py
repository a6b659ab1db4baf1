"""Played games → `Games`: the columns of the logs that Tenhou would write of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, assert_never

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.formats import platforms
from mjlog.games.batch import Games
from mjlog.games.build import EventRow, GamesBuilder, YakuRow
from mjlog.games.columns import ABSENT, EventKind, Limit
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
    OpenRiichi,
    Pon,
    Returned,
    Riichi,
    RiichiAccepted,
    Tiles,
)
from mjlog.games.hands import Hands
from mjlog.rules import points
from mjlog.rules.score import Score
from mjlog.rules.yaku import CHIP_YAKU, NUMBER
from mjlog.simulate.game import PlayedGame
from mjlog.simulate.results import PlayedKyoku, PlayedWin
from mjlog.tiles import STANDARD_TILE


@dataclass(frozen=True, slots=True, kw_only=True)
class LogHeader:
    """The header of a log: everything but the play."""

    id: str
    names: tuple[str, ...]
    dan: tuple[int, ...]
    rate: tuple[float, ...]
    sex: tuple[str, ...]
    started: datetime
    seed: str | None
    room: str | None = None
    vendor_type: int
    """Number of the table type (Tenhou)."""
    chips: bool = False
    """A chip is paid for ippatsu, for each red and for each ura dora."""


KINDS: Final[dict[type[Event], EventKind]] = {
    Draw: EventKind.DRAW,
    Discard: EventKind.DISCARD,
    Chi: EventKind.CHI,
    Pon: EventKind.PON,
    Daiminkan: EventKind.DAIMINKAN,
    Ankan: EventKind.ANKAN,
    Kakan: EventKind.KAKAN,
    Kita: EventKind.KITA,
    Riichi: EventKind.RIICHI,
    RiichiAccepted: EventKind.RIICHI_ACCEPTED,
    OpenRiichi: EventKind.OPEN_RIICHI,
    DoraIndicator: EventKind.DORA,
    Left: EventKind.LEFT,
    Returned: EventKind.RETURNED,
}
"""The number of each event."""
PLATFORM: Final = "tenhou"
"""The platform simulated games are written for."""
LIMITS: Final[dict[str | None, Limit]] = {name: Limit(number) for number, name in enumerate(points.LIMITS)}


def to_games(games: Iterable[tuple[PlayedGame, LogHeader]]) -> Games:
    """The games as one batch of columns."""
    builder = GamesBuilder()
    for game, header in games:
        _GameRecorder(builder, game, header).record()
    return builder.games()


class _GameRecorder:
    """Adds one game to a builder."""

    def __init__(self, builder: GamesBuilder, game: PlayedGame, header: LogHeader) -> None:
        self.builder, self.game, self.rules, self.header = builder, game, game.rules, header
        self.chips = [0 if header.chips else ABSENT] * 4
        """Chips of each seat so far."""

    def record(self) -> None:
        game, header = self.game, self.header
        if game.most_points > points.MOST_POINTS:
            message = f"a seat or a win has {game.most_points:,} points, and the most are {points.MOST_POINTS:,}"
            raise LogError(Fault.BAD_VALUE, message).at(source=header.id)
        for kyoku in game.kyoku:
            self._kyoku(kyoku)
        self.builder.add_game(
            game.rules,
            {"name": header.names, "dan": header.dan, "rate": header.rate, "sex": header.sex},
            id=header.id,
            source=f"{header.id}.xml",
            platform=PLATFORM,
            room=header.room,
            lobby=0,
            started=np.datetime64(header.started, "m"),
            seed=header.seed,
            final_points=game.result.points,
            final_scores=[score / 1000 for score in game.result.scores],
            final_chips=self.chips,
            complete=True,
            vendor_type=header.vendor_type,
        )

    def _kyoku(self, kyoku: PlayedKyoku) -> None:
        start, wall, chips = kyoku.start, kyoku.wall, self.chips
        hands = Hands([()] * self.rules.players, strict=False)  # for the order of the melds
        copies = [_call(hands, place, event) for place, event in enumerate(kyoku.events) if isinstance(event, Call)]
        before = kyoku.points
        for win, payments in zip(kyoku.wins, kyoku.settlement.rows if kyoku.wins else (), strict=True):
            self._win(kyoku, win, hands.melds[win.winning.seat], before, payments)
            before = tuple(points + paid for points, paid in zip(before, payments, strict=True))
        if not kyoku.wins:
            self._draw(kyoku)
        self.builder.add_kyoku(
            [_event_row(event) for event in kyoku.events],
            [call._replace(copies=own) for call, own in zip(hands.calls, copies, strict=True)],
            wind=start.wind,
            number=start.dealer + 1,
            honba=start.honba,
            sticks=start.sticks,
            dealer=start.dealer,
            points=_of_four(start.points),
            chips=chips,
            hands=[self._tiles(hand) for hand in wall.hands],
            hand_copies=wall.hands,
            dice=wall.dice,
            dora_indicator=self._tiles(wall.dora_indicators)[0],
            dora_indicator_copy=wall.dora_indicators[0],
            result=kyoku.result,
        )

    def _win(self, kyoku: PlayedKyoku, win: PlayedWin, melds: list[int], before: Tiles, payments: Tiles) -> None:
        winning, score, hand = win.winning, win.score, win.winning.win
        n_chips = sum(y.han for y in score.yaku if y.key in CHIP_YAKU)
        chips_before, chips = self.chips, [ABSENT] * 4
        if self.header.chips:
            payers = [winning.from_seat] if winning.from_seat is not None else set(range(4)) - {winning.seat}
            chips = [-n_chips * (seat in payers) for seat in range(4)]
            chips[winning.seat] = n_chips * len(payers)
            self.chips = [had + got for had, got in zip(self.chips, chips, strict=True)]
        self.builder.add_win(
            self._yaku_rows(win),
            winner=winning.seat,
            from_seat=_or_absent(winning.from_seat),
            pao=_or_absent(win.pao),
            tile=STANDARD_TILE[hand.tile],
            copy=win.copy,
            hand=self._tiles(win.concealed),
            hand_copies=win.concealed,
            calls=melds,
            lists_yaku=True,
            lists_ura=True,
            names_pao=True,
            fu=0 if any(y.key.startswith("kokushi") for y in score.yaku) else score.fu,  # as Tenhou writes it
            points=score.points,
            limit=Limit.NONE if self._rounded_up(score) else LIMITS[score.limit],  # as Tenhou writes it
            honba=hand.honba,
            sticks=win.sticks,
            dora_indicators=[STANDARD_TILE[tile] for tile in hand.dora],
            dora_indicator_copies=kyoku.wall.dora_indicators[: len(hand.dora)],
            ura_indicators=[STANDARD_TILE[tile] for tile in hand.ura],
            ura_indicator_copies=kyoku.wall.ura_indicators[: len(hand.ura)],
            points_before=_of_four(before),
            payments=_of_four(payments),
            chips_before=chips_before,
            chip_payments=chips,
        )

    def _rounded_up(self, score: Score) -> bool:
        """Whether the hand is a mangan by kiriage only."""
        return self.rules.kiriage and (score.han, score.fu) in {(4, 30), (3, 60)}

    def _yaku_rows(self, win: PlayedWin) -> Iterator[YakuRow]:
        """The yaku in Tenhou's order: norths count among the dora, ura dora come last, also when there are 0."""
        hand, han = win.winning.win, {y.key: y.han for y in win.score.yaku}
        yakuman = {y.key for y in win.score.yaku if y.yakuman}
        if not yakuman or self.rules.aotenjou or self.rules.han_with_yakuman:
            dora, ura = han.pop("dora", 0) + han.pop("kita", 0), han.pop("ura_dora", 0)
            red = han.pop("red_dora", 0)
            blue = han.pop("blue_dora", 0) // self.rules.blue_han
            han |= {"dora": dora} if dora else {}
            han |= {"red_dora": red} if red else {}
            han |= {"blue_dora": blue} if blue else {}
            han |= {"ura_dora": ura} if hand.ura else {}
        for key, n in han.items():
            codes = platforms()[PLATFORM].yaku_codes.get(key)
            code = codes[{"seat_wind": hand.seat_wind, "round_wind": hand.round_wind}.get(key, 0)] if codes else ABSENT
            chips = n if self.header.chips and key in CHIP_YAKU and n else ABSENT
            yield YakuRow(NUMBER[key], ABSENT if key in yakuman else n, code, chips)

    def _draw(self, kyoku: PlayedKyoku) -> None:
        none = [0] * self.rules.players
        self.builder.add_draw(
            honba=kyoku.start.honba,
            sticks=kyoku.settlement.sticks,
            revealed=_of_four([int(hand is not None) for hand in kyoku.shown]),
            hands=[self._tiles(hand or ()) for hand in kyoku.shown],
            hand_copies=[hand or () for hand in kyoku.shown],
            points_before=_of_four(kyoku.points),
            payments=_of_four([sum(paid) for paid in zip(none, *kyoku.settlement.rows, strict=True)]),
            chips_before=self.chips,
            chip_payments=[0 if self.header.chips else ABSENT] * 4,
        )

    def _tiles(self, copies: Iterable[int]) -> Tiles:
        tiles = self.rules.tiles
        return tuple([tiles[copy] for copy in copies])


def _event_row(event: Event) -> EventRow:
    kind = KINDS[type(event)]
    match event:
        case Draw() | Kita():
            tile = ABSENT if event.tile is None else STANDARD_TILE[event.tile]
            return kind, event.seat, ABSENT, tile, _or_absent(event.copy), ABSENT
        case Discard():
            tile, tsumogiri = STANDARD_TILE[event.tile], _or_absent(event.tsumogiri)
            return kind, event.seat, ABSENT, tile, _or_absent(event.copy), tsumogiri
        case DoraIndicator():
            return kind, ABSENT, ABSENT, STANDARD_TILE[event.tile], _or_absent(event.copy), ABSENT
        case Chi() | Pon() | Daiminkan():
            return (
                kind,
                event.seat,
                event.from_seat,
                STANDARD_TILE[event.tiles[0]],
                (event.copies or (ABSENT,))[0],
                ABSENT,
            )
        case Ankan() | Kakan():
            return kind, event.seat, ABSENT, STANDARD_TILE[event.tiles[0]], (event.copies or (ABSENT,))[0], ABSENT
        case Riichi() | RiichiAccepted() | OpenRiichi() | Left() | Returned():
            return kind, event.seat, ABSENT, ABSENT, ABSENT, ABSENT
        case _:
            assert_never(event)


def _or_absent(value: int | None) -> int:
    return ABSENT if value is None else int(value)


def _call(hands: Hands, place: int, call: Call) -> Tiles:
    """Note a call in the hands; its copies."""
    tiles = [STANDARD_TILE[tile] for tile in ((call.tile,) if isinstance(call, Kita) else call.tiles)]
    copies = (_or_absent(call.copy),) if isinstance(call, Kita) else call.copies or ()
    from_seat = ABSENT if isinstance(call, Kita | Ankan) else call.from_seat
    hands.call(place, KINDS[type(call)], call.seat, from_seat, tiles)
    return copies


def _of_four(values: Iterable[int]) -> list[int]:
    """Numbers of the players, and 0 for an empty fourth seat."""
    return [*values, 0][:4]
