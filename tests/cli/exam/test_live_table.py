"""An exam at a paper table with the real tracker: somebody lays what is asked for, and takes it up again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from cli.exam.laid_cards import run_live_plan
from cli.exam.plan import draw_plan
from cli.exam.scoring import TrueCard, compare_reports, count_outcomes
from tests.support.paper_table import CARDS, PixelReader, Tabletop, quad_at
from vision.tracking.tracker import CardTracker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli.exam.plan import ExamStep
    from engine.cards import Card
    from vision.types import Frame, Sighting

pytestmark = pytest.mark.slow

APART = ((480, 400, 3), (330, 270, 84), (480, 140, 182), (630, 270, 95))
OVERLAPPING = ((450, 270, 3), (490, 300, 20))


@dataclass
class Recorder(CardTracker):
    """Keeps the frames for whoever asks for them."""

    kept: deque[Frame] = field(default_factory=deque)

    def process(self, frame: Frame) -> list[Sighting]:
        self.kept.append(frame)
        return []


class Person:
    """Lays and takes up at once what is asked for, and presses Enter when it lies there."""

    def __init__(self, slips: dict[int, Card]) -> None:
        self.recorder = Recorder(PixelReader())
        self.scene = Tabletop(self.recorder)
        self.slips = slips
        self.waits = False

    def frames(self) -> Iterator[Frame]:
        while True:
            if not self.recorder.kept:
                self.scene.still(0.2)
            yield self.recorder.kept.popleft()

    def bare(self) -> None:
        self.scene.still(2.0)

    def ask(self, number: int, of: int, step: ExamStep) -> None:
        cards = [self.slips.get(number, step.cards[0]), *step.cards[1:]]
        if step.condition == "covered":
            self.scene.arm(0, 480, 290)
            self.scene.lying += [(card, quad_at(*place)) for card, place in zip(cards, OVERLAPPING, strict=True)]
            self.scene.arm_leaves(0, 480, 290)
        else:
            for seat, card in enumerate(cards):
                self.scene.lay(seat, card, quad_at(*APART[seat]))
        self.waits = True

    def take_up(self) -> None:
        self.scene.take(0, [card for card, _ in self.scene.lying])

    def next_line(self) -> str | None:
        if self.recorder.kept or not self.waits:
            return None
        self.waits = False
        return ""


@pytest.mark.parametrize("slips", [{}, {2: CARDS[0]}])
def test_live_exam_counts_the_cards_of_every_step(slips: dict[int, Card]) -> None:
    plan = [step for step in draw_plan(CARDS, 16, 2) if not slips or CARDS[0] not in step.cards]
    person = Person(slips)
    tracker = CardTracker(PixelReader())
    counts = count_outcomes(
        outcome
        for step, reported in run_live_plan(person.frames(), tracker, plan, person, with_images=True)
        for outcome in compare_reports(
            [TrueCard(str(card), step.condition) for card in step.cards], reported, step.condition
        )
    )
    cards = sum(len(step.cards) for step in plan)
    assert counts["right"] + counts["asked"] == cards - len(slips)
    assert counts["wrong"] == len(slips)
    assert counts["missed"] == counts["invented"] == 0
