"""Tests of the keyboard of a terminal."""

import io
import sys
import threading
from types import SimpleNamespace

import pytest

from cli.keyboard import keys_of, single_keys


@pytest.mark.parametrize(
    ("read", "keys"),
    [
        (b"", []),
        (b" ", ["space"]),
        (b"Pf", ["p", "f"]),
        (b"\r\n", ["enter", "enter"]),
        (b"\x1b[A\x1bOB", ["up", "down"]),
        (b"\x1b[C\x1b[D\x7f", ["right", "left", "backspace"]),
        pytest.param("ä€".encode(), [], id="letters of other keyboards are no keys"),
        pytest.param(b"\x1b[3~q", ["q"], id="an unknown sequence is no key"),
    ],
)
def test_bytes_become_names_of_keys(read: bytes, keys: list[str]) -> None:
    assert keys_of(read) == keys


class Console(io.StringIO):
    """A console of Windows, from which keys come by its own library."""

    def isatty(self) -> bool:
        return True


def test_arrows_of_a_console_of_windows_are_two_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    signs, keys, has_ended = iter("p\xe0HÄ\x00P\xe0S\r\x03"), list[str](), threading.Event()

    def getwch() -> str:
        sign = next(signs, None)
        if sign is None:
            has_ended.set()
            threading.Event().wait()  # as a keyboard that nobody uses
        return str(sign)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(getwch=getwch))
    with single_keys(Console(), keys.append):
        assert has_ended.wait(10)
    assert keys == ["p", "up", "down", "enter", "q"]
