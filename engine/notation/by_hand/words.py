"""The words of records written by hand, in English and German, and errors in the language of the record."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Literal

from engine.notation.vocabulary import JOINS, NOISE, WORDS, fold
from engine.text import NO_HINT, ErrorInWords, Words, hint

if TYPE_CHECKING:
    from collections.abc import Iterable

HEADERS: dict[str, Literal["en", "de"]] = {"kiebitz by hand": "en", "kiebitz von hand": "de"}
"""The first line in lower case, with the language of error messages."""


class HandError(ErrorInWords):
    """Raised for a line that cannot be read; the text is in *language*."""

    def __init__(self, german: str, english: str, language: Literal["en", "de"] = "en") -> None:
        super().__init__(german, english)
        self.args = (german if language == "de" else english,)


def cannot_read(got: str, expected: Words, near: Words = NO_HINT) -> HandError:
    """Returns the error about *got*; *near* is the end of the message with what it may have meant."""
    shown = repr(got if len(got) <= 60 else got[:57] + "...")
    return HandError(
        f"gelesen {shown}, erwartet {expected.german}{near.german}",
        f"got {shown}, expected {expected.english}{near.english}",
    )


def not_one_of(got: str, what: Words, known: Iterable[str]) -> HandError:
    """Returns the error about a word that is none of *known*, with the one it may have meant."""
    names = list(dict.fromkeys(known))
    join_words = ", ".join(names[:12])
    expected = Words(f"{what.german}: {join_words}", f"{what.english}: {join_words}")
    near = difflib.get_close_matches(got.casefold(), names, n=1)
    return cannot_read(got, expected, hint(Words(near[0], near[0])) if near else NO_HINT)


def _by_word(**words: str) -> dict[str, str]:
    return {word: name for name, each in words.items() for word in each.split("|")}


VERBS = _by_word(**WORDS["by_hand"]["verbs"])
WHOLE_LINES = frozenset({"game", "players", "evening", "tricks"})
"""The verbs of lines with nothing else on them."""
STRICT = frozenset({"undo", "correct", "insert", "rule"})
"""The verbs of lines that are written as in any record."""
PARTS = _by_word(**WORDS["by_hand"]["parts"])
"""The parts of the line that begins a game."""
CALLS = _by_word(**WORDS["by_hand"]["calls"])
ENTERED = _by_word(trump="trump|trumpf", worth="worth|wert|value")
"""The words that divide a line of tricks entered by hand."""
SOURCES = _by_word(cut="cut|abgehoben|schleck", upcard="upcard|trumpfkarte|auf")
_NUMBERS = """null zero none keine|eins one eine|zwei two|drei three|vier four|fünf five|sechs six|sieben seven|
acht eight|neun nine"""
NUMBERS = {fold(word): str(number) for number, words in enumerate(_NUMBERS.split("|")) for word in words.split()}
"""By folded word."""
CALL_NOISE = NOISE | JOINS | {"auf", "punkte", "points", "dir"}
"""The folded words of a call without a meaning for it."""
