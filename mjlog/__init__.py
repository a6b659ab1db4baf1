"""Riichi-mahjong game logs to parquet tables, audited scores and statistics."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mjlog.dataset import Dataset, open
    from mjlog.formats import read
    from mjlog.importing import ImportReport, import_archive

__all__ = ["Dataset", "ImportReport", "import_archive", "open", "read"]

_HOMES: Final = {
    "Dataset": "mjlog.dataset",
    "ImportReport": "mjlog.importing",
    "import_archive": "mjlog.importing",
    "open": "mjlog.dataset",
    "read": "mjlog.formats",
}
"""Where each public name is defined; it is imported when it is first used."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
