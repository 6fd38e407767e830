"""Tests of the keyboard of a terminal."""

from __future__ import annotations

import pytest

from cli.keyboard import keys_of


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
