"""Enrolment of a deck at the table in rows."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import pytest

from device.hardware.presses import Press
from device.menus.table.deck_enrolment import EnrolmentState, KnownPackMenu
from device.runtime.activities.deck_enrolment import DeckEnrolment
from device.screens.deck_enrolment import RowRequestScreen
from device.storage.packs import open_pack
from engine.cards import BAVARIAN_32, PACKS, Card
from tests.device.runtime.activities.test_deck_enrolment import begun, keep_cards
from tests.support.enrolment.deck_on_table import MIDDLE, DeckOnTable, drawn, row_of
from tests.support.paper_table import quad_at
from tests.support.session_script import GERMAN, card
from vision.enrolment.showing.session import EnrolmentSession
from vision.recognition.embedder import Recogniser
from vision.types import Frame, Quad

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_folders", "quick_packs")]


class RowsBefore:
    """A deck that is laid row by row during an enrolment; `looked` presses PLAY and yields frames."""

    def __init__(self, name: str = "deck") -> None:
        self.table = DeckOnTable()
        self.enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), name)
        self.presses = 0
        self.press("down play play")
        self.wait(self.table.still())

    def press(self, buttons: str) -> None:
        for button in buttons.split():
            self.enrolment.press(Press(button))  # type: ignore[arg-type]
            self.presses += 1

    def wait(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            self.enrolment.process(frame)

    def row(self, cards: Sequence[Card], places: Sequence[Quad] | None = None) -> None:
        """A hand comes, and then these lie there and nothing else."""
        self.wait(self.table.clear())
        self.wait(self.table.lay(drawn()[cards[0]], row_of(8)[0], 0.3))
        self.table.lying = [(drawn()[each], quad) for each, quad in zip(cards, places or row_of(8), strict=False)]
        self.wait(self.table.still())

    def looked(self, seconds: float = 0.8, arm: bool = False) -> EnrolmentState:
        self.press("play")
        self.wait(self.table.still(seconds, arm))
        return self.enrolment.state


def suit(number: int) -> tuple[Card, ...]:
    return BAVARIAN_32.cards[8 * number : 8 * number + 8]


def test_a_deck_in_four_rows_is_four_presses() -> None:
    """Besides those that choose rows and the deck; then the back, the same quiz, and the pack is in use."""
    rows = RowsBefore()
    before = rows.presses
    for number in range(4):
        assert rows.enrolment.state.row == suit(number)
        rows.row(suit(number))
        assert rows.looked().taken == 8 * (number + 1)
    assert rows.presses == before + 4
    assert rows.enrolment.state.advice == "", "the display asks for the back, and for no row"
    rows.press("up")
    assert set(open_pack("deck", Recogniser()).cards) == set(BAVARIAN_32.cards)
    rows.wait(rows.table.clear())
    rows.wait(rows.table.lay(drawn()[card("HK")], MIDDLE))
    rows.press("play play")
    assert (rows.enrolment.state.grade, rows.enrolment.pack) == ("very_good", "deck")


def test_row_is_not_reported_before_the_press() -> None:
    rows = RowsBefore()
    rows.row(suit(0)[:5])
    rows.wait(rows.table.still(3))
    assert (rows.enrolment.state.advice, rows.enrolment.state.taken) == ("", 0)
    rows.row(suit(0))
    assert rows.looked().taken == 8
    rows.row(suit(1))
    assert "8 gelernt" in rows.enrolment.state.advice


@pytest.mark.parametrize(
    ("shown", "places", "expected"),
    [
        pytest.param(suit(0)[:7], row_of(8), "7 von 8 gesehen: Abstand lassen", id="one too few at the end"),
        pytest.param(
            suit(0)[:3] + suit(0)[4:], row_of(8)[:3] + row_of(8)[4:], "Nicht gesehen: [acorns:U]", id="one too few"
        ),
        pytest.param(suit(0) + suit(1)[:1], row_of(9), "9 gesehen: nur diese 8 hinlegen", id="one too many"),
        pytest.param(suit(0)[:7] + suit(0)[:1], row_of(8), "Schon gezeigt: [acorns:Sau]", id="one twice"),
        pytest.param((), (), "Kein Rand zu sehen: andere Unterlage", id="nothing"),
        pytest.param(
            suit(0),
            [quad_at(200 + 60 * place, 270, 0, 40, 70) for place in range(8)],
            "[acorns:Sau]: Zu klein: Kamera näher",
            id="too far away",
        ),
        pytest.param(
            suit(0), [quad + np.float32([0, 230]) for quad in row_of(8)], "Ganz ins Bild legen", id="out of view"
        ),
        pytest.param(
            suit(0),
            [quad_at(150 + 60 * place, 270, 0) for place in range(8)],
            "gesehen: Abstand lassen",
            id="one on another",
        ),
    ],
)
def test_a_row_that_cannot_be_used_is_refused_with_a_word(
    shown: tuple[Card, ...], places: Sequence[Quad], expected: str
) -> None:
    """And the next picture knows nothing of it."""
    rows = RowsBefore()
    if shown:
        rows.row(shown, places)
    state = rows.looked(2)
    assert expected in state.advice
    assert (state.taken, rows.enrolment.light) == (0, "question")
    rows.row(suit(0))
    assert rows.looked().taken == 8


def test_a_blurred_row_is_waited_for_then_refused() -> None:
    rows = RowsBefore()
    rows.row(suit(0))
    sharp = rows.table.lying
    soft = cv2.GaussianBlur(sharp[4][0], (0, 0), 8).astype(np.uint8)
    rows.table.lying = [*sharp[:4], (soft, sharp[4][1]), *sharp[5:]]
    assert rows.looked(2).advice == "[acorns:10]: Unscharf: liegen lassen, mehr Licht"
    rows.table.lying = sharp
    assert rows.looked().taken == 8


def test_a_picture_waits_until_the_hand_is_away() -> None:
    rows = RowsBefore()
    rows.row(suit(0))
    rows.wait(rows.table.still(0.3, arm=True))
    assert rows.looked(0.3, arm=True).looking
    rows.wait(rows.table.still())
    assert (rows.enrolment.state.looking, rows.enrolment.state.taken) == (False, 8)


def test_doubles_are_insisted_on_and_the_last_row_is_shown_again() -> None:
    rows = RowsBefore()
    rows.row(suit(0)[:7] + suit(0)[:1])
    assert rows.looked(2).doubled
    rows.press("down")
    assert (rows.enrolment.state.taken, rows.enrolment.state.row) == (8, suit(1))
    rows.press("fold fold")
    assert (rows.enrolment.state.taken, rows.enrolment.state.row) == (0, suit(0))
    rows.press("down")
    assert rows.enrolment.state.row == suit(1), "put off"


def test_rows_of_a_known_pack() -> None:
    """It names the cards however they lie, and need not be taught."""
    keep_cards(32, "stammtisch")
    rows = RowsBefore()
    rows.row(suit(0)[::-1])
    rows.looked()
    assert rows.enrolment.screen == KnownPackMenu("Deutsch, 32 (stammtisch)", "stammtisch").screen(rows.enrolment.state)
    rows.press("fold")
    assert (rows.enrolment.state.taken, rows.enrolment.state.row) == (8, suit(1))


def test_a_row_before_the_camera_of_the_appliance() -> None:
    """The activity tells the display of every frame that changed what it shows."""
    activity, table = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck"), DeckOnTable()
    for button in ("down", "play", "play"):
        activity.press(Press(button))  # type: ignore[arg-type]
    for frame in table.still():
        activity.process(frame)
    table.lying = [(drawn()[each], quad) for each, quad in zip(suit(0), row_of(8), strict=True)]
    assert not any(activity.process(frame) for frame in table.still(1.5)), "nobody has pressed"
    activity.press(Press("play"))
    assert sum(len(activity.process(frame)) for frame in table.still()) == 1
    taken = RowRequestScreen(suit(1), 8, 32, "8 gelernt. Wegräumen, dann diese", again=True)
    assert (activity.screen, activity.done) == (taken, False)
    assert begun() == suit(0), "whenever the plug is pulled"


def test_long_suits_are_asked_for_in_two_rows() -> None:
    """As many cards as fit side by side into the view."""
    longest = {}
    for kind in PACKS.values():
        session = EnrolmentSession(kind, Recogniser(), rows=True)
        lengths = []
        while len(lengths) < 8 and session.requested not in lengths:
            lengths.append(session.requested)
            session.defer()
        longest[kind.name] = max(map(len, lengths))
    assert longest == {"bavarian32": 8, "german33": 8, "french20": 5, "french32": 8, "french52": 7}
