"""Every text of the hall is used, every text that is used exists, in all languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hall
from device.i18n.words import LANGUAGES
from hall.rendering import ORGANISER_TABS, PUBLIC_TABS, VIEWS
from hall.texts import TEXTS, HallTexts

FOLDER = Path(hall.__file__).parent
SOURCES = "\n".join(
    file.read_text(encoding="utf-8")
    for kind in ("**/*.py", "templates/**/*.html")
    for file in FOLDER.glob(kind)
    if file != FOLDER / "texts.py"
)
COMPOSED = ("refused_", "state_", "presence_", "stage_", "decider_", "present_", "new_", "print_")
"""Beginnings of names that the code completes."""
KNOWN = HallTexts._table


def test_every_text_is_used() -> None:
    words = set(re.findall(r"\w+", SOURCES))
    unused = {name for name in TEXTS if name not in words and not name.startswith(COMPOSED)}
    assert unused == set()


def test_every_text_in_a_template_exists() -> None:
    used = {name for file in FOLDER.glob("templates/**/*.html") for name in re.findall(r"\bt\.(\w+)", file.read_text())}
    assert used - KNOWN.keys() == set()
    titles = {kind.title or view for view, kind in VIEWS.items()}
    assert titles <= KNOWN.keys()
    assert {target for target, _ in (*PUBLIC_TABS, *ORGANISER_TABS)} <= KNOWN.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive_the_translation(language: str) -> None:
    texts = HallTexts(language)  # type: ignore[arg-type]
    for name, both in TEXTS.items():
        expected = set(re.findall(r"\{\w+\}", both.german))
        assert set(re.findall(r"\{\w+\}", getattr(texts, name))) == expected, name
        assert set(re.findall(r"\{\w+\}", both.english)) == expected, name
