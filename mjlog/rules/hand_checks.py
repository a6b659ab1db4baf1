"""Contradictions within a win, and between a win and a rule set."""

from __future__ import annotations

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
    (_C.FIRST_TURN, _ANY_RIICHI, 0, "a win on the first turn with riichi"),
    (_C.FIRST_TURN, _C.LAST_TILE | _C.RINSHAN, 0, "a win on the first turn after a kan or with the last tile"),
    (_C.FIRST_TURN | _C.DEALER, 0, _C.TSUMO, "renhou of the dealer"),
)  # fmt: skip
"""Circumstances that contradict each other: all of the first, one of the second if any, and none of the third."""


@cache
def contradiction(circumstances: int) -> str | None:
    """The first contradiction among these circumstances; None if they agree."""
    for every, some, none, sentence in CONTRADICTIONS:
        if circumstances & every == every and (not some or circumstances & some) and not circumstances & none:
            return sentence
    return None


def check(hand: Hand, rules: RuleSet) -> None:
    """Raise `LogError` with `Fault.BAD_HAND` if the win contradicts itself or the rules."""
    circumstances = hand.all_circumstances
    if sentence := contradiction(circumstances):
        raise bad_hand(sentence)
    if circumstances & _C.RINSHAN and circumstances & _C.LAST_TILE and not rules.rinshan_with_haitei:
        raise bad_hand("haitei with rinshan, which these rules exclude")
    _check_tiles(hand)
    if circumstances & _C.FIRST_TURN and (hand.melds or hand.kita):
        raise bad_hand("a win on the first turn after a call")
    if circumstances & _C.FIRST_TURN and circumstances & _C.CHANKAN and not _robs_on_first_turn(hand, rules):
        raise bad_hand("chankan on the first turn, where only an ankan can be robbed, by kokushi if the rules allow it")
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


def _robs_on_first_turn(hand: Hand, rules: RuleSet) -> bool:
    """Whether the rules let the hand rob an ankan, or call the ron on a pulled north chankan."""
    kokushi = set(hand.kinds) == YAOCHUU and rules.kokushi_robs_ankan
    return kokushi or (rules.kita_chankan and hand.tile == NORTH)


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
