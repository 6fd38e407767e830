"""Numeric arguments of the commands, checked before anything starts."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def at_least(least: int) -> Callable[[str], int]:
    """Returns a parser of integers for argparse."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"got {text!r}, expected a whole number of {least} or more")
        return int(text)

    return read


def above_zero(text: str) -> float:
    """Parses a number for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"got {text!r}, expected a number above zero")
    return number
