"""Tests of exams on films and in front of a live camera."""

import json
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

import numpy as np
import pytest

from cli.exam.cards import ExamStep, draw_plan
from cli.exam.report import Exam, PictureSaver
from cli.exam.scoring import TrueCard, compare_reports, count_outcomes
from cli.exam.tracking import QUIT, ExamStopped, Terminal, examine_live, run_live_plan
from common.texts.words import words_for
from device.camera.base import CameraError
from engine.cards import BAVARIAN_32, Card
from tests.support.paper_table import CARDS, PixelReader, Tabletop, quad_at
from vision.tracking.tracker import CardTracker
from vision.types import Candidate, CardLanded, Frame, Quad, Reading, Sighting

HK, HO, EA, L7 = (BAVARIAN_32.card(text) for text in ("HK", "HO", "EA", "L7"))
PLAN = [ExamStep("alone", (HK,)), ExamStep("covered", (HO, EA))]
QUAD = np.array([[20, 10], [40, 10], [40, 40], [20, 40]], np.float32)
FRAMES_A_SECOND = 10


@dataclass
class Script:
    """Camera, tracker and person in one: at each question cards land as scripted, and then a line is typed."""

    answers: list[tuple[str, str | None]]
    """What is told at each question, `?` for a question, and the line that is typed; None for none."""
    frames_left: int = 2000
    fails: bool = False
    moving: bool = False
    is_voting: bool = False
    asked: list[ExamStep] = field(default_factory=list)
    cards_in_view: list[tuple[Card | None, Quad]] = field(default_factory=list)
    lands: deque[str] = field(default_factory=deque)
    lines: deque[str] = field(default_factory=deque)
    closed: bool = False

    def frames(self) -> Iterator[Frame]:
        for number in range(self.frames_left):
            yield Frame(number, number / FRAMES_A_SECOND, np.zeros((60, 80, 3), np.uint8), np.zeros((60, 80), np.uint8))
        if self.fails:
            raise CameraError("got no frame, expected one, look at the plug")

    def close(self) -> None:
        self.closed = True

    def process(self, frame: Frame) -> list[Sighting]:
        if not self.lands:
            return []
        name = self.lands.popleft()
        card = None if name == "?" else BAVARIAN_32.card(name)
        self.cards_in_view.append((card, QUAD))
        reading = Reading(card, (Candidate(card or HK, 0.9),), QUAD, 1.0)
        return [Sighting(frame.number, frame.time, CardLanded(reading, 0, 1.0))]

    def finish(self) -> list[Sighting]:
        return []

    def bare(self) -> None:
        assert not self.asked

    def ask(self, number: int, of: int, step: ExamStep) -> None:
        assert (number, of) == (PLAN.index(step) + 1, len(PLAN))
        assert not self.cards_in_view
        self.asked.append(step)
        reported, line = self.answers.pop(0)
        self.lands.extend(reported.split())
        if line is not None:
            self.lines.append(line)

    def take_up(self) -> None:
        self.cards_in_view.clear()

    def next_line(self) -> str | None:
        return self.lines.popleft() if self.lines and not self.lands else None


def run(script: Script) -> list[tuple[ExamStep, list[str | None]]]:
    steps = run_live_plan(script.frames(), script, PLAN, script, with_images=False)
    return [(step, [one.card for one in reported]) for step, reported in steps]


def test_each_step_gets_the_cards_laid_in_it() -> None:
    script = Script([("HK", ""), ("HO ?", "")])
    assert run(script) == [(PLAN[0], ["HK"]), (PLAN[1], ["HO", None])]


def test_a_slip_is_asked_for_again_and_does_not_count() -> None:
    script = Script([("L7", "r"), ("HK", ""), ("HO EA", "")])
    assert run(script) == [(PLAN[0], ["HK"]), (PLAN[1], ["HO", "EA"])]
    assert script.asked == [PLAN[0], PLAN[0], PLAN[1]]


@pytest.mark.parametrize("script", [Script([("HK", ""), ("", "q")]), Script([("HK", "")], frames_left=40)])
def test_stopped_exam_is_reported(script: Script) -> None:
    script.answers.append(("", None))
    steps = run_live_plan(script.frames(), script, PLAN, script, with_images=False)
    with pytest.raises(ExamStopped):
        list(steps)


def exam() -> Exam:
    return Exam(3, 5, words_for("en", "bavarian"), jsonl=True)


def examine(script: Script, monkeypatch: pytest.MonkeyPatch, keep: PictureSaver | None = None) -> int:
    monkeypatch.setattr("cli.exam.tracking.Terminal", lambda *_: script)
    return examine_live(script, script, PLAN, exam(), keep, ())


def test_a_whole_plan_ends_with_counts_and_a_bound(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script = Script([("HK", ""), ("L7 ?", "")])
    assert examine(script, monkeypatch, PictureSaver(tmp_path)) == 1
    assert script.closed
    *_, last = lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["kind"], one["card"], one["told"]) for one in lines if one["event"] == "fault"] == [
        ("wrong", "HO", "L7"),
        ("asked", "EA", None),
    ]
    assert {one["condition"]: one["right"] for one in lines if one["event"] == "condition"} == {
        "alone": 1,
        "covered": 0,
    }
    assert (last["complete"], last["cards"], last["done"], last["errors"]) == (True, 3, 3, 1)
    assert last["bound"] == pytest.approx(0.864650, abs=1e-6)
    assert last["look_at"] == ["HO", "L7", "EA"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["001-wrong-HO-L7.jpg", "002-asked-EA-asked.jpg"]


@pytest.mark.parametrize("fails", [False, True])
def test_incomplete_exam_has_no_bound(
    fails: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = Script([("HK", ""), ("", None)], frames_left=100, fails=fails)
    if fails:
        with pytest.raises(CameraError):
            examine(script, monkeypatch)
    else:
        assert examine(script, monkeypatch) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["complete"], last["bound"], last["done"]) == (False, None, 1)
    assert "no bound" in last["text"]


def test_the_keyboard_is_heard_after_a_question_and_its_end_is_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    typed: SimpleQueue[str | None] = SimpleQueue()
    terminal = Terminal(exam(), iter(typed.get, None))
    terminal.ask(1, 2, PLAN[0])
    assert terminal.next_line() is None
    typed.put(" r \n")
    assert heard(terminal) == "r"
    typed.put(None)
    assert heard(terminal) == QUIT
    assert heard(terminal) == QUIT
    line = json.loads(capsys.readouterr().out)
    assert line == {"event": "ask", "step": 1, "of": 2, "condition": "alone", "cards": ["HK"]}


def heard(terminal: Terminal) -> str | None:
    deadline = time.monotonic() + 5
    while (line := terminal.next_line()) is None and time.monotonic() < deadline:
        time.sleep(0.01)
    return line


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


def test_live_exam_counts_the_cards_of_every_step() -> None:
    """Each is laid right but one, for which a card lies there that is asked for in no step."""
    other = BAVARIAN_32.card("LO")
    plan = [step for step in draw_plan(CARDS, 16, 2) if other not in step.cards]
    assert {step.condition for step in plan} == {"alone", "covered", "quick", "trick"}
    person = Person({2: other})
    tracker = CardTracker(PixelReader())
    counts = count_outcomes(
        outcome
        for step, reported in run_live_plan(person.frames(), tracker, plan, person, with_images=True)
        for outcome in compare_reports(
            [TrueCard(str(card), step.condition) for card in step.cards], reported, step.condition
        )
    )
    assert counts["right"] + counts["asked"] == sum(len(step.cards) for step in plan) - 1
    assert counts["wrong"] == 1
    assert counts["missed"] == counts["invented"] == 0
