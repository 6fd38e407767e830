"""What lies on the table when a camera begins to look: mostly cards that were told before it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Amended, CardLaid

if TYPE_CHECKING:
    from device.state.table_view import View
    from engine.cards import Card
    from vision.sightings import CardLanded

NO_HAND = 0.5
"""Up to this confidence no hand was seen: the card lay there when the camera began to look."""


def lies_already(view: View, landed: CardLanded) -> bool:
    """Whether this is a card that was told before: of the trick, the upcard, or one that was not put away yet."""
    if landed.seat_confidence > NO_HAND or view.table.deal is None:
        return False
    reading = landed.reading
    lying = {*view.deal.trick.cards, view.deal.upcard}
    if view.table.phase == "scored" or not view.deal.trick.plays:
        lying.update(*(trick.cards for trick in view.deal.tricks[-1:]))
    if not landed.lay_there:
        return reading.card in lying
    lying |= view.gathered() | _of_the_deal_before(view)
    may_be = {candidate.card for candidate in reading.in_play} if reading.card is None else {reading.card}
    return bool(may_be & lying) or view.table.phase in ("scored", "deal")


def was_inserted(view: View, card: Card | None) -> bool:
    """Whether the table said that this card of the trick was missed: then the camera only sees it late."""
    if view.table.deal is None or card is None:
        return False
    told = (view.table.journal[play.position] for play in view.deal.trick.plays if play.card == card)
    return any(isinstance(event, Amended) for event in told)


def _of_the_deal_before(view: View) -> set[Card]:
    """Returns its last trick, which nobody may have put away before a card of this deal is laid."""
    if view.tricks:
        return set()
    laid = [fact.card for at, fact in view.table.facts if at < view.deal.started and isinstance(fact, CardLaid)]
    return set(laid[-len(view.players) :])
