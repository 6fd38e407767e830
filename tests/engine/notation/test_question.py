"""Every word that shows what a part of a question is about."""

from __future__ import annotations

import pytest

from engine.games import game
from engine.notation.question import Question, read_question

WATTEN = game("watten")
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
