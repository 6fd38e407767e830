"""Amounts of entry fees and prizes as people write them."""

import re

from common.texts.phrases import Language
from hall.formats.format import MoneyFormat

_AMOUNT = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{1,2}))?\s*€?")


class MoneyError(ValueError):
    """Raised for a text that is no amount, or no list of percents."""


def money_of(fee: str, prizes: str) -> MoneyFormat:
    """Returns what a fee such as `7,50` and prizes such as `50, 30, 20` mean; empty texts mean none.

    :raises MoneyError: for other texts.
    """
    amount = _AMOUNT.fullmatch(fee.strip() or "0")
    parts = re.split(r"[\s,;%]+", prizes.strip(" ,;%")) if prizes.strip() else []
    if amount is None or any(not (part.isascii() and part.isdecimal() and len(part) < 4) for part in parts):
        raise MoneyError(f"got {fee!r} and {prizes!r}, expected an amount such as 7,50 and percents such as 50, 30, 20")
    return MoneyFormat(int(amount[1]) * 100 + int((amount[2] or "").ljust(2, "0")), tuple(map(int, parts)))


def number_text(cents: int, language: Language) -> str:
    """Returns an amount as it is typed, such as 10 or 7,50."""
    number = str(cents // 100) if cents % 100 == 0 else f"{cents / 100:.2f}"
    return number if language == "en" else number.replace(".", ",")


def amount_text(cents: int, language: Language) -> str:
    """Returns an amount such as 10 € or 7,50 €."""
    return f"{number_text(cents, language)} €"
