"""Text for people in German and English."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    german: str
    english: str

    def format(self, **values: object) -> Words:
        return Words(self.german.format(**values), self.english.format(**values))
