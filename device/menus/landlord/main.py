"""The menu of the landlord: the USB stick, trials of buttons and light, and deletion, whose menus are here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Listing, ListMenu, Row
from device.menus.landlord.stick import StickMenu
from device.menus.landlord.task import ConfirmMenu, NothingHereMenu
from device.settings.requests import Erase, LookUp, TryParts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from common.texts.keys import PhraseKey
    from common.texts.words import TableWords
    from device.menus.base import Menu
    from device.settings.requests import ErasureKind
    from device.state.table_view import View


KINDS: Mapping[ErasureKind, PhraseKey] = {
    "person": "erase_person",
    "evening": "erase_evening",
    "evenings": "erase_evenings",
    "everything": "erase_everything",
}
QUESTIONS: Mapping[ErasureKind, PhraseKey] = {
    "person": "erase_person_text",
    "evening": "erase_evening_text",
    "evenings": "erase_evenings_text",
    "everything": "erase_everything_text",
}


@dataclass(frozen=True, slots=True)
class EraseMenu(ListMenu):
    """Selects what to delete: a person, an evening, all evenings, or everything."""

    back: Menu
    selected: int = 0

    def listing(self, view: View) -> Listing:
        return Listing("erase", [Row(name, partial(self._erase, kind)) for kind, name in KINDS.items()], self.back)

    def _erase(self, kind: ErasureKind, view: View) -> Answer:
        if not view.is_between_deals:
            return Answer(menu=NothingHereMenu("between_deals", "between_deals_text", self))
        if kind in ("person", "evening"):
            return Answer(menu=EraseOneMenu(kind, self))
        return Answer(menu=confirm(Erase(kind), "", view.words, self))


@dataclass(frozen=True, slots=True)
class EraseOneMenu(ListMenu):
    """The people by name, the latest first, or the evenings, the last one first."""

    kind: ErasureKind
    back: Menu
    selected: int = 0

    def listing(self, view: View) -> Listing:
        stored: Iterable[tuple[str, str]] = ()
        if view.appliance.inventory is not None and self.kind == "person":
            stored = ((name, name) for name in view.appliance.inventory.people)
        elif view.appliance.inventory is not None:
            stored = ((evening.name, evening.title) for evening in view.appliance.inventory.evenings)
        rows = [
            Row(Text(shown), Answer(menu=confirm(Erase(self.kind, name), shown, view.words, self)))
            for name, shown in stored
        ]
        empty: PhraseKey = "task_working" if view.appliance.inventory is None else "erase_nothing"
        return Listing(KINDS[self.kind], rows, self.back, empty)


def confirm(request: Erase, shown: str, words: TableWords, back: Menu | None) -> ConfirmMenu:
    """Returns the question, after which a second one says what goes with it."""
    question = words.phrase(QUESTIONS[request.kind], name=shown)
    return ConfirmMenu(KINDS[request.kind], (question, "erase_backups_too"), "erase_play", request, back)


@dataclass(frozen=True, slots=True)
class LandlordMenu(ListMenu):
    """The actions that the landlord needs and players do not."""

    selected: int = 0
    back: Menu | None = None

    def listing(self, view: View) -> Listing:
        rows = (
            Row("stick", Answer(menu=StickMenu(replace(self, selected=0)), request=LookUp())),
            Row("erase", Answer(menu=EraseMenu(replace(self, selected=1)), request=LookUp())),
            Row("landlord_buttons", Answer(request=TryParts("buttons"))),
            Row("landlord_light", Answer(request=TryParts("light"))),
        )
        return Listing("landlord", rows, self.back)
