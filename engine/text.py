"""Text for people in German and English."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    german: str
    english: str

    def format(self, **values: object) -> Words:
        """Returns the texts filled in with *values*, each in both languages or the same in both."""
        german, english = (
            text.format(**{name: value[index] if isinstance(value, Words) else value for name, value in values.items()})
            for index, text in enumerate(self)
        )
        return Words(german, english)


def points_in_words(count: int) -> Words:
    """Returns the number of points with its noun, which is singular for one."""
    return Words("1 Punkt", "1 point") if count == 1 else Words(f"{count} Punkte", f"{count} points")


NO_HINT = Words("", "")


def hint(name: Words) -> Words:
    """Returns the end of an error message with the name that somebody may have meant."""
    return Words(f"; meintest du {name.german}?", f"; did you mean {name.english}?")


class ErrorInWords(ValueError):
    """An error with its message in both languages in `words`; its text is English."""

    def __init__(self, german: str, english: str) -> None:
        super().__init__(english)
        self.words = Words(german, english)
