"""Names of players: merge the accounts of one person, and replace names before sharing tables.

The accounts of a person are listed in a file: TOML with `"account" = "name"` lines (or `name = ["account", …]`), or
CSV with the columns `account` and `name`. Accounts not listed stay as they are.

A *pseudonym* is a keyed hash of a name: the same name and key give the same pseudonym, and without the key nobody can
test a guess. Anyone can look up the id of a game at its service and see the names, so ids are replaced too, and columns
that quote the log are left out.
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
QUOTING: Final = ("source", "content", "opening", "precedence")
"""Columns that identify the log: its file, and digests of its content."""
DIGITS: Final = 16
"""Hexadecimal digits of a pseudonym: among a million names, two collide with a chance of 3 in 100 million."""


class AliasError(ValueError):
    """A file of accounts that cannot be used; the message gives the reason."""


class Renamed:
    """A data set with other names of players; every function of `mjlog.stats` accepts it."""

    def __init__(self, tables: Tables, rename: Callable[[ir.Table], ir.Table]) -> None:
        self._tables = tables
        self._rename = rename

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._tables, name)
        if isinstance(value, ir.Table):
            value = self.__dict__[name] = self._rename(value)
        return value


def read_aliases(path: str | Path) -> dict[str, str]:
    """Account → name, from a file of accounts (TOML or CSV by its suffix)."""
    path = Path(path)
    match path.suffix.lower():
        case ".toml":
            pairs = _pairs_of_toml(path)
        case ".csv":
            with path.open(encoding="utf-8-sig", newline="") as file:
                rows = csv.DictReader(file)
                if not {"account", "name"} <= set(rows.fieldnames or ()):
                    raise AliasError(f"{path}: the first line must have the columns account and name")
                pairs = [(row["account"], row["name"]) for row in rows]
        case _:
            raise AliasError(f"{path}: a file of accounts ends in .toml or .csv")
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
    """The data set with each account under the name of its person.

    Games with two accounts of one person are kept: that person then has two seats.
    """
    mapping = read_aliases(aliases) if isinstance(aliases, str | Path) else dict(aliases)
    return Renamed(ds, lambda table: _mapped(table, NAMES, mapping) if NAMES in table.columns else table)


def pseudonym(key: bytes, name: str) -> str:
    """The replacement of a name under a key.

    >>> pseudonym(b"key", "name")
    '052e4a06dc3087d1'
    """
    return hmac.new(key, name.encode(), sha256).hexdigest()[:DIGITS]


def pseudonym_key(path: str | Path) -> bytes:
    """The key in a file; on first use a random one is created, readable only by the owner."""
    path = Path(path)
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32), encoding="ascii")
    return path.read_bytes().strip()


def pseudonymised(table: ir.Table, key: bytes) -> ir.Table:
    """A table with names and ids of games replaced, and without the columns that identify the log."""
    for column in (NAMES, "game"):
        if column in table.columns:
            values = to_frame(table.select(column).distinct())[column].dropna()
            table = _mapped(table, column, {name: pseudonym(key, name) for name in values})
    return table.drop(*(column for column in QUOTING if column in table.columns))


def _mapped(table: ir.Table, column: str, mapping: Mapping[str, str]) -> ir.Table:
    """A table with the values of a column replaced by those of the mapping."""
    if not mapping:
        return table
    names = ibis.memtable({"·from": list(mapping), "·to": list(mapping.values())}, schema=ibis.schema(PAIR))
    joined = table.left_join(names, table[column] == names["·from"])
    return joined.mutate(**{column: ibis.coalesce(joined["·to"], joined[column])}).select(*table.columns)


PAIR: Final = {"·from": "string", "·to": "string"}
