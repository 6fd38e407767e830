"""Every text is used, every text that is used exists, in all languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import page
from device.i18n.words import LANGUAGES
from page.rendering import VIEWS
from page.texts import TEXTS, Texts

FOLDER = Path(page.__file__).parent
SOURCES = "\n".join(
    file.read_text(encoding="utf-8")
    for kind in ("**/*.py", "templates/**/*.html")
    for file in FOLDER.glob(kind)
    if file.name != "texts.py"
)
COMPOSED = ("refused_", "camera_", "check_", "as_", "print_", "erase_", "file_")
"""Beginnings of names that the code completes."""


def test_every_text_is_used() -> None:
    words = set(re.findall(r"\w+", SOURCES))
    unused = {name for name in TEXTS if name not in words and not name.startswith(COMPOSED)}
    assert unused == set()


def test_every_text_in_a_template_exists() -> None:
    used = {name for file in FOLDER.glob("templates/**/*.html") for name in re.findall(r"\bt\.(\w+)", file.read_text())}
    assert used - TEXTS.keys() - {"format"} == set()
    titles = {kind.title or view for view, kind in VIEWS.items()}
    assert titles <= TEXTS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive_the_translation(language: str) -> None:
    texts = Texts(language)  # type: ignore[arg-type]
    for name, both in TEXTS.items():
        expected = set(re.findall(r"\{\w+\}", both.german))
        assert set(re.findall(r"\{\w+\}", getattr(texts, name))) == expected, name
        assert set(re.findall(r"\{\w+\}", both.english)) == expected, name


def test_a_misspelt_text_is_an_error() -> None:
    with pytest.raises(AttributeError, match="got the text 'scroe'"):
        _ = Texts("de").scroe


def test_a_reason_without_words_has_some() -> None:
    assert Texts("en").refusal("whatever") == TEXTS["refused_not_now"].english
