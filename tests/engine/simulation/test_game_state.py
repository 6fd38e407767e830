"""A game with all hands known: legal actions, push and pop, clones, and what a seat knows."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Table
from engine.cards import Card
from engine.events import Announced, CardLaid
from engine.games import all_games
from engine.simulation.game_state import GameState, IllegalAction
from tests.support.examples import examples, one_in

GAMES = [(name, players) for name, kind in sorted(all_games().items()) for players in kind.players]
SECRET = ("watten", 4, {"announcement": "secret"})


def play_out(state: GameState, random: Random, most: int = 400) -> None:
    for _ in range(most):
        if state.is_terminal():
            return
        state.apply_action(random.choice(state.legal_actions()))


def looks(state: GameState) -> object:
    table = state.table
    seen = [state.information_state(seat) for seat in table.seats]
    return (seen, table.step, dict(table.tallies), table.findings, state.legal_actions(), tuple(state.dealing.stock))


@pytest.mark.parametrize(("name", "players"), one_in(10, GAMES))
@settings(max_examples=5)
@given(seed=st.integers(0, 10**6))
def test_legal_actions_lead_to_the_end_without_a_finding(name: str, players: int, seed: int) -> None:
    state = GameState(name, players, seed, deals=1)
    play_out(state, Random(seed))
    assert state.is_terminal()
    assert (state.legal_actions(), state.current_player(), state.table.findings) == ((), None, ())
    assert Table.from_journal(state.history()).tallies == state.table.tallies


def test_who_must_call_is_to_act_where_the_rules_name_no_seat() -> None:
    """SK23: the table does not know who holds the Ober of acorns."""
    state = GameState("schafkopf", 4, seed=3, rules={"all_pass": "muss"}, deals=1)
    for seat in state.table.current_deal.from_forehand():
        state.apply_action(Announced(seat, "pass"))
    player = state.current_player()
    assert player is not None
    assert Card("E", "O") in state.information_state(player).hand
    assert {action.call for action in state.legal_actions() if isinstance(action, Announced)} <= {"rufspiel", "zehner"}
    play_out(state, Random(3))
    assert state.is_terminal()


def test_a_game_is_played_to_its_end_and_pays_winners_and_losers() -> None:
    state = GameState("gras", 3, seed=4)
    play_out(state, Random(4), 2000)
    assert state.table.result.is_over
    assert sorted(set(state.returns().values())) == [-1.0, 1.0]
    assert {seat for seat, value in state.returns().items() if value > 0} == set(state.table.result.winners)


@pytest.mark.parametrize("name", one_in(10, sorted(all_games())))
@settings(max_examples=examples(10))
@given(seed=st.integers(0, 10**6), count=st.integers(1, 25))
def test_pop_undoes_push(name: str, seed: int, count: int) -> None:
    state, random = GameState(name, max(all_games()[name].players), seed), Random(seed)
    before, pushed = [], []
    for _ in range(count):
        if state.is_terminal():
            break
        action = random.choice(state.legal_actions())
        before.append(looks(state))
        pushed.append(action)
        state.push(action)
    while before:
        assert state.pop() == pushed.pop()
        assert looks(state) == before.pop()
    with pytest.raises(IndexError, match="got no action to take back"):
        state.pop()


@pytest.mark.parametrize("name", one_in(10, sorted(all_games())))
@settings(max_examples=examples(10))
@given(seed=st.integers(0, 10**6), count=st.integers(0, 30))
def test_clone_is_independent_and_deterministic(name: str, seed: int, count: int) -> None:
    state = GameState(name, max(all_games()[name].players), seed)
    play_out(state, Random(seed), count)
    before, twin = looks(state), state.clone()
    assert looks(twin) == before
    play_out(twin, Random(7), 30)
    assert looks(state) == before
    play_out(state, Random(7), 30)
    assert looks(state) == looks(twin)


@settings(max_examples=examples(20))
@given(seed=st.integers(0, 10**6))
def test_information_does_not_depend_on_hidden_cards(seed: int) -> None:
    """Other hands and the stock are exchanged for one another: nothing that the seat is told changes."""
    state = GameState("bauerchen", 4, seed)
    known = state.information_state_string(1)
    hands = state.dealing.hands
    hands[0], hands[2] = hands[2], hands[0]
    assert state.information_state_string(1) == known
    assert all(str(card) in known.splitlines()[0] for card in hands[1])
    assert not any(str(card) in known.splitlines()[0].split(", ")[0].split()[3:] for card in hands[0])


def test_a_secret_trump_is_known_to_the_announcers_only() -> None:
    name, players, rules = SECRET
    state = GameState(name, players, 3, rules)
    deal = state.table.deal
    assert deal is not None
    informed = {seat for seat in range(4) if state.information_state(seat).trump is not None}
    assert informed == {deal.dealer, deal.forehand}


def test_illegal_action_raises_and_changes_nothing() -> None:
    state = GameState("bauerchen", 4, seed=1)
    before, player = looks(state), state.current_player()
    assert player is not None
    with pytest.raises(IllegalAction, match="expected one of: "):
        state.push(CardLaid(player, Card("C", "7")))
    assert looks(state) == before


def test_rewards_are_good_where_low_tallies_win() -> None:
    state = GameState("bohemian-watten", 2, seed=2, deals=1)
    assert set(state.rewards().values()) == {0.0}
    play_out(state, Random(2))
    changes = state.table.history[-1].changes
    assert state.rewards() == {seat: -float(change) for seat, change in changes.items()}


def test_events_can_be_popped_from_a_table() -> None:
    state = GameState("gras", 3, seed=4)
    play_out(state, Random(1), 12)
    table, journal = state.table.copy(), list(state.history())
    assert table.pop(3) == journal[-3:]
    assert table.tallies == Table.from_journal(journal[:-3]).tallies
    assert table.pop(0) == []
    with pytest.raises(IndexError, match="got 999 events to pop"):
        table.pop(999)
