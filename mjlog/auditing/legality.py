"""The level *legality*: every move and result against the rules, from the breaches that the replay has found."""

# ruff: noqa: E501  # each breach is one line of the table

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from mjlog.auditing.alternatives import shown
from mjlog.auditing.comparison import place_of
from mjlog.auditing.findings import Code, Finding
from mjlog.display.state import state_before
from mjlog.errors import LogError
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Bools, EventKind, Ints, Result
from mjlog.kyoku.legality import win_breaches
from mjlog.kyoku.state import KyokuState
from mjlog.replay import Breach, Replay
from mjlog.replay.course import chombo_seats, of_rules
from mjlog.rules.option import options_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import score_hand
from mjlog.tiles import name_of


class Words(NamedTuple):
    """The code and texts of a breach; the texts may use `seat`, `expected` and `found`."""

    code: Code
    message: str
    expected: str
    found: str
    kind: str = "number"
    """The meaning of the two numbers of the breach: `tile`, `seat`, `call`, `result`, `furiten` (bits) or `number`."""


_WORDS: Final[dict[Breach, Words]] = {
    Breach.TILE_TWICE: Words(Code.TILE_TWICE, "seat {seat} gets {found}, which is already in play.", "a tile not yet in play", "{found}", "tile"),
    Breach.NOT_IN_PLAY: Words(Code.TILE_TWICE, "{found} is not a tile of the three-player game.", "1m, 9m, pin, sou or an honor", "{found}", "tile"),
    Breach.NOT_HELD: Words(Code.TILE_NOT_HELD, "seat {seat} uses {found}, which its hand does not have.", "a tile in the hand", "{found}", "tile"),
    Breach.DRAW_OUT_OF_TURN: Words(Code.OUT_OF_TURN, "seat {seat} draws out of turn.", "a draw by seat {expected}", "a draw by seat {found}", "seat"),
    Breach.DISCARD_OUT_OF_TURN: Words(Code.OUT_OF_TURN, "seat {seat} discards out of turn.", "a discard by seat {expected}", "a discard by seat {found}", "seat"),
    Breach.WALL_EMPTY: Words(Code.WALL_COUNT, "seat {seat} draws, but no live tile is left.", "an exhaustive draw", "a draw"),
    Breach.STICK_MISSING: Words(Code.RIICHI_STICK, "the riichi of seat {expected} is never accepted, but nobody won on its tile.", "the stick of seat {expected}", "no stick", "seat"),
    Breach.STICK_WITHOUT_RIICHI: Words(Code.RIICHI_STICK, "seat {seat} deposits a stick without declaring riichi right before.", "no stick", "a stick", "seat"),
    Breach.CALL_OUT_OF_TURN: Words(Code.CALL_IMPOSSIBLE, "seat {seat} calls {found} when it is not possible.", "no {found}", "{found}", "call"),
    Breach.CALL_WRONG_TILE: Words(Code.CALL_IMPOSSIBLE, "seat {seat} calls {found}, but {expected} was discarded.", "{expected}", "{found}", "tile"),
    Breach.CALL_WRONG_SEAT: Words(Code.CALL_IMPOSSIBLE, "the call names seat {found}, but seat {expected} discarded.", "seat {expected}", "seat {found}", "seat"),
    Breach.CALL_NO_SET: Words(Code.CALL_IMPOSSIBLE, "the tiles of seat {seat} do not make a {found}.", "tiles of a {found}", "other tiles", "call"),
    Breach.CALL_IN_RIICHI: Words(Code.CALL_IMPOSSIBLE, "seat {seat} calls {found} in riichi.", "no {found}", "{found}", "call"),
    Breach.CALL_LAST_TILE: Words(Code.CALL_IMPOSSIBLE, "seat {seat} calls {found} on the last tile.", "no {found}", "{found}", "call"),
    Breach.CHI_NOT_FROM_LEFT: Words(Code.CALL_IMPOSSIBLE, "seat {seat} calls chi from seat {found}, not from the left.", "a discard of seat {expected}", "a discard of seat {found}", "seat"),
    Breach.CHI_THREE_PLAYERS: Words(Code.CALL_IMPOSSIBLE, "seat {seat} calls chi in a three-player game.", "no chi", "chi"),
    Breach.TOO_MANY_KANS: Words(Code.KAN_CONDITION, "seat {seat} makes a fifth kan.", "at most four kans", "a fifth kan"),
    Breach.KAN_AFTER_CALL: Words(Code.KAN_CONDITION, "seat {seat} calls {found} right after a chi or pon.", "a discard", "{found}", "call"),
    Breach.KAKAN_WITHOUT_PON: Words(Code.KAN_CONDITION, "seat {seat} adds {found} without a pon of it.", "a pon of {found}", "no pon", "tile"),
    Breach.KAN_CHANGES_RIICHI: Words(Code.RIICHI_HAND, "seat {seat} in riichi calls a kan of {found} that the rules forbid.", "a kan of the drawn tile that keeps the waits", "{found}", "tile"),
    Breach.KAN_CHANGES_READING: Words(Code.RIICHI_HAND, "seat {seat} in riichi calls a kan of {found}, which can also be part of a run.", "a kan of a triplet in every reading", "{found}", "tile"),
    Breach.ANKAN_NOT_DRAWN: Words(Code.RIICHI_HAND, "seat {seat} in riichi calls a kan of {found}, not of the drawn tile.", "the drawn tile", "{found}", "tile"),
    Breach.KITA_NOT_DRAWN: Words(Code.RIICHI_HAND, "seat {seat} in riichi sets aside a north that it did not draw.", "the drawn tile", "{found}", "tile"),
    Breach.KUIKAE: Words(Code.KUIKAE, "seat {seat} discards {found} right after calling for it (kuikae).", "another tile", "{found}", "tile"),
    Breach.RIICHI_OPEN: Words(Code.RIICHI_CONDITION, "seat {seat} declares riichi with an open hand.", "a closed hand", "an open hand"),
    Breach.RIICHI_TWICE: Words(Code.RIICHI_CONDITION, "seat {seat} declares riichi a second time.", "one declaration", "two declarations"),
    Breach.RIICHI_OUT_OF_TURN: Words(Code.RIICHI_CONDITION, "seat {seat} declares riichi out of turn.", "seat {expected}", "seat {found}", "seat"),
    Breach.RIICHI_POINTS: Words(Code.RIICHI_CONDITION, "seat {seat} declares riichi with {found} points.", "at least {expected} points", "{found}"),
    Breach.RIICHI_WALL: Words(Code.RIICHI_CONDITION, "seat {seat} declares riichi with {found} live tiles left.", "at least {expected}", "{found}"),
    Breach.RIICHI_NOTEN: Words(Code.RIICHI_CONDITION, "seat {seat} declares riichi but is not tenpai.", "tenpai", "noten"),
    Breach.RIICHI_FURITEN: Words(Code.RIICHI_CONDITION, "seat {seat} declares riichi in furiten, which the rules forbid.", "a hand not in furiten", "furiten"),
    Breach.OPEN_RIICHI: Words(Code.RIICHI_CONDITION, "seat {seat} opens its riichi, which the rules do not have or which is not its moment.", "a hidden hand", "a hand shown"),
    Breach.RIICHI_DISCARD: Words(Code.RIICHI_HAND, "seat {seat} in riichi discards {found} from its hand.", "the drawn {expected}", "{found}", "tile"),
    Breach.TSUMOGIRI_OTHER: Words(Code.TILE_NOT_HELD, "seat {seat} discards {found} as the drawn tile, but drew {expected}.", "{expected}", "{found}", "tile"),
    Breach.TEDASHI_DRAWN: Words(Code.TILE_NOT_HELD, "seat {seat} discards {found} from its hand, which has only the drawn one.", "the drawn tile (tsumogiri)", "a tile of the hand", "tile"),
    Breach.INDICATOR_SURPLUS: Words(Code.INDICATOR, "{found} is turned as an indicator without a kan.", "no indicator", "{found}", "tile"),
    Breach.INDICATOR_EARLY: Words(Code.INDICATOR, "{found} is turned as an indicator too early.", "after the replacement draw", "before it", "tile"),
    Breach.INDICATOR_LATE: Words(Code.INDICATOR, "indicators not turned in time: {expected}.", "indicators: {expected}", "none"),
    Breach.KITA_FROM_HAND: Words(Code.CALL_IMPOSSIBLE, "seat {seat} sets aside a north that it did not draw.", "the drawn tile", "{found}", "tile"),
    Breach.KITA_THREE_PLAYERS: Words(Code.CALL_IMPOSSIBLE, "seat {seat} declares kita in a four-player game.", "no kita", "kita"),
    Breach.TSUMO_OUT_OF_TURN: Words(Code.WIN_IMPOSSIBLE, "seat {seat} wins by tsumo without having drawn.", "a draw of seat {seat}", "seat {expected} to act", "seat"),
    Breach.TSUMO_TILE: Words(Code.WIN_IMPOSSIBLE, "seat {seat} wins by tsumo on {found}, but drew {expected}.", "{expected}", "{found}", "tile"),
    Breach.RON_NOTHING: Words(Code.WIN_IMPOSSIBLE, "seat {seat} wins by ron, but there is no tile to win on.", "a discard, a kakan or a kita", "none"),
    Breach.RON_SEAT: Words(Code.WIN_IMPOSSIBLE, "the ron names seat {found}, but seat {expected} discarded.", "seat {expected}", "seat {found}", "seat"),
    Breach.RON_TILE: Words(Code.WIN_IMPOSSIBLE, "the ron is on {found}, but {expected} was discarded.", "{expected}", "{found}", "tile"),
    Breach.RON_OWN: Words(Code.WIN_IMPOSSIBLE, "seat {seat} wins by ron on its own tile.", "a tile of another seat", "its own tile"),
    Breach.FURITEN: Words(Code.FURITEN, "seat {seat} wins by ron in furiten ({expected}).", "no ron", "a ron", "furiten"),
    Breach.NOT_WAITING: Words(Code.WIN_IMPOSSIBLE, "seat {seat} wins on {found}, for which its hand does not wait.", "a hand that waits for {found}", "another hand", "tile"),
    Breach.WIN_HAND: Words(Code.WIN_HAND, "the hand recorded with the win of seat {seat} is not the hand it has.", "the hand of the seat", "another hand"),
    Breach.WIN_CALLS: Words(Code.WIN_HAND, "the melds recorded with the win of seat {seat} are not those it called.", "the melds called", "other melds"),
    Breach.WINNERS_ORDER: Words(Code.WINNERS, "the winners are not in turn order from the discarder.", "the nearest first", "another order"),
    Breach.WINNERS_TOO_MANY: Words(Code.WINNERS, "{found} seats win, but the rules pay {expected}.", "{expected}", "{found}"),
    Breach.DRAW_TOO_EARLY: Words(Code.DRAW_CONDITION, "an exhaustive draw with {found} live tiles left or before the last discard.", "no live tile", "{found}"),
    Breach.TENPAI_NOT_SHOWN: Words(Code.TENPAI_CLAIM, "seat {seat} is tenpai at the draw but counted as noten.", "tenpai", "noten"),
    Breach.NOTEN_SHOWN: Words(Code.TENPAI_CLAIM, "seat {seat} is noten at the draw but counted as tenpai.", "noten", "tenpai"),
    Breach.KEISHIKI_SHOWN: Words(Code.TENPAI_CLAIM, "seat {seat} counts as tenpai, but no wait has a yaku (keishiki tenpai).", "noten", "tenpai"),
    Breach.KATAAGARI_SHOWN: Words(Code.TENPAI_CLAIM, "seat {seat} counts as tenpai, but a wait has no yaku (kataagari).", "noten", "tenpai"),
    Breach.SHOWN_HAND: Words(Code.SHOWN_HAND, "the hand that seat {seat} shows is not the hand it has.", "the hand of the seat", "another hand"),
    Breach.KYUUSHU_NOT_SHOWN: Words(Code.SHOWN_HAND, "seat {seat} declares kyuushu kyuuhai, but does not show its hand.", "the hand of seat {seat}", "no hand"),
    Breach.NAGASHI_MISSED: Words(Code.DRAW_CONDITION, "a nagashi mangan is not paid.", "nagashi mangan", "an exhaustive draw"),
    Breach.NAGASHI_WRONG: Words(Code.DRAW_CONDITION, "nobody has the nagashi mangan that is paid.", "an exhaustive draw", "nagashi mangan"),
    Breach.KYUUSHU_WRONG: Words(Code.DRAW_CONDITION, "kyuushu kyuuhai of seat {seat} with {found} kinds, or not on its first draw.", "nine kinds on an uninterrupted first draw", "{found} kinds"),
    Breach.SUUFON_WRONG: Words(Code.DRAW_CONDITION, "suufon renda without four equal winds as first discards.", "four equal winds", "other discards"),
    Breach.SUUKAIKAN_WRONG: Words(Code.DRAW_CONDITION, "suukaikan with {found} kans, or all by one seat, or before the discard.", "four kans by two or more", "{found}"),
    Breach.SUUCHA_WRONG: Words(Code.DRAW_CONDITION, "suucha riichi without four accepted riichi.", "four riichi", "fewer riichi"),
    Breach.SANCHAHOU_WRONG: Words(Code.DRAW_CONDITION, "sanchahou, but not all three could win on the tile.", "three rons", "fewer rons"),
    Breach.SUUFON_MISSED: Words(Code.DRAW_CONDITION, "play goes on after four equal winds (suufon renda).", "a draw", "play"),
    Breach.SUUKAIKAN_MISSED: Words(Code.DRAW_CONDITION, "play goes on after the fourth kan of two or more seats (suukaikan).", "a draw", "play"),
    Breach.SUUCHA_MISSED: Words(Code.DRAW_CONDITION, "play goes on after the fourth riichi (suucha riichi).", "a draw", "play"),
    Breach.FIFTH_KAN_PLAYED: Words(Code.DRAW_CONDITION, "play goes on after a fifth kan (suukaikan).", "a draw", "play"),
    Breach.NO_SUCH_DRAW: Words(Code.DRAW_CONDITION, "the rule set has no {found}.", "play", "{found}", "result"),
    Breach.DEAD_HAND: Words(Code.DEAD_HAND, "seat {seat} wins, but its hand is dead by an earlier foul (kuikae).", "no win", "a win"),
    Breach.OUTSIDE: Words(Code.OUT_OF_TURN, "a seat, tile, copy or call that does not exist.", "an event of the game", "an impossible event"),
}  # fmt: skip

_OPTIONS: Final[dict[Breach, str]] = {
    Breach[breach]: shown(option, value)
    for option, about in options_of(RuleSet).items()
    for breach, value in about.permits.items()
}
"""The option that alone allows the move, where there is only one."""


def check(games: Games, replay: Replay) -> list[Finding]:
    """The breaches of a batch as findings; of the moves of a kyoku the first illegal one.

    A foul for which the kyoku ends as a foul draw or chombo is none, but a chombo without a foul is.
    """
    rows = replay.breaches
    findings = _chombo_without_foul(games, rows.kyoku)
    punished = _punished(games, replay)
    for kyoku, event, seat, breach, expected, found in zip(
        *(column[~punished].tolist() for column in rows), strict=True
    ):
        game, place = place_of(games, kyoku)
        words = _WORDS[Breach(breach)]
        values = {
            "seat": seat,
            "expected": _word(words.kind, expected),
            "found": _word(words.kind, found),
        }
        findings.append(
            Finding(
                level="legality",
                code=words.code,
                game=game,
                kyoku=place,
                event=event if event != ABSENT else None,
                seat=seat if seat != ABSENT else None,
                expected=words.expected.format(**values),
                found=words.found.format(**values),
                message=words.message.format(**values),
                option=_option(Breach(breach), values["found"], hidden_in_riichi=replay.kyoku.riichi[kyoku, seat] != 0),
            )
        )
    return findings


def _option(breach: Breach, found: str, *, hidden_in_riichi: bool) -> str | None:
    """The option that alone allows the move; none lets a hand in riichi stay hidden."""
    if breach == Breach.NO_SUCH_DRAW:
        return f"{found}=repeat"
    return None if breach == Breach.TENPAI_NOT_SHOWN and hidden_in_riichi else _OPTIONS.get(breach)


def _punished(games: Games, replay: Replay) -> Bools:
    """`(n_breaches,)`: the breaches for which their kyoku ends: of any seat, or of the seat with a chombo."""
    rows = replay.breaches
    result, of_move = games.kyoku.result[rows.kyoku], (rows.event != ABSENT) | (rows.breach == Breach.TILE_TWICE)
    rules = games.games.rules[runs(games.kyoku_start)[rows.kyoku]]
    may_draw = of_rules(games, rules, lambda r: r.foul_draw != "off")
    own = chombo_seats(games)[rows.kyoku, rows.seat] & (rows.seat != ABSENT)
    return np.asarray(of_move & (((result == Result.FOUL_DRAW) & may_draw) | own))


def _chombo_without_foul(games: Games, breached: Ints) -> list[Finding]:
    """Chombo of hands that could win at that moment, in kyoku without a breach; any other hand shown is a false win."""
    findings = []
    for kyoku in np.setdiff1d(np.flatnonzero(games.kyoku.result == Result.CHOMBO), breached).tolist():
        game, place = place_of(games, kyoku)
        seat = int(chombo_seats(games)[kyoku].argmax())
        if _can_win(state_before(games[game].kyoku[place]), seat):
            findings.append(
                Finding(
                    level="legality",
                    code=Code.CHOMBO,
                    game=game,
                    kyoku=place,
                    seat=seat,
                    expected="a win",
                    found="chombo",
                    message=f"the hand that seat {seat} shows wins, but counts as a chombo.",
                )
            )
    return findings


def _can_win(state: KyokuState, seat: int) -> bool:
    if state.seats[seat].drawn is None and state.offer is None:
        return False
    winning = state.win(seat)
    if win_breaches(state, winning):
        return False
    try:
        score_hand(winning.win, state.rules)
    except LogError:  # without a yaku
        return False
    return True


_FURITEN: Final = ("its own discards", "a tile passed this turn", "a tile passed in riichi")


def _word(kind: str, number: int) -> str:
    """A number of a breach in words."""
    if number == ABSENT:
        return "nobody" if kind == "seat" else "nothing"
    if kind == "tile":
        return name_of(number, "mpsz")
    if kind == "call":
        return EventKind(number).name.lower()
    if kind == "result":
        return Result(number).name.lower()
    if kind == "furiten":
        return " and ".join(word for bit, word in enumerate(_FURITEN) if number >> bit & 1)
    return str(number)
