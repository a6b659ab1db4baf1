"""The page of a data set: what is in it, how it is played, and who plays how."""

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
SHOWN_PLAYERS: Final = 20
DRAWN_PLAYERS: Final = 8
LUCK_LEAST: Final = 3
"""Players whose luck is drawn."""


class Section(NamedTuple):
    """A part of the page."""

    anchor: str
    title: str
    body: list[str]


def page(ds: Dataset, *, player: str | None = None, where: Where | None = None, title: str = "") -> str:
    """The report of a data set as one HTML page that needs no other file.

    With a `player` the page is of this player beside the field. Three- and four-player games stand apart. Raises
    `ValueError` where no game is left.
    """
    where = dict(where or {})
    games = _games(ds, where | ({} if player is None else {"player": player}))
    if games.empty:
        raise ValueError("no game to report on" + (f": nobody is named {player!r}" if player else ""))
    name = title or (f"{player}" if player else f"Games of {ds.folder.resolve().name}")
    parts = [_contents(ds, games)] if player is None else []
    for players in sorted(games["players"].unique(), reverse=True):
        mine = where | {"players": int(players)}
        sections = _of_player(ds, player, mine) if player else _of_table(ds, mine)
        parts += [part for part in sections if part.body]
    links = "".join(f"<a href='#{part.anchor}'>{html.escape(part.title)}</a>" for part in parts)
    body = [f"<h1>{html.escape(name)}</h1>", _summary(games), f"<nav>{links}</nav>"]
    for part in parts:
        body += [f"<h2 id='{part.anchor}'>{html.escape(part.title)}</h2>", *part.body]
    return document(name, body)


def _games(ds: Dataset, where: Where) -> pd.DataFrame:
    """The games of the filter, one row for each seat."""
    columns = ["game", "players", "player", "place"]
    rows, _ = grouped_rows(ds, "seats", ["started", "platform"], where)
    return to_frame(rows.select(*columns, "started", "platform"))


def _summary(games: pd.DataFrame) -> str:
    """How much there is."""
    days = games["started"].dropna()
    dated = f"{days.min():%Y-%m-%d} to {days.max():%Y-%m-%d}" if len(days) else "not dated"
    pairs = [("games", f"{games['game'].nunique():,}"), ("players", f"{games['player'].nunique():,}"), ("dates", dated)]
    return facts(pairs)


def _contents(ds: Dataset, games: pd.DataFrame) -> Section:
    """What the data set holds and whether it is sound."""
    checked = stats.check_identities(ds)
    held, failures = int(checked["holds"].sum()), ds.manifest.rows("failures")
    sound = f"{held} of {len(checked)} identities of a sound archive hold."
    body = [paragraph(sound, css="" if held == len(checked) else "bad")]
    broken = checked[~checked["holds"]]
    if len(broken):
        rows = [(f"{row['players']} players: {row['sentence']}", f"{row['left']:,}", f"{row['right']:,}")
                for row in broken.to_dict("records")]  # fmt: skip
        body.append(table(["identity", "is", "should be"], rows))
    if failures:
        body.append(
            paragraph(f"{failures:,} files or games could not be read; the table failures says why.", css="bad")
        )
    kinds = games.groupby(["platform", "players"])["game"].nunique().reset_index()
    rows = [(str(row["platform"]), str(row["players"]), f"{row['game']:,}") for row in kinds.to_dict("records")]
    body.append(table(["platform", "players", "games"], rows))
    return Section("contents", "Contents", body)


def _of_table(ds: Dataset, where: Where) -> Iterator[Section]:
    """The sections of one number of players."""
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


def _drawn(heading: str, frame: pd.DataFrame, draw: Callable[[pd.DataFrame], Axes], note: str = "") -> str:
    """A picture with its heading, or nothing where there is nothing to draw."""
    if frame.empty:
        return ""
    told = paragraph(note, css="note") if note else ""
    return f"<h3>{html.escape(heading)}</h3>{told}{picture(partial(draw, frame))}"


def _overview(ds: Dataset, where: Where) -> str:
    keys = [key for key in OVERVIEW if "player" not in where or stats.find(key).table not in ("games", "kyoku")]
    frame = stats.summary(ds, keys, where)
    rows = []
    for row in frame[frame["n"] > 0].to_dict("records"):
        entry, unit = stats.find(row["statistic"]), row["unit"]
        interval = interval_text(row["low"], row["high"], unit)
        rows.append((entry.english, entry.definition, value_text(row["value"], unit), interval, f"{row['n']:,}"))
    return table(["statistic", "what it counts", "value", "95 %", "n"], rows, words=2)


def _regulars(ds: Dataset, where: Where, most: int) -> pd.DataFrame:
    """Names of the players with most games, and how many."""
    games = stats.summary(ds, ["average_place"], where=where, by="player")
    games = games[games["player"].notna() & (games["n"] > 0)]
    return games.sort_values(["n", "player"], ascending=[False, True]).head(most)[["player", "n"]]


def _players(ds: Dataset, where: Where) -> Iterator[str]:
    regulars = _regulars(ds, where, SHOWN_PLAYERS)
    names = list(regulars["player"])
    if not names:
        return
    frame = stats.summary(ds, PLAYER_COLUMNS, where={**where, "player": names}, by="player")
    wide = stats.pivot(frame).droplevel("players").reindex(names)
    columns = [key for key in PLAYER_COLUMNS if wide[key].notna().any()]
    rows = [
        (name, f"{n:,}", *(value_text(wide.loc[name, key], stats.find(key).unit) for key in columns))
        for name, n in regulars.itertuples(index=False)
    ]
    yield paragraph(f"The {len(names)} with most games; intervals are in the pictures and in mjlog stats.", css="note")
    yield table(["player", "games", *(stats.find(key).english for key in columns)], rows)
    drawn = {**where, "player": names[:DRAWN_PLAYERS]}
    places = stats.summary(ds, [*plots.PLACE_RATES, "average_place"], where=drawn, by="player")
    places = places[places["value"].notna()].sort_values("player", key=lambda column: column.map(names.index))
    yield _drawn("Places", places, plots.places)
    results = stats.places_added(ds, where=where)
    yield _drawn(
        "Places won by a kyoku",
        results[results["player"].isin(names) & results["low"].notna()],
        plots.ranking,
        "Expected final place before a kyoku less that after it; above zero is good.",
    )


def _kyoku(ds: Dataset, where: Where) -> Iterator[str]:
    yield _drawn("By which turn", stats.turns(ds, where=where), plots.turns)
    yield _drawn("How kyoku end", stats.kyoku_results(ds, where=where), lambda f: plots.distribution(f, "result"))
    yield _drawn("What wins are worth", stats.hand_values(ds, where=where), plots.hand_values)
    yield _drawn("Yaku of wins", stats.yaku(ds, where=where), lambda f: plots.distribution(f, "yaku", top=20))


def _riichi(ds: Dataset, where: Where) -> Iterator[str]:
    riichi = _enough(stats.summary(ds, by={"riichi_turn": lambda t: t.riichi_turn}, stats=AFTER_RIICHI, where=where))
    note = "Points of fewer than 30 cases are left out."
    yield _drawn("Win and deal-in by the turn of a riichi", riichi, lambda f: plots.outcomes(f, "riichi_turn"), note)
    forms = _enough(stats.summary(ds, by="riichi_wait_form", stats=["riichi_win_rate"], where=where))
    forms = forms[forms["riichi_wait_form"].notna()]
    yield _drawn("Win after riichi by the form of the wait", forms, lambda f: plots.ranking(f, of="riichi_wait_form"))
    calls = _enough(stats.call_outcomes(ds, where=where).query("statistic == 'win_rate'"))
    yield _drawn(
        "Win rate by the turn of the first call",
        calls,
        lambda f: plots.outcomes(f, "first_call_turn", statistic="win_rate"),
        note,
    )


RISKS: Final = ("musuji", "far", "kata", "omote", "naka", "honor")
"""Danger classes that are drawn by turn."""
AFTER_RIICHI: Final = ("riichi_win_rate", "riichi_deal_in_rate")


def _enough(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of enough cases for a curve."""
    return frame[(frame["n"] >= plots.MIN_CASES) & frame["value"].notna()]


def _danger(ds: Dataset, where: Where) -> Iterator[str]:
    if not ds.manifest.rows("discards"):
        yield paragraph(
            "An import with --decisions has the discards, which say how dangerous each tile is.", css="note"
        )
        return
    danger = stats.danger(ds, where=where)
    note = "Discards facing a riichi; the worst class against the riichi players; ronned by whomever."
    yield _drawn("Deal-in rate by class and tile", danger[danger["n"] >= plots.MIN_CASES], plots.danger, note)
    by_turn = stats.danger(ds, ("danger", "turn"), where)
    by_turn = by_turn[(by_turn["n"] >= plots.MIN_CASES) & by_turn["danger"].isin(RISKS)]
    by_turn = by_turn.sort_values("danger", key=lambda column: column.map(RISKS.index), kind="stable")
    yield _drawn("Deal-in rate by turn", by_turn, lambda f: plots.outcomes(f, "turn"))
    folding = stats.folding(ds, where=where)
    yield _drawn("Answers to a riichi", folding, lambda f: plots.distribution(f, "answer"))
    shanten = stats.deal_ins_by_shanten(ds, where=where)
    yield _drawn("Shanten at a deal-in", shanten, lambda f: plots.distribution(f, "shanten"))


def _last(ds: Dataset, where: Where) -> Iterator[str]:
    ends = stats.placement_by_start(ds, by="start_place", where={**where, "all_last": True})
    yield _drawn("Final place by the place before the last kyoku", ends, plots.final_places)


def _luck(ds: Dataset, where: Where) -> Iterator[str]:
    names = list(_regulars(ds, where, LUCK_LEAST)["player"])
    frame = stats.luck(ds, where={**where, "player": names}) if names else pd.DataFrame()
    note = "What happened, beside what was to be expected; to the right is good luck."
    yield _drawn("Luck of those with most games", frame, plots.luck, note)


def _of_player(ds: Dataset, name: str, where: Where) -> Iterator[Section]:
    """The sections of one player."""
    n = where["players"]
    own = {**where, "player": name}
    field = stats.against_others(ds, name, where=where)
    field = field[field["difference"].notna()]
    note = "Coloured where the interval leaves zero out; of sixteen figures one is expected to be by chance."
    yield Section(f"field{n}", f"Against the field, {n} players", [_drawn("Rates", field, plots.forest, note)])
    history = stats.history(ds, name, where=where)
    history = history[history["total_score"].notna()]
    places = stats.summary(ds, [*plots.PLACE_RATES, "average_place"], where=own, by="player")
    results = [
        _drawn("Results game by game", history, plots.points_curve),
        _drawn("Places", places[places["value"].notna()], plots.places),
    ]
    yield Section(f"results{n}", f"Results, {n} players", results)
    yield Section(f"overview{n}", f"Overview, {n} players", [_overview(ds, own)])
    drawn = _drawn("Luck", stats.luck(ds, where=own), plots.luck, "To the right is good luck.")
    yield Section(f"luck{n}", f"Luck, {n} players", [drawn])
