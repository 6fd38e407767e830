"""Board profiles: which part is connected to which pin. `device.hardware.board_profiles` reads them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from device.hardware.presses import Button
from engine.cards import Seat

Controller = Literal["auto", "ssd1306", "ssd1309", "sh1106", "none"]
OLED_ADDRESSES = (0x3C, 0x3D)


class ButtonPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button between a GPIO pin (Broadcom number) and ground; `seat` if it belongs to one player."""

    button: Button
    pin: int
    seat: Annotated[Seat, msgspec.Meta(ge=0, le=3)] | None = None


class LightPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    red: int | None = None
    green: int | None = None
    blue: int | None = None
    active_high: bool = True
    """False for a common anode: the light's long leg on 3.3 V instead of on ground."""
    brightness: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    buzzer: int | None = None


class SpiWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A display on SPI: bus, chip select, and the pins of DC and RES."""

    data_command: int = 24
    reset: int | None = None
    bus: Literal[0, 1] = 0
    device: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


class DisplayWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """On I2C, unless `spi` says otherwise; there, `auto` finds controller and address."""

    controller: Controller = "auto"
    bus: Annotated[int, msgspec.Meta(ge=0)] = 1
    address: int | Literal["auto"] = "auto"
    spi: SpiWiring | None = None
    upside_down: bool = False
    contrast: Annotated[int, msgspec.Meta(ge=0, le=255)] = 255


class CameraChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`source` as the command line takes it: `pi`, `usb`, `0` by its number, a folder, a file; empty for none.

    `width` and `height` are those of its pictures in px, `height_cm` is the height of the lens above the table.
    """

    source: str = "usb"
    width: Annotated[int, msgspec.Meta(ge=32)] = 1920
    height: Annotated[int, msgspec.Meta(ge=32)] = 1080
    height_cm: Annotated[float, msgspec.Meta(ge=20, le=200)] | None = None


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    extends: str = ""
    """The profile that this one extends: a name, a path, or `auto` for that of the model."""
    models: tuple[str, ...] = ()
    """Prefixes of the model names to which this profile applies."""
    inference: Literal["auto", "onnxruntime", "opencv"] = "auto"
    """The backend of the network (`vision.inference.Backend`); `opencv` uses 20 MiB less."""
    uart: bool = False
    """Whether a serial console occupies its pins."""
    buttons: tuple[ButtonPin, ...] = ()
    light: LightPins = LightPins()
    display: DisplayWiring = DisplayWiring()
    camera: CameraChoice = CameraChoice()
