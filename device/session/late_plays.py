"""Reordering of plays that are reported late: they belong before the plays that overtook them.

A card that a hand covered, or that was found late, may be reported after the next ones. Either one of those seemed out
of turn, and the table was asked whether a card was missed; or they were given wrong seats by the turn. The times at
which the cards came to rest give the order of the trick, and the leader gives the seats.
"""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from engine.events import Amended
from engine.rules.findings import Kind

if TYPE_CHECKING:
    from device.state.table_view import View
    from engine.cards import Seat
    from engine.events import CardLaid
    from engine.rules.findings import Finding
    from vision.types import CardLanded

MIN_LATE_SECONDS = 0.25
"""Least time by which a card reported earlier must have come to rest later: each time is accurate to a frame, of which
there are ten a second. Measured on quick deals with uneven pace: at 0.4 a card covered after 0.3 s stayed behind the
upper one."""


class Reordering(NamedTuple):
    """The events at the positions `overtaking` are replaced by `plays`, which begins with the late one."""

    overtaking: tuple[int, ...]
    plays: tuple[CardLaid, ...]


def find_reordering(view: View, late: CardLaid, landed: CardLanded) -> Reordering | None:
    """Returns the reordering if *late* came to rest before cards that were reported earlier.

    Returns None if it did not, or if the seats that follow contradict a hand that was seen.
    """
    plays, since = view.deal.trick.plays, landed.since
    overtaking = [play.position for play in plays if view.times.get(play.position, since) - since > MIN_LATE_SECONDS]
    if not overtaking and _precedes_last_play(view, late, landed):
        overtaking = [plays[-1].position]
    before = len(plays) - len(overtaking)
    if not overtaking or view.trick_is_full or [play.position for play in plays[before:]] != overtaking:
        return None
    facts = (late, *(view.plays()[position] for position in overtaking))
    seats = _seats_from(view, plays[0].seat)[before : before + len(facts)]
    in_order = tuple(replace(fact, seat=seat) for fact, seat in zip(facts, seats, strict=True))
    contradicted = any(
        fact.seat != play.seat and not fact.seat_by_turn for fact, play in zip(facts, in_order, strict=True)
    )
    return None if contradicted else Reordering(tuple(overtaking), in_order)


def _precedes_last_play(view: View, late: CardLaid, landed: CardLanded) -> bool:
    """Whether only the hands tell the order of *late* and the last play, whose hand is that of the seat at turn.

    Cards that come to rest at nearly the same time may be reported in either order.
    """
    if not late.seat_by_turn or landed.seat == view.table.turn or not _is_last_hand_at_turn(view):
        return False
    last = view.deal.trick.plays[-1].position
    return abs(view.times.get(last, float("inf")) - landed.since) <= MIN_LATE_SECONDS


def _is_last_hand_at_turn(view: View) -> bool:
    """Whether the seat of the last play only follows from the turn, and its hand came from the seat at turn now."""
    plays, turn = view.deal.trick.plays, view.table.turn
    if not plays or turn is None:
        return False
    position = plays[-1].position
    return view.plays()[position].seat_by_turn and view.hands.get(position) == turn


def _seats_from(view: View, leader: Seat) -> tuple[Seat, ...]:
    """Returns the seats in the order in which they play after *leader*."""
    players = view.game.active(view.deal)
    first = players.index(leader)
    return (*players[first:], *players[:first])


def play_or_insertion(view: View, laid: CardLaid, landed: CardLanded) -> CardLaid | Amended:
    """Returns the play, or its insertion before the play that seemed out of turn, if it is the missed card."""
    missed = missed_card(view) if laid.after_gap else None
    if missed is None:
        return laid
    came_after = _came_after(view, landed, missed.position)
    if came_after and landed.seat == laid.seat == view.table.turn:
        return laid
    if laid.seat_by_turn and landed.seat in missed.seats and not came_after:
        laid = replace(laid, seat=landed.seat)  # likelier the hand of the seat left out than that of the one at turn
    if len(missed.seats) == 1 and landed.seat in view.deal.trick.seats:
        laid = replace(laid, seat=missed.seats[0])  # this hand has laid its card already: it only uncovered this one
    return Amended(missed.position, laid, before=True) if laid.seat in missed.seats else laid


def _came_after(view: View, landed: CardLanded, position: int) -> bool:
    """Whether a card came to rest after the play at *position*; if the times are unknown, whether others did since."""
    time = view.times.get(position)
    if time is None or not isfinite(landed.since):
        return view.deal.trick.plays[-1].position != position
    return landed.since - time > MIN_LATE_SECONDS


def corrected_last_play(view: View, laid: CardLaid) -> Amended | None:
    """Returns the correction of the last play to the seat of its hand, if *laid* makes that seat likelier.

    In haste a play gets the seat at turn unless the camera was sure of its hand. If *laid* is surely
    from the seat after the next, and the hand of the last play came from the next seat, then the last play was the next
    seat's, and the card of the seat at turn was missed.
    """
    turn = view.table.turn
    if turn is None or laid.seat_by_turn or _seats_from(view, turn)[1:2] != (laid.seat,):
        return None
    return last_play_by_hand(view)


def last_play_by_hand(view: View) -> Amended | None:
    """Returns the correction of the last play to the seat of its hand, if that is the seat at turn now.

    For a trick of which a card was missed: rather one that this play covered than one on top of it.
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
