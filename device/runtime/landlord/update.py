"""A new version from the stick: the appliance asks for it, and root checks and installs it.

The appliance may change nothing of its program. It writes the name of an archive to `REQUEST`, which starts
`kiebitz-update.service`; that takes the archive from the stick only if its signature is by a key of the version in use
(deploy/update). What comes of it is in `RESULT`.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from device.files.atomic_files import write_atomically
from device.files.bounded_read import read_bounded

if TYPE_CHECKING:
    from collections.abc import Callable

UNIT = Path("/etc/systemd/system/kiebitz-update.path")
RESULT = Path("/run/kiebitz-update/result")
RUNNING, DONE = "running", "done"
_MAX_BYTES = 4096
TIMEOUT_S = 3600.0
"""Seconds; a Zero 2 W takes up to half an hour for an archive."""
POLL_S = 1.0


class UpdateError(Exception):
    """Raised if an archive was not installed; the message is what `deploy/upgrade` said, or empty."""


class NotInstalled(UpdateError):
    """Raised where no unit installs archives."""


def can_update() -> bool:
    return UNIT.exists() and "RUNTIME_DIRECTORY" in os.environ


def request_update(name: str, sleep: Callable[[float], None] = time.sleep) -> None:
    """Asks for the installation of the archive *name* on the stick, and waits for it.

    It returns only if nothing had to be changed: otherwise the appliance is started anew meanwhile.

    :raises UpdateError: if it is refused or fails.
    """
    if not can_update():
        raise NotInstalled
    before = _result_version()
    write_atomically(Path(os.environ["RUNTIME_DIRECTORY"].split(":")[0]) / "update", f"{name}\n".encode())
    for _ in range(round(TIMEOUT_S / POLL_S)):
        sleep(POLL_S)
        if _result_version() != before and (result := read_result()) != RUNNING:
            if result == DONE:
                return
            raise UpdateError(result)
    raise UpdateError("no answer")


def read_result() -> str:
    """Returns the outcome of the last installation since the board was switched on; empty if there was none."""
    with suppress(OSError, ValueError):
        return read_bounded(RESULT, _MAX_BYTES).decode(errors="replace").strip()
    return ""


def _result_version() -> tuple[int, int]:
    with suppress(OSError):
        status = RESULT.stat()
        return status.st_mtime_ns, status.st_ino
    return 0, 0
