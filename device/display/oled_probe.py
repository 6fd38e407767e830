"""Detection of the display on an I2C bus: its address, and its controller as far as it can be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from smbus2 import SMBus, i2c_msg

from device.hardware.board import OLED_ADDRESSES

if TYPE_CHECKING:
    from device.hardware.board import Controller, DisplayWiring

COMMAND, ONE_COMMAND, ONE_DATA = 0x00, 0x80, 0xC0
"""Control bytes: commands follow; one command follows, or one byte of memory, and then another control byte."""
NOP = 0xE3
START_OF_MEMORY = (ONE_COMMAND, 0x00, ONE_COMMAND, 0x10, ONE_COMMAND, 0xB0)
"""Column 0 and page 0: on an SH1106 it is outside of the visible area, on others it is overwritten at once."""
PROBE_BYTES = (0x5A, 0xA7, 0x3C)


@dataclass(frozen=True, slots=True)
class FoundOled:
    controller: Controller
    address: int
    remark: str
    """Doubts about the controller, or its contradiction to the board profile; empty without any."""


def search(wiring: DisplayWiring) -> FoundOled:
    """Returns the display that answers on the bus of the board profile.

    :raises OSError: if there is no such bus, or no address answers.
    """
    with SMBus(wiring.bus) as bus:
        address = _first_answering(bus, OLED_ADDRESSES if wiring.address == "auto" else (wiring.address,))
        remembers = _returns_memory(bus, address)
    if wiring.controller in ("auto", "none"):
        # An SSD1309 takes the same bytes as an SSD1306.
        guess: Controller = "sh1106" if remembers else "ssd1306"
        return FoundOled(guess, address, "" if remembers is not None else "it cannot be read, so its kind is a guess")
    if remembers and wiring.controller != "sh1106":
        remark = f"the board profile says {wiring.controller}, but it is read like an sh1106, so it is driven as one"
        return FoundOled("sh1106", address, remark)
    return FoundOled(wiring.controller, address, "")


def _first_answering(bus: SMBus, addresses: tuple[int, ...]) -> int:
    """Returns the first address with an answer."""
    for address in addresses[:-1]:
        try:
            bus.write_byte_data(address, COMMAND, NOP)
        except OSError:
            continue
        return address
    bus.write_byte_data(addresses[-1], COMMAND, NOP)
    return addresses[-1]


def _returns_memory(bus: SMBus, address: int) -> bool | None:
    """Returns whether the display returns what was written into its memory; None if it cannot be read.

    Over I2C an SH1106 does, while an SSD1306 or SSD1309 returns only its status, whose low bits depend on the maker.
    FlashFloppy and GP2040-CE distinguish them in the same way.
    """
    written: int | None = None
    for change in PROBE_BYTES:
        answer = i2c_msg.read(address, 2)
        try:
            bus.i2c_rdwr(i2c_msg.write(address, [*START_OF_MEMORY, ONE_DATA]), answer)
        except OSError:
            return None
        value = bytes(answer)[1]  # the first byte belongs to the column before
        if written is not None and value != written:
            return False
        written = value ^ change
        bus.i2c_rdwr(i2c_msg.write(address, [*START_OF_MEMORY, ONE_DATA, written]))
    return True
