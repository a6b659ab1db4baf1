"""Games written as states of mjx: the fields of `State` in `mjx.proto`, 0 and empty lists left out as by protobuf."""

import json

from mjlog.games.columns import ABSENT, EventKind, Result
from parsers.tenhou.xml.writer import _call, _copies

NAMES = {
    EventKind.CHI: "CHI", EventKind.PON: "PON", EventKind.DAIMINKAN: "OPEN_KAN", EventKind.ANKAN: "CLOSED_KAN",
    EventKind.KAKAN: "ADDED_KAN",
}  # fmt: skip
DRAWS = {
    Result.KYUUSHU_KYUUHAI: "ABORTIVE_DRAW_NINE_TERMINALS",
    Result.SUUCHA_RIICHI: "ABORTIVE_DRAW_FOUR_RIICHIS",
    Result.SANCHAHOU: "ABORTIVE_DRAW_THREE_RONS",
    Result.SUUKAIKAN: "ABORTIVE_DRAW_FOUR_KANS",
    Result.SUUFON_RENDA: "ABORTIVE_DRAW_FOUR_WINDS",
    Result.EXHAUSTIVE_DRAW: "EXHAUSTIVE_DRAW_NORMAL",
    Result.NAGASHI_MANGAN: "EXHAUSTIVE_DRAW_NAGASHI_MANGAN",
}


def file_of(games, game):
    """The file of a game, a state a line."""
    return "".join(json.dumps(state, ensure_ascii=False) + "\n" for state in states_of(games, game)).encode()


def states_of(games, game):
    first, last = int(games.kyoku_start[game]), int(games.kyoku_start[game + 1])
    for kyoku in range(first, last):
        over = kyoku == last - 1 and bool(games.games.complete[game])
        yield stripped(_state(games, game, kyoku, over))


def stripped(value):
    """Without what protobuf leaves out; elements of lists stay."""
    if isinstance(value, dict):
        return {k: kept for k, v in value.items() if (kept := stripped(v)) not in (0, "", [], False)}
    return [stripped(v) for v in value] if isinstance(value, list) else value


def copies(row, tiles):
    return [int(n) for n in _copies(row[tiles != ABSENT]).split(",") if n]


def _state(games, game, kyoku, over):
    start = games.kyoku
    events, draws, call = [], [[], [], [], []], int(games.call_start[kyoku])
    drawn = None
    for n in range(int(games.event_start[kyoku]), int(games.event_start[kyoku + 1])):
        kind, seat, copy = (int(getattr(games.events, name)[n]) for name in ("kind", "seat", "copy"))
        if kind == EventKind.DRAW:
            draws[seat].append(drawn := copy)
            events.append({"type": "EVENT_TYPE_DRAW", "who": seat})
        elif kind == EventKind.DISCARD:
            kept = {"type": "EVENT_TYPE_TSUMOGIRI"} if copy == drawn else {}
            events.append({**kept, "who": seat, "tile": copy})
            drawn = None
        elif kind in NAMES:
            events.append({"type": f"EVENT_TYPE_{NAMES[kind]}", "who": seat, "open": _call(games, call)})
            call += 1
        elif kind == EventKind.RIICHI:
            events.append({"type": "EVENT_TYPE_RIICHI", "who": seat})
        elif kind == EventKind.RIICHI_ACCEPTED:
            events.append({"type": "EVENT_TYPE_RIICHI_SCORE_CHANGE", "who": seat})
        elif kind == EventKind.DORA:
            events.append({"type": "EVENT_TYPE_NEW_DORA", "tile": copy})
    turned = [event["tile"] for event in events if event.get("type") == "EVENT_TYPE_NEW_DORA"]
    terminal = {"isGameOver": over, "finalScore": {"tens": games.games.final_points[game].tolist()}}
    wins = range(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1]))
    if wins:
        terminal["wins"] = [_win(games, kyoku, win) for win in wins]
        for win in terminal["wins"]:
            tsumo = win["who"] == win["fromWho"]
            events.append(
                {"type": f"EVENT_TYPE_{'TSUMO' if tsumo else 'RON'}", "who": win["who"], "tile": win["winTile"]}
            )
    else:
        row = int(games.draw_start[kyoku])
        events.append({"type": f"EVENT_TYPE_{DRAWS[Result(start.result[kyoku])]}"})
        shown = [seat for seat in range(4) if games.draws.revealed[row, seat] == 1]
        terminal["noWinner"] = {
            "tenpais": [
                {
                    "who": seat,
                    "hand": {"closedTiles": copies(games.draws.hand_copies[row, seat], games.draws.hands[row, seat])},
                }
                for seat in shown
            ],
            "tenChanges": games.draws.payments[row].tolist(),
        }
    return {
        "hiddenState": {"gameSeed": "1"},
        "publicObservation": {
            "gameId": f"game-{game}",
            "playerIds": [name or "" for name in games.seats.name[game]],
            "initScore": {
                "round": int(start.wind[kyoku]) * 4 + int(start.number[kyoku]) - 1,
                "honba": int(start.honba[kyoku]),
                "riichi": int(start.sticks[kyoku]),
                "tens": start.points[kyoku].tolist(),
            },
            "doraIndicators": [int(start.dora_indicator_copy[kyoku]), *turned],
            "events": events,
        },
        "privateObservations": [
            {"who": seat, "initHand": {"closedTiles": start.hand_copies[kyoku, seat].tolist()}, "draws": draws[seat]}
            for seat in range(4)
        ],
        "roundTerminal": terminal,
    }


def _win(games, kyoku, row):
    wins = games.wins
    listed = slice(int(games.yaku_start[row]), int(games.yaku_start[row + 1]))
    codes, han = games.yaku.code[listed].tolist(), games.yaku.han[listed].tolist()
    yakuman = ABSENT in han
    calls = [_call(games, int(games.call_start[kyoku]) + int(call)) for call in wins.calls[row] if call != ABSENT]
    winner = int(wins.winner[row])
    return {
        "who": winner,
        "fromWho": winner if wins.from_seat[row] == ABSENT else int(wins.from_seat[row]),
        "hand": {"closedTiles": copies(wins.hand_copies[row], wins.hand[row]), "opens": calls[::-1]},
        "winTile": int(wins.copy[row]),
        "fu": 0 if yakuman else int(wins.fu[row]),
        "ten": int(wins.points[row]),
        "tenChanges": wins.payments[row].tolist(),
        "yakus": [] if yakuman else codes,
        "fans": [] if yakuman else han,
        "yakumans": codes if yakuman else [],
        "uraDoraIndicators": copies(wins.ura_indicator_copies[row], wins.ura_indicators[row]),
    }
