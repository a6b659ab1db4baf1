"""Tenhou, the service: ids of games, rules of a table on a day, and the record `TENHOU` that the library asks.

The id of a game is `YYYYMMDDHHgm-TTTT-LLLL-HHHHHHHH`: hour of the start (Japan time), GO type, lobby, and a number that
viewers may hide as `x…`; files saved by the viewer are named `<id>&tw=<seat>.mjlog`.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from functools import cache, lru_cache, partial
from typing import Final, Literal

from mjlog.formats.format import Platform
from mjlog.rules.presets import TENHOU_CHANGES, tenhou
from mjlog.rules.ruleset import RuleSet, differences
from parsers.tenhou.vocab import ROOMS, YAKU_CODES, GameType

GAME_ID: Final = re.compile(r"(\d{10})gm-[0-9a-f]{4}-\d{4,}-x?[0-9a-f]+")

SEED_PERIODS: Final = (
    ("mt19937ar-sha512-n288-base64", date(2010, 1, 23), date.max),
    ("mt19937ar-sha512-n288", date(2009, 7, 17), date(2010, 8, 31)),
    ("mt19937ar", date.min, date(2009, 8, 28)),
)
"""First word of the seeds between two days, as widely as the logs seen allow: 2009-02-20 to 07-16, 2009-08-29 to
2010-01-22, and from 2010-08 on."""


@lru_cache(maxsize=1 << 16)
def start_of_id(game_id: str) -> datetime | None:
    """The hour in the id of a game (Japan time); None if it is no date."""
    try:
        return datetime.strptime(game_id[:10], "%Y%m%d%H")
    except ValueError:
        return None


def id_in_name(name: str) -> str | None:
    """The id of a game in the name of its file."""
    match = GAME_ID.search(name)
    return match[0] if match else None


@cache
def rules_and_room(kind: int, day: date | None) -> tuple[RuleSet, str]:
    """Rule set and room of a `GO type` on a day (None: today)."""
    bits = GameType(kind)
    rules = tenhou(
        players=3 if GameType.SANMA in bits else 4,
        red=GameType.NO_RED not in bits,
        kuitan=GameType.NO_KUITAN not in bits,
        east_only=GameType.HANCHAN not in bits,
        chips=0 if GameType.CHIPS not in bits else 5 if GameType.PARLOUR in bits else 2,
        day=day,
    )
    room = 2 * (GameType.SPECIAL in bits) + (GameType.HIGH in bits)
    if GameType.SKILL in bits:
        room += 8
    elif bits & (GameType.CHIPS | GameType.PARLOUR):
        room += 4
    return rules, ROOMS[room]


def rules_by_period(rules: RuleSet, seed: str | None) -> tuple[RuleSet, ...]:
    """Tenhou's rules for a table in every period with such seeds, the latest first; none for rules of another table."""
    return _rules_by_period(rules, (seed or "").split(",")[0])


@cache
def _rules_by_period(rules: RuleSet, seed_word: str) -> tuple[RuleSet, ...]:
    of_table = partial(
        tenhou, players=rules.players, red=bool(rules.reds), kuitan=rules.kuitan, east_only=rules.length == "east"
    )
    chips: tuple[Literal[0, 2, 5], ...] = (0, 2, 5)
    today = next((table for n in chips if (table := partial(of_table, chips=n))() == rules), None)
    if today is None:
        return ()
    first, last = next(((a, b) for word, a, b in SEED_PERIODS if word == seed_word), (date.min, date.max))
    changes = [end for end, _ in TENHOU_CHANGES]
    periods: list[RuleSet] = []
    for begins, ends in reversed(list(zip([date.min, *changes], [*changes, date.max], strict=True))):
        if begins <= last and first < ends:
            period = today(day=None if ends == date.max else ends - timedelta(days=1))
            if all(differences(period, other) for other in periods):
                periods.append(period)
    return tuple(periods)


def game_address(game: str, seat: int) -> str | None:
    """The address in Tenhou's viewer (`tw` is the seat to sit at); None for an id that is not Tenhou's."""
    return f"https://tenhou.net/0/?log={game}&tw={seat}" if GAME_ID.fullmatch(game) else None


TENHOU: Final = Platform(
    name="tenhou",
    yaku_codes=YAKU_CODES,
    room_names={"ippan": "般", "joukyuu": "上", "tokujou": "特", "houou": "鳳", "phoenix": "鳳"},
    states_length=True,
    rules_by_period=rules_by_period,
    id_in_name=id_in_name,
    game_address=game_address,
)
