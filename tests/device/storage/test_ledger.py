"""The cached ledger equals the ledger of the journal, after any change of either."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from device.storage import ledger as storage_ledger
from device.storage.evenings import read_intact_evenings
from device.storage.journal import JournalError
from device.storage.ledger import cache_file, ledger_of, read_units
from device.storage.recorded_events import write_journal
from engine.events import Amended, EveningStarted, Event, GameStarted, PlayersSeated, TricksEntered
from engine.rules.deal import Result
from engine.simulation.evening import simulation
from engine.state.ledger import Ledger, LedgerGame
from tests.support.examples import examples, one_in
from tests.support.journal_files import change_time
from tests.support.journals import some_evenings, with_random_events

SEATS = (0, 1, 2, 3)


def put(path: Path, events: Sequence[Event]) -> None:
    write_journal(path, events, [float(place) for place in range(len(events))])


def quiet(_: str) -> None: ...


def expected(path: Path) -> Ledger:
    return with_played_names(Ledger.of(read_intact_evenings(path, quiet)[0]))


def with_played_names(ledger: Ledger) -> Ledger:
    """Leaves out the names and seats of games without a deal: in one go they are those of the next evening."""

    def of_game(game: LedgerGame) -> LedgerGame:
        return game if game.deals else replace(game, players={}, result=Result({}))

    evenings = (replace(each, games=tuple(map(of_game, each.games))) for each in ledger.evenings)
    return Ledger(tuple(evenings))


@pytest.mark.slow
@example(seed=478734, game="bohemian-watten", amended=True)  # inserts a fact before the first game of an evening
@settings(max_examples=examples(60), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.integers(0, 10**6), st.sampled_from(["gras", "bohemian-watten", "watten"]), st.booleans())
def test_ledger_follows_a_growing_journal(
    tmp_path_factory: pytest.TempPathFactory, seed: int, game: str, amended: bool
) -> None:
    random = Random(seed)
    events = [*some_evenings(random, game), *some_evenings(random, game)]
    events = with_random_events(events, random) if amended else events
    path = tmp_path_factory.mktemp("ledger") / "journal.sqlite"
    ends = sorted({random.randrange(1, len(events) + 1) for _ in range(4)} | {len(events)})
    for end in ends:
        put(path, events[:end])
        ledger = ledger_of(path, quiet)
        assert with_played_names(ledger) == expected(path)
        assert ledger_of(path, quiet) == ledger, "from the cache"


def an_evening(name: str, seed: int) -> list[Event]:
    played = simulation("bohemian-watten", 4, seed=seed)
    for _ in range(2):
        played.play_deal()
    return [EveningStarted(name), PlayersSeated(tuple(enumerate(["Anna", "Bert", "Cenzi", "Dori"]))), *played.events]


EVENINGS = [an_evening(name, seed) for seed, name in enumerate(["Friday", "Saturday", "Sunday"])]
ALL = [event for evening in EVENINGS for event in evening]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    put(path, ALL)
    return path


def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns a list to which the length of everything is added that is folded."""
    lengths: list[int] = []
    of = Ledger.of

    def noted(events: Sequence[Event]) -> Ledger:
        lengths.append(len(events))
        return of(events)

    monkeypatch.setattr(storage_ledger.Ledger, "of", noted)
    return lengths


def test_only_new_evenings_are_folded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = folded(monkeypatch)
    first = ledger_of(path, quiet)
    assert lengths == [len(evening) for evening in EVENINGS]
    lengths.clear()
    assert ledger_of(path, quiet) == first
    assert lengths == []
    monday = an_evening("Monday", 9)
    put(path, [*ALL, *monday])
    assert [evening.name for evening in ledger_of(path, quiet).evenings] == ["Friday", "Saturday", "Sunday", "Monday"]
    assert lengths == [len(EVENINGS[2]), len(monday)], "the last evening might have gone on"


def test_an_amendment_of_an_earlier_evening_counts(path: Path) -> None:
    before = ledger_of(path, quiet)
    friday = next(place for place, event in enumerate(ALL) if isinstance(event, GameStarted))
    late: list[Event] = [
        EveningStarted("Monday"),
        Amended(friday, GameStarted("gras", SEATS[:3], 0)),
        GameStarted("gras", SEATS[:3], 0),
        TricksEntered(((0, 5),), "H"),
    ]
    put(path, [*ALL, *late])
    ledger = ledger_of(path, quiet)
    assert ledger != before
    assert ledger.evenings[0].games[0].name == "gras"
    assert ledger == expected(path)
    assert ledger_of(path, quiet) == ledger


def test_a_damaged_evening_is_left_out_although_it_is_in_the_cache(path: Path) -> None:
    ledger_of(path, quiet)
    change_time(path, len(EVENINGS[0]) + 9)
    messages: list[str] = []
    for _ in range(2):
        messages.clear()
        names = [evening.name for evening in ledger_of(path, messages.append).evenings]
        assert names == ["Friday", "Sunday"]
        assert len(messages) == 1
        assert f"{path}: left out the evening Saturday: event " in messages[0]
    assert ledger_of(path, quiet) == expected(path)


@pytest.mark.parametrize(
    "spoil",
    one_in(
        3,
        [
            pytest.param(lambda file: file.write_bytes(b"["), id="no JSON"),
            pytest.param(lambda file: file.write_bytes(b'{"program": 1, "units": []}'), id="another type"),
            pytest.param(
                lambda file: file.write_bytes(file.read_bytes().replace(b'"program":"', b'"program":"x')),
                id="other rules",
            ),
            pytest.param(lambda file: file.write_bytes(file.read_bytes().replace(b"watten", b"tarock")), id="no game"),
            pytest.param(lambda file: (file.unlink(), file.mkdir()), id="no file"),
        ],
    ),
)
def test_unusable_cache_does_not_change_the_ledger(spoil: Callable[[Path], object], path: Path) -> None:
    first = ledger_of(path, quiet)
    spoil(cache_file(path))
    assert ledger_of(path, quiet) == first == expected(path)


def test_unreadable_journal_is_an_error(path: Path) -> None:
    path.write_bytes(b"no journal")
    with pytest.raises(JournalError, match="cannot read journal"):
        ledger_of(path, quiet)
    path.unlink()
    with pytest.raises(JournalError, match="got no journal"):
        ledger_of(path, quiet)
    assert read_units(path) == []


def test_ledger_does_not_change_the_journal(path: Path) -> None:
    before = path.read_bytes()
    ledger_of(path, quiet)
    assert {file.name for file in path.parent.iterdir()} == {path.name, cache_file(path).name}
    assert path.read_bytes() == before
