"""Pictures for phones: a live frame, cards of a deck that is enrolled, cards of a finding. All are in memory only."""

from __future__ import annotations

import base64
import threading
from typing import TYPE_CHECKING, TypeVar

import msgspec

from common.feed.messages import EnrolmentReport, Fetch, TableState
from device.runtime.activities.activity import Activity
from device.runtime.page.deck_by_phone import DeckReporter
from device.runtime.page.live_view import LiveView, encode_jpeg
from device.session.results import StepResult
from device.state.table_view import View
from engine.events import CardLaid, DealStarted, GameStarted, UpcardTurned
from vision.types import CardLanded

if TYPE_CHECKING:
    from device.runtime.activities.deck_enrolment import DeckEnrolment
    from vision.tracking.settled_scene import SceneTrace


HEIGHT_PX, WIDTH_PX = 240, 150
MAX_BYTES = 16 << 10
"""Bytes of one crop; a usual one has some 8 000."""
MAX_CROPS = 64
"""Crops of a deal; together with `MAX_UNNAMED` at most 1.25 MiB."""
MAX_UNNAMED = 16
"""Crops of cards of which no event is known yet; the oldest is forgotten first."""
_Key = TypeVar("_Key")


class CardCrops:
    def __init__(self) -> None:
        self.is_on = False
        self._lock = threading.Lock()
        self._unnamed: dict[bytes, bytes] = {}
        """By the corners of the card, as its reading has them."""
        self._of_deal: dict[int, bytes] = {}
        """By the position of the event."""
        self._offered: tuple[int, ...] = ()

    def switch(self, on: bool) -> None:
        self.is_on = on
        if not on:
            self.forget()

    def forget(self) -> None:
        with self._lock:
            self._unnamed, self._of_deal, self._offered = {}, {}, ()

    def see_scene(self, scene: SceneTrace) -> None:
        """Keeps the crops of the cards that have landed; a sink of the tracker."""
        if not self.is_on:
            return
        from vision.geometry.rectify import BadQuad, ordered, rectify

        for sighting in scene.sightings:
            if isinstance(sighting.observation, CardLanded):
                quad = sighting.observation.reading.quad
                try:
                    crop = rectify(scene.frame.image, ordered(quad), (HEIGHT_PX, WIDTH_PX))
                except BadQuad:
                    continue
                with self._lock:
                    _add(self._unnamed, quad.tobytes(), encode_jpeg(crop, MAX_BYTES), MAX_UNNAMED)

    def listen(self, result: StepResult) -> None:
        """Notes which event a card became; a listener of the session loop."""
        if any(isinstance(each.event, DealStarted | GameStarted) for each in result.recorded):
            self.forget()
        observation = result.sighting.observation if result.sighting is not None else None
        if not isinstance(observation, CardLanded):
            return
        with self._lock:
            crop = self._unnamed.pop(observation.reading.quad.tobytes(), b"")
            arrivals = [each for each in result.recorded if isinstance(each.event, CardLaid | UpcardTurned)]
            if crop and arrivals:
                _add(self._of_deal, arrivals[0].position, crop, MAX_CROPS)

    def update(self, view: View, is_settled: bool) -> tuple[int, ...]:
        """Returns the positions that phones may ask for: those on which a finding of this deal rests.

        *is_settled*: no finding waits for the table; then everything is forgotten once the deal is over.
        """
        if is_settled and view.is_between_deals:
            self.forget()
        entries = (entry for finding in view.table.findings for entry in finding.evidence)
        with self._lock:
            self._offered = tuple(sorted({entry.position for entry in entries} & self._of_deal.keys()))
            return self._offered

    def crop(self, position: int) -> bytes:
        """Returns the JPEG of a card on which a finding rests.

        :raises ValueError: if there is none.
        """
        with self._lock:
            if position not in self._offered:
                raise ValueError(f"got position {position}, expected one of {self._offered}")
            return self._of_deal[position]

    @property
    def size_bytes(self) -> int:
        with self._lock:
            return sum(map(len, (*self._unnamed.values(), *self._of_deal.values())))


def _add(crops: dict[_Key, bytes], key: _Key, crop: bytes, most: int) -> None:
    if crop:
        crops.pop(key, None)
        crops[key] = crop
    while len(crops) > most:
        del crops[next(iter(crops))]


PICTURES = ("live", "deck", "crop")


class PhonePictures:
    def __init__(self) -> None:
        self.live = LiveView()
        self.crops = CardCrops()
        self._deck: DeckReporter | None = None
        """While a deck is enrolled."""
        self._report: EnrolmentReport | None = None

    def follow(self, activity: Activity | None) -> None:
        """Notes what the activity shows; called at every turn of the loop during one, and at its end."""
        enrolment = enrolment_of(activity)
        if enrolment is None:
            self._deck = self._report = None
            return
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
        self.live.end()
        self.crops.switch(False)
        self._deck = self._report = None


def enrolment_of(activity: Activity | None) -> DeckEnrolment | None:
    """Returns the activity if it enrols a deck, to be read in the thread of the loop; loads nothing for others."""
    if activity is None or not activity.enrols_deck:
        return None
    from device.runtime.activities.deck_enrolment import DeckEnrolment

    assert isinstance(activity, DeckEnrolment)
    return activity
