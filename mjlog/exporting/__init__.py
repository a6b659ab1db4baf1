"""Data sets for other programs: tables as files, and games for machine learning."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
