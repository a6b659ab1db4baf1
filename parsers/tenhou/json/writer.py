"""Games → Tenhou's JSON, in the spelling of Tenhou's server; `reader` reads the same columns back.

The format does not record copies, dice, seed, chips, the fu of a mangan and above, ura dora without a match, and hands
shown at a draw. Hands are sorted, so the order of the deal is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote

import orjson

from mjlog.errors import Fault, LogError
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, YAKUMAN_HAN, EventKind, Limit, Result
from mjlog.games.parts import id_of_game
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import YAKU
from mjlog.seats import wind_of_round
from mjlog.tiles import KIND_OF_TILE, N_KINDS
from parsers.tenhou.json import vocab as words
from parsers.tenhou.json.header import TENHOU
from parsers.tenhou.json.turns import STEP_KINDS
from parsers.tenhou.platform import GAME_ID
from parsers.tenhou.vocab import GameType

VERSION: Final = 2.3
LARGEST_WHOLE: Final = 2**53
"""Points and ratings are smaller."""
VIEWER: Final = "https://tenhou.net/6/#json="
_SORTED: Final = tuple(2 * kind + (tile >= N_KINDS) for tile, kind in enumerate(KIND_OF_TILE))
"""Sort key of each tile as Tenhou writes them: a red five after the other fives."""
_LETTER: Final = {int(kind): letter for letter, kind in words.CALL_LETTERS.items()}
_PLACE: Final = {
    int(kind): {towards: place // 2 for place, towards in places.items()}
    for kind, places in words.PLACES_OF_LETTER.items()
}
"""Number of tiles before the letter, by the seats from the caller to the discarder."""
_COLUMN_KEYS: Final = frozenset(words.KEYS) - {"title", "rule", "rate", "dan", "ver"}
"""Keys that are never taken from `extra`, because they have columns."""
_LIST_KEYS: Final = ("rule", "csrule")
"""Settings of a tournament lobby: lists here, texts with commas in Tenhou's XML."""
_TEXT_KEYS: Final = ("ver", "title", "ranking", *_LIST_KEYS)


def write(games: Games) -> list[bytes]:
    """One file's bytes per game.

    The format records neither the order of the turns nor the dealer: a game with another order or dealer than the usual
    one is refused with a `LogError`.
    """
    return [orjson.dumps(_game(games, game)) for game in range(len(games))]


def viewer_link(games: Games, game: int, kyoku: int) -> str:
    """The address that shows a kyoku of a game in Tenhou's viewer; the address contains the whole kyoku."""
    whole = _game(games, game, kyoku)
    shown = {key: whole[key] for key in ("name", "rule", "title") if key in whole}
    text = orjson.dumps({"title": ["", ""], **shown, "log": whole["log"]}).decode()
    return f"{VIEWER}{quote(text, safe='')}&ts=0"


def _game(games: Games, game: int, only: int | None = None) -> dict[str, Any]:
    """The object of a game, or of one of its kyoku."""
    header, seats = games.games, games.seats
    kept = orjson.loads(header.extra[game] or "{}")
    # other texts are attributes of Tenhou's XML, which have no meaning in the JSON
    extra = {key: value for key, value in kept.items() if key in _TEXT_KEYS or not isinstance(value, str)}
    extra |= {key: extra[key].split(",") for key in _LIST_KEYS if isinstance(extra.get(key), str)}
    players = int(header.players[game])
    platform = header.platform[game]
    rules = games.rule_sets[header.rules[game]]
    kyoku = range(int(games.kyoku_start[game]), int(games.kyoku_start[game + 1]))
    first = kyoku.start
    if only is not None:
        kyoku = range(kyoku[only], kyoku[only] + 1)
    values: dict[str, Any] = {"ver": VERSION if platform == TENHOU else str(VERSION)}
    game_id = id_of_game(header.id[game] or "")
    if GAME_ID.fullmatch(game_id) or words.SOUL_ID.fullmatch(game_id):
        values["ref"] = game_id
    values["log"] = []
    for row in kyoku:
        try:
            values["log"].append(_kyoku(games, row, players, platform))
        except LogError as error:
            raise error.at(source=header.source[game], kyoku=row - first) from None
    if connection := [*extra.get("connection", ()), *_connection(games, kyoku)]:
        values["connection"] = connection
    rated = [rate for rate in seats.rate[game, :players].tolist() if rate == rate]
    if rated or "rate" in extra:
        values["ratingc"] = f"PF{players}"
    values["rule"] = _rule(games, game, rules)
    if header.lobby[game] != ABSENT:
        values["lobby"] = int(header.lobby[game])
    absent = 4 - players
    if (seats.dan[game] != ABSENT).any():
        dan = [words.DAN_NAMES[rank] if rank != ABSENT else "" for rank in seats.dan[game, :players].tolist()]
        values["dan"] = dan + [words.DAN_NAMES[0]] * absent
    if rated:
        values["rate"] = [_number(rate) for rate in seats.rate[game, :players].tolist()]
        values["rate"] += [1500] * absent
    if any(seats.sex[game]):
        values["sx"] = [sex or "" for sex in seats.sex[game, :players]] + ["C"] * absent
    if header.final_points[game, 0] != ABSENT:
        final = zip(header.final_points[game].tolist(), header.final_scores[game].tolist(), strict=True)
        values["sc"] = [n for points, score in list(final)[:players] for n in (points, _number(score))]
        values["sc"] += [0, 0] * absent
    values["name"] = [name or "" for name in seats.name[game]]
    return values | {key: value for key, value in extra.items() if key not in _COLUMN_KEYS}


def _number(value: float) -> int | float | None:
    """A number as Tenhou writes it: without decimals if it is whole; None for NaN."""
    if value != value:
        return None
    return int(value) if value.is_integer() and abs(value) < LARGEST_WHOLE else value


def _rule(games: Games, game: int, rules: RuleSet) -> dict[str, Any]:
    reds = {f"aka5{suit}": sum(red == f"5{'mps'[suit - 1]}" for red in rules.reds) for suit in (3, 2, 1)}
    kind = int(games.games.vendor_type[game])
    bits = GameType(0) if kind == ABSENT else GameType(kind)
    speed = next((word for word, bit in words.SPEEDS.items() if bit in bits), "")
    chips = next((w for w, bit in words.CHIP_WORDS.items() if bits & _CHIP_BITS == bit), "")
    disp = "".join(
        (
            "三" if rules.players == 3 else "",
            games.games.room[game] or "",
            "東" if rules.length == "east" else "南",
            "喰" if rules.kuitan else "",
            "赤" if rules.red_fives else "",
            speed,
            chips,
        )
    )
    return {"disp": disp, **reds}


_CHIP_BITS: Final = GameType.CHIPS | GameType.PARLOUR


def _connection(games: Games, kyoku: range) -> Iterator[dict[str, int]]:
    """The players who leave and return, with the number of draws, discards and calls before."""
    for number, row in enumerate(kyoku):
        step = 0
        events = slice(int(games.event_start[row]), int(games.event_start[row + 1]))
        for kind, seat in zip(games.events.kind[events].tolist(), games.events.seat[events].tolist(), strict=True):
            if kind in (EventKind.LEFT, EventKind.RETURNED):
                yield {"what": int(kind == EventKind.RETURNED), "log": number, "who": seat, "step": step}
            step += kind in STEP_KINDS


# -- a kyoku


def _kyoku(games: Games, row: int, players: int, platform: str) -> list[Any]:
    start = games.kyoku
    incoming, outgoing, indicators = _turns(games, row, players)
    wins = range(int(games.win_start[row]), int(games.win_start[row + 1]))
    ura = next((codes for win in wins if (codes := _codes(games.wins.ura_indicators[win].tolist()))), [])
    entries: list[Any] = [
        [int(start.wind[row]) * 4 + int(start.number[row]) - 1, int(start.honba[row]), int(start.sticks[row])],
        start.points[row].tolist(),
        _indicators(int(start.dora_indicator[row]), indicators),
        ura,
    ]
    for seat in range(4):
        hand = sorted(start.hands[row, seat].tolist(), key=_SORTED.__getitem__) if seat < players else []
        entries += [_codes(hand), incoming[seat], outgoing[seat]]
    if start.result[row] == Result.WIN:
        result: list[Any] = [words.WIN_WORDS[0]]
        for win in wins:
            if games.wins.hand[win, 1] == ABSENT:
                raise LogError(Fault.BAD_HAND, "a win with a single tile (old suukantsu), which the format cannot say")
            result += [games.wins.payments[win].tolist(), list(_win(games, row, win, players, platform))]
    else:
        result = _draw(games, row, players)
    return [*entries, result]


def _indicators(first: int, turned: Sequence[int]) -> list[int | None]:
    if first == ABSENT:
        return [None, *_codes(turned)] if turned else []
    return [*_codes([first, *turned])]


def _codes(tiles: Sequence[int]) -> list[int]:
    return [words.CODE_OF_TILE[tile] for tile in tiles if tile != ABSENT]


def _turns(games: Games, row: int, players: int) -> tuple[list[list[Any]], list[list[Any]], list[int]]:
    """The tiles each player takes and the answers, and the indicators turned.

    The format records no order: a draw out of turn is refused.
    """
    incoming: list[list[Any]] = [[], [], [], []]
    outgoing: list[list[Any]] = [[], [], [], []]
    indicators: list[int] = []
    events = slice(int(games.event_start[row]), int(games.event_start[row + 1]))
    columns = games.events
    calls = iter(range(int(games.call_start[row]), int(games.call_start[row + 1])))
    declared = False
    drawer = int(games.kyoku.number[row]) - 1
    for kind, seat, tile, tsumogiri in zip(
        columns.kind[events].tolist(), columns.seat[events].tolist(), columns.tile[events].tolist(),
        columns.tsumogiri[events].tolist(), strict=True,
    ):  # fmt: skip
        if kind == EventKind.DRAW:
            if tile == ABSENT:
                raise LogError(Fault.MISSING_VALUE, f"seat {seat} draws a tile that the game does not record")
            if seat != drawer:
                raise LogError(Fault.BAD_ORDER, f"seat {seat} draws where it is the turn of seat {drawer}")
            incoming[seat].append(words.CODE_OF_TILE[tile])
        elif kind == EventKind.DISCARD:
            code = words.TSUMOGIRI if tsumogiri == 1 else words.CODE_OF_TILE[tile]
            outgoing[seat].append(f"{words.RIICHI_LETTER}{code}" if declared else code)
            declared = False
            drawer = seat + 1 if seat + 1 < players else 0
        elif kind == EventKind.RIICHI:
            declared = True
        elif kind == EventKind.DORA:
            indicators.append(tile)
        elif kind in _LETTER:
            text = _call(games, next(calls))
            drawer = seat
            (incoming if kind <= EventKind.DAIMINKAN else outgoing)[seat].append(text)
            if kind == EventKind.DAIMINKAN:
                outgoing[seat].append(words.NO_DISCARD)
    for answers in outgoing:
        if answers and answers[-1] == words.NO_DISCARD:
            del answers[-1]
    return incoming, outgoing, indicators


def _call(games: Games, row: int) -> str:
    """A call: its tiles, with the letter before the one that did not come from the hand."""
    calls = games.calls
    kind, seat, from_seat = int(calls.kind[row]), int(calls.seat[row]), int(calls.from_seat[row])
    tile, *others = [other for other in calls.tiles[row].tolist() if other != ABSENT]
    towards = (from_seat - seat) % 4
    if kind == EventKind.KAKAN:
        called, *from_hand = others
        texts = _texts(from_hand)
        place = _PLACE[EventKind.PON][towards]
        came = f"{words.CODE_OF_TILE[tile]}{words.CODE_OF_TILE[called]}"
    elif kind == EventKind.ANKAN:
        *texts, came = _texts([tile, *others])
        place = len(texts)
    else:
        texts, came = _texts(others), str(words.CODE_OF_TILE[tile])
        place = _PLACE[kind][towards] if kind in _PLACE else 0
    return "".join([*texts[:place], _LETTER[kind], came, *texts[place:]])


def _texts(tiles: Sequence[int]) -> list[str]:
    return [str(words.CODE_OF_TILE[tile]) for tile in sorted(tiles, key=_SORTED.__getitem__)]


# -- results


def _win(games: Games, kyoku: int, win: int, players: int, platform: str) -> Iterator[Any]:
    wins = games.wins
    winner, from_seat, pao = int(wins.winner[win]), int(wins.from_seat[win]), int(wins.pao[win])
    yield from (winner, winner if from_seat == ABSENT else from_seat, winner if pao == ABSENT else pao)
    rows = slice(int(games.yaku_start[win]), int(games.yaku_start[win + 1]))
    yaku, han, codes = (column[rows].tolist() for column in (games.yaku.yaku, games.yaku.han, games.yaku.code))
    if wins.points[win] == ABSENT:
        return
    dealer, wind = int(games.kyoku.dealer[kyoku]), wind_of_round(int(games.kyoku.wind[kyoku]))
    winds = {words.SEAT_WIND: (winner - dealer) % players, words.ROUND_WIND: wind}
    stated = int(wins.han[win])
    if stated == ABSENT:
        stated = YAKUMAN_HAN if ABSENT in han else sum(han)
    value = _value(
        int(wins.fu[win]), stated, int(wins.points[win]), int(wins.limit[win]),
        by_tsumo=from_seat == ABSENT, by_dealer=winner == dealer, players=players,
    )  # fmt: skip
    yield value
    for row, n, code in zip(yaku, han, codes, strict=True):
        if row == words.URA and n == 0:
            continue
        if platform == TENHOU and code in words.NAME_OF_YAKU_CODE:
            text = words.NAME_OF_YAKU_CODE[code]
        else:
            text = f"{YAKU[row].ja} {words.WINDS[winds[row]]}" if row in winds else YAKU[row].ja
        yield f"{text}({words.LIMIT_WORD[Limit.YAKUMAN] if n == ABSENT else f'{n}飜'})"


def _value(fu: int, han: int, points: int, limit: int, *, by_tsumo: bool, by_dealer: bool, players: int) -> str:
    """`30符4飜7700点`, `満貫2000-4000点`, `満貫4000点∀`; the whole if the shares do not follow from it."""
    if limit > Limit.NONE:
        word = words.LIMIT_WORD[Limit(limit)]
    elif fu != ABSENT:
        word = f"{fu}符{han}飜"
    else:
        word = words.ROUNDED_MANGAN if limit == Limit.NONE else ""
    n_shares = players - 1 if by_dealer else players  # a dealer pays two
    if by_tsumo and by_dealer and points % n_shares == 0:
        return f"{word}{points // n_shares}点∀"
    short = -points % (100 * n_shares)  # shares are rounded up to 100 each, so the dealer may pay less than two of them
    if by_tsumo and not by_dealer and short in (0, 100):
        each = (points + short) // n_shares
        return f"{word}{each}-{points - each * (players - 2)}点"
    return f"{word}{points}点"


def _draw(games: Games, kyoku: int, players: int) -> list[Any]:
    draws, row = games.draws, int(games.draw_start[kyoku])
    result = Result(int(games.kyoku.result[kyoku]))
    payments = draws.payments[row].tolist()
    shown = draws.revealed[row, :players]  # ABSENT: the log does not show whether the hand is tenpai
    if result == Result.EXHAUSTIVE_DRAW and not any(payments) and (shown == 1).all():
        return [words.ALL_TENPAI]
    if result == Result.EXHAUSTIVE_DRAW and not any(payments) and (shown == 0).all():
        return [words.NONE_TENPAI]
    if result not in words.DRAW_WORD:
        raise LogError(Fault.BAD_VALUE, f"Tenhou's JSON has no {result.name.lower()}")
    word = words.DRAW_WORD[result]
    return [word, payments] if result in (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN) else [word]
