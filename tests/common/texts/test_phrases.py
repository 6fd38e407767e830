"""Labels of screens: keys, texts and words in both languages; any other string is a type error."""

import os
import re
from collections.abc import Collection, Mapping
from typing import get_args

import pytest
from mypy import api

from common.texts.keys import PhraseKey
from common.texts.phrases import Language, Text, spoken_language
from common.texts.words import words_for
from device.runtime.activities import camera_aiming, enrolment_advice
from device.screens.deck_enrolment import GRADES
from device.screens.engine_text import PACK_NAMES, TITLES, UNMET_DUTIES
from engine.cards import PACKS
from engine.text import Words
from vision.enrolment.aim_check import Advice
from vision.enrolment.measured_outline import Reason
from vision.enrolment.quiz import Grade

KEYS = get_args(PhraseKey)


@pytest.mark.parametrize("key", ["health", "table", "ok"])
def test_a_text_is_shown_as_it_stands(key: str) -> None:
    """Even if the name of a player equals a key."""
    words = words_for("de", "bavarian")
    assert words.label(Text(key)) == key
    assert words.label(key) != key  # type: ignore[arg-type]


@pytest.mark.parametrize(("language", "shown"), [("de", "Karten zählen"), ("en", "Count cards"), ("bar", "Kartn zoin")])
def test_a_label_in_both_languages_is_translated(language: Language, shown: str) -> None:
    """A new entry of a menu needs no phrase, and so no file but that of the menu."""
    assert words_for(language, "bavarian").label(Words("Karten zählen", "Count cards")) == shown


PHOTOGRAPHS_ONLY = {Reason.SLANTED, Reason.SHAPE, Reason.BORDER}


@pytest.mark.parametrize(
    ("table", "names"),
    [
        pytest.param(GRADES, set(Grade), id="grades of a quiz"),
        pytest.param(PACK_NAMES, set(PACKS), id="packs"),
        pytest.param(camera_aiming.ADVICE, set(Advice), id="advice on aiming"),
        pytest.param(
            enrolment_advice.ADVICE,
            set(Reason) - {Reason.DOUBLE, Reason.COUNT, Reason.DOUBTFUL} - PHOTOGRAPHS_ONLY,
            id="advice on a card",
        ),
    ],
)
def test_every_phrase_key_used_elsewhere_exists(table: Mapping[str, PhraseKey], names: Collection[str]) -> None:
    assert set(table) == names
    assert set(table.values()) <= set(KEYS)


def test_titles_of_findings_have_phrases() -> None:
    assert {*TITLES.values(), *UNMET_DUTIES.values()} <= set(KEYS)


PROGRAM = """\
from common.texts.phrases import Label, Text
from engine.text import Words
def shown(label: Label, name: str) -> None: ...
"""
RIGHT = ['"health"', 'Text("Toni")', 'Words("Hitze", "Heat")']
"""A key, a text, words in both languages."""
WRONG = ['"helth"', '"All is well"', 'str("health")']
"""A slip, words in one language, any string."""


@pytest.mark.slow
def test_mypy_refuses_what_is_neither_a_key_nor_a_text() -> None:
    program = PROGRAM + "".join(f'shown({argument}, "")\n' for argument in (*RIGHT, *WRONG))
    reported, complaints, code = api.run(["--strict", "--cache-dir", os.devnull, "--config-file", "", "-c", program])
    assert (code, complaints) == (1, "")
    refused = {
        int(number) for number in re.findall(r"^<string>:(\d+): error: .*incompatible type", reported, re.MULTILINE)
    }
    first = PROGRAM.count("\n") + len(RIGHT) + 1
    assert refused == {*range(first, first + len(WRONG))}, reported
    assert reported.count("error: ") == len(WRONG), reported


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        pytest.param({"LANG": "de_AT.UTF-8"}, "de", id="german"),
        pytest.param({"LANG": "bar_DE.UTF-8"}, "bar", id="boarisch"),
        pytest.param({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en", id="overruled"),
        pytest.param({}, "en", id="unknown"),
    ],
)
def test_language_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert spoken_language() == language
