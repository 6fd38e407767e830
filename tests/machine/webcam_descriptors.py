"""What a webcam says of itself: descriptors of the USB video class (UVC 1.1), its controls, and its modes."""

from __future__ import annotations

import struct
from typing import NamedTuple

SIZES = ((1920, 1080), (1280, 720), (640, 480))
INTERVALS = (333_333, 1_000_000)
"""Times from picture to picture, in 100 ns: 30 and 10 a second."""
TRANSFER = 16_384
"""Bytes of a payload, and of a transfer of the driver."""
MODE = struct.Struct("<HBBIHHHHHIIIBBBB")
"""Probe and commit: hint, format, frame, interval, five without use, largest picture, payload, clock, and others."""
UNCOMPRESSED, JPEG = 1, 2
"""The formats, by their numbers."""
VENDOR, PRODUCT = 0x1D6B, 0x0102
CAMERA, PROCESSING, OUTPUT = 1, 2, 3
"""Units of the device, by their numbers."""
ENDPOINT = 0x81


class Control(NamedTuple):
    """A control: its unit, its selector there, and its size and values."""

    unit: int
    selector: int
    size: int
    least: int
    most: int
    usual: int


MANUAL, APERTURE_PRIORITY = 1, 8
EXPOSURE_MODE = Control(CAMERA, 0x02, 1, MANUAL, APERTURE_PRIORITY, APERTURE_PRIORITY)
EXPOSURE_PRIORITY = Control(CAMERA, 0x03, 1, 0, 1, 1)
EXPOSURE_TIME = Control(CAMERA, 0x04, 4, 1, 5000, 156)
FOCUS = Control(CAMERA, 0x06, 2, 0, 250, 0)
FOCUS_AUTO = Control(CAMERA, 0x08, 1, 0, 1, 1)
MAINS_FREQUENCY = Control(PROCESSING, 0x05, 1, 0, 2, 2)
WHITE_BALANCE = Control(PROCESSING, 0x0A, 2, 2800, 6500, 4600)
WHITE_BALANCE_AUTO = Control(PROCESSING, 0x0B, 1, 0, 1, 1)
CONTROLS = (
    EXPOSURE_MODE,
    EXPOSURE_PRIORITY,
    EXPOSURE_TIME,
    FOCUS,
    FOCUS_AUTO,
    MAINS_FREQUENCY,
    WHITE_BALANCE,
    WHITE_BALANCE_AUTO,
)
_BITS_OF_CAMERA = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 17
_BITS_OF_PROCESSING = 1 << 6 | 1 << 10 | 1 << 12

DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x200, 0xEF, 2, 1, 64, VENDOR, PRODUCT, 0x100, 0, 0, 0, 1)
QUALIFIER = struct.pack("<BBHBBBBBB", 10, 6, 0x200, 0xEF, 2, 1, 64, 1, 0)


def configuration() -> bytes:
    """Returns the descriptors of the one configuration: an interface for controls, and one for pictures."""
    association = bytes((8, 11, 0, 2, 14, 3, 0, 0))
    units = (
        struct.pack("<BBBBHBBHHHB", 18, 0x24, 2, CAMERA, 0x201, 0, 0, 0, 0, 0, 3)
        + _BITS_OF_CAMERA.to_bytes(3, "little"),
        struct.pack("<BBBBBHBHBB", 12, 0x24, 5, PROCESSING, CAMERA, 0, 2, _BITS_OF_PROCESSING, 0, 0),
        struct.pack("<BBBBHBBB", 9, 0x24, 3, OUTPUT, 0x101, 0, PROCESSING, 0),
    )
    control = _interface(0, 1) + struct.pack("<BBBHHIBB", 13, 0x24, 1, 0x110, 13 + len(b"".join(units)), 0, 1, 1)
    yuy2 = bytes.fromhex("5955593200001000800000aa00389b71")
    formats = struct.pack("<BBBBB16sBBBBBB", 27, 0x24, 4, UNCOMPRESSED, 1, yuy2, 16, 1, 0, 0, 0, 0)
    formats += _frame(5, 1, SIZES[0], (2_000_000,))
    formats += struct.pack("<BBBBBBBBBBB", 11, 0x24, 6, JPEG, len(SIZES), 1, 1, 0, 0, 0, 0)
    formats += b"".join(_frame(7, number, size, INTERVALS) for number, size in enumerate(SIZES, 1))
    header = struct.pack("<BBBBHBBBBBBBBB", 15, 0x24, 1, 2, 15 + len(formats), ENDPOINT, 0, OUTPUT, 0, 0, 0, 1, 0, 0)
    endpoint = struct.pack("<BBBBHB", 7, 5, ENDPOINT, 2, 512, 0)
    parts = association + control + b"".join(units) + _interface(1, 2, 1) + header + formats + endpoint
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(parts), 2, 1, 0, 0x80, 250) + parts


def _interface(number: int, subclass: int, endpoints: int = 0) -> bytes:
    return bytes((9, 4, number, 0, endpoints, 14, subclass, 0, 0))


def _frame(kind: int, number: int, size: tuple[int, int], intervals: tuple[int, ...]) -> bytes:
    width, height = size
    head = struct.pack("<BBBBBHHIII", 26 + 4 * len(intervals), 0x24, kind, number, 0, width, height, 0, 0, _bytes(size))
    return head + struct.pack(f"<IB{len(intervals)}I", intervals[0], len(intervals), *intervals)


def _bytes(size: tuple[int, int]) -> int:
    return 2 * size[0] * size[1]


def adjusted(mode: bytes) -> bytes:
    """Returns the mode that the camera offers for what the driver asks for."""
    hint, kind, frame, interval, *others = MODE.unpack(mode.ljust(MODE.size, b"\0"))
    kind = kind if kind in (UNCOMPRESSED, JPEG) else UNCOMPRESSED
    sizes, intervals = (SIZES, INTERVALS) if kind == JPEG else (SIZES[:1], (2_000_000,))
    frame = frame if 1 <= frame <= len(sizes) else 1
    interval = min(intervals, key=lambda possible: abs(possible - interval))
    return MODE.pack(hint, kind, frame, interval, *others[:5], _bytes(sizes[frame - 1]), TRANSFER, *others[7:])
