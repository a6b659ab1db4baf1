"""Waiting times between requests, and before a request is repeated."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Final

FLOOR: Final = 1.0
"""Minimum seconds between two requests; no setting goes below it."""
INTERVAL: Final = 2.0
"""Default of the seconds between two requests."""
JITTER: Final = 0.25
"""Largest random addition to a wait, as a fraction of the interval."""
FIRST_REST: Final = 10.0
"""Seconds before the second try; every further rest is twice as long."""
LONGEST_REST: Final = 600.0


class Pace:
    """At least `interval` seconds, and a random addition, from the end of a request to the next.

    Tests replace `clock`, `sleep` and `chance`. Raises ValueError for an interval below `FLOOR`.

    >>> Pace(0.1)
    Traceback (most recent call last):
    ...
    ValueError: 0.1 s between requests is too fast for a free service; the minimum is 1.0 s
    """

    def __init__(
        self,
        interval: float = INTERVAL,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        if not interval >= FLOOR:
            raise ValueError(f"{interval} s between requests is too fast for a free service; the minimum is {FLOOR} s")
        self.interval = interval
        self.clock = clock
        self.sleep = sleep
        self.chance = chance
        self.ended: float | None = None

    def slow_to(self, interval: float) -> None:
        """Raise the interval to this one if it is longer."""
        self.interval = max(self.interval, interval)

    def wait(self) -> None:
        """Wait until the next request is allowed."""
        if self.ended is None:
            return
        next_start = self.ended + self.interval * (1 + JITTER * self.chance())
        left = next_start - self.clock()
        if left > 0:
            self.sleep(left)

    def done(self) -> None:
        """Record the end of a request."""
        self.ended = self.clock()

    def rest(self, nth: int, asked: float | None) -> None:
        """Wait before repeat `nth` of a request, from 0; at least the `asked` seconds, if the server names some."""
        self.sleep(max(min(FIRST_REST * 2.0**nth, LONGEST_REST), asked or 0.0))
