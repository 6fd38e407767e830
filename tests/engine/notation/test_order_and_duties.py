"""The order of the cards and the duties in sentences, under any house rules."""

from __future__ import annotations

import pytest

from engine.games import all_games, game
from engine.notation.order_and_duties import duties, order_of_cards


@pytest.mark.rule("BW4", "BW5", "BA3", "BA4", "3.4", "3.9", "DECISIONS WA1")
@pytest.mark.parametrize(
    ("name", "rules", "lines"),
    [
        (
            "bohemian-watten",
            {},
            [
                "leaves are trumps: HK (Maxi) S7 (Belli) E7 (Spitz) LA LK LO LU L10 L9 L8 L7",
                "in the other suits: A K O U 10 9 8 7",
                "always trumps: HK (Maxi) S7 (Belli) E7 (Spitz)",
            ],
        ),
        (
            "bauerchen",
            {},
            [
                "clubs are trumps: CJ SJ HJ DJ CA C10 CK CQ",
                "in the other suits: A 10 K Q",
                "always trumps: CJ SJ HJ DJ",
            ],
        ),
        (
            "watten",
            {},
            [
                "hearts are trumps, Unter is the striker: HU (right) EU (left) LU (left) SU (left) "
                "HA HK HO H10 H9 H8 H7",
                "in the other suits: A K O 10 9 8 7 6",
                "of EU (left) LU (left) SU (left) the first laid takes",
            ],
        ),
        (
            "watten",
            {"kritisch": True, "wander": True},
            [
                "hearts are trumps, Unter is the striker: HK (Critical) S6 (Critical) E7 (Critical) HO (Wanderkritt) "
                "HU (right) EU (left) LU (left) SU (left) HA H10 H9 H8 H7",
                "in the other suits: A K O 10 9 8 7",
                "of EU (left) LU (left) SU (left) the first laid takes",
                "always trumps: HK (Critical) S6 (Critical) E7 (Critical)",
            ],
        ),
    ],
)
def test_the_order_of_the_cards(name: str, rules: dict[str, object], lines: list[str]) -> None:
    assert [line.english for line in order_of_cards(game(name, rules))] == lines


def test_the_order_of_the_cards_in_german() -> None:
    assert [line.german for line in order_of_cards(game("watten", {"kritisch": True}))] == [
        "Herz ist Trumpf, Unter ist Schlag: HK (Kritischer) S6 (Kritischer) E7 (Kritischer) "
        "HU (Rechter) EU (Linker) LU (Linker) SU (Linker) HA HO H10 H9 H8 H7",
        "in den anderen Farben: A K O 10 9 8 7",
        "von EU (Linker) LU (Linker) SU (Linker) sticht, was zuerst liegt",
        "immer Trumpf: HK (Kritischer) S6 (Kritischer) E7 (Kritischer)",
    ]
    assert duties(game("watten", {"blind_play": True})) == [("jede Karte", "any card")]


@pytest.mark.rule("1.6", "2.2", "GR5", "3.5", "DECISIONS WA13")
@pytest.mark.parametrize(
    ("name", "rules", "named"),
    [
        ("bohemian-watten", {}, "overtake follow overtrump trump undertrump"),
        ("bohemian-watten", {"overtake": False}, "follow trump undertrump"),
        ("bohemian-watten", {"undertrump": False}, "overtake follow overtrump trump"),
        ("gras", {}, "overtake follow"),
        ("bauerchen", {}, "follow overtrump trump undertrump"),
        ("watten", {}, "give"),
        ("watten", {"blind_play": True}, ""),
    ],
)
def test_the_duties_that_hold_here(name: str, rules: dict[str, object], named: str) -> None:
    lines = [line.english for line in duties(game(name, rules))]
    assert [line.split()[1].rstrip(":") for line in lines[:-1]] == named.split()
    assert [line.split(".")[0] for line in lines[:-1]] == [str(number) for number in range(1, len(lines))]
    assert lines[-1] == ("otherwise any card" if named else "any card")


@pytest.mark.parametrize("name", all_games())
def test_every_duty_is_a_sentence_in_both_languages(name: str) -> None:
    for german, english in duties(game(name))[:-1]:
        assert german != english
        assert "(" in german.partition(": ")[2]
