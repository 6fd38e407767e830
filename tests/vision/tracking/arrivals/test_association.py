"""Whether a card that is read at a new place is one that lay elsewhere."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import Card
from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.recognition.naming import Answer
from vision.scene.hypotheses import Hypothesis
from vision.tracking.arrivals.arrival_finder import previous_card
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.changes import to_lab_map
from vision.types import Candidate, Map, Quad, Reading

CARD = CARDS[0]
OLD, NEW = portrait(quad_at(300, 270, 25)), portrait(quad_at(650, 270, 25))
SKIN_BGR = (120, 150, 220)


def view_of_card() -> BackgroundModel:
    """Returns the view of a card that was laid on the table at OLD."""
    table = cloth()
    view = BackgroundModel.of(to_lab_map(table), table.shape[1])
    paste(table, card_picture(CARD), OLD)
    view.add(Reading(CARD, (Candidate(CARD, 0.99),), OLD, 1.0), to_lab_map(table), 0)
    return view


def sure_proposal(quad: Quad) -> Hypothesis:
    answer = Answer(CARD, (Candidate(CARD, 0.99),), is_foreign=False, is_of_pack=True)
    return Hypothesis(quad, answer, 0.99)


@pytest.mark.parametrize(
    ("at_old_place", "is_moved"),
    [
        pytest.param("table", True, id="the table shows where it lay"),
        pytest.param("card", False, id="it lies there still"),
        pytest.param("hand", False, id="a hand covers where it lay"),
    ],
)
def test_a_card_has_moved_if_its_place_shows_the_table(at_old_place: str, is_moved: bool) -> None:
    image, view = cloth(), view_of_card()
    paste(image, card_picture(CARD), NEW)
    if at_old_place == "card":
        paste(image, card_picture(CARD), OLD)
    if at_old_place == "hand":
        cv2.fillConvexPoly(image, np.rint(OLD).astype(np.int32), SKIN_BGR)
    assert previous_card(sure_proposal(NEW), view, to_lab_map(image), []) is (view.cards[0] if is_moved else None)


@pytest.mark.parametrize(
    ("named", "across", "shows", "is_it"),
    [
        pytest.param(CARD, 12, "card", True, id="it was pushed a little"),
        pytest.param(None, 3, "card", True, id="a doubtful reading of it where it lies"),
        pytest.param(None, 40, "card", False, id="a doubtful card laid half upon it, which shows beside that"),
        pytest.param(None, 40, "table", True, id="a doubtful reading beside its place, which shows the table"),
        pytest.param(CARDS[3], 3, "card", False, id="another card where it lay"),
    ],
)
def test_a_reading_at_the_place_of_a_card_is_of_that_card(
    named: Card | None, across: float, shows: str, is_it: bool
) -> None:
    """Unless it has another name, or the card below still shows."""
    image, view = cloth(), view_of_card()
    if shows == "card":
        paste(image, card_picture(CARD), OLD)
    candidates = (Candidate(named or CARD, 0.9), Candidate(CARDS[4], 0.6))
    answer = Answer(named, candidates, is_foreign=False, is_of_pack=True)
    hypothesis = Hypothesis(OLD + np.array((across, 0), np.float32), answer, 0.9)
    assert previous_card(hypothesis, view, to_lab_map(image), []) is (view.cards[0] if is_it else None)


@pytest.mark.parametrize("other", CARDS[1:6], ids=str)
@pytest.mark.parametrize("off_px", [(35, 20), (60, 25), (-60, 20), (0, 90)])
def test_a_white_card_on_a_white_table_is_told_from_one_that_covers_half_of_it(
    other: Card, off_px: tuple[float, float]
) -> None:
    """Its paper looks like the table, its print does not."""
    off = OLD + np.array(off_px, np.float32)
    image = cloth((235, 235, 235))
    view = BackgroundModel.of(to_lab_map(image), image.shape[1])
    paste(image, card_picture(other), off)
    view.add(Reading(None, (Candidate(CARD, 0.6), Candidate(other, 0.5)), off, 1.0), to_lab_map(image), 0)
    paste(image, card_picture(CARD), OLD)
    assert previous_card(sure_proposal(OLD), view, to_lab_map(image), [view.on_map(OLD)]) is None


def doubtful(quad: Quad, *cards: Card) -> Reading:
    return Reading(None, tuple(Candidate(card, 0.6 - 0.05 * at) for at, card in enumerate(cards)), quad, 1.0)


def map_of(*lying: tuple[Card, Quad], hand: Quad | None = None) -> Map:
    image = cloth()
    for card, quad in lying:
        paste(image, card_picture(card), quad)
    if hand is not None:
        cv2.fillConvexPoly(image, np.rint(hand).astype(np.int32), SKIN_BGR)
    return to_lab_map(image)


@pytest.mark.parametrize(
    ("named", "across", "is_it"),
    [
        pytest.param(None, 60, True, id="both in doubt, pushed by less than its size"),
        pytest.param(None, 150, False, id="both in doubt, pushed by more than its size"),
        pytest.param(CARD, 60, False, id="the card at the new place has a name"),
    ],
)
def test_a_doubtful_card_is_known_again_only_near_its_place(named: Card | None, across: float, is_it: bool) -> None:
    view, other = BackgroundModel.of(map_of(), 960), CARDS[4]
    view.add(doubtful(OLD, CARD, other), map_of((CARD, OLD)), 0)
    new = OLD + np.array((across, 0), np.float32)
    answer = Answer(named, (Candidate(CARD, 0.6), Candidate(other, 0.55)), is_foreign=False, is_of_pack=True)
    now = map_of((CARD, new))
    found = previous_card(Hypothesis(new, answer, 0.9), view, now, [view.on_map(new)])
    assert found is (view.cards[0] if is_it else None)


@pytest.mark.parametrize(
    ("candidates", "across", "is_it"),
    [
        pytest.param((CARDS[4], CARDS[5]), 2, True, id="the second candidate of one is the first of the other"),
        pytest.param((CARDS[3], CARDS[5]), 2, False, id="it is none of the candidates"),
        pytest.param((CARDS[4], CARDS[5]), 25, False, id="it lies beside it"),
    ],
)
def test_two_doubtful_readings_at_one_place_are_of_one_card(
    candidates: tuple[Card, Card], across: float, is_it: bool
) -> None:
    """What shows there, such as the shadow of a hand, does not matter."""
    view = BackgroundModel.of(map_of(), 960)
    view.add(doubtful(OLD, CARD, CARDS[4]), map_of((CARD, OLD)), 0)
    reading = doubtful(OLD + np.array((across, 0), np.float32), *candidates[::-1])
    hypothesis = Hypothesis(reading.quad, Answer(None, reading.candidates, is_foreign=False, is_of_pack=True), 0.9)
    assert previous_card(hypothesis, view, map_of((CARDS[3], OLD)), []) is (view.cards[0] if is_it else None)


@pytest.mark.parametrize(
    ("at_old_place", "is_moved"),
    [pytest.param("other table", True, id="some table shows"), pytest.param("card", False, id="the card shows")],
)
def test_a_card_of_the_first_scene_has_moved_whatever_table_was_below_it(at_old_place: str, is_moved: bool) -> None:
    image, view = cloth(), view_of_card()
    view.cards[0].table_is_guess = True
    if at_old_place == "card":
        paste(image, card_picture(CARD), OLD)
    else:
        cv2.fillConvexPoly(image, np.rint(OLD).astype(np.int32), (30, 60, 150))
    paste(image, card_picture(CARD), NEW)
    assert previous_card(sure_proposal(NEW), view, to_lab_map(image), []) is (view.cards[0] if is_moved else None)


def test_a_card_that_others_cover_has_not_moved() -> None:
    """Another one of that look lies elsewhere, as in a game with two packs; the covered one cannot be seen to leave."""
    view = view_of_card()
    view.add(Reading(CARDS[3], (Candidate(CARDS[3], 0.99),), OLD, 1.0), map_of((CARDS[3], OLD)), 0)
    now = map_of((CARD, NEW))
    assert previous_card(sure_proposal(NEW), view, now, []) is None
    view.cards.pop()
    assert previous_card(sure_proposal(NEW), view, now, []) is view.cards[0]
    assert previous_card(sure_proposal(NEW), view, now, [view.on_map(OLD)]) is None, "by one that has just arrived"
