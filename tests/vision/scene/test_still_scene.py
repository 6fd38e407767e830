"""All cards of one still picture, and what was considered on the way to them."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.support.paper_table import CARDS, PixelReader, SecondThoughts, card_picture, cloth, paste, quad_at
from vision.geometry.quads import overlap, portrait
from vision.geometry.rectify import inset, rectify
from vision.scene import selection
from vision.scene.covered_outlines import CoveredCardSearch, CoveredOutline
from vision.scene.still_scene import analyse_scene, read_scene
from vision.types import Candidate, Luma, Quad, Reading

READER = PixelReader()


class ContrastReader(PixelReader):
    """Thumbnails resemble a card where something is drawn on it."""

    def prescreen(self, planes: np.ndarray, quads: Sequence[Quad], visible: Luma) -> np.ndarray:
        return np.array([rectify(planes, inset(quad, 0.1)).std(axis=(0, 1)).max() > 20 for quad in quads], np.float32)


def test_a_survey_tells_what_was_considered_on_the_way_to_the_readings() -> None:
    image = cloth()
    quads = {CARDS[3]: quad_at(300, 270, 5), CARDS[4]: quad_at(540, 240, 60)}
    for card, quad in quads.items():
        paste(image, card_picture(card), quad)
    seen = analyse_scene(image, READER)
    assert {reading.card for reading in seen.readings} == set(quads)
    for card, quad in quads.items():
        assert max(overlap(outline.quad, portrait(quad)) for outline in seen.outlines) > 0.95
        assert any(hypothesis.answer.card == card for hypothesis in seen.hypotheses)
    assert [reading.card for reading in read_scene(image, READER)] == [reading.card for reading in seen.readings]


@pytest.mark.slow
def test_what_has_the_outline_of_a_card_and_is_like_none_is_asked_about() -> None:
    """Such as a court of another print; a beer mat beside the cards is none."""
    image = cloth()
    stranger, mat = quad_at(540, 240, 60), quad_at(760, 240, 20, 140, 140)
    paste(image, card_picture(CARDS[3]), quad_at(300, 270, 5))
    for quad in (stranger, mat):
        paste(image, card_picture(CARDS[8]), quad)
    card, asked = read_scene(image, PixelReader(CARDS[:6]))
    assert (card.card, asked.card) == (CARDS[3], None)
    assert overlap(asked.quad, portrait(stranger)) > 0.9


@pytest.mark.parametrize(("is_card_there", "read"), [(True, [True, False]), (False, [True, True])])
def test_beside_a_card_an_outline_that_resembles_none_is_read_only_with_its_size(
    is_card_there: bool, read: list[bool]
) -> None:
    """It is read to ask about it; checks of a cloth are smaller than cards."""
    image = cloth()
    things = [quad_at(540, 240, 60), quad_at(760, 240, 20, 60, 60)]
    for quad in things:
        paste(image, np.full((90, 60, 3), 238, np.uint8), quad)
    if is_card_there:
        paste(image, card_picture(CARDS[3]), quad_at(300, 270, 5))
    hypotheses = analyse_scene(image, ContrastReader(CARDS[:6])).hypotheses
    assert [any(overlap(one.quad, portrait(quad)) > 0.9 for one in hypotheses) for quad in things] == read


def test_of_a_bare_table_a_survey_keeps_what_was_like_no_card() -> None:
    seen = analyse_scene(cloth(), READER)
    assert seen.readings == ()
    assert len(seen.hypotheses) >= len(seen.outlines) > 0
    assert all(hypothesis.answer.card is None for hypothesis in seen.hypotheses)


def test_only_what_lies_under_a_card_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rim of the picture cuts off is named, or it is nothing: a joint of the table has edges as well."""
    image = cloth()
    paste(image, card_picture(CARDS[4]), quad_at(480, 270, 5))
    under, at_rim = (portrait(quad_at(*place)) for place in ((530, 330, 40), (200, -20, 10)))
    found = [CoveredOutline(quad, 1.0, 0.5) for quad in (under, at_rim)]
    monkeypatch.setattr(CoveredCardSearch, "outlines_below", lambda *_: found)
    monkeypatch.setattr(
        selection, "read_covered", lambda place: Reading(None, (Candidate(CARDS[3], 0.6),), place.quad, 0.5)
    )
    first, *others = analyse_scene(image, READER).readings
    assert first.card == CARDS[4]
    assert [reading.quad.tolist() for reading in others] == [under.tolist()]


@pytest.mark.slow
def test_what_is_hardly_like_the_kept_picture_of_its_card_is_asked_for() -> None:
    image = cloth()
    quads = {CARDS[3]: quad_at(300, 270, 5), CARDS[4]: quad_at(640, 240, 60)}
    for card, quad in quads.items():
        paste(image, card_picture(card), quad)
    read = {reading.candidates[0].card: reading.card for reading in read_scene(image, SecondThoughts({CARDS[3]}))}
    assert read == {CARDS[3]: None, CARDS[4]: CARDS[4]}
