"""The texts of a game's header: id, start, rules and room, names, seed, and the values that have no column."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final
from urllib.parse import unquote_to_bytes

import numpy as np

from mjlog.games.columns import ABSENT, GameColumns, Ints, SeatColumns, Texts
from mjlog.rules.ruleset import RuleSet
from parsers.tenhou.lobby import lobby_rules_of
from parsers.tenhou.platform import TENHOU, rules_and_room, start_of_id
from parsers.tenhou.xml.headers import TEXT_SEED, TEXT_SEX, GameRows
from parsers.tenhou.xml.vocab import ATTRIBUTE_NAMES

_ATTRIBUTE: Final = re.compile(r'([^\s="]+)="([^"]*)"')
_NEVER_EXTRA: Final = frozenset(ATTRIBUTE_NAMES) - {"lobby", "dan", "rate", "sx"}
"""Attributes that never go to `extra`: they have columns, or they are not about the game."""


class Text:
    """The bytes of a batch, read at positions from the scanner."""

    __slots__ = ("_raw",)

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def value(self, position: int) -> bytes:
        """The attribute value that begins at a position."""
        return self._raw[position : self._raw.index(b'"', position)]

    def tag(self, position: int) -> str:
        """The tag that begins at a position; its bytes are shown as Latin-1."""
        return self._raw[position : self._raw.index(b">", position) + 1].decode("latin-1")


def header_columns(
    text: Text, rows: GameRows, first_kyoku: Ints, seeds: Ints, origins: Sequence[str],
    ids: Sequence[str | None],
) -> tuple[tuple[RuleSet, ...], GameColumns, SeatColumns]:  # fmt: skip
    """Rule sets, and the columns of games and seats.

    `seeds` are the positions of the seeds in the INIT of every kyoku (2009); the kyoku of game `g` begin at
    `first_kyoku[g]`. `origins` and `ids` come from the names of the files.
    """
    n = len(rows.source)
    kinds = rows.type.tolist()
    starts = [start_of_id(game_id) if game_id else None for game_id in ids]
    tables = [rules_and_room(kind, start.date() if start else None) for kind, start in zip(kinds, starts, strict=True)]
    extras = [_extra(text, rows, game) if rows.more[game] else None for game in range(n)]
    for game, extra in enumerate(extras):
        if extra is not None and (csrule := json.loads(extra).get("csrule")):
            rules, room = tables[game]
            tables[game] = lobby_rules_of(kinds[game], rules.players, csrule) or rules, room
    rule_sets = {rules.name: rules for rules, _ in tables}
    number = {name: k for k, name in enumerate(rule_sets)}
    players = np.array([rules.players for rules, _ in tables], np.int8)
    texts = rows.texts.tolist()
    seed_of_game = [
        _seed(text, places[TEXT_SEED], seeds[first_kyoku[game] : first_kyoku[game + 1]])
        for game, places in enumerate(texts)
    ]
    games = GameColumns(
        id=_objects(ids),
        source=_objects(origins),
        platform=_objects([TENHOU.name] * n),
        players=players,
        rules=np.array([number[rules.name] for rules, _ in tables], np.int16),
        room=_objects([room for _, room in tables]),
        lobby=rows.lobby,
        started=np.array(starts, "datetime64[m]"),
        seed=_objects(seed_of_game),
        final_points=rows.final_points,
        final_scores=rows.final_scores,
        final_chips=rows.final_chips,
        complete=rows.complete,
        vendor_type=rows.type,
        extra=_objects(extras),
    )
    seated = np.arange(4) < players[:, None]
    value = text.value
    names = [[_name(value(place)) if place != ABSENT else None for place in places[:4]] for places in texts]
    sexes = [_sexes(value(places[TEXT_SEX])) if places[TEXT_SEX] != ABSENT else (None,) * 4 for places in texts]
    seats = SeatColumns(
        name=_objects(names, 4),
        dan=np.where(seated, rows.dan, np.int8(ABSENT)),
        rate=np.where(seated, rows.rate, np.nan),
        sex=_objects(sexes, 4),
    )
    seats.sex[~seated] = None
    return tuple(rule_sets.values()), games, seats


def _objects(values: Sequence[Any], *shape: int) -> Texts:
    column = np.empty((len(values), *shape), object)
    if len(values):
        column[:] = values
    return column


@lru_cache(maxsize=1 << 16)
def _name(value: bytes) -> str:
    return unquote_to_bytes(value).decode("utf-8", "backslashreplace")


@cache
def _sexes(value: bytes) -> tuple[str | None, ...]:
    sexes = [sex or None for sex in value.decode("latin-1").split(",")[:4]]
    return (*sexes, *[None] * (4 - len(sexes)))


def _seed(text: Text, place: int, seeds: Ints) -> str | None:
    """The seed of the whole game, or the seeds of its kyoku, one per line."""
    if place != ABSENT:
        return text.value(place).decode("latin-1")
    if not len(seeds) or (seeds == ABSENT).any():
        return None
    return "\n".join(text.value(seed).decode("latin-1") for seed in seeds.tolist())


def _extra(text: Text, rows: GameRows, game: int) -> str | None:
    """Header values that have no column or do not fit into it, as a JSON object."""
    has_column = {
        "lobby": rows.lobby[game] != ABSENT,
        "dan": (rows.dan[game] != ABSENT).any(),
        "rate": not np.isnan(rows.rate[game]).all(),
        "sx": rows.texts[game, TEXT_SEX] != ABSENT,
    }
    values = {
        name: _name(value.encode("latin-1"))
        for position in rows.tags[game].tolist()
        if position != ABSENT
        for name, value in _ATTRIBUTE.findall(text.tag(position))
        if name not in _NEVER_EXTRA and (name not in has_column or (value and not has_column[name]))
    }
    return json.dumps(values, ensure_ascii=False) if values else None
