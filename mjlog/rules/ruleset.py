"""Rule sets: one frozen value that holds every option of a game of riichi mahjong.

The default is Tenhou's ranked four-player hanchan with red fives and open tanyao; every other rule set is a difference
from it (`presets.py`) or a rule file (`RuleSet.from_toml`). "First document" and "second document" are the two rule
texts this package is built from; the words after them name the topic there. Options that no document states carry
the name of the rule set that has them.

Points are points (never thousands), also in uma. Yaku are named by the keys of the yaku table.
"""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from mjlog.errors import Fault, LogError

Length = Literal["single", "east", "hanchan", "full"]
DealerRepeat = Literal["never", "win", "tenpai", "tenpai_south_always"]
Yame = Literal["none", "optional", "automatic"]
Tobi = Literal["none", "below_zero", "at_zero"]
Rounding = Literal["none", "half", "five_down", "up", "down"]
RoundingBelowZero = Literal["mirrored", "straight"]
Ties = Literal["seat", "share"]
LeftSticks = Literal["first", "split", "lost"]
HonbaTo = Literal["nearest", "all"]
SticksTo = Literal["nearest", "own_back"]
KanDoraTiming = Literal["at_once", "before_discard", "after_discard"]
North = Literal["guest", "kita", "dora", "yakuhai", "yakuhai_dora"]
TsumoLoss = Literal["loss", "halves", "share", "as_ron"]
Kazoe = Literal["yakuman", "sanbaiman", "multiples"]
RenhouValue = Literal["mangan", "baiman", "yakuman"]
RenhouJoin = Literal["alone", "higher", "added"]
ReadingOrder = Literal["payment", "han"]
Nagashi = Literal["off", "draw", "win"]
Kuikae = Literal["forbidden", "same_tile_forbidden", "free"]
FifthKan = Literal["impossible", "draw"]
RiichiPoints = Literal["thousand", "any"]
RiichiAnkan = Literal["same_reading", "same_waits", "none"]
FuritenEnd = Literal["discard", "draw"]
MultipleRon = Literal["paid", "head_bump"]
Abortive = Literal["off", "repeat", "pass"]
PaoScope = Literal["hand", "yaku"]
PaoHonba = Literal["liable", "discarder"]
RinshanPao = Literal["off", "unless_furiten", "always"]
TenpaiShown = Literal["automatic", "must_show", "may_hide"]
OwnHeldWaits = Literal["tenpai", "concealed_noten", "all_noten"]
Atozuke = Literal["free", "sakizuke", "sakizuke_same_yaku", "kanzen_sakizuke"]
Shiiaruraotai = Literal["any", "ron", "tsumo"]
OpenRiichiShows = Literal["hand", "waits"]
Paarenchan = Literal["next_win", "next_win_by_honba", "eighth_win"]
FirstDealer = Literal["two_throws", "one_throw", "east"]

WINDS_OF_LENGTH: Final[dict[Length, int]] = {"single": 1, "east": 1, "hanchan": 2, "full": 4}
"""Planned winds of each length; a single kyoku ends after its first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every option of a game; contradicting options are refused with `Fault.BAD_RULES`.

    >>> from dataclasses import replace
    >>> replace(RuleSet(), double_wind_fu=2, kiriage=True).kiriage
    True
    """

    name: str = "tenhou"
    """What the rule set is called; no rule depends on it."""
    note: str = ""
    """What is unknown or assumed about this rule set."""

    # -- players and length
    players: Literal[3, 4] = 4
    """Number of players. Both documents, three-player mahjong."""
    length: Length = "hanchan"
    """Planned length: one kyoku, the east round, east and south, or all four winds. Both documents, rounds."""
    first_dealer: FirstDealer = "east"
    """Who deals first: found by two throws, by one throw, or whoever drew east. Second document, first dealer."""
    extension_winds: int = 1
    """Winds that may be added when nobody has `target_points` after the last kyoku. First document, extension."""
    target_points: int = 30_000
    """Points somebody must have for the game to end as planned. First document, return points; Mahjong Soul has them
    apart from `return_points`."""
    sudden_death: bool = True
    """In an extension the game ends after the first kyoku that leaves somebody at the target. First document."""
    extension_repeat_first: bool = True
    """In an extension a dealer who repeats plays on although somebody is at the target. Tenhou logs of 2009, 2022."""
    dealer_repeat: DealerRepeat = "tenpai"
    """What lets a dealer repeat: nothing, a win, also tenpai at an exhaustive draw, or from the south round on any
    draw. Second document, exhaustive draw."""
    agari_yame: Yame = "automatic"
    """The last dealer, first and at the target after an own win, may end or ends the game. Second document, rounds."""
    tenpai_yame: Yame = "automatic"
    """The same after a repeat by tenpai. Second document, rounds."""
    yame_anywhere: bool = False
    """The last dealer may end from any place, not from the first only. Parlours."""
    tobi: Tobi = "below_zero"
    """Whether the game ends when somebody has less than 0 points, has 0 or less, or never. Both documents, tobi."""

    # -- points and the final result
    start_points: int = 25_000
    """Points of each player at the start. Both documents, points."""
    return_points: int = 30_000
    """Points a final result is counted from; what lies between start and return is the oka. Both documents, oka."""
    uma: tuple[int, ...] = (20_000, 10_000, -10_000, -20_000)
    """Points added by place, first to last, without oka; they sum to 0. Both documents, uma."""
    uma_by_below: tuple[tuple[int, ...], ...] = ()
    """Floating uma: row *n* holds when *n* players are below the start; empty means `uma` always. JPML A."""
    points_as_held: bool = False
    """The result is the points as they stand, without return, uma and oka. Second document, final score."""
    rounding: Rounding = "none"
    """Rounding of final points to whole thousands, before the return is taken off; the first absorbs the remainder.
    Second document, final score."""
    rounding_below_zero: RoundingBelowZero = "mirrored"
    """Points below 0 round by size like positive ones, or in the same direction on the number line. Tenhou logs show
    the former; the documents are silent."""
    ties: Ties = "seat"
    """Equal points: the seat nearer the first dealer ranks higher, or uma and oka are shared in steps of 100 points.
    Second document, final score."""
    left_sticks: LeftSticks = "first"
    """Riichi sticks left at the end: to the first place (second document), split among tied firsts (M-League), lost."""

    # -- payments
    honba_points: int = 300
    """What one honba adds to a ron; each payer of a tsumo gives an equal share. Both documents, honba."""
    honba_to: HonbaTo = "nearest"
    """Of several winners the nearest gets the honba, or all do. First document; parlours and EMA pay all."""
    sticks_to: SticksTo = "nearest"
    """Of several winners the nearest gets all riichi sticks, or each first takes back the own one. EMA."""
    tsumo_loss: TsumoLoss = "loss"
    """Three-player tsumo: north's part is lost; its halves are added to the other two parts (also called no loss, or
    bisection); 1.5, 2.5 and 3 x base are rounded once; or each pays half a ron. Both documents; JPML online."""
    noten_pool: int = 3_000
    """Points the noten players pay together; 0 for no such payment. Both documents, exhaustive draw."""

    # -- dora
    dora: bool = True
    """The first indicator is shown. Both documents, dora."""
    kan_dora: bool = True
    """Each kan adds an indicator. Both documents, dora."""
    ura_dora: bool = True
    """A winner in riichi looks under the first indicator. Both documents, dora."""
    kan_ura_dora: bool = True
    """A winner in riichi looks under the kan indicators. Both documents, dora."""
    kan_dora_timing: KanDoraTiming = "before_discard"
    """When an open kan's indicator shows: at once, just before the next discard or replacement draw, or when that
    discard has been made. A closed kan's shows at once. Second document, dora."""
    reds: tuple[str, ...] = ("5m", "5p", "5s")
    """Tiles in play that have a red copy, one entry a copy. Both documents, red fives."""
    blues: tuple[str, ...] = ()
    """Tiles in play that have a blue copy (ao-dora), one entry a copy. Second document, dora."""
    blue_han: Literal[2, -1] = 2
    """Han of a blue tile. Second document, dora."""

    # -- three-player
    north: North = "guest"
    """North in three-player: guest wind, pulled (kita), dora in the hand, yakuhai for all, or yakuhai and dora. Second
    document, north."""
    kita_ron: bool = True
    """A pulled north may be ronned by a hand with a yaku. Second document, north."""
    kita_chankan: bool = False
    """Such a ron has the yaku chankan. Second document, north."""
    dead_wall: Literal[14, 18] = 14
    """Tiles of the dead wall; 18 keeps eight replacements and ten indicators for kita. Second document, north."""
    sanma_wall: Literal["14-13-14-13", "18-18-18"] = "14-13-14-13"
    """How the 108 tiles are built up in three-player: four sides from the dealer on, or three. First document."""

    # -- minimum and yaku discipline
    min_han: int = 1
    """Han of yaku (without dora) a win needs. Both documents, minimum."""
    min_mangan: bool = False
    """A win needs the value of a mangan. Second document, minimum."""
    two_han_honba: int | None = None
    """Honba from which a win needs two han; None for never. Both documents, two-han minimum (usually 5)."""
    dora_for_minimum: bool = False
    """Dora counts towards the minimum. Second document, dora: seventeen steps."""
    kuitan: bool = True
    """Tanyao with an open hand. Both documents, kuitan."""
    atozuke: Atozuke = "free"
    """One wait with a yaku is enough; every wait needs one at tenpai; the same on all; or the first call fixes it.
    First document, atozuke."""
    kataagari_noten: bool = False
    """Where atozuke is not free, a hand without a yaku on some wait is noten at a draw. First document, atozuke."""

    # -- yaku
    disabled_yaku: frozenset[str] = frozenset()
    """Ordinary yaku and yakuman that do not exist here, such as `ippatsu` or `haitei`. Second document, yaku."""
    local_yaku: frozenset[str] = frozenset()
    """Old and local yaku that do exist here. Both documents, old yaku."""
    double_yakuman: frozenset[str] = frozenset()
    """Yakuman that count double. Both documents, double yakuman."""
    large_yakuman: frozenset[str] = frozenset()
    """Yakuman that count one and a half (base 12,000). Second document, points: only old yaku."""
    stacked_yakuman: bool = True
    """Several yakuman in one hand add up. Second document, yakuman."""
    kazoe: Kazoe = "yakuman"
    """13 han and more: a yakuman, a sanbaiman, or one yakuman for each 13 han. Second document, counted yakuman."""
    han_with_yakuman: bool = False
    """Ordinary yaku and dora may count as a further (counted) yakuman beside a real one. Second document."""
    aotenjou: bool = False
    """No limits: base points grow with every han. Second document, aotenjou."""
    kiriage: bool = False
    """30 fu 4 han and 60 fu 3 han are a mangan. Second document, kiriage mangan."""
    reading_order: ReadingOrder = "payment"
    """The best reading of a hand: highest payment, then han, then fu; or han before everything (second document)."""
    renhou_value: RenhouValue = "mangan"
    """Value of renhou where `local_yaku` has it. Both documents, renhou."""
    renhou_join: RenhouJoin = "higher"
    """Renhou below a yakuman: alone, or the other yaku if they are worth more, or added to them. WRC 2014-2025."""
    nagashi: Nagashi = "draw"
    """Nagashi mangan: none, paid at a draw in place of noten payments, or counted as a win. Both documents."""
    kokushi_robs_ankan: bool = False
    """Kokushi may rob a closed kan. Second document, kokushi; first document: Mahjong Soul."""
    tenhou_kokushi_13: bool = False
    """A dealt kokushi counts as the 13-sided one. First document, tenhou: Mahjong Soul."""
    ryuuiisou_needs_green: bool = False
    """Ryuuiisou must contain the green dragon. Second document, ryuuiisou."""
    rinshan_with_haitei: bool = False
    """Rinshan and haitei may combine. First document excludes it."""
    chiitoitsu_50fu: bool = False
    """Seven pairs are 1 han 50 fu instead of 2 han 25 fu. Second document, seven pairs."""
    four_equal_are_pairs: bool = False
    """Four equal tiles may be two of the seven pairs. Second document, seven pairs (usually not)."""
    junchan_han: Literal[2, 3] = 3
    """Han of a closed junchan; an open one has one less. Second document, junchan."""
    man_as_honors: bool = False
    """Three-player: the man tiles 1m and 9m count as honors for tsuuiisou. Second document, tsuuiisou (very rare)."""
    tsubame_skips_replaced: bool = True
    """Tsubame-gaeshi is only for the tile that declared riichi, not for the sideways one that replaces it if called.
    Second document, old yaku."""
    shiiaruraotai: Shiiaruraotai = "any"
    """Whether shiiaruraotai needs a ron, a tsumo, or either. Second document, old yaku."""
    open_riichi_shows: OpenRiichiShows = "hand"
    """What an open riichi shows: the whole hand or the waiting part. Second document, old yaku."""
    open_riichi_yakuman: bool = True
    """A player not in riichi who deals into an open riichi pays a yakuman, else two han. Second document, old yaku."""
    four_reds_han: Literal[2, -4] = 2
    """Han of holding all four reds. Second document, old yaku."""
    paarenchan: Paarenchan = "next_win"
    """Paarenchan is for any win after eight dealer wins in a row, for any at honba 8 (both second document), or for the
    eighth win itself (from elsewhere)."""

    # -- fu
    double_wind_fu: Literal[2, 4] = 4
    """Fu of a pair of the wind that is both seat and round wind. Both documents, fu."""
    pinfu_tsumo: bool = True
    """Pinfu by tsumo is 20 fu; otherwise the tsumo fu spoils it. Both documents, fu."""
    rinshan_tsumo_fu: bool = True
    """A tsumo on a replacement tile has the two fu of a tsumo. Second document, fu."""
    open_pinfu_fu: Literal[20, 30] = 30
    """Fu of an open hand of pinfu shape by ron. Both documents, fu."""

    # -- calls and riichi
    kuikae: Kuikae = "forbidden"
    """After a call neither the same tile nor the other end of the run may be discarded; only the same not; or free.
    Second document, kuikae."""
    fifth_kan: FifthKan = "impossible"
    """A fifth kan while one player has four: impossible, or (unless robbed) a draw. Second document, suukaikan."""
    riichi_points: RiichiPoints = "thousand"
    """Riichi needs 1,000 points, or may be declared with any. Second document, riichi."""
    riichi_wall: int = 4
    """Tiles the live wall must still have for riichi. Second document, riichi."""
    furiten_riichi: bool = True
    """Riichi may be declared in furiten. Tenhou; no rule set read forbids it."""
    riichi_ankan: RiichiAnkan = "same_waits"
    """Closed kan (of the drawn tile) in riichi: waits and reading stay, the waits stay, or never. Both documents."""
    furiten_until: FuritenEnd = "discard"
    """Same-turn furiten lasts until the own discard (second document), or the next own draw or call (first, EMA)."""

    # -- several rons, pao
    multiple_ron: MultipleRon = "paid"
    """Several rons are all paid (three may be a draw: `sanchahou`), or only the nearest counts. Both documents."""
    pao_yaku: frozenset[str] = frozenset({"daisangen", "daisuushii"})
    """Yakuman whose last set makes its feeder liable; suukantsu only by a fourth daiminkan. Both documents, pao."""
    pao_scope: PaoScope = "hand"
    """The liable player's share covers the whole hand (Tenhou), or only the yakuman fed (second document, pao)."""
    pao_honba: PaoHonba = "liable"
    """Who pays the honba of a ron from a third player. First document, pao: the liable one; JPML: the discarder."""
    rinshan_pao: RinshanPao = "off"
    """Who feeds a daiminkan pays a win on its replacement as a ron: never, unless the winner is furiten, always. Second
    document, pao."""

    # -- draws
    tenpai_shown: TenpaiShown = "automatic"
    """At an exhaustive draw tenpai counts by itself, must be shown, or may be hidden. The documents differ."""
    keishiki_tenpai: bool = True
    """Tenpai counts without any yaku. First document, tenpai."""
    own_held_waits: OwnHeldWaits = "concealed_noten"
    """A hand whose only waits it holds itself: tenpai, noten if all stand in its concealed part (Tenhou), or in melds
    too (M-League, EMA)."""
    kyuushu_kyuuhai: Abortive = "repeat"
    """Nine kinds of terminals and honors on the first draw: no draw, a draw with the deal repeated, or passed on. Both
    documents, abortive draws; so are the next five."""
    suufon_renda: Abortive = "repeat"
    """Four equal winds as first discards. Both documents."""
    suufon_west_only: bool = False
    """Suufon renda is for four wests only. First document, old rule."""
    suucha_riichi: Abortive = "repeat"
    """Four players in riichi. Both documents."""
    suukaikan: Abortive = "repeat"
    """Four kans by two or more players. Both documents."""
    sanchahou: Abortive = "repeat"
    """Three rons on one tile; `off` pays them all. Both documents."""
    foul_draw: Abortive = "repeat"
    """A kyoku voided by a foul, such as a wrong closed kan in riichi. Second document."""

    def __post_init__(self) -> None:
        _check_types(self)
        _check_whole(self)

    @property
    def oka(self) -> int:
        """Points the first place receives from what all paid in: (return - start) x players."""
        return (self.return_points - self.start_points) * self.players

    @property
    def last_kyoku(self) -> int:
        """Place of the last planned kyoku counted without repeats, from 0 (E4 = 3, S4 = 7; three-player E3 = 2)."""
        return 0 if self.length == "single" else WINDS_OF_LENGTH[self.length] * self.players - 1

    @classmethod
    def from_toml(cls, text: str) -> RuleSet:
        """A rule set from a rule file: `base = "…"` (a preset; the default set if absent) and what differs.

        >>> RuleSet.from_toml("double_wind_fu = 2").double_wind_fu
        2
        """
        from mjlog.rules.rulefile import parse  # presets are rule sets: this door back to them opens when called

        return parse(text)

    def to_toml(self, base: RuleSet | None = None) -> str:
        """The rule file of this rule set: the differences from `base` (a preset), or every option."""
        from mjlog.rules.rulefile import render  # as above

        return render(self, base)


OPTIONS: Final = tuple(f.name for f in fields(RuleSet))
"""Names of all options in their order of the class."""


@cache
def option_types() -> dict[str, Any]:
    """The type of each option."""
    return get_type_hints(RuleSet)


@cache
def option_docs() -> dict[str, str]:
    """The sentence that documents each option, as written beneath it."""
    body = ast.parse(inspect.getsource(RuleSet)).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: " ".join(doc.value.value.split())
        for field, doc in zip(body.body, body.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant) and isinstance(doc.value.value, str)
    }


def differences(rules: RuleSet, base: RuleSet) -> dict[str, Any]:
    """The options of `rules` that differ from `base`, without name and note."""
    return {
        option: getattr(rules, option)
        for option in OPTIONS
        if option not in ("name", "note") and getattr(rules, option) != getattr(base, option)
    }


def fits(value: object, kind: Any) -> bool:
    """Whether a value is of an option's type: closed vocabulary, flag, number, text, tuple, set or optional number.

    >>> fits("nearest", HonbaTo), fits("every", HonbaTo), fits(True, int)
    (True, False, False)
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return any(value == allowed and type(value) is type(allowed) for allowed in args)
    if origin in (tuple, frozenset):
        return isinstance(value, origin) and all(fits(v, args[0]) for v in value)
    if args:
        return any(fits(value, kind) for kind in args)
    return type(value) is kind


def describe_type(kind: Any) -> str:
    """What an option may be, in words for a message.

    >>> describe_type(HonbaTo), describe_type(bool), describe_type(tuple[int, ...])
    ("'nearest' or 'all'", 'true or false', 'a list of whole numbers')
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(repr(a) for a in args)
    if origin in (tuple, frozenset):
        of = {str: "names", int: "whole numbers"}.get(args[0], "lists of whole numbers")
        return f"a list of {of}"
    words = {bool: "true or false", int: "a whole number", str: "text", type(None): "none"}
    return " or ".join(words[a] for a in args) if args else words[kind]


def _check_types(rules: RuleSet) -> None:
    for option, kind in option_types().items():
        value = getattr(rules, option)
        if not fits(value, kind):
            raise LogError(Fault.BAD_RULES, f"{option} is {value!r}, expected {describe_type(kind)}")


def _check_whole(rules: RuleSet) -> None:
    """Refuse options that contradict each other, naming both."""
    for wrong, message in _contradictions(rules):
        if wrong:
            raise LogError(Fault.BAD_RULES, f"{rules.name}: {message}")


def _contradictions(r: RuleSet) -> list[tuple[bool, str]]:
    payers = r.players - 1
    sanma, head_bump = r.players == 3, r.multiple_ron == "head_bump"
    named = {"disabled_yaku": r.disabled_yaku, "local_yaku": r.local_yaku}
    named |= {"double_yakuman": r.double_yakuman, "large_yakuman": r.large_yakuman}
    apart = [("disabled_yaku", k) for k in ("local_yaku", "double_yakuman", "large_yakuman")]
    apart.append(("double_yakuman", "large_yakuman"))
    rows = [("uma", r.uma), *(("uma_by_below", row) for row in r.uma_by_below)]
    return [
        *(
            (len(row) != r.players, f"{k} {row} does not have one entry for each of players = {r.players}")
            for k, row in rows
        ),
        *((sum(row) != 0, f"{k} {row} does not sum to 0") for k, row in rows),
        (
            bool(r.uma_by_below) and len(r.uma_by_below) != r.players + 1,
            f"uma_by_below needs a row for 0 to {r.players} players below the start (players = {r.players})",
        ),
        (r.return_points < r.start_points, f"return_points {r.return_points} is below start_points {r.start_points}"),
        (r.honba_points % (100 * payers) != 0, f"honba_points {r.honba_points} do not split among {payers} payers"),
        (
            any(r.noten_pool % (100 * n) for n in range(1, r.players)),
            f"noten_pool {r.noten_pool} does not split among 1 to {payers} of players = {r.players}",
        ),
        (
            r.tenpai_yame != "none" and r.dealer_repeat in ("never", "win"),
            f"tenpai_yame needs a repeat by tenpai, but dealer_repeat is {r.dealer_repeat!r}",
        ),
        (r.agari_yame != "none" and r.dealer_repeat == "never", "agari_yame needs a dealer_repeat, which is 'never'"),
        (r.yame_anywhere and r.agari_yame == r.tenpai_yame == "none", "yame_anywhere needs agari_yame or tenpai_yame"),
        (head_bump and r.sanchahou != "off", "sanchahou cannot arise with multiple_ron = 'head_bump'"),
        (head_bump and r.honba_to == "all", "honba_to = 'all' needs several winners, but multiple_ron is 'head_bump'"),
        (
            head_bump and r.sticks_to == "own_back",
            "sticks_to = 'own_back' needs several winners, but multiple_ron is 'head_bump'",
        ),
        *(
            (sanma and getattr(r, k) != "off", f"{k} does not exist with players = 3")
            for k in ("suufon_renda", "suucha_riichi", "sanchahou")
        ),
        (not sanma and r.north != "guest", f"north = {r.north!r} needs players = 3"),
        (not sanma and r.dead_wall != 14, f"dead_wall = {r.dead_wall} needs players = 3"),
        (not sanma and r.tsumo_loss != "loss", f"tsumo_loss = {r.tsumo_loss!r} needs players = 3"),
        (not sanma and r.man_as_honors, "man_as_honors needs players = 3"),
        (r.kita_chankan and not r.kita_ron, "kita_chankan needs kita_ron"),
        (r.suufon_west_only and r.suufon_renda == "off", "suufon_west_only needs suufon_renda"),
        (not r.dora and (r.kan_dora or r.ura_dora), "kan_dora and ura_dora need dora"),
        (r.kan_ura_dora and not (r.kan_dora and r.ura_dora), "kan_ura_dora needs kan_dora and ura_dora"),
        (r.aotenjou and r.kiriage, "aotenjou has no limits, so no kiriage"),
        (r.kataagari_noten and r.atozuke == "free", "kataagari_noten needs an atozuke that is not 'free'"),
        (
            r.rinshan_pao != "off" and "rinshan" in r.disabled_yaku,
            "rinshan_pao needs rinshan, which disabled_yaku turns off",
        ),
        *((bool(named[a] & named[b]), f"{sorted(named[a] & named[b])} in both {a} and {b}") for a, b in apart),
        *(
            (n > 4, f"{n} of {t} in reds and blues, but only four copies exist")
            for t, n in Counter(r.reds + r.blues).items()
        ),
        *(
            (not _in_play(t, r.players), f"reds or blues hold {t!r}, no tile of players = {r.players}")
            for t in r.reds + r.blues
        ),
    ]


def _in_play(tile: str, players: int) -> bool:
    digit, suit = tile[:1], tile[1:]
    if suit == "z":
        return digit in tuple("1234567")
    return digit in tuple("123456789") and (
        suit in ("p", "s") or (suit == "m" and (players == 4 or digit in ("1", "9")))
    )
