"""Board profiles: which part is connected to which pin; one TOML file a board, in `firmware_config` or elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec

from common.files.user_files import SettingsError, convert_settings, path_relative_to, read_table
from device.hardware.header import I2C, IDENTITY, OLED_ADDRESSES, PLACES, SPI, UART, button_name, pin_label
from device.hardware.presses import Button
from engine.cards import Seat

if TYPE_CHECKING:
    from device.camera.base import Camera

Controller = Literal["auto", "ssd1306", "ssd1309", "sh1106", "none"]


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
    """On I2C, unless `spi` says otherwise; there, `auto` finds controller and address.

    `contrast` is what its data sheets call the brightness of the display.
    """

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

    def open(self) -> Camera:
        """:raises CameraError: if `source` names no camera, or it cannot be opened."""
        from device.camera.sources import open_camera  # a board is read where no camera is needed

        return open_camera(self.source, size=(self.width, self.height), height_cm=self.height_cm)


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


MODEL_FILE = Path("/proc/device-tree/model")
MAX_EXTENDS_DEPTH = 8
ANY_BOARD = "default_kit"
NO_BOARD = "laptop"
"""The profile of a computer that names no model, since it has no device tree."""


def read_board(name: str = "auto", model_file: Path = MODEL_FILE) -> Board:
    """Returns the board profile of that name, or at that path if it ends in `.toml`; `auto` is that of the model.

    :raises SettingsError: naming the file, the key, what was got and what was expected.
    """
    if name == "auto" and not _model(model_file):
        name = NO_BOARD
    table = _whole_table(name, model_file, ())
    place = _path_of(name, model_file)
    board = convert_settings(table, Board, str(place))
    wrong = faults(board)
    if wrong:
        raise SettingsError(f"{place}: {'; '.join(wrong)}")
    return board


def inference_backend(model_file: Path = MODEL_FILE) -> Literal["auto", "onnxruntime", "opencv"]:
    """Returns the backend of the network on this machine, by the profile of its model."""
    return read_board("auto", model_file).inference


def board_names() -> list[str]:
    return sorted(profile.stem for profile in _profiles().glob("*.toml"))


def board_for(model: str) -> str:
    """Returns the name of the profile for a model, or of the one for any board."""
    for name in board_names():
        starts = read_table(_profiles() / f"{name}.toml").get("models", ())
        if model.startswith(tuple(starts)):
            return name
    return ANY_BOARD


def _whole_table(name: str, model_file: Path, below: tuple[Path, ...]) -> dict[str, Any]:
    """Returns the profile merged with those it extends."""
    path = _path_of(name, model_file)
    if path in below or len(below) > MAX_EXTENDS_DEPTH:
        raise SettingsError(f"{below[0]}, key extends: got a circle, expected a profile that does not lead back here")
    expected = f"auto, one of {', '.join(board_names())}, or a path to a .toml file"
    table = read_table(path, expected)
    convert_settings(table, Board, str(path))  # a fault names the file in which it occurs
    base = table.get("extends", "")
    if not base:
        return table
    if base.endswith(".toml"):
        base = str(path_relative_to(path, base))
    return _merge(_whole_table(base, model_file, (*below, path)), table)


def _merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    both = {
        key: _merge(base[key], over[key])
        for key in base.keys() & over.keys()
        if isinstance(base[key], dict) and isinstance(over[key], dict)
    }
    return {**base, **over, **both}


def _path_of(name: str, model_file: Path) -> Path:
    if name == "auto":
        name = board_for(_model(model_file))
    return Path(name) if name.endswith(".toml") else _profiles() / f"{name}.toml"


def _model(model_file: Path) -> str:
    """Returns the model of this machine; empty on one without a device tree."""
    with suppress(OSError):
        return model_file.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    return ""


def _profiles() -> Path:
    return Path(str(resources.files("firmware_config")))


def faults(board: Board) -> list[str]:
    return [*_pin_faults(board), *_display_faults(board), *_part_faults(board)]


def _pin_faults(board: Board) -> Iterator[str]:
    parts: dict[int, list[str]] = defaultdict(list)
    for part, gpio in _uses(board):
        parts[gpio].append(part)
    for gpio, users in parts.items():
        if gpio not in PLACES:
            yield f"got GPIO {gpio} for {users[0]}, expected one that the header has: 2 to 27, as Broadcom numbers them"
        elif gpio in IDENTITY:
            yield f"got {pin_label(gpio)} for {users[0]}, which add-on boards are recognised by; expected 2 to 27"
        elif len(users) > 1:
            yield f"got {' and '.join(users)} on {pin_label(gpio)}, expected one part a pin"


def _display_faults(board: Board) -> Iterator[str]:
    display = board.display
    if display.spi is not None and display.controller == "auto":
        yield (
            "key display.controller: got auto on SPI, where nobody answers; "
            "expected ssd1306, ssd1309 or sh1106, which is printed on the display or told by its seller"
        )
    if display.spi is not None and display.spi.device >= len(SPI[display.spi.bus].selects):
        yield f"key display.spi.device: got {display.spi.device}, expected 0 or 1 on bus 0"
    if display.address != "auto" and display.address not in OLED_ADDRESSES:
        halved = display.address // 2
        hint = f" (the {display.address:#04x} on it is {halved:#04x} here)" if halved in OLED_ADDRESSES else ""
        yield f"key display.address: got {display.address:#04x}, expected auto, 0x3c or 0x3d{hint}"


def _part_faults(board: Board) -> Iterator[str]:
    unwired = {*get_args(Button)} - {button.button for button in board.buttons}
    if board.buttons and unwired:
        yield f"key buttons: got none for {' and '.join(sorted(unwired))}, expected all four, or none at all"
    light = board.light
    colours = [colour is not None for colour in (light.red, light.green, light.blue)]
    if any(colours) and not all(colours):
        yield "key light: got some of red, green and blue, expected all three, or none"


def _uses(board: Board) -> Iterator[tuple[str, int]]:
    for button in board.buttons:
        yield f"the button {button_name(button.button, button.seat)}", button.pin
    for colour in ("red", "green", "blue"):
        gpio = getattr(board.light, colour)
        if gpio is not None:
            yield f"the {colour} of the light", gpio
    if board.light.buzzer is not None:
        yield "the buzzer", board.light.buzzer
    display = board.display
    if display.spi is not None:
        yield "the display's DC", display.spi.data_command
        if display.spi.reset is not None:
            yield "the display's RES", display.spi.reset
        for gpio in SPI[display.spi.bus].pins:
            yield f"SPI bus {display.spi.bus}", gpio
    elif display.controller != "none" and display.bus in I2C:
        for gpio in (I2C[display.bus].data, I2C[display.bus].clock):
            yield f"I2C bus {display.bus}", gpio
    if board.uart:
        for gpio in UART:
            yield "the serial console", gpio
