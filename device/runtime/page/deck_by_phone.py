"""The enrolment of a deck by the landlord's phone: a report for the state message, pictures of cards, answers.

The answers are those of the buttons, by name instead of by press.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.feed.messages import EnrolledCard, EnrolmentReport, EnrolmentStage
from common.texts.phrases import LANGUAGES
from device.menus.table.deck_enrolment import (
    ContinueEnrolmentMenu,
    DeckKindMenu,
    DiskFullMenu,
    EnrolmentAnswer,
    EnrolmentWayMenu,
    GradeMenu,
    KnownDeckMenu,
    KnownPackMenu,
    QuizMenu,
    ShowCardMenu,
    ShowRowMenu,
    StopEnrolmentMenu,
    show_menu,
    way_menu,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from device.menus.table.deck_enrolment import EnrolmentMenu, EnrolmentState
    from device.runtime.activities.deck_enrolment import DeckEnrolment
    from engine.cards import Card
    from vision.enrolment.showing.progress import Refusal
    from vision.types import Image


def stage_of(menu: EnrolmentMenu, state: EnrolmentState) -> EnrolmentStage:
    """Returns what is asked; for a phone, the kind of a pack is a part of the way, and stopping one of the cards."""
    match menu:
        case KnownDeckMenu():
            return "known"
        case EnrolmentWayMenu() | DeckKindMenu():
            return "way"
        case ContinueEnrolmentMenu():
            return "continue"
        case DiskFullMenu():
            return "full"
        case KnownPackMenu():
            return "match"
        case QuizMenu():
            return "quiz"
        case GradeMenu():
            return "grade"
    return "row" if state.in_rows else "card"


def answer_of(
    menu: EnrolmentMenu, state: EnrolmentState, taken: Collection[str], ask: str, name: str
) -> EnrolmentAnswer | None:
    """Returns the answer that the buttons would give; None if this cannot be asked for now.

    *taken* are the cards that were taken so far, *name* is a kind of pack or a card.
    """
    if ask == "leave" and not isinstance(menu, QuizMenu | GradeMenu):
        return EnrolmentAnswer(way_menu(state), "leave")
    match menu:
        case KnownDeckMenu() if ask == "use":
            return EnrolmentAnswer(menu, "use", state.in_use)
        case KnownDeckMenu() if ask == "another":
            return EnrolmentAnswer(EnrolmentWayMenu())
        case EnrolmentWayMenu() | DeckKindMenu() if name in state.kinds and ask == "begin":
            return EnrolmentAnswer(ShowCardMenu(), "begin", name)
        case EnrolmentWayMenu() | DeckKindMenu() if name in state.kinds and ask == "rows":
            return EnrolmentAnswer(ShowRowMenu(), "rows", name)
        case ContinueEnrolmentMenu() | DiskFullMenu() if ask == "go_on":
            return EnrolmentAnswer(show_menu(state), "go_on")
        case ContinueEnrolmentMenu() if ask == "afresh":
            return EnrolmentAnswer(show_menu(state), "afresh")
        case ShowCardMenu() | ShowRowMenu() | StopEnrolmentMenu():
            return _about_cards(state, taken, ask, name)
    return _about_known_cards(menu, state, ask)


def _about_cards(state: EnrolmentState, taken: Collection[str], ask: str, name: str) -> EnrolmentAnswer | None:
    menu, is_asked = show_menu(state), state.asked is not None
    if ask == "skip":
        return EnrolmentAnswer(menu, "skip")
    if ask == "insist" and is_asked and state.doubled:
        return EnrolmentAnswer(menu, "insist")
    if ask == "look" and state.row:
        return EnrolmentAnswer(menu, "look")
    if ask == "back" and state.last is not None:
        return EnrolmentAnswer(menu, "back")
    return EnrolmentAnswer(menu, "retake", name) if ask == "retake" and name in taken else None


def _about_known_cards(menu: EnrolmentMenu, state: EnrolmentState, ask: str) -> EnrolmentAnswer | None:
    """Returns the answer about a pack that fits, in the quiz, or about its grade."""
    match menu:
        case KnownPackMenu(_, name) if ask == "use":
            return EnrolmentAnswer(menu, "use", name)
        case KnownPackMenu() if ask == "anew":
            return EnrolmentAnswer(show_menu(state), "anew")
        case QuizMenu() if ask == "done":
            return EnrolmentAnswer(GradeMenu()) if state.quizzed else EnrolmentAnswer(menu, "done")
        case QuizMenu() if ask == "wrong" and state.sure and state.read is not None and not state.advice:
            return EnrolmentAnswer(menu, "wrong")
        case GradeMenu() if ask == "done":
            return EnrolmentAnswer(menu, "done")
        case GradeMenu() if ask == "again" and state.again:
            return EnrolmentAnswer(ShowCardMenu(), "again")
    return None


MAX_BYTES = 16 << 10
"""Bytes of a picture of a card."""


class DeckReporter:
    """The loop calls `report` at every turn of an enrolment; the threads of connections ask for pictures."""

    def __init__(self) -> None:
        self._taken: dict[Card, tuple[Image, int]] = {}
        """The picture of each card, and its version."""
        self._refused: Image | None = None
        self._refusal: Refusal | None = None
        self._count = self._refused_version = 0

    def forget(self) -> None:
        self._taken, self._refused, self._refusal, self._refused_version = {}, None, None, 0

    def report(self, enrolment: DeckEnrolment) -> EnrolmentReport:
        state, session = enrolment.state, enrolment.session
        self._update(enrolment)
        stage = stage_of(enrolment.menu, state)
        words = enrolment.words
        advice: dict[str, str] = {each: enrolment.advice_in(words.in_language(each)) for each in LANGUAGES}
        return EnrolmentReport(
            stage=stage,
            token=token_of(enrolment),
            pack=session.kind.name if session is not None else "",
            kinds=state.kinds,
            in_use=state.in_use,
            requested=_names(session.requested if session is not None else ()),
            missing=_names(session.missing if session is not None else ()),
            taken=tuple(EnrolledCard(str(card), version) for card, (_, version) in self._taken.items()),
            last="" if state.last is None else str(state.last),
            advice=advice if any(advice.values()) else {},
            is_refused=enrolment.refusal is not None,
            is_doubled=state.doubled,
            refused_version=self._refused_version if self._refused is not None else 0,
            awaits_capture=state.looking,
            title=enrolment.menu.title if isinstance(enrolment.menu, KnownPackMenu) else "",
            read="" if state.read is None else str(state.read),
            is_sure=state.sure,
            right=state.right,
            quizzed=state.quizzed,
            grade=state.grade,
            again=_names(state.again),
        )

    def picture(self, card: str) -> bytes:
        """Returns the JPEG of a card that was taken, or of the one that was refused last if *card* is empty.

        :raises ValueError: if there is none.
        """
        from device.runtime.page.live_view import encode_jpeg  # OpenCV is loaded by the frame worker alone

        taken = {str(each): image for each, (image, _) in self._taken.items()}
        image = taken.get(card) if card else self._refused
        if image is None:
            raise ValueError(f"got the card {card!r}, expected one that was taken")
        return encode_jpeg(image, MAX_BYTES)

    def _update(self, enrolment: DeckEnrolment) -> None:
        session = enrolment.session
        if session is None:
            self.forget()
            return
        before, now = self._taken, {}
        for card, images in tuple(session.pictures.items()):
            known = before.get(card)
            if known is None or known[0] is not images[0]:
                self._count += 1
                known = images[0], self._count
            now[card] = known
        self._taken = now
        if enrolment.refusal is not self._refusal:
            self._refusal, self._count = enrolment.refusal, self._count + 1
            self._refused_version = self._count
        self._refused = session.refused_crop if enrolment.refusal is not None else None


def token_of(enrolment: DeckEnrolment) -> str:
    """Returns what changes with whatever is asked: an answer to another question is refused."""
    state = enrolment.state
    asked = (stage_of(enrolment.menu, state), state.asked, state.last, state.quizzed)
    return " ".join(map(str, asked))


def _names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))
