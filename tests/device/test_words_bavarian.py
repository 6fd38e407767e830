"""Boarisch: what differs from German, and what the engine says in German, word by word."""

from __future__ import annotations

import pytest

from device.words import in_language, words_for
from device.words_bavarian import GLOSSARY, in_bavarian
from engine.games import all_games, game
from engine.words import Words
from tests.device.scripted import card


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
        pytest.param("die Punkte der anderen", "de Punkt vo de andern", id="no genitive"),
        pytest.param("Abgehobenes Unterholz", "Abgehobenes Unterholz", id="whole words only"),
    ],
)
def test_what_the_engine_says(german: str, bavarian: str) -> None:
    assert in_bavarian(german) == bavarian
    assert in_language(Words(german, "English"), "bar") == bavarian
    assert in_language(Words(german, "English"), "de") == german


def test_the_glossary_says_nothing_twice() -> None:
    """A word that is Bavarian already is not another one's German, or a sentence would change when said again."""
    assert not {said for said in GLOSSARY.values() if GLOSSARY.get(said, said) != said}


@pytest.mark.parametrize("name", all_games())
def test_nothing_of_a_book_is_lost(name: str) -> None:
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
def test_cards(region: str, text: str, name: str) -> None:
    assert words_for("bar", region).card(card(text)) == name  # type: ignore[arg-type]
