"""Requests of the landlord's phone for the camera: aiming with the live picture, and enrolment of a deck.

Both are activities (`device.runtime.activities.activity`) as those that the menus open; the display shows its own
screens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from device.hardware.presses import Press
from device.settings.requests import Aim, ShowDeck

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.feed.server import PhoneItem
    from device.hardware.presses import Button
    from device.menus.table.deck_enrolment import EnrolmentAnswer
    from device.runtime.activities.activity import Activity
    from device.runtime.activities.deck_enrolment import DeckEnrolment
    from device.runtime.page.live_view import LiveView

    OpenActivity = Callable[[Aim | ShowDeck], tuple[Activity | None, str]]


class _Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A request; `do` says which."""


class AimByPhone(_Action, frozen=True, tag="aim"):
    """Begins to show the live picture; turns it by a quarter; accepts the view; ends."""

    what: Literal["start", "left", "right", "accept", "stop"]


class EnrolByPhone(_Action, frozen=True, tag="deck"):
    """Opens the enrolment of a deck, or answers what it asks (`device.runtime.page.deck_answers`)."""

    ask: str
    token: str = ""
    """That of the report that the phone showed."""
    name: str = ""


ActivityAction: TypeAlias = AimByPhone | EnrolByPhone
PRESSES: Mapping[str, Button] = {"left": "up", "right": "down", "accept": "play"}


class ActivityActions:
    def __init__(self, live: LiveView, open_activity: OpenActivity) -> None:
        """*open_activity* opens an activity, and returns it or the reason why it cannot be opened."""
        self._live, self._open = live, open_activity

    def take(self, item: PhoneItem, activity: Activity | None) -> bool:
        """Carries out a request of the landlord's phone during *activity*; returns False for other requests."""
        if item.request.role != "landlord":
            return False
        try:
            action = msgspec.convert(item.request.action, ActivityAction)
        except (msgspec.ValidationError, RecursionError):
            return False
        refused = self._aim(action, activity) if isinstance(action, AimByPhone) else self._enrol(action, activity)
        item.answer(refused)
        return True

    def _aim(self, action: AimByPhone, activity: Activity | None) -> str:
        """Returns why not."""
        from device.runtime.activities.camera_aiming import AimingCamera

        if action.what == "start":
            refused, ends_with_phone = "", activity is None
            if activity is None:
                activity, refused = self._open(Aim(by_phone=True))
            if not isinstance(activity, AimingCamera):
                return refused or "busy"
            activity.show_on_phone(self._live, ends_with_phone)
            return ""
        if not isinstance(activity, AimingCamera) or not activity.is_on_phone:
            return "changed"
        if action.what == "stop":
            self._live.end()
        else:
            activity.press(Press(PRESSES[action.what]))
        return ""

    def _enrol(self, action: EnrolByPhone, activity: Activity | None) -> str:
        """Returns why not."""
        from device.runtime.activities.deck_enrolment_activity import DeckEnrolmentActivity

        if activity is None and action.ask == "open":
            return self._open(ShowDeck(by_phone=True))[1]
        if not isinstance(activity, DeckEnrolmentActivity):
            return "changed" if activity is None else "busy"
        if action.ask == "open" or activity.answer(lambda enrolment: _answer(enrolment, action)):
            return ""
        return "changed"


def _answer(enrolment: DeckEnrolment, action: EnrolByPhone) -> EnrolmentAnswer | None:
    """Returns the answer to the open question; None if the phone saw another question, or if it has no such answer."""
    from device.runtime.page.deck_answers import answer_of
    from device.runtime.page.deck_report import token_of

    if token_of(enrolment) != action.token:
        return None
    session = enrolment.session
    taken = tuple(map(str, session.pictures)) if session is not None else ()
    return answer_of(enrolment.menu, enrolment.state, taken, action.ask, action.name)
