"""The public names of `mjlog.plots`, each loaded on first use."""

from .bars import PLACE_RATES as PLACE_RATES
from .bars import final_places as final_places
from .bars import hand_values as hand_values
from .bars import luck_waterfall as luck_waterfall
from .bars import places as places
from .curves import outcomes as outcomes
from .curves import points_curve as points_curve
from .curves import turns as turns
from .heatmap import heatmap as heatmap
from .intervals import distribution as distribution
from .intervals import forest as forest
from .intervals import luck as luck
from .intervals import profile as profile
from .intervals import ranking as ranking
from .intervals import rates as rates
from .style import BAD as BAD
from .style import BLUE as BLUE
from .style import COLOURS as COLOURS
from .style import EVENT_COLOURS as EVENT_COLOURS
from .style import GOOD as GOOD
from .style import GREY as GREY
from .style import MIN_CASES as MIN_CASES
from .style import ORANGE as ORANGE
from .style import PLACE_COLOURS as PLACE_COLOURS
