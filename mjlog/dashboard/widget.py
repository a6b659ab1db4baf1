"""The dashboard as ipywidgets, for a notebook."""

from __future__ import annotations

from typing import Any, Final

import ipywidgets

from mjlog.dashboard.choices import DATA_SET, Choices
from mjlog.dashboard.pieces import head_html, panel_html
from mjlog.panels import Selection
from mjlog.report.html import rendered
from mjlog.stats.dimensions import Tables

ALL: Final = "all"


class Dashboard(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """The pages of a data set with controls; only the chapter on view is computed."""

    def __init__(self, ds: Tables, *, player: str | None = None, players: int | None = None) -> None:
        """Raises ValueError for a data set without games."""
        self.choices = Choices(ds)
        kinds = self.choices.players
        options = [(f"{kind} players", kind) for kind in kinds]
        self.players = ipywidgets.ToggleButtons(options=options, value=players or kinds[0], description="Games")
        self.player = _search("Player", "everyone; type to search", player or "")
        self.opponent = _search("Opponent", "anyone", "")
        self.room = ipywidgets.Dropdown(options=[ALL], value=ALL, description="Room")
        self.years = ipywidgets.SelectionRangeSlider(options=[ALL], index=(0, 0), description="Years")
        self.chapter = ipywidgets.ToggleButtons(options=[ALL], description="Chapter")
        self.head = ipywidgets.HTML()
        self.body = ipywidgets.VBox()
        controls = ipywidgets.HBox(
            [self.player, self.players, self.room, self.years, self.opponent],
            layout=ipywidgets.Layout(flex_flow="row wrap"),
        )
        style = ipywidgets.HTML(f"<style>{rendered('panels.css')}</style>")
        super().__init__([style, controls, self.chapter, self.head, self.body])
        self.add_class("mjlog")
        self._updating = False
        self._offer()
        for control in (self.player, self.room, self.years, self.opponent, self.chapter, self.players):
            control.observe(self._changed, names="value")
        self.show()

    @property
    def selection(self) -> Selection:
        """The games that the controls select."""
        years = self.choices.years(self.players.value)
        chosen = self.years.value
        return Selection(
            players=self.players.value,
            player=self.player.value.strip() or None,
            rooms=() if self.room.value == ALL else (self.room.value,),
            years=None if ALL in chosen or not years or chosen == (years[0], years[-1]) else chosen,
            opponents=tuple(filter(None, [self.opponent.value.strip()])),
        )

    def show(self) -> None:
        """Compute and show the panels of the chapter; each appears as soon as it is known."""
        s = self.selection
        games = self.choices.games(s)
        chapters = self.choices.chapters(s)
        self._set(self.chapter, tuple(chapters), self.chapter.value)
        problem = self.choices.problem(s, len(games)) if self.chapter.value != DATA_SET else ""
        self.head.value = head_html(s, games, problem)
        shown: list[Any] = []
        for panel in () if problem else chapters[self.chapter.value]:
            shown.append(ipywidgets.HTML(panel_html(self.choices, panel, s, games)))
            self.body.children = tuple(shown)
        self.body.children = tuple(shown)

    def _changed(self, change: Any) -> None:
        if self._updating:
            return
        if change.owner is self.players:
            self._offer()
        self.show()

    def _offer(self) -> None:
        """Offer the names, rooms and years of the games of this number of players."""
        players = self.players.value
        self.player.options = self.opponent.options = self.choices.names(players)
        rooms: list[str] = self.choices.rooms(players)
        years: list[Any] = [*self.choices.years(players)] or [ALL]
        self._set(self.room, (ALL, *rooms), self.room.value)
        self._set(self.years, tuple(years), (years[0], years[-1]))
        self.room.layout.display = "" if len(rooms) > 1 else "none"
        self.years.layout.display = "" if len(years) > 1 else "none"

    def _set(self, control: Any, options: tuple[Any, ...], value: Any) -> None:
        """Change the options of a control without a new page; the value stays if it still is one of them."""
        if tuple(control.options) == options:
            return
        self._updating = True
        try:
            control.options = options
            control.value = value if isinstance(value, tuple) or value in options else options[0]
        finally:
            self._updating = False


def _search(name: str, placeholder: str, value: str) -> Any:
    return ipywidgets.Combobox(
        value=value, placeholder=placeholder, description=name, continuous_update=False, ensure_option=False
    )
