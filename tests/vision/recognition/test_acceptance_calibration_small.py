"""The threshold of a deck of few cards: from views of each card as a camera may see it, in front of the other cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.captures import PixelRecogniser
from tests.support.paper_table import CARDS as PICTURED
from tests.support.paper_table import card_picture
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, rectify, rotate_180
from vision.recognition.acceptance_calibration import augmented_view, calibrate_acceptance, views_of
from vision.recognition.card_images import card_quad, decode_picture, encode_picture, middle_view
from vision.recognition.ecc_alignment import share_explained
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Acceptance
from vision.recognition.pack import EnrolledPack
from vision.recognition.thresholds import RECOGNITION
from vision.types import Image

RECOGNISER = cast("Recogniser", PixelRecogniser())


def _content(number: int) -> bytes:
    return encode_picture(card_picture(PICTURED[number]))


@dataclass(frozen=True)
class BlotPack:
    """A pack whose cards are told by small pictures."""

    known: Sequence[Card]
    pictures: Sequence[Sequence[bytes]]
    acceptance: Acceptance | None = None

    def pictures_of(self, card: Card) -> list[Image]:
        return [middle_view(decode_picture(content)) for content in self.pictures[self.known.index(card)]]

    def scores(self, embeddings: np.ndarray) -> np.ndarray:
        crops = [self.pictures_of(card)[0] for card in self.known]
        looks = PixelRecogniser().embed(np.stack([*crops, *map(rotate_180, crops)]))
        both = embeddings @ looks.T
        return np.maximum(both[:, : len(crops)], both[:, len(crops) :])


def _calibrated(*numbers: int) -> float:
    pack = BlotPack(BAVARIAN_32.cards[: len(numbers)], [[_content(number)] for number in numbers])
    calibrated = calibrate_acceptance(cast("EnrolledPack", pack), RECOGNISER)
    assert calibrated.acceptance is not None
    return calibrated.acceptance.most_doubt


def _doubt(view: Image, pack: BlotPack, index: int) -> float:
    cosine = pack.scores(PixelRecogniser().embed(view[None]))[0, index]
    return float((1 - cosine) * (1 - share_explained(view, full_quad(view), pack.pictures_of(pack.known[index]))))


@pytest.mark.slow
def test_the_threshold_names_the_cards_of_the_deck_and_none_that_was_left_out() -> None:
    numbers = (0, 1, 2)
    most = _calibrated(*numbers)
    pack = BlotPack(BAVARIAN_32.cards[:3], [[_content(number)] for number in numbers])
    chance = np.random.default_rng(11)
    for index in range(3):
        own, other = (augmented_view(decode_picture(_content(number)), chance) for number in (index, index + 5))
        assert _doubt(own, pack, index) < most
        assert min(_doubt(other, pack, each) for each in range(3)) > most


@pytest.mark.slow
def test_of_cards_that_look_the_same_all_stay_named() -> None:
    most = _calibrated(0, 0)
    pack = BlotPack(BAVARIAN_32.cards[:2], [[_content(0)], [_content(0)]])
    chance = np.random.default_rng(5)
    views = [view for contents in pack.pictures for view in views_of(contents, chance)]
    assert most == pytest.approx(max(_doubt(view, pack, number // 6) for number, view in enumerate(views)), abs=1e-5)


@pytest.mark.slow
def test_the_more_alike_the_cards_are_the_stricter_is_the_threshold() -> None:
    """It lies between the doubts of own cards and of others, nearer to the latter by their ratio."""
    changed = card_picture(PICTURED[0]).copy()
    cv2.circle(changed, (84, 150), 26, (30, 60, 160), -1)
    alike = BlotPack(BAVARIAN_32.cards[:2], [[_content(0)], [encode_picture(changed)]])
    calibrated = calibrate_acceptance(cast("EnrolledPack", alike), RECOGNISER)
    assert calibrated.acceptance is not None
    assert 0 < calibrated.acceptance.most_doubt < _calibrated(0, 1)


@pytest.mark.parametrize("numbers", [(0,), ()], ids=["one card", "no card"])
def test_a_pack_without_others_to_compare_has_no_threshold(numbers: tuple[int, ...]) -> None:
    pack = cast("EnrolledPack", BlotPack(BAVARIAN_32.cards[: len(numbers)], [[_content(each)] for each in numbers]))
    assert calibrate_acceptance(pack, RECOGNISER) is pack
    bare = cast("EnrolledPack", BlotPack(BAVARIAN_32.cards[:3], []))
    assert calibrate_acceptance(bare, RECOGNISER) is bare


def test_the_views_of_a_card_show_all_its_pictures_on_both_ends() -> None:
    contents = [_content(0), _content(1)]
    views = list(views_of(contents, np.random.default_rng(2)))
    assert len(views) == RECOGNITION.calibration_views
    crops = [middle_view(decode_picture(content)) for content in contents]
    looks = PixelRecogniser().embed(np.stack([*crops, *map(rotate_180, crops)]))
    shown = (PixelRecogniser().embed(np.stack(views)) @ looks.T).argmax(axis=1)
    assert [int(each) % 2 for each in shown] == [0, 1] * (RECOGNITION.calibration_views // 2)
    assert {int(each) // 2 for each in shown} == {0, 1}


def test_a_view_is_the_card_in_another_light_slightly_off() -> None:
    """As dim and as yellow as lamps make it; never two of them the same."""
    picture, chance = decode_picture(_content(0)), np.random.default_rng(7)
    plain = rectify(picture, card_quad(picture)).astype(float)
    views = [augmented_view(picture, chance) for _ in range(40)]
    gains = [float(view.mean()) / plain.mean() for view in views]
    least, most = RECOGNITION.calibration_gains
    assert {view.shape for view in views} == {(CROP_HEIGHT, CROP_WIDTH, 3)}
    assert least * (1 - RECOGNITION.calibration_max_loss_of_blue / 2) < min(gains) < 0.55
    assert 0.8 < max(gains) < most * 1.05
    white = [view[4:12, 40:56].reshape(-1, 3).mean(axis=0) for view in views]
    blues = [float(blue / red) for blue, _, red in white]
    assert 1 - RECOGNITION.calibration_max_loss_of_blue - 0.05 < min(blues) < 0.65
    assert 0.9 < max(blues) < 1.05
    corners = np.array([[view[:20, :20].mean(), view[-20:, -20:].mean()] for view in views])
    assert np.ptp(np.log(corners[:, 0] / corners[:, 1])) > 0.3, "the light comes from any side"
    cosines = PixelRecogniser().embed(np.stack([plain.astype(np.uint8), *views]))
    assert (cosines[1:] @ cosines[0]).min() > 0.75
