"""Every misreading is corrected in at most three presses, at any card of every game, and undone."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from common.texts.phrases import region_for
from common.texts.words import words_for
from device.hardware.presses import Press
from device.menus.deal.questions import DoubtfulCardMenu, FindingMenu, ShortTrickMenu
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from engine.cards import Card
from engine.events import Amended
from engine.games import all_games
from engine.games import game as game_called
from engine.simulation.evening import simulation
from tests.device.menus.deal.test_every_game import WIDEST, People
from tests.support.examples import one_in
from tests.support.session_script import events, go, observation

EVERY = 3
"""Of so many cards one is put right."""


def evenings() -> Iterator[object]:
    for name, kind in sorted(all_games().items()):
        for players in {kind.players[0], kind.players[-1]}:
            yield pytest.param(name, players, None, id=f"{name} {players}")
    yield pytest.param("watten", 4, "latinisch", id="latinisch")


class Cheated(People):
    """Simulated players whose cards are read with a runner-up; now and then they correct a card to it."""

    laid = 0

    def lay(self, seat: int, card: Card) -> None:
        seen = self.controller.view.known_cards() | {card}
        other = next((each for each in reversed(self.controller.view.game.pack.cards) if each not in seen), None)
        if other is None:
            super().lay(seat, card)  # nothing else is left that it could be
            return
        self.controller.handle_sighting(observation(f"{card}+{other}>{seat}"))
        self.look()
        self.laid += 1
        if self.laid % EVERY == 0:
            self.correct(other)

    def correct(self, other: Card) -> None:
        controller = self.controller
        (position, laid) = list(controller.view.plays().items())[-1]
        before = controller.table.tallies, controller.table.step, controller.view.tricks
        assert pressed(controller, "FOLD PLAY") == [Amended(position, replace(laid, card=other))], "the runner-up"
        # If a revoke was found by the runner-up, what is offered first is the card that was read.
        taken_back = [Amended(len(controller.table.journal) - 1)], [Amended(position, laid)]
        assert pressed(controller, "FOLD PLAY") in taken_back, "as before"
        assert pressed(controller, "FOLD UP PLAY") == [Amended(position)], "it was no card"
        assert pressed(controller, "FOLD PLAY") == [Amended(len(controller.table.journal) - 2)], "as before"
        assert (controller.table.tallies, controller.table.step, controller.view.tricks) == before


def pressed(controller: SessionController, script: str) -> list[object]:
    """Returns the events of a script, after postponing the current question or finding."""
    for _ in range(5):
        if isinstance(controller.menu, FindingMenu | ShortTrickMenu):
            controller.press(Press("fold"))
    assert not isinstance(controller.menu, DoubtfulCardMenu | FindingMenu | ShortTrickMenu), controller.menu
    return list(events(go(controller, script)))


@pytest.mark.parametrize(("name", "players", "preset"), one_in(12, evenings()))
def test_at_any_card_it_takes_three_presses(name: str, players: int, preset: str | None) -> None:
    rules = game_called(name, None, preset).rules.changes
    simulated = simulation(name, players, seed=players, rules=dict(rules))
    simulated.play_deal()
    words = words_for("de", region_for(all_games()[name].pack), WIDEST)
    people = Cheated(Setup(name, simulated.table.seats, rules, preset), words)
    people.play(simulated.events)
    assert people.laid >= EVERY
    assert people.controller.table.tallies == simulated.table.tallies
