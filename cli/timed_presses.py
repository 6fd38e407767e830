"""Files of timed presses (`watch --presses`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from common.files.bounded_read import read_bounded
from device.hardware.presses import Button, Press
from engine.cards import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


MAX_BYTES = 16 << 20
"""Bytes; a press takes some forty."""


class PressesError(ValueError):
    """Raised for a file of presses that cannot be read."""


class TimedPress(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the file: `t` in seconds since the source began."""

    t: float
    button: Button
    seat: Seat | None = None

    @property
    def press(self) -> Press:
        return Press(self.button, self.seat)


def read_presses(path: Path) -> list[TimedPress]:
    """Returns the presses of a JSON Lines file, in the order of time.

    :raises PressesError: naming the line and what was expected there.
    """
    try:
        text = read_bounded(path, MAX_BYTES).decode("utf-8")
    except (OSError, ValueError) as error:
        raise PressesError(f"cannot read presses {path}: {error}; expected a JSON Lines file") from error
    presses = [
        _parse(line, f"{path}, line {number}") for number, line in enumerate(text.splitlines(), start=1) if line.strip()
    ]
    return sorted(presses, key=lambda press: press.t)


def write_presses(presses: Iterable[TimedPress], path: Path) -> None:
    """Writes a file that `read_presses` reads."""
    path.write_bytes(b"".join(msgspec.json.encode(press) + b"\n" for press in presses))


def _parse(line: str, place: str) -> TimedPress:
    try:
        press = msgspec.json.decode(line, type=TimedPress)
    except msgspec.DecodeError as error:
        raise PressesError(
            f'{place}: {error}; expected a press such as {{"t": 2.5, "button": "play"}} '
            "with button fold, play, up or down and, if it has one, a seat from 0 to 3"
        ) from error
    if press.t < 0 or (press.seat is not None and press.seat not in range(4)):
        raise PressesError(f"{place}: got t {press.t}, seat {press.seat}; expected t from 0 up, and a seat from 0 to 3")
    return press
