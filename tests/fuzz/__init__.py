"""Fuzzing: samples are damaged at random, and whatever happens must be a result or a named error.

`python -m tests.fuzz --runs 10000 --seed 1` runs it; every damage follows from the seed and the number of the input.
"""
