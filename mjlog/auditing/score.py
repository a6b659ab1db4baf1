"""The level *score*: yaku, dora, fu, limit and value of every win in the log, against those of the replayed hand."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mjlog.auditing.alternatives import shown, variants
from mjlog.auditing.comparison import place_of
from mjlog.auditing.findings import Code, Finding
from mjlog.formats import platforms
from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, YAKUMAN_HAN, Ints
from mjlog.replay.played import Played
from mjlog.replay.scores import DORA_ROWS, WINDS, RecordedScores, Scores, recorded_scores, scores_of
from mjlog.rules.columns.atozuke import refused
from mjlog.rules.points import LIMITS
from mjlog.rules.readings import Circumstance, Form
from mjlog.rules.rule_options import alternatives
from mjlog.rules.yaku import YAKU
from mjlog.tiles import to_mpsz

SENTENCES: Final = {
    Code.NOT_A_WIN: "the tiles shown ({found}) are not a winning hand.",
    Code.NO_YAKU: "the hand has no yaku, or too few han; the log lists {found}.",
    Code.ATOZUKE: "the rule {expected} refuses it; the log lists {found}.",
    Code.YAKU: "the yaku are {expected}, but the log lists {found}.",
    Code.DORA: "it has {expected} dora, but the log counts {found}.",
    Code.URA_DORA: "it has {expected} ura dora, but the log counts {found}.",
    Code.RED_DORA: "it has {expected} red dora, but the log counts {found}.",
    Code.HAN: "it has {expected} han, but the log says {found}.",
    Code.FU: "it has {expected} fu, but the log says {found}.",
    Code.LIMIT: "its limit is {expected}, but the log says {found}.",
    Code.VALUE: "it is worth {expected} points, but the log says {found}.",
    Code.WIN_INDICATORS: "the dora indicators are {expected}, but the win lists {found}.",
}
_DORA_CODES: Final = (Code.DORA, Code.URA_DORA, Code.RED_DORA)
"""In the order of `DORA_ROWS`."""


def differences(recorded: RecordedScores, scores: Scores, winds: Ints) -> dict[Code, Any]:
    """The wins that differ, `(n,)` bool for each code; `winds` `(n, 2)` are the expected numbers of the wind yaku.

    Not compared are han, fu, limit and points that the log does not record, the yaku of a win without a list of them,
    and a hand that is not wholly recorded. Where indicators are not known, only yaku, fu and the other dora are.
    """
    recorded_dora = np.maximum(recorded.han[:, DORA_ROWS], 0) * np.maximum(recorded.listed[:, DORA_ROWS], 1)
    expected_dora = np.maximum(scores.han[:, DORA_ROWS], 0)
    valid = scores.values.valid & recorded.knows_hand
    invalid = ~scores.values.valid & recorded.knows_hand
    lists_yaku, known = valid & recorded.lists_yaku, valid & recorded.lists_ura & recorded.knows_dora
    han = stated_han(scores)
    unequal = (recorded.listed != scores.listed) | (recorded.han != scores.han)
    unequal[:, DORA_ROWS] = False
    yaku = unequal.any(axis=1)
    yaku |= ((recorded.wind_code != ABSENT) & (winds != ABSENT) & (recorded.wind_code != winds)).any(axis=1)
    # Tenhou's logs record 0 fu for a kokushi; the fu of a yakuman do not matter.
    has_fu = (recorded.fu != ABSENT) & ~((scores.values.form == Form.ORPHANS) & (recorded.fu == 0))
    # A mangan by kiriage is a limit in some logs and none in others.
    by_kiriage = recorded.limit == scores.values.limit
    return {
        Code.NOT_A_WIN: invalid & (scores.values.form == 0),
        Code.NO_YAKU: invalid & (scores.values.form != 0),
        Code.YAKU: yaku & lists_yaku,
        Code.DORA: (recorded_dora[:, 0] != expected_dora[:, 0]) & lists_yaku & recorded.knows_dora,
        Code.URA_DORA: (recorded_dora[:, 1] != expected_dora[:, 1]) & lists_yaku & known,
        Code.RED_DORA: (recorded_dora[:, 2] != expected_dora[:, 2]) & lists_yaku,
        Code.HAN: (recorded.stated_han != ABSENT) & (recorded.stated_han != han) & known,
        Code.FU: has_fu & (recorded.fu != scores.values.fu) & valid,
        Code.LIMIT: (recorded.limit != ABSENT) & (recorded.limit != scores.limit) & ~by_kiriage & known,
        Code.VALUE: (recorded.points != ABSENT) & (recorded.points != scores.points) & known,
    }


def stated_han(scores: Scores) -> Ints:
    """The han by the rules, `(n,)`, as a log states them apart from the yaku (`wins.han`)."""
    return np.where(scores.values.half_yakuman > 0, YAKUMAN_HAN, scores.values.han)


def any_difference(wrong: dict[Code, Any]) -> Any:
    """`(n,)` bool: the wins that differ in any code."""
    return np.logical_or.reduce(list(wrong.values()))


def check(played: Played) -> list[Finding]:
    """The differences between the recorded scores of all wins and the scores by the rules."""
    recorded = recorded_scores(played.games)
    winds = _wind_codes(played)
    wrong = differences(recorded, played.scores, winds)
    hands, rules = played.hands
    wrong[Code.ATOZUKE] = refused(hands, played.replay.wins.waits, played.games.rule_sets, rules)
    wrong[Code.ATOZUKE] &= played.scores.values.valid & recorded.knows_hand
    options = _options(played, recorded, winds, np.flatnonzero(any_difference(wrong)))
    scored = frozenset(wrong)  # an option of the score cannot explain wrong indicators
    wrong[Code.WIN_INDICATORS] = _wrong_indicators(played)
    return [
        _finding(played, recorded, row, code, options.get(row) if code in scored else None)
        for row in np.flatnonzero(any_difference(wrong)).tolist()
        for code, of_code in wrong.items()
        if of_code[row]
    ]


def _wind_codes(played: Played) -> Ints:
    """`(n, 2)`: the expected numbers of the wind yaku; ABSENT where a platform has one number for all winds."""
    games, (hands, _) = played.games, played.hands
    expected = np.full((len(hands.seat_wind), 2), ABSENT, np.int64)
    platform_of_win = games.games.platform[runs(games.kyoku_start)[runs(games.win_start)]]
    for platform in platforms().values():
        rows = platform_of_win == platform.name
        for place, (row, wind) in enumerate(zip(WINDS, (hands.seat_wind, hands.round_wind), strict=True)):
            codes = platform.yaku_codes.get(YAKU[row].key, ())
            if len(codes) > 1:
                expected[rows, place] = np.array(codes)[wind[rows]]
    return expected


def _wrong_indicators(played: Played) -> Any:
    """`(n,)` bool: wins that list other dora indicators than were turned, or the wrong number of ura indicators."""
    wins, turned = played.games.wins, played.replay.wins.indicators
    _, rules = played.hands
    riichi = (played.replay.wins.circumstances & (Circumstance.RIICHI | Circumstance.DOUBLE_RIICHI)) != 0
    most = np.array([(r.ura_dora and 1) + (r.kan_ura_dora and 4) for r in played.games.rule_sets] or [5])[rules]
    n_ura = np.where(riichi, np.minimum((turned != ABSENT).sum(axis=1), most), 0)
    wrong_dora = (wins.dora_indicators != turned).any(axis=1)
    wrong_ura = wins.lists_ura & ((wins.ura_indicators != ABSENT).sum(axis=1) != n_ura)
    return (wrong_dora | wrong_ura) & played.known.dora


def _options(played: Played, recorded: RecordedScores, winds: Ints, rows: Ints) -> dict[int, str]:
    """For wins that differ: the option, as `field=value`, that alone removes all differences."""
    hands, rules = played.hands
    found: dict[int, str] = {}
    for number in np.unique(rules[rows]).tolist():
        left = rows[rules[rows] == number]
        for name, changed in variants(played.games.rule_sets[number], alternatives("value")):
            if not len(left):
                break
            scores = scores_of(_rows(hands, left), (changed,), np.zeros(len(left), np.int16))
            wrong = any_difference(differences(_rows(recorded, left), scores, winds[left]))
            wrong |= refused(
                _rows(hands, left), played.replay.wins.waits[left], (changed,), np.zeros(len(left), np.int16)
            )
            found |= dict.fromkeys(left[~wrong].tolist(), name)
            left = left[wrong]
    return found


def _rows(columns: Any, rows: Ints) -> Any:
    return type(columns)._make(column[rows] for column in columns)


def _finding(played: Played, recorded: RecordedScores, row: int, code: Code, option: str | None) -> Finding:
    games = played.games
    kyoku = int(np.searchsorted(games.win_start, row, side="right")) - 1
    game, place = place_of(games, kyoku)
    expected, found = _both(played, recorded, row, code)
    seat = int(games.wins.winner[row])
    return Finding(
        level="score",
        code=code,
        game=game,
        kyoku=place,
        seat=seat,
        win=row - int(games.win_start[kyoku]),
        expected=expected,
        found=found,
        message=f"The win of seat {seat}: {SENTENCES[code].format(expected=expected, found=found)}",
        option=option,
    )


def _both(played: Played, recorded: RecordedScores, row: int, code: Code) -> tuple[str, str]:
    """The expected and the recorded value of a win, in words."""
    wins, scores = played.games.wins, played.scores
    if code is Code.NOT_A_WIN:
        return "a winning hand with a yaku", _tiles(wins.hand[row])
    if code is Code.NO_YAKU:
        listed = _list(recorded.listed[row], recorded.han[row])
        return "a winning hand with a yaku", listed if recorded.lists_yaku[row] else "a win"
    if code is Code.YAKU:
        by_log = _list(recorded.listed[row], recorded.han[row], recorded.wind_code[row])
        return _list(scores.listed[row], scores.han[row]), by_log
    if code is Code.HAN:
        return _han(int(stated_han(scores)[row])), _han(int(recorded.stated_han[row]))
    if code is Code.ATOZUKE:
        rules = played.games.rule_sets[played.hands[1][row]]
        return shown("atozuke", rules.atozuke), _list(recorded.listed[row], recorded.han[row])
    if code is Code.FU:
        return str(scores.values.fu[row]), str(recorded.fu[row])
    if code is Code.LIMIT:
        return str(LIMITS[scores.limit[row]] or "none"), str(LIMITS[recorded.limit[row]] or "none")
    if code is Code.VALUE:
        return f"{scores.points[row]:,}", f"{recorded.points[row]:,}"
    if code is Code.WIN_INDICATORS:
        listed, n_ura = _tiles(wins.dora_indicators[row]) or "none", (wins.ura_indicators[row] != ABSENT).sum()
        return _tiles(played.replay.wins.indicators[row]), f"{listed} and {n_ura} ura"
    dora = DORA_ROWS[_DORA_CODES.index(code)]
    return str(max(int(scores.han[row, dora]), 0)), str(max(int(recorded.han[row, dora]), 0))


def _han(han: int) -> str:
    return "yakuman" if han == YAKUMAN_HAN else str(han)


def _tiles(tiles: Ints) -> str:
    return to_mpsz(tiles[tiles != ABSENT].tolist())


def _list(listed: Ints, han: Ints, wind_codes: Ints | None = None) -> str:
    """The yaku of a win with their han, without dora."""
    texts = []
    for row in np.flatnonzero(listed).tolist():
        if row in DORA_ROWS:
            continue
        code = wind_codes[WINDS.index(row)] if wind_codes is not None and row in WINDS else ABSENT
        wind = f" (code {code})" if code != ABSENT else ""
        times = f" × {listed[row]}" if listed[row] > 1 else ""
        texts.append(f"{YAKU[row].key} {han[row] if han[row] != ABSENT else 'yakuman'}{wind}{times}")
    return ", ".join(texts) or "nothing"
