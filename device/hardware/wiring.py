"""The 40-pin header, the wiring of a board profile (which lead goes to which pin), and its faults."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from device.hardware.board import Board, LightPins


OLED_ADDRESSES = (0x3C, 0x3D)
PLACES: Mapping[int, int] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""Header pin by GPIO; pin 1 is beside the memory card, pin 2 next to it at the edge."""
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
SUPPLY = (1, 17)
"""Pins with 3.3 V. The 5 V of pins 2 and 4 is not used, as a wrong connection would destroy the board."""


@dataclass(frozen=True, slots=True)
class I2cBus:
    data: int
    clock: int


@dataclass(frozen=True, slots=True)
class SpiBus:
    data: int
    data_back: int
    """MISO: a display sends no data, but the kernel occupies this pin too."""
    clock: int
    selects: tuple[int, ...]
    """Chip select pins of the devices; the kernel occupies all of them."""

    @property
    def pins(self) -> tuple[int, ...]:
        return (self.data, self.data_back, self.clock, *self.selects)


I2C: Mapping[int, I2cBus] = {1: I2cBus(2, 3)}
"""Buses with fixed pins; others need an overlay."""
SPI: Mapping[int, SpiBus] = {0: SpiBus(10, 9, 11, (8, 7)), 1: SpiBus(20, 19, 21, (18, 17, 16))}
UART = (14, 15)
IDENTITY = (0, 1)
"""Reserved for the identification memory of add-on boards."""


def pin_label(gpio: int) -> str:
    """Returns a GPIO with its header pin: `GPIO 5 (pin 29)`."""
    return f"GPIO {gpio} (pin {PLACES[gpio]})" if gpio in PLACES else f"GPIO {gpio}"


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
    """Returns all wires of a profile without faults, part by part; no pin has two leads.

    Where there are more ground leads than ground pins, those of the buttons are joined and take one pin.
    """
    leads = [
        *(lead for button in board.buttons for lead in _button_leads(button.button, button.seat, button.pin)),
        *_light_leads(board.light),
        *([_Lead("buzzer", "+", board.light.buzzer)] if board.light.buzzer is not None else []),
        *([_Lead("buzzer", "−", board.light.buzzer, GROUND)] if board.light.buzzer is not None else []),
        *_display_leads(board),
    ]
    if sum(lead.pins == GROUND for lead in leads) > len(GROUND):
        leads = _with_joined_grounds(leads)
    at: dict[tuple[int, ...], dict[_Lead, int]] = {pins: _assign(leads, pins) for pins in (GROUND, SUPPLY)}
    return [
        Wire(lead.part, lead.name, at[lead.pins][lead])
        if lead.pins
        else Wire(lead.part, lead.name, PLACES[lead.gpio], lead.gpio)
        for lead in leads
    ]


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


@dataclass(frozen=True, slots=True)
class _Lead:
    """A lead that goes to a GPIO, or to one of *pins* near it."""

    part: str
    name: str
    gpio: int
    pins: tuple[int, ...] = ()


def _button_leads(button: str, seat: int | None, gpio: int) -> Iterator[_Lead]:
    yield _Lead(_button(button, seat), "one leg", gpio)
    yield _Lead(_button(button, seat), "other leg", gpio, GROUND)


def _light_leads(light: LightPins) -> Iterator[_Lead]:
    if light.red is None or light.green is None or light.blue is None:
        return
    for colour, gpio in (("red", light.red), ("green", light.green), ("blue", light.blue)):
        yield _Lead("light", f"{colour}, through a resistor", gpio)
    if light.active_high:
        yield _Lead("light", "long leg (common cathode)", light.green, GROUND)
    else:
        yield _Lead("light", "long leg (common anode)", light.green, SUPPLY)


def _display_leads(board: Board) -> Iterator[_Lead]:
    display = board.display
    if display.controller == "none":
        return
    if display.spi is not None:
        bus = SPI[display.spi.bus]
        yield _Lead("display", "VCC", bus.data, SUPPLY)
        yield _Lead("display", "GND", bus.clock, GROUND)
        yield _Lead("display", "D0 (CLK, SCK)", bus.clock)
        yield _Lead("display", "D1 (MOSI, SDA)", bus.data)
        yield _Lead("display", "CS", bus.selects[display.spi.device])
        yield _Lead("display", "DC", display.spi.data_command)
        if display.spi.reset is not None:
            yield _Lead("display", "RES (RST)", display.spi.reset)
    elif display.bus in I2C:
        yield _Lead("display", "VCC", I2C[display.bus].data, SUPPLY)
        yield _Lead("display", "GND", I2C[display.bus].clock, GROUND)
        yield _Lead("display", "SDA", I2C[display.bus].data)
        yield _Lead("display", "SCL (SCK)", I2C[display.bus].clock)


def _with_joined_grounds(leads: Sequence[_Lead]) -> list[_Lead]:
    """Returns the leads with one ground lead for all buttons, last."""
    grounds = [lead for lead in leads if lead.pins == GROUND and lead.name == "other leg"]
    rest = [lead for lead in leads if lead not in grounds]
    return [*rest, _Lead("all buttons", "other legs, joined", grounds[0].gpio, GROUND)]


def _assign(leads: Sequence[_Lead], pins: tuple[int, ...]) -> dict[_Lead, int]:
    """Returns a pin for each lead that goes to one of *pins*, so that the wires are short and do not cross.

    On a line the assignment with the least sum of distances keeps the order.
    """
    ordered = sorted((lead for lead in leads if lead.pins == pins), key=lambda lead: PLACES[lead.gpio])
    choices = combinations(sorted(pins), len(ordered))
    best = min(
        choices,
        key=lambda chosen: sum(abs(PLACES[lead.gpio] - pin) for lead, pin in zip(ordered, chosen, strict=True)),
    )
    return dict(zip(ordered, best, strict=True))


def _button(button: str, seat: int | None) -> str:
    return button.upper() if seat is None else f"{button.upper()} of seat {seat}"
