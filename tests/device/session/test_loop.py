"""The whole loop with a scripted tracker: real table, controller, journal on disk, screens and the modelled display."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from device.display.base import ACKNOWLEDGED_S, BLINK_S, Display
from device.display.text_layout import TEXT_BOTTOM
from device.hardware.presses import Press
from device.hardware.status_light import Light
from device.menus.deal.before_play import CutMenu
from device.menus.deal.questions import FindingMenu
from device.menus.table.player_names import WriteNameMenu
from device.menus.table.table_menu import TableMenu
from device.screens.base import Notice, Screen, draw
from device.session.controller import SessionController
from device.session.loop import QUESTION_REST_S, SessionLoop
from device.session.results import StepResult
from device.settings.table_setup import Setup
from device.storage.journal import Journal
from engine.events import (
    Announced,
    CardLaid,
    CardTaken,
    DealStarted,
    Event,
    Exchanged,
    GameStarted,
    TrickGathered,
    UpcardTurned,
)
from engine.rules.findings import Kind
from engine.simulation.evening import deal_with_revoke, simulation
from tests.support.examples import one_in
from tests.support.screens.painted import layout_faults
from tests.support.scripted_tracker import ScriptedTracker, Storage, frame
from tests.support.session_script import GAME, GERMAN, go, new_controller, press
from vision.types import OtherDeck, Sighting


class Evening:
    """Plays events of a simulation to the loop: as cards before the camera, and as presses."""

    def __init__(self, kiebitz: SessionLoop, tracker: ScriptedTracker) -> None:
        self.session, self.tracker = kiebitz, tracker
        self.reports: list[StepResult] = []
        self.shown: list[tuple[int, Screen]] = []
        self._frames = 0

    def play(self, events: Sequence[Event]) -> None:
        assert isinstance(events[0], GameStarted)
        assert isinstance(events[1], DealStarted)
        self._note(self.session.start(events[0].dealer))
        for index, event in enumerate(events[2:], start=2):
            self._happens(event, events[index + 1 : index + 2])

    def _happens(self, event: Event, following: Sequence[Event]) -> None:
        match event:
            case DealStarted():
                while isinstance(self.session.controller.menu, FindingMenu):
                    self._press("FOLD")
                self._press("PLAY")
            case CardTaken(_, card, "cut"):
                self._see(str(card))
                self._press("PLAY")
            case UpcardTurned(card):
                self._see(str(card))
                if self.session.controller.table.phase == "cut":
                    self._press("FOLD")
            case Announced(_, call):
                self._press(call.upper())
            case Exchanged(seat, count):
                self._press(*["UP"] * count, "PLAY")
                deal = self.session.controller.table.deal
                if deal is not None and seat == deal.dealer:
                    self._press("PLAY" if following and isinstance(following[0], CardTaken) else "FOLD")
            case CardLaid(seat, card):
                self._see(f"{card}>{seat}")
            case TrickGathered(seat):
                self._see(f"clear>{seat}")

    def _see(self, word: str) -> None:
        self.tracker.coming.append(word)
        self._frames += 1
        self._note(self.session.step(frame(self._frames)))

    def _press(self, *words: str) -> None:
        for word in words:
            self._note(self.session.press(press(word)))

    def _note(self, reports: list[StepResult]) -> None:
        self.reports += reports
        assert layout_faults(self.session.screen, GERMAN) == []
        assert self.session.picture.tobytes() == draw(self.session.screen, GERMAN).tobytes()
        if any(report.recorded for report in reports):
            self.shown.append((len(self.session.controller.table.journal), self.session.screen))


def evening(journal: object, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Evening:
    tracker = ScriptedTracker()
    controller = SessionController(Setup(GAME, seats), GERMAN)
    return Evening(SessionLoop(controller, journal, tracker), tracker)  # type: ignore[arg-type]


SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


@pytest.mark.parametrize(("seed", "players"), one_in(12, product(range(4), [2, 3, 4])))
def test_whole_games_arrive_in_the_journal_as_they_were_played(seed: int, players: int) -> None:
    played = simulation(players=players, seed=seed)
    for _ in range(4):
        if not played.table.result.is_over:
            played.play_deal()
    storage = Storage()
    played_evening = evening(storage, SEATS[players])
    played_evening.play(played.events)

    assert storage.events == list(played.events)
    assert played_evening.session.controller.table.tallies == played.table.tallies
    scores = [report.score for report in played_evening.reports if report.score is not None]
    assert scores == list(played.table.history)


@pytest.mark.parametrize("seed", one_in(6, range(6)))
def test_a_planted_revoke_is_found_and_shown(seed: int) -> None:
    played = deal_with_revoke(seed)
    played_evening = evening(Storage())
    played_evening.play(played.events)
    planted = played.planted
    assert planted is not None
    found = [found for report in played_evening.reports for note in report.recorded for found in note.findings]
    proofs = [proof for proof in found if proof.kind == Kind.REVOKE]
    assert [proof for proof in found if proof.kind not in (Kind.REVOKE, Kind.FOLD_NOT_ALLOWED)] == []
    if proofs:
        assert {(proof.position, proof.card) for proof in proofs} == {(planted.position, planted.card)}
        questions = [report.question for report in played_evening.reports if report.question is not None]
        assert [question.position for question in questions] == [planted.position]


@pytest.mark.slow
def test_restart_after_any_event_shows_the_same_screen(tmp_path: Path) -> None:
    """What a kill leaves behind is the file and its log as they are: copied after each event, then opened."""
    played = deal_with_revoke(3)
    with Journal(tmp_path / "journal.sqlite") as journal:
        played_evening = evening(Copied(journal, tmp_path))
        played_evening.play(played.events)
    assert len(played_evening.shown) > 20
    for count, screen in played_evening.shown:
        with Journal(tmp_path / str(count) / "journal.sqlite") as copy:
            assert copy.events == list(played.events)[:count]
            resumed = SessionController(Setup(GAME, (0, 1, 2, 3)), GERMAN, copy.events)
        assert resumed.screen == screen


@dataclass
class Copied:
    journal: Journal
    folder: Path

    def append(self, event: Event, time: float) -> int:
        position = self.journal.append(event, time)
        copy = self.folder / str(position + 1)
        copy.mkdir()
        for file in self.folder.glob("journal.sqlite*"):
            shutil.copyfile(file, copy / file.name)
        return position


def test_full_disk_is_reported_once_without_losing_events() -> None:
    storage, tracker = Storage(), ScriptedTracker()
    kiebitz = SessionLoop(SessionController(Setup(GAME, (0, 2)), GERMAN), storage, tracker)
    kiebitz.start(2)
    storage.full = True
    tracker.coming.append("E9")
    kiebitz.step(frame(1))
    assert isinstance(kiebitz.screen, Notice)
    assert kiebitz.fault == "the disk is full"

    kiebitz.press(press("PLAY"))
    assert not isinstance(kiebitz.screen, Notice), "the evening goes on"
    kiebitz.press(press("PLAY"))
    assert len(storage.events) == 2

    storage.full = False
    kiebitz.refresh()
    assert storage.events == kiebitz.controller.table.journal
    assert len(storage.events) == 4
    assert kiebitz.fault == ""


def test_light_and_question_follow() -> None:
    light, tracker = Light(), ScriptedTracker()
    kiebitz = SessionLoop(SessionController(Setup(GAME, (0, 2)), GERMAN), Storage(), tracker, light=light)
    kiebitz.start(2)
    assert light.state == "ready"
    tracker.moving = True
    kiebitz.step(frame(0))
    assert light.state == "hand"
    tracker.moving = False
    tracker.coming += ["E9", "L7>0"]
    assert [report.question for report in kiebitz.step(frame(1))] == [None, None]
    assert light.state == "card"
    kiebitz.step(frame(1))
    assert light.state == "ready"
    tracker.coming += ["L8/L9>2"]
    (report,) = kiebitz.step(frame(2))
    assert report.question is not None
    assert report.question.position == report.recorded[-1].position
    assert light.state == "question"


@pytest.mark.parametrize("below_a_notice", [False, True])
@pytest.mark.parametrize("button", ["PLAY", "FOLD", "UP", "DOWN"])
def test_a_press_on_its_way_answers_no_question_that_came_meanwhile(button: str, below_a_notice: bool) -> None:
    now, tracker = [100.0], ScriptedTracker(["E9", "L7>0"])
    controller = SessionController(Setup(GAME, (0, 2)), GERMAN)
    kiebitz = SessionLoop(controller, Storage(), tracker, clock=lambda: now[0], question_rest_s=QUESTION_REST_S)
    kiebitz.start(2)
    kiebitz.step(frame(0))
    tracker.coming += ["L8/L9>2"]
    kiebitz.step(frame(1))
    begin = now[0]
    if below_a_notice:
        kiebitz.show_notice(Notice("not_saved", "not_saved_text"))
        now[0] = begin = 200.0
        kiebitz.press(press("PLAY"))
    asked, events = kiebitz.screen, list(controller.table.journal)
    for part in (0.0, 0.9):
        now[0] = begin + part * QUESTION_REST_S
        kiebitz.press(press(button))
        assert (kiebitz.screen, controller.table.journal) == (asked, events)
    now[0] = begin + QUESTION_REST_S
    kiebitz.press(press(button))
    assert (kiebitz.screen, controller.table.journal) != (asked, events)


def test_lasting_motion_is_shown_until_it_ends() -> None:
    tracker = ScriptedTracker(["E9", "L7>0"], moving=True)
    kiebitz = SessionLoop(SessionController(Setup(GAME, (0, 2)), GERMAN), Storage(), tracker)
    kiebitz.start(2)
    kiebitz.step(frame(0))
    kiebitz.step(frame(0))
    before = kiebitz.picture
    tracker.coming += ["moves:5"]
    kiebitz.step(frame(1))
    reported = kiebitz.picture
    assert reported.tobytes() != before.tobytes()
    kiebitz.step(frame(2))
    assert kiebitz.picture.tobytes() == reported.tobytes()
    tracker.moving = False
    kiebitz.step(frame(3))
    tracker.moving = True
    kiebitz.step(frame(4))
    assert kiebitz.picture.tobytes() == before.tobytes()


def test_a_press_that_changes_nothing_inverts_the_keys_for_a_moment() -> None:
    now, display = [100.0], Display()
    kiebitz = SessionLoop(
        SessionController(Setup(GAME, (0, 2)), GERMAN), Storage(), display=display, clock=lambda: now[0]
    )
    kiebitz.start(2)
    kiebitz.track_with(ScriptedTracker())
    assert isinstance(kiebitz.controller.menu, CutMenu)
    screen = kiebitz.picture
    kiebitz.press(press("UP"))
    assert kiebitz.picture == screen
    assert display.picture is not None
    shown, plain = np.asarray(display.picture), np.asarray(screen)
    differs = shown != plain
    assert differs[TEXT_BOTTOM + 1 :].all()
    assert not differs[: TEXT_BOTTOM + 1].any()
    inverted = display.picture
    for changed in (screen, inverted, screen):
        kiebitz.press(press("UP"))
        assert display.picture == changed, "every press is seen"
    now[0] += BLINK_S
    kiebitz.refresh()
    assert display.picture == inverted
    now[0] += ACKNOWLEDGED_S
    kiebitz.refresh()
    assert display.picture == screen
    kiebitz.press(press("UP"))
    kiebitz.press(press("PLAY"))
    assert kiebitz.picture != screen
    assert display.picture == kiebitz.picture, "what changes the display needs no other answer"


def test_a_held_button_moves_within_a_list_and_does_nothing_else() -> None:
    display = Display()
    kiebitz = SessionLoop(SessionController(Setup(GAME, (0, 2)), GERMAN), Storage(), display=display)
    kiebitz.start(2)
    held = Press("down", is_repeat=True)
    cut = kiebitz.picture
    kiebitz.press(held)
    assert kiebitz.picture == display.picture == cut, "DOWN would show the score, and nothing is noticed either"
    for word in ("DOWN", "DOWN"):
        kiebitz.press(press(word))
    assert kiebitz.controller.menu == TableMenu()
    kiebitz.press(held)
    kiebitz.press(held)
    assert kiebitz.controller.menu == TableMenu(selected=2)
    kiebitz.show_notice(Notice("hot", "hot_text"))
    kiebitz.press(held)
    assert kiebitz.has_notice


def test_a_held_button_writes_no_letters() -> None:
    controller = new_controller(2)
    go(controller, "DOWN DOWN DOWN DOWN PLAY UP PLAY PLAY")
    assert controller.menu == WriteNameMenu(0)
    assert controller.press(Press("up", is_repeat=True)) == []
    assert controller.menu == WriteNameMenu(0)


def test_another_deck_is_asked_about_until_a_press() -> None:
    kiebitz = SessionLoop(SessionController(Setup(GAME, (0, 2)), GERMAN), Storage(), ScriptedTracker())
    kiebitz.start(2)
    before = kiebitz.screen
    kiebitz.handle_sightings([Sighting(9, 0.9, OtherDeck((np.zeros((4, 2), np.float32),) * 3))])
    assert kiebitz.screen == Notice("strange_deck", "strange_deck_text")
    kiebitz.press(press("PLAY"))
    assert kiebitz.screen == before
