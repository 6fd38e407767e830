"""Questions of players at the table, twenty situations out of the rule books and more, in English and German."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import all_games, game
from engine.notation.advice import QuestionError, advise, house_rule
from engine.notation.question import language_of, read_question
from tests.support.case_tables import CaseFile
from tests.support.examples import examples
from tests.support.records import game_by

rule = pytest.mark.rule

BW, GRAS, BAUERCHEN, WATTEN = "bohemian-watten", "gras", "bauerchen", "watten"
cases = CaseFile(__file__)


@cases.table
def test_legal_cards_and_reasons(
    name: str, rules: str, english: str, german: str, legal: str, card: str, why: str, warum: str
) -> None:
    played = game_by(name, rules)
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
        (
            WATTEN,
            "SU H7",
            "H9",
            "H U",
            [
                "left_on_trump = false). With left_on_trump = true: SU (left) H7",
                "trump_duty = led). With trump_duty = right_first: SU (left) H7",
            ],
        ),
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
