"""A session at the table: its view and open menu, presses and requests of phones in, events out.

Every question follows from the journal, so that it is asked again after a restart.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import msgspec

from common.texts.words import TableWords
from device.hardware.presses import Press
from device.hardware.status_light import State
from device.menus.base import Answer, Menu
from device.menus.deal.resting import resting_menu
from device.menus.new_evening import new_game
from device.screens.base import Screen
from device.session.phone_requests import answer_action
from device.session.results import RecordedEvent
from device.settings import requests
from device.settings.table_setup import Setup, apply_choice
from device.state.appliance_state import steps_after_choice
from device.state.conclusions import OpenQuestion, question_to_show, reconcile_upcard
from device.state.table_view import View
from engine.cards import Card, Seat
from engine.events import DealStarted, Event, GameStarted, TrickGathered
from vision.types import CardLanded


class MissedCardShown(NamedTuple):
    """The card of a gathered trick that was inserted at `position` when it was shown; it may have been led instead.

    `follower` is the seat that would then play next.
    """

    position: int
    landed: CardLanded
    follower: Seat


class Session:
    """Applies events and answers of menus to the view. Every event closes the open menu."""

    def __init__(self, setup: Setup, words: TableWords, journal: Sequence[Event] = ()) -> None:
        """Starts from the state at the end of *journal*.

        :raises ValueError: if the journal cannot be followed, such as one with an unknown game.
        """
        self.view = View(setup, words)
        self.table = self.view.table
        for event in journal:
            self.table.observe(event)
        self.open_menu: Menu | None = None
        """A menu that is open until it is answered; None for the one that follows from the table."""
        self._requests: list[requests.Request] = []
        self._recorded: list[RecordedEvent] = []
        """The events since the last sighting began."""
        self._forget_cards()
        self.lifted_cards: list[Card] = []
        """Cards of the trick in play that were lifted and have neither returned nor been taken back."""
        self.was_unwatched = False
        """Whether the table was not watched for a while: cards that are on it afterwards belong to no trick."""
        self.awaits_clearing = False
        """Whether the last trick counts as gathered, while the camera has not seen its cards leave yet."""
        self._update_words()

    def _forget_cards(self) -> None:
        self.possible_lead: CardLanded | None = None
        """A card like none of the pack from the leader's hand: it was laid aside, or led."""
        self.missed_card_shown: MissedCardShown | None = None
        """The card that was shown in answer to the question about a missed one, while it lies in view."""
        self.shown_cards: list[CardLanded] = []
        """Cards of gathered tricks that somebody shows and that lie in view."""
        self.lying_cards: list[CardLanded] = []
        """Cards that lay there when the camera began to look: no plays unless the next sighting proves it."""

    # What is shown

    @property
    def menu(self) -> Menu:
        """The open menu, or else the one that follows from the table."""
        return self.open_menu if self.open_menu is not None else resting_menu(self.view)

    @property
    def screen(self) -> Screen:
        return self.menu.screen(self.view)

    @property
    def question(self) -> OpenQuestion | None:
        return question_to_show(self.view)

    @property
    def state(self) -> State:
        camera = self.view.camera
        if camera.watched == "paused" or not (camera.works or camera.watched == "by_hand"):
            return "pause"
        light = self.menu.light
        return "trick" if light == "ready" and self.view.trick_is_full else light

    def set_camera(self, works: bool) -> None:
        """Sets whether the camera delivers frames; without it tricks can be entered by hand.

        An open menu whose rows depend on that is closed.
        """
        if works != self.view.camera.works:
            self.view.camera.works = works
            if self.open_menu is not None and self.open_menu.depends_on_camera:
                self.open_menu = None

    # Events

    def press(self, press: Press) -> list[RecordedEvent]:
        """Handles a button. Those of empty seats are ignored during a deal, and act like shared ones otherwise.

        The repeated press of a held button only moves within a menu, such as along a list.
        """
        if press.seat is not None and self.table.game is not None and press.seat not in self.table.seats:
            if self.view.is_dealt:
                return []
            press = msgspec.structs.replace(press, seat=None)
        menu = self.menu
        answer = menu.press(self.view, press)
        if press.is_repeat and not (menu.repeats and type(answer.menu) is type(menu) and answer.request is None):
            return []
        return self.answer(answer)

    def handle_phone(self, action: object) -> list[RecordedEvent]:
        """Handles a request of a phone, decoded JSON, as if its person had used the buttons.

        :raises PhoneRefusal: if it does not fit the table as it is now.
        """
        return self.answer(answer_action(self.view, action))

    def answer(self, answer: Answer) -> list[RecordedEvent]:
        """Records the events of a menu's answer, opens its next menu, and queues its request."""
        recorded = self.record(*answer.events)
        recorded += self.record(*reconcile_upcard(self.view))
        self.open_menu = answer.menu
        if answer.request is not None:
            self.ask_for(answer.request)
        return recorded

    def record(self, *events: Event) -> list[RecordedEvent]:
        """Applies *events* to the table, and returns them with their findings."""
        recorded = list[RecordedEvent]()
        for event in events:
            position = len(self.table.journal)
            recorded.append(RecordedEvent(position, event, tuple(self.table.observe(event))))
            self.open_menu = None
            if isinstance(event, DealStarted):
                self._forget_cards()
            self.was_unwatched |= isinstance(event, GameStarted)
            self.awaits_clearing |= isinstance(event, TrickGathered)
        if recorded:
            self._update_words()
        self._recorded += recorded
        return recorded

    def start(self, dealer: Seat) -> list[RecordedEvent]:
        """Starts a game with the current settings, without the questions of the first start."""
        return self.record(*new_game(self.view, dealer))

    def adopt(self, events: Sequence[Event]) -> list[RecordedEvent]:
        """Adds events of another device; what was seen or open before is forgotten, as by a restart."""
        recorded = self.record(*events)
        self.view.camera.landed.clear()
        self.lifted_cards.clear()
        self._forget_cards()
        self.was_unwatched = self.awaits_clearing = False
        self.open_menu = None
        return recorded

    def mark_of(self, recorded: Sequence[RecordedEvent]) -> str:
        """Returns the mark of the pairing of which a game begins with these events; empty if there is none."""
        tournament = self.view.tournament
        return tournament.mark_of(self.table, [each.event for each in recorded]) if tournament is not None else ""

    # Requests and names

    def take_requests(self) -> tuple[requests.Request, ...]:
        """Returns the requests since the last call and clears them; the caller must carry them out."""
        taken, self._requests = tuple(self._requests), []
        return taken

    def ask_for(self, request: requests.Request) -> None:
        """Applies the part of a menu's or phone's *request* that concerns the table; queues it for the appliance."""
        view = self.view
        match request:
            case requests.UseCamera(how):
                view.camera.watched, self.was_unwatched = how, True
                self.lifted_cards.clear()
            case requests.TurnPicture(quarters):
                view.camera.quarter_turns, self.was_unwatched = quarters, True
            case requests.Aim() | requests.ShowDeck():
                self.was_unwatched = True
            case requests.LookUp():
                view.appliance.inventory = view.appliance.stick = None
            case _ if isinstance(request, requests.LandlordRequest):
                view.appliance.task = None
            case requests.Choose():
                view.setup = apply_choice(view.setup, request)
                view.appliance.onboarding = steps_after_choice(view.appliance.onboarding, request, view.setup)
                view.appliance.speech = request.speech or view.appliance.speech
                if request.volume is not None:
                    view.appliance.volume_percent = request.volume
                if request.language is not None:
                    view.words = view.words.in_language(request.language)
        self._update_words()
        self._requests.append(request)

    def use_deck(self, kind: str) -> None:
        """Names cards as the deck of this *kind* does, and holds the games against its cards; empty if unknown."""
        self.view.appliance.onboarding = replace(self.view.appliance.onboarding, deck=kind, misfit_postponed=False)
        self._update_words()

    def begin_evening(self, name: str) -> None:
        """Games that start from now on belong to the evening *name*."""
        self.view.setup = replace(self.view.setup, evening=name)

    def _update_words(self) -> None:
        """Updates the names of cards to those of the deck in play, and the names of seats to their players."""
        view = self.view
        pack = self.table.game.pack if self.table.game is not None else None
        if view.deck is not None and (pack is None or set(pack.suits) <= set(view.deck.suits)):
            view.words = view.words.for_deck(view.deck)
        elif pack is not None:
            view.words = view.words.for_pack(pack)
        view.words = view.words.with_names(view.names)
