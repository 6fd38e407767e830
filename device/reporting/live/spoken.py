"""The sentences that are spoken: the taker and the score, or every card as well, in the words of the story."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from device.reporting.live.story import Story
from engine.events import CardLaid, TrickGathered
from engine.text import Words as Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from common.texts.words import Words
    from device.session.loop import StepResult
    from device.session.session_state import RecordedEvent
    from device.settings.requests import SpeechLevel
    from device.state.open_questions import OpenQuestion

TAKES = Both("{seat} nimmt den Stich.", "{seat} takes the trick.")
LAYS = Both("{seat}: {card}.", "{seat}: {card}.")
SAMPLE = Both("So klinge ich.", "This is how I sound.")
_SPOKEN: tuple[tuple[str, str], ...] = (
    (r"^[!?\s]+", ""),
    (r" · ", ", "),
    (r" \(([+−]\d+)\)", r", \1"),
    (r"−(?=\d)", " minus "),
    (r"\+(?=\d)", " plus "),
    (r"–", " – "),
    (r"\s+", " "),
)
"""Replacements of written forms that are pronounced differently."""


def as_spoken(line: str) -> str:
    """Returns a line of the story as it is spoken: without signs, with words for plus and minus."""
    for written, spoken in _SPOKEN:
        line = re.sub(written, spoken, line)
    return line.strip()


@dataclass(slots=True)
class SpokenStory(Story):
    """Not a listener of its own: `sentences` returns what a result is spoken as."""

    taker_told: tuple[int, int, int] | None = None
    """Deal, trick and taker that were told last."""

    def sentences(self, result: StepResult, level: SpeechLevel, asks: OpenQuestion | None) -> list[str]:
        """*asks* is the open question; while it is about a card, nobody is named as the taker."""
        self.table, self.words = result.view.table, result.view.words
        return [as_spoken(line) for line in self._spoken_lines(result, level, asks)]

    def _spoken_lines(self, result: StepResult, level: SpeechLevel, asks: OpenQuestion | None) -> Iterator[str]:
        if level == "cards":
            for recorded in result.recorded:
                yield from self._spoken_event(recorded)
                yield from (self._finding(finding) for finding in recorded.findings)
        if result.recorded and (asks is None or asks.finding is not None):
            yield from self._taker(result)
        if result.score is not None:
            yield from islice(self._score(result.score), 1 if asks is not None else None)
        if level == "cards" and result.question is not None and result.question.finding is None:
            yield from self._question(result.question.position)

    def _spoken_event(self, recorded: RecordedEvent) -> Iterator[str]:
        event = recorded.event
        if isinstance(event, CardLaid):
            if not event.doubts:
                yield self.words.translate(LAYS).format(
                    seat=self.words.seat(event.seat), card=self.words.card(event.card)
                )
        elif not isinstance(event, TrickGathered):
            yield from self._event(recorded)

    def _taker(self, result: StepResult) -> Iterator[str]:
        """The taker of a full trick, once, and again if a correction changes it."""
        view = result.view
        if not view.trick_is_full or self.table.game is None:
            return
        taker = self.table.game.taker_in(view.deal)
        if taker is None:
            return
        told = view.deal.started, len(view.deal.tricks), taker
        if told != self.taker_told:
            self.taker_told = told
            yield self.words.translate(TAKES).format(seat=self.words.seat(taker))


def sample(words: Words) -> str:
    """Returns a sentence by which somebody hears how loud it is."""
    return words.translate(SAMPLE)
