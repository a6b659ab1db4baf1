"""How long to wait between two requests, and before one is tried again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Final

FLOOR: Final = 1.0
"""Seconds between two requests that no setting goes below."""
INTERVAL: Final = 2.0
"""Seconds between two requests, if nothing is set."""
JITTER: Final = 0.25
"""Part of the interval by which a wait may be longer, at random."""
FIRST_REST: Final = 10.0
"""Seconds before the second try; each further rest is twice as long."""
LONGEST_REST: Final = 600.0


class Pace:
    """At least `interval` seconds, and a little more at random, from the end of a request to the next.

    The clock, the sleep and the chance can be given, so that tests need not wait. Raises ValueError for an interval
    below the floor.

    >>> Pace(0.1)
    Traceback (most recent call last):
    ...
    ValueError: 0.1 s between requests is too fast for a service that gives its logs away; the least is 1.0 s
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
            raise ValueError(
                f"{interval} s between requests is too fast for a service that gives its logs away; "
                f"the least is {FLOOR} s"
            )
        self.interval = interval
        self.clock = clock
        self.sleep = sleep
        self.chance = chance
        self.ended: float | None = None

    def slow_to(self, interval: float) -> None:
        """Keep to a longer interval from now on, if it is longer."""
        self.interval = max(self.interval, interval)

    def wait(self) -> None:
        """Wait until the next request is due."""
        if self.ended is None:
            return
        due = self.ended + self.interval * (1 + JITTER * self.chance())
        left = due - self.clock()
        if left > 0:
            self.sleep(left)

    def done(self) -> None:
        """Take note that a request has ended."""
        self.ended = self.clock()

    def rest(self, nth: int, asked: float | None) -> None:
        """Wait before a request is tried for the `nth` time again, from 0; at least as long as the server asked."""
        self.sleep(max(min(FIRST_REST * 2.0**nth, LONGEST_REST), asked or 0.0))
