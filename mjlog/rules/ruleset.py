"""Rule sets: one frozen value that holds every option of a game of riichi mahjong.

The default is Tenhou's ranked four-player hanchan with red fives and open tanyao; every other rule set is a difference
from it (`presets.py`) or a rule file (`rulefile.load`). "First document" and "second document" are the two rule
texts this package is built from; the words after them name the topic there. Options that no document states carry
the name of the rule set that has them.

Points are points (never thousands), also in uma. Yaku are named by the keys of the yaku table.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from mjlog.errors import Fault, LogError
from mjlog.rules.option import describe_type, fits, option, types_of
from mjlog.tiles import tiles_of_copies

Length = Literal["single", "east", "hanchan", "full"]
Yame = Literal["none", "optional", "automatic"]
Rounding = Literal["none", "half", "five_down", "up", "down"]
Abortive = Literal["off", "repeat", "pass"]
OwnHeldWaits = Literal["tenpai", "concealed_noten", "all_noten"]
Atozuke = Literal["free", "sakizuke", "sakizuke_same_yaku", "kanzen_sakizuke"]
Paarenchan = Literal["next_win", "next_win_by_honba", "eighth_win"]
FirstDealer = Literal["two_throws", "one_throw", "east"]

WINDS_OF_LENGTH: Final[dict[Length, int]] = {"single": 1, "east": 1, "hanchan": 2, "full": 4}
"""Planned winds of each length; a single kyoku ends after its first."""
DOUBLE_FORMS: Final = frozenset({"suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushii"}) | frozenset(
    {"daichisei", "junsei_ryuuiisou"}
)
"""The yakuman usually counted double where any are; the last two only where they are played."""
_COMMON_UMA: Final = tuple(
    tuple(1_000 * thousands for thousands in uma)
    for uma in (
        *((20, 10, -10, -20), (10, 5, -5, -10), (30, 10, -10, -30), (15, 5, -5, -15), (8, 4, -4, -8), (0, 0, 0, 0)),
        *((20, 0, -20), (15, 0, -15), (10, 0, -10), (30, 0, -30), (0, 0, 0)),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RuleSet:
    """Every option of a game; contradicting options are refused with `Fault.BAD_RULES`.

    Within a topic the audit tries the options in the order of their declaration.

    >>> from dataclasses import replace
    >>> replace(RuleSet(), double_wind_fu=2, kiriage=True).kiriage
    True
    """

    name: str = "tenhou"
    """The name of the rule set; no rule depends on it."""
    note: str = ""
    """What is unknown or assumed about this rule set."""

    # -- players and length
    players: Literal[3, 4] = option(4, "play", "payment", "progress", "result")
    """Number of players. Both documents, three-player mahjong."""
    first_dealer: FirstDealer = option("east", "setup")
    """How the first dealer is chosen: by two throws, by one throw, or the player who drew east. Second document, first
    dealer."""
    length: Length = option("hanchan", "progress", tried=("east", "hanchan", "full", "single"))
    """Planned length: one kyoku, the east round, east and south, or all four winds. Both documents, rounds."""
    dealer_repeat: Literal["never", "win", "tenpai", "tenpai_south_always"] = option(
        "tenpai",
        "progress",
        tried=("win", "tenpai", "tenpai_south_always", "never"),
        implies={"win": {"tenpai_yame": "none"}, "never": {"tenpai_yame": "none", "agari_yame": "none"}},
    )
    """When a dealer repeats: never, after a win, also when tenpai at an exhaustive draw, or from the south round on
    after any draw. Second document, exhaustive draw."""
    tobi: Literal["none", "below_zero", "at_zero"] = option(
        "below_zero", "progress", tried=("none", "below_zero", "at_zero")
    )
    """Whether the game ends when a player has less than 0 points, has 0 or less, or never. Both documents, tobi."""
    agari_yame: Yame = option("automatic", "progress", tried=("none", "automatic"))
    """After a win of the last dealer, who is first and at the target, the game ends or may end. Second document,
    rounds."""
    tenpai_yame: Yame = option("automatic", "progress", tried=("none", "automatic"))
    """The same after a repeat by tenpai. Second document, rounds."""
    yame_anywhere: bool = option(False, "progress", tried=(True,))
    """The last dealer may end the game from any rank, not only from the first. Parlours."""
    extension_winds: int = option(1, "progress", tried=(0, 1, 2))
    """Winds that may be added when nobody has `target_points` after the last kyoku. First document, extension."""
    extension_repeat_first: bool = option(True, "progress", tried=(True, False))
    """In an extension a dealer who repeats plays on although a player is at the target. Tenhou logs of 2009, 2022."""
    sudden_death: bool = option(True, "progress", tried=(True, False))
    """An extension ends after the first kyoku that leaves a player at the target. First document."""
    target_points: int = option(30_000, "progress", tried=(25_000, 30_000, 35_000, 40_000))
    """Points a player must have for the game to end as planned. First document, return points; Mahjong Soul has them
    apart from `return_points`."""

    # -- points and the final result
    start_points: int = option(25_000, "progress", "result")
    """Points of each player at the start. Both documents, points."""
    rounding: Rounding = option("none", "result", tried=("none", "half", "five_down", "up", "down"))
    """Rounding of final points to whole thousands, before the return is taken off; the first absorbs the remainder.
    Second document, final score."""
    rounding_below_zero: Literal["mirrored", "straight"] = option("mirrored", "result", tried=("mirrored", "straight"))
    """Points below 0 round by size like positive ones, or in the same direction on the number line. Tenhou logs show
    the former; the documents are silent."""
    ties: Literal["seat", "share"] = option("seat", "result", tried=("seat", "share"))
    """Equal points: the seat nearer the first dealer ranks higher, or uma and oka are shared in steps of 100 points.
    Second document, final score."""
    return_points: int = option(30_000, "result", tried=(25_000, 30_000, 35_000, 40_000))
    """Points a final result is counted from; the difference between start and return is the oka. Both documents,
    oka."""
    points_as_held: bool = option(False, "result", tried=(True,))
    """The result is the points themselves, without return, uma and oka. Second document, final score."""
    left_sticks: Literal["first", "split", "lost"] = option("first", "result", tried=("first", "split", "lost"))
    """Riichi sticks left at the end: to the first place (second document), split among tied firsts (M-League), lost."""
    uma: tuple[int, ...] = option((20_000, 10_000, -10_000, -20_000), "result", tried=_COMMON_UMA)
    """Points added by rank, first to last, without oka; they sum to 0. Both documents, uma."""
    uma_by_below: tuple[tuple[int, ...], ...] = option((), "result")
    """Floating uma: row *n* holds when *n* players are below the start; empty means `uma` always. JPML A."""

    # -- payments
    honba_points: int = option(300, "payment", tried=(0, 200, 300, 600, 1_000, 1_500))
    """Points one honba adds to a ron; each payer of a tsumo gives an equal share. Both documents, honba."""
    tsumo_loss: Literal["loss", "halves", "share", "as_ron"] = option(
        "loss", "value", "payment", tried=("loss", "halves", "share", "as_ron")
    )
    """Three-player tsumo: north's part is lost; its halves are added to the other two parts (also called no loss, or
    bisection); 1.5, 2.5 and 3 x base are rounded once; or each pays half a ron. Both documents; JPML online."""
    pao_yaku: frozenset[str] = option(frozenset({"daisangen", "daisuushii"}), "payment")
    """Yakuman for which the feeder of the last set is liable; suukantsu only by a fourth daiminkan. Both documents,
    pao."""
    pao_scope: Literal["hand", "yaku"] = option("hand", "payment", tried=("hand", "yaku"))
    """The liable player's share covers the whole hand (Tenhou), or only the yakuman fed (second document, pao)."""
    pao_honba: Literal["liable", "discarder"] = option("liable", "payment", tried=("liable", "discarder"))
    """Who pays the honba of a ron from a third player. First document, pao: the liable one; JPML: the discarder."""
    rinshan_pao: Literal["off", "unless_furiten", "always"] = option("off", "payment")
    """The feeder of a daiminkan pays a rinshan win before the next discard as a ron, also after further kans: never,
    unless the winner is furiten, always. Second document, pao."""
    honba_to: Literal["nearest", "all"] = option("nearest", "payment", tried=("nearest", "all"))
    """Of several winners the nearest gets the honba, or all do. First document; parlours and EMA pay all."""
    sticks_to: Literal["nearest", "own_back"] = option("nearest", "payment", tried=("nearest", "own_back"))
    """Of several winners the nearest gets all riichi sticks, or each first takes back the own one. EMA."""
    multiple_ron: Literal["paid", "head_bump"] = option(
        "paid",
        "play",
        "payment",
        tried=("paid", "head_bump"),
        implies={"head_bump": {"sanchahou": "off", "honba_to": "nearest", "sticks_to": "nearest"}},
        permits={"WINNERS_TOO_MANY": "paid"},
    )
    """Several rons are all paid (three may be a draw: `sanchahou`), or only the nearest counts. Both documents."""
    noten_pool: int = option(3_000, "payment", tried=(0, 2_000, 3_000, 6_000))
    """Points the noten players pay together; 0 for no such payment. Both documents, exhaustive draw."""

    # -- minimum and yaku discipline
    min_han: int = option(1, "value", usual=(1, 2, 4))
    """Han of yaku (without dora) a win needs. Both documents, minimum."""
    min_mangan: bool = option(False, "value")
    """A win needs the value of a mangan. Second document, minimum."""
    two_han_honba: int | None = option(None, "value", usual=(None, 5))
    """Honba from which a win needs two han; None for never. Both documents, two-han minimum (usually 5)."""
    dora_for_minimum: bool = option(False, "value")
    """Dora counts towards the minimum. Second document, dora: seventeen steps."""
    kuitan: bool = option(True, "value", tried=(True, False))
    """Tanyao with an open hand. Both documents, kuitan."""
    atozuke: Atozuke = option("free", "value", tried=("free",))
    """One wait with a yaku is enough (atozuke ari); every wait needs a sure one, which a later call may fix (nakazuke);
    all waits also have the same; or every wait has one that no call after the first fixes. With `kuitan` it makes
    ariari, nashi-ari and nashi-nashi. First document, atozuke."""
    kataagari_noten: bool = option(False, "play", permits={"KATAAGARI_SHOWN": False})
    """Where atozuke is not free, a hand with a wait that has no yaku is noten at a draw. First document, atozuke."""

    # -- limits, fu and yaku
    kiriage: bool = option(False, "value", "payment", tried=(True, False))
    """30 fu 4 han and 60 fu 3 han are a mangan. Second document, kiriage mangan."""
    double_wind_fu: Literal[2, 4] = option(4, "value", tried=(2, 4))
    """Fu of a pair of the wind that is both seat and round wind. Both documents, fu."""
    kazoe: Literal["yakuman", "sanbaiman", "multiples"] = option(
        "yakuman", "value", tried=("yakuman", "sanbaiman", "multiples")
    )
    """13 han and more: a yakuman, a sanbaiman, or one yakuman for each 13 han. Second document, counted yakuman."""
    pinfu_tsumo: bool = option(True, "value", tried=(True, False))
    """Pinfu by tsumo is 20 fu; otherwise the tsumo fu spoils it. Both documents, fu."""
    rinshan_tsumo_fu: bool = option(True, "value", tried=(True, False))
    """A tsumo on a replacement tile has the two fu of a tsumo. Second document, fu."""
    open_pinfu_fu: Literal[20, 30] = option(30, "value", tried=(20, 30))
    """Fu of an open hand of pinfu shape by ron. Both documents, fu."""
    stacked_yakuman: bool = option(True, "value", tried=(True, False))
    """Several yakuman in one hand add up. Second document, yakuman."""
    double_yakuman: frozenset[str] = option(frozenset(), "value", tried=(frozenset(), DOUBLE_FORMS))
    """Yakuman that count double. Both documents, double yakuman."""
    large_yakuman: frozenset[str] = option(frozenset(), "value")
    """Yakuman that count one and a half (base 12,000). Second document, points: only old yaku."""
    disabled_yaku: frozenset[str] = option(frozenset(), "value")
    """Ordinary yaku and yakuman that do not exist here, such as `ippatsu` or `haitei`. Second document, yaku."""
    local_yaku: frozenset[str] = option(frozenset(), "value")
    """Old and local yaku that do exist here. Both documents, old yaku."""
    han_with_yakuman: bool = option(False, "value")
    """Ordinary yaku and dora may count as a further (counted) yakuman next to a real one. Second document."""
    aotenjou: bool = option(False, "value", implies={True: {"kiriage": False}})
    """No limits: base points grow with every han. Second document, aotenjou."""
    rinshan_with_haitei: bool = option(False, "value", tried=(True, False))
    """Rinshan and haitei may combine. First document excludes it."""
    chiitoitsu_50fu: bool = option(False, "value", tried=(True, False))
    """Seven pairs are 1 han 50 fu instead of 2 han 25 fu. Second document, seven pairs."""
    reading_order: Literal["payment", "han"] = option("payment", "value", tried=("payment", "han"))
    """The best reading of a hand: highest payment, then han, then fu; or han before everything (second document)."""
    four_equal_are_pairs: bool = option(False, "value")
    """Four equal tiles may be two of the seven pairs. Second document, seven pairs (usually not)."""
    junchan_han: Literal[2, 3] = option(3, "value")
    """Han of a closed junchan; an open one has one less. Second document, junchan."""
    tenhou_kokushi_13: bool = option(False, "value")
    """A dealt kokushi counts as the 13-sided one. First document, tenhou: Mahjong Soul."""
    tenhou_suuankou_tanki: bool = option(False, "value")
    """A dealt suuankou counts as suuankou tanki. Mahjong Soul, by issue 19 of Longhorn-Riichi/InjusticeJudge: nobody
    can say which of the dealer's tiles was drawn last."""
    tenhou_junsei_chuuren: bool = option(False, "value")
    """A dealt chuuren counts as junsei chuuren. Mahjong Soul, by the same report."""
    chinroutou_toitoi: bool = option(False, "value")
    """In aotenjou toitoi counts next to chinroutou: the second document's table of yakuman excludes honroutou alone
    there, but its rule against repetition, and the `mahjong` package, exclude all that a yakuman implies."""
    ryuuiisou_needs_green: bool = option(False, "value")
    """Ryuuiisou must contain the green dragon. Second document, ryuuiisou."""
    man_as_honors: bool = option(False, "value")
    """Three-player: the man tiles 1m and 9m count as honors for tsuuiisou. Second document, tsuuiisou (very rare)."""
    renhou_value: Literal["mangan", "baiman", "yakuman"] = option("mangan", "value")
    """Value of renhou where `local_yaku` has it. Both documents, renhou."""
    renhou_join: Literal["alone", "higher", "added"] = option("higher", "value")
    """Renhou below a yakuman: alone, or the other yaku if they are worth more, or added to them. WRC 2014-2025."""
    tsubame_skips_replaced: bool = option(True, "play")
    """Tsubame-gaeshi is only for the tile that declared riichi, not for the sideways one that replaces it if called.
    Both documents, tsubame-gaeshi."""
    shiiaruraotai: Literal["any", "ron", "tsumo"] = option("any", "value")
    """Whether shiiaruraotai needs a ron, a tsumo, or either. Second document, old yaku."""
    open_riichi_shows: Literal["hand", "waits"] = option("hand", "play")
    """An open riichi shows the whole hand, or only the waiting part. Second document, old yaku."""
    open_riichi_yakuman: bool = option(True, "value")
    """A player not in riichi who deals into an open riichi pays a yakuman, else two han. Second document, old yaku."""
    four_reds_han: Literal[2, -4] = option(2, "value")
    """Han for four reds in one hand; a loss does not count towards the minimum. Second document, old yaku."""
    paarenchan: Paarenchan = option("next_win", "play")
    """Paarenchan is for any win of the kyoku after eight dealer wins in a row, for any from honba 8 on (both second
    document), or for the eighth win itself (from elsewhere). A draw ends the row."""

    # -- dora
    dora: bool = option(
        True, "play", "value", implies={False: {"kan_dora": False, "ura_dora": False, "kan_ura_dora": False}}
    )
    """The first indicator is shown. Both documents, dora."""
    kan_dora: bool = option(True, "play", "value", implies={False: {"kan_ura_dora": False}})
    """Each kan adds an indicator. Both documents, dora."""
    ura_dora: bool = option(True, "play", "value", implies={False: {"kan_ura_dora": False}})
    """A winner in riichi looks under the first indicator. Both documents, dora."""
    kan_ura_dora: bool = option(True, "play", "value")
    """A winner in riichi looks under the kan indicators. Both documents, dora."""
    kan_dora_timing: Literal["at_once", "before_discard", "after_discard"] = option(
        "before_discard", "play", permits={"INDICATOR_EARLY": "at_once"}
    )
    """When an open kan's indicator is turned: at once, just before the next discard or replacement draw, or after that
    discard. A closed kan's is turned at once. Second document, dora."""
    reds: tuple[str, ...] = option(("5m", "5p", "5s"), "play")
    """Tiles in play that have a red copy, one entry a copy: fives, other numbers, or north. Both documents, red fives;
    second document, north."""
    blues: tuple[str, ...] = option((), "play")
    """Tiles in play that have a blue copy (ao-dora), one entry a copy. Second document, dora."""
    blue_han: Literal[2, -1] = option(2, "value")
    """Han of a blue tile. A loss takes no win away, and no hand has less than 0 han. Second document, dora; what a loss
    leaves at least is inferred."""

    # -- three-player
    north: Literal["guest", "kita", "dora", "yakuhai", "yakuhai_dora"] = option("guest", "play", "value")
    """North in three-player: guest wind, pulled (kita), dora in the hand, yakuhai for all, or yakuhai and dora. Second
    document, north."""
    kita_ron: bool = option(True, "play")
    """A pulled north may be ronned by a hand with a yaku. Second document, north."""
    kita_from: Literal["hand", "draw"] = option("hand", "play", permits={"KITA_FROM_HAND": "hand"})
    """A north may be pulled from the hand (second document, north), or only when it is drawn (first document, dora)."""
    kita_furiten: bool = option(False, "play")
    """A pulled north is a discard for furiten; in most rules it is none. Second document, north."""
    kita_chankan: bool = option(False, "value")
    """Such a ron has the yaku chankan. Second document, north."""
    dead_wall: Literal[14, 18] = option(14, "play")
    """Tiles of the dead wall; 18 keeps eight replacements and ten indicators for kita. Second document, north."""
    sanma_wall: Literal["14-13-14-13", "18-18-18"] = option("14-13-14-13", "setup")
    """How the 54 stacks are built up in three-player: four sides from the dealer on, or three. First document, wall."""

    # -- calls and riichi
    kuikae: Literal["forbidden", "same_tile_forbidden", "free", "dead_hand"] = option(
        "forbidden", "play", permits={"KUIKAE": "free"}
    )
    """After a call neither the same tile nor the other end of the run may be discarded; only the same not; or free
    (second document, kuikae); or the foul leaves a dead hand, which can neither win nor be tenpai (RMU, Saikouisen)."""
    kokushi_robs_ankan: bool = option(False, "play")
    """Kokushi may rob a closed kan. Second document, kokushi; first document: Mahjong Soul."""
    fifth_kan: Literal["impossible", "draw"] = option("impossible", "play")
    """A fifth kan while one player has four: impossible, or (unless robbed) a draw. Second document, suukaikan."""
    riichi_points: Literal["thousand", "any"] = option("thousand", "play", permits={"RIICHI_POINTS": "any"})
    """Riichi needs 1,000 points, or may be declared with any. Second document, riichi."""
    riichi_wall: int = option(4, "play")
    """Tiles the live wall must still have for riichi. Second document, riichi."""
    furiten_riichi: bool = option(True, "play", permits={"RIICHI_FURITEN": True})
    """Riichi may be declared in furiten. Tenhou; no rule set read forbids it."""
    riichi_ankan: Literal["same_reading", "same_waits", "none"] = option(
        "same_waits", "play", permits={"KAN_CHANGES_READING": "same_waits"}
    )
    """Closed kan (of the drawn tile) in riichi: waits and reading stay, the waits stay, or never. Both documents."""
    furiten_until: Literal["discard", "draw"] = option("discard", "play")
    """Same-turn furiten lasts until the own discard (second document), or the next own draw or call (first, EMA)."""

    # -- draws
    tenpai_shown: Literal["automatic", "must_show", "may_hide"] = option(
        "automatic", "play", permits={"TENPAI_NOT_SHOWN": "may_hide"}
    )
    """At an exhaustive draw tenpai counts by itself, must be shown (first document), or may be hidden and is then noten
    (second document, exhaustive draw). A hand in riichi must always be shown."""
    keishiki_tenpai: bool = option(True, "play", permits={"KEISHIKI_SHOWN": True})
    """A tenpai hand counts as tenpai at a draw even if no wait has a yaku. First document, tenpai."""
    own_held_waits: OwnHeldWaits = option("concealed_noten", "play")
    """A hand that holds all copies of its only waits: tenpai, noten if they are all in its concealed part (Tenhou), or
    also if some are in melds (M-League, EMA)."""
    kyuushu_kyuuhai: Abortive = option("repeat", "play", "progress", tried=("repeat", "pass"))
    """Nine kinds of terminals and honors on the first draw: no draw, a draw with the deal repeated, or passed on. Both
    documents, abortive draws; so are the next five."""
    suufon_renda: Abortive = option(
        "repeat", "play", "progress", tried=("repeat", "pass"), permits={"SUUFON_MISSED": "off"}
    )
    """Four equal winds as first discards. Both documents."""
    suufon_west_only: bool = option(False, "play")
    """Suufon renda is for four wests only. First document, old rule."""
    suucha_riichi: Abortive = option(
        "repeat", "play", "progress", tried=("repeat", "pass"), permits={"SUUCHA_MISSED": "off"}
    )
    """Four players in riichi. Both documents."""
    suukaikan: Abortive = option(
        "repeat", "play", "progress", tried=("repeat", "pass"), permits={"SUUKAIKAN_MISSED": "off"}
    )
    """Four kans by two or more players. Both documents."""
    sanchahou: Abortive = option("repeat", "play", "payment", "progress", tried=("off", "repeat", "pass"))
    """Three rons on one tile; `off` pays them all. Both documents."""
    foul_draw: Literal["off", "repeat", "pass", "void"] = option(
        "repeat", "play", "payment", "progress", tried=("repeat", "pass", "void")
    )
    """A kyoku ended by a foul, such as a closed kan in riichi that changes the waits, or by a wrong set of tiles: no
    draw, a draw with the deal repeated, or passed on, or void: the riichi sticks return and the kyoku is played again.
    Second document, abortive draws and the set."""
    chombo: Literal["mangan", "after_game"] = option("mangan", "payment", "result", tried=("mangan", "after_game"))
    """The penalty for a chombo, which always voids the kyoku: a mangan paid to the others, each of whom gets the share
    that it would pay for a tsumo of the seat; or `chombo_points` taken from the final score (EMA)."""
    chombo_points: int = option(20_000, "result", tried=(20_000, 30_000, 40_000))
    """Points taken from the final score for each chombo, after uma. EMA."""
    nagashi: Literal["off", "draw", "win"] = option(
        "draw", "play", "payment", "progress", tried=("off", "draw", "win"), permits={"NAGASHI_MISSED": "off"}
    )
    """Nagashi mangan: none, paid at a draw in place of noten payments, or counted as a win. Both documents."""
    nagashi_20_fu: bool = option(False, "payment", tried=(True, False))
    """Nagashi mangan is 5 han 20 fu (first document, fu), which is more than a mangan in aotenjou, or always a mangan
    (second document, yaku)."""

    def __post_init__(self) -> None:
        _check_types(self)
        _check_contradictions(self)

    def __repr__(self) -> str:
        n = len(differences(self, RuleSet()))
        apart = f", {n} difference{'s' * (n > 1)} from tenhou" if n else ""
        return f"<RuleSet {self.name}{apart}>"

    @property
    def oka(self) -> int:
        """Points added to the first place: (return - start) x players."""
        return (self.return_points - self.start_points) * self.players

    @property
    def red_fives(self) -> tuple[str, ...]:
        """The fives among `reds`."""
        return tuple([name for name in self.reds if name[0] == "5" and name[1] != "z"])

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tile of each copy, `(136,)`, as logs and columns have it: red fives are its only coloured tiles."""
        return tiles_of_copies(self.red_fives)

    @property
    def coloured_tiles(self) -> tuple[int, ...]:
        """The tile of each copy, `(136,)`, with all colours."""
        return tiles_of_copies(self.reds, self.blues)

    @property
    def has_open_riichi(self) -> bool:
        """Whether a riichi may be open."""
        return not self.local_yaku.isdisjoint({"open_riichi", "open_double_riichi"})

    @property
    def last_kyoku(self) -> int:
        """Index of the last planned kyoku, without repeats (E4 = 3, S4 = 7; three-player E3 = 2)."""
        return 0 if self.length == "single" else WINDS_OF_LENGTH[self.length] * self.players - 1


OPTIONS: Final = tuple(f.name for f in fields(RuleSet))
"""Names of all options in their order of the class."""


def differences(rules: RuleSet, base: RuleSet) -> dict[str, Any]:
    """The options of `rules` that differ from `base`, without name and note."""
    return {
        name: getattr(rules, name)
        for name in OPTIONS
        if name not in ("name", "note") and getattr(rules, name) != getattr(base, name)
    }


def _check_types(rules: RuleSet) -> None:
    for name, kind in types_of(RuleSet).items():
        value = getattr(rules, name)
        if not fits(value, kind):
            raise LogError(Fault.BAD_RULES, f"{name} is {value!r}, expected {describe_type(kind)}")


def _check_contradictions(rules: RuleSet) -> None:
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
        (r.north != "kita" and r.kita_from == "draw", "kita_from = 'draw' needs north = 'kita'"),
        (r.north != "kita" and r.kita_furiten, "kita_furiten needs north = 'kita'"),
        (
            "4z" in r.reds and r.north in ("dora", "yakuhai_dora"),
            f"a red 4z is a dora by its colour, and north = {r.north!r} would count it again",
        ),
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
