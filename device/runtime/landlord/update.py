"""A new version from the stick: the appliance asks for it, and root checks and installs it.

The appliance may change nothing of its program. It writes the name of an archive to a file, which starts
`kiebitz-update.service`; that takes the archive from the stick only if its signature is by a key of the version in use
(deploy/update). `UNIT` has the outcome.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from device.runtime.root_unit import RootUnit

if TYPE_CHECKING:
    from collections.abc import Callable

UNIT = RootUnit(Path("/etc/systemd/system/kiebitz-update.path"), "update", Path("/run/kiebitz-update/result"), 4096)
RUNNING, DONE = "running", "done"
TIMEOUT_S = 3600.0
"""Seconds; a Zero 2 W takes up to half an hour for an archive."""
POLL_S = 1.0


class UpdateError(Exception):
    """Raised if an archive was not installed; the message is what `deploy/upgrade` said, or empty."""


class NotInstalled(UpdateError):
    """Raised where no unit installs archives."""


def request_update(name: str, sleep: Callable[[float], None] = time.sleep) -> None:
    """Asks for the installation of the archive *name* on the stick, and waits for it.

    It returns only if nothing had to be changed: otherwise the appliance is started anew meanwhile.

    :raises UpdateError: if it is refused or fails.
    """
    if not UNIT.is_installed:
        raise NotInstalled
    before = UNIT.outcome_version()
    UNIT.ask(f"{name}\n")
    for _ in range(round(TIMEOUT_S / POLL_S)):
        sleep(POLL_S)
        if UNIT.outcome_version() != before and (result := UNIT.outcome()) != RUNNING:
            if result == DONE:
                return
            raise UpdateError(result)
    raise UpdateError("no answer")
