"""Many games from one number: each from its own chance, so that who plays how many of them makes no difference."""

from __future__ import annotations

import base64
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from mjlog.converting.convert import encode, format_to_write
from mjlog.games.batch import Games, concatenate
from mjlog.games.columns import ABSENT
from mjlog.rules.rulefile import rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.simulate.arranged import STAGES, Stage, arranged
from mjlog.simulate.game import Connection, Deal, PlayedGame, play, seeded
from mjlog.simulate.players import Habits
from mjlog.simulate.rare_events import EVENTS
from mjlog.simulate.to_games import LogHeader, to_games
from mjlog.wall.seed import HASHED_BASE64

CHUNK: Final = 20
"""Games played in one go."""
AHEAD: Final = 4
"""Chunks in work or waiting, for each worker."""
SEED_BYTES: Final = 2496
"""Bytes of a Tenhou seed."""

MOST_ATTEMPTS: Final = 2_000
"""Games played in search of one with a rare event."""
MOST_STAGED: Final = 100
"""Games played in which the rare event is arranged."""

DISCONNECTION: Final = "disconnection"
NEVER: Final = 1_000
"""Kyoku after which a player who left for good is back."""
NAMES: Final = ("Aoi", "Botan", "Chika", "Daichi")
FIRST_DAY: Final = datetime(2024, 1, 1)
PAUSE: Final = timedelta(minutes=15)
"""Between the starts of two games."""
CHIP_TABLES: Final = {"tenhou-chips2": 0x0209, "tenhou-east-chips5": 0x0601}
"""Tenhou's table types of the presets that are played for chips."""

FOUR: Final = (
    Habits(calls=0.6, riichi=0.25, folds_from=1),
    Habits(calls=0.55, riichi=0.3, folds_from=1, keeps=4),
    Habits(calls=0.8, riichi=0.25, folds_from=1),
    Habits(calls=0.5, riichi=0.35, folds_from=1, kans=0.6),
)
"""Habits by seat, of three players those of the first three; who is asked to riichi every turn declares at last."""

T = TypeVar("T")
Watch = Callable[[int], None]
"""Told how many games are done, whenever there are more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be played."""

    seed: int
    rules: RuleSet
    habits: tuple[Habits, ...]
    event: str | None
    """What happens in every game."""
    to: str = "tenhou-xml"
    """The format to write."""


def games(
    n_games: int,
    *,
    seed: int = 0,
    rules: RuleSet | str = "tenhou",
    habits: Sequence[Habits] = FOUR,
    event: str | None = None,
    workers: int = 1,
    progress: Watch = lambda n_games: None,
) -> Games:
    """Complete games of made-up players under the rules (see `rules_of`), as one batch in memory.

    The same seed gives the same games, and fewer of them the first ones. `habits` are those of the players by seat.
    With an `event` (a key of `mjlog.simulate.rare_events.EVENTS`) a game is kept only if the event happens in it.

    Raises ValueError for an unknown event, and for one that does not happen in thousands of games.
    """
    order = _order(seed, rules, habits, event)
    return concatenate([batch for _, batch in _ordered(partial(_batch, order), n_games, workers, progress)])


def write(
    n_games: int,
    out: str | Path,
    *,
    seed: int = 0,
    rules: RuleSet | str = "tenhou",
    habits: Sequence[Habits] = FOUR,
    event: str | None = None,
    to: str = "tenhou-xml",
    workers: int = 1,
    progress: Watch = lambda n_games: None,
) -> int:
    """Write the games that `games` plays as files in the folder `out`, one per game, named by its id; their number.

    Existing files are overwritten. Raises `LogError` for a format that cannot be written.
    """
    folder = Path(out)
    order = replace(_order(seed, rules, habits, event), to=to)
    format_to_write(to)
    folder.mkdir(parents=True, exist_ok=True)
    return sum(n for n, _ in _ordered(partial(_files, order, folder), n_games, workers, progress))


def _order(seed: int, rules: RuleSet | str, habits: Sequence[Habits], event: str | None) -> Order:
    chosen = rules_of(rules)
    if len(habits) < chosen.players:
        raise ValueError(f"{len(habits)} habits for {chosen.players} players")
    if event is not None and event not in EVENTS:
        raise ValueError(f"no event {event!r}; there are {', '.join(EVENTS)}")
    return Order(seed=seed, rules=chosen, habits=tuple(habits[: chosen.players]), event=event)


def _ordered(make: Callable[[range], T], n_games: int, workers: int, progress: Watch) -> Iterator[tuple[int, T]]:
    """What is made of each chunk and its number of games, in order, by this process or by several."""
    chunks = [range(first, min(first + CHUNK, n_games)) for first in range(0, n_games, CHUNK)]
    if workers == 1:
        for chunk in chunks:
            made = make(chunk)
            progress(chunk.stop)
            yield len(chunk), made
        return
    with ProcessPoolExecutor(workers) as pool:
        waiting: deque[tuple[range, Future[T]]] = deque()
        for chunk in chunks:
            waiting.append((chunk, pool.submit(make, chunk)))
            while len(waiting) > AHEAD * workers or (waiting and chunk is chunks[-1]):
                done, future = waiting.popleft()
                made = future.result()
                progress(done.stop)
                yield len(done), made


def _files(order: Order, out: Path, chunk: range) -> None:
    """Write games of these numbers."""
    batch = _batch(order, chunk)
    for game, data in zip(batch.games.id, encode(batch, order.to), strict=True):
        (out / f"{game}{format_to_write(order.to).suffix}").write_bytes(data)


def _batch(order: Order, chunk: range) -> Games:
    """Games of these numbers."""
    return to_games(_game(order, number) for number in chunk)


def _game(order: Order, number: int) -> tuple[PlayedGame, LogHeader]:
    """The game of a number, which is the first of its attempts in which the event happens."""
    rules, staging = order.rules, STAGES.get(order.event or "")
    most = MOST_STAGED if staging else MOST_ATTEMPTS
    for attempt in range(most):
        chance = Random(f"{order.seed} {rules.name} {number}" + f" {attempt}" * (attempt > 0))
        seed = HASHED_BASE64 + base64.b64encode(chance.randbytes(SEED_BYTES)).decode()
        header = _header(rules, number, None if staging else seed, chance.getrandbits(32))
        deal = seeded(seed, rules.players)
        if staging:
            game = _staged(staging(rules.players), order, deal, chance)
        else:
            away = _away(rules, chance) if order.event == DISCONNECTION else ()
            game = play(rules, order.habits, deal, chance, away=away)
        if order.event is None or EVENTS[order.event](game):
            return game, header
    raise ValueError(f"no {order.event} in {most:,} games under the rules {rules.name}")


def _staged(stage: Stage, order: Order, deal: Deal, chance: Random) -> PlayedGame:
    """A game whose first kyoku is a stage."""
    wall = arranged(stage, order.rules, chance)
    return play(
        order.rules,
        order.habits,
        lambda place, start: deal(place, start) if place else wall,
        chance,
        opening=stage.habits[: order.rules.players],
    )


def _away(rules: RuleSet, chance: Random) -> list[Connection]:
    """A player leaves in one of the first kyoku, and is back soon, or late, or never."""
    seat, kyoku, event = chance.randrange(rules.players), chance.randrange(3), chance.randrange(40)
    back = chance.choice((0, 1, 2, NEVER))
    return [(seat, kyoku, event, kyoku + back, chance.randrange(1, 40) + event * (back == 0))]


def _header(rules: RuleSet, number: int, seed: str | None, digits: int) -> LogHeader:
    started = FIRST_DAY + number * PAUSE
    kind = CHIP_TABLES.get(rules.name, ABSENT)
    shown = kind if kind != ABSENT else 1 | 8 * (rules.length != "east") | 0x10 * (rules.players == 3)
    return LogHeader(
        id=f"{started:%Y%m%d%H}gm-{shown:04x}-0000-{digits:08x}",
        names=NAMES[: rules.players],
        dan=(10,) * rules.players,
        rate=(1500.0,) * rules.players,
        sex=("C",) * rules.players,
        started=started,
        seed=seed,
        vendor_type=kind,
        chips=kind != ABSENT,
    )
