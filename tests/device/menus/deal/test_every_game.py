"""Every game and variant at the display: all events can be entered, no text is clipped, the score is right."""

from collections.abc import Iterator, Sequence

import pytest

from cli.demo.director import shortest_presses
from common.texts.phrases import Language, region_for
from common.texts.words import TableWords, words_for
from device.hardware.presses import Button, Press
from device.menus.deal.before_play import TakeCriticalMenu
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from engine.cards import Card, Seat
from engine.events import CardLaid, CardTaken, Event, TrickGathered, UpcardTurned
from engine.games import all_games
from engine.games import game as game_called
from engine.simulation.evening import simulation
from tests.support.screens.painted import layout_faults
from tests.support.session_script import observation

pytestmark = pytest.mark.slow

MOST_PRESSES = 14
"""To say anything, the longest list included."""
DEALS = 2
LOOKS: tuple[Button, ...] = ("up", "fold", "down", "down", "fold")
"""After a deal: the tricks or what is left to say, the score, what lasts."""
WIDEST = {0: "Elisabeth", 1: "Korbinian", 2: "Wolfgang", 3: "Annemarie"}
"""As wide as a name may be."""


def evenings() -> Iterator[object]:
    for name, kind in sorted(all_games().items()):
        for players in kind.players:
            yield pytest.param(name, players, None, id=f"{name} {players}")
        for preset in kind.book.presets:
            yield pytest.param(name, kind.players[-1], preset, id=f"{name} {preset}")


class People:
    """Simulated players: cards are seen by the camera, all other events are entered through the menus."""

    def __init__(self, setup: Setup, words: TableWords) -> None:
        self.words = words
        self.controller = SessionController(setup, words)

    def play(self, events: Sequence[Event]) -> None:
        waiting = list(events)
        while waiting:
            match waiting[0]:
                case CardLaid(seat, card):
                    self.lay(seat, card)
                case CardTaken(seat, card, "cut"):
                    self.controller.handle_sighting(observation(f"{card}>{seat}"))
                    self.controller.handle_sighting(observation(f"lift:{card}"))
                case UpcardTurned(card):
                    self.controller.handle_sighting(observation(f"{card}>{self.controller.view.deal.dealer}"))
                    if type(self.controller.menu) is TakeCriticalMenu:
                        self.controller.press(Press("fold"))
                case TrickGathered(seat):
                    self.controller.handle_sighting(observation(f"clear>{seat}"))
                case _:
                    del waiting[: self._say(waiting) - 1]
            del waiting[0]
            self.look()

    def lay(self, seat: Seat, card: Card) -> None:
        self.controller.handle_sighting(observation(f"{card}>{seat}"))

    def _say(self, events: Sequence[Event]) -> int:
        """Returns how many of the events were entered together."""
        way = shortest_presses(self.controller.view, self.controller.menu, events)
        assert way is not None, f"no menu tells {events[0]}, from {self.controller.menu}"
        assert len(way.presses) <= MOST_PRESSES
        for button in way.presses:
            self.controller.press(Press(button))
            self.look()
        return way.event_count

    def look(self) -> None:
        assert layout_faults(self.controller.screen, self.words) == [], self.controller.menu


@pytest.mark.parametrize(("game", "players", "preset"), list(evenings()))
def test_every_event_of_a_deal_can_be_entered(game: str, players: int, preset: str | None) -> None:
    assert_can_be_said(game, players, preset)


def assert_can_be_said(game: str, players: int, preset: str | None = None) -> None:
    """Plays some deals through the display, and compares the tallies."""
    rules = game_called(game, None, preset).rules.changes
    simulated = simulation(game, players, seed=players, rules=dict(rules))
    seats = simulated.table.seats
    language: Language = "de" if players % 2 else "en"
    people = People(Setup(game, seats, rules, preset), words_for(language, region_for(all_games()[game].pack), WIDEST))
    reported = 0
    for _ in range(DEALS):
        simulated.play_deal()
        people.play(simulated.events[reported:])
        reported = len(simulated.events)
        assert people.controller.table.tallies == simulated.table.tallies
        for button in LOOKS:
            people.controller.press(Press(button))
            people.look()
        if simulated.table.phase == "over":
            break
