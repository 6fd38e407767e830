"""What a check of Kiebitz's health is: a value with a verdict, what was found, and what to do about it."""

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
"""From best to worst. `unknown` is what this machine cannot tell, and no reason to worry."""
Part = Literal["camera", "display", "pins", "journal"]


class CheckResult(NamedTuple):
    """What one check found: in as few words as fit on the display, then a sentence of advice if there is any."""

    verdict: Verdict
    found: Words
    advice: Words = Words("", "")
    detail: str = ""
    """The same in full, in English, for a log; empty if there is no more to say."""


@dataclass(frozen=True, slots=True)
class Check:
    """`name` stays, for programs; `title` is what a person reads."""

    name: str
    title: Words
    verdict: Verdict
    found: Words
    advice: Words
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CheckContext:
    """What is examined. *root* is where `/proc`, `/sys` and `/dev` are looked for."""

    config: Config
    board: Board
    state: Path
    """The folder of journal and packs."""
    faults: Mapping[Part, str] = field(default_factory=dict)
    """What is wrong with each open part, empty if nothing is; a part that nobody has asked is missing."""
    settings_fault: str = ""
    root: Path = Path("/")

    def read(self, path: str) -> str | None:
        """Returns what a small file of the system says; None if it does not."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None

    def first(self, pattern: str) -> str | None:
        """Returns what the first readable file says whose path fits the pattern."""
        contents = (self.read(str(path.relative_to(self.root))) for path in sorted(self.root.glob(pattern)))
        return next((text for text in contents if text is not None), None)


Examination: TypeAlias = Callable[[CheckContext], CheckResult]


def same(text: str) -> Words:
    """Returns what is called alike in both languages."""
    return Words(text, text)
