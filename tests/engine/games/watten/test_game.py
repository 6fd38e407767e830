"""Watten rule by rule: seats, dealing, announcement. Variants, bids and score stand in files of their own."""

import pytest

from engine.events import Announced
from engine.rules.known_hands import Dealing
from engine.simulation.evening import simulation
from tests.support.watten_tables import finding_texts, in_game, run, watten

rule = pytest.mark.rule


def said(table: object, seat: int) -> set[str]:
    """Returns what *seat* may say now."""
    deal, rules = table.deal, table.game  # type: ignore[attr-defined]
    return {
        f"{fact.call} {fact.value}".strip()
        for fact in rules.options(deal)
        if isinstance(fact, Announced) and fact.seat == seat
    }


# Pack, seats, dealing


@rule("WA4")
@pytest.mark.parametrize(
    ("cuts", "deals"),
    [
        pytest.param({0: "EA", 1: "HK"}, (0,), id="the higher card"),
        pytest.param({0: "S6", 1: "L7"}, (1,), id="the Weli is lowest"),
        pytest.param({0: "E9", 1: "H9"}, (0, 1), id="equal cut again"),
    ],
)
def test_the_higher_cut_deals_first(cuts: dict[int, str], deals: tuple[int, ...]) -> None:
    pack = watten().pack
    assert watten().highest_cut({seat: pack.card(card) for seat, card in cuts.items()}) == deals


# Misdeal and peeking


@rule("WA10")
def test_strictly_only_the_announcers_look_before_the_announcement() -> None:
    assert finding_texts(run("deal 0 | say 2 peek", "strict=true")[1]) == ["peeked WA10 @2 2"]


@rule("WA8", "DECISIONS WA25")
@pytest.mark.parametrize("ruling", ["", " | rule 2 counted"])
@pytest.mark.parametrize("rules", ["", "misdeal=redeal"])
def test_after_a_misdeal_only_a_strike_is_announced(rules: str, ruling: str) -> None:
    table, _ = run(f"deal 0 | say 1 misdeal{ruling}", rules)
    options = table.current_game.options(table.current_deal)
    assert {fact.call for fact in options if isinstance(fact, Announced)} <= {"strike"}


# The announcement


@rule("WA11")
def test_a_striker_announced_before_play_cannot_be_changed_although_the_trump_is_still_missing() -> None:
    table, findings = run("deal 0 | say 1 striker U | play 1:HK | say 1 striker O | say 0 trump H")
    assert finding_texts(findings) == ["call_not_allowed WA11 @4 1"]
    assert table.trump == "H U"


# Schenas


@rule("WA12", "DECISIONS WA22")
@pytest.mark.parametrize("better", ["all_five", "bad_cards"])
def test_the_announcers_get_new_cards_and_the_blind_keep_theirs(better: str) -> None:
    simulated = simulation("watten", seed=3, rules={"better": better})
    simulated.play_deal()
    table, _ = run("deal 0 | say 1 better", f"better={better}")
    rules, deal = in_game(table), table.deal
    assert deal is not None
    dealing = Dealing(simulated.random, list(rules.pack.cards))
    for seat in deal.seats:
        dealing.give(seat, 5)
    before = {seat: list(hand) for seat, hand in dealing.hands.items()}
    rules.move_cards(deal, dealing, Announced(0, "accept"))
    assert (dealing.hands[2], dealing.hands[3]) == (before[2], before[3])
    assert dealing.hands[1] != before[1]
    cards = [card for hand in dealing.hands.values() for card in hand] + dealing.stock
    assert sorted(cards) == sorted(rules.pack.cards)
    assert {len(hand) for hand in dealing.hands.values()} == {5}


@rule("WA12", "DECISIONS WA22")
def test_a_house_may_play_without_schenas() -> None:
    assert "better" not in said(run("deal 0", "better=none")[0], 1)


# Schlagtausch
