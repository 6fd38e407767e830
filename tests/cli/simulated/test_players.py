"""The simulated players, at a table on paper that notices everything at once."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from cli.simulated.camera import EASY_SURFACES, easy_look
from cli.simulated.players import SimulatedPlayers
from common.texts.words import words_for
from device.settings.table_setup import Setup
from device.state.table_view import View
from engine.cards import Card, Seat
from engine.events import CardLaid, DealStarted, GameStarted, Ruled, TrickGathered, UpcardTurned
from engine.games import all_games, game
from engine.rules.findings import Kind
from engine.rules.game import Phase
from simulator.choreography import Action, ClearStock, Gather, Lay, Lift, SetStock, TakeUpcard, TurnUpcard
from simulator.performer import LyingCard, Place
from tests.support.examples import one_in

MAX_MOVES = 200
"""Far more than the moves of a deal."""


@dataclass
class PaperTable:
    """Does what the players want, and tells the table of the appliance."""

    view: View
    players: SimulatedPlayers
    sheets: list[LyingCard] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    sees_takers: bool = True
    """Whether the table notices who gathers a trick; otherwise only that it is gathered."""

    def play(self, moves: int = MAX_MOVES) -> Iterator[Phase]:
        for _ in range(moves):
            yield cast("Phase", self.view.table.phase)
            self.players.follow(self.view.table)
            for action in self.players.due:
                self.act(action)
            self.players.due.clear()
            move = self.players.next_move(self.view, self.sheets)
            if not move:
                return
            self.players.carry_out(move, self.sheets)
            if move.said is not None:
                self.view.table.observe(move.said)
            for action in move.actions:
                self.act(action)

    def act(self, action: Action) -> None:
        self.actions.append(action)
        table = self.view.table
        match action:
            case Lay(seat, card):
                self._put(card, seat, "trick")
                table.observe(CardLaid(seat, card))
            case Gather(seat):
                self._remove("trick")
                table.observe(TrickGathered(seat if self.sees_takers else None))
            case TurnUpcard(card, seat):
                self._put(card, seat, "upcard")
                table.observe(UpcardTurned(card))
            case TakeUpcard():
                self._remove("upcard")
            case SetStock(seat):
                self._put(None, seat, "stock")
            case Lift(card):
                self.sheets = [sheet for sheet in self.sheets if sheet.card != card]
            case ClearStock():
                self.sheets = []

    def _put(self, card: Card | None, seat: Seat, place: Place) -> None:
        self.sheets.append(cast("LyingCard", SimpleNamespace(card=card, seat=seat, place=place)))

    def _remove(self, place: Place) -> None:
        self.sheets = [sheet for sheet in self.sheets if sheet.place != place]


def table_of(name: str, seed: int, preset: str | None = None, players: int | None = None) -> PaperTable:
    rules = game(name, preset=preset).rules.changes
    count = players or max(game(name, dict(rules)).players)
    seats = (0, 2) if count == 2 else tuple(range(count))
    view = View(Setup(name, seats, rules), words_for("en", "bavarian"))
    view.camera.works = True
    view.table.observe(GameStarted(name, seats, seats[-1], rules))
    view.table.observe(DealStarted(seats[-1]))
    return PaperTable(view, SimulatedPlayers(Random(seed)))


PRESETS = [(name, preset) for name, kind in all_games().items() for preset in kind.book.presets]


@pytest.mark.parametrize(
    ("name", "preset", "seed", "sees_takers"),
    one_in(25, [(*each, seed, sees_takers) for seed in range(3) for sees_takers in (True, False) for each in PRESETS]),
)
def test_every_preset_is_played_to_its_score_by_the_rules(name: str, preset: str, seed: int, sees_takers: bool) -> None:
    table = table_of(name, seed, preset)
    table.sees_takers = sees_takers
    assert any(phase in (Phase.SCORED, Phase.OVER) for phase in table.play()), table.view.table.phase
    assert table.view.table.score is not None
    assert not table.view.table.findings
    lays = [action.card for action in table.actions if isinstance(action, Lay)]
    assert len(set(lays)) == len(lays), "nobody has a card twice"


@pytest.mark.parametrize("name", one_in(3, all_games()))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_next_deal_begins_on_an_empty_table(name: str, players: int) -> None:
    if players not in all_games()[name].players:
        players = max(all_games()[name].players)
    table = table_of(name, 5, players=players)
    phases = table.play()
    next(phase for phase in phases if phase in (Phase.SCORED, Phase.OVER))
    while table.view.table.phase != Phase.OVER and len(table.view.table.history) < 2:
        next(phases)
    if table.view.table.phase != Phase.OVER:
        assert len(table.view.table.history) == 2
        assert ClearStock in map(type, table.actions)
    assert not table.view.table.findings


@pytest.mark.parametrize("name", all_games())
def test_wrong_card_is_a_revoke_where_one_is_possible(name: str) -> None:
    for seed in range(40):
        table = table_of(name, seed)
        for phase in table.play():
            trick = table.view.table.current_deal.trick
            if phase == Phase.PLAY and trick.plays and not table.view.trick_is_full:
                table.players.follow(table.view.table)
                wrong = next(iter(table.players.wrong_move(table.view).actions), None)
                if isinstance(wrong, Lay) and wrong.seat == table.view.table.turn:
                    hand = table.players.hands[wrong.seat]
                    assert wrong.card in hand
                    assert wrong.card not in table.view.table.legal(wrong.seat, hand)
                    return
    pytest.fail("got no wrong card in 40 deals, expected one")


@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("laid", [1, 3, 6])
def test_other_players_take_over_in_the_middle_of_a_deal(name: str, laid: int) -> None:
    """As after a start anew: nobody holds a card that was laid, and everybody holds as many as the table says."""
    table = table_of(name, 2)
    phases = table.play()
    while sum(isinstance(action, Lay) for action in table.actions) < laid:
        next(phases)
    table.players = SimulatedPlayers(Random(77))
    table.players.follow(table.view.table)
    gone = {action.card for action in table.actions if isinstance(action, Lay)}
    for seat, hand in table.players.hands.items():
        assert not gone & set(hand)
        assert len(hand) == table.view.table.hand_size(seat)


def table_with_wrong_card() -> tuple[PaperTable, Lay]:
    """A deal before its first lead, and a wrong card that a player is about to lay."""
    table = table_of("watten", 1)
    next(phase for phase in table.play() if phase == Phase.PLAY)
    table.players.follow(table.view.table)
    move = table.players.wrong_move(table.view)
    table.players.carry_out(move, table.sheets)
    (wrong,) = move.actions
    assert isinstance(wrong, Lay)
    return table, wrong


def test_before_the_first_lead_a_wrong_card_is_out_of_turn() -> None:
    table, wrong = table_with_wrong_card()
    assert wrong.seat != table.view.table.turn
    table.act(wrong)
    assert [finding.kind for finding in table.view.table.findings] == [Kind.OUT_OF_TURN]


def test_a_card_that_is_taken_back_returns_to_its_hand() -> None:
    table, wrong = table_with_wrong_card()
    table.act(wrong)
    assert wrong.card not in table.players.hands[wrong.seat]
    table.view.table.observe(Ruled(len(table.view.table.journal) - 1, "taken_back"))
    back = table.players.next_move(table.view, table.sheets)
    assert back.actions == (Lift(wrong.card),)
    table.players.carry_out(back, table.sheets)
    assert wrong.card in table.players.hands[wrong.seat]


@pytest.mark.parametrize("seed", range(4))
def test_table_is_one_on_which_a_new_deck_is_seen(seed: int) -> None:
    assert easy_look(seed).surface in EASY_SURFACES


def test_nothing_happens_before_a_game() -> None:
    view = View(Setup("watten", (0, 1, 2, 3)), words_for("en", "bavarian"))
    players = SimulatedPlayers(Random(1))
    players.follow(view.table)
    assert not players.next_move(view, ())
    assert not players.wrong_move(view)
