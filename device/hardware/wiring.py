"""The wiring of a board profile: which lead goes to which pin, and its faults.

The tables of docs/build.md are generated from it, so that each pin is defined once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.hardware.board import OLED_ADDRESSES
from device.hardware.pin_header import GROUND, I2C, IDENTITY, PLACES, SPI, SUPPLY, UART, pin_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.hardware.board import Board, LightPins

BUTTONS = {"fold", "play", "up", "down"}


@dataclass(frozen=True, slots=True)
class Wire:
    """From a lead of a part to a pin of the header; `gpio` is its Broadcom number, None if it is supply or ground."""

    part: str
    lead: str
    pin: int
    gpio: int | None = None

    @property
    def end(self) -> str:
        if self.gpio is not None:
            return pin_label(self.gpio)
        return f"{'ground' if self.pin in GROUND else '3.3 V'} (pin {self.pin})"


def wires(board: Board) -> list[Wire]:
    """Returns all wires of a profile without faults, part by part."""
    made: list[Wire] = []
    for button in board.buttons:
        name = _button(button.button, button.seat)
        made += [_wire(name, "one leg", button.pin), _ground(name, "other leg", button.pin)]
    made += _light_wires(board.light)
    if board.light.buzzer is not None:
        made += [_wire("buzzer", "+", board.light.buzzer), _ground("buzzer", "−", board.light.buzzer)]
    return made + list(_display_wires(board))


def faults(board: Board) -> list[str]:
    """Returns the faults of a profile in words."""
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
    unwired = BUTTONS - {button.button for button in board.buttons}
    if board.buttons and unwired:
        yield f"key buttons: got none for {' and '.join(sorted(unwired))}, expected all four, or none at all"
    light = board.light
    colours = [colour is not None for colour in (light.red, light.green, light.blue)]
    if any(colours) and not all(colours):
        yield "key light: got some of red, green and blue, expected all three, or none"


def _uses(board: Board) -> Iterator[tuple[str, int]]:
    """Yields the GPIOs with their users."""
    for button in board.buttons:
        yield f"the button {_button(button.button, button.seat)}", button.pin
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


def _light_wires(light: LightPins) -> list[Wire]:
    if light.red is None or light.green is None or light.blue is None:
        return []
    leads = (("red, through a resistor", light.red), ("green, through a resistor", light.green))
    made = [_wire("light", lead, gpio) for lead, gpio in (*leads, ("blue, through a resistor", light.blue))]
    long_leg = "long leg (common cathode)" if light.active_high else "long leg (common anode)"
    return [*made, _ground("light", long_leg, light.green) if light.active_high else Wire("light", long_leg, SUPPLY[0])]


def _display_wires(board: Board) -> Iterator[Wire]:
    display = board.display
    if display.controller == "none":
        return
    yield Wire("display", "VCC", SUPPLY[0] if display.spi is None else SUPPLY[1])
    if display.spi is not None:
        bus = SPI[display.spi.bus]
        yield _ground("display", "GND", bus.clock)
        yield _wire("display", "D0 (CLK, SCK)", bus.clock)
        yield _wire("display", "D1 (MOSI, SDA)", bus.data)
        yield _wire("display", "CS", bus.selects[display.spi.device])
        yield _wire("display", "DC", display.spi.data_command)
        if display.spi.reset is not None:
            yield _wire("display", "RES (RST)", display.spi.reset)
    elif display.bus in I2C:
        yield _ground("display", "GND", I2C[display.bus].clock)
        yield _wire("display", "SDA", I2C[display.bus].data)
        yield _wire("display", "SCL (SCK)", I2C[display.bus].clock)


def _button(button: str, seat: int | None) -> str:
    return button.upper() if seat is None else f"{button.upper()} of seat {seat}"


def _wire(part: str, lead: str, gpio: int) -> Wire:
    return Wire(part, lead, PLACES[gpio], gpio)


def _ground(part: str, lead: str, gpio: int) -> Wire:
    """Returns the wire to the nearest ground pin; any other works too."""
    return Wire(part, lead, min(GROUND, key=lambda pin: (abs(pin - PLACES[gpio]), pin)))
