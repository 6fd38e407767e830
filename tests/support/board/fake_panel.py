"""Models of the display controllers, as seen from their bus and through their glass."""

import errno
import os
from collections.abc import Sequence
from typing import Literal

from PIL import Image

PARAMETERS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1,
    0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xFD: 1,
}  # fmt: skip
"""Number of bytes after a command (data sheets of SSD1306, SSD1309 and SH1106)."""
ADDRESSING = (0x20, 0x21, 0x22)
HORIZONTAL = 0


Answer = Literal["status", "memory", "nothing"]
"""The answer of a controller to a read over I2C; some modules have none."""


class Panel:
    """A controller with its display RAM, and the glass as a viewer sees it.

    The RAM is 8 pages of *columns* bytes; the SH1106 has 132 columns, of which 128 from the third on are visible, and
    it does not know the horizontal addressing mode of the SSD1306.
    """

    def __init__(
        self, columns: int = 128, first_visible: int = 0, has_modes: bool = True, answer: Answer = "status"
    ) -> None:
        self.columns, self.first_visible, self.has_modes = columns, first_visible, has_modes
        self.answer: Answer = answer
        self.received = 0
        self.lose_power()

    def lose_power(self) -> None:
        """Forgets all settings; the RAM holds garbage, as after power on."""
        self.ram = [bytearray([0xA5] * self.columns) for _ in range(8)]
        self.on = self.inverse = self.all_on = self.mirrored = self.flipped = False
        self.contrast, self.mode = 0x7F, 2
        self.first_column, self.last_column, self.first_page, self.last_page = 0, self.columns - 1, 0, 7
        self.column = self.page = self.start_line = self.offset = 0
        self._command: int | None = None
        self._parameters: list[int] = []
        self._before = 0x5A
        self._reads_memory = False

    def write(self, payload: Sequence[int]) -> None:
        """Takes one write of an I2C bus: control bytes, each before one byte (0x80, 0xC0) or all that follows."""
        self.received += len(payload)
        while payload:
            control, payload = payload[0], payload[1:]
            if control not in (0x00, 0x40, 0x80, 0xC0):
                raise AssertionError(f"got control byte {control:#04x}, expected 0x00, 0x40, 0x80 or 0xc0")
            self._reads_memory = bool(control & 0x40)
            length = 1 if control & 0x80 else len(payload)
            self.take(payload[:length], is_data=self._reads_memory)
            payload = payload[length:]

    def read(self, length: int) -> list[int]:
        """Gives one read of an I2C bus: the status, or the memory, of which the first byte is the one read before."""
        if self.answer == "nothing":
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        if self.answer == "status" or not self._reads_memory:
            return [0x03 | (not self.on) << 6] * length
        answer = []
        for _ in range(length):
            answer.append(self._before)
            self._before = self.ram[self.page][self.column]
            self.column = (self.column + 1) % self.columns
        return answer

    def take(self, values: Sequence[int], is_data: bool) -> None:
        """Takes bytes sent over SPI, where a wire distinguishes commands from data."""
        for byte in values:
            self._take_data(byte) if is_data else self._take_command(byte)

    def picture(self) -> Image.Image:
        """Returns the visible picture of a module with the usual wiring."""
        glass = Image.new("1", (128, 64))
        if not self.on:
            return glass
        for y in range(64):
            line = ((y if self.flipped else 63 - y) + self.start_line + self.offset) % 64
            for x in range(128):
                visible = x + self.first_visible
                column = visible if self.mirrored else self.columns - 1 - visible
                lit = self.all_on or bool(self.ram[line >> 3][column] >> (line & 7) & 1)
                glass.putpixel((x, y), 255 if lit != self.inverse else 0)
        return glass

    def _take_command(self, byte: int) -> None:
        if self._command is None:
            self._command, self._parameters = byte, []
        else:
            self._parameters.append(byte)
        expected = 0 if self._command in ADDRESSING and not self.has_modes else PARAMETERS.get(self._command, 0)
        if len(self._parameters) == expected:
            command, self._command = self._command, None
            self._execute(command, self._parameters)

    def _execute(self, command: int, parameters: list[int]) -> None:
        if command in PARAMETERS:
            self._set(command, parameters)
        elif command <= 0x0F:
            self.column = self.column & 0xF0 | command
        elif command <= 0x1F:
            self.column = self.column & 0x0F | (command & 0x0F) << 4
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif 0xB0 <= command <= 0xB7:
            self.page = command & 7
        else:
            self._switch(command)

    def _set(self, command: int, parameters: list[int]) -> None:
        if command in ADDRESSING and not parameters:
            return
        if command == 0x20:
            self.mode = parameters[0] & 3
        elif command == 0x21:
            self.first_column, self.last_column = parameters
            self.column = self.first_column
        elif command == 0x22:
            self.first_page, self.last_page = (page & 7 for page in parameters)
            self.page = self.first_page
        elif command == 0x81:
            self.contrast = parameters[0]
        elif command == 0xD3:
            self.offset = parameters[0] & 0x3F

    def _switch(self, command: int) -> None:
        state = bool(command & 1)
        if command in (0xA0, 0xA1):
            self.mirrored = state
        elif command in (0xA4, 0xA5):
            self.all_on = state
        elif command in (0xA6, 0xA7):
            self.inverse = state
        elif command in (0xAE, 0xAF):
            self.on = state
        elif command in (0xC0, 0xC8):
            self.flipped = command == 0xC8

    def _take_data(self, byte: int) -> None:
        if self.column < self.columns:
            self.ram[self.page][self.column] = byte
        self.column += 1
        if self.has_modes and self.mode == HORIZONTAL and self.column > self.last_column:
            self.column = self.first_column
            self.page = self.first_page if self.page >= self.last_page else self.page + 1


def ssd1306() -> Panel:
    """Returns the model of an SSD1306; the SSD1309 behaves alike."""
    return Panel()


def sh1106() -> Panel:
    return Panel(columns=132, first_visible=2, has_modes=False, answer="memory")
