"""Hashes passwords for mosquitto by its own program, `mosquitto_passwd`."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from common.errors import CommandError

if TYPE_CHECKING:
    from pathlib import Path

TIMEOUT_S = 60


def hash_passwords(file: Path) -> None:
    """Replaces the passwords in *file*, a line `user:password` each, by their hashes.

    They are not passed as arguments, which all users of a machine can read.

    :raises CommandError: if mosquitto's program is missing or fails.
    """
    try:
        done = subprocess.run(
            ["mosquitto_passwd", "-U", str(file)], capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
    except FileNotFoundError:
        raise CommandError("got no program mosquitto_passwd, expected it: apt install mosquitto") from None
    if done.returncode:
        raise CommandError(f"mosquitto_passwd could not hash the passwords: {done.stderr.strip()[-300:]}")
