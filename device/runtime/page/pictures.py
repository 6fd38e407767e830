"""Pictures for phones: a live frame, cards of a deck that is enrolled, cards of a finding. All are in memory only."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import msgspec

from device.runtime.page.card_crops import CardCrops
from device.runtime.page.live_view import LiveView

if TYPE_CHECKING:
    from common.feed.messages import EnrolmentReport, Fetch, TableState
    from device.runtime.activities.activity import Activity
    from device.runtime.activities.deck_enrolment import DeckEnrolment
    from device.runtime.page.deck_report import DeckReporter
    from device.state.table_view import View

PICTURES = ("live", "deck", "crop")
"""The documents that are pictures."""


class PhonePictures:
    def __init__(self) -> None:
        self.live = LiveView()
        self.crops = CardCrops()
        self._deck: DeckReporter | None = None
        """While a deck is enrolled."""
        self._report: EnrolmentReport | None = None

    def follow(self, activity: Activity | None) -> None:
        """Notes what the activity shows; called at every turn of the loop during one, and at its end."""
        enrolment: DeckEnrolment | None = getattr(activity, "enrolment", None)
        if enrolment is None:
            self._deck = self._report = None
            return
        from device.runtime.page.deck_report import DeckReporter

        self._deck = self._deck or DeckReporter()
        self._report = self._deck.report(enrolment)

    def complete(self, state: TableState, view: View) -> TableState:
        """Returns the state with what pictures there are."""
        crops = self.crops.update(view, is_settled=not state.findings) if self.crops.is_on else ()
        return msgspec.structs.replace(state, enrolment=self._report, crops=crops)

    def make(self, fetch: Fetch) -> str:
        """Returns a picture; called in the threads of connections.

        :raises ValueError: if there is none.
        """
        if fetch.document == "live":
            return self.live.after(fetch.offset)
        deck = self._deck
        if fetch.document == "deck":
            if deck is None:
                raise ValueError("got a question for a card, expected one while a deck is enrolled")
            return base64.b64encode(deck.picture(fetch.card)).decode()
        return base64.b64encode(self.crops.crop(fetch.position)).decode()

    def forget(self) -> None:
        """Forgets all of them, as when the page is switched off."""
        self.live.end()
        self.crops.switch(False)
        self._deck = self._report = None
