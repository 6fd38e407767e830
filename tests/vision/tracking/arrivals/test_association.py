"""Whether a card that is read at a new place is one that lay elsewhere."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.recognition.naming import Answer
from vision.scene.proposals import Proposal
from vision.tracking.arrivals.association import previous_card
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.change_detection import to_lab_map
from vision.types import Candidate, Reading

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
    proposal = Proposal(NEW, Answer(CARD, (Candidate(CARD, 0.99),), is_foreign=False, is_of_pack=True), 0.99)
    assert previous_card(proposal, view, to_lab_map(image), []) is (view.cards[0] if is_moved else None)
