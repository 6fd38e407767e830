"""Answers of the landlord's phone while a deck is enrolled: those of the buttons, by name instead of by press."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    from collections.abc import Collection

    from common.feed.messages import EnrolmentStage
    from device.menus.table.deck_enrolment import EnrolmentMenu, EnrolmentState


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
        case EnrolmentWayMenu() | DeckKindMenu() if name in state.kinds:
            return _begin(ask, name)
        case ContinueEnrolmentMenu() if ask == "go_on":
            return EnrolmentAnswer(show_menu(state), "go_on")
        case ContinueEnrolmentMenu() if ask == "afresh":
            return EnrolmentAnswer(show_menu(state), "afresh")
        case DiskFullMenu() if ask == "go_on":
            return EnrolmentAnswer(show_menu(state), "go_on")
        case ShowCardMenu() | ShowRowMenu() | StopEnrolmentMenu():
            return _about_cards(state, taken, ask, name)
    return _about_known_cards(menu, state, ask)


def _begin(ask: str, kind: str) -> EnrolmentAnswer | None:
    if ask == "begin":
        return EnrolmentAnswer(ShowCardMenu(), "begin", kind)
    return EnrolmentAnswer(ShowRowMenu(), "rows", kind) if ask == "rows" else None


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
