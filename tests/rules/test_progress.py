from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from mjlog.rules.association_presets import M_LEAGUE, SAIKOUISEN_CLASSIC
from mjlog.rules.presets import PARLOUR, TENHOU, TENHOU_3P, tenhou
from mjlog.rules.progress import EndReason, Progress, is_paarenchan, next_kyoku
from mjlog.rules.ruleset import Length, Paarenchan, RuleSet
from mjlog.rules.settlement import AbortiveDraw, AbortiveKind, Chombo, ExhaustiveDraw, Kyoku, Outcome, Win, Wins, settle
from tests.rules.tenhou_records import Game, games

EVEN = (25_000, 25_000, 25_000, 25_000)


def at(wind: int, dealer: int, points: tuple[int, ...] = EVEN, honba: int = 0) -> Kyoku:
    return Kyoku(wind=wind, dealer=dealer, honba=honba, points=points)


def after(rules: RuleSet, kyoku: Kyoku, outcome: Outcome) -> Progress:
    return next_kyoku(rules, kyoku, settle(rules, kyoku, outcome))


def ron(seat: int, payer: int, base: int = 250) -> Wins:
    return Wins(wins=(Win(seat=seat, payer=payer, base=base),))


def draw(tenpai: str) -> ExhaustiveDraw:
    return ExhaustiveDraw(tenpai=tuple(c == "1" for c in tenpai))


def place(progress: Progress) -> tuple[int, int, int] | None:
    following = progress.next
    return following and (following.wind, following.dealer, following.honba)


@pytest.mark.parametrize(
    ("outcome", "following"),
    [
        (ron(1, 0), (0, 1, 3)),
        (ron(0, 1), (0, 2, 0)),
        (draw("0100"), (0, 1, 3)),
        (draw("1000"), (0, 2, 3)),
        (AbortiveDraw(kind="kyuushu_kyuuhai"), (0, 1, 3)),
    ],
)
def test_dealer_and_honba_after_each_outcome(outcome: Outcome, following: tuple[int, int, int]) -> None:
    assert place(after(TENHOU, at(0, 1, honba=2), outcome)) == following


def wins_in_a_row(rules: RuleSet, *outcomes: Outcome) -> list[int]:
    """`dealer_wins` before and after each outcome, from East 1 on."""
    kyoku, counts = at(0, 0), [0]
    for outcome in outcomes:
        following = after(rules, replace(kyoku, points=EVEN), outcome).next
        assert following is not None
        kyoku = following
        counts.append(kyoku.dealer_wins)
    return counts


@pytest.mark.parametrize("length", ["east", "hanchan", "full"])
def test_the_wins_of_a_dealer_in_a_row_are_counted_in_games_of_every_length(length: Length) -> None:
    rules = replace(TENHOU, length=length)
    assert wins_in_a_row(rules, *[ron(0, 1)] * 9) == [*range(10)]
    assert wins_in_a_row(rules, ron(0, 1), ron(0, 2), draw("1000"), ron(0, 1), ron(1, 0)) == [0, 1, 2, 0, 1, 0]
    assert wins_in_a_row(rules, ron(0, 1), ron(2, 0), ron(1, 0), ron(2, 1)) == [0, 1, 0, 1, 0]


def test_a_single_kyoku_and_a_dealer_who_never_repeats_have_no_wins_in_a_row() -> None:
    assert after(replace(TENHOU, length="single"), at(0, 0), ron(0, 1)).next is None
    never = replace(TENHOU, dealer_repeat="never", agari_yame="none", tenpai_yame="none")
    assert wins_in_a_row(never, ron(0, 1), ron(1, 0)) == [0, 0, 0]


@pytest.mark.parametrize(
    ("option", "honba", "dealer_wins", "by_dealer", "counts"),
    [
        # second document, line 266: any win of the kyoku after eight, or at honba 8
        ("next_win", 8, 8, True, True),
        ("next_win", 8, 8, False, True),
        ("next_win", 8, 7, True, False),
        ("next_win_by_honba", 8, 0, False, True),
        ("next_win_by_honba", 7, 7, True, False),
        ("eighth_win", 7, 7, True, True),
        ("eighth_win", 7, 7, False, False),
        ("eighth_win", 8, 6, True, False),
    ],
)
def test_which_win_is_paarenchan(
    option: Paarenchan, honba: int, dealer_wins: int, by_dealer: bool, counts: bool
) -> None:
    rules = replace(TENHOU, local_yaku=frozenset({"paarenchan"}), paarenchan=option)
    assert is_paarenchan(rules, honba, dealer_wins, by_dealer) == counts
    assert not is_paarenchan(replace(rules, local_yaku=frozenset()), honba, dealer_wins, by_dealer)


def test_a_dealer_among_two_winners_repeats() -> None:
    outcome = Wins(wins=(Win(seat=2, payer=0, base=250), Win(seat=1, payer=0, base=250)))
    assert place(after(TENHOU, at(0, 1), outcome)) == (0, 1, 1)


def test_the_round_wind_turns_after_the_last_dealer() -> None:
    assert place(after(TENHOU, at(0, 3), ron(0, 1))) == (1, 0, 0)
    assert place(after(TENHOU_3P, at(0, 2, (35_000,) * 3), ron(0, 1))) == (1, 0, 0)


@pytest.mark.parametrize(
    ("repeat", "wind", "tenpai", "repeats"),
    [
        ("tenpai", 0, True, True),
        ("tenpai", 1, False, False),
        ("win", 0, True, False),
        ("tenpai_south_always", 0, False, False),
        ("tenpai_south_always", 1, False, True),
    ],
)
def test_dealer_repeat_at_a_draw(repeat: str, wind: int, tenpai: bool, repeats: bool) -> None:
    rules = replace(TENHOU, dealer_repeat=repeat, tenpai_yame="none")
    following = after(rules, at(wind, 0), draw("1000" if tenpai else "0000")).next
    assert following is not None
    assert (following.dealer, following.honba) == (0 if repeats else 1, 1)


def test_the_deal_never_repeats_where_it_must_not() -> None:
    rules = replace(TENHOU, dealer_repeat="never", agari_yame="none", tenpai_yame="none")
    assert place(after(rules, at(0, 0), ron(0, 1))) == (0, 1, 0)
    assert place(after(SAIKOUISEN_CLASSIC, at(0, 0), ron(0, 1))) == (0, 0, 1)


@pytest.mark.parametrize(
    "kind", ["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou", "foul_draw"]
)
def test_each_abortive_draw_repeats_or_passes(kind: AbortiveKind) -> None:
    assert place(after(TENHOU, at(0, 1), AbortiveDraw(kind=kind))) == (0, 1, 1)
    assert place(after(replace(TENHOU, **{kind: "pass"}), at(0, 1), AbortiveDraw(kind=kind))) == (0, 2, 1)


@pytest.mark.parametrize("length", ["hanchan", "single"])
def test_a_void_kyoku_is_played_again_whatever_its_place(length: Length) -> None:
    rules = replace(TENHOU, foul_draw="void", length=length)
    for kyoku in (at(0, 0), at(1, 3, honba=2), at(2, 3)):
        for outcome in (Chombo(seat=0), AbortiveDraw(kind="foul_draw")):
            following = after(rules, kyoku, outcome)
            assert following.end is None
            assert place(following) == (kyoku.wind, kyoku.dealer, kyoku.honba)
    assert wins_in_a_row(replace(rules, length="hanchan"), ron(0, 1), Chombo(seat=1), ron(0, 2)) == [0, 1, 1, 2]


def test_a_chombo_may_leave_a_player_without_points() -> None:
    broke = replace(at(0, 1), points=(40_000, 40_000, 12_100, 7_900))
    assert after(TENHOU, broke, Chombo(seat=3)).end == "tobi"
    assert after(TENHOU, broke, Chombo(seat=2)).end is None


def test_a_nagashi_counted_as_a_win_decides_the_deal() -> None:
    by_other = ExhaustiveDraw(tenpai=(True, False, False, False), nagashi=(2,))
    assert place(after(TENHOU, at(0, 0, honba=1), by_other)) == (0, 0, 2)
    assert place(after(PARLOUR, at(0, 0, honba=1), by_other)) == (0, 1, 0)


@pytest.mark.parametrize(
    ("points", "tobi", "end"),
    [
        ((25_000, 1_000, 37_000, 37_000), "below_zero", None),
        ((25_000, 900, 37_100, 37_000), "below_zero", "tobi"),
        ((25_000, 1_000, 37_000, 37_000), "at_zero", "tobi"),
        ((25_000, 900, 37_100, 37_000), "none", None),
    ],
)
def test_tobi(points: tuple[int, ...], tobi: str, end: EndReason | None) -> None:
    assert after(replace(TENHOU, tobi=tobi), at(0, 0, points), ron(2, 1)).end == end


S4 = (20_000, 31_000, 20_000, 29_000)


@pytest.mark.parametrize(
    ("points", "outcome", "end"),
    [
        (S4, draw("0000"), "played_out"),
        (EVEN, draw("0000"), None),
        (S4, ron(3, 0, 250), None),
        (S4, ron(3, 0, 500), "agari_yame"),
        ((20_000, 31_000, 20_000, 29_500), draw("0001"), "tenpai_yame"),
        ((20_000, 33_000, 20_000, 30_000), draw("0001"), "tenpai_yame"),
        ((20_000, 34_000, 20_000, 30_000), draw("0001"), None),
        (S4, AbortiveDraw(kind="kyuushu_kyuuhai"), None),
        ((20_000, 20_000, 20_000, 40_000), AbortiveDraw(kind="kyuushu_kyuuhai"), None),
    ],
)
def test_the_end_of_south_4(points: tuple[int, ...], outcome: Outcome, end: EndReason | None) -> None:
    assert after(TENHOU, at(1, 3, points), outcome).end == end


def test_a_leading_dealer_plays_on_where_there_is_no_yame() -> None:
    assert place(after(M_LEAGUE, at(1, 3, S4), ron(3, 0, 2_000))) == (1, 3, 1)
    assert after(tenhou(day=date(2009, 3, 1)), at(1, 3, S4), draw("0001")).end is None


def test_a_dealer_who_repeats_without_tenpai_has_no_tenpai_yame() -> None:
    rules = replace(TENHOU, dealer_repeat="tenpai_south_always")
    assert place(after(rules, at(1, 3, (20_000, 20_000, 20_000, 40_000)), draw("1000"))) == (1, 3, 1)


def test_an_optional_yame_offers_the_end_and_the_next_kyoku() -> None:
    offered = after(PARLOUR, at(1, 3, S4), ron(3, 0, 2_000))
    assert (place(offered), offered.end) == ((1, 3, 1), "agari_yame")


def test_yame_from_any_place() -> None:
    rules = replace(PARLOUR, yame_anywhere=True)
    assert after(rules, at(1, 3, S4), ron(3, 0, 250)).end == "agari_yame"


def test_without_extension_the_last_kyoku_is_the_last() -> None:
    assert after(M_LEAGUE, at(1, 3), draw("0000")).end == "played_out"


WEST = (30_500, 23_500, 23_000, 23_000)


def test_sudden_death_in_the_extension() -> None:
    assert after(TENHOU, at(2, 1), ron(0, 2, 2_000)).end == "target_reached"
    assert after(replace(TENHOU, sudden_death=False), at(2, 1), ron(0, 2, 2_000)).end is None
    assert after(TENHOU, at(2, 3), draw("0000")).end == "played_out"


def test_a_repeat_in_the_extension_outranks_the_target() -> None:
    assert place(after(TENHOU, at(2, 1, WEST), draw("0100"))) == (2, 1, 1)
    at_once = replace(TENHOU, extension_repeat_first=False)
    assert after(at_once, at(2, 1, (31_500, 23_500, 22_500, 22_500)), draw("0100")).end == "target_reached"


def test_two_extra_winds() -> None:
    assert place(after(tenhou(day=date(2009, 6, 1)), at(2, 3), draw("0000"))) == (3, 0, 1)
    assert after(tenhou(day=date(2009, 6, 1)), at(3, 3), draw("0000")).end == "played_out"


def test_a_single_kyoku_ends_whatever_happens() -> None:
    assert after(replace(TENHOU, length="single"), at(0, 0), ron(0, 1)).end == "played_out"


EDITED = {"game-2c71f3e0c6.xml"}
"""A hanchan whose GO type says east-only."""
TOURNAMENT = {"game-cc670fb732.xml"}
"""Own rules: honba 300, and the dealer passes at a draw."""


def test_every_genuine_kyoku_is_followed_by_the_one_in_the_record(shared: Path) -> None:
    seen: Counter[str] = Counter()
    for game in games(shared):
        rules = game.rules(game.day)
        if game.name in EDITED:
            rules = replace(rules, length="hanchan")
        if game.name in TOURNAMENT:
            rules = replace(rules, honba_points=300, dealer_repeat="win", tenpai_yame="none")
        seen += check(game, rules)
    assert seen == {
        "next": 11_465,
        "played_out": 835,
        "target_reached": 29,
        "agari_yame": 206,
        "tenpai_yame": 9,
        "tobi": 321,
    }


def check(game: Game, rules: RuleSet) -> Counter[str]:
    seen: Counter[str] = Counter()
    starts = [record.start(rules.players) for record in game.kyoku]
    for record, kyoku, following in zip(game.kyoku, starts, [*starts[1:], None], strict=True):
        settled = settle(rules, kyoku, record.outcome(rules), record.riichi)
        progress = next_kyoku(rules, kyoku, settled)
        assert (progress.next and replace(progress.next, dealer_wins=0)) == following, (game.name, kyoku)
        seen[progress.end or "next"] += 1
    return seen
