"""Tenhou: its two formats of logs, the states of mjx, list pages, and the facts that its logs leave out."""

from typing import Final

from mjlog.formats import Format, Platform
from mjlog.formats.lists import ListReader
from parsers.tenhou import json, lists, mjx, xml
from parsers.tenhou.platform import TENHOU

FORMATS: Final[tuple[Format, ...]] = (xml.FORMAT, json.FORMAT, mjx.FORMAT)
LIST_READERS: Final[tuple[ListReader, ...]] = (lists,)
PLATFORMS: Final[tuple[Platform, ...]] = (TENHOU,)
