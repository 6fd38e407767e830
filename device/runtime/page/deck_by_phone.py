"""The enrolment of a deck by the landlord's phone: a report for the state message, pictures of cards, answers.

The answers are those of the buttons, by name instead of by press.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from common.feed.messages import EnrolledCard, EnrolmentReport, EnrolmentStage
from common.texts.phrases import LANGUAGES
from device.hardware.presses import Button, Press
from device.menus.table import deck_enrolment as menus
from engine.cards import Card
from vision.types import Image

if TYPE_CHECKING:
    from device.runtime.activities.deck_enrolment import DeckEnrolment
    from vision.enrolment.showing.progress import Refusal


STAGES: Mapping[type[menus.EnrolmentMenu], EnrolmentStage] = {
    menus.KnownDeckMenu: "known",
    menus.EnrolmentWayMenu: "way",
    menus.DeckKindMenu: "way",
    menus.ContinueEnrolmentMenu: "continue",
    menus.DiskFullMenu: "full",
    menus.KnownPackMenu: "match",
    menus.QuizMenu: "quiz",
    menus.GradeMenu: "grade",
}
"""What is asked, by the menu; the others show cards, one by one or in rows."""
BUTTONS: Mapping[EnrolmentStage, Mapping[str, Button]] = {
    "known": {"use": "play", "another": "fold"},
    "continue": {"go_on": "play", "afresh": "fold"},
    "full": {"go_on": "play"},
    "match": {"use": "play", "anew": "fold"},
    "quiz": {"done": "play", "wrong": "fold"},
    "grade": {"done": "play", "again": "fold"},
}
"""The button that gives an answer, by the name that phones have for it."""


def stage_of(menu: menus.EnrolmentMenu, state: menus.EnrolmentState) -> EnrolmentStage:
    """Returns what is asked; for a phone, the kind of a pack is a part of the way, and stopping one of the cards."""
    return STAGES.get(type(menu), "row" if state.in_rows else "card")


def answer_of(
    menu: menus.EnrolmentMenu, state: menus.EnrolmentState, taken: Collection[str], ask: str, name: str
) -> menus.EnrolmentAnswer | None:
    """Returns the answer that the buttons would give; None if this cannot be asked for now.

    *taken* are the cards that were taken so far, *name* is a kind of pack or a card.
    """
    stage = stage_of(menu, state)
    button = BUTTONS.get(stage, {}).get(ask)
    if button is not None:
        answer = menu.press(state, Press(button))
        return answer if answer != menus.EnrolmentAnswer(menu) else None
    if ask == "leave" and stage not in ("quiz", "grade"):
        return menus.EnrolmentAnswer(menus.way_menu(state), "leave")
    if stage == "way" and ask in ("begin", "rows"):
        return menus.begin(menus.ROWS if ask == "rows" else 0, name) if name in state.kinds else None
    possible: dict[menus.EnrolmentRequest, bool] = {
        "skip": True,
        "insist": state.asked is not None and state.doubled,
        "look": bool(state.row),
        "back": state.last is not None,
        "retake": name in taken,
    }
    request = next((each for each, is_possible in possible.items() if each == ask and is_possible), None)
    if request is None or stage not in ("card", "row"):
        return None
    return menus.EnrolmentAnswer(menus.show_menu(state), request, name if request == "retake" else "")


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
            title=enrolment.menu.title if isinstance(enrolment.menu, menus.KnownPackMenu) else "",
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
