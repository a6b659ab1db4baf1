"""Samples in Tenhou's XML: the set pieces, other spellings of the format, and damaged logs."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Final
from xml.sax.saxutils import escape

import numpy as np
from expected import cut, without
from pieces import Piece, played
from playing import OLD_HANCHAN, PLAYERS, THREE_EAST, header_of, rules_of
from sample import Sample, named_by_content, nameless, of_piece, plain

from mjlog.errors import Fault
from mjlog.games.batch import concatenate
from mjlog.simulate.game import play, seeded
from mjlog.simulate.to_games import to_games
from mjlog.wall.seed import WORDS
from parsers.tenhou.xml import write

N_SEEDS: Final = 64
"""Seeds of the log with one per kyoku; more than it plays."""


def xml(piece: Piece) -> Sample:
    """The set piece as a log."""
    return of_piece(piece, ".xml", write(to_games([played(piece)]))[0], nameless(piece))


def spelled() -> Iterator[Sample]:
    """Logs in other spellings."""
    yield old_spelling()
    piece = plain(
        "comment-and-line-breaks", 12, "gzipped, with a declaration, a comment and a line for each tag", seed=True
    )
    text = write(to_games([played(piece)]))[0].replace(b">", b">\n")
    head = b"<?xml version='1.0' encoding='UTF-8'?>\n<!-- saved by hand -->\n"
    yield of_piece(piece, ".xml.gz", gzip.compress(head + text, mtime=0), nameless(piece))
    piece = plain("single-quotes-and-blanks", 40, "attributes in single quotes, a byte order mark, blanks within tags")
    text = re.sub(rb' (\w+)="([^"]*)"', rb"  \1 = '\2'", write(to_games([played(piece)]))[0])
    yield of_piece(piece, ".xml", b"\xef\xbb\xbf" + text, nameless(piece))
    yield encoded()
    both = (
        plain("several-games", 14, "two games in one file, the second of three players"),
        plain("", 15, "", kind=THREE_EAST),
    )
    text = b"".join(write(to_games([played(piece)]))[0] + b"\n" for piece in both)
    yield of_piece(both[0], ".xml", text, concatenate([nameless(piece) for piece in both]))


def encoded() -> Sample:
    """Names as they are, in the encoding that the log declares."""
    piece = plain("names-in-shift-jis", 41, "a declared encoding, and names that are not percent-encoded but raw")
    names = dict(zip(played(piece)[1].names, ("葵", "牡丹<3>", "千佳&大地", "表ソ"), strict=True))
    text = write(to_games([played(piece)]))[0].decode()
    for plain_name, name in names.items():
        text = text.replace(f'="{plain_name}"', f'="{escape(name)}"')
    head = '<?xml version="1.0" encoding="Shift_JIS"?>\n'
    games = nameless(piece)
    seats = games.seats._replace(name=np.array([[*names.values()]], object))
    return of_piece(piece, ".xml", (head + text).encode("shift_jis"), named_by_content(replace(games, seats=seats)))


def old_spelling() -> Sample:
    """A log as of March 2009: a seed for each kyoku, no lobby, whole rates and results, no points at step 2."""
    chance = Random(2009)
    started = datetime(2009, 3, 5, 21)
    lines = [WORDS + ",".join(f"{chance.getrandbits(32):08X}" for _ in range(8)) for _ in range(N_SEEDS)]
    names = chance.sample(sorted(PLAYERS), 4)
    habits = [PLAYERS[name][3] for name in names]
    game = play(rules_of(OLD_HANCHAN, started.date()), habits, seeded("\n".join(lines), 4), chance)
    games = to_games([(game, header_of(names, OLD_HANCHAN, started, "\n".join(lines[: len(game.kyoku)])))])
    text = write(games)[0].decode().replace(' lobby="0"', "")
    text = re.sub(r'rate="([^"]*)"', lambda rate: f'rate="{rate[1].replace(".00", "")}"', text)
    text = re.sub(r'owari="([^"]*)"', lambda end: f'owari="{end[1].replace(".0", "")}"', text)
    return Sample(
        file=f"spelling-of-2009.{games.games.id[0]}.xml",
        data=re.sub(r' ten="[^"]*"( step="2")', r"\1", text).encode(),
        shows="a hanchan in the spelling of March 2009: a seed for each kyoku, no lobby, whole rates and results, no"
        " points at `REACH` step 2; its name tells the id, and so the day and the rules",
        games=without(games, {"games.lobby"}),
        claims={"games": [{"rules": "tenhou-until-2009-07-03", "lobby": None}]},
    )


def damaged() -> Iterator[Sample]:
    """Damaged logs: complete kyoku are kept, and there is a failure."""
    piece = plain("truncated", 13, "stops in mid-kyoku: what is complete is kept, the rest is a failure", seed=True)
    text = write(to_games([played(piece)]))[0]
    n_kyoku = text.count(b"<INIT") - 1
    failures = [{"fault": Fault.TRUNCATED, "kyoku": n_kyoku}]
    games = named_by_content(cut(nameless(piece), n_kyoku))
    yield of_piece(piece, ".xml", text[: text.rindex(b"<INIT") + 400], games, failures=failures)
    piece = plain("broken", 16, "an attribute misspelt in its second kyoku: the first is kept")
    text = write(to_games([played(piece)]))[0].replace(b'<INIT seed="1', b'<INIT sed="1', 1)
    failures = [{"fault": Fault.MISSING_VALUE, "kyoku": 1}]
    yield of_piece(piece, ".xml", text, named_by_content(cut(nameless(piece), 1)), failures=failures)
    yield Sample(
        file="not-a-log.xml",
        data=b"<html><body>404 Not Found</body></html>\n",
        shows="an error page saved in place of a log",
        games=None,
        failures=[{"fault": Fault.UNKNOWN_FORMAT, "kyoku": None}],
    )
