"""Coverage of the 95 % intervals of `mjlog.stats`, by resampling a population of games.

Games are drawn with replacement from a population, which is simulated, or imported from a folder of logs. An interval
covers if it contains the value of the whole population. Three cases:

- `player`: one random seat of each game;
- `everybody`: all seats of each game;
- `difference`: a random seat of each game minus another seat of the same game; the true value is 0.

A statistic whose value the rules fix for whole tables has no interval there. Below `ENOUGH` filled buckets of games
each kyoku is a bucket, as in `mjlog.stats.query`.

Run: python benchmarks/interval_coverage.py [FOLDER OF LOGS OR DATA SET] [--replicates N]
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, product
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

import mjlog
from mjlog.stats.dimensions import Tables, grouped_rows, to_frame
from mjlog.stats.intervals import (
    BUCKETS,
    ENOUGH,
    Floats,
    correlation,
    difference_interval,
    effective,
    fixed,
    mean_interval,
    rate_interval,
    ratio_variance,
)
from mjlog.stats.query import bucket_sums
from mjlog.stats.registry import find
from mjlog.stats.statistic import Statistic

RATES: Final = (
    "win_rate", "deal_in_rate", "riichi_rate", "call_rate", "draw_rate", "tenpai_at_draw", "tsumo_share",
    "riichi_win_rate", "tsumo_hit_rate", "place_gain_rate", "faced_deal_in_rate", "tenpai_rate",
)  # fmt: skip
MEANS: Final = (
    "win_value", "deal_in_value", "balance", "riichi_income", "riichi_turn", "win_turn", "haipai_shanten",
    "tenpai_turn", "net_efficiency", "calls_per_kyoku", "tsumo_hit_loss", "balance_noten",
)  # fmt: skip
RATIOS: Final = (
    "deal_in_rate@zyr17", "deal_in_value@zyr17", "deal_in_riichi_share@zyr17", "deal_in_open_share@zyr17",
    "riichi_deal_in_rate@zyr17", "deal_in_shanten@zyr17", "useful_draw_rate", "useful_draw_luck",
    "chased_rate@zyr17", "call_deal_in_rate@zyr17", "call_deal_in_rate@mortal", "deal_in_turn@mortal",
)  # fmt: skip
RANKS: Final = (
    "first_rate", "second_rate", "third_rate", "fourth_rate", "top_two_rate", "average_place", "busted_rate",
    "final_points", "match_points", "busting_rate", "place_loss_rate", "all_last_overtaking_rate",
)  # fmt: skip
RARE: Final = (
    "ippatsu_rate", "ura_rate", "furiten_riichi_rate", "double_riichi_rate", "declaration_ronned_rate", "calls_3_rate",
    "dealer_hit_rate", "baiman_share", "chiitoitsu_share", "yakuman_share", "nagashi_rate", "abortive_draw_rate",
)  # fmt: skip
KINDS: Final = {"rate": RATES, "mean": MEANS, "ratio": RATIOS, "rank": RANKS, "rare": RARE}
SIZES: Final = (20, 100, 1_000)
GOOD: Final = (0.93, 0.97)
MOST: Final = 0.5
"""Share of the samples that must have an interval."""
FEW_CASES: Final = 5
"""Below so many expected cases in a sample of one player a rate is rare: Wilson's coverage jumps with each case."""
REASONS: Final = {
    ("draw_rate", "difference"): "all seats of a kyoku share it",
    ("abortive_draw_rate", "difference"): "all seats of a kyoku share it",
    ("balance", "everybody"): "fixed but for sticks left at the end of a game",
    ("tsumo_hit_loss", "player"): "few cases with a long tail",
    ("tsumo_hit_loss", "everybody"): "few cases with a long tail",
}
"""Why a coverage is outside `GOOD`, by statistic and case."""


def sums_of(ds: Tables, keys: Sequence[str], players: int) -> tuple[dict[str, pd.DataFrame], list[str]]:
    """For each statistic, x and y by game, kyoku and seat; and the games."""
    frames = {}
    for name, of_table in groupby(sorted(map(find, keys), key=lambda s: s.table), key=lambda s: s.table):
        columns = ["game", "seat", *(["kyoku"] if name != "seats" else [])]
        rows, groups = grouped_rows(ds, name, columns, {"players": players})
        bucketed, sums = bucket_sums(rows, groups, list(of_table))
        frame = to_frame(bucketed).fillna(0).assign(kyoku=lambda table: table.get("kyoku", 0))
        for statistic, x, y in sums:
            frames[statistic.key] = frame[["game", "kyoku", "seat"]].assign(
                x=frame[x].astype(float), y=frame[y].astype(float)
            )
    return frames, games_of_one_start(ds, players)


def games_of_one_start(ds: Tables, players: int) -> list[str]:
    """The complete games with the most common start points, which fix the mean of final points."""
    games = grouped_rows(ds, "games", (), {"players": players})[0]
    seats = grouped_rows(ds, "seats", (), {"players": players})[0]
    totals = seats.group_by("game").aggregate(total=seats.final_points.sum())
    rows = to_frame(games.filter(games.complete).select("game").inner_join(totals, "game"))
    usual = Counter(rows["total"]).most_common(1)[0][0]
    return sorted(rows.loc[rows["total"] == usual, "game"])


class Population:
    """The sums of one statistic, as arrays by game, kyoku and seat."""

    def __init__(self, frame: pd.DataFrame, games: Sequence[str], players: int) -> None:
        frame = frame[frame["game"].isin(games)]
        frame = frame.assign(row=pd.Index(games).get_indexer(pd.Index(frame["game"])))
        n_kyoku = int(frame["kyoku"].max()) + 1
        self.sums = np.zeros((2, len(games), n_kyoku, players))
        for part, name in enumerate(("x", "y")):
            np.add.at(self.sums[part], (frame["row"], frame["kyoku"], frame["seat"]), frame[name])

    @property
    def value(self) -> float:
        """The value of the whole population."""
        x, y = self.sums.sum(axis=(1, 2, 3))
        return float(x / y)

    def by_game(self, games: Any, seats: Any, buckets: Any) -> Floats:
        """`(2, BUCKETS, n_replicates)`: sums by bucket, of a seat of each game or of all seats for None.

        The arguments are `(n_replicates, n_games)`.
        """
        of_games = self.sums.sum(axis=2)
        drawn = of_games.sum(axis=2)[:, games] if seats is None else of_games[:, games, seats]
        n = len(games)
        cells = (buckets * n + np.arange(n)[:, None]).ravel()
        return np.array([np.bincount(cells, part.ravel(), BUCKETS * n) for part in drawn]).reshape(2, BUCKETS, n)

    def by_kyoku(self, games: Any, seats: Any) -> Floats:
        """`(2, n_games * n_kyoku, n_replicates)`: sums by kyoku."""
        drawn = (
            self.sums.sum(axis=3)[:, games] if seats is None else self.sums[:, games, :, seats].transpose(2, 0, 1, 3)
        )
        return drawn.reshape(2, len(games), -1).swapaxes(1, 2)

    def expected(self, n_games: int) -> float:
        """The expected sum of the numerator of one player over a number of games; of a rate, its cases."""
        return float(self.sums[0].sum() / self.sums.shape[1] / self.sums.shape[3] * n_games)


def intervals(statistic: Statistic, sums: Floats) -> Floats:
    """`(3, n_replicates)`: value, lower and upper end, as `mjlog.stats.summary` computes them; nan if not defined."""
    x, y = sums
    total_x, total_y, yy = x.sum(axis=0), y.sum(axis=0), (y * y).sum(axis=0)
    n = effective(total_y, yy)
    variance = ratio_variance(total_x, total_y, (x * x).sum(axis=0), (x * y).sum(axis=0), yy)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = total_x / total_y
        if statistic.kind == "rate":
            low, high = rate_interval(total_x, total_y, variance, n)
        else:
            low, high = mean_interval(value, variance, n, statistic.minimum, statistic.maximum)
    without = fixed(statistic.kind, total_x, total_y, variance, n)
    return np.array([value, np.where(without, np.nan, low), np.where(without, np.nan, high)])


def covered(ends: Floats, truth: float) -> float:
    """The share of the intervals `(2, n)` that contain the true value; nan if most samples have no interval."""
    known = ~np.isnan(ends).any(axis=0)
    low, high = ends[:, known]
    return float(((low - 1e-9 <= truth) & (truth <= high + 1e-9)).mean()) if known.mean() > MOST else np.nan


def coverage(
    frame: pd.DataFrame, key: str, games: Sequence[str], players: int, n_games: int, replicates: int, seed: int = 0
) -> dict[str, float]:
    """The share of replicates whose interval contains the true value, by case; nan where there are no intervals."""
    statistic, population = find(key), Population(frame, games, players)
    random = np.random.default_rng([seed, n_games])
    drawn = random.integers(0, len(games), (replicates, n_games))
    buckets = random.integers(0, BUCKETS, (replicates, n_games))
    mine = random.integers(0, players, (replicates, n_games))
    theirs = (mine + random.integers(1, players, (replicates, n_games))) % players
    results = _cases(statistic, [population.by_game(drawn, seats, buckets) for seats in (mine, theirs, None)])
    few = np.array([len(set(row)) < ENOUGH for row in buckets.tolist()])
    if population.sums.shape[2] > 1 and few.any():
        of_few = _cases(statistic, [population.by_kyoku(drawn[few], seats) for seats in (mine[few], theirs[few], None)])
        for case, ends in results.items():
            ends[:, few] = of_few[case]
    return {case: covered(ends, 0 if case == "difference" else population.value) for case, ends in results.items()}


def reason(statistic: Statistic, case: str, cases: float) -> str:
    """Why a coverage may be outside `GOOD`; empty without a known reason."""
    rare = statistic.kind == "rate" and cases < FEW_CASES
    return REASONS.get((statistic.key, case), f"{cases:.1f} expected cases" if rare else "")


def _cases(statistic: Statistic, sums: Sequence[Floats]) -> dict[str, Floats]:
    """The ends `(2, n_replicates)` of the intervals of a player, of everybody, and of the difference of two players."""
    mine, theirs, everybody = sums
    one, other = intervals(statistic, mine), intervals(statistic, theirs)
    return {
        "player": one[1:],
        "everybody": intervals(statistic, everybody)[1:],
        "difference": np.array(difference_interval(one, other, correlation(*mine, *theirs))),
    }


def table(
    ds: Tables, replicates: int, *, players: int = 4, sizes: Sequence[int] = SIZES, kinds: Any = KINDS
) -> Iterator[dict[str, Any]]:
    """A row for each statistic, case and number of games: the coverage."""
    frames, games = sums_of(ds, [key for keys in kinds.values() for key in keys], players)
    for kind, keys in kinds.items():
        for key, n_games in product(keys, sizes):
            cases = Population(frames[key], games, players).expected(n_games)
            for case, share in coverage(frames[key], key, games, players, n_games, replicates).items():
                yield {
                    "kind": kind, "statistic": key, "case": case, "games": n_games, "coverage": share,
                    "reason": reason(find(key), case, cases),
                }  # fmt: skip


def population_of(path: Path | None, folder: Path) -> Tables:
    """The data set of a path, or of simulated games."""
    if path is not None and (path / "manifest.json").exists():
        return mjlog.open(path)
    if path is None:
        path = folder / "logs"
        mjlog.simulate.write(1_000, path, seed=1)
    mjlog.import_archive(path, folder / "tables", decisions=True)
    return mjlog.open(folder / "tables")


def main() -> None:
    """Print the coverage of every statistic, and those outside `GOOD`."""
    parser = argparse.ArgumentParser(description="Coverage of the 95 % intervals.")
    parser.add_argument("path", type=Path, nargs="?", help="logs or a data set; by default 1,000 simulated games")
    parser.add_argument("--replicates", type=int, default=2_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        frame = pd.DataFrame(table(population_of(options.path, Path(folder)), options.replicates))
    cells = frame.set_index(["kind", "statistic", "case", "games"])["coverage"].unstack(["case", "games"])
    print(cells.round(3).to_string(na_rep="-"))
    known = frame[frame["coverage"].notna()]
    outside = known[(known["coverage"] < GOOD[0]) | (known["coverage"] > GOOD[1])]
    print(f"outside {GOOD[0]}-{GOOD[1]}: {len(outside)} of {len(known)}")
    print(outside.round(3).to_string(index=False))
    print(f"without a known reason: {outside['reason'].eq('').sum()}")


if __name__ == "__main__":
    main()
