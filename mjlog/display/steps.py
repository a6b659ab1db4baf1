"""Every step of a kyoku in one value: the input of the script `kyoku.js`, which a page and a notebook share."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from mjlog.display.faces import tile_definitions
from mjlog.display.state import state_before
from mjlog.display.svg import STYLE, Drawing, isolated
from mjlog.display.table import SIZE, draw_result, draw_table
from mjlog.display.text import event_text, player_names, result_texts
from mjlog.games.batch import KyokuView
from mjlog.words import tr

WORDS: Final = {
    "first": "first event",
    "back": "back one event",
    "play": "play or stop",
    "on": "on one event",
    "end": "the result",
    "event": "event",
    "start": "play",
    "stop": "stop",
    "legend": "A sideways tile declared riichi, a grey one is tsumogiri, a pale one was called, a red frame marks the "
    "winning tile. In the boxes: the tiles that bring the hand closer, and their number left as the player sees it.",
    "keys": "Keys: ← and → step, Home and End jump, space plays.",
}
"""The words of the script."""
TEMPLATES: Final = Path(__file__).with_name("templates")


@cache
def template_text(name: str) -> str:
    """The text of a file of the folder `templates`."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def steps_of(kyoku: KyokuView) -> dict[str, object]:
    """The table before every event of a kyoku and at its end, with the caption of each step.

    Most tiles stay where they are from one step to the next. So `parts` holds each piece of SVG once, and a step is the
    list of its parts.
    """
    events, names = kyoku.events, [*map(isolated, player_names(kyoku))]
    parts: dict[str, int] = {}
    steps, used = [], set[int]()
    for number in range(len(events) + 1):
        drawing = Drawing()
        last = number == len(events)
        draw_table(drawing, kyoku, state_before(kyoku, None if last else number), final=last)
        used |= drawing.used
        steps.append([parts.setdefault(part, len(parts)) for part in drawing.parts])
    result = Drawing()
    height = draw_result(result, kyoku, 0)
    outcome = "\n".join(result_texts(kyoku, "mpsz"))
    captions = [tr("next: {event}", event=event_text(each, "mpsz", names)) for each in events]
    return {
        "size": SIZE,
        "words": {key: tr(text) for key, text in WORDS.items()},
        "definitions": STYLE + tile_definitions(used),
        "parts": list(parts),
        "steps": steps,
        "captions": [*captions, tr("the end of the kyoku; the result is below")],
        "result": result.svg(SIZE, height, title=tr("result"), description=outcome, cloth=True),
    }
