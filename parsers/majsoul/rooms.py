"""The rules of a game from the head of its record; games that are not riichi mahjong are errors.

A ranked table has only its number. A host may set a few options (red fives, points, kuitan, minimum han, old yaku) or,
in rooms with detailed rules, nearly all of them. Protobuf leaves out values that are 0 or false, so a missing option is
off only if others of its group are present; else the group was not set and the preset applies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, Literal

from mjlog.errors import Fault, LogError
from mjlog.rules.points import MOST_POINTS, STICK
from mjlog.rules.presets import MAHJONG_SOUL, MAHJONG_SOUL_3P, MAHJONG_SOUL_ROOM
from mjlog.rules.ruleset import RuleSet
from parsers.majsoul import vocab
from parsers.majsoul.fields import flag, inner, number
from parsers.majsoul.shapes import Fields

Players = Literal[3, 4]

MOST: Final = 2**31 - 1
_SIMPLE: Final = ("dora_count", "shiduan", "init_point", "fandian")
_DETAILED: Final = "have_"
"""The start of the names of detailed rules; no other room has any of them."""
_REDS: Final = {
    4: {0: (), 3: ("5m", "5p", "5s"), 4: ("5m", "5p", "5p", "5s")},
    3: {0: (), 2: ("5p", "5s"), 3: ("5p", "5s"), 4: ("5p", "5p", "5s", "5s")},
}
"""Red fives by players and `dora_count`; more than two for three players is inferred."""
_MOST_UMA: Final = 1000
"""Smaller numbers are uma in thousands."""


def rules_of(head: Fields, players: Players) -> RuleSet:
    """The rules of a game; `LogError` for an event mode or an unknown mode."""
    config = inner(head, "config")
    mode = inner(config, "mode")
    rule = inner(mode, "detail_rule")
    _refuse_events(config, rule)
    hosted = number(config, "category", MOST) in vocab.HOSTED
    rules = MAHJONG_SOUL_3P if players == 3 else MAHJONG_SOUL_ROOM if hosted else MAHJONG_SOUL
    if not config:
        return rules
    options: dict[str, Any] = {"length": _length(mode, players)} if hosted or mode else {}
    if any(rule.get(switch) for switch in _SIMPLE):
        options |= _simple(rule, rules)
    if any(switch.startswith(_DETAILED) for switch in rule):
        options |= _detailed(rule, players)
    options |= _others(rule)
    changed = {option: value for option, value in options.items() if getattr(rules, option) != value}
    name = rules.name
    if changed.pop("length", rules.length) != rules.length:
        name = f"{name}-{options['length']}"
    if changed:
        name = f"{name}-own"
    return replace(rules, **{**options, "name": name})


def players_of(head: Fields, seats: int) -> Players:
    """The number of players, from the mode and the number of points at the start."""
    mode = number(inner(inner(head, "config"), "mode"), "mode", MOST)
    if seats == 2 or 20 <= mode < 30:
        raise LogError(Fault.BAD_RULES, "a game of two players, not riichi mahjong of three or four")
    if seats not in (3, 4):
        raise LogError(Fault.BAD_VALUE, f"points of {seats} players, not of three or four")
    return 3 if seats == 3 or 10 <= mode < 20 else 4


def _refuse_events(config: Fields, rule: Fields) -> None:
    for switch, what in vocab.EVENT_MODES.items():
        if rule.get(switch):
            raise event_mode(f"{what} ({switch})")
    for switch, value in rule.items():
        if value and switch.lower().endswith("mode") and switch != "guyi_mode":
            raise event_mode(f"an unknown mode ({switch})")
    table = number(inner(config, "meta"), "mode_id", MOST)
    if table in vocab.ROOMS_OF_EVENTS:
        raise event_mode(f"table {table}")


def event_mode(what: str) -> LogError:
    """The error of a game that is not riichi mahjong."""
    return LogError(Fault.BAD_RULES, f"an event mode, not riichi mahjong: {what}")


def _length(mode: Fields, players: Players) -> Any:
    found = number(mode, "mode", MOST)
    length = vocab.LENGTHS.get(found % 10)
    if length is None or found // 10 != (1 if players == 3 else 0):
        raise LogError(Fault.UNKNOWN_CODE, f"unknown mode {found} of {players} players")
    return length


def _simple(rule: Fields, rules: RuleSet) -> dict[str, Any]:
    """Options of any room."""
    reds = _REDS[rules.players].get(number(rule, "dora_count", MOST))
    if reds is None:
        raise LogError(
            Fault.UNKNOWN_CODE, f"unknown number of red fives {rule['dora_count']} for {rules.players} players"
        )
    start = number(rule, "init_point", MOST_POINTS) or rules.start_points
    return {
        "reds": reds,
        "kuitan": flag(rule, "shiduan"),
        "start_points": start,
        "return_points": number(rule, "jingsuanyuandian", MOST_POINTS) or start,
        "target_points": number(rule, "fandian", MOST_POINTS) or rules.target_points,
    }


def _detailed(rule: Fields, players: Players) -> dict[str, Any]:
    """Options of a room with detailed rules, which sets them all."""
    if number(rule, "liqibang_value", MOST_POINTS) not in (0, STICK):
        raise LogError(Fault.BAD_RULES, f"riichi sticks of {rule['liqibang_value']} points, not of {STICK}")
    if number(rule, "tianbian_value", MOST_POINTS):
        raise LogError(
            Fault.BAD_RULES, f"a game that ends at {rule['tianbian_value']} points, which no option describes"
        )
    by_tenpai = flag(rule, "have_tingpailianzhuang")
    by_win = flag(rule, "have_helelianzhuang")
    four, head_bump = players == 4, flag(rule, "have_toutiao")
    dora = flag(rule, "have_biao_dora")
    kan_dora, ura = dora and flag(rule, "have_gang_biao_dora"), dora and flag(rule, "have_li_dora")
    return {
        "tobi": "below_zero" if flag(rule, "can_jifei") else "none",
        "honba_points": number(rule, "changbang_value", MOST_POINTS),
        "noten_pool": _noten_pool(rule, players),
        "nagashi": "draw" if flag(rule, "have_liujumanguan") else "off",
        "kiriage": flag(rule, "have_qieshangmanguan"),
        "dora": dora,
        "kan_dora": kan_dora,
        "ura_dora": ura,
        "kan_ura_dora": kan_dora and ura and flag(rule, "have_gang_li_dora"),
        "kan_dora_timing": "at_once" if flag(rule, "ming_dora_immediately_open") else "after_discard",
        "suufon_renda": _abortive(four and flag(rule, "have_sifenglianda")),
        "suukaikan": _abortive(flag(rule, "have_sigangsanle")),
        "suucha_riichi": _abortive(four and flag(rule, "have_sijializhi")),
        "kyuushu_kyuuhai": _abortive(flag(rule, "have_jiuzhongjiupai")),
        "sanchahou": _abortive(four and not head_bump and flag(rule, "have_sanjiahele")),
        "multiple_ron": "head_bump" if head_bump else "paid",
        "dealer_repeat": "tenpai" if by_tenpai and by_win else "win" if by_win else "never",
        "agari_yame": "automatic" if by_win and flag(rule, "have_helezhongju") else "none",
        "tenpai_yame": "automatic" if by_win and by_tenpai and flag(rule, "have_tingpaizhongju") else "none",
        "disabled_yaku": frozenset() if flag(rule, "have_yifa") else frozenset({"ippatsu"}),
        "extension_winds": int(flag(rule, "have_nanruxiru")),
        "uma": _uma(rule, players),
        **({} if four else {"tsumo_loss": "loss" if flag(rule, "have_zimosun") else "halves"}),
    }


def _noten_pool(rule: Fields, players: Players) -> int:
    """The noten pool from the payment of each noten player, by their number in either order."""
    each = [number(rule, f"noting_fafu_{n}", MOST_POINTS) for n in range(1, players)]
    for shares in (each, each[::-1]):
        pools = {share * (players - n) for n, share in enumerate(shares, 1)}
        if len(pools) == 1:
            return pools.pop()
    raise LogError(Fault.BAD_RULES, f"noten payments of {', '.join(map(str, each))} points, which is no common pool")


def _abortive(on: bool) -> str:
    return "repeat" if on else "off"


def _uma(rule: Fields, players: Players) -> tuple[int, ...]:
    """The uma; that of the first place makes the sum 0."""
    rest = [number(rule, f"shunweima_{place}", MOST_POINTS, -MOST_POINTS) for place in range(2, players + 1)]
    unit = 1000 if max(map(abs, rest)) < _MOST_UMA else 1
    return (-unit * sum(rest), *(unit * points for points in rest))


def _others(rule: Fields) -> dict[str, Any]:
    """Options that are off unless present."""
    return dict(_switched_on(rule))


def _switched_on(rule: Fields) -> Iterator[tuple[str, Any]]:
    least = number(rule, "fanfu", 13)
    if least > 1:
        yield "min_han", least
    local = vocab.OLD_YAKU if flag(rule, "guyi_mode") else frozenset()
    if flag(rule, "enable_renhe"):
        local |= {"renhou"}
    if local:
        yield "local_yaku", local
        yield "renhou_value", "yakuman"
    if flag(rule, "disable_double_yakuman"):
        yield "double_yakuman", frozenset()
    if flag(rule, "disable_multi_yukaman") or flag(rule, "disable_composite_yakuman"):
        yield "stacked_yakuman", False
    if flag(rule, "disable_leijiyiman"):
        yield "kazoe", "sanbaiman"
    if flag(rule, "enable_shiti"):
        yield "kuikae", "free"
    if flag(rule, "enable_nontsumo_liqi"):
        yield "riichi_wall", 0
    if flag(rule, "disable_double_wind_four_fu"):
        yield "double_wind_fu", 2
    if flag(rule, "disable_angang_guoshi"):
        yield "kokushi_robs_ankan", False
