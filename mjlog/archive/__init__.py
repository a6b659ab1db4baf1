"""Archives: folders, files and containers as shards of sources, cut the same way every time and never held as a whole.

What is read stands at paths, at URLs (by fsspec), or comes from standard input (`places`).

What a file is shows in its first bytes, never in its name. Containers are gzip, bzip2 and xz files, zip and tar
archives and SQLite databases of logs; they may hold one another. A member is shown as `archive.zip!member`.

One process lists and cuts (`cutting`), any process reads a shard (`unpacking`). Only files of at least a shard's size
are looked into while cutting: the members of a zip archive and the rows of a database are passed on by place, those of
a tar archive, which cannot be entered in the middle, by value. Whatever is smaller is unpacked where it is read. What
can be read only once, and containers too large to be held, go through a temporary file.

Hidden files and what operating systems leave behind are passed over. Everything else that cannot be read is an
`Unreadable`, never an exception: a damaged archive costs its own members only, and one that unpacks to far more than
logs do is left where it does.
"""

from mjlog.archive.cutting import SHARD_BYTES, shards, total_bytes
from mjlog.archive.pieces import Packed, Piece, Shard, Source, Unreadable, name_of
from mjlog.archive.places import STANDARD_INPUT, check_place, exists, is_url
from mjlog.archive.unpacking import sources, unpack

__all__ = [
    "SHARD_BYTES",
    "STANDARD_INPUT",
    "Packed",
    "Piece",
    "Shard",
    "Source",
    "Unreadable",
    "check_place",
    "exists",
    "is_url",
    "name_of",
    "shards",
    "sources",
    "total_bytes",
    "unpack",
]
