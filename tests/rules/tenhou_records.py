"""Results of genuine Tenhou games, read straight from the text of their XML, for tests of the rules alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from mjlog.rules.points import base_points
from mjlog.rules.presets import tenhou
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import AbortiveDraw, ExhaustiveDraw, Kyoku, Liability, Outcome, Win, Wins

TAG = re.compile(r"<(GO|INIT|REACH|AGARI|RYUUKYOKU)\b([^>]*)>")
ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
ABORTIVE = {
    "yao9": "kyuushu_kyuuhai",
    "kaze4": "suufon_renda",
    "reach4": "suucha_riichi",
    "kan4": "suukaikan",
    "ron3": "sanchahou",
}

Attributes = dict[str, str]


@dataclass
class Record:
    """One kyoku: its start, the sticks laid, and the tags that end it."""

    init: Attributes
    riichi: list[int] = field(default_factory=list)
    results: list[tuple[str, Attributes]] = field(default_factory=list)

    def start(self, players: int) -> Kyoku:
        number, honba, sticks = numbers(self.init["seed"])[:3]
        points = tuple(100 * n for n in numbers(self.init["ten"])[:players])
        return Kyoku(wind=number // 4, dealer=int(self.init["oya"]), honba=honba, sticks=sticks, points=points)

    def rows(self, players: int) -> list[tuple[int, ...]]:
        """The payments printed in each result tag."""
        return [tuple(100 * n for n in numbers(tag["sc"])[1 : 2 * players : 2]) for _, tag in self.results]

    def outcome(self, rules: RuleSet) -> Outcome:
        name, tag = self.results[0]
        if name == "AGARI":
            return Wins(wins=tuple(win(rules, tag) for _, tag in self.results))
        if tag.get("type", "nm") == "nm":
            row = self.rows(rules.players)[0]
            nagashi = tuple(seat for seat, paid in enumerate(row) if paid > 0) if "type" in tag else ()
            return ExhaustiveDraw(tenpai=tuple(f"hai{s}" in tag for s in range(rules.players)), nagashi=nagashi)
        return AbortiveDraw(kind=ABORTIVE[tag["type"]])


@dataclass
class Game:
    name: str
    go: Attributes
    kyoku: list[Record]

    @property
    def kind(self) -> int:
        """The bits of the game's type."""
        return int(self.go["type"])

    @property
    def day(self) -> date | None:
        """The day in the file's name, if it has one."""
        return date.fromisoformat(self.name[:8]) if self.name[:8].isdigit() else None

    @property
    def owari(self) -> list[float]:
        return [float(n) for n in self.kyoku[-1].results[-1][1]["owari"].split(",")]

    def rules(self, day: date | None) -> RuleSet:
        kind = self.kind
        return tenhou(
            players=3 if kind & 0x10 else 4,
            red=not kind & 0x02,
            kuitan=not kind & 0x04,
            east_only=not kind & 0x08,
            chips=0 if not kind & 0x200 else 5 if kind & 0x400 else 2,
            day=day,
        )


def numbers(text: str) -> list[int]:
    return [int(n) for n in text.split(",")]


def win(rules: RuleSet, tag: Attributes) -> Win:
    fu, _, _ = numbers(tag["ten"])
    han = sum(numbers(tag["yaku"])[1::2]) if "yaku" in tag else 0
    n_yakuman = len(numbers(tag["yakuman"])) if "yakuman" in tag else 0
    base = base_points(rules, han, fu, n_yakuman)
    seat, payer = int(tag["who"]), int(tag["fromWho"])
    liable = (Liability(seat=int(tag["paoWho"]), base=base),) if "paoWho" in tag else ()
    return Win(seat=seat, payer=None if payer == seat else payer, base=base, liable=liable)


def read(path: Path) -> Game:
    kyoku: list[Record] = []
    go: Attributes = {}
    for name, text in TAG.findall(path.read_text(encoding="utf-8")):
        tag = dict(ATTRIBUTE.findall(text))
        match name:
            case "GO":
                go = tag
            case "INIT":
                kyoku.append(Record(tag))
            case "REACH":
                if tag["step"] == "2":
                    kyoku[-1].riichi.append(int(tag["who"]))
            case _:
                kyoku[-1].results.append((name, tag))
    return Game(path.name, go, kyoku)


def games(shared: Path) -> Iterator[Game]:
    for path in sorted((shared / "replays" / "tenhou_xml").iterdir()):
        yield read(path)
