"""Questions on the display that confirm a phone's request: it is the landlord's, and it may have a backup."""

import re
import time
from collections.abc import Callable

from device.feed.client import PhoneItem
from device.menus.table.connections import PhoneQuestionMenu
from device.session.loop import SessionLoop
from device.settings.requests import AnswerPhone

LANDLORD_PAUSE_S = 60.0
"""Seconds between two phones that ask to be the landlord's: whoever plays is not to be worn down."""


class PhoneQuestions:
    """At most one question is open, and none during a deal, when PLAY is pressed for other reasons."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: tuple[PhoneItem, Callable[[], None]] | None = None
        self._landlord_asked_at: float | None = None

    @property
    def is_open(self) -> bool:
        return self._open is not None

    def ask_landlord(self, session: SessionLoop, item: PhoneItem) -> None:
        """Asks whether the landlord's phone is the one with the digits of the request."""
        digits, now = item.request.action.get("digits"), self._clock()
        if not isinstance(digits, str) or not re.fullmatch("[0-9]{4}", digits):
            item.answer("malformed")
        elif not session.controller.view.is_between_deals:
            item.answer("between_deals")
        elif self._landlord_asked_at is not None and now - self._landlord_asked_at < LANDLORD_PAUSE_S:
            item.answer("asked_just_now")
        else:
            self._landlord_asked_at = now
            self._ask(session, item, PhoneQuestionMenu("page_digits", item.request.id, digits), item.answer)

    def ask_backup(self, session: SessionLoop, item: PhoneItem, make: Callable[[], None]) -> None:
        """Asks whether the phone gets all evenings and names; *make* begins to make the file."""
        if session.controller.view.is_between_deals:
            self._ask(session, item, PhoneQuestionMenu("page_backup", item.request.id), make)
        else:
            item.answer("between_deals")

    def answer(self, given: AnswerPhone) -> None:
        """Carries out, or refuses, the request about which was asked."""
        if self._open is None or self._open[0].request.id != given.id:
            return
        (item, carry_out), self._open = self._open, None
        if given.confirmed:
            carry_out()
        else:
            item.answer("not_confirmed")

    def _ask(
        self, session: SessionLoop, item: PhoneItem, menu: PhoneQuestionMenu, carry_out: Callable[[], None]
    ) -> None:
        if self._open is not None:
            self._open[0].answer("not_confirmed")
        self._open = item, carry_out
        session.ask_for_phone(menu)
