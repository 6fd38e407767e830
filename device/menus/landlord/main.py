"""The menu of the landlord: the USB stick, trials of buttons and light, and deletion, whose menus are here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Listing, ListMenu, Row
from device.menus.landlord.stick import STICK, StickMenu
from device.menus.landlord.task import WORKING, ConfirmMenu, NothingHereMenu
from device.settings.requests import Erase, LookUp, TryParts
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from device.menus.base import Menu
    from device.settings.requests import ErasureKind
    from device.state.table_view import View


ERASE = Words("Löschen", "Delete")
KINDS: Mapping[ErasureKind, Words] = {
    "person": Words("Eine Person", "A person"),
    "evening": Words("Einen Abend", "An evening"),
    "evenings": Words("Alle Abende und Namen", "All evenings and names"),
    "everything": Words("Alles, auch Blätter", "Everything, decks too"),
}
QUESTIONS: Mapping[ErasureKind, Words] = {
    "person": Words(
        "{name} in allen Abenden löschen? Die Karten bleiben.", "Delete {name} in all evenings? Cards stay."
    ),
    "evening": Words("Abend {name} löschen?", "Delete the evening {name}?"),
    "evenings": Words("Alle Abende und alle Namen löschen?", "Delete all evenings and all names?"),
    "everything": Words("Alles löschen, auch Blätter und Einstellungen?", "Delete everything, decks and settings too?"),
}
BACKUPS_TOO = Words("Auch die Sicherungen hier. Nicht rückgängig!", "Backups here go too. It cannot be undone!")
PLAY = Words("löschen", "delete")
NOTHING = Words("Hier ist nichts gespeichert.", "Nothing is stored here.")


@dataclass(frozen=True, slots=True)
class EraseMenu(ListMenu):
    """Selects what to delete: a person, an evening, all evenings, or everything."""

    back: Menu
    selected: int = 0

    def listing(self, view: View) -> Listing:
        return Listing(ERASE, [Row(name, partial(self._erase, kind)) for kind, name in KINDS.items()], self.back)

    def _erase(self, kind: ErasureKind, view: View) -> Answer:
        if not view.is_between_deals:
            return Answer(menu=NothingHereMenu("between_deals", "between_deals_text", self))
        if kind in ("person", "evening"):
            return Answer(menu=EraseOneMenu(kind, self))
        return Answer(menu=confirm(Erase(kind), "", self))


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
        rows = [Row(Text(shown), Answer(menu=confirm(Erase(self.kind, name), shown, self))) for name, shown in stored]
        empty = WORKING if view.appliance.inventory is None else NOTHING
        return Listing(KINDS[self.kind], rows, self.back, empty)


def confirm(request: Erase, shown: str, back: Menu | None) -> ConfirmMenu:
    """Returns the question, after which a second one says what goes with it."""
    questions = QUESTIONS[request.kind].format(name=shown), BACKUPS_TOO
    return ConfirmMenu(KINDS[request.kind], questions, PLAY, request, back)


LANDLORD = Words("Für den Wirt", "For the landlord")
BUTTONS = Words("Tasten prüfen", "Try the buttons")
LIGHT = Words("Licht und Ton prüfen", "Try light and tone")


@dataclass(frozen=True, slots=True)
class LandlordMenu(ListMenu):
    """The actions that the landlord needs and players do not."""

    selected: int = 0
    back: Menu | None = None

    def listing(self, view: View) -> Listing:
        rows = (
            Row(STICK, Answer(menu=StickMenu(replace(self, selected=0)), request=LookUp())),
            Row(ERASE, Answer(menu=EraseMenu(replace(self, selected=1)), request=LookUp())),
            Row(BUTTONS, Answer(request=TryParts("buttons"))),
            Row(LIGHT, Answer(request=TryParts("light"))),
        )
        return Listing(LANDLORD, rows, self.back)
