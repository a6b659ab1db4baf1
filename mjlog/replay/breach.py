"""The rules that a move or a result can break."""

from __future__ import annotations

from enum import IntEnum


class Breach(IntEnum):
    """A broken rule. The docstrings say what `Breaches.expected` and `found` contain; the other one is ABSENT."""

    TILE_TWICE = 0
    """The tile is already in play. Found: tile."""
    NOT_IN_PLAY = 1
    """The game does not have the tile, such as 5m with three players. Found: tile."""
    NOT_HELD = 2
    """The seat does not hold the tile it moves. Found: tile."""
    DRAW_OUT_OF_TURN = 3
    """Expected: seat to act or ABSENT; found: seat."""
    DISCARD_OUT_OF_TURN = 4
    """Expected: seat to act or ABSENT; found: seat."""
    WALL_EMPTY = 5
    """Drawn although no live tile is left. Found: tile."""
    STICK_MISSING = 6
    """Play goes on before the riichi is accepted. Expected: seat that declared; found: tile or ABSENT."""
    STICK_WITHOUT_RIICHI = 7
    """Found: seat."""
    CALL_OUT_OF_TURN = 8
    """Found: event kind."""
    CALL_WRONG_TILE = 9
    """Expected: tile discarded; found: tile called."""
    CALL_WRONG_SEAT = 10
    """Expected: seat that discarded; found: seat named."""
    CALL_NO_SET = 11
    """The tiles do not make that set. Found: event kind."""
    CALL_IN_RIICHI = 12
    """Found: event kind."""
    CALL_LAST_TILE = 13
    """No call, kan or kita is allowed on the last tile. Found: event kind."""
    CHI_NOT_FROM_LEFT = 14
    """Expected: seat on the left; found: seat."""
    CHI_THREE_PLAYERS = 15
    """Found: tile."""
    ANKAN_NOT_DRAWN = 16
    """In riichi, an ankan of another tile than the drawn one. Found: tile."""
    TOO_MANY_KANS = 17
    """Expected: kans so far; found: kans."""
    KAN_AFTER_CALL = 18
    """Right after a chi or pon. Found: event kind."""
    KAKAN_WITHOUT_PON = 19
    """Found: tile."""
    KAN_CHANGES_RIICHI = 20
    """In riichi, an ankan that changes the waits, or any other kan. Found: tile."""
    KAN_CHANGES_READING = 21
    """In riichi, an ankan that keeps the waits, of tiles that can be read in a run. Found: tile."""
    FIFTH_KAN_PLAYED = 22
    """Play goes on after a fifth kan that nobody robbed. Found: tile."""
    KUIKAE = 23
    """Found: tile."""
    RIICHI_OPEN = 24
    RIICHI_TWICE = 25
    RIICHI_OUT_OF_TURN = 26
    """Expected: seat to act or ABSENT; found: seat."""
    RIICHI_POINTS = 27
    """Expected: points needed; found: points."""
    RIICHI_WALL = 28
    """Expected: tiles needed; found: tiles left."""
    RIICHI_NOTEN = 29
    """Found: tile discarded."""
    RIICHI_FURITEN = 30
    """Found: tile discarded."""
    RIICHI_DISCARD = 31
    """A hand in riichi discards another tile than the drawn one. Expected: tile drawn; found: tile discarded."""
    TSUMOGIRI_OTHER = 32
    """The tile discarded as drawn was not drawn. Expected: tile drawn or ABSENT; found: tile discarded."""
    TEDASHI_DRAWN = 33
    """The hand has the tile discarded from it only as the drawn one. Found: tile."""
    INDICATOR_SURPLUS = 34
    """Turned without a kan that calls for it. Found: tile."""
    INDICATOR_EARLY = 35
    """Found: tile."""
    INDICATOR_LATE = 36
    """Expected: indicators missing; found: tile."""
    KITA_THREE_PLAYERS = 37
    """The rules have no kita. Found: tile."""
    TSUMO_OUT_OF_TURN = 38
    """Expected: seat to act or ABSENT; found: winner."""
    TSUMO_TILE = 39
    """Expected: tile drawn; found: tile named."""
    RON_NOTHING = 40
    """No tile was offered that can be won. Found: winner."""
    RON_SEAT = 41
    """Expected: seat that discarded; found: seat named."""
    RON_TILE = 42
    """Expected: tile discarded; found: tile named."""
    RON_OWN = 43
    """Found: winner."""
    FURITEN = 44
    """Expected: bits 1 own discards, 2 same turn, 4 riichi; found: winner."""
    NOT_WAITING = 45
    """The hand did not wait on it. Found: winning tile."""
    WIN_HAND = 46
    """The recorded hand is not the hand held. Found: winner."""
    WIN_CALLS = 47
    """The recorded sets are not the sets called. Found: winner."""
    WINNERS_ORDER = 48
    """Found: winner."""
    WINNERS_TOO_MANY = 49
    """Expected: winners allowed; found: winners."""
    DRAW_TOO_EARLY = 50
    """An exhaustive draw with tiles left, or before the last discard. Found: live tiles."""
    TENPAI_NOT_SHOWN = 51
    NOTEN_SHOWN = 52
    SHOWN_HAND = 53
    """The hand shown is not the hand held."""
    KYUUSHU_NOT_SHOWN = 54
    """The seat that declared the draw does not show its hand."""
    NAGASHI_MISSED = 55
    NAGASHI_WRONG = 56
    KYUUSHU_WRONG = 57
    """Too few kinds, or not on a first turn. Found: kinds of terminals and honors."""
    SUUFON_WRONG = 58
    SUUFON_MISSED = 59
    SUUKAIKAN_WRONG = 60
    """Found: kans."""
    SUUKAIKAN_MISSED = 61
    SUUCHA_WRONG = 62
    SUUCHA_MISSED = 63
    SANCHAHOU_WRONG = 64
    NO_SUCH_DRAW = 65
    """The rules do not have it. Found: result."""
    OUTSIDE = 66
    """A seat, tile, copy or call that cannot exist; it is not played. Found: event kind or ABSENT."""
    KITA_NOT_DRAWN = 67
    """In riichi, a kita of a north other than the drawn tile. Found: tile."""
    DEAD_HAND = 68
    """A win of a hand that is dead by a foul. Found: winner."""
    OPEN_RIICHI = 69
    """A hand shown where the rules have no open riichi, or not right after its riichi is accepted. Found: seat."""
    KEISHIKI_SHOWN = 70
    """A tenpai hand without a yaku is shown, which the rules count as noten."""
    KATAAGARI_SHOWN = 71
    """A tenpai hand with a wait without a yaku is shown, which the rules count as noten."""
    KITA_FROM_HAND = 72
    """A kita of a north other than the drawn tile, where the rules allow only that one. Found: tile."""
