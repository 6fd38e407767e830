"""Play with known hands: the fast path agrees with the rich one, counts are right, whole deals stay in order."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import CardLaid, CardTaken
from engine.findings import Kind
from engine.games import game
from engine.play import RandomDeals, count_plays, random_deals, simple_card
from engine.simulate import deal_with_revoke, simulation
from engine.table import Table
from engine.tricks import Play, Trick

BW = game("bohemian-watten")
HOUSES = [
    pytest.param({}, id="standard"),
    pytest.param({"overtake": False, "schleck": "none"}, id="relaxed"),
    pytest.param({"critical_suit": "both", "critical_led": "printed_suit", "schleck": "cutter_in_a_row"}, id="printed"),
    pytest.param({"dealer_exchange": 3, "stock_shortage": "reshuffle", "overtake_when_trumped": True}, id="shuffled"),
    pytest.param({"upcard_critical": "dealer_may_take", "undertrump": False, "next_dealer": "winner"}, id="taken"),
    pytest.param({"upcard_critical": "turn_next", "critical_led": "nothing", "cut_card": "top_of_rest"}, id="next"),
]


@pytest.mark.parametrize("rules", HOUSES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fast_deals_follow_the_same_rules(rules: dict[str, object], players: int) -> None:
    """Every play of the bit-mask path is legal, and the right seat takes, by the small questions of the game."""
    house = game("bohemian-watten", rules)
    for playout in islice(random_deals(house, 30, players, seed=players), 30):
        dealt: dict[int, set[object]] = {seat: set() for seat in range(players)}
        plays = [Play(seat, house.pack.members(bit)[0]) for seat, bit in playout.plays]
        for play in plays:
            dealt[play.seat].add(play.card)
        suits = [
            suit
            for suit in house.pack.suits
            if _replays(house, suit, plays, {s: set(h) for s, h in dealt.items()}, players)
        ]
        assert suits, "legal under no trump"
        assert sum(playout.tricks.values()) == 5


def _replays(house: object, trump: str, plays: list[Play], hands: dict[int, set[object]], players: int) -> bool:
    leader = 0
    for start in range(0, len(plays), players):
        trick = Trick()
        for play in plays[start : start + players]:
            expected = (leader + len(trick)) % players
            if play.seat != expected or play.card not in house.legal(hands[play.seat], trick.cards, trump):  # type: ignore[attr-defined]
                return False
            hands[play.seat].remove(play.card)
            trick = trick.with_play(play)
        leader = house.taker(trick, trump)  # type: ignore[attr-defined]
    return True


def test_the_same_seed_deals_the_same() -> None:
    assert list(random_deals(BW, 20, seed=4)) == list(random_deals(BW, 20, seed=4))
    assert RandomDeals(BW, seed=1).deal() != RandomDeals(BW, seed=2).deal()


@pytest.mark.parametrize(
    ("hands", "trump", "plays", "count"),
    [
        (("LA LK", "L7 H7"), "E", 1, 2),
        (("LA LK", "L7 H7"), "E", 2, 2),
        (("LA LK", "L7 H7"), "E", 4, 2),
        (("LA HA", "EK SK"), "S", 4, 2),
        (("L7 H7", "L8 LA H8"), "E", 2, 3),
        (("E7 E8 E9", "S7 SA SK", "HK LA L7"), "E", 3, 3),
    ],
)
def test_ways_to_play_counted_by_hand(hands: tuple[str, ...], trump: str, plays: int, count: int) -> None:
    assert count_plays(BW, [BW.pack.set(BW.cards(hand)) for hand in hands], trump, plays) == count


@settings(max_examples=25, deadline=None)
@given(st.permutations(BW.pack.cards), st.sampled_from("ELHS"), st.integers(0, 2))
def test_ways_to_play_counted_without_bit_masks(cards: list[object], trump: str, leader: int) -> None:
    hands = [cards[0:3], cards[3:6], cards[6:9]]

    def count(held: list[list[object]], trick: Trick, start: int, left: int) -> int:
        if left == 0:
            return 1
        if len(trick) == 3:
            return count(held, Trick(), BW.taker(trick, trump), left)
        seat = (start + len(trick)) % 3
        total = 0
        for card in BW.legal(held[seat], trick.cards, trump):  # type: ignore[arg-type]
            rest = [[c for c in hand if c != card] for hand in held]
            total += count(rest, trick.with_play(Play(seat, card)), start, left - 1)
        return total

    masks = [BW.pack.set(hand) for hand in hands]  # type: ignore[arg-type]
    assert count_plays(BW, masks, trump, 7, leader) == count(hands, Trick(), leader, 7)


@pytest.mark.parametrize("rules", HOUSES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_legal_evening_brings_no_finding(rules: dict[str, object], players: int) -> None:
    simulated = simulation(players=players, seed=players, rules=rules)
    for _ in range(12):
        if simulated.table.phase == "over":
            break
        simulated.play_deal()
    assert simulated.findings == []
    assert simulated.table.history
    for score in simulated.table.history:
        factor = 2 if score.trump == "H" else 1
        assert sum(score.tricks.values()) == 5
        assert sum(change for change in score.changes.values() if change < 0) == -5 * factor


@pytest.mark.slow
def test_a_thousand_evenings_bring_no_finding() -> None:
    for seed in range(1000):
        simulated = simulation(players=2 + seed % 3, seed=seed)
        for _ in range(5):
            if simulated.table.phase != "over":
                simulated.play_deal()
        assert simulated.findings == [], seed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_planted_revoke_is_proved(players: int) -> None:
    for seed in range(15):
        simulated = deal_with_revoke(seed, players)
        planted = simulated.planted
        assert planted is not None
        assert isinstance(simulated.events[planted.position], CardLaid)
        (finding,) = [found for found in simulated.findings if found.kind == Kind.REVOKE]
        assert (finding.position, finding.seat, finding.card) == (planted.position, planted.seat, planted.card)
        proof = finding.evidence[-1].card
        assert proof in simulated.dealt[planted.seat]
        assert proof != planted.card


def test_dealt_hands_are_five_cards_each_and_the_schlecked_among_them() -> None:
    simulated = simulation(seed=5)
    for _ in range(5):
        simulated.play_deal()
        cards = [card for hand in simulated.dealt.values() for card in hand]
        assert all(len(hand) == 5 for hand in simulated.dealt.values())
        assert max(Counter(cards).values()) == 1


def test_the_simple_player_takes_as_cheaply_as_it_can() -> None:
    simulated = simulation(seed=3, policy=simple_card)
    simulated.play_deal()
    assert simulated.findings == []
    cards = BW.cards("LA LO L7")
    assert str(simple_card(BW, cards, BW.cards("L9"), "E", simulated.random)) == "LO"
    assert str(simple_card(BW, cards, BW.cards("S9 HK"), "E", simulated.random)) == "L7"
    assert str(simple_card(BW, BW.cards("LA E8 S7"), (), "E", simulated.random)) == "S7"


def test_a_simulation_replays_from_its_events() -> None:
    simulated = deal_with_revoke(2)
    again = Table.from_journal(simulated.events)
    assert (again.findings, again.tallies) == (simulated.table.findings, simulated.table.tallies)
    assert deal_with_revoke(2).events == simulated.events


def test_schlecking_happens() -> None:
    taken = 0
    simulated = simulation(seed=1)
    for _ in range(40):
        if simulated.table.phase == "over":
            break
        simulated.play_deal()
    for seed in range(30):
        simulated = simulation(seed=seed)
        simulated.play_deal()
        taken += any(isinstance(event, CardTaken) and event.source == "cut" for event in simulated.events)
    assert 0 < taken < 30
