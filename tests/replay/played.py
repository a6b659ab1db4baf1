"""Kyoku written in one line, as batches of columns.

Tokens: `0+9m` seat 0 draws 9m, `0-9m` discards it from the hand, `0!9m` discards the tile just drawn, `0~9m` draws and
discards it at once; `1chi0:423m`, `1pon0:999m`, `1kan0:9999m` call seat 0's discard (the called tile first);
`0ankan:1111z`, `0kakan:1z`, `0kita:4z`; `0riichi`, `0stick`, `0open`; `dora:9p`. `#33` after a tile is its copy,
`?60` a tile that does not exist. Results: `0tsumo:9m`, `1ron0:9m`, `exhaustive_draw:02` with the seats that show their
hands.
"""

import re
from dataclasses import dataclass, field

import numpy as np

from mjlog.games.batch import Games
from mjlog.games.columns import (
    ABSENT,
    CallColumns,
    DrawColumns,
    EventColumns,
    EventKind,
    GameColumns,
    KyokuColumns,
    Result,
    SeatColumns,
    WinColumns,
    YakuColumns,
    empty,
)
from mjlog.rules.presets import TENHOU
from mjlog.tiles import parse

NOTHING = "147m147p147s1234z"
"""A hand that is far from everything."""
NOTHING_OF_THREE = "19m147p147s12345z"
KINDS = {
    "+": EventKind.DRAW,
    "-": EventKind.DISCARD,
    "!": EventKind.DISCARD,
    "chi": EventKind.CHI,
    "pon": EventKind.PON,
    "kan": EventKind.DAIMINKAN,
    "ankan": EventKind.ANKAN,
    "kakan": EventKind.KAKAN,
    "kita": EventKind.KITA,
    "riichi": EventKind.RIICHI,
    "stick": EventKind.RIICHI_ACCEPTED,
    "open": EventKind.OPEN_RIICHI,
    "dora": EventKind.DORA,
}
TOKEN = re.compile(r"(\d?)(?:([-+!~])|([a-z_]+)(\d?):?)([^#]*)#?(\d*)$")
"""Seat, sign or word, the seat named, tiles, copy."""


@dataclass
class _Kyoku:
    """What a line says, and the hands it leads to."""

    hands: list
    events: list = field(default_factory=list)
    calls: list = field(default_factory=list)
    wins: list = field(default_factory=list)
    claims: list = field(default_factory=list)
    """Winner, giver, tile, hand shown and calls named of each win."""
    result: Result | None = None
    shown: str = ""
    shows: dict = field(default_factory=dict)
    """Hands shown at a draw, by seat."""

    def take(self, token):
        seat, sign, word, source, tiles, copy = TOKEN.match(token).groups()
        what, seat = sign or word, int(seat) if seat else ABSENT
        source = int(source) if source else ABSENT
        if what.upper() in Result.__members__:
            self.result, self.shown = Result[what.upper()], tiles
            return
        tiles = [int(tiles[1:])] if tiles.startswith("?") else list(parse(tiles)) if tiles else []
        tile = tiles[0] if tiles else ABSENT
        if what == "~":
            self.take(token.replace("~", "+"))
            self.take(token.replace("~", "!"))
            return
        if what in ("tsumo", "ron"):
            self.wins.append((seat, source, tile))
            self.result = Result.WIN
            return
        kind = KINDS[what]
        copy = int(copy) if copy else ABSENT
        tsumogiri = int(what == "!") if kind == EventKind.DISCARD else ABSENT
        if EventKind.CHI <= kind <= EventKind.KITA:
            self.calls.append((len(self.events), kind, seat, source, tiles))
        self.events.append((kind, seat, source, tile, copy, tsumogiri))
        if kind == EventKind.DRAW:
            self.hands[seat].append(tile)
        elif kind != EventKind.DORA:
            own = tiles[1:] if EventKind.CHI <= kind <= EventKind.DAIMINKAN else tiles
            for given in own:
                if given in self.hands[seat]:
                    self.hands[seat].remove(given)

    def shown_by(self, winner, source, tile):
        """The hand a winner shows: with the tile drawn, or with the one taken."""
        return self.hands[winner] + [tile] * (source != ABSENT)


def played(line, hands=None, *, rules=TENHOU, points=25_000, dealer=0, change=lambda kyoku: None):
    """A batch of one kyoku; `hands` by seat, `change` alters what was read before it becomes columns."""
    dealt = [list(parse((hands or {}).get(s, NOTHING if rules.players == 4 else NOTHING_OF_THREE))) for s in range(4)]
    dealt = dealt[: rules.players]
    kyoku = _Kyoku([list(hand) for hand in dealt])
    for token in line.split():
        kyoku.take(token)
    claims = [
        (
            winner,
            source,
            tile,
            kyoku.shown_by(winner, source, tile),
            [n for n, c in enumerate(kyoku.calls) if c[2] == winner],
        )
        for winner, source, tile in kyoku.wins
    ]
    kyoku.claims, kyoku.shows = claims, {int(seat): list(kyoku.hands[int(seat)]) for seat in kyoku.shown}
    change(kyoku)
    n_wins, n_draws = len(kyoku.claims), int(kyoku.result not in (None, Result.WIN))
    groups = {
        "games": _blank(GameColumns, 1), "seats": _blank(SeatColumns, 1), "kyoku": _blank(KyokuColumns, 1),
        "events": _blank(EventColumns, len(kyoku.events)), "calls": _blank(CallColumns, len(kyoku.calls)),
        "wins": _blank(WinColumns, n_wins), "yaku": _blank(YakuColumns, 0), "draws": _blank(DrawColumns, n_draws),
    }  # fmt: skip
    groups["games"].rules[:], groups["games"].players[:] = 0, rules.players
    start = groups["kyoku"]
    start.dealer[0], start.points[0], start.dora_indicator[0] = dealer, points, parse("9p")[0]
    start.wind[0] = start.honba[0] = start.sticks[0] = 0
    start.number[0], start.result[0] = 1, kyoku.result or Result.WIN
    for seat, hand in enumerate(dealt):
        start.hands[0, seat] = hand
    for column, values in zip(groups["events"], zip(*kyoku.events, strict=True), strict=False):
        column[:] = values
    calls, wins, draws = groups["calls"], groups["wins"], groups["draws"]
    for row, (event, kind, seat, source, tiles) in enumerate(kyoku.calls):
        calls.event[row], calls.kind[row], calls.seat[row], calls.from_seat[row] = event, kind, seat, source
        calls.tiles[row, : len(tiles)] = tiles
    for row, (winner, source, tile, hand, named) in enumerate(kyoku.claims):
        wins.lists_yaku[row] = False
        wins.winner[row], wins.from_seat[row], wins.tile[row] = winner, source, tile
        wins.hand[row, : len(hand)] = hand
        wins.calls[row, : len(named)] = named
    for row in range(n_draws):
        draws.revealed[row] = 0
        for seat, hand in kyoku.shows.items():
            draws.revealed[row, seat] = 1
            draws.hands[row, seat, : len(hand)] = hand
    lengths = {"kyoku": 1, "event": len(kyoku.events), "call": len(kyoku.calls), "win": n_wins, "draw": n_draws}
    starts = {f"{name}_start": np.array([0, n]) for name, n in lengths.items()}
    return Games(rule_sets=(rules,), yaku_start=np.zeros(n_wins + 1, np.int64), **starts, **groups)


def _blank(group, n):
    """Rows without any records."""
    columns = empty(group, n)
    for column in columns:
        column.fill(None if column.dtype == object else "NaT" if column.dtype.kind == "M" else ABSENT)
    return columns
