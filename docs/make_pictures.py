"""Draws `docs/pictures` from the sample games; with `--check` it only shows which pictures are stale.

The check draws the plots and the table again and compares their words, colours and shapes, which do not depend on the
version of matplotlib. Of the screenshots, which depend on the browser, it checks only that they exist. Screenshots need
Debian's packages chromium and fonts-ipafont-gothic.
"""

from __future__ import annotations

import io
import re
import shutil
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import matplotlib as mpl
from gallery_page import KYOKU, PAGES, PICTURES, SCHEMES, SCREENS, Example, examples, screenshot

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from PIL import Image

import mjlog
from mjlog import plots, report, stats
from mjlog.display import page as kyoku_page
from mjlog.display import table_svg
from mjlog.report.html import in_colours_of_page, svg_of

DATA: Final = Path(__file__).resolve().parents[1] / "data"
PLAYER: Final = "Kaede"
STYLE: Final = """<style>
svg{--ground:#fff;--ink:#222;--pale:#e6e6e6;--grey:#666}
@media(prefers-color-scheme:dark){svg{--ground:#16181b;--ink:#e8e8e8;--pale:#3a3d42;--grey:#a5a8ad}}
text{font-family:'DejaVu Sans',Verdana,sans-serif!important;fill:var(--ink)}
</style><rect width="100%" height="100%" style="fill:var(--ground)"/>"""
"""Ground and ink of a picture that stands alone, in light and dark."""
QUIET: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
SHADES: Final = 256
"""Colours of a screenshot."""


def drawings(ds: mjlog.Dataset) -> Iterator[tuple[Path, str]]:
    """The plots and the table of a kyoku as SVG, each with its path."""
    for example in examples():
        yield example.picture, plot_svg(example, ds)
    yield PICTURES / "table.svg", table_svg(sample_kyoku())


def sample_kyoku() -> mjlog.games.batch.KyokuView:
    """The kyoku of the pictures."""
    log, number = KYOKU
    return mjlog.read(DATA / log)[0].kyoku[number]


def plot_svg(example: Example, ds: mjlog.Dataset) -> str:
    """The plot that an example draws, as small SVG."""

    def draw() -> Axes:
        plt.close("all")
        exec(compile(example.code, example.name, "exec"), {"ds": ds, "plots": plots, "stats": stats})
        return plt.gca()

    svg = re.sub(
        r"<!--.*?-->|<metadata>.*?</metadata>", "", in_colours_of_page(svg_of(draw, example.label)), flags=re.DOTALL
    )
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", tag[0]), svg)
    return re.sub(r">\s+<", "><", svg).replace(">", f">{STYLE}", 1) + "\n"


def facts(svg: str) -> Counter[str]:
    """What a picture shows: its words, colours and elements, without their positions."""
    return Counter(re.findall(r"<(?!path|use|g|defs|clip|rect)\w+|#[0-9a-f]{6}|(?<=>)[^<>\s][^<>]*(?=</text>)", svg))


def screenshots(ds: mjlog.Dataset) -> Iterator[tuple[Path, bytes]]:
    """The pages on a desktop and a phone, light and dark, as PNG."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, served(ds) as address, sync_playwright() as playwright:
        files = {
            "report": report.page(ds, player=PLAYER),
            "kyoku": kyoku_page(sample_kyoku(), "A kyoku of the samples"),
        }
        addresses = {"live": f"{address}?player={PLAYER}&chapter=Results"}
        for name, text in files.items():
            path = Path(folder, f"{name}.html")
            path.write_text(text, encoding="utf-8")
            addresses[name] = path.as_uri()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        for (screen, (width, height)), scheme in product(SCREENS.items(), SCHEMES):
            viewport = {"width": width, "height": height}
            tab = browser.new_context(viewport=viewport, color_scheme=scheme).new_page()
            for page in PAGES:
                tab.goto(addresses[page])
                yield screenshot(page, screen, scheme), small_png(tab.screenshot(full_page=page == "kyoku"))
        browser.close()


@contextmanager
def served(ds: mjlog.Dataset) -> Iterator[str]:
    """The address of the live page, served by a thread of this process."""
    import uvicorn

    from mjlog.dashboard.web import application

    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(application(ds), log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        server.should_exit = True
        thread.join()


def small_png(png: bytes) -> bytes:
    """The picture with a palette of few colours."""
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(SHADES).save(out, "PNG", optimize=True)
    return out.getvalue()


def main(check: bool) -> int:
    """Draw all pictures, or name the stale ones; the number of stale pictures when checking."""
    expected = {screenshot(*names) for names in product(PAGES, SCREENS, SCHEMES)}
    stale = []
    with TemporaryDirectory() as folder:
        mjlog.import_archive(DATA / "games", folder, workers=1)
        ds = mjlog.open(folder)
        for path, svg in drawings(ds):
            expected.add(path)
            old = path.read_text(encoding="utf-8") if path.exists() else ""
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(svg, encoding="utf-8")
            elif facts(old) != facts(svg):
                stale.append(path)
        if not check:
            for path, png in screenshots(ds):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(png)
    present = {path for path in PICTURES.rglob("*") if path.is_file()}
    if not check:
        for path in present - expected:
            path.unlink()
        return 0
    stale += [*expected - present - set(stale), *present - expected]
    for path in sorted(stale):
        print(f"{path.relative_to(PICTURES.parent)} is stale: run python docs/make_pictures.py")
    return len(stale)


if __name__ == "__main__":
    sys.exit(main(check=sys.argv[1:] == ["--check"]))
