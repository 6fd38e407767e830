"""Menus that know no game: sketches of games, each only a class with a book, are asked, answered and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest

from device.keeper import Keeper
from device.menus_calls import AtOptions, Naming, Saying
from device.menus_correct import Correct, PickCard, WhoDid
from device.menus_deal import AtExchange, PickUpcard
from device.menus_matters import AtFinding
from device.menus_play import AtPlay, WhoTook
from device.menus_score import AfterDeal, AtScore, AtStanding, ShowRest
from device.menus_start import AskingRule, FirstDealer, HouseRules
from device.screens import Choice, Number, RankTile, SuitTile, overflows
from device.screens_lists import Listed, YesOrNo
from device.screens_play import Found
from device.screens_score import GameOver, Score, Standing
from device.sentences import tile_text
from device.view import Setup
from device.words import words_for
from engine.cards import FRENCH_52
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardsShown,
    DealStarted,
    Exchanged,
    GameStarted,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.games import all_games
from engine.house import Book, Call, Switch
from engine.rules import Game, Result, Step
from engine.words import Words
from tests.device.gallery import HEARTS_U, LATINISCH, LEDIG, SECRET, SPADES, THREE_TRICKS
from tests.device.scripted import card, cards, events, go, new_keeper

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card
    from engine.deal import Deal
    from engine.deal import Standing as Lasting
    from engine.events import Event, Fact
    from engine.ladder import Ladder
    from engine.match import DealScore
    from engine.rules import Cards, Trump

FRENCH = words_for("de", "french")
SEATS = (0, 1, 2, 3)


def both(text: str) -> Words:
    return Words(text, text)


class Sketch(Game):
    """Every card of the suit led or none; whoever is asked may say what `answers` holds, phase after phase."""

    name = "sketch"
    title = both("Skizze")
    pack = FRENCH_52
    players = (4,)
    hand_size = 2
    book = Book(
        (Switch("target", "S1", (50, 500), 50, both("Bis wohin gespielt wird"), ask=True),),
        {},
        {},
        {"follow": "S2"},
        {},
        {
            "bid": Call(both("{value} geboten"), "number"),
            "trump": Call(both("Trumpf"), "suit"),
            "king": Call(both("König {value}"), "card"),
            "rank": Call(both("Rang {value}"), "rank"),
            "stay": Call(both("bleiben")),
            "pass": Call(both("weiter")),
            "shout": Call(both("rufen")),
        },
        {"ask": both("{seat} bestimmt die Farbe und sonst noch dies und das, ausführlich")},
        {"account": both("Konto"), "lost": both("verloren")},
    )
    phases: ClassVar[tuple[str, ...]] = ()
    said: ClassVar[dict[str, tuple[tuple[str, str], ...]]] = {}
    """By phase: what one seat may say."""

    def step(self, deal: Deal) -> Step:
        if self.finished(deal):
            return Step("scored")
        left = self.phases[len([fact for fact in deal.of(Announced) if fact.call in self.book.calls]) :]
        return Step(left[0], (deal.forehand,)) if left and not deal.has_play else Step("play")

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        said = self.said.get(self.step(deal).phase, ())
        return tuple(Announced(deal.forehand, call, value) for call, value in said)

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        return ()

    def best(self, trick: Cards, trump: Trump) -> Card:
        return self.cards(trick)[0]

    def trump(self, deal: Deal) -> Trump | None:
        return "H"

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        return ()

    def changes(self, deal: Deal) -> dict[int, int]:
        return {seat: 120 if taken else -35 for seat, taken in self.tricks_taken(deal).items()}

    def result(self, before: Mapping[int, int], changes: Mapping[int, int]) -> Result:
        tallies = {seat: tally + changes[seat] for seat, tally in before.items()}
        winners = tuple(seat for seat, tally in tallies.items() if tally >= self.rules.number("target"))
        return Result(tallies, winners, tuple(seat for seat in tallies if seat not in winners) if winners else ())

    def standing(self, before: Lasting, deals: Sequence[DealScore]) -> Lasting:
        return {"account": dict(deals[-1].result.tallies), "lost": dict.fromkeys(deals[-1].result.losers, 1)}


def sketched(monkeypatch: pytest.MonkeyPatch, **said: tuple[tuple[str, str], ...]) -> Keeper:
    """Returns the keeper of a game in which forehand, seat 0, says one thing in each phase."""
    kind = type("Sketched", (Sketch,), {"phases": tuple(said), "said": said})
    monkeypatch.setitem(all_games(), "sketch", kind)
    keeper = Keeper(Setup("sketch", SEATS), FRENCH)
    keeper.start(3)
    return keeper


SUITS = tuple(("trump", suit) for suit in FRENCH_52.suits)
PLAIN = (("stay", ""), ("pass", ""))


@pytest.mark.parametrize(
    ("said", "script", "told"),
    [
        pytest.param(PLAIN, "PLAY", ("stay", ""), id="two answers: yes"),
        pytest.param(PLAIN, "FOLD", ("pass", ""), id="two answers: no"),
        pytest.param((*PLAIN, ("bid", "20")), "PLAY", ("stay", ""), id="two answers and more"),
        pytest.param((*PLAIN, ("bid", "20")), "DOWN PLAY", ("bid", "20"), id="what is more stands first"),
        pytest.param((("shout", ""), ("pass", "")), "PLAY", ("shout", ""), id="any call beside a refusal"),
        pytest.param((("shout", ""), ("stay", "")), "DOWN PLAY", ("stay", ""), id="no refusal: a list"),
        pytest.param((*PLAIN, ("shout", "")), "DOWN DOWN PLAY", ("shout", ""), id="three answers: a list"),
        pytest.param(SUITS, "DOWN DOWN PLAY", ("trump", "H"), id="suits"),
        pytest.param((*SUITS, ("pass", "")), "UP PLAY", ("pass", ""), id="suits, and a call at their end"),
        pytest.param((*SUITS, ("rank", "K"), ("rank", "Q")), "PLAY DOWN PLAY", ("trump", "S"), id="two kinds of names"),
        pytest.param((*SUITS, ("rank", "K"), ("rank", "Q")), "DOWN PLAY PLAY", ("rank", "K"), id="the second kind"),
        pytest.param((("king", "HK"), ("king", "SK")), "DOWN PLAY", ("king", "SK"), id="cards"),
        pytest.param(tuple(("bid", str(n)) for n in (100, 110, 120)), "UP PLAY", ("bid", "120"), id="numbers"),
        pytest.param((("shout", ""),), "PLAY", ("shout", ""), id="one thing only"),
        pytest.param((("boo", "7"),), "PLAY", ("boo", "7"), id="not in the book"),
    ],
)
def test_any_phase_is_asked(
    said: tuple[tuple[str, str], ...], script: str, told: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = sketched(monkeypatch, ask=said)
    assert isinstance(keeper.menu, AtOptions)
    noted = []
    for word in script.split():
        assert overflows(keeper.screen, FRENCH) == []
        noted += go(keeper, word)
    assert events(noted) == [Announced(0, *told)]


def test_suits_and_ranks_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = sketched(monkeypatch, ask=SUITS, rank=(("rank", "K"), ("rank", "Q"), ("shout", "")))
    assert isinstance(keeper.screen, Choice)
    assert keeper.screen.tiles == tuple(map(SuitTile, FRENCH_52.suits))
    assert keeper.screen.named == "Kreuz"
    go(keeper, "PLAY UP")
    assert isinstance(keeper.screen, Choice)
    assert keeper.screen.tiles == (RankTile("K"), RankTile("Q"), "rufen")
    assert keeper.screen.named == "rufen"
    assert keeper.screen.title == "Süd?", "a phase without words"


def test_each_at_his_own_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = sketched(monkeypatch, ask=PLAIN)
    noted = go(keeper, "PLAY@2")
    assert events(noted) == [Announced(2, "stay")]
    assert isinstance(keeper.menu, AtFinding), "it was another's turn"
    assert isinstance(keeper.screen, Found)
    assert keeper.screen.rulings == ("zurücknehmen", "passt schon", "werten")
    assert events(go(keeper, "DOWN PLAY")) == [Ruled(2, "stands")]
    assert isinstance(keeper.menu, AtPlay)


@pytest.mark.parametrize(
    ("said", "script"),
    [
        pytest.param(PLAIN, "UP PLAY", id="two answers: up or down"),
        pytest.param((*PLAIN, ("bid", "20")), "DOWN UP PLAY PLAY", id="from the list of all"),
        pytest.param(SUITS, "FOLD PLAY", id="tiles: fold"),
        pytest.param((("shout", ""), ("stay", "")), "FOLD PLAY", id="list: fold"),
    ],
)
def test_the_last_thing_said_can_be_undone(
    said: tuple[tuple[str, str], ...], script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = sketched(monkeypatch, first=(("shout", ""),), ask=said)
    assert events(go(keeper, f"PLAY {script}")) == [Announced(0, "shout"), Amended(2)]


def test_a_switch_that_tables_differ_in_is_asked_and_holds_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(all_games(), "sketch", Sketch)
    keeper = Keeper(Setup("sketch", SEATS), FRENCH)
    go(keeper, "PLAY PLAY DOWN")
    assert isinstance(keeper.menu, AskingRule)
    go(keeper, "PLAY")
    assert isinstance(keeper.menu, HouseRules)
    assert keeper.screen.paragraphs == ("Bis wohin gespielt wird – hier: 500",)
    go(keeper, "FOLD")
    assert isinstance(keeper.menu, AskingRule)
    go(keeper, "DOWN PLAY PLAY")
    assert isinstance(keeper.menu, FirstDealer)
    assert events(go(keeper, "PLAY")) == [GameStarted("sketch", SEATS, 0, (("target", 500),)), DealStarted(0)]
    deal = "HA HK HQ HJ clear H10 H9 H8 H7 clear"
    go(keeper, deal)
    while keeper.table.phase != "over":
        go(keeper, f"PLAY {deal}")
    assert isinstance(keeper.screen, GameOver)
    assert overflows(keeper.screen, FRENCH) == [], "three digits in four columns"
    assert max(tally.points for tally in keeper.screen.tallies) == 510
    begun = events(go(keeper, "PLAY PLAY"))[0]
    assert isinstance(begun, GameStarted)
    assert begun.rules == (("target", 500),)


def test_what_the_house_has_set_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(all_games(), "sketch", Sketch)
    keeper = Keeper(Setup("sketch", SEATS, (("target", 500),)), FRENCH)
    go(keeper, "PLAY PLAY")
    assert isinstance(keeper.menu, HouseRules)


def test_what_lasts_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = sketched(monkeypatch)
    go(keeper, "HA HK HQ HJ clear H10 H9 H8 H7 clear")
    assert isinstance(keeper.screen, GameOver)
    go(keeper, "DOWN")
    assert isinstance(keeper.screen, Standing)
    assert keeper.screen.counts == (("Konto", (120, -35, -35, -35)), ("Verloren", (0, 1, 1, 1)))
    assert overflows(keeper.screen, FRENCH) == []
    go(keeper, "FOLD PLAY")
    assert isinstance(keeper.menu, AtStanding), "after a game it comes before the next"
    go(keeper, "PLAY DOWN DOWN")
    assert isinstance(keeper.menu, AtStanding), "and in the middle of a deal"


# What the games of the house ask


def bauerchen(script: str) -> Keeper:
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
        pytest.param("PLAY UP UP PLAY", PickCard, None, id="a missed card"),
        pytest.param("PLAY UP PLAY", AtFinding, Announced(3, "misdeal"), id="a misdeal"),
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


def watten(script: str, rules: tuple[tuple[str, str | int], ...] = ()) -> Keeper:
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
    assert keeper.screen.tiles[-3:] == ("Schö- neres", "Schlag- tausch", "Schlag- tausch")
    assert keeper.screen.named == "Ost", "whose offer it is, for the rest stands on the tile"
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
    assert watten("FOLD").screen == Choice("say", ("misdeal_tile", "peek_tile"), 0)


def test_the_score_says_what_the_deal_is_worth() -> None:
    keeper = watten(f"{HEARTS_U} HU PLAY PLAY PLAY DOWN")
    assert isinstance(keeper.screen, Score)
    assert keeper.screen.worth == "gilt 3"
    other = bauerchen(f"{SPADES} PLAY DOWN DOWN PLAY DOWN")
    assert isinstance(other.screen, Score)
    assert other.screen.worth == "zählt ×2"


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
