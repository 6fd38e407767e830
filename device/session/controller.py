"""The session controller turns sightings of cards into events: which card was turned, laid, lifted, gathered, and when.

A legal card is never preferred to the card that was read. A card that was laid before only moves to the end of the
candidates of an earlier doubtful reading.
"""

import logging
from dataclasses import replace

from device.menus.deal.before_play import TakeCriticalMenu, who_may_take
from device.menus.deal.calls import ConfirmCallMenu
from device.session import late_plays
from device.session.card_arrival import (
    MIN_SEAT_CONFIDENCE_IN_HASTE,
    all_in_view_are_lifted,
    card_and_doubts,
    certain_seat,
    is_out_of_turn,
    is_play_of_turn,
    is_seat_by_turn,
    next_player,
    players_of_lying,
    possible_leaders,
    seat_after_turn,
    seat_of_play,
)
from device.session.landing_table import GOES_ON, LANDINGS, Then, between_tricks, face_down_call, naming_call
from device.session.results import RecordedEvent
from device.session.session import MissedCardShown, Session
from device.state.conclusions import infer_taking
from engine.cards import Card, Seat
from engine.events import Amended, CardLaid, CardTaken, DealStarted, Event, Ruled, TrickGathered, UpcardTurned
from engine.rules.game import Phase
from vision.types import CardLanded, CardLifted, Observation, TableCleared

_log = logging.getLogger("kiebitz")


class SessionController(Session):
    """A session with a camera. It decides when to ask, and never changes a reading."""

    _is_turn_unsure = False
    """Whether the table was last cleared of a trick that may not be recorded whole: then the turn may be wrong."""

    def handle_sighting(self, observation: Observation) -> list[RecordedEvent]:
        """Returns the events that follow from what the tracker reports, after adding them to the table.

        Without findings that one of the events removed again: the table was never in that state.
        """
        self._recorded = []
        if self.table.deal is None or self.view.camera.watched != "camera" or self.view.is_evening_over:
            return []
        if isinstance(observation, CardLanded) and observation.was_present and self.was_unwatched:
            return []
        self.was_unwatched = False
        match observation:
            case CardLanded():  # the first rows of the table that hold, up to one that decides
                landed = observation
                for row in (row for row in LANDINGS if row.holds(self, landed)):
                    _log.debug("%s landed: %s, %s, %s → %s", landed.reading.card, *row.words)
                    landed = self._do(row.then, landed)
                    if row.then not in GOES_ON:
                        break
            case CardLifted(card):
                self._card_lifted(card)
            case TableCleared():
                self._record_lying_cards(None)
                plays = self.view.deal.trick.plays
                late = self.awaits_clearing and len(plays) == 1 < observation.card_count
                self._is_turn_unsure = late or not (plays or self.awaits_clearing)
                self.awaits_clearing = False
                if plays and not late:
                    self._record_gathering(observation.seat)
        return [each._replace(findings=self.table.remaining_findings(each.findings)) for each in self._recorded]

    # Cards that land

    def _do(self, then: Then, landed: CardLanded) -> CardLanded:
        """Records what follows; returns the card, which is after a gap if it proves that."""
        card = landed.reading.card
        match then:
            case Then.WAS_MOVED if card is not None:
                self.lifted_cards.remove(card)
            case Then.MAY_BE_A_PLAY:
                self.lying_cards.append(landed)
            case Then.IS_SHOWN:
                self.shown_cards.append(landed)
            case Then.MAY_BE_THE_LEAD:
                self.possible_lead = landed
            case Then.PROVES_EARLIER_CARDS:
                return self._record_earlier_cards(landed)
            case Then.ANSWERS_THE_MENU:
                self._answer_menu(landed)
            case Then.IMPLIES_AN_ANSWER:
                self.record(*self.menu.events_of_landing(self.view, card, certain_seat(landed)))
            case Then.BEGINS_THE_NEXT_DEAL:
                self._begin_next_deal()
            case Then.IS_THE_UPCARD:
                self._record_upcard(landed)
            case Then.ASKS_ABOUT_THE_CALL | Then.LIES_OPEN:
                self._take_as_call(landed)
            case Then.IS_LAID:
                self._record_play(landed, may_follow_lead=self._record_possible_lead(landed))
        return landed

    def _answer_menu(self, landed: CardLanded) -> None:
        """Passes the card to the menu that waits for one.

        A card of a seat that the gathered trick lacks may be the next lead, unless another seat surely gathered it.
        """
        seat, latest = certain_seat(landed), self.view.facts[-1:]
        answer = self.menu.answer_card(self.view, landed.reading.card, seat)
        assert answer is not None, "the menu asks for a card"
        gathered, follower = latest[0][1] if latest else None, None
        if isinstance(gathered, TrickGathered) and (seat is None or gathered.seat is None):
            follower = next_player(self.view, self.table.turn if seat is None else seat)
        for recorded in self.answer(answer):
            if isinstance(recorded.event, Amended) and recorded.event.before and follower is not None:
                self.missed_card_shown = MissedCardShown(recorded.position, landed, follower)

    def _take_as_call(self, landed: CardLanded) -> None:
        """Records the call that an open card names, or asks about that of a card face down."""
        named, meant = naming_call(self.view, landed.reading.card), face_down_call(self.view, landed)
        if named is not None:
            self.record(named)
        elif meant is not None:
            self.open_menu = ConfirmCallMenu(meant)

    def _begin_next_deal(self) -> None:
        """Starts the next deal at the first card after the last trick, without a press."""
        if self.view.deal.trick.plays:
            self.record(TrickGathered())
        if self.table.next_dealer is not None:
            self.record(DealStarted(self.table.next_dealer))

    def _record_upcard(self, landed: CardLanded) -> None:
        """Records the upcard; unless the dealer turned it, a Critical may be one of the cut, which is asked."""
        view, deal, card = self.view, self.view.deal, landed.reading.card
        taking = None if card is None else CardTaken(deal.dealer, card, "upcard")
        taken_at = next((position for position, fact in view.facts if fact == taking), None)
        if taken_at is not None:  # the card was only moved
            self.record(Amended(taken_at))
            return
        by_dealer = certain_seat(landed) == deal.dealer and not deal.facts_of(CardTaken)
        in_cut = who_may_take(view, card) if card and self.table.phase == Phase.CUT and not by_dealer else None
        if in_cut is not None:
            self.open_menu = TakeCriticalMenu(in_cut)
        else:
            card, doubts = card_and_doubts(view, landed.reading)
            self._record_reading(UpcardTurned(card, doubts), landed)

    # Cards that land during the play

    def _record_play(self, landed: CardLanded, *, may_follow_lead: bool = False) -> None:
        """Records a card of the trick; *may_follow_lead*: on one that was seen and may have been laid aside."""
        view, reading = self.view, landed.reading
        # Then the turn depends on a card that was lifted, or on one that is not recorded.
        is_unsure = may_follow_lead or bool(self.lifted_cards) or self._is_turn_unsure
        may_be_next_trick = self._is_turn_unsure or all_in_view_are_lifted(view, self.lifted_cards)
        self._is_turn_unsure = False
        plays = view.deal.trick.plays
        expected = (None, self.table.turn, *(play.seat for play in plays))
        if not view.trick_is_full and landed.after_rest:
            self._take_back_lifted()
        elif len(plays) == 1 and self.lifted_cards == [plays[0].card] and certain_seat(landed) not in expected:
            self._record_gathering(None)  # a hand out of turn goes on: the other cards of the trick were missed
        self.lifted_cards.clear()
        may_lead = not landed.after_rest or certain_seat(landed) in (None, *possible_leaders(view))
        if view.trick_is_full and may_lead:  # else it is one card too many
            self.record(TrickGathered())
        card, doubts = card_and_doubts(view, reading)
        if not doubts:
            self._revise_doubts(card)
        seat = seat_of_play(view, landed)
        doubted = (is_unsure or landed.seat_confidence < MIN_SEAT_CONFIDENCE_IN_HASTE) and seat != self.table.turn
        by_turn = is_seat_by_turn(view, landed, seat) or (may_be_next_trick and not landed.after_rest)
        play_event = CardLaid(seat, card, doubts, after_gap=doubted or not landed.after_rest, seat_by_turn=by_turn)
        if not by_turn and seat == seat_after_turn(view):
            # If the hand of the last play came from the seat between, that play was its own, and one was missed.
            self._correct_last_play()
        self.record(*infer_taking(view, play_event))
        order = late_plays.find_reordering(view, play_event, landed)
        if order is not None:
            self._record_in_order(order, landed)
        else:
            self._record_reading(late_plays.play_or_insertion(view, play_event, landed), landed)

    def _record_possible_lead(self, landed: CardLanded) -> bool:
        """Records a card like none of the pack as the lead if another seat goes on: it was not laid aside.

        After a gap, from a hand that is uncertain, it is not; returns whether *landed* may follow such a lead.
        """
        lead, self.possible_lead = self.possible_lead, None
        if lead is None or not between_tricks(self, lead):
            return False
        leaders = possible_leaders(self.view) if certain_seat(lead) is None else (certain_seat(lead),)
        if certain_seat(landed) in (None, *leaders):
            return False
        is_guess = certain_seat(lead) is None and not lead.after_rest
        if not is_guess:
            self._record_play(lead)
        return is_guess

    def _record_contradiction(self, follower: CardLanded | None) -> None:
        """Records the only card shown as a play, if play goes on: one of its readings is wrong, and the table is asked.

        *follower* is the next card, None if the trick is gathered.
        """
        if is_play_of_turn(self.view, self.shown_cards, follower):
            self._record_play(replace(self.shown_cards.pop(), after_rest=False))

    def _record_lying_cards(self, follower: CardLanded | None) -> bool:
        """Records the cards that lay there when the camera began to look, if play goes on exactly behind them.

        *follower* is the next card, None if the trick is gathered. Otherwise they are no cards of the deal, such as one
        printed on a box; but one of them may be a play, so the turn is unsure. Returns whether it is.
        """
        view, known = self.view, self.view.known_cards()
        lying, self.lying_cards = self.lying_cards, []
        lying = [each for each in lying if each.reading.card is None or each.reading.card not in known]
        if not lying:
            return False
        seat, players = None if follower is None else certain_seat(follower), players_of_lying(view, lying, follower)
        if players:
            for one, player in zip(lying, players, strict=True):
                self._record_play(replace(one, seat=player, seat_confidence=0.0, after_rest=False))
        elif self.table.phase == Phase.UPCARD and len(lying) == 1 and seat not in (None, view.deal.dealer):
            self._record_upcard(lying[0])
        else:
            self._is_turn_unsure = True
        return self._is_turn_unsure

    def _record_earlier_cards(self, landed: CardLanded) -> CardLanded:
        """Records what *landed* proves about the cards before it.

        Returns it, after a gap if one of those may have been a play and its own hand was not seen.
        """
        if self._record_lying_cards(landed) and certain_seat(landed) is None:
            landed = replace(landed, after_rest=False)
        self._record_contradiction(landed)
        view, seat = self.view, certain_seat(landed)
        shown, self.missed_card_shown = self.missed_card_shown, None
        if shown is not None and shown.position in view.plays() and seat == shown.follower:  # it was led instead
            self.record(Amended(shown.position))
            self._record_play(shown.landed)
        last = view.deal.trick.plays[-1] if view.trick_is_full else None
        if last is not None and seat == last.seat and self.lifted_cards == [last.card]:  # he surely lays another
            self._take_back_lifted()
        return landed

    def _record_in_order(self, order: late_plays.Reordering, landed: CardLanded) -> None:
        late, *overtaking = order.plays
        facts = self.view.facts
        rulings = {at: fact for at, fact in facts if isinstance(fact, Ruled) and fact.position in order.overtaking}
        removed = sorted((*order.overtaking, *rulings), reverse=True)
        self.record(*(Amended(position) for position in removed), *order.corrected)
        self._record_reading(late, landed)
        for position, play in zip(order.overtaking, overtaking, strict=True):
            moved_to = self.record(play)[0].position
            moved = (replace(fact, position=moved_to) for fact in rulings.values() if fact.position == position)
            self.record(*moved)
            self.view.camera.landed[moved_to] = self.view.camera.landed[position]

    def _revise_doubts(self, card: Card) -> None:
        """Puts *card* last among the candidates of an earlier doubtful play: every card exists once.

        The question stays open.
        """
        for position, fact in self.view.plays().items():
            if fact.doubts and fact.card == card:
                first, *rest = self.view.unseen_first(fact.doubts)
                if first not in self.view.known_cards():
                    self.record(Amended(position, replace(fact, card=first, doubts=(*rest, card))))

    def _record_reading(self, event: Event, landed: CardLanded) -> None:
        self.view.camera.landed[self.record(event)[0].position] = landed

    # Cards that leave

    def _card_lifted(self, card: Card | None) -> None:
        shown = next((one for one in self.shown_cards if one.reading.card == card), None)
        if shown is not None:
            self.shown_cards.remove(shown)
            return
        missed = self.missed_card_shown
        if missed is not None and missed.landed.reading.card == card:
            self.missed_card_shown = None
        self.lying_cards = [each for each in self.lying_cards if each.reading.card != card]
        if card is None:
            return
        events, trick = self.menu.events_of_lifting(card), self.view.deal.trick
        if events:
            self.record(*events)
        elif card in trick.cards:
            self.lifted_cards.append(card)
            if trick.cards[-1] == card and is_out_of_turn(self.view, card) and not self.view.trick_is_full:
                self._take_back_lifted()
            elif len(trick) > 1 and all_in_view_are_lifted(self.view, self.lifted_cards):
                self._record_gathering(None)

    def _record_gathering(self, seat: Seat | None) -> None:
        """Records the gathering, with *seat* only if it may have taken the trick: anybody may clear the table."""
        self._record_lying_cards(None)
        if len(self.view.deal.trick) == len(self.view.players) - 1:
            self._record_contradiction(None)
        self.lifted_cards.clear()
        self._correct_last_play()
        self.record(*late_plays.doubted_turns(self.view))
        takers = self.view.game.takers_in(self.view.deal)
        self.record(TrickGathered(seat if seat in takers else None))
        self.awaits_clearing = False

    def _correct_last_play(self) -> None:
        by_hand = late_plays.last_play_by_hand(self.view)
        if by_hand is not None:
            self.record(by_hand)

    def _take_back_lifted(self) -> None:
        """Records that the lifted cards of the trick were taken back."""
        lifted, self.lifted_cards = self.lifted_cards, []
        for play in self.view.deal.trick.plays:
            if play.card in lifted:
                disputed = is_out_of_turn(self.view, play.card)
                self.record(Ruled(play.position, "taken_back") if disputed else Amended(play.position))
