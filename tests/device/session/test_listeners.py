"""Listeners of the session loop: order of calls, and isolation of a failing listener."""

import pytest

from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.session.results import Listener, StepResult
from device.settings.table_setup import Setup
from engine.events import DealStarted, Event, GameStarted, UpcardTurned
from tests.support.scripted_tracker import ScriptedTracker, Storage, frame
from tests.support.session_script import GAME, GERMAN, press


class Heard:
    """A listener that records each result, and the length of the journal at that time."""

    def __init__(self, storage: Storage) -> None:
        self.results: list[StepResult] = []
        self.stored: list[int] = []
        self._storage = storage

    def __call__(self, result: StepResult) -> None:
        self.results.append(result)
        self.stored.append(len(self._storage.events))

    @property
    def events(self) -> list[Event]:
        return [recorded.event for result in self.results for recorded in result.recorded]


def loop_of(storage: Storage, *listeners: Listener, sees: tuple[str, ...] = ()) -> SessionLoop:
    controller = SessionController(Setup(GAME, (0, 2)), GERMAN)
    return SessionLoop(controller, storage, ScriptedTracker(list(sees)), listeners=listeners)


def test_listeners_get_sightings_and_presses_in_order() -> None:
    storage = Storage()
    heard = Heard(storage)
    loop = loop_of(storage, heard, sees=("E9",))
    results = [*loop.start(2), *loop.step(frame()), *loop.press(press("DOWN"))]
    assert heard.results == results
    assert [type(event) for event in heard.events] == [GameStarted, DealStarted, UpcardTurned]
    assert heard.results[-1].view.table is loop.controller.table


def test_listeners_wait_until_events_are_stored() -> None:
    storage = Storage(full=True)
    heard = Heard(storage)
    loop = loop_of(storage, heard, sees=("E9",))
    loop.start(2)
    loop.step(frame())
    assert heard.results == []
    storage.full = False
    loop.refresh()
    assert heard.events == storage.events
    assert len(storage.events) == 3


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        pytest.param(OSError("the broker is away"), ["broken", "the broker is away"], id="logged"),
        pytest.param(BrokenPipeError(), [], id="its reader went away: quietly"),
    ],
)
def test_a_listener_that_raises_is_dropped(
    error: Exception, logged: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    calls = 0

    def broken(result: StepResult) -> None:
        nonlocal calls
        calls += 1
        raise error

    storage = Storage()
    heard = Heard(storage)
    loop = loop_of(storage, broken, heard, sees=("E9",))
    loop.start(2)
    loop.step(frame())
    assert calls == 1
    assert heard.events == storage.events
    assert bool(caplog.text) == bool(logged)
    assert all(words in caplog.text for words in logged)
