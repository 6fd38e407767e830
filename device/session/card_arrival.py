"""Whose hand a card that has landed came from, how it stands to its trick, and what the next card proves of it.

The picture may be turned: the tracker knows sides of it, the table knows seats.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import isfinite

from device.state.table_view import View
from engine.cards import Card, Seat
from engine.events import Amended
from engine.rules.findings import Kind
from engine.rules.game import BETWEEN_DEALS, Phase
from engine.tricks import clockwise
from vision.types import CardLanded, Reading, Sighting, TableCleared

SIDES = (0, 1, 2, 3)
"""The sides of the picture, numbered as seats are: bottom, left, top, right. After n quarter turns clockwise its bottom
side is that of seat n."""


def sides_of(seats: Sequence[Seat], quarter_turns: int) -> tuple[int, ...]:
    """Returns the sides of the picture at which *seats* are."""
    return tuple(sorted((seat - quarter_turns) % 4 for seat in seats))


def with_seat(sighting: Sighting, quarter_turns: int) -> Sighting:
    """Returns a sighting of the tracker with the seat in place of the side of the picture."""
    observation = sighting.observation
    if not quarter_turns or not isinstance(observation, CardLanded | TableCleared) or observation.seat is None:
        return sighting
    return replace(sighting, observation=replace(observation, seat=(observation.seat + quarter_turns) % 4))


MIN_SEAT_CONFIDENCE = 0.75
"""Least confidence of a hand's seat, from 0 to 1, that outweighs the turn, after a rest between hands."""
MIN_SEAT_CONFIDENCE_IN_HASTE = 0.95
"""The same without a rest between hands, and for a play out of turn."""
MIN_LATE_SECONDS = 0.25
"""Least time by which a card reported earlier must have come to rest later: each time is accurate to a frame, of which
there are ten a second. Measured on quick deals with uneven pace: at 0.4 a card covered after 0.3 s stayed behind the
upper one."""


def is_sure_of_seat(landed: CardLanded) -> bool:
    return landed.seat_confidence >= (MIN_SEAT_CONFIDENCE if landed.after_rest else MIN_SEAT_CONFIDENCE_IN_HASTE)


def certain_seat(landed: CardLanded) -> Seat | None:
    """Returns the seat of the hand, or None if the camera is not sure of it."""
    return landed.seat if is_sure_of_seat(landed) else None


def possible_leaders(view: View) -> Collection[Seat]:
    """Returns the seats that may lead next, while no card of a trick waits for another one."""
    if not view.deal.has_play:
        return (view.game.leader(view.deal),)
    if view.trick_is_full:
        return view.game.takers_in(view.deal)
    return view.players if view.table.turn is None else (view.table.turn,)


def seat_of_play(view: View, landed: CardLanded) -> Seat:
    """Returns the seat at turn; or that of the hand, if the turn is unknown or the hand surely one still to play.

    A card that everybody has seen go to a hand is laid by that hand, unless it is surely another one.
    """
    still_to_play = set(view.players) - set(view.deal.trick.seats)
    holder = holder_of(view, landed.reading.card)
    if holder in still_to_play and certain_seat(landed) in (None, holder):
        return holder
    certain = is_sure_of_seat(landed) or view.table.turn is None
    if landed.seat is not None and landed.seat in still_to_play and certain:
        return landed.seat
    return view.turn if view.table.phase == Phase.PLAY else view.game.leader(view.deal)


def is_seat_by_turn(view: View, landed: CardLanded, seat: Seat) -> bool:
    """Whether *seat* only follows from the turn: the hand is uncertain in haste, or surely that of another seat.

    Where the turn is unknown, also if it follows from an uncertain hand.
    """
    certain = certain_seat(landed)
    if seat in (certain, holder_of(view, landed.reading.card)):
        return False
    return certain is not None or not landed.after_rest or view.table.turn is None


def holder_of(view: View, card: Card | None) -> Seat | None:
    """Returns the seat that everybody has seen take *card* before the play, or None."""
    place = None if card is None else view.game.place_of(view.deal.without_invalid_facts(), card)
    return None if place is None else place.seat


MAX_DOUBTS = 3
"""Other candidates of a doubtful reading that are recorded."""


def card_and_doubts(view: View, reading: Reading) -> tuple[Card, tuple[Card, ...]]:
    """Returns the card that was read, or the likeliest candidate of this game's pack with the other ones."""
    if reading.card is not None:
        return reading.card, ()
    read = [candidate.card for candidate in reading.in_play]
    candidates = view.unseen_first([card for card in read if card in view.game.pack] or read)
    return candidates[0], candidates[1 : 1 + MAX_DOUBTS]


MAX_CONFIDENCE_WITHOUT_HAND = 0.5
"""Highest confidence of a seat without a hand in view, as for a card that was on the table when the camera started."""


def hand_of(view: View, position: int) -> tuple[Seat | None, float]:
    """Returns the seat of the hand that laid the card of an event, and the camera's confidence in it, from 0 to 1."""
    landed = view.camera.landed.get(position)
    if landed is None or landed.seat_confidence <= MAX_CONFIDENCE_WITHOUT_HAND:
        return None, 0.0
    return landed.seat, landed.seat_confidence


def rest_time(view: View, position: int, unknown: float) -> float:
    """Returns when the card of an event came to rest, in seconds; *unknown* if the camera has not seen that."""
    landed = view.camera.landed.get(position)
    return landed.since if landed is not None and isfinite(landed.since) else unknown


def was_inserted_by_hand(view: View, card: Card | None) -> bool:
    """Whether the table inserted this card of the trick as missed, so that the camera reports it late."""
    if view.table.deal is None or card is None:
        return False
    play_events = (view.table.journal[play.position] for play in view.deal.trick.plays if play.card == card)
    return any(isinstance(event, Amended) for event in play_events)


def overtaking_plays(view: View, landed: CardLanded) -> list[int]:
    """Returns the positions of the plays of the trick that were reported earlier and came to rest later."""
    positions = [play.position for play in view.deal.trick.plays]
    return [each for each in positions if rest_time(view, each, landed.since) - landed.since > MIN_LATE_SECONDS]


def is_out_of_turn(view: View, card: Card) -> bool:
    """Whether this card of the trick was found to be out of turn, and the table has not ruled on it."""
    position = next((play.position for play in view.deal.trick.plays if play.card == card), None)
    if position in view.ruled_positions():
        return False
    kinds = (Kind.OUT_OF_TURN, Kind.MISSED_CARD)
    return any(found.kind in kinds and found.position == position for found in view.table.findings)


def seat_after_turn(view: View) -> Seat | None:
    """Returns the seat that plays after the one at turn; None unless a card is to be laid."""
    return next_player(view, view.table.turn) if view.table.phase == Phase.PLAY else None


def orders_of_play(view: View) -> list[tuple[Seat, ...]]:
    """Returns the seats that are still to play in this trick, in their order, from each seat that may be at turn.

    None unless a card may be laid.
    """
    deal, phase = view.deal, view.table.phase
    if view.trick_is_full or phase in (Phase.CUT, Phase.UPCARD, *BETWEEN_DEALS):
        return []
    turn = view.table.turn if phase == Phase.PLAY else view.game.leader(deal)
    first = (turn,) if turn is not None else view.game.takers_of(deal, deal.tricks[-1]) if deal.tricks else ()
    orders = [clockwise(view.players, seat) for seat in first if seat in view.players]
    return [tuple(seat for seat in order if seat not in deal.trick.seats) for order in orders]


def next_player(view: View, seat: Seat | None) -> Seat | None:
    """Returns the seat that plays after *seat*; None if that does not play."""
    return next(iter(clockwise(view.players, seat)[1:]), None) if seat in view.players else None


def is_play_of_turn(view: View, shown: Sequence[CardLanded], follower: CardLanded | None) -> bool:
    """Whether the only card *shown* is a play of the seat at turn, which has laid no other, as play goes on.

    *follower* is the next card, None if the trick is gathered.
    """
    next_seat = seat_after_turn(view)
    if next_seat is None or len(shown) != 1 or (follower is not None and certain_seat(follower) != next_seat):
        return False
    return certain_seat(shown[0]) in (None, view.table.turn) and not overtaking_plays(view, shown[0])


def players_of_lying(view: View, lying: Sequence[CardLanded], follower: CardLanded | None) -> tuple[Seat, ...]:
    """Returns who has played the cards that lay there, in order, if play goes on exactly behind them; else nobody.

    *follower* is the next card, None if the trick is gathered.
    """
    if follower is not None and follower.reading.card in {each.reading.card for each in lying} - {None}:
        return ()
    seat, count, orders = None if follower is None else certain_seat(follower), len(lying), orders_of_play(view)
    for order in orders:
        following = order[count : count + 1]
        is_next = follower is not None and seat in following
        is_last = len(order) == count and (follower is None or seat not in (None, *order))
        if is_next or is_last:
            return () if seat in [each[0] for each in orders] else order[:count]
    return ()


def all_in_view_are_lifted(view: View, lifted: Sequence[Card]) -> bool:
    """Whether all cards of the trick are; of a full one those that the table inserted were not in view."""
    cards = view.deal.trick.cards
    in_view = {card for card in cards if not (view.trick_is_full and was_inserted_by_hand(view, card))}
    return bool(in_view) and in_view <= set(lifted)
