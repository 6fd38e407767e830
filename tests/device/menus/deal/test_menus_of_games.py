"""What the games of the house ask while they are played, at their score and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.i18n.words import words_for
from device.menus.deal.before_play import AtExchange, PickUpcard
from device.menus.deal.calls import Naming, Saying
from device.menus.deal.corrections import Correct, PickCard, WhoDid
from device.menus.deal.questions import AtFinding, Question
from device.menus.deal.score import AfterDeal, AtScore, ShowRest
from device.menus.deal.trick import AtPlay, WhoTook
from device.screens.base import Choice, Number
from device.screens.engine_text import tile_text
from device.screens.lists import Listed, YesOrNo
from device.screens.score import GameOver, Score
from device.screens.trick import Found
from engine.events import (
    Announced,
    CardLaid,
    CardsShown,
    DealStarted,
    Exchanged,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.rules.findings import Kind
from tests.support.screens.gallery import HEARTS_U, LATINISCH, LEDIG, SECRET, SPADES, THREE_TRICKS
from tests.support.session_script import card, cards, events, go, in_play, new_keeper

if TYPE_CHECKING:
    from device.session.controller import SessionController
    from engine.events import Event

FRENCH = words_for("de", "french")


def bauerchen(script: str) -> SessionController:
    keeper = new_keeper(4, words=FRENCH, game="bauerchen")
    go(keeper, script)
    return keeper


@pytest.mark.parametrize(
    ("script", "menu", "told"),
    [
        pytest.param("PLAY", Saying, None, id="the list"),
        pytest.param("PLAY PLAY", Naming, None, id="a meld needs a suit"),
        pytest.param("PLAY PLAY DOWN DOWN PLAY", AtPlay, Announced(0, "meld", "H"), id="a meld"),
        pytest.param("PLAY DOWN DOWN PLAY", AtPlay, Announced(1, "double"), id="West doubles"),
        pytest.param("PLAY UP PLAY", PickCard, None, id="a missed card"),
        pytest.param("PLAY UP UP PLAY", AtFinding, Announced(3, "misdeal"), id="a misdeal"),
        pytest.param("FOLD", Correct, None, id="correcting"),
    ],
)
def test_what_may_be_said_while_cards_are_played(script: str, menu: type, told: Event | None) -> None:
    keeper = bauerchen(SPADES)
    noted = events(go(keeper, script))
    assert noted == ([] if told is None else [told])
    assert isinstance(keeper.menu, menu)


def test_sides_score_in_one_row() -> None:
    keeper = bauerchen(f"{SPADES} CA CK CQ C10 clear DOWN")
    assert isinstance(keeper.screen, Score)
    assert [(tally.seats, tally.note) for tally in keeper.screen.tallies] == [
        ((0, 2), "1 St., 28 Augen"),
        ((1, 3), "0 St., 0 Augen"),
    ]
    assert keeper.screen.target == 12


def test_partners_win_together() -> None:
    keeper = bauerchen(LEDIG)
    assert isinstance(keeper.screen, GameOver)
    assert keeper.screen.winners == ((1, 3),)


def test_card_points_are_entered_in_tens_and_ones() -> None:
    keeper = bauerchen("")
    keeper.seeing = False
    noted = go(keeper, "PLAY PLAY UP UP DOWN PLAY PLAY")
    assert events(noted) == [TricksEntered(((0, 21), (1, 109)), "C")]


def test_a_card_may_be_turned_instead_of_a_call() -> None:
    keeper = new_keeper(4, words=FRENCH, game="bauerchen", rules=(("die_letzte", True),))
    go(keeper, "UP PLAY")
    assert isinstance(keeper.menu, PickUpcard)
    assert events(go(keeper, "FOLD HK>0")) == [UpcardTurned(card("HK"))]


def test_who_holds_one_card_more_puts_one_away() -> None:
    keeper = new_keeper(2, game="gras")
    go(keeper, "L9 PLAY")
    assert keeper.menu == AtExchange(1)
    assert keeper.screen == Number("Nord legt weg", 1, of="von 4")
    assert events(go(keeper, "PLAY")) == [Exchanged(2, 1)]
    assert isinstance(keeper.menu, AtPlay), "the upcard is his already, so nobody asks"


def watten(script: str, rules: tuple[tuple[str, str | int], ...] = ()) -> SessionController:
    keeper = new_keeper(4, game="watten", rules=rules)
    go(keeper, script)
    return keeper


def test_a_bid_is_answered_with_two_keys_or_raised() -> None:
    keeper = watten(f"{HEARTS_U} HU PLAY PLAY")
    assert isinstance(keeper.screen, YesOrNo)
    assert (keeper.screen.title, keeper.screen.before) == ("Süd–Nord", "West: 3 geboten")
    assert (keeper.screen.fold, keeper.screen.more, keeper.screen.play) == ("gehen", "mehr", "bleiben")
    assert events(go(keeper, "DOWN PLAY")) == [Announced(0, "bid", "4")]


@pytest.mark.parametrize(
    ("script", "title"),
    [
        pytest.param("", "Süd sagt den Schlag", id="striker"),
        pytest.param("PLAY", "Ost sagt die Farbe", id="suit"),
    ],
)
def test_who_is_asked_for_one_call_reads_which(script: str, title: str) -> None:
    screen = watten(script).screen
    assert isinstance(screen, Choice)
    assert screen.title == title


def test_what_can_be_said_besides_stands_on_its_tile() -> None:
    keeper = watten("UP")
    assert isinstance(keeper.screen, Choice)
    assert keeper.screen.tiles[-3:] == ("Schö- neres", "Süd: Schlag- tausch", "Ost: Schlag- tausch")
    assert keeper.screen.named == "Ost", "whose turn it is"
    go(keeper, "UP UP PLAY")
    assert isinstance(keeper.screen, YesOrNo)
    assert (keeper.screen.title, keeper.screen.question) == ("Ost", "Einverstanden?")
    assert keeper.screen.before == "Süd: Schöneres"


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


def test_what_is_undone_is_named() -> None:
    keeper = watten("PLAY FOLD")
    assert isinstance(keeper.screen, Choice)
    assert (keeper.screen.title, keeper.screen.named) == ("undo_title", "Schlag Sau")
    tiles = ("misdeal_tile", "peek_tile", "undo", "table_tile")
    assert watten("FOLD").screen == Choice("undo_title", tiles, 0)
    assert watten("FOLD UP UP").screen == Choice("undo_title", tiles, 2, named="Ost gibt")


def test_the_score_says_what_the_deal_is_worth() -> None:
    keeper = watten(f"{HEARTS_U} HU PLAY PLAY PLAY DOWN")
    assert isinstance(keeper.screen, Score)
    assert keeper.screen.worth == "gilt 3"
    other = bauerchen(f"{SPADES} PLAY DOWN DOWN PLAY DOWN")
    assert isinstance(other.screen, Score)
    assert other.screen.worth == "zählt ×2"


def test_the_one_thing_that_is_left_to_say_is_what_more_leads_to() -> None:
    keeper = new_keeper(2, game="watten")
    keeper.table.observe(TricksEntered(((0, 3), (2, 1)), "E A"))
    go(keeper, "UP PLAY")
    assert isinstance(keeper.screen, Score)
    assert keeper.screen.more == "more"
    go(keeper, "UP")
    assert isinstance(keeper.menu, AfterDeal)
    assert events(go(keeper, "PLAY")) == [Announced(2, "bid", "4")]


def test_the_one_thing_that_was_put_off_is_what_more_leads_to() -> None:
    keeper = new_keeper(game="gras")
    go(keeper, "L9")
    keeper.table.observe(Exchanged(3, 0))
    go(keeper, "FOLD")
    keeper.table.observe(TricksEntered(((0, 3), (1, 2)), "L"))
    assert isinstance(keeper.screen, Score)
    assert keeper.screen.more == "more"
    go(keeper, "UP PLAY")
    assert isinstance(keeper.menu, AtFinding)


def test_the_score_says_who_is_krank() -> None:
    keeper = watten("", (("target", 11),))
    keeper.seeing = False
    while keeper.table.tallies[0] < 9:
        go(keeper, "PLAY" if keeper.table.phase == "scored" else "PLAY UP UP UP PLAY PLAY")
    assert isinstance(keeper.screen, Score)
    assert keeper.screen.tallies[0].note.endswith(" krank")
    assert "krank" not in keeper.screen.tallies[1].note


def test_hands_cut_short_are_shown_to_the_camera() -> None:
    keeper = watten(f"{HEARTS_U} {THREE_TRICKS}")
    assert isinstance(keeper.screen, Score)
    assert keeper.screen.more == f"{len(keeper.table.open_plays())} ungeklärt"
    go(keeper, "UP")
    assert isinstance(keeper.menu, AfterDeal)
    assert isinstance(keeper.screen, Listed)
    before = keeper.screen.rows
    assert events(go(keeper, "DOWN PLAY EA/EK EA EA")) == [], "a doubtful card and the same card again are not taken"
    assert isinstance(keeper.menu, ShowRest)
    assert events(go(keeper, "EK")) == [CardsShown(1, cards("EA EK"), whole=True)]
    go(keeper, "UP")
    assert before[1] == "West zeigt den Rest"
    assert before[1] not in keeper.screen.rows


def test_shown_cards_can_be_chosen_and_fewer_may_be_left() -> None:
    keeper = watten(f"{HEARTS_U} {THREE_TRICKS} UP DOWN PLAY")
    assert events(go(keeper, "DOWN PLAY FOLD DOWN PLAY UP DOWN PLAY"))[-1:] == [
        CardsShown(1, (card("EA"),), whole=True)
    ]


def test_a_shown_card_that_lay_there_before_is_told_once_and_hides_nothing() -> None:
    keeper = watten(f"{HEARTS_U} {THREE_TRICKS}")
    seen = keeper.view.tricks[0].cards[0]
    twice, hand = keeper.table.observe(CardsShown(1, (seen,), whole=True))
    assert (twice.kind, hand.kind) == (Kind.SEEN_TWICE, Kind.WRONG_HAND)
    assert keeper.menu == AtFinding(twice)
    assert isinstance(keeper.screen, Found)
    assert (keeper.screen.title, keeper.screen.rulings) == ("Zweimal gesehen", ())
    go(keeper, "PLAY")
    assert keeper.menu == AtFinding(hand)
    go(keeper, "FOLD UP")
    assert isinstance(keeper.screen, Listed)
    assert "West: Zweimal gesehen" not in keeper.screen.rows, "there is nothing to decide"


def test_what_is_open_between_tricks_comes_after_a_card_shown_twice() -> None:
    keeper = in_play("L7 L8 L10 LA clear")
    keeper.table.observe(CardsShown(0, cards("L7")))
    go(keeper, "LK/LU/LO>3 S9>0 S8>1 S10>2 clear")
    assert isinstance(keeper.menu, AtFinding)
    go(keeper, "FOLD")
    assert isinstance(keeper.menu, Question)


def test_a_misdeal_may_be_told_in_the_middle_of_a_trick() -> None:
    keeper = in_play("L7>0 L8>1 FOLD")
    while keeper.menu.tiles[keeper.menu.selected] != "misdeal_tile":  # type: ignore[union-attr]
        go(keeper, "DOWN")
    assert events(go(keeper, "PLAY")) == [Announced(3, "misdeal")]
    assert isinstance(keeper.menu, AtFinding)
    assert events(go(keeper, "PLAY PLAY"))[-1] == DealStarted(3), "let it stand: dealt again by the same"


def test_a_misdeal_is_ruled_on_and_dealt_again() -> None:
    keeper = watten("FOLD")
    assert events(go(keeper, "PLAY")) == [Announced(3, "misdeal")]
    assert isinstance(keeper.menu, AtFinding)
    assert events(go(keeper, "DOWN PLAY")) == [Ruled(2, "counted")]
    assert isinstance(keeper.menu, AtScore)
    assert keeper.table.tallies[0] == 2, "the other side's, by the rules of this house"


def test_after_a_misdeal_a_card_begins_the_next_deal() -> None:
    keeper = watten("FOLD PLAY PLAY")
    assert keeper.table.phase == "deal"
    assert events(go(keeper, "LA")) == [DealStarted(0), CardLaid(1, card("LA"))]


def test_who_peeked_is_asked() -> None:
    keeper = watten("FOLD DOWN PLAY")
    assert isinstance(keeper.menu, WhoDid)
    assert events(go(keeper, "PLAY")) == [Announced(2, "peek")]
    assert isinstance(keeper.menu, AtFinding)


def test_a_secret_trump_is_told_after_the_play() -> None:
    keeper = watten(LATINISCH, SECRET)
    assert keeper.table.phase == "reveal"
    assert events(go(keeper, "H7>1")) == [], "the next card is of no deal yet"
    noted = go(keeper, "PLAY DOWN PLAY PLAY PLAY")
    assert [(fact.seat, fact.call) for fact in events(noted) if isinstance(fact, Announced)] == [
        (3, "trump"),
        (0, "striker"),
    ]
    assert keeper.table.phase == "scored"


def test_who_took_a_trick_that_nobody_else_can_know() -> None:
    keeper = watten("LA LK SU HO", SECRET)
    assert keeper.table.turn is None
    assert events(go(keeper, "PLAY")) == []
    assert isinstance(keeper.menu, WhoTook)
    assert events(go(keeper, "DOWN PLAY")) == [TrickGathered(1)]
    assert keeper.table.turn == 1
