"""Play with known hands: bit-mask playouts agree with the games, and counts are right."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.events import CardTaken
from engine.games import all_games, game
from engine.rules.card_rules import Turn
from engine.rules.game import Game
from engine.simulation.evening import simulation
from engine.simulation.playouts import Playout, PlayState, RandomDeals, count_plays, simple_card
from engine.tricks import Play, Trick, clockwise
from tests.support.examples import examples, one_in

BW = game("bohemian-watten")
MOST_DEALS = 600
"""By then every card and every trump has come."""


@pytest.mark.parametrize(
    ("name", "players"), one_in(20, [(name, players) for name, kind in all_games().items() for players in kind.players])
)
def test_fast_deals_follow_the_same_rules(name: str, players: int) -> None:
    """Every play of the bit-mask path is legal, and the right seat takes, by the small questions of the game."""
    random = Random(players)
    book = all_games()[name].book
    drawn = ({switch.name: random.choice(switch.values) for switch in book.switches} for _ in range(6))
    for rules in ({}, *(dict(preset.rules.changes) for preset in book.presets.values()), *drawn):
        house = game(name, rules)
        source = RandomDeals(house, players, players)
        for _ in range(8):
            _follows(house, source.deal())


def _follows(house: Game, playout: Playout) -> None:
    plays = [Play(seat, house.pack.members(bit)[0]) for seat, bit in playout.plays]
    hands = {seat: {play.card for play in plays if play.seat == seat} for seat in playout.tricks}
    assert playout.trump in house.all_trumps
    tricks, leader = dict.fromkeys(playout.tricks, 0), plays[0].seat
    seats = tuple(tricks)
    for number, start in enumerate(range(0, len(plays), len(tricks)), start=1):
        assert not house.is_decided(tricks)
        trick = Trick()
        for expected, play in zip(clockwise(tuple(tricks), leader), plays[start : start + len(tricks)], strict=True):
            assert play.seat == expected
            turn = Turn(number, trick.leader is not None and play.seat in house.side_of(trick.leader, seats))
            assert play.card in house.legal(hands[play.seat], trick.cards, playout.trump, turn)
            hands[play.seat].remove(play.card)
            trick = trick.with_play(play)
        leader = house.taker(trick, playout.trump)
        tricks[leader] += 1
    assert tricks == playout.tricks
    assert house.is_decided(tricks) or sum(tricks.values()) == house.hand_size


@pytest.mark.parametrize("name", all_games())
def test_fast_deals_give_every_card_and_every_trump(name: str) -> None:
    house = game(name)
    source = RandomDeals(house, seed=3)
    missing: set[object] = {*house.all_trumps, *(house.pack.bit(card) for card in house.pack.cards)}
    for _ in range(MOST_DEALS):
        playout = source.deal()
        missing -= {playout.trump, *(bit for _, bit in playout.plays)}
        if not missing:
            break
    assert missing == set()
    with pytest.raises(ValueError, match="got 7 players, expected"):
        RandomDeals(house, 7)


@pytest.mark.parametrize("name", one_in(3, all_games()))
@settings(max_examples=examples(12))
@given(seed=st.integers(0, 2**32), leader=st.integers(0, 2))
def test_ways_to_play_counted_without_bit_masks(name: str, seed: int, leader: int) -> None:
    random, house = Random(seed), game(name)
    cards, trump = random.sample(house.pack.cards, 9), random.choice(house.all_trumps)
    hands = [cards[0:3], cards[3:6], cards[6:9]]

    def count(held: list[list[Card]], trick: Trick, start: int, left: int) -> int:
        if left == 0:
            return 1
        if len(trick) == 3:
            return count(held, Trick(), house.taker(trick, trump), left)
        seat = (start + len(trick)) % 3
        total = 0
        for card in house.legal(held[seat], trick.cards, trump):
            rest = [[c for c in hand if c != card] for hand in held]
            total += count(rest, trick.with_play(Play(seat, card)), start, left - 1)
        return total

    masks = [house.pack.set(hand) for hand in hands]
    assert count_plays(house, masks, trump, 7, leader) == count(hands, Trick(), leader, 7)


@pytest.mark.parametrize("name", all_games())
def test_a_deal_that_is_searched_is_as_before_when_all_cards_are_taken_back(name: str) -> None:
    house, random = game(name), Random(4)
    cards = random.sample(house.pack.cards, 9)
    hands = [house.pack.set(cards[place::3]) for place in range(3)]
    state = PlayState(house, hands, random.choice(house.all_trumps), leader=2)
    while legal := house.pack.members(state.legal()):
        state.lay(house.pack.bit(random.choice(legal)))
    assert (sum(state.tricks), state.hands) == (3, [0, 0, 0])
    for _ in cards:
        state.take_back()
    assert (state.tricks, state.hands, state.seat) == ([0, 0, 0], hands, 2)
    with pytest.raises(IndexError):
        state.take_back()


def test_the_simple_player_takes_as_cheaply_as_it_can() -> None:
    simulated = simulation(seed=3, policy=simple_card)
    simulated.play_deal()
    assert simulated.findings == []
    cards = BW.cards("LA LO L7")
    assert str(simple_card(BW, cards, BW.cards("L9"), "E", simulated.random)) == "LO"
    assert str(simple_card(BW, cards, BW.cards("S9 HK"), "E", simulated.random)) == "L7"
    assert str(simple_card(BW, BW.cards("LA E8 S7"), (), "E", simulated.random)) == "S7"


@pytest.mark.slow
def test_simulated_players_take_criticals_of_the_cut() -> None:
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
