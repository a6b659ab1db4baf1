"""The dashboard of a data set: the panels of a page with controls, in a notebook cell or as a page for the browser."""

from mjlog.dashboard.widget import Dashboard

__all__ = ["Dashboard"]
