"""What hands, discards and calls of one kyoku mean, worked out slowly by the plain table and the rules of one hand."""

from collections import Counter

from mjlog.games.columns import Result
from mjlog.games.events import (
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    DoraIndicator,
    Draw,
    Kakan,
    Kita,
    Pon,
    Riichi,
    RiichiAccepted,
)
from mjlog.kyoku.seat import melds_of
from mjlog.kyoku.state import KyokuState
from mjlog.kyoku.tenpai import kinds_of
from mjlog.rules.hand import Hand
from mjlog.rules.readings import Circumstance
from mjlog.rules.score import score_hand
from mjlog.rules.shanten import discards, shanten, ukeire, useful_kinds
from mjlog.rules.waits import suji_of, waits_of
from mjlog.seats import seat_wind
from mjlog.simulate.players import can_win
from mjlog.tiles import DORA_OF, KIND_OF_TILE, RED_FIVES, YAOCHUU

CALL = Chi | Pon | Daiminkan | Ankan | Kakan | Kita
MOVE = Draw | Discard | CALL
FROM_SAFE = ("genbutsu", "safe", "naka", "omote", "honor", "kata", "far", "musuji")


def dealt(game, kyoku):
    return KyokuState.deal(
        game.rules, kyoku.hands, dora_indicator=kyoku.dora_indicator, points=kyoku.points, dealer=kyoku.dealer,
        round_wind=kyoku.wind,
    )  # fmt: skip


def public(state):
    """Tiles everybody sees: rivers, open sets, norths set aside, indicators."""
    rivers = [lying.tile for seat in state.seats for lying in seat.river if lying.called_by is None]
    laid = [tile for seat in state.seats for laid in seat.sets for tile in laid.tiles]
    return [*rivers, *laid, *(tile for seat in state.seats for tile in seat.norths), *state.indicators]


def river_mask(seat):
    return sum(1 << kind for kind in set(kinds_of(lying.tile for lying in seat.river)))


def chance(kind, seen):
    """The best any ryanmen on a number has, by the kinds a player sees."""
    if kind >= 27:
        return None
    number = kind % 9
    pairs = [(number - 2, number - 1)] * (number >= 3) + [(number + 1, number + 2)] * (number <= 5)
    left = [min(4 - seen.count(kind - number + part) for part in pair) for pair in pairs]
    return ("none", "one", "open")[min(max(left), 2)]


def judged_discard(kyoku, state, place, passed):
    """The row of `discards` for the event at a place, the table standing just before it."""
    event, players = kyoku.events[place], state.players
    seat, kind = state.seats[event.seat], KIND_OF_TILE[event.tile]
    n_sets, sight = len(seat.sets), public(state)
    options = {KIND_OF_TILE[o.tile]: o for o in discards(seat.hand, n_sets, seen=sight, players=players)}
    own = options[kind]
    least = min(option.shanten for option in options.values())
    possible = [own] if seat.riichi_accepted else options.values()
    seen = kinds_of([*sight, *seat.hand])
    classes = {}
    for number, other in enumerate(state.seats):
        if number != event.seat and other.riichi_accepted:
            word = suji_of(kind, river_mask(other)).name.lower()
            classes[number] = "safe" if kind in passed[number] and word != "genbutsu" else word
    following = next((later for later in kyoku.events[place + 1 :] if isinstance(later, MOVE)), None)
    return {
        "event": place,
        "seat": event.seat,
        "turn": len(seat.river) + 1,
        "tile": event.tile,
        "tsumogiri": event.tsumogiri,
        "riichi": seat.riichi_declared and not seat.riichi_accepted and isinstance(kyoku.events[place - 1], Riichi),
        "in_riichi": seat.riichi_accepted,
        "n_sets": n_sets,
        "dora": event.tile in RED_FIVES or kind in {DORA_OF[players][KIND_OF_TILE[t]] for t in state.indicators},
        "called_by": following.seat if isinstance(following, Chi | Pon | Daiminkan) else None,
        "dealt_in": following is None and any(win.from_seat is not None for win in kyoku.wins),
        "shanten_before": least,
        "shanten": own.shanten,
        "useful_kinds": len(own.useful),
        "useful_tiles": own.n_useful,
        "best_tiles": max((o.n_useful for o in possible if o.shanten == least), default=0),
        "visible": seen.count(kind),
        "chance": chance(kind, seen),
        "n_riichi": len(classes),
        "danger": max(classes.values(), key=FROM_SAFE.index, default=None),
        "danger_right": classes.get((event.seat + 1) % players),
        "danger_across": classes.get((event.seat + 2) % players) if players == 4 else None,
        "danger_left": classes.get((event.seat - 1) % players),
    }


def resting(seat, players):
    """Shanten of a hand of 13, or the least that any discard leaves of one of 14."""
    return max(shanten(seat.hand, len(seat.sets), players=players).best, 0)


def left_by(sets, value, kuitan):
    """Which yaku the sets a seat has shown have or leave possible."""
    kinds = [set(kinds_of(laid.tiles)) for laid in sets]
    triplets = [min(held) for held in kinds if len(held) == 1]
    return {
        "has_yakuhai": not value.isdisjoint(triplets),
        "can_tanyao": all(held.isdisjoint(YAOCHUU) for held in kinds)
        and (kuitan or all(isinstance(laid, Ankan) for laid in sets)),
        "can_honitsu": len({min(held) // 9 for held in kinds} - {3}) <= 1,
        "can_toitoi": len(triplets) == len(sets),
        "can_chanta": not any(held.isdisjoint(YAOCHUU) for held in kinds),
    }


def judged_call(kyoku, state, place):
    """The row of `calls` for the event at a place; the event is carried out."""
    event, seat = kyoku.events[place], state.seats[kyoku.events[place].seat]
    before = shanten(seat.hand, len(seat.sets), players=state.players).best
    turn = len(seat.river) + 1
    state.take(event)
    tile = event.tile if isinstance(event, Kita) else event.tiles[0]
    value = {31, 32, 33, 27 + kyoku.wind, 27 + seat_wind(event.seat, kyoku.dealer, state.players)}
    return {
        "event": place,
        "seat": event.seat,
        "kind": type(event).__name__.lower(),
        "from_seat": getattr(event, "from_seat", None),
        "tile": tile,
        "turn": turn,
        "n_sets": len(seat.sets),
        "yakuhai": not isinstance(event, Chi | Kita) and KIND_OF_TILE[tile] in value,
        **left_by(seat.sets, value, state.rules.kuitan),
        "shanten_before": before,
        "shanten": resting(seat, state.players),
    }


def judged(game, kyoku, chosen):
    """Rows of the `chosen` discards and of all calls of a kyoku."""
    state = dealt(game, kyoku)
    rows, calls = [], []
    passed = {seat: set() for seat in range(state.players)}
    for place, event in enumerate(kyoku.events):
        if isinstance(event, CALL):
            calls.append(judged_call(kyoku, state, place))
            continue
        if isinstance(event, Discard):
            if place in chosen:
                rows.append(judged_discard(kyoku, state, place, passed))
            for seat, other in enumerate(state.seats):
                if other.riichi_accepted:
                    passed[seat].add(KIND_OF_TILE[event.tile])
        state.take(event)
    return rows, calls


def hands_of(game, kyoku):
    """The columns of `hands` that tell how each hand of a kyoku went."""
    state = dealt(game, kyoku)
    players = state.players
    now = [shanten(hand, players=players).best for hand in kyoku.hands]
    rows = [
        dict.fromkeys(RIICHI, None)
        | dealt_hand(state, number)
        | {"shanten_by_turn": [], "call_turns": [], "n_riichi_ankan": 0}
        for number in range(players)
    ]
    faced, folded_from, waiting = set(), {}, set()
    for event in kyoku.events:
        declares = (
            isinstance(event, Discard)
            and state.seats[event.seat].riichi_declared
            and not rows[event.seat].get("declared")
        )
        if isinstance(event, Chi | Pon | Daiminkan):
            rows[event.seat]["call_turns"].append(len(state.seats[event.seat].river) + 1)
        if isinstance(event, Ankan) and state.seats[event.seat].riichi_declared:
            rows[event.seat]["n_riichi_ankan"] += 1
        state.take(event)
        if isinstance(event, Draw):
            waiting.discard(event.seat)
        for other in [other for other in waiting if not state.seats[other].ippatsu]:
            rows[other]["ippatsu_broken"] = True
            waiting.discard(other)
        if isinstance(event, RiichiAccepted):
            waiting.add(event.seat)
            rows[event.seat]["ippatsu_broken"] = False
            for other in range(players):
                if other != event.seat and other not in faced:
                    faced.add(other)
                    folded_from[other] = now[other]
        if not isinstance(event, Discard):
            continue
        seat, row = state.seats[event.seat], rows[event.seat]
        now[event.seat] = shanten(seat.hand, len(seat.sets), players=players).best
        row["shanten_by_turn"].append(now[event.seat])
        if declares:
            row["declared"] = True
            if now[event.seat] == 0:
                row |= riichi_of(state, event.seat)
    for number, row in enumerate(rows):
        turns = row["shanten_by_turn"]
        row["tenpai_turn"] = turns.index(0) + 1 if 0 in turns else None
        row["shanten_by_turn"] = turns[:18]
        row["end_shanten"] = now[number]
        declared = row.pop("declared", False)
        row["folded"] = number in folded_from and not declared and now[number] > folded_from[number]
        dealt_in = any(win.from_seat == number for win in kyoku.wins)
        last, own = kyoku.events[-1], state.seats[number]
        at_deal_in = now[number] if isinstance(last, Discard) else resting(own, players)
        row["deal_in_shanten"] = at_deal_in if dealt_in else None
        row["deal_in_turn"] = len(own.river) + (not isinstance(last, Discard)) if dealt_in else None
        row["state"] = "riichi" if state.seats[number].riichi_declared else "open" if row["call_turns"] else "closed"
        row["deal_in_state"] = DEAL_IN_STATES[row["state"]][at_deal_in > 0] if dealt_in else None
        row["outcome"] = outcome(kyoku, number)
    standing = [*standing_of(kyoku)]
    return [row | how for row, how in zip(rows, standing, strict=True)]


DEAL_IN_STATES = {
    "riichi": ("riichi", "riichi"), "open": ("open_tenpai", "open_noten"), "closed": ("dama", "closed_noten"),
}  # fmt: skip
"""Tenpai, and not."""


def dealt_hand(state, number):
    """What a dealt hand is, before any event."""
    hand, players = state.seats[number].hand, state.players
    kinds = kinds_of(hand)
    shapes = shanten(hand, players=players)
    (dora,) = (DORA_OF[players][KIND_OF_TILE[tile]] for tile in state.indicators)
    near = ("standard", "chiitoitsu", "kokushi")
    return {
        "haipai_shanten": shapes.best,
        "haipai_shape": next(name for name in near if getattr(shapes, name) == shapes.best),
        "haipai_pairs": sum(kinds.count(kind) > 1 for kind in set(kinds)),
        "haipai_yaochuu": len(set(kinds) & set(YAOCHUU)),
        "haipai_dora": kinds.count(dora),
        "haipai_red": sum(tile in RED_FIVES for tile in hand),
    }


def outcome(kyoku, number):
    """How a kyoku ended for a seat, in one word."""
    for win in kyoku.wins:
        if win.winner == number:
            return "ron" if win.from_seat is not None else "tsumo"
    for win in kyoku.wins:
        if win.from_seat == number:
            return "dealt_in"
    if kyoku.wins:
        return "hit_by_tsumo" if kyoku.wins[0].from_seat is None else "others_ron"
    if kyoku.result == Result.NAGASHI_MANGAN:
        return "nagashi_mangan" if kyoku.draw.payments[number] > 0 else "hit_by_nagashi"
    return kyoku.result.name.lower()


def standing_of(kyoku):
    """Places, gaps and who fell, of each seat of a kyoku."""
    paid = [Counter() for _ in kyoku.points]
    """What each winner was paid by whom."""
    end = list(kyoku.points)
    for event in kyoku.events:
        if isinstance(event, RiichiAccepted):
            end[event.seat] -= 1000
    for settled in kyoku.wins or (kyoku.draw,):
        for seat, points in enumerate(settled.payments):
            end[seat] += points
            if kyoku.wins and points < 0:
                paid[settled.winner][seat] -= points
    before, after = ranked(kyoku.points), ranked(end)
    fallen = {seat for seat, points in enumerate(end) if points < 0 <= kyoku.points[seat]}
    for seat in range(len(end)):
        above, below = beside(kyoku.points, before, seat)
        end_above, end_below = beside(end, after, seat)
        yield {
            "start_place": before.index(seat) + 1, "gap_above": above, "gap_below": below,
            "end_points": end[seat], "end_place": after.index(seat) + 1, "end_gap_above": end_above,
            "end_gap_below": end_below, "busted": seat in fallen, "n_busted": len(fallen & set(paid[seat])),
        }  # fmt: skip


def ranked(points):
    """The seats, first to last."""
    return sorted(range(len(points)), key=lambda seat: (-points[seat], seat))


def beside(points, order, seat):
    """Points to the seats above and below, None at the ends."""
    at = order.index(seat)
    above = points[order[at - 1]] - points[seat] if at else None
    return above, points[seat] - points[order[at + 1]] if at + 1 < len(order) else None


RIICHI = (
    "riichi_waits", "riichi_tiles_unseen", "riichi_tiles_unheld", "riichi_tiles_wall", "riichi_furiten", "riichi_suji",
    "riichi_wait_form", "riichi_dora", "riichi_red", "riichi_yaku", "riichi_points", "ippatsu_broken",
)  # fmt: skip
WORDS_OF_SHAPES = {shape: shape for shape in ("ryanmen", "kanchan", "penchan", "shanpon", "tanki", "nobetan")} | {
    "kokushi": "kokushi", "13-sided kokushi": "kokushi",
}  # fmt: skip


def riichi_of(state, number):
    """What the riichi of a seat waits on, its declaration tile just discarded."""
    seat, sight = state.seats[number], public(state)
    n_sets, players = len(seat.sets), state.players
    waits = useful_kinds(seat.hand, n_sets, players=players)
    shape = waits_of(tuple(seat.hand), [tuple(laid.tiles) for laid in seat.sets], players=players).shape
    held = [tile for other in state.seats if other is not seat for tile in other.hand]
    own = kinds_of([*seat.hand, *(tile for laid in seat.sets for tile in laid.tiles)])
    river = set(kinds_of(lying.tile for lying in seat.river))
    suji = {kind + step for kind in river if kind < 27 for step in (-3, 3) if 0 <= kind % 9 + step < 9}
    return {
        "riichi_waits": list(waits),
        "riichi_tiles_unseen": sum(ukeire(seat.hand, n_sets, seen=sight, players=players).values()),
        "riichi_tiles_unheld": 4 * len(waits) - sum(kind in waits for kind in own),
        "riichi_tiles_wall": sum(ukeire(seat.hand, n_sets, seen=[*sight, *held], players=players).values()),
        "riichi_furiten": not river.isdisjoint(waits),
        "riichi_suji": not suji.isdisjoint(waits),
        "riichi_wait_form": WORDS_OF_SHAPES.get(shape, "mixed" if len(waits) <= 2 else "many"),
        **riichi_value(state, number, {kind: 4 - own.count(kind) for kind in waits}),
    }


def riichi_value(state, number, left):
    """The dora, the yaku of every wait and the mean points of a riichi hand, with the tiles left of each wait."""
    seat, players = state.seats[number], state.players
    wins = {
        kind: Hand(
            concealed=(*seat.hand, kind),
            tile=kind,
            melds=melds_of(seat),
            circumstances=Circumstance.DOUBLE_RIICHI if seat.double_riichi else Circumstance.RIICHI,
            seat_wind=seat_wind(number, state.dealer, players),
            round_wind=state.round_wind,
            dora=tuple(state.indicators),
            kita=len(seat.norths),
        )
        for kind, n in left.items()
        if n
    }
    scores = {kind: score_hand(win, state.rules) for kind, win in wins.items()}
    tiles = [*seat.hand, *(tile for laid in seat.sets for tile in laid.tiles), *seat.norths]
    dora = [DORA_OF[players][KIND_OF_TILE[tile]] for tile in state.indicators]
    yaku = [{entry.key for entry in score.yaku} - NOT_OF_HAND for score in scores.values()]
    points = sum(left[kind] * score.points for kind, score in scores.items()) / sum(left.values()) if scores else None
    return {
        "riichi_dora": sum(dora.count(kind) for kind in kinds_of(tiles)) + len(seat.norths),
        "riichi_red": sum(tile in RED_FIVES for tile in tiles),
        "riichi_yaku": sorted(set.intersection(*yaku)) if yaku else None,
        "riichi_points": points,
    }


NOT_OF_HAND = {"riichi", "double_riichi", "dora", "red_dora", "ura_dora", "kita"}


def passed_of(game, kyoku):
    """`passed_rons` and `passed_tsumo` of each seat of a kyoku."""
    state = dealt(game, kyoku)
    passed = [{"passed_rons": 0, "passed_tsumo": 0} for _ in state.seats]
    chances = []

    def pass_by():
        for seat, way in chances:
            passed[seat][way] += 1
        chances.clear()

    for event in kyoku.events:
        if isinstance(event, MOVE):
            pass_by()
        state.take(event)
        if isinstance(event, Draw) and can_win(state, event.seat):
            chances.append((event.seat, "passed_tsumo"))
        if isinstance(event, Discard | Kakan | Kita):
            others = (seat for seat in range(state.players) if seat != event.seat and can_win(state, seat))
            chances.extend((seat, "passed_rons") for seat in others)
    if kyoku.result not in (Result.WIN, Result.SANCHAHOU):
        pass_by()
    return passed


def drawn_of(game, kyoku):
    """`useful_draws` and `expected_useful_draws` of each seat of a kyoku."""
    state = dealt(game, kyoku)
    drawn = [{"useful_draws": 0, "expected_useful_draws": 0.0} for _ in state.seats]
    for event in kyoku.events:
        if isinstance(event, Draw):
            seat, row, sight = state.seats[event.seat], drawn[event.seat], public(state)
            n_useful = sum(ukeire(seat.hand, len(seat.sets), seen=sight, players=state.players).values())
            row["useful_draws"] += KIND_OF_TILE[event.tile] in useful_kinds(
                seat.hand, len(seat.sets), players=state.players
            )
            row["expected_useful_draws"] += n_useful / ((108, 136)[state.players - 3] - len(sight) - len(seat.hand))
        state.take(event)
    return drawn


def turned_before(kyoku, place):
    """Indicators turned before an event."""
    return 1 + sum(isinstance(event, DoraIndicator) for event in kyoku.events[:place])
