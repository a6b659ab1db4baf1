"""The level *score*: every win's yaku, dora, fu, limit and value, from the replay, against what the log claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.auditing.findings import Code, Finding
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay import Replay
from mjlog.rules.columns.score import HandColumns, ValueColumns, score_many
from mjlog.rules.points import LIMITS, base_points, limit_of, ron, tsumo
from mjlog.rules.readings import Circumstance, Form, MeldKind
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.value import table_of
from mjlog.rules.yaku import NUMBER, YAKU
from mjlog.tiles import to_mpsz

N_YAKU: Final = len(YAKU)
DORA_ROWS: Final = tuple(NUMBER[key] for key in ("dora", "ura_dora", "red_dora"))
DORA, KITA = NUMBER["dora"], NUMBER["kita"]
WINDS: Final = tuple(NUMBER[key] for key in ("seat_wind", "round_wind"))

FLIPS: Final[tuple[tuple[str, tuple[Any, ...]], ...]] = (
    ("kuitan", (True, False)),
    ("kiriage", (True, False)),
    ("double_wind_fu", (2, 4)),
    ("kazoe", ("yakuman", "sanbaiman", "multiples")),
    ("pinfu_tsumo", (True, False)),
    ("rinshan_tsumo_fu", (True, False)),
    ("open_pinfu_fu", (20, 30)),
    ("stacked_yakuman", (True, False)),
    ("double_yakuman", (frozenset(), frozenset({"suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushii"}))),
    ("tsumo_loss", ("loss", "halves", "share", "as_ron")),
    ("rinshan_with_haitei", (True, False)),
    ("chiitoitsu_50fu", (True, False)),
    ("reading_order", ("payment", "han")),
)
"""Options a different score is tried with, one at a time."""


class Claims(NamedTuple):
    """What the log says of the wins, `(n,)` or `(n, N_YAKU)`."""

    listed: Ints
    """`(n, N_YAKU)` int8: how often each yaku is listed."""
    han: Ints
    """`(n, N_YAKU)` int16: its han; ABSENT for a yakuman or if not listed."""
    wind_code: Ints
    """`(n, 2)` int16: the service's number of the seat and the round wind; ABSENT if not listed."""
    fu: Ints
    limit: Ints
    points: Ints


class Scores(NamedTuple):
    """What the rules say of the wins, in the terms of the claims."""

    values: ValueColumns
    listed: Ints
    han: Ints
    limit: Ints
    points: Ints


def hands_of(games: Games, played: Replay) -> tuple[HandColumns, Ints]:
    """The wins of a batch as input of scoring, and the rule set of each."""
    facts, wins = played.wins, games.wins
    kyoku = runs(games.win_start)
    rules = games.games.rules[runs(games.kyoku_start)[kyoku]]
    players = np.array([r.players for r in games.rule_sets] or [4], np.int8)[rules]
    kinds = np.array([*range(34), 4, 13, 22], np.int8)
    zeros = np.zeros(len(rules), np.int16)
    hands = HandColumns(
        keys=facts.keys,
        win=kinds[wins.tile],
        meld_codes=facts.meld_codes,
        meld_kinds=facts.meld_kinds,
        circumstances=facts.circumstances,
        seat_wind=(wins.winner - games.kyoku.dealer[kyoku]) % players,
        round_wind=games.kyoku.wind[kyoku],
        honba=games.kyoku.honba[kyoku],
        dora=facts.dora,
        ura=facts.ura,
        reds=facts.reds,
        kita=facts.kita,
        blues=zeros,
    )
    return hands, rules


def claims_of(games: Games) -> Claims:
    """The claims of all wins of a batch."""
    win = runs(games.yaku_start)
    n = len(games.wins.winner)
    listed = np.zeros((n, N_YAKU), np.int8)
    np.add.at(listed, (win, games.yaku.yaku), 1)
    han = np.full((n, N_YAKU), ABSENT, np.int16)
    han[win, games.yaku.yaku] = games.yaku.han
    wind_code = np.full((n, 2), ABSENT, np.int16)
    for place, row in enumerate(WINDS):
        of_wind = games.yaku.yaku == row
        wind_code[win[of_wind], place] = games.yaku.code[of_wind]
    # Pulled norths are dora: some services list them among these, some apart.
    apart = listed[:, KITA] > 0
    listed[apart, DORA] = 1
    han[apart, DORA] = np.maximum(han[apart, DORA], 0) + np.maximum(han[apart, KITA], 0)
    listed[:, KITA], han[:, KITA] = 0, ABSENT
    return Claims(listed, han, wind_code, games.wins.fu, games.wins.limit, games.wins.points)


def scores_of(hands: HandColumns, rule_sets: Sequence[RuleSet], rules: Ints) -> Scores:
    """The values of the wins, with what a log would list: a row, han and points for each."""
    values = score_many(hands, rule_sets, rules, with_fu_items=True)
    n = len(rules)
    bits = np.unpackbits(values.yaku.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    listed = bits[:, :N_YAKU].astype(np.int8)
    closed = ((hands.meld_codes == MeldKind.NONE) | (hands.meld_codes == MeldKind.ANKAN)).all(axis=1)
    dealer, by_tsumo = hands.seat_wind == 0, (hands.circumstances & Circumstance.TSUMO) != 0
    han = np.full((n, N_YAKU), ABSENT, np.int16)
    limit = values.limit.astype(np.int16)
    points = np.zeros(n, np.int64)
    ordinary = values.valid & (values.half_yakuman == 0)
    for number, one in enumerate(rule_sets):
        rows = np.flatnonzero(rules == number)
        if not len(rows):
            continue
        open_han, closed_han = _han_of(one)
        if renhou := table_of(one).renhou:  # where it stands for the hand, dora count for nothing
            ordinary[rows] &= listed[rows, renhou.number] == 0
        han[rows] = np.where(closed[rows, None], closed_han, open_han)
        each, dealers = tsumo(one, values.base[rows], dealer[rows])
        total = each * (one.players - 2) + np.where(dealer[rows], each, dealers)
        points[rows] = np.where(by_tsumo[rows], total, ron(values.base[rows], dealer[rows]))
        if one.kiriage:
            plain = base_points(
                replace(one, kiriage=False), values.han[rows].astype(np.int64), values.fu[rows].astype(np.int64)
            )
            limit[rows] = np.where(values.half_yakuman[rows] > 0, limit[rows], limit_of(plain))
    for row, count in zip(DORA_ROWS, (hands.dora + hands.kita, hands.ura, hands.reds), strict=True):
        listed[:, row] = ordinary & (count > 0)
        han[:, row] = count
    han = np.where(listed > 0, han, np.int16(ABSENT))
    return Scores(values, listed, han, limit, points)


def _han_of(rules: RuleSet) -> tuple[Ints, Ints]:
    """Han of each yaku in an open and a closed hand; ABSENT for yakuman and what does not exist."""
    table = table_of(rules)
    open_han, closed_han = np.full((2, N_YAKU), ABSENT, np.int16)
    for entry in (*table.entries, *((table.renhou,) if table.renhou else ())):
        if not entry.halves:
            open_han[entry.number], closed_han[entry.number] = entry.open_han, entry.open_han + entry.closed_more
    return open_han, closed_han


def differences(claims: Claims, scores: Scores, winds: Ints) -> dict[Code, Any]:
    """For each code the wins it holds for, `(n,)` bool; `winds` are the winds' expected numbers, `(n, 2)`.

    What a format does not tell is not compared: fu, limit and points that are ABSENT, and the yaku of a win that lists
    none and tells no fu.
    """
    claimed_dora = np.maximum(claims.han[:, DORA_ROWS], 0)
    expected_dora = np.maximum(scores.han[:, DORA_ROWS], 0)
    valid = scores.values.valid
    tells_yaku = valid & (claims.listed.any(axis=1) | (claims.fu != ABSENT))
    unlike = (claims.listed != scores.listed) | (claims.han != scores.han)
    unlike[:, DORA_ROWS] = False
    yaku = unlike.any(axis=1)
    yaku |= ((claims.wind_code != ABSENT) & (winds != ABSENT) & (claims.wind_code != winds)).any(axis=1)
    # A kokushi has no fu in Tenhou's logs, and those of a yakuman decide nothing.
    fu_stated = (claims.fu != ABSENT) & ~((scores.values.form == Form.ORPHANS) & (claims.fu == 0))
    return {
        Code.NOT_A_WIN: scores.values.form == 0,
        Code.NO_YAKU: ~valid & (scores.values.form != 0),
        Code.YAKU: yaku & tells_yaku,
        Code.DORA: (claimed_dora[:, 0] != expected_dora[:, 0]) & tells_yaku,
        Code.URA_DORA: (claimed_dora[:, 1] != expected_dora[:, 1]) & tells_yaku,
        Code.RED_DORA: (claimed_dora[:, 2] != expected_dora[:, 2]) & tells_yaku,
        Code.FU: fu_stated & (claims.fu != scores.values.fu) & valid,
        Code.LIMIT: (claims.limit != ABSENT) & (claims.limit != scores.limit) & valid,
        Code.VALUE: (claims.points != ABSENT) & (claims.points != scores.points) & valid,
    }


def check(games: Games, played: Replay, hands: HandColumns, rules: Ints, scores: Scores) -> list[Finding]:
    """Compare the claims of all wins of a batch with the computed scores."""
    claims = claims_of(games)
    winds = _wind_codes(games, hands)
    wrong = differences(claims, scores, winds)
    scored_otherwise = np.flatnonzero(np.logical_or.reduce(list(wrong.values())))
    options = _explanations(scored_otherwise, hands, claims, winds, games.rule_sets, rules)
    # No option of the score tells why other indicators are named than were turned.
    explained = dict.fromkeys(wrong, options)
    wrong |= _indicators(games, played)
    return [
        _finding(games, played, int(row), code, claims, scores, explained.get(code, {}).get(int(row)))
        for row in np.flatnonzero(np.logical_or.reduce(list(wrong.values())))
        for code, of_code in wrong.items()
        if of_code[row]
    ]


def _wind_codes(games: Games, hands: HandColumns) -> Ints:
    """The service's numbers the winds should have; ABSENT where it has one number for all."""
    tenhou = (games.games.platform == "tenhou")[runs(games.kyoku_start)[runs(games.win_start)]]
    codes = [
        np.array(YAKU[row].tenhou)[wind] for row, wind in zip(WINDS, (hands.seat_wind, hands.round_wind), strict=True)
    ]
    return np.where(tenhou[:, None], np.stack(codes, axis=1), ABSENT)


def _indicators(games: Games, played: Replay) -> dict[Code, Any]:
    """Wins that name other indicators than were turned, or not as many ura indicators."""
    claimed, turned = games.wins.dora_indicators, played.wins.indicators
    stated = (claimed != ABSENT).any(axis=1)
    riichi = (played.wins.circumstances & (Circumstance.RIICHI | Circumstance.DOUBLE_RIICHI)) != 0
    rules = games.games.rules[runs(games.kyoku_start)[runs(games.win_start)]]
    has_ura = np.array([r.ura_dora for r in games.rule_sets] or [True])[rules]
    n_turned = (turned != ABSENT).sum(axis=1)
    n_ura = np.where(riichi & has_ura, n_turned, 0)
    wrong_ura = (games.wins.ura_indicators != ABSENT).sum(axis=1) != n_ura
    return {Code.WIN_INDICATORS: stated & ((claimed != turned).any(axis=1) | wrong_ura)}


def _explanations(
    rows: Ints, hands: HandColumns, claims: Claims, winds: Ints, rule_sets: Sequence[RuleSet], rules: Ints
) -> dict[int, str]:
    """For wins that differ the option, `field=value`, under which alone they would not."""
    found: dict[int, str] = {}
    for field, values in FLIPS:
        for value in values:
            left = np.array([row for row in rows if int(row) not in found], np.int64)
            if not len(left):
                return found
            flipped = [replace(r, **{field: value}) if _fits(r, field, value) else r for r in rule_sets]
            changed = np.array([new is not old for new, old in zip(flipped, rule_sets, strict=True)])
            left = left[changed[rules[left]]]
            if len(left):
                some = HandColumns._make(column[left] for column in hands)
                wrong = differences(
                    Claims._make(column[left] for column in claims), scores_of(some, flipped, rules[left]), winds[left]
                )
                fits = ~np.logical_or.reduce(list(wrong.values()))
                found |= dict.fromkeys(left[fits].tolist(), f"{field}={_shown(value)}")
    return found


def _fits(rules: RuleSet, field: str, value: Any) -> bool:
    """Whether the rule set can have another value there."""
    return bool(getattr(rules, field) != value) and not (field == "tsumo_loss" and rules.players == 4)


def _shown(value: Any) -> str:
    return (
        "{" + ", ".join(sorted(value)) + "}"
        if isinstance(value, frozenset)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )


def _finding(
    games: Games, played: Replay, row: int, code: Code, claims: Claims, scores: Scores, option: str | None
) -> Finding:
    kyoku = int(np.searchsorted(games.win_start, row, side="right")) - 1
    game = int(np.searchsorted(games.kyoku_start, kyoku, side="right")) - 1
    expected, found = _sides(games, played, row, code, claims, scores)
    sides = {"expected": expected, "found": found}
    if code is Code.VALUE:
        sides = {side: f"{int(points):,}" for side, points in sides.items()}
    seat = int(games.wins.winner[row])
    return Finding(
        level="score",
        code=code,
        game=game,
        kyoku=kyoku - int(games.kyoku_start[game]),
        seat=seat,
        win=row - int(games.win_start[kyoku]),
        expected=expected,
        found=found,
        message=f"The win of seat {seat}: {_SENTENCES[code].format_map(sides)}",
        option=option,
    )


_SENTENCES: Final = {
    Code.NOT_A_WIN: "the tiles shown ({found}) are no winning hand.",
    Code.NO_YAKU: "the hand has no yaku, or too few han; the log lists {found}.",
    Code.YAKU: "the yaku should be {expected}, the log lists {found}.",
    Code.DORA: "it holds {expected} dora, the log counts {found}.",
    Code.URA_DORA: "it holds {expected} ura dora, the log counts {found}.",
    Code.RED_DORA: "it holds {expected} red tiles, the log counts {found}.",
    Code.FU: "it is worth {expected} fu, the log says {found}.",
    Code.LIMIT: "its limit is {expected}, the log says {found}.",
    Code.VALUE: "it is worth {expected} points, the log says {found}.",
    Code.WIN_INDICATORS: "the indicators turned are {expected}, the win names {found}.",
}


def _sides(games: Games, played: Replay, row: int, code: Code, claims: Claims, scores: Scores) -> tuple[str, str]:
    """Both sides of a difference in words."""
    values = scores.values
    if code in (Code.NOT_A_WIN, Code.NO_YAKU):
        hand = to_mpsz(tile for tile in games.wins.hand[row].tolist() if tile != ABSENT)
        return "a winning hand with a yaku", hand if code is Code.NOT_A_WIN else _list(
            claims.listed[row], claims.han[row]
        )
    if code is Code.YAKU:
        return _list(scores.listed[row], scores.han[row]), _list(
            claims.listed[row], claims.han[row], claims.wind_code[row]
        )
    if code in _DORA_CODES:
        dora = DORA_ROWS[_DORA_CODES.index(code)]
        return str(max(int(scores.han[row, dora]), 0)), str(max(int(claims.han[row, dora]), 0))
    if code is Code.FU:
        return str(values.fu[row]), str(claims.fu[row])
    if code is Code.LIMIT:
        return str(LIMITS[scores.limit[row]] or "none"), str(LIMITS[claims.limit[row]] or "none")
    if code is Code.VALUE:
        return str(scores.points[row]), str(claims.points[row])
    turned, wins = played.wins.indicators[row], games.wins
    return _tiles(turned), f"{_tiles(wins.dora_indicators[row])} and {(wins.ura_indicators[row] != ABSENT).sum()} ura"


_DORA_CODES: Final = (Code.DORA, Code.URA_DORA, Code.RED_DORA)


def _tiles(tiles: Iterable[int]) -> str:
    return to_mpsz(int(tile) for tile in tiles if tile != ABSENT)


def _list(listed: Ints, han: Ints, wind_codes: Ints | None = None) -> str:
    return ", ".join(_words(listed, han, wind_codes)) or "nothing"


def _words(listed: Ints, han: Ints, wind_codes: Ints | None) -> Iterator[str]:
    for row in np.flatnonzero(listed):
        if int(row) in DORA_ROWS:
            continue
        wind = f" (code {wind_codes[WINDS.index(int(row))]})" if wind_codes is not None and int(row) in WINDS else ""
        times = f" × {listed[row]}" if listed[row] > 1 else ""
        yield f"{YAKU[row].key} {han[row] if han[row] != ABSENT else 'yakuman'}{wind}{times}"
