"""Invariants of deals and journals of all games. Each check returns the violations in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

from engine.cards import Card
from engine.codec import from_line, to_line
from engine.events import Amended, CardLaid, CardTaken, Event, UpcardTurned
from engine.games.bauerchen.game import Bauerchen
from engine.notation.explain_findings import sentence
from engine.notation.record import read, write
from engine.simulation.evening import Simulation
from engine.state.table import Table
from lab.benchmarks.rules.fuzzed_events import Mischief


def deal_violations(simulated: Simulation) -> list[str]:
    """Checks the deal that *simulated* has just played, without a revoke."""
    found = (
        f"event {finding.position}: found {finding.kind} ({finding.rule}) in a legal deal"
        for finding in simulated.findings
    )
    return [*found, *_cards(simulated), *_takers(simulated), *_score(simulated)]


def journal_violations(events: Sequence[Event]) -> list[str]:
    """Checks that the journal survives text and JSON Lines, and gives the same state at once and event by event."""
    broken = []
    if read(write(events)) != list(events):
        broken.append("the record as text reads otherwise")
    if [from_line(to_line(event)) for event in events] != list(events):
        broken.append("the journal as JSON reads otherwise")
    table = Table()
    for event in events:
        table.observe(event)
        if table.turn not in (None, *table.seats):
            broken.append(f"event {len(table.journal) - 1}: the turn of {table.turn}, who does not play")
    if answers(table) != answers(Table.from_journal(events)):
        broken.append("told bit by bit it says other than told at once")
    return broken


def amendment_violations(events: Sequence[Event], random: Random) -> list[str]:
    """Inserts random events, then undoes and redoes the last one: the state must be the same."""
    table = Table.from_journal(events)
    if table.game is None:
        return []
    with_random_events = Mischief(table.game, random).with_random_events(events)
    broken = journal_violations(with_random_events)
    position = random.randrange(1, len(with_random_events))
    undone = [*with_random_events, Amended(position)]
    redone = Table.from_journal([*undone, Amended(len(with_random_events))])
    if answers(redone)[1:] != answers(Table.from_journal(with_random_events))[1:]:
        broken.append(f"event {position} undone and redone says something else")
    return broken


def answers(table: Table) -> list[object]:
    """Returns everything that the appliance asks of the table between two events; first the answers by position."""
    game = table.game
    verdicts = [table.verdict(position) for position in range(len(table.journal))]
    return [
        verdicts,
        table.step, table.trump, table.score, table.tallies, table.history, table.result, table.next_dealer,
        table.findings, table.open_plays(), table.deal, table.match and table.match.standing,
        [table.hand_size(seat) for seat in table.seats],
        [sentence(finding, game) for finding in table.findings] if game else [],
        game.options(table.deal) if game and table.deal else (),
    ]  # fmt: skip


def _cards(simulated: Simulation) -> Iterator[str]:
    """Checks that every card is in exactly one place: laid, in a hand, in the stock, put away, or turned up."""
    game, deal, dealing = simulated.game, simulated.deal, simulated.dealing
    taken = {fact.card for fact in deal.facts_of(CardTaken)}
    held = set(chain(*dealing.hands.values(), dealing.stock, dealing.discards))
    played = [play.card for play in deal.plays()]
    turned = {fact.card for fact in deal.facts_of(UpcardTurned)} - taken - held - set(played)
    where: Counter[Card] = Counter(chain(played, turned, *dealing.hands.values(), dealing.stock, dealing.discards))
    if where != Counter(game.pack.cards):
        wrong = {str(card): where[card] for card in {*game.pack.cards, *where} if where[card] != 1}
        yield f"cards not just once: {wrong}"
    for seat in game.active(deal):
        if len(simulated.hands_dealt[seat]) != game.hand_size:
            yield f"seat {seat} began to play with {len(simulated.hands_dealt[seat])} cards"


def _takers(simulated: Simulation) -> Iterator[str]:
    game, deal = simulated.game, simulated.deal
    active = game.active(deal)
    full = [trick for trick in deal.all_tricks() if len(trick) == len(active)]
    taken = game.tricks_taken(deal)
    if sum(taken.values()) != len(full) or not set(taken) <= set(active):
        yield f"{len(full)} tricks, taken {taken}"
    for number, trick in enumerate(deal.tricks, start=1):
        trump = game.trump(deal)
        if trick.taker not in trick.seats or (trump is not None and trick.taker != game.taker(trick, trump)):
            yield f"trick {number} is taken by {trick.taker}"


def _score(simulated: Simulation) -> Iterator[str]:
    score, deal, game = simulated.table.score, simulated.deal, simulated.game
    if score is None:
        if not game.is_void(deal):
            yield "the deal has no score"
        return
    if set(score.result.tallies) != set(deal.seats):
        yield f"tallies of {sorted(score.result.tallies)}, seats {deal.seats}"
    if not set(score.result.winners).isdisjoint(score.result.losers):
        yield f"winners {score.result.winners}, losers {score.result.losers}"
    if isinstance(game, Bauerchen) and game.ledig(deal) is None:
        points = game.points(deal)
        if sum(points.values()) != game.entered_total:
            yield f"card points {points}, together not {game.entered_total}"
    for side in game.sides(deal.seats):
        if len({score.result.tallies[seat] for seat in side}) != 1:
            yield f"the side {side} has two tallies"


def cards_laid(events: Sequence[Event]) -> int:
    return sum(isinstance(event, CardLaid) for event in events)
