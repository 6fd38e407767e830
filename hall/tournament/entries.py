"""The entries of a tournament: players or pairs, with their start numbers."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Presence: TypeAlias = Literal["expected", "present", "left"]
"""Registered in advance and not arrived yet; present; left, perhaps to return."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player or a pair."""

    number: int
    """The start number."""
    members: tuple[str, ...]
    """The names of the players."""
    club: str = ""
    presence: Presence = "expected"
    team: int = 0
    """The number of the team, 0 without one."""
    team_name: str = ""

    @property
    def name(self) -> str:
        """The names of the players as one text, such as Huber/Maier."""
        return "/".join(self.members)

    @property
    def label(self) -> str:
        """Start number and names, such as 7 Huber/Maier."""
        return f"{self.number} {self.name}"
