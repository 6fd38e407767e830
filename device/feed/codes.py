"""Codes of the page, all derived from one key, which is drawn when the page is switched on and for each evening."""

from __future__ import annotations

import hashlib
import hmac
import secrets

KEY_BYTES = 16
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody confuses when reading them from the display."""
CODE_LENGTH = 6


def new_key() -> str:
    return secrets.token_hex(KEY_BYTES)


def player_code(key: str) -> str:
    """Returns the code that makes a phone a player's."""
    number = int.from_bytes(hmac.digest(key.encode(), b"player", hashlib.sha256)[:8])
    letters = ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[place]
    return letters


def sign(key: str, text: str) -> str:
    """Returns a signature of *text* that only the holder of the key can make."""
    return hmac.new(key.encode(), f"cookie {text}".encode(), hashlib.sha256).hexdigest()
