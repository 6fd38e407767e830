"""A USB webcam for QEMU: a device of the USB video class with controls, whose messages QEMU exchanges at a socket.

The protocol is that of usbredir: QEMU's `usb-redir` passes on what the guest's host controller wants of the device, so
the guest's kernel drives it with `uvcvideo`, like any webcam. Pictures are JPEG, over a bulk endpoint.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from tests.machine import webcam_descriptors as uvc
from tests.machine.webcam_descriptors import EXPOSURE_MODE, EXPOSURE_TIME, JPEG, MODE, SIZES, TRANSFER, Control

HELLO, CONNECT, DISCONNECT, INTERFACE_INFO, ENDPOINT_INFO, SET_CONFIGURATION = 0, 1, 2, 4, 5, 6
CONFIGURATION_STATUS, SET_ALT_SETTING, ALT_SETTING_STATUS, CANCEL, CONTROL, BULK = 8, 9, 11, 21, 100, 101
HEADER, HELLO_HEADER = struct.Struct("<IIQ"), struct.Struct("<III")
CONTROL_HEADER, BULK_HEADER = struct.Struct("<BBBBHHH"), struct.Struct("<BBHIH")
CAPABILITIES = 1 << 4 | 1 << 5 | 1 << 6
"""Packet sizes in `ENDPOINT_INFO`, numbers of 64 bits, transfers of more than 64 KiB."""
HIGH_SPEED, NO_ENDPOINT, BULK_ENDPOINT = 2, 255, 2
DONE, CANCELLED, STALLED = 0, 1, 4
SET_CURRENT, CURRENT, LEAST, MOST, STEP, SIZE, INFO, USUAL = 0x01, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87
PROBE, COMMIT = 1, 2
AUTOMATIC_EXPOSURE = 200
"""The exposure that the camera chooses by itself in the light of the start, in units of 100 µs."""


class UsbWebcam:
    """A context in which QEMU finds the device at a socket; it may be unplugged and plugged in again."""

    def __init__(self, path: Path) -> None:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen()
        self._sending = threading.Lock()
        self._transfers: deque[tuple[int, int]] = deque()
        """Number and size of the transfers that wait for a picture."""
        self._is_over = threading.Event()
        self.values = {control: control.usual for control in uvc.CONTROLS}
        self.light = 1.0
        """How many times as bright the table is as at the start."""
        self._spoiling: deque[Callable[[bytes], bytes]] = deque()
        self._wanted = self._mode = uvc.adjusted(b"")

    def __enter__(self) -> UsbWebcam:
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._serve, self._film)]
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._listening.close()
        self._connection.close()
        for thread in self._threads:
            thread.join(10)

    @property
    def exposure(self) -> int:
        is_manual = self.values[EXPOSURE_MODE] == uvc.MANUAL
        return self.values[EXPOSURE_TIME] if is_manual else round(AUTOMATIC_EXPOSURE / self.light)

    @property
    def committed(self) -> tuple[int, tuple[int, int], int]:
        """The format, size (px) and interval (100 ns) that the driver has committed to."""
        _, kind, frame, interval, *_ = MODE.unpack(self._mode)
        return kind, SIZES[frame - 1], interval

    def spoil(self, *changes: Callable[[bytes], bytes]) -> None:
        """Changes the JPEG files of the next pictures."""
        self._spoiling.extend(changes)

    def plug(self) -> None:
        self.values = {control: control.usual for control in uvc.CONTROLS}
        unused = bytes(30)
        interfaces = bytes((0, 1)), bytes((14, 14)), bytes((1, 2)), bytes(2)
        self._send(INTERFACE_INFO, 0, struct.pack("<I", 2) + b"".join(part + unused for part in interfaces))
        kinds, sizes = bytearray([NO_ENDPOINT] * 32), [0] * 32
        kinds[0] = kinds[16] = 0
        kinds[17], sizes[17] = BULK_ENDPOINT, 512
        owners = bytes(17) + b"\1" + bytes(14)
        self._send(ENDPOINT_INFO, 0, bytes(kinds) + bytes(32) + owners + struct.pack("<32H", *sizes))
        self._send(CONNECT, 0, struct.pack("<BBBBHH", HIGH_SPEED, 0xEF, 2, 1, uvc.VENDOR, uvc.PRODUCT))

    def unplug(self) -> None:
        self._send(DISCONNECT, 0, b"")
        self._transfers.clear()

    def _serve(self) -> None:
        self._connection, _ = self._listening.accept()
        with suppress(OSError):  # QEMU is killed at the end
            self._talk()

    def _talk(self) -> None:
        hello = b"a webcam".ljust(64, b"\0") + struct.pack("<I", CAPABILITIES)
        self._connection.sendall(HELLO_HEADER.pack(HELLO, len(hello), 0) + hello)
        with self._connection.makefile("rb") as stream:
            _, length, _ = HELLO_HEADER.unpack(stream.read(HELLO_HEADER.size))
            stream.read(length)
            self._threads[1].start()
            self.plug()
            while head := stream.read(HEADER.size):
                kind, length, number = HEADER.unpack(head)
                self._answer(kind, number, stream.read(length))

    def _answer(self, kind: int, number: int, body: bytes) -> None:
        if kind == SET_CONFIGURATION:
            self._send(CONFIGURATION_STATUS, number, bytes((DONE, body[0])))
        elif kind == SET_ALT_SETTING:
            self._send(ALT_SETTING_STATUS, number, bytes((DONE, *body)))
        elif kind == CANCEL:
            self._send(BULK, number, BULK_HEADER.pack(uvc.ENDPOINT, CANCELLED, 0, 0, 0))
            self._transfers = deque(transfer for transfer in self._transfers if transfer[0] != number)
        elif kind == BULK:
            _, _, low, _, high = BULK_HEADER.unpack(body[: BULK_HEADER.size])
            self._transfers.append((number, high << 16 | low))
        elif kind == CONTROL:
            endpoint, request, to, _, value, index, length = CONTROL_HEADER.unpack(body[: CONTROL_HEADER.size])
            data = body[CONTROL_HEADER.size :]
            answer = self._descriptor(value) if to == 0x80 else self._controlled(request, value >> 8, index, data)
            status, answer = (STALLED, b"") if answer is None else (DONE, answer[:length])
            length = len(answer) if to & 0x80 else length
            self._send(
                CONTROL, number, CONTROL_HEADER.pack(endpoint, request, to, status, value, index, length) + answer
            )

    def _descriptor(self, value: int) -> bytes | None:
        return {1: uvc.DEVICE, 2: uvc.configuration(), 6: uvc.QUALIFIER}.get(value >> 8)

    def _controlled(self, request: int, selector: int, index: int, data: bytes) -> bytes | None:
        """Returns the answer of a unit of the camera, None if there is no such control."""
        if index == 1:
            return self._negotiate(request, selector, data)
        control = next((each for each in self.values if (each.unit, each.selector) == (index >> 8, selector)), None)
        if control is None:
            return None
        if request == SET_CURRENT:
            self.values[control] = int.from_bytes(data, "little")
            return b""
        if request == INFO:
            return b"\3"
        return self._value(request, control).to_bytes(2 if request == SIZE else control.size, "little")

    def _value(self, request: int, control: Control) -> int:
        if request == CURRENT and control == EXPOSURE_TIME:
            return self.exposure
        step = uvc.MANUAL | uvc.APERTURE_PRIORITY if control == EXPOSURE_MODE else 1
        now = self.values[control]
        answers = {CURRENT: now, LEAST: control.least, MOST: control.most, STEP: step, SIZE: control.size}
        return answers.get(request, control.usual)

    def _negotiate(self, request: int, selector: int, data: bytes) -> bytes | None:
        if request == SET_CURRENT:
            self._wanted = uvc.adjusted(data)
            if selector == COMMIT:
                self._mode = self._wanted
            return b""
        if request in (LEAST, MOST, USUAL):
            return uvc.adjusted(self._wanted)
        return {CURRENT: self._wanted, SIZE: struct.pack("<H", MODE.size), INFO: b"\3"}.get(request)

    def _film(self) -> None:
        """Sends a picture in each interval, if the driver waits for one: another one each time."""
        for number in count():
            kind, size, interval = self.committed
            if self._is_over.wait(interval / 1e7):
                return
            if self._transfers and kind == JPEG:
                content = picture(size, self.light * self.exposure, number)
                if self._spoiling:
                    content = self._spoiling.popleft()(content)
                self._send_picture(content, number % 2)

    def _send_picture(self, content: bytes, parity: int) -> None:
        while content and not self._is_over.is_set():
            try:
                number, size = self._transfers.popleft()
            except IndexError:
                time.sleep(0.002)
                continue
            part, content = content[: min(size, TRANSFER) - 2], content[min(size, TRANSFER) - 2 :]
            payload = bytes((2, 0x80 | parity | (0 if content else 2))) + part
            self._send(BULK, number, BULK_HEADER.pack(uvc.ENDPOINT, DONE, len(payload), 0, 0) + payload)

    def _send(self, kind: int, number: int, body: bytes) -> None:
        with self._sending:
            self._connection.sendall(HEADER.pack(kind, len(body), number) + body)


def picture(size: tuple[int, int], light: float, number: int) -> bytes:
    """Returns a JPEG file of a table with a bright card, as bright as light and exposure make it."""
    width, height = size
    table = np.full((height, width, 3), min(255, light / 2), np.uint8)
    table[height // 4 : height // 2, width // 4 : width // 3] = min(255, light)
    table[:8, : 8 * (number % 50)] = 10
    return cv2.imencode(".jpg", table)[1].tobytes()
