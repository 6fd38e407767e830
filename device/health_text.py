"""Kiebitz's health as a calm table for people, and as JSON Lines (docs/commands.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.health import worst
from engine.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from device.checks import Check, Verdict
    from device.lines import Line
    from device.phrases import Language

MARKS: Mapping[Verdict, Words] = {
    "ok": Words("gut", "good"),
    "unknown": Words("–", "–"),
    "warn": Words("Vorsicht", "beware"),
    "bad": Words("FEHLT", "AMISS"),
}
RUNNING = Words(
    "Kiebitz läuft (Prozess {process}) und hat Kamera, Anzeige und Tasten in der Hand.",
    "Kiebitz is running (process {process}) and holds camera, display and buttons.",
)
STILL = Words("Kiebitz läuft gerade nicht.", "Kiebitz is not running.")
ALL_WELL = Words("Alles passt.", "All is well.")
BEWARE = Words("Es geht. Auf „Vorsicht“ achten.", "It works. Mind what says “beware”.")
AMISS = Words("Etwas fehlt: was zu tun ist, steht daneben.", "Something is amiss: what to do stands beside it.")


def table(checks: Sequence[Check], process: int | None, language: Language) -> Iterator[str]:
    yield (RUNNING.format(process=process) if process else STILL)[_place(language)]
    yield ""
    place = _place(language)
    titles, found = max(len(check.title[place]) for check in checks), max(len(check.found[place]) for check in checks)
    marks = max(len(mark[place]) for mark in MARKS.values())
    for check in checks:
        line = (
            f"  {MARKS[check.verdict][place]:<{marks}}  {check.title[place]:<{titles}}  {check.found[place]:<{found}}"
        )
        yield f"{line}  {check.advice[place]}".rstrip()
        if check.verdict == "bad" and check.detail:
            yield f"  {'':<{marks}}  {'':<{titles}}  {check.detail}"
    yield ""
    verdict = worst(checks)
    yield (ALL_WELL if verdict == "ok" else BEWARE if verdict == "warn" else AMISS)[place]


def lines(checks: Sequence[Check], process: int | None, language: Language) -> Iterator[Line]:
    place = _place(language)
    for check in checks:
        told = {"title": check.title[place], "found": check.found[place], "advice": check.advice[place]}
        yield {"event": "check", "name": check.name, "verdict": check.verdict, **told, "detail": check.detail}
    yield {"event": "health", "verdict": worst(checks), "process": process}


def _place(language: Language) -> int:
    return 0 if language == "de" else 1
