"""Records as text: exact round trip, checked comments, errors with the line."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from engine.events import Announced, CardLaid, EveningStarted, GameStarted, PlayersSeated
from engine.notation.record import NotationError, read, write
from engine.state.table import Table
from tests.support.case_tables import CaseFile
from tests.support.examples import examples
from tests.support.journals import journals

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))
patient = settings(suppress_health_check=[HealthCheck.too_slow])


@settings(patient, max_examples=examples(60))
@given(journals())
def test_round_trip_of_any_journal(journal: list[object]) -> None:
    assert read(write(journal, derived=False)) == journal  # type: ignore[arg-type]


def test_there_are_golden_records() -> None:
    assert len(GOLDEN) >= 6


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_record_is_written_as_it_was_read(path: Path) -> None:
    """What the table notices and scores is what the record says, to the word."""
    text = path.read_text(encoding="utf-8")
    played = "\n".join(line for line in text.splitlines() if not line.startswith("#")) + "\n"
    assert write(read(text)) == played
    Table.from_journal(read(text))


def test_a_revoke_may_name_another_duty_as_in_earlier_versions() -> None:
    text = (Path(__file__).parents[1] / "golden" / "revoke_by_the_taken_upcard.txt").read_text(encoding="utf-8")
    assert "! 9 revoke, 1.6 (2): " in text
    assert read(text.replace("! 9 revoke, 1.6 (2): ", "! 9 revoke, 1.6 (1): ")) == read(text)


START = "kiebitz record 1\n0. game bohemian-watten seats 0 1 dealer 0\n"
cases = CaseFile(__file__, START=START)


@cases.table
def test_a_record_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    assert str(error.value).startswith(message)


def test_words_that_look_like_something_else_are_quoted() -> None:
    events = [GameStarted("a game", (), 0, (("x", "true"), ("y", True), ("z", "7 8"))), Announced(0, "10", 'a "b"')]
    text = write(events, derived=False)
    assert 'game "a game" seats dealer 0 rules x="true" y=true z="7 8"' in text
    assert read(text) == events


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (EveningStarted(), "evening"),
        (EveningStarted("Stammtisch"), "evening Stammtisch"),
        (EveningStarted("Café Müller, 7. Mai"), 'evening "Café Müller, 7. Mai"'),
        (PlayersSeated(()), "players"),
        (PlayersSeated(((0, "Häusl"), (3, "A: B"), (1, ""))), 'players 0:Häusl 3:"A: B" 1:""'),
        (PlayersSeated(((0, "true"), (1, "x y"))), 'players 0:"true" 1:"x y"'),
    ],
)
def test_names_are_free_text(event: EveningStarted | PlayersSeated, line: str) -> None:
    assert write([event], derived=False) == f"kiebitz record 1\n0. {line}\n"
    assert read(f"kiebitz record 1\n{line}") == [event]


def test_windows_line_ends_and_comments_are_read() -> None:
    text = "# a deal\r\nkiebitz record 1\r\n\r\nplay 1:LA?LK\r\n"
    (event,) = read(text)
    assert isinstance(event, CardLaid)
    assert [str(card) for card in event.doubts] == ["LK"]
