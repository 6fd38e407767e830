"""A deck shown on the command line: the quiz at its end."""

from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from cli.enrolment_by_showing import show_deck
from cli.enrolment_result import EnrolmentPrinter
from device.hardware.presses import Press
from device.storage.packs import PartialEnrolment
from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import DeckOnTable, drawn
from tests.support.session_script import GERMAN, card
from vision.enrolment.quiz import LAST_READING_SECONDS, QUIZ_CARDS
from vision.enrolment.showing.session import EnrolmentSession
from vision.recognition.embedder import Recogniser
from vision.types import Frame

pytestmark = pytest.mark.slow


class QuizOnTable:
    """The last card of a deck, and so many others as the quiz has; then somebody presses FOLD, if he is there."""

    def __init__(self, presses: SimpleQueue[Press] | None) -> None:
        self._table, self._presses = DeckOnTable(), presses
        self.left = 0
        """Frames that were looked at after the last card had been read."""

    def frames(self) -> Iterator[Frame]:
        yield from self._table.still()
        for name in ("S7", "HK", "EA", "LU", "S8", "HA", "LK"):
            yield from self._table.lay(drawn()[card(name)])
        if self._presses is not None:
            self._presses.put(Press("fold"))
        for frame in self._table.still(2 * LAST_READING_SECONDS):
            self.left += 1
            yield frame

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("there", [True, False], ids=["somebody", "nobody"])
def test_the_last_card_of_the_quiz_may_be_wrong_for_a_while(there: bool, tmp_path: Path) -> None:
    """Where nobody could say so, nothing is waited for."""
    presses: SimpleQueue[Press] | None = SimpleQueue() if there else None
    table = QuizOnTable(presses)
    shown = {each: [drawn()[each]] for each in BAVARIAN_32.cards[:-1]}
    session = EnrolmentSession(BAVARIAN_32, Recogniser(), pictures=shown)
    quiz = show_deck(
        table,
        session,
        PartialEnrolment(tmp_path / "ours.npz", BAVARIAN_32),
        EnrolmentPrinter(GERMAN, jsonl=True),
        presses,
    )
    assert quiz is not None
    assert (len(quiz.readings), quiz.readings[-1].is_right) == (QUIZ_CARDS, not there)
    assert (table.left > 0) == there
    assert table.left < LAST_READING_SECONDS * 10
