"""Texts of the pages in German and English; Boarisch is translated from the German, as on the display."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from common.texts.words import in_language
from engine.text import Words as Both

if TYPE_CHECKING:
    from collections.abc import Mapping

    from common.texts.phrases import Language

SHARED_TEXTS: Mapping[str, Both] = {
    "table": Both("Tisch", "Table"),
    "more": Both("Mehr", "More"),
    "dispute": Both("Aufgefallen", "Noticed"),
    "board": Both("Tafel", "Board"),
    "print": Both("Drucken", "Print"),
    "back": Both("Zurück", "Back"),
    "close": Both("Schließen", "Close"),
    "language": Both("Sprache", "Language"),
    "missed_title": Both("Inzwischen", "Meanwhile"),
    "done": Both("Erledigt", "Done"),
    "save": Both("Speichern", "Save"),
    "the_play": Both("Gespielt", "Played"),
    "the_proof": Both("Der Beweis", "The proof"),
    "led_card": Both("Angespielt", "Led"),
    "in_trick": Both("im {number}. Stich", "in trick {number}"),
    "at_time": Both("um {time}", "at {time}"),
    "rule": Both("Regel {id}", "Rule {id}"),
    "decided": Both("Entschieden", "Decided"),
    "code": Both("Code", "Code"),
    "enter": Both("Los", "Go"),
    "too_many_tries": Both("Zu oft geraten: eine Minute warten.", "Too many tries: wait a minute."),
    "too_many_phones": Both(
        "Es sind schon sehr viele Handys da. Gleich noch einmal versuchen.",
        "Very many phones are here already. Try again soon.",
    ),
    "refused_not_now": Both("Das geht jetzt nicht.", "That is not possible now."),
    "refused_busy": Both(
        "Der Kiebitz ist gerade beschäftigt. Gleich noch einmal.", "Kiebitz is busy. Try again in a moment."
    ),
    "print_what": Both("Schwarz auf weiß, auf A4.", "Black on white, on A4."),
    "print_now": Both("Drucken", "Print"),
    "print_hint": Both(
        "Kann das Handy nicht drucken: als PDF sichern.", "If the phone cannot print: save it as a PDF."
    ),
    "cards_fold": Both("Ausschneiden, in der Mitte falten, aufstellen.", "Cut out, fold in the middle, stand up."),
}


class Texts:
    """The texts of one language, as attributes; a misspelt one raises AttributeError."""

    _table: ClassVar[Mapping[str, Both]] = SHARED_TEXTS

    def __init__(self, language: Language) -> None:
        self._language: Language = language

    def __getattr__(self, name: str) -> str:
        try:
            return in_language(self._table[name], self._language)
        except KeyError:
            raise AttributeError(f"got the text {name!r}, expected one of {type(self).__module__}.TEXTS") from None

    def refusal(self, reason: str) -> str:
        """Returns why a request was refused, in words."""
        return str(getattr(self, f"refused_{reason}" if f"refused_{reason}" in self._table else "refused_not_now"))


def first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
