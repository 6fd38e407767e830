"""The appliance: opens the real parts, says what is missing, and goes on with what there is."""

from __future__ import annotations

import queue
import sys
import time
from collections.abc import Sized
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from device.app import Kiebitz
from device.camera import CameraError, open_camera
from device.display import open_display
from device.journal import BrokenJournal, Journal, JournalError, begin_anew
from device.keeper import Keeper
from device.keyboard import HINT, TerminalDisplay, read_letters
from device.light import NoLight
from device.memory import give_pictures_back
from device.paths import journal_file
from device.screens import Notice
from device.seating import number_of_players

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.app import Storage, Watching
    from device.board import Board
    from device.camera import Camera
    from device.config import Config
    from device.display import Display
    from device.light import Light
    from device.presses import Press
    from engine.events import Event
    from vision.sightings import Frame

IDLE = 0.2
"""Seconds between two looks at display and buttons while no frames come."""
CAMERA_RETRY = 5.0
NEW_PACK = "deck"
"""What a pack is called that was taught at the table."""
NIGHT = timedelta(hours=6)
"""What is played until then belongs to the evening before."""


def evening_of(moment: datetime) -> str:
    """Returns what the evening of *moment* is called: its date."""
    return (moment - NIGHT).date().isoformat()


class Unsaved:
    """No journal can be used: the evening goes on, and is forgotten when the power goes."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def append(self, event: Event, time: float) -> int:
        raise JournalError(self.reason)


class Appliance:
    """Everything that hangs on the board. Use it as a context manager, and call `run`."""

    def __init__(self, config: Config, board: Board, log: TextIO = sys.stderr) -> None:
        """:raises ValueError: for a game, house rules or seats that cannot be, or a journal of another kind."""
        from engine.games import game as game_called

        give_pictures_back()
        choice = config.choice
        game = game_called(choice.game, dict(choice.rules))
        number_of_players(game, len(config.places))
        words = config.words_for(game.pack)
        self._config, self._board, self._log = config, board, log
        self._presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
        self._stack = ExitStack()
        self._notices: list[Notice] = []
        self._said = ""
        storage, events = self._open_journal()
        keeper = Keeper(config.setup(choice, evening_of(datetime.now())), words, events)
        self._display = self._open_display()
        self._light = self._open_pins()
        self._words, self._cards = words, game.pack
        self.kiebitz = Kiebitz(keeper, words, storage, display=self._display, light=self._light)

    def __enter__(self) -> Appliance:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(self, keep_on: Callable[[], bool] = lambda: True) -> None:
        """Watches until *keep_on* says no, or until a folder or a video has come to its end.

        Without a camera it answers the buttons, and looks for one now and then.
        """
        self._teach(keep_on)
        make_watcher = self._watcher_maker()
        while self._notices:
            self.kiebitz.tell(self._notices.pop(0))
        while keep_on():
            camera = self._open_camera() if make_watcher is not None else None
            if camera is not None and make_watcher is not None:
                self.kiebitz.watch_with(make_watcher())
                if self._watch(camera, keep_on):
                    return
                self.kiebitz.watch_with(None)
            self._wait(keep_on, CAMERA_RETRY if make_watcher is not None else None)

    def press(self, press: Press) -> None:
        """Takes a press, from any thread."""
        self._presses.put(press)

    # Before it runs

    def _teach(self, keep_on: Callable[[], bool]) -> None:
        """Where no deck is known one can be shown; at the first start, another one than the last time.

        The settings go before what is chosen at the table.
        """
        from device.packs import has_pack, pack_in_use
        from vision.recognise import BrokenModel

        named = self._config.pack
        known = named or pack_in_use()
        is_known = has_pack(known)
        if is_known and (named or self.kiebitz.keeper.table.game is not None):
            return
        camera = self._open_camera()
        if camera is None:
            return
        try:
            if not isinstance(camera, Sized):  # a recording does not answer
                self._teach_before(camera, Path(named).stem or NEW_PACK, known if is_known else "", keep_on)
        except (CameraError, BrokenModel) as error:
            self._say(str(error))
        finally:
            camera.close()

    def _teach_before(self, camera: Camera, name: str, in_use: str, keep_on: Callable[[], bool]) -> None:
        from device.teaching import Teaching, teach
        from vision.recognise import Recogniser

        teaching = Teaching(self._words, self._cards, Recogniser(), name, in_use)
        frames = self._while(camera.frames(), keep_on)
        teach(teaching, frames, self._waiting_presses, self._display, self._light)

    def _waiting_presses(self) -> Iterator[Press]:
        while not self._presses.empty():
            yield self._presses.get()

    # While it runs

    def _watch(self, camera: Camera, keep_on: Callable[[], bool]) -> bool:
        """Returns whether all frames were seen; False if the camera failed."""
        try:
            for frame in self._while(camera.frames(), keep_on):
                self.kiebitz.step(frame)
                self._answer_presses()
            self.kiebitz.finish()
        except CameraError as error:
            self._say(str(error))
            return False
        finally:
            camera.close()
        return True

    @staticmethod
    def _while(frames: Iterator[Frame], keep_on: Callable[[], bool]) -> Iterator[Frame]:
        for frame in frames:
            if not keep_on():
                return
            yield frame

    def _wait(self, keep_on: Callable[[], bool], seconds: float | None) -> None:
        start = time.monotonic()
        while keep_on() and (seconds is None or time.monotonic() - start < seconds):
            try:
                self.kiebitz.press(self._presses.get(timeout=IDLE))
            except queue.Empty:
                self.kiebitz.refresh()

    def _answer_presses(self) -> None:
        for press in self._waiting_presses():
            self.kiebitz.press(press)

    # Opening

    def _open_journal(self) -> tuple[Storage, list[Event]]:
        path = journal_file()
        try:
            try:
                journal = Journal(path)
            except BrokenJournal as error:
                self._say(str(error))
                journal = begin_anew(path)
                self._notices.append(Notice("new_journal", "new_journal_text"))
        except JournalError as error:
            self._say(str(error))
            return Unsaved(str(error)), []
        self._stack.callback(journal.close)
        return journal, journal.events

    def _open_display(self) -> Display:
        display = open_display(self._board.display)
        self._stack.callback(display.close)
        if display.fault:
            self._say(display.fault)
            if sys.stdout.isatty():
                return TerminalDisplay(sys.stdout)
        return display

    def _open_pins(self) -> Light:
        from device.gpio import Buttons, PinError, PinLight

        light: Light = NoLight()
        try:
            self._stack.callback(Buttons(self._board.buttons, self.press).close)
            light = PinLight(self._board.light)
            self._stack.callback(light.close)
        except PinError as error:
            self._say(str(error))
            if sys.stdin.isatty():
                self._say(HINT)
                read_letters(sys.stdin, self.press)
        return light

    def _watcher_maker(self) -> Callable[[], Watching] | None:
        """Returns what makes a watcher for each new camera, or None if no pack was enrolled."""
        from device.packs import open_reader, pack_in_use
        from vision.watcher import Watcher

        pack = self._config.pack or pack_in_use()
        try:
            if not pack:
                raise ValueError("got no pack in the settings, expected one: make it with kiebitz enrol")
            reader = open_reader(pack)
        except ValueError as error:
            self._say(str(error))
            self._notices.append(Notice("no_pack", "no_pack_text"))
            return None
        return lambda: Watcher(reader, self._config.places)

    def _open_camera(self) -> Camera | None:
        try:
            choice = self._board.camera
            return open_camera(choice.source, size=(choice.width, choice.height))
        except CameraError as error:
            self._say(str(error))
            return None

    def _say(self, line: str) -> None:
        # A camera that stays away is looked for every few seconds; once is enough to say so.
        if line != self._said:
            print(f"kiebitz: {line}", file=self._log, flush=True)
        self._said = line
