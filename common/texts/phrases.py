"""The languages and their phrases: GNU gettext catalogues, `locale/LANGUAGE/LC_MESSAGES/kiebitz.po`.

Templates of pages have their own beside it (`pages.po`), so that a start of the appliance does not load them. A phrase
has a key, since the words of the display are too short to be one. A word in braces is filled in; `[HK]` stands
for a drawn card. A dialect has the phrases that differ from those of the language it falls back to.
`python -m lab.catalogues` compiles the catalogues, and writes the keys (`keys.py`): a misspelt key is a type error.
"""

import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from common.texts.keys import Phrase
from engine.text import Words

Language = Literal["de", "bar", "en"]
"""Deutsch, Boarisch, English."""
Domain = Literal["kiebitz", "pages"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DIALECTS: Mapping[Language, Language] = {"bar": "de"}
"""The language to which a dialect falls back."""


class Text(str):
    """A label of the display that is no key: in the language of the table, or a name, which may be spelt like a key."""

    __slots__ = ()


Label: TypeAlias = Phrase | Text | Words
"""A text of a screen: a phrase, a `Text`, or a text of the engine in German and English."""


class _NoPhrases(NullTranslations):
    """The end of a chain of catalogues; gettext itself would return the key."""

    def gettext(self, message: str) -> str:
        raise KeyError(f"got the key {message!r} of a phrase, expected one of the catalogue: python -m lab.catalogues")

    def pgettext(self, context: str, message: str) -> str:
        raise KeyError(
            f"got the key {message!r} in {context!r}, expected one of the catalogue: python -m lab.catalogues"
        )


def catalogue_file(language: Language, domain: Domain = "kiebitz") -> Path:
    return Path(__file__).with_name("locale") / language / "LC_MESSAGES" / f"{domain}.mo"


@cache
def catalogue(language: Language, domain: Domain = "kiebitz") -> GNUTranslations:
    """Returns the phrases of a language; a key that has none there raises KeyError."""
    with catalogue_file(language, domain).open("rb") as file:
        phrases = GNUTranslations(file)
    phrases.add_fallback(catalogue(DIALECTS[language], domain) if language in DIALECTS else _NoPhrases())
    return phrases


def phrase_in(language: Language, phrase: Phrase, **values: object) -> str:
    """Returns a phrase with its placeholders filled in."""
    if not isinstance(phrase, str):
        return phrase_in(language, phrase.key, **phrase.values)
    text = catalogue(language).gettext(phrase)
    return text.format(**values) if values else text


def spoken_language() -> Language:
    """Returns the language of the environment: German, Boarisch, or otherwise English."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return next((language for language in LANGUAGES if locale.startswith(language)), "en")
