"""What is written is read as the same columns, from synthetic games of every kind."""

import json

import pytest

from mjlog.errors import LogError
from mjlog.formats import Source
from mjlog.games.columns import ABSENT
from parsers.tenhou import xml
from tests.parsers.tenhou.xml.logs import (
    DRAW,
    GO,
    HANDS,
    MOVES,
    RON,
    SECOND_RON,
    SHORT,
    TSUMO,
    UN,
    UN_SANMA,
    differences,
    final,
    init,
    kyoku,
    log,
    parse,
)

PON = 108 // 4 * 3 << 9 | 3 << 5 | 8 | 3
SHUFFLE = '<SHUFFLE seed="%s" ref=""/>'
LOGS = {
    "short": SHORT,
    "several rons": log(kyoku(MOVES, RON, SECOND_RON), kyoku(final(RON), number=1)),
    "riichi": log(
        kyoku('<T53/><REACH who="0" step="1"/><D53/><REACH who="0" ten="240,250,250,250" step="2"/>', final(DRAW))
    ),
    "calls": log(
        kyoku(
            f'<T108/><D108/><N who="1" m="{PON}" /><E4/><U111/><N who="1" m="{PON ^ 24}" /><U5/><DORA hai="7" /><E5/>',
            final(
                TSUMO.replace('who="0" fromWho="0"', 'who="1" fromWho="1"').replace("machi", f'm="{PON ^ 24}" machi')
            ),
        )
    ),
    "three players": log(
        init(sanma=True), '<T121/><N who="0" m="31008" /><T1/><D1/>', final(DRAW), head='<GO type="185"/>' + UN_SANMA
    ),
    "chips": log(
        init(chip="0,1,-1,0"),
        TSUMO.replace('52,1"', '2,1" chip="2,3"').replace('250,-6"', '250,-6,0,9,1,-3,-1,-3,0,-3"'),
        head='<GO type="1569"/>' + UN.replace("dan=", 'rc="1,2,3,4" dan='),
    ),
    "tournament": log(kyoku(final(DRAW)), head='<GO type="257" lobby="9" title="%41" ranking=""/>' + UN),
    "odd header": log(
        kyoku(final(DRAW)), head='<GO type="9" lobby="x"/>' + UN.replace("16,", "a,").replace("2000", "b")
    ),
    "no dan, no rate, no sex": log(kyoku(final(DRAW)), head=GO + '<UN n0="A" n1="" n2="B" n3="C"/>'),
    "disconnections": log(
        '<BYE who="1" />', kyoku(MOVES, '<BYE who="2" /><UN n2="x"/>', final(DRAW), '<BYE who="0" />')
    ),
    "shown hands": log(kyoku(final(DRAW.replace(" />", f' hai0="{HANDS[0]}" hai2="{HANDS[2]},1" />')))),
    "pao": log(kyoku(final(TSUMO.replace('yaku="0,1,52,1"', 'yakuman="39"').replace("sc=", 'paoWho="2" sc=')))),
    "no dice": log(init(seed="0,0,0,,,1"), final(DRAW)),
    "a seed": log(kyoku(final(DRAW)), head=SHUFFLE % "mt19937ar-sha512-n288-base64,AA" + GO + UN),
    "a seed of 2009": log(kyoku(final(DRAW)), head=SHUFFLE % "mt19937ar-sha512-n288,a,b" + GO + UN),
    "a seed of a simulator": log(kyoku(DRAW), kyoku(final(DRAW)), head=SHUFFLE % "0.123" + GO + UN),
    "seeds of each kyoku": log(init(shuffle="mt19937ar,1"), DRAW, init(1, shuffle="mt19937ar,2"), final(DRAW)),
    "exact scores": SHORT.replace("20.0,", "20.125,").replace("-20.0", "-20.7"),
    "signs in names": SHORT.replace('"A"', '"%22%26%3C%25%2C%8E"'),
    "cut": log(kyoku(MOVES, TSUMO), kyoku(MOVES, number=1)),
}


@pytest.mark.parametrize("case", LOGS)
def test_what_is_written_is_read_as_the_same(case: str) -> None:
    games = parse(LOGS[case]).games
    (data,) = xml.write(games)
    again = parse(data)
    leave_out = ("name",) if case == "signs in names" else ()
    assert differences(games, again.games, leave_out) == []
    assert xml.write(again.games) == [data]
    assert bool(again.failures) == (not games.games.complete[0])


def test_writing_keeps_tenhous_own_spelling() -> None:
    assert xml.write(parse(SHORT).games) == [SHORT.encode()]


def test_games_without_copies_are_refused() -> None:
    games = parse(SHORT).games
    games.kyoku.hand_copies[0, 0, 0] = ABSENT
    with pytest.raises(LogError, match="the copy of each tile"):
        xml.write(games)


def test_several_games_are_several_files() -> None:
    games = xml.parse([Source("a", LOGS["pao"].encode()), Source("b", LOGS["chips"].encode())]).games
    assert len(xml.write(games)) == 2


def test_values_with_signs_of_the_markup_are_written_and_read_as_they_are() -> None:
    games = parse(SHORT).games
    games.games.extra[0] = json.dumps({"title": 'A "final" <1> & 決勝'})
    (data,) = xml.write(games)
    again = parse(data)
    assert again.failures == ()
    assert json.loads(again.games.games.extra[0]) == {"title": 'A "final" <1> & 決勝'}
