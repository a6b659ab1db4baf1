"""Coverage of the 95 % intervals of `mjlog.stats`, by resampling a population of games.

Games are drawn with replacement from a population, which is simulated, or imported from a folder of logs. An interval
covers if it contains the value of the whole population. Three cases:

- `player`: one random seat of each game;
- `everybody`: all seats of each game;
- `difference`: a random seat of each game minus another seat of the same game; the true value is 0.

Below `ENOUGH` filled buckets of games each kyoku is a bucket, as in `mjlog.stats.query`.

Run: python benchmarks/interval_coverage.py [FOLDER OF LOGS OR DATA SET] [--replicates N]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
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
)  # fmt: skip
RANKS: Final = (
    "first_rate", "second_rate", "third_rate", "fourth_rate", "top_two_rate", "average_place", "busted_rate",
    "final_points", "match_points", "busting_rate",
)  # fmt: skip
RARE: Final = (
    "ippatsu_rate", "ura_rate", "furiten_riichi_rate", "double_riichi_rate", "declaration_ronned_rate", "calls_3_rate",
    "dealer_hit_rate", "baiman_share", "chiitoitsu_share", "yakuman_share", "nagashi_rate", "abortive_draw_rate",
)  # fmt: skip
KINDS: Final = {"rate": RATES, "mean": MEANS, "ratio": RATIOS, "rank": RANKS, "rare": RARE}
SIZES: Final = (20, 100, 1_000)
GOOD: Final = (0.93, 0.97)


def sums_of(ds: Tables, keys: Sequence[str], players: int) -> tuple[dict[str, pd.DataFrame], list[str]]:
    """For each statistic, x and y by game, kyoku and seat; and the games."""
    frames = {}
    for key in keys:
        statistic = find(key)
        columns = ["game", "seat", *(["kyoku"] if statistic.table != "seats" else [])]
        rows, groups = grouped_rows(ds, statistic.table, columns, {"players": players})
        bucketed, sums = bucket_sums(rows, groups, [statistic])
        frame = to_frame(bucketed).rename(columns={sums[0].x: "x", sums[0].y: "y"})
        if sums[0].x == sums[0].y:
            frame["y"] = frame["x"]
        frame = frame.assign(kyoku=frame.get("kyoku", 0))[["game", "kyoku", "seat", "x", "y"]].fillna(0)
        frames[key] = frame.astype({"x": float, "y": float})
    games = grouped_rows(ds, "games", (), {"players": players})[0]
    return frames, sorted(to_frame(games.filter(games.complete).select("game"))["game"])


class Population:
    """The sums of one statistic, as arrays by game and seat."""

    def __init__(self, frame: pd.DataFrame, games: Sequence[str], players: int) -> None:
        frame = frame.assign(row=pd.Categorical(frame["game"], games).codes)
        frame = frame[frame["row"] >= 0]
        n_kyoku = int(frame["kyoku"].max()) + 1
        self.sums = np.zeros((2, len(games), n_kyoku, players))
        np.add.at(self.sums[0], (frame["row"], frame["kyoku"], frame["seat"]), frame["x"])
        np.add.at(self.sums[1], (frame["row"], frame["kyoku"], frame["seat"]), frame["y"])

    @property
    def value(self) -> float:
        """The value of the whole population."""
        x, y = self.sums.sum(axis=(1, 2, 3))
        return float(x / y)

    def drawn(self, games: Any, seats: Any) -> Floats:
        """`(2, n, n_kyoku)`: the sums of a seat of each game, or of all seats for None."""
        of_games = self.sums[:, games]
        if seats is None:
            return of_games.sum(axis=3)
        return np.take_along_axis(of_games, seats[None, :, None, None], axis=3)[..., 0]


def by_bucket(sums: Floats, buckets: Any, *, has_kyoku: bool) -> Floats:
    """`(2, n_buckets)` of sums `(2, n_games, n_kyoku)`: random buckets of games, or kyoku where games are few."""
    if has_kyoku and len(np.unique(buckets)) < ENOUGH:
        return sums.reshape(2, -1)
    filled = np.zeros((2, BUCKETS))
    for part in range(2):
        filled[part] = np.bincount(buckets, sums[part].sum(axis=1), BUCKETS)
    return filled[:, np.unique(buckets)]


def interval(statistic: Statistic, filled: Floats) -> tuple[float, float, float]:
    """Value, lower and upper end, as `mjlog.stats.summary` computes them."""
    x, y = filled
    n = (y > 0).sum()
    totals = [np.array([v]) for v in (x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum(), n)]
    if totals[1] == 0:
        return (np.nan, np.nan, np.nan)
    variance = ratio_variance(*totals)
    value = totals[0] / totals[1]
    if statistic.kind == "rate":
        low, high = rate_interval(totals[0], totals[1], variance, totals[5])
    else:
        low, high = mean_interval(value, variance, totals[5], statistic.minimum, statistic.maximum)
    return float(value[0]), float(low[0]), float(high[0])


def coverage(
    frame: pd.DataFrame, key: str, games: Sequence[str], players: int, n_games: int, replicates: int, seed: int = 0
) -> dict[str, float]:
    """The share of replicates whose interval contains the true value, by case."""
    statistic, population = find(key), Population(frame, games, players)
    has_kyoku = population.sums.shape[2] > 1
    truth = population.value
    random = np.random.default_rng([seed, n_games])
    covered: dict[str, list[bool]] = {"player": [], "everybody": [], "difference": []}
    for _ in range(replicates):
        drawn = random.integers(0, len(games), n_games)
        buckets = random.integers(0, BUCKETS, n_games)
        seat = random.integers(0, players, n_games)
        other = (seat + random.integers(1, players, n_games)) % players
        mine, theirs, all_seats = (
            by_bucket(population.drawn(drawn, who), buckets, has_kyoku=has_kyoku) for who in (seat, other, None)
        )
        sides = np.array([interval(statistic, mine), interval(statistic, theirs)])
        for case, (value, low, high) in {"player": sides[0], "everybody": interval(statistic, all_seats)}.items():
            if not np.isnan(value):
                covered[case].append(bool(low - 1e-9 <= truth <= high + 1e-9))
        if not np.isnan(sides).any():
            low, high = difference_interval(sides[0], sides[1], correlation(*mine, *theirs))
            covered["difference"].append(bool(low - 1e-9 <= 0 <= high + 1e-9))
    return {case: float(np.mean(hits)) if hits else np.nan for case, hits in covered.items()}


def table(
    ds: Tables, replicates: int, *, players: int = 4, sizes: Sequence[int] = SIZES, kinds: Any = KINDS
) -> Iterator[dict[str, Any]]:
    """A row for each statistic, case and number of games: the coverage."""
    frames, games = sums_of(ds, [key for keys in kinds.values() for key in keys], players)
    for kind, keys in kinds.items():
        for key in keys:
            for n_games in sizes:
                n = max(replicates * min(sizes) // n_games, replicates // 4)
                for case, share in coverage(frames[key], key, games, players, n_games, n).items():
                    yield {
                        "kind": kind, "statistic": key, "case": case, "games": n_games, "coverage": share,
                        "replicates": n,
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
    print(cells.round(3).to_string())
    noise = 2 * np.sqrt(0.05 * 0.95 / frame["replicates"])
    outside = frame[(frame["coverage"] < GOOD[0] - noise) | (frame["coverage"] > GOOD[1] + noise)]
    print(f"outside {GOOD[0]}-{GOOD[1]} by more than the noise of the replicates: {len(outside)} of {len(frame)}")
    print(outside.round(3).to_string(index=False))


if __name__ == "__main__":
    main()
