"""The statistics of single wins and deal-ins: value, han, dora, yaku, and the hand that won.

Terms. A *win* is one row of `wins`: a double ron is two. Values are without honba and sticks; by tsumo they are the
sum of the payments. A *deal-in* is one ron here, from the side of the seat that dealt in. The share of a yaku is among
all wins with known yaku, including those that cannot have it.
"""

# ruff: noqa: E501  # a statistic is one line of the table, however long

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from mjlog.rules.yaku import YAKU, Yaku
from mjlog.stats.entries.hands import AMAE, OURS, WAITS, ZYR
from mjlog.stats.statistic import EVERY_ROW, Family, Sample, Statistic
from mjlog.tiles import EAST, N_KINDS

if TYPE_CHECKING:  # the table of statistics does not wait for Ibis
    import ibis.expr.types as ir

WINS: Final = Sample("wins", EVERY_ROW.rows)
KNOWN_YAKU: Final = Sample("wins with known yaku", lambda t: t.n_yakuman.notnull())
NOT_YAKUMAN: Final = Sample("wins other than yakuman", lambda t: t.n_yakuman == 0)
BELOW_FIRST: Final = Sample("wins of players not in first place", lambda t: (t.start_place > 1) & t.end_place.notnull())
BELOW_MANGAN: Final = Sample("wins below mangan", lambda t: limit_or_none(t) == "none")
RONS: Final = Sample("rons on own tiles", EVERY_ROW.rows)

YAKUHAI: Final = ("haku", "hatsu", "chun", "seat_wind", "round_wind")
DRAGONS: Final = 31
"""The first of their kinds."""
FLUSHES: Final = ("honitsu", "chinitsu")


def limit_or_none(t: ir.Table) -> ir.StringColumn:
    """The limit, `none` below mangan, and null for a win of unknown value."""
    has_value = t.han.notnull() | t.computed_points.notnull()
    return t["limit"].fill_null(has_value.ifelse("none", None))


def has_yaku(t: ir.Table, *keys: str) -> ir.BooleanColumn:
    """Whether the win has one of the yaku."""
    found = t.yaku.contains(keys[0])
    for key in keys[1:]:
        found = found | t.yaku.contains(key)
    return found


def completed_yakuhai(t: ir.Table) -> ir.BooleanColumn:
    """Whether a win after a call is by shanpon on an honor of value."""
    of_winds = (t.tile < DRAGONS) & has_yaku(t, "seat_wind", "round_wind")
    return ~t.closed & (t.wait == "shanpon") & (t.tile >= EAST) & (t.tile < N_KINDS) & ((t.tile >= DRAGONS) | of_winds)


_win, _deal_in = Family("wins"), Family("deal_ins")


def _share_of(yaku: Yaku) -> Statistic:
    return _win.rate(
        f"{yaku.key}_share",
        yaku.en,
        yaku.ja,
        "Wins with this yaku.",
        partial(_has, key=yaku.key),
        KNOWN_YAKU,
        ZYR,
    )


def _has(t: ir.Table, key: str) -> ir.BooleanColumn:
    return has_yaku(t, key)


WAITING: Final = Sample("wins of hands with waits", lambda t: t.wait_yaku.notnull())
KNOWN_WAITS: Final = Sample("wins with a known wait", lambda t: t.wait.notnull())


def _share_of_wait(wait: str, japanese: str) -> Statistic:
    return _win.rate(
        f"{wait}_win_share",
        f"wins on {wait}",
        f"{japanese}和了率",
        "Wins whose last tile completed this wait, in the reading of the highest value.",
        partial(_completed, wait=wait),
        KNOWN_WAITS,
        OURS,
    )


def _completed(t: ir.Table, wait: str) -> ir.BooleanColumn:
    return t.wait == wait


class Winner(NamedTuple):
    """A kind of winner that a player deals in to."""

    key: str
    english: str
    japanese: str
    rons: Sample


WINNERS: Final = (
    Winner("riichi", "riichi", "立直", Sample("rons by riichi on own tiles", lambda t: t.winner_state == "riichi")),
    Winner("open", "open hands", "副露", Sample("rons by open hands on own tiles", lambda t: t.winner_state == "open")),
    Winner("dama", "dama", "ダマ", Sample("rons by dama on own tiles", lambda t: t.winner_state == "dama")),
    Winner("dealer", "the dealer", "親", Sample("rons by the dealer on own tiles", lambda t: t.winner_dealer)),
    Winner("nondealer", "non-dealers", "子", Sample("rons by non-dealers on own tiles", lambda t: ~t.winner_dealer)),
)


def _value_to(winner: Winner) -> Statistic:
    return _deal_in.mean(
        f"deal_in_value_to_{winner.key}",
        f"deal-in value to {winner.english}",
        f"対{winner.japanese}放銃点",
        f"Value of {winner.rons.name}, without honba.",
        lambda t: t.points,
        winner.rons,
        "points",
        OURS,
        good="low",
    )


DEALT_YAKU: Final = {
    "tanyao": ("断么九", ("tanyao",)),
    "pinfu": ("平和", ("pinfu",)),
    "yakuhai": ("役牌", YAKUHAI),
    "flush": ("染め手", FLUSHES),
    "toitoi": ("対々和", ("toitoi",)),
    "chiitoitsu": ("七対子", ("chiitoitsu",)),
    "ippatsu": ("一発", ("ippatsu",)),
}
"""Yaku of hands that a player deals in to: Japanese name and keys."""
RONS_KNOWN_YAKU: Final = Sample("rons on own tiles with known yaku", lambda t: t.n_yakuman.notnull())


def _dealt_into(name: str) -> Statistic:
    japanese, keys = DEALT_YAKU[name]
    return _deal_in.rate(
        f"deal_in_to_{name}_share",
        f"deal-ins to {name}",
        f"対{japanese}放銃率",
        f"Rons on own tiles by a hand with {' or '.join(keys)}.",
        lambda t: has_yaku(t, *keys),
        RONS_KNOWN_YAKU,
        OURS,
    )


# fmt: off
VALUES: Final[tuple[Statistic, ...]] = (
    _win.rate("value_3900_share", "wins of 3,900 or more", "3900点以上率", "Wins worth at least 3,900 points.", lambda t: t.points >= 3900, WINS, OURS),
    _win.rate("value_7700_share", "wins of 7,700 or more", "7700点以上率", "Wins worth at least 7,700 points.", lambda t: t.points >= 7700, WINS, OURS),
    _win.rate("value_11600_share", "wins of 11,600 or more", "11600点以上率", "Wins worth at least 11,600 points.", lambda t: t.points >= 11600, WINS, OURS),
    _win.rate("mangan_share", "mangan or more", "満貫以上率", "Wins with a limit: mangan or more.", lambda t: limit_or_none(t) != "none", WINS, OURS),
    _win.rate("haneman_share", "haneman or more", "跳満以上率", "Wins of haneman or more.", lambda t: limit_or_none(t).isin(("haneman", "baiman", "sanbaiman", "yakuman")), WINS, OURS),
    _win.rate("baiman_share", "baiman or more", "倍満以上率", "Wins of baiman or more.", lambda t: limit_or_none(t).isin(("baiman", "sanbaiman", "yakuman")), WINS, OURS),
    _win.rate("yakuman_share", "yakuman", "役満率", "Wins with a yakuman, without counted yakuman (kazoe).", lambda t: t.n_yakuman > 0, KNOWN_YAKU, AMAE),
    _win.rate("kazoe_share", "counted yakuman", "数え役満率", "Wins that reach yakuman by their han.", lambda t: (limit_or_none(t) == "yakuman") & (t.n_yakuman == 0), KNOWN_YAKU, AMAE),
    _win.count("yakuman", "number of yakuman", "役満回数", "Number of wins with a yakuman.", lambda t: t.n_yakuman > 0, "wins", AMAE),
    _win.mean("han", "average han", "平均翻数", "Han of a win other than yakuman, dora included.", lambda t: t.han, NOT_YAKUMAN, "han", OURS),
    _win.mean("fu", "average fu", "平均符", "Fu of a win below mangan.", lambda t: t.fu, BELOW_MANGAN, "fu", OURS),
    _win.mean("dora_tiles", "dora per win", "平均ドラ数", "Dora of a win by indicators and kita, without ura and red dora.", lambda t: t.n_dora, KNOWN_YAKU, "tiles", ZYR),
    _win.mean("red_tiles", "red fives per win", "平均赤ドラ数", "Red dora of a win.", lambda t: t.n_red, KNOWN_YAKU, "tiles", ZYR),
    _win.mean("all_dora_tiles", "all dora per win", "平均全ドラ数", "Dora of a win of all kinds: indicators, kita, red and ura.", lambda t: t.n_dora + t.n_red + t.n_ura, KNOWN_YAKU, "tiles", ZYR),
    _win.rate("overtaking_win_rate", "wins that improve the place", "和了着順上昇率", "Wins of players not in first place that gave a better place.", lambda t: t.end_place < t.start_place, BELOW_FIRST, OURS),
    _win.rate("flush_share", "half or full flush", "染め手率", "Wins with honitsu or chinitsu.", lambda t: has_yaku(t, *FLUSHES), KNOWN_YAKU, ZYR),
    _win.rate("open_tanyao_share", "open tanyao", "喰いタン率", "Wins after a call with tanyao.", lambda t: ~t.closed & has_yaku(t, "tanyao"), KNOWN_YAKU, ZYR),
    _win.rate("yakuhai_back_share", "yakuhai completed last", "役牌後付け率", "Wins after a call whose last tile completed a triplet of dragons, or of winds with a yaku of winds.", completed_yakuhai, KNOWN_YAKU, ZYR),
    _win.rate("kataagari_win_share", "wins from kataagari", "片アガリ和了率", "Wins of hands of which some waits have a yaku by ron and some have none.", lambda t: t.wait_yaku == "kataagari", WAITING, OURS),
    _win.rate("tsumo_only_win_share", "wins from tsumo-only tenpai", "ツモ専用聴牌和了率", "Wins of hands whose waits have a yaku only when drawn.", lambda t: t.wait_yaku == "tsumo_only", WAITING, OURS),
    _win.rate("keishiki_win_share", "wins from keishiki tenpai", "形式聴牌和了率", "Wins of hands without a yaku on any wait, by a chance such as haitei or rinshan.", lambda t: t.wait_yaku == "keishiki", WAITING, OURS),
    _win.rate("yakuhai_share", "yakuhai", "役牌率", "Wins with a triplet of dragons, of the seat or of the round wind.", lambda t: has_yaku(t, *YAKUHAI), KNOWN_YAKU, ZYR),
)

DEAL_IN_STATISTICS: Final[tuple[Statistic, ...]] = (
    _deal_in.rate("deal_in_to_riichi_share", "deal-ins to riichi", "立直への放銃割合", "Rons on own tiles by a player in riichi.", lambda t: t.winner_state == "riichi", RONS, AMAE),
    _deal_in.rate("deal_in_to_open_share", "deal-ins to open hands", "副露への放銃割合", "Rons on own tiles by a player with a call.", lambda t: t.winner_state == "open", RONS, AMAE),
    _deal_in.rate("deal_in_to_dama_share", "deal-ins to dama", "ダマへの放銃割合", "Rons on own tiles by a concealed hand without riichi.", lambda t: t.winner_state == "dama", RONS, AMAE),
    _deal_in.rate("deal_in_to_dealer_share", "deal-ins to the dealer", "親への放銃割合", "Rons on own tiles by the dealer.", lambda t: t.winner_dealer, RONS, OURS),
    _deal_in.rate("deal_in_mangan_share", "deal-ins of mangan or more", "満貫以上放銃率", "Rons on own tiles of mangan or more.", lambda t: limit_or_none(t) != "none", RONS, OURS),
    *map(_value_to, WINNERS),
    *map(_dealt_into, DEALT_YAKU),
    _deal_in.rate("deal_in_3900_share", "deal-ins of 3,900 or more", "3900点以上放銃率", "Rons on own tiles worth at least 3,900 points.", lambda t: t.points >= 3900, RONS, OURS),
    _deal_in.rate("deal_in_7700_share", "deal-ins of 7,700 or more", "7700点以上放銃率", "Rons on own tiles worth at least 7,700 points.", lambda t: t.points >= 7700, RONS, OURS),
    _deal_in.rate("deal_in_11600_share", "deal-ins of 11,600 or more", "11600点以上放銃率", "Rons on own tiles worth at least 11,600 points.", lambda t: t.points >= 11600, RONS, OURS),
    _deal_in.mean("deal_in_turn@winner", "turn of the winner at a deal-in", "放銃時和了者巡目", "Turn of the winner at a ron on an own tile.", lambda t: t.turn, RONS, "turns", OURS),
)
# fmt: on

YAKU_STATISTICS: Final = tuple(
    _share_of(yaku)
    for yaku in YAKU
    if yaku.kind in ("yaku", "yakuman") and (not yaku.local or yaku.key == "renhou") and yaku.key != "north_wind"
)
"""The share of each common yaku."""

WAIT_STATISTICS: Final = tuple(_share_of_wait(wait, japanese) for wait, japanese in WAITS.items())
"""The share of each kind of wait."""
