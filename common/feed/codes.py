"""Codes of the page, all derived from one key, which is drawn when the page is switched on and for each evening."""

import os

KEY_BYTES = 16
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody confuses when reading them from the display."""
CODE_LENGTH = 6


def new_key() -> str:
    return os.urandom(KEY_BYTES).hex()


def player_code(key: str) -> str:
    number = int.from_bytes(_hmac(key, b"player")[:8])
    letters = ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[place]
    return letters


def sign(key: str, text: str) -> str:
    """Returns a signature of *text* that only the holder of the key can make."""
    return _hmac(key, f"cookie {text}".encode()).hex()


def _hmac(key: str, text: bytes) -> bytes:
    import hmac  # loads OpenSSL, 3.5 MiB: only where there is a page

    return hmac.digest(key.encode(), text, "sha256")
