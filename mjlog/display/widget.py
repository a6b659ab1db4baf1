"""A kyoku as a widget for notebooks, with buttons, a slider and keys."""

from __future__ import annotations

import anywidget
import traitlets

from mjlog.display.steps import steps_of, template_text
from mjlog.games.batch import KyokuView


class KyokuWidget(anywidget.AnyWidget):
    """The table before every event of a kyoku, with the shanten, waits and useful tiles of each hand.

    `event` is the number of the event on view, and can be set; the number of events stands for the result. The widget
    answers to keys once it was clicked.
    """

    _esm = template_text("kyoku.js")
    _css = template_text("kyoku.css")
    kyoku = traitlets.Dict().tag(sync=True)
    event = traitlets.Int().tag(sync=True)

    def __init__(self, kyoku: KyokuView, event: int | None = None) -> None:
        """Raises IndexError for an event the kyoku does not have; None opens the result."""
        last = len(kyoku.events)
        if event is not None and not 0 <= event <= last:
            raise IndexError(f"kyoku {kyoku.name} has events 0 to {last - 1}, and its result is {last}")
        super().__init__(kyoku=steps_of(kyoku), event=last if event is None else event)
