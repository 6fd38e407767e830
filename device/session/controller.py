"""The session controller: sightings and presses in, events out. It decides when to ask; it never changes what was read.

A legal card is never preferred to the card that was read; a card that was laid before only moves back in the list of
candidates. Every question follows from the journal, so that it is asked again after a restart.
"""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from device.menus.deal.before_play import TakeCriticalMenu, who_may_take
from device.menus.deal.trick import resting_menu
from device.menus.table.new_evening import new_game
from device.session.card_arrival import (
    MAX_CONFIDENCE_WITHOUT_HAND,
    MIN_SEAT_CONFIDENCE_IN_HASTE,
    card_and_doubts,
    cards_in_view,
    certain_seat,
    is_deal_played,
    is_extra_card,
    is_lead,
    is_moved_upcard,
    is_on_table,
    is_out_of_turn,
    may_be_upcard,
    seat_of_play,
    was_in_hand_at_end,
    was_inserted_by_hand,
)
from device.session.late_plays import corrected_last_play, find_reordering, play_or_insertion
from device.session.upcard_inference import infer_taking, position_of_taking, reconcile_upcard
from device.settings.requests import Aim, Choose, ShowDeck, UseCamera
from device.settings.setup_choice import apply_choice
from device.state.onboarding_steps import steps_after_choice
from device.state.open_questions import question_to_show
from device.state.table_view import View
from engine.events import (
    Amended,
    CardLaid,
    CardTaken,
    DealStarted,
    GameStarted,
    Ruled,
    TrickGathered,
    UpcardTurned,
)
from engine.rules.phases import Phase
from vision.types import CardLanded, CardLifted, TableCleared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.hardware.presses import Press
    from device.hardware.status_light import State
    from device.i18n.words import Words
    from device.menus.base import Answer, Menu
    from device.screens.base import Screen
    from device.session.late_plays import Reordering
    from device.settings.requests import Request
    from device.settings.table_setup import Setup
    from device.state.open_questions import OpenQuestion
    from engine.cards import Card, Seat
    from engine.events import Event
    from engine.rules.findings import Finding
    from engine.rules.phases import AnyPhase
    from engine.state.table import Table
    from vision.types import Happening, Reading


class RecordedEvent(NamedTuple):
    """An event, its position in the journal, and the findings that it caused."""

    position: int
    event: Event
    findings: tuple[Finding, ...]


class SessionController:
    def __init__(self, setup: Setup, words: Words, journal: Sequence[Event] = ()) -> None:
        """Starts from the state at the end of *journal*.

        :raises ValueError: if the journal cannot be followed, such as one with an unknown game.
        """
        self._view = View(setup, words)
        self._menu: Menu | None = None
        self._lifted: list[Card] = []
        self._recorded: list[RecordedEvent] = []
        self._requests: list[Request] = []
        self._was_unwatched = False
        """Whether the table was not watched for a while: cards that lie there afterwards belong to no trick."""
        self._clearing_is_due = False
        """Whether the last trick counts as gathered, while the camera has not seen it leave yet."""
        self._was_cleared_late = False
        """Whether the last gathering was taken for that of the trick before, so that the turn may be wrong."""
        for event in journal:
            self._view.table.observe(event)
        self._update_words()

    # How it stands

    @property
    def view(self) -> View:
        return self._view

    @property
    def table(self) -> Table:
        return self._view.table

    @property
    def menu(self) -> Menu:
        return self._menu if self._menu is not None else resting_menu(self._view)

    @property
    def screen(self) -> Screen:
        return self.menu.screen(self._view)

    @property
    def question(self) -> OpenQuestion | None:
        """The question that is shown now."""
        return question_to_show(self._view) if self.table.deal is not None else None

    @property
    def state(self) -> State:
        if self._view.watched == "paused" or not (self._view.camera or self._view.watched == "by_hand"):
            return "pause"
        light = self.menu.light
        return "trick" if light == "ready" and self._view.trick_is_full else light

    @property
    def camera_in_use(self) -> bool:
        """Whether sightings count: there is a camera, and the table has not switched it off."""
        return self._view.camera_in_use

    @camera_in_use.setter
    def camera_in_use(self, camera: bool) -> None:
        """Sets whether the camera delivers frames; without it tricks can be entered by hand."""
        if camera != self._view.camera:
            self._view.camera = camera
            if self._menu is not None and self._menu.depends_on_camera:
                self._menu = None

    def take_requests(self) -> tuple[Request, ...]:
        """Returns the requests since the last call and clears them; the caller must carry them out."""
        taken, self._requests = tuple(self._requests), []
        return taken

    def rest(self) -> None:
        """Returns to the menu that follows from the state of the table."""
        self._menu = None

    def begin_evening(self, name: str) -> None:
        """Games that start from now on belong to the evening *name*."""
        self._view.setup = replace(self._view.setup, evening=name)

    # What happens

    def start(self, dealer: Seat) -> list[RecordedEvent]:
        """Starts a game with the current settings, without the questions of the first start."""
        return self._take(*new_game(self._view, dealer))

    def press(self, press: Press) -> list[RecordedEvent]:
        """Handles a button. Those of empty seats are ignored during a deal, and act like shared ones otherwise."""
        if press.seat is not None and self.table.game is not None and press.seat not in self.table.seats:
            if self._view.is_dealt:
                return []
            press = msgspec.structs.replace(press, seat=None)
        answer = self.menu.press(self._view, press)
        return self._go_on(answer)

    def handle_sighting(self, happening: Happening) -> list[RecordedEvent]:
        """Returns the events that follow from what the tracker reports, after adding them to the table."""
        self._recorded = []
        phase = self.table.phase
        if self.table.deal is None or self._view.watched != "camera" or self._view.is_evening_over:
            return []
        if isinstance(happening, CardLanded) and happening.lay_there and self._was_unwatched:
            return []
        self._was_unwatched = False
        match happening:
            case CardLanded():
                self._landed(phase, happening)
            case CardLifted(card) if card is not None:
                self._card_lifted(card)
            case TableCleared():
                self._cleared(happening)
        return self._recorded

    def _go_on(self, answer: Answer) -> list[RecordedEvent]:
        recorded = self._take(*answer.events)
        recorded += self._take(*reconcile_upcard(self._view))
        self._menu = answer.menu
        if answer.request is not None:
            self._grant(answer.request)
        return recorded

    def _grant(self, request: Request) -> None:
        """Applies the part of *request* that concerns the table, and queues it for the appliance."""
        view = self._view
        match request:
            case UseCamera(how):
                view.watched, self._was_unwatched = how, True
                self._lifted.clear()
            case Aim() | ShowDeck():
                self._was_unwatched = True
            case Choose():
                view.setup = apply_choice(view.setup, request)
                view.onboarding = steps_after_choice(view.onboarding, request, view.setup)
                if request.language is not None:
                    view.words = view.words.in_language(request.language)
        self._update_words()
        self._requests.append(request)

    def _update_words(self) -> None:
        """Updates the names of cards to those of the deck in play, and the names of seats to their players."""
        view = self._view
        if view.table.game is not None:
            view.words = view.words.fitting(view.game.pack)
        view.words = view.words.naming(view.names)

    def _take(self, *events: Event) -> list[RecordedEvent]:
        recorded = []
        for event in events:
            position = len(self.table.journal)
            recorded.append(RecordedEvent(position, event, tuple(self.table.observe(event))))
            self._menu = None
            self._was_unwatched |= isinstance(event, GameStarted)
            self._clearing_is_due |= isinstance(event, TrickGathered)
        if recorded:
            self._update_words()
        self._recorded += recorded
        return recorded

    # Cards before the play

    def _landed(self, phase: AnyPhase, landed: CardLanded) -> None:
        reading = landed.reading
        if reading.not_in_play or not reading.in_play:
            return
        if is_on_table(self._view, landed) or self._returns(reading) or was_inserted_by_hand(self._view, reading.card):
            return
        if self._is_laid_instead(landed):
            self._take_back_lifted()
            phase = self.table.phase
        if self._is_answer_to_menu(landed):
            return
        if phase == Phase.OVER or is_deal_played(self._view) or was_in_hand_at_end(self._view):
            return
        if phase in (Phase.SCORED, Phase.DEAL, Phase.CUT, Phase.UPCARD) and not reading.near:
            return  # the edge of a stock that is cut or lifted resembles a card
        self._take(*self.menu.events_of_landing(self._view, reading.card, certain_seat(landed)))
        phase = self.table.phase
        if phase in (Phase.SCORED, Phase.DEAL):
            phase = self._next_deal()
        if phase in (Phase.CUT, Phase.UPCARD) or may_be_upcard(self._view):
            self._upcard(landed)
        elif is_moved_upcard(self._view, reading.card):
            return
        elif reading.card is not None or phase == Phase.PLAY or is_lead(self._view, landed):
            self._laid(landed)

    def _is_answer_to_menu(self, landed: CardLanded) -> bool:
        """Passes the card to a menu that waits for one; returns whether the menu accepts it."""
        answer = self.menu.answer_card(self._view, landed.reading.card, certain_seat(landed))
        if answer is not None:
            self._go_on(answer)
        return answer is not None

    def _next_deal(self) -> AnyPhase:
        """Starts the next deal at the first card after the last trick, without a press; returns the new phase."""
        if self._view.deal.trick.plays:
            self._take(TrickGathered())
        dealer = self.table.next_dealer
        if dealer is not None:
            self._take(DealStarted(dealer))
        return self.table.phase

    def _upcard(self, landed: CardLanded) -> None:
        """Records the upcard; unless the dealer turned it, a Critical may be one of the cut, which is asked."""
        view, deal, card = self._view, self._view.deal, landed.reading.card
        position = position_of_taking(view, card)
        if position is not None:  # the card was only moved
            self._take(Amended(position))
            return
        by_dealer = certain_seat(landed) == deal.dealer and not deal.facts_of(CardTaken)
        taker = who_may_take(view, card) if card and self.table.phase == Phase.CUT and not by_dealer else None
        if card is not None and taker is not None:
            self._menu = TakeCriticalMenu(taker, card)
        else:
            card, doubts = card_and_doubts(view, landed.reading)
            self._read(UpcardTurned(card, doubts), landed)

    # Cards of the play

    def _laid(self, landed: CardLanded) -> None:
        view, reading = self._view, landed.reading
        is_unsure = bool(self._lifted) or self._was_cleared_late  # then the turn depends on a lift
        self._was_cleared_late = False
        if not view.trick_is_full and landed.after_rest:
            self._take_back_lifted()
        elif self._is_new_trick(landed):
            self._gather(None)
        self._lifted.clear()
        if view.trick_is_full and not is_extra_card(view, landed):
            self._take(TrickGathered())
        card, doubts = card_and_doubts(view, reading)
        if not doubts:
            self._revise_doubts(card)
        seat = seat_of_play(view, landed)
        doubted = (is_unsure or landed.seat_confidence < MIN_SEAT_CONFIDENCE_IN_HASTE) and seat != view.table.turn
        by_turn = not landed.after_rest and certain_seat(landed) != seat
        laid = CardLaid(seat, card, doubts, after_gap=doubted or not landed.after_rest, seat_by_turn=by_turn)
        by_hand = corrected_last_play(view, laid)
        if by_hand is not None:
            self._take(by_hand)
        self._take(*infer_taking(view, laid))
        order = find_reordering(view, laid, landed.since) if laid.after_gap else None
        if order is not None:
            self._lay_in_order(order, landed)
        else:
            self._read(play_or_insertion(view, laid, landed), landed)

    def _lay_in_order(self, order: Reordering, landed: CardLanded) -> None:
        late, *overtaking = order.plays
        self._take(*(Amended(position) for position in reversed(order.overtaking)))
        self._read(late, landed)
        for position, play in zip(order.overtaking, overtaking, strict=True):
            moved_to = self._take(play)[0].position
            self._view.readings[moved_to] = self._view.readings[position]
            self._view.times[moved_to] = self._view.times[position]

    def _returns(self, reading: Reading) -> bool:
        """Whether the card is one that was lifted from the trick before: it was only moved."""
        lying = self._view.deal.trick.cards
        if reading.card in self._lifted and reading.card in lying:
            self._lifted.remove(reading.card)
            return True
        return False

    def _revise_doubts(self, card: Card) -> None:
        """Puts *card* last among the candidates of an earlier doubtful play: every card exists once.

        The question stays open.
        """
        for position, fact in self._view.plays().items():
            if fact.doubts and fact.card == card:
                first, *rest = self._view.unseen_first(fact.doubts)
                if first not in self._view.known_cards():
                    self._take(Amended(position, replace(fact, card=first, doubts=(*rest, card))))

    def _read(self, event: Event, landed: CardLanded) -> None:
        position = self._take(event)[0].position
        self._view.readings[position] = tuple(candidate.card for candidate in landed.reading.in_play)
        if landed.seat is not None and landed.seat_confidence > MAX_CONFIDENCE_WITHOUT_HAND:
            self._view.hands[position] = landed.seat
        if isfinite(landed.since):
            self._view.times[position] = landed.since

    # Cards that leave

    def _card_lifted(self, card: Card) -> None:
        told, trick = self.menu.events_of_lifting(card), self._view.deal.trick
        if told:
            self._take(*told)
        elif card in trick.cards:
            self._lifted.append(card)
            if trick.cards[-1] == card and is_out_of_turn(self._view, card) and not self._view.trick_is_full:
                self._take_back_lifted()
            elif len(trick) > 1 and self._all_in_view_are_lifted():
                self._gather(None)

    def _is_new_trick(self, landed: CardLanded) -> bool:
        """Whether the only card of the trick has left and a hand out of turn goes on: its other cards were missed."""
        plays = self._view.deal.trick.plays
        expected = (None, self.table.turn, *(play.seat for play in plays))
        return len(plays) == 1 and self._lifted == [plays[0].card] and certain_seat(landed) not in expected

    def _all_in_view_are_lifted(self) -> bool:
        in_view = cards_in_view(self._view)
        return bool(in_view) and in_view <= set(self._lifted)

    def _cleared(self, cleared: TableCleared) -> None:
        plays = self._view.deal.trick.plays
        late = self._clearing_is_due and len(plays) == 1 < cleared.card_count
        self._was_cleared_late = late
        self._clearing_is_due = False
        if plays and not late:
            self._gather(cleared.seat)

    def _gather(self, seat: Seat | None) -> None:
        """Records the gathering, with *seat* only if it may have taken the trick: anybody may clear the table."""
        self._lifted.clear()
        takers = self._view.game.takers_in(self._view.deal)
        self._take(TrickGathered(seat if seat in takers else None))
        self._clearing_is_due = False

    def _is_laid_instead(self, landed: CardLanded) -> bool:
        """Whether the last player of a full trick has lifted his card and surely lays another."""
        plays = self._view.deal.trick.plays
        last = plays[-1] if self._view.trick_is_full else None
        return last is not None and certain_seat(landed) == last.seat and self._lifted == [last.card]

    def _take_back_lifted(self) -> None:
        """Records that the lifted cards of the trick were taken back."""
        lifted, self._lifted = self._lifted, []
        for play in self._view.deal.trick.plays:
            if play.card in lifted:
                disputed = is_out_of_turn(self._view, play.card)
                self._take(Ruled(play.position, "taken_back") if disputed else Amended(play.position))
