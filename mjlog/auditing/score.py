"""The level *score*: yaku, dora, fu, limit and value of every win in the log, against those of the replayed hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from mjlog.auditing.alternatives import shown
from mjlog.auditing.findings import Code, Finding
from mjlog.formats import platforms
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay import Replay
from mjlog.replay.played import Played
from mjlog.replay.scores import DORA_ROWS, WINDS, RecordedScores, Scores, recorded_scores, scores_of
from mjlog.rules.columns.score import HandColumns
from mjlog.rules.points import LIMITS
from mjlog.rules.readings import Circumstance, Form
from mjlog.rules.ruleset import RuleSet, alternatives
from mjlog.rules.yaku import YAKU
from mjlog.tiles import to_mpsz


def differences(recorded: RecordedScores, scores: Scores, winds: Ints) -> dict[Code, Any]:
    """For each code the wins it holds for, `(n,)` bool; `winds` are the winds' expected numbers, `(n, 2)`.

    What a format does not tell is not compared: fu, limit and points that are ABSENT, and the yaku of a win that lists
    none and tells no fu.
    """
    claimed_dora = np.maximum(recorded.han[:, DORA_ROWS], 0)
    expected_dora = np.maximum(scores.han[:, DORA_ROWS], 0)
    valid = scores.values.valid
    tells_yaku = valid & (recorded.listed.any(axis=1) | (recorded.fu != ABSENT))
    unlike = (recorded.listed != scores.listed) | (recorded.han != scores.han)
    unlike[:, DORA_ROWS] = False
    yaku = unlike.any(axis=1)
    yaku |= ((recorded.wind_code != ABSENT) & (winds != ABSENT) & (recorded.wind_code != winds)).any(axis=1)
    # A kokushi has no fu in Tenhou's logs, and those of a yakuman decide nothing.
    fu_stated = (recorded.fu != ABSENT) & ~((scores.values.form == Form.ORPHANS) & (recorded.fu == 0))
    return {
        Code.NOT_A_WIN: scores.values.form == 0,
        Code.NO_YAKU: ~valid & (scores.values.form != 0),
        Code.YAKU: yaku & tells_yaku,
        Code.DORA: (claimed_dora[:, 0] != expected_dora[:, 0]) & tells_yaku,
        Code.URA_DORA: (claimed_dora[:, 1] != expected_dora[:, 1]) & tells_yaku,
        Code.RED_DORA: (claimed_dora[:, 2] != expected_dora[:, 2]) & tells_yaku,
        Code.FU: fu_stated & (recorded.fu != scores.values.fu) & valid,
        Code.LIMIT: (recorded.limit != ABSENT) & (recorded.limit != scores.limit) & valid,
        Code.VALUE: (recorded.points != ABSENT) & (recorded.points != scores.points) & valid,
    }


def check(played: Played) -> list[Finding]:
    """The differences between the recorded scores of all wins and the scores by the rules."""
    games, replay, (hands, rules), scores = played.games, played.replay, played.hands, played.scores
    recorded = recorded_scores(games)
    winds = _wind_codes(games, hands)
    wrong = differences(recorded, scores, winds)
    scored_otherwise = np.flatnonzero(np.logical_or.reduce(list(wrong.values())))
    options = _explanations(scored_otherwise, hands, recorded, winds, games.rule_sets, rules)
    # No option of the score tells why other indicators are named than were turned.
    explained = dict.fromkeys(wrong, options)
    wrong |= _indicators(games, replay)
    return [
        _finding(games, replay, int(row), code, recorded, scores, explained.get(code, {}).get(int(row)))
        for row in np.flatnonzero(np.logical_or.reduce(list(wrong.values())))
        for code, of_code in wrong.items()
        if of_code[row]
    ]


def _wind_codes(games: Games, hands: HandColumns) -> Ints:
    """The service's numbers the winds should have; ABSENT where it has one number for all."""
    expected = np.full((len(hands.seat_wind), 2), ABSENT, np.int64)
    platform_of_win = games.games.platform[runs(games.kyoku_start)[runs(games.win_start)]]
    for platform in platforms().values():
        own = platform_of_win == platform.name
        for place, (row, wind) in enumerate(zip(WINDS, (hands.seat_wind, hands.round_wind), strict=True)):
            codes = platform.yaku_codes.get(YAKU[row].key, ())
            if len(codes) > 1:
                expected[own, place] = np.array(codes)[wind[own]]
    return expected


def _indicators(games: Games, replay: Replay) -> dict[Code, Any]:
    """Wins that name other indicators than were turned, or not as many ura indicators."""
    claimed, turned = games.wins.dora_indicators, replay.wins.indicators
    stated = (claimed != ABSENT).any(axis=1)
    riichi = (replay.wins.circumstances & (Circumstance.RIICHI | Circumstance.DOUBLE_RIICHI)) != 0
    rules = games.games.rules[runs(games.kyoku_start)[runs(games.win_start)]]
    has_ura = np.array([r.ura_dora for r in games.rule_sets] or [True])[rules]
    n_turned = (turned != ABSENT).sum(axis=1)
    n_ura = np.where(riichi & has_ura, n_turned, 0)
    wrong_ura = (games.wins.ura_indicators != ABSENT).sum(axis=1) != n_ura
    return {Code.WIN_INDICATORS: stated & ((claimed != turned).any(axis=1) | wrong_ura)}


def _explanations(
    rows: Ints, hands: HandColumns, recorded: RecordedScores, winds: Ints, rule_sets: Sequence[RuleSet], rules: Ints
) -> dict[int, str]:
    """For wins that differ the option, `field=value`, under which alone they would not."""
    found: dict[int, str] = {}
    for field, values in alternatives("value"):
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
                    RecordedScores._make(column[left] for column in recorded),
                    scores_of(some, flipped, rules[left]),
                    winds[left],
                )
                fits = ~np.logical_or.reduce(list(wrong.values()))
                found |= dict.fromkeys(left[fits].tolist(), shown(field, value))
    return found


def _fits(rules: RuleSet, field: str, value: Any) -> bool:
    """Whether the rule set can have another value there."""
    return bool(getattr(rules, field) != value) and not (field == "tsumo_loss" and rules.players == 4)


def _finding(
    games: Games, replay: Replay, row: int, code: Code, recorded: RecordedScores, scores: Scores, option: str | None
) -> Finding:
    kyoku = int(np.searchsorted(games.win_start, row, side="right")) - 1
    game = int(np.searchsorted(games.kyoku_start, kyoku, side="right")) - 1
    expected, found = _sides(games, replay, row, code, recorded, scores)
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


def _sides(
    games: Games, replay: Replay, row: int, code: Code, recorded: RecordedScores, scores: Scores
) -> tuple[str, str]:
    """Both sides of a difference in words."""
    values = scores.values
    if code in (Code.NOT_A_WIN, Code.NO_YAKU):
        hand = to_mpsz(tile for tile in games.wins.hand[row].tolist() if tile != ABSENT)
        return "a winning hand with a yaku", hand if code is Code.NOT_A_WIN else _list(
            recorded.listed[row], recorded.han[row]
        )
    if code is Code.YAKU:
        return _list(scores.listed[row], scores.han[row]), _list(
            recorded.listed[row], recorded.han[row], recorded.wind_code[row]
        )
    if code in _DORA_CODES:
        dora = DORA_ROWS[_DORA_CODES.index(code)]
        return str(max(int(scores.han[row, dora]), 0)), str(max(int(recorded.han[row, dora]), 0))
    if code is Code.FU:
        return str(values.fu[row]), str(recorded.fu[row])
    if code is Code.LIMIT:
        return str(LIMITS[scores.limit[row]] or "none"), str(LIMITS[recorded.limit[row]] or "none")
    if code is Code.VALUE:
        return str(scores.points[row]), str(recorded.points[row])
    turned, wins = replay.wins.indicators[row], games.wins
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
