"""The access of phones to the page, for the display: addresses, code, and the table's own Wi-Fi."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

WifiStage: TypeAlias = Literal["off", "starting", "on", "no_manager", "no_wifi", "blocked", "failed"]
"""The state of the table's own Wi-Fi; the last four are reasons why there is none."""


@dataclass(frozen=True, slots=True)
class OwnWifi:
    """The access point of the table."""

    is_offered: bool = False
    """Whether this board can make one: `deploy/network` is installed."""
    is_wanted: bool = False
    stage: WifiStage = "off"
    name: str = ""
    password: str = ""

    @property
    def link(self) -> str:
        """The content of the QR code by which a phone joins the Wi-Fi; name and password need no escaping."""
        return f"WIFI:T:WPA;S:{self.name};P:{self.password};;"


@dataclass(frozen=True, slots=True)
class PageAccess:
    """The page is off without a code."""

    is_offered: bool = False
    """Whether it can be switched on: the extra `page` is installed."""
    code: str = ""
    """The code of players, new for each evening."""
    addresses: tuple[str, ...] = ()
    """The addresses of the page, the best first; empty while no page is running."""
    wifi: OwnWifi = field(default_factory=OwnWifi)
    shows_crops: bool = False
    """Whether phones see the pictures of the cards on which a finding rests."""

    @property
    def is_on(self) -> bool:
        return bool(self.code)

    @property
    def link(self) -> str:
        """The address that joins a phone; empty while no page is running."""
        return f"{self.addresses[0]}/j/{self.code}" if self.addresses else ""

    @property
    def is_reachable(self) -> bool:
        """Whether other machines can reach the page; also true while its addresses are not known yet."""
        return not self.addresses or "//127." not in self.addresses[0]
