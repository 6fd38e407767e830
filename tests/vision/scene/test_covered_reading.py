"""Reading a card of which others hide a part, from an outline that is off: its hidden sides are guesses."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.deck_on_table import drawn
from tests.support.examples import one_in
from tests.support.paper_table import cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.geometry.rectify import CropMask
from vision.geometry.table_plane import fit_plane
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.place import Fit, Place
from vision.recognition.reader import PackReader, Scores
from vision.scene.covered_reading import occlusion_by, read_covered
from vision.types import Image

BELOW = portrait(quad_at(440, 300, 0))
ALONG = BELOW[3] - BELOW[0]
ON_TOP = quad_at(470, 225, 90)


@pytest.fixture(scope="module")
def reader() -> PackReader:
    recogniser = Recogniser()
    return PackReader(
        recogniser, enrol({card: [picture] for card, picture in drawn().items()}, "bavarian32", recogniser, "drawn")
    )


@pytest.mark.slow
@pytest.mark.parametrize("across", [225, 190])
def test_a_card_left_out_of_the_pack_is_not_named_where_another_hides_a_part(across: float, reader: PackReader) -> None:
    """It was named as the ten of its suit, at a cosine of 0.7."""
    kept = {card: [picture] for card, picture in drawn().items() if str(card) != "L8"}
    pack = calibrate_acceptance(enrol(kept, "bavarian32", reader.recogniser, "drawn"), reader.recogniser)
    image, on_top = cloth(), quad_at(470, across, 90)
    paste(image, drawn()[BAVARIAN_32.card("L8")], BELOW)
    paste(image, drawn()[BAVARIAN_32.card("EO")], on_top)
    occlusion = occlusion_by(image.shape, [on_top], fit_plane([on_top], image.shape))
    reading = read_covered(Place(image, replace(reader, pack=pack), BELOW, occlusion))
    assert reading is not None
    assert reading.card is None


def _set_thresholds(monkeypatch: pytest.MonkeyPatch, **thresholds: float) -> None:
    """Sets thresholds of naming for visible parts of cards."""
    original = PackReader.for_visible_part

    def for_visible_part(one: PackReader, shown: CropMask, among: Sequence[int]) -> PackReader:
        part = original(one, shown, among)
        return replace(part, pack=replace(part.pack, thresholds=replace(part.pack.thresholds, **thresholds)))

    monkeypatch.setattr(PackReader, "for_visible_part", for_visible_part)


@pytest.mark.parametrize("card", one_in(7, ["L10", "L7", "L8", "L9", "E10", "H10", "S9"]))
@pytest.mark.parametrize(
    "off",
    one_in(
        2,
        [
            pytest.param((0.0, 0.0), id="as it lies"),
            pytest.param((0.15, 0.0), id="too short at its hidden end"),
            pytest.param((0.1, -0.1), id="too short at both ends"),
            pytest.param((0.1, 0.1), id="pushed along"),
        ],
    ),
)
def test_which_of_look_alikes_it_is_does_not_depend_on_the_outline(
    card: str, off: tuple[float, float], reader: PackReader
) -> None:
    """Of ten and eight the half that shows differs by where the pips lie: an outline that is off made one the other."""
    image = cloth()
    paste(image, drawn()[BAVARIAN_32.card(card)], BELOW)
    paste(image, drawn()[BAVARIAN_32.card("EO")], ON_TOP)
    occlusion = occlusion_by(image.shape, [ON_TOP], fit_plane([ON_TOP], image.shape))
    outline = BELOW + np.outer([off[0], off[0], off[1], off[1]], ALONG).astype(np.float32)
    reading = read_covered(Place(image, reader, outline, occlusion))
    assert reading is not None
    assert str(reading.card) == card
    assert np.abs(reading.quad - BELOW).max() < 5


def test_a_card_is_named_that_was_not_likely_before_the_alignment(
    reader: PackReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From an outline that was too long, an eight was not among the likely cards, and fitted as a ten, a row off."""
    image = cloth()
    paste(image, drawn()[BAVARIAN_32.card("E10")], BELOW)
    paste(image, drawn()[BAVARIAN_32.card("EO")], ON_TOP)
    occlusion = occlusion_by(image.shape, [ON_TOP], fit_plane([ON_TOP], image.shape))
    column = list(reader.known).index(BAVARIAN_32.card("E10"))
    calls: list[Image] = []
    original = PackReader.prescreen_cards

    def prescreen_cards(one: PackReader, crop: Image, shown: CropMask | None) -> Scores:
        correlations = original(one, crop, shown)
        if not calls:
            correlations[column] = -1
        calls.append(crop)
        return correlations

    monkeypatch.setattr(PackReader, "prescreen_cards", prescreen_cards)
    reading = read_covered(Place(image, reader, BELOW, occlusion))
    assert reading is not None
    assert str(reading.card) == "E10"


@pytest.mark.parametrize("like_none", [False, True])
def test_what_is_like_no_card_just_where_it_lies_is_none(
    like_none: bool, reader: PackReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What shows at all of the places tried is little, and may be like anything."""
    image = cloth()
    paste(image, drawn()[BAVARIAN_32.card("E10")], BELOW)
    paste(image, drawn()[BAVARIAN_32.card("EO")], ON_TOP)
    occlusion = occlusion_by(image.shape, [ON_TOP], fit_plane([ON_TOP], image.shape))
    _set_thresholds(monkeypatch, foreign=1.1 if like_none else 0.0)
    reading = read_covered(Place(image, reader, BELOW, occlusion))
    assert (reading is None) == like_none


@pytest.mark.parametrize(
    ("card", "has_look_alikes"), one_in(3, [("HA", False), ("SK", False), ("L9", True), ("L10", True)])
)
def test_beside_a_picture_that_fits_to_the_pixel_only_look_alikes_are_aligned(
    card: str, has_look_alikes: bool, reader: PackReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = cloth()
    paste(image, drawn()[BAVARIAN_32.card(card)], BELOW)
    paste(image, drawn()[BAVARIAN_32.card("EO")], ON_TOP)
    occlusion = occlusion_by(image.shape, [ON_TOP], fit_plane([ON_TOP], image.shape))
    aligned: list[str] = []
    original = Place.align

    def spy(place: Place, card: Card, enough: float) -> Fit | None:
        aligned.append(str(card))
        return original(place, card, enough)

    monkeypatch.setattr(Place, "align", spy)
    reading = read_covered(Place(image, reader, BELOW, occlusion))
    assert reading is not None
    assert str(reading.card) == card
    assert (len(aligned) > 1) == has_look_alikes, aligned
