"""The names that other programs give statistics, each with the statistic that counts the same.

Sources: amae-koromo, the fields of its player data; Mortal, the attributes of `Stat` in `libriichi/src/stat.rs`; zyr17
MajsoulPaipuAnalyzer, the results of `PAADData.json`; kobalab, `examples/summary.js` of majiang-analog. A figure that no
statistic counts in the same way is not listed.
"""

from __future__ import annotations

from typing import Final

OTHER_NAMES: Final[dict[str, dict[str, str]]] = {
    "amae": {
        "和牌率": "win_rate", "自摸率": "tsumo_share", "默听率": "dama_win_share", "默胡率": "dama_win_share",
        "放铳率": "deal_in_rate", "副露率": "call_rate", "立直率": "riichi_rate", "平均打点": "win_value@amae",
        "和了巡数": "win_turn@amae", "平均铳点": "deal_in_value", "流局率": "draw_rate", "流听率": "tenpai_at_draw",
        "一发率": "ippatsu_rate", "里宝率": "ura_rate", "被炸率": "dealer_hit_rate", "平均被炸点数": "dealer_hit_loss",
        "放铳时立直率": "deal_in_riichi_share", "放铳时副露率": "deal_in_open_share",
        "立直后放铳率": "riichi_deal_in_rate", "立直后非瞬间放铳率": "riichi_deal_in_rate@amae_b",
        "副露后放铳率": "call_deal_in_rate", "立直后和牌率": "riichi_win_rate", "副露后和牌率": "call_win_rate",
        "立直后流局率": "riichi_draw_rate", "副露后流局率": "call_draw_rate", "放铳至立直": "deal_in_to_riichi_share",
        "放铳至副露": "deal_in_to_open_share", "放铳至默听": "deal_in_to_dama_share", "立直和了": "riichi_win_share",
        "副露和了": "open_win_share", "默听和了": "dama_win_share", "立直巡目": "riichi_turn@amae",
        "立直收支": "riichi_income", "立直收入": "riichi_win_income", "立直支出": "riichi_deal_in_income",
        "先制率": "first_riichi_rate", "追立率": "chase_rate", "被追率": "chased_rate",
        "振听立直率": "furiten_riichi_rate", "立直好型2": "good_wait_rate", "立直多面": "wide_wait_rate",
        "打点效率": "win_efficiency", "铳点损失": "deal_in_efficiency", "净打点效率": "net_efficiency",
        "平均起手向听": "haipai_shanten", "役满": "yakuman", "平均顺位": "average_place", "被飞率": "busted_rate",
    },
    "mortal": {
        "rank_1_rate": "first_rate", "rank_2_rate": "second_rate", "rank_3_rate": "third_rate",
        "rank_4_rate": "fourth_rate", "avg_rank": "average_place", "tobi_rate": "busted_rate",
        "agari_rate": "win_rate", "houjuu_rate": "deal_in_rate@mortal", "fuuro_rate": "call_rate",
        "ryukyoku_rate": "draw_rate", "avg_point_per_agari": "win_value@mortal", "avg_agari_jun": "win_turn@mortal",
        "avg_point_per_ryukyoku": "draw_income@mortal", "avg_houjuu_jun": "deal_in_turn@mortal",
        "chasing_riichi_rate": "chase_rate", "riichi_chased_rate": "chased_rate@zyr17",
        "agari_rate_after_riichi": "riichi_win_rate", "houjuu_rate_after_riichi": "riichi_deal_in_rate@zyr17",
        "avg_riichi_jun": "riichi_turn@mortal", "agari_rate_after_fuuro": "call_win_rate",
        "houjuu_rate_after_fuuro": "call_deal_in_rate@mortal", "agari_rate_as_oya": "dealer_win_rate",
        "houjuu_to_oya_rate": "deal_in_to_dealer_share", "nagashi_mangan_rate": "nagashi_rate",
    },
    "zyr17": {
        "#1R": "first_rate", "#2R": "second_rate", "#3R": "third_rate", "#4R": "fourth_rate", "#A": "average_place",
        "AL#1#1R": "all_last_first_kept_rate", "AL#4#123R": "all_last_fourth_escaped_rate", "HULER": "win_rate",
        "ZIMOR": "tsumo_share", "CHONGR": "deal_in_rate@zyr17", "REACHR": "riichi_rate", "FULUR": "call_rate",
        "DAMAHULER": "dama_win_share", "FULUHULER": "open_win_share", "REACHINHULER": "riichi_win_share",
        "CHONGLEDAMAR": "deal_in_to_dama_share", "CHONGLEFULUR": "deal_in_to_open_share",
        "CHONGLEREACHR": "deal_in_to_riichi_share", "CHONGLEOYAR": "deal_in_to_dealer_share",
        "FULUCHONGR": "deal_in_open_share@zyr17", "REACHINCHONGR": "deal_in_riichi_share@zyr17",
        "HULEP": "win_value@zyr17", "HULESU": "win_value", "CHONGP": "deal_in_value@zyr17",
        "HULE3900R": "value_3900_share@zyr17", "HULE7700R": "value_7700_share@zyr17",
        "HULE11600R": "value_11600_share@zyr17", "HULECC": "win_turn@zyr17", "CHONGSHANTEN": "deal_in_shanten@zyr17",
        "TANYAOHULER": "tanyao_share", "PINFUHULER": "pinfu_share", "CHITOIHULER": "chiitoitsu_share",
        "TOITOIHULER": "toitoi_share", "RANSHOUHULER": "flush_share", "AKAA": "red_tiles", "DORAA": "dora_tiles",
        "URAA": "ura_tiles", "ALLDORAA": "all_dora_tiles", "YIPATSUHULER": "ippatsu_rate",
        "OYAHULER": "dealer_win_rate", "CHONGLEPINFUR": "deal_in_to_pinfu_share",
        "CHONGLECHITOIR": "deal_in_to_chiitoitsu_share", "CHONGLETOITOIR": "deal_in_to_toitoi_share",
        "CHONGLETANYAOR": "deal_in_to_tanyao_share", "CHONGLERANSHOUR": "deal_in_to_flush_share",
        "CHONGLEYIPATSUR": "deal_in_to_ippatsu_share", "BEIZIMOR": "tsumo_hit_rate", "BEIZIMOP": "tsumo_hit_loss",
        "ZHAZHUANGR": "dealer_hit_rate@zyr17", "REACHHULESU": "riichi_win_value", "REACHCC": "riichi_turn",
        "FIRSTREACHR": "first_riichi_rate", "ZIMOINREACHHULER": "riichi_tsumo_share",
        "REACHGOODR": "good_wait_rate@zyr17", "REACHGOODHULER": "good_wait_win_rate@zyr17",
        "REACHGOODPROFIT": "good_wait_income@zyr17", "REACHBADHULER": "bad_wait_win_rate@zyr17",
        "REACHBADPROFIT": "bad_wait_income@zyr17", "REACHPROFIT": "riichi_income@zyr17",
        "CHONGINREACHR": "riichi_deal_in_rate@zyr17", "HULEINREACHR": "riichi_win_rate",
        "LIUJUTENPAIR": "tenpai_at_draw@zyr17", "LIUJUINP": "draw_income_tenpai", "LIUJUOUTP": "draw_income_noten",
        "LIUJUPROFIT": "draw_income", "LIUJUR": "draw_rate@zyr17",
    },
    "kobalab": {"トップ率": "first_rate", "ラス率": "fourth_rate", "平均打点": "win_value@kobalab"},
}  # fmt: skip
"""Program → its name of a statistic → key."""


def keys_elsewhere(name: str) -> list[str]:
    """The keys of the statistics that other programs call by this name; `name@program` asks one program.

    >>> keys_elsewhere("houjuu_rate"), keys_elsewhere("和牌率@amae"), keys_elsewhere("和牌率@mortal")
    (['deal_in_rate@mortal'], ['win_rate'], [])
    """
    name, _, program = name.partition("@")
    programs = [OTHER_NAMES.get(program.casefold(), {})] if program else OTHER_NAMES.values()
    return list(dict.fromkeys(names[name] for names in programs if name in names))
