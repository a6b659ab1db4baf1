"""Games written as Mahjong Soul's records, and the same records in the shapes they are kept in."""

import json
import re

import numpy as np
from google.protobuf import json_format

from mjlog.formats import Source
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.rules.yaku import YAKU
from mjlog.tiles import name_of
from parsers.majsoul import read, schema, vocab

UUID = "230401-00000000-0000-4000-8000-{:012d}"
CODE_OF_DRAW = {result: code for code, result in vocab.DRAWS.items()}
CODE_OF_CALL = {kind: code for code, kind in enumerate(vocab.CALLS)}


def parsed(*files):
    return read.parse([Source(str(n), file) for n, file in enumerate(files)])


def one(file):
    """The only game of a file that must be right."""
    found = parsed(file)
    assert [str(error) for _, _, error in found.failures] == []
    return found.games


def names(tiles):
    return [name_of(tile, "mpsz") for tile in np.asarray(tiles).tolist() if tile != ABSENT]


def with_a_computer(games):
    """The games as records tell them, the last seat played by a computer."""
    heads = [head_of(games, game) for game in range(len(games))]
    for head in heads:
        del head["accounts"][-1]
    return parsed(*(raw(head, records_of(games, game)) for game, head in enumerate(heads))).games


# -- records of a game


def records_of(games, game):
    """The records of a game."""
    players = int(games.games.players[game])
    for kyoku in range(int(games.kyoku_start[game]), int(games.kyoku_start[game + 1])):
        yield from _kyoku(games, kyoku, players)


def _kyoku(games, kyoku, players):
    start, dealer = games.kyoku, int(games.kyoku.dealer[kyoku])
    first = int(games.event_start[kyoku])
    doras = [name_of(int(start.dora_indicator[kyoku]), "mpsz")]
    made = [
        ["NewRound", {
            "chang": int(start.wind[kyoku]), "ju": dealer, "ben": int(start.honba[kyoku]),
            "liqibang": int(start.sticks[kyoku]), "scores": start.points[kyoku, :players].tolist(), "doras": [*doras],
            **{f"tiles{seat}": names(start.hands[kyoku, seat]) for seat in range(players)},
        }]
    ]  # fmt: skip
    made[0][1][f"tiles{dealer}"] += names([games.events.tile[first]])
    call, turned, liqi, declared = int(games.call_start[kyoku]), False, None, False
    for event in range(first + 1, int(games.event_start[kyoku + 1])):
        kind, seat = int(games.events.kind[event]), int(games.events.seat[event])
        fields = {"seat": seat}
        if kind == EventKind.RIICHI:
            declared = True
        elif kind == EventKind.RIICHI_ACCEPTED:
            liqi = {"seat": seat, "score": 0, "liqibang": 1}
        elif kind == EventKind.DORA:
            doras.append(name_of(int(games.events.tile[event]), "mpsz"))
            if made[-1][0] in ("AnGangAddGang", "BaBei", "DiscardTile"):
                made[-1][1]["doras"] = [*doras]
            else:
                turned = True
        elif kind == EventKind.DRAW:
            made.append(["DealTile", {**fields, "tile": names([games.events.tile[event]])[0]}])
        elif kind == EventKind.DISCARD:
            tsumogiri = bool(games.events.tsumogiri[event] == 1)
            tile = names([games.events.tile[event]])[0]
            made.append(["DiscardTile", {**fields, "tile": tile, "moqie": tsumogiri, "is_liqi": declared}])
            declared = False
        elif EventKind.CHI <= kind <= EventKind.KITA:
            made.append(_call(games, call, kind, fields))
            call += 1
        if liqi and made[-1][0] in ("DealTile", "ChiPengGang") and kind in (EventKind.DRAW, *vocab.CALLS):
            made[-1][1]["liqi"], liqi = liqi, None
        if turned and made[-1][0] in ("DealTile", "DiscardTile") and kind in (EventKind.DRAW, EventKind.DISCARD):
            made[-1][1]["doras"], turned = [*doras], False
    made.append(_result(games, kyoku, players, doras, liqi))
    return made


def _call(games, call, kind, fields):
    tiles = names(games.calls.tiles[call])
    if kind == EventKind.KITA:
        return ["BaBei", fields]
    if kind in (EventKind.ANKAN, EventKind.KAKAN):
        plain = tiles[0].replace("0", "5")  # a dump may name the plain five where the red one is meant
        return [
            "AnGangAddGang",
            {**fields, "type": vocab.ANKAN if kind == EventKind.ANKAN else vocab.KAKAN, "tiles": plain},
        ]
    froms = [fields["seat"]] * (len(tiles) - 1) + [int(games.calls.from_seat[call])]
    return ["ChiPengGang", {**fields, "type": CODE_OF_CALL[kind], "tiles": [*tiles[1:], tiles[0]], "froms": froms}]


def _result(games, kyoku, players, doras, liqi):
    wins = range(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1]))
    result = Result(games.kyoku.result[kyoku])
    if wins:
        paid = games.wins.payments[wins.start : wins.stop].sum(axis=0)[:players].tolist()
        return ["Hule", {"hules": [_hule(games, win, kyoku, players) for win in wins], "delta_scores": paid}]
    row = int(games.draw_start[kyoku])
    shown, hands = games.draws.revealed[row, :players].tolist(), games.draws.hands[row]
    if result in (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN):
        told = [{"tingpai": True, "hand": names(hands[s])} if shown[s] else {} for s in range(players)]
        paid = games.draws.payments[row, :players].tolist()
        scores = [{"delta_scores": paid}] if any(paid) else [{}]
        if result == Result.NAGASHI_MANGAN:  # several entries are added
            scores = [{"delta_scores": [p - 100 for p in paid]}, {"delta_scores": [100] * players}]
        return ["NoTile", {"liujumanguan": result == Result.NAGASHI_MANGAN, "players": told, "scores": scores}]
    fields = {"type": CODE_OF_DRAW[result], **({"liqi": liqi} if liqi else {})}
    if result == Result.KYUUSHU_KYUUHAI:
        fields["seat"] = shown.index(True)
    return ["LiuJu", fields]


def _hule(games, win, kyoku, players):
    wins = games.wins
    tile, seat, tsumo = int(wins.tile[win]), int(wins.winner[win]), wins.from_seat[win] == ABSENT
    hand = [t for t in wins.hand[win].tolist() if t != ABSENT]
    hand.remove(tile)
    dealer, value = int(games.kyoku.dealer[kyoku]), int(wins.points[win])
    fields = {
        "seat": seat, "zimo": bool(tsumo), "hand": names(hand), "hu_tile": names([tile])[0],
        "liqi": bool(wins.ura_indicators[win, 0] != ABSENT), "doras": names(wins.dora_indicators[win]),
        "li_doras": names(wins.ura_indicators[win]), "fu": int(wins.fu[win]), "title_id": int(wins.limit[win]),
        "fans": [_fan(games, n) for n in range(int(games.yaku_start[win]), int(games.yaku_start[win + 1]))],
        "baopai": int(wins.pao[win]) + 1,
    }  # fmt: skip
    if not tsumo:
        return {**fields, "point_rong": value}
    if seat == dealer:
        return {**fields, "point_zimo_xian": value // (players - 1)}
    others = [s for s in range(players) if s not in (seat, dealer)]
    each = -int(wins.payments[win, others[0]]) - 100 * int(wins.honba[win])
    if wins.pao[win] != ABSENT:
        each = value // players
    return {**fields, "point_zimo_xian": each, "point_zimo_qin": value - each * (players - 2)}


def _fan(games, row):
    code, han = vocab.YAKU_IDS[YAKU[games.yaku.yaku[row]].key], int(games.yaku.han[row])
    return {"id": code, "val": 1 if han == ABSENT else han}


def head_of(games, game, **config):
    """A head with a ranked table of that many players, unless told otherwise."""
    players = int(games.games.players[game])
    config = {
        "category": 2,
        "mode": {"mode": 2 if players == 4 else 12},
        "meta": {"mode_id": 12 if players == 4 else 24},
    } | config
    points, scores = games.games.final_points[game], games.games.final_scores[game]
    standing = [
        {"seat": s, "part_point_1": int(points[s]), "total_point": round(1000 * scores[s])} for s in range(players)
    ]
    accounts = [{"seat": s, "nickname": f"player {s}", "level": {"id": 10401, "score": 7}} for s in range(players)]
    return {
        "uuid": UUID.format(game), "start_time": 1680350400, "config": config, "accounts": accounts,
        "result": {"players": standing},
    }  # fmt: skip


# -- shapes


def long(record):
    return {"name": f".lq.Record{record[0]}", "data": record[1]}


def raw(head, records):
    """The whole answer, new."""
    noise = {"passed": 1, "type": 2, "user_input": {"seat": 1, "type": 7}}
    actions = [noise, *({"passed": 5, "type": 1, "result": long(record)} for record in records)]
    return dumped(
        {"head": head, "data": {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": actions}}}
    )


def raw_old(head, records):
    """The whole answer, old."""
    body = {"name": ".lq.GameDetailRecords", "data": {"records": [long(record) for record in records]}}
    return dumped({"head": head, "data": body})


def flat(head, records):
    """All records in one list."""
    return dumped({"head": head, "data": [{"name": f"Record{name}", "data": fields} for name, fields in records]})


def by_kyoku(head, records, key="data", head_key="header"):
    """A list for each kyoku, names without prefix."""
    rounds = []
    for name, fields in records:
        if name == "NewRound":
            rounds.append([])
        rounds[-1].append({"name": name, "data": fields})
    return dumped({head_key: head, key: rounds})


def in_camels(value):
    """Keys as converters of protobuf write them."""
    if isinstance(value, dict):
        return {re.sub(r"_([a-z0-9])", lambda m: m[1].upper(), k): in_camels(v) for k, v in value.items()}
    return [in_camels(v) for v in value] if isinstance(value, list) else value


def without_zeros(value):
    """Values that are not the default of protobuf."""
    if isinstance(value, dict):
        return {k: kept for k, v in value.items() if (kept := without_zeros(v)) not in (0, "", [], False, None)}
    return [without_zeros(v) for v in value] if isinstance(value, list) else value


def dumped(value):
    return json.dumps(value, ensure_ascii=False).encode()


def message(name, fields):
    return json_format.ParseDict(fields, schema.classes()[name](), ignore_unknown_fields=True)


def wrapped(name, data):
    return schema.classes()["Wrapper"](name=f".lq.{name}", data=data).SerializeToString()


def details(records, *, new=True):
    """The bytes of `GameDetailRecords`."""
    kept = [wrapped(f"Record{name}", message(f"Record{name}", fields).SerializeToString()) for name, fields in records]
    made = schema.classes()["GameDetailRecords"]()
    if new:
        made.version = 210715
        made.actions.add(passed=1, type=2)
        for result in kept:
            made.actions.add(passed=5, type=1, result=result)
    else:
        made.records.extend(kept)
    return made.SerializeToString()


def answer(head, records, *, new=True):
    """The bytes of `ResGameRecord`."""
    made = schema.classes()["ResGameRecord"](data=wrapped("GameDetailRecords", details(records, new=new)))
    made.head.CopyFrom(message("RecordGame", head))
    return made.SerializeToString()
