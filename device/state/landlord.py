"""What the menus of the landlord look at: work that goes on, and what is on the USB stick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.i18n.phrases import Label


@dataclass(frozen=True, slots=True)
class Task:
    """Work in another thread, or its outcome."""

    text: Label
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class StickContent:
    """What is on the stick, the newest first; `fault` says why there is nothing."""

    backups: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    """Signed archives."""
    tables: tuple[str, ...] = ()
    """Files by which a table joins a tournament."""
    fault: Label | None = None
