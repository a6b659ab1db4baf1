"""Who is who: accounts of one person taken together, and names replaced before tables are given away.

A mapping of accounts is a file: TOML with `"account" = "name"` lines (or `name = ["account", …]`), or CSV with the
columns `account` and `name`. Accounts it does not name stay as they are.

A *pseudonym* is a keyed hash of a name: the same name has the same pseudonym under the same key, and without the key
nobody can test whether a name is behind it. A game's id can be looked up where the game was played, names and all, so
ids of games are replaced too, and columns and tables that quote the log are left out.
"""

from __future__ import annotations

import csv
import hmac
import secrets
import tomllib
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import ibis
import ibis.expr.types as ir

from mjlog.stats.dimensions import Tables, to_frame

NAMES: Final = "player"
"""The column of names."""
QUOTING: Final = ("source", "content")
"""Columns that lead back to the log: its file, and a digest of its deals."""
DIGITS: Final = 16
"""Hexadecimal digits of a pseudonym: two of a million names meet with a chance of 3 in 100 million."""


class AliasError(ValueError):
    """A mapping of accounts that cannot be used; the message says why."""


class Renamed:
    """A data set under other names; every function of `mjlog.stats` takes it."""

    def __init__(self, tables: Tables, rename: Callable[[ir.Table], ir.Table]) -> None:
        self._tables = tables
        self._rename = rename

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._tables, name)
        if isinstance(found, ir.Table):
            found = self.__dict__[name] = self._rename(found)
        return found


def read_aliases(path: str | Path) -> dict[str, str]:
    """Account → name of a mapping file, TOML or CSV by its ending."""
    path = Path(path)
    match path.suffix.lower():
        case ".toml":
            pairs = _pairs_of_toml(path)
        case ".csv":
            with path.open(encoding="utf-8-sig", newline="") as file:
                rows = csv.DictReader(file)
                if not {"account", "name"} <= set(rows.fieldnames or ()):
                    raise AliasError(f"{path}: the first line must name the columns account and name")
                pairs = [(row["account"], row["name"]) for row in rows]
        case _:
            raise AliasError(f"{path}: a mapping of accounts is a .toml or a .csv file")
    aliases: dict[str, str] = {}
    for account, name in pairs:
        if aliases.setdefault(account, name) != name:
            raise AliasError(f"{path}: account {account!r} is both {aliases[account]!r} and {name!r}")
    return aliases


def _pairs_of_toml(path: Path) -> list[tuple[str, str]]:
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise AliasError(f"{path}: {error}") from error
    pairs = []
    for key, value in entries.items():
        match value:
            case str():
                pairs.append((key, value))
            case list() if all(isinstance(account, str) for account in value):
                pairs += [(account, key) for account in value]
            case _:
                raise AliasError(f"{path}: {key} is neither a name nor a list of accounts")
    return pairs


def merge_accounts(ds: Tables, aliases: Mapping[str, str] | str | Path) -> Renamed:
    """The data set with accounts under their persons' names.

    Games in which two accounts of one person sat are kept: that person then has two seats.
    """
    mapping = read_aliases(aliases) if isinstance(aliases, str | Path) else dict(aliases)
    return Renamed(ds, lambda table: _mapped(table, NAMES, mapping) if NAMES in table.columns else table)


def pseudonym(key: bytes, name: str) -> str:
    """A name's replacement under a key.

    >>> pseudonym(b"key", "name")
    '052e4a06dc3087d1'
    """
    return hmac.new(key, name.encode(), sha256).hexdigest()[:DIGITS]


def pseudonym_key(path: str | Path) -> bytes:
    """The key kept in a file, made at random on first use and readable by its owner alone."""
    path = Path(path)
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32), encoding="ascii")
    return path.read_bytes().strip()


def pseudonymised(table: ir.Table, key: bytes) -> ir.Table:
    """A table with names and ids of games replaced, and without the columns that lead back to the log."""
    for column in (NAMES, "game"):
        if column in table.columns:
            named = to_frame(table.select(column).distinct())[column].dropna()
            table = _mapped(table, column, {name: pseudonym(key, name) for name in named})
    return table.drop(*(column for column in QUOTING if column in table.columns))


def _mapped(table: ir.Table, column: str, mapping: Mapping[str, str]) -> ir.Table:
    """A table with the values of a column replaced where the mapping names them."""
    if not mapping:
        return table
    names = ibis.memtable({"·from": list(mapping), "·to": list(mapping.values())}, schema=ibis.schema(PAIR))
    joined = table.left_join(names, table[column] == names["·from"])
    return joined.mutate(**{column: ibis.coalesce(joined["·to"], joined[column])}).select(*table.columns)


PAIR: Final = {"·from": "string", "·to": "string"}
