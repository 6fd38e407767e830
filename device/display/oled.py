"""The OLED on the I2C or SPI bus: its detection, and its driver. Nothing else imports luma.

What is shown is in `device.screens`.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

from luma.core.interface import serial
from luma.oled import device as controllers
from PIL import Image
from smbus2 import SMBus, i2c_msg

from device.display.base import Display
from device.hardware.board import Controller, DisplayWiring, SpiWiring
from device.hardware.header import OLED_ADDRESSES

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
    for address in addresses[:-1]:
        with suppress(OSError):
            bus.write_byte_data(address, COMMAND, NOP)
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


RETRY_SECONDS = 2.0
"""Seconds between two searches for a missing display."""
PAUSE_IN_SEARCHES = 10
"""Pause after a search, in durations of that search; a bus that hangs blocks for seconds."""
REFRESH_SECONDS = 1.0
"""Seconds after which settings and picture are sent again, as the display may have lost power."""
SPI_HZ = 2_000_000
"""Hz: the maximum of an SH1106; a picture takes 5 ms."""
RESET_SECONDS = 0.001
"""Seconds of a reset, and of the pause after it; data sheets require some microseconds."""
DISPLAY_OFF = 0xAE


class Oled(Display):
    """A display on a bus, which may be missing, disconnect and come back."""

    def __init__(self, wiring: DisplayWiring, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._wiring = wiring
        self._clock = clock
        self._drivers: dict[Controller, _Driver] = {}
        self._driver: _Driver | None = None
        self._shown_pixels: bytes | None = None
        self._sent_at = self._try_at = float("-inf")
        self._connect()

    def show(self, picture: Image.Image) -> None:
        """Shows a picture; an unchanged one is sent only when a refresh is due."""
        self.picture = picture
        now = self._clock()
        if self._driver is None and now >= self._try_at:
            self._connect()
        if self._driver is None:
            return
        if self.is_turned != self._wiring.upside_down:
            picture = picture.transpose(Image.Transpose.ROTATE_180)
        pixels, is_due = picture.tobytes(), now - self._sent_at >= REFRESH_SECONDS
        if pixels == self._shown_pixels and not is_due:
            return
        try:
            if is_due:
                self._driver.set_up_again()
            self._driver.luma.display(picture)
        except Exception as error:  # luma and the buses below it raise errors of any kind
            self._lose(error)
        else:
            self._shown_pixels = pixels
            self._sent_at = now if is_due else self._sent_at

    def close(self) -> None:
        """Switches the display off, as a sign that Kiebitz does not run."""
        if self._driver is not None:
            with suppress(Exception):
                self._driver.luma.cleanup()
            self._driver.disconnect()
            self._driver = None

    def _connect(self) -> None:
        began = self._clock()
        wiring = self._wiring
        try:
            connection = _connect_i2c(wiring) if wiring.spi is None else _connect_spi(wiring, wiring.spi)
            if connection.controller not in self._drivers:
                self._drivers[connection.controller] = _Driver(connection.controller, wiring.contrast)
            self._driver = self._drivers[connection.controller]
            self._driver.set_up(connection)
        except Exception as error:  # luma and the buses below it raise errors of any kind
            self._lose(error)
            now = self._clock()
            self._try_at = now + max(RETRY_SECONDS, PAUSE_IN_SEARCHES * (now - began))
        else:
            self.fault, self.description = "", connection.description
            self._shown_pixels, self._sent_at = None, self._clock()

    def _lose(self, error: Exception) -> None:
        if self._driver is not None:
            self._driver.disconnect()
        self._driver = None
        self._shown_pixels = None
        self.description = ""
        wiring = self._wiring
        name = "" if wiring.controller == "auto" else f"{wiring.controller} "
        if wiring.spi is None:
            addresses = OLED_ADDRESSES if wiring.address == "auto" else (wiring.address,)
            where = f"at address {' or '.join(f'{address:#04x}' for address in addresses)} of /dev/i2c-{wiring.bus}"
            switch = "I2C"
        else:
            where, switch = f"on /dev/spidev{wiring.spi.bus}.{wiring.spi.device}", "SPI"
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        self.fault = f"no {name}display {where}: {reason}; check the wires, and that {switch} is switched on"


@dataclass(frozen=True)
class _Connection:
    """A display that answers: luma's interface to its bus, and all that has to be closed with it."""

    controller: Controller
    bus: Any
    stack: ExitStack
    description: str


def _connect_i2c(wiring: DisplayWiring) -> _Connection:
    found = search(wiring)
    bus = serial.i2c(port=wiring.bus, address=found.address)
    stack = ExitStack()
    stack.callback(bus.cleanup)
    description = f"{found.controller} at address {found.address:#04x} of /dev/i2c-{wiring.bus}"
    return _Connection(found.controller, bus, stack, "; ".join(filter(None, (description, found.remark))))


def _connect_spi(wiring: DisplayWiring, spi: SpiWiring) -> _Connection:
    """SPI has no answer, so the presence of a display is unknown."""
    from device.hardware.pins import OutputPins

    with ExitStack() as stack:
        pins = OutputPins()
        stack.callback(pins.close)
        bus = serial.spi(
            gpio=pins,
            port=spi.bus,
            device=spi.device,
            bus_speed_hz=SPI_HZ,
            gpio_DC=spi.data_command,
            gpio_RST=spi.reset,
            reset_hold_time=RESET_SECONDS,
            reset_release_time=RESET_SECONDS,
        )
        stack.callback(bus.cleanup)
        description = f"{wiring.controller} on /dev/spidev{spi.bus}.{spi.device}, if it is there: SPI does not answer"
        return _Connection(wiring.controller, bus, stack.pop_all(), description)


class _Driver:
    """Luma's driver of a controller, and the interface below it, which remembers how a display is set up.

    Luma initialises a display when it makes a driver, and keeps every driver until the program ends. A display with a
    loose contact may reconnect a thousand times in an evening, so the driver is made once, without a bus.
    """

    def __init__(self, controller: Controller, contrast: int) -> None:
        self._connection: _Connection | None = None
        self._steps: list[tuple[str, list[int]]] = []
        self.luma = getattr(controllers, controller)(self, width=128, height=64)
        self.luma.contrast(contrast)

    def set_up(self, connection: _Connection) -> None:
        """Sets up a display with unknown memory contents."""
        self._connection = connection
        for kind, values in self._steps:
            self._send(connection, kind, values)

    def set_up_again(self) -> None:
        """Sends the settings again, without flicker, to a display that may have lost them."""
        for kind, values in self._steps:
            if kind == "command" and self._connection is not None:
                self._send(self._connection, kind, values[1:] if values[0] == DISPLAY_OFF else values)

    def disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.stack.close()

    # luma's interface

    def command(self, *values: int) -> None:
        self._take("command", list(values))

    def data(self, values: list[int]) -> None:
        self._take("data", list(values))

    def cleanup(self) -> None:
        self.disconnect()

    def _take(self, kind: str, values: list[int]) -> None:
        if self._connection is None:
            self._steps.append((kind, values))
        else:
            self._send(self._connection, kind, values)

    @staticmethod
    def _send(connection: _Connection, kind: str, values: list[int]) -> None:
        connection.bus.data(values) if kind == "data" else connection.bus.command(*values)
