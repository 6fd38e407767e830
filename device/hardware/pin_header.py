"""The 40-pin header that all boards share: where a GPIO (Broadcom number) comes out, and what else may want it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACES: Mapping[int, int] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""The pin of the header at which each GPIO comes out; pin 1 is the one beside the memory card, pin 2 beyond it."""
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
SUPPLY = (1, 17)
"""3.3 V. Nothing of ours hangs on the 5 V of pins 2 and 4: one slip would cost the board."""


@dataclass(frozen=True, slots=True)
class I2cBus:
    data: int
    clock: int


@dataclass(frozen=True, slots=True)
class SpiBus:
    data: int
    data_back: int
    """A display sends nothing back, yet the kernel takes the pin along with the bus."""
    clock: int
    selects: tuple[int, ...]
    """The pin of each device; the kernel takes all of them."""

    @property
    def pins(self) -> tuple[int, ...]:
        return (self.data, self.data_back, self.clock, *self.selects)


I2C: Mapping[int, I2cBus] = {1: I2cBus(2, 3)}
"""Others need an overlay that says on which pins they are."""
SPI: Mapping[int, SpiBus] = {0: SpiBus(10, 9, 11, (8, 7)), 1: SpiBus(20, 19, 21, (18, 17, 16))}
UART = (14, 15)
IDENTITY = (0, 1)
"""Wired to the memory in which an add-on board says what it is."""


def pin_label(gpio: int) -> str:
    """Returns what a GPIO is called for somebody who counts pins: `GPIO 5 (pin 29)`."""
    return f"GPIO {gpio} (pin {PLACES[gpio]})" if gpio in PLACES else f"GPIO {gpio}"
