"""Probes of the connected parts, one by one."""

import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path

from common.errors import CommandError, explain_error
from common.files.sidecar_files import how_to_stop
from device.diagnostics.check import Part
from device.hardware.board import Board

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


def refuse_while_running(otherwise: str = "") -> None:
    """*otherwise* says what else a person can do.

    :raises CommandError: while `kiebitz run` runs.
    """
    if process := running_process():
        raise CommandError(f"got a Kiebitz that runs (process {process}), expected none: {how_to_stop()}{otherwise}")


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

    def probe() -> None:
        try:
            answers.append(ask())
        except Exception as error:  # a missing library or a failing driver is a result as well
            answers.append(explain_error(error) or f"{type(error).__name__}: {error}")

    thread = threading.Thread(target=probe, daemon=True)
    thread.start()
    thread.join(patience)
    return answers[0] if answers else f"got no answer within {patience:.0f} s"


def _camera_fault(board: Board) -> str:
    if not board.camera.source:
        return ""
    with closing(board.camera.open()) as camera:
        frame = next(iter(camera.frames()), None)
        return "" if frame is not None and frame.luma.size else "it gives no frames"


def _display_fault(board: Board) -> str:
    from device.runtime.board_parts import open_display

    with closing(open_display(board.display)) as display:
        return display.fault


def _pins_fault(board: Board) -> str:
    from device.hardware.gpio import Buttons, PinLight

    with closing(Buttons(board.buttons, lambda _: None)) as buttons, closing(PinLight(board.light)) as light:
        return "; ".join(filter(None, (buttons.fault, light.fault)))
