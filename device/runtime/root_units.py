"""systemd units that run as root for the appliance: a file with a request starts one, another file has the outcome.

The appliance has no network and may change nothing of its program. `kiebitz-update.service` takes an archive from the
stick only if its signature is by a key of the version in use (deploy/update). `kiebitz-network.service` makes the
table's own Wi-Fi with NetworkManager (deploy/network); its outcome is one word.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import get_args

from common.files.durable_files import write_atomically
from common.files.user_files import read_bounded
from device.runtime.systemd import Say
from device.settings.preferences import Choices
from device.state.appliance_state import OwnWifi, WifiStage


@dataclass(frozen=True, slots=True)
class RootUnit:
    """`path_unit` watches for `request`, a file in the runtime folder; the unit writes to `result`."""

    path_unit: Path
    request: str
    result: Path
    max_bytes: int
    """The size of the outcome in bytes."""

    @property
    def is_installed(self) -> bool:
        return self.path_unit.exists() and "RUNTIME_DIRECTORY" in os.environ

    def ask(self, text: str) -> None:
        """Hands in a request.

        :raises OSError: if it cannot be written.
        """
        write_atomically(Path(os.environ["RUNTIME_DIRECTORY"].split(":")[0]) / self.request, text.encode())

    def outcome(self) -> str:
        """Returns the outcome of the last request since the board was switched on; empty if there was none."""
        with suppress(OSError, ValueError):
            return read_bounded(self.result, self.max_bytes).decode(errors="replace").strip()
        return ""

    def outcome_version(self) -> tuple[int, int]:
        """Returns a value that differs after each outcome."""
        with suppress(OSError):
            status = self.result.stat()
            return status.st_mtime_ns, status.st_ino
        return 0, 0


UPDATE_UNIT = RootUnit(
    Path("/etc/systemd/system/kiebitz-update.path"), "update", Path("/run/kiebitz-update/result"), 4096
)
RUNNING, DONE = "running", "done"
UPDATE_TIMEOUT_S = 3600.0
"""Seconds; a Zero 2 W takes up to half an hour for an archive."""
POLL_S = 1.0


class UpdateError(Exception):
    """Raised if an archive was not installed; the message is what `deploy/upgrade` said, or empty.

    `reason` is the word that `deploy/update` gives as its outcome, such as `bad_signature`.
    """

    def __init__(self, reason: str = "failed", said: str = "") -> None:
        super().__init__(said)
        self.reason = reason


class NotInstalled(UpdateError):
    """Raised where no unit installs archives."""


def request_update(name: str) -> None:
    """Asks for the installation of the archive *name* on the stick, and waits for it.

    It returns only if nothing had to be changed: otherwise the appliance is started anew meanwhile.

    :raises UpdateError: if it is refused or fails.
    """
    if not UPDATE_UNIT.is_installed:
        raise NotInstalled
    before = UPDATE_UNIT.outcome_version()
    UPDATE_UNIT.ask(f"{name}\n")
    for _ in range(round(UPDATE_TIMEOUT_S / POLL_S)):
        time.sleep(POLL_S)
        if UPDATE_UNIT.outcome_version() == before:
            continue
        reason, _, said = UPDATE_UNIT.outcome().partition("\n")
        if reason == DONE:
            return
        if reason != RUNNING:
            raise UpdateError(reason, said)
    raise UpdateError(said="no answer")


WIFI_UNIT = RootUnit(
    Path("/etc/systemd/system/kiebitz-network.path"), "network", Path("/run/kiebitz-network/result"), 200
)
RANDOM = SystemRandom()
PASSWORD_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody confuses when reading them from the display."""
PASSWORD_LENGTH = 12
"""59 bits of entropy with `PASSWORD_LETTERS`: guessing it from recorded traffic takes longer than its use."""
WIFI_TIMEOUT_S = 90.0
"""Seconds after which a request without an outcome has failed."""


class WifiSwitch:
    """Requests the Wi-Fi and reads the outcome."""

    def __init__(self, choices: Choices, say: Say, clock: Callable[[], float] = time.monotonic) -> None:
        self._choices, self._say, self._clock = choices, say, clock
        self.is_offered = WIFI_UNIT.is_installed
        self._stage: WifiStage = "off"
        self._asked_at: float | None = None
        """When the request was made that has no outcome yet."""
        self._read_version = (0, 0)
        """The version of the outcome that was read last."""

    def begin(self, page_is_on: bool) -> None:
        """Requests the Wi-Fi if it was chosen, or ends one that is no longer wanted."""
        if self._choices.now.wifi and page_is_on:
            self._ask(on=True)
        else:
            self._read_version = WIFI_UNIT.outcome_version()
            if WIFI_UNIT.outcome() == "on":
                self._ask(on=False)

    def use(self, on: bool, renews: bool = False) -> None:
        """Makes the Wi-Fi, with a new password if it *renews* that or has none yet, or ends it for good."""
        now = self._choices.now
        changes: dict[str, bool | str] = {"wifi": on}
        if on and (renews or not now.wifi_password):
            changes["wifi_password"] = "".join(RANDOM.choice(PASSWORD_LETTERS) for _ in range(PASSWORD_LENGTH))
            changes["wifi_name"] = (
                now.wifi_name or "Kiebitz-" + "".join(RANDOM.choice(PASSWORD_LETTERS) for _ in "ab").upper()
            )
        self._choices.choose(**changes)
        self._ask(on)

    def end(self) -> None:
        """Ends the Wi-Fi with the page; it comes back with it."""
        if self._choices.now.wifi:
            self._ask(on=False)

    def look(self) -> OwnWifi:
        """Returns the Wi-Fi as it is now; called at every turn of the loop."""
        now = self._choices.now
        if not self.is_offered:
            return OwnWifi()
        version = WIFI_UNIT.outcome_version()
        if version != self._read_version and (word := WIFI_UNIT.outcome()) != "starting":
            stages = get_args(WifiStage)
            self._stage = next((stage for stage in stages if stage == word), "failed")
            self._asked_at, self._read_version = None, version
        elif self._asked_at is not None and self._clock() - self._asked_at > WIFI_TIMEOUT_S:
            self._say(
                f"got no Wi-Fi within {WIFI_TIMEOUT_S:.0f} s, expected one: journalctl -u kiebitz-network says why"
            )
            self._stage, self._asked_at = "failed", None
        return OwnWifi(True, now.wifi, self._stage, now.wifi_name, now.wifi_password)

    def _ask(self, on: bool) -> None:
        if not self.is_offered:
            return
        now = self._choices.now
        text = f"on\n{now.wifi_name}\n{now.wifi_password}\n" if on else "off\n"
        self._read_version = WIFI_UNIT.outcome_version()
        self._stage, self._asked_at = "starting" if on else "off", self._clock()
        try:
            WIFI_UNIT.ask(text)
        except OSError as error:
            self._say(f"cannot ask for the Wi-Fi: {error.strerror or error}; the game goes on without it")
            self._stage, self._asked_at = "failed", None
