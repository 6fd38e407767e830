"""Cards missing in a pack: what they look like by the other suits, and that a covered card is not named for them."""

from functools import cache

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.paper_table import card_picture, cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.geometry.rectify import full_quad, rectify
from vision.geometry.table_plane import fit_plane
from vision.recognition.correlation import ComparedCrop
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Answer
from vision.recognition.pack import EnrolledPack, enrol
from vision.recognition.place import Place
from vision.recognition.reader import PackReader, missing_of_suit
from vision.recognition.verification import verify_covered
from vision.scene.covered_reading import occlusion_by
from vision.types import Candidate

RECOGNISER = Recogniser()
BELOW = portrait(quad_at(440, 300, 0))
ROWS = {"7": (60, 100, 180, 220, 260), "8": (60, 140, 180, 220, 260), "9": (60, 100, 140, 180, 220, 260)}
COLOURS = {"E": (40, 90, 140), "L": (40, 140, 60), "H": (40, 40, 190), "S": (60, 170, 200)}


def picture(card: Card) -> np.ndarray:
    """Returns a card whose lower half shows nothing but its suit; courts are blots."""
    if card.rank not in ROWS:
        return card_picture(card)
    face = np.full((300, 168, 3), 238, np.uint8)
    for y in ROWS[card.rank]:
        for x in (50, 118):
            if card.suit in "EL":
                cv2.circle(face, (x, y), 15, COLOURS[card.suit], cv2.FILLED, cv2.LINE_AA)
            else:
                cv2.rectangle(face, (x - 14, y - 12), (x + 14, y + 12), COLOURS[card.suit], cv2.FILLED)
    return face


@cache
def pack_without(*missing: str) -> EnrolledPack:
    pictures = {card: [picture(card)] for card in BAVARIAN_32.cards if str(card) not in missing}
    return enrol(pictures, BAVARIAN_32.name, RECOGNISER, "pips")


@pytest.mark.slow
def test_missing_card_looks_as_the_other_suits_tell() -> None:
    pack = pack_without("L9")
    crops = list(missing_of_suit(pack, Card("L", "7")))
    shown = picture(Card("L", "9"))
    truth = rectify(shown, full_quad(shown))
    assert len(crops) == 3
    compared = ComparedCrop(truth)
    assert all(compared.ncc([crop]) > compared.ncc(pack.pictures_of(Card("L", "7"))) for crop in crops)


@pytest.mark.slow
@pytest.mark.parametrize(("missing", "card"), [((), "L7"), (("L9",), "E7"), (("E9", "L9", "H9", "S9"), "L7")])
def test_no_suit_tells_of_a_card_that_is_there_or_missing_in_all(missing: tuple[str, ...], card: str) -> None:
    assert list(missing_of_suit(pack_without(*missing), BAVARIAN_32.card(card))) == []


@pytest.mark.parametrize(
    ("shown", "top", "is_named"),
    [
        pytest.param("L9", 258, False, id="it is the missing one, and what shows is that of the seven"),
        pytest.param("L7", 258, False, id="it is the seven, and the missing one shows the same"),
        pytest.param("L7", 190, True, id="it is the seven, and the missing one shows more"),
        pytest.param("LK", 258, True, id="no other looks like a court"),
        pytest.param("E7", 258, True, id="no card of its suit is missing"),
    ],
)
def test_covered_card_is_not_named_where_a_missing_one_shows_the_same(shown: str, top: float, is_named: bool) -> None:
    reader = PackReader(RECOGNISER, pack_without("L9"))
    image, upper = cloth(), quad_at(440, top, 90)
    paste(image, picture(BAVARIAN_32.card(shown)), BELOW)
    paste(image, picture(BAVARIAN_32.card("EO")), upper)
    occlusion = occlusion_by(image.shape, [upper], fit_plane([upper], image.shape))
    name = BAVARIAN_32.card(shown.replace("9", "7"))
    answer = Answer(name, (Candidate(name, 0.97),), is_foreign=False, is_of_pack=True)
    assert (verify_covered(Place(image, reader, BELOW, occlusion), answer).card is not None) is is_named
