"""The statistics of single discards and calls: efficiency and risk.

Terms. A *free* discard is one by a player not in riichi, who can choose it. A discard *faces* a riichi if another
player's riichi has been accepted. A *safe* tile is genbutsu or has passed since, against every riichi; any other is
*risky*. *Useful tiles* are the unseen tiles that lower the shanten of the remaining hand. A *deal-in* is one ronned
discard here: a robbed kan does not count, a double ron is one. A *call* is chi, pon or daiminkan. The tables `discards`
and `calls` are empty unless imported with `--decisions`.
"""

# ruff: noqa: E501  # a statistic is one line of the table, however long

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mjlog.stats.entries.hands import OURS
from mjlog.stats.statistic import EVERY_ROW, Family, Sample, Statistic

if TYPE_CHECKING:
    import ibis.expr.types as ir

SAFE: Final = ("genbutsu", "safe")
"""Danger classes that cannot be ronned by a player in riichi."""


def free(t: ir.Table) -> ir.BooleanColumn:
    """Whether the player could choose the discard."""
    return ~t.in_riichi


DISCARDS: Final = Sample("discards", EVERY_ROW.rows)
WITH_TSUMOGIRI: Final = Sample(
    "discards of a player not in riichi with known tsumogiri", lambda t: free(t) & t.tsumogiri.notnull()
)
BEFORE_RIICHI: Final = Sample("discards before any riichi", lambda t: free(t) & (t.n_riichi == 0))
BEFORE_RIICHI_KEEPING: Final = Sample(
    "discards before any riichi that keep the shanten",
    lambda t: free(t) & (t.n_riichi == 0) & (t.shanten == t.shanten_before),
)
FACING: Final = Sample("discards facing a riichi", lambda t: free(t) & (t.n_riichi > 0))
FACING_TENPAI: Final = Sample(
    "discards facing a riichi that leave tenpai", lambda t: free(t) & (t.n_riichi > 0) & (t.shanten == 0)
)
FACING_FAR: Final = Sample(
    "discards facing a riichi that leave noten", lambda t: free(t) & (t.n_riichi > 0) & (t.shanten > 0)
)
RISKY: Final = Sample("risky discards facing a riichi", lambda t: free(t) & (t.n_riichi > 0) & ~t.danger.isin(SAFE))
CALLS: Final = Sample("calls", lambda t: t.kind.isin(("chi", "pon", "daiminkan")))
FIRST_CALLS: Final = Sample(
    "first calls of a kyoku", lambda t: t.kind.isin(("chi", "pon", "daiminkan")) & (t.n_sets == 1)
)
TRIPLETS: Final = Sample("pon and daiminkan", lambda t: t.kind.isin(("pon", "daiminkan")))

_discard, _call = Family("discards"), Family("calls")

# fmt: off
DISCARD_STATISTICS: Final[tuple[Statistic, ...]] = (
    _discard.rate("discard_deal_in_rate", "deal-in rate of discards", "打牌放銃率", "Discards that were ronned.", lambda t: t.dealt_in, DISCARDS, OURS),
    _discard.rate("faced_discard_deal_in_rate", "deal-in rate of discards facing riichi", "対立直打牌放銃率", "Free discards facing a riichi that were ronned by anyone.", lambda t: t.dealt_in, FACING, OURS),
    _discard.rate("risk_deal_in_rate", "deal-in rate of risky discards", "危険牌放銃率", "Free and risky discards facing a riichi that were ronned by anyone.", lambda t: t.dealt_in, RISKY, OURS),
    _discard.rate("tenpai_risk_rate", "risky discards in tenpai", "聴牌時危険牌率", "Free discards facing a riichi that left tenpai and were risky.", lambda t: ~t.danger.isin(SAFE), FACING_TENPAI, OURS),
    _discard.rate("far_risk_rate", "risky discards before tenpai", "ノーテン時危険牌率", "Free discards facing a riichi that left noten and were risky.", lambda t: ~t.danger.isin(SAFE), FACING_FAR, OURS),
    _discard.rate("sure_discard_rate", "safe discards facing riichi", "対立直安全牌率", "Free discards facing a riichi that were safe.", lambda t: t.danger.isin(SAFE), FACING, OURS),
    _discard.rate("best_discard_rate", "best discard rate", "最大受入打牌率", "Free discards before any riichi that left the lowest shanten and the most useful tiles.", lambda t: (t.shanten == t.shanten_before) & (t.useful_tiles == t.best_tiles), BEFORE_RIICHI, OURS),
    _discard.rate("shanten_loss_rate", "discards that raise the shanten", "向聴戻し率", "Free discards before any riichi that left a higher shanten than necessary.", lambda t: t.shanten > t.shanten_before, BEFORE_RIICHI, OURS),
    _discard.mean("efficiency_loss", "useful tiles given up", "受入損失", "Useful tiles given up by a free discard before any riichi that kept the lowest shanten.", lambda t: t.best_tiles - t.useful_tiles, BEFORE_RIICHI_KEEPING, "tiles", OURS),
    _discard.rate("tsumogiri_rate", "tsumogiri", "ツモ切り率", "Free discards of the drawn tile.", lambda t: t.tsumogiri, WITH_TSUMOGIRI, OURS),
)

CALL_STATISTICS: Final[tuple[Statistic, ...]] = (
    _call.mean("call_shanten", "shanten after a call", "副露後向聴数", "Lowest shanten that the discard after a call can leave.", lambda t: t.shanten, CALLS, "shanten", OURS),
    _call.mean("call_shanten_before", "shanten before a call", "副露前向聴数", "Shanten just before a call.", lambda t: t.shanten_before, CALLS, "shanten", OURS),
    _call.rate("advancing_call_share", "calls that lower the shanten", "向聴前進副露率", "Calls after which the discard can leave a lower shanten than before.", lambda t: t.shanten < t.shanten_before, CALLS, OURS),
    _call.rate("yakuhai_call_share", "yakuhai among called triplets", "役牌副露率", "Pon and daiminkan of a dragon, the seat wind or the round wind.", lambda t: t.yakuhai, TRIPLETS, OURS),
    _call.rate("first_call_yakuhai_share", "yakuhai as first call", "一副露目役牌率", "First calls that are yakuhai.", lambda t: t.yakuhai, FIRST_CALLS, OURS),
    _call.rate("first_call_tanyao_share", "tanyao possible after the first call", "一副露目タンヤオ可能率", "First calls that leave open tanyao possible: without terminals and honors, under rules with kuitan.", lambda t: t.can_tanyao, FIRST_CALLS, OURS),
    _call.rate("chi_share", "chi among calls", "チー割合", "Calls that are chi.", lambda t: t.kind == "chi", CALLS, OURS),
    _call.mean("call_turn", "turn of calls", "副露巡目", "Turn of a call: own discards before it plus one.", lambda t: t.turn, CALLS, "turns", OURS),
)
# fmt: on
