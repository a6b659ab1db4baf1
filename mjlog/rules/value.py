"""The value of a reading under a rule set: which yaku it has, its han, fu and base points.

`table_of` turns a rule set into the list of yaku that exist in it; `value_of` asks their tests. Both speeds go through
`value_of`: with the features of one reading every number is a Python integer, with columns it is an int64 array.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_args

from mjlog.rules import yaku
from mjlog.rules.fu import FuRules, fu_items, fu_rules, round_up
from mjlog.rules.points import MANGAN, base_points
from mjlog.rules.readings import Circumstance, Features, Form
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import NUMBER, YAKU, Yaku

_MAX_TABLES: Final = 512
RENHOU_HAN: Final = {"mangan": 5, "baiman": 8}
"""Han that renhou stands for where it is no yakuman."""


class Counted(NamedTuple):
    """One yaku (or dora) of a scored hand."""

    key: str
    """Its key in the table of yaku."""
    han: int
    """Its han here; 0 for a yakuman."""
    yakuman: float
    """How many yakuman it is; 0 for an ordinary yaku."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A yaku that exists under a rule set, ready to be asked."""

    number: int
    word: int
    """The word of `Value.yaku` its bit is in: 0 for numbers 0-63, 1 for 64 and up."""
    bit: int
    """Its bit there, as a signed 64-bit number."""
    test: Callable[[Features], bool]
    needs: int
    """Bits of what a reading must have before the yaku is asked for, in the order of `Needs`."""
    open_han: int
    """Han in an open hand; the han where it needs a closed one."""
    closed_more: int
    """Han more in a closed hand."""
    closed_only: bool
    halves: int
    """Half yakuman it is worth; 0 for an ordinary yaku."""
    replaced_by: tuple[int, ...]
    """Numbers of the yaku beside which it does not count."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table:
    """A rule set as far as the value of a hand depends on it; equal to itself alone, so that it is a fast key."""

    entries: tuple[Entry, ...]
    """Yakuman first, and each yaku behind those that replace it."""
    asked: dict[int, tuple[Entry, ...]]
    """Memory of `_asked`: the entries to ask, by what readings have."""
    rules: RuleSet
    fu: FuRules
    forms: int
    """Bits of the forms that win."""
    renhou: Entry | None
    """Renhou where it is worth less than a yakuman and not simply added."""
    counted: Mapping[int, tuple[Counted, Counted]]
    """What each yaku counts in an open and in a closed hand, by its number."""


class Value(NamedTuple):
    """What a reading is worth; every field is an int64 array where the features are."""

    valid: bool
    """It has the yaku a win needs."""
    base: int
    """Base points; 0 if not valid."""
    han: int
    """Han with dora, and 13 for each yakuman; beside a yakuman nothing else counts, unless the rules let it."""
    fu: int
    halves: int
    """Half yakuman."""
    yaku_low: int
    """Bits of the yaku numbered 0-63, as a signed 64-bit number."""
    yaku_high: int
    """Bits of the yaku numbered 64 and up."""
    fu_items: tuple[int, ...]
    """In the order of `FuItems`."""

    @property
    def bits(self) -> int:
        """The yaku of one reading, see `bits_of`."""
        return bits_of(self.yaku_low, self.yaku_high)


def bits_of(yaku_low: int, yaku_high: int) -> int:
    """Bit *n* for yaku number *n*, from the words of a `Value`."""
    return yaku_low & (1 << 64) - 1 | yaku_high << 64


_TABLES: Final[dict[int, tuple[RuleSet, Table]]] = {}
"""The table of each rule set, by the identity of the set, which it keeps alive: to hash all options takes longer."""


def table_of(rules: RuleSet) -> Table:
    """The yaku that exist under a rule set, with the values it gives them."""
    known = _TABLES.get(id(rules))
    if known is not None:
        return known[1]
    if len(_TABLES) >= _MAX_TABLES:
        _TABLES.clear()
    table = _made_table(rules)
    _TABLES[id(rules)] = rules, table
    return table


@lru_cache(maxsize=_MAX_TABLES)
def _made_table(rules: RuleSet) -> Table:
    rows = _rows(rules)
    blockers: dict[str, list[str]] = {key: [] for key in rows}
    for row in rows.values():
        for key in (*row.replaces, *row.absorbs):
            if key in blockers:
                blockers[key].append(row.key)
    order: list[str] = []

    def visit(key: str) -> None:
        for blocker in blockers[key]:
            visit(blocker)
        if key not in order:
            order.append(key)

    for key in sorted(rows, key=lambda key: rows[key].kind != "yakuman"):
        visit(key)
    entries = [_entry(rows[key], tuple(NUMBER[b] for b in blockers[key]), rules) for key in order]
    apart = rules.renhou_value != "yakuman" and rules.renhou_join != "added"
    renhou = next((e for e in entries if apart and e.number == NUMBER["renhou"]), None)
    plain = tuple(e for e in entries if e is not renhou)
    return Table(
        entries=plain,
        asked={},
        rules=rules,
        fu=fu_rules(rules),
        forms=Form.STANDARD
        | Form.PAIRS
        | Form.ORPHANS
        | (Form.PAIRS_WITH_FOUR if rules.four_equal_are_pairs else 0)
        | (Form.FOUR_KANS if "old_suukantsu" in rules.local_yaku else 0),
        renhou=renhou,
        counted={e.number: _counted(e) for e in entries},
    )


def _counted(entry: Entry) -> tuple[Counted, Counted]:
    key, yakuman = YAKU[entry.number].key, entry.halves / 2
    open_han, closed_han = (0, 0) if yakuman else (entry.open_han, entry.open_han + entry.closed_more)
    return Counted(key, open_han, yakuman), Counted(key, closed_han, yakuman)


def _rows(rules: RuleSet) -> dict[str, Yaku]:
    """The rows of the table of yaku that exist under a rule set, edited by its options."""
    rows = {
        row.key: row
        for row in YAKU
        if row.kind in ("yaku", "yakuman")
        and (row.key in rules.local_yaku if row.local else row.key not in rules.disabled_yaku)
    }
    if rules.north not in ("yakuhai", "yakuhai_dora"):
        rows.pop("north_wind", None)
    if rules.open_riichi_yakuman and {"open_riichi", "open_double_riichi"} & rules.local_yaku:
        rows["open_riichi_deal_in"] = yaku.BY_KEY["open_riichi_deal_in"]
    for key, changes in _edits(rules).items():
        if key in rows:
            rows[key] = replace(rows[key], **changes)
    return rows


def _edits(rules: RuleSet) -> Mapping[str, dict[str, Any]]:
    """What the options change in which row."""
    edits: dict[str, dict[str, Any]] = {}
    if not rules.kuitan:
        edits["tanyao"] = {"open_han": None}
    if not rules.pinfu_tsumo:
        edits["pinfu"] = {"test": yaku.pinfu_by_ron}
    if not rules.rinshan_with_haitei:
        edits["haitei"] = {"test": yaku.haitei_not_rinshan}
    if rules.kita_chankan:
        edits["chankan"] = {"test": yaku.chankan_or_kita}
    if rules.tenhou_kokushi_13:
        edits["kokushi_13"] = {"test": yaku.kokushi_13_or_dealt}
    if rules.ryuuiisou_needs_green:
        edits["ryuuiisou"] = {"test": yaku.ryuuiisou_with_green}
    if rules.man_as_honors:
        edits["tsuuiisou"] = {"test": yaku.tsuuiisou_with_man}
    if rules.shiiaruraotai == "ron":
        edits["shiiaruraotai"] = {"test": yaku.shiiaruraotai_by_ron}
    if rules.shiiaruraotai == "tsumo":
        edits["shiiaruraotai"] = {"test": yaku.shiiaruraotai_by_tsumo}
    if rules.chiitoitsu_50fu:
        edits["chiitoitsu"] = {"han": 1}
    edits["junchan"] = {"han": rules.junchan_han, "open_han": rules.junchan_han - 1}
    edits["four_reds"] = {"han": rules.four_reds_han, "open_han": rules.four_reds_han}
    if rules.renhou_value != "yakuman":
        edits["renhou"] = {"kind": "yaku", "han": RENHOU_HAN[rules.renhou_value], "multiple": 0}
    return edits


def _entry(row: Yaku, replaced_by: tuple[int, ...], rules: RuleSet) -> Entry:
    halves = 0
    if row.kind == "yakuman":
        halves = 4 if row.key in rules.double_yakuman else 3 if row.key in rules.large_yakuman else 2
    number = NUMBER[row.key]
    open_han = row.han if row.open_han is None else row.open_han
    return Entry(
        number=number,
        word=number >> 6,
        bit=(1 << (number & 63)) - ((number & 63 == 63) << 64),
        test=row.test,
        needs=sum(_BIT_OF_NEED[need] for need in row.needs) | (_BIT_OF_NEED["closed"] if row.open_han is None else 0),
        open_han=open_han,
        closed_more=row.han - open_han,
        closed_only=row.open_han is None,
        halves=halves,
        replaced_by=replaced_by,
    )


_PINFU: Final = NUMBER["pinfu"]
_NEEDS: Final[tuple[yaku.Needs, ...]] = get_args(yaku.Needs)
_BIT_OF_NEED: Final = {need: 1 << place for place, need in enumerate(_NEEDS)}
_CLOSED: Final = Circumstance.CLOSED
_ANY_RIICHI: Final = Circumstance.RIICHI | Circumstance.DOUBLE_RIICHI
_CHANCE: Final = ~(
    _ANY_RIICHI
    | Circumstance.IPPATSU
    | Circumstance.TSUMO
    | Circumstance.DEALER
    | Circumstance.CLOSED
    | Circumstance.FOUR_CALLS
)


def _asked(f: Features, table: Table, seen: Callable[[int], bool]) -> tuple[Entry, ...]:
    """The entries that some reading may have, in their order."""
    circumstances, triplets, tiles, suits = f.circumstances, f.triplets, f.tiles, f.classes & 7
    # A mask less its lowest bit is not 0 if it has two.
    honors, more = triplets >> 27, triplets & (triplets - 1)
    # In the order of `Needs`.
    has = (
        seen(circumstances & _CLOSED)
        | seen(more == 0) << 1
        | seen(f.runs & yaku.EQUAL_RUNS) << 2
        | seen(more) << 3
        | seen(honors) << 4
        | seen(honors & (honors - 1)) << 5
        | seen(f.n_concealed > 2) << 6
        | seen(f.n_kans > 2) << 7
        | seen((suits & (suits - 1)) == 0) << 8
        | seen(suits == 7) << 9
        | seen((tiles & yaku.YAOCHUU) == 0) << 10
        | seen((tiles & yaku.FOUR_TO_SIX) == 0) << 11
        | seen(f.form != Form.STANDARD) << 12
        | seen(circumstances & _ANY_RIICHI) << 13
        | seen(circumstances & _CHANCE) << 14
    )
    asked = table.asked.get(has)
    if asked is None:
        asked = table.asked[has] = tuple(e for e in table.entries if not e.needs & ~has)
    return asked


def value_of(f: Features, table: Table, n_dora: int, minimum: int, seen: Callable[[int], bool]) -> Value:
    """The value of a reading.

    `n_dora` counts all dora in han, `minimum` is the han of yaku a win needs, and `seen` tells whether any reading of a
    column has what is asked (`bool` for a single one): what none has costs no further work.
    """
    rules = table.rules
    closed = (f.circumstances & _CLOSED) != 0
    wins = (f.form & table.forms) != 0
    han = halves = pinfu = 0
    ordinary, yakuman = [0, 0], [0, 0]
    held: dict[int, bool] = {}
    for entry in _asked(f, table, seen):
        hit = entry.test(f)
        if not seen(hit):
            continue
        if entry.closed_only:
            hit = hit & closed
        for number in entry.replaced_by:
            if number in held:
                hit = hit > held[number]
        held[entry.number] = hit
        if entry.halves:
            worth = hit * entry.halves
            # Where yakuman do not add up, the dearest counts.
            halves = halves + (worth if rules.stacked_yakuman else (worth > halves) * (worth - halves))
            yakuman[entry.word] = yakuman[entry.word] | hit * entry.bit
        else:
            han = han + hit * entry.open_han
            if entry.closed_more:
                han = han + (hit & closed) * entry.closed_more
            ordinary[entry.word] = ordinary[entry.word] | hit * entry.bit
            if entry.number == _PINFU:
                pinfu = hit

    items = fu_items(f, pinfu, table.fu)
    fu = round_up(sum(items))
    counted = han + n_dora * rules.dora_for_minimum
    enough = counted >= minimum
    if rules.min_mangan:
        enough = enough & (base_points(rules, counted, fu) >= MANGAN)
    han = han + n_dora * enough
    is_yakuman = halves != 0
    if not (rules.aotenjou or rules.han_with_yakuman) and seen(is_yakuman):
        ordinary = [bits * (1 - is_yakuman) for bits in ordinary]
        han = han * (1 - is_yakuman)
    large = halves & 1
    valid = (enough | is_yakuman) & wins
    base = base_points(rules, han * (han > 0), fu, (halves >> 1) - large, large) * valid
    value = Value(
        valid, base, han + (halves * 13 >> 1), fu, halves, ordinary[0] | yakuman[0], ordinary[1] | yakuman[1], items
    )
    return _with_renhou(value, f, table, seen) if table.renhou is not None else value


def _with_renhou(value: Value, f: Features, table: Table, seen: Callable[[int], bool]) -> Value:
    """The value with a renhou that stands alone, or stands in for yaku worth less."""
    entry = table.renhou
    assert entry is not None
    hit = entry.test(f) & ((f.form & table.forms) != 0) & (value.halves == 0)
    if not seen(hit):
        return value
    entry_han = entry.open_han + entry.closed_more
    base = base_points(table.rules, entry_han, 30)
    if table.rules.renhou_join == "higher":
        hit = hit & (value.base < base)
    bits = [entry.bit if word == entry.word else 0 for word in (0, 1)]
    return Value(
        valid=value.valid | hit,
        base=value.base + hit * (base - value.base),
        han=value.han + hit * (entry_han - value.han),
        fu=value.fu,
        halves=value.halves,
        yaku_low=value.yaku_low + hit * (bits[0] - value.yaku_low),
        yaku_high=value.yaku_high + hit * (bits[1] - value.yaku_high),
        fu_items=value.fu_items,
    )
