"""Players of simulated deals: those who choose simply, and those who take cards of the cut."""

from __future__ import annotations

from engine.events import CardTaken
from engine.games import game
from engine.simulation.evening import simple_card, simulation

BW = game("bohemian-watten")


def test_the_simple_player_takes_as_cheaply_as_it_can() -> None:
    simulated = simulation(seed=3, policy=simple_card)
    simulated.play_deal()
    assert simulated.findings == []
    cards = BW.cards("LA LO L7")
    assert str(simple_card(BW, cards, BW.cards("L9"), "E", simulated.random)) == "LO"
    assert str(simple_card(BW, cards, BW.cards("S9 HK"), "E", simulated.random)) == "L7"
    assert str(simple_card(BW, BW.cards("LA E8 S7"), (), "E", simulated.random)) == "S7"


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
