"""Questions about a card that has landed, answered from the state of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Amended, CardLaid, UpcardTurned
from engine.rules.phases import Phase

if TYPE_CHECKING:
    from device.state.table_view import View
    from engine.cards import Card, Seat
    from vision.types import CardLanded

SURE = 0.75
"""Confidence from which the edge a hand came from outweighs the turn."""
CERTAIN = 0.95
"""Least confidence at which a card is out of turn; without a rest between hands the turn counts."""


def is_sure_of_seat(landed: CardLanded) -> bool:
    return landed.seat_confidence >= (SURE if landed.after_rest else CERTAIN)


def surely_of(landed: CardLanded) -> Seat | None:
    """Returns the seat of the hand, if it is certain."""
    return landed.seat if is_sure_of_seat(landed) else None


def has_been_played(view: View) -> bool:
    """Whether the deal still needs a call before a card can be played."""
    if view.table.phase in (Phase.SCORED, Phase.DEAL, Phase.PLAY):
        return False
    return view.game.finished(view.deal) or not _holds_anybody(view)


def is_thrown_in(view: View) -> bool:
    """Whether this card was still in a hand when the deal was decided."""
    return view.table.phase == Phase.SCORED and bool(view.tricks) and _holds_anybody(view)


def _holds_anybody(view: View) -> bool:
    return any(view.table.hand_size(seat) for seat in view.players)


def may_be_turned(view: View) -> bool:
    """Whether a card may rightly be turned for trump where nobody may lead before trump is known."""
    return view.table.phase != Phase.PLAY and any(isinstance(option, UpcardTurned) for option in view.options)


def is_straightened(view: View, card: Card | None) -> bool:
    """Whether this is the upcard, moved before the first card and not led by its holder."""
    deal, phase = view.deal, view.table.phase
    if card is None or card != deal.upcard or deal.has_play:
        return False
    place = view.game.place_of(deal, card)
    if phase == Phase.PLAY:  # it was only moved, unless its holder leads
        holder = deal.dealer if place is None or place.seat is None else place.seat
        return view.game.leader(deal) != holder
    return phase in (Phase.DECLARE, Phase.EXCHANGE) or (place is not None and place.seat is None)


def is_lead(view: View, landed: CardLanded) -> bool:
    """Before the first card, only a doubtful one by the right hand is a lead: others are cards put away."""
    return surely_of(landed) == view.game.leader(view.deal)


def is_too_many(view: View, landed: CardLanded) -> bool:
    """A card on a full trick: mostly the gathering was missed, unless it is surely not the taker's lead."""
    return landed.after_rest and surely_of(landed) not in (None, *view.game.takers_in(view.deal))


def seat_of(view: View, landed: CardLanded) -> Seat:
    """The seat at turn, unless the turn is unknown or the hand certainly belongs to another seat still to play."""
    still_to_play = set(view.players) - set(view.deal.trick.seats)
    certain = is_sure_of_seat(landed) or view.table.turn is None
    if landed.seat is not None and landed.seat in still_to_play and certain:
        return landed.seat
    return view.turn if view.table.phase == Phase.PLAY else view.game.leader(view.deal)


NO_HAND = 0.5
"""Highest confidence without a visible hand: the card lay there when the camera started."""


def lies_already(view: View, landed: CardLanded) -> bool:
    """Whether this card was reported before: of the trick, the upcard, or one not put away yet."""
    if landed.seat_confidence > NO_HAND or view.table.deal is None:
        return False
    reading = landed.reading
    on_table = {*view.deal.trick.cards, view.deal.upcard}
    if view.table.phase == Phase.SCORED or not view.deal.trick.plays:
        on_table.update(*(trick.cards for trick in view.deal.tricks[-1:]))
    if not landed.lay_there:
        return reading.card in on_table
    on_table |= view.gathered() | _of_the_deal_before(view)
    may_be = {candidate.card for candidate in reading.in_play} if reading.card is None else {reading.card}
    return bool(may_be & on_table) or view.table.phase in (Phase.SCORED, Phase.DEAL)


def was_inserted(view: View, card: Card | None) -> bool:
    """Whether the table inserted this card of the trick as missed, so that the camera reports it late."""
    if view.table.deal is None or card is None:
        return False
    play_events = (view.table.journal[play.position] for play in view.deal.trick.plays if play.card == card)
    return any(isinstance(event, Amended) for event in play_events)


def _of_the_deal_before(view: View) -> set[Card]:
    """Returns the last trick of the deal before, which may still lie there until a card of this deal is laid."""
    if view.tricks:
        return set()
    plays = [fact.card for at, fact in view.table.facts if at < view.deal.started and isinstance(fact, CardLaid)]
    return set(plays[-len(view.players) :])
