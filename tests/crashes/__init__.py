"""Faults of the machine during an import: `python -m tests.crashes` repeats them many times and prints a table."""
