"""Every word for a suit, a rank or a card, in any case and joined or apart."""

from __future__ import annotations

import pytest

from engine.cards import PACKS
from engine.notation.card_names import cards_in, cards_named

GERMAN, FRENCH = PACKS["german33"], PACKS["french52"]


@pytest.mark.parametrize(
    ("pack", "suit", "words"),
    [
        ("german33", "E", "Eichel eicheln ACORN acorns"),
        ("german33", "L", "Laub Gras grün gruen Blatt leaf leaves"),
        ("german33", "H", "Herz Herzen rot heart hearts"),
        ("german33", "S", "Schelle Schellen Schell bell bells"),
        ("french52", "C", "Kreuz Treff club clubs"),
        ("french52", "S", "Pik spade spades"),
        ("french52", "H", "Herz heart hearts"),
        ("french52", "D", "Karo Eckstein diamond diamonds"),
    ],
)
def test_every_name_of_a_suit(pack: str, suit: str, words: str) -> None:
    for word in words.split():
        assert [str(card) for card in cards_named(f"{word} 9, {word}10, A of {word}", PACKS[pack])] == [
            f"{suit}9",
            f"{suit}10",
            f"{suit}A",
        ]


@pytest.mark.parametrize(
    ("pack", "rank", "words"),
    [
        ("german33", "A", "Sau Ass As Daus ace"),
        ("german33", "K", "König Koenig king"),
        ("german33", "O", "Ober over"),
        ("german33", "U", "Unter under"),
        ("french52", "A", "Ass As ace"),
        ("french52", "Q", "Dame queen"),
        ("french52", "J", "Bube Bauer jack knave"),
        ("german33", "10", "zehn Zehner ten"),
        ("german33", "9", "neun Neuner nine"),
        ("german33", "8", "acht Achter eight"),
        ("german33", "7", "sieben Siebener Siebner seven"),
        ("french52", "6", "sechs Sechser six"),
    ],
)
def test_every_name_of_a_rank(pack: str, rank: str, words: str) -> None:
    for word in words.split():
        assert [str(card) for card in cards_named(f"Herz {word}, Herz{word}", PACKS[pack])] == [f"H{rank}"] * 2


@pytest.mark.parametrize(
    ("words", "cards"),
    [("Maxi Bascht", "HK HK"), ("Belli belle", "S7 S7"), ("Spitz", "E7"), ("Weli SWeli Schellen-Weli", "S6 S6 S6")],
)
def test_cards_with_a_name_of_their_own(words: str, cards: str) -> None:
    assert " ".join(map(str, cards_named(words, GERMAN))) == cards


@pytest.mark.parametrize(
    ("sentence", "cards"),
    [
        pytest.param("h7 und hk liegen", "H7", id="a small code needs a digit"),
        pytest.param("HK und ha", "HK", id="a code in capitals"),
        pytest.param("the seven of hearts, hearts seven and seven hearts", "H7 H7 H7", id="in any order"),
        pytest.param("s Unter", "", id="a small letter is no suit"),
    ],
)
def test_cards_among_other_words(sentence: str, cards: str) -> None:
    assert " ".join(map(str, cards_in(sentence, GERMAN))) == cards
