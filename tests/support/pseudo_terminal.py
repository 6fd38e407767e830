"""A command in a pseudo-terminal, and what its screen shows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

LINE = re.compile(r"\x1b\[(\d+);1H")
CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class PseudoTerminal:
    """Runs `kiebitz` with *arguments*; use it as a context manager. Without *draws* its output is a pipe."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str], columns: int, lines: int) -> None:
        self.output = ""
        self.code: int | None = None
        self._rest = b""
        self._lines: dict[int, str] = {}
        self._parsed = 0
        """Where in the output the last line begins that was drawn: more of it may follow."""
        self._process, self._file = pty.fork()
        if self._process == 0:
            os.execve(sys.executable, [sys.executable, "-m", "cli", *arguments], {**os.environ, **environment})
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self.code is None:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
        os.close(self._file)

    def press(self, key: str) -> None:
        os.write(self._file, key.encode())

    @property
    def screen(self) -> list[str]:
        """The lines on the screen, without colours: for a program that positions each line that it draws."""
        new = self.output[self._parsed :]
        starts = [match.start() for match in LINE.finditer(new)]
        _, *drawn = LINE.split(new)
        for number, text in zip(drawn[::2], drawn[1::2], strict=True):
            self._lines[int(number)] = CODE.sub("", text).rstrip()
        self._parsed += starts[-1] if starts else 0
        return [self._lines.get(number, "") for number in range(1, max(self._lines, default=0) + 1)]

    def shows(self, *texts: str) -> bool:
        return any(text in line for text in texts for line in self.screen)

    def wait_for(self, condition: Callable[[], bool], patience_s: float) -> bool:
        """Reads what is drawn until *condition* holds, or the command ends."""
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            if condition():
                return True
            if not self._read(0.1):
                return condition()
        return condition()

    def wait_for_end(self, patience_s: float) -> int:
        """Returns the exit code."""
        end = time.monotonic() + patience_s
        while self._read(0.1):
            assert time.monotonic() < end, "the command has not ended"
        _, status = os.waitpid(self._process, 0)
        self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def _read(self, seconds: float) -> bool:
        if not select.select([self._file], [], [], seconds)[0]:
            return True
        try:
            read = os.read(self._file, 1 << 16)
        except OSError:  # the other end has been closed
            read = b""
        self._rest += read
        text = self._rest.decode(errors="ignore")
        self._rest = self._rest[len(text.encode()) :]
        self.output += text
        return bool(read)
