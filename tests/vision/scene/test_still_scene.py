"""All cards of one still picture, and what was considered on the way to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.support.paper_table import (
    CARD_LENGTH,
    CARD_WIDTH,
    CARDS,
    PixelReader,
    SecondThoughts,
    card_picture,
    cloth,
    paste,
    quad_at,
)
from vision.geometry.quads import overlap, portrait
from vision.geometry.rectify import inset, rectify
from vision.scene import stack_peeling, still_scene
from vision.scene.hypotheses import CardHypothesis, OccludedCardSearch
from vision.scene.still_scene import analyse_scene, read_scene
from vision.types import Candidate, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.types import Luma, Quad

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
        assert max(overlap(detection.quad, portrait(quad)) for detection in seen.detections) > 0.95
        assert any(proposal.answer.card == card for proposal in seen.proposals)
    assert [reading.card for reading in read_scene(image, READER)] == [reading.card for reading in seen.readings]


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
    proposals = analyse_scene(image, ContrastReader(CARDS[:6])).proposals
    assert [any(overlap(one.quad, portrait(quad)) > 0.9 for one in proposals) for quad in things] == read


@pytest.mark.parametrize(
    ("is_card_there", "share", "read"),
    [
        pytest.param(True, 0.6, 0, id="smaller than the card"),
        pytest.param(True, 1.0, 4, id="of the size of the card"),
        pytest.param(False, 0.6, 4, id="without a card"),
    ],
)
def test_a_pattern_is_read_only_with_the_size_of_a_named_card(is_card_there: bool, share: float, read: int) -> None:
    """Checks of a cloth may resemble cards."""
    image = cloth()
    pattern = [quad_at(200 + 180 * place, 430, 0, share * CARD_WIDTH, share * CARD_LENGTH) for place in range(4)]
    for quad in pattern:
        paste(image, card_picture(CARDS[8]), quad)
    if is_card_there:
        paste(image, card_picture(CARDS[3]), quad_at(300, 200, 5))
    proposals = analyse_scene(image, ContrastReader(CARDS[:6])).proposals
    assert sum(any(overlap(one.quad, portrait(quad)) > 0.9 for one in proposals) for quad in pattern) == read


def test_of_a_bare_table_a_survey_keeps_what_was_like_no_card() -> None:
    seen = analyse_scene(cloth(), READER)
    assert seen.readings == ()
    assert len(seen.proposals) >= len(seen.detections) > 0
    assert all(proposal.answer.card is None for proposal in seen.proposals)


def test_a_card_under_another_as_white_is_read_as_covered() -> None:
    image = cloth()
    top, below = quad_at(480, 270, 5), quad_at(530, 330, 40)
    paste(image, card_picture(CARDS[3]), below)
    paste(image, card_picture(CARDS[4]), top)
    first, second = analyse_scene(image, READER).readings
    assert (first.card, first.visible) == (CARDS[4], 1.0)
    assert overlap(first.quad, portrait(top)) > 0.9
    assert 0.5 < second.visible < 0.9
    assert second.card in (CARDS[3], None)
    assert second.candidates[0].card == CARDS[3]


def test_only_what_lies_under_a_card_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rim of the picture cuts off is named, or it is nothing: a joint of the table has edges as well."""
    image = cloth()
    paste(image, card_picture(CARDS[4]), quad_at(480, 270, 5))
    under, at_rim = (portrait(quad_at(*place)) for place in ((530, 330, 40), (200, -20, 10)))
    found = [CardHypothesis(quad, 0.5) for quad in (under, at_rim)]
    monkeypatch.setattr(OccludedCardSearch, "hypotheses_below", lambda *_: found)
    monkeypatch.setattr(
        stack_peeling, "read_occluded", lambda place: Reading(None, (Candidate(CARDS[3], 0.6),), place.quad, 0.5)
    )
    first, *others = analyse_scene(image, READER).readings
    assert first.card == CARDS[4]
    assert [reading.quad.tolist() for reading in others] == [under.tolist()]


@pytest.mark.parametrize(("card", "near", "lying"), [(CARDS[3], True, 2), (None, True, 2), (None, False, 1)])
def test_what_is_under_a_card_that_cannot_be_named_is_sought_as_well(
    card: Card | None, near: bool, lying: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere at that place another card may be read into what shows of both."""
    image = cloth()
    paste(image, card_picture(CARDS[4]), quad_at(480, 270, 5))
    under = portrait(quad_at(530, 330, 40))
    asked: list[int] = []

    def hypotheses_below(_: OccludedCardSearch, tops: Sequence[Quad]) -> list[CardHypothesis]:
        asked.append(len(tops))
        return [CardHypothesis(under, 0.5)][len(tops) - 1 :]

    reading = Reading(card, (Candidate(CARDS[3], 0.9),), under, 0.5, near)
    monkeypatch.setattr(OccludedCardSearch, "hypotheses_below", hypotheses_below)
    monkeypatch.setattr(stack_peeling, "read_occluded", lambda *_: reading)
    monkeypatch.setattr(stack_peeling, "is_present", lambda _, reading: reading.is_of_pack)
    analyse_scene(image, READER)
    assert max(asked) == lying


@pytest.mark.parametrize(("score", "near", "asked"), [(0.85, False, False), (0.95, False, True), (0.8, True, True)])
def test_what_shows_little_and_is_not_very_much_like_a_card_is_not_asked_for(
    score: float, near: bool, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between cards the checks of a cloth are a little like many."""
    image = cloth()
    paste(image, card_picture(CARDS[4]), quad_at(480, 270, 5))
    under = portrait(quad_at(530, 330, 40))
    reading = Reading(None, (Candidate(CARDS[3], score),), under, 0.2, near)
    found = [CardHypothesis(under, 0.2)]
    monkeypatch.setattr(OccludedCardSearch, "hypotheses_below", lambda _, tops: found[len(tops) - 1 :])
    monkeypatch.setattr(stack_peeling, "read_occluded", lambda *_: reading)
    monkeypatch.setattr(stack_peeling, "is_present", lambda *_: False)
    monkeypatch.setattr(still_scene, "order_by_depth", lambda *each: tuple(each[2]))
    assert len(analyse_scene(image, READER).readings) == 1 + asked


@pytest.mark.parametrize(("confidence", "named"), [(0.9, True), (0.3, False)])
def test_what_is_named_in_an_unlikely_outline_is_asked_for(
    confidence: float, named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = cloth()
    paste(image, card_picture(CARDS[4]), quad_at(480, 270, 5))
    under = portrait(quad_at(530, 330, 40))
    found = [CardHypothesis(under, 0.5, confidence, ncc=0.9)]
    monkeypatch.setattr(OccludedCardSearch, "hypotheses_below", lambda _, tops: found[len(tops) - 1 :])
    monkeypatch.setattr(
        stack_peeling, "read_occluded", lambda *_: Reading(CARDS[3], (Candidate(CARDS[3], 0.9),), under, 0.5)
    )
    monkeypatch.setattr(still_scene, "order_by_depth", lambda *each: tuple(each[2]))
    _, lower = analyse_scene(image, READER).readings
    assert (lower.card is not None) == named


def test_what_is_hardly_like_the_kept_picture_of_its_card_is_asked_for() -> None:
    image = cloth()
    quads = {CARDS[3]: quad_at(300, 270, 5), CARDS[4]: quad_at(640, 240, 60)}
    for card, quad in quads.items():
        paste(image, card_picture(card), quad)
    read = {reading.candidates[0].card: reading.card for reading in read_scene(image, SecondThoughts({CARDS[3]}))}
    assert read == {CARDS[3]: None, CARDS[4]: CARDS[4]}
