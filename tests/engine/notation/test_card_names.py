"""Every word for a suit, a rank or a card, in any case and joined or apart."""

import pytest

from engine.cards import PACKS
from engine.notation.card_names import UnknownName, cards_named
from tests.support.case_tables import CaseFile

GERMAN, FRENCH = PACKS["german33"], PACKS["french52"]
cases = CaseFile(__file__)


@cases.table
def test_every_name_of_a_suit(pack: str, suit: str, words: str) -> None:
    for word in words.split():
        assert [str(card) for card in cards_named(f"{word} 9, {word}10, A of {word}", PACKS[pack])] == [
            f"{suit}9",
            f"{suit}10",
            f"{suit}A",
        ]


@cases.table
def test_every_name_of_a_rank(pack: str, rank: str, words: str) -> None:
    for word in words.split():
        assert [str(card) for card in cards_named(f"Herz {word}, Herz{word}", PACKS[pack])] == [f"H{rank}"] * 2


@cases.table
def test_cards_with_a_name_of_their_own(words: str, cards: str) -> None:
    assert " ".join(map(str, cards_named(words, GERMAN))) == cards


@pytest.mark.parametrize(
    ("text", "pack", "cards"),
    [
        ("AU BK A10 L9", "german33", "EU SK E10 L9"),
        ("HD, SB und DD", "french52", "HQ SJ DQ"),
        ("HQ SJ DQ", "french52", "HQ SJ DQ"),
        ("EU SK", "german33", "EU SK"),
    ],
)
def test_codes_of_both_languages_are_read_and_one_is_written(text: str, pack: str, cards: str) -> None:
    assert " ".join(map(str, cards_named(text, PACKS[pack]))) == cards


@pytest.mark.parametrize(("text", "pack"), [("au", "german33"), ("bo", "german33"), ("hd", "french52")])
def test_the_other_language_is_read_in_capitals_only(text: str, pack: str) -> None:
    """Such words are names and interjections as well."""
    with pytest.raises(UnknownName):
        cards_named(text, PACKS[pack])


@cases.table
def test_lists_of_cards(text: str, cards: str) -> None:
    assert " ".join(map(str, cards_named(text, GERMAN))) == cards


@cases.table
def test_what_is_not_certainly_a_card_is_refused(text: str, german: str, english: str) -> None:
    with pytest.raises(UnknownName) as error:
        cards_named(text, GERMAN)
    assert german in error.value.words.german
    assert english in error.value.words.english
