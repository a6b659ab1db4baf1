r"""Tenhou's list pages: one line per game with its result, and on some pages the id of its log.

    12:20 | 13 | 四鳳東喰赤－ | <a href="http://tenhou.net/0/?log=ID">牌譜</a> | A(+46.0) B(+2.0) C(-19.0) D(-29.0)<br>
    23:34 | 21 | 四上南喰赤－ | A(+48.9) B(+12.6) C(-19.5) D(-42.0)
    L1000 | 21:37 | 四般南－－ | A(+48) B(+13) C(-25) D(-36)
    C3630 | 23:25 | 四般南喰赤祝 | A(+57.0,+2枚) B(+20.0,+6枚) C(-24.0,-3枚) D(-53.0,-5枚)

Start (Japan time), duration in minutes, words of the rules, link, players in the order of their places. Pages are
named by kind and day or hour: `scb20240101.log.gz`, `scc2024010100.html.gz`. `sca` lists private lobbies (lobby first,
no minutes), `scb` ranked rooms below Phoenix, `scc` Phoenix, `scd` parlours, `sce` skill matches and more; `scc` and
the `sce` seen have links. Older lines have whole results and words without the last `－`. Established on genuine pages
of 2012 and 2015 and on lines quoted in the tests of other readers; pages before 2009 were not seen.

- A line has no date. With a link the day is that of the id, else that of the page's name; a line on the other side of
  midnight gets the day that brings it nearest to that hour.
- Names are kept as written: genuine names contain even `<br>`, `|` and brackets.
- Pages write `－` also for games that are fast by the bit FAST in their id (`四鳳東喰赤－` with 00e1, 2012), so without
  an id only `速` and `光` are certain.
- Bytes that are not UTF-8 are taken for Shift_JIS if the whole page can be, else they are kept as `\x8e`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.formats import Source
from mjlog.formats.lists import ListedGame, Listing
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT
from parsers.tenhou.platform import GAME_ID, start_of_id
from parsers.tenhou.vocab import ROOMS, GameType

name: Final = "tenhou-list"
site: Final = "https://tenhou.net"
format: Final = "tenhou-xml"

PAGE_NAME: Final = re.compile(r"(?:^|[/\\!])(sc[a-z])(20\d{6})(\d\d)?\.(?:log|html)(?:\.[^/\\!]*)?$")
"""Kind, day and hour in the name of a page, also within an archive and before a `.gz`."""
ZERO_LOBBY: Final = ("scb", "scc")
"""Kinds of pages that list the ranked rooms, which are lobby 0."""
LINKED_ID: Final = re.compile(r"20\d{8}gm-[0-9a-f]{4}-\d{4,9}-x?[0-9a-f]{4,12}")
"""The id in a link."""
LONGEST_LINE: Final = 2_000
"""Characters; a line with four players has about two hundred."""
MOST_FAILURES: Final = 100
"""Bad lines of one page that are reported one by one."""
SNIPPET: Final = 100
"""Characters shown of a bad line."""

_HEAD: Final = (
    r"(?:(?P<lobby>[A-Z]\d{1,9}) \| )?(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d) \| "
    r"(?:(?P<minutes>\d{1,4}) \| )?(?P<rule>[三四][^|]{0,15}?) \| "
)
LINE: Final = re.compile(
    _HEAD + r"(?:<a href=[^>]*?[?&]log=(?P<game>[^\"'&>]*)[^>]*>[^<]*</a> \| )?(?P<players>.+?)(?:<br */?>)?"
)
FIRST_LINE: Final = re.compile(_HEAD)
PLAYER: Final = re.compile(r"((.{1,64}?)\(([+-]?\d{1,6}(?:\.\d{1,3})?)(?:,([+-]?\d{1,4})枚)?\)(?: +|$))")
RULE: Final = re.compile(
    rf"(?P<players>[三四])(?P<room>[{ROOMS}])(?P<length>[東南])?(?P<kuitan>喰)?(?P<red>赤)?(?P<fast>[速光])?(?P<chips>祝[０２５]?)?"
)
DASHES: Final = re.compile("[－−-]")
LENGTHS: Final = {"東": "east", "南": "hanchan", None: None}
"""As in the table `games`; a skill match has no length."""
UNMASKED_UNTIL: Final = "2010041111gm"
"""Until this start all hidden numbers have the first mask."""
MASKS: Final = (
    22136, 52719, 55146, 42104, 59591, 46934, 9248, 28891, 49597, 52974, 62844, 4015, 18311, 50730, 43056, 17939, 64838,
    38145, 27008, 39128, 35652, 63407, 65535, 23473, 35164, 55230, 27536, 4386, 64920, 29075, 42617, 17294, 18868, 2081,
)  # fmt: skip
"""Masks of hidden numbers."""


class Page(NamedTuple):
    """The facts in the name of a page."""

    kind: str | None
    near: datetime | None
    """The middle of the hour or day it lists."""
    hourly: bool


class Rule(NamedTuple):
    """The meaning of the words of a rule."""

    players: int
    room: str
    length: str | None
    kuitan: bool
    red: bool
    fast: bool
    chips: bool


def recognises(source: Source) -> bool:
    """Whether the name is that of a page, or the first line is that of a list."""
    if PAGE_NAME.search(source.name):
        return True
    head = source.data[:LONGEST_LINE].lstrip(b"\xef\xbb\xbf\r\n ")
    return head[:1] in b"LC012" and FIRST_LINE.match(decoded(head.partition(b"\n")[0])) is not None


def mark(name: str) -> str:
    """Kind, day and hour of a page by its name."""
    match = PAGE_NAME.search(name)
    return "".join(part or "" for part in match.groups()) if match else ""


def ids(text: str) -> list[str]:
    """The ids of games in a text, each once, in order."""
    return list(dict.fromkeys(match[0] for match in GAME_ID.finditer(text)))


def path(game: str) -> str:
    """Path and query of a log at the site, with the number that viewers may hide."""
    return f"/0/log/?{revealed(game)}"


def agrees(game: str, games: Games) -> bool:
    """Whether the type and the lobby of a log are those of the id (as in all 1,350 genuine logs with an id)."""
    _, kind, lobby, _ = game.split("-")
    header = games.games
    return bool((header.vendor_type == int(kind, 16)).all() and np.isin(header.lobby, (ABSENT, int(lobby))).all())


def revealed(game: str) -> str:
    """An id with its hidden number decoded (specification of the log, packaging; verified on one genuine pair).

    >>> revealed("2017022002gm-000b-2873-xc0294a92421e")
    '2017022002gm-000b-2873-fb28df66'
    """
    start, _, digits = game.rpartition("-x")
    if not start or len(digits) != 12:
        return game
    a, b, c = (int(digits[at : at + 4], 16) for at in (0, 4, 8))
    row = 0 if game[:12] <= UNMASKED_UNTIL else int("3" + game[4:10]) % (33 - int(game[9]))
    return f"{start}-{a ^ b ^ MASKS[row]:04x}{b ^ c ^ MASKS[row] ^ MASKS[row + 1]:04x}"


def read(source: Source) -> Listing:
    """All games of a page; each bad line is a failure, and so is a page without a readable line."""
    page = page_of(source.name)
    listing = Listing()
    n_bad = 0
    for number, offset, line in lines_of(source.data):
        try:
            listing.games.append(game_of(line, number, page))
        except LogError as error:
            n_bad += 1
            if n_bad <= MOST_FAILURES:
                listing.failures.append(error.at(source=source.name, offset=offset))
    if n_bad and not listing.games and not FIRST_LINE.search(decoded(source.data[:LONGEST_LINE])):
        message = f"named like a list page, but none of its {n_bad} lines is that of a game"
        listing.failures[:] = [LogError(Fault.UNKNOWN_FORMAT, message).at(source=source.name, offset=0)]
    elif n_bad > MOST_FAILURES:
        message = f"{n_bad - MOST_FAILURES} more lines of this page cannot be read"
        listing.failures.append(LogError(Fault.BAD_VALUE, message).at(source=source.name))
    return listing


def page_of(name: str) -> Page:
    """The facts in the name of a page, None for those of another name."""
    match = PAGE_NAME.search(name)
    if not match:
        return Page(None, None, False)
    kind, day, hour = match.groups()
    try:
        begins = datetime.strptime(day + (hour or "00"), "%Y%m%d%H")
    except ValueError:
        return Page(kind, None, False)
    return Page(kind, begins + (timedelta(minutes=30) if hour else timedelta(hours=12)), bool(hour))


def lines_of(data: bytes) -> Iterator[tuple[int, int, str]]:
    """Number from 1, byte offset and text of each line that is not blank."""
    encoding = encoding_of(data)
    offset = 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        if line := raw.decode(encoding, "backslashreplace").strip("\ufeff\r\t ").removesuffix("\x00"):
            yield number, offset, line
        offset += len(raw) + 1


def encoding_of(data: bytes) -> str:
    """UTF-8, or Shift_JIS for a page that is valid only in that."""
    try:
        data.decode()
    except UnicodeDecodeError:
        try:
            data.decode("cp932")
        except UnicodeDecodeError:
            return "utf-8"
        return "cp932"
    return "utf-8"


def decoded(data: bytes) -> str:
    """The text of bytes that may end in the middle of a character."""
    return data.decode(encoding_of(data), "backslashreplace")


def game_of(line: str, number: int, page: Page) -> ListedGame:
    """The game of one line; raises LogError."""
    match = LINE.fullmatch(line) if len(line) <= LONGEST_LINE else None
    if match is None:
        raise _bad(line, "a line must read: [lobby |] HH:MM | [minutes |] rule | [link |] players")
    lobby, hour, minute, minutes, words, game, players = match.groups()
    rule = rule_of(words)
    if game is not None and not LINKED_ID.fullmatch(game):
        raise _bad(line, f"the link names {game!r}, which is not the id of a game")
    names, scores, chips = results_of(players, rule.players, line)
    return ListedGame(
        line=number,
        game=game,
        started=start_of(time(int(hour), int(minute)), game, page, line),
        minutes=int(minutes) if minutes else None,
        page=page.kind,
        lobby=_lobby(lobby, game, page),
        lobby_name=lobby,
        rule=words,
        players=rule.players,
        length=rule.length,
        room=rule.room,
        red=rule.red,
        kuitan=rule.kuitan,
        fast=_fast(rule, game),
        chips=rule.chips,
        names=names,
        scores=scores,
        final_chips=chips,
    )


@lru_cache(maxsize=1 << 10)
def rule_of(words: str) -> Rule:
    """The meaning of the words of a rule; `－` means no.

    >>> rule_of("四鳳東喰赤－")
    Rule(players=4, room='鳳', length='east', kuitan=True, red=True, fast=False, chips=False)
    """
    match = RULE.fullmatch(DASHES.sub("", words))
    if match is None:
        raise LogError(Fault.UNKNOWN_CODE, "not the words of a rule of Tenhou, such as 四鳳南喰赤－", words)
    return Rule(
        players=3 if match["players"] == "三" else 4,
        room=match["room"],
        length=LENGTHS[match["length"]],
        kuitan=match["kuitan"] is not None,
        red=match["red"] is not None,
        fast=match["fast"] is not None,
        chips=match["chips"] is not None,
    )


def results_of(text: str, n: int, line: str) -> tuple[list[str], list[float], list[int] | None]:
    """Names, results and chips of `n` players in the order of their places; raises LogError.

    >>> results_of("a(b)(+57.0,+2枚) |(0.0,0枚) <br>(-57.0,-2枚)", 3, "")
    (['a(b)', '|', '<br>'], [57.0, 0.0, -57.0], [2, 0, -2])
    """
    entries = PLAYER.findall(text)
    if len(entries) != n or sum(len(entry[0]) for entry in entries) != len(text):
        raise _bad(line, f"{n} players must follow the rule, each as name(result)")
    chips = [int(entry[3]) for entry in entries if entry[3]]
    if chips and len(chips) != n:
        raise _bad(line, f"chips of {len(chips)} of {n} players")
    return [entry[1] for entry in entries], [float(entry[2]) for entry in entries], chips or None


def start_of(at: time, game: str | None, page: Page, line: str) -> datetime:
    """The start of a game at a time of day; raises LogError if the day is not known."""
    hour = start_of_id(game) if game else None
    if hour is None and page.near is None:
        raise LogError(
            Fault.MISSING_VALUE, "neither a link nor the name of the page (such as scb20240101.log.gz) gives the day",
            line[:SNIPPET],
        )  # fmt: skip
    near = hour + timedelta(minutes=30) if hour else page.near
    assert near is not None
    day = datetime.combine(near.date(), at)
    if hour is None and not page.hourly:
        return day
    return min((day + timedelta(days=n) for n in (-1, 0, 1)), key=lambda start: abs(start - near))


def _lobby(lobby: str | None, game: str | None, page: Page) -> int | None:
    """The number of the lobby; the numbers of `C` lobbies in logs are not known."""
    if game:
        return int(game.split("-")[2])
    if lobby:
        return int(lobby[1:]) if lobby[0] == "L" else None
    return 0 if page.kind in ZERO_LOBBY else None


def _fast(rule: Rule, game: str | None) -> bool | None:
    if rule.fast:
        return True
    return bool(int(game.split("-")[1], 16) & (GameType.FAST | GameType.LIGHT_SPEED)) if game else None


def _bad(line: str, message: str) -> LogError:
    return LogError(Fault.BAD_VALUE, message, line[:SNIPPET])
