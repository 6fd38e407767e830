"""An amendment of an old event folds only what it changes, with the result of a complete fold.

Other seats, or events before it, change nothing but the numbers of seats and events.
"""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from engine.amendments import effective_facts
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    DealStarted,
    EveningStarted,
    Event,
    GameStarted,
    PlayersSeated,
    Ruled,
)
from engine.notation.record import read
from engine.simulation.evening import simulation
from engine.state.fold import Fold
from engine.state.table import Table
from tests.support.examples import one_in
from tests.support.journals import with_random_events
from tests.support.turned_table import check_turned

GAMES = ["bohemian-watten", "bauerchen", "watten", "gras"]
NAMES = ["Anna", "Bert", "Cenzi", "Dori"]


def some_games(game: str, seed: int, games: int = 4, deals: int = 2) -> list[Event]:
    """Returns an evening of several games, with revokes, and sometimes another evening or other names in between."""
    random = Random(seed)
    events: list[Event] = []
    for number in range(games):
        played = simulation(game, seed=seed * 100 + number)
        for _ in range(deals):
            played.play_deal(revoke_at=random.choice([None, None, 5]))
        if random.random() < 0.4:
            events.append(EveningStarted(str(number)))
        if random.random() < 0.6:
            events.append(PlayersSeated(tuple(enumerate(random.sample(NAMES, 4)))))
        events += played.events
    return events


def described(table: Table) -> list[object]:
    played = [(each.match.game.name, each.match.tallies, each.match.history, each.before, each.players, each.evening)
              for each in table.games]  # fmt: skip
    rest = [table.step, table.tallies, table.history, table.players, table.standing, table.findings, table.facts]
    return [*rest, played, table.open_plays(), table.trump, table.seats, table.score]


def amendment(events: list[Event], random: Random) -> Event:
    """Returns an event that puts right something anywhere, or rules on it."""
    place = random.randrange(len(events))
    event = events[place]
    if random.random() < 0.15:
        return Ruled(place, random.choice(["taken_back", "counted", "stands"]))
    if isinstance(event, CardLaid) and random.random() < 0.5:
        others = [each.card for each in events if isinstance(each, CardLaid)]
        return Amended(place, CardLaid(event.seat, random.choice(others)))
    if isinstance(event, Announced) and random.random() < 0.3:
        return Amended(place, Announced((event.seat + 1) % 4, event.call, event.value))
    if isinstance(event, Amended) or random.random() < 0.5:
        return Amended(place)
    return Amended(place, event, before=random.random() < 0.5)


@pytest.mark.parametrize(("game", "seed"), one_in(30, product(GAMES, range(6))))
def test_refold_after_amendment_equals_a_complete_fold(game: str, seed: int) -> None:
    random = Random(seed)
    events = some_games(game, seed)
    events = with_random_events(events, random) if seed % 2 else events
    table = Table.from_journal(events)
    for _ in range(8):
        event = amendment(events, random)
        try:
            table.observe(event)
        except ValueError:
            continue  # it amends an amendment of what comes later
        events.append(event)
        if random.random() < 0.3:
            more: Event = DealStarted(random.randrange(4))
            table.observe(more)
            events.append(more)
        assert described(table) == described(Table.from_journal(events))


def folded(table: Table, event: Event, monkeypatch: pytest.MonkeyPatch) -> int:
    """Returns how many facts are folded because of *event*."""
    count = 0
    apply = Fold._apply

    def counted(self: Fold, *arguments: object) -> object:
        nonlocal count
        count += 1
        return apply(self, *arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(Fold, "_apply", counted)
        table.observe(event)
    return count


@pytest.mark.parametrize("game", one_in(4, GAMES))
def test_amending_the_first_game_does_not_refold_later_games(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = [fact for _, fact in effective_facts(some_games(game, 3, games=1, deals=3))]
    evenings = [event for number in range(6) for event in (EveningStarted(str(number)), *one)]
    first = next(place for place, event in enumerate(evenings) if isinstance(event, CardLaid))
    length = len(evenings) // 6
    for event in (Amended(first), Amended(first, evenings[first + 1]), Amended(len(evenings)), Amended(first)):
        table = Table.from_journal(evenings)
        if isinstance(event, Amended) and event.position == len(evenings):  # the redo of an undo
            table.observe(Amended(first))
        assert folded(table, event, monkeypatch) <= 3 * length
    assert any(isinstance(event, GameStarted) for event in one)


GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))


def file_name(value: object) -> str | None:
    return value.stem if isinstance(value, Path) else None


@pytest.mark.parametrize(("path", "turn"), one_in(10, product(GOLDEN, [1, 2, 3])), ids=file_name)
def test_golden_records_at_a_turned_table(path: Path, turn: int) -> None:
    check_turned(list(read(path.read_text(encoding="utf-8"))), turn)


@pytest.mark.parametrize(("seed", "game"), one_in(9, product(range(4), GAMES)))
def test_faulty_evenings_at_a_turned_table(game: str, seed: int) -> None:
    played = simulation(game, seed=seed)
    for _ in range(2):
        played.play_deal(revoke_at=seed + 2)
    check_turned(with_random_events(played.events, Random(seed)), 1 + seed % 3)
