"""The keyboard of a terminal: single keys without Enter, and which of them are buttons."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TextIO

from common.errors import CommandError
from device.hardware.presses import Button

MAX_KEY_BYTES = 32
"""Bytes that are read at once; an arrow key has three."""
KEY_SEQUENCES = {
    b"\x1b[A": "up", b"\x1bOA": "up", b"\x1b[B": "down", b"\x1bOB": "down",
    b"\x1b[C": "right", b"\x1bOC": "right", b"\x1b[D": "left", b"\x1bOD": "left",
}  # fmt: skip
KEY_NAMES = {b"\r": "enter", b"\n": "enter", b"\x7f": "backspace", b"\b": "backspace", b" ": "space"}
WINDOWS_ARROWS = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D"}
BUTTON_KEYS: dict[str, Button] = {
    "f": "fold", "backspace": "fold", "left": "fold", "p": "play", "enter": "play", "right": "play",
    "up": "up", "u": "up", "down": "down", "d": "down",
}  # fmt: skip


def is_wanted(question: str, otherwise: str) -> bool:
    """Asks for a yes; *otherwise* says how to do without.

    :raises CommandError: if nobody can be asked.
    """
    if not sys.stdin.isatty():
        raise CommandError(f"got nobody to ask, expected a terminal, or {otherwise}")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes", "j", "ja")


def keys_of(read: bytes) -> list[str]:
    """Returns the keys of what was read: `up`, `down`, `left`, `right`, `enter`, `backspace`, `space`, or a letter."""
    keys = []
    while read:
        sequence = next((one for one in KEY_SEQUENCES if read.startswith(one)), None)
        if sequence is not None:
            keys.append(KEY_SEQUENCES[sequence])
            read = read[len(sequence) :]
            continue
        key, read = read[:1], read[1:]
        if key in KEY_NAMES:
            keys.append(KEY_NAMES[key])
        elif key.isalpha():
            keys.append(key.decode().lower())
    return keys


@contextmanager
def single_keys(stream: TextIO, on_key: Callable[[str], None]) -> Iterator[None]:
    """Passes each key to *on_key*, from a separate thread, within the context; `end` when the input has ended."""
    read = _read_console if sys.platform == "win32" and stream.isatty() else partial(_read, stream.fileno())
    with _without_echo(stream):
        # A daemon, as a thread that waits for the keyboard cannot be woken.
        threading.Thread(target=read, args=(on_key,), name="keyboard", daemon=True).start()
        yield


def _read(file: int, on_key: Callable[[str], None]) -> None:
    while True:
        try:
            read = os.read(file, MAX_KEY_BYTES)
        except OSError:  # the terminal has gone
            read = b""
        if not read:
            on_key("end")
            return
        for key in keys_of(read):
            on_key(key)


def _read_console(on_key: Callable[[str], None]) -> None:
    """Reads the keys of a console of Windows, in which an arrow is two signs."""
    import msvcrt

    console: Any = msvcrt
    while True:
        key = console.getwch()
        if key in "\x00\xe0":
            key = WINDOWS_ARROWS.get(console.getwch(), "")
        elif key == "\x03":  # Ctrl-C is a key while one is waited for
            key = "q"
        for name in keys_of(key.encode()):
            on_key(name)


@contextmanager
def _without_echo(stream: TextIO) -> Iterator[None]:
    if sys.platform == "win32" or not stream.isatty():
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(stream)
    tty.setcbreak(stream)
    try:
        yield
    finally:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)
