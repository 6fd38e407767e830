"""A health check: verdict, finding and advice; a table of them for people, and JSON Lines (docs/commands.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from common.texts.phrases import Language, phrase_in

if TYPE_CHECKING:
    from common.json_types import Line
    from common.texts.keys import Phrase, PhraseKey
    from device.hardware.board import Board
    from device.settings.settings import Config


Verdict = Literal["ok", "unknown", "warn", "bad"]
"""From best to worst. `unknown`: this machine cannot tell; no fault."""
Part = Literal["camera", "display", "pins", "journal"]


class CheckResult(NamedTuple):
    """The result of a check: a few words that fit on the display, and a sentence of advice or none."""

    verdict: Verdict
    found: Phrase
    advice: PhraseKey | None = None
    detail: str = ""
    """Details in English for a log, or empty."""


@dataclass(frozen=True, slots=True)
class Check:
    """`name` is stable, for programs; `title` is for people."""

    name: str
    title: PhraseKey
    verdict: Verdict
    found: Phrase
    advice: PhraseKey | None
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


WORST_FIRST: tuple[Verdict, ...] = ("bad", "warn", "unknown", "ok")


def worst(checks: Iterable[Check]) -> Verdict:
    """Returns the worst verdict; `ok` also if some are only unknown."""
    verdicts = {check.verdict for check in checks} - {"unknown"}
    return next((verdict for verdict in WORST_FIRST if verdict in verdicts), "ok")


MARKS: Mapping[Verdict, PhraseKey] = {
    "ok": "verdict_ok",
    "unknown": "verdict_unknown",
    "warn": "verdict_warn",
    "bad": "verdict_bad",
}


def lines(checks: Sequence[Check], process: int | None, language: Language) -> Iterator[Line]:
    for check in checks:
        yield {
            "event": "check",
            "name": check.name,
            "verdict": check.verdict,
            "title": phrase_in(language, check.title),
            "found": phrase_in(language, check.found),
            "advice": phrase_in(language, check.advice) if check.advice else "",
            "detail": check.detail,
        }
    yield {"event": "health", "verdict": worst(checks), "process": process}
