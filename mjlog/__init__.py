"""Riichi-mahjong game logs to parquet tables, audited scores and statistics."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
