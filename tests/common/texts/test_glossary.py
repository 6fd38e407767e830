"""Every text for people keeps to the glossary of its language: words that it forbids occur nowhere."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from common.texts.keys import PhraseKey
from common.texts.phrases import LANGUAGES, phrase_in
from common.texts.words import in_bavarian
from engine.games import all_games
from engine.rules.book import Book

ROOT = Path(__file__).parents[3]
PACKAGES = ("common", "engine", "device", "cli")


def forbidden_words(language: str) -> list[str]:
    """Returns the words in the last column of the glossary."""
    lines = (ROOT / "docs" / f"glossary-{language}.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ")][1:]
    return [word for row in rows for word in re.findall(r"`([^`]+)`", row.rstrip(" |").rpartition("|")[2])]


@cache
def texts_in_code() -> list[tuple[str, str]]:
    """Returns the German and the English text of every pair that stands in the code."""
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    sources = [path.read_text(encoding="utf-8") for path in paths]
    return [
        ("".join(_constants(node.args[0])), "".join(_constants(node.args[1])))
        for source in sources
        if "Words(" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Words" and len(node.args) == 2
    ]


def _constants(node: ast.expr) -> Iterator[str]:
    """Yields the written parts of a text, also of one that is filled in."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def texts_of_book(book: Book) -> Iterator[tuple[str, str]]:
    for switch in book.switches:
        yield from (switch.meaning, *(words for _, words in switch.sentences))
    for table in (book.reasons, book.phases, book.counts, book.duties):
        yield from table.values()
    yield from (call.meaning for call in book.calls.values())
    yield from (preset.meaning for preset in book.presets.values())


@cache
def texts(language: str) -> tuple[str, ...]:
    """Returns all texts of a language, without the names that are filled in, and those of Home Assistant."""
    own = [phrase_in(language, key) for key in get_args(PhraseKey) if not key.startswith("home_")]  # type: ignore[arg-type]
    pairs = [*texts_in_code(), *(pair for kind in all_games().values() for pair in texts_of_book(kind.book))]
    shared = {"de": [german for german, _ in pairs], "en": [english for _, english in pairs]}
    shared["bar"] = [in_bavarian(german) for german in shared["de"]]
    return tuple(re.sub(r"\{[^}]*\}", "", text) for text in (*own, *shared[language]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_forbidden_words_do_not_occur(language: str) -> None:
    assert len(texts(language)) > 700
    for word in forbidden_words(language):
        alone = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
        assert [text for text in texts(language) if alone.search(text)] == [], word


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_forbids_something(language: str) -> None:
    words = forbidden_words(language)
    assert len(words) > 8
    assert len(set(words)) == len(words)


def test_a_forbidden_word_would_be_found() -> None:
    alone = re.compile(r"(?<!\w)FEHLT(?!\w)")
    assert alone.search("Netzteil: FEHLT.")
    assert not alone.search("Es fehlt: Weli")
