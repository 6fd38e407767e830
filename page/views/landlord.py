"""What only the landlord decides: whether phones without the code may look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from page.views.base import Context


@dataclass(frozen=True, slots=True)
class Landlord:
    viewers: bool
    say: str = ""


def landlord_view(context: Context) -> Landlord:
    state = context.live.state
    return Landlord(state is not None and state.viewers)
