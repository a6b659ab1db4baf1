"""The sections of a report on a data set or a player."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import pandas as pd
from matplotlib.axes import Axes

from mjlog import plots, stats
from mjlog.display.statistics import interval_text, value_text
from mjlog.report.html import document, facts, paragraph, picture, table
from mjlog.stats.cut_games import cut_games_note
from mjlog.stats.dimensions import grouped_rows, to_frame
from mjlog.tables.dataset import Dataset

Where = Mapping[str, Any]

OVERVIEW: Final = (
    "win_rate", "tsumo_share", "deal_in_rate", "riichi_rate", "call_rate", "draw_rate", "tenpai_at_draw", "win_value",
    "win_turn", "riichi_win_share", "open_win_share", "dama_win_share", "riichi_turn", "riichi_win_rate",
    "riichi_deal_in_rate", "riichi_income", "chase_rate", "good_wait_rate", "ippatsu_rate", "ura_rate", "call_win_rate",
    "call_deal_in_rate", "deal_in_value", "deal_in_shanten", "haipai_shanten", "kyoku_per_game", "busted_rate",
)  # fmt: skip
PLAYER_COLUMNS: Final = (
    "average_place", "first_rate", "fourth_rate", "match_points", "win_rate", "deal_in_rate", "riichi_rate",
    "call_rate", "win_value", "balance",
)  # fmt: skip
TABLE_PLAYERS: Final = 20
"""Players in the table, those with most games."""
PLACES_PLAYERS: Final = 8
"""Players in the plot of places."""
LUCK_PLAYERS: Final = 3
"""Players in the plot of luck."""
DRAWN_DANGERS: Final = ("musuji", "far", "kata", "omote", "naka", "honor")
"""Danger classes in the plot by turn."""
RIICHI_OUTCOMES: Final = ("riichi_win_rate", "riichi_deal_in_rate")


class Section(NamedTuple):
    """A part of the page with a link to it."""

    anchor: str
    title: str
    body: list[str]


def page(ds: Dataset, *, player: str | None = None, where: Where | None = None, title: str = "") -> str:
    """The report on a data set as one HTML page that needs no other file.

    With `player` it is a report on this player, compared with all others. Three- and four-player games have sections of
    their own. Raises ValueError if no game is left.
    """
    where = dict(where or {})
    games = _games(ds, where | ({} if player is None else {"player": player}))
    if games.empty:
        raise ValueError("no games to report on" + (f": there is no player {player!r}" if player else ""))
    title = title or player or f"Games of {ds.folder.resolve().name}"
    sections = [_contents(ds, games)] if player is None else []
    for players in sorted(games["players"].unique(), reverse=True):
        filters = where | {"players": int(players)}
        candidates = _player_sections(ds, player, filters) if player else _data_set_sections(ds, filters)
        sections += [section for section in candidates if section.body]
    links = "".join(f"<a href='#{section.anchor}'>{html.escape(section.title)}</a>" for section in sections)
    body = [f"<h1>{html.escape(title)}</h1>", _summary(games), f"<nav>{links}</nav>"]
    for section in sections:
        body += [f"<h2 id='{section.anchor}'>{html.escape(section.title)}</h2>", *section.body]
    return document(title, body)


def _games(ds: Dataset, where: Where) -> pd.DataFrame:
    """The games of the filter, one row per seat."""
    columns = ["game", "players", "player", "place"]
    rows, _ = grouped_rows(ds, "seats", ["started", "platform"], where)
    return to_frame(rows.select(*columns, "started", "platform"))


def _summary(games: pd.DataFrame) -> str:
    days = games["started"].dropna()
    dated = f"{days.min():%Y-%m-%d} to {days.max():%Y-%m-%d}" if len(days) else "unknown"
    pairs = [("games", f"{games['game'].nunique():,}"), ("players", f"{games['player'].nunique():,}"), ("dates", dated)]
    return facts(pairs)


def _contents(ds: Dataset, games: pd.DataFrame) -> Section:
    """The number of games, failed consistency checks, and files that could not be read."""
    checks = stats.check_identities(ds)
    broken, failures = checks[~checks["holds"]], ds.manifest.rows("failures")
    sentence = f"Consistency checks: {len(checks) - len(broken)} of {len(checks)} passed."
    body = [paragraph(sentence, css="bad" if len(broken) else "")]
    if len(broken):
        rows = [(f"{row['players']} players: {row['sentence']}", f"{row['left']:,}", f"{row['right']:,}")
                for row in broken.to_dict("records")]  # fmt: skip
        body.append(table(["check", "value", "expected"], rows))
    if failures:
        body.append(
            paragraph(
                f"{failures:,} files or games could not be read; the table `failures` has the reasons.", css="bad"
            )
        )
    if cut := cut_games_note(ds):
        body.append(paragraph(f"{cut}.", css="bad"))
    kinds = games.groupby(["platform", "players"])["game"].nunique().reset_index()
    rows = [(str(row["platform"]), str(row["players"]), f"{row['game']:,}") for row in kinds.to_dict("records")]
    body.append(table(["platform", "players", "games"], rows))
    return Section("contents", "Contents", body)


def _data_set_sections(ds: Dataset, where: Where) -> Iterator[Section]:
    """The sections on four- or three-player games."""
    n = where["players"]

    def section(key: str, title: str, *body: str) -> Section:
        return Section(f"{key}{n}", f"{title}, {n} players", list(filter(None, body)))

    yield section("overview", "Overview", _overview(ds, where))
    yield section("players", "Players", *_players(ds, where))
    yield section("kyoku", "A kyoku", *_kyoku(ds, where))
    yield section("riichi", "Riichi and calls", *_riichi(ds, where))
    yield section("danger", "Danger", *_danger(ds, where))
    yield section("end", "The last kyoku", *_last(ds, where))
    yield section("luck", "Luck", *_luck(ds, where))


def _figure(heading: str, frame: pd.DataFrame, draw: Callable[[pd.DataFrame], Axes], note: str = "") -> str:
    """A plot with its heading and a note; empty if the frame has no rows."""
    if frame.empty:
        return ""
    return (
        f"<h3>{html.escape(heading)}</h3>{paragraph(note, css='note') if note else ''}{picture(partial(draw, frame))}"
    )


def _overview(ds: Dataset, where: Where) -> str:
    keys = [key for key in OVERVIEW if "player" not in where or stats.find(key).table not in ("games", "kyoku")]
    frame = stats.summary(ds, keys, where)
    rows = []
    for row in frame[frame["n"] > 0].to_dict("records"):
        entry, unit = stats.find(row["statistic"]), row["unit"]
        interval = interval_text(row["low"], row["high"], unit)
        rows.append((entry.english, entry.definition, value_text(row["value"], unit), interval, f"{row['n']:,}"))
    return table(["statistic", "definition", "value", "95 %", "n"], rows, words=2)


def _most_active(ds: Dataset, where: Where, n: int) -> pd.DataFrame:
    """The `n` players with most games: columns `player` and `n`, the number of games."""
    games = stats.summary(ds, ["average_place"], where=where, by="player")
    games = games[games["player"].notna() & (games["n"] > 0)]
    return games.sort_values(["n", "player"], ascending=[False, True]).head(n)[["player", "n"]]


def _players(ds: Dataset, where: Where) -> Iterator[str]:
    active = _most_active(ds, where, TABLE_PLAYERS)
    names = list(active["player"])
    if not names:
        return
    frame = stats.summary(ds, PLAYER_COLUMNS, where={**where, "player": names}, by="player")
    wide = stats.pivot(frame).droplevel("players").reindex(names)
    columns = [key for key in PLAYER_COLUMNS if wide[key].notna().any()]
    rows = [
        (name, f"{n:,}", *(value_text(wide.loc[name, key], stats.find(key).unit) for key in columns))
        for name, n in active.itertuples(index=False)
    ]
    yield paragraph(f"The {len(names)} players with most games; `mjlog stats` shows intervals.", css="note")
    yield table(["player", "games", *(stats.find(key).english for key in columns)], rows)
    filters = {**where, "player": names[:PLACES_PLAYERS]}
    places = stats.summary(ds, [*plots.PLACE_RATES, "average_place"], where=filters, by="player")
    places = places[places["value"].notna()].sort_values("player", key=lambda column: column.map(names.index))
    yield _figure("Places", places, plots.places)
    gains = stats.places_added(ds, where=where)
    yield _figure(
        "Placement gained per kyoku",
        gains[gains["player"].isin(names) & gains["low"].notna()],
        plots.ranking,
        "Average gain in expected placement per kyoku; above zero is good.",
    )


def _kyoku(ds: Dataset, where: Where) -> Iterator[str]:
    yield _figure("Calls, riichi, tenpai and wins by turn", stats.turns(ds, where=where), plots.turns)
    yield _figure("How kyoku end", stats.kyoku_results(ds, where=where), lambda f: plots.distribution(f, "result"))
    yield _figure("Hand values", stats.hand_values(ds, where=where), plots.hand_values)
    yield _figure("Yaku of wins", stats.yaku(ds, where=where), lambda f: plots.distribution(f, "yaku", top=20))


def _riichi(ds: Dataset, where: Where) -> Iterator[str]:
    riichi = _with_enough_cases(
        stats.summary(ds, by={"riichi_turn": lambda t: t.riichi_turn}, stats=RIICHI_OUTCOMES, where=where)
    )
    note = f"Points with fewer than {plots.MIN_CASES} cases are not drawn."
    yield _figure(
        "Win and deal-in after riichi, by the turn of the riichi",
        riichi,
        lambda f: plots.outcomes(f, "riichi_turn"),
        note,
    )
    forms = _with_enough_cases(stats.summary(ds, by="riichi_wait_form", stats=["riichi_win_rate"], where=where))
    forms = forms[forms["riichi_wait_form"].notna()]
    yield _figure("Win after riichi, by the form of the wait", forms, lambda f: plots.ranking(f, of="riichi_wait_form"))
    calls = _with_enough_cases(stats.call_outcomes(ds, where=where).query("statistic == 'win_rate'"))
    yield _figure(
        "Win rate, by the turn of the first call",
        calls,
        lambda f: plots.outcomes(f, "first_call_turn", statistic="win_rate"),
        note,
    )


def _with_enough_cases(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[(frame["n"] >= plots.MIN_CASES) & frame["value"].notna()]


def _danger(ds: Dataset, where: Where) -> Iterator[str]:
    if not ds.manifest.rows("discards"):
        yield paragraph("The data set has no table of discards; import the logs with --decisions.", css="note")
        return
    danger = stats.danger(ds, where=where)
    note = "Discards made while an opponent is in riichi, classed by the most dangerous riichi."
    yield _figure("Deal-in rate, by danger class and tile", danger[danger["n"] >= plots.MIN_CASES], plots.danger, note)
    by_turn = stats.danger(ds, ("danger", "turn"), where)
    by_turn = by_turn[(by_turn["n"] >= plots.MIN_CASES) & by_turn["danger"].isin(DRAWN_DANGERS)]
    by_turn = by_turn.sort_values("danger", key=lambda column: column.map(DRAWN_DANGERS.index), kind="stable")
    yield _figure("Deal-in rate, by turn", by_turn, lambda f: plots.outcomes(f, "turn"))
    folding = stats.folding(ds, where=where)
    yield _figure("Reactions to a riichi", folding, lambda f: plots.distribution(f, "answer"))
    shanten = stats.deal_ins_by_shanten(ds, where=where)
    yield _figure("Shanten at a deal-in", shanten, lambda f: plots.distribution(f, "shanten"))


def _last(ds: Dataset, where: Where) -> Iterator[str]:
    ends = stats.placement_by_start(ds, by="start_place", where={**where, "all_last": True})
    yield _figure("Final place, by the place before the last kyoku", ends, plots.final_places)


def _luck(ds: Dataset, where: Where) -> Iterator[str]:
    names = list(_most_active(ds, where, LUCK_PLAYERS)["player"])
    frame = stats.luck(ds, where={**where, "player": names}) if names else pd.DataFrame()
    note = "Actual against expected values; good luck is to the right."
    yield _figure("Luck of the players with most games", frame, plots.luck, note)


def _player_sections(ds: Dataset, player: str, where: Where) -> Iterator[Section]:
    """The sections on a player's four- or three-player games."""
    n = where["players"]
    filters = {**where, "player": player}
    compared = stats.against_others(ds, player, where=where)
    compared = compared[compared["difference"].notna()]
    note = "Coloured: the 95 % interval excludes zero. Among 20 comparisons expect one by chance."
    yield Section(f"others{n}", f"Compared with others, {n} players", [_figure("Rates", compared, plots.forest, note)])
    history = stats.history(ds, player, where=where)
    history = history[history["total_score"].notna()]
    places = stats.summary(ds, [*plots.PLACE_RATES, "average_place"], where=filters, by="player")
    results = [
        _figure("Results game by game", history, plots.points_curve),
        _figure("Places", places[places["value"].notna()], plots.places),
    ]
    yield Section(f"results{n}", f"Results, {n} players", results)
    yield Section(f"overview{n}", f"Overview, {n} players", [_overview(ds, filters)])
    luck = _figure("Luck", stats.luck(ds, where=filters), plots.luck, "Good luck is to the right.")
    yield Section(f"luck{n}", f"Luck, {n} players", [luck])
