"""How phones reach the page, for the display."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageAccess:
    """The page is off without a code."""

    is_offered: bool = False
    """Whether it can be switched on: the extra `page` is installed."""
    code: str = ""
    """The code of players, new for each evening."""
    addresses: tuple[str, ...] = ()
    """Where phones find the page, best first; empty while no page is running."""
    shows_crops: bool = False
    """Whether phones see the pictures of the cards on which a finding rests."""

    @property
    def is_on(self) -> bool:
        return bool(self.code)

    @property
    def link(self) -> str:
        """The address that joins a phone; empty while no page is running."""
        return f"{self.addresses[0]}/j/{self.code}" if self.addresses else ""
