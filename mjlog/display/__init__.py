"""Games, tiles and the table for people: text for a terminal, SVG and HTML for notebooks and pages."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
