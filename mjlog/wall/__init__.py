"""Walls: from the seed of a log, or as the log records them; of one game and of many."""
