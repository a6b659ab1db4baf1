"""Logs that nobody plays: each is a failure with its place, or read; none is a crash of the reader."""

import gzip
import tracemalloc
from pathlib import Path

import orjson
import pytest

from mjlog.errors import Fault, LogError
from mjlog.formats import Source, parse
from mjlog.formats.bounds import MOST_CHARACTERS, MOST_DEPTH, MOST_FAILURES, capped, too_deep
from mjlog.games.columns import GROUPS, declarations
from mjlog.games.ranges import MOST_EVENTS, MOST_KYOKU, MOST_WINS, RANGES
from tests.parsers.tenhou.xml.logs import DRAW, MOVES, RON, TSUMO, final, kyoku, log

FORMATS = Path(__file__).resolve().parents[2] / "data" / "formats"


def read(data, name="a.log"):
    parsed = parse([Source(name, data if isinstance(data, bytes) else data.encode())])
    return parsed.games, [(error.fault, error.where.kyoku) for _, _, error in parsed.failures]


def sample(name):
    data = (FORMATS / name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


def test_every_number_has_a_range_within_its_type():
    for group in GROUPS.values():
        for name, column in declarations(group).items():
            if column.dtype.startswith(("int", "float")):
                least, most = RANGES[name]
                assert column.dtype == "float64" or -(2 ** (int(column.dtype[3:]) - 1)) <= least < most, name
                assert column.dtype == "float64" or most < 2 ** (int(column.dtype[3:]) - 1), name


@pytest.mark.parametrize(
    "events",
    ['<DORA hai="5" />', '<REACH who="0" step="1"/>', "<T5/>", "<D5/>", '<BYE who="1" />', '<UN n0="A"/>'],
)
@pytest.mark.parametrize("n", [MOST_EVENTS + 1, 128, 256, 300, 70_000])
def test_a_kyoku_with_too_many_events_of_a_kind_ends_the_game_there(events, n):
    games, failures = read(log(kyoku(DRAW), kyoku(events * n, final(DRAW), number=1)))
    assert failures == [(Fault.BAD_VALUE, 1)]
    assert (len(games.kyoku.wind), games.games.complete.tolist()) == (1, [False])


def test_as_many_events_as_are_allowed_are_read():
    games, failures = read(log(kyoku('<DORA hai="5" />' * MOST_EVENTS, final(DRAW))))
    assert (len(games.kyoku.wind), failures) == (1, [])


def test_a_game_has_at_most_so_many_kyoku_and_a_kyoku_so_many_wins():
    games, failures = read(log(*[kyoku(DRAW)] * MOST_KYOKU, kyoku(final(DRAW))))
    assert (len(games.kyoku.wind), failures) == (MOST_KYOKU, [(Fault.BAD_VALUE, MOST_KYOKU)])
    _, failures = read(log(kyoku(MOVES, RON * (MOST_WINS + 1))))
    assert (Fault.BAD_VALUE, 0) in failures


@pytest.mark.parametrize("points", [500_000_001, 2_147_483_647])
def test_points_of_a_win_beyond_the_bound_are_a_failure_of_its_kyoku(points):
    win = TSUMO.replace(TSUMO.split('ten="')[1].split('"')[0], f"30,{points},0")
    games, failures = read(log(kyoku(DRAW), kyoku(MOVES, final(win), number=1)))
    assert (Fault.BAD_VALUE, 1) in failures
    assert len(games.kyoku.wind) == 1


@pytest.mark.parametrize(
    ("place", "value"), [((0, 2), 32_767), ((0, 1), 32_767), ((1, 0), 2_000_000_000), ((1, 0), 10**30)]
)
def test_counters_and_points_of_json_have_ranges(place, value):
    game = orjson.loads(sample("pao-suukantsu.json"))
    entry = game["log"][0]
    entry[place[0]][place[1]] = 10**18 if value == 10**30 else value
    games, failures = read(orjson.dumps(game).replace(b"1000000000000000000", b"1" + b"0" * 30))
    assert failures == [(Fault.BAD_VALUE, 0)]
    assert len(games) == 0


@pytest.mark.parametrize(
    ("hundreds", "faults"), [(240, set()), (241, {Fault.BAD_VALUE}), (240 + 2**62, {Fault.BAD_VALUE})]
)
def test_points_after_a_riichi_do_not_wrap(hundreds, faults):
    """100 times 2^62 is 0 in 64 bits."""
    riichi = f'<REACH who="0" ten="{hundreds},250,250,250" step="2"/>'
    _, failures = read(log(kyoku(DRAW), kyoku(riichi, final(DRAW), number=1)))
    assert {fault for fault, _ in failures} == faults


def test_sums_have_ranges_too():
    records = orjson.loads(sample("mahjong-soul-dump.json.gz"))
    text = orjson.dumps(records)
    draws = [n for n in range(len(text)) if text.startswith(b'"delta_scores":[', n)]
    assert draws
    at = draws[0] + len(b'"delta_scores":')
    end = text.index(b"]", at) + 1
    wrong = text[:at] + b"[499999999,499999999,499999999,499999999]" + text[end:]
    games, failures = read(wrong)
    assert all(fault is Fault.BAD_VALUE for fault, _ in failures) or len(games)


@pytest.mark.parametrize("depth", [30, MOST_DEPTH + 1, 260, 900, 5_000])
@pytest.mark.parametrize("name", ["pao-suukantsu.json", "mahjong-soul-dump.json.gz", "kobalab-from-tenhou.json"])
def test_deep_nesting_in_an_unknown_key_is_ignored_or_refused(name, depth):
    data = sample(name)
    ends = data.rindex(b"}")
    for opening, closing in ((b"[", b"]"), (b'{"a":', b"}"), (b'["]",', b"]")):
        games, failures = read(data[:ends] + b',"zz":' + opening * depth + b"1" + closing * depth + data[ends:])
        assert len(games) == (depth < MOST_DEPTH), opening
        assert {fault for fault, _ in failures} <= {Fault.BAD_VALUE, Fault.BROKEN_MARKUP, Fault.UNKNOWN_FORMAT}


@pytest.mark.parametrize("uri", ["http://[", "http://[::1", "//[", "http://a:b:c/?log=x", "?log=%ff%00", "\\ud800"])
def test_an_address_in_mjai_is_only_text(uri):
    lines = sample("mjai-gimite.mjson").split(b"\n")
    start = orjson.loads(lines[0]) | {"uri": "URI"}
    games, failures = read(
        b"\n".join([orjson.dumps(start).replace(b"URI", uri.replace("\\", "\\\\").encode()), *lines[1:]])
    )
    assert (len(games), failures) == (1, [])


@pytest.mark.parametrize("version", [[1], {}, {"a": 1}, [], "x", 1.5, True, 10**15])
def test_a_version_of_mahjong_soul_that_is_no_number_is_a_failure(version):
    record = b'{"type":1,"result":{"name":".lq.RecordNewRound"}}'
    text = b'{"head":{},"data":{"version":%s,"actions":[' + record + b"]}}"
    _, failures = read(text % orjson.dumps(version))
    assert failures


def test_what_brackets_in_texts_hide_is_found():
    assert not too_deep(orjson.dumps(["[" * 500, "]}" * 500, '"[' * 80]))
    assert too_deep(b'["[",' * 65 + b"1" + b"]" * 65)
    assert not too_deep(b"<mjloggm/>")
    assert not too_deep(b"{" + b'"\\' * 500_000)  # in one pass


@pytest.mark.parametrize("text", [b"{}\n", b"[1]\n", b'{"a":{}}\n', b"<mjloggm>", b"<mjloggm></mjloggm>"])
def test_millions_of_things_in_a_file_that_are_no_logs_take_little_memory(text):
    tracemalloc.start()
    try:
        parsed = parse([Source("a.log", text * (600_000 // len(text)))])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(parsed.games) == 0
    assert 0 < len(parsed.failures) <= MOST_FAILURES + 1
    assert peak < 200 << 20


def test_the_failures_of_a_file_are_counted_after_a_bound():
    error = LogError(Fault.BAD_VALUE, "bad\nvalue\x1b[31m" + "x" * 10_000, "y" * 10_000).at(source="a")
    failures = list(capped([(0, None, error)] * (MOST_FAILURES + 5)))
    assert len(failures) == MOST_FAILURES + 1
    assert failures[-1][2].message == "5 more failures"
    assert failures[0][2].message.startswith("bad\\nvalue\\x1b[31m")
    assert all(len(str(error)) < 3 * MOST_CHARACTERS and str(error).isprintable() for *_, error in failures)


@pytest.mark.parametrize("n", [2, 10, 30])
@pytest.mark.parametrize("name", ["mahjong-soul-by-kyoku.json.gz", "mahjong-soul-dump.json.gz", "mjai-gimite.mjson"])
def test_a_seat_that_draws_and_never_discards_is_a_failure_of_its_kyoku(name, n):
    data = sample(name)
    if name.endswith("mjson"):
        lines = data.split(b"\n")
        draws = [place for place, line in enumerate(lines) if b'"tsumo"' in line]
        lines[draws[-1] : draws[-1]] = [lines[draws[-1]]] * n
        read(b"\n".join(lines))
        return
    value = orjson.loads(data)

    def doubled(inner):
        if isinstance(inner, dict):
            return {key: doubled(other) for key, other in inner.items()}
        if isinstance(inner, list):
            drawn = [other for other in inner if isinstance(other, dict) and "DealTile" in str(other.get("name"))]
            return [copy for other in inner for copy in [doubled(other)] * (n if other in drawn[-3:] else 1)]
        return inner

    read(orjson.dumps(doubled(value)))


def with_every_value(value, key, other):
    """Copies of a JSON value, in each of which one value of the key is another one."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key:
                yield value | {name: other}
            else:
                yield from (value | {name: changed} for changed in with_every_value(inner, key, other))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from ([*value[:n], changed, *value[n + 1 :]] for changed in with_every_value(inner, key, other))
    elif isinstance(value, str) and value.startswith("{"):
        yield from (orjson.dumps(changed).decode() for changed in with_every_value(orjson.loads(value), key, other))


@pytest.mark.parametrize("other", [5, {"a": 1}, [5], [[]], [{}], "x", True])
@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("kobalab-left-early.json", ("player", "title", "point", "rank", "defen", "fubaopai", "hupai", "fenpei", "l",
                                       "p", "m")),
        ("riichi-city.json.gz", ("user_profit", "win_info", "user_info_list", "user_cards", "li_bao_card", "fang_info",
                                 "li_zhi_type", "user_id", "gamePlay", "stageType", "card", "group_cards")),
    ],
)  # fmt: skip
def test_values_of_another_type_are_read_or_refused(name, keys, other):
    game = orjson.loads(sample(name))
    changed = [one for key in keys for one in list(with_every_value(game, key, other))[:6]]
    assert changed
    parse([Source(f"{n}.json", orjson.dumps(one)) for n, one in enumerate(changed)])
