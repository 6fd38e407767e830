"""Texts of the pages: of a table, of a hall, and of both, in the catalogue `pages`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from common.texts.phrases import catalogue

if TYPE_CHECKING:
    from common.texts.phrases import Language

Site: TypeAlias = Literal["table", "hall"]
BOTH_SITES = "pages"
"""The context of texts of both, in the catalogue."""


class Texts:
    """The texts of one language and site, as attributes; a misspelt one raises AttributeError."""

    def __init__(self, language: Language, site: Site) -> None:
        self._language: Language = language
        self._site: Site = site

    def __getattr__(self, name: str) -> str:
        text = catalogue(self._language, "pages").pgettext
        for context in (self._site, BOTH_SITES):
            try:
                return text(context, name)
            except KeyError:
                continue
        raise AttributeError(f"got the text {name!r}, expected one of {self._site!r} in the catalogue of pages")

    def refusal(self, reason: str) -> str:
        """Returns why a request was refused, in words."""
        return str(getattr(self, f"refused_{reason}", self.refused_not_now))


def first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
