"""Crops of the cards of this deal, in memory, for phones that look at a finding. Off until the table switches it on.

The tracker tells each scene in the thread of the frame worker; the loop says which event a card became; the threads of
connections read. What is kept is bounded, and forgotten with the deal.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

from engine.events import CardLaid, DealStarted, GameStarted, UpcardTurned
from vision.types import CardLanded

if TYPE_CHECKING:
    from device.session.loop import StepResult
    from device.state.table_view import View
    from vision.tracking.trace import SceneTrace

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
        from device.runtime.page.jpeg import encode_jpeg  # OpenCV is loaded by the frame worker alone
        from vision.geometry.rectify import BadQuad, ordered, rectify

        for sighting in scene.sightings:
            if isinstance(sighting.observation, CardLanded):
                quad = sighting.observation.reading.quad
                try:
                    crop = rectify(scene.frame.image, ordered(quad), (HEIGHT_PX, WIDTH_PX))
                except BadQuad:
                    continue
                with self._lock:
                    _keep(self._unnamed, quad.tobytes(), encode_jpeg(crop, MAX_BYTES), MAX_UNNAMED)

    def listen(self, result: StepResult) -> None:
        """Notes which event a card became; a listener of the session loop."""
        if any(isinstance(each.event, DealStarted | GameStarted) for each in result.recorded):
            self.forget()
        observation = result.sighting.observation if result.sighting is not None else None
        if not isinstance(observation, CardLanded):
            return
        with self._lock:
            crop = self._unnamed.pop(observation.reading.quad.tobytes(), b"")
            laid = [each for each in result.recorded if isinstance(each.event, CardLaid | UpcardTurned)]
            if crop and laid:
                _keep(self._of_deal, laid[0].position, crop, MAX_CROPS)

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


def _keep(kept: dict[_Key, bytes], key: _Key, crop: bytes, most: int) -> None:
    if crop:
        kept.pop(key, None)
        kept[key] = crop
    while len(kept) > most:
        del kept[next(iter(kept))]
