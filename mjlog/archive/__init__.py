"""Archives: folders, files and containers become shards of sources, the same shards each time, never read as a whole.

An archive is at a path or a URL (by fsspec), or comes from standard input (`locations`).

Files are recognised by content, not by name. Containers are gzip, bzip2 and xz files, zip and tar archives and SQLite
databases of logs; they may be nested. A member is shown as `archive.zip!member`.

One process lists the archive and splits it (`split`), any process reads a shard (`containers`). Only files of at least
a shard's size are opened while splitting: a shard refers to members of a zip archive and rows of a database by their
location, and holds a copy of members of a tar archive, which allows no access in the middle. Smaller files are unpacked
where they are read. Input that can be read only once, and containers too large for memory, use a temporary file.

Hidden files and files left by operating systems are skipped. Everything else that cannot be read is an `Unreadable`,
never an exception: a damaged archive loses only the damaged members, and unpacking stops when an archive unpacks to far
more than logs do.
"""

from mjlog.archive.containers import sources, unpack
from mjlog.archive.locations import STANDARD_INPUT, absolute, check_location, exists, is_url
from mjlog.archive.shard import Packed, Piece, Shard, Source, Unreadable, name_of
from mjlog.archive.split import SHARD_BYTES, shards, total_bytes

__all__ = [
    "SHARD_BYTES",
    "STANDARD_INPUT",
    "Packed",
    "Piece",
    "Shard",
    "Source",
    "Unreadable",
    "absolute",
    "check_location",
    "exists",
    "is_url",
    "name_of",
    "shards",
    "sources",
    "total_bytes",
    "unpack",
]
