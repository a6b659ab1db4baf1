"""Replay formats, one package a vendor; found by `mjlog` through the entry-point group `mjlog.parsers`."""
