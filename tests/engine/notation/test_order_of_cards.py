"""The order of the cards and the duties in sentences, under any house rules."""

import pytest

from engine.games import all_games, game
from engine.notation.explain import duties, order_of_cards
from engine.notation.explain_findings import sentence
from engine.rules.findings import Kind
from tests.support.records import play_record


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


rule = pytest.mark.rule
case = pytest.param

BW = "bohemian-watten"
BOHEMIAN = (
    "deal 0 | upcard E8 | say 1 play | say 2 play | say 3 play"
    " | exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0 | play"
)
GRAS = "deal 3 | upcard L9 | exchange 0 0 | exchange 1 0 | exchange 2 0 | exchange 3 1 | take 3 L9 upcard"
WATTEN = "deal 0 | say 1 striker 9 | say 0 trump H"
BAUERCHEN = "deal 3 | say 0 trump H"


@rule("1.6 (1)", "1.6 (2)", "1.6 (3)", "1.6 (4)", "2.2 (1)", "2.2 (2)", "2.2 (3)", "GR5 (1)", "GR5 (2)")
@pytest.mark.parametrize(
    ("name", "lines", "duty"),
    [
        case(BW, f"{BOHEMIAN} 1:L9 2:H7 | show 2 LA", "bedienen", id="another-suit-and-a-higher-card"),
        case(BW, f"{BOHEMIAN} 1:L9 2:H7 | show 2 L7", "bedienen", id="another-suit-and-a-lower-card"),
        case(BW, f"{BOHEMIAN} 1:L9 2:L7 | show 2 LA", "überstechen", id="lower-of-the-suit"),
        case(BW, f"{BOHEMIAN} 1:L9 2:H7 | show 2 EA", "bedienen oder trumpfen", id="void-and-a-trump"),
        case(BW, f"{BOHEMIAN} 1:L9 2:E9 3:E10 0:L8 >3 | show 2 LA", "bedienen", id="trumped-a-suit-held"),
        case(BW, f"{BOHEMIAN} 1:L9 2:E10 3:E9 | show 3 EA", "bedienen oder übertrumpfen", id="undertrumped"),
        case(BW, f"{BOHEMIAN} 1:E9 2:H7 | show 2 EA", "bedienen", id="trumps-led-and-another-suit"),
        case(BW, f"{BOHEMIAN} 1:E9 2:E7 3:EU | show 3 S7", "übertrumpfen", id="a-higher-trump-held-back"),
        case("gras", f"{GRAS} | play 0:L8 1:EA 2:HA 3:H7", "bedienen", id="gras-another-suit"),
        case("gras", f"{GRAS} | play 0:E8 1:EA 2:HA 3:E9", "trumpfen", id="gras-a-trump-held-back"),
        case("gras", f"{GRAS} | play 0:E9 1:E8 | show 1 EA", "überstechen", id="gras-lower-of-the-suit"),
        case("bauerchen", f"{BAUERCHEN} | play 0:HA 1:CQ | show 1 HK", "bedienen", id="trumps-led"),
        case("bauerchen", f"{BAUERCHEN} | play 0:CA 1:SQ | show 1 HK", "bedienen oder trumpfen", id="bauerchen-void"),
        case("bauerchen", f"{BAUERCHEN} | play 0:CA 1:SQ | show 1 CK", "bedienen", id="bauerchen-not-void"),
        case("watten", f"{WATTEN} | play 1:H7 2:EA | show 2 HA", "Trumpf zugeben", id="watten"),
    ],
)  # fmt: skip
def test_duty_that_was_not_met(name: str, lines: str, duty: str) -> None:
    table, findings = play_record(lines, "", "0 1 2 3", name=name, dealer=int(lines[5]))
    german = [sentence(finding, table.current_game).german for finding in findings if finding.kind is Kind.REVOKE]
    assert [text.partition("musste aber ")[2].partition(":")[0] for text in german] == ([duty] if duty else [])
