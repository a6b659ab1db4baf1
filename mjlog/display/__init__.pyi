"""The public names of `mjlog.display`, each loaded on first use."""

from .html import game_html as game_html
from .html import games_html as games_html
from .html import kyoku_html as kyoku_html
from .html import page as page
from .state import state_before as state_before
from .svg import hand_svg as hand_svg
from .table import table_svg as table_svg
from .text import Style as Style
from .text import event_text as event_text
from .text import result_texts as result_texts
from .text import table_text as table_text
from .text import tile_text as tile_text
from .widget import KyokuWidget as KyokuWidget
