"""A deck is shown: what is asked, taken, refused and why; rows; known packs."""

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import DeckOnTable, drawn, lay_row, row_of
from tests.support.enrolment.progress import accepted_cards, watch
from tests.support.paper_table import quad_at
from vision.enrolment.card_crops import show_same_card
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.progress import Acceptance, PackMatch, Refusal
from vision.enrolment.showing.session import EnrolmentSession
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack, enrol
from vision.types import Image

pytestmark = pytest.mark.slow

CARDS = BAVARIAN_32.cards
EICHEL = CARDS[:8]


def test_cards_are_taken_as_they_are_asked_for(recogniser: Recogniser) -> None:
    """Acceptance away, replaced by the next, or covered by it."""
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser)
    pictures = [drawn()[card] for card in CARDS[:4]]
    assert session.requested == [CARDS[0]]
    progress = watch(
        session,
        table.still(),
        table.lay(pictures[0]),
        table.clear(),
        table.lay(pictures[1]),
        table.lay(pictures[2], quad_at(500, 250, 20)),
        table.add(pictures[3], quad_at(506, 254, 17)),
    )
    assert progress == [Acceptance(card) for card in CARDS[:4]]
    assert session.requested == [CARDS[4]]
    assert session.length is None
    pack = enrol(session.pictures, BAVARIAN_32.name, recogniser, "shown")
    answers = [pack.scores(recogniser.embed(_crop(picture))).argmax() for picture in pictures]
    assert answers == [0, 1, 2, 3]


def _crop(picture: Image) -> np.ndarray:
    return cv2.resize(picture, (96, 144), interpolation=cv2.INTER_AREA)[None]


def test_no_two_cards_of_a_pack_are_taken_for_one(recogniser: Recogniser) -> None:
    session = EnrolmentSession(BAVARIAN_32, recogniser, pictures={card: [picture] for card, picture in drawn().items()})
    assert not session.missing
    cards = list(session._accepted.crops.values())
    assert not [1 for one in range(32) for other in range(one) if show_same_card(cards[one], cards[other])]


def test_a_row_is_taken_at_once(recogniser: Recogniser) -> None:
    """First a card is missing; then two suits lie in two rows of a new picture."""
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser, rows=True)
    assert session.requested == list(EICHEL)
    watch(session, table.still())
    lay_row(table, EICHEL[:7], row_of(8)[:7])
    assert watch(session, table.still(3)) == [Refusal(Reason.COUNT, like=EICHEL, card_count=7)]
    progress = watch(session, table.add(drawn()[EICHEL[7]], row_of(8)[7]))
    assert progress == [Acceptance(card) for card in EICHEL]
    watch(session, table.clear())
    for cards, y in ((CARDS[8:16], 150), (CARDS[16:24], 400)):
        lay_row(table, cards, row_of(8, y))
    assert accepted_cards(watch(session, table.still(2))) == [str(card) for card in CARDS[8:24]]


def test_a_row_seen_at_a_slant_is_whole(recogniser: Recogniser) -> None:
    """Its last card looks a quarter smaller than its first, as large as a card without its printed frame."""
    corners = np.float32([[0, 0], [960, 0], [960, 540], [0, 540]])
    seen_as = np.float32([[0, -36], [930, 30], [930, 510], [0, 576]])
    slant = cv2.getPerspectiveTransform(corners, seen_as)
    places = [cv2.perspectiveTransform(quad[None], slant)[0] for quad in row_of(8)]
    sizes = [cv2.contourArea(quad) for quad in places]
    assert min(sizes) < 0.76 * max(sizes)
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser, rows=True)
    watch(session, table.still())
    lay_row(table, EICHEL, places)
    assert len(accepted_cards(watch(session, table.still(2)))) == 8


def test_one_rank_of_two_suits_may_be_as_good_as_alike(recogniser: Recogniser) -> None:
    """But not a whole row: then the same cards lie there again."""
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser, rows=True)
    watch(session, table.still())
    lay_row(table, EICHEL, row_of(8))
    assert len(accepted_cards(watch(session, table.still(2)))) == 8
    watch(session, table.clear())
    lay_row(table, (*CARDS[8:15], EICHEL[7]), row_of(8))
    assert len(accepted_cards(watch(session, table.still(2)))) == 8
    watch(session, table.clear())
    lay_row(table, EICHEL, row_of(8))
    assert watch(session, table.still(2)) == [Refusal(Reason.DOUBLE, like=(EICHEL[0],))]


def test_a_known_pack_names_the_cards(recogniser: Recogniser, known: EnrolledPack) -> None:
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser, [known])
    shuffled = [BAVARIAN_32.card(text) for text in ("HK", "E8", "LU", "S10")]
    progress = watch(session, table.still(), *(table.lay(drawn()[card]) for card in shuffled))
    assert PackMatch(known) in progress
    assert set(session.pictures) == set(shuffled)
    assert progress[-1] == Acceptance(shuffled[-1])


def test_a_card_of_an_interrupted_enrolment_may_be_shown_again(recogniser: Recogniser, known: EnrolledPack) -> None:
    before = {card: [drawn()[card]] for card in CARDS[:3]}
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser, [known], pictures=before)
    shown = [BAVARIAN_32.card(text) for text in ("HK", "EU", "LA", "EK")]
    progress = watch(session, table.still(), *(table.lay(drawn()[card]) for card in shown))
    assert progress == [*(Acceptance(card) for card in CARDS[3:6]), PackMatch(known), Acceptance(shown[-1], again=True)]
    assert session.last == shown[-1]


def test_what_a_known_pack_read_doubtfully_is_named_as_it_is_asked_for(
    recogniser: Recogniser, known: EnrolledPack
) -> None:
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser, [known])
    watch(session, table.still(), *(table.lay(drawn()[card]) for card in CARDS[:4]))
    assert session.naming_pack is known
    session.request_again([CARDS[2]])
    progress = watch(session, table.clear(), table.lay(drawn()[CARDS[2]]), table.lay(drawn()[CARDS[4]]))
    assert (progress, session.naming_pack) == ([Acceptance(CARDS[2]), Acceptance(CARDS[4])], None)


def test_in_another_view_cards_may_be_larger(recogniser: Recogniser) -> None:
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser)
    table.bare[:, 500:] = 200
    watch(session, table.still(), *(table.lay(drawn()[card]) for card in CARDS[:3]), table.clear())
    table.bare = np.ascontiguousarray(table.bare[:, ::-1])
    near = quad_at(480, 270, 4, 105, 188)
    progress = watch(session, table.still(), *(table.lay(drawn()[card], near) for card in CARDS[3:5]))
    assert progress == [Acceptance(card) for card in CARDS[3:5]]


def test_another_deck_is_not_taken_for_a_known_one(recogniser: Recogniser, known: EnrolledPack) -> None:
    from lab.card_art.packs import draw_card
    from lab.card_art.style import Style

    other = {card: draw_card(BAVARIAN_32, card, Style.random(4), 300) for card in CARDS[:3]}
    table, session = DeckOnTable(), EnrolmentSession(BAVARIAN_32, recogniser, [known])
    progress = watch(session, table.still(), *(table.lay(other[card]) for card in CARDS[:3]))
    assert progress == [Acceptance(card) for card in CARDS[:3]]
