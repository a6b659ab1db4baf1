"""The result of a kyoku as the record states it: wins, exhaustive draws, abortive draws.

For several winners of one discard the record states the sum of their payments. The payments of each follow from the
points of the hands; the nearest winner has honba and sticks. A remainder comes from a liable player and belongs to the
win with one; if several wins have one, the payments of all stay ABSENT.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.games.build import UNKNOWN, Points, RecordedWin, YakuRow, plus
from mjlog.games.columns import ABSENT, YAKUMAN_HAN, Limit, Result
from mjlog.rules.points import MOST_POINTS, STICK
from mjlog.rules.yaku import YAKU
from mjlog.tiles import in_order
from parsers.majsoul import vocab
from parsers.majsoul.fields import (
    MOST_INDICATORS,
    SEATS,
    flag,
    listed,
    messages,
    number,
    points,
    text,
    tile_named,
    tiles,
)
from parsers.majsoul.kyoku import PLAY, KyokuReader, RecordedDraw
from parsers.majsoul.shapes import Fields, Record
from parsers.majsoul.yaku_names import yaku_named

NO_PAYMENTS: Final = (0,) * SEATS
MOST_FU: Final = 1000
MOST_HAN: Final = 1000


def read(kyoku: KyokuReader, record: Record) -> None:
    """Read one record of a kyoku, which must have a handler."""
    if kyoku.ended:
        raise LogError(Fault.BAD_ORDER, f"{record.name} after the result of the kyoku")
    HANDLERS[record.name](kyoku, record.fields)


def hule(kyoku: KyokuReader, fields: Fields) -> None:
    """One or more players win; the nearest to the discarder comes first."""
    kyoku.declared = ABSENT  # a ron on the declaration tile: the stick is not paid
    hules = messages(fields, "hules")
    if not hules:
        raise LogError(Fault.MISSING_VALUE, "Hule without a winner")
    kyoku.turn(max((tiles(hule, "doras") for hule in (*hules, fields)), key=len))
    wins = [_win(hule, kyoku) for hule in hules]
    kyoku.wins = sorted(wins, key=lambda win: (win.winner - kyoku.last_seat) % kyoku.players)
    kyoku.payments = points(fields, "delta_scores", kyoku.players) or UNKNOWN


def _win(hule: Fields, kyoku: KyokuReader) -> RecordedWin:
    seat, won, tsumo = number(hule, "seat", kyoku.players - 1), tile_named(text(hule, "hu_tile")), flag(hule, "zimo")
    if tsumo:
        kyoku.first_draw_win(won)
    if tsumo != (seat == kyoku.last_seat) or won != (won if kyoku.last_tile == ABSENT else kyoku.last_tile):
        raise LogError(Fault.BAD_ORDER, "a win on a tile that was not just drawn, discarded or added")
    ura = tiles(hule, "li_doras")
    if len(ura) > MOST_INDICATORS:
        raise LogError(Fault.BAD_VALUE, f"{len(ura)} ura indicators")
    riichi, yaku = flag(hule, "liqi"), tuple(_yaku(hule))
    return RecordedWin(
        winner=seat,
        from_seat=ABSENT if tsumo else kyoku.last_seat,
        pao=_liable(hule, kyoku.players),
        tile=won,
        hand=tuple(in_order([*_shown(hule, kyoku, seat), won])),
        calls=tuple(kyoku.hands.melds[seat]),
        dora_indicators=tuple(tiles(hule, "doras") or (kyoku.indicators if ABSENT not in kyoku.indicators else ())),
        ura_indicators=tuple(ura) if riichi else (),
        han=YAKUMAN_HAN if flag(hule, "yiman") else number(hule, "count", MOST_HAN) or ABSENT,
        fu=number(hule, "fu", MOST_FU) or ABSENT,
        points=_points(hule, kyoku, seat, tsumo) or ABSENT,
        limit=min(number(hule, "title_id", MOST_HAN), Limit.YAKUMAN) if "title_id" in hule else ABSENT,
        yaku=yaku,
        lists_yaku=bool(yaku),
    )


def _shown(fields: Fields, kyoku: KyokuReader, seat: int) -> list[int]:
    """The concealed tiles of a hand of thirteen, as recorded."""
    shown, n_melds = tiles(fields, "hand"), kyoku.hands.n_melds(seat)
    if len(shown) != 13 - 3 * n_melds:
        raise LogError(Fault.BAD_TILES, f"a hand of {len(shown)} tiles next to {n_melds} melds")
    return shown


def _liable(hule: Fields, players: int) -> int:
    """The liable seat: recorded plus one, in newer records as a list of seats."""
    baopai = number(hule, "baopai", players)
    if baopai:
        return baopai - 1
    seats = listed(hule, "baopai_seats")
    return number({"baopai_seats": seats[0]}, "baopai_seats", players - 1) if seats else ABSENT


def _points(hule: Fields, kyoku: KyokuReader, seat: int, tsumo: bool) -> int:
    """Points of the hand without honba and sticks, 0 if not recorded; `point_sum` differs in older records."""
    if not tsumo:
        return number(hule, "point_rong", MOST_POINTS)
    of_others, of_dealer = (number(hule, f"point_zimo_{name}", MOST_POINTS) for name in ("xian", "qin"))
    if seat == kyoku.dealer:
        return of_others * (kyoku.players - 1)
    if not of_others or not of_dealer:
        return 0
    return of_others * (kyoku.players - 2) + of_dealer


def _yaku(hule: Fields) -> list[YakuRow]:
    yaku = []
    for fan in messages(hule, "fans"):
        code, han = number(fan, "id", MOST_POINTS), number(fan, "val", MOST_HAN)
        row = _yaku_row(code, text(fan, "name"))
        if han == 0 and row not in vocab.DORA | vocab.YAKUMAN:
            raise LogError(Fault.MISSING_VALUE, f"{YAKU[row].key} without han")
        yaku.append(YakuRow(row, ABSENT if row in vocab.YAKUMAN else han, code or ABSENT))
    return yaku


def _yaku_row(code: int, name: str) -> int:
    """The yaku with an id, or with a name where the id is missing; id 0 is a missing id, as no win has yaku 0."""
    row = vocab.YAKU_OF_ID.get(code) if code else yaku_named(name)
    if row is None and not code and not name:
        raise LogError(Fault.MISSING_VALUE, "a yaku with neither id nor name")
    if row is None or row == vocab.YAKU_OF_ID[0]:
        raise LogError(Fault.UNKNOWN_CODE, f"unknown yaku {code or repr(name)}")
    return row


def payments_of_wins(kyoku: KyokuReader, total: Points, honba_points: int) -> list[Points]:
    """Payments of each win, from their sum."""
    if len(kyoku.wins) == 1:
        return [total]
    payments = []
    for n, win in enumerate(kyoku.wins):
        if win.points == ABSENT or total == UNKNOWN:
            return [UNKNOWN] * len(kyoku.wins)
        value = win.points + (kyoku.honba * honba_points if n == 0 else 0)
        gains = [0] * SEATS
        gains[win.winner] += value + (kyoku.sticks_on_table * STICK if n == 0 else 0)
        gains[win.from_seat] -= value
        payments.append(gains)
    rest = [total[seat] - sum(gains[seat] for gains in payments) for seat in range(SEATS)]
    liable = [gains for gains, win in zip(payments, kyoku.wins, strict=True) if win.pao != ABSENT]
    if any(rest):
        if len(liable) != 1:
            return [UNKNOWN] * len(kyoku.wins)
        liable[0][:] = [gain + more for gain, more in zip(liable[0], rest, strict=True)]
    return [tuple(gains) for gains in payments]


def no_tile(kyoku: KyokuReader, fields: Fields) -> None:
    """The wall is played out."""
    if kyoku.declared != ABSENT:
        kyoku.accept()
    players = messages(fields, "players")
    if len(players) < kyoku.players:
        raise LogError(Fault.MISSING_VALUE, f"NoTile with the hands of {len(players)} players, not {kyoku.players}")
    hands, tenpai = [], []
    for seat in range(kyoku.players):
        player = players[seat]
        shown = _shown(player, kyoku, seat) if player.get("hand") else []
        hands.append(tuple(in_order(shown) if shown else kyoku.hands.concealed(seat)))
        tenpai.append(flag(player, "tingpai"))
    nagashi = flag(fields, "liujumanguan")
    changes = [points(payment, "delta_scores", kyoku.players) for payment in messages(fields, "scores")]
    paid: Points = reduce(plus, filter(None, changes), NO_PAYMENTS)
    if not any(changes) and (nagashi or any(tenpai) != all(tenpai)):
        paid = UNKNOWN  # somebody paid, which the record does not state
    kyoku.draw = RecordedDraw(
        reason=Result.NAGASHI_MANGAN if nagashi else Result.EXHAUSTIVE_DRAW,
        revealed=(*tenpai, *[False] * (SEATS - kyoku.players)),
        hands=tuple(hands),
        payments=paid,
    )


def liuju(kyoku: KyokuReader, fields: Fields) -> None:
    """An abortive draw."""
    code, seat = number(fields, "type", MOST_POINTS), number(fields, "seat", kyoku.players - 1)
    reason = vocab.DRAWS.get(code)
    if reason is None:
        raise LogError(Fault.UNKNOWN_CODE, f"unknown type of draw {code}")
    if reason == Result.KYUUSHU_KYUUHAI and seat != kyoku.last_seat:
        raise LogError(Fault.BAD_ORDER, f"seat {seat} ends the kyoku, but seat {kyoku.last_seat} drew the last tile")
    if reason != Result.SANCHAHOU:
        kyoku.accept_unless_failed(fields)
    kyoku.draw = RecordedDraw(
        reason=reason,
        revealed=_shows_hand(reason, kyoku),
        hands=tuple(tuple(kyoku.hands.concealed(seat)) for seat in range(kyoku.players)),
        payments=NO_PAYMENTS,
    )


def _shows_hand(reason: Result, kyoku: KyokuReader) -> tuple[bool, ...]:
    seats: Sequence[int] = ()
    if reason == Result.KYUUSHU_KYUUHAI:
        seats = (kyoku.last_seat,)
    elif reason == Result.SUUCHA_RIICHI:
        seats = range(kyoku.players)
    elif reason == Result.SANCHAHOU:
        seats = [other for other in range(kyoku.players) if other != kyoku.last_seat]
    return tuple(other in seats for other in range(SEATS))


HANDLERS: Final[Mapping[str, Callable[[KyokuReader, Fields], None]]] = PLAY | {
    "Hule": hule,
    "NoTile": no_tile,
    "LiuJu": liuju,
}
"""The function for each record of a kyoku."""
