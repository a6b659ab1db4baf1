"""Calibration of the models of `mjlog.stats`: predicted chances against shares, each game by a model of other games.

Run: python benchmarks/calibration.py DATA_SET
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

import mjlog
from mjlog.stats.dimensions import Tables, to_frame
from mjlog.stats.expected import with_expected
from mjlog.stats.intervals import wilson
from mjlog.stats.place_model import chances_of_places
from mjlog.stats.questions.luck import OUTCOMES

EDGES: Final = {
    "place": (0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1),
    "ippatsu": (0, 0.05, 0.075, 0.1, 0.15, 1),
    "dealt in": (0, 0.005, 0.02, 0.05, 0.1, 1),
}
"""Bands of predicted chances."""


def predictions(ds: Tables) -> Iterator[tuple[str, pd.DataFrame]]:
    """By model, frames with the columns `chance` and `happened`; of places, every place of every hand."""
    chances = to_frame(chances_of_places(ds, ds)[0])
    of_places = [
        pd.DataFrame({"chance": chances[f"chance_{place}"], "happened": chances["place"] == place})
        for place in range(1, 5)
    ]
    yield "place", pd.concat(of_places).query("chance > 0")
    for name in ("ippatsu", "dealt in"):
        frame = to_frame(with_expected(ds, OUTCOMES[name]))
        yield name, frame.rename(columns={"expected": "chance", "actual": "happened"})


def calibration(frame: pd.DataFrame, edges: tuple[float, ...]) -> pd.DataFrame:
    """By band of the predicted chance: its mean, the share that happened with its interval, and n."""
    bands = frame.assign(band=np.searchsorted(edges[1:-1], frame["chance"])).groupby("band")
    table = bands.agg(predicted=("chance", "mean"), share=("happened", "mean"), n=("chance", "size"))
    low, high = wilson(table["share"] * table["n"], table["n"])
    return table.assign(low=low, high=high)[["predicted", "share", "low", "high", "n"]]


def main() -> None:
    """Print a table for each model."""
    parser = argparse.ArgumentParser(description="Calibration of the models.")
    parser.add_argument("data_set", type=Path)
    for name, frame in predictions(mjlog.open(parser.parse_args().data_set)):
        print(f"\n{name}\n{calibration(frame, EDGES[name]).round(4).to_string(index=False)}")


if __name__ == "__main__":
    main()
