"""The 40-pin header of a Raspberry Pi: its pins, and the buses on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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


def button_name(button: str, seat: int | None) -> str:
    return button.upper() if seat is None else f"{button.upper()} of seat {seat}"
