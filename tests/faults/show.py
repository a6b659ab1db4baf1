"""Put every kind of fault into every game that can take it, and print what the audit finds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from mjlog.auditing.infer_rules import rules_of_log
from mjlog.auditing.run import CHECKS
from mjlog.formats import read
from mjlog.games.batch import Games
from mjlog.replay.played import Played
from tests.faults import KINDS, fouls
from tests.faults.injecting import Facts, Injection
from tests.faults.trials import Outcome, apply, outcome

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "guide" / "injected-faults.md"
UNREADABLE = {"broken.xml", "truncated.xml", "not-a-log.xml"}
"""Samples that hold no whole game, or not only whole ones."""


def samples() -> list[Path]:
    """The sample logs that can be read as a whole."""
    traps = sorted((ROOT / "data" / "traps").iterdir())
    return [ROOT / "data" / "games", *(path for path in traps if path.name not in UNREADABLE)]


@cache
def of_samples() -> Facts:
    """The games of the samples."""
    return facts_of(games_of(samples()))


@cache
def of_fouls() -> Facts:
    """The simulated games for the kinds that no sample can take."""
    return Facts(fouls.arranged_games())


def facts_for(kind: Injection) -> Facts:
    """The games of the page in which a kind is tried."""
    return of_fouls() if kind in fouls.KINDS else of_samples()


def games_of(paths: Iterable[Path]) -> Games:
    """The games, with the rules each was played by."""
    return rules_of_log(read(*paths))[0]


def facts_of(games: Games) -> Facts:
    """The games in which the audit finds nothing."""
    return Facts(games.select(np.setdiff1d(np.arange(len(games)), flawed(games))))


def flawed(games: Games) -> list[int]:
    """Games in which the audit finds something as they are."""
    batch = Played(games)
    return sorted({finding.game for check in CHECKS.values() for finding in check(batch)})


def row(outcome: Outcome) -> str:
    """One line of the table."""
    codes = ", ".join(sorted(outcome.kind.codes)) if len(outcome.kind.codes) < 4 else "any of the next kyoku"
    return f"| {outcome.kind.level} | {outcome.kind.name} | {codes} | {outcome.applied} | {outcome.found} |"


HEAD = "| level | fault | found as | applied | found |\n|---|---|---|---|---|"


def complaints(outcome: Outcome) -> Iterator[str]:
    """What was missed, and what was found that is no consequence."""
    for game, spot, findings in outcome.missed[:3]:
        yield f"missed: {outcome.kind.name} in game {game} at {spot}; found {[f.message for f in findings[:3]]}"
    for game, finding in outcome.accused[:3]:
        yield f"beside: {outcome.kind.name} in game {game}: {finding.code}: {finding.message}"


PROSE = """# Injected faults

Does the audit find everything that is wrong in a log? `python -m tests.faults show` tests it. It takes games in which
the audit finds nothing, puts one fault into each, audits them at every level, and asks for a finding with the right
code at the right place (game, kyoku, and event, win or seat where the fault has one). Every other finding must be a
declared consequence: a wrong winner, for example, is also paid wrongly.

The table below is of the samples in `data/`; `--write` writes it. Rare kinds apply to few or none of the samples: run
the command on an archive of your own to try them on more. The last kinds need rules that no sample has, so they are
tried on simulated games (`tests/faults/fouls.py`): fouls (chombo, foul draws, dead hands), paarenchan, rinshan pao
through several kans, open riichi, sakizuke, and tenpai that may be hidden or needs a yaku. In 1,399 genuine games of
2009-2023 (one game of 1,400 is left out: it was edited, and the audit says so) it injected 174,000 faults, and all
were found.

`python -m tests.faults write OUT` writes simulated games with one fault each, and `OUT.faults.csv` with the labels.

"""

UNSEEN = """
## Faults that cannot be found

- A draw or deal of another copy of the same tile, where the log has no seed of the wall: nothing else changes.
- A liable discarder (pao at a ron) who is not named: this seat pays everything anyway.
- An ura row of zero han that is listed or not, and the fu of a kokushi stated as 0: Tenhou writes both forms.
- Faults after the first broken move of a kyoku: they may only follow from it, so the audit reports the first one.
- At a table with rules of its own (a tournament lobby, known by its start points), some rules are read from the log
  itself: start points, the value of one honba, uma. A fault in these is taken as a rule and reported as a decision.
  The trials above use the rules read before the fault. With the rules read after it, 5 uma faults of 1,399 genuine
  games are missed (three tables), and 4 faults in points are found at another place.
"""


def page(lines: Iterable[str]) -> str:
    """The page for people."""
    return PROSE + "\n".join(lines) + "\n" + UNSEEN


def show(paths: Sequence[Path], *, most: int | None = None, write: bool = False) -> int:
    """Print the table of the logs (those of the page if there are no paths); 1 if there are complaints.

    `most` limits the games for each kind. `write` writes the page of the documents.
    """
    facts = facts_of(games_of(paths)) if paths else None
    lines, failed, total = [HEAD], 0, 0
    print(HEAD)
    for kind in KINDS:
        done = outcome(apply(kind, facts or facts_for(kind), most=most))
        lines.append(row(done))
        print(lines[-1], flush=True)
        for complaint in complaints(done):
            print(complaint, file=sys.stderr)
        failed += bool(done.missed or done.accused)
        total += done.applied
    print(f"\n{len(KINDS)} kinds, {total:,} faults; {failed} kinds with complaints")
    if write:
        PAGE.write_text(page(lines), encoding="utf-8")
    return int(failed > 0)
