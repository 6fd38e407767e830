"""Stand-ins below the real libraries: buses under smbus2 and spidev, with a `fake_panel` on them.

The real luma driver, its serial interface and smbus2 run unchanged down to the ioctl, as on a Raspberry Pi. (Handing
luma a `bus` of our own would take another path through it, with blocks of 32 bytes.)
"""

from __future__ import annotations

import errno
import os
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import smbus2.smbus2 as smbus

from tests.support.board.fake_panel import Panel


class FakeBus:
    """An I2C adapter at /dev/i2c-*bus* with devices by address; `fault` is the errno of every transfer."""

    def __init__(self, devices: Mapping[int, Panel], bus: int = 1) -> None:
        self.devices = dict(devices)
        self.path = f"/dev/i2c-{bus}"
        self.fault: int | None = None
        self._address = 0
        self._files: set[int] = set()

    @contextmanager
    def install(self) -> Iterator[FakeBus]:
        """Puts the bus below smbus2 within the context."""
        system = _System(self._open)
        with _replacing(vars(smbus), os=system, ioctl=self._ioctl):
            yield self

    def _open(self, path: str, flags: int, *more: Any) -> int:
        if path != self.path:
            return os.open(path, flags, *more)
        file = os.open(os.devnull, os.O_RDWR)
        self._files.add(file)
        return file

    def _ioctl(self, file: int, request: int, argument: Any = 0, *_: Any) -> int:
        if request == smbus.I2C_FUNCS:
            argument.value = 0x0EFF0001  # plain I2C and all of SMBus
        elif request in (smbus.I2C_SLAVE, smbus.I2C_SLAVE_FORCE):
            self._address = argument
        elif request == smbus.I2C_SMBUS:
            self._device(self._address).write(_smbus_payload(argument))
        elif request == smbus.I2C_RDWR:
            for message in argument.msgs[: argument.nmsgs]:
                self._transfer(message)
        else:
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return 0

    def _transfer(self, message: Any) -> None:
        device = self._device(message.addr)
        if message.flags & smbus.I2C_M_RD:
            for index, byte in enumerate(device.read(message.len)):
                message.buf[index] = byte
        else:
            device.write([ord(message.buf[index]) for index in range(message.len)])

    def _device(self, address: int) -> Panel:
        fault = self.fault if address in self.devices else errno.EREMOTEIO
        if fault is not None:
            raise OSError(fault, os.strerror(fault))
        return self.devices[address]


@contextmanager
def _replacing(names: dict[str, Any], **stand_ins: Any) -> Iterator[None]:
    """Replaces what these names refer to by the *stand_ins* within the context."""
    before = {name: names[name] for name in stand_ins if name in names}
    names.update(stand_ins)
    try:
        yield
    finally:
        for name in stand_ins:
            del names[name]
        names.update(before)


class FakeSpi:
    """A chip select of an SPI bus with a display behind it; `missing` is a fault of the bus itself.

    Two wires of a display are not the bus's: `is_data` tells the level of its lead DC, `is_reset` whether RES holds it.
    """

    def __init__(self, panel: Panel, is_data: Callable[[], bool], is_reset: Callable[[], bool]) -> None:
        self._panel, self._is_data, self._is_reset = panel, is_data, is_reset
        self.path = (0, 0)
        self.missing = False

    @contextmanager
    def install(self) -> Iterator[FakeSpi]:
        """Replaces the module spidev by the bus within the context."""
        module = types.ModuleType("spidev")
        module.__dict__["SpiDev"] = lambda: _SpiDevice(self)
        with _replacing(sys.modules, spidev=module):
            yield self

    def transfer(self, values: Sequence[int]) -> list[int]:
        if not self._is_reset():
            self._panel.take(values, self._is_data())
        return [0] * len(values)


class _SpiDevice:
    """The part of spidev that luma uses."""

    max_speed_hz = 0

    def __init__(self, bus: FakeSpi) -> None:
        self._bus: FakeSpi | None = None
        self._installed = bus

    def open(self, bus: int, device: int) -> None:
        if (bus, device) != self._installed.path or self._installed.missing:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/spidev{bus}.{device}")
        self._bus = self._installed

    def xfer2(self, values: Sequence[int]) -> list[int]:
        assert self._bus is not None, "written to before it was opened, or after it was closed"
        assert len(values) <= 4096, "the driver takes no more at once"
        return self._bus.transfer(values)

    def writebytes(self, values: Sequence[int]) -> None:
        self.xfer2(values)

    def close(self) -> None:
        self._bus = None


def _smbus_payload(argument: Any) -> list[int]:
    if argument.read_write != smbus.I2C_SMBUS_WRITE:
        raise OSError(errno.EOPNOTSUPP, "of the SMBus only writing is modelled")
    if argument.size == smbus.I2C_SMBUS_I2C_BLOCK_DATA:
        block = argument.data.contents.block
        return [argument.command, *block[1 : block[0] + 1]]
    if argument.size == smbus.I2C_SMBUS_BYTE_DATA:
        return [argument.command, argument.data.contents.byte]
    return [argument.command]


class _System:
    """The `os` that smbus2 sees."""

    def __init__(self, opener: Callable[..., int]) -> None:
        self.open = opener

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)
