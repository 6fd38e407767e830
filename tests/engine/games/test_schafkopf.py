"""Schafkopf: every answer was reasoned from the rules (SK…) before the program was asked.

Seat 3 deals, so seat 0 is forehand and leads.
"""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings

from engine.cards import Card
from engine.events import Announced, RuleValue
from engine.games.schafkopf.cards import Contract
from engine.notation.advice import advise
from engine.notation.explain import order_of_cards
from engine.notation.question import read_trump
from engine.simulation.evening import simulation
from tests.support.examples import examples
from tests.support.positions import positions
from tests.support.records import finding_lines
from tests.support.schafkopf_tables import called, replay, schafkopf

rule = pytest.mark.rule
COURTS = "EO LO HO SO EU LU HU SU"


# Cards


@rule("SK1", "SK3", "SK5")
@pytest.mark.parametrize(
    ("trump", "trumps"),
    [
        ("rufspiel E", f"{COURTS} HA H10 HK H9 H8 H7"),
        ("solo L", f"{COURTS} LA L10 LK L9 L8 L7"),
        ("wenz", "EU LU HU SU"),
        ("geier", "EO LO HO SO"),
        ("sie", COURTS),
    ],
)
def test_the_trumps_of_a_contract(trump: str, trumps: str) -> None:
    assert " ".join(map(str, schafkopf().trumps(trump))) == trumps


@rule("SK1", "SK2", "SK54")
def test_the_short_pack_has_no_eights_and_sevens() -> None:
    short = schafkopf(pack="bavarian24")
    assert " ".join(map(str, short.trumps("solo L"))) == f"{COURTS} LA L10 LK L9"
    assert (len(short.pack), short.hand_size, short.tricks_in_deal, short.entered_total) == (24, 6, 6, 120)
    sie = short.contract_outcome(Contract("sie", 1), points=120, tricks=6, runners=6)
    assert (sie.has_won, sie.value) == (True, (50 + 60) * 4)
    simulated = simulation("schafkopf", 4, 3, {"pack": "bavarian24"})
    for _ in range(10):
        simulated.play_deal()
        assert len(simulated.deal.tricks) == 6
    assert simulated.findings == []


@rule("SK5")
@pytest.mark.parametrize(
    ("trump", "words"),
    [
        ("solo L", "Laub ist Trumpf: EO LO HO SO EU LU HU SU LA L10 LK L9 L8 L7"),
        ("wenz", "Unter sind Trumpf: EU LU HU SU"),
        ("sie", "Trumpf: EO LO HO SO EU LU HU SU"),
    ],
)
def test_the_order_in_words(trump: str, words: str) -> None:
    assert order_of_cards(schafkopf(), trump=trump)[0].german == words


@pytest.mark.parametrize(
    ("text", "trump"),
    [("Rufspiel Eichel", "rufspiel E"), ("rufspiel e", "rufspiel E"), ("Solo Herz", "solo H"), ("WENZ", "wenz")],
)
def test_what_is_played_in_a_question(text: str, trump: str) -> None:
    assert read_trump(text, schafkopf()) == trump


def test_why_another_card_of_the_suit_may_not_be_laid() -> None:
    asked = schafkopf()
    advice = advise(asked, asked.cards("EA E9 S7"), asked.cards("E7"), "rufspiel E")
    assert [barred.why.english for barred in advice.barred] == ["must play the called ace"] * 2


def test_an_unknown_contract_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"expected what is played: rufspiel E, .*solo H"):
        read_trump("Zego", schafkopf())


# Duties


def said_by_a_player(hand: Sequence[Card], trick: Sequence[Card], suit: str) -> set[Card]:
    """SK31, SK40–SK42 with the ace of *suit* called, without sets or rungs."""

    def is_trump(card: Card) -> bool:
        return card.rank in ("O", "U") or card.suit == "H"

    def of(called_suit: str) -> set[Card]:
        return {card for card in hand if card.suit == called_suit and not is_trump(card)}

    ace = Card(suit, "A")
    if not trick:
        return set(hand) - (of(suit) - {ace} if ace in hand and len(of(suit)) < 4 else set())
    led = trick[0]
    if not is_trump(led) and led.suit == suit and ace in hand:
        return {ace}
    follow = {card for card in hand if is_trump(card)} if is_trump(led) else of(led.suit)
    return follow or (set(hand) - {ace} or set(hand))


@rule("SK31", "SK40", "SK41", "SK42")
@settings(max_examples=examples(400))
@given(positions(8, trumps="ELS"))
def test_ladder_matches_the_rule_in_words(position: tuple[list[Card], list[Card], str]) -> None:
    hand, trick, suit = position
    asked, trump = schafkopf(), f"rufspiel {suit}"
    legal = asked.legal(hand, trick, trump)
    assert legal == said_by_a_player(hand, trick, suit)
    for held in legal:
        assert not asked.excluded_cards(str(held), trick, trump) & set(hand)


@rule("SK41", "SK42")
@pytest.mark.parametrize(
    ("rules", "hand", "trick", "barred"),
    [
        ({}, "EA E10 E9 HU SA", "", "E10 E9"),
        ({"run_away_cards": 3}, "EA E10 E9 HU SA", "", ""),
        ({}, "EA E10 E9 E7 HU SA", "", ""),
        ({"run_away": "off"}, "EA E10 E9 E7 HU SA", "", "E10 E9 E7"),
        ({"run_away": "first_trick"}, "EA E10 E9 E7 HU SA", "", ""),
        ({}, "EA HU SA", "L9", "EA"),
        ({"called_ace_discard": "free"}, "EA HU SA", "L9", ""),
    ],
)
def test_house_rules_of_the_called_ace(rules: dict[str, RuleValue], hand: str, trick: str, barred: str) -> None:
    asked = schafkopf(**rules)
    assert set(asked.cards(hand)) - asked.legal(hand, trick, "rufspiel E") == set(asked.cards(barred))


CALLED_E = "deal 3 | say 0 pass | say 1 play | say 1 rufspiel E"
AWAY = f"{CALLED_E} | play 0:E7 1:E9 2:S7 3:L7 >1"
"""Seat 0 leads the called suit below the ace, which nobody lays."""


@rule("SK30", "SK43")
def test_who_ran_away_has_no_duty_left() -> None:
    table, findings = replay(f"{AWAY} | play 1:L9 2:LA 3:L10")
    asked, deal = called(table), table.current_deal
    assert findings == []
    assert " ".join(map(str, sorted(asked.legal_in(deal, 0, "EA E10 S9 HU")))) == "E10 EA HU S9"
    assert " ".join(map(str, sorted(asked.legal_in(replay(CALLED_E)[0].current_deal, 0, "EA E10 S9")))) == "EA S9"


# Bidding


@rule("SK20", "SK21", "SK22", "SK26")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        ("say 0 pass | say 1 play | say 1 rufspiel E", "", []),
        ("say 0 play | say 0 give_way | say 1 pass | say 2 play | say 2 solo H", "", []),
        ("say 0 play | say 1 play | say 1 solo L | say 0 give_way | say 2 pass", "", []),
        ("say 0 wenz | say 1 pass | say 2 play | say 2 solo H | say 3 pass", "", []),
        ("say 0 wenz | say 1 pass | say 1 play", "", ["call_not_allowed SK21 @4 1 None"]),
        ("say 0 play | say 0 wenz | say 0 give_way", "", ["call_not_allowed SK21 @4 0 None"]),
        ("say 2 wenz", "", []),
        ("say 1 pass", "", ["call_out_of_turn SK20 @2 1 None"]),
        ("say 0 pass | say 0 wenz", "", ["call_not_allowed SK21 @3 0 None"]),
        ("say 0 play | say 0 rufspiel H", "", ["call_not_allowed SK22 @3 0 None"]),
        ("say 0 geier", "", ["call_not_allowed SK26 @2 0 None"]),
        ("say 0 geier", "geier=true", []),
        ("say 0 wenz | say 1 solo H", "", []),
        ("say 0 solo E | say 1 wenz", "", ["call_not_allowed SK21 @3 1 None"]),
        ("say 0 solo E | say 1 solo L", "", ["call_not_allowed SK21 @3 1 None"]),
        ("say 0 wenz | say 0 solo H", "", ["call_not_allowed SK21 @3 0 None"]),
        ("say 0 pass | say 1 wenz | say 0 solo H", "", ["call_not_allowed SK21 @4 0 None"]),
        ("say 0 wenz | say 1 kontra | say 2 solo H", "", ["call_not_allowed SK21 @4 2 None"]),
        ("say 0 wenz | play 0:H7 | say 1 solo H", "", ["call_not_allowed SK21 @4 1 None"]),
    ],
)
def test_everybody_speaks_once_and_in_turn(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(replay(f"deal 3 | {lines}", rules)[1]) == expected


@rule("SK21")
@pytest.mark.parametrize(
    ("rules", "low_to_high"),
    [
        ("", "rufspiel E, wenz, solo H, wenz_tout, solo_tout L, sie"),
        ("geier=true", "geier, wenz, solo S, geier_tout, wenz_tout"),
        ("geier=true geier_above_wenz=true", "wenz, geier, solo S, wenz_tout, geier_tout"),
        ("bettel=true farbwenz=true farbgeier=true geier=true", "rufspiel S, bettel, farbgeier L, farbwenz L, geier"),
        ("heart_solo_first=true", "solo E, solo H, solo_tout S, solo_tout H"),
    ],
)
def test_the_higher_contract_is_played(rules: str, low_to_high: str) -> None:
    for low, high in pairwise(low_to_high.split(", ")):
        table, findings = replay(f"deal 3 | say 0 {low} | say 1 {high}", rules)
        contract = called(table).contract(table.current_deal)
        assert (findings, contract and contract.player) == ([], 1), (low, high)
        assert finding_lines(replay(f"deal 3 | say 0 {high} | say 1 {low}", rules)[1]) == [
            "call_not_allowed SK21 @3 1 None"
        ], (low, high)


@rule("SK20", "SK21")
def test_of_equal_contracts_that_of_the_earlier_player_is_played() -> None:
    both = "deal 3 | say 0 play | say 1 pass | say 2 play | say 3 pass"
    table, findings = replay(f"{both} | say 2 wenz | say 0 wenz")
    assert (findings, called(table).contract(table.current_deal)) == ([], Contract("wenz", 0))
    table, _ = replay(f"{both} | say 0 wenz")
    options = called(table).options(table.current_deal)
    higher = {option.call for option in options if isinstance(option, Announced) and option.seat == 2}
    assert {"solo", "sie", "kontra"} <= higher
    assert not higher & {"wenz", "rufspiel", "give_way"}


@rule("SK20")
def test_the_questions_of_the_bidding() -> None:
    table, _ = replay("deal 3 | say 0 pass")
    assert (str(table.step.phase), table.step.seats) == ("bid", (1,))
    table.observe(Announced(1, "play"))
    assert (str(table.step.phase), table.step.seats) == ("announce", (1,))
    options = called(table).options(table.current_deal)
    offered = {(option.call, option.value) for option in options if isinstance(option, Announced)}
    assert {("rufspiel", "E"), ("wenz", ""), ("solo", "H"), ("sie", ""), ("give_way", "")} <= offered
    table.observe(Announced(1, "solo_tout", "H"))
    assert called(table).contract(table.current_deal) == Contract("solo", 1, "H", is_tout=True)
    assert table.step == ("play", (0,))


@rule("SK22")
@pytest.mark.parametrize(
    ("rules", "hand", "suits"),
    [
        ({}, "EO HU H9 E10 E7 LA S9 LK", "ES"),
        ({}, "EO HU H9 LU LA SA L7 EU", ""),
        ({"renounce": True}, "EO HU H9 LU LA SA L7 EU", "E"),
    ],
)
def test_which_aces_may_be_called(rules: dict[str, RuleValue], hand: str, suits: str) -> None:
    asked = schafkopf(**rules)
    assert "".join(asked.callable_suits(asked.cards(hand))) == suits


@rule("SK2", "SK23")
@pytest.mark.parametrize(("rules", "dealer"), [("", 3), ("all_pass=next_dealer", 0)])
def test_if_all_pass_it_is_dealt_again(rules: str, dealer: int) -> None:
    table, findings = replay("deal 3 | say 0 pass | say 1 pass | say 2 pass | say 3 pass", rules)
    assert (findings, table.next_dealer) == ([], dealer)


@rule("SK10", "SK55", "SK56")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        ("say 0 legen | say 0 pass", "legen=true", []),
        ("say 0 legen", "", ["call_not_allowed SK21 @2 0 None"]),
        ("say 0 pass | say 1 legen", "legen=true", ["call_not_allowed SK21 @3 1 None"]),
        ("say 0 solo H | say 1 kontra | say 0 re", "", []),
        ("say 0 solo H | say 1 kontra", "kontra=false", ["call_not_allowed SK55 @3 1 None"]),
        ("say 0 solo H | say 0 kontra", "", ["call_not_allowed SK55 @3 0 None"]),
        ("say 0 solo H | say 1 kontra | say 2 re", "", ["call_not_allowed SK55 @4 2 None"]),
        ("say 0 solo H | say 1 kontra | say 0 re | say 2 kontra", "", ["call_not_allowed SK55 @5 2 None"]),
        ("say 0 solo H | say 1 kontra | say 0 re | say 2 kontra", "kontra_max=4", []),
        ("say 0 rufspiel E | say 1 kontra | say 1 re", "", ["call_not_allowed SK55 @4 1 None"]),
        (
            "say 0 rufspiel E | say 1 kontra | say 2 re | say 2 kontra",
            "kontra_max=4",
            ["call_not_allowed SK55 @5 2 None"],
        ),
        ("say 0 solo H | play 0:H7 | say 1 kontra", "", []),
        ("say 0 solo H | play 0:H7 | say 1 kontra", "kontra_until=before_lead", ["call_not_allowed SK55 @4 1 None"]),
        ("say 0 solo H | play 0:H7 1:H8 | say 2 kontra", "", ["call_not_allowed SK55 @5 2 None"]),
        ("say 0 solo H | play 0:H7 1:H8 | say 2 kontra", "kontra_until=own_card", []),
    ],
)
def test_doubling(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(replay(f"deal 3 | {lines}", rules)[1]) == expected


# What the table proves

RAN = "say 3 rufspiel E | play 0:E7 1:S8 2:S9 3:E10 >3 | play 3:LK 0:LA 1:L7 2:L10 >0 | play 0:EA"
"""Seat 0 leads the called suit below the ace, and shows the ace in the third trick."""


@rule("SK24", "SK31", "SK40", "SK41", "SK42", "SK81", "SK82", "SK84", "SK85")
@pytest.mark.parametrize(
    ("plays", "rules", "expected"),
    [
        pytest.param(
            "say 0 rufspiel E | play 0:E9 1:E7 2:E8 3:EK >3 | play 3:LK 0:L7 1:LA 2:L10 >1 | play 1:EA",
            "", ["revoke_among SK40 @4 None E7", "revoke SK40 @4 1 E7"], id="kept back when it was searched",
        ),
        pytest.param(
            "say 0 rufspiel E | play 0:L9 1:EA",
            "", ["revoke SK31 / SK42 @4 1 EA"], id="thrown off before the last trick",
        ),
        pytest.param(
            "say 3 rufspiel E | play 0:E7 1:E8 2:E9 3:E10 >3 | play 3:LK 0:LA 1:L7 2:L10 >0 | play 0:EA",
            "", ["revoke_among SK41 / SK40 @3 None E7", "revoke SK41 @3 0 E7"],
            id="ran away: three of the suit lay elsewhere",
        ),
        pytest.param(
            RAN.replace("2:S9", "2:E9") + " 1:H7 2:S7 3:EK >1",
            "", ["revoke SK41 @3 0 E7"], id="proved by the card that completes it",
        ),
        pytest.param(
            f"{RAN} 1:H7 2:S7 3:EK >1",
            "", [], id="he may have had four",
        ),
        pytest.param(
            "say 0 rufspiel E | play 0:E7 1:E8 2:E9 3:EK",
            "", ["revoke_among SK40 @4 None E8"], id="the caller searched in vain: one of the three kept it back",
        ),
        pytest.param("say 3 rufspiel E | play 0:E7 1:E8 2:S9 3:EK", "", [], id="who led may have run away"),
        pytest.param(
            "say 3 rufspiel E | play 0:E7 1:E8 2:E9 3:EK",
            "", ["revoke_among SK41 / SK40 @3 None E7"], id="who led had too few: he or another has the ace",
        ),
        pytest.param(
            "say 3 rufspiel E | play 0:E7 1:E8 2:S9 3:EK >3 | play 3:E10",
            "", ["revoke_among SK41 / SK40 / SK31 @3 None E7"], id="a later card shows that he had too few",
        ),
        pytest.param(
            "say 3 rufspiel E | play 0:E9 1:EK 2:S9 3:E10 >3 | play 3:LK 0:LA 1:L9 2:L10 >0 | play 0:EA",
            "pack=bavarian24", ["revoke_among SK41 / SK40 / SK31 @3 None E9", "revoke SK41 @3 0 E9"],
            id="in the short pack nobody can run away",
        ),
        pytest.param(
            "say 0 rufspiel S | play 0:E7 1:SA 2:E8 3:E9 >3 | play 3:HU 0:H7 1:LU 2:H8 >1 | play 1:S8 2:S9 3:S7 0:SK",
            "", ["revoke SK31 / SK42 @4 1 SA"], id="the ace was thrown off before, and so nobody ran away with it",
        ),
        pytest.param(
            RAN,
            "run_away=off", ["revoke_among SK41 / SK31 @3 None E7", "revoke SK41 @3 0 E7"], id="no running away here",
        ),
        pytest.param("say 0 rufspiel E | play 0:EA", "", ["call_not_allowed SK22 @2 0 None"], id="the caller has it"),
        pytest.param(
            "say 0 rufspiel E | say 1 kontra | play 0:E7 1:EA",
            "", ["call_not_allowed SK55 @3 1 None"], id="Kontra by the partner",
        ),
        pytest.param(
            "say 3 rufspiel E | play 0:EO 1:H7 2:H8 3:H9 >0 | play 0:LO 1:HK 2:H10 3:HA >0 | "
            "play 0:HO 1:EU 2:LU 3:HU >0 | "
            "play 0:SO 1:SU 2:S7 3:S8 >0 | play 0:LA 1:L8 2:L9 3:L10 >0 | play 0:E7 1:E8 2:S9",
            "", ["revoke_among SK41 / SK40 / SK31 @28 None E7"],
            id="who led had three cards left, so he had too few, before the caller lays",
        ),
        pytest.param(
            "say 3 rufspiel E | play 0:E7 1:S8 2:S9 3:E10 >3 | play 3:LK 0:EA 1:L7 2:L9 >3 | play 3:EK 0:S7",
            "", ["revoke_among SK41 / SK31 @3 0 E7"], id="he has none left, so he ran away with too few or revokes now",
        ),
        pytest.param(
            "say 0 rufspiel E | play 0:S7 1:S8 2:S9 3:SA >3 | play 3:E7 0:H7 1:EA 2:E8 >0 | play 0:L7 1:E9 2:E10 3:EK",
            "", ["call_not_allowed SK22 @2 0 None"], id="all of the suit lay elsewhere, so the caller had none",
        ),
        pytest.param(
            "say 0 rufspiel E | play 0:S7 1:S8 2:S9 3:SA >3 | play 3:E7 0:H7 1:EA 2:E8 >0 | play 0:L7 1:E9 2:E10 3:EK",
            "renounce=true", [], id="with Renonce he needs none",
        ),
        pytest.param("say 0 sie | play 0:EO 1:H7 2:H8 3:H9 >0 | play 0:HA",
                     "", ["call_not_allowed SK24 @2 0 None", "revoke_among SK31 @4 None H7"],
                     id="a Sie without one of the highest trumps"),
        pytest.param("say 0 sie | play 0:EO 1:LO", "", ["call_not_allowed SK24 @2 0 None"],
                     id="another has one of the highest trumps"),
        pytest.param("say 0 sie | play 0:EO 1:SU", "pack=bavarian24", [],
                     id="in the short pack it takes the six highest"),
        pytest.param("say 0 wenz | play 0:L7 1:S7 2:L8 3:L9 >3 | play 3:SA 0:S9 1:LO",
                     "", ["revoke SK31 @4 1 S7"], id="in the Wenz the Ober follows its suit"),
        pytest.param("say 0 rufspiel S | play 0:L7 1:E7 2:L8 3:L9 >3 | play 3:LA 0:S9 1:LO", "", [],
                     id="in a called-ace game it does not"),
    ],
)  # fmt: skip
def test_what_a_card_proves(plays: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(replay(f"deal 3 | {plays}", rules)[1]) == expected
