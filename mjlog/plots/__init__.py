"""Pictures of the results of `mjlog.stats`: one function for each kind of frame.

It draws on the axes it is given or on new ones, and returns them. Colours are those of Okabe and Ito, told apart by
colour-blind readers; no global setting of matplotlib is changed. Intervals are drawn wherever the frame has them, and n
stands beside.
"""

from mjlog.plots.curves import distribution, hand_values, outcomes, points_curve, ranking, turns
from mjlog.plots.drawing import BLUE, COLOURS, EVENT_COLOURS, FEW, GREY, ORANGE, PLACE_COLOURS
from mjlog.plots.overview import PLACE_RATES, forest, places, rates
from mjlog.plots.questions import danger, final_places, luck

__all__ = [
    "BLUE",
    "COLOURS",
    "EVENT_COLOURS",
    "FEW",
    "GREY",
    "ORANGE",
    "PLACE_COLOURS",
    "PLACE_RATES",
    "danger",
    "distribution",
    "final_places",
    "forest",
    "hand_values",
    "luck",
    "outcomes",
    "places",
    "points_curve",
    "ranking",
    "rates",
    "turns",
]
