"""The set pieces: rare events of the game, each in a log of Tenhou's XML, with facts to check by hand.

Points are computed by hand from the arranged hand, never copied from the program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pieces import Piece
from playing import CHIP_ROOM, FOUR_HANCHAN, THREE_EAST

from mjlog.simulate.game import PlayedGame
from mjlog.simulate.players import Habits
from mjlog.simulate.rare_events import EVENTS
from mjlog.simulate.scenarios import ABSENT, ANY, Scenario

SILENT: Final = Habits(calls=0, riichi=0, folds_from=9, kans=0, kyuushu=0)
"""Wins and does nothing else."""
DECLARING: Final = Habits(calls=0, riichi=1, folds_from=9, kans=0, kyuushu=0)
CALLING: Final = Habits(calls=1, riichi=0, folds_from=9, kans=0, kyuushu=0)
KANS: Final = Habits(calls=0, riichi=0, folds_from=9, kans=1, kyuushu=0)
ADDING: Final = Habits(calls=1, riichi=0, folds_from=9, kans=1)
"""Calls, and adds to its pons."""

TANYAO: Final = ("234567m678s66s34p", "345m234678s88m34p", "567m345s678p22s34p")
"""Hands that wait on 2p and 5p."""
DAISANGEN: Final = "19m1p99s34p55z66z77z"
"""Three pairs of dragons; after three pons it waits on 2p and 5p."""


def alone(seat: int, habits: Habits, players: int = 4) -> list[Habits]:
    """One player among absent ones."""
    return [habits if own == seat else ABSENT for own in range(players)]


def last(tile: str, n_draws: int) -> str:
    """Draws that end with this tile."""
    return ANY * (n_draws - 1) + tile


def woven(dealer: str, others: str) -> str:
    """Draws that give one list of tiles to the dealer and the other to the three players after."""
    own = [dealer[n : n + 2] for n in range(0, len(dealer), 2)]
    rest = [others[n : n + 2] for n in range(0, len(others), 2)]
    return "".join("".join((tile, *rest[3 * n : 3 * n + 3])) for n, tile in enumerate(own))[:140]


def happens(event: str) -> Callable[[PlayedGame], bool]:
    """Whether the rare event happens in a game."""
    return EVENTS[event]


PAO: Final = (
    Piece(
        name="pao",
        number=4,
        shows="daisangen by tsumo: who fed the third pon pays the whole of it; ends by tobi after one kyoku",
        options=("pao_yaku", "tobi"),
        scenario=Scenario(hands=["", "", DAISANGEN], draws="5z1s6z1s1s7z2z2z2z5p", habits=alone(2, CALLING)),
        claims={
            "wins": [{"winner": 2, "tsumo": True, "pao_seat": 1, "yaku": ["daisangen"], "points": 32_000}],
            "hands": [
                {"end_points": points, "pao": seat == 1} for seat, points in enumerate((25_000, -7_000, 57_000, 25_000))
            ],
        },
    ),
    Piece(
        name="pao-shared",
        number=20,
        shows="daisangen by ron: who fed the third pon and who dealt in pay half each",
        options=("pao_yaku",),
        scenario=Scenario(hands=["", "", DAISANGEN], draws="5z1s6z1s1s7z5p", habits=alone(2, CALLING)),
        claims={
            "wins": [{"winner": 2, "from_seat": 3, "pao_seat": 1, "yaku": ["daisangen"], "points": 32_000}],
            "kyoku": [{"payments": [0, -16_000, 32_000, -16_000]}],
        },
    ),
    Piece(
        name="pao-daisuushii",
        number=21,
        shows="daisuushii, a single yakuman here: who fed the fourth wind, after three kans, pays the whole tsumo",
        options=("pao_yaku", "double_yakuman"),
        scenario=Scenario(
            hands=["", "", "111z222z333z44z5m5p"],
            draws="1z7z7z3z6z6z2z5z5z4z7z7z5z5p",
            replacements="9m9p9s",
            dora="4p",
            habits=alone(2, replace(CALLING, open_kans=1)),
        ),
        claims={
            "wins": [{"winner": 2, "tsumo": True, "pao_seat": 1, "yaku": ["daisuushii"], "points": 32_000}],
            "hands": [{"n_daiminkan": 3 * (seat == 2), "pao": seat == 1} for seat in range(4)],
            "kyoku": [{"n_kans": 3, "payments": [0, -32_000, 32_000, 0]}],
        },
    ),
)
RONS: Final = (
    Piece(
        name="double-ron",
        number=5,
        shows="two winners of one discard",
        options=("multiple_ron",),
        scenario=Scenario(hands=["", *TANYAO[:2]], draws="2p", habits=[ABSENT, SILENT, SILENT, ABSENT]),
        claims={"wins": [{"winner": 1, "from_seat": 0}, {"winner": 2, "from_seat": 0}], "kyoku": [{"n_wins": 2}]},
    ),
    Piece(
        name="sanchahou",
        number=6,
        shows="three winners of one discard: a draw that shows three hands, and nobody pays",
        options=("sanchahou",),
        scenario=Scenario(hands=["", *TANYAO], draws="2p", habits=[ABSENT, SILENT, SILENT, SILENT]),
        claims={"kyoku": [{"result": "sanchahou", "n_wins": 0, "payments": [0, 0, 0, 0]}]},
    ),
    Piece(
        name="riichi-ronned",
        number=22,
        shows="the tile that declares riichi is ronned: the stick is not paid",
        scenario=Scenario(
            hands=["", "123456789m55s79p", TANYAO[0]],
            draws="9p2p",
            habits=[ABSENT, DECLARING, SILENT, ABSENT],
        ),
        claims={
            "wins": [{"winner": 2, "from_seat": 1}],
            "hands": [
                {"riichi": seat == 1, "riichi_accepted": False, "riichi_ronned": seat == 1, "points_riichi": 0}
                for seat in range(4)
            ],
            "kyoku": [{"n_riichi": 1}],
        },
    ),
    Piece(
        name="double-riichi-ippatsu-ura",
        number=23,
        shows="riichi on the first turn, tsumo with ippatsu, and two ura dora: a haneman of 6 han",
        options=("ura_dora",),
        scenario=Scenario(
            hands=["", "123m456p789s55s46m"],
            draws="9p1z9p1z9p5m",
            dora="4z",
            ura="4s",
            habits=alone(1, DECLARING),
        ),
        claims={
            "wins": [
                {
                    "winner": 1,
                    "tsumo": True,
                    "han": 6,
                    "limit": "haneman",
                    "points": 12_000,
                    "yaku": ["ippatsu", "menzen_tsumo", "double_riichi", "ura_dora"],
                    "yaku_han": [1, 1, 2, 2],
                }
            ],
            "hands": [{"double_riichi": seat == 1, "points_sticks": 1_000 * (seat == 1)} for seat in range(4)],
            "kyoku": [{"payments": [-6_000, 12_000, -3_000, -3_000]}],
        },
    ),
    Piece(
        name="chankan",
        number=24,
        shows="the tile that is added to a pon is ronned",
        scenario=Scenario(
            hands=["", "77p234678m22s468s", "234m678s33m56p67s1z"],
            draws="7p8s9s9s7p",
            habits=[ABSENT, ADDING, SILENT, ABSENT],
        ),
        claims={
            "wins": [{"winner": 2, "from_seat": 1}],
            "hands": [{"n_kakan": int(seat == 1), "dealt_in": seat == 1} for seat in range(4)],
        },
    ),
    Piece(
        name="two-yakuman",
        number=25,
        shows="daisangen and tsuuiisou in one hand: 64,000 points, a double yakuman of two",
        options=("stacked_yakuman", "tobi"),
        scenario=Scenario(hands=["", "", "11z22z555z666z777z"], draws="3m1z", habits=alone(2, SILENT)),
        claims={
            "wins": [
                {
                    "winner": 2,
                    "from_seat": 1,
                    "yaku": ["daisangen", "tsuuiisou"],
                    "n_yakuman": 2,
                    "limit": "yakuman",
                    "points": 64_000,
                    "yaku_han": [None, None],
                }
            ],
            "kyoku": [{"payments": [0, -64_000, 64_000, 0]}],
        },
    ),
    Piece(
        name="counted-yakuman",
        number=26,
        shows="15 han without a yakuman: chinitsu, ryanpeikou, double riichi, ippatsu, tsumo, pinfu, tanyao",
        options=("kazoe",),
        scenario=Scenario(
            hands=["", "2233445566778m"], draws="9p1z9p1z9p8m", dora="4z", ura="4z", habits=alone(1, DECLARING)
        ),
        claims={"wins": [{"winner": 1, "limit": "yakuman", "n_yakuman": 0, "han": 15, "points": 32_000}]},
    ),
)
DRAWN: Final = (
    Piece(
        name="tenhou",
        number=27,
        shows="the dealer wins with the tiles dealt: 16,000 from each",
        scenario=Scenario(hands=["123456789m1123p"], draws="4p", habits=alone(0, SILENT)),
        claims={
            "wins": [{"winner": 0, "yaku": ["tenhou"], "points": 48_000}],
            "kyoku": [{"n_discards": 0, "payments": [48_000, -16_000, -16_000, -16_000]}],
        },
    ),
    Piece(
        name="chiihou",
        number=28,
        shows="a yakuman on the first draw: 16,000 from the dealer, 8,000 from each other",
        scenario=Scenario(hands=["", "123456789m1123p"], draws="9p4p", habits=alone(1, SILENT)),
        claims={
            "wins": [{"winner": 1, "yaku": ["chiihou"], "points": 32_000}],
            "kyoku": [{"payments": [-16_000, 32_000, -8_000, -8_000]}],
        },
    ),
    Piece(
        name="rinshan",
        number=29,
        shows="tsumo on the replacement of a closed kan, 2 han 60 fu: 2,000 from the dealer, 1,000 from each other",
        scenario=Scenario(
            hands=["", "111m234p567p89s55s"], draws="9m1m", replacements="7s", dora="4z4z", habits=alone(1, KANS)
        ),
        claims={
            "wins": [{"winner": 1, "tsumo": True, "yaku": ["menzen_tsumo", "rinshan"], "han": 2, "fu": 60}],
            "kyoku": [{"n_kans": 1, "dora_indicators": [30, 30], "payments": [-2_000, 4_000, -1_000, -1_000]}],
        },
    ),
    Piece(
        name="haitei",
        number=30,
        shows="tsumo with the last tile, 4 han 30 fu: 3,900 from the dealer, 2,000 from each other",
        scenario=Scenario(
            hands=["222p", "123m456p789s13p55s"], draws=last("2p", 70), dora="4z", ura="4z", habits=alone(1, DECLARING)
        ),
        claims={
            "wins": [{"winner": 1, "tsumo": True, "fu": 30, "han": 4, "n_ura": 0}],
            "kyoku": [{"n_discards": 69, "payments": [-3_900, 7_900, -2_000, -2_000]}],
        },
    ),
    Piece(
        name="houtei",
        number=31,
        shows="ron on the last discard, 3 han 40 fu",
        scenario=Scenario(
            hands=["222p", "", "123m456p789s13p55s"],
            draws=last("2p", 70),
            dora="4z",
            ura="4z",
            habits=alone(2, DECLARING),
        ),
        claims={
            "wins": [{"winner": 2, "from_seat": 1, "fu": 40, "han": 3, "points": 5_200}],
            "kyoku": [{"n_discards": 70, "payments": [0, -5_200, 5_200, 0]}],
        },
    ),
    Piece(
        name="four-kans-of-one-player",
        number=32,
        shows="suukantsu, and suuankou on a single wait: 64,000 of three; no draw by four kans",
        options=("suukaikan", "stacked_yakuman"),
        scenario=Scenario(
            hands=["", "111m999m111p999p5z"], draws="2s1m", replacements="9m1p9p5z", habits=alone(1, KANS)
        ),
        claims={
            "wins": [{"winner": 1, "tsumo": True, "n_yakuman": 2, "points": 64_000, "n_sets": 4}],
            "hands": [{"n_ankan": 4 * (seat == 1)} for seat in range(4)],
            "kyoku": [{"n_kans": 4, "payments": [-32_000, 64_000, -16_000, -16_000]}],
        },
    ),
)
ABORTIVE: Final = (
    Piece(
        name="kyuushu-kyuuhai",
        number=7,
        shows="nine kinds of terminals and honors, which the dealer ends the kyoku with",
        options=("kyuushu_kyuuhai",),
        scenario=Scenario(hands=["19m19p19s1234z258m"], draws="5z", habits=alone(0, Habits(kyuushu=1))),
        claims={"kyoku": [{"result": "kyuushu_kyuuhai", "n_discards": 0, "payments": [0, 0, 0, 0]}]},
    ),
    Piece(
        name="suufon-renda",
        number=8,
        shows="four first discards of one wind",
        options=("suufon_renda",),
        scenario=Scenario(draws="3z3z3z3z", habits=[ABSENT] * 4),
        claims={"kyoku": [{"result": "suufon_renda", "n_discards": 4, "payments": [0, 0, 0, 0]}]},
    ),
    Piece(
        name="suucha-riichi",
        number=9,
        shows="four riichi: a draw that shows four hands; the four sticks stay",
        options=("suucha_riichi",),
        scenario=Scenario(
            hands=["123456789m55p13s", "123456789p55s13m", "123456789s55m13p", "234m234p678s99m46s"],
            draws="1z2z3z4z",
            habits=[DECLARING] * 4,
        ),
        claims={
            "kyoku": [{"result": "suucha_riichi", "n_riichi": 4, "payments": [-1_000] * 4}],
            "hands": [{"riichi_accepted": True, "points_riichi": -1_000}] * 4,
        },
    ),
    Piece(
        name="suukaikan",
        number=10,
        shows="four kans of two players",
        options=("suukaikan",),
        scenario=Scenario(
            hands=["1111z2222z147m25p", "3333z4444z147s28p"],
            draws="9m",
            habits=[Habits(calls=0, kans=1, rons=False)] * 4,
        ),
        claims={"kyoku": [{"result": "suukaikan", "n_kans": 4, "payments": [0, 0, 0, 0]}]},
    ),
    Piece(
        name="nagashi-mangan",
        number=11,
        shows="the dealer's river of terminals and honors: 4,000 from each, and no noten payments",
        options=("nagashi",),
        scenario=Scenario(
            draws=woven("1z2z3z4z5z6z7z1m9m1p9p1s9s1z2z3z4z5z", "5m5p5s6m6p6s4m4p4s7m7p7s3m3p3s8m8p8s2m2p2s" * 3),
            habits=[ABSENT] * 4,
        ),
        claims={
            "kyoku": [{"result": "nagashi_mangan", "payments": [12_000, -4_000, -4_000, -4_000]}],
            "hands": [{"points_nagashi": points, "points_noten": 0} for points in (12_000, -4_000, -4_000, -4_000)],
        },
    ),
)
PROGRESS: Final = (
    Piece(
        name="tobi",
        number=33,
        shows="somebody falls below zero, and the game ends",
        options=("tobi",),
        shown=-1,
        required=lambda game: happens("tobi")(game) and len(game.kyoku) <= 3,
    ),
    Piece(
        name="west-round",
        number=34,
        kind=FOUR_HANCHAN,
        shows="a hanchan goes on into the west round, for nobody has reached 30,000 points",
        options=("length", "target_points", "extension_winds"),
        shown=-1,
        required=lambda game: happens("extension")(game) and len(game.kyoku) <= 11,
        claims={"kyoku": [{"wind": 2, "all_last": True}]},
    ),
    Piece(
        name="agari-yame",
        number=35,
        shows="the dealer wins the last kyoku as the first, and the game ends",
        options=("agari_yame",),
        shown=-1,
        required=lambda game: ends_by_dealer(game) and len(game.kyoku) <= 6,
        claims={"kyoku": [{"wind": 0, "number": 4, "dealer": 3}], "wins": [{"winner": 3, "dealer": True}]},
    ),
    Piece(
        name="long-renchan",
        number=36,
        shows="the dealer goes on and on: the sixth kyoku has five honba",
        options=("dealer_repeat",),
        shown=5,
        required=lambda game: len(game.kyoku) > 5 and (game.kyoku[5].start.dealer, game.kyoku[5].start.honba) == (0, 5),
        claims={"kyoku": [{"wind": 0, "number": 1, "honba": 5}]},
    ),
)


def ends_by_dealer(game: PlayedGame) -> bool:
    """Whether the dealer ends a game by winning its last planned kyoku, alone, nobody being below zero."""
    end = game.kyoku[-1]
    last_kyoku = (end.start.wind, end.start.dealer) == (0, 3)
    by_dealer = [win.winning.seat for win in end.wins] == [3]
    return last_kyoku and by_dealer and min(end.settlement.points) >= 0


KITA: Final = (
    Piece(
        name="kita",
        number=1,
        kind=THREE_EAST,
        seed=True,
        shows="three players: norths set aside, their replacements, and norths among the dora",
        options=("north",),
        required=lambda game: any("kita" in {y.key for y in win.score.yaku} for win in game.kyoku[0].wins),
    ),
    Piece(
        name="kita-and-rinshan",
        number=37,
        kind=THREE_EAST,
        shows="three players: tsumo on the replacement of a north, with rinshan and a dora for the north",
        options=("north",),
        scenario=Scenario(
            hands=["", "123p456p789s55s13s"], draws="9p4z", replacements="2s", dora="7z", habits=alone(1, SILENT, 3)
        ),
        claims={
            "wins": [{"winner": 1, "tsumo": True, "yaku": ["menzen_tsumo", "rinshan", "dora"], "yaku_han": [1, 1, 1]}],
            "kyoku": [{"payments": [-2_000, 3_000, -1_000, 0]}],
            "hands": [{"n_kita": int(seat == 1)} for seat in range(3)],
        },
    ),
    Piece(
        name="kita-ronned",
        number=38,
        kind=THREE_EAST,
        shows="three players: a north that is set aside is ronned by kokushi, without chankan",
        options=("kita_ron", "kita_chankan"),
        scenario=Scenario(hands=["", "19m19p19s1235677z", "234p567p"], draws="2p3p4z", habits=[ABSENT, SILENT, SILENT]),
        claims={
            "wins": [{"winner": 1, "from_seat": 2, "yaku": ["kokushi"], "points": 32_000}],
            "kyoku": [{"payments": [0, 32_000, -32_000, 0]}],
        },
    ),
    Piece(
        name="kita-in-riichi",
        number=39,
        kind=THREE_EAST,
        shows="three players: a north set aside in riichi",
        options=("north",),
        scenario=Scenario(hands=["", "123p456p789s55s13s"], draws="9p1z9p9p4z", habits=alone(1, DECLARING, 3)),
        claims={"hands": [{"riichi": seat == 1, "n_kita": int(seat == 1)} for seat in range(3)]},
    ),
)
CONNECTIONS: Final = (
    Piece(
        name="disconnections",
        number=3,
        shows="`BYE` and single-name `UN` within, between and across kyoku, one player never back",
        absences=((1, 0, 9, 1, 7), (2, 1, 5, 1, 12), (0, 2, 0, 9, 0)),
    ),
    Piece(
        name="chip-room",
        number=2,
        kind=CHIP_ROOM,
        seed=True,
        shows="chips: `chip` at deals and wins, 16 numbers in `sc` and `owari`, kiriage mangan",
        options=("kiriage",),
    ),
)
SET_PIECES: Final = (*PAO, *RONS, *DRAWN, *ABORTIVE, *PROGRESS, *KITA, *CONNECTIONS)
