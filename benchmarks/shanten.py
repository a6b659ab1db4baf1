"""Shanten of random hands of 14 tiles against `mahjong` and `riichienv`, one core, each on its own favourite input."""

import sys
from pathlib import Path

import numpy as np
from mahjong.shanten import Shanten
from riichienv import calculate_shanten

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.table import Row, rounds_of, row
from mjlog.rules.columns import shanten as batch

N_HANDS = 200_000
N_PEER_HANDS = 5_000


def rows() -> list[Row]:
    copies = np.argsort(np.random.default_rng(1).random((N_HANDS, 136)), axis=1)[:, :14]
    counts = np.zeros((N_HANDS, 34), np.int8)
    np.add.at(counts, (np.arange(N_HANDS)[:, None], copies // 4), 1)
    keys = batch.keys_of_counts(counts)
    count_lists = counts[:N_PEER_HANDS].tolist()
    copy_lists = copies[:N_PEER_HANDS].tolist()

    found = batch.shanten(keys)[:N_PEER_HANDS].tolist()
    assert found == [Shanten.calculate_shanten(hand) for hand in count_lists]
    assert found == [calculate_shanten(hand) for hand in copy_lists]

    calls = {
        "`mahjong`": (lambda: [Shanten.calculate_shanten(hand) for hand in count_lists], N_PEER_HANDS),
        "`riichienv`": (lambda: [calculate_shanten(hand) for hand in copy_lists], N_PEER_HANDS),
        "shanten of a column": (lambda: batch.shanten(keys), N_HANDS),
        "shanten of a column, from counts": (lambda: batch.shanten(batch.keys_of_counts(counts)), N_HANDS),
        "shanten after each discard and draw": (lambda: batch.useful(keys), N_HANDS),
    }
    seconds = rounds_of(calls)
    ours, peers = list(calls)[2:], list(calls)[:2]
    return [row(seconds, what, peer, "hand") for what in ours for peer in peers]


if __name__ == "__main__":
    print(*rows(), sep="\n")
