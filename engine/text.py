"""What a person reads, in both languages that the engine speaks."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    german: str
    english: str

    def format(self, **values: object) -> Words:
        return Words(self.german.format(**values), self.english.format(**values))
