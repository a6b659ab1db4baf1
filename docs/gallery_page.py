"""The gallery: every plot with its code, which is in the docstring of the plot, and pictures of the pages."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from mjlog import plots

PICTURES: Final = Path(__file__).parent / "pictures"
SCREENS: Final = {"desktop": (1280, 860), "phone": (390, 844)}
"""Width and height of a screen in pixels."""
SCHEMES: Final = ("light", "dark")
KYOKU: Final = ("games/2023042120gm-00a9-0000-143d9a0e.mjlog", 7)
"""A sample with riichi and calls: the log in `data`, and the number of the kyoku."""
PAGES: Final = {
    "live": ("The live page", "mjlog view out/ --player Kaede"),
    "report": ("The report, one file", "mjlog report out/ --player Kaede --to kaede.html"),
    "kyoku": ("A kyoku to step through", f"mjlog show data/{KYOKU[0]} --kyoku {KYOKU[1]} --html kyoku.html"),
}
"""Screenshots: their titles, and the commands that make the pages."""
IMPORT: Final = """\
import mjlog
from mjlog import plots, stats

mjlog.import_archive("data/games", "out/")
ds = mjlog.open("out/")"""
TABLE: Final = f"""\
kyoku = mjlog.read("data/{KYOKU[0]}")[0].kyoku[{KYOKU[1]}]
picture = mjlog.display.table_svg(kyoku)  # a picture of its end
kyoku.widget()  # in a notebook: buttons, a slider and keys"""


class Example(NamedTuple):
    """A plot with the code that draws it."""

    name: str
    words: str
    """The first paragraph of its docstring."""
    code: str
    """It draws on new axes, from a data set `ds`."""

    @property
    def picture(self) -> Path:
        """The picture of the plot."""
        return PICTURES / "plots" / f"{self.name}.svg"

    @property
    def label(self) -> str:
        """The beginning of the words, for readers who do not see the picture."""
        return re.split(r"[:(]|\. ", self.words)[0].strip(" .")


def plot_names() -> list[str]:
    """The functions of `mjlog.plots`."""
    return [name for name in sorted(plots.__all__) if inspect.isfunction(getattr(plots, name))]


def examples() -> list[Example]:
    """The example of each plot. Raises ValueError for a plot without one in its docstring."""
    found = []
    for name in plot_names():
        doc = inspect.getdoc(getattr(plots, name)) or ""
        code = re.search(r"^```python\n(.*?)\n```", doc, re.DOTALL | re.MULTILINE)
        if code is None:
            raise ValueError(f"mjlog.plots.{name} needs an example for the gallery: ```python … ``` in its docstring")
        found.append(Example(name, doc.split("\n\n")[0].replace("\n", " "), code[1]))
    return found


def screenshot(page: str, screen: str, scheme: str) -> Path:
    """The picture of a page on a screen."""
    return PICTURES / "pages" / f"{page}-{screen}-{scheme}.png"


def gallery_page() -> str:
    """The page with all pictures."""
    return "\n\n".join(
        (
            "# Gallery",
            "Everything here is drawn from the sample games by `python docs/make_pictures.py`. All plots take `title=`,"
            " and `ax=` to draw next to others; they return the axes.",
            "\n".join(f"- [{title}](#{anchor(title)})" for title in ("Plots", "The table of a kyoku", "Pages")),
            "## Plots",
            fenced("python", IMPORT),
            *(part for example in examples() for part in plot_parts(example)),
            "## The table of a kyoku",
            link("The table at the end of a kyoku, with rivers, hands and the result", PICTURES / "table.svg"),
            fenced("python", TABLE),
            "## Pages",
            *(part for page in PAGES for part in page_parts(page)),
        )
    )


def plot_parts(example: Example) -> Iterator[str]:
    """The heading, words, picture and code of a plot."""
    yield f"### {example.name}"
    yield example.words
    yield link(example.label, example.picture)
    yield fenced("python", example.code)


def page_parts(page: str) -> Iterator[str]:
    """The heading, command and screenshots of a page: desktops below each other, phones next to each other."""
    title, command = PAGES[page]
    yield f"### {title}"
    yield fenced("sh", command)
    for scheme in SCHEMES:
        yield link(f"{title}, {scheme}", screenshot(page, "desktop", scheme))
    phones = [link(f"{title} on a phone, {scheme}", screenshot(page, "phone", scheme)) for scheme in SCHEMES]
    yield "\n".join(("| light | dark |", "| --- | --- |", f"| {' | '.join(phones)} |"))


def link(words: str, picture: Path) -> str:
    """A picture in Markdown."""
    return f"![{words}]({picture.relative_to(PICTURES.parent).as_posix()})"


def fenced(language: str, code: str) -> str:
    """A block of code in Markdown."""
    return f"```{language}\n{code}\n```"


def anchor(title: str) -> str:
    """The name of a heading in links."""
    return title.lower().replace(" ", "-")
