"""After an enrolment: one card under two names, names that were swapped, cards that would be asked for often."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from lab.card_art.packs import draw_pack
from lab.card_art.style import Style
from tests.support.enrolment import deck_on_table
from tests.support.examples import one_in
from tests.support.paper_table import card_picture
from vision.enrolment.photographs import self_check
from vision.enrolment.photographs.self_check import (
    REREADINGS,
    Rereading,
    find_same_cards,
    find_swapped_names,
    reread_pack,
)
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.card_images import encode_picture
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.types import Image


@pytest.fixture(scope="module")
def drawn() -> dict[Card, Image]:
    return deck_on_table.drawn()


@pytest.mark.slow
def test_names_that_are_right_are_not_suspected(drawn: dict[Card, Image]) -> None:
    assert find_swapped_names(drawn) == []


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), one_in(3, [("EO", "S9"), ("HA", "L8"), ("LK", "H7")]))
def test_swapped_names_are_suspected(one: str, other: str, drawn: dict[Card, Image]) -> None:
    first, second = BAVARIAN_32.card(one), BAVARIAN_32.card(other)
    found = find_swapped_names({**drawn, first: drawn[second], second: drawn[first]})
    assert set(found[0]) == {first, second}


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("bavarian32", 1), ("french52", 2)])
def test_names_of_a_black_deck_that_are_right_are_not_suspected(kind: str, seed: int) -> None:
    cards = {}
    for card, picture in draw_pack(kind, Style.random(seed), 220).items():
        lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
        lab[..., 0] = 255 - lab[..., 0]
        cards[card] = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR).astype(np.uint8)
    assert find_swapped_names(cards) == []


def test_too_few_cards_tell_nothing(drawn: dict[Card, Image]) -> None:
    assert find_swapped_names({card: picture for card, picture in drawn.items() if card.suit != "E"}) == []


def test_two_pictures_of_one_card_are_told(drawn: dict[Card, Image], recogniser: Recogniser) -> None:
    cards = [BAVARIAN_32.card(name) for name in ("EA", "E9", "HO", "SO", "H8")]
    pictures = {str(card): drawn[card] for card in cards}
    again = cv2.GaussianBlur(drawn[BAVARIAN_32.card("E9")], (0, 0), 0.7)[::-1, ::-1]
    pictures["H8"] = np.ascontiguousarray(again, np.uint8)
    assert find_same_cards(pictures, {str(card): card for card in cards}, recogniser) == [["E9", "H8"]]


@pytest.mark.slow
def test_cards_are_read_again(drawn: dict[Card, Image], recogniser: Recogniser) -> None:
    pictures = {card: [picture] for card, picture in drawn.items() if card.rank in ("A", "O")}
    pack = calibrate_acceptance(enrol(pictures, "bavarian32", recogniser, "drawn"), recogniser)
    found = reread_pack(pack, recogniser)
    assert [one.card for one in found] == list(pack.cards)
    assert all((one.right, one.wrong, one.total) == (REREADINGS, 0, REREADINGS) for one in found)


COLOURS = {"E": (40, 120, 30), "L": (30, 160, 190), "H": (40, 30, 180), "S": (130, 60, 30)}
"""The colours of the suits of a made-up deck."""
PIPS = {
    "A": [(48, 108)],
    "K": [(28, 28), (66, 66)],
    "O": [(24, 72), (72, 28)],
    "9": [(25, 25), (71, 25), (25, 119), (48, 72)],
}
"""The places of the pips of its ranks; none is the same upside down."""


def _pips(suit: str, rank: str) -> Image:
    picture = np.full((144, 96, 3), 235, np.uint8)
    for place in PIPS[rank]:
        cv2.circle(picture, place, 13, COLOURS[suit], cv2.FILLED, cv2.LINE_AA)
    return picture


def _deck(*left_out: str) -> dict[Card, Image]:
    return {
        BAVARIAN_32.card(suit + rank): _pips(suit, rank)
        for suit in COLOURS
        for rank in PIPS
        if suit not in left_out and rank not in left_out
    }


def _swapped(pictures: dict[Card, Image], *pairs: str) -> dict[Card, Image]:
    """Returns the pictures with those of pairs such as "EA HK" swapped."""
    swapped = dict(pictures)
    for pair in pairs:
        one, other = map(BAVARIAN_32.card, pair.split())
        swapped[one], swapped[other] = pictures[other], pictures[one]
    return swapped


def _found(pictures: dict[Card, Image]) -> set[str]:
    return {" ".join(sorted(map(str, pair))) for pair in find_swapped_names(pictures)}


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        pytest.param([], set(), id="all are right"),
        pytest.param(["EA HK"], {"EA HK"}, id="suits and ranks differ"),
        pytest.param(["EA EK"], {"EA EK"}, id="one suit"),
        pytest.param(["EA HA"], {"EA HA"}, id="one rank"),
        pytest.param(["EA HK", "L9 SO"], {"EA HK", "L9 SO"}, id="two pairs"),
    ],
)
def test_a_pair_is_told_by_the_colours_of_its_suits_and_the_pips_of_its_ranks(
    pairs: Sequence[str], found: set[str]
) -> None:
    assert _found(_swapped(_deck(), *pairs)) == found


@pytest.mark.parametrize("left_out", ["S", "9"], ids=["three suits", "three ranks"])
def test_three_suits_or_ranks_are_too_few_to_tell(left_out: str) -> None:
    assert _found(_swapped(_deck(left_out), "EA HK")) == set()


def test_pictures_may_have_been_taken_in_changing_light() -> None:
    lit = {
        card: (one * (0.6 if number % 3 else 1.0)).astype(np.uint8)
        for number, (card, one) in enumerate(_deck().items())
    }
    assert _found(lit) == set()
    assert _found(_swapped(lit, "EA HK")) == {"EA HK"}


@pytest.mark.parametrize("cards", ["EA HK LO", "EA LO HK", "S9 EA HK", "S9 HK EA", "LK SO H9", "LK H9 SO"])
def test_of_three_names_in_a_circle_no_card_is_in_two_pairs(cards: str) -> None:
    names, deck = [BAVARIAN_32.card(name) for name in cards.split()], _deck()
    pictures = deck | {name: deck[after] for name, after in zip(names, names[1:] + names[:1], strict=True)}
    (pair,) = find_swapped_names(pictures)
    assert set(pair) < set(names)


class PixelEmbedder:
    """Embeds crops as their own pixels."""

    def embed(self, crops: Any) -> Any:
        small = np.stack([cv2.resize(crop, (12, 18), interpolation=cv2.INTER_AREA) for crop in crops])
        centred = small.reshape(len(crops), -1).astype(np.float32)
        centred -= centred.mean(axis=1, keepdims=True)
        return centred / np.linalg.norm(centred, axis=1, keepdims=True)


def test_two_pictures_of_one_card_are_no_fault_if_they_have_its_name() -> None:
    ace, king = BAVARIAN_32.card("EA"), BAVARIAN_32.card("EK")
    face, other = card_picture(ace), card_picture(king)
    pictures = {"first": face, "again": face[::-1, ::-1].copy(), "other": other}
    embedder = cast("Recogniser", PixelEmbedder())
    assert find_same_cards(pictures, {"first": ace, "again": ace, "other": king}, embedder) == []
    named_wrongly = {"first": ace, "again": king, "other": king}
    assert find_same_cards(pictures, named_wrongly, embedder) == [["first", "again"]]
    all_alike = {"first": face, "again": face, "other": face}
    assert find_same_cards(all_alike, named_wrongly, embedder) == [["first", "again"], ["first", "other"]]


@pytest.mark.parametrize(("pip_px", "expected"), [(2, [["one", "other"]]), (16, [])], ids=["a speck", "another pip"])
def test_look_alikes_with_another_pip_are_two_cards(pip_px: int, expected: list[list[str]]) -> None:
    ace, king = BAVARIAN_32.card("EA"), BAVARIAN_32.card("EK")
    other = cv2.circle(card_picture(ace).copy(), (130, 60), pip_px, (120, 60, 60), cv2.FILLED)
    pictures = {"one": card_picture(ace), "other": np.asarray(other, np.uint8)}
    assert find_same_cards(pictures, {"one": ace, "other": king}, cast("Recogniser", PixelEmbedder())) == expected


def test_right_and_wrong_readings_are_counted_and_doubtful_ones_are_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    ace, king = BAVARIAN_32.card("EA"), BAVARIAN_32.card("EK")
    names = iter([ace, None, king, king, king, king])
    views: list[Image] = []

    def read_name(view: Image, _: object) -> Card | None:
        views.append(view)
        return next(names)

    monkeypatch.setattr(self_check, "PackReader", lambda *_: None)
    monkeypatch.setattr(self_check, "_read_name", read_name)
    pictures = [[encode_picture(card_picture(card))] for card in (ace, king)]
    pack: Any = SimpleNamespace(cards=(ace, king), pictures=pictures)
    assert reread_pack(pack, cast("Recogniser", None)) == [Rereading(ace, 1, 1, 3), Rereading(king, 3, 0, 3)]
    assert len({view.tobytes() for view in views}) == 6
    assert reread_pack(SimpleNamespace(cards=(ace,), pictures=()), cast("Recogniser", None)) == []  # type: ignore[arg-type]
