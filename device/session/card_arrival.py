"""What a card that landed may be, as far as the table can tell: asked before it counts as anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Amended, CardLaid, UpcardTurned
from engine.rules.phases import Phase

if TYPE_CHECKING:
    from device.state.table_view import View
    from engine.cards import Card, Seat
    from vision.types import CardLanded

SURE = 0.75
"""From this confidence on, the edge that a hand came from counts more than whose turn it is."""
CERTAIN = 0.95
"""With less, nobody is told to be out of turn; and without a rest between hands, the turn counts."""


def is_sure_of_seat(landed: CardLanded) -> bool:
    return landed.seat_confidence >= (SURE if landed.after_rest else CERTAIN)


def surely_of(landed: CardLanded) -> Seat | None:
    """Returns whose hand it was, if that is sure."""
    return landed.seat if is_sure_of_seat(landed) else None


def has_been_played(view: View) -> bool:
    """Whether no card can come before something is said that the deal has still to be told."""
    if view.table.phase in (Phase.SCORED, Phase.DEAL, Phase.PLAY):
        return False
    return view.game.finished(view.deal) or not _holds_anybody(view)


def is_thrown_in(view: View) -> bool:
    """Whether this is what somebody still held when the deal was decided."""
    return view.table.phase == Phase.SCORED and bool(view.tricks) and _holds_anybody(view)


def _holds_anybody(view: View) -> bool:
    return any(view.table.hand_size(seat) for seat in view.players)


def may_be_turned(view: View) -> bool:
    """Whether a card may rightly be turned for trump where nobody may lead before trump is known."""
    return view.table.phase != Phase.PLAY and any(isinstance(option, UpcardTurned) for option in view.options)


def is_straightened(view: View, card: Card | None) -> bool:
    """Whether this is the upcard, pushed about before the first card, and not led by whoever holds it."""
    deal, phase = view.deal, view.table.phase
    if card is None or card != deal.upcard or deal.has_play:
        return False
    place = view.game.place_of(deal, card)
    if phase == Phase.PLAY:  # it was left lying, unless its holder leads
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
    """The turn counts, unless nobody can know it, or a hand was surely another's who has yet to play."""
    still_to_play = set(view.players) - set(view.deal.trick.seats)
    certain = is_sure_of_seat(landed) or view.table.turn is None
    if landed.seat is not None and landed.seat in still_to_play and certain:
        return landed.seat
    return view.turn if view.table.phase == Phase.PLAY else view.game.leader(view.deal)


NO_HAND = 0.5
"""Up to this confidence no hand was seen: the card lay there when the camera began to look."""


def lies_already(view: View, landed: CardLanded) -> bool:
    """Whether this is a card that was told before: of the trick, the upcard, or one that was not put away yet."""
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
    """Whether the table said that this card of the trick was missed: then the camera only sees it late."""
    if view.table.deal is None or card is None:
        return False
    play_events = (view.table.journal[play.position] for play in view.deal.trick.plays if play.card == card)
    return any(isinstance(event, Amended) for event in play_events)


def _of_the_deal_before(view: View) -> set[Card]:
    """Returns its last trick, which nobody may have put away before a card of this deal is laid."""
    if view.tricks:
        return set()
    plays = [fact.card for at, fact in view.table.facts if at < view.deal.started and isinstance(fact, CardLaid)]
    return set(plays[-len(view.players) :])
