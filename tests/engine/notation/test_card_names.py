"""Every word for a suit, a rank or a card, in any case and joined or apart."""

from __future__ import annotations

import pytest

from engine.cards import PACKS
from engine.notation.card_names import UnknownName, cards_named

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
    [
        ("Maxi Bascht", "HK HK"),
        ("Belli belle", "S7 S7"),
        ("Spitz", "E7"),
        ("Herz-Max Erdbeer Schorsch", "HK HK"),
        ("Weli SWeli Schellen-Weli", "S6 S6 S6"),
    ],
)
def test_cards_with_a_name_of_their_own(words: str, cards: str) -> None:
    assert " ".join(map(str, cards_named(words, GERMAN))) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        pytest.param("h7 hk", "H7 HK", id="small codes"),
        pytest.param("hk so eu", "HK SO EU", id="a word among codes is a code"),
        pytest.param("H9, der Max; the Belli & Spitz + EA / EK", "H9 HK S7 E7 EA EK", id="separators and articles"),
        pytest.param("the seven of hearts, hearts seven and seven hearts", "H7 H7 H7", id="in any order"),
        pytest.param("Herz König Laub 9 Sau Schellen", "HK L9 SA", id="names without separators"),
        pytest.param("Herz-VIII, Herz Ⅷ, HVIII", "H8 H8 H8", id="Roman numbers"),
        pytest.param("♥K „Ko\u0308nig von Herz“ Herz‐Koenig", "HK HK HK", id="signs"),
        pytest.param("d'Sau vo Herz, Säue von der Laub", "HA LA", id="dialect"),
    ],
)
def test_lists_of_cards(text: str, cards: str) -> None:
    assert " ".join(map(str, cards_named(text, GERMAN))) == cards


@pytest.mark.parametrize(
    ("text", "german", "english"),
    [
        ("HK Bastl H9", "Karte 'Bastl'", "got card 'Bastl'"),
        ("Herz, 9", "Karte 'Herz'", "got card 'Herz'"),
        ("Herz Sau und König", "Karte 'König'", "got card 'König'"),
        ("Herz 9 Laub", "Karte 'Herz 9 Laub'", "got card 'Herz 9 Laub'"),
        ("so hk", "Karte 'so hk'", "got card 'so hk'"),
        ("HK = H9", "Karte '='", "got card '='"),
        ("SIX, s unter", "Karte 'SIX'", "got card 'SIX'"),
        ("Eichel Untre", "meintest du Eichel Unter?", "did you mean Unter of acorns?"),
        ("Achct von Laub", "meintest du Laub 8?", "did you mean 8 of leaves?"),
        ("Spizt", "meintest du Spitz?", "did you mean Spitz?"),
        ("Schlelen", "meintest du Schellen?", "did you mean bells?"),
    ],
)
def test_what_is_not_certainly_a_card_is_refused(text: str, german: str, english: str) -> None:
    with pytest.raises(UnknownName) as error:
        cards_named(text, GERMAN)
    assert german in error.value.words.german
    assert english in error.value.words.english
