"""Roles in the hall and their cookies: everybody may look; the organiser, with the code in the terminal, may change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.kit.access import is_code, new_cookie, signed_role

if TYPE_CHECKING:
    from web.hall.views.base import HallRole

ORGANISER = "organiser"
COOKIE = "kiebitz-hall"
COOKIE_S = 3 * 24 * 3600
"""Seconds for which a cookie is valid, the maximum length of a tournament; its role ends with the hall's process."""
ME_COOKIE = "kiebitz-me"
"""The start number that a phone has chosen."""


def organiser_cookie(key: str) -> str:
    return new_cookie(key, ORGANISER)


def hall_role(key: str, cookie: str) -> HallRole:
    return "organiser" if signed_role(key, cookie, (ORGANISER,)) else "viewer"


def is_organiser_code(key: str, given: str) -> bool:
    return is_code(key, given)


def me_cookie(tournament: str, number: int) -> str:
    """Returns a cookie that remembers a start number of a tournament."""
    return f"{tournament}.{number}"


def start_number(cookie: str, tournament: str) -> int:
    """Returns the start number in a cookie; 0 if there is none, or if it is of another tournament."""
    named, _, digits = cookie.partition(".")
    is_number = digits.isdecimal() and digits.isascii() and len(digits) < 6
    return int(digits) if is_number and named == tournament else 0
