"""An evening that is entered by phone alone ends with the journal that presses make of it.

Two controllers see the same cards. One gets every call, name, correction and choice from a phone; for the other
presses are sought by which a person reaches the same from its menus. So every request of a phone is something that the
buttons can do as well, with the same events.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from device.hardware.presses import Press
from device.menus.base import Menu
from device.session.controller import SessionController
from device.settings.requests import Choose, Request
from device.settings.table_setup import Setup, apply_choice
from engine.cards import Card
from engine.codec import encode
from engine.events import CardLaid, DealStarted, Event, GameStarted, TrickGathered, UpcardTurned
from engine.games import game as game_called
from engine.simulation.evening import simulation
from tests.support.examples import one_in
from tests.support.session_script import GERMAN, events, go

GAMES = ("bauerchen", "bohemian-watten", "gras", "watten")
NAMES = ("Toni", "Vroni", "Sepp", "Kathi")
BUTTONS = tuple(Press(button) for button in ("play", "fold", "down", "up"))
MAX_PRESSES_TRIED = 60_000


class Tables:
    """Two tables at which the same happens."""

    def __init__(self, game: str) -> None:
        setup = Setup(game, (0, 1, 2, 3), evening="2026-11-25")
        self.pressed, self.phoned = SessionController(setup, GERMAN), SessionController(setup, GERMAN)
        for each in self.both:
            each.set_camera(True)
            each.view.appliance.earlier_names = NAMES

    @property
    def both(self) -> tuple[SessionController, SessionController]:
        return self.pressed, self.phoned

    @property
    def journal(self) -> list[Event]:
        return self.phoned.table.journal

    def see(self, word: str) -> None:
        for each in self.both:
            go(each, word)
        self.compare()

    def phone(self, **action: Any) -> None:
        """Does something by phone at one table, and by presses at the other."""
        wanted = events(self.phoned.handle_phone(action))
        requests = self.phoned.take_requests()
        for press in presses_for(self.pressed, wanted, requests):
            self.pressed.press(press)
        for each, taken in ((self.pressed, self.pressed.take_requests()), (self.phoned, requests)):
            for request in taken:
                assert isinstance(request, Choose)
                each.view.setup = apply_choice(each.view.setup, request)
        self.compare()

    def compare(self) -> None:
        assert self.pressed.table.journal == self.phoned.table.journal
        assert effects(self.pressed, ()) == effects(self.phoned, ())


def effects(controller: SessionController, requests: Sequence[Request]) -> object:
    """Returns what comes of requests: the next game with all its house rules, seats and names."""
    setup = controller.view.setup
    for request in requests:
        if not isinstance(request, Choose):
            return request
        setup = apply_choice(setup, request)
    rules = game_called(setup.game, dict(setup.rules)).rules
    return setup.game, {name: rules[name] for name in rules}, setup.seats, setup.names


def presses_for(
    controller: SessionController, wanted: Sequence[Event], requests: Sequence[Request]
) -> tuple[Press, ...]:
    """Returns the fewest presses after which a menu answers with these events and requests.

    :raises LookupError: if there are none.
    """
    controller.open_menu = None
    rest, effect = controller.menu, effects(controller, requests)
    todo: deque[tuple[Menu, tuple[Press, ...]]] = deque([(rest, ())])
    seen, tried = {repr(rest)}, 0
    while todo and tried < MAX_PRESSES_TRIED:
        menu, before = todo.popleft()
        for press in BUTTONS:
            tried += 1
            answer = menu.press(controller.view, press)
            given = () if answer.request is None else (answer.request,)
            if (*answer.events,) == (*wanted,) and effects(controller, given) == effect and (wanted or given):
                return (*before, press)
            following = answer.menu if answer.menu is not None else rest
            if not answer.events and not given and repr(following) not in seen:
                seen.add(repr(following))
                todo.append((following, (*before, press)))
    raise LookupError(f"got no presses among {tried} for {wanted} and {requests}")


@pytest.mark.parametrize("game", one_in(4, GAMES))
def test_an_evening_by_phone_has_the_journal_of_presses(game: str) -> None:
    tables, simulated = Tables(game), simulation(game, 4, 3)
    for _ in range(2):
        simulated.play_deal()
    deals = 0
    for event in simulated.events:
        match event:
            case GameStarted():
                """It comes with the first deal."""
            case DealStarted(dealer):
                deals += 1
                _begin_deal(tables, deals, dealer)
            case UpcardTurned(card):
                tables.see(str(card))
            case CardLaid(seat, card):
                tables.see(f"{card}>{seat}")
                if deals == 1 and not _has_trick(tables):
                    _correct(tables, card)
            case TrickGathered():
                tables.see("clear")
            case _:
                tables.phone(do="announce", fact=encode(event))
    kinds = [type(event).__name__ for event in tables.journal]
    assert kinds.count("DealStarted") == 2
    assert kinds.count("PlayersSeated") >= 1
    assert kinds.count("Amended") >= 3


def _begin_deal(tables: Tables, number: int, dealer: int) -> None:
    count = len(tables.journal)
    if number == 1:
        tables.phone(do="new_game", dealer=dealer, count=count)
        return
    for seat, name in enumerate(NAMES):  # at the buttons, one after the other
        tables.phone(do="names", names={str(seat): name})
    tables.phone(do="names", names={"0": "Vroni", "1": "Toni"})  # they swap their seats
    tables.phone(do="next_deal", count=len(tables.journal))


def _has_trick(tables: Tables) -> bool:
    return any(isinstance(event, TrickGathered) for event in tables.journal)


def _correct(tables: Tables, card: Card) -> None:
    """Names the card that was just laid another one, takes that back, and takes the card away and back."""
    position = max(place for place, event in enumerate(tables.journal) if isinstance(event, CardLaid))
    other = next(_other_cards(tables, card))
    tables.phone(do="correct", position=position, was=str(card), card=str(other))
    tables.phone(do="redo", position=len(tables.journal) - 1)
    tables.phone(do="remove", position=position, was=str(card))
    tables.phone(do="redo", position=len(tables.journal) - 1)


def _other_cards(tables: Tables, card: Card) -> Iterator[Card]:
    known = tables.phoned.view.known_cards()
    return (other for other in tables.phoned.view.game.pack.cards if other != card and other not in known)


@pytest.mark.parametrize("next_game", [game for game in GAMES if game != "gras"])
def test_another_game_is_chosen_as_by_presses(next_game: str) -> None:
    tables = Tables("gras")
    tables.phone(do="new_game", dealer=3, count=0)
    tables.phone(do="game", game=next_game, players=4, rules={})
    assert tables.pressed.view.setup.game == next_game
