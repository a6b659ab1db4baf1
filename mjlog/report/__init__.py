"""A data set as one page to read and to send: overview, players, places, riichi, danger, values and luck."""

from mjlog.report.sections import page

__all__ = ["page"]
