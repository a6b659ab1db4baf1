"""Plots of the results of `mjlog.stats`: one function for each kind of frame.

Each draws on the given axes, or on new ones, and returns them. Colours are those of Okabe and Ito, which colour-blind
readers can tell apart. No global setting of matplotlib is changed. Intervals are drawn wherever the frame has them.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
