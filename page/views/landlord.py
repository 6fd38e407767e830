"""What only the landlord sees and decides: who may look, and the health of the device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.text import Words as Both

if TYPE_CHECKING:
    from page.views.base import Context

WORST_FIRST = ("bad", "warn", "ok", "unknown")


@dataclass(frozen=True, slots=True)
class CheckLine:
    verdict: str
    mark: str
    """The verdict in a word."""
    title: str
    found: str
    advice: str


@dataclass(frozen=True, slots=True)
class Landlord:
    viewers: bool
    checks: tuple[CheckLine, ...]
    """The worst first; none before they were asked for."""
    say: str = ""


def landlord_view(context: Context) -> Landlord:
    state, texts = context.live.state, context.texts
    if state is None or context.role != "landlord":
        return Landlord(False, ())
    checks = [
        CheckLine(
            check.verdict,
            str(getattr(texts, f"check_{check.verdict}")),
            *(context.words.translate(Both(*both)) for both in (check.title, check.found, check.advice)),
        )
        for check in sorted(state.health, key=lambda check: WORST_FIRST.index(check.verdict))
    ]
    return Landlord(state.viewers, tuple(checks))
