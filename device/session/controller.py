"""The session controller: sightings and presses in, events out. It decides when to ask, and never changes a reading.

Every question follows from the journal, so that it is asked again after a restart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from device.menus.start.new_evening import new_game
from device.screens.base import Screen, draw
from device.session.card_flow import CardFlow
from device.session.phone_requests import answer_action
from device.session.session_state import RecordedEvent, SessionState
from device.state.open_questions import OpenQuestion, question_to_show
from device.state.table_view import View
from vision.types import CardLanded, Observation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from common.texts.words import TableWords
    from device.hardware.presses import Press
    from device.hardware.status_light import State
    from device.menus.base import Menu
    from device.settings.requests import Request
    from device.settings.table_setup import Setup
    from engine.cards import Seat
    from engine.events import Event
    from engine.state.table import Table


class SessionController:
    def __init__(self, setup: Setup, words: TableWords, journal: Sequence[Event] = ()) -> None:
        """Starts from the state at the end of *journal*.

        :raises ValueError: if the journal cannot be followed, such as one with an unknown game.
        """
        view = View(setup, words)
        for event in journal:
            view.table.observe(event)
        self._session = SessionState(view)
        self._cards = CardFlow(self._session)

    @property
    def view(self) -> View:
        return self._session.view

    @property
    def table(self) -> Table:
        return self.view.table

    @property
    def menu(self) -> Menu:
        return self._session.menu

    @property
    def screen(self) -> Screen:
        return self.menu.screen(self.view)

    @property
    def question(self) -> OpenQuestion | None:
        """The question that is shown now."""
        return question_to_show(self.view) if self.table.deal is not None else None

    @property
    def state(self) -> State:
        """The state of the light."""
        if self.view.camera.watched == "paused" or not (
            self.view.camera.works or self.view.camera.watched == "by_hand"
        ):
            return "pause"
        light = self.menu.light
        return "trick" if light == "ready" and self.view.trick_is_full else light

    @property
    def camera_in_use(self) -> bool:
        """Whether sightings count: there is a camera, and the table has not switched it off."""
        return self.view.camera.in_use

    @camera_in_use.setter
    def camera_in_use(self, camera: bool) -> None:
        """Sets whether the camera delivers frames; without it tricks can be entered by hand."""
        if camera != self.view.camera.works:
            self.view.camera.works = camera
            self._session.close_camera_menu()

    def take_requests(self) -> tuple[Request, ...]:
        """Returns the requests since the last call and clears them; the caller must carry them out."""
        return self._session.take_requests()

    def ask_for(self, request: Request) -> None:
        """Queues a request that comes from a phone, as if a menu had answered with it."""
        self._session.apply_request(request)

    def rest(self) -> None:
        """Returns to the menu that follows from the state of the table."""
        self._session.open(None)

    def use_deck(self, kind: str) -> None:
        """Names cards as the deck of this *kind* does, and holds the games against its cards; empty if unknown."""
        self.view.appliance.onboarding = replace(self.view.appliance.onboarding, deck=kind, misfit_postponed=False)
        self._session.update_words()

    def begin_evening(self, name: str) -> None:
        """Games that start from now on belong to the evening *name*."""
        self.view.setup = replace(self.view.setup, evening=name)

    def start(self, dealer: Seat) -> list[RecordedEvent]:
        """Starts a game with the current settings, without the questions of the first start."""
        return self._session.record(*new_game(self.view, dealer))

    def adopt(self, events: Sequence[Event]) -> list[RecordedEvent]:
        """Adds events of another device; what was seen or open before is forgotten, as by a restart."""
        recorded = self._session.record(*events)
        self._session.forget_sightings()
        return recorded

    def mark_of(self, recorded: Sequence[RecordedEvent]) -> str:
        """Returns the mark of the pairing of which a game begins with these events; empty if there is none."""
        tournament = self.view.tournament
        return tournament.mark_of(self.table, [each.event for each in recorded]) if tournament is not None else ""

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
        return self._session.answer(answer)

    def handle_phone(self, action: object) -> list[RecordedEvent]:
        """Handles a request of a phone, decoded JSON, as if its person had used the buttons.

        :raises PhoneRefusal: if it does not fit the table as it is now.
        """
        return self._session.answer(answer_action(self.view, action))

    def open(self, menu: Menu) -> None:
        """Opens *menu* without a press."""
        self._session.open(menu)

    def handle_sighting(self, observation: Observation) -> list[RecordedEvent]:
        """Returns the events that follow from what the tracker reports, after adding them to the table.

        Without findings that one of the events removed again: the table was never in that state.
        """
        session = self._session
        session.recorded = []
        if self.table.deal is None or self.view.camera.watched != "camera" or self.view.is_evening_over:
            return []
        if isinstance(observation, CardLanded) and observation.was_present and session.was_unwatched:
            return []
        session.was_unwatched = False
        self._cards.handle(observation)
        return [each._replace(findings=self.table.remaining_findings(each.findings)) for each in session.recorded]


def start_and_draw(begin: Callable[[Sequence[Event]], SessionController], events: Sequence[Event]) -> SessionController:
    """Returns the controller for *events* after drawing its resting screen, with a camera and without.

    Any exception of folding or drawing is passed on.
    """
    controller = begin(events)
    camera_in_use = controller.view.camera.works
    for camera in (True, False):
        controller.camera_in_use = camera
        draw(controller.screen, controller.view.words)
    controller.camera_in_use = camera_in_use
    return controller
