"""Health checks as values: verdict, finding and advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from engine.text import Words

if TYPE_CHECKING:
    from device.hardware.board import Board
    from device.settings.settings import Config

Verdict = Literal["ok", "unknown", "warn", "bad"]
"""From best to worst. `unknown`: this machine cannot tell; no fault."""
Part = Literal["camera", "display", "pins", "journal"]


class CheckResult(NamedTuple):
    """The result of a check: a few words that fit on the display, and a sentence of advice or none."""

    verdict: Verdict
    found: Words
    advice: Words = Words("", "")
    detail: str = ""
    """Details in English for a log, or empty."""


@dataclass(frozen=True, slots=True)
class Check:
    """`name` is stable, for programs; `title` is for people."""

    name: str
    title: Words
    verdict: Verdict
    found: Words
    advice: Words
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CheckContext:
    """The inputs of the checks; *root* is the folder of `proc`, `sys` and `dev`."""

    config: Config
    board: Board
    state: Path
    """The folder of journal and packs."""
    faults: Mapping[Part, str] = field(default_factory=dict)
    """The fault of each part, empty without one; parts that were not examined are missing."""
    settings_fault: str = ""
    root: Path = Path("/")

    def read(self, path: str) -> str | None:
        """Returns the text of a small system file; None if it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None

    def first(self, pattern: str) -> str | None:
        """Returns the text of the first readable file that matches the pattern."""
        contents = (self.read(str(path.relative_to(self.root))) for path in sorted(self.root.glob(pattern)))
        return next((text for text in contents if text is not None), None)


CheckFunction: TypeAlias = Callable[[CheckContext], CheckResult]


def same_in_both(text: str) -> Words:
    """Returns words that are the same in both languages."""
    return Words(text, text)
