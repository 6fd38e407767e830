"""Questions of players at the table, twenty situations out of the rule books and more, in English and German."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import all_games, game
from engine.notation.advice import QuestionError, advise, house_rule
from engine.notation.question import language_of, read_question
from tests.support.examples import examples

if TYPE_CHECKING:
    from random import Random

rule = pytest.mark.rule

BW, GRAS, BAUERCHEN, WATTEN = "bohemian-watten", "gras", "bauerchen", "watten"
CASES = [  # rule, game, house rules, the question in both languages, what may be played, what is said about a card
    (
        "DECISIONS BW1", BW, {},
        "I hold HK H9 EU, H7 was led, trump leaves: what may I play, and why?",
        "Ich habe HK H9 EU, H7 ist ausgespielt, Laub ist Trumpf: was darf ich legen, und warum?",
        "H9", "HK", "counts as a trump, not as hearts", "zählt als Trumpf, nicht als Herz",
    ),
    (
        "DECISIONS BW1", BW, {"critical_suit": "both"},
        "I hold HK H9 EU. H7 was led. Leaves are trumps.",
        "Ich halte Herz König, Herz 9 und den Eichel Unter. Herz 7 liegt. Trumpf ist Laub.",
        "HK H9", "EU", "does not follow suit, and you hold HK (Maxi) H9", "bedient nicht, du hast HK (Maxi) H9",
    ),
    (
        "1.6", BW, {},
        "I hold L7, LA and E8; L9 was led and LK lies; acorns are trumps",
        "Auf der Hand L7, LA und E8; es liegen L9 und LK; Eichel ist Trumpf",
        "LA", "L7", "does not beat LK", "sticht LK nicht",
    ),
    (
        "1.6", BW, {},
        "I hold the seven of leaves and the nine of bells, LK was led, trump acorns",
        "Ich habe Laub Sieben und Schellen Neun, LK ausgespielt, Trumpf Eichel",
        "L7", "S9", "does not follow suit, and you hold L7", "bedient nicht, du hast L7",
    ),
    (
        "DECISIONS BW4", BW, {},
        "I hold L10 and LA, L9 E7 lie, trump hearts",
        "Ich habe L10 und LA, im Stich L9 E7, Trumpf Herz",
        "L10 LA", "", "", "",
    ),
    (
        "1.6", BW, {},
        "I hold E8 EA S9, L9 E9 lie, trump acorns",
        "Ich habe E8 EA S9, L9 E9 liegen, Trumpf Eichel",
        "EA", "E8", "does not beat E9", "sticht E9 nicht",
    ),
    (
        "DECISIONS BW5", BW, {},
        "I hold E8 S9, L9 EK lie, trump acorns",
        "Ich habe E8 S9, L9 EK liegen, Trumpf Eichel",
        "E8", "S9", "is no trump, and you hold E8", "ist kein Trumpf, du hast E8",
    ),
    (
        "DECISIONS BW5", BW, {"undertrump": False},
        "I hold E8 S9, L9 EK lie, trump acorns",
        "Ich habe E8 S9, L9 EK liegen, Trumpf Eichel",
        "E8 S9", "", "", "",
    ),
    (
        "1.6", BW, {},
        "I hold H8 S9, L9 was led, trump acorns",
        "Ich habe H8 S9, L9 ausgespielt, Trumpf Eichel",
        "H8 S9", "", "", "",
    ),
    (
        "DECISIONS BW2", BW, {},
        "I hold E8 S9, the Belli was led, trump acorns",
        "Ich habe E8 S9, der Belli ist ausgespielt, Trumpf Eichel",
        "E8", "S9", "is no trump, and you hold E8", "ist kein Trumpf, du hast E8",
    ),
    (
        "1.6", BW, {},
        "I have L7 and LA, I lead, trump acorns",
        "Ich habe L7 und LA, ich spiele aus, Trumpf Eichel",
        "L7 LA", "", "", "",
    ),
    (
        "1.6", BW, {"overtake": False},
        "I hold L7 and LA, L9 was led, trump acorns",
        "Ich habe L7 und LA, L9 ist ausgespielt, Trumpf Eichel",
        "L7 LA", "", "", "",
    ),
    (
        "GR5", GRAS, {},
        "I hold L7 E8, L9 was led, trump acorns",
        "Ich habe L7 E8, L9 ist ausgespielt, Trumpf Eichel",
        "E8", "L7", "does not beat L9", "sticht L9 nicht",
    ),
    (
        "GR5", GRAS, {},
        "I hold L7 S8, LK was led, trump acorns",
        "Ich habe L7 S8, LK ist ausgespielt, Trumpf Eichel",
        "L7", "S8", "does not follow suit, and you hold L7", "bedient nicht, du hast L7",
    ),
    (
        "GR5", GRAS, {},
        "I hold E8 SK, LK and E9 lie, trump acorns",
        "Ich habe E8 SK, LK und E9 liegen, Trumpf Eichel",
        "E8 SK", "", "", "",
    ),
    (
        "DECISIONS BA4", BAUERCHEN, {},
        "I hold SJ SA DQ, SK was led, trump clubs",
        "Ich habe Pik Bube, Pik Ass und Karo Dame, Pik König ist ausgespielt, Kreuz ist Trumpf",
        "SA", "SJ", "counts as a trump, not as spades", "zählt als Trumpf, nicht als Pik",
    ),
    (
        "2.2", BAUERCHEN, {},
        "I hold HQ HA SA, CQ and HK lie, trump hearts",
        "Ich habe HQ HA SA, CQ und HK liegen, Trumpf Herz",
        "HA", "HQ", "does not beat HK", "sticht HK nicht",
    ),
    (
        "2.2", BAUERCHEN, {},
        "I hold DJ and SA, HK was led, trump clubs",
        "Ich habe Karo Bube und Pik Ass, HK liegt, Trumpf Kreuz",
        "DJ", "SA", "is no trump, and you hold DJ", "ist kein Trumpf, du hast DJ",
    ),
    (
        "3.5", WATTEN, {},
        "I hold HU L9 H7 and H9 was led; hearts are trumps and the striker is Unter",
        "Ich habe HU L9 H7, H9 ist ausgespielt, Farbe Herz, Schlag Unter",
        "HU H7", "L9", "is no trump, and you hold HU (right) H7", "ist kein Trumpf, du hast HU (Rechter) H7",
    ),
    (
        "3.5", WATTEN, {},
        "I hold HU L9 SU, H9 was led, trump hearts, striker Unter",
        "Ich habe HU L9 SU, H9 ist ausgespielt, Trumpf Herz, Schlag Unter",
        "HU L9 SU", "", "", "",
    ),
    (
        "DECISIONS WA2", WATTEN, {},
        "I hold HO L9, SU was led, trump hearts, striker Unter",
        "Ich habe HO L9, SU ist ausgespielt, Trumpf Herz, Schlag Unter",
        "HO L9", "", "", "",
    ),
    (
        "DECISIONS WA3", WATTEN, {},
        "I hold SU H7, H9 was led, trump hearts, striker Unter",
        "Ich habe SU H7, H9 ist ausgespielt, Trumpf Herz, Schlag Unter",
        "H7", "SU", "does not count as a card of the trump suit", "zählt nicht als Karte der Trumpffarbe",
    ),
    (
        "DECISIONS WA7", WATTEN, {"kritisch": True},
        "I hold HK H7 L9, H9 was led, trump hearts, striker Unter",
        "Ich habe HK H7 L9, H9 ist ausgespielt, Trumpf Herz, Schlag Unter",
        "HK H7", "L9", "is no trump, and you hold HK (Critical) H7", "ist kein Trumpf, du hast HK (Kritischer) H7",
    ),
    (
        "DECISIONS WA5", WATTEN, {"weli_always_trump": True},
        "I hold the Weli and EA, L9 was led, trump leaves, striker eight",
        "Ich habe den Weli und EA, L9 ist ausgespielt, Trumpf Laub, Schlag Acht",
        "S6", "EA", "is no trump, and you hold S6", "ist kein Trumpf, du hast S6",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "rules", "english", "german", "legal", "card", "why", "warum"),
    [pytest.param(*case[1:], id=f"{case[0]}-{case[5]}", marks=rule(case[0])) for case in CASES],
)
def test_legal_cards_and_reasons(
    name: str, rules: dict[str, object], english: str, german: str, legal: str, card: str, why: str, warum: str
) -> None:
    played = game(name, rules)
    question = read_question(english, played)
    assert read_question(german, played) == question
    assert (language_of(english), language_of(german)) == ("en", "de")
    advice = advise(played, question.hand, question.trick, question.trump)
    assert " ".join(map(str, advice.legal)) == legal
    assert {*advice.legal, *(each.card for each in advice.barred)} == set(question.hand)
    reasons = {str(each.card): each.why for each in advice.barred}
    assert reasons.get(card, ("", "")) == (warum, why)


@rule("DECISIONS BW1", "1.6", "DECISIONS WA3", "DECISIONS WA4")
@pytest.mark.parametrize(
    ("name", "hand", "trick", "trump", "expected"),
    [
        (BW, "HK H9 EU", "H7", "L", ["critical_suit = trump). With critical_suit = both: HK (Maxi) H9"]),
        (BW, "L7 LA", "L9", "E", ["overtake = true). With overtake = false: L7 LA"]),
        (BW, "L7 S9", "LK", "E", []),
        (WATTEN, "SU H7", "H9", "H U", ["left_on_trump = false). With left_on_trump = true: SU (left) H7"]),
        (WATTEN, "HU L9", "H9", "H U", ["right_exempt = true). With right_exempt = false: HU (right)"]),
    ],
)
def test_the_house_rules_that_matter_are_said(
    name: str, hand: str, trick: str, trump: str, expected: list[str]
) -> None:
    played = game(name)
    said = [house_rule(one, played, trump).english for one in advise(played, hand, trick, trump).house]
    assert [text.partition(" (")[2] for text in said] == expected


PRESETS = [(name, preset) for name, kind in sorted(all_games().items()) for preset in kind.book.presets]


@settings(max_examples=examples(120))
@given(st.sampled_from(PRESETS), st.randoms(use_true_random=False))
def test_every_question_has_an_answer(chosen: tuple[str, str], random: Random) -> None:
    """Each card is either legal, as the game says, or has a reason with a rule; nothing is left unsaid."""
    name, preset = chosen
    played = game(name, preset=preset)
    cards = list(played.pack.cards)
    random.shuffle(cards)
    lying, hand = cards[: random.randrange(max(played.players))], cards[5 : 6 + random.randrange(5)]
    trump = random.choice([None, *played.all_trumps])
    advice = advise(played, hand, lying, trump)
    assert set(advice.legal) == played.legal(hand, lying, trump)
    assert {each.card for each in advice.barred} == set(hand) - set(advice.legal)
    texts = [
        advice.reason,
        *(each.why for each in advice.barred),
        *(each.name for each in advice.barred),
        *advice.notes,
    ]
    texts += [house_rule(one, played, trump) for one in advice.house]
    assert all(german.strip() and english.strip() and "None" not in german + english for german, english in texts)
    for one in advice.house:
        other = game(name, {**dict(played.rules.changes), one.switch.name: one.other})
        assert other.legal(hand, lying, trump) == set(one.legal) != set(advice.legal)


@rule("DECISIONS BW1")
@pytest.mark.parametrize(
    ("name", "rules", "hand", "lying", "trump", "german", "english"),
    [
        pytest.param(
            BW, {"critical_suit": "both"}, "HK H9", "H7", "L",
            "HK (Maxi) zählt als Trumpf und als Herz", "HK (Maxi) counts both as a trump and as hearts", id="both",
        ),
        pytest.param(
            BW, {}, "HK E9", "H7", "L",
            "HK (Maxi) zählt als Trumpf, nicht als Herz", "HK (Maxi) counts as a trump, not as hearts", id="trump only",
        ),
        pytest.param(
            WATTEN, {}, "S7 SA", "S8", "L 7",
            "S7 (Linker) zählt als Trumpf, nicht als Schellen", "S7 (left) counts as a trump, not as bells",
            id="no suit has to be followed",
        ),
    ],
)  # fmt: skip
def test_card_of_another_suit_than_printed_has_a_note(
    name: str, rules: dict[str, object], hand: str, lying: str, trump: str, german: str, english: str
) -> None:
    assert advise(game(name, rules), hand, lying, trump).notes == ((german, english),)


@rule("DECISIONS BW1")
def test_a_house_rule_is_said_in_german() -> None:
    played = game(BW)
    (one,) = advise(played, "HK H9 EU", "H7", "L").house
    assert house_rule(one, played, "L").german == (
        "Ein Kritischer ist nur Trumpf, keine Karte seiner gedruckten Farbe (critical_suit = trump)."
        " Mit critical_suit = both: HK (Maxi) H9"
    )


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "german", "english"),
    [
        ("", "", "L", "keine Karte auf der Hand, erwartet mindestens eine", "got no card in the hand, expected at"),
        ("HK H7", "H7", "L", "H7 zweimal, erwartet jede Karte einmal, auf der Hand oder im Stich", "got H7 twice"),
        ("HK", "H7 H8 H9 HO", "L", "4 Karten im Stich, erwartet höchstens 3 vor deiner", "got 4 cards in the trick"),
        ("HK", "", "X", "Trumpf 'X', erwartet einen wie 'E'", "got trump 'X', expected one such as 'E'"),
    ],
)
def test_a_question_without_an_answer(hand: str, trick: str, trump: str, german: str, english: str) -> None:
    with pytest.raises(QuestionError) as error:
        advise(game(BW), hand, trick, trump)
    assert error.value.words.german == german
    assert error.value.words.english.startswith(english)
