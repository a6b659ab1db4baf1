"""One kyoku in plain Python: its state, its legal moves, its waits."""
