"""Menus of the included games during play, at the score, and after it."""

import pytest

from common.texts.phrases import Text
from common.texts.words import words_for
from device.menus.deal.before_play import PickUpcardMenu
from device.menus.deal.calls import CallsMenu, CallValueMenu
from device.menus.deal.corrections import (
    CorrectCardMenu,
    MissedCardMenu,
    SeatAtFaultMenu,
    reportable_faults,
    seats_at_fault,
)
from device.menus.deal.manual_entry import ManualEntryMenu
from device.menus.deal.questions import FindingMenu
from device.menus.deal.resting import AfterDealMenu, ScoreMenu, ShowRestMenu, TrickMenu, TrickTakerMenu
from device.screens.base import Keys, TileScreen
from device.screens.deal import FindingScreen
from device.screens.engine_text import tile_text, worth_text
from device.screens.lists import ListScreen, SentenceScreen
from device.screens.score import ScoreScreen, Tally
from device.session.controller import SessionController
from engine.events import Announced, CardsShown, Event, Ruled, TrickGathered, TricksEntered, UpcardTurned
from engine.rules.findings import Kind
from tests.support.schafkopf_tables import replay
from tests.support.screens.gallery import HEARTS_U, SECRET, SPADES, THREE_TRICKS
from tests.support.screens.painted import layout_faults
from tests.support.session_script import card, cards, events, go, in_play, new_controller

FRENCH = words_for("de", "french")


def bauerchen(script: str) -> SessionController:
    controller = new_controller(4, words=FRENCH, game="bauerchen")
    go(controller, script)
    return controller


@pytest.mark.parametrize(
    ("script", "menu", "reported"),
    [
        pytest.param("PLAY", CallsMenu, None, id="the list"),
        pytest.param("PLAY PLAY", CallValueMenu, None, id="a meld needs a suit"),
        pytest.param("PLAY PLAY DOWN DOWN PLAY", TrickMenu, Announced(0, "meld", "H"), id="a meld"),
        pytest.param("PLAY DOWN DOWN PLAY", TrickMenu, Announced(1, "double"), id="West doubles"),
        pytest.param("PLAY UP PLAY", MissedCardMenu, None, id="a missed card"),
        pytest.param("PLAY UP UP PLAY", FindingMenu, Announced(3, "misdeal"), id="a misdeal"),
        pytest.param("FOLD", CorrectCardMenu, None, id="correcting"),
    ],
)
def test_calls_are_listed_during_play(script: str, menu: type, reported: Event | None) -> None:
    controller = bauerchen(SPADES)
    noted = events(go(controller, script))
    assert noted == ([] if reported is None else [reported])
    assert isinstance(controller.menu, menu)


def test_sides_score_in_one_row() -> None:
    controller = bauerchen(f"{SPADES} CA CK CQ C10 clear DOWN")
    assert isinstance(controller.screen, ScoreScreen)
    assert [(tally.seats, tally.note) for tally in controller.screen.tallies] == [
        ((0, 2), "1 St., 28 Augen"),
        ((1, 3), "0 St., 0 Augen"),
    ]
    assert controller.screen.target == 12


@pytest.mark.parametrize(
    ("calls", "worth"),
    [
        ("say 0 rufspiel L", "Rufspiel, Gras"),
        ("say 0 rufspiel S | say 1 kontra", "Rufspiel ×2, Schellen"),
        ("say 0 solo H", "Solo"),
        ("say 0 pass", ""),
    ],
)
def test_the_score_names_the_suit_of_a_called_card(calls: str, worth: str) -> None:
    table, _ = replay(f"deal 3 | {calls}")
    words = words_for("de", "bavarian")
    assert worth_text(table.current_game, table.current_deal, words) == worth
    tallies = tuple(Tally((seat,), 0) for seat in range(4))
    assert (
        layout_faults(ScoreScreen(tallies, 3, Keys("back", "tricks", "table_tile", "go_on"), worth=worth), words) == []
    )


def test_card_points_are_entered_in_tens_and_ones() -> None:
    controller = bauerchen("")
    controller.set_camera(False)
    noted = go(controller, "PLAY PLAY UP UP DOWN PLAY PLAY")
    assert events(noted) == [TricksEntered(((0, 21), (1, 109)), "C")]


def test_calls_close_when_the_camera_goes() -> None:
    controller = bauerchen(f"{SPADES} PLAY")
    assert isinstance(controller.menu, CallsMenu)
    controller.set_camera(False)
    assert isinstance(controller.menu, ManualEntryMenu)


def test_a_card_may_be_turned_instead_of_a_call() -> None:
    controller = new_controller(4, words=FRENCH, game="bauerchen", rules=(("die_letzte", True),))
    go(controller, "UP PLAY")
    assert isinstance(controller.menu, PickUpcardMenu)
    assert events(go(controller, "FOLD HK>0")) == [UpcardTurned(card("HK"))]


def watten(script: str, rules: tuple[tuple[str, str | int], ...] = ()) -> SessionController:
    controller = new_controller(4, game="watten", rules=rules)
    go(controller, script)
    return controller


def test_a_bid_is_answered_with_two_keys_or_raised() -> None:
    controller = watten(f"{HEARTS_U} HU PLAY PLAY")
    assert isinstance(controller.screen, SentenceScreen)
    assert (controller.screen.title, controller.screen.before) == ("Süd–Nord", "West: 3 geboten")
    assert (controller.screen.fold, controller.screen.more, controller.screen.play) == ("gehen", "more", "bleiben")
    assert events(go(controller, "DOWN PLAY")) == [Announced(0, "bid", "4")]


def test_further_calls_are_tiles() -> None:
    controller = watten("UP")
    assert isinstance(controller.screen, TileScreen)
    assert controller.screen.tiles[-3:] == ("Schö- neres", "Süd: Schlag- tausch", "Ost: Schlag- tausch")
    assert controller.screen.named == "Ost", "whose turn it is"
    go(controller, "UP UP PLAY")
    assert isinstance(controller.screen, SentenceScreen)
    assert (controller.screen.title, controller.screen.question) == ("Ost", "Einverstanden?")
    assert controller.screen.before == "Süd: Schöneres"


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        pytest.param("rufen", "rufen", id="short"),
        pytest.param("better cards", "better cards", id="two words"),
        pytest.param("Schlagtausch", "Schlag- tausch", id="broken before the last consonant"),
        pytest.param("Mmmmmmmmmmmmmmmmmmm", "…", id="no place to break it"),
        pytest.param("eins zwei drei vier fünf sechs sieben acht neun", "…", id="too much"),
    ],
)
def test_words_on_a_tile(text: str, tile: str) -> None:
    assert tile_text(text) == tile


def test_undo_names_its_event() -> None:
    controller = watten("PLAY FOLD")
    assert isinstance(controller.screen, TileScreen)
    assert controller.screen.title == "Zurück: Schlag Sau?"
    tiles = ("misdeal_tile", "peek_tile", "sign_tile", "undo", "table_tile")
    assert watten("FOLD").screen == TileScreen("undo_title", tiles, 0)
    assert watten("FOLD UP UP").screen == TileScreen(Text("Zurück: Ost gibt?"), tiles, 3)


def test_hands_cut_short_are_shown_to_the_camera() -> None:
    controller = watten(f"{HEARTS_U} {THREE_TRICKS}")
    assert isinstance(controller.screen, ScoreScreen)
    assert controller.table.open_plays()
    assert controller.screen.keys.up == "key_open"
    go(controller, "UP")
    assert isinstance(controller.menu, AfterDealMenu)
    assert isinstance(controller.screen, ListScreen)
    before = controller.screen.rows
    assert events(go(controller, "DOWN PLAY EA/EK EA EA")) == [], (
        "a doubtful card and the same card again are not taken"
    )
    assert isinstance(controller.menu, ShowRestMenu)
    assert events(go(controller, "EK")) == [CardsShown(1, cards("EA EK"), whole=True)]
    go(controller, "UP")
    assert before[1] == "West zeigt den Rest"
    assert before[1] not in controller.screen.rows


@pytest.mark.parametrize(("shows", "rows"), [(True, ["West zeigt den Rest"]), (False, [])])
def test_the_last_card_that_was_bid_with_is_asked_for_if_the_others_go(shows: bool, rows: list[str]) -> None:
    """DECISIONS WA20: West has bid with a leaf, although bells were led."""
    tricks = "LA LK LO L9 clear EA EK EO E9 clear S7 S10 S8 S9 clear E8 L10 E10 L7 clear SK SA"
    controller = watten(f"{HEARTS_U} {tricks}", (("show_last_card", shows),))
    observed = [Announced(1, "bid", "3"), Announced(2, "go")]
    assert [controller.table.observe(event) for event in observed] == [[], []]
    assert isinstance(controller.screen, ScoreScreen)
    assert controller.screen.keys.up == ("key_open" if shows else "tricks")
    go(controller, "UP")
    listed = controller.screen.rows if isinstance(controller.screen, ListScreen) else ()
    assert [row for row in listed if "zeigt" in str(row)] == rows
    if shows:
        assert events(go(controller, "DOWN PLAY L8")) == [CardsShown(1, (card("L8"),), whole=True)]
        assert isinstance(controller.menu, FindingMenu)
        assert [finding.kind for finding in controller.table.findings] == [Kind.WILD_BID]


def test_shown_cards_can_be_chosen_and_fewer_may_be_left() -> None:
    controller = watten(f"{HEARTS_U} {THREE_TRICKS} UP DOWN PLAY")
    assert events(go(controller, "DOWN PLAY FOLD DOWN PLAY UP DOWN PLAY"))[-1:] == [
        CardsShown(1, (card("EA"),), whole=True)
    ]


def test_shown_card_that_was_on_the_table_is_reported_once() -> None:
    controller = watten(f"{HEARTS_U} {THREE_TRICKS}")
    seen = controller.view.tricks[0].cards[0]
    twice, hand = controller.table.observe(CardsShown(1, (seen,), whole=True))
    assert (twice.kind, hand.kind) == (Kind.SEEN_TWICE, Kind.WRONG_HAND)
    assert controller.menu == FindingMenu(twice)
    assert isinstance(controller.screen, FindingScreen)
    assert (controller.screen.title, controller.screen.rulings) == ("Zweimal gesehen", ())
    go(controller, "PLAY")
    assert controller.menu == FindingMenu(hand)
    go(controller, "FOLD UP")
    assert isinstance(controller.screen, ListScreen)
    assert "West: Zweimal gesehen" not in controller.screen.rows, "there is nothing to decide"


def test_a_misdeal_is_ruled_on_and_dealt_again() -> None:
    controller = watten("FOLD")
    assert events(go(controller, "PLAY")) == [Announced(3, "misdeal")]
    assert isinstance(controller.menu, FindingMenu)
    assert events(go(controller, "DOWN PLAY")) == [Ruled(2, "counted")]
    assert isinstance(controller.menu, ScoreMenu)
    assert controller.table.tallies[0] == 2, "the other side's, by the rules of this house"


@pytest.mark.parametrize(
    ("rules", "faults", "peekers"),
    [
        ((), ("misdeal", "peek", "sign"), (2,)),
        ((("strict", True),), ("misdeal", "peek", "sign"), (2, 1)),
        ((("deuten", True),), ("misdeal", "peek"), (2,)),
        ((("deuten", True), ("cutter_may_look", True)), ("misdeal",), ()),
    ],
)
def test_only_what_is_a_fault_at_this_table_can_be_reported(
    rules: tuple[tuple[str, bool], ...], faults: tuple[str, ...], peekers: tuple[int, ...]
) -> None:
    """Seat 3 deals and seat 0 is forehand; seat 2 cuts."""
    view = new_controller(rules=rules, game="watten").view
    assert reportable_faults(view) == faults
    assert seats_at_fault(view, "peek") == peekers


def test_seat_that_peeked_is_asked() -> None:
    controller = watten("FOLD DOWN PLAY")
    assert isinstance(controller.menu, SeatAtFaultMenu)
    assert events(go(controller, "PLAY")) == [Announced(2, "peek")]
    assert isinstance(controller.menu, FindingMenu)


def test_table_is_asked_for_the_taker_under_a_secret_trump() -> None:
    controller = watten("LA LK SU HO", SECRET)
    assert controller.table.turn is None
    assert events(go(controller, "PLAY")) == []
    assert isinstance(controller.menu, TrickTakerMenu)
    assert events(go(controller, "DOWN PLAY")) == [TrickGathered(1)]
    assert controller.table.turn == 1


@pytest.mark.parametrize(("shown", "title"), [("EA EK", "West [acorns:Sau] [acorns:K]"), ("EA EK EO", "West 3")])
def test_shown_cards_are_named_while_there_is_room(shown: str, title: str) -> None:
    screen = ShowRestMenu(1, cards(shown)).screen(in_play().view)
    assert screen.title == title
