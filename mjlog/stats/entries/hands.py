"""The statistics of a player's kyoku: outcome, riichi, calls, defence, points.

Terms. A *kyoku* is one player's kyoku, one row of `hands`; at a table of four, each kyoku counts four times. A *draw*
is a kyoku without a win; an *exhaustive* draw is one where the wall ran out, by default without nagashi mangan. A
*riichi* counts from the declaration, even if its tile is ronned and no stick is paid. A player *faces* a riichi if
another player declared first. A *call* is chi, pon or daiminkan; ankan, kakan and kita are not. A *deal-in* is a kyoku
with at least one ron on the player's tile; by default a double ron is one deal-in, and its loss is the sum of both. A
*turn* is the number of the player's own discards so far plus one. The *value* of a win is without honba and sticks;
its *income* includes them.
"""

# ruff: noqa: E501  # a statistic is one line of the table, however long

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from mjlog.rules.columns.odds import KYUUSHU
from mjlog.stats.statistic import EVERY_ROW, SIGNED, Family, Sample, Statistic
from mjlog.tiles import EAST, YAOCHUU

if TYPE_CHECKING:  # the table of statistics does not wait for Ibis
    import ibis.expr.types as ir

AMAE: Final = "amae-koromo"
ZYR: Final = "zyr17 MajsoulPaipuAnalyzer"
KOBALAB: Final = "kobalab"
MORTAL: Final = "Mortal"
PANTHEON: Final = "Pantheon"
ALL: Final = "all"
OURS: Final = "mjlog"

KYOKU: Final = Sample("kyoku", EVERY_ROW.rows)
WINS: Final = Sample("wins", lambda t: t.won)
RIICHI_WINS: Final = Sample("wins in riichi", lambda t: t.won & (t.win_state == "riichi"))
RIICHI_WINS_WITH_YAKU: Final = Sample(
    "wins in riichi with known yaku", lambda t: t.won & (t.win_state == "riichi") & t.ippatsu.notnull()
)
OPEN_WINS: Final = Sample("open wins", lambda t: t.won & (t.win_state == "open"))
DAMA_WINS: Final = Sample("concealed wins without riichi", lambda t: t.won & (t.win_state == "dama"))
TSUMO_WINS: Final = Sample("wins by tsumo", lambda t: t.tsumo)
RON_WINS: Final = Sample("wins by ron", lambda t: t.won & ~t.tsumo)
DEAL_INS: Final = Sample("deal-ins", lambda t: t.dealt_in)
RONS: Final = Sample("rons on own tiles", lambda t: t.n_deal_ins)
RIICHI: Final = Sample("kyoku with own riichi", lambda t: t.riichi)
FIRST_RIICHI: Final = Sample("first riichi", lambda t: t.riichi & (t.riichi_order == 1))
CHASES: Final = Sample("chasing riichi", lambda t: t.riichi & (t.riichi_order > 1))
RIICHI_DEAL_INS: Final = Sample("deal-ins in riichi", lambda t: t.riichi & t.dealt_in)
FACED: Final = Sample("kyoku facing a riichi", lambda t: t.n_riichi_before > 0)
CALLED: Final = Sample("kyoku with a call", lambda t: t.n_calls > 0)
NO_RIICHI_NO_CALL: Final = Sample("kyoku without riichi and calls", lambda t: ~t.riichi & (t.n_calls == 0))
HANDS_SHOWN: Final = Sample("exhaustive draws with hands shown", lambda t: t.tenpai.notnull())
EXHAUSTIVE: Final = Sample("exhaustive draws", lambda t: (t.result == "exhaustive_draw") & t.tenpai.notnull())
DRAWS: Final = Sample("draws", lambda t: t.result != "win")
TENPAI_DRAWS: Final = Sample(
    "exhaustive draws in tenpai", lambda t: (t.result == "exhaustive_draw") & t.tenpai.fill_null(False)
)
NOTEN_DRAWS: Final = Sample(
    "exhaustive draws in noten", lambda t: (t.result == "exhaustive_draw") & (~t.tenpai).fill_null(False)
)
WAITING_AT_DRAW: Final = Sample("hands that wait at an exhaustive draw", lambda t: t.tenpai_yaku.notnull())
TSUMO_HITS: Final = Sample("tsumo of other players", lambda t: t.hit_by_tsumo)
DEALER: Final = Sample("kyoku as dealer", lambda t: t.dealer)
NONDEALER: Final = Sample("kyoku as non-dealer", lambda t: ~t.dealer)
OTHERS_WIN_AS_DEALER: Final = Sample(
    "kyoku as dealer that another player won", lambda t: t.dealer & ~t.won & (t.result == "win")
)
BIG_HITS_AS_DEALER: Final = Sample("tsumo of mangan or more against the dealer", lambda t: t.dealer & t.hit_limit)
THREE_PLAYERS: Final = Sample("three-player kyoku", lambda t: t.players == 3)
FOUR_PLAYERS: Final = Sample("four-player kyoku", lambda t: t.players == 4)
ALL_LAST_FIRST: Final = Sample(
    "all-last kyoku started in first place", lambda t: t.all_last & (t.start_place == 1) & t.end_place.notnull()
)
ALL_LAST_FOURTH: Final = Sample(
    "all-last kyoku started in fourth place", lambda t: t.all_last & (t.start_place == 4) & t.end_place.notnull()
)
ALL_LAST_NOT_FIRST: Final = Sample("all-last kyoku started behind", lambda t: t.all_last & (t.start_place > 1))
ALL_LAST_NOT_LAST: Final = Sample(
    "all-last kyoku started ahead of someone", lambda t: t.all_last & (t.start_place < t.players)
)


def known_wait(t: ir.Table) -> ir.BooleanColumn:
    """Whether the player declared riichi in tenpai."""
    return t.riichi_tiles_unseen.notnull()


def has_good_form(t: ir.Table) -> ir.BooleanColumn:
    """Whether the player does not have six or more tiles of the wait, or it includes an honor.

    This is `tenpaiquality` in `src/algo.cpp` of zyr17: visible tiles are ignored.
    """
    return (t.riichi_tiles_unheld >= 6) | (t.riichi_waits[t.riichi_waits.length() - 1] >= EAST)


KNOWN_WAITS: Final = Sample("riichi with a known wait", known_wait)
GOOD_WAITS: Final = Sample("riichi with six or more tiles to win on", lambda t: t.riichi_tiles_unseen >= 6)
GOOD_FORMS: Final = Sample("riichi with a good wait by zyr17", lambda t: known_wait(t) & has_good_form(t))
BAD_FORMS: Final = Sample("riichi with a bad wait by zyr17", lambda t: known_wait(t) & ~has_good_form(t))
BAD_WAITS: Final = Sample("riichi with five or fewer tiles to win on", lambda t: t.riichi_tiles_unseen < 6)
RIICHI_HANDS: Final = Sample("riichi hands with a known value", lambda t: t.riichi_points.notnull())
ACCEPTED: Final = Sample("accepted riichi", lambda t: t.ippatsu_broken.notnull())
TENPAI: Final = Sample("kyoku that reached tenpai", lambda t: t.tenpai_turn.notnull())
KNOWN_DEAL_INS: Final = Sample("deal-ins", lambda t: t.dealt_in & t.deal_in_shanten.notnull())
NOT_FIRST: Final = Sample("kyoku started behind", lambda t: t.gap_above.notnull())
NOT_LAST: Final = Sample("kyoku started ahead of someone", lambda t: t.gap_below.notnull())
KNOWN_PAYMENTS: Final = Sample("kyoku with known payments", lambda t: t.busted.notnull())
WITH_KAN: Final = Sample("kyoku with a kan", lambda t: t.n_daiminkan + t.n_ankan + t.n_kakan > 0)
CALL_SAMPLES: Final = {
    1: Sample("kyoku with one call", lambda t: t.n_calls == 1),
    2: Sample("kyoku with two calls", lambda t: t.n_calls == 2),
    3: Sample("kyoku with three calls", lambda t: t.n_calls == 3),
}
TWO_CALLS: Final = Sample("kyoku with two calls or more", lambda t: t.n_calls >= 2)
KNOWN_RONS: Final = Sample("rons on own tiles", lambda t: t.deal_in_shanten.notnull().ifelse(t.n_deal_ins, 0))
FACED_WITHOUT_OWN: Final = Sample(
    "kyoku facing a riichi, without own riichi", lambda t: (t.n_riichi_before > 0) & ~t.riichi
)


def riichi_dora(t: ir.Table) -> ir.Column:
    """Dora and red fives of a hand at its declaration."""
    return t.riichi_dora + t.riichi_red


def income_by_wins(t: ir.Table) -> ir.Column:
    """Gain or loss by wins, minus the own stick; without noten payments and nagashi."""
    return t.points_hand + t.points_honba + t.points_sticks + t.points_riichi


def paid(t: ir.Table) -> ir.Column:
    """Payment for wins of others: value and honba, as a positive number."""
    return -(t.points_hand + t.points_honba)


def balance(t: ir.Table) -> ir.Column:
    """Points at the end minus points at the start, own stick included."""
    return t.end_points - t.start_points


def reached_tenpai(t: ir.Table) -> ir.BooleanColumn:
    """Whether a discard left the hand tenpai; null for a hand with unknown tiles."""
    has_shanten = t.end_shanten.notnull() | (t.n_discards == 0)
    return t.tenpai_turn.notnull().nullif(False).fill_null(has_shanten.ifelse(False, None))


def missed_win(t: ir.Table) -> ir.BooleanColumn:
    """Whether the player missed a win."""
    return t.passed_rons + t.passed_tsumo > 0


_hand = Family("hands")
_rate, _mean, _ratio, _count = _hand.rate, _hand.mean, _hand.ratio, _hand.count

HAIPAI_SHANTEN: Final = 6
"""The largest shanten of a dealt hand."""
WAITS: Final = {
    "ryanmen": "両面",
    "kanchan": "カンチャン",
    "penchan": "ペンチャン",
    "shanpon": "シャンポン",
    "tanki": "単騎",
}
WAIT_FORMS: Final = {
    **WAITS,
    "nobetan": "ノベタン",
    "mixed": "複合形",
    "many": "多面張",
}


def _share_of_form(form: str, japanese: str) -> Statistic:
    return _rate(
        f"{form}_riichi_share",
        f"riichi on {form}",
        f"{japanese}立直率",
        "Riichi whose wait as a whole has this form (see the column `riichi_wait_form`).",
        partial(_has_form, form=form),
        KNOWN_WAITS,
        OURS,
    )


def _has_form(t: ir.Table, form: str) -> ir.BooleanColumn:
    return t.riichi_wait_form == form


def _haipai_share(shanten: int) -> Statistic:
    return _rate(
        f"haipai_{shanten}_shanten_rate",
        f"haipai {shanten}-shanten",
        f"配牌{shanten}向聴率",
        "Kyoku whose dealt hand has this shanten.",
        lambda t: t.haipai_shanten == shanten,
        KYOKU,
        OURS,
    )


def _win_rate_of_calls(calls: int) -> Statistic:
    name = ("one", "two", "three")[calls - 1]
    return _rate(
        f"calls_{calls}_win_rate", f"win with {name} call{'s' * (calls > 1)}", f"{calls}副露和了率",
        f"{CALL_SAMPLES[calls].name[0].upper()}{CALL_SAMPLES[calls].name[1:]} that were won.",
        lambda t: t.won, CALL_SAMPLES[calls], OURS,
    )  # fmt: skip


def _deal_in_rate_of_calls(calls: int) -> Statistic:
    name = ("one", "two", "three")[calls - 1]
    return _rate(
        f"calls_{calls}_deal_in_rate", f"deal-in with {name} call{'s' * (calls > 1)}", f"{calls}副露放銃率",
        f"{CALL_SAMPLES[calls].name[0].upper()}{CALL_SAMPLES[calls].name[1:]}, and with a deal-in.",
        lambda t: t.dealt_in, CALL_SAMPLES[calls], OURS,
    )  # fmt: skip


def _dealt_kyuushu(t: ir.Table) -> ir.BooleanColumn:
    new_kind = t.first_draw.isin(tuple(YAOCHUU)) & ~t.haipai.contains(t.first_draw)
    return t.haipai_yaochuu + new_kind.ifelse(1, 0) >= KYUUSHU


# fmt: off
OUTCOMES: Final[tuple[Statistic, ...]] = (
    _rate("win_rate", "win rate", "和了率", "Kyoku won.", lambda t: t.won, KYOKU, ALL, good="high"),
    _rate("tsumo_share", "tsumo share", "ツモ率", "Wins that are by tsumo.", lambda t: t.tsumo, WINS, f"{AMAE}, {ZYR}"),
    _rate("tsumo_share@pantheon", "tsumo rate", "ツモ率", "Kyoku won by tsumo.", lambda t: t.tsumo, KYOKU, PANTHEON),
    _rate("deal_in_rate", "deal-in rate", "放銃率", "Kyoku with a deal-in; a double ron is one.", lambda t: t.dealt_in, KYOKU, f"{AMAE}, {KOBALAB}", good="low"),
    _ratio("deal_in_rate@zyr17", "deal-in rate by rons", "放銃率", "Rons on own tiles per kyoku; a double ron is two.", lambda t: t.n_deal_ins, Sample("kyoku", lambda t: 1), "rons per kyoku", ZYR),
    _ratio("deal_in_rate@mortal", "deal-in rate by rons", "放銃率", "Rons on own tiles per kyoku; a double ron is two.", lambda t: t.n_deal_ins, Sample("kyoku", lambda t: 1), "rons per kyoku", MORTAL),
    _rate("riichi_rate", "riichi rate", "立直率", "Kyoku with a declaration, even if its tile was ronned.", lambda t: t.riichi, KYOKU, ALL),
    _rate("call_rate", "call rate", "副露率", "Kyoku with chi, pon or daiminkan.", lambda t: t.n_calls > 0, KYOKU, ALL),
    _rate("draw_rate", "draw rate", "流局率", "Kyoku without a win: exhaustive and abortive draws and nagashi mangan.", lambda t: t.result != "win", KYOKU, f"{AMAE}, {KOBALAB}"),
    _rate("draw_rate@zyr17", "exhaustive draw rate", "荒牌流局率", "Kyoku in which the wall ran out, without nagashi mangan.", lambda t: t.result == "exhaustive_draw", KYOKU, ZYR),
    _rate("abortive_draw_rate", "abortive draw rate", "途中流局率", "Kyoku that ended in an abortive draw.", lambda t: ~t.result.isin(("win", "exhaustive_draw", "nagashi_mangan")), KYOKU, OURS),
    _rate("tenpai_at_draw", "tenpai at draw", "流局聴牌率", "Exhaustive draws, with or without nagashi mangan, in which the player showed tenpai.", lambda t: t.tenpai, HANDS_SHOWN, AMAE, good="high"),
    _rate("tenpai_at_draw@zyr17", "tenpai at draw", "流局聴牌率", "Exhaustive draws without nagashi mangan in which the player showed tenpai.", lambda t: t.tenpai, EXHAUSTIVE, ZYR, good="high"),
    _rate("kataagari_at_draw", "kataagari at draw", "流局時片アガリ聴牌率", "Hands with waits at an exhaustive draw of which some have a yaku by ron and some have none.", lambda t: t.tenpai_yaku == "kataagari", WAITING_AT_DRAW, OURS),
    _rate("tsumo_only_at_draw", "tsumo-only tenpai at draw", "流局時ツモ専用聴牌率", "Hands with waits at an exhaustive draw that have a yaku only when drawn.", lambda t: t.tenpai_yaku == "tsumo_only", WAITING_AT_DRAW, OURS),
    _rate("keishiki_at_draw", "keishiki tenpai at draw", "流局時形式聴牌率", "Hands with waits at an exhaustive draw that have no yaku.", lambda t: t.tenpai_yaku == "keishiki", WAITING_AT_DRAW, OURS),
    _rate("nagashi_rate", "nagashi mangan rate", "流し満貫率", "Kyoku in which the player was paid a nagashi mangan.", lambda t: t.points_nagashi > 0, KYOKU, AMAE),
    _rate("dealer_win_rate", "win rate as dealer", "親和了率", "Kyoku as dealer that were won.", lambda t: t.won, DEALER, ZYR),
    _rate("nondealer_win_rate", "win rate as non-dealer", "子和了率", "Kyoku as non-dealer that were won.", lambda t: t.won, NONDEALER, ZYR),
    _rate("tsumo_hit_rate", "hit by tsumo", "被ツモ率", "Kyoku that another player won by tsumo.", lambda t: t.hit_by_tsumo, KYOKU, ZYR),
    _rate("others_ron_rate", "ron between other players", "横移動率", "Kyoku in which another player won by ron on a third.", lambda t: t.outcome == "others_ron", KYOKU, OURS),
    _rate("pao_rate", "liability (pao) rate", "責任払い率", "Kyoku in which the player paid for a win as the liable seat (pao).", lambda t: t.pao, KYOKU, OURS),
)

WIN_STATISTICS: Final[tuple[Statistic, ...]] = (
    _rate("riichi_win_share", "riichi share of wins", "立直和了割合", "Wins in riichi.", lambda t: t.win_state == "riichi", WINS, f"{AMAE}, {ZYR}"),
    _rate("open_win_share", "open share of wins", "副露和了割合", "Wins after a call.", lambda t: t.win_state == "open", WINS, f"{AMAE}, {ZYR}"),
    _rate("dama_win_share", "dama share of wins", "ダマ和了割合", "Concealed wins without riichi.", lambda t: t.win_state == "dama", WINS, f"{AMAE}, {ZYR}"),
    _mean("win_value", "average hand value", "平均打点", "Value of a win without honba and sticks; by tsumo the sum of the payments.", lambda t: t.win_points, WINS, "points", f"{KOBALAB}; {ZYR} (素点)", good="high"),
    _mean("win_value@amae", "average win", "平均和了点", "Income of a win with honba and the sticks of other players.", lambda t: t.win_income + t.points_riichi, WINS, "points", AMAE, good="high"),
    _mean("win_value@mortal", "average win", "平均打点", "Income of a win with honba and the sticks of other players.", lambda t: t.win_income + t.points_riichi, WINS, "points", MORTAL, good="high"),
    _mean("win_value@kobalab", "average hand value", "平均打点", "Value of a win without honba and sticks.", lambda t: t.win_points, WINS, "points", KOBALAB, good="high"),
    _mean("win_value@zyr17", "average win with all sticks", "平均打点", "Income of a win with honba and all sticks, the own one included.", lambda t: t.win_income, WINS, "points", ZYR, good="high"),
    _rate("value_3900_share@zyr17", "wins with an income of 3,900 or more", "3900点以上率", "Wins with an income of at least 3,900 points, with honba and all sticks, the own one included.", lambda t: t.win_income >= 3900, WINS, ZYR),
    _rate("value_7700_share@zyr17", "wins with an income of 7,700 or more", "7700点以上率", "Wins with an income of at least 7,700 points, with honba and all sticks, the own one included.", lambda t: t.win_income >= 7700, WINS, ZYR),
    _rate("value_11600_share@zyr17", "wins with an income of 11,600 or more", "11600点以上率", "Wins with an income of at least 11,600 points, with honba and all sticks, the own one included.", lambda t: t.win_income >= 11600, WINS, ZYR),
    _mean("riichi_win_value", "average value in riichi", "立直平均打点", "Value of a win in riichi without honba and sticks.", lambda t: t.win_points, RIICHI_WINS, "points", OURS),
    _mean("open_win_value", "average open value", "副露平均打点", "Value of an open win without honba and sticks.", lambda t: t.win_points, OPEN_WINS, "points", OURS),
    _mean("dama_win_value", "average dama value", "ダマ平均打点", "Value of a concealed win without riichi, without honba and sticks.", lambda t: t.win_points, DAMA_WINS, "points", OURS),
    _mean("tsumo_win_value", "average value by tsumo", "ツモ平均打点", "Sum of the payments of a win by tsumo without honba and sticks.", lambda t: t.win_points, TSUMO_WINS, "points", OURS),
    _mean("ron_win_value", "average value by ron", "ロン平均打点", "Value of a win by ron without honba and sticks.", lambda t: t.win_points, RON_WINS, "points", OURS),
    _mean("win_turn", "win turn", "和了巡目", "Turn of a win: own discards before it plus one.", lambda t: t.win_turn, WINS, "turns", OURS),
    _mean("win_turn@amae", "win turn by all discards", "和了巡目(全員の打牌)", "Discards of all seats before a win divided by the number of players, plus one.", lambda t: t.end_discards / t.players + 1, WINS, "turns", AMAE),
    _mean("win_turn@zyr17", "own discards before a win", "和了巡目", "Own discards before a win.", lambda t: t.win_turn - 1, WINS, "discards", ZYR),
    _mean("win_turn@mortal", "own discards before a win", "和了巡目", "Own discards before a win.", lambda t: t.win_turn - 1, WINS, "discards", MORTAL),
    _mean("win_turn@kobalab", "own discards before a win", "和了巡目", "Own discards before a win.", lambda t: t.win_turn - 1, WINS, "discards", KOBALAB),
    _rate("ippatsu_rate", "ippatsu rate", "一発率", "Wins in riichi with ippatsu.", lambda t: t.ippatsu, RIICHI_WINS_WITH_YAKU, f"{AMAE}, {ZYR}", good="high"),
    _rate("ura_rate", "ura rate", "裏ドラ率", "Wins in riichi with at least one ura dora.", lambda t: t.n_ura > 0, RIICHI_WINS_WITH_YAKU, AMAE, good="high"),
    _mean("ura_tiles", "ura per riichi win", "平均裏ドラ数", "Ura dora of a win in riichi.", lambda t: t.n_ura, RIICHI_WINS_WITH_YAKU, "tiles", f"{ZYR}, {KOBALAB}"),
)

RIICHI_STATISTICS: Final[tuple[Statistic, ...]] = (
    _mean("riichi_turn", "riichi turn", "立直巡目", "Turn of the declaration: own discards before it plus one.", lambda t: t.riichi_turn, RIICHI, "turns", ZYR),
    _mean("riichi_turn@mortal", "own discards before riichi", "立直巡目", "Own discards before the declaration.", lambda t: t.riichi_turn - 1, RIICHI, "discards", MORTAL),
    _mean("riichi_turn@amae", "riichi turn by all discards", "立直巡目", "Discards of all seats before the declaration divided by the number of players, plus one.", lambda t: t.riichi_discards / t.players + 1, RIICHI, "turns", AMAE),
    _rate("riichi_win_rate", "win after riichi", "立直後和了率", "Kyoku with own riichi that were won.", lambda t: t.won, RIICHI, f"{AMAE}, {ZYR}", good="high"),
    _rate("riichi_tsumo_share", "tsumo share of riichi wins", "立直ツモ率", "Wins in riichi that are by tsumo.", lambda t: t.tsumo, RIICHI_WINS, OURS),
    _rate("riichi_deal_in_rate", "deal-in with riichi", "立直放銃率", "Kyoku with own riichi and a deal-in, the declaration tile included.", lambda t: t.dealt_in, RIICHI, f"{AMAE} (A)", good="low"),
    _rate("riichi_deal_in_rate@amae_b", "deal-in after riichi", "立直放銃率(B)", "Kyoku with own riichi and a deal-in after the declaration tile had passed.", lambda t: t.dealt_in & ~t.riichi_ronned, RIICHI, f"{AMAE} (B)", good="low"),
    _ratio("riichi_deal_in_rate@zyr17", "rons with riichi", "立直放銃率", "Rons on own tiles with own riichi, the declaration tile included, per riichi; a double ron is two.", lambda t: t.riichi.ifelse(t.n_deal_ins, 0), Sample("own riichi", lambda t: t.riichi), "rons per riichi", ZYR),
    _rate("declaration_ronned_rate", "declaration tile ronned", "立直宣言牌放銃率", "Riichi whose declaration tile was ronned.", lambda t: t.riichi_ronned, RIICHI, ZYR),
    _rate("riichi_draw_rate", "draw after riichi", "立直後流局率", "Kyoku with own riichi that ended in a draw.", lambda t: t.result != "win", RIICHI, AMAE),
    _mean("riichi_income", "riichi income", "立直収支", "Gain or loss of a kyoku with own riichi, own stick included.", balance, RIICHI, "points", AMAE, minimum=SIGNED, good="high"),
    _mean("riichi_income@zyr17", "riichi income by wins", "立直収支", "Gain or loss by wins of a kyoku with own riichi, own stick included; noten payments and nagashi left out.", income_by_wins, RIICHI, "points", ZYR, minimum=SIGNED, good="high"),
    _mean("riichi_win_income", "income of a riichi win", "立直収入", "Gain of a won kyoku with own riichi, own stick included.", balance, Sample("wins in riichi", lambda t: t.riichi & t.won), "points", AMAE, minimum=SIGNED),
    _mean("riichi_deal_in_income", "income of a riichi deal-in", "立直支出", "Loss of a kyoku with own riichi and a deal-in, own stick included; negative.", balance, RIICHI_DEAL_INS, "points", AMAE, minimum=SIGNED),
    _rate("first_riichi_rate", "first riichi", "先制立直率", "Own riichi that was the first of the kyoku.", lambda t: t.riichi_order == 1, RIICHI, f"{AMAE}, {ZYR}"),
    _rate("chase_rate", "chasing riichi", "追っかけ立直率", "Own riichi declared after that of another player.", lambda t: t.riichi_order > 1, RIICHI, f"{AMAE}, {ZYR}"),
    _rate("chase_rate@faced", "chase when facing riichi", "追っかけ率", "Kyoku facing a riichi in which the player declared riichi too.", lambda t: t.riichi, FACED, f"{AMAE} issue 114"),
    _rate("chased_rate", "riichi that was chased", "追っかけられ率", "Own riichi that was the first and was followed by another.", lambda t: (t.riichi_order == 1) & (t.n_riichi_after > 0), RIICHI, AMAE),
    _ratio("chased_rate@zyr17", "chases per riichi", "追っかけられ率", "Riichi of other players declared while the player was in riichi, per own riichi; two chases of one riichi are two.", lambda t: t.riichi.ifelse(t.n_riichi_after, 0), Sample("own riichi", lambda t: t.riichi), "chases per riichi", ZYR),
    _rate("first_riichi_win_rate", "win after first riichi", "先制立直和了率", "First riichi that won.", lambda t: t.won, FIRST_RIICHI, OURS),
    _rate("chase_win_rate", "win after chasing riichi", "追っかけ立直和了率", "Chasing riichi that won.", lambda t: t.won, CHASES, OURS),
    _rate("first_riichi_deal_in_rate", "deal-in with first riichi", "先制立直放銃率", "First riichi with a deal-in.", lambda t: t.dealt_in, FIRST_RIICHI, f"{AMAE} issue 111"),
    _rate("chase_deal_in_rate", "deal-in with chasing riichi", "追っかけ立直放銃率", "Chasing riichi with a deal-in.", lambda t: t.dealt_in, CHASES, f"{AMAE} issue 111"),
    _rate("double_riichi_rate", "double riichi rate", "両立直率", "Kyoku with a double riichi.", lambda t: t.double_riichi, KYOKU, AMAE),
)

CALL_STATISTICS: Final[tuple[Statistic, ...]] = (
    _mean("calls_per_kyoku", "calls per kyoku", "平均副露数", "Chi, pon and daiminkan in a kyoku.", lambda t: t.n_calls, KYOKU, "calls", OURS),
    _rate("calls_2_rate", "two calls or more", "二副露率", "Kyoku with at least two calls.", lambda t: t.n_calls >= 2, KYOKU, ZYR),
    _rate("calls_3_rate", "three calls or more", "三副露率", "Kyoku with at least three calls.", lambda t: t.n_calls >= 3, KYOKU, ZYR),
    _rate("calls_4_rate", "four calls", "裸単騎率", "Kyoku with four calls.", lambda t: t.n_calls >= 4, KYOKU, ZYR),
    _mean("first_call_turn", "turn of the first call", "初副露巡目", "Turn of the first call: own discards before it plus one.", lambda t: t.first_call_turn, CALLED, "turns", OURS),
    _mean("second_call_turn", "turn of the second call", "二副露巡目", "Turn of the second call: own discards before it plus one.", lambda t: t.call_turns[1], TWO_CALLS, "turns", OURS),
    _rate("call_win_rate", "win after a call", "副露後和了率", "Kyoku with a call that were won.", lambda t: t.won, CALLED, f"{AMAE}, {ZYR}, {MORTAL}", good="high"),
    _rate("call_deal_in_rate", "deal-in after a call", "副露後放銃率", "Kyoku with a call and a deal-in.", lambda t: t.dealt_in, CALLED, AMAE, good="low"),
    _ratio("call_deal_in_rate@zyr17", "rons after a call", "副露後放銃率", "Rons on own tiles after a call, per kyoku with a call; a double ron is two.", lambda t: (t.n_calls > 0).ifelse(t.n_deal_ins, 0), Sample("kyoku with a call", lambda t: t.n_calls > 0), "rons per kyoku", ZYR),
    _ratio("call_deal_in_rate@mortal", "rons after a call", "副露後放銃率", "Rons on own tiles after a call, per kyoku with a call; a double ron is two.", lambda t: (t.n_calls > 0).ifelse(t.n_deal_ins, 0), Sample("kyoku with a call", lambda t: t.n_calls > 0), "rons per kyoku", MORTAL),
    _rate("call_draw_rate", "draw after a call", "副露後流局率", "Kyoku with a call that ended in a draw.", lambda t: t.result != "win", CALLED, AMAE),
    _mean("call_income", "income with a call", "副露収支", "Gain or loss of a kyoku with a call.", balance, CALLED, "points", OURS, minimum=SIGNED),
    _mean("chi_per_kyoku", "chi per kyoku", "平均チー数", "Chi in a kyoku.", lambda t: t.n_chi, FOUR_PLAYERS, "calls", OURS),
    _mean("pon_per_kyoku", "pon per kyoku", "平均ポン数", "Pon in a kyoku.", lambda t: t.n_pon, KYOKU, "calls", OURS),
    _mean("kans_per_kyoku", "kan per kyoku", "平均槓数", "Kan of all kinds in a kyoku.", lambda t: t.n_daiminkan + t.n_ankan + t.n_kakan, KYOKU, "kans", ZYR),
    _mean("daiminkan_per_kyoku", "daiminkan per kyoku", "平均大明槓数", "Kan from a discard in a kyoku.", lambda t: t.n_daiminkan, KYOKU, "kans", ZYR),
    _mean("ankan_per_kyoku", "ankan per kyoku", "平均暗槓数", "Concealed kan in a kyoku.", lambda t: t.n_ankan, KYOKU, "kans", ZYR),
    _mean("kakan_per_kyoku", "kakan per kyoku", "平均加槓数", "Kan added to a pon in a kyoku, robbed ones included.", lambda t: t.n_kakan, KYOKU, "kans", ZYR),
    _mean("kita_per_kyoku", "kita per kyoku", "平均北抜き数", "Norths set aside (kita) in a kyoku.", lambda t: t.n_kita, THREE_PLAYERS, "tiles", OURS),
    _rate("kan_win_rate", "win after a kan", "槓後和了率", "Kyoku with an own kan that were won.", lambda t: t.won, WITH_KAN, OURS),
    _rate("kan_deal_in_rate", "deal-in after a kan", "槓後放銃率", "Kyoku with an own kan, and with a deal-in.", lambda t: t.dealt_in, WITH_KAN, OURS),
    _mean("kan_income", "income with a kan", "槓収支", "Gain or loss of a kyoku with an own kan.", balance, WITH_KAN, "points", OURS, minimum=SIGNED),
    *map(_win_rate_of_calls, CALL_SAMPLES),
    *map(_deal_in_rate_of_calls, CALL_SAMPLES),
    _rate("quiet_rate", "neither riichi nor call", "非立直・非副露率", "Kyoku without riichi and without a call.", lambda t: ~t.riichi & (t.n_calls == 0), KYOKU, OURS),
    _rate("quiet_win_rate", "win without riichi and calls", "非立直・非副露和了率", "Kyoku without riichi and calls that were won.", lambda t: t.won, NO_RIICHI_NO_CALL, OURS),
    _rate("quiet_deal_in_rate", "deal-in without riichi and calls", "非立直・非副露放銃率", "Kyoku without riichi and calls, and with a deal-in.", lambda t: t.dealt_in, NO_RIICHI_NO_CALL, OURS),
)

DEFENCE_STATISTICS: Final[tuple[Statistic, ...]] = (
    _mean("deal_in_value", "average deal-in", "平均放銃点", "Paid with a deal-in, honba included; both hands of a double ron.", paid, DEAL_INS, "points", AMAE, good="low"),
    _ratio("deal_in_value@zyr17", "average deal-in per ron", "平均放銃点", "Paid with deal-ins, per ron, honba included.", lambda t: t.dealt_in.ifelse(paid(t), 0), RONS, "points", ZYR),
    _mean("deal_in_value@hand", "average deal-in without honba", "平均放銃素点", "Paid with a deal-in without honba; both hands of a double ron.", lambda t: -t.points_hand, DEAL_INS, "points", OURS, good="low"),
    _mean("deal_in_turn", "turn of a deal-in", "放銃巡目", "Own turn of a deal-in: own discards before it plus one.", lambda t: t.deal_in_turn, DEAL_INS, "turns", OURS),
    _ratio("deal_in_turn@mortal", "own discards at a deal-in", "放銃巡目", "Own discards up to a deal-in, the ronned tile included, per ron; a double ron is two.", lambda t: t.n_discards * t.n_deal_ins, RONS, "discards", MORTAL),
    _rate("deal_in_riichi_share", "deal-ins in riichi", "放銃時立直率", "Deal-ins in riichi, the declaration tile included.", lambda t: t.riichi, DEAL_INS, AMAE),
    _ratio("deal_in_riichi_share@zyr17", "rons on own tiles in riichi", "放銃時立直率", "Rons on own tiles in riichi; a double ron is two.", lambda t: t.riichi.ifelse(t.n_deal_ins, 0), RONS, "share of rons", ZYR),
    _rate("deal_in_open_share", "deal-ins after a call", "放銃時副露率", "Deal-ins after an own call.", lambda t: t.n_calls > 0, DEAL_INS, AMAE),
    _ratio("deal_in_open_share@zyr17", "rons on own tiles after a call", "放銃時副露率", "Rons on own tiles after an own call; a double ron is two.", lambda t: (t.n_calls > 0).ifelse(t.n_deal_ins, 0), RONS, "share of rons", ZYR),
    _rate("deal_in_quiet_share", "deal-ins without riichi and calls", "放銃時門前率", "Deal-ins without own riichi and calls.", lambda t: ~t.riichi & (t.n_calls == 0), DEAL_INS, OURS),
    _rate("deal_in_dama_share", "deal-ins in dama", "放銃時ダマ聴牌率", "Deal-ins that left a concealed hand tenpai without riichi.", lambda t: t.deal_in_state == "dama", KNOWN_DEAL_INS, OURS),
    _rate("deal_in_open_tenpai_share", "deal-ins in open tenpai", "放銃時副露聴牌率", "Deal-ins after an own call that left the hand tenpai.", lambda t: t.deal_in_state == "open_tenpai", KNOWN_DEAL_INS, OURS),
    _rate("deal_in_open_noten_share", "deal-ins after a call before tenpai", "放銃時副露ノーテン率", "Deal-ins after an own call that left the hand short of tenpai.", lambda t: t.deal_in_state == "open_noten", KNOWN_DEAL_INS, OURS),
    _rate("deal_in_closed_noten_share", "deal-ins concealed before tenpai", "放銃時門前ノーテン率", "Deal-ins without own riichi and calls that left the hand short of tenpai.", lambda t: t.deal_in_state == "closed_noten", KNOWN_DEAL_INS, OURS),
    _rate("passive_deal_in_rate", "deal-in without attacking", "非攻撃放銃率", "Kyoku with a deal-in, without own riichi and with fewer than two calls.", lambda t: t.dealt_in & ~t.riichi & (t.n_calls < 2), KYOKU, f"{AMAE} issue 36"),
    _rate("faced_deal_in_rate", "deal-in facing riichi", "対立直放銃率", "Kyoku facing a riichi, with a deal-in.", lambda t: t.dealt_in, FACED, OURS),
    _mean("tsumo_hit_loss", "loss to tsumo", "平均被ツモ失点", "Paid for a tsumo of another player, honba included.", paid, TSUMO_HITS, "points", OURS),
    _mean("tsumo_hit_turn", "turn when hit by tsumo", "被ツモ巡目", "Own turn at the tsumo of another player: own discards before it plus one.", lambda t: t.n_discards + 1, TSUMO_HITS, "turns", OURS),
    _rate("dealer_hit_rate", "tsumo hits as dealer", "満貫以上親被り率", "Tsumo of other players that were mangan or more and hit the player as dealer.", lambda t: t.dealer & t.hit_limit, TSUMO_HITS, AMAE),
    _rate("dealer_hit_rate@zyr17", "dealer hit by tsumo", "親被り率", "Kyoku as dealer won by another player that were won by tsumo; draws are left out.", lambda t: t.hit_by_tsumo, OTHERS_WIN_AS_DEALER, ZYR),
    _mean("dealer_hit_loss", "loss of the dealer to big tsumo", "平均親被り点", "Paid as dealer for a tsumo of mangan or more, honba included.", paid, BIG_HITS_AS_DEALER, "points", AMAE),
)

WAIT_STATISTICS: Final[tuple[Statistic, ...]] = (
    _rate("good_wait_rate", "good wait in riichi", "立直良形率", "Riichi with six or more tiles of the wait unseen by the player.", lambda t: t.riichi_tiles_unseen >= 6, KNOWN_WAITS, f"{AMAE} (好型2)", good="high"),
    _rate("good_wait_rate@zyr17", "good form of the wait in riichi", "立直良形率", "Riichi on six or more tiles that the player does not have, visible or not, or on an honor.", has_good_form, KNOWN_WAITS, ZYR, good="high"),
    _rate("good_wait_win_rate@zyr17", "win with a good form", "良形立直和了率", "Riichi on six or more tiles the player does not have, or on an honor, that won.", lambda t: t.won, GOOD_FORMS, ZYR),
    _rate("bad_wait_win_rate@zyr17", "win with a bad form", "愚形立直和了率", "Riichi on five or fewer tiles the player does not have, and no honor, that won.", lambda t: t.won, BAD_FORMS, ZYR),
    _mean("good_wait_income@zyr17", "income with a good form", "良形立直収支", "Gain or loss by wins of a kyoku with riichi on six or more tiles the player does not have, or on an honor, own stick included.", income_by_wins, GOOD_FORMS, "points", ZYR, minimum=SIGNED),
    _mean("bad_wait_income@zyr17", "income with a bad form", "愚形立直収支", "Gain or loss by wins of a kyoku with riichi on five or fewer tiles the player does not have, and no honor, own stick included.", income_by_wins, BAD_FORMS, "points", ZYR, minimum=SIGNED),
    _rate("wide_wait_rate", "riichi on several kinds", "立直多面率", "Riichi that wait on two or more kinds; a shanpon has two.", lambda t: t.riichi_waits.length() >= 2, KNOWN_WAITS, f"{AMAE} (多面)"),
    _mean("wait_tiles", "tiles waited on in riichi", "立直待ち枚数", "Tiles of the wait not seen by the player at a declaration.", lambda t: t.riichi_tiles_unseen, KNOWN_WAITS, "tiles", OURS),
    _mean("wait_tiles_in_wall", "tiles of the wait in the wall", "立直山残り枚数", "Tiles of the wait nobody held at a declaration.", lambda t: t.riichi_tiles_wall, KNOWN_WAITS, "tiles", OURS),
    _rate("good_wait_win_rate", "win with a good wait", "良形立直和了率", "Riichi on six or more tiles that won.", lambda t: t.won, GOOD_WAITS, OURS),
    _rate("bad_wait_win_rate", "win with a bad wait", "愚形立直和了率", "Riichi on five or fewer tiles that won.", lambda t: t.won, BAD_WAITS, OURS),
    _mean("good_wait_income", "income with a good wait", "良形立直収支", "Gain or loss of a kyoku with riichi on six or more tiles, own stick included.", balance, GOOD_WAITS, "points", OURS, minimum=SIGNED),
    _mean("bad_wait_income", "income with a bad wait", "愚形立直収支", "Gain or loss of a kyoku with riichi on five or fewer tiles, own stick included.", balance, BAD_WAITS, "points", OURS, minimum=SIGNED),
    _rate("furiten_riichi_rate", "riichi in furiten", "フリテン立直率", "Riichi with a tile of the wait in the own river.", lambda t: t.riichi_furiten, KNOWN_WAITS, f"{AMAE}, {ZYR}"),
    *(_share_of_form(form, japanese) for form, japanese in WAIT_FORMS.items()),
    _mean("riichi_hand_value", "value of riichi hands", "立直時打点", "Mean value of a ron on the wait at the declaration, without ippatsu and ura dora.", lambda t: t.riichi_points, RIICHI_HANDS, "points", OURS, good="high"),
    _mean("riichi_dora_tiles", "dora of riichi hands", "立直時ドラ数", "Dora and red fives of the hand at the declaration.", riichi_dora, RIICHI_HANDS, "tiles", OURS),
    _rate("riichi_dora_2_rate", "riichi with two dora or more", "立直時ドラ2以上率", "Riichi hands with at least two dora or red fives.", lambda t: riichi_dora(t) >= 2, RIICHI_HANDS, OURS),
    _rate("riichi_dora_3_rate", "riichi with three dora or more", "立直時ドラ3以上率", "Riichi hands with at least three dora or red fives.", lambda t: riichi_dora(t) >= 3, RIICHI_HANDS, OURS),
    _rate("riichi_pinfu_rate", "riichi with pinfu", "立直時平和率", "Riichi hands that have pinfu on every wait.", lambda t: t.riichi_yaku.contains("pinfu"), RIICHI_HANDS, OURS),
    _rate("riichi_tanyao_rate", "riichi with tanyao", "立直時断么九率", "Riichi hands that have tanyao on every wait.", lambda t: t.riichi_yaku.contains("tanyao"), RIICHI_HANDS, OURS),
    _rate("riichi_only_rate", "riichi without dora and other yaku", "リーのみ率", "Riichi hands without dora, red fives and a yaku on every wait.", lambda t: (riichi_dora(t) == 0) & (t.riichi_yaku.length() == 0), RIICHI_HANDS, OURS),
    _rate("ippatsu_broken_rate", "ippatsu ended by a call", "一発消され率", "Accepted riichi whose ippatsu a call, kan or kita of another player ended before the next draw.", lambda t: t.ippatsu_broken, ACCEPTED, OURS),
    _rate("riichi_ankan_rate", "ankan after riichi", "立直後暗槓率", "Kyoku with own riichi and an ankan after the declaration.", lambda t: t.n_riichi_ankan > 0, RIICHI, OURS),
    _rate("suji_riichi_rate", "riichi on own suji", "スジ引っ掛け立直率", "Riichi with a tile of the wait that was suji of the own river.", lambda t: t.riichi_suji, KNOWN_WAITS, OURS),
)

SHANTEN_STATISTICS: Final[tuple[Statistic, ...]] = (
    _mean("haipai_shanten", "haipai shanten", "配牌向聴数", "Shanten of the 13 tiles dealt.", lambda t: t.haipai_shanten, KYOKU, "shanten", f"{AMAE}, {KOBALAB}", good="low"),
    _rate("haipai_chiitoitsu_rate", "haipai nearest to chiitoitsu", "配牌七対子率", "Kyoku whose dealt hand is closer to seven pairs than to any other shape.", lambda t: t.haipai_shape == "chiitoitsu", KYOKU, OURS),
    _mean("haipai_pairs", "haipai pairs", "配牌対子数", "Kinds that are at least twice in the dealt hand.", lambda t: t.haipai_pairs, KYOKU, "kinds", OURS),
    _mean("haipai_yaochuu", "haipai terminals and honors", "配牌幺九牌種類数", "Kinds of terminals and honors in the dealt hand.", lambda t: t.haipai_yaochuu, KYOKU, "kinds", OURS),
    *map(_haipai_share, range(HAIPAI_SHANTEN + 1)),
    _rate("dealt_kyuushu_rate", "kyuushu hands dealt", "配牌九種九牌率", "Kyoku as dealer whose dealt hand and first draw have nine or more kinds of terminals and honors.", _dealt_kyuushu, DEALER, OURS),
    _rate("dealt_win_rate", "dealt wins", "天和率", "Kyoku as dealer won on the first draw (tenhou).", lambda t: t.tsumo & (t.n_draws == 1), DEALER, OURS),
    _mean("haipai_dora", "haipai dora", "配牌ドラ数", "Dora in the dealt hand by the first indicator.", lambda t: t.haipai_dora, KYOKU, "tiles", OURS),
    _mean("haipai_red", "haipai red fives", "配牌赤ドラ数", "Red fives in the dealt hand.", lambda t: t.haipai_red, KYOKU, "tiles", OURS),
    _rate("tenpai_rate", "tenpai reached", "聴牌到達率", "Kyoku in which a discard left the hand tenpai.", reached_tenpai, KYOKU, OURS),
    _mean("tenpai_turn", "turn of the first tenpai", "聴牌巡目", "Turn of the first discard that left the hand tenpai.", lambda t: t.tenpai_turn, TENPAI, "turns", f"{ZYR}, {KOBALAB}"),
    _rate("fold_rate", "fold facing riichi", "対立直オリ率", "Kyoku facing a riichi, without own riichi, that ended further from tenpai than at that riichi.", lambda t: t.folded, FACED_WITHOUT_OWN, OURS),
    _rate("deal_in_tenpai_share", "deal-ins in tenpai", "放銃時聴牌率", "Deal-ins that left the hand tenpai.", lambda t: t.deal_in_shanten == 0, KNOWN_DEAL_INS, f"{AMAE} issue 26"),
    _mean("deal_in_shanten", "shanten at deal-in", "放銃時向聴数", "Shanten of the hand that dealt in, without the discarded tile.", lambda t: t.deal_in_shanten, KNOWN_DEAL_INS, "shanten", OURS),
    _ratio("deal_in_shanten@zyr17", "shanten per ron", "放銃時向聴数", "Shanten of the hand that dealt in, without the discarded tile, per ron; a double ron is two.", lambda t: t.deal_in_shanten * t.n_deal_ins, KNOWN_RONS, "shanten", ZYR),
    _rate("deal_in_tenpai_rate", "deal-in in tenpai", "聴牌放銃率", "Kyoku with a deal-in that left the hand tenpai.", lambda t: t.dealt_in & (t.deal_in_shanten == 0), KYOKU, f"{AMAE} issue 26"),
    _rate("deal_in_noten_rate", "deal-in without tenpai", "ノーテン放銃率", "Kyoku with a deal-in that left the hand noten.", lambda t: t.dealt_in & (t.deal_in_shanten > 0), KYOKU, f"{AMAE} issue 26"),
    _rate("tenpai_deal_in_rate", "deal-in once tenpai", "聴牌後放銃率", "Kyoku that reached tenpai, with a deal-in.", lambda t: t.dealt_in, TENPAI, OURS),
    _rate("passed_win_rate", "missed win rate", "見逃し率", "Kyoku in which the player passed on a legal win by ron or tsumo.", missed_win, KYOKU, OURS),
    _mean("passed_rons", "missed rons", "平均見逃し数", "Tiles of other players that the player could legally have won on but did not.", lambda t: t.passed_rons, TENPAI, "tiles", OURS),
    _rate("passed_win_win_rate", "win after a missed win", "見逃し後和了率", "Kyoku with a missed win that were won later.", lambda t: t.won, Sample("kyoku with a missed win", missed_win), OURS),
    _ratio("useful_draw_rate", "useful draws", "有効牌ツモ率", "Draws that lowered the shanten, per draw.", lambda t: t.useful_draws, Sample("draws", lambda t: t.useful_draws.notnull().ifelse(t.n_draws, 0)), "per draw", OURS),
    _ratio("useful_draw_luck", "useful draws, actual to expected", "有効牌ツモ運", "Draws that lowered the shanten, per draw expected to do so from the unseen tiles; below 1 on average, since other players keep useful tiles.", lambda t: t.useful_draws, Sample("expected useful draws", lambda t: t.useful_draws.notnull().ifelse(t.expected_useful_draws, 0)), "per expected draw", OURS),
    _rate("tenpai_win_rate", "win once tenpai", "聴牌後和了率", "Kyoku that reached tenpai and were won.", lambda t: t.won, TENPAI, OURS),
)

POINT_STATISTICS: Final[tuple[Statistic, ...]] = (
    _mean("draw_income", "points at exhaustive draws", "流局収支", "Noten payments of an exhaustive draw.", lambda t: t.points_noten, EXHAUSTIVE, "points", OURS, minimum=SIGNED),
    _mean("draw_income@mortal", "points at draws", "流局収支", "Payments of a draw of any kind, nagashi mangan included, without the own stick.", lambda t: t.points_noten + t.points_nagashi, DRAWS, "points", MORTAL, minimum=SIGNED),
    _mean("draw_income_tenpai", "points at draws in tenpai", "流局聴牌収入", "Noten payments received at an exhaustive draw in tenpai.", lambda t: t.points_noten, TENPAI_DRAWS, "points", OURS),
    _mean("draw_income_noten", "points at draws in noten", "流局ノーテン支出", "Noten payments of an exhaustive draw in noten; negative.", lambda t: t.points_noten, NOTEN_DRAWS, "points", OURS, minimum=SIGNED),
    _mean("balance", "points per kyoku", "局収支", "Points at the end of a kyoku minus points at the start.", balance, KYOKU, "points", f"{AMAE} (without sticks left at the end)", minimum=SIGNED, good="high"),
    _mean("balance_hand", "points from hand values", "和了素点収支", "Points won and paid for hand values in a kyoku.", lambda t: t.points_hand, KYOKU, "points", OURS, minimum=SIGNED),
    _mean("balance_honba", "points from honba", "本場収支", "Points won and paid for honba in a kyoku.", lambda t: t.points_honba, KYOKU, "points", OURS, minimum=SIGNED),
    _mean("balance_sticks", "points from sticks", "供託収支", "Riichi sticks won minus the own stick in a kyoku.", lambda t: t.points_sticks + t.points_riichi, KYOKU, "points", OURS, minimum=SIGNED),
    _mean("balance_noten", "points from noten payments", "ノーテン罰符収支", "Noten payments of a kyoku.", lambda t: t.points_noten, KYOKU, "points", OURS, minimum=SIGNED),
    _mean("balance_nagashi", "points from nagashi mangan", "流し満貫収支", "Payments of nagashi mangan of a kyoku.", lambda t: t.points_nagashi, KYOKU, "points", OURS, minimum=SIGNED),
    _mean("win_efficiency", "win efficiency", "打点効率", "Income of wins per kyoku, with honba and sticks of other players: win rate times average win.", lambda t: t.won.ifelse(t.win_income + t.points_riichi, 0), KYOKU, "points", AMAE),
    _mean("deal_in_efficiency", "deal-in loss", "放銃損失", "Paid with deal-ins per kyoku: deal-in rate times average deal-in.", lambda t: t.dealt_in.ifelse(paid(t), 0), KYOKU, "points", AMAE),
    _mean("net_efficiency", "net efficiency", "調整打点効率", "Win efficiency minus deal-in loss.", lambda t: t.won.ifelse(t.win_income + t.points_riichi, t.dealt_in.ifelse(-paid(t), 0)), KYOKU, "points", AMAE, minimum=SIGNED),
    _mean("gap_above", "gap to the place above", "上位との点差", "Points to the next place above at the start of a kyoku.", lambda t: t.gap_above, NOT_FIRST, "points", OURS),
    _mean("gap_below", "gap to the place below", "下位との点差", "Points to the next place below at the start of a kyoku.", lambda t: t.gap_below, NOT_LAST, "points", OURS),
    _rate("place_gain_rate", "better place after a kyoku", "着順上昇率", "Kyoku that ended in a better place than at their start.", lambda t: t.end_place < t.start_place, KNOWN_PAYMENTS, OURS),
    _rate("place_loss_rate", "worse place after a kyoku", "着順下落率", "Kyoku that ended in a worse place than at their start.", lambda t: t.end_place > t.start_place, KNOWN_PAYMENTS, OURS),
    _rate("all_last_overtaking_rate", "overtaking in all-last", "オーラス着順上昇率", "All-last kyoku started behind that ended in a better place.", lambda t: t.end_place < t.start_place, ALL_LAST_NOT_FIRST, f"{AMAE} issue 97"),
    _rate("all_last_first_kept_rate", "first place kept in all-last", "オーラストップ維持率", "All-last kyoku started in first place that ended there.", lambda t: t.end_place == 1, ALL_LAST_FIRST, OURS, good="high"),
    _rate("all_last_fourth_escaped_rate", "fourth place escaped in all-last", "オーラスラス回避率", "All-last kyoku of four players started in fourth place that ended in a better one.", lambda t: t.end_place < 4, ALL_LAST_FOURTH, OURS, good="high"),
    _rate("all_last_overtaken_rate", "overtaken in all-last", "オーラス着順下落率", "All-last kyoku started ahead of someone that ended in a worse place.", lambda t: t.end_place > t.start_place, ALL_LAST_NOT_LAST, f"{AMAE} issue 97"),
)
# fmt: on
