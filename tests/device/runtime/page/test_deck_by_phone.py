"""A deck that is enrolled by phone lies on the disk as one that is enrolled by buttons; the phone sees its cards."""

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.hardware.presses import Press
from device.runtime.activities.deck_enrolment import DeckEnrolment
from device.runtime.page.deck_by_phone import MAX_BYTES, DeckReporter, answer_of, token_of
from device.storage.pack_paths import pack_file
from device.storage.packs import PartialEnrolment, open_pack
from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import MIDDLE, DeckOnTable, drawn
from tests.support.session_script import GERMAN, card
from vision.recognition.embedder import Recogniser
from vision.types import Frame

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_packs")]

LAST = ("S8", "S7")


class Enrolment:
    """All cards but the last two were shown before."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("STATE_DIRECTORY", str(folder))
        some = {each: [drawn()[each]] for each in BAVARIAN_32.cards[:-2]}
        PartialEnrolment(pack_file("deck"), BAVARIAN_32).keep(some)
        self.table, self.reporter = DeckOnTable(), DeckReporter()
        self.enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck")

    def see(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            self.enrolment.process(frame)

    def lay(self, name: str) -> None:
        self.see(self.table.lay(drawn()[card(name)], MIDDLE))
        self.see(self.table.clear())

    def press(self, buttons: str) -> None:
        for button in buttons.split():
            self.enrolment.press(Press(button))  # type: ignore[arg-type]

    def ask(self, ask: str, name: str = "") -> None:
        session = self.enrolment.session
        taken = tuple(map(str, session.pictures)) if session is not None else ()
        answer = answer_of(self.enrolment.menu, self.enrolment.state, taken, ask, name)
        assert answer is not None, ask
        self.enrolment.answer(lambda _: answer)

    @property
    def result(self) -> tuple[object, ...]:
        """What lies on the disk."""
        pack = open_pack("deck", Recogniser())
        return pack.kind, pack.cards, pack.pictures, tuple(np.asarray(pack.prototypes).ravel())


def by_buttons(enrolment: Enrolment) -> None:
    enrolment.press("play play play")
    enrolment.see(enrolment.table.still())
    enrolment.lay(LAST[0])
    enrolment.press("fold fold")
    for name in LAST:
        enrolment.lay(name)
    enrolment.press("up")


def by_phone(enrolment: Enrolment) -> None:
    enrolment.ask("begin", "bavarian32")
    enrolment.ask("go_on")
    enrolment.see(enrolment.table.still())
    enrolment.lay(LAST[0])
    enrolment.ask("retake", LAST[0])
    for name in LAST:
        enrolment.lay(name)
    enrolment.ask("skip")


def test_the_same_lies_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for name, way in (("buttons", by_buttons), ("phone", by_phone)):
        enrolment = Enrolment(tmp_path / name, monkeypatch)
        way(enrolment)
        assert enrolment.enrolment.pack == "deck"
        results.append(enrolment.result)
    assert results[0] == results[1]


def test_the_phone_sees_what_is_missing_and_what_was_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Enrolment(tmp_path, monkeypatch)
    first = shown.reporter.report(shown.enrolment)
    assert (first.stage, first.pack, first.kinds) == ("way", "", ("bavarian32", "german33"))
    shown.ask("begin", "bavarian32")
    shown.ask("go_on")
    shown.see(shown.table.still())
    report = shown.reporter.report(shown.enrolment)
    assert (report.stage, report.requested, report.missing) == ("card", ("S8",), LAST)
    assert len(report.taken) == 30
    assert shown.reporter.report(shown.enrolment) == report, "nothing has happened"
    shown.lay("S8")
    after = shown.reporter.report(shown.enrolment)
    assert (after.last, after.missing, after.token != report.token) == ("S8", ("S7",), True)
    jpeg = shown.reporter.picture("S8")
    assert 500 < len(jpeg) <= MAX_BYTES
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) is not None
    with pytest.raises(ValueError, match="expected one that was taken"):
        shown.reporter.picture("S7")
    shown.ask("retake", "S8")
    shown.reporter.report(shown.enrolment)
    shown.lay("S8")
    again = {each.card: each.version for each in shown.reporter.report(shown.enrolment).taken}
    before = {each.card: each.version for each in after.taken}
    assert {name for name in before if again[name] != before[name]} == {"S8"}, "its picture is another one"


def test_a_double_is_said_in_every_language_and_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Enrolment(tmp_path, monkeypatch)
    shown.ask("begin", "bavarian32")
    shown.ask("go_on")
    shown.see(shown.table.still())
    with pytest.raises(ValueError, match="expected one that was taken"):
        shown.reporter.picture("")
    shown.lay("EA")
    report = shown.reporter.report(shown.enrolment)
    assert (report.is_refused, report.is_doubled) == (True, True)
    assert report.advice == {
        "de": "Schon gezeigt: Eichel-Sau",
        "bar": report.advice["bar"],
        "en": "Already shown: ace of acorns",
    }
    assert report.refused_version
    assert shown.reporter.picture("")
    shown.ask("insist")
    assert shown.enrolment.state.last == card("S8")
    assert token_of(shown.enrolment) == shown.reporter.report(shown.enrolment).token != report.token
