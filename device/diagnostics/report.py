"""Health checks as a table for people, and as JSON Lines (docs/commands.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.texts.words import in_language
from device.diagnostics.registry import worst
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from common.json_types import Line
    from common.texts.phrases import Language
    from device.diagnostics.base import Check, Verdict

MARKS: Mapping[Verdict, Words] = {
    "ok": Words("gut", "good"),
    "unknown": Words("–", "–"),
    "warn": Words("Vorsicht", "beware"),
    "bad": Words("FEHLER", "FAULT"),
}
RUNNING = Words(
    "Kiebitz läuft (Prozess {process}) und hat Kamera, Anzeige und Tasten in der Hand.",
    "Kiebitz is running (process {process}) and holds camera, display and buttons.",
)
NOT_RUNNING = Words("Kiebitz läuft gerade nicht.", "Kiebitz is not running.")
ALL_WELL = Words("Alles passt.", "All is well.")
SOME_WARNINGS = Words("Es geht. Auf „Vorsicht“ achten.", "It works. Mind what says “beware”.")
SOME_FAULTS = Words("Etwas fehlt: was zu tun ist, steht daneben.", "Something is amiss: what to do stands beside it.")


def table(checks: Sequence[Check], process: int | None, language: Language) -> Iterator[str]:
    def say(both: Words) -> str:
        return in_language(both, language)

    yield say(RUNNING.format(process=process) if process else NOT_RUNNING)
    yield ""
    titles = max(len(say(check.title)) for check in checks)
    widest = max(len(say(check.found)) for check in checks)
    marks = max(len(say(mark)) for mark in MARKS.values())
    for check in checks:
        line = f"  {say(MARKS[check.verdict]):<{marks}}  {say(check.title):<{titles}}  {say(check.found):<{widest}}"
        yield f"{line}  {say(check.advice)}".rstrip()
        if check.verdict == "bad" and check.detail:
            yield f"  {'':<{marks}}  {'':<{titles}}  {check.detail}"
    yield ""
    verdict = worst(checks)
    yield say(ALL_WELL if verdict == "ok" else SOME_WARNINGS if verdict == "warn" else SOME_FAULTS)


def lines(checks: Sequence[Check], process: int | None, language: Language) -> Iterator[Line]:
    for check in checks:
        texts = {"title": check.title, "found": check.found, "advice": check.advice}
        texts_in_language = {key: in_language(both, language) for key, both in texts.items()}
        yield {
            "event": "check",
            "name": check.name,
            "verdict": check.verdict,
            **texts_in_language,
            "detail": check.detail,
        }
    yield {"event": "health", "verdict": worst(checks), "process": process}
