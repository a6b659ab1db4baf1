"""The value of a reading under a rule set: which yaku it has, its han, fu and base points.

`table_of` lists the yaku that exist under a rule set; `value_of` applies their tests. It serves both speeds: with the
features of one reading every number is a Python integer, with columns it is an int64 array.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from mjlog.rules.circumstances import (
    chankan_or_kita,
    haitei_not_rinshan,
    shiiaruraotai_by_ron,
    shiiaruraotai_by_tsumo,
)
from mjlog.rules.fu import FuRules, fu_items, fu_rules, round_up
from mjlog.rules.patterns import (
    EQUAL_RUNS,
    FOUR_TO_SIX,
    junsei_chuuren_or_dealt,
    kokushi_13_or_dealt,
    pinfu_by_ron,
    ryuuiisou_with_green,
    suuankou_tanki_or_dealt,
    tsuuiisou_with_man,
)
from mjlog.rules.points import MANGAN, base_points
from mjlog.rules.readings import YAOCHUU_MASK, Circumstance, Features, Form
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import BY_KEY, NUMBER, YAKU, Need, Yaku

_MAX_TABLES: Final = 512
RENHOU_HAN: Final = {"mangan": 5, "baiman": 8}
"""Han of renhou where it is not a yakuman."""


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
    """A yaku that exists under a rule set."""

    number: int
    word: int
    """Which of the two words of a `Value` has its bit: 0 for numbers 0-63, 1 for 64 and up."""
    bit: int
    """Its bit in that word, as a signed 64-bit number."""
    test: Callable[[Features], bool]
    needs: int
    """Bits of `Need` a reading must have."""
    open_han: int
    """Han in an open hand; the han where it needs a closed one."""
    closed_more: int
    """Additional han in a closed hand."""
    closed_only: bool
    halves: int
    """Value in half yakuman; 0 for an ordinary yaku."""
    replaced_by: tuple[int, ...]
    """Numbers of the yaku next to which it does not count."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class YakuTable:
    """A rule set as far as the value of a hand depends on it; compared by identity, so it is a cheap dictionary key."""

    entries: tuple[Entry, ...]
    """Yakuman first, and each yaku after those that replace it."""
    candidates: dict[int, tuple[Entry, ...]]
    """Memory of `_candidates`: the entries to test, by the bits of `Need` present."""
    rules: RuleSet
    fu: FuRules
    forms: int
    """Bits of the forms that win."""
    renhou: Entry | None
    """Renhou where it is worth less than a yakuman and is not added to other yaku."""
    counted: Mapping[int, tuple[Counted, Counted]]
    """Value of each yaku in an open and in a closed hand, by its number."""


class Value(NamedTuple):
    """The value of a reading; every field is an int64 array where the features are."""

    valid: bool
    """The reading has the yaku a win needs."""
    base: int
    """Base points; 0 if not valid."""
    han: int
    """Han with dora, and 13 for each yakuman; next to a yakuman nothing else counts, unless the rules allow it."""
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
        """Bit *n* for yaku number *n*."""
        return bits_of(self.yaku_low, self.yaku_high)


def bits_of(yaku_low: int, yaku_high: int) -> int:
    """Bit *n* for yaku number *n*, from the two words of a `Value`."""
    return yaku_low & (1 << 64) - 1 | yaku_high << 64


_BY_IDENTITY: Final[dict[int, tuple[RuleSet, YakuTable]]] = {}
"""The table of each rule set by `id`, with the set to keep it alive: hashing a hundred options takes longer."""


def table_of(rules: RuleSet) -> YakuTable:
    """The yaku that exist under a rule set, with their values."""
    known = _BY_IDENTITY.get(id(rules))
    if known is not None:
        return known[1]
    if len(_BY_IDENTITY) >= _MAX_TABLES:
        _BY_IDENTITY.clear()
    table = _new_table(rules)
    _BY_IDENTITY[id(rules)] = rules, table
    return table


@lru_cache(maxsize=_MAX_TABLES)
def _new_table(rules: RuleSet) -> YakuTable:
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
    return YakuTable(
        entries=plain,
        candidates={},
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
    if rules.open_riichi_yakuman and rules.has_open_riichi:
        rows["open_riichi_deal_in"] = BY_KEY["open_riichi_deal_in"]
    for key, changes in _edits(rules).items():
        if key in rows:
            rows[key] = replace(rows[key], **changes)
    return rows


def _edits(rules: RuleSet) -> Mapping[str, dict[str, Any]]:
    """Changes of each row by the options."""
    edits: dict[str, dict[str, Any]] = {}
    if not rules.kuitan:
        edits["tanyao"] = {"open_han": None}
    if not rules.pinfu_tsumo:
        edits["pinfu"] = {"test": pinfu_by_ron}
    if not rules.rinshan_with_haitei:
        edits["haitei"] = {"test": haitei_not_rinshan}
    if rules.kita_chankan:
        edits["chankan"] = {"test": chankan_or_kita}
    for key, dealt, raised in (
        ("kokushi_13", kokushi_13_or_dealt, rules.tenhou_kokushi_13),
        ("suuankou_tanki", suuankou_tanki_or_dealt, rules.tenhou_suuankou_tanki),
        ("junsei_chuuren", junsei_chuuren_or_dealt, rules.tenhou_junsei_chuuren),
    ):
        if raised:
            edits[key] = {"test": dealt}
    if rules.chinroutou_toitoi:
        edits["chinroutou"] = {"absorbs": ("honroutou",)}
    if rules.ryuuiisou_needs_green:
        edits["ryuuiisou"] = {"test": ryuuiisou_with_green}
    if rules.man_as_honors:
        edits["tsuuiisou"] = {"test": tsuuiisou_with_man}
    if rules.shiiaruraotai == "ron":
        edits["shiiaruraotai"] = {"test": shiiaruraotai_by_ron}
    if rules.shiiaruraotai == "tsumo":
        edits["shiiaruraotai"] = {"test": shiiaruraotai_by_tsumo}
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
        needs=row.needs | (Need.CLOSED if row.open_han is None else 0),
        open_han=open_han,
        closed_more=row.han - open_han,
        closed_only=row.open_han is None,
        halves=halves,
        replaced_by=replaced_by,
    )


_PINFU: Final = NUMBER["pinfu"]
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


def _candidates(f: Features, table: YakuTable, any_of: Callable[[int], bool]) -> tuple[Entry, ...]:
    """The entries that some reading may have, in their order."""
    circumstances, triplets, tiles, suits = f.circumstances, f.triplets, f.tiles, f.classes & 7
    # A mask less its lowest bit is not 0 if it has two.
    honors, more = triplets >> 27, triplets & (triplets - 1)
    has = (
        any_of(circumstances & _CLOSED) * Need.CLOSED
        | any_of(more == 0) * Need.THREE_RUNS
        | any_of(f.runs & EQUAL_RUNS) * Need.EQUAL_RUNS
        | any_of(more) * Need.TWO_TRIPLETS
        | any_of(honors) * Need.HONOR_TRIPLET
        | any_of(honors & (honors - 1)) * Need.TWO_HONOR_TRIPLETS
        | any_of(f.n_concealed > 2) * Need.THREE_CONCEALED
        | any_of(f.n_kans > 2) * Need.THREE_KANS
        | any_of((suits & (suits - 1)) == 0) * Need.ONE_SUIT
        | any_of(suits == 7) * Need.THREE_SUITS
        | any_of((tiles & YAOCHUU_MASK) == 0) * Need.SIMPLES_ONLY
        | any_of((tiles & FOUR_TO_SIX) == 0) * Need.NO_456
        | any_of(f.form != Form.STANDARD) * Need.SPECIAL
        | any_of(circumstances & _ANY_RIICHI) * Need.RIICHI
        | any_of(circumstances & _CHANCE) * Need.CHANCE
    )
    known = table.candidates.get(has)
    if known is None:
        known = table.candidates[has] = tuple(e for e in table.entries if not e.needs & ~has)
    return known


def value_of(f: Features, table: YakuTable, n_dora: int, minimum: int, any_of: Callable[[int], bool]) -> Value:
    """The value of a reading.

    `n_dora` is the han of all dora and `minimum` the han of yaku a win needs. `any_of` says whether a flag holds for
    any reading of a column (`bool` for a single reading); what no reading has is skipped.
    """
    rules = table.rules
    closed = (f.circumstances & _CLOSED) != 0
    wins = (f.form & table.forms) != 0
    han = loss = halves = pinfu = 0
    ordinary, yakuman = [0, 0], [0, 0]
    hits: dict[int, bool] = {}
    for entry in _candidates(f, table, any_of):
        hit = entry.test(f)
        if not any_of(hit):
            continue
        if entry.closed_only:
            hit = hit & closed
        for number in entry.replaced_by:
            if number in hits:
                hit = hit > hits[number]
        hits[entry.number] = hit
        if entry.halves:
            worth = hit * entry.halves
            # Where yakuman do not add up, the most valuable counts.
            halves = halves + (worth if rules.stacked_yakuman else (worth > halves) * (worth - halves))
            yakuman[entry.word] = yakuman[entry.word] | hit * entry.bit
        else:
            if entry.open_han < 0:
                loss = loss + hit * entry.open_han
            else:
                han = han + hit * entry.open_han
            if entry.closed_more:
                han = han + (hit & closed) * entry.closed_more
            ordinary[entry.word] = ordinary[entry.word] | hit * entry.bit
            if entry.number == _PINFU:
                pinfu = hit

    items = fu_items(f, pinfu, table.fu)
    fu = round_up(sum(items))
    counted = han + n_dora * (n_dora > 0) * rules.dora_for_minimum
    enough = counted >= minimum
    if rules.min_mangan:
        enough = enough & (base_points(rules, counted, fu) >= MANGAN)
    han = han + (n_dora + loss) * enough
    han = han * (han > 0)
    is_yakuman = halves != 0
    if not (rules.aotenjou or rules.han_with_yakuman) and any_of(is_yakuman):
        ordinary = [bits * (1 - is_yakuman) for bits in ordinary]
        han = han * (1 - is_yakuman)
    large = halves & 1
    valid = (enough | is_yakuman) & wins
    base = base_points(rules, han, fu, (halves >> 1) - large, large) * valid
    value = Value(
        valid, base, han + (halves * 13 >> 1), fu, halves, ordinary[0] | yakuman[0], ordinary[1] | yakuman[1], items
    )
    return _with_renhou(value, f, table, any_of) if table.renhou is not None else value


def _with_renhou(value: Value, f: Features, table: YakuTable, any_of: Callable[[int], bool]) -> Value:
    """The value with a renhou that counts alone, or in place of yaku worth less."""
    entry = table.renhou
    assert entry is not None
    hit = entry.test(f) & ((f.form & table.forms) != 0) & (value.halves == 0)
    if not any_of(hit):
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
