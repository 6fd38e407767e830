"""The session controller: sightings and presses in, events out. It decides when to ask, never what was seen.

The camera is the witness: a legal card is never preferred to the card that was read, and a card that was seen before
only moves back in the list of candidates. Everything that is asked follows from the journal, so that a restart asks
again.
"""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from device.menus.deal.before_play import TakingCritical, who_may_take
from device.menus.deal.trick import resting
from device.menus.table.new_evening import new_game
from device.session.card_arrival import (
    CERTAIN,
    NO_HAND,
    has_been_played,
    is_lead,
    is_straightened,
    is_thrown_in,
    is_too_many,
    lies_already,
    may_be_turned,
    seat_of,
    surely_of,
    was_inserted,
)
from device.session.late_plays import in_turn, last_by_hand, reordering
from device.session.upcard_inference import inferred_taking, position_of_taking, reconcile_upcard
from device.settings.requests import Aim, Choose, ShowDeck, Watch
from device.settings.setup_choice import chosen_setup
from device.state.onboarding_steps import after
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
from engine.rules.findings import Kind
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

DOUBTS = 3


class RecordedEvent(NamedTuple):
    """An event, its name in the journal, and what was noticed because of it."""

    position: int
    event: Event
    findings: tuple[Finding, ...]


class SessionController:
    def __init__(self, setup: Setup, words: Words, journal: Sequence[Event] = ()) -> None:
        """Goes on where *journal* ends.

        :raises ValueError: if the journal cannot be followed, such as one with an unknown game.
        """
        self._view = View(setup, words)
        self._menu: Menu | None = None
        self._lifted: list[Card] = []
        self._recorded: list[RecordedEvent] = []
        self._requests: list[Request] = []
        self._looks_anew = False
        """Whether people did something else with the cards: what lies there now is of no trick."""
        self._lies_gathered = False
        """Whether the trick gathered last was told by what followed, and has still to be put away."""
        self._was_cleared_late = False
        """Whether the last gathering was taken for that of the trick before, so that the turn may be wrong."""
        for event in journal:
            self._view.table.observe(event)
        self._find_words()

    # How it stands

    @property
    def view(self) -> View:
        return self._view

    @property
    def table(self) -> Table:
        return self._view.table

    @property
    def menu(self) -> Menu:
        return self._menu if self._menu is not None else resting(self._view)

    @property
    def screen(self) -> Screen:
        return self.menu.screen(self._view)

    @property
    def question(self) -> OpenQuestion | None:
        """What is being asked now."""
        return question_to_show(self._view) if self.table.deal is not None else None

    @property
    def state(self) -> State:
        if self._view.watched == "paused" or not (self._view.camera or self._view.watched == "by_hand"):
            return "pause"
        light = self.menu.light
        return "trick" if light == "ready" and self._view.trick_is_full else light

    @property
    def seeing(self) -> bool:
        """Whether what the camera sees counts: there is one, and the table wants it."""
        return self._view.seeing

    @seeing.setter
    def seeing(self, camera: bool) -> None:
        """Tells whether the camera gives frames; without it the tricks can be entered by hand."""
        if camera != self._view.camera:
            self._view.camera = camera
            if self._menu is not None and self._menu.depends_on_camera:
                self._menu = None

    def take_requests(self) -> tuple[Request, ...]:
        """Returns what was requested since it was asked last; whoever takes it grants it."""
        taken, self._requests = tuple(self._requests), []
        return taken

    def rest(self) -> None:
        """Goes back to the menu that follows from the table."""
        self._menu = None

    def begin_evening(self, name: str) -> None:
        """What begins now belongs to an evening of that name."""
        self._view.setup = replace(self._view.setup, evening=name)

    # What happens

    def start(self, dealer: Seat) -> list[RecordedEvent]:
        """Begins a game, as somebody does who answers the first questions."""
        return self._take(*new_game(self._view, dealer))

    def press(self, press: Press) -> list[RecordedEvent]:
        """Answers a button; one of a seat where nobody sits says nothing in a deal, else it is like a shared one."""
        if press.seat is not None and self.table.game is not None and press.seat not in self.table.seats:
            if self._view.is_dealt:
                return []
            press = msgspec.structs.replace(press, seat=None)
        answer = self.menu.press(self._view, press)
        return self._go_on(answer)

    def handle_sighting(self, happening: Happening) -> list[RecordedEvent]:
        """Takes in what the tracker has seen."""
        self._recorded = []
        phase = self.table.phase
        if self.table.deal is None or self._view.watched != "camera" or self._view.evening_ended:
            return []
        if isinstance(happening, CardLanded) and happening.lay_there and self._looks_anew:
            return []
        self._looks_anew = False
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
        """Does what concerns the table itself, and keeps the request for the appliance."""
        view = self._view
        match request:
            case Watch(how):
                view.watched, self._looks_anew = how, True
                self._lifted.clear()
            case Aim() | ShowDeck():
                self._looks_anew = True
            case Choose():
                view.setup = chosen_setup(view.setup, request)
                view.opening = after(view.opening, request, view.setup)
                if request.language is not None:
                    view.words = view.words.in_language(request.language)
        self._find_words()
        self._requests.append(request)

    def _find_words(self) -> None:
        """Cards are called as those that are played with, and seats after those who sit there."""
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
            self._looks_anew |= isinstance(event, GameStarted)
            self._lies_gathered |= isinstance(event, TrickGathered)
        if recorded:
            self._find_words()
        self._recorded += recorded
        return recorded

    # Cards before the play

    def _landed(self, phase: AnyPhase, landed: CardLanded) -> None:
        reading = landed.reading
        if reading.not_in_play or not reading.in_play:
            return
        if lies_already(self._view, landed) or self._returns(reading) or was_inserted(self._view, reading.card):
            return
        if self._is_laid_instead(landed):
            self._take_back_lifted()
            phase = self.table.phase
        if self._was_asked_to_see(landed):
            return
        if phase == Phase.OVER or has_been_played(self._view) or is_thrown_in(self._view):
            return
        if phase in (Phase.SCORED, Phase.DEAL, Phase.CUT, Phase.UPCARD) and not reading.near:
            return  # the edge of a stock that is cut or lifted is no card yet
        self._take(*self.menu.events_of_landing(self._view, reading.card, surely_of(landed)))
        phase = self.table.phase
        if phase in (Phase.SCORED, Phase.DEAL):
            phase = self._next_deal()
        if phase in (Phase.CUT, Phase.UPCARD) or may_be_turned(self._view):
            self._upcard(landed)
        elif is_straightened(self._view, reading.card):
            return
        elif reading.card is not None or phase == Phase.PLAY or is_lead(self._view, landed):
            self._laid(landed)

    def _was_asked_to_see(self, landed: CardLanded) -> bool:
        """Answers with the card a menu that waits for one; returns whether that is what it is."""
        answer = self.menu.answer_card(self._view, landed.reading.card, surely_of(landed))
        if answer is not None:
            self._go_on(answer)
        return answer is not None

    def _next_deal(self) -> AnyPhase:
        """A card after the last trick begins the next deal; nobody needs to press for it."""
        if self._view.deal.trick.plays:
            self._take(TrickGathered())
        dealer = self.table.next_dealer
        if dealer is not None:
            self._take(DealStarted(dealer))
        return self.table.phase

    def _upcard(self, landed: CardLanded) -> None:
        """A Critical may be one of the cut; what the dealer's hand turns before any was taken is the upcard."""
        view, deal, card = self._view, self._view.deal, landed.reading.card
        position = position_of_taking(view, card)
        if position is not None:  # it was only straightened
            self._take(Amended(position))
            return
        by_dealer = surely_of(landed) == deal.dealer and not deal.of(CardTaken)
        taker = who_may_take(view, card) if card and self.table.phase == Phase.CUT and not by_dealer else None
        if card is not None and taker is not None:
            self._menu = TakingCritical(taker, card)
        else:
            card, doubts = self._card_and_doubts(landed.reading)
            self._read(UpcardTurned(card, doubts), landed)

    def _card_and_doubts(self, reading: Reading) -> tuple[Card, tuple[Card, ...]]:
        """Returns the card that was read; of a doubtful one the likeliest, and what else it could be."""
        candidates = self._view.unseen_first(candidate.card for candidate in reading.in_play)
        if reading.card is not None:
            return reading.card, ()
        return candidates[0], candidates[1 : 1 + DOUBTS]

    # Cards of the play

    def _laid(self, landed: CardLanded) -> None:
        view, reading = self._view, landed.reading
        is_unsure = bool(self._lifted) or self._was_cleared_late  # whose turn it is rests on how a lift was understood
        self._was_cleared_late = False
        if not view.trick_is_full and landed.after_rest:
            self._take_back_lifted()
        elif self._is_new_trick(landed):
            self._gather(None)
        self._lifted.clear()
        if view.trick_is_full and not is_too_many(view, landed):
            self._take(TrickGathered())
        card, doubts = self._card_and_doubts(reading)
        if not doubts:
            self._revise_doubts(card)
        seat = seat_of(view, landed)
        doubted = (is_unsure or landed.seat_confidence < CERTAIN) and seat != view.table.turn
        by_turn = not landed.after_rest and surely_of(landed) != seat
        laid = CardLaid(seat, card, doubts, after_gap=doubted or not landed.after_rest, seat_by_turn=by_turn)
        by_hand = last_by_hand(view, laid)
        if by_hand is not None:
            self._take(by_hand)
        self._take(*inferred_taking(view, laid))
        order = reordering(view, laid, landed.since) if laid.after_gap else None
        if order is not None:
            self._lay_in_order(order, landed)
        else:
            self._read(in_turn(view, laid, landed), landed)

    def _lay_in_order(self, order: Reordering, landed: CardLanded) -> None:
        late, *overtaking = order.plays
        self._take(*(Amended(position) for position in reversed(order.overtaking)))
        self._read(late, landed)
        for position, play in zip(order.overtaking, overtaking, strict=True):
            moved_to = self._take(play)[0].position
            self._view.readings[moved_to] = self._view.readings[position]
            self._view.times[moved_to] = self._view.times[position]

    def _returns(self, reading: Reading) -> bool:
        """A card that was lifted and comes back was only straightened."""
        lying = self._view.deal.trick.cards
        if reading.card in self._lifted and reading.card in lying:
            self._lifted.remove(reading.card)
            return True
        return False

    def _revise_doubts(self, card: Card) -> None:
        """What is read surely now was hardly the doubtful card of before; that stays a question all the same."""
        for position, fact in self._view.laid().items():
            if fact.doubts and fact.card == card:
                first, *rest = self._view.unseen_first(fact.doubts)
                if first not in self._view.seen():
                    self._take(Amended(position, replace(fact, card=first, doubts=(*rest, card))))

    def _read(self, event: Event, landed: CardLanded) -> None:
        position = self._take(event)[0].position
        self._view.readings[position] = tuple(candidate.card for candidate in landed.reading.in_play)
        if landed.seat is not None and landed.seat_confidence > NO_HAND:
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
            if trick.cards[-1] == card and self._is_out_of_turn(card) and not self._view.trick_is_full:
                self._take_back_lifted()
            elif len(trick) > 1 and self._all_in_view_are_lifted():
                self._gather(None)

    def _is_new_trick(self, landed: CardLanded) -> bool:
        """Whether the only card of the trick has left and a hand out of turn goes on: its other cards were missed."""
        plays = self._view.deal.trick.plays
        expected = (None, self.table.turn, *(play.seat for play in plays))
        return len(plays) == 1 and self._lifted == [plays[0].card] and surely_of(landed) not in expected

    def _all_in_view_are_lifted(self) -> bool:
        """Whether the camera saw every card of the trick leave that it saw; the table may have inserted the others."""
        view = self._view
        cards = view.deal.trick.cards
        in_view = {card for card in cards if not was_inserted(view, card)} if view.trick_is_full else set(cards)
        return bool(in_view) and in_view <= set(self._lifted)

    def _cleared(self, cleared: TableCleared) -> None:
        plays = self._view.deal.trick.plays
        late = self._lies_gathered and len(plays) == 1 < cleared.seen
        self._was_cleared_late = late
        self._lies_gathered = False
        if plays and not late:
            self._gather(cleared.seat)

    def _gather(self, seat: Seat | None) -> None:
        """Whoever's hand pushed the cards away: only the taker's is worth a note, for anybody may tidy up."""
        self._lifted.clear()
        takers = self._view.game.takers_in(self._view.deal)
        self._take(TrickGathered(seat if seat in takers else None))
        self._lies_gathered = False

    def _is_laid_instead(self, landed: CardLanded) -> bool:
        """Whether who filled the trick has taken his card up and surely lays another."""
        plays = self._view.deal.trick.plays
        last = plays[-1] if self._view.trick_is_full else None
        return last is not None and surely_of(landed) == last.seat and self._lifted == [last.card]

    def _take_back_lifted(self) -> None:
        """What was lifted from a trick was taken back, once play goes on without it."""
        lifted, self._lifted = self._lifted, []
        for play in self._view.deal.trick.plays:
            if play.card in lifted:
                disputed = self._is_out_of_turn(play.card)
                self._take(Ruled(play.position, "taken_back") if disputed else Amended(play.position))

    def _is_out_of_turn(self, card: Card) -> bool:
        position = next((play.position for play in self._view.deal.trick.plays if play.card == card), None)
        if position in self._view.ruled():
            return False
        kinds = (Kind.OUT_OF_TURN, Kind.MISSED_CARD)
        return any(found.kind in kinds and found.position == position for found in self.table.findings)
