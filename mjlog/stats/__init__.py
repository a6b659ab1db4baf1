"""Statistics of a data set: the registry defines each once, and they run on any Ibis backend."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
