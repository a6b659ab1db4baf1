"""The pages agree with the code and with each other."""

import re
from pathlib import Path

import pytest

from tests.test_layers import LAYERS

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "data").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert page.parent.joinpath(target).exists(), f"{page} links to {target}"


def test_the_architecture_page_lists_the_layers_in_their_order():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\| `([a-z._]+)` \|", text, re.MULTILINE)[: len(LAYERS)]) == LAYERS


def test_every_page_is_reached_from_the_list_of_pages():
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        if page.name != "README.md":
            assert f"({page.relative_to(ROOT / 'docs')})" in text, f"docs/README.md has no link to {page.name}"


def test_every_file_that_a_page_names_exists():
    for page in PAGES:
        for name in re.findall(
            r"`((?:mjlog|parsers|tests|data|docs)/[\w/.]+\.(?:py|md))`", page.read_text(encoding="utf-8")
        ):
            assert (ROOT / name).exists(), f"{page.name} names {name}"
