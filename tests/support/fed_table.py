"""A table without camera and display that serves its feed, for tests of the page; a thread stands for the loop."""

from __future__ import annotations

import base64
import json
import queue
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec

from common.feed.codes import player_code
from common.feed.messages import EnrolmentReport, Fetch, LivePicture
from common.texts.words import words_for
from device.feed.client import PhoneItem
from device.feed.history import state_of
from device.feed.server import FeedServer
from device.menus.table.connections import PhoneQuestionMenu
from device.reporting.ledger import account_lines
from device.runtime.page.files import Documents, take_part
from device.runtime.page.landlord_actions import LandlordActions
from device.runtime.page.phone_questions import PhoneQuestions
from device.runtime.page.pictures import PICTURES
from device.session.controller import SessionController
from device.session.loop import QUESTION_REST_S, SessionLoop
from device.session.phone_requests import PhoneRefusal
from device.session.results import StepResult
from device.settings.preferences import Choices
from device.settings.requests import AnswerPhone, Choose, Erase, Restore, Update
from device.settings.table_setup import Setup, apply_choice
from engine.events import EveningStarted, Event, PlayersSeated
from engine.simulation.evening import simulation
from engine.state.ledger import Ledger
from tests.support.session_script import is_press, observation, press

KEY = "00112233445566778899aabbccddeeff"
CODE = player_code(KEY)


class Stored:
    """Events in memory, each with its mark."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events: list[Event] = list(events)
        self.marks: dict[int, str] = {}

    def append(self, event: Event, time: float, mark: str = "") -> int:
        if mark:
            self.marks[len(self.events)] = mark
        self.events.append(event)
        return len(self.events) - 1


class FedTable:
    """Use it as a context manager. Its own thread does everything that changes it, as the loop of the appliance."""

    def __init__(self, path: Path, events: Sequence[Event] = (), setup: Setup | None = None) -> None:
        self.socket = path
        setup = setup if setup is not None else Setup("bohemian-watten", (0, 1, 2, 3))
        self.controller = SessionController(setup, words_for("de", "bavarian"), events)
        self.stored = Stored(events)
        self.skipped_s = 0.0
        self.loop = SessionLoop(
            self.controller,
            self.stored,
            clock=lambda: time.time() + self.skipped_s,
            listeners=[self._listen],
            question_rest_s=QUESTION_REST_S,
        )
        self.controller.set_camera(True)
        self._queue: queue.Queue[Callable[[], object] | None] = queue.Queue()
        self.feed = FeedServer(path, self._submit, document=self._document, upload=take_part)
        self.feed.history.begin(events, [1764086400.0 + 7 * place for place in range(len(events))], {})
        self.viewers = False
        self.file = b"a file for the landlord"
        self.erased: list[Erase] = []
        """What would be deleted, as the display has confirmed it."""
        self.display = ""
        """What the first start asks, as in `TableState.display`."""
        self.enrolment: EnrolmentReport | None = None
        self.crops: tuple[int, ...] = ()
        self.frame: LivePicture | None = None
        """The live picture, while the camera is aimed by phone."""
        self.picture = b""
        """Every other picture that is asked for."""
        self.pictures_asked: list[Fetch] = []
        self.camera_actions: list[dict[str, Any]] = []
        """What the landlord's phone asked of the camera."""
        self.put_in_place: list[Restore | Update] = []
        """Likewise, the files of phones that would be put in place."""
        self._documents = Documents()
        self._questions = PhoneQuestions()
        self._landlord_actions = LandlordActions(
            cast("Choices", self), lambda _, done: done(self.file), self._documents.keep, self._questions
        )
        self._show()

    def __enter__(self) -> FedTable:
        self.feed.open()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.feed.close()
        self._queue.put(None)
        self._thread.join(10)

    def do(self, script: str) -> None:
        """Does what `tests.support.session_script` describes, word by word, and waits until it is done."""
        for word in script.split():
            self.call(lambda word=word: self._act(word))  # type: ignore[misc]

    def call(self, action: Callable[[], object]) -> object:
        """Returns what *action* returned in the thread of the table."""
        answers: queue.Queue[object] = queue.Queue()
        self._queue.put(lambda: answers.put(action()))
        return answers.get(timeout=20)

    def _act(self, word: str) -> None:
        from vision.types import Sighting

        if is_press(word):
            self.skipped_s += QUESTION_REST_S
            results = self.loop.press(press(word))
            for request in (request for result in results for request in result.requests):
                self._confirm(request)
        else:
            self.loop.handle_sightings([Sighting(0, 0.0, observation(word))])

    def choose(self, page_viewers: bool) -> None:
        """Takes the choice whether viewers may look, in place of the stored choices."""
        self.viewers = page_viewers

    def _confirm(self, request: Any) -> None:
        if isinstance(request, Erase):
            self.erased.append(request)
        if isinstance(request, Restore | Update):
            self.put_in_place.append(request)
        if isinstance(request, AnswerPhone):
            self._questions.answer(request)

    def _work(self) -> None:
        while (action := self._queue.get()) is not None:
            action()

    def _document(self, fetch: Fetch) -> str:
        """Makes documents of the events in memory, as the appliance does of its journal."""
        if fetch.document in PICTURES:
            return self._picture(fetch)
        if fetch.document == "file":
            return self._documents.make(fetch)
        ledger = Ledger.of(self.stored.events)
        if fetch.document == "stored":
            people = dict.fromkeys(name for game in ledger.games for name in game.players.values())
            stored = [{"kind": "person", "name": name, "title": name} for name in people]
            stored += [{"kind": "evening", "name": each.name, "title": each.name} for each in ledger.evenings]
            return "".join(f"{json.dumps(line)}\n" for line in stored)
        if fetch.document == "ledger":
            evenings = [{"event": "evening", "name": each.name, "games": len(each.games)} for each in ledger.evenings]
            return "".join(f"{json.dumps(line)}\n" for line in (*evenings, *account_lines(ledger)))
        if not ledger.games:
            raise ValueError("nothing played")
        return f"{fetch.document} in {fetch.language}"

    def _picture(self, fetch: Fetch) -> str:
        self.pictures_asked.append(fetch)
        if fetch.document != "live":
            return base64.b64encode(self.picture).decode()
        if self.frame is None:
            raise ValueError("it has ended")
        return "" if self.frame.number == fetch.offset else msgspec.json.encode(self.frame).decode()

    def show_pictures(self, **changes: Any) -> None:
        """Changes `enrolment`, `crops`, `frame` or `display`, and tells the page."""

        def change() -> None:
            for name, value in changes.items():
                setattr(self, name, value)
            self._show()

        self.call(change)

    def _submit(self, item: PhoneItem) -> bool:
        if self._queue.qsize() >= 4:
            return False
        self._queue.put(lambda: self._answer(item))
        return True

    def _answer(self, item: PhoneItem) -> None:
        if self._landlord_actions.take(self.loop, item):
            self._show()
            return
        if item.request.action.get("do") in ("aim", "deck"):
            self.camera_actions.append(item.request.action)
            item.answer()
            return
        if item.request.action.get("do") == "landlord":
            self._questions.ask_landlord(self.loop, item)
            return
        try:
            results = self.loop.phone(item.request.action, item.request.role)
        except PhoneRefusal as refusal:
            item.answer(refusal.reason)
            return
        for request in (request for result in results for request in result.requests):
            if isinstance(request, Choose):
                self.controller.view.setup = apply_choice(self.controller.view.setup, request)
        self._show()
        item.answer()

    def _listen(self, result: StepResult) -> None:
        for recorded in result.recorded:
            self.feed.history.add(recorded.position, recorded.event, result.mark)
        self._show()

    def _show(self) -> None:
        state = state_of(self.controller.view, KEY, viewers=self.viewers, display=self.display)
        self.feed.history.show(msgspec.structs.replace(state, enrolment=self.enrolment, crops=self.crops))

    @property
    def asks_landlord(self) -> bool:
        return isinstance(self.controller.menu, PhoneQuestionMenu)


@cache
def evening(game: str, players: int, deals: int, seed: int = 1, names: tuple[str, ...] = ()) -> tuple[Event, ...]:
    """Returns the events of an evening of so many deals, the players seated by name."""
    played = simulation(game, players, seed)
    for _ in range(deals):
        played.play_deal()
    seated: list[Event] = [EveningStarted("2026-11-25")]
    if names:
        seated.append(PlayersSeated(tuple(zip(played.table.seats, names, strict=True))))
    return *seated, *played.events
