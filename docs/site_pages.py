"""A hook of MkDocs: pages outside `docs` become pages of the site, and links between both work there and on GitHub."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).resolve().parents[1]
OUTSIDE: Final = ("*.md", "data/README.md", "notebooks/*.ipynb")
"""Files of the repository that are part of the site, in its folder `project`."""
LINK: Final = re.compile(r"\]\((?!https?:|#)([^)#]+)")


def on_files(files: Files, *, config: Any) -> Files:
    """Add the files outside `docs`."""
    for pattern in OUTSIDE:
        for path in ROOT.glob(pattern):
            name = path.relative_to(ROOT).as_posix()
            files.append(File.generated(config, f"project/{name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Point each link of a page at the place of its target in the site."""
    here = page.file.src_uri

    def moved(link: re.Match[str]) -> str:
        target = (source_of(here).parent / link[1]).resolve()
        return f"]({os.path.relpath(place_of(target), Path(here).parent)}" if target.exists() else link[0]

    return LINK.sub(moved, markdown)


def source_of(uri: str) -> Path:
    """The file of a page, by its address in the site."""
    return ROOT / uri.removeprefix("project/") if uri.startswith("project/") else ROOT / "docs" / uri


def place_of(target: Path) -> str:
    """The address of a file in the site."""
    name = target.relative_to(ROOT).as_posix()
    return name.removeprefix("docs/") if name.startswith("docs/") else f"project/{name}"
