"""`Table.legal`: what a seat may lay next in the deal in play, and the same by the game with every trump at hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Table
from engine.events import CardLaid
from engine.games import all_games
from engine.simulation.evening import simulation
from tests.support.examples import examples
from tests.support.records import play_record

rule = pytest.mark.rule

PLAYED = "deal 0 | upcard S9 | exchange 1 0 | exchange 2 0 | exchange 0 0 | play 1:L9"


@rule("1.6", "BW18")
@pytest.mark.parametrize(
    ("lines", "seat", "hand", "expected"),
    [
        pytest.param(PLAYED, 2, "LA L7 E8", "LA", id="the next to play"),
        pytest.param(PLAYED, 0, "LA L7 E8", "LA", id="who plays after him"),
        pytest.param(PLAYED, 1, "LA L7 E8", "LA L7 E8", id="who has laid leads next, or not"),
        pytest.param(f"{PLAYED} 2:LA 0:L8", 2, "L7 E8", "L7 E8", id="the full trick is taken away first"),
        pytest.param(f"{PLAYED} 2:LA 0:L8 >2", 2, "L7 E8", "L7 E8", id="leading"),
        pytest.param(PLAYED, 3, "LA L7", "", id="nobody sits there"),
        pytest.param("deal 0", 1, "LA L7", "LA L7", id="trump is not known yet"),
    ],
)
def test_legal_cards_of_a_seat(lines: str, seat: int, hand: str, expected: str) -> None:
    table, _ = play_record(lines)
    assert table.legal(seat, hand) == frozenset(table.current_game.cards(expected))


@rule("3.11", "DECISIONS WA12")
def test_cards_legal_under_some_trump_are_legal_under_a_secret_trump() -> None:
    lines = "deal 0 | say 1 striker U | say 0 trump H | play 1:H9"
    table, _ = play_record("deal 0 | play 1:H9", "announcement=secret", "0 1 2 3", name="watten")
    assert table.legal(0, "H7 L9") == frozenset(table.current_game.cards("H7 L9"))
    reported, _ = play_record(lines, "announcement=secret", "0 1 2 3", name="watten")
    assert reported.game is not None
    assert reported.legal(0, "H7 L9") == frozenset(reported.game.cards("H7")), "an announcer gives a trump to a trump"
    assert reported.legal(2, "H7 L9") == frozenset(reported.game.cards("H7 L9")), "his partner knows nothing"


@given(st.sampled_from(sorted(all_games())), st.integers(0, 10**6))
@settings(max_examples=examples(40))
def test_players_who_play_legally_lay_what_is_legal(name: str, seed: int) -> None:
    played = simulation(name, seed=seed)
    played.play_deal()
    hands = {seat: list(hand) for seat, hand in played.hands_dealt.items()}
    table = Table()
    for event in played.events:
        if isinstance(event, CardLaid):
            assert event.card in table.legal(event.seat, hands[event.seat])
            hands[event.seat].remove(event.card)
        table.observe(event)
