"""All menus that presses reach from many moments of a deal of every game.

They answer, fit, say what the buttons do, and lead back.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence

import pytest

from common.texts.phrases import LANGUAGES, region_for
from common.texts.words import words_for
from device.hardware.presses import Press
from device.menus.base import Menu
from device.menus.deal.resting import resting_menu
from device.menus.table.table_menu import TableMenu
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from engine.events import Event, TrickGathered
from engine.games import all_games
from engine.games import game as game_called
from engine.simulation.evening import simulation
from tests.device.menus.deal.test_every_game import WIDEST
from tests.support.examples import USUAL, examples
from tests.support.screens.buttons import BUTTONS, effects_of, misnamed_buttons
from tests.support.screens.painted import layout_faults

ALIKE = 4
"""So many menus of one kind are looked at from each moment: the cards of a list are all alike."""
BACK = 8
"""Presses of FOLD that lead back from anywhere, letter by letter from a name of six."""
TO_TABLE = 5
"""Presses from wherever the table rests to its menu."""
OFTEN = 7 * USUAL // examples(USUAL)
"""Of so many events of a deal one is looked at, of every 14th with `--slow`; the first and the last ones aside."""


def evenings() -> Iterator[object]:
    """Yields a game with the fewest players; if slow tests run, each game with the fewest and with the most."""
    games = [
        (name, players, None)
        for name, kind in sorted(all_games().items())
        for players in sorted({min(kind.players), max(kind.players)})
    ]
    for name, players, preset in (*games, ("watten", 4, "latinisch"), ("bauerchen", 4, "siegelbach")):
        usual = players == min(all_games()[name].players) and preset is None and name == "gras"
        marks = () if usual else pytest.mark.slow
        yield pytest.param(name, players, preset, id=f"{preset or name} {players}", marks=marks)


def moments(events: Sequence[Event]) -> list[int]:
    """Returns how many events have happened at each moment looked at: all before the play, and some of it."""
    first = next((place for place, event in enumerate(events) if isinstance(event, TrickGathered)), len(events))
    return sorted({*range(2, min(first, 14)), *range(first, len(events), OFTEN), len(events) - 1, len(events)})


class Walk:
    """Everything that presses reach from one moment, the same in every language."""

    def __init__(self, setup: Setup, events: Sequence[Event], camera: bool) -> None:
        self.events = list(events)
        self.setup = setup
        region = region_for(all_games()[setup.game].pack)
        self.words = [words_for(language, region, WIDEST) for language in LANGUAGES]
        self.controller = SessionController(setup, self.words[0], events)
        self.controller.set_camera(camera)
        self.menus: dict[str, Menu] = {}
        self.to_table: int | None = None
        self.reported: dict[str, tuple[Event, ...]] = {}

    def look_around(self) -> None:
        view = self.controller.view
        kinds: Counter[type] = Counter()
        waiting = deque([(self.controller.menu, 0)])
        while waiting:
            menu, presses = waiting.popleft()
            if repr(menu) in self.menus or kinds[type(menu)] >= ALIKE:
                continue
            self.menus[repr(menu)] = menu
            kinds[type(menu)] += 1
            if isinstance(menu, TableMenu) and self.to_table is None:
                self.to_table = presses
            effects = effects_of(menu, view)
            for words in self.words:
                view.words = words
                screen = menu.screen(view)
                assert layout_faults(screen, words) == [], menu
                assert misnamed_buttons(screen, words, effects) == [], menu
            for button in BUTTONS:
                answer = menu.press(view, Press(button))
                if answer.events:
                    self.reported[repr(answer.events)] = answer.events
                else:
                    waiting.append((answer.menu or resting_menu(view), presses + 1))

    def presses_back(self, menu: Menu) -> int:
        """Returns after how many times FOLD the table rests, or something was told."""
        for presses in range(1, BACK + 1):
            answer = menu.press(self.controller.view, Press("fold"))
            if answer.events or answer.menu is None:
                return presses
            menu = answer.menu
        raise AssertionError(f"no way back from {menu}")

    def tell(self, events: Sequence[Event]) -> SessionController:
        return SessionController(self.setup, self.words[0], [*self.events, *events])


def walked(setup: Setup, events: Sequence[Event], camera: bool = True) -> None:
    """Walks through all menus from the moment after *events*, and looks at what each answer leads to."""
    walk = Walk(setup, events, camera)
    walk.look_around()
    for menu in walk.menus.values():
        walk.presses_back(menu)
    assert walk.to_table is not None, f"no way to the table from {walk.controller.menu}"
    assert walk.to_table <= TO_TABLE, walk.controller.menu
    for reported in walk.reported.values():
        after = walk.tell(reported)
        for words in walk.words:
            after.view.words = words
            assert layout_faults(after.screen, words) == [], reported


@pytest.mark.parametrize(("name", "players", "preset"), list(evenings()))
def test_every_menu_answers_fits_names_its_buttons_and_leads_back(name: str, players: int, preset: str | None) -> None:
    rules = game_called(name, None, preset).rules.changes
    simulated = simulation(name, players, seed=players, rules=dict(rules))
    simulated.play_deal()
    setup = Setup(name, simulated.table.seats, rules, preset)
    for moment in moments(simulated.events):
        walked(setup, simulated.events[:moment])
    for moment in moments(simulated.events)[::OFTEN]:
        walked(setup, simulated.events[:moment], camera=False)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("gras", 2), ("bauerchen", 4), ("watten", 3), ("bohemian-watten", 2)])
def test_after_the_last_deal_of_a_game_too(name: str, players: int) -> None:
    simulated = simulation(name, players, seed=players)
    while simulated.table.phase != "over":
        simulated.play_deal()
    walked(Setup(name, simulated.table.seats), simulated.events)
