"""The view with links to all further views, by role."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.hall.views.base import HallContext

PUBLIC = ("results", "board", "rules", "players", "join")
ORGANISER = ("format", "print", "export", "devices", "board", "pairings", "results", "rules", "players")


@dataclass(frozen=True, slots=True)
class More:
    targets: tuple[str, ...]
    say: str = ""


def more_view(context: HallContext) -> More:
    return More(ORGANISER if context.is_organiser else PUBLIC)
