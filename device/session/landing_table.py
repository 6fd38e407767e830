"""The table of a card that has landed: what lies there, whose hand brought it, when → event, question, or nothing.

The first column is the ledger of identities: where this deal has already shown the card. The cells are conditions; the
first row whose three cells hold decides, except that those in `GOES_ON` are done on the way. `docs/flows.md` has the
same table, in the words of the cells.
"""

from collections.abc import Callable
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from device.session.card_arrival import (
    MAX_CONFIDENCE_WITHOUT_HAND,
    certain_seat,
    overtaking_plays,
    possible_leaders,
    rest_time,
    was_inserted_by_hand,
)
from device.session.session import Session
from device.state.table_view import View
from engine.cards import Card
from engine.events import Announced, CardLaid, UpcardTurned
from engine.rules.game import Phase
from vision.types import BACK, CardLanded

Cell: TypeAlias = Callable[["Session", CardLanded], bool] | None
ANY: Cell = None
"""A cell that always holds."""

# What lies there


def no_card_of_the_pack(state: Session, landed: CardLanded) -> bool:
    return bool(landed.reading.not_in_play) or not landed.reading.in_play


def card_that_the_game_lacks(state: Session, landed: CardLanded) -> bool:
    """Whether the card is of the deck but not of the game, such as a Weli beside the stock."""
    return landed.reading.card is not None and landed.reading.card not in state.view.game.pack


def card_in_view_before(state: Session, landed: CardLanded) -> bool:
    """Whether it was reported and is not cleared yet: in the trick, as upcard, or in the last trick.

    Without an upcard also one that cannot be read.
    """
    return not landed.was_present and landed.reading.card in _in_view(state.view)


def lay_there_and_is_known(state: Session, landed: CardLanded) -> bool:
    """Whether it lay there when the camera began to look, and was reported before, or resembles one that was."""
    view, reading = state.view, landed.reading
    if not landed.was_present:
        return False
    may_be = {one.card for one in reading.in_play} if reading.card is None else {reading.card}
    known = _in_view(view) | view.gathered_cards()
    if not view.tricks:  # until a card of this deal is laid, the last trick of the one before may lie there
        earlier = [fact.card for at, fact in view.table.facts if at < view.deal.started and isinstance(fact, CardLaid)]
        known.update(earlier[-len(view.players) :])
    return bool(may_be & known)


def lay_there(state: Session, landed: CardLanded) -> bool:
    return landed.was_present


def lifted_card_of_the_trick(state: Session, landed: CardLanded) -> bool:
    return landed.reading.card in state.lifted_cards and landed.reading.card in state.view.deal.trick.cards


def card_inserted_as_missed(state: Session, landed: CardLanded) -> bool:
    """Whether the table inserted it into the trick, so that the camera reports it late."""
    return was_inserted_by_hand(state.view, landed.reading.card)


def doubtful_card_like_one_inserted(state: Session, landed: CardLanded) -> bool:
    """The same of its likeliest card, or of any if it came to rest before a card that was reported earlier."""
    reading = landed.reading
    likely = reading.in_play if overtaking_plays(state.view, landed) else reading.in_play[:1]
    return reading.card is None and any(was_inserted_by_hand(state.view, one.card) for one in likely)


MIN_DEALING_SECONDS = 10.0
"""Least time from the last card of a deal to the first one of the next, which is shuffled, cut and dealt before.
Chosen: a trick that is turned up again lies there earlier."""


def card_of_a_gathered_trick(state: Session, landed: CardLanded) -> bool:
    """Whether somebody shows it: a card exists once a deal. A doubtful reading counts as its likeliest card.

    After the deal only its last trick counts, and only until the next deal may begin.
    """
    view, reading = state.view, landed.reading
    if not reading.is_of_pack:
        return False
    likeliest = reading.card or max(reading.in_play, key=lambda candidate: candidate.score).card
    if view.table.phase not in (Phase.SCORED, Phase.OVER):
        return likeliest in view.gathered_cards()
    last = view.tricks[-1].plays if view.tricks else ()
    latest = max((rest_time(view, play.position, float("-inf")) for play in last), default=float("inf"))
    return any(play.card == likeliest for play in last) and 0 < landed.since - latest < MIN_DEALING_SECONDS


def like_none_of_the_pack(state: Session, landed: CardLanded) -> bool:
    """Such as the edge of a stock that is cut, cards put away in an exchange, or a trick face down."""
    return not landed.reading.is_of_pack


def upcard_before_the_first_lead(state: Session, landed: CardLanded) -> bool:
    card, deal = landed.reading.card, state.view.deal
    return card is not None and card == deal.upcard and not deal.has_play


def upcard_that_nobody_took(state: Session, landed: CardLanded) -> bool:
    card, view = landed.reading.card, state.view
    place = view.game.place_of(view.deal, card) if card and upcard_before_the_first_lead(state, landed) else None
    return place is not None and place.seat is None


def naming_call(view: View, card: Card | None) -> Announced | None:
    """Returns the call that may name *card* now, such as that of the rest that lies open."""
    calls = (option for option in view.options if isinstance(option, Announced))
    return None if card is None else next((call for call in calls if call.value == str(card)), None)


def card_that_a_call_may_name(state: Session, landed: CardLanded) -> bool:
    return naming_call(state.view, landed.reading.card) is not None


def face_down_call(view: View, landed: CardLanded) -> Announced | None:
    """Returns the call that the card makes by lying face down on a trick; a trick put away lies so between tricks."""
    seat = certain_seat(landed)
    if landed.reading.not_in_play != BACK or seat is None or view.trick_is_full or not view.deal.trick.plays:
        return None
    return view.game.face_down_call(view.deal, seat)


def card_added_face_down_as_a_call(state: Session, landed: CardLanded) -> bool:
    return face_down_call(state.view, landed) is not None


def card_surely_read(state: Session, landed: CardLanded) -> bool:
    return landed.reading.card is not None


# Whose hand brought it


def no_hand(state: Session, landed: CardLanded) -> bool:
    return landed.seat_confidence <= MAX_CONFIDENCE_WITHOUT_HAND


def leader(state: Session, landed: CardLanded) -> bool:
    return certain_seat(landed) == state.view.game.leader(state.view.deal)


def dealer_who_does_not_lead(state: Session, landed: CardLanded) -> bool:
    return certain_seat(landed) == state.view.deal.dealer and not leader(state, landed)


def not_the_leader(state: Session, landed: CardLanded) -> bool:
    return not leader(state, landed)


def perhaps_a_leader(state: Session, landed: CardLanded) -> bool:
    return certain_seat(landed) in (None, *possible_leaders(state.view))


def none_still_to_play(state: Session, landed: CardLanded) -> bool:
    view = state.view
    return certain_seat(landed) not in {*view.players} - {*view.deal.trick.seats}


def not_the_holder_of_the_upcard(state: Session, landed: CardLanded) -> bool:
    """Whether the upcard's holder neither leads it, nor lays it in haste on a missed lead."""
    view, deal, card = state.view, state.view.deal, landed.reading.card
    place = None if card is None else view.game.place_of(deal, card)
    holder = deal.dealer if place is None or place.seat is None else place.seat
    in_haste = not landed.after_rest and place is not None and certain_seat(landed) == place.seat
    return view.game.leader(deal) != holder and not in_haste


# When


def until_a_card_is_turned(state: Session, landed: CardLanded) -> bool:
    return state.view.table.phase in (Phase.SCORED, Phase.DEAL, Phase.CUT, Phase.UPCARD)


def between_deals(state: Session, landed: CardLanded) -> bool:
    return state.view.table.phase in (Phase.SCORED, Phase.DEAL)


def while_a_card_may_be_turned(state: Session, landed: CardLanded) -> bool:
    """Whether the rules allow that a card is turned for trump now, before the first lead."""
    view, phase = state.view, state.view.table.phase
    may_be_turned = phase != Phase.PLAY and any(isinstance(option, UpcardTurned) for option in view.options)
    return phase in (Phase.CUT, Phase.UPCARD) or may_be_turned


def while_players_declare_or_exchange(state: Session, landed: CardLanded) -> bool:
    return state.view.table.phase in (Phase.DECLARE, Phase.EXCHANGE)


def while_no_card_may_be_laid(state: Session, landed: CardLanded) -> bool:
    return state.view.table.phase != Phase.PLAY


def when_a_card_may_be_laid(state: Session, landed: CardLanded) -> bool:
    return state.view.table.phase == Phase.PLAY


def between_tricks(state: Session, landed: CardLanded) -> bool:
    """Whether no card of a trick waits for another one."""
    return state.view.trick_is_full or not state.view.deal.trick.plays


def after_the_last_card(state: Session, landed: CardLanded) -> bool:
    """Whether the match or the game has ended, or the cards of the deal are played, or it is decided before that."""
    view, phase = state.view, state.view.table.phase
    if view.is_match_finished or phase == Phase.OVER:
        return True
    if phase in (Phase.DEAL, Phase.PLAY):
        return False
    has_cards = any(view.table.hand_size(seat) for seat in view.players)
    if phase == Phase.SCORED:
        return bool(view.tricks) and has_cards
    return view.game.is_finished(view.deal) or not has_cards


def when_the_menu_asks_for_a_card(state: Session, landed: CardLanded) -> bool:
    return state.menu.answer_card(state.view, landed.reading.card, certain_seat(landed)) is not None


def _in_view(view: View) -> set[Card | None]:
    """Returns the cards of this deal that were reported and not cleared yet, the upcard or None, and open ones."""
    last = view.deal.tricks[-1:] if view.table.phase == Phase.SCORED or not view.deal.trick.plays else ()
    lying = {*view.deal.trick.cards, view.deal.upcard, *view.game.out_of_play(view.deal)}
    return lying.union(*(trick.cards for trick in last))


class Then(Enum):
    """What follows; `SessionController` carries it out."""

    NOTHING = auto()
    WAS_MOVED = auto()
    """Nothing; the card is no longer lifted."""
    MAY_BE_A_PLAY = auto()
    """The card is remembered, and recorded as a play if play goes on exactly behind it."""
    IS_SHOWN = auto()
    """The card is remembered; play that goes on over it means that one of both readings is wrong: a question."""
    MAY_BE_THE_LEAD = auto()
    """The card is remembered, and recorded as the lead if another seat goes on."""
    ANSWERS_THE_MENU = auto()
    PROVES_EARLIER_CARDS = auto()
    """What the card proves of those remembered is recorded, or that a lifted one was taken back."""
    IMPLIES_AN_ANSWER = auto()
    """The answer to the open menu that follows from any further card is recorded."""
    BEGINS_THE_NEXT_DEAL = auto()
    IS_THE_UPCARD = auto()
    """The upcard, or a Critical of the cut, which is asked."""
    ASKS_ABOUT_THE_CALL = auto()
    """Whether the card lies face down as a call."""
    LIES_OPEN = auto()
    """The call that names the card is recorded."""
    IS_LAID = auto()
    """A play, in the order of those before it; a doubtful one, one too many or out of turn is asked about."""


GOES_ON = frozenset((Then.PROVES_EARLIER_CARDS, Then.IMPLIES_AN_ANSWER, Then.BEGINS_THE_NEXT_DEAL))
"""After these the rows below decide as well."""


class Row(NamedTuple):
    what: Cell
    hand: Cell
    when: Cell
    then: Then

    @property
    def words(self) -> tuple[str, str, str, str]:
        """The cells in words."""
        what, hand, when = ("any" if cell is None else cell.__name__.replace("_", " ") for cell in self[:3])
        return what, hand, when, self.then.name.lower().replace("_", " ")

    def holds(self, state: Session, landed: CardLanded) -> bool:
        return all(cell is None or cell(state, landed) for cell in (self.what, self.when, self.hand))


LANDINGS = (
    Row(card_added_face_down_as_a_call, ANY, when_a_card_may_be_laid, Then.ASKS_ABOUT_THE_CALL),
    Row(no_card_of_the_pack, ANY, ANY, Then.NOTHING),
    Row(card_that_the_game_lacks, ANY, until_a_card_is_turned, Then.NOTHING),
    Row(card_that_the_game_lacks, not_the_leader, while_no_card_may_be_laid, Then.NOTHING),
    Row(card_in_view_before, no_hand, ANY, Then.NOTHING),
    Row(lay_there_and_is_known, no_hand, ANY, Then.NOTHING),
    Row(lay_there, no_hand, between_deals, Then.NOTHING),
    Row(lifted_card_of_the_trick, ANY, ANY, Then.WAS_MOVED),
    Row(card_inserted_as_missed, ANY, ANY, Then.NOTHING),
    Row(doubtful_card_like_one_inserted, none_still_to_play, ANY, Then.NOTHING),
    Row(lay_there, ANY, ANY, Then.MAY_BE_A_PLAY),
    Row(card_of_a_gathered_trick, ANY, ANY, Then.IS_SHOWN),
    Row(ANY, ANY, ANY, Then.PROVES_EARLIER_CARDS),
    Row(ANY, ANY, when_the_menu_asks_for_a_card, Then.ANSWERS_THE_MENU),
    Row(ANY, ANY, after_the_last_card, Then.NOTHING),
    Row(like_none_of_the_pack, ANY, until_a_card_is_turned, Then.NOTHING),
    Row(like_none_of_the_pack, perhaps_a_leader, between_tricks, Then.MAY_BE_THE_LEAD),
    Row(like_none_of_the_pack, ANY, between_tricks, Then.NOTHING),
    Row(ANY, ANY, ANY, Then.IMPLIES_AN_ANSWER),
    Row(ANY, ANY, between_deals, Then.BEGINS_THE_NEXT_DEAL),
    Row(ANY, ANY, while_a_card_may_be_turned, Then.IS_THE_UPCARD),
    Row(card_that_a_call_may_name, dealer_who_does_not_lead, while_no_card_may_be_laid, Then.LIES_OPEN),
    Row(upcard_before_the_first_lead, not_the_holder_of_the_upcard, when_a_card_may_be_laid, Then.NOTHING),
    Row(upcard_before_the_first_lead, ANY, while_players_declare_or_exchange, Then.NOTHING),
    Row(upcard_that_nobody_took, ANY, while_no_card_may_be_laid, Then.NOTHING),
    Row(card_surely_read, ANY, ANY, Then.IS_LAID),
    Row(ANY, ANY, when_a_card_may_be_laid, Then.IS_LAID),
    Row(ANY, leader, ANY, Then.IS_LAID),
    Row(ANY, ANY, ANY, Then.NOTHING),
)
