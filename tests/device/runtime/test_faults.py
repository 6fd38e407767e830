"""Faults of parts in the middle of a deal of the whole appliance: the evening continues, and the score is right."""

import errno
import io
import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from common.files.paths import journal_file
from device.diagnostics.registry import run_checks
from device.hardware.board import Board, read_board
from device.hardware.presses import Press
from device.runtime import appliance as appliance_module
from device.runtime import game_tracking, request_handler
from device.runtime.appliance import Appliance
from device.runtime.board_parts import BUTTONS_MISSING, LIGHT_MISSING
from device.runtime.journal_opening import evening_of
from device.screens.base import Notice
from device.settings.settings import Config
from device.storage.journal import Journal, JournalError
from device.storage.pack_paths import pack_file
from device.storage.recorded_events import read_journal
from engine.events import EveningStarted, Event
from engine.simulation.evening import Simulation
from tests.support.board.fake_buses import FakeBus
from tests.support.board.fake_panel import Panel, ssd1306
from tests.support.cameras.failing import SEATS, AnnouncingTracker, FailingCamera, PlayedEvening, Waiting, a_deal
from tests.support.examples import one_in
from tests.support.session_script import GAME
from vision.recognition.pack_file import BadPack


@pytest.fixture
def table(own_folders: None, monkeypatch: pytest.MonkeyPatch) -> FailingCamera:
    table = FailingCamera()

    def reader_of(pack: str, backend: str) -> None:
        if table.pack_is_torn:
            raise BadPack("got a pack that is torn, expected a whole one")

    monkeypatch.setattr("device.camera.sources.open_camera", table.open)
    monkeypatch.setattr("device.runtime.frame_worker.RETRY_SECONDS", 0.05)
    monkeypatch.setattr(appliance_module, "IDLE_SECONDS", 0.02)
    monkeypatch.setattr(game_tracking, "open_reader", reader_of)
    monkeypatch.setattr(game_tracking, "new_tracker", lambda reader, seats: AnnouncingTracker(table))
    return table


@pytest.fixture
def panel() -> Panel:
    return ssd1306()


@pytest.fixture
def bus(panel: Panel) -> Iterator[FakeBus]:
    with FakeBus({0x3C: panel}).install() as bus:
        yield bus


@pytest.fixture
def board() -> Board:
    return read_board("default_kit")


@pytest.fixture
def log() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def evening(
    table: FailingCamera, pins: MockFactory, bus: FakeBus, board: Board, log: io.StringIO
) -> Iterator[PlayedEvening]:
    played = a_deal()
    begin(played)
    with appliance_of(board, log) as appliance:
        yield PlayedEvening(appliance, table, played)


def begin(played: Simulation) -> None:
    """The game has been chosen and the first deal begun before the appliance is switched on."""
    with Journal(journal_file()) as journal:
        for event in (EveningStarted(evening_of(datetime.now())), *played.events[:2]):
            journal.append(event, 0.0)


def appliance_of(board: Board, log: io.StringIO) -> Appliance:
    pack_file("any").parent.mkdir(parents=True, exist_ok=True)
    pack_file("any").touch()  # nobody reads it here
    return Appliance(Config(language="de", game=GAME, seats=SEATS, pack="any"), board, log)


IN_MID_DEAL = 14
"""The event after which the fault comes: some cards lie."""


@pytest.mark.parametrize(
    ("mode", "word"),
    one_in(
        5,
        [
            pytest.param("gone", "no more frames", id="gone"),
            pytest.param("frozen", "one picture for", id="frozen"),
            pytest.param("black", "black", id="black"),
            pytest.param("hangs", "no pictures", id="hangs"),
            pytest.param("wrong format", "uint16", id="wrong pixel format"),
        ],
    ),
)
def test_failing_camera_loses_no_event(
    mode: str, word: str, evening: PlayedEvening, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scenario() -> Waiting:
        yield from evening.play(IN_MID_DEAL)
        if mode == "hangs":
            monkeypatch.setattr("device.runtime.frame_worker.MAX_SECONDS_WITHOUT_FRAME", 1.0)
        evening.table.mode = mode
        yield lambda: not evening.controller.view.camera_in_use
        assert evening.controller.state == "pause", "it is shown that nothing is seen"
        evening.table.mode = ""
        yield from evening.play()

    evening.run(scenario())
    assert word in log.getvalue().lower()
    assert evening.is_right()


def test_failing_display_loses_no_event(
    evening: PlayedEvening, bus: FakeBus, panel: Panel, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.display.oled.RETRY_SECONDS", 0.0)

    def scenario() -> Waiting:
        yield from evening.play(IN_MID_DEAL)
        bus.fault = 121
        yield from evening.play(IN_MID_DEAL + 4)
        yield lambda: "display" in log.getvalue()
        bus.fault = None
        panel.lose_power()
        yield from evening.play()
        yield lambda: panel.picture().tobytes() == evening.appliance.session.picture.tobytes()

    evening.run(scenario())
    assert evening.is_right()


def test_a_button_that_is_stuck(
    evening: PlayedEvening, pins: MockFactory, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.hardware.presses.STUCK_SECONDS", 0.2)
    kiebitz = evening.appliance.session

    def scenario() -> Waiting:
        yield from evening.play(IN_MID_DEAL)
        pins.pin(13).drive_low()  # UP, and nobody lets it go
        yield lambda: isinstance(kiebitz.screen, Notice)
        assert kiebitz.screen == Notice("stuck_button", "stuck_button_text")
        evening.appliance.press(Press("play"))
        yield lambda: not isinstance(kiebitz.screen, Notice)
        yield from evening.play(IN_MID_DEAL + 4)
        pins.pin(13).drive_high()
        yield from evening.play()

    evening.run(scenario())
    assert "stuck" in log.getvalue()
    assert evening.is_right()


@pytest.mark.parametrize(
    ("taken", "notice"),
    one_in(
        2,
        [
            pytest.param((13,), BUTTONS_MISSING, id="UP"),
            pytest.param((5, 6, 13, 19), BUTTONS_MISSING, id="all buttons"),
            pytest.param((17, 12), LIGHT_MISSING, id="light and buzzer"),
        ],
    ),
)
def test_pins_that_answer_late_are_told_and_found(
    taken: tuple[int, ...], notice: Notice, table: FailingCamera, pins: MockFactory, bus: FakeBus, board: Board,
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("device.hardware.pins.RETRY_SECONDS", 0.05)
    monkeypatch.setattr("device.runtime.board_parts.MISSING_SECONDS", 0.1)
    others = [LED(number) for number in taken]
    played = a_deal()
    begin(played)
    with appliance_of(board, log) as appliance:
        evening = PlayedEvening(appliance, table, played)
        kiebitz = appliance.session

        def scenario() -> Waiting:
            yield lambda: kiebitz.screen == notice
            checks = run_checks(appliance._parts.context(kiebitz))
            assert next(check for check in checks if check.name == "buttons").verdict == "bad"
            for other in others:
                other.close()
            yield lambda: kiebitz.screen != notice
            yield from evening.play(IN_MID_DEAL)
            before = kiebitz.screen
            pins.pin(13).drive_low()  # UP: the last trick
            yield lambda: kiebitz.screen != before
            pins.pin(13).drive_high()
            yield from evening.play()

        evening.run(scenario())
        assert pins.pin(17).function == "output"
        assert evening.is_right()


@pytest.mark.slow
def test_a_notice_that_nobody_can_close_makes_room(
    table: FailingCamera, pins: MockFactory, bus: FakeBus, board: Board, log: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("device.runtime.board_parts.MISSING_SECONDS", 0.1)
    monkeypatch.setattr("device.runtime.board_parts.UNANSWERED_SECONDS", 0.1)
    others = [LED(number) for number in (5, 6, 13, 19)]
    played = a_deal()
    begin(played)
    with appliance_of(board, log) as appliance:
        evening = PlayedEvening(appliance, table, played)

        def scenario() -> Waiting:
            yield lambda: appliance.session.screen == BUTTONS_MISSING
            yield lambda: appliance.session.screen != BUTTONS_MISSING
            yield from evening.play()

        evening.run(scenario())
        assert evening.is_right()
    for other in others:
        other.close()


def answered_without_saving(evening: PlayedEvening) -> Waiting:
    """Plays on where nothing can be stored, to the end of the deal."""
    kiebitz = evening.appliance.session
    yield from evening.play(len(evening.controller.table.journal) + 1)
    yield lambda: isinstance(kiebitz.screen, Notice)
    assert kiebitz.screen == Notice("not_saved", "not_saved_text")
    evening.appliance.press(Press("play"))
    yield lambda: not isinstance(kiebitz.screen, Notice)
    yield from evening.play()
    assert len(read_journal(journal_file())) < len(evening.script)


@pytest.mark.parametrize("number", one_in(3, [errno.ENOSPC, errno.EROFS, errno.EIO]))
def test_a_disk_that_cannot_be_written(
    number: int, evening: PlayedEvening, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    def scenario() -> Waiting:
        yield from evening.play(IN_MID_DEAL)
        yield lambda: evening.controller.table.phase == "play"
        with monkeypatch.context() as patched:
            patched.setattr("common.files.durable_files.os.pwrite", refuse)
            yield from answered_without_saving(evening)
        yield lambda: not evening.appliance.session.fault

    evening.run(scenario())
    assert os.strerror(number) in log.getvalue()
    assert "expected a writable folder with free space" in log.getvalue()
    assert evening.is_right()


def test_a_journal_that_can_only_be_written_later(
    table: FailingCamera, pins: MockFactory, bus: FakeBus, board: Board, log: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Switched on while the disk is read-only it goes on at the very card, and stores all when that can be done."""
    monkeypatch.setattr("device.runtime.journal_opening.RETRY_SECONDS", 0.05)
    played = a_deal()
    begin(played)
    openable = [False]
    opened = Journal.__init__

    def open_journal(journal: Journal, path: Path, whole: bool = False) -> None:
        if path == journal_file() and not openable[0]:
            raise JournalError("read-only file system; expected a writable folder")
        opened(journal, path, whole)

    monkeypatch.setattr(Journal, "__init__", open_journal)
    with appliance_of(board, log) as appliance:
        evening = PlayedEvening(appliance, table, played)
        assert len(evening.controller.table.journal) == 3

        def scenario() -> Waiting:
            yield from answered_without_saving(evening)
            openable[0] = True
            yield lambda: not appliance.session.fault

        evening.run(scenario())
        assert evening.is_right()


def test_a_torn_journal_and_a_torn_pack(
    table: FailingCamera, pins: MockFactory, bus: FakeBus, board: Board, log: io.StringIO
) -> None:
    """The power went in mid-deal, and with it some bytes of both."""
    played = a_deal()
    script: list[Event] = [EveningStarted(evening_of(datetime.now())), *played.events]
    with Journal(journal_file()) as journal:
        for event in script[:IN_MID_DEAL]:
            journal.append(event, 0.0)
    content = bytearray(journal_file().read_bytes())
    place = content.index(b'{"event":"card_laid"')  # rows stand in a page from its end: this is the last one
    content[place + 12] ^= 1
    journal_file().write_bytes(content)
    table.pack_is_torn = True
    with appliance_of(board, log) as appliance:
        evening = PlayedEvening(appliance, table, played)

        def scenario() -> Waiting:
            for title in ("mended_journal", "no_pack"):
                yield lambda title=title: appliance.session.screen == Notice(title, f"{title}_text")  # type: ignore[misc]
                appliance.press(Press("play"))
            yield lambda: not isinstance(appliance.session.screen, Notice)
            table.pack_is_torn = False
            yield from evening.play()

        evening.run(scenario())
        assert evening.is_right()
    assert "a copy is kept as journal.sqlite.broken-1" in log.getvalue()
    assert "a pack that is torn" in log.getvalue()


@pytest.mark.parametrize("years", one_in(3, [-56, -1, 30]))
def test_a_clock_that_jumps(
    years: int, evening: PlayedEvening, board: Board, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In mid-deal, and at the next start: a Pi has no clock of its own."""
    day = evening_of(datetime.now())

    class Jumped(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return datetime(2026, 11, 22, 20, 0) + timedelta(days=365 * years)

    def scenario() -> Waiting:
        yield from evening.play(IN_MID_DEAL)
        kiebitz = evening.appliance.session
        kiebitz._clock = kiebitz._results._clock = lambda: 1.8e9 + years * 3.15e7
        for module in (appliance_module, request_handler):
            monkeypatch.setattr(module, "datetime", Jumped)
        yield from evening.play(IN_MID_DEAL + 4)

    evening.run(scenario())
    screen = evening.controller.screen
    evening.appliance.__exit__()
    for goes_on in (False, True):
        Device.pin_factory.reset()
        with appliance_of(board, log) as again:
            later = PlayedEvening(again, evening.table, evening.played)
            later.script = evening.script
            later.run(later.play() if goes_on else iter([lambda: later.controller.view.camera_in_use]))  # noqa: B023
            assert later.is_right() if goes_on else later.controller.screen == screen
    begun = [event for event in read_journal(journal_file()) if isinstance(event, EveningStarted)]
    assert begun == [EveningStarted(day)]
