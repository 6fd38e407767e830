"""Reordering of plays that are reported late: they belong before the plays that overtook them.

A card that a hand covered, or that was found late, may be reported after the next ones. Either one of those seemed out
of turn, and the table was asked whether a card was missed; or they were given wrong seats by the turn. The times at
which the cards came to rest give the order of the trick, and the leader gives the seats.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import NamedTuple

from device.session.card_arrival import (
    MIN_LATE_SECONDS,
    MIN_SEAT_CONFIDENCE_IN_HASTE,
    hand_of,
    overtaking_plays,
    rest_time,
)
from device.state.table_view import View
from engine.cards import Seat
from engine.events import Amended, CardLaid
from engine.rules.findings import Finding, Kind
from engine.tricks import clockwise
from vision.types import CardLanded


class Reordering(NamedTuple):
    """The events at the positions `overtaking` are replaced by `plays`, which begins with the late one.

    `corrected` gives other seats to the plays before.
    """

    overtaking: tuple[int, ...]
    plays: tuple[CardLaid, ...]
    corrected: tuple[Amended, ...] = ()


def find_reordering(view: View, late: CardLaid, landed: CardLanded) -> Reordering | None:
    """Returns the reordering if *late* came to rest before cards that were reported earlier.

    Also if its hand is surely that of a seat that has a card in the trick: then that seat was wrong. The seats follow
    from the leader, or from another seat that may have led. The cards that overtook it keep the order in which they
    were reported, or take that of their times if only that one agrees with the hands that were seen surely; returns
    None if neither does.
    """
    plays = view.deal.trick.plays
    overtaking = overtaking_plays(view, landed) if late.after_gap else []
    if late.after_gap and not overtaking and _precedes_last_play(view, late, landed):
        overtaking = [plays[-1].position]
    second = landed.seat if landed.seat_confidence >= MIN_SEAT_CONFIDENCE_IN_HASTE else None
    is_second = second in view.deal.trick.seats
    before = len(plays) - len(overtaking)
    if view.trick_is_full or not (overtaking or is_second):
        return None
    positions = [play.position for play in plays]
    if positions[before:] != overtaking:
        return None
    seat = second if is_second else None if late.seat_by_turn else late.seat
    by_time = sorted(overtaking, key=lambda position: rest_time(view, position, inf))
    orders = dict.fromkeys((tuple(overtaking), tuple(by_time)))  # mostly one
    each = (_reordering(view, late, landed, seat, positions[:before], later) for later in orders)
    return next((one for one in each if one is not None), None)


def _reordering(
    view: View, late: CardLaid, landed: CardLanded, seat: Seat | None, before: Sequence[int], later: tuple[int, ...]
) -> Reordering | None:
    """Returns the reordering that puts *late* between the plays at the positions *before* and *later*.

    *seat* is that of its hand, None if uncertain. Returns None if no seats agree with the hands that were seen surely.
    """
    facts = [view.plays()[position] for position in (*before, *later)]
    sure = [_sure_seat(view, position, landed) for position in (*before, *later)]
    count = len(before)
    facts.insert(count, late)
    sure.insert(count, seat)
    seats = _seats_that_fit(view, sure)
    if seats is None:
        return None
    placed = [replace(fact, seat=one) for fact, one in zip(facts, seats, strict=False)]
    pairs = zip(before, facts, placed, strict=False)
    corrected = tuple(Amended(position, new) for position, old, new in pairs if new != old)
    return Reordering(later, tuple(placed[count:]), corrected)


def _seats_that_fit(view: View, sure: Sequence[Seat | None]) -> tuple[Seat, ...] | None:
    """Returns the seats in the order of play, from one that may have led, that agree with those of *sure* plays.

    *sure* has an entry for each play of the trick, None where its seat is uncertain. Returns None if no order agrees.
    """
    deal, game = view.deal, view.game
    last = deal.tricks[-1] if deal.tricks else None
    if last is None:
        expected: tuple[Seat, ...] = (game.leader(deal),)
    elif last.gatherer is not None:
        expected = (last.gatherer,)
    else:
        expected = game.takers_of(deal, last)
    active = game.active(deal)
    for leader in tuple(dict.fromkeys(seat for seat in (deal.trick.plays[0].seat, *expected) if seat in active)):
        seats = clockwise(active, leader)
        if all(one in (None, seat) for one, seat in zip(sure, seats, strict=False)):
            return seats
    return None


def _sure_seat(view: View, position: int, landed: CardLanded) -> Seat | None:
    """Returns whose play it surely is, or None if that follows from the turn or from a hand that may be another's.

    A seat that is not that of its hand and is no guess by the turn was corrected by the table. Of two hands that seem
    to be of one seat the more confident one is sure.
    """
    fact, (seat, confidence) = view.plays()[position], hand_of(view, position)
    if not fact.seat_by_turn and seat != fact.seat:
        return fact.seat
    if confidence < MIN_SEAT_CONFIDENCE_IN_HASTE:
        return None
    return None if seat == landed.seat and confidence < landed.seat_confidence else seat


def _precedes_last_play(view: View, late: CardLaid, landed: CardLanded) -> bool:
    """Whether only the hands tell the order of *late* and the last play, whose hand is that of the seat at turn.

    Cards that come to rest at nearly the same time may be reported in either order.
    """
    if not late.seat_by_turn or landed.seat == view.table.turn or not _is_last_hand_at_turn(view):
        return False
    last = view.deal.trick.plays[-1].position
    return abs(rest_time(view, last, inf) - landed.since) <= MIN_LATE_SECONDS


def _is_last_hand_at_turn(view: View) -> bool:
    """Whether the seat of the last play only follows from the turn, and its hand came from the seat at turn now."""
    plays, turn = view.deal.trick.plays, view.table.turn
    if not plays or turn is None:
        return False
    position = plays[-1].position
    return view.plays()[position].seat_by_turn and hand_of(view, position)[0] == turn


def play_or_insertion(view: View, play_event: CardLaid, landed: CardLanded) -> CardLaid | Amended:
    """Returns the play, or its insertion before the play that seemed out of turn, if it is the missed card."""
    missed = missed_card(view) if play_event.after_gap else None
    if missed is None:
        return play_event
    late = landed.since - rest_time(view, missed.position, inf)
    # If the times are unknown, it came after unless no other card has come since.
    came_after = late > MIN_LATE_SECONDS if isfinite(late) else view.deal.trick.plays[-1].position != missed.position
    if came_after and landed.seat == play_event.seat == view.table.turn:
        return play_event
    if play_event.seat_by_turn and landed.seat in missed.seats and not came_after:
        # Likelier the hand of the seat left out than that of the one at turn.
        play_event = replace(play_event, seat=landed.seat)
    if len(missed.seats) == 1 and landed.seat in view.deal.trick.seats:
        # This hand has laid its card already: it only uncovered this one.
        play_event = replace(play_event, seat=missed.seats[0])
    return Amended(missed.position, play_event, before=True) if play_event.seat in missed.seats else play_event


def last_play_by_hand(view: View) -> Amended | None:
    """Returns the correction of the last play to the seat of its hand, if that is the seat at turn now.

    To be used if a card of the trick was missed: this play is then more likely to have covered it than to be followed
    by it. In haste a play gets the seat at turn unless the camera was sure of its hand.
    """
    turn = view.table.turn
    if turn is None or view.trick_is_full or not _is_last_hand_at_turn(view):
        return None
    position = view.deal.trick.plays[-1].position
    return Amended(position, replace(view.plays()[position], seat=turn))


def missed_card(view: View) -> Finding | None:
    """Returns the finding that a card was missed in this trick, unless the table has ruled on it."""
    in_trick = {play.position for play in view.deal.trick.plays} - view.ruled_positions()
    missed = (one for one in view.table.findings if one.kind == Kind.MISSED_CARD and one.position in in_trick)
    return next(missed, None)


def doubted_turns(view: View) -> tuple[Amended, ...]:
    """Returns the plays out of turn before which a card may have been missed: the seat overtaken has laid none."""
    absent = {*view.players} - {*view.deal.trick.seats}
    in_trick = {play.position for play in view.deal.trick.plays} - view.ruled_positions()
    doubtful = {
        found.position
        for found in view.table.findings
        if found.kind == Kind.OUT_OF_TURN and found.position in in_trick and absent & {*found.seats}
    }
    plays = view.plays()
    return tuple(Amended(position, replace(plays[position], after_gap=True)) for position in sorted(doubtful))
