"""Conversion of games from one format to another."""
