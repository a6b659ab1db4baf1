"""Games → Tenhou's XML in its own form; `reader` reads the same columns back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final
from urllib.parse import quote

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, EventKind, Ints, Result
from mjlog.rules.points import STICK
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import YAKU
from parsers.tenhou.vocab import GameType
from parsers.tenhou.xml.calls import encode_call
from parsers.tenhou.xml.rewrite import SAFE
from parsers.tenhou.xml.vocab import DISCARD_LETTERS, DRAW_LETTERS, DRAW_TYPES

_TYPE_OF_DRAW: Final = {int(result): kind for kind, result in DRAW_TYPES.items()}
_PLAYER_ATTRIBUTES: Final = ("rc", "gold", "dan", "rate", "sx")
"""Values of `extra` that belong to UN; `_END_ATTRIBUTES` belong to the last tag, all others to GO."""
_END_ATTRIBUTES: Final = ("ratio",)
_RECORDED_WALL: Final = "tiles,"
"""Beginning of a seed that is the wall itself, which the format cannot record."""
_OTHER_NUMBERS: Final = "mahjong-soul"
"""A platform with its own numbers of table types."""
_SEED_OF_KYOKU: Final = "mt19937ar,"
"""Beginning of the seeds of 2009, one in each INIT."""
_CALL_TAGS: Final = frozenset(range(EventKind.CHI, EventKind.KITA + 1))


def write(games: Games) -> list[bytes]:
    """One file's bytes per game.

    The format records the copy of every tile; a game without copies is refused with a `LogError`.
    """
    return ["".join(_game(games, game)).encode() for game in range(len(games))]


def _game(games: Games, game: int) -> Iterator[str]:
    header, seats = games.games, games.seats
    extra: dict[str, Any] = json.loads(header.extra[game] or "{}")
    seed = None if (header.seed[game] or "").startswith(_RECORDED_WALL) else header.seed[game]
    per_kyoku = seed.split("\n") if seed and seed.startswith(_SEED_OF_KYOKU) else []
    kind = int(header.vendor_type[game])
    if kind == ABSENT or header.platform[game] == _OTHER_NUMBERS:
        kind = type_of(games.rule_sets[header.rules[game]])
    yield '<mjloggm ver="2.3">'
    if seed and not per_kyoku:
        yield _tag("SHUFFLE", seed=seed, ref="")
    go = {
        key: ",".join(map(str, value)) if isinstance(value, list) else value
        for key, value in extra.items()
        if key not in (*_PLAYER_ATTRIBUTES, *_END_ATTRIBUTES)
    }
    lobby = {} if header.lobby[game] == ABSENT else {"lobby": int(header.lobby[game])}
    yield _tag("GO", type=kind, **lobby, **go)
    yield _tag("UN", **dict(_players(games, game)), **{key: extra[key] for key in _PLAYER_ATTRIBUTES if key in extra})
    yield _tag("TAIKYOKU", oya=0)
    first, last = header_range(games, game)
    for kyoku in range(first, last):
        end: dict[str, Any] = {}
        if kyoku == last - 1 and header.complete[game] and not np.isnan(header.final_scores[game, 0]):
            end["owari"] = ",".join(_owari(games, game))
            end |= {key: extra[key] for key in _END_ATTRIBUTES if key in extra}
        yield from _kyoku(games, kyoku, seats.name[game], per_kyoku[kyoku - first] if per_kyoku else None, end)
    yield "</mjloggm>"


def header_range(games: Games, game: int) -> tuple[int, int]:
    """First kyoku row of a game and the row after its last."""
    return int(games.kyoku_start[game]), int(games.kyoku_start[game + 1])


def type_of(rules: RuleSet) -> int:
    """The `GO type` that is nearest to a rule set of another platform (an ordinary room)."""
    bits = GameType.HUMANS
    bits |= GameType.SANMA * (rules.players == 3) | GameType.HANCHAN * (rules.length != "east")
    return int(bits | GameType.NO_RED * (not rules.red_fives) | GameType.NO_KUITAN * (not rules.kuitan))


def _players(games: Games, game: int) -> Iterator[tuple[str, Any]]:
    players = int(games.games.players[game])
    seats = games.seats
    for seat in range(4):
        yield f"n{seat}", quote(seats.name[game, seat] or "", safe="")
    if (seats.dan[game] != ABSENT).any():
        yield "dan", _joined(seats.dan[game, seat] if seat < players else 0 for seat in range(4))
    if not np.isnan(seats.rate[game]).all():
        yield "rate", _joined(_decimal(seats.rate[game, seat], 2) if seat < players else "1500.00" for seat in range(4))
    if any(seats.sex[game]):
        yield "sx", _joined((seats.sex[game, seat] or "") if seat < players else "C" for seat in range(4))


def _owari(games: Games, game: int) -> Iterator[str]:
    header = games.games
    for seat in range(4):
        seated = seat < header.players[game]
        yield str(int(header.final_points[game, seat]) // 100) if seated else "0"
        yield _decimal(header.final_scores[game, seat], 1) if seated else "0"
    if (header.final_chips[game] != ABSENT).any():
        for seat in range(4):
            yield from (str(header.final_chips[game, seat]), "0")


def _kyoku(games: Games, kyoku: int, names: Ints, shuffle: str | None, end: dict[str, Any]) -> Iterator[str]:
    start, events = games.kyoku, games.events
    seed = [
        start.wind[kyoku] * 4 + start.number[kyoku] - 1, start.honba[kyoku], start.sticks[kyoku],
        *("" if face == ABSENT else face - 1 for face in start.dice[kyoku]),
        *([_copy(start.dora_indicator_copy[kyoku])] if start.dora_indicator[kyoku] != ABSENT else []),
    ]  # fmt: skip
    chips = {} if (start.chips[kyoku] == ABSENT).all() else {"chip": _joined(start.chips[kyoku])}
    dealt = [start.hand_copies[kyoku, seat][start.hands[kyoku, seat] != ABSENT] for seat in range(4)]
    hands = {f"hai{seat}": _copies(dealt[seat]) for seat in range(4)}
    points = start.points[kyoku].astype(np.int64)
    ten = _joined(points // 100)
    yield _tag(
        "INIT",
        seed=_joined(seed),
        ten=ten,
        oya=int(start.dealer[kyoku]),
        **chips,
        **hands,
        **({"shuffle": shuffle} if shuffle else {}),
    )

    call = int(games.call_start[kyoku])
    rows = slice(int(games.event_start[kyoku]), int(games.event_start[kyoku + 1]))
    columns = (events.kind[rows].tolist(), events.seat[rows].tolist(), events.copy[rows].tolist())
    for kind, seat, copy in zip(*columns, strict=True):
        if kind == EventKind.DRAW:
            yield f"<{DRAW_LETTERS[seat]}{_copy(copy)}/>"
        elif kind == EventKind.DISCARD:
            yield f"<{DISCARD_LETTERS[seat]}{_copy(copy)}/>"
        elif kind in _CALL_TAGS:
            yield _spaced("N", who=seat, m=_call(games, call))
            call += 1
        elif kind == EventKind.RIICHI:
            yield _tag("REACH", who=seat, step=1)
        elif kind == EventKind.RIICHI_ACCEPTED:
            points[seat] -= STICK
            yield _tag("REACH", who=seat, ten=_joined(points // 100), step=2)
        elif kind == EventKind.DORA:
            yield _spaced("DORA", hai=_copy(copy))
        elif kind == EventKind.LEFT:
            yield _spaced("BYE", who=seat)
        elif kind == EventKind.RETURNED:
            yield _tag("UN", **{f"n{seat}": quote(names[seat] or "", safe="")})
    wins = range(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1]))
    for win in wins:
        yield _spaced("AGARI", **dict(_win(games, kyoku, win)), **(end if win == wins[-1] else {}))
    if start.result[kyoku] != Result.WIN:
        yield _spaced("RYUUKYOKU", **dict(_draw(games, kyoku)), **end)


def _win(games: Games, kyoku: int, row: int) -> Iterator[tuple[str, Any]]:
    wins = games.wins
    yield "ba", f"{wins.honba[row]},{wins.sticks[row]}"
    yield "hai", _copies(wins.hand_copies[row][wins.hand[row] != ABSENT])
    if calls := [_call(games, int(games.call_start[kyoku]) + int(call)) for call in wins.calls[row] if call != ABSENT]:
        yield "m", _joined(calls)
    yield "machi", _copy(wins.copy[row])
    yield "ten", ",".join(str(_required(column[row], "value")) for column in (wins.fu, wins.points, wins.limit))
    listed = range(int(games.yaku_start[row]), int(games.yaku_start[row + 1]))
    codes, han, chips = games.yaku.code, games.yaku.han, games.yaku.chips
    for yaku in listed:
        _required(codes[yaku], f"number of the yaku {YAKU[games.yaku.yaku[yaku]].key}")
    if pairs := [number for yaku in listed if han[yaku] != ABSENT for number in (codes[yaku], han[yaku])]:
        yield "yaku", _joined(pairs)
    if yakuman := [codes[yaku] for yaku in listed if han[yaku] == ABSENT]:
        yield "yakuman", _joined(yakuman)
    if paid := [number for yaku in listed if chips[yaku] != ABSENT for number in (codes[yaku], chips[yaku])]:
        yield "chip", _joined(paid)
    yield "doraHai", _copies(wins.dora_indicator_copies[row][wins.dora_indicators[row] != ABSENT])
    if (wins.ura_indicators[row] != ABSENT).any():
        yield "doraHaiUra", _copies(wins.ura_indicator_copies[row][wins.ura_indicators[row] != ABSENT])
    yield "who", int(wins.winner[row])
    yield "fromWho", int(wins.winner[row] if wins.from_seat[row] == ABSENT else wins.from_seat[row])
    if wins.pao[row] != ABSENT:
        yield "paoWho", int(wins.pao[row])
    yield "sc", _settlement(wins, row)


def _draw(games: Games, kyoku: int) -> Iterator[tuple[str, Any]]:
    draws, row = games.draws, int(games.draw_start[kyoku])
    result = int(games.kyoku.result[kyoku])
    if result != Result.EXHAUSTIVE_DRAW:
        if result not in _TYPE_OF_DRAW:
            raise LogError(Fault.BAD_VALUE, f"Tenhou's XML has no {Result(result).name.lower()}")
        yield "type", _TYPE_OF_DRAW[result]
    yield "ba", f"{draws.honba[row]},{draws.sticks[row]}"
    yield "sc", _settlement(draws, row)
    for seat in range(4):
        if draws.revealed[row, seat] == ABSENT:
            _required(ABSENT, "hands shown")
        if draws.revealed[row, seat] == 1:
            yield f"hai{seat}", _copies(draws.hand_copies[row, seat][draws.hands[row, seat] != ABSENT])


def _settlement(group: Any, row: int) -> str:
    """`sc` of a win or draw."""
    if (group.payments[row] == ABSENT).all():
        _required(ABSENT, "payments")
    if (group.points_before[row] % 100).any() or (group.payments[row] % 100).any():
        raise LogError(Fault.BAD_VALUE, "Tenhou's XML records hundreds of points; this game has smaller amounts")
    numbers = [
        n for pair in zip(group.points_before[row] // 100, group.payments[row] // 100, strict=True) for n in pair
    ]
    if (group.chips_before[row] != ABSENT).any():
        numbers += [n for pair in zip(group.chips_before[row], group.chip_payments[row], strict=True) for n in pair]
    return _joined(numbers)


def _call(games: Games, row: int) -> int:
    calls = games.calls
    copies = tuple(
        _copy(copy)
        for copy, tile in zip(calls.copies[row].tolist(), calls.tiles[row].tolist(), strict=True)
        if tile != ABSENT
    )
    from_seat = int(calls.from_seat[row])
    return encode_call(int(calls.kind[row]), int(calls.seat[row]), None if from_seat == ABSENT else from_seat, copies)


def _required(value: Any, what: str) -> int:
    """A number that must not be ABSENT; LogError names it."""
    if value == ABSENT:
        raise LogError(Fault.MISSING_VALUE, f"Tenhou's XML needs the {what} of a result; this game does not record it")
    return int(value)


def _copy(copy: int) -> int:
    if copy == ABSENT:
        raise LogError(
            Fault.MISSING_VALUE,
            "Tenhou's XML needs the copy of each tile (0-135); this game does not record it",
        )
    return int(copy)


def _copies(copies: Iterable[int]) -> str:
    return _joined(_copy(copy) for copy in copies)


def _joined(values: Iterable[Any]) -> str:
    return ",".join(str(value) for value in values)


def _decimal(value: float, digits: int) -> str:
    """A number with at least `digits` decimals, more if it has more."""
    short = f"{value:.{digits}f}"
    return short if float(short) == value else repr(float(value))


def _tag(tag: str, **attributes: Any) -> str:
    return f"<{tag}" + "".join(f' {key}="{quote(str(value), safe=SAFE)}"' for key, value in attributes.items()) + "/>"


def _spaced(tag: str, **attributes: Any) -> str:
    """A tag as Tenhou writes N, DORA, BYE, AGARI and RYUUKYOKU: with a blank before its end."""
    return _tag(tag, **attributes)[:-2] + " />"
