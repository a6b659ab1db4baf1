"""Explains the value of a hand: all its readings, and the rule options that would change the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, Unpack, get_args, get_origin

from mjlog.errors import Fault, LogError
from mjlog.rules.atozuke import refusal
from mjlog.rules.best_reading import Scored, best_reading, score_readings
from mjlog.rules.hand import Hand, dora_counts
from mjlog.rules.hand_checks import check
from mjlog.rules.hand_text import Circumstances, hand_of, with_circumstances
from mjlog.rules.option import options_of
from mjlog.rules.presets import TENHOU
from mjlog.rules.readings import WAIT_NAMES, Features, Form
from mjlog.rules.rule_options import change_of, option_types
from mjlog.rules.rulefile import Rules, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import Score, score_hand, score_of_reading
from mjlog.rules.value import table_of
from mjlog.rules.yaku import BY_KEY, YAKU
from mjlog.tiles import starts_run, to_mpsz
from mjlog.words import tr, tr_values


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read the hand."""

    sets: tuple[str, ...]
    """The sets and the pair as texts; seven pairs and kokushi are one text."""
    wait: str
    """Name of the wait; "no wait" for the old suukantsu."""
    score: Score | None
    """None if the reading lacks the yaku a win needs."""

    def __str__(self) -> str:
        worth = str(self.score) if self.score else tr("no yaku")
        return tr("{sets} ({wait}): {value}", sets=" ".join(self.sets), wait=tr(self.wait), value=worth)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRule:
    """A change of one option that changes the result."""

    option: str
    value: Any
    score: Score | None
    """The changed result; None if the hand would not be a win."""

    def __str__(self) -> str:
        match self.value:
            case bool():
                shown = str(self.value).lower()  # as in a rule file
            case str() | int():
                shown = str(self.value)
            case keys:
                shown = ", ".join(sorted(keys)) or "none"
        return tr("{yaku}: {value}", yaku=f"{self.option} = {shown}", value=self.score or tr("no win"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """All readings of a hand, the one that counts first, and the results under other rules."""

    readings: tuple[Reading, ...]
    why: str
    """The reason why the first reading counts."""
    other_rules: tuple[OtherRule, ...]
    refusal: str | None = None
    """Why the rules on atozuke refuse the win; None if they do not."""

    @property
    def score(self) -> Score | None:
        """The value of the hand; None if it is not a win."""
        return None if self.refusal else self.readings[0].score

    def __str__(self) -> str:
        lines = [tr("Readings"), *(f"  {reading}" for reading in self.readings)]
        if self.refusal:
            rule, _, reason = self.refusal.partition(" refuses the win: ")
            lines.append(tr("None counts: {rule} refuses the win: {reason}.", rule=rule, reason=tr_values(reason)))
        else:
            lines.append(tr("The first counts: {why}.", why=tr_values(self.why)))
        if self.other_rules:
            lines += [tr("Under other rules"), *(f"  {rule}" for rule in self.other_rules)]
        return "\n".join(lines)


@with_circumstances
def explain(hand: str, *, win: str, rules: Rules = TENHOU, **circumstances: Unpack[Circumstances]) -> Explanation:
    """All readings of a hand with their values, why the best one counts, and which options would change the result.

    Takes the arguments of `score`. Raises `LogError` as `score` does, but a hand without yaku is explained.

    >>> for reading in explain("22334455m234p234s", win="3m").readings:
    ...     print(" ".join(reading.sets), reading.wait, reading.score.han)
    55m 234m 234m 234p 234s kanchan 4
    22m 345m 345m 234p 234s ryanmen 3
    """
    return explain_hand(hand_of(hand, win, circumstances), rules_of(rules))


def explain_hand(hand: Hand, rules: RuleSet = TENHOU) -> Explanation:
    """The same for a `Hand`."""
    check(hand, rules)
    counts = dora_counts(hand, rules)
    scored = score_readings(hand, table_of(rules), counts)
    best = best_reading(scored, rules)
    if best is None:
        raise LogError(Fault.BAD_HAND, "the tiles are not a winning hand", to_mpsz(hand.tiles))
    ordered = [best]
    while rest := [s for s in scored if s not in ordered]:
        following = best_reading(rest, rules)
        assert following is not None
        ordered.append(following)
    readings = tuple(
        Reading(
            sets=sets_of(s.features, hand),
            wait=WAIT_NAMES.get(s.features.wait, "no wait"),
            score=score_of_reading(s, hand, table_of(rules), counts) if s.value.valid else None,
        )
        for s in ordered
    )
    refused = refusal(hand, rules) if best.value.valid else None
    return Explanation(
        readings=readings,
        why=_why(ordered, rules),
        other_rules=tuple(_other_rules(hand, rules, None if refused else readings[0].score)),
        refusal=refused,
    )


def sets_of(f: Features, hand: Hand) -> tuple[str, ...]:
    """The concealed sets and the pair of a reading, and the melds, as texts."""
    melds = tuple(str(meld) for meld in hand.melds)
    if f.form != Form.STANDARD:
        return (to_mpsz(sorted(hand.concealed)), *melds)
    runs, triplets = f.runs - hand.sums.runs, f.triplets & ~hand.sums.triplets
    texts = [to_mpsz((kind, kind)) for kind in range(34) if f.pair >> kind & 1]
    for kind in range(34):
        if triplets >> kind & 1:
            texts.append(to_mpsz((kind,) * 3))
        if starts_run(kind):
            texts += [to_mpsz((kind, kind + 1, kind + 2))] * (runs >> 3 * (kind // 9 * 7 + kind % 9) & 7)
    return (*texts, *melds)


def _why(ordered: list[Scored], rules: RuleSet) -> str:
    if len(ordered) == 1:
        return "it is the only one"
    first, second = ordered[0].value, ordered[1].value
    if first.valid and not second.valid:
        return "no other has a yaku"
    names = ("base points", "han", "fu")
    pairs = [(first.base, second.base), (first.han, second.han), (first.fu, second.fu)]
    if rules.reading_order == "han":
        names, pairs = names[1:] + names[:1], pairs[1:] + pairs[:1]
    for name, (ours, theirs) in zip(names, pairs, strict=True):
        if ours != theirs:
            return f"it has more {name} than the next ({ours:,} against {theirs:,})"
    return "the others are worth the same"


def _other_rules(hand: Hand, rules: RuleSet, score: Score | None) -> Iterator[OtherRule]:
    for option, value in changes(rules, score):
        try:
            changed = replace(rules, **change_of(option, value))
        except LogError:
            continue  # the changed option contradicts another
        try:
            other = score_hand(hand, changed)
        except LogError:
            other = None
        if other != score:
            yield OtherRule(option=option, value=value, score=other)


def changes(rules: RuleSet, score: Score | None) -> Iterator[tuple[str, Any]]:
    """Every option with its other values: all of a closed vocabulary, the usual ones of an open one.

    Sets of yaku have one more or one less: a yaku of the set, one that the hand has, or a local one.
    """
    counted = {y.key for y in score.yaku if BY_KEY[y.key].kind in ("yaku", "yakuman")} if score else set()
    local = {row.key for row in YAKU if row.local}
    for option, about in options_of(RuleSet).items():
        kind, now = option_types()[option], getattr(rules, option)
        values: Iterable[Any] = about.usual
        if get_origin(kind) is Literal:
            values = get_args(kind)
        elif kind is bool:
            values = (False, True)
        elif get_origin(kind) is frozenset:
            keys = now | counted | (local if option == "local_yaku" else set())
            values = [now ^ {row.key} for row in YAKU if row.key in keys]
        yield from ((option, value) for value in values if value != now)
