"""The names of yaku as players read them."""

from __future__ import annotations

from mjlog.rules.yaku import BY_KEY
from mjlog.words import language


def yaku_name(key: str) -> str:
    """The name of a yaku in the language in use; a key that is no yaku stays as it is.

    >>> yaku_name("haku"), yaku_name("a new one")
    ('White dragon', 'a new one')
    """
    if key not in BY_KEY:
        return key
    return BY_KEY[key].ja if language() == "ja" else BY_KEY[key].en
