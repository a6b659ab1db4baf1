"""Complete games by simple players, for samples, tests and load."""

from mjlog.simulate.batch import games, write
from mjlog.simulate.players import Habits

__all__ = ["Habits", "games", "write"]
