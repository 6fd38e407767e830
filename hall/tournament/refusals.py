"""The error of a command that the hall refuses."""

from __future__ import annotations

from common.texts.keys import FilledPhrase, PhraseKey
from common.texts.phrases import phrase_in


class HallRefusal(ValueError):
    """Raised for a command that cannot be done now; nothing has changed. Its text is English."""

    def __init__(self, key: PhraseKey, **values: str | int) -> None:
        self.reason = FilledPhrase(key, values)
        super().__init__(phrase_in("en", self.reason))
