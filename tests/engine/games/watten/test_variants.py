"""Watten's variants, presets, and three at the table (RULEBOOK 3.1, DECISIONS WA13–WA16, WA23, WA26, WB41–WB51)."""

from random import Random

import pytest

from engine.events import Announced
from engine.games import UnknownGame, game
from engine.games.watten.game import Watten
from engine.games.watten.score import bummerl_of_loser
from engine.rules.house_rules import in_words
from engine.rules.known_hands import Dealing
from engine.simulation.evening import simulation
from tests.support.examples import one_in
from tests.support.watten_tables import ANNOUNCED, deal_of, finding_texts, in_game, run, watten

rule = pytest.mark.rule


# Variants


@rule("3.8", "DECISIONS WA15")
@pytest.mark.parametrize("variant", ["deuten", "zusammenschauen"])
def test_signals_and_looking_together_never_change_what_is_legal(variant: str) -> None:
    plain, other = watten(), watten(**{variant: True})
    for trick in ("H9", "HU", "EA", "LU"):
        assert plain.ladder(trick, "H U") == other.ladder(trick, "H U")


@rule("DECISIONS WA13")
def test_blind_play_has_no_obligations() -> None:
    assert watten().why_not("L7", "L7 H8", "H9", "H U") is not None
    assert watten(blind_play=True).why_not("L7", "L7 H8", "H9", "H U") is None
    assert game("watten", preset="blind").rules["announcement"] == "shown_card"
    assert game("watten", preset="blind-top-card").rules["blind_play"] is True


@rule("DECISIONS WA14")
def test_schermberg_is_marked_as_undocumented_and_plays_as_normal() -> None:
    schermberg = game("watten", preset="schermberg")
    assert schermberg.rules.changes == (("house_variant", "schermberg"),), "so it is stored with every game"
    assert "documented nowhere" in in_words(schermberg.rules)[0].english
    assert schermberg.ladder("H9", "H U") == watten().ladder("H9", "H U")


@rule("DECISIONS WA14")
def test_schermberg_has_no_rules_of_its_own_and_is_not_offered() -> None:
    assert "schermberg" not in [preset.name for preset in Watten.book.offered_presets]
    assert "house_variant" not in [switch.name for switch in watten().rules.offered()]
    assert "house_variant" in [switch.name for switch in game("watten", preset="schermberg").rules.offered()]
    with pytest.raises(UnknownGame) as error:
        game("watten", preset="schermburg")
    assert "schermberg," not in str(error.value).partition(";")[0]


@rule("DECISIONS WA23")
def test_the_guater_is_a_preset_of_its_own_without_criticals() -> None:
    guate = game("watten", preset="guate")
    assert isinstance(guate, Watten)
    assert str(guate.wanderer("H U")) == "HO"
    assert guate.best(guate.cards("HU HO HK"), "H U") == guate.pack.card("HO")


@rule("3.1", "DECISIONS WA26")
def test_every_variant_of_the_source_is_a_preset_in_the_words_of_the_original() -> None:
    presets = Watten.book.presets
    assert {
        "zusammenschauen", "deuten", "kritisch", "latinisch", "kritisch-latinisch", "kritisch-wander",
        "kritisch-latinisch-wander", "blind", "schermberg",
    } <= presets.keys()  # fmt: skip
    words = " ".join(preset.meaning.german for preset in presets.values())
    assert "Wanderkritt" in words
    assert "Wanderkriterien" not in words
    assert Watten.book.counts["bummerl"].german == "Bummerl"


@rule("WA30")
@pytest.mark.parametrize("target", [9, 11, 13, 15, 18])
def test_the_inn_plays_to_many_targets(target: int) -> None:
    assert game("watten", preset=f"wirtshaus-{target}").rules["target"] == target


def test_the_tyrolean_tournament() -> None:
    rules = game("watten", preset="preiswatten-tirol").rules
    assert (rules["target"], rules["weli_always_trump"], rules["revoke_penalty"]) == (11, True, "stake")


# Three


THREE = "0 1 2"


@rule("DECISIONS WA16")
def test_dealer_and_back_hand_play_together_and_write_for_themselves() -> None:
    lines = ANNOUNCED + " | play 1:E9 2:EA 0:E8 > | play 2:LA 0:L9 1:L8 > | play 2:S9 0:SA 1:S8 >"
    table, findings = run(lines, "three=dealer_and_back", THREE)
    assert findings == []
    assert in_game(table).sides_in(table.current_deal) == ((1,), (0, 2))
    assert table.tallies == {0: 2, 1: 0, 2: 2}
    assert in_game(table).sides(table.seats) == ((0,), (1,), (2,))


ALONE = "deal 0 | say 1 striker U | say 1 trump H"


@rule("WB51")
def test_forehand_announces_alone_and_plays_against_the_other_two() -> None:
    rules = "three=announcer_alone"
    table, findings = run(
        f"{ALONE} | play 1:E9 2:EA 0:E8 > | play 2:LA 0:L9 1:L8 > | play 2:S9 0:SA 1:S8 >", rules, THREE
    )
    assert (findings, table.trump, table.tallies) == ([], "H U", {0: 2, 1: 0, 2: 2})
    assert in_game(table).sides_in(table.current_deal) == ((1,), (0, 2))
    others, _ = run("deal 0 | say 1 striker U", rules, THREE)
    assert others.step.seats == (1,)
    assert {fact.call for fact in in_game(others).options(deal_of(others)) if isinstance(fact, Announced)} == {"trump"}
    findings = run("deal 0 | say 0 trump H", rules, THREE)[1]
    assert finding_texts(findings) == ["call_out_of_turn WA11 @2 0"]
    assert finding_texts(run("deal 0 | say 1 better", rules, THREE)[1]) == ["call_not_allowed WA12 @2 1"]
    assert run(f"{ALONE}", rules, "0 1 2 3")[1] != [], "four announce as always"


@rule("WB51")
@pytest.mark.parametrize("announcement", one_in(3, ["open", "secret", "shown_card"]))
def test_simulated_announcers_alone_do_nothing_wrong(announcement: str) -> None:
    for seed in range(8):
        played = simulation("watten", 3, seed, {"three": "announcer_alone", "announcement": announcement})
        for _ in range(4):
            if played.table.result is None or not played.table.result.is_over:
                played.play_deal()
        assert played.findings == []


# Better cards, penalties, Bummerl


@rule("WS7")
def test_all_four_get_new_cards_if_one_of_each_side_wants_them() -> None:
    table, findings = run("deal 0 | say 3 better", "better=all_four")
    rules, deal = in_game(table), deal_of(table)
    assert (findings, table.step.seats) == ([], (0, 2))
    dealing = Dealing(Random(3), list(rules.pack.cards))
    for seat in deal.seats:
        dealing.give(seat, 5)
    before = {seat: list(hand) for seat, hand in dealing.hands.items()}
    rules.move_cards(deal, dealing, Announced(2, "accept"))
    assert all(dealing.hands[seat] != before[seat] for seat in deal.seats)
    table, findings = run("deal 0 | say 3 better | say 2 accept | say 1 striker U | say 0 trump H", "better=all_four")
    assert (findings, table.trump) == ([], "H U")
    assert finding_texts(run("deal 0 | say 3 better")[1]) == ["call_out_of_turn WA12 @2 3"], "elsewhere the announcers"
    assert finding_texts(run("deal 0 | say 3 better | say 1 accept", "better=all_four")[1]) == [
        "call_out_of_turn WA12 @3 1"
    ], "one of the other side agrees"


@rule("WT9")
def test_only_who_names_the_striker_asks_for_better_cards() -> None:
    rules = "better_by=striker"
    assert run("deal 0 | say 1 better", rules)[1] == []
    late = "deal 0 | say 1 striker U | say 0 better"
    assert run(late)[1] == []
    assert finding_texts(run(late, rules)[1]) == ["call_not_allowed WA12 @3 0"]
    assert finding_texts(run("deal 0 | say 3 better", f"better=all_four {rules}")[1]) == ["call_out_of_turn WA12 @2 3"]


@rule("WB44")
def test_points_for_a_fault_may_be_taken_off() -> None:
    rules = "penalty_mode=off"
    table, findings = run("deal 0 | say 1 misdeal", rules)
    assert in_game(table).cost(deal_of(table), findings[0]).english == "2 points off"
    counted, _ = run("deal 0 | say 1 misdeal | rule 2 counted", rules)
    assert dict(counted.tallies) == {0: -2, 1: 0, 2: -2, 3: 0}
    assert bummerl_of_loser(-2) == 2


@rule("WB41", "WA34")
@pytest.mark.parametrize(
    ("rules", "bummerl"), [("", {0: 0, 1: 2, 2: 0, 3: 2}), ("bummerl_to=winner", {0: 2, 1: 0, 2: 2, 3: 0})]
)
def test_who_gets_the_bummerl(rules: str, bummerl: dict[int, int]) -> None:
    rounds = [f"deal {dealer} | tricks 0:3 | say 0 bid 3" for dealer in (0, 1, 2)]
    table, _ = run(" | ".join(rounds), rules)
    assert table.standing["bummerl"] == bummerl


ALL_PLAY = ANNOUNCED + " | play 1:EA 2:E9 0:E8 >1 | play 1:L9 2:LA 0:L8 >2 | play 2:SA 0:S9 1:S8 >2"


@rule("DECISIONS WA16")
def test_a_bid_that_would_end_the_round_by_itself_is_barred() -> None:
    table, findings = run(ALL_PLAY + " | play 2:SK | say 0 bid 3", "three=all_play", THREE)
    assert finding_texts(findings) == ["call_not_allowed DECISIONS WA16 @17 0"], (
        "the others have three tricks between them"
    )
    assert in_game(table).rules_against_bidding(table.current_deal, 0) == ("DECISIONS WA16",)
