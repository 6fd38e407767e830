"""Board profiles: which part hangs on which pin. They live in `firmware_config`, one TOML file a board."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from device.presses import Button
from device.settings import read_settings
from engine.cards import Seat


class ButtonPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button between a GPIO pin (Broadcom number) and ground; `seat` if it belongs to one player."""

    button: Button
    pin: int
    seat: Seat | None = None


class LightPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    red: int | None = None
    green: int | None = None
    blue: int | None = None
    active_high: bool = True
    """False for a common anode: the light's long leg on 3.3 V instead of on ground."""
    brightness: float = 1.0
    """From 0 (dark) to 1."""
    buzzer: int | None = None


class DisplayWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    controller: Literal["ssd1306", "ssd1309", "sh1106", "none"] = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    upside_down: bool = False
    contrast: int = 255


class CameraChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`source` as the command line takes it: `0` for the first webcam, a folder, a video file; empty for none."""

    source: str = "0"
    width: int = 1920
    height: int = 1080


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    buttons: tuple[ButtonPin, ...] = ()
    light: LightPins = LightPins()
    display: DisplayWiring = DisplayWiring()
    camera: CameraChoice = CameraChoice()


def read_board(name: str) -> Board:
    """Returns the board profile of that name, or at that path if it ends in `.toml`.

    :raises SettingsError: naming the file, the key, what was got and what was expected.
    """
    if name.endswith(".toml"):
        return read_settings(Path(name), Board)
    profiles = Path(str(resources.files("firmware_config")))
    known = sorted(profile.stem for profile in profiles.glob("*.toml"))
    expected = f"one of {', '.join(known)}, or a path to a .toml file"
    return read_settings(profiles / f"{name}.toml", Board, expected)
