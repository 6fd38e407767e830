"""The 40-pin header, and the faults of the wiring of a board profile."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from device.hardware.board import Board


OLED_ADDRESSES = (0x3C, 0x3D)
PLACES: Mapping[int, int] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""Header pin by GPIO; pin 1 is beside the memory card, pin 2 next to it at the edge."""


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


def button_name(button: str, seat: int | None) -> str:
    return button.upper() if seat is None else f"{button.upper()} of seat {seat}"
