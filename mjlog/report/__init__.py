"""A report on a data set or a player as one HTML page."""

from mjlog.report.render import page

__all__ = ["page"]
