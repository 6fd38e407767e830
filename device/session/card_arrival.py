"""Decides from the state of the table what a card that has landed is: a lead, the upcard, one that was moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Amended, CardLaid, UpcardTurned
from engine.rules.findings import Kind
from engine.rules.values import Phase

if TYPE_CHECKING:
    from collections.abc import Collection

    from device.state.table_view import View
    from engine.cards import Card, Seat
    from vision.types import CardLanded, Reading

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


def is_deal_played(view: View) -> bool:
    """Whether the cards of the deal have been played, while the deal still waits for a call."""
    if view.table.phase in (Phase.SCORED, Phase.DEAL, Phase.PLAY):
        return False
    return view.game.is_finished(view.deal) or not _has_cards_in_hands(view)


def was_in_hand_at_end(view: View) -> bool:
    """Whether this card was still in a hand when the deal was decided."""
    return view.table.phase == Phase.SCORED and bool(view.tricks) and _has_cards_in_hands(view)


def is_over(view: View) -> bool:
    """Whether a card belongs to no play any more: the match or the deal has been played."""
    return view.is_match_finished or is_deal_played(view) or was_in_hand_at_end(view)


def may_be_laid_aside(view: View, reading: Reading) -> bool:
    """Whether a card may be no play: it is like none of the pack, and no card of a trick waits for it.

    The dealer lays the stock, players put cards away in an exchange, and takers pile their tricks face down.
    """
    return not reading.is_of_pack and (view.trick_is_full or not view.deal.trick.plays)


def possible_leaders(view: View) -> Collection[Seat]:
    """Returns the seats that may lead next, while no card of a trick waits for another one."""
    if not view.deal.has_play:
        return (view.game.leader(view.deal),)
    if view.trick_is_full:
        return view.game.takers_in(view.deal)
    return view.players if view.table.turn is None else (view.table.turn,)


def _has_cards_in_hands(view: View) -> bool:
    return any(view.table.hand_size(seat) for seat in view.players)


def may_be_upcard(view: View) -> bool:
    """Whether the rules allow that a card is turned for trump now, before the first lead."""
    return view.table.phase != Phase.PLAY and any(isinstance(option, UpcardTurned) for option in view.options)


def is_moved_upcard(view: View, landed: CardLanded) -> bool:
    """Whether this is the upcard, moved before the first card, and not laid by the seat that has taken it."""
    deal, phase, card = view.deal, view.table.phase, landed.reading.card
    if card is None or card != deal.upcard or deal.has_play:
        return False
    place = view.game.place_of(deal, card)
    if phase == Phase.PLAY:  # the upcard was moved, unless its holder leads it, or lays it in haste on a missed lead
        holder = deal.dealer if place is None or place.seat is None else place.seat
        in_haste = not landed.after_rest and place is not None and certain_seat(landed) == place.seat
        return view.game.leader(deal) != holder and not in_haste
    return phase in (Phase.DECLARE, Phase.EXCHANGE) or (place is not None and place.seat is None)


def is_lead(view: View, landed: CardLanded) -> bool:
    """Whether a doubtful card before the first trick is a lead: only if it is from the leader's hand."""
    return certain_seat(landed) == view.game.leader(view.deal)


def is_extra_card(view: View, landed: CardLanded) -> bool:
    """Whether a card on a full trick is one too many: surely not the taker's lead, which means a missed gathering."""
    return landed.after_rest and certain_seat(landed) not in (None, *view.game.takers_in(view.deal))


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


def is_on_table(view: View, landed: CardLanded) -> bool:
    """Whether this card was reported before and is still on the table: in the trick, as upcard, or not cleared yet."""
    if landed.seat_confidence > MAX_CONFIDENCE_WITHOUT_HAND or view.table.deal is None:
        return False
    reading = landed.reading
    on_table = {*view.deal.trick.cards, view.deal.upcard}
    if view.table.phase == Phase.SCORED or not view.deal.trick.plays:
        on_table.update(*(trick.cards for trick in view.deal.tricks[-1:]))
    if not landed.was_present:
        return reading.card in on_table
    on_table |= view.gathered_cards() | _last_trick_of_previous_deal(view)
    may_be = {candidate.card for candidate in reading.in_play} if reading.card is None else {reading.card}
    return bool(may_be & on_table) or view.table.phase in (Phase.SCORED, Phase.DEAL)


MIN_DEALING_SECONDS = 10.0
"""Least time from the last card of a deal to the first one of the next, which is shuffled, cut and dealt before.
Chosen: a trick that is turned up again lies there earlier."""


def is_shown(view: View, landed: CardLanded) -> bool:
    """Whether somebody shows a card of a gathered trick: a card exists once a deal, whatever hand brings it.

    A doubtful reading counts as its likeliest card. After the deal only its last trick counts, and only until the next
    deal may begin.
    """
    reading = landed.reading
    if view.table.deal is None or not reading.is_of_pack:
        return False
    likeliest = reading.card or max(reading.in_play, key=lambda candidate: candidate.score).card
    if view.table.phase not in (Phase.SCORED, Phase.OVER):
        return likeliest in view.gathered_cards()
    last = view.tricks[-1].plays if view.tricks else ()
    latest = max(
        (view.camera.times[play.position] for play in last if play.position in view.camera.times), default=float("inf")
    )
    return any(play.card == likeliest for play in last) and 0 < landed.since - latest < MIN_DEALING_SECONDS


def was_inserted_by_hand(view: View, card: Card | None) -> bool:
    """Whether the table inserted this card of the trick as missed, so that the camera reports it late."""
    if view.table.deal is None or card is None:
        return False
    play_events = (view.table.journal[play.position] for play in view.deal.trick.plays if play.card == card)
    return any(isinstance(event, Amended) for event in play_events)


def is_inserted_card(view: View, landed: CardLanded) -> bool:
    """Whether this card of the trick was inserted as missed before the camera reported it.

    A doubtful reading counts as its likeliest card, or as any candidate if it came to rest before a card that was told
    earlier, unless the hand is surely that of a seat that is still to play.
    """
    reading = landed.reading
    if reading.card is not None or view.table.deal is None:
        return was_inserted_by_hand(view, reading.card)
    if certain_seat(landed) in set(view.players) - set(view.deal.trick.seats):
        return False
    likely = reading.in_play if overtaking_plays(view, landed) else reading.in_play[:1]
    return any(was_inserted_by_hand(view, candidate.card) for candidate in likely)


def overtaking_plays(view: View, landed: CardLanded) -> list[int]:
    """Returns the positions of the plays of the trick that were reported earlier and came to rest later."""
    times = ((play.position, view.camera.times.get(play.position, landed.since)) for play in view.deal.trick.plays)
    return [position for position, time in times if time - landed.since > MIN_LATE_SECONDS]


def _last_trick_of_previous_deal(view: View) -> set[Card]:
    """Returns the last trick of the previous deal, which may be on the table until a card of this deal is laid."""
    if view.tricks:
        return set()
    plays = [fact.card for at, fact in view.table.facts if at < view.deal.started and isinstance(fact, CardLaid)]
    return set(plays[-len(view.players) :])


def cards_in_view(view: View) -> set[Card]:
    """Returns the cards of the trick that the camera saw; of a full trick without those that the table inserted."""
    cards = view.deal.trick.cards
    return {card for card in cards if not was_inserted_by_hand(view, card)} if view.trick_is_full else set(cards)


def is_out_of_turn(view: View, card: Card) -> bool:
    """Whether this card of the trick was found to be out of turn, and the table has not ruled on it."""
    position = next((play.position for play in view.deal.trick.plays if play.card == card), None)
    if position in view.ruled_positions():
        return False
    kinds = (Kind.OUT_OF_TURN, Kind.MISSED_CARD)
    return any(found.kind in kinds and found.position == position for found in view.table.findings)
