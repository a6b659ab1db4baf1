"""The statistics of games and tables: places, final points, results, and lengths.

Terms. Only finished games have places. *Final points* include leftover riichi sticks; the *result* is the final score
of the service, with uma and oka, in thousands of points. Equal points are ranked by seat. *Busted* is below zero.
"""

# ruff: noqa: E501  # a statistic is one line of the table, however long

from __future__ import annotations

from typing import Final

from mjlog.stats.entries.hands import ALL, AMAE, KOBALAB, OURS
from mjlog.stats.statistic import EVERY_ROW, SIGNED, Family, Sample, Statistic

GAMES: Final = Sample("finished games", lambda t: t.place.notnull())
FOUR: Final = Sample("finished four-player games", lambda t: t.place.notnull() & (t.players == 4))
WITH_POINTS: Final = Sample("finished games", lambda t: t.final_points.notnull())
WITH_PAYMENTS: Final = Sample(
    "finished games with all payments", lambda t: t.place.notnull() & t.busted_others.notnull()
)
WITH_SCORE: Final = Sample("games with a result", lambda t: t.final_score.notnull())
WITH_CHIPS: Final = Sample("games with chips", lambda t: t.final_chips.notnull())
KYOKU: Final = Sample("kyoku, each counted once", EVERY_ROW.rows)
WON: Final = Sample("kyoku with a win", lambda t: t.n_wins > 0)
WHOLE: Final = Sample("whole games", lambda t: t.complete)

_seat, _kyoku, _game = Family("seats"), Family("kyoku"), Family("games")

# fmt: off
SEAT_STATISTICS: Final[tuple[Statistic, ...]] = (
    _seat.rate("first_rate", "first place", "1位率", "Games that ended in first place.", lambda t: t.place == 1, GAMES, ALL, good="high"),
    _seat.rate("second_rate", "second place", "2位率", "Games that ended in second place.", lambda t: t.place == 2, GAMES, ALL),
    _seat.rate("third_rate", "third place", "3位率", "Games that ended in third place.", lambda t: t.place == 3, GAMES, ALL),
    _seat.rate("fourth_rate", "fourth place", "4位率", "Four-player games that ended in fourth place.", lambda t: t.place == 4, FOUR, ALL, good="low"),
    _seat.rate("top_two_rate", "first or second place", "連対率", "Games that ended in first or second place.", lambda t: t.place <= 2, GAMES, ALL),
    _seat.mean("average_place", "average place", "平均順位", "Place at the end of a game.", lambda t: t.place, GAMES, "place", ALL, good="low"),
    _seat.rate("busted_rate", "busted", "トビ率", "Games that ended below zero.", lambda t: t.final_points < 0, WITH_POINTS, AMAE, good="low"),
    _seat.rate("busting_rate", "busted another", "トバし率", "Games in which a win of the player put another below zero.", lambda t: t.busted_others, WITH_PAYMENTS, OURS),
    _seat.mean("final_points", "final points", "平均最終持ち点", "Points at the end of a game, leftover riichi sticks included.", lambda t: t.final_points, WITH_POINTS, "points", AMAE, minimum=SIGNED),
    _seat.mean("match_points", "match points", "平均得点", "Result of a game by the service, with uma and oka.", lambda t: t.final_score, WITH_SCORE, "1000 points", ALL, minimum=SIGNED, good="high"),
    _seat.mean("chips", "chips", "平均祝儀枚数", "Chips at the end of a game.", lambda t: t.final_chips, WITH_CHIPS, "chips", OURS, minimum=SIGNED),
    _seat.mean("rate", "rating", "平均R", "Rating of the service at the start of a game.", lambda t: t.rate, Sample("games with a rating", lambda t: t.rate.notnull()), "R", OURS),
)

KYOKU_STATISTICS: Final[tuple[Statistic, ...]] = (
    _kyoku.rate("double_ron_rate", "double ron rate", "ダブロン率", "Won kyoku with more than one winner.", lambda t: t.n_wins > 1, WON, "mahjong-lurker"),
    _kyoku.rate("riichi_kyoku_share", "kyoku with riichi", "立直のある局率", "Kyoku with at least one riichi.", lambda t: t.n_riichi > 0, KYOKU, OURS),
    _kyoku.mean("riichi_per_kyoku", "riichi per kyoku", "一局立直数", "Number of riichi of all seats in a kyoku.", lambda t: t.n_riichi, KYOKU, "riichi", OURS),
    _kyoku.mean("kyoku_discards", "length of a kyoku", "一局打牌数", "Discards of all seats in a kyoku.", lambda t: t.n_discards, KYOKU, "discards", OURS),
    _game.mean("kyoku_per_game", "kyoku per game", "一戦局数", "Kyoku of a whole game.", lambda t: t.n_kyoku, WHOLE, "kyoku", KOBALAB),
)
"""The statistics of the tables `kyoku` and `games`."""
# fmt: on
