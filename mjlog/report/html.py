"""HTML of panels: the templates, and plots as SVG in the colours of the page."""

from __future__ import annotations

import re
import warnings
from base64 import b64encode
from collections.abc import Callable
from functools import cache, partial
from io import StringIO
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

import matplotlib.pyplot as plt
import pandas as pd
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from matplotlib.axes import Axes

from mjlog.errors import printable
from mjlog.panels import Panel
from mjlog.plots.style import GREY, INK, PALE, narrow, wrap_labels
from mjlog.words import language, room_text, tr

DRAWING: Final = Lock()
"""Held while a plot is drawn: matplotlib draws for one thread at a time."""


@cache
def _environment() -> Environment:
    loader = FileSystemLoader(Path(__file__).with_name("templates"))
    environment = Environment(loader=loader, autoescape=True, finalize=_readable, trim_blocks=True, lstrip_blocks=True)
    environment.globals |= {"drawing": Drawing.of, "tr": tr, "language": language, "room_text": room_text}
    environment.filters |= {"shown": printable, "code": _with_code}
    return environment


def _readable(value: Any) -> Any:
    """A value of a template; a text without characters that a browser refuses or that turn the direction of others.

    Those stay that isolate a name from the direction of the words around it.
    """
    return printable(value, "\n\u2068\u2069") if type(value) is str else value


def _with_code(text: str) -> Markup:
    """Words of ours with the parts between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(Markup.escape(text))))


def rendered(template: str, **values: Any) -> str:
    """A template with its values, each of them escaped."""
    return _environment().get_template(template).render(**values)


class Drawing(NamedTuple):
    """The plot of a panel, drawn for a desktop and for a phone."""

    title: str
    wide: str
    slim: str

    @classmethod
    def of(cls, panel: Panel, frame: pd.DataFrame) -> Drawing:
        """Draw the answer of a panel."""
        assert panel.draw is not None
        title, draw = tr(panel.title), partial(panel.draw, frame)
        wide = svg_of(draw, title)
        with narrow():
            return cls(title, wide, svg_of(lambda: wrap_labels(draw()), title))

    def html(self) -> Markup:
        """Both as SVG in the colours of the page."""
        wide, slim = map(in_colours_of_page, (self.wide, self.slim))
        return Markup(
            f'<div class="desktop">{wide}</div><div class="phone">{slim}</div>'
        )  # matplotlib escapes its text

    def file(self, caption: str) -> str:
        """The address of an SVG file of its own, with title and caption in the picture, black on white."""
        size = re.search(r'viewBox="0 0 (\S+) (\S+)"', self.wide)
        assert size is not None
        width, height = map(float, size.groups())
        svg = rendered(
            "picture.svg", title=self.title, caption=caption, plot=Markup(self.wide), width=width, height=height
        )
        return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def svg_of(draw: Callable[[], Axes], title: str = "") -> str:
    """A plot as SVG without a ground, with an alternative text; its figure is closed. Equal plots give equal text.

    Letters stay text, so that the reader's fonts draw names for which this machine has no font.
    """
    text = StringIO()
    with DRAWING, plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "mjlog"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = draw().get_figure(root=True)
        if figure is None:
            raise ValueError("the axes belong to no figure")
        figure.savefig(text, format="svg", metadata={"Date": None}, transparent=True)
        plt.close(figure)
    svg = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text.getvalue())  # which XML forbids
    label = Markup.escape(title)
    return svg[svg.index("<svg") :].replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


def in_colours_of_page(svg: str) -> str:
    """A plot as SVG with the CSS colours of the page it is in."""
    for colour, name in ((INK, "--ink"), (PALE, "--pale"), (GREY, "--grey"), ("#000000", "--ink")):
        svg = svg.replace(f": {colour.lower()}", f": var({name})")
    return svg
