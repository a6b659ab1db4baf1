"""What can be wrong with a move or a result, and how it is noted."""

from __future__ import annotations

from enum import IntEnum


class Breach(IntEnum):
    """A broken rule; the comment says what `expected` and `found` hold, `-` for ABSENT."""

    TILE_TWICE = 0  # -, copy or tile: it is already in play
    NOT_IN_PLAY = 1  # -, tile: a tile the game does not have, such as 5m with three players
    NOT_HELD = 2  # -, tile: moved by a seat that does not hold it
    DRAW_OUT_OF_TURN = 3  # seat to act or ABSENT, seat
    DISCARD_OUT_OF_TURN = 4  # seat to act or ABSENT, seat
    WALL_EMPTY = 5  # -, tile: drawn although no live tile is left
    STICK_MISSING = 6  # seat that declared, -: play goes on before the riichi is accepted
    STICK_WITHOUT_RIICHI = 7  # -, seat
    CALL_OUT_OF_TURN = 8  # -, event kind
    CALL_WRONG_TILE = 9  # tile discarded, tile called
    CALL_WRONG_SEAT = 10  # seat that discarded, seat named
    CALL_NO_SET = 11  # -, event kind: the tiles do not make that set
    CALL_IN_RIICHI = 12  # -, event kind
    CALL_LAST_TILE = 13  # -, event kind: no call, kan or kita on the last tile
    CHI_NOT_FROM_LEFT = 14  # seat on the left, seat
    CHI_THREE_PLAYERS = 15
    ANKAN_NOT_DRAWN = 16  # -, tile: ankan in riichi of another tile than the drawn one
    TOO_MANY_KANS = 17  # 4, kans
    KAN_AFTER_CALL = 18  # -, event kind: right after chi or pon
    KAKAN_WITHOUT_PON = 19  # -, tile
    KAN_CHANGES_RIICHI = (
        20  # -, tile: an ankan that changes the waits, any other kan, a kita of another tile than the drawn one
    )
    KUIKAE = 21  # -, tile
    RIICHI_OPEN = 22
    RIICHI_TWICE = 23
    RIICHI_OUT_OF_TURN = 24  # seat to act or ABSENT, seat
    RIICHI_POINTS = 25  # points needed, points
    RIICHI_WALL = 26  # tiles needed, tiles left
    RIICHI_NOTEN = 27
    RIICHI_DISCARD = 28  # tile drawn, tile discarded: a discard from the hand in riichi
    INDICATOR_SURPLUS = 29  # -, tile: turned without a kan that owes one
    INDICATOR_EARLY = 30  # -, tile
    INDICATOR_LATE = 31  # how many are owed, -
    KITA_THREE_PLAYERS = 32
    TSUMO_OUT_OF_TURN = 33  # seat to act or ABSENT, winner
    TSUMO_TILE = 34  # tile drawn, tile named
    RON_NOTHING = 35  # -, winner: nothing was discarded that could be won
    RON_SEAT = 36  # seat that discarded, seat named
    RON_TILE = 37  # tile discarded, tile named
    RON_OWN = 38
    FURITEN = 39  # bits 1 own discards, 2 same turn, 4 riichi; -
    NOT_WAITING = 40  # -, winning tile: the hand did not wait on it
    WIN_HAND = 41  # -, winner: the hand shown is not the hand held
    WIN_CALLS = 42  # -, winner: the sets named are not the sets called
    WINNERS_ORDER = 43
    WINNERS_TOO_MANY = 44  # allowed, winners
    DRAW_TOO_EARLY = 45  # -, live tiles: exhaustive draw with tiles left, or before the last discard
    TENPAI_NOT_SHOWN = 46
    NOTEN_SHOWN = 47
    SHOWN_HAND = 48
    NAGASHI_MISSED = 49
    NAGASHI_WRONG = 50
    KYUUSHU_WRONG = 51  # -, kinds of terminals and honors; or not on a first turn
    SUUFON_WRONG = 52
    SUUKAIKAN_WRONG = 53  # -, kans
    SUUCHA_WRONG = 54
    SANCHAHOU_WRONG = 55
    SUUFON_MISSED = 56
    SUUKAIKAN_MISSED = 57
    SUUCHA_MISSED = 58
    NO_SUCH_DRAW = 59  # -, result: the rule set does not have it
    SHOWN_WRONG_SEAT = 60
    RIICHI_FURITEN = 62
    KAN_CHANGES_READING = 63  # -, tile: an ankan in riichi that keeps the waits, of tiles that can be read in a run
    FIFTH_KAN_PLAYED = 64  # -, tile: play goes on after a fifth kan that nobody robbed
    TSUMOGIRI_OTHER = 65  # tile drawn or ABSENT, tile discarded as the tile drawn
    TEDASHI_DRAWN = 66  # -, tile: discarded from the hand, where it is the tile drawn and no other
    OUTSIDE = 61  # -, event kind or ABSENT: a seat, tile, copy or call that cannot be; it is not played
