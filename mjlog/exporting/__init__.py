"""Data sets written for other programs: as files of tables, and as games to train models on."""

from mjlog.exporting.tables import ExportError, export

__all__ = ["ExportError", "export"]
