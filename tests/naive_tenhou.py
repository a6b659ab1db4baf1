"""The statistics once more, straight from the text of Tenhou's XML: slow, naive, and sharing nothing with the
package."""

import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

Tally = Counter[tuple[int, str, str]]
"""Sums by (players, statistic, "numerator" or "denominator")."""


@dataclass
class Story:
    """What one player went through in one kyoku."""

    wind: int
    dealer: bool
    start: int
    """Points before the kyoku."""
    dealt: list[int]
    dora: int
    """Kind that the first indicator makes dora."""
    draws: int = 0
    discards: int = 0
    chi: int = 0
    pon: int = 0
    daiminkan: int = 0
    kakan: int = 0
    ankan: int = 0
    kita: int = 0
    call_turns: list[int] = field(default_factory=list)
    declared: int | None = None
    """Own turn of the riichi declaration."""
    declared_after: int | None = None
    """Discards of everybody before it."""
    double: bool = False
    stick_paid: bool = False
    rivals_before: int = 0
    rivals_after: int = 0
    win: ET.Element | None = None
    fed: list[ET.Element] = field(default_factory=list)
    hit: ET.Element | None = None
    showed: bool | None = None
    delta: int = 0
    """Points gained or lost, the own stick included."""
    drawn: int | None = None
    """Tile just drawn, none after a call."""
    river: set[int] = field(default_factory=set)
    """Kinds discarded, and after an accepted riichi those of everybody: what cannot be ronned by a riichi player."""

    @property
    def calls(self) -> int:
        return self.chi + self.pon + self.daiminkan


def numbers(text: str | None) -> list[int]:
    return [int(float(part)) for part in (text or "").split(",") if part]


def tally_file(path: Path) -> Tally:
    """All sums of one file with one whole game."""
    tally: Tally = Counter()
    root = ET.parse(path).getroot()
    table = int(root.find("GO").get("type"))
    players, red = 3 if table & 16 else 4, not table & 2
    busting: set[int] = set()
    """Seats whose wins brought another below zero."""
    stories: list[Story] = []
    results: list[ET.Element] = []
    start: list[int] = []
    everybody = 0
    kyoku = 0
    last_discard: list[str] = []
    number = 0

    def close() -> None:
        nonlocal kyoku
        if results:
            if results[0].tag == "AGARI" and results[0].get("who") != results[0].get("fromWho"):
                for key in last_discard:
                    tally[players, key, "numerator"] += 1
            tally_kyoku(tally, players, stories, results, everybody, robbed=not last_discard)
            tally_deals(tally, players, stories, red=red)
            all_last = number >= (4 if table & 8 else 0) + players - 1
            busting.update(tally_places(tally, players, stories, results, all_last=all_last))
            kyoku += 1

    for tag in root:
        name = tag.tag
        if name == "INIT":
            close()
            results, everybody = [], 0
            oya, number = int(tag.get("oya")), numbers(tag.get("seed"))[0]
            points, indicator = numbers(tag.get("ten")), numbers(tag.get("seed"))[5] // 4
            stories = [
                Story(
                    wind=number // 4,
                    dealer=seat == oya,
                    start=100 * points[seat],
                    dealt=numbers(tag.get(f"hai{seat}")),
                    dora=dora_of(indicator, players),
                )
                for seat in range(players)
            ]
            start = start or numbers(tag.get("ten"))
        elif name[0] in "TUVW" and name[1:].isdigit():
            last_discard = []
            story = stories["TUVW".index(name[0])]
            story.draws += 1
            story.drawn = int(name[1:])
        elif name[0] in "DEFG" and name[1:].isdigit():
            seat = "DEFG".index(name[0])
            last_discard = tally_discard(tally, players, stories, seat, int(name[1:]))
            stories[seat].discards += 1
            everybody += 1
        elif name == "N":
            story, code = stories[int(tag.get("who"))], int(tag.get("m"))
            kind = (
                "chi"
                if code & 4
                else "pon"
                if code & 8
                else "kakan"
                if code & 16
                else "kita"
                if code & 32
                else "daiminkan"
                if code & 3
                else "ankan"
            )
            last_discard, story.drawn = [], None
            if kind in ("chi", "pon", "daiminkan"):
                add(tally, players, "call_turn", story.discards + 1)
                add(tally, players, "chi_share", kind == "chi")
            setattr(story, kind, getattr(story, kind) + 1)
            if kind in ("chi", "pon", "daiminkan"):
                story.call_turns.append(story.discards + 1)
        elif name == "REACH" and tag.get("step") == "1":
            who = int(tag.get("who"))
            for seat, story in enumerate(stories):
                if seat == who:
                    story.declared, story.declared_after = story.discards + 1, everybody
                    story.double = story.discards == 0 and not any(
                        other.calls + other.ankan + other.kakan + other.kita for other in stories
                    )
                elif story.declared is None:
                    story.rivals_before += 1
                else:
                    story.rivals_after += 1
        elif name == "REACH":
            stories[int(tag.get("who"))].stick_paid = True
        elif name in ("AGARI", "RYUUKYOKU"):
            results.append(tag)
    close()
    last = results[-1]
    tally[players, "kyoku_per_game", "numerator"] += kyoku
    tally[players, "kyoku_per_game", "denominator"] += 1
    if owari := last.get("owari"):
        finals = [float(part) for part in owari.split(",")]
        points = [100 * int(finals[2 * seat]) for seat in range(players)]
        order = sorted(range(players), key=lambda seat: (-points[seat], seat))
        for seat in range(players):
            place = order.index(seat) + 1
            for key, value in {
                "first_rate": place == 1,
                "second_rate": place == 2,
                "third_rate": place == 3,
                "average_place": place,
                "busted_rate": points[seat] < 0,
                "busting_rate": seat in busting,
                "final_points": points[seat],
                "match_points": round(finals[2 * seat + 1], 1),
            }.items():
                tally[players, key, "numerator"] += value
                tally[players, key, "denominator"] += 1
            if players == 4:
                tally[players, "fourth_rate", "numerator"] += place == 4
                tally[players, "fourth_rate", "denominator"] += 1
    return tally


def tally_discard(tally: Tally, players: int, stories: list[Story], seat: int, tile: int) -> list[str]:
    """Add one discard; the statistics that grow if it is ronned."""
    own, kind = stories[seat], tile // 4
    rivals = [story for other, story in enumerate(stories) if other != seat and story.stick_paid]
    free = not own.stick_paid
    sure = all(kind in rival.river for rival in rivals)
    grows = ["discard_deal_in_rate"]
    add(tally, players, "discard_deal_in_rate", 0)
    if free:
        add(tally, players, "tsumogiri_rate", own.drawn == tile)
    if free and rivals:
        add(tally, players, "faced_discard_deal_in_rate", 0)
        add(tally, players, "sure_discard_rate", sure)
        grows.append("faced_discard_deal_in_rate")
        if not sure:
            add(tally, players, "risk_deal_in_rate", 0)
            grows.append("risk_deal_in_rate")
    for other, story in enumerate(stories):
        if other == seat or story.stick_paid:
            story.river.add(kind)
    return grows


def tally_kyoku(
    tally: Tally, players: int, stories: list[Story], results: list[ET.Element], everybody: int, *, robbed: bool
) -> None:
    """Add one kyoku; `robbed` if it ended on no discard."""
    drawn = results[0].tag == "RYUUKYOKU"
    exhaustive = drawn and results[0].get("type") is None
    nagashi = drawn and results[0].get("type") == "nm"
    for result in results:
        changes = numbers(result.get("sc"))[1 : 2 * players : 2]
        for story, change in zip(stories, changes, strict=True):
            story.delta += 100 * change
        if result.tag == "AGARI":
            who, source = int(result.get("who")), int(result.get("fromWho"))
            stories[who].win = result
            if who != source:
                stories[source].fed.append(result)
            else:
                for seat, story in enumerate(stories):
                    if seat != who:
                        story.hit = result
    if exhaustive or nagashi:
        for seat, story in enumerate(stories):
            story.showed = results[0].get(f"hai{seat}") is not None
    for seat, story in enumerate(stories):
        tally_story(
            tally, players, seat, story, drawn=drawn, exhaustive=exhaustive, nagashi=nagashi, everybody=everybody,
            robbed=robbed,
        )  # fmt: skip
    for result in results:
        if result.tag == "AGARI":
            tally_win(tally, players, result)
            if result.get("who") != result.get("fromWho"):
                tally_deal_in(tally, players, stories[int(result.get("who"))], result)
    add(tally, players, "double_ron_rate", len(results) == 2, not drawn)


def dora_of(indicator: int, players: int) -> int:
    """The kind that follows an indicator."""
    if indicator >= 31:
        return 31 + (indicator - 30) % 3
    if indicator >= 27:
        return 27 + (indicator - 26) % 4
    if players == 3 and indicator < 9:
        return 8 - indicator
    return indicator - indicator % 9 + (indicator + 1) % 9


def tally_deals(tally: Tally, players: int, stories: list[Story], *, red: bool) -> None:
    """Add what was dealt."""
    for story in stories:
        kinds = [tile // 4 for tile in story.dealt]
        outer = {kind for kind in kinds if kind >= 27 or kind % 9 in (0, 8)}
        add(tally, players, "haipai_pairs", sum(kinds.count(kind) >= 2 for kind in set(kinds)))
        add(tally, players, "haipai_yaochuu", len(outer))
        add(tally, players, "haipai_dora", kinds.count(story.dora))
        add(tally, players, "haipai_red", len({16, 52, 88} & set(story.dealt)) if red else 0)


def tally_places(
    tally: Tally, players: int, stories: list[Story], results: list[ET.Element], *, all_last: bool
) -> set[int]:
    """Add how the order of the players changed; the seats whose wins brought another below zero."""
    start = [story.start for story in stories]
    end = [story.start + story.delta - 1000 * story.stick_paid for story in stories]
    before, after = (sorted(range(players), key=lambda seat: (-points[seat], seat)) for points in (start, end))
    winners = {int(result.get("who")) for result in results if result.tag == "AGARI"}
    for seat in range(players):
        place = before.index(seat)
        add(tally, players, "gap_above", start[before[place - 1]] - start[seat], place > 0)
        if place < players - 1:
            add(tally, players, "gap_below", start[seat] - start[before[place + 1]])
        add(tally, players, "place_gain_rate", after.index(seat) < place)
        add(tally, players, "place_loss_rate", after.index(seat) > place)
        if all_last and place == 0:
            add(tally, players, "all_last_first_kept_rate", after.index(seat) == 0)
        if all_last and place == 3:
            add(tally, players, "all_last_fourth_escaped_rate", after.index(seat) < 3)
        if seat in winners and place > 0:
            add(tally, players, "overtaking_win_rate", after.index(seat) < place)
        add(
            tally,
            players,
            "others_ron_rate",
            bool(winners) and not (stories[seat].win is not None or stories[seat].fed or stories[seat].hit is not None),
        )
    fallen = {seat for seat in range(players) if end[seat] < 0 <= start[seat]}
    return {
        int(result.get("who"))
        for result in results
        if result.tag == "AGARI"
        if any(change_in(result, seat) < 0 for seat in fallen)
    }


def add(tally: Tally, players: int, key: str, numerator: float, denominator: float = 1) -> None:
    if denominator:
        tally[players, key, "numerator"] += numerator
        tally[players, key, "denominator"] += denominator


def change_in(result: ET.Element, seat: int) -> int:
    return 100 * numbers(result.get("sc"))[2 * seat + 1]


def value_of(result: ET.Element) -> int:
    return numbers(result.get("ten"))[1]


def tally_story(
    tally: Tally,
    players: int,
    seat: int,
    story: Story,
    *,
    drawn: bool,
    exhaustive: bool,
    nagashi: bool,
    everybody: int,
    robbed: bool,
) -> None:
    """Add what one player did and got in one kyoku."""

    def count(key: str, numerator: float, denominator: float = 1) -> None:
        add(tally, players, key, numerator, denominator)

    won, win = story.win is not None, story.win
    tsumo = won and win.get("fromWho") == win.get("who")
    riichi = story.declared is not None
    called = story.calls > 0
    dealt_in = bool(story.fed)
    balance = story.delta - 1000 * story.stick_paid

    count("win_rate", won)
    count("tsumo_share", tsumo, won)
    count("tsumo_share@pantheon", tsumo)
    count("deal_in_rate", dealt_in)
    count("deal_in_rate@zyr17", len(story.fed))
    count("riichi_rate", riichi)
    count("double_riichi_rate", story.double)
    count("call_rate", called)
    count("draw_rate", drawn)
    count("draw_rate@zyr17", exhaustive)
    count("abortive_draw_rate", drawn and not exhaustive and not nagashi)
    if exhaustive or nagashi:
        count("tenpai_at_draw", bool(story.showed))
    if exhaustive:
        count("tenpai_at_draw@zyr17", bool(story.showed))
    for calls in (2, 3, 4):
        count(f"calls_{calls}_rate", story.calls >= calls)
    count("calls_per_kyoku", story.calls)
    count("kans_per_kyoku", story.daiminkan + story.kakan + story.ankan)
    count("daiminkan_per_kyoku", story.daiminkan)
    count("kakan_per_kyoku", story.kakan)
    count("ankan_per_kyoku", story.ankan)
    if players == 3:
        count("kita_per_kyoku", story.kita)
    else:
        count("chi_per_kyoku", story.chi)
    count("balance", balance)
    count("dealer_win_rate", won, story.dealer)
    count("nondealer_win_rate", won, not story.dealer)
    count("passive_deal_in_rate", dealt_in and not riichi and story.calls < 2)

    if won:
        codes = (win.get("yaku") or "").split(",")
        yaku = dict(zip(codes[::2], codes[1::2], strict=True)) if win.get("yaku") else {}
        with_riichi = "1" in yaku or "21" in yaku or (win.get("yakuman") is not None and story.stick_paid)
        income = change_in(win, seat)
        count("riichi_win_share", with_riichi)
        count("open_win_share", called)
        count("dama_win_share", not with_riichi and not called)
        count("win_value", value_of(win))
        count("win_value@zyr17", income)
        count("win_value@amae", income - 1000 * story.stick_paid)
        count("riichi_win_value", value_of(win), with_riichi)
        count("open_win_value", value_of(win), called)
        count("dama_win_value", value_of(win), not with_riichi and not called)
        count("win_turn", story.discards + 1)
        count("win_turn@amae", everybody / players + 1)
        if with_riichi:
            count("ippatsu_rate", "2" in yaku)
            count("ura_rate", int(yaku.get("53", 0)) > 0)
            count("ura_tiles", int(yaku.get("53", 0)))
        count("win_turn@mortal", story.discards)
        for floor in (3900, 7700, 11600):
            count(f"value_{floor}_share@zyr17", income >= floor)
    with_kan = story.daiminkan + story.kakan + story.ankan > 0
    count("kan_win_rate", won, with_kan)
    count("kan_deal_in_rate", dealt_in, with_kan)
    count("kan_income", balance, with_kan)
    for calls in (1, 2, 3):
        count(f"calls_{calls}_win_rate", won, story.calls == calls)
        count(f"calls_{calls}_deal_in_rate", dealt_in, story.calls == calls)
    if drawn:
        count("draw_income@mortal", story.delta)
    if exhaustive:
        count("draw_income", story.delta)
        count("draw_income_tenpai" if story.showed else "draw_income_noten", story.delta)
    if dealt_in:
        count("deal_in_turn", story.discards + robbed)
        count("deal_in_turn@mortal", story.discards * len(story.fed), len(story.fed))
        paid = -sum(change_in(result, seat) for result in story.fed)
        count("deal_in_value", paid)
        count("deal_in_value@zyr17", paid, len(story.fed))
        count("deal_in_riichi_share", riichi)
        count("deal_in_open_share", called)
    if riichi:
        first = story.rivals_before == 0
        count("riichi_turn", story.declared)
        count("riichi_turn@mortal", story.declared - 1)
        count("riichi_turn@amae", story.declared_after / players + 1)
        count("riichi_win_rate", won)
        count("riichi_deal_in_rate", dealt_in)
        count("riichi_deal_in_rate@amae_b", dealt_in and story.stick_paid)
        count("riichi_draw_rate", drawn)
        count("riichi_income", balance)
        count("riichi_win_income", balance, won)
        count("riichi_deal_in_income", balance, dealt_in)
        count("first_riichi_rate", first)
        count("chase_rate", not first)
        count("chased_rate", first and story.rivals_after > 0)
        count("declaration_ronned_rate", dealt_in and not story.stick_paid)
    faced = story.rivals_before
    count("chase_rate@faced", riichi and faced > 0, faced > 0)
    if called:
        count("call_win_rate", won)
        count("call_deal_in_rate", dealt_in)
        count("call_draw_rate", drawn)
        count("call_income", balance)
        count("first_call_turn", story.call_turns[0])
    if len(story.call_turns) > 1:
        count("second_call_turn", story.call_turns[1])
    hit = story.hit is not None
    mangan = hit and numbers(story.hit.get("ten"))[2] >= 1
    count("tsumo_hit_rate", hit)
    if hit:
        count("tsumo_hit_turn", story.discards + 1)
        count("tsumo_hit_loss", -change_in(story.hit, seat))
        count("dealer_hit_rate", story.dealer and mangan)
    count("dealer_hit_rate@zyr17", hit, story.dealer and not won and not drawn)
    count("win_efficiency", change_in(win, seat) - 1000 * story.stick_paid if won else 0)
    count("deal_in_efficiency", -sum(change_in(result, seat) for result in story.fed))


def tally_deal_in(tally: Tally, players: int, winner: Story, win: ET.Element) -> None:
    """Add one ron, from the side of the seat that dealt in."""
    state = "riichi" if winner.stick_paid else "open" if winner.calls else "dama"
    value = value_of(win)
    add(tally, players, f"deal_in_value_to_{state}", value)
    add(tally, players, f"deal_in_value_to_{'dealer' if winner.dealer else 'nondealer'}", value)
    for floor in (3900, 7700, 11600):
        add(tally, players, f"deal_in_{floor}_share", value >= floor)
    codes = {int(code) for code in (win.get("yaku") or "").split(",")[::2] if code}
    codes |= {int(code) for code in (win.get("yakuman") or "").split(",") if code}
    for name, listed in {
        "ippatsu": {2}, "pinfu": {7}, "tanyao": {8}, "yakuhai": set(range(10, 21)), "chiitoitsu": {22},
        "toitoi": {28}, "flush": {34, 35},
    }.items():  # fmt: skip
        add(tally, players, f"deal_in_to_{name}_share", bool(codes & listed))


def tally_win(tally: Tally, players: int, win: ET.Element) -> None:
    """Add one win."""
    codes = (win.get("yaku") or "").split(",")
    yaku = {int(code): int(han) for code, han in zip(codes[::2], codes[1::2], strict=True)} if win.get("yaku") else {}
    yakuman = numbers(win.get("yakuman"))
    fu, value, limit = numbers(win.get("ten"))

    def count(key: str, numerator: float, denominator: float = 1) -> None:
        add(tally, players, key, numerator, denominator)

    for floor in (3900, 7700, 11600):
        count(f"value_{floor}_share", value >= floor)
    count("mangan_share", limit >= 1)
    count("haneman_share", limit >= 2)
    count("yakuman_share", bool(yakuman))
    count("kazoe_share", limit == 5 and not yakuman)
    count("han", sum(yaku.values()), not yakuman)
    count("fu", fu, bool(yaku) and limit == 0)
    count("dora_tiles", yaku.get(52, 0))
    count("red_tiles", yaku.get(54, 0))
    count("all_dora_tiles", yaku.get(52, 0) + yaku.get(53, 0) + yaku.get(54, 0))
    count("tanyao_share", 8 in yaku)
    count("pinfu_share", 7 in yaku)
    count("chiitoitsu_share", 22 in yaku)
    count("toitoi_share", 28 in yaku)
    count("flush_share", 34 in yaku or 35 in yaku)
    count("yakuhai_share", any(code in yaku for code in range(10, 21)))


def main(paths: list[Path]) -> Tally:
    """All sums of all files."""
    total: Tally = Counter()
    for path in paths:
        total.update(tally_file(path))
    return total
