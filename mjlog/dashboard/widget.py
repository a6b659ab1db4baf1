"""The dashboard as ipywidgets, for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import ipywidgets

from mjlog.dashboard.choices import Choices
from mjlog.dashboard.pieces import head_html, panel_html
from mjlog.errors import printable
from mjlog.panels import Selection
from mjlog.report.html import rendered
from mjlog.stats.dimensions import Tables
from mjlog.words import NAMES, in_language, language, room_text, tr

ALL: Final = "all"


class Dashboard(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """The pages of a data set with controls; only the chapter on view is computed."""

    def __init__(self, ds: Tables, *, player: str | None = None, players: int | None = None) -> None:
        """Raises ValueError for a data set without games."""
        self.choices = Choices(ds)
        kinds = self.choices.players
        self.language = ipywidgets.Dropdown(options=[(name, code) for code, name in NAMES.items()], value=language())
        self.players = ipywidgets.Dropdown(options=kinds, value=players or kinds[0])
        self.player = _search(player or "")
        self.opponent = _search("")
        self.room = ipywidgets.Dropdown(options=[ALL], value=ALL)
        self.years = ipywidgets.SelectionRangeSlider(options=[ALL], index=(0, 0))
        self.chapter = ipywidgets.ToggleButtons(options=[ALL])
        self.head = ipywidgets.HTML()
        self.body = ipywidgets.VBox()
        controls = ipywidgets.HBox(
            [self.player, self.players, self.room, self.years, self.opponent, self.language],
            layout=ipywidgets.Layout(flex_flow="row wrap"),
        )
        style = ipywidgets.HTML(f"<style>{rendered('panels.css')}</style>")
        super().__init__([style, controls, self.chapter, self.head, self.body])
        self.add_class("mjlog")
        self._updating = False
        self._label()
        self._offer()
        controls = (self.player, self.room, self.years, self.opponent, self.chapter, self.players, self.language)
        for control in controls:
            control.observe(self._changed, names="value")
        self.show()

    @property
    def selection(self) -> Selection:
        """The games that the controls select."""
        years = self.choices.years(self.players.value)
        chosen = self.years.value
        return Selection(
            players=self.players.value,
            player=self.choices.name_of(self.player.value.strip(), self.players.value) or None,
            rooms=() if self.room.value == ALL else (self.room.value,),
            years=None if ALL in chosen or not years or chosen == (years[0], years[-1]) else chosen,
            opponents=tuple(filter(None, [self.choices.name_of(self.opponent.value.strip(), self.players.value)])),
        )

    def show(self) -> None:
        """Compute and show the panels of the chapter; each appears as soon as it is known."""
        with in_language(self.language.value):
            s = self.selection
            chapters = self.choices.chapters(s)
            self._set(self.chapter, [(tr(name), name) for name in chapters], self.chapter.value)
            title, games, problem = self.choices.head(s, self.chapter.value)
            self.head.value = head_html(title, games, problem)
            shown: list[Any] = []
            for panel in () if problem else chapters[self.chapter.value]:
                shown.append(ipywidgets.HTML(panel_html(self.choices, panel, s, games)))
                self.body.children = tuple(shown)
            self.body.children = tuple(shown)

    def _changed(self, change: Any) -> None:
        if self._updating:
            return
        if change.owner is self.language:
            self._label()
        if change.owner in (self.players, self.language):
            self._offer()
        self.show()

    def _label(self) -> None:
        """Name the controls in the language chosen."""
        with in_language(self.language.value):
            names = {"Games": self.players, "Player": self.player, "Opponent": self.opponent, "Room": self.room,
                     "Years": self.years, "Chapter": self.chapter, "Language": self.language}  # fmt: skip
            for name, control in names.items():
                control.description = tr(name)
            self.player.placeholder, self.opponent.placeholder = tr("everyone; type to search"), tr("anyone")
            self._set(self.players, [(tr(f"{n} players"), n) for n in self.choices.players], self.players.value)

    def _offer(self) -> None:
        """Offer the names, rooms and years of the games of this number of players."""
        players = self.players.value
        self.player.options = self.opponent.options = [*map(printable, self.choices.names(players))]
        rooms: list[str] = self.choices.rooms(players)
        years: list[Any] = [*self.choices.years(players)] or [ALL]
        with in_language(self.language.value):
            self._set(self.room, [(tr(ALL), ALL), *((room_text(room), room) for room in rooms)], self.room.value)
        self._set(self.years, [(str(year), year) for year in years], (years[0], years[-1]))
        self.room.layout.display = "" if len(rooms) > 1 else "none"
        self.years.layout.display = "" if len(years) > 1 else "none"

    def _set(self, control: Any, options: Sequence[tuple[str, Any]], value: Any) -> None:
        """Change the options of a control, each with its label, without a new page.

        The value stays if it still is one of them.
        """
        if tuple(control.options) == tuple(options):
            return
        self._updating = True
        try:
            control.options = options
            values = [each for _, each in options]
            control.value = value if isinstance(value, tuple) or value in values else values[0]
        finally:
            self._updating = False


def _search(value: str) -> Any:
    return ipywidgets.Combobox(value=value, continuous_update=False, ensure_option=False)
