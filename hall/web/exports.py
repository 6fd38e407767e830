"""Files that the organiser takes along."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.responses import Response

    from device.i18n.phrases import Language
    from hall.live_hall import LiveHall


class Exports:
    def __init__(self, hall: LiveHall) -> None:
        self._hall = hall

    def answer(self, what: str, language: Language) -> Response | None:
        return None
