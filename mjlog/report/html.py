"""HTML of panels: the templates, and plots as SVG in the colours of the page."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, partial
from io import StringIO
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from matplotlib.axes import Axes

from mjlog.panels import Panel
from mjlog.plots.style import GREY, INK, PALE, drawable, font_families, narrow, wrap_labels
from mjlog.words import language, room_text, tr


@cache
def _environment() -> Environment:
    loader = FileSystemLoader(Path(__file__).with_name("templates"))
    environment = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.globals |= {"picture": picture, "tr": tr, "language": language, "room_text": room_text}
    return environment


def rendered(template: str, **values: Any) -> str:
    """A template with its values, each of them escaped."""
    return _environment().get_template(template).render(**values)


def picture(panel: Panel, frame: pd.DataFrame) -> Markup:
    """The plot of a panel as SVG with an alternative text, drawn for a desktop and for a phone."""
    assert panel.draw is not None
    draw = partial(panel.draw, frame)
    wide = svg_of(draw, tr(panel.title))
    with narrow():
        slim = svg_of(lambda: wrap_labels(draw()), tr(panel.title))
    # matplotlib escapes its text
    return Markup(f'<div class="desktop">{wide}</div><div class="phone">{slim}</div>')


def picture_file(panel: Panel, frame: pd.DataFrame, caption: str) -> str:
    """The plot of a panel as an SVG file of its own, with title and caption in the picture."""
    assert panel.draw is not None
    draw, title = panel.draw, tr(panel.title)

    def whole() -> Axes:
        ax = draw(frame)
        figure = ax.get_figure(root=True)
        assert figure is not None
        family = font_families()
        figure.suptitle(drawable(title), x=0.01, ha="left", fontsize=13, family=family)
        figure.supxlabel(drawable(caption), x=0.01, ha="left", fontsize=8, color=GREY, family=family)
        return ax

    return svg_of(whole, title, page=False)


def svg_of(draw: Callable[[], Axes], title: str = "", *, page: bool = True) -> str:
    """A plot as SVG, in the colours of the page or on white; its figure is closed. Equal plots give equal text.

    Letters stay text, so that the reader's fonts draw names for which this machine has no font.
    """
    text = StringIO()
    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "mjlog"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = draw().get_figure(root=True)
        if figure is None:
            raise ValueError("the axes belong to no figure")
        figure.savefig(text, format="svg", metadata={"Date": None}, transparent=page)
    plt.close(figure)
    svg = text.getvalue()
    for colour, name in () if not page else ((INK, "--ink"), (PALE, "--pale"), (GREY, "--grey"), ("#000000", "--ink")):
        svg = svg.replace(f": {colour.lower()}", f": var({name})")
    label = Markup.escape(title)
    return svg[svg.index("<svg") :].replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
