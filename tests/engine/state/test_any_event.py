"""Random events in any order and under any house rules never raise."""

import subprocess
import sys
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine import Card, Table, all_games
from engine.cards import BAVARIAN_32
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardsShown,
    CardTaken,
    DealStarted,
    EveningStarted,
    Event,
    Exchanged,
    Fact,
    GameStarted,
    PlayersSeated,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.rules.findings import Kind
from lab.benchmarks.rules.invariant_checks import answers
from tests.support.examples import examples

hasty = settings(
    max_examples=examples(50),
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a long journal shrinks too slowly to wait for
)

some_seat = st.integers(0, 3)
some_card = st.sampled_from((*BAVARIAN_32.cards, Card("S", "6"), Card("C", "J")))
some_count = st.integers(0, 7)


def begun(name: str) -> st.SearchStrategy[GameStarted]:
    kind = all_games()[name]
    rules = st.fixed_dictionaries({}, optional={s.name: st.sampled_from(s.values) for s in kind.book.switches})
    tables = [(0, 2), (0, 1, 2), (1, 2, 3), (0, 1, 2, 3)]
    seats = st.sampled_from([table for table in tables if len(table) in kind.players])
    return st.builds(
        lambda seats, dealer, rules: GameStarted(name, seats, seats[dealer % len(seats)], tuple(rules.items())),
        seats,
        some_seat,
        rules,
    )


some_game = st.sampled_from(sorted(all_games())).flatmap(begun)
some_call = st.sampled_from(sorted({call for kind in all_games().values() for call in kind.book.calls} | {"", "?"}))
some_value = st.sampled_from(["", "H", "C", "E", "U", "K", "6", "3", "12", "H U", "?"])
some_players = st.dictionaries(some_seat, st.sampled_from(["Anna", "Bert", ""]), max_size=4)
some_fact: st.SearchStrategy[Fact] = st.one_of(
    st.builds(CardLaid, some_seat, some_card, st.lists(some_card, max_size=2).map(tuple)),
    st.builds(CardLaid, some_seat, some_card),
    st.builds(TrickGathered, st.none() | some_seat),
    st.builds(DealStarted, some_seat),
    st.builds(CardTaken, some_seat, some_card, st.sampled_from(["cut", "upcard"])),
    st.builds(UpcardTurned, some_card, st.lists(some_card, max_size=2).map(tuple)),
    st.builds(Announced, some_seat, some_call, some_value),
    st.builds(EveningStarted, st.sampled_from(["", "Adler"])),
    st.builds(PlayersSeated, some_players.map(lambda players: tuple(players.items()))),
    st.builds(Exchanged, some_seat, some_count),
    st.builds(CardsShown, some_seat, st.lists(some_card, max_size=6).map(tuple), st.booleans()),
    st.builds(
        TricksEntered,
        st.dictionaries(some_seat, some_count, max_size=4).map(lambda tricks: tuple(tricks.items())),
        st.sampled_from(["", "H", "L", "X", "H U"]),
    ),
    st.builds(Ruled, st.integers(0, 40), st.sampled_from(["taken_back", "counted", "stands"])),
    st.builds(Ruled, st.integers(0, 40), st.just("noted"), st.sampled_from([kind.value for kind in Kind])),
)


@st.composite
def journals(draw: st.DrawFn) -> list[Event]:
    """A game, then anything at all, one event in five amending anything before it."""
    journal: list[Event] = [draw(some_game)]
    for _ in range(draw(st.integers(0, 30))):
        if draw(st.integers(0, 4)):
            journal.append(draw(some_fact))
            continue
        target = draw(st.integers(0, len(journal) - 1))
        change = draw(some_game if target == 0 else st.none() | some_fact)
        journal.append(Amended(target, change, change is not None and target > 0 and draw(st.booleans())))
    return journal


@hasty
@given(journals())
def test_random_events_in_any_order_never_raise(journal: list[Event]) -> None:
    table = Table()
    for event in journal:
        table.observe(event)
        answers(table)
    assert answers(table) == answers(Table.from_journal(journal))


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    """Imported without site-packages, and nothing foreign comes along."""
    program = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[3])!r}); before = set(sys.modules);"
        "import engine, engine.simulation.evening, engine.notation.record; engine.all_games();"
        "names = {name.split('.')[0] for name in set(sys.modules) - before};"
        "print(' '.join(sorted(names - sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["engine"]
