"""Every kind of fault that can be put into games on purpose, and what the audit must find then."""

from typing import Final

from tests.faults import draws, fouls, kan, moves, progress, riichi, score, settlement, wall, wins
from tests.faults.injecting import Injection

KINDS: Final[tuple[Injection, ...]] = (
    *score.KINDS,
    *wins.KINDS,
    *settlement.KINDS,
    *progress.KINDS,
    *moves.KINDS,
    *kan.KINDS,
    *riichi.KINDS,
    *draws.KINDS,
    *wall.KINDS,
    *fouls.KINDS,
)
