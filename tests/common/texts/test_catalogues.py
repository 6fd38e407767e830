"""The catalogues: complete, used, compiled, and short enough for the display."""

import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.catalog import Message

from common.texts.keys import PhraseKey
from common.texts.phrases import DIALECTS, LANGUAGES, Domain, Language, catalogue, catalogue_file, phrase_in
from device.display.text_layout import text_width
from lab.catalogues import KEYS_FILE, compiled, keys_module, read_source

ROOT = Path(__file__).parents[3]
PACKAGES = ("common", "engine", "device", "cli", "web", "hall", "link")
RECOMPILE = "run python -m lab.catalogues"
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_domain = pytest.mark.parametrize("domain", get_args(Domain))


def messages(language: Language, domain: Domain = "kiebitz") -> Iterator[Message]:
    return (message for message in read_source(language, domain) if message.id)


def names(language: Language, domain: Domain = "kiebitz") -> list[tuple[str, str]]:
    """Returns context and key of each entry."""
    return [(message.context or "", str(message.id)) for message in messages(language, domain)]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@every_language
@every_domain
def test_the_compiled_catalogue_is_that_of_the_source(language: Language, domain: Domain) -> None:
    assert catalogue_file(language, domain).read_bytes() == compiled(language, domain), RECOMPILE


def test_the_type_of_the_keys_is_that_of_the_catalogue() -> None:
    assert KEYS_FILE.read_text(encoding="utf-8") == keys_module(), RECOMPILE


@every_language
@every_domain
def test_every_language_has_every_phrase_and_no_other(language: Language, domain: Domain) -> None:
    keys, own = set(names("de", domain)), names(language, domain)
    assert len(own) == len(set(own))
    assert set(own) - keys == set()
    assert language in DIALECTS or set(own) == keys
    assert [message.id for message in messages(language, domain) if not message.string or message.fuzzy] == []


def test_every_phrase_is_used() -> None:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py") if file != KEYS_FILE]
    words = {word for file in files for word in re.findall(r"[\"'](\w+)[\"']", file.read_text(encoding="utf-8"))}
    assert set(get_args(PhraseKey)) - words == set()


@pytest.mark.parametrize("dialect", DIALECTS)
@every_domain
def test_a_dialect_has_only_what_differs(dialect: Language, domain: Domain) -> None:
    fallback = catalogue(DIALECTS[dialect], domain)
    for message in messages(dialect, domain):
        usual = fallback.pgettext(message.context, message.id) if message.context else fallback.gettext(message.id)
        assert message.string != usual, message.id


@every_language
@every_domain
def test_every_language_has_the_same_placeholders(language: Language, domain: Domain) -> None:
    """One that a language forgets would drop a name or a card."""
    german = {(message.context, message.id): message.string for message in messages("de", domain)}
    for message in messages(language, domain):
        difference = placeholders(message.string) ^ placeholders(german[message.context, message.id])
        assert difference <= {"month_number", "month_name"}, message.id


@every_language
def test_phrases_fit_where_their_width_matters(language: Language) -> None:
    """The comment of the German entry says how wide a phrase may be, such as `at most 52 px in small type`."""
    widest = {
        message.id: (int(found[2]), found[3], bool(found[1]))
        for message in messages("de")
        if (found := re.search(r"(each word )?at most (\d+) px in (\w+) type", " ".join(message.auto_comments)))
    }
    assert len(widest) > 60
    for key, (most, style, is_wrapped) in widest.items():
        text = phrase_in(language, key)
        for part in text.split() if is_wrapped else [text]:
            assert text_width(part, style) <= most, f"{key}: {part}"  # type: ignore[arg-type]


SAID_ALIKE = "the same in Boarisch"
"""The comment of a German entry without a Bavarian one."""


def test_every_phrase_is_said_in_boarisch() -> None:
    """A new phrase has a Bavarian text, or its German entry says that it is equal in both."""
    missing = set(names("de")) - set(names("bar"))
    alike = {str(message.id) for message in messages("de") if SAID_ALIKE in message.auto_comments}
    assert {key for context, key in missing if not context} == alike


def test_an_unknown_key_is_an_error() -> None:
    """Where the types do not hold, as in a message of another version: gettext alone would return the key."""
    with pytest.raises(KeyError, match="got the key 'helth' of a phrase"):
        phrase_in("bar", "helth")  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="got the key 'suit_X' in 'card'"):
        catalogue("bar").pgettext("card", "suit_X")
