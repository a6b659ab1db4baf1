"""Compiled passes over columns: plain Python loops over arrays, compiled by numba."""
