"""Addresses of games at the services that recorded them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjlog.formats import platforms
from mjlog.games.parts import id_of_game


def game_link(row: Mapping[Any, Any]) -> str:
    """The address that replays the game of a row (`platform`, `game`, `seat`); empty if its service has none."""
    platform = platforms().get(row["platform"])
    if platform is None or platform.game_address is None:
        return ""
    return platform.game_address(id_of_game(row["game"]), row["seat"]) or ""
