"""Which cards of a still picture surely lie on top: the one of two that is in full view, and like its kept picture."""

from __future__ import annotations

import pytest

from engine.cards import BAVARIAN_32
from tests.support.paper_table import quad_at
from vision.recognition.naming import Answer
from vision.scene.proposals import Proposal
from vision.scene.stack_peeling import _select_top_cards
from vision.types import Candidate

PICTURE = (540, 960)


def _proposal(
    number: int, x: float, *, score: float = 0.9, confidence: float = 0.9, ncc: float = 0.9, size: float = 1.0
) -> Proposal:
    card = BAVARIAN_32.cards[number]
    answer = Answer(card, (Candidate(card, score),), is_foreign=False, is_of_pack=True)
    return Proposal(quad_at(x, 270, 3, 84 * size, 150 * size), answer, confidence, ncc)


def _apart(**changes: float) -> list[Proposal]:
    return [_proposal(0, 200), _proposal(1, 350), _proposal(2, 500, **changes)]


def _on_one_another(**changes: float) -> list[Proposal]:
    return [_proposal(0, 200), _proposal(1, 250, **changes), _proposal(2, 500)]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param([], (), id="nothing"),
        pytest.param(_apart(), (0, 1, 2), id="cards that lie apart"),
        pytest.param(_apart(ncc=0.6), (0, 1), id="one is far less like its picture: something may lie on it"),
        pytest.param(_apart(ncc=0.75), (0, 1), id="one is less like its picture"),
        pytest.param(_apart(ncc=0.85), (0, 1, 2), id="one is a bit less like its picture"),
        pytest.param(_apart(size=0.6), (0, 1), id="one has another size: it may be a part of a card"),
        pytest.param(_apart(size=0.6, ncc=0.97, score=0.8), (0, 1, 2), id="but it fits its picture to the pixel"),
        pytest.param(_on_one_another(score=0.8), (0, 2), id="of two the one that reads worse is below"),
        pytest.param(_on_one_another(confidence=0.7), (0, 2), id="of two the one with the poorer outline is below"),
        pytest.param(_on_one_another(ncc=0.8), (0, 2), id="of two the one that is less like its picture is below"),
        pytest.param(_on_one_another(score=0.95), (1, 2), id="of two the better one is on top"),
    ],
)
def test_the_upper_cards_are_in_full_view(cards: list[Proposal], expected: tuple[int, ...]) -> None:
    tops = _select_top_cards(cards, PICTURE, None)
    assert sorted(cards.index(top) for top in tops) == list(expected)
