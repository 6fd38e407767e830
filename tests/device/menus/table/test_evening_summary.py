"""The summary of an evening equals the ledger, after any changes of seats and amendments."""

import random

import pytest

from common.texts.phrases import region_for
from common.texts.words import words_for
from device.menus.table.end_of_evening import person_summaries
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from engine.events import Amended, EveningStarted, Event, PlayersSeated
from engine.games import all_games
from engine.simulation.evening import simulation
from engine.state.ledger import Ledger, Player
from tests.support.examples import one_in

NAMES = ("Anna", "Bene", "Cenz", "Done", "Emmi", "")


def evening(seed: int) -> list[Event]:
    """Returns an evening of a few games, not all of them to their end, in which people come, go and change seats."""
    chance = random.Random(seed)
    journal: list[Event] = [EveningStarted(f"evening {seed}")]
    for _ in range(2):
        name = chance.choice(sorted(all_games()))
        simulated = simulation(name, max(all_games()[name].players), seed=chance.randrange(1000))
        reported = 0
        for _ in range(chance.randint(1, 4)):
            if simulated.table.phase == "over":
                break
            if chance.random() < 0.5:
                names = chance.sample(NAMES, 4)
                journal.append(PlayersSeated(tuple(enumerate(names))))
                if chance.random() < 0.3:
                    journal.append(Amended(len(journal) - 1))
            simulated.play_deal()
            journal += simulated.events[reported:]
            reported = len(simulated.events)
    return journal


def of_ledger(journal: list[Event]) -> dict[Player, dict[str, int]]:
    """Returns the same as `person_summaries`, added up from the accounts of the last evening."""
    summed: dict[Player, dict[str, int]] = {}
    (tonight,) = Ledger.of(journal).evenings[-1:]
    for name, accounts in Ledger((tonight,)).accounts().items():
        words = all_games()[name].book.counts
        for account in accounts:
            reported = summed.setdefault(account.player, {})
            counts = {words[count].english.capitalize(): number for count, number in account.counts.items()}
            games = {"won": account.won, "lost": account.lost, "unfinished": account.unfinished}
            for key, number in {**games, **counts}.items():
                reported[key] = reported.get(key, 0) + number
    return {player: {key: number for key, number in reported.items() if number} for player, reported in summed.items()}


@pytest.mark.parametrize("seed", one_in(5, range(5)))
def test_summary_equals_the_ledger(seed: int) -> None:
    journal = [*evening(seed), *evening(seed + 100)]
    by_position = len(evening(seed))
    journal[by_position:] = [
        Amended(event.position + by_position) if isinstance(event, Amended) else event
        for event in journal[by_position:]
    ]
    setup = Setup("watten", (0, 1, 2, 3))
    view = SessionController(setup, words_for("en", region_for(all_games()["watten"].pack)), journal).view
    reported: dict[Player, dict[str, int]] = {}
    for page in person_summaries(view):
        reported.setdefault(page.player, {}).update({key: number for key, number in page.columns if number})
    assert reported == of_ledger(journal)
