"""Contradictions within a win, and between a win and a rule set."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import eq
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.rules.hand import KINDS_OF_TILES, Hand
from mjlog.rules.readings import Circumstance
from mjlog.rules.ruleset import RuleSet
from mjlog.seats import WINDS
from mjlog.tiles import KIND_OF_TILE, N_KINDS, NORTH, REDS, SANMA_KINDS, YAOCHUU, to_mpsz

_C = Circumstance
_ANY_RIICHI: Final = _C.RIICHI | _C.DOUBLE_RIICHI

CONTRADICTIONS: Final[tuple[tuple[int, int, int, str], ...]] = (
    # all of these, any of these (0: none needed), none of these
    (_C.IPPATSU, 0, _ANY_RIICHI, "ippatsu without riichi"),
    (_C.OPEN_RIICHI, 0, _ANY_RIICHI, "an open riichi without riichi"),
    (_C.RIICHI | _C.DOUBLE_RIICHI, 0, 0, "both riichi and double riichi: a riichi is one of them"),
    (0, _ANY_RIICHI, _C.CLOSED, "riichi with an open hand"),
    (_C.TSUMO, _C.CHANKAN, 0, "chankan by tsumo"),
    (_C.TSUMO, _C.KITA_RON, 0, "ron on a pulled north by tsumo"),
    (_C.TSUMO, _C.RIICHI_TILE, 0, "ron on a riichi tile by tsumo"),
    (_C.TSUMO, _C.AFTER_KAN, 0, "ron on the discard after a kan by tsumo"),
    (_C.TSUMO, _C.LOSER_IN_RIICHI, 0, "a discarder in riichi by tsumo"),
    (_C.RINSHAN, 0, _C.TSUMO, "rinshan by ron"),
    (_C.RINSHAN | _C.IPPATSU, 0, 0, "rinshan with ippatsu, which the kan or north breaks"),
    (_C.CHANKAN | _C.LAST_TILE, 0, 0, "chankan with the last tile, on which there is no kan"),
    (_C.CHANKAN | _C.KITA_RON, 0, 0, "chankan with a pulled north: the tile was one of them"),
    (_C.CHANKAN | _C.RIICHI_TILE, 0, 0, "chankan with a riichi tile: the tile was one of them"),
    (_C.KITA_RON | _C.RIICHI_TILE, 0, 0, "a pulled north with a riichi tile: the tile was one of them"),
    (_C.KITA_RON | _C.AFTER_KAN, 0, 0, "a pulled north with the discard after a kan: the tile was one of them"),
    (_C.KITA_RON | _C.LAST_TILE, 0, 0, "a pulled north with the last tile, on which none is pulled"),
    (_C.FIRST_TURN, _ANY_RIICHI, 0, "a win on the first turn with riichi"),
    (_C.FIRST_TURN, _C.LAST_TILE | _C.RINSHAN | _C.AFTER_KAN, 0,
     "a win on the first turn after a kan or with the last tile"),
    (_C.FIRST_TURN, _C.LOSER_IN_RIICHI, 0, "a win on the first turn on a later tile of a player in riichi"),
    (_C.FIRST_TURN | _C.DEALER, 0, _C.TSUMO, "renhou of the dealer"),
    (_C.AFTER_KAN | _C.IPPATSU, 0, 0, "ippatsu on the discard after a kan, which breaks it"),
    (_C.DOUBLE_RIICHI | _C.IPPATSU | _C.LAST_TILE, 0, 0, "ippatsu of a double riichi with the last tile"),
    (_C.FOURTH_KAN, 0, _C.TSUMO, "the fourth kan alone by ron"),
    (_C.FOURTH_KAN, _C.RINSHAN | _C.LAST_TILE, 0, "the fourth kan alone, after its discard, with rinshan or haitei"),
)  # fmt: skip
"""Circumstances that contradict each other: all of the first, one of the second if any, and none of the third."""


def _robs_closed(hand: Hand, rules: RuleSet) -> bool:
    """Whether the rules let the hand rob an ankan, or call the ron on a pulled north chankan."""
    return _robs_north(hand, rules) or (set(hand.kinds) == YAOCHUU and rules.kokushi_robs_ankan)


def _robs_north(hand: Hand, rules: RuleSet) -> bool:
    return rules.north == "kita" and rules.kita_chankan and hand.tile == NORTH


def _shares_robbed_kind(hand: Hand, rules: RuleSet) -> bool:
    """Whether another copy is in sight although the robbed kan has all four."""
    seen = hand.kinds + bytes(hand.dora + hand.ura).translate(KINDS_OF_TILES)
    return seen.count(KIND_OF_TILE[hand.tile]) > 1 and not _robs_north(hand, rules)


CONTRADICTIONS_OF_HANDS: Final[tuple[tuple[int, Callable[[Hand, RuleSet], bool], str], ...]] = (
    # all of these, a hand or rules of which this is true
    (_C.RINSHAN | _C.LAST_TILE, lambda h, r: not r.rinshan_with_haitei,
     "haitei with rinshan, which these rules exclude"),
    (_C.RINSHAN, lambda h, r: not h.sums.n_kans and not h.kita, "rinshan without a kan or a pulled north"),
    (_C.FIRST_TURN, lambda h, r: bool(h.melds or h.kita), "a win on the first turn after a call"),
    (_C.FIRST_TURN | _C.CHANKAN, lambda h, r: not _robs_closed(h, r),
     "chankan on the first turn, where only an ankan can be robbed, by kokushi if the rules allow it"),
    (_C.LOSER_IN_RIICHI | _C.CHANKAN, lambda h, r: not _robs_closed(h, r),
     "chankan from a player in riichi, where only an ankan can be robbed, by kokushi if the rules allow it"),
    (_C.CHANKAN, _shares_robbed_kind, "chankan with another copy of the robbed tile, of which the kan has all four"),
    (_C.KITA_RON, lambda h, r: r.north != "kita" or not r.kita_ron or h.tile != NORTH,
     "ron on a pulled north that is no north, or that these rules exclude"),
    (_C.RIICHI_TILE | _C.LAST_TILE, lambda h, r: r.tsubame_skips_replaced and r.riichi_wall > 0,
     "a riichi tile that is the last tile, where riichi needs tiles in the wall"),
    (_C.RIICHI_TILE | _C.LOSER_IN_RIICHI, lambda h, r: r.tsubame_skips_replaced,
     "a riichi tile of a player in riichi: a riichi whose tile is ronned is void"),
    (_C.AFTER_KAN, lambda h, r: h.sums.n_kans == 4, "the discard after a kan of another player, which is the fifth"),
    (_C.FOURTH_KAN, lambda h, r: h.sums.n_kans != 4, "the fourth kan alone without four kans"),
)  # fmt: skip
"""Circumstances that contradict the hand or the rules."""


@cache
def contradiction(circumstances: int) -> str | None:
    """The first contradiction among these circumstances; None if they agree."""
    for every, some, none, sentence in CONTRADICTIONS:
        if circumstances & every == every and (not some or circumstances & some) and not circumstances & none:
            return sentence
    return None


@cache
def _of_hands(circumstances: int) -> tuple[tuple[Callable[[Hand, RuleSet], bool], str], ...]:
    """The rows of `CONTRADICTIONS_OF_HANDS` for these circumstances."""
    return tuple(
        (contradicts, sentence)
        for every, contradicts, sentence in CONTRADICTIONS_OF_HANDS
        if circumstances & every == every
    )


def check(hand: Hand, rules: RuleSet) -> None:
    """Raise `LogError` with `Fault.BAD_HAND` if the win contradicts itself or the rules."""
    circumstances = hand.all_circumstances
    if sentence := contradiction(circumstances):
        raise bad_hand(sentence)
    if min(hand.kita, hand.honba, hand.sticks, hand.more_reds, hand.blues) < 0:
        raise bad_hand("kita, honba, sticks, more_reds and blues are counts, none of them below 0")
    _check_tiles(hand)
    for contradicts, sentence in _of_hands(circumstances):
        if contradicts(hand, rules):
            raise bad_hand(sentence, to_mpsz((hand.tile,)))
    if hand.ura and not circumstances & _ANY_RIICHI:
        raise bad_hand("ura indicators without riichi", to_mpsz(hand.ura))
    if not 0 <= hand.seat_wind < rules.players:
        raise bad_hand("no player has the seat wind north in three-player", WINDS[hand.seat_wind])
    if hand.n_reds or hand.n_blues:
        for tile in {tile for tile in hand.tiles if tile >= N_KINDS}:
            if hand.tiles.count(tile) > (n := rules.coloured_tiles.count(tile)):
                colour = "red" if tile in REDS else "blue"
                raise bad_hand(f"more {colour} {to_mpsz((KIND_OF_TILE[tile],))} than these rules have ({n})")
    if hand.kita and rules.north != "kita":
        raise bad_hand(f"{hand.kita} norths pulled, but the rules have no kita")
    if rules.players == 3:
        if any(meld.kind == "chi" for meld in hand.melds):
            raise bad_hand("a chi in three-player")
        if odd := [tile for tile in hand.tiles + hand.dora + hand.ura if KIND_OF_TILE[tile] not in SANMA_KINDS]:
            raise bad_hand("tiles that are not in three-player", to_mpsz(odd))


def _check_tiles(hand: Hand) -> None:
    n_concealed, n_melds = len(hand.concealed), len(hand.melds)
    four_kans = n_concealed == 1 and hand.sums.n_kans == 4 and hand.circumstances & _C.FOURTH_KAN
    if n_concealed != 14 - 3 * n_melds and not four_kans:
        raise bad_hand(
            f"{n_concealed} concealed tiles with the winning one and {n_melds} melds: {14 - 3 * n_melds} are expected",
            to_mpsz(hand.concealed),
        )
    if hand.tile not in hand.concealed:
        raise bad_hand("the winning tile is not among the concealed tiles", to_mpsz((hand.tile,)))
    kinds = sorted(hand.kinds + bytes(hand.dora + hand.ura).translate(KINDS_OF_TILES) + bytes([NORTH]) * hand.kita)
    if any(map(eq, kinds, kinds[4:])):  # a fifth of a kind comes four places after the first
        kind = max(kinds, key=kinds.count)
        raise bad_hand(f"{kinds.count(kind)} times {to_mpsz((kind,))} in hand, melds and indicators, of four")
    for shown in (hand.dora, hand.ura):
        if len(shown) > 5:
            raise bad_hand("more than five indicators", to_mpsz(shown))


def bad_hand(sentence: str, raw: str | None = None) -> LogError:
    """A `LogError` with `Fault.BAD_HAND`."""
    return LogError(Fault.BAD_HAND, sentence, raw)
