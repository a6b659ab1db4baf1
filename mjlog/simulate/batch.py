"""Many games from one seed; each has its own random numbers, so the number of workers makes no difference."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial, reduce
from operator import or_
from pathlib import Path
from random import Random
from typing import Final, TypeVar

import numpy as np

from mjlog.converting.convert import encode, format_to_write
from mjlog.converting.losses import Losses, losses
from mjlog.games.batch import Games, concatenate
from mjlog.games.columns import ABSENT
from mjlog.parallel import Inline, Processes, in_order
from mjlog.rules.points import MOST_POINTS
from mjlog.rules.rulefile import Rules, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.simulate.game import Deal, PlayedGame, at_table, built, play, players_by_seat, seeded
from mjlog.simulate.players import Habits
from mjlog.simulate.rare_events import EVENT_OF_FOUL, EVENTS, excluded_by
from mjlog.simulate.scenarios import SCENARIOS, Scenario, arranged_wall
from mjlog.simulate.to_games import LogHeader, to_games
from mjlog.simulate.turns import Absence
from mjlog.tables.folder import replaced
from mjlog.wall.seed import HASHED_BASE64

CHUNK: Final = 20
"""Games per task of a worker."""
PENDING_CHUNKS: Final = 4
"""Chunks submitted and not yet done, per worker."""
SEED_BYTES: Final = 2496
"""Bytes of a Tenhou seed."""

MOST_ATTEMPTS: Final = 2_000
"""Games played to find one with a rare event."""
MOST_ARRANGED: Final = 100
"""The same if the event has a scenario."""

DISCONNECTION: Final = "disconnection"
NEVER: Final = 1_000
"""Kyoku after which a player who leaves for good is back."""
NAMES: Final = ("Aoi", "Botan", "Chika", "Daichi")
FIRST_DAY: Final = datetime(2024, 1, 1)
PAUSE: Final = timedelta(minutes=15)
"""Between the starts of two games."""
CHIP_TABLES: Final = {"tenhou-chips2": 0x0209, "tenhou-east-chips5": 0x0601}
"""Tenhou's table types of the presets that are played for chips."""

HUMAN_LIKE: Final = (
    Habits(calls=0.6, riichi=0.25, folds_from=1),
    Habits(calls=0.55, riichi=0.3, folds_from=1, dora_worth=4),
    Habits(calls=0.8, riichi=0.25, folds_from=1),
    Habits(calls=0.5, riichi=0.35, folds_from=1, kans=0.6),
)
"""Habits by seat (three players: the first three) with rates near those of people. `riichi` applies at every turn."""

ChunkResult = TypeVar("ChunkResult")
Watch = Callable[[int], None]
"""Called with the number of games done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The games to play, and the format to write."""

    seed: int
    rules: RuleSet
    habits: tuple[Habits, ...]
    event: str | None
    """A rare event that happens in every game."""
    to: str = "tenhou-xml"


def games(
    n_games: int,
    *,
    seed: int = 0,
    rules: Rules = "tenhou",
    habits: Sequence[Habits] = HUMAN_LIKE,
    event: str | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Watch | None = None,
) -> Games:
    """Simulate complete games under the rules (see `rules_of`), as one batch in memory.

    The same seed gives the same games; fewer games are the first ones. `habits` are by seat, or by player where dice
    choose the first dealer. With an `event` (a key of
    `mjlog.simulate.rare_events.EVENTS`) it happens in every game. An `executor` with this number of `workers` replaces
    the processes.

    Raises ValueError for an event that is unknown, or that does not happen in many games, and for an event or a foul
    that the rules exclude.
    """
    job = _job(seed, rules, habits, event)
    return concatenate([*_chunks(partial(_batch, job), n_games, workers, executor, progress)])


def write(
    n_games: int,
    out: str | Path,
    *,
    seed: int = 0,
    rules: Rules = "tenhou",
    habits: Sequence[Habits] = HUMAN_LIKE,
    event: str | None = None,
    to: str = "tenhou-xml",
    workers: int = 1,
    executor: Executor | None = None,
    progress: Watch | None = None,
) -> Losses:
    """Write the games of `games` as files in the folder `out`, one per game, named by its id.

    Returns the parts of the first game that the format cannot record, such as options of the rules. Existing files are
    overwritten. Raises `LogError` for a format that cannot be written or that cannot record a yaku of a win.
    """
    folder = Path(out).absolute()
    job = replace(_job(seed, rules, habits, event), to=to)
    format_to_write(to)
    folder.mkdir(parents=True, exist_ok=True)
    return reduce(or_, _chunks(partial(_write, job, folder), n_games, workers, executor, progress), Losses())


def _job(seed: int, rules: Rules, habits: Sequence[Habits], event: str | None) -> Job:
    rule_set = rules_of(rules)
    if len(habits) < rule_set.players:
        raise ValueError(f"{len(habits)} habits for {rule_set.players} players")
    if event is not None and event not in EVENTS:
        raise ValueError(f"no event {event!r}; events are {', '.join(EVENTS)}")
    fouls = [EVENT_OF_FOUL[h.foul] for h in habits if h.foul is not None and h.foul in EVENT_OF_FOUL]
    for name in fouls if event is None else [event, *fouls]:
        if option := excluded_by(name, rule_set):
            raise ValueError(f"the rules {rule_set.name} exclude {name} by {option} = {getattr(rule_set, option)!r}")
    return Job(seed=seed, rules=rule_set, habits=tuple(habits[: rule_set.players]), event=event)


def _chunks(
    task: Callable[[range], ChunkResult], n_games: int, workers: int, executor: Executor | None, progress: Watch | None
) -> Iterator[ChunkResult]:
    """The result of each chunk in order, from this process, several processes, or the executor."""
    chunks = [range(first, min(first + CHUNK, n_games)) for first in range(0, n_games, CHUNK)]
    ours = Inline() if workers == 1 else Processes(workers)
    with ours if executor is None else nullcontext(executor) as pool:
        pending = in_order(lambda chunk: pool.submit(task, chunk), chunks, PENDING_CHUNKS * workers)
        for chunk, future in pending:
            result = future.result()
            if progress is not None:
                progress(chunk.stop)
            yield result


def _write(job: Job, out: Path, chunk: range) -> Losses:
    """Write the games of these numbers; the losses of the first game of all."""
    batch = _batch(job, chunk)
    files = encode(batch, job.to)
    for game, data in zip(batch.games.id, files, strict=True):
        with replaced(out / f"{game}{format_to_write(job.to).suffix}") as file:
            file.write_bytes(data)
    return Losses() if chunk.start else losses(batch.select(np.arange(1)), job.to, files)


def _batch(job: Job, chunk: range) -> Games:
    """The games of these numbers."""
    return to_games(_game(job, number) for number in chunk)


def _game(job: Job, number: int) -> tuple[PlayedGame, LogHeader]:
    """The game of a number: the first attempt in which the event happens and nobody has too many points."""
    rules, make = job.rules, SCENARIOS.get(job.event or "")
    most = MOST_ARRANGED if make else MOST_ATTEMPTS
    for attempt in range(most):
        chance = Random(f"{job.seed} {rules.name} {number}" + f" {attempt}" * (attempt > 0))
        seed = HASHED_BASE64 + base64.b64encode(chance.randbytes(SEED_BYTES)).decode()
        digits = chance.getrandbits(32)
        players, table = players_by_seat(rules, chance), at_table(rules)
        header = _header(rules, number, None if make or table else seed, digits, players)
        deal = built(rules, chance) if table else seeded(seed, rules.players)
        habits = [job.habits[player] for player in players]
        if make:
            game = _arranged(make(rules.players), job.rules, habits, deal, chance)
        else:
            absences = _absences(rules, chance) if job.event == DISCONNECTION else ()
            game = play(rules, habits, deal, chance, absences=absences)
        if game.most_points <= MOST_POINTS and (job.event is None or EVENTS[job.event](game)):
            return game, header
    few = f" of at most {MOST_POINTS:,} points" if rules.aotenjou else ""
    raise ValueError(f"no {job.event} in {most:,} games{few} under the rules {rules.name}")


def _arranged(scenario: Scenario, rules: RuleSet, habits: Sequence[Habits], deal: Deal, chance: Random) -> PlayedGame:
    """A game whose first kyoku is a scenario."""
    wall = arranged_wall(scenario, rules, chance)
    return play(
        rules,
        habits,
        lambda place, start: deal(place, start) if place else wall,
        chance,
        opening=scenario.habits[: rules.players],
    )


def _absences(rules: RuleSet, chance: Random) -> list[Absence]:
    """A player leaves in one of the first kyoku, and is back soon, or late, or never."""
    seat, kyoku, event = chance.randrange(rules.players), chance.randrange(3), chance.randrange(40)
    back = chance.choice((0, 1, 2, NEVER))
    return [(seat, kyoku, event, kyoku + back, chance.randrange(1, 40) + event * (back == 0))]


def _header(rules: RuleSet, number: int, seed: str | None, digits: int, players: Sequence[int]) -> LogHeader:
    started = FIRST_DAY + number * PAUSE
    vendor_type = CHIP_TABLES.get(rules.name, ABSENT)
    shown = vendor_type if vendor_type != ABSENT else 1 | 8 * (rules.length != "east") | 0x10 * (rules.players == 3)
    return LogHeader(
        id=f"{started:%Y%m%d%H}gm-{shown:04x}-0000-{digits:08x}",
        names=tuple(NAMES[player] for player in players),
        dan=(10,) * rules.players,
        rate=(1500.0,) * rules.players,
        sex=("C",) * rules.players,
        started=started,
        seed=seed,
        vendor_type=vendor_type,
        chips=vendor_type != ABSENT,
    )
