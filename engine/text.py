"""Text for people in German and English."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    german: str
    english: str

    def format(self, **values: object) -> Words:
        return Words(self.german.format(**values), self.english.format(**values))


def points_in_words(count: int) -> Words:
    """Returns the number of points with its noun, which is singular for one."""
    return Words("1 Punkt", "1 point") if count == 1 else Words(f"{count} Punkte", f"{count} points")
