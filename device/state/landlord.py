"""The state that the landlord's menus show: work in progress, and the content of the USB stick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from common.texts.phrases import Label


@dataclass(frozen=True, slots=True)
class Task:
    """Work in another thread, or its outcome."""

    text: Label
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class StickContent:
    """The files on the stick, the newest first; `fault` says why there are none."""

    backups: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    """Signed archives."""
    tables: tuple[str, ...] = ()
    """Files with which a table joins a tournament."""
    fault: Label | None = None
