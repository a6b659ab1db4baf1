"""Bytes of many logs in Tenhou's XML → one batch of games; the package says what the format is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source
from mjlog.formats.bounds import MOST_FAILURES
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
from parsers.tenhou.platform import id_in_name
from parsers.tenhou.xml import vocab
from parsers.tenhou.xml.decode import Columns, Starts, Work, decode, new_state
from parsers.tenhou.xml.game_header import Text, header_columns
from parsers.tenhou.xml.headers import GameRows, Troubles
from parsers.tenhou.xml.messages import about
from parsers.tenhou.xml.records import MAX_SETS, MAX_YAKU, Tables
from parsers.tenhou.xml.rewrite import begins_like_a_log, canonical, cut_tag, with_root
from parsers.tenhou.xml.scan import PADDING, Scan, scan
from parsers.tenhou.xml.vocab import Tag, Trouble

SNIPPET: Final = 100
"""Characters of the text shown with a failure."""
TABLES: Final = Tables(
    np.array([[tile_of_copy(copy, red=red) for copy in range(N_COPIES)] for red in (False, True)], np.int8),
    np.array([vocab.YAKU_OF_CODE.get(code, ABSENT) for code in range(max(vocab.YAKU_OF_CODE) + 1)], np.int16),
    *vocab.lookup(vocab.DRAW_TYPES),
)


def recognises(source: Source) -> bool:
    """Whether the source begins like an mjlog, perhaps after a byte-order mark, a declaration or comments."""
    return begins_like_a_log(source.data)


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch; faulty games and files are in the failures."""
    texts = [with_root(source.data) for source in sources]
    raw, starts = _joined(texts)
    as_written = scan(np.frombuffer(raw, np.uint8), starts)
    place, rewritten_texts, broken = _rewritten(texts, starts, as_written.stopped)
    more, more_starts = _joined(rewritten_texts, offset=len(raw))
    raw += more if rewritten_texts else b""
    rewritten = scan(np.frombuffer(raw, np.uint8), more_starts)
    text = Text(raw)
    begins, columns = _decoded(raw, as_written, rewritten, place)
    rows = columns.games
    n_kyoku = np.diff(begins.kyoku)
    kept = np.flatnonzero(n_kyoku)
    n_in_source = np.bincount(rows.source, minlength=len(sources))
    origins, ids = _names([source.name for source in sources], rows.source, n_kyoku, n_in_source)
    first_kyoku = begins.kyoku[np.append(kept, len(rows.source))]
    rule_sets, games, seats = header_columns(
        text,
        GameRows._make(column[kept] for column in rows),
        first_kyoku,
        columns.seeds,
        [origins[game] for game in kept],
        [ids[game] for game in kept],
    )
    added = np.array([len(text) - len(source.data) for text, source in zip(texts, sources, strict=True)], np.int64)
    starts_of_faults = np.where(place == ABSENT, starts[:-1] + added, ABSENT)
    failures = _failures(text, rows.source, columns.troubles, starts_of_faults, broken, origins, ids)
    for source in np.flatnonzero(n_in_source == 0).tolist():
        empty_file = LogError(Fault.EMPTY_GAME, "the file holds no game")
        name = sources[source].name
        failures.append((source, id_in_name(name), (broken.get(source) or empty_file).at(source=name)))
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


def _rewritten(
    texts: Sequence[bytes], starts: Ints, stopped: Ints
) -> tuple[Ints, list[bytes], dict[int, LogError | None]]:
    """The sources that leave Tenhou's own form, rewritten in it.

    Returned are the place of each source among the rewritten texts (ABSENT for those read as they are), these texts,
    and the errors of markup by source.
    """
    place = np.full(len(texts), ABSENT, np.int64)
    rewritten: list[bytes] = []
    broken: dict[int, LogError | None] = {}
    for source in np.flatnonzero(stopped != ABSENT).tolist():
        rest = texts[source][int(stopped[source] - starts[source]) :]
        if rest.startswith(b"<") and b">" not in rest:
            broken[source] = cut_tag(rest.decode("latin-1"))
        else:
            place[source] = len(rewritten)
            text, broken[source] = canonical(texts[source])
            rewritten.append(text)
    return place, rewritten, broken


def _names(
    files: Sequence[str], source_of: Ints, n_kyoku: Ints, n_in_source: Ints
) -> tuple[list[str], list[str | None]]:
    """Origin and id of each game; a file names the id of its only game, or of its only one with a kyoku."""
    n_kept = np.bincount(source_of[n_kyoku > 0], minlength=len(files))
    first_game = np.cumsum(n_in_source) - n_in_source
    origins: list[str] = []
    ids: list[str | None] = []
    for game, source in enumerate(source_of.tolist()):
        alone = n_in_source[source] == 1
        origins.append(files[source] if alone else f"{files[source]}#{game - first_game[source] + 1}")
        ids.append(id_in_name(files[source]) if alone or (n_kept[source] == 1 and n_kyoku[game]) else None)
    return origins, ids


def _joined(texts: Sequence[bytes], *, offset: int = 0) -> tuple[bytes, Ints]:
    """The texts end to end, padded so that the scanner can look ahead, and their starts if `offset` bytes precede."""
    starts = np.cumsum([offset, *(len(text) for text in texts)], dtype=np.int64)
    return b"".join([*texts, bytes(PADDING)]), starts


def _decoded(raw: bytes, as_written: Scan, rewritten: Scan, place: Ints) -> tuple[Starts, Columns]:
    """Decode into columns that are certainly large enough, then cut them to length."""
    n_of = dict(zip(Tag, (as_written.n_of_code + rewritten.n_of_code).tolist(), strict=True))
    most_games = n_of[Tag.GAME] + n_of[Tag.GAME_END] + len(place)
    most_kyoku, most_wins = n_of[Tag.INIT], n_of[Tag.AGARI]
    most_calls = n_of[Tag.CALL] + MAX_SETS * most_wins
    sizes = (most_games, most_kyoku, most_kyoku, most_kyoku, most_wins, most_kyoku)
    starts = Starts(*(np.zeros(size + 1, np.int64) for size in sizes))
    columns = Columns(
        games=empty(GameRows, most_games),
        troubles=empty(Troubles, most_games),
        kyoku=empty(KyokuColumns, most_kyoku),
        events=empty(EventColumns, len(as_written.tags.code) + len(rewritten.tags.code)),
        calls=empty(CallColumns, most_calls),
        wins=empty(WinColumns, most_wins),
        yaku=empty(YakuColumns, MAX_YAKU * most_wins),
        draws=empty(DrawColumns, n_of[Tag.RYUUKYOKU]),
        call_code=np.empty(most_calls, np.int32),
        seeds=np.empty(most_kyoku, np.int64),
    )
    state = new_state()
    decode(np.frombuffer(raw, np.uint8), as_written, rewritten, place, TABLES, columns, starts, Work.empty(), state)
    n_parents = (state.games, state.kyoku, state.kyoku, state.kyoku, state.wins, state.kyoku)
    return (
        Starts(*(start[: n + 1] for start, n in zip(starts, n_parents, strict=True))),
        Columns(
            games=_cut(columns.games, state.games),
            troubles=_cut(columns.troubles, state.games),
            kyoku=_cut(columns.kyoku, state.kyoku),
            events=_cut(columns.events, state.events),
            calls=_cut(columns.calls, state.calls),
            wins=_cut(columns.wins, state.wins),
            yaku=_cut(columns.yaku, state.yaku),
            draws=_cut(columns.draws, state.draws),
            call_code=columns.call_code[: state.calls],
            seeds=columns.seeds[: state.kyoku],
        ),
    )


def _cut(group: Group, n: int) -> Group:
    """The first rows of a group; the rows after them were never written and use no memory."""
    return type(group)(*(column[:n] for column in group))


def _failures(
    text: Text,
    source_of: Ints,
    troubles: Troubles,
    starts: Ints,
    broken: Mapping[int, LogError | None],
    origins: Sequence[str],
    ids: Sequence[str | None],
) -> list[tuple[int, str | None, LogError]]:
    """The errors of games; `broken` are errors of the markup after everything that was read of a file.

    `starts` are those of the sources, after a root that was added; ABSENT for a rewritten one, whose offsets are not
    those of the file. Failures of a source that are only counted later repeat the one before them.
    """
    failures: list[tuple[int, str | None, LogError]] = []
    n_of_source: Counter[int] = Counter()
    last_game = {source: game for game, source in enumerate(source_of.tolist())}
    faulty = {*np.flatnonzero(troubles.code).tolist(), *(last_game[source] for source in broken if source in last_game)}
    for game in sorted(faulty):
        source = int(source_of[game])
        n_of_source[source] += 1
        if n_of_source[source] > MOST_FAILURES and game != last_game[source]:
            failures.append(failures[-1])
            continue
        error = broken.get(source) if game == last_game[source] else None
        if troubles.code[game] != Trouble.NONE:
            trouble = _error_of(text, troubles, game, int(starts[source]))
            if error is not None and error.fault != Fault.TRUNCATED == trouble.fault:
                error = error.at(kyoku=trouble.where.kyoku, event=trouble.where.event)
            else:
                error = trouble
        if error is not None:
            failures.append((source, ids[game], error.at(source=origins[game])))
    return failures


def _error_of(text: Text, troubles: Troubles, game: int, start: int) -> LogError:
    """The error that the decoder noted, with its place."""
    fault, message = vocab.TROUBLES[Trouble(int(troubles.code[game]))]
    position = int(troubles.position[game])
    raw = text.tag(position)
    message = about(raw, Trouble(int(troubles.code[game]))) or message
    kyoku, event = int(troubles.kyoku[game]), int(troubles.event[game])
    return LogError(fault, message, raw if len(raw) <= SNIPPET else raw[:SNIPPET] + "…").at(
        kyoku=kyoku if kyoku != ABSENT else None,
        event=event if event != ABSENT else None,
        offset=max(position - start, 0) if start != ABSENT else None,
    )
