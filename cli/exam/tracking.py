"""Cards reported by a tracker: in a recorded film, or live, where a person lays the cards of a plan."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue

import numpy as np

from cli.exam.cards import ExamStep, reported_card
from cli.exam.report import Exam, PictureSaver
from cli.exam.scoring import ReportedCard, TrueCard, compare_reports
from device.camera.base import Camera, CameraError
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, Frame, Sighting

REST_SECONDS, LONGEST_SECONDS = 1.5, 8.0
"""Time for which the table must be still after the person confirmed a step, and the longest wait for that."""
MARGIN = 0.15
"""Margin around a card in a saved picture, as a share of its extent."""
AGAIN, QUIT = "r", "q"
"""The inputs of the person other than an empty line."""


class ExamStopped(Exception):
    """Raised when the person ends the exam, or the frames end."""


def track_film(frames: Iterable[Frame], tracker: CardTracker, with_images: bool) -> list[ReportedCard]:
    """Returns all cards reported in a film, in order; *with_images* adds a cutout of each."""
    reported: list[ReportedCard] = []
    frame: Frame | None = None
    for frame in frames:
        reported += _reported_cards(tracker.process(frame), frame if with_images else None)
    return reported + _reported_cards(tracker.finish(), frame if with_images else None)


def run_live_plan(
    frames: Iterator[Frame], tracker: CardTracker, plan: Sequence[ExamStep], asking: Terminal, with_images: bool
) -> Iterator[tuple[ExamStep, list[ReportedCard]]]:
    """Yields each step of the plan with the cards reported during it.

    A step that the person declares a slip is repeated. The person decides before the result is shown, so that no step
    is repeated because of its result.

    :raises ExamStopped: if it ends before the plan does.
    """
    table = _LiveTable(frames, tracker, with_images)
    asking.bare()
    table.rest()
    table.reported.clear()
    for number, step in enumerate(plan, 1):
        slip = True
        while slip:
            table.reported.clear()
            asking.ask(number, len(plan), step)
            answer = table.until(asking.next_line)
            if answer == QUIT:
                raise ExamStopped
            table.rest()
            reported = list(table.reported)
            asking.take_up()
            later = table.until(lambda: "" if table.is_bare else asking.next_line())
            table.rest()
            reported += [
                one for one in table.reported[len(reported) :] if one.card not in (None, *map(str, step.cards))
            ]
            slip = AGAIN in (answer, later)
        yield step, reported
        if later == QUIT:
            raise ExamStopped


class _LiveTable:
    """The frames of a live camera, and the cards reported so far."""

    def __init__(self, frames: Iterator[Frame], tracker: CardTracker, with_images: bool) -> None:
        self._frames, self._tracker, self._with_images = frames, tracker, with_images
        self.reported: list[ReportedCard] = []

    @property
    def is_bare(self) -> bool:
        return not (self._tracker.cards_in_view or self._tracker.moving or self._tracker.is_voting)

    def until(self, done: Callable[[], str | None]) -> str:
        while (answer := done()) is None:
            self._see()
        return answer.strip().lower()

    def rest(self) -> None:
        began = still_since = self._see()
        now = began
        while now - still_since < REST_SECONDS and now - began < LONGEST_SECONDS:
            now = self._see()
            if self._tracker.moving or self._tracker.is_voting:
                still_since = now

    def _see(self) -> float:
        """Returns the time of the frame, in seconds."""
        frame = next(self._frames, None)
        if frame is None:
            raise ExamStopped
        self.reported += _reported_cards(self._tracker.process(frame), frame if self._with_images else None)
        return frame.time


def _reported_cards(sightings: Sequence[Sighting], frame: Frame | None) -> list[ReportedCard]:
    reported: list[ReportedCard] = []
    for sighting in sightings:
        match sighting.observation:
            case CardLanded(reading=reading, seat=seat, was_present=was_present):
                image = None
                if frame is not None:
                    corner, end = reading.quad.min(axis=0), reading.quad.max(axis=0)
                    margin = MARGIN * (end - corner)
                    left, top = np.maximum(corner - margin, 0).astype(int)
                    right, bottom = np.ceil(end + margin).astype(int)
                    image = frame.image[top:bottom, left:right].copy()
                card = reported_card(reading, image)
                reported.append(
                    replace(card, seat=seat, frame=sighting.frame, time=sighting.time, was_present=was_present)
                )
    return reported


@dataclass
class Terminal:
    """Prints the requests of an exam and reads the answers; the end of the input ends the exam."""

    exam: Exam
    lines: Iterable[str]
    _typed: SimpleQueue[str] = field(default_factory=SimpleQueue)
    _ended: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        threading.Thread(target=self._listen, name="keyboard", daemon=True).start()

    def bare(self) -> None:
        self.exam.bare()

    def ask(self, number: int, of: int, step: ExamStep) -> None:
        while not self._typed.empty():
            self._typed.get()  # a repeated key press must not confirm the next cards
        self.exam.ask(number, of, step)

    def take_up(self) -> None:
        self.exam.take_up()

    def next_line(self) -> str | None:
        """Returns a line that was typed since the last call; None if there is none."""
        try:
            return self._typed.get_nowait()
        except Empty:
            return QUIT if self._ended.is_set() else None

    def _listen(self) -> None:
        for line in self.lines:
            self._typed.put(line.strip())
        self._ended.set()


def examine_live(
    camera: Camera,
    tracker: CardTracker,
    plan: Sequence[ExamStep],
    exam: Exam,
    keep: PictureSaver | None,
    lines: Iterable[str] | None = None,
) -> int:
    """Returns the number of false names; reports the steps done also if the camera fails or the person interrupts.

    :raises CameraError: if the camera fails.
    """
    asking = Terminal(exam, (sys.stdin or ()) if lines is None else lines)
    try:
        for step, reported in run_live_plan(iter(camera.frames()), tracker, plan, asking, keep is not None):
            outcomes = compare_reports(
                [TrueCard(str(card), step.condition) for card in step.cards], reported, step.condition
            )
            if keep is not None:
                keep.add(outcomes)
            exam.add(outcomes)
    except ExamStopped:
        pass
    except (KeyboardInterrupt, CameraError):
        exam.finish()
        raise
    finally:
        camera.close()
    return exam.finish()
