"""A live exam: a person lays the cards of the plan, and confirms each step on the keyboard."""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from cli.exam.laid_cards import QUIT, ExamStopped, run_live_plan
from cli.exam.scoring import TrueCard, compare_reports
from device.camera.base import CameraError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cli.exam.laid_cards import ExamTracker
    from cli.exam.plan import ExamStep
    from cli.exam.report import Exam
    from cli.exam.saved_pictures import PictureSaver
    from device.camera.base import Camera


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
    tracker: ExamTracker,
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
