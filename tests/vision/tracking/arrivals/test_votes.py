"""What the votes of a landed card come to, and what the pixels say of it."""

import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.deck_on_table import DrawnReader, drawn, frame_of
from tests.support.paper_table import cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.recognition.naming import Answer
from vision.tracking.arrivals.votes import VoteReader
from vision.tracking.background.background_model import Patch, TrackedCard
from vision.tracking.settled_scene import Arrival
from vision.tracking.thresholds import TRACKING
from vision.types import Candidate, Reading

EIGHT, TEN, OVER = (BAVARIAN_32.card(name) for name in ("L8", "L10", "LO"))
PLACE = portrait(quad_at(480, 270, 25))


class Votes(DrawnReader):
    """Whose votes come to what it is told, whatever was seen."""

    def __init__(self, named: Card | None, score: float = 0.99) -> None:
        super().__init__()
        candidates = Candidate(EIGHT, score), Candidate(TEN, score - 0.01)
        self.answer = Answer(named, candidates, is_foreign=False, is_of_pack=True)

    def judge(self, scores: np.ndarray) -> Answer:
        return self.answer


@pytest.mark.parametrize(
    ("lies", "voted", "reported"),
    [
        pytest.param(EIGHT, EIGHT, EIGHT, id="votes and pixels say the same"),
        pytest.param(EIGHT, None, EIGHT, id="the pixels tell what the votes cannot"),
        pytest.param(TEN, None, TEN, id="and that it is the other"),
        pytest.param(OVER, EIGHT, None, id="a stranger that the network takes for a card"),
        pytest.param(OVER, None, None, id="a stranger of which nothing is known"),
    ],
)
def test_when_the_votes_are_in_the_pixels_are_asked(lies: Card, voted: Card | None, reported: Card | None) -> None:
    image = cloth()
    paste(image, drawn()[lies], PLACE)
    votes, arrival = VoteReader(Votes(voted)), Arrival(PLACE, [])
    for number in range(TRACKING.arrival_votes):
        votes.vote(frame_of(image, number), [arrival])
    votes.compare(arrival)
    assert votes.reading(arrival).card == reported


@pytest.mark.parametrize(("score", "card"), [(0.95, EIGHT), (0.64, None)])
def test_an_unlikely_name_is_a_question(score: float, card: Card | None) -> None:
    """On a checked cloth the outline of the first card may lose a quarter of it: a ten with eight signs."""
    image = cloth()
    paste(image, drawn()[EIGHT], PLACE)
    votes, arrival = VoteReader(Votes(EIGHT, score)), Arrival(PLACE, [])
    for number in range(TRACKING.arrival_votes):
        votes.vote(frame_of(image, number), [arrival])
    votes.compare(arrival)
    assert votes.reading(arrival).card == card


@pytest.mark.parametrize("lies", [EIGHT, TEN])
def test_pixels_decide_after_one_vote_when_a_hand_interrupts(lies: Card) -> None:
    """A card that is covered 0.2 s after it came to rest gets one vote."""
    image = cloth()
    paste(image, drawn()[lies], PLACE)
    votes, arrival = VoteReader(Votes(None)), Arrival(PLACE, [])
    votes.vote(frame_of(image, 0), [arrival])
    assert votes.reading(arrival).card is None
    votes.compare(arrival)
    assert votes.reading(arrival).card == lies


@pytest.mark.parametrize(
    ("was_in_view", "reported"),
    [pytest.param(True, EIGHT, id="it lay there before"), pytest.param(False, None, id="it has come")],
)
def test_the_pictures_do_not_take_the_name_of_a_card_that_was_only_moved(
    was_in_view: bool, reported: Card | None
) -> None:
    image, patch = cloth(), Patch(0, 0, np.zeros((1, 1, 3), np.uint8))
    paste(image, drawn()[OVER], PLACE)
    before = TrackedCard(EIGHT, PLACE, patch, patch, 0, frozenset({EIGHT}))
    votes, arrival = VoteReader(Votes(EIGHT)), Arrival(PLACE, [], before if was_in_view else None)
    votes.vote(frame_of(image, 0), [arrival])
    assert len(arrival.votes) == 1
    votes.compare(arrival)
    reading = votes.reading(arrival)
    assert reading.card == reported
    assert np.array_equal(reading.quad, PLACE)


def test_a_card_read_by_its_visible_part_needs_no_votes() -> None:
    """What covers it would vote as well."""
    image, votes = cloth(), VoteReader(Votes(OVER))
    paste(image, drawn()[OVER], PLACE)
    partial = Reading(TEN, (Candidate(TEN, 0.9),), PLACE, 0.4)
    arrival = Arrival(PLACE, [], partial_reading=partial)
    votes.vote(frame_of(image, 0), [arrival])
    votes.compare(arrival)
    assert not arrival.votes
    assert votes.reading(arrival) is partial


@pytest.mark.parametrize(
    ("frames", "reported"),
    [
        pytest.param("e", EIGHT, id="one frame that shows it"),
        pytest.param("tee", EIGHT, id="the first frame was blurred"),
        pytest.param("et", None, id="two frames that do not agree"),
    ],
)
def test_all_frames_vote_alike(frames: str, reported: Card | None) -> None:
    reader = DrawnReader((EIGHT, TEN, OVER))
    scores = {
        kind: np.array([{EIGHT: eight, TEN: ten}.get(card, 0.1) for card in reader.cards])
        for kind, eight, ten in (("e", 0.95, 0.7), ("t", 0.8, 0.95))
    }
    arrival = Arrival(PLACE, [scores[kind] for kind in frames])
    assert VoteReader(reader).reading(arrival).card == reported
