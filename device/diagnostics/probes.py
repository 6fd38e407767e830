"""Probes of the connected parts one by one, and trials of those that only a person can judge."""

from __future__ import annotations

import threading
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, get_args

from common.errors import explain_error
from device.hardware.presses import Button, Press

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from common.texts.keys import PhraseKey
    from common.texts.words import TableWords
    from device.diagnostics.check import Part
    from device.hardware.board import Board
    from device.hardware.status_light import State
    from engine.cards import Seat

    OneButton: TypeAlias = "tuple[Button, Seat | None]"


PROCESSES = Path("/proc")
PROBE_TIMEOUT_SECONDS = 12.0
"""Timeout of a probe in seconds; a camera settles for five, after Picamera2 has started on a small board."""


def running_process() -> int | None:
    """Returns the number of the process that is `kiebitz run`; None if there is none, or it is not visible."""
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            arguments = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        # Either `python …/kiebitz run` or `python -m cli run`; earlier `python -m device run`.
        for program, command in pairwise(arguments):
            if command == b"run" and program.rpartition(b"/")[2] in (b"kiebitz", b"cli", b"device"):
                return int(folder.name)
    return None


def probe_parts(board: Board, patience: float = PROBE_TIMEOUT_SECONDS) -> dict[Part, str]:
    """Returns the fault of each part, empty without one; a camera must give a frame."""
    probes: dict[Part, Callable[[Board], str]] = {
        "camera": _camera_fault,
        "display": _display_fault,
        "pins": _pins_fault,
    }
    return {part: _probe_with_timeout(partial(probe, board), patience) for part, probe in probes.items()}


def journal_fault(path: Path) -> str:
    """Returns the fault of the journal, empty without one or without a journal; nothing is written."""
    from device.storage.journal_repair import damaged_evenings

    try:
        damaged = damaged_evenings(path, lambda: None) if path.exists() else {}
    except (ValueError, OSError) as error:
        return f"cannot read journal {path}: {error}; expected one that kiebitz run wrote"
    return "; ".join(f"evening {name} is damaged ({fault}): kiebitz salvage" for name, fault in damaged.items())


def _probe_with_timeout(ask: Callable[[], str], patience: float) -> str:
    """Probes in a separate thread, so that a hanging driver does not block the others."""
    answers: list[str] = []

    def listen() -> None:
        try:
            answers.append(ask())
        except Exception as error:  # a missing library or a failing driver is a result as well
            answers.append(explain_error(error) or f"{type(error).__name__}: {error}")

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    thread.join(patience)
    return answers[0] if answers else f"got no answer within {patience:.0f} s"


def _camera_fault(board: Board) -> str:
    from device.camera.sources import open_camera

    choice = board.camera
    if not choice.source:
        return ""
    size = choice.width, choice.height
    with closing(open_camera(choice.source, size=size, height_cm=choice.height_cm)) as camera:
        frame = next(iter(camera.frames()), None)
        return "" if frame is not None and frame.luma.size else "it gives no frames"


def _display_fault(board: Board) -> str:
    from device.display.base import open_display

    with closing(open_display(board.display)) as display:
        return display.fault


def _pins_fault(board: Board) -> str:
    from device.hardware.gpio import Buttons, PinLight

    with closing(Buttons(board.buttons, lambda _: None)) as buttons, closing(PinLight(board.light)) as light:
        return "; ".join(filter(None, (buttons.fault, light.fault)))


BUTTON_NAMES: Mapping[Button, PhraseKey] = {
    "fold": "button_fold",
    "play": "button_play",
    "up": "button_up",
    "down": "button_down",
}
PRESS_PATIENCE_S, SIGNAL_S = 20.0, 2.0
"""Seconds without a press after which the missing buttons are named, and for which each signal is shown."""
SIGNALS_SHOWN: tuple[tuple[State, PhraseKey], ...] = (
    ("ready", "signal_ready"),
    ("hand", "signal_hand"),
    ("card", "signal_card"),
    ("trick", "signal_trick"),
    ("question", "signal_question"),
    ("pause", "signal_pause"),
)
"""The signals of light and buzzer in order, each with the words for what a person should see and hear."""


class ButtonTrial:
    """Every button is to be pressed once; pressing one a second time ends the trial, since another may be broken."""

    def __init__(self, board: Board) -> None:
        shared: list[OneButton] = [(button, None) for button in get_args(Button)]
        self._buttons: Sequence[OneButton] = [(pin.button, pin.seat) for pin in board.buttons] or shared
        self._pressed: list[OneButton] = []
        self.is_over = False

    @property
    def missing(self) -> tuple[OneButton, ...]:
        """The buttons that were not pressed yet."""
        return tuple(button for button in self._buttons if button not in self._pressed)

    def press(self, press: Press) -> None:
        pressed = press.button, press.seat
        self.is_over = pressed in self._pressed
        self._pressed.append(pressed)
        self.is_over |= not self.missing


def button_label(button: OneButton, words: TableWords) -> str:
    """Returns the colour or direction of a button, and whose it is."""
    name, seat = words.phrase(BUTTON_NAMES[button[0]]), button[1]
    return name if seat is None else f"{name} {words.seat(seat)}"
