"""Cards laid before trump was named or turned: what is missing is said first, and nobody takes or scores until then."""

import pytest

from device.menus.deal.calls import CallValueMenu, OptionsMenu
from device.menus.deal.manual_entry import MissingTrumpMenu
from device.menus.deal.resting import TrickMenu
from device.screens.base import TileScreen
from device.screens.deal import TrickScreen
from engine.events import Amended, Announced, UpcardTurned
from engine.games import all_games, game
from tests.support.screens.painted import layout_faults
from tests.support.session_script import card, events, go, in_play, new_controller

FOUR = "HA>0 LK>1 EA>2 H9>3"
WATTEN = f"{FOUR} clear>2 EK>2 E9>3 E8>0 E7>1 clear>2 SA>2 S9>3 S8>0 S10>1 clear>2"
"""Three tricks, all gathered by seat 2; seat 3 deals and seat 0 names the striker."""
BAUERCHEN = "CA>0 DK>1 CQ>2 C10>3 clear>0"
STRIKER_U, TRUMP_E = "DOWN DOWN DOWN PLAY", "PLAY"


def asked(screen: object) -> str:
    assert isinstance(screen, TileScreen)
    return f"{screen.title} {screen.right}"


@pytest.mark.parametrize(
    ("name", "script", "title"),
    [
        ("watten", "HA>0", "Schlag fehlt Süd"),
        ("watten", FOUR, "Schlag fehlt Süd"),
        ("watten", f"{FOUR} {STRIKER_U}", "Farbe fehlt Ost"),
        ("watten", f"PLAY {FOUR}", "Farbe fehlt Ost"),
        ("watten", WATTEN, "Schlag fehlt Süd"),
        ("bauerchen", "DA>0", "Trumpf fehlt Süd"),
        ("bauerchen", BAUERCHEN, "Trumpf fehlt Süd"),
    ],
)
def test_what_is_missing_is_said_first(name: str, script: str, title: str) -> None:
    controller = new_controller(game=name)
    go(controller, script)
    assert asked(controller.screen) == title
    assert layout_faults(controller.screen, controller.view.words) == []
    assert controller.table.score is None
    assert {trick.taker for trick in controller.view.deal.tricks} <= {None}


def test_the_trick_is_shown_without_a_taker_if_it_is_put_off() -> None:
    controller = new_controller(game="watten")
    go(controller, f"{FOUR} FOLD")
    assert isinstance(controller.menu, TrickMenu)
    screen = controller.screen
    assert isinstance(screen, TrickScreen)
    assert (screen.headline, screen.seat, screen.winner) == ("who_took", None, None)
    go(controller, "PLAY")
    assert isinstance(controller.menu, MissingTrumpMenu), "it is asked again with the next card or trick"


def test_it_is_told_at_once_and_counts_from_the_first_card() -> None:
    controller = new_controller(game="watten")
    recorded_events = events(go(controller, f"{FOUR} {STRIKER_U} {TRUMP_E}"))[-2:]
    assert recorded_events == [Announced(0, "striker", "U"), Announced(3, "trump", "E")]
    screen = controller.screen
    assert isinstance(screen, TrickScreen)
    assert (screen.headline, screen.seat) == ("takes_trick", 2)


def test_without_it_nothing_is_scored_and_cards_lie_in_peace() -> None:
    controller = new_controller(game="watten")
    go(controller, f"{WATTEN} HK>2 H8>3 H7>0 HO>1 clear L7>0 L8>1 L9>2 L10>3 clear")
    assert (controller.table.phase, controller.table.score) == ("reveal", None)
    assert set(controller.table.tallies.values()) == {0}
    go(controller, f"{STRIKER_U} {TRUMP_E}")
    assert controller.table.score is not None


def test_an_upcard_that_was_taken_out_is_asked_for_and_put_before_the_first_card() -> None:
    """Such as one that was no card after all."""
    controller = in_play("L7>0 S9>1")
    upcard = next(position for position, fact in controller.view.facts if isinstance(fact, UpcardTurned))
    controller.table.observe(Amended(upcard))
    assert asked(controller.screen) == "Trumpfkarte fehlt Ost"
    assert isinstance(controller.screen, TileScreen)
    down = controller.screen.tiles.index(card("E9"))
    go(controller, ["DOWN"] * down + ["PLAY"])
    assert controller.table.trump == "E"
    assert [finding.kind.value for finding in controller.table.findings] == []


@pytest.mark.parametrize("name", all_games())
def test_every_game_can_tell_it(name: str) -> None:
    """A card that lands where trump was neither named nor turned never takes, and has a way to tell trump."""
    playing = game(name)
    controller = new_controller(game=name)
    cards = [str(each) for each in playing.pack.cards[:4]]
    go(controller, [f"{each}>{seat}" for seat, each in enumerate(cards)])
    view = controller.view
    if "trump" not in playing.book.calls and any(isinstance(fact, UpcardTurned) for _, fact in view.facts):
        assert not view.game.lacks_trump(view.deal), "the first card was turned for trump"
        return
    if playing.all_trumps == ("",):
        assert view.game.taker_in(view.deal) is not None, "without trumps nothing is missing"
        return
    assert isinstance(controller.menu, MissingTrumpMenu | OptionsMenu)
    for _ in range(3):
        if isinstance(controller.menu, MissingTrumpMenu | OptionsMenu | CallValueMenu):
            go(controller, "PLAY")
    assert not view.game.lacks_trump(view.deal)
    assert view.game.taker_in(view.deal) is not None
