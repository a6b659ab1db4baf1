import pytest

from mjlog.seats import WINDS, seat_wind, turn_distance, wind_of_round


@pytest.mark.parametrize("players", [3, 4])
def test_the_dealer_is_east_and_winds_follow_the_turn_order(players: int) -> None:
    for dealer in range(players):
        seats = [(dealer + turns) % players for turns in range(players)]
        assert "".join(WINDS[seat_wind(seat, dealer, players)] for seat in seats) == "ESWN"[:players]


def test_nobody_is_north_in_three_player() -> None:
    assert {seat_wind(seat, dealer, 3) for seat in range(3) for dealer in range(3)} == {0, 1, 2}


@pytest.mark.parametrize("players", [3, 4])
def test_distances_there_and_back_add_up_to_a_round(players: int) -> None:
    for a in range(players):
        assert turn_distance(a, a, players) == 0
        for b in set(range(players)) - {a}:
            assert turn_distance(a, b, players) + turn_distance(b, a, players) == players


def test_kamicha_is_three_turns_away_and_shimocha_one() -> None:
    assert [turn_distance(2, seat) for seat in (1, 0, 3)] == [3, 2, 1]


def test_after_the_north_round_comes_east_again() -> None:
    assert "".join(WINDS[wind_of_round(number)] for number in range(6)) == "ESWNES"
