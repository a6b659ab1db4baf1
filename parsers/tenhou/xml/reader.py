"""Bytes of many logs in Tenhou's XML → one batch of games; the package says what the format is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source
from mjlog.games.batch import Games
from mjlog.games.columns import (
    ABSENT,
    CallColumns,
    DrawColumns,
    EventColumns,
    Group,
    Ints,
    KyokuColumns,
    WinColumns,
    YakuColumns,
    empty,
)
from mjlog.tiles import N_COPIES, tile_of_copy
from parsers.tenhou.platform import GAME_ID
from parsers.tenhou.xml import vocab
from parsers.tenhou.xml.decode import Columns, Room, Starts, decode
from parsers.tenhou.xml.game_header import Text, header_columns
from parsers.tenhou.xml.headers import GameRows, Troubles
from parsers.tenhou.xml.messages import about
from parsers.tenhou.xml.records import MAX_SETS, MAX_YAKU, Meanings
from parsers.tenhou.xml.rewrite import begins_like_a_log, canonical, cut_tag
from parsers.tenhou.xml.scan import PADDING, Scan, scan
from parsers.tenhou.xml.vocab import Tag, Trouble

SNIPPET: Final = 100
"""Characters of the text shown with a failure."""
TILES_OF_COPIES: Final = np.array(
    [[tile_of_copy(copy, red=red) for copy in range(N_COPIES)] for red in (False, True)], np.int8
)
MEANINGS: Final = Meanings(
    np.array([vocab.YAKU_OF_CODE.get(code, ABSENT) for code in range(max(vocab.YAKU_OF_CODE) + 1)], np.int16),
    *vocab.lookup(vocab.DRAW_TYPES),
)


def recognises(source: Source) -> bool:
    """Whether the source begins like an mjlog, also behind a byte-order mark, a declaration or comments."""
    return begins_like_a_log(source.data)


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch; what is wrong with a game or file stands in the failures."""
    texts = [source.data for source in sources]
    raw, starts = _joined(texts)
    written = scan(np.frombuffer(raw, np.uint8), starts)
    broken: dict[int, LogError | None] = {}
    odd = []
    for source in np.flatnonzero(written.stopped != ABSENT).tolist():
        rest = texts[source][int(written.stopped[source] - starts[source]) :]
        if rest.startswith(b"<") and b">" not in rest:
            broken[source] = cut_tag(rest.decode("latin-1"))
        else:
            odd.append(source)
    others = [canonical(texts[source]) for source in odd]
    broken |= {source: error for source, (_, error) in zip(odd, others, strict=True)}
    more, more_starts = _joined([text for text, _ in others], behind=len(raw))
    raw += more if odd else b""
    rewritten = scan(np.frombuffer(raw, np.uint8), more_starts)
    place = np.full(len(sources), ABSENT, np.int64)
    place[odd] = range(len(odd))
    text = Text(raw)
    rows, troubles, begins, columns = _decoded(raw, written, rewritten, place)
    games_in_source = np.bincount(rows.source, minlength=len(sources))
    n_kyoku = np.diff(begins.kyoku)
    kept = np.flatnonzero(n_kyoku)
    kept_in_source = np.bincount(rows.source[kept], minlength=len(sources))
    first_game = np.cumsum(games_in_source) - games_in_source
    origins: list[str] = []
    ids: list[str | None] = []
    for game, source in enumerate(rows.source.tolist()):
        file = sources[source].name
        origins.append(file if games_in_source[source] == 1 else f"{file}#{game - first_game[source] + 1}")
        is_the_one = games_in_source[source] == 1 or (kept_in_source[source] == 1 and n_kyoku[game])
        ids.append(_id_in(file) if is_the_one else None)
    first_kyoku = begins.kyoku[np.append(kept, len(rows.source))]
    rule_sets, games, seats = header_columns(
        text,
        GameRows._make(column[kept] for column in rows),
        first_kyoku,
        columns.seeds,
        [origins[game] for game in kept],
        [ids[game] for game in kept],
    )
    failures = _failures(text, rows, troubles, starts, frozenset(odd), broken, origins, ids)
    for source in np.flatnonzero(games_in_source == 0).tolist():
        empty_file = LogError(Fault.EMPTY_GAME, "the file holds no game")
        name = sources[source].name
        failures.append((source, _id_in(name), (broken.get(source) or empty_file).at(source=name)))
    return Parsed(
        games=Games(
            rule_sets=rule_sets,
            games=games,
            seats=seats,
            kyoku_start=first_kyoku,
            kyoku=columns.kyoku,
            event_start=begins.event,
            events=columns.events,
            call_start=begins.call,
            calls=columns.calls,
            win_start=begins.win,
            wins=columns.wins,
            yaku_start=begins.yaku,
            yaku=columns.yaku,
            draw_start=begins.draw,
            draws=columns.draws,
        ),
        source_of_game=rows.source[kept],
        failures=tuple(sorted(failures, key=lambda failure: failure[0])),
    )


def _joined(texts: Sequence[bytes], *, behind: int = 0) -> tuple[bytes, Ints]:
    """The texts end to end with room to look ahead, and where each begins if so many bytes stand before them."""
    starts = np.cumsum([behind, *(len(text) for text in texts)], dtype=np.int64)
    return b"".join([*texts, bytes(PADDING)]), starts


def _decoded(raw: bytes, written: Scan, rewritten: Scan, place: Ints) -> tuple[GameRows, Troubles, Starts, Columns]:
    """Decode into columns that are surely large enough, then cut them to length."""
    n_of = dict(zip(Tag, (written.n_of_code + rewritten.n_of_code).tolist(), strict=True))
    most_games = n_of[Tag.GAME] + n_of[Tag.GAME_END] + len(place)
    most_kyoku, most_wins, most_draws = n_of[Tag.INIT], n_of[Tag.AGARI], n_of[Tag.RYUUKYOKU]
    most_calls = n_of[Tag.CALL] + MAX_SETS * most_wins
    games = empty(GameRows, most_games)
    troubles = empty(Troubles, most_games)
    sizes = (most_games, most_kyoku, most_kyoku, most_kyoku, most_wins, most_kyoku)
    starts = Starts(*(np.zeros(size + 1, np.int64) for size in sizes))
    columns = Columns(
        kyoku=empty(KyokuColumns, most_kyoku),
        events=empty(EventColumns, len(written.tags.code) + len(rewritten.tags.code)),
        calls=empty(CallColumns, most_calls),
        wins=empty(WinColumns, most_wins),
        yaku=empty(YakuColumns, MAX_YAKU * most_wins),
        draws=empty(DrawColumns, most_draws),
        call_code=np.empty(most_calls, np.int32),
        seeds=np.empty(most_kyoku, np.int64),
    )
    data = np.frombuffer(raw, np.uint8)
    room = Room.empty()
    decode(data, written, rewritten, place, TILES_OF_COPIES, MEANINGS, games, troubles, starts, columns, room)
    n_games, n_kyoku, n_events, n_calls, n_wins, n_yaku, n_draws = room.n_rows.tolist()
    n_parents = (n_games, n_kyoku, n_kyoku, n_kyoku, n_wins, n_kyoku)
    return (
        _cut(games, n_games),
        _cut(troubles, n_games),
        Starts(*(start[: n + 1] for start, n in zip(starts, n_parents, strict=True))),
        Columns(
            kyoku=_cut(columns.kyoku, n_kyoku),
            events=_cut(columns.events, n_events),
            calls=_cut(columns.calls, n_calls),
            wins=_cut(columns.wins, n_wins),
            yaku=_cut(columns.yaku, n_yaku),
            draws=_cut(columns.draws, n_draws),
            call_code=columns.call_code[:n_calls],
            seeds=columns.seeds[:n_kyoku],
        ),
    )


def _id_in(name: str) -> str | None:
    """The id of a game in the name of its file."""
    found = GAME_ID.search(name)
    return found[0] if found else None


def _cut(group: Group, n: int) -> Group:
    """The first rows of a group; the room behind them was never touched and costs no memory."""
    return type(group)(*(column[:n] for column in group))


def _failures(
    text: Text,
    rows: GameRows,
    troubles: Troubles,
    starts: Ints,
    rewritten: Collection[int],
    broken: Mapping[int, LogError | None],
    origins: Sequence[str],
    ids: Sequence[str | None],
) -> list[tuple[int, str | None, LogError]]:
    """What is wrong with games; `broken` is what is wrong with the markup of a file, behind all that was read of it."""
    failures = []
    last_game = {source: game for game, source in enumerate(rows.source.tolist())}
    faulty = {*np.flatnonzero(troubles.code).tolist(), *(last_game[source] for source in broken if source in last_game)}
    for game in sorted(faulty):
        source = int(rows.source[game])
        error = broken.get(source) if game == last_game[source] else None
        if troubles.code[game] != Trouble.NONE:
            trouble = _trouble(text, troubles, game, None if source in rewritten else int(starts[source]))
            if error is not None and error.fault != Fault.TRUNCATED == trouble.fault:
                error = error.at(kyoku=trouble.where.kyoku, event=trouble.where.event)
            else:
                error = trouble
        if error is not None:
            failures.append((source, ids[game], error.at(source=origins[game])))
    return failures


def _trouble(text: Text, troubles: Troubles, game: int, start: int | None) -> LogError:
    """What the decoder objected to, with its place; `start` is where its file begins, None if that was rewritten."""
    fault, message = vocab.TROUBLES[Trouble(int(troubles.code[game]))]
    position = int(troubles.position[game])
    raw = text.tag(position)
    message = about(raw, Trouble(int(troubles.code[game]))) or message
    kyoku, event = int(troubles.kyoku[game]), int(troubles.event[game])
    return LogError(fault, message, raw if len(raw) <= SNIPPET else raw[:SNIPPET] + "…").at(
        kyoku=kyoku if kyoku != ABSENT else None,
        event=event if event != ABSENT else None,
        offset=position - start if start is not None else None,
    )
