"""Every word that shows what a part of a question is about, and parts that do not say it."""

import pytest

from engine.games import game
from engine.notation.question import Question, read_question

WATTEN, BOHEMIAN = game("watten"), game("bohemian-watten")
HAND, TRICK = WATTEN.pack.cards[:2], WATTEN.pack.cards[2:3]
HELD, LIES = " ".join(map(str, HAND)), str(TRICK[0])


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        pytest.param(
            f"{LIES} {{}}, I hold {HELD}",
            "led lead lies lie lay laid played trick table "
            "ausgespielt liegt liegen lag lagen gelegt gespielt Stich Tisch",
            Question(HAND, TRICK, None),
            id="the trick",
        ),
        pytest.param(
            f"{LIES} liegt, {{}} {HELD}",
            "hold holding have got hand hands cards halte habe hab hast haben Karten",
            Question(HAND, TRICK, None),
            id="the hand",
        ),
        pytest.param(
            f"I hold {HELD}, {{}} Laub, striker Unter",
            "trump trumps Trumpf Trümpfe Farbe",
            Question(HAND, (), "L U"),
            id="the trump",
        ),
        pytest.param(
            f"I hold {HELD}, trump Laub, {{}} Unter", "striker Schlag", Question(HAND, (), "L U"), id="the striker"
        ),
        pytest.param(
            f"I hold {HELD}, {{}} Tisch",
            "i ich nothing nobody no empty nichts niemand kein keine leer",
            Question(HAND, (), None),
            id="no card lies",
        ),
        pytest.param(
            f"I hold {HELD}, {{}} now be led",
            "what which may can must should was welche welcher darf dürfen kann muss soll",
            Question(HAND, (), None),
            id="a question about the trick",
        ),
    ],
)
def test_every_word_about_a_topic(text: str, words: str, expected: Question) -> None:
    for word in words.split():
        assert read_question(text.format(word), WATTEN) == expected, word


@pytest.mark.parametrize(
    ("text", "hand", "trick"),
    [
        ("Ich habe HK; H9, L9; L8, LK liegen", None, None),
        ("Ich habe HK, H9; L9, LK liegen", "HK H9", "L9 LK"),
        ("Ich habe HK und H9, L9 und LK liegen", "HK H9", "L9 LK"),
        ("Ich habe HK, H9, L9 und LK liegen", None, None),
        ("Ich habe HK, H9 und H7 liegt", "HK H9", "H7"),
        ("H7 liegt, HK und H9 habe ich", "HK H9", "H7"),
        ("es liegt H7, HK und H9 habe ich", "HK H9", "H7"),
        ("im Stich L9, LK, HK habe ich", None, None),
        ("L9 liegt, dann LK, ich habe HK", "HK", "L9 LK"),
        ("LK liegt, L9 war ausgespielt, ich habe HK", "HK", "L9 LK"),
        ("LK liegt auf L9, ich habe HK", None, None),
        ("Hand: HK, H9. Tisch: L9, LK. Und jetzt?", "HK H9", "L9 LK"),
        ("Was darf ich mit HK H9 spielen, wenn L9 liegt?", "HK H9", "L9"),
        ("Ich habe HK, L9 liegt, darf ich HK legen?", "HK", "L9"),
        ("Ich habe HK, L9 liegt, darf ich H9 legen?", None, None),
        ("Anna hat L9 ausgespielt, ich habe HK", "HK", "L9"),
        ("Ich habe HK, Anna hat L9", None, None),
        ("Ich habe HK, im letzten Stich lag H9, L9 liegt", None, None),
        ("Ich habe drei Karten: HK, H9, EU", "HK H9 EU", ""),
        ("Ich habe drei Karten: HK, H9", None, None),
        ("Ich habe HK und zwei Karten", None, None),
        ("SO IST ES: ICH HABE HK SO EU", "HK SO EU", ""),
        ("ICH HABE HK SO EU, L9 LIEGT", "HK SO EU", "L9"),
    ],
)
def test_what_lies_is_never_taken_for_the_hand(text: str, hand: str | None, trick: str | None) -> None:
    if hand is None or trick is None:
        with pytest.raises(ValueError, match="expected"):
            read_question(text, BOHEMIAN)
        return
    question = read_question(text, BOHEMIAN)
    assert (" ".join(map(str, question.hand)), " ".join(map(str, question.trick))) == (hand, trick)


@pytest.mark.parametrize(
    ("text", "trump"),
    [
        ("Trumpf Herz Achter", "H 8"),
        ("Herz Achter ist angesagt", "H 8"),
        ("wir spielen Herz-VIII", "H 8"),
        ("Trumpf: Herz, 8", "H 8"),
        ("Schlag 8; Farbe Herz", "H 8"),
        ("trump h 8", None),
        ("hearts as trumps, striker ace", "H A"),
        ("Trumpf Herz, Schlag 8 oder 9", None),
        ("Trumpf Herz Laub, Schlag 8", None),
        ("Trumpf nicht Herz, Schlag 8", None),
    ],
)
def test_what_is_trump(text: str, trump: str | None) -> None:
    if trump is None:
        with pytest.raises(ValueError, match="expected suit and striker"):
            read_question(f"Ich habe HU L9; {text}", WATTEN)
    else:
        assert read_question(f"Ich habe HU L9; {text}", WATTEN).trump == trump
