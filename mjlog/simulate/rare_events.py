"""Rare events that a simulated game can be required to contain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from mjlog.games.columns import Result
from mjlog.games.events import Left, Riichi
from mjlog.rules.ruleset import OPTIONS, WINDS_OF_LENGTH, RuleSet
from mjlog.rules.value import table_of
from mjlog.rules.yaku import BY_KEY, NUMBER
from mjlog.simulate.game import PlayedGame
from mjlog.simulate.players import Foul

Happens = Callable[[PlayedGame], bool]
"""Whether the event happens in a game."""

LONG: Final = 5
"""Honba of a long renchan."""


def _ends(result: Result) -> Happens:
    return lambda game: any(kyoku.result is result for kyoku in game.kyoku)


def _wins(n_wins: int) -> Happens:
    return lambda game: any(len(kyoku.wins) == n_wins for kyoku in game.kyoku)


def _has_yaku(key: str) -> Happens:
    return lambda game: any(yaku.key == key for kyoku in game.kyoku for win in kyoku.wins for yaku in win.score.yaku)


def _fouls(game: PlayedGame, result: Result, *, riichi: bool) -> bool:
    """Whether a kyoku ends so, after a riichi or not."""
    return any(
        kyoku.result is result and any(isinstance(event, Riichi) for event in kyoku.events) is riichi
        for kyoku in game.kyoku
    )


EVENTS: Final[dict[str, Happens]] = {
    **{key: _has_yaku(key) for key in BY_KEY},
    **{result.name.lower(): _ends(result) for result in Result if result not in (Result.WIN, Result.EXHAUSTIVE_DRAW)},
    "double_ron": _wins(2),
    "triple_ron": _wins(3),
    "yakuman": lambda game: any(y.yakuman for kyoku in game.kyoku for win in kyoku.wins for y in win.score.yaku),
    "disconnection": lambda game: any(isinstance(event, Left) for kyoku in game.kyoku for event in kyoku.events),
    "noten_riichi": lambda game: _fouls(game, Result.CHOMBO, riichi=True),
    "wrong_set": lambda game: _fouls(game, Result.FOUL_DRAW, riichi=False),
    "dead_hand": lambda game: any(any(kyoku.dead) for kyoku in game.kyoku),
    "pao": lambda game: any(win.pao is not None for kyoku in game.kyoku for win in kyoku.wins),
    "tobi": lambda game: min(game.kyoku[-1].settlement.points) < 0,
    "extension": lambda game: game.kyoku[-1].start.wind >= WINDS_OF_LENGTH[game.rules.length],
    "long_renchan": lambda game: any(kyoku.start.honba >= LONG for kyoku in game.kyoku),
}
"""Events by name; a yaku by its key, a draw by its result."""


def _is(*values: Any) -> Callable[[Any], bool]:
    return lambda value: value in values


def _is_not(value: Any) -> Callable[[Any], bool]:
    return lambda other: other != value


_NEEDS: Final[Mapping[str, Mapping[str, Callable[[Any], bool]]]] = {
    **{event: {event: _is_not("off")} for event in EVENTS if event in OPTIONS and event.upper() in Result.__members__},
    "dora": {"dora": bool},
    "ura_dora": {"ura_dora": bool},
    "red_dora": {"reds": bool},
    "blue_dora": {"blues": bool},
    "kita": {"north": _is("kita")},
    "north_wind": {"north": _is("yakuhai", "yakuhai_dora")},
    "aka_sanshoku": {"reds": lambda reds: len(reds) > 2},
    "four_reds": {"reds": lambda reds: len(reds) > 3},
    "open_riichi_deal_in": {"local_yaku": lambda keys: not keys.isdisjoint({"open_riichi", "open_double_riichi"})},
    "sanshoku_doujun": {"players": _is(4)},
    "daisuurin": {"players": _is(4)},
    "nagashi_mangan": {"nagashi": _is_not("off")},
    "double_ron": {"multiple_ron": _is("paid")},
    "triple_ron": {"players": _is(4), "multiple_ron": _is("paid"), "sanchahou": _is("off")},
    "wrong_set": {"foul_draw": _is_not("off")},
    "dead_hand": {"kuikae": _is("dead_hand")},
    "pao": {"pao_yaku": bool},
    "tobi": {"tobi": _is_not("none")},
    "extension": {"length": _is_not("single"), "extension_winds": bool},
    "long_renchan": {"length": _is_not("single")},
}
"""The values of options that an event needs."""
EVENT_OF_FOUL: Final[Mapping[Foul, str]] = {"ankan": "foul_draw", "wrong_set": "wrong_set", "kuikae": "dead_hand"}
"""The event of a foul that some rules exclude."""


def excluded_by(event: str, rules: RuleSet) -> str | None:
    """The option under which an event cannot happen; None if it can.

    >>> excluded_by("foul_draw", RuleSet(foul_draw="off")), excluded_by("renhou", RuleSet())
    ('foul_draw', 'local_yaku')
    """
    for option, allows in _NEEDS.get(event, {}).items():
        if not allows(getattr(rules, option)):
            return option
    row = BY_KEY.get(event)
    if row is None or row.kind not in ("yaku", "yakuman") or NUMBER[event] in table_of(rules).counted:
        return None
    return "local_yaku" if row.local else "disabled_yaku"
