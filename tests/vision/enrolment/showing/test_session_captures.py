"""What a session answers to the views of a camera: taken, refused and why, named by a known pack; without a camera."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.captures import (
    IMAGE,
    LONG,
    PLACE,
    PLAIN,
    SOFT,
    KnownPack,
    crop_of,
    session_of,
    show,
    view_of,
    views_of,
)
from tests.support.paper_table import quad_at
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.accepted_cards import MIN_CARDS_FOR_ASPECT
from vision.enrolment.showing.progress import Acceptance, BackAcceptance, PackMatch, Refusal, Removal
from vision.enrolment.showing.session import EnrolmentSession
from vision.enrolment.showing.shown_cards import Capture
from vision.recognition.pack import EnrolledPack
from vision.types import Frame, Image

CARDS = BAVARIAN_32.cards
EICHEL = CARDS[:8]


def _with_all_faces() -> EnrolmentSession:
    return session_of(pictures={each: [crop_of(0)] for each in CARDS})


def test_the_back_is_asked_for_after_all_faces_and_taken_once() -> None:
    session = _with_all_faces()
    assert (session.awaits_back, session_of().awaits_back) == (True, False)
    assert show(session, view_of(1, PLAIN), view_of(2, 1), view_of(3, 2)) == [BackAcceptance()]
    assert (len(session.backs), session.awaits_back) == (1, False)
    assert session.backs[0] is crop_of(1)


def test_the_back_may_be_left_out() -> None:
    session = _with_all_faces()
    session.defer()
    assert (session.awaits_back, session.missing) == (False, [])
    unfinished = session_of()
    unfinished.defer()
    assert unfinished.is_back_wanted


def test_a_face_begins_the_quiz_and_is_its_first_card() -> None:
    session = _with_all_faces()
    assert show(session, view_of(1, 0)) == []
    assert (session.awaits_back, session.backs) == (False, [])
    (read,) = session._singles.process(Frame(10, 1.0, IMAGE, IMAGE[..., 0]))
    assert read is crop_of(0)


def test_what_resembles_a_face_is_no_back() -> None:
    resembling = np.asarray(0.6 * crop_of(0).astype(np.float32) + 0.4 * crop_of(1), np.uint8)
    session = _with_all_faces()
    assert show(session, view_of(1, resembling)) == [Refusal(Reason.DOUBLE, like=(CARDS[0],))]
    assert (session.awaits_back, session.backs) == (True, [])


def test_each_view_is_taken_once_as_the_card_that_is_asked_for() -> None:
    session = session_of()
    progress = show(session, view_of(1, 0), view_of(1, 0), view_of(2, 1), view_of(2, 1), view_of(3, 2))
    assert progress == [Acceptance(card) for card in CARDS[:3]]
    assert (session.last, session.requested) == (CARDS[2], [CARDS[3]])
    assert len(views_of(session).learned) == 3
    assert [len(pictures) for pictures in session.pictures.values()] == [1, 1, 1]


@pytest.mark.parametrize(
    ("view", "expected", "waits"),
    [
        pytest.param(view_of(1, obstacle=Reason.HAND), Refusal(Reason.HAND), True, id="a hand"),
        pytest.param(view_of(1, obstacle=Reason.CUT), Refusal(Reason.CUT), True, id="cut by the rim"),
        pytest.param(view_of(1, obstacle=Reason.NO_CARD), Refusal(Reason.NO_CARD), True, id="a thing"),
        pytest.param(view_of(1), Refusal(Reason.NO_CARD, card_count=0), True, id="nothing"),
        pytest.param(view_of(1, 0, 1, 2), Refusal(Reason.SEVERAL, card_count=3), True, id="three cards"),
        pytest.param(view_of(1, SOFT), Refusal(Reason.BLURRED), True, id="blurred"),
        pytest.param(view_of(1, PLAIN), Refusal(Reason.PLAIN), False, id="face down"),
        pytest.param(view_of(1, 0, quad=quad_at(480, 270, 4, 45, 80)), Refusal(Reason.SMALL), False, id="far away"),
    ],
)
def test_a_view_that_may_become_usable_is_refused_after_a_while_and_once(
    view: Capture, expected: Refusal, waits: bool
) -> None:
    session = session_of()
    assert show(session, view) == ([] if waits else [expected])
    assert show(session, replace(view, since=LONG)) == ([expected] if waits else [])
    assert show(session, replace(view, since=LONG)) == []
    assert show(session, view_of(1, 0, since=LONG)) == [Acceptance(CARDS[0])], "it became usable"


@pytest.mark.parametrize("crops", [(), (0, 1), (SOFT,)], ids=["nothing", "two", "blurred"])
def test_what_lay_there_from_the_beginning_and_has_gone_becomes_no_better(crops: tuple[int | Image, ...]) -> None:
    session = session_of()
    assert show(session, view_of(1, *crops, is_initial=True)) == []
    assert len(show(session, view_of(1, *crops, is_initial=True, has_gone=True))) == 1


def test_the_card_of_the_first_view_counts_when_it_has_gone_or_at_the_end() -> None:
    session = session_of()
    assert show(session, view_of(1, 0, is_initial=True)) == []
    assert show(session, view_of(1, 0, is_initial=True, has_gone=True)) == [Acceptance(CARDS[0])]
    at_end = session_of()
    views_of(at_end).last = [view_of(1, 0, is_initial=True, has_gone=True)]
    assert at_end.finish() == [Acceptance(CARDS[0])]


@pytest.mark.parametrize(("size", "is_removed"), [(1.0, False), (0.85, False), (1.15, False), (0.7, True), (1.4, True)])
def test_what_lay_there_first_was_no_card_if_the_next_has_another_size(size: float, is_removed: bool) -> None:
    session = session_of()
    show(session, view_of(1, 0, is_initial=True, has_gone=True))
    progress = show(session, view_of(2, 1, quad=quad_at(480, 270, 4, 90 * size, 160 * size)))
    assert progress == ([Removal(CARDS[0]), Acceptance(CARDS[0])] if is_removed else [Acceptance(CARDS[1])])
    far = quad_at(480, 270, 4, 200, 355)
    assert Removal not in map(type, show(session, view_of(3, 2, quad=far))), "only the first thing is in doubt"


def test_a_card_shown_before_is_taken_only_if_somebody_insists() -> None:
    session = session_of()
    double = Refusal(Reason.DOUBLE, like=(CARDS[0],))
    assert show(session, view_of(1, 0), view_of(2, 0), view_of(2, 0)) == [Acceptance(CARDS[0]), double]
    assert session.refused_crop is not None
    assert session.accept_duplicates() == [Acceptance(CARDS[1])]
    assert session.accept_duplicates() == []
    assert show(session, view_of(2, 0)) == [], "it was taken"
    assert show(session, view_of(3, 0), view_of(4, PLAIN)) == [double, Refusal(Reason.PLAIN)]
    assert session.accept_duplicates() == [], "another view was refused since"
    assert show(session, view_of(5, 1)) == [Acceptance(CARDS[2])]
    assert session.refused_crop is None


def test_the_order_can_be_changed_and_cards_be_taken_again() -> None:
    session = session_of()
    session.undo_last()
    session.defer()
    assert session.requested == [CARDS[1]]
    show(session, view_of(1, 1), view_of(2, 2))
    session.retake(CARDS[9])
    session.undo_last()
    assert ([*session.pictures], session.last, session.requested) == ([CARDS[1]], CARDS[1], [CARDS[2]])
    session.retake(CARDS[1])
    assert session.requested == [CARDS[1]]
    show(session, view_of(3, 1), view_of(4, 2))
    session.request_again([CARDS[1], CARDS[7]])
    assert ([*session.pictures], session.requested) == ([CARDS[2]], [CARDS[1]])
    assert session.missing[-1] == CARDS[0]


def test_nothing_is_taken_when_no_card_is_missing() -> None:
    whole = {card: [crop_of(number % 12)] for number, card in enumerate(CARDS)}
    session = session_of(pictures=whole)
    assert (session.requested, show(session, view_of(1, 0))) == ([], [])


def test_the_length_of_a_card_is_known_after_several_at_different_places() -> None:
    session = session_of()
    for number in range(MIN_CARDS_FOR_ASPECT):
        assert session.length is None
        place = quad_at(300 + 60 * number, 200 + 20 * number, 10 * number, 90, 160)
        show(session, view_of(number + 1, number, quad=place))
    assert session.length == pytest.approx(160 / 90, abs=0.03)
    session.photographs = True
    assert session.length is None, "photographs are taken from anywhere"


ROW = (0, 1, 2, 3, 4, 5, 6, 7)


def test_a_row_is_taken_from_the_left_and_undone_as_a_whole() -> None:
    session = session_of(rows=True)
    assert session.requested == list(EICHEL)
    assert show(session, view_of(1, *ROW)) == [Acceptance(card) for card in EICHEL]
    assert (session.pictures[CARDS[3]][0] == crop_of(3)).all()
    assert session.requested == list(CARDS[8:16])
    session.undo_last()
    assert session.pictures == {}
    show(session, view_of(2, *ROW))
    session.retake(CARDS[2])
    assert session.requested == [CARDS[2]]
    assert session.last == CARDS[7]


@pytest.mark.parametrize(
    ("crops", "expected", "waits"),
    [
        pytest.param(ROW[:7], Refusal(Reason.COUNT, EICHEL, 7), True, id="one too few"),
        pytest.param((), Refusal(Reason.NO_CARD, EICHEL, 0), True, id="nothing"),
        pytest.param((*ROW[:4], SOFT, *ROW[5:]), Refusal(Reason.BLURRED, EICHEL[4:5]), True, id="one is blurred"),
        pytest.param((*ROW[:4], PLAIN, *ROW[5:]), Refusal(Reason.PLAIN, EICHEL[4:5]), False, id="one is face down"),
        pytest.param((*ROW[:7], 0), Refusal(Reason.DOUBLE, EICHEL[:1]), False, id="one lies there twice"),
    ],
)
def test_a_row_is_refused_as_a_whole(crops: tuple[int | Image, ...], expected: Refusal, waits: bool) -> None:
    session = session_of(rows=True)
    assert show(session, view_of(1, *crops)) == ([] if waits else [expected])
    assert show(session, view_of(1, *crops, since=LONG)) == ([expected] if waits else [])
    assert session.pictures == {}
    if expected.reason is Reason.DOUBLE:
        assert session.accept_duplicates() == [Acceptance(card) for card in EICHEL]
        session.undo_last()
        assert session.pictures == {}


def test_the_card_at_a_gap_of_a_row_is_named() -> None:
    session = session_of(rows=True)
    whole = view_of(1, *ROW, since=LONG)
    gap = replace(whole, quads=whole.quads[:3] + whole.quads[4:], crops=whole.crops[:3] + whole.crops[4:])
    assert show(session, gap) == [Refusal(Reason.COUNT, EICHEL, 7, (EICHEL[3],))]


def test_a_row_is_captured_on_demand_and_refused_at_once() -> None:
    session = session_of(rows=True, on_demand=True)
    assert not session.capture_pending
    session.request_capture()
    assert session.capture_pending
    assert show(session, view_of(1, *ROW[:7])) == [Refusal(Reason.COUNT, EICHEL, 7)]
    assert views_of(session).ended == 1
    session._show_singly()
    assert session.requested == [CARDS[0]]
    assert (views_of(session).in_rows, views_of(session).on_demand) == (False, False)


def test_a_refused_photograph_defers_what_it_was_to_show() -> None:
    session = session_of(photographs=True)
    progress = show(
        session, view_of(1, 0, is_initial=True), view_of(2, SOFT), view_of(2, SOFT), view_of(3, 1), view_of(4)
    )
    assert progress == [
        Acceptance(CARDS[0]),
        Refusal(Reason.BLURRED, like=(CARDS[1],)),
        Acceptance(CARDS[2]),
        Refusal(Reason.NO_CARD, like=(CARDS[3],), card_count=0),
    ]
    assert session.refused_frames == {CARDS[1]: 20, CARDS[3]: 40}
    assert session.missing[-2:] == [CARDS[1], CARDS[3]]


def test_a_refused_photograph_of_rows_defers_about_as_many_cards_as_it_shows() -> None:
    session = session_of(photographs=True, rows=True)
    (refused,) = show(session, view_of(1, *ROW[:6]))
    assert refused == Refusal(Reason.COUNT, EICHEL, 6)
    assert set(session.refused_frames) == set(EICHEL)
    assert session.requested == list(CARDS[8:16])


SHUFFLED = {0: CARDS[20], 1: CARDS[4], 2: CARDS[2], 3: CARDS[30], 4: CARDS[11]}


def test_a_known_pack_names_the_first_cards_and_all_that_follow() -> None:
    pack = KnownPack(SHUFFLED)
    session = session_of(pack)
    progress = show(session, view_of(1, 0, is_initial=True, has_gone=True), view_of(2, 1), view_of(3, 2), view_of(4, 3))
    assert progress == [
        *(Acceptance(card) for card in CARDS[:3]),
        PackMatch(cast("EnrolledPack", pack)),
        Acceptance(CARDS[30]),
    ]
    assert set(session.pictures) == {CARDS[20], CARDS[4], CARDS[2], CARDS[30]}
    assert (session.pictures[CARDS[20]][0] == crop_of(0)).all()
    session.undo_last()
    session.undo_last()
    assert session.last == CARDS[4]
    assert show(session, view_of(5, 0)) == [Acceptance(CARDS[20], again=True)], "shown again, by its name"


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(KnownPack(SHUFFLED, doubtful=(1,)), id="it doubts one of them"),
        pytest.param(KnownPack({0: CARDS[20], 1: CARDS[20], 2: CARDS[2]}), id="it takes two for one card"),
        pytest.param(KnownPack({7: CARDS[20], 1: CARDS[4], 2: CARDS[2]}), id="it does not know one"),
    ],
)
def test_a_pack_that_does_not_read_the_first_cards_surely_names_none(pack: KnownPack) -> None:
    session = session_of(pack)
    progress = show(session, *(view_of(number + 1, number) for number in range(4)))
    assert progress == [Acceptance(card) for card in CARDS[:4]]
    assert session.naming_pack is None


def test_a_double_that_is_taken_on_request_is_one_of_the_first_cards() -> None:
    """A pack that knows no such double would give its name to another card."""
    session = session_of(KnownPack(SHUFFLED))
    show(session, view_of(1, 0), view_of(2, 0))
    assert session.accept_duplicates() == [Acceptance(CARDS[1])]
    assert show(session, view_of(3, 1), view_of(4, 2)) == [Acceptance(CARDS[2]), Acceptance(CARDS[3])]
    assert session.naming_pack is None


def test_what_a_known_pack_reads_doubtfully_is_refused_until_the_rest_is_named() -> None:
    pack = KnownPack({number: CARDS[number] for number in range(6)}, doubtful=(4, 5))
    kept = {card: [crop_of(11 - number % 3)] for number, card in enumerate(CARDS[6:])}
    session = session_of(pack, pictures=kept)
    session.naming_pack = cast("EnrolledPack", pack)
    show(session, *(view_of(number + 1, number) for number in range(3)))
    assert session.missing == list(CARDS[3:6])
    (refused,) = show(session, view_of(11, 4))
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.like[0], len(refused.like)) == (Reason.DOUBTFUL, CARDS[4], 2)
    (again,) = show(session, view_of(12, 4))
    assert again == refused
    assert show(session, view_of(13, 3)) == [Acceptance(CARDS[3])]
    assert len(show(session, view_of(14, 5))) == 1
    assert session.requested == [CARDS[4]]
    assert show(session, view_of(15, 4), view_of(16, 5)) == [Acceptance(CARDS[4]), Acceptance(CARDS[5])]


def _quiz(session: EnrolmentSession, view: Capture) -> tuple[int, list[Reason]]:
    views_of(session).waiting = [view]
    progress = session._singles.process(Frame(view.frame, view.time, IMAGE, IMAGE[..., 0]))
    refused = [each.reason for each in progress if isinstance(each, Refusal)]
    return len(progress) - len(refused), refused


def test_each_card_of_the_quiz_is_read_once() -> None:
    session = session_of(pictures={card: [crop_of(0)] for card in CARDS})
    first = view_of(1, 0)
    assert _quiz(session, replace(first, is_initial=True)) == (0, []), "it may be no card"
    assert [_quiz(session, first) for _ in range(2)] == [(1, []), (0, [])]
    two = view_of(2, 0, 1)
    assert _quiz(session, replace(two, quads=(first.quads[0], two.quads[1]))) == (1, []), "one lies there still"
    assert len(views_of(session).learned) == 2


def test_who_shows_an_unreadable_card_in_the_quiz_is_told_after_a_while() -> None:
    session = session_of(pictures={card: [crop_of(0)] for card in CARDS})
    soft = view_of(1, SOFT)
    assert _quiz(session, soft) == (0, [])
    assert _quiz(session, replace(soft, since=LONG)) == (0, [Reason.BLURRED])
    assert _quiz(session, replace(soft, since=LONG)) == (0, [])
    assert _quiz(session, view_of(2, since=LONG, obstacle=Reason.CUT)) == (0, [Reason.CUT])
    mixed = view_of(3, 1, SOFT, since=LONG)
    assert _quiz(session, mixed) == (1, [Reason.BLURRED])
    same = replace(mixed, view=4, quads=(PLACE, PLACE + np.float32(2)))
    assert _quiz(session, same) == (1, []), "a card that became sharp has two outlines"
