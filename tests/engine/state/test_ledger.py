"""The ledger: who played what with whom, who won and what is owed, across seats and evenings, after any amendment."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.amendments import effective_facts
from engine.events import Event, Fact, Ruled
from engine.notation.record import read
from engine.state.ledger import Ledger
from engine.state.table import Table
from tests.support.examples import examples
from tests.support.journals import some_evenings, with_random_events

GRAS = """evening Friday
players 0:Anna 1:Bert 2:Cenzi
game gras seats 0 1 2 dealer 0
tricks 0:5 1:0 2:0 trump H
deal 1
tricks 0:5 1:0 2:0 trump H
"""


def ledger_of(text: str) -> Ledger:
    return Ledger.of(read(f"kiebitz record 1\n{text}"))


@pytest.mark.parametrize(
    ("rules", "preset"),
    [("", "standard"), (" rules overtake=false schleck=none", "relaxed"), (" rules schleck=none", None)],
)
def test_the_preset_that_the_choice_equals(rules: str, preset: str | None) -> None:
    (game,) = ledger_of(f"game bohemian-watten seats 0 1 dealer 0{rules}").games
    assert game.preset == preset


def test_a_game_without_a_score_is_that_of_the_players_of_its_evening() -> None:
    ledger = ledger_of(
        "evening Friday\nplayers 0:Anna\ngame gras seats 0 1 2 dealer 0\n"
        "evening Saturday\nplayers 0:Zenzi\ngame gras seats 0 1 2 dealer 0"
    )
    assert [game.players.get(0) for game in ledger.games] == ["Anna", "Zenzi"]


def test_a_deal_belongs_to_those_who_were_dealt_it() -> None:
    text = """players 0:Anna 1:Bert 2:Cenzi
game gras seats 0 1 2 dealer 0
deal 0
tricks 0:5 1:0 2:0 trump H
players 0:Dori 1:Anna 2:Bert
deal 1
players 0:Dori 1:Bert 2:Anna
tricks 0:5 1:0 2:0 trump H
players 0:Emil 1:Bert 2:Anna
"""
    (game,) = ledger_of(text).games
    assert [list(deal.players.values()) for deal in game.deals] == [["Anna", "Bert", "Cenzi"], ["Dori", "Bert", "Anna"]]


def told_anew(journal: Sequence[Event]) -> list[Fact]:
    """Returns the facts that hold; rulings name their events by place, which amendments move."""
    facts = effective_facts(journal)
    places = {position: place for place, (position, _) in enumerate(facts)}
    return [
        replace(fact, position=places.get(fact.position, len(facts))) if isinstance(fact, Ruled) else fact
        for _, fact in facts
    ]


@pytest.mark.parametrize(("ruled", "tally"), [(8, 25), (9, 15)])
def test_a_ruling_counts_for_the_same_card_after_an_undo(ruled: int, tally: int) -> None:
    """Event 8 is a card of seat 2, who then loses the points of the deal; event 9 is one of seat 0."""
    ledger = ledger_of(f"""game bohemian-watten seats 0 1 2 dealer 0 rules revoke_penalty=no_trick
upcard L8
undo 1
upcard L9
exchange 1 0
exchange 2 0
exchange 0 0
play 1:H7 2:H9 0:H8 >2
play 2:EA 0:E8 1:E9 >2
play 2:EK 0:E10 1:EO >2
play 2:SA 0:S9 1:S8 >2
play 2:SK 0:SU 1:SO
rule {ruled} counted
""")
    assert ledger.games[-1].result.tallies[2] == tally


@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(st.integers(0, 10**6))
def test_amended_journal_has_the_ledger_of_the_correct_one(seed: int) -> None:
    random = Random(seed)
    journal = with_random_events(some_evenings(random), random)
    ledger = Ledger.of(journal)
    assert ledger == Ledger.of(told_anew(journal))
    last = Table.from_journal(told_anew(journal))
    if ledger.games and last.match is not None:
        assert len(ledger.games[-1].deals) == len(last.history)


@settings(max_examples=examples(60), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.integers(0, 10**6))
def test_accounts_add_up(seed: int) -> None:
    ledger = Ledger.of(some_evenings(Random(seed)))
    accounts = ledger.accounts()["bohemian-watten"]
    assert sum(account.won for account in accounts) == sum(len(game.result.winners) for game in ledger.games)
    assert sum(account.lost for account in accounts) == sum(len(game.result.losers) for game in ledger.games)
    played = sum(len(game.seats) for game in ledger.games)
    assert sum(account.won + account.lost + account.unfinished for account in accounts) == played
