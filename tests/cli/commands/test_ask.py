"""kiebitz ask: answers to questions of players, and errors of incomplete questions."""

import json

import pytest

from tests.support.command_line import CommandLine

SENTENCE = "I hold HK H9 EU, H7 was led, trump leaves: what may I play, and why?"


def asked(kiebitz: CommandLine, *arguments: str) -> list[str]:
    return kiebitz.prints("ask", *arguments).splitlines()


def test_the_answer_names_cards_reasons_and_the_house_rule(kiebitz: CommandLine) -> None:
    assert asked(kiebitz, SENTENCE) == [
        "Your cards: HK (Maxi) H9 EU; in the trick: H7; leaves are trumps",
        "You may play: H9",
        "  must overtake: hearts led, H7 lies, you hold H9 (1.6 (1))",
        "Not HK (Maxi): counts as a trump, not as hearts (1.6 (1))",
        "Not EU: does not follow suit, and you hold H9 (1.6 (1))",
        "House rule: A Critical is a trump and nothing else (critical_suit = trump). "
        "With critical_suit = both: HK (Maxi) H9",
        "The rules in words: kiebitz rules --game bohemian-watten",
    ]


def test_it_answers_in_the_language_of_the_question(kiebitz: CommandLine) -> None:
    question = "Ich habe Herz König und H9, H7 ist ausgespielt, Laub ist Trumpf"
    assert asked(kiebitz, question)[:2] == [
        "Deine Karten: HK (Maxi) H9; im Stich: H7; Laub ist Trumpf",
        "Du darfst: H9",
    ]
    assert asked(kiebitz, question, "--language", "en")[1] == "You may play: H9"
    assert asked(kiebitz, SENTENCE, "--language", "bar")[2].startswith("  muaß übastecha: Herz ausgspuit")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--hand", "hk h9 eu", "--trick", "h7", "--trump", "leaves"], "H9"),
        (["--hand", "Herzkönig, Herz 9, Eichel-Unter", "--trick", "herz7", "--trump", "laub"], "H9"),
        (["--hand", "LA L7", "--trump", "E"], "LA L7"),
        (["--game", "watten", "--hand", "HU L9 H7", "--trick", "H9", "--trump", "H U"], "HU (right) H7"),
        (["--game", "watten", "--hand", "HU L9 H7", "--trick", "H9", "--trump", "hearts unter"], "HU (right) H7"),
        (["--game", "watten", "--hand", "HU L9 H7", "--trick", "H9", "--trump", "HU"], "HU (right) H7"),
        (["--game", "watten", "--hand", "HU L9 H7", "--trick", "H9", "--trump", "Unter, Herz"], "HU (right) H7"),
        (["--preset", "relaxed", "--hand", "LA L7", "--trick", "L9", "--trump", "E"], "LA L7"),
    ],
)
def test_cards_may_be_listed(kiebitz: CommandLine, arguments: list[str], expected: str) -> None:
    assert asked(kiebitz, *arguments, "--language", "en")[1] == f"You may play: {expected}"


@pytest.mark.parametrize(
    ("sentence", "answer", "reason"),
    [
        ("Ich habe HK H9, ich spiele aus", "HK H9", "du spielst aus"),
        ("I hold HK H9, I lead, trump leaves", "HK (Maxi) H9", "you lead"),
        ("Ich habe HK H9, Trumpf Laub, es liegt nichts, was darf ich legen", "HK (Maxi) H9", "du spielst aus"),
        ("I hold HK H9, trump leaves, what can be played", "HK (Maxi) H9", "you lead"),
        ("Wir haben Laub Trumpf, ich halte HK H9, H7 liegt", "H9", "muss überstechen"),
        ("Ich habe die Trümpfe HK S7, H7 liegt, Laub ist Trumpf", "HK (Maxi) S7 (Belli)", "muss trumpfen"),
        ("Ich habe kein Laub, aber HK und E9, L7 liegt, Trumpf ist Laub", "HK (Maxi)", "muss übertrumpfen"),
        ("what was led: H7. I hold HSau LKönig. trump: bells", "HA", "must overtake"),
    ],
)
def test_sentences_as_people_put_them(kiebitz: CommandLine, sentence: str, answer: str, reason: str) -> None:
    _, may, why, *_ = asked(kiebitz, sentence)
    assert may.split(": ")[1] == answer
    assert reason in why


def test_a_player_who_does_not_know_the_trump_has_no_duty(kiebitz: CommandLine) -> None:
    answer = asked(kiebitz, "--game", "watten", "--preset", "latinisch", "I hold EU L9, H9 was led")
    assert answer[1:3] == ["You may play: EU L9", "  any card: it is not known what is trump"]


def test_a_duty_of_the_first_trick_only(kiebitz: CommandLine) -> None:
    bavarian = ["--game", "watten", "--preset", "bayerisch", "--hand", "HU SA LK", "--trick", "H8", "--trump", "H 8"]
    first = asked(kiebitz, *bavarian, "--language", "en")
    assert first[1:3] == [
        "You may play: HU",
        "  must give a trump or a Critical: trumps led, H8 (right) lies, you hold HU (WB11)",
    ]
    second = asked(kiebitz, *bavarian, "--language", "en", "--trick-number", "2")
    assert second[1:3] == ["You may play: HU SA LK", "  any card: H8 (right) led demands nothing"]


@pytest.mark.rule("WB12")
@pytest.mark.parametrize(("trick", "legal"), [("H8", "S7"), ("H8 H9", "S7 LA"), ("H8 H9 H10", "S7")])
def test_the_partner_of_the_leader_may_owe_less(kiebitz: CommandLine, trick: str, legal: str) -> None:
    bavarian = ["--game", "watten", "--preset", "bayerisch", "--rules", "critical_due=opponents", "--language", "en"]
    answer = asked(kiebitz, *bavarian, "--hand", "S7 LA", "--trick", trick, "--trump", "H 8")
    assert answer[1].replace(" (Critical)", "") == f"You may play: {legal}"


def test_jsonl_has_legal_and_barred_cards(kiebitz: CommandLine) -> None:
    (line,) = map(json.loads, asked(kiebitz, SENTENCE, "--jsonl"))
    assert (line["event"], line["game"], line["trump"], line["legal"]) == ("advice", "bohemian-watten", "L", ["H9"])
    assert [(entry["card"], entry["rule"]) for entry in line["barred"]] == [("HK", "1.6 (1)"), ("EU", "1.6 (1)")]
    assert line["house"] == [{"rule": "critical_suit", "value": "trump", "other": "both", "legal": ["HK", "H9"]}]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "got no question, expected a sentence such as"),
        (["--language", "de"], "keine Frage, erwartet ein Satz wie"),
        (["--game", "foo"], "got game 'foo', expected one of bauerchen, blattla"),
        (["--game", "foo", "--language", "de"], "Spiel 'foo', erwartet eines von bauerchen, blattla"),
        (["--preset", "foo", "--hand", "HK", "--language", "de"], "Hausregeln 'foo' von bohemian-watten, erwartet "),
        (["what may I play"], "got no cards in the hand, expected a sentence such as"),
        (["I hold HK and X9, H7 was led"], "got card 'X9', expected one of bavarian32"),
        (["I hold HK, HK was led"], "got HK twice, expected each card once"),
        (["I hold HK, H7 was led, trump leavs"], "did you mean leaves?"),
        (["I hold HK", "--hand", "H9"], "got a sentence and --hand, expected one of them"),
        (["Ich habe HK", "--hand", "H9"], "ein Satz und --hand, erwartet eines von beiden"),
        (["--hand", "herzkönik"], "did you mean king of hearts?"),
        (["Ich habe HK, H7 ist ausgespielt, Trumpf ist Schlelen"], "erwartet einen von E L H S; meintest du Schellen?"),
        (["Ich habe HK, H7 liegt, Trumpf Laub Herz"], "Trumpf 'Trumpf Laub Herz', erwartet einen von E L H S"),
        (["Ich habe HK und Bastl, H7 liegt, Trumpf Laub"], "Karte 'Bastl', erwartet E L H S und Rang"),
        (["I hold HK, not H9, H7 was led, trump leaves"], "got 'not H9', which negates a card"),
        (["Ich habe HK, H9, L9 und LK liegen, Trumpf Laub"], "'L9': auf der Hand oder im Stich?"),
        (["Ich habe den Rechten und LA, H9 liegt"], "'Ich habe den Rechten' statt der Karten"),
        (["Ich habe so HK, H9 liegt, Trumpf Laub"], "Karte 'Ich habe so HK', erwartet"),
        (["Ich habe HK, HK liegt"], "HK zweimal, erwartet jede Karte einmal"),
        (
            ["I hold HK H9, hearts was led, trump leaves"],
            "got 'hearts was led' without a card, expected the card itself",
        ),
        (["Ich habe HK H9, Herz liegt, Trumpf Laub"], "'Herz liegt' ohne Karte, erwartet die Karte selbst"),
        (["Ich habe HK H9, der Bastl liegt, Trumpf Laub"], "'der Bastl liegt' ohne Karte, erwartet die Karte selbst"),
        (["I hold HK H9, H7 was led"], "got no trump, expected also what is trump"),
        (["Ich habe HK H9, H7 liegt"], "kein Trumpf, erwartet auch, was Trumpf ist"),
        (["Ich habe HK H9 bei Trumpf Laub, H7 liegt"], "Karten und Trumpf in einem: 'Ich habe HK H9 bei Trumpf Laub'"),
        (["I hold HK, H7 was led with trump leaves"], "expected a comma between them"),
        (["Ich habe Herz Köning und H9, H7 liegt, Trumpf Laub"], "meintest du Herz König?"),
        (["Was darf ich legen"], "keine Karten auf der Hand, erwartet ein Satz wie"),
        (["Ich habe X9, HK liegt"], "Karte 'X9', erwartet E L H S und Rang A K"),
        (["--hand", ""], "got no card in the hand, expected at least one"),
        (["--hand", "HK", "--trick", "H7 H8 H9 HO"], "got 4 cards in the trick, expected at most 3 before yours"),
        (["--game", "watten", "--hand", "HK", "--trump", "H"], "expected suit and striker, such as 'E A'"),
        (["--game", "watten", "Ich habe HK, H9 liegt, Trumpf Herz"], "wie 'E A' oder 'Trumpf Herz, Schlag Unter'"),
    ],
)
def test_invalid_questions_are_one_line_errors(kiebitz: CommandLine, arguments: list[str], message: str) -> None:
    assert message in kiebitz.refuses("ask", *arguments)
