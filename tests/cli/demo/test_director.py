"""The script of a deal, and the presses that enter its events."""

import pytest

from cli.demo.deal import PressEvents, Step, script
from cli.demo.director import shortest_presses
from common.texts.phrases import region_for
from common.texts.words import words_for
from device.hardware.presses import Press
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from engine.cards import Card
from engine.events import (
    Announced,
    CardLaid,
    CardTaken,
    DealStarted,
    Event,
    Exchanged,
    GameStarted,
    TrickGathered,
    UpcardTurned,
)
from engine.games import all_games, game
from engine.simulation.evening import simulation
from simulator.choreography import ClearStock, Exchange, Gather, Lay, SetStock, TakeUpcard, TurnUpcard
from tests.support.examples import one_in

TEN = Card("E", "10")
KING = Card("H", "K")
SEEN = UpcardTurned | CardLaid | TrickGathered
START = (GameStarted("bohemian-watten", (0, 1, 2, 3), 2), DealStarted(2))


@pytest.mark.parametrize(
    ("events", "steps"),
    [
        pytest.param(START, [PressEvents(START)], id="what is said together is one step"),
        pytest.param([UpcardTurned(TEN)], [TurnUpcard(TEN, 0), ClearStock(0)], id="upcard"),
        pytest.param(
            [Exchanged(1, 2)], [Exchange(1, 2), PressEvents((Exchanged(1, 2),))], id="exchange, then its count"
        ),
        pytest.param([Exchanged(1, 0)], [PressEvents((Exchanged(1, 0),))], id="nothing exchanged, no hand moves"),
        pytest.param(
            [Exchanged(0, 1), CardTaken(0, TEN, "upcard")],
            [Exchange(0, 1), TakeUpcard(0), PressEvents((Exchanged(0, 1), CardTaken(0, TEN, "upcard")))],
            id="the dealer exchanges and takes the upcard",
        ),
        pytest.param(
            [UpcardTurned(TEN), CardTaken(0, TEN, "upcard")],
            [TurnUpcard(TEN, 0), TakeUpcard(0), PressEvents((CardTaken(0, TEN, "upcard"),)), ClearStock(0)],
            id="an upcard that is the dealer's at once",
        ),
        pytest.param(
            [UpcardTurned(TEN), CardLaid(0, TEN), TrickGathered(0)],
            [TurnUpcard(TEN, 0), TakeUpcard(0), Lay(0, TEN), Gather(0), ClearStock(0)],
            id="an upcard that nobody was told of is taken when it is played",
        ),
        pytest.param(
            [UpcardTurned(TEN), Exchanged(0, 1), CardLaid(1, KING), CardLaid(0, TEN)],
            [
                *(TurnUpcard(TEN, 0), Exchange(0, 1), TakeUpcard(0), PressEvents((Exchanged(0, 1),))),
                *(Lay(1, KING), Lay(0, TEN), ClearStock(0)),
            ],
            id="or with the exchange before",
        ),
        pytest.param([CardLaid(3, KING), TrickGathered(1)], [Lay(3, KING), Gather(1)], id="cards and trick"),
        pytest.param([CardLaid(3, KING)], [Lay(3, KING), ClearStock(0)], id="an open trick is cleared"),
    ],
)
def test_script_makes_steps_of_events(events: list[Event], steps: list[Step]) -> None:
    assert list(script(events)) == steps


def test_a_stock_of_which_nothing_is_turned_lies_aside() -> None:
    said = Announced(3, "bid", "3")
    assert list(script([*START, said], stock=True)) == [
        PressEvents(START),
        SetStock(2),
        PressEvents((said,)),
        ClearStock(2),
    ]


def tables() -> list[tuple[str, str | None, int]]:
    return [
        (kind.name, preset, players)
        for kind in all_games().values()
        for preset in kind.book.presets
        for players in kind.players
    ]


@pytest.mark.parametrize(("name", "preset", "players"), one_in(20, tables()))
def test_every_call_of_a_deal_has_a_button_sequence(name: str, preset: str | None, players: int) -> None:
    """The menus offer every event of a simulation, and the presses found enter exactly these."""
    rules = dict(game(name, preset=preset).rules.changes)
    simulated = simulation(name, players, 5, rules)
    simulated.play_deal()
    seats = simulated.table.seats
    controller = SessionController(
        Setup(name, seats, tuple(rules.items()), preset), words_for("en", region_for(simulated.game.pack))
    )
    events = list(simulated.events)
    while events:
        if isinstance(events[0], SEEN) or getattr(events[0], "source", "") == "cut":
            controller.table.observe(events.pop(0))
            continue
        way = shortest_presses(controller.view, controller.menu, events)
        assert way is not None, events[0]
        reported = [noted.event for button in way.presses for noted in controller.press(Press(button))]
        assert reported == events[: way.event_count]
        del events[: way.event_count]


def test_event_that_no_menu_offers_is_rejected() -> None:
    controller = SessionController(Setup("bohemian-watten", (0, 1, 2, 3)), words_for("en", "bavarian"))
    assert shortest_presses(controller.view, controller.menu, [Announced(0, "fold")]) is None
