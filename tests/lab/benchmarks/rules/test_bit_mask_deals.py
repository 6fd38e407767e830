"""Deals on bit masks follow the rules of the games."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.games import all_games, game
from engine.tricks import Play, Trick, clockwise
from lab.benchmarks.rules.bit_mask_deals import RandomDeals

if TYPE_CHECKING:
    from engine.rules.game import Game
    from lab.benchmarks.rules.bit_mask_deals import Playout

BW = game("bohemian-watten")


@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name, kind in all_games().items() for players in kind.players]
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
    for start in range(0, len(plays), len(tricks)):
        assert not house.is_decided(tricks)
        trick = Trick()
        for expected, play in zip(clockwise(tuple(tricks), leader), plays[start : start + len(tricks)], strict=True):
            assert play.seat == expected
            assert play.card in house.legal(hands[play.seat], trick.cards, playout.trump)
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
    playouts = [source.deal() for _ in range(600)]
    assert {playout.trump for playout in playouts} == set(house.all_trumps)
    given = {bit for playout in playouts for _, bit in playout.plays}
    assert given == {house.pack.bit(card) for card in house.pack.cards}
    with pytest.raises(ValueError, match="got 7 players, expected"):
        RandomDeals(house, 7)


def test_the_same_seed_deals_the_same() -> None:
    source, again = RandomDeals(BW, seed=4), RandomDeals(BW, seed=4)
    assert [source.deal() for _ in range(20)] == [again.deal() for _ in range(20)]
    assert RandomDeals(BW, seed=1).deal() != RandomDeals(BW, seed=2).deal()
