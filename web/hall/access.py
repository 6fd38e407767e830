"""The organiser's code and cookie, and the start number that a phone has chosen."""

from __future__ import annotations

ME_COOKIE = "kiebitz-me"
"""The start number that a phone has chosen."""


def me_cookie(tournament: str, number: int) -> str:
    """Returns a cookie that remembers a start number of a tournament."""
    return f"{tournament}.{number}"


def start_number(cookie: str, tournament: str) -> int:
    """Returns the start number in a cookie; 0 if there is none, or if it is of another tournament."""
    named, _, digits = cookie.partition(".")
    is_number = digits.isdecimal() and digits.isascii() and len(digits) < 6
    return int(digits) if is_number and named == tournament else 0
