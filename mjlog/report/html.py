"""HTML of a report: the document, paragraphs, tables and plots."""

from __future__ import annotations

import html
import warnings
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from typing import Final

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

STYLE: Final = """
:root { color-scheme: light; --ink: #222; --pale: #e6e6e6; --grey: #6b6b6b; --blue: #0072B2; --red: #b3261e }
body { margin: 0 auto; max-width: 1000px; padding: 24px 16px 64px; color: var(--ink);
       font: 15px/1.5 'DejaVu Sans', Verdana, 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic', sans-serif }
h1 { font-size: 26px; margin: 0 0 4px } h2 { font-size: 20px; margin: 40px 0 8px; border-bottom: 2px solid var(--blue) }
h3 { font-size: 15px; margin: 20px 0 4px } p { margin: 6px 0; max-width: 75ch }
.note { color: var(--grey); font-size: 13px }
nav a { margin-right: 14px; color: var(--blue); text-decoration: none } nav { margin: 12px 0 }
.facts { display: flex; flex-wrap: wrap; gap: 8px 28px; margin: 14px 0 } .facts b { display: block; font-size: 20px }
.facts span { color: var(--grey); font-size: 13px } .bad { color: var(--red); font-weight: bold }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: 13px; margin: 8px 0 }
th { text-align: left; border-bottom: 1px solid var(--ink); padding: 3px 12px 3px 0; vertical-align: bottom }
td { padding: 3px 12px 3px 0; border-bottom: 1px solid var(--pale); font-variant-numeric: tabular-nums }
td:first-child { white-space: nowrap } .right { text-align: right }
svg { max-width: 100%; height: auto }
svg text { font-family: 'DejaVu Sans', Verdana, 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic', sans-serif !important }
@media print { body { max-width: none } h2, h3 { break-after: avoid } figure, tr { break-inside: avoid } }
figure { margin: 8px 0 }
"""


def document(title: str, body: Iterable[str]) -> str:
    """A page that needs no other file; `body` is HTML."""
    return (
        f"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>{html.escape(title)}</title>"
        f"<meta name='viewport' content='width=device-width, initial-scale=1'><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def paragraph(text: str, *, css: str = "") -> str:
    """A paragraph of plain text, with a CSS class."""
    return f"<p class='{css}'>{html.escape(text)}</p>" if css else f"<p>{html.escape(text)}</p>"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Large figures, each as (name, value)."""
    cells = "".join(f"<div><b>{html.escape(value)}</b><span>{html.escape(name)}</span></div>" for name, value in pairs)
    return f"<div class='facts'>{cells}</div>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """A table of plain text: the first `words` columns at the left, numbers at the right."""

    def line(cells: Sequence[str], tag: str) -> str:
        css = [""] * words + [" class='right'"] * (len(cells) - words)
        return (
            f"<tr>{''.join(f'<{tag}{c}>{html.escape(cell)}</{tag}>' for c, cell in zip(css, cells, strict=True))}</tr>"
        )

    body = "".join(line(row, "td") for row in rows)
    return f"<div class='wide'><table><thead>{line(heads, 'th')}</thead><tbody>{body}</tbody></table></div>"


def picture(draw: Callable[[], Axes]) -> str:
    """A plot as SVG; its figure is closed. Equal plots give equal text.

    Letters stay text, so that the reader's fonts draw names for which this machine has no font.
    """
    text = StringIO()
    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "mjlog"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = draw().get_figure(root=True)
        if figure is None:
            raise ValueError("the axes belong to no figure")
        figure.savefig(text, format="svg", metadata={"Date": None})
    plt.close(figure)
    svg = text.getvalue()
    return f"<figure>{svg[svg.index('<svg') :]}</figure>"
