"""Boarisch: word-by-word translation of the engine's sentences."""

import tomllib
from pathlib import Path

import pytest

from common.texts import words
from common.texts.words import in_bavarian, in_language, words_for
from engine.games import all_games, game
from engine.text import Words
from tests.support.session_script import card


@pytest.mark.parametrize(
    ("german", "bavarian"),
    [
        pytest.param("wer nicht bedienen kann, muss trumpfen", "wer ned bedienen ko, muaß trumpfn", id="words"),
        pytest.param("Auch 50 gewinnt", "Aa 50 gwinnt", id="capitals stay"),
        pytest.param("{seat} ist dran: {card}", "{seat} is dro: {card}", id="gaps stay"),
        pytest.param("[hearts:K] ist nicht da", "[hearts:K] is ned da", id="drawn cards stay"),
        pytest.param(
            "Süd legte Herz-König, aber Ost ist dran", "Süd hod Herz-Kini glegt, aba Ost is dro", id="perfect"
        ),
        pytest.param("LU kam im 2. Stich", "LU is im 2. Stich kemma", id="no preterite"),
        pytest.param("die Punkte der anderen", "de Punkt vo de andern", id="no genitive"),
        pytest.param("Schellen-Unter sticht ihn", "Schelln-Unter sticht’n", id="cards keep their ranks"),
        pytest.param("Abgehobenes Unterholz", "Abgehobenes Unterholz", id="whole words only"),
    ],
)
def test_what_the_engine_says(german: str, bavarian: str) -> None:
    assert in_bavarian(german) == bavarian
    assert in_language(Words(german, "English"), "bar") == bavarian
    assert in_language(Words(german, "English"), "de") == german


def test_glossary_has_no_duplicates() -> None:
    """The result of a translation is not a source word of another, so that translating twice changes nothing."""
    file = Path(words.__file__).with_name("bavarian.toml")
    glossary = tomllib.loads(file.read_text(encoding="utf-8"))["glossary"]
    assert not {said for said in glossary.values() if glossary.get(said, said) != said}


@pytest.mark.parametrize("name", [name for name, kind in all_games().items() if kind.book.calls])
def test_every_text_of_a_rule_book_is_translated(name: str) -> None:
    for known in game(name, {}).book.calls.values():
        assert ("{value}" in in_bavarian(known.meaning.german)) == ("{value}" in known.meaning.german)


@pytest.mark.parametrize(
    ("region", "text", "name"),
    [
        ("bavarian", "E9", "Oachl-Neina"),
        ("bavarian", "LK", "Gras-Kini"),
        ("franconian", "SA", "Schelln-Sau"),
        ("saxon", "LA", "Grün-Daus"),
        ("tell", "S6", "Weli"),
        ("french", "CJ", "Kreiz-Bua"),
    ],
)
def test_cards_have_bavarian_names(region: str, text: str, name: str) -> None:
    assert words_for("bar", region).card(card(text)) == name  # type: ignore[arg-type]
