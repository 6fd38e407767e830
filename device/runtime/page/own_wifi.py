"""The table's own Wi-Fi: the appliance asks for it, and root makes it with NetworkManager.

The appliance has no network and no rights. It writes a request to a file, which starts `kiebitz-network.service`
(deploy/network); the outcome is one word.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, get_args

from device.runtime.root_unit import RootUnit
from device.state.page_access import OwnWifi, WifiStage

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.settings.preferences import Choices

UNIT = RootUnit(Path("/etc/systemd/system/kiebitz-network.path"), "network", Path("/run/kiebitz-network/result"), 200)
RANDOM = SystemRandom()
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody confuses when reading them from the display."""
PASSWORD_LENGTH = 12
"""59 bits of entropy with `LETTERS`: guessing it from recorded traffic takes longer than the password is used."""
TIMEOUT_S = 90.0
"""Seconds after which a request without an outcome has failed."""


class WifiSwitch:
    """Requests the Wi-Fi and reads the outcome."""

    def __init__(
        self, choices: Choices, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._choices, self._say, self._clock = choices, say, clock
        self.is_offered = UNIT.is_installed
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
            self._read_version = UNIT.outcome_version()
            if UNIT.outcome() == "on":
                self._ask(on=False)

    def use(self, on: bool, renews: bool = False) -> None:
        """Makes the Wi-Fi, with a new password if it *renews* that or has none yet, or ends it for good."""
        now = self._choices.now
        changes: dict[str, bool | str] = {"wifi": on}
        if on and (renews or not now.wifi_password):
            changes["wifi_password"] = "".join(RANDOM.choice(LETTERS) for _ in range(PASSWORD_LENGTH))
            changes["wifi_name"] = now.wifi_name or "Kiebitz-" + "".join(RANDOM.choice(LETTERS) for _ in "ab").upper()
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
        self._look_for_outcome()
        return OwnWifi(True, now.wifi, self._stage, now.wifi_name, now.wifi_password)

    def _look_for_outcome(self) -> None:
        version = UNIT.outcome_version()
        if version != self._read_version and (word := UNIT.outcome()) != "starting":
            stages = get_args(WifiStage)
            self._stage = next((stage for stage in stages if stage == word), "failed")
            self._asked_at, self._read_version = None, version
        elif self._asked_at is not None and self._clock() - self._asked_at > TIMEOUT_S:
            self._say(f"got no Wi-Fi within {TIMEOUT_S:.0f} s, expected one: journalctl -u kiebitz-network says why")
            self._stage, self._asked_at = "failed", None

    def _ask(self, on: bool) -> None:
        if not self.is_offered:
            return
        now = self._choices.now
        text = f"on\n{now.wifi_name}\n{now.wifi_password}\n" if on else "off\n"
        self._read_version = UNIT.outcome_version()
        self._stage, self._asked_at = "starting" if on else "off", self._clock()
        try:
            UNIT.ask(text)
        except OSError as error:
            self._say(f"cannot ask for the Wi-Fi: {error.strerror or error}; the game goes on without it")
            self._stage, self._asked_at = "failed", None
