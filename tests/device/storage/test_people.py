"""Who has played; the rows of a journal without a person or an evening: what is left is as it was."""

from pathlib import Path

import pytest

from device.storage.evenings import (
    earlier_names,
    people_in,
    played_evenings,
    rows_without_evenings,
    rows_without_person,
)
from device.storage.journal_format import Row
from device.storage.recorded_events import write_journal
from engine.events import (
    ERASED_NAME,
    Amended,
    DealStarted,
    EveningStarted,
    Event,
    GameStarted,
    PlayersSeated,
    Ruled,
    TrickGathered,
)
from engine.notation.record import read
from engine.state.ledger import Ledger

FRIDAY, SATURDAY = EveningStarted("Friday"), EveningStarted("Saturday")
GAME = GameStarted("gras", (0, 1, 2), 0)
DEAL, TRICK = DealStarted(1), TrickGathered()
NAMES = PlayersSeated(((0, "Resi"), (1, "Zenzi")))
ALONE = PlayersSeated(((0, ERASED_NAME), (1, "Zenzi")))


def rows_of(*events: Event) -> list[Row]:
    return [Row.of(position, 1000.0 + position, event) for position, event in enumerate(events)]


@pytest.mark.parametrize(
    ("event", "left"),
    [
        pytest.param(NAMES, ALONE, id="a seating"),
        pytest.param(Amended(1, NAMES), Amended(1, ALONE), id="a corrected seating"),
        pytest.param(Amended(1, NAMES, before=True), Amended(1, ALONE, before=True), id="an inserted one"),
        pytest.param(ALONE, ALONE, id="a seating of others"),
        pytest.param(EveningStarted("Resi"), EveningStarted("Resi"), id="an evening that is called so"),
        pytest.param(Amended(1), Amended(1), id="an amendment without a fact"),
        pytest.param(DEAL, DEAL, id="an event without names"),
    ],
)
def test_seats_of_a_person_lose_the_name_and_nothing_else(event: Event, left: Event) -> None:
    rows = rows_of(FRIDAY, PlayersSeated(()), event)
    assert rows_without_person(rows, "Resi") == [*rows[:2], Row.of(2, 1002.0, left)]


@pytest.mark.parametrize("name", ["Zenzi", "Bert"])
def test_nobody_gets_the_results_of_a_person_who_is_erased(name: str) -> None:
    """Schorsch takes the seat of Zenzi after her last deal, which is still the current one."""
    journal = read(
        """kiebitz record 1
players 0:Zenzi 1:Bert 2:Cenzi
game gras seats 0 1 2 dealer 0
tricks 0:5 1:0 2:0 trump H
deal 1
tricks 0:0 1:5 2:0 trump H
players 0:Schorsch 1:Zenzi 2:Cenzi
"""
    )
    without = [row.read() for row in rows_without_person(rows_of(*journal), name)]
    before, after = (
        {account.player.name: account for account in Ledger.of(events).accounts()["gras"]}
        for events in (journal, without)
    )
    assert before.keys() == {"Zenzi", "Bert", "Cenzi"}
    assert {player: account for player, account in before.items() if player != name} == {
        player: account for player, account in after.items() if player
    }
    assert set(people_in(reversed(rows_of(*without)))) == {"Zenzi", "Bert", "Cenzi", "Schorsch"} - {name}


def test_a_name_with_signs_that_are_escaped_in_rows_is_found() -> None:
    quoted = PlayersSeated(((0, 'Resi "die Alte"'), (1, "Zenzi")))
    assert rows_without_person(rows_of(quoted), 'Resi "die Alte"') == rows_of(ALONE)


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        pytest.param('{"event":"players_seated","players', False, id="a seating that may have named the person"),
        pytest.param('{"event":"pl yers_seated","players":{"0":"Resi"}}', False, id="the name can be read"),
        pytest.param('{"event":"pl yers","players":{"0":"Re\\"si"}}', True, id="another name"),
        pytest.param('{"event":"deal_st rted","dealer":1}', True, id="no names"),
    ],
)
def test_a_damaged_row_loses_its_text_only_if_it_may_hold_the_name(text: str, is_kept: bool) -> None:
    damaged = Row(1, 1001.0, text, 12345)
    (row,) = rows_without_person([damaged], "Resi")
    assert row == (damaged if is_kept else Row(1, 1001.0, "", None))
    with pytest.raises(ValueError, match="event 1"):
        row.read()


def test_what_amends_the_evening_that_is_left_out_is_left_out_too() -> None:
    rows = rows_of(FRIDAY, GAME, DEAL, SATURDAY, GAME, Amended(2), Ruled(2, "stands"), DEAL, Ruled(7, "stands"))
    left = rows_without_evenings(rows, "Friday")
    assert [row.read() for row in left] == [SATURDAY, GAME, DEAL, Ruled(2, "stands")]
    assert [row.time for row in left] == [1003.0, 1004.0, 1007.0, 1008.0]


def test_without_the_last_evening_no_game_goes_on() -> None:
    rows = rows_of(FRIDAY, GAME, DEAL, SATURDAY, GAME, DEAL)
    assert rows_without_evenings(rows, "Saturday") == [*rows[:3], Row.of(3, 1002.0, EveningStarted())]
    assert rows_without_evenings(rows, "Sunday") == rows
    assert rows_without_evenings(rows[:3], "Friday") == []


@pytest.mark.parametrize(
    ("row", "is_damaged"),
    [
        pytest.param(Row.of(4, 1004.0, DEAL), False, id="intact"),
        pytest.param(Row.of(4, 1004.0, DEAL)._replace(checksum=None), False, id="of a version without checksums"),
        pytest.param(Row.of(4, 1004.0, DEAL)._replace(time=7.0), True, id="another time"),
        pytest.param(Row.of(4, 1004.0, Ruled(3, "stands"))._replace(time=7.0), True, id="a ruling"),
        pytest.param(Row(4, 1004.0, "", None), True, id="no text"),
    ],
)
def test_a_moved_row_stays_intact_or_damaged(row: Row, is_damaged: bool) -> None:
    rows = [*rows_of(FRIDAY, GAME, SATURDAY, GAME), row]
    left = rows_without_evenings(rows, "Friday")
    assert [each.position for each in left] == [0, 1, 2]
    assert left[2]._replace(checksum=None) == row._replace(position=2, checksum=None)
    assert (left[2].checksum is None) is (row.checksum is None)
    if is_damaged:
        with pytest.raises(ValueError, match="event 2"):
            left[2].read()
    else:
        assert left[2].read() == DEAL


@pytest.mark.parametrize(
    ("events", "names"),
    [
        pytest.param([FRIDAY, GAME, SATURDAY, GAME, DEAL], ["Friday", "Saturday"], id="a game on each"),
        pytest.param([FRIDAY, GAME, SATURDAY, NAMES], ["Friday"], id="only names"),
        pytest.param([FRIDAY, GAME, SATURDAY, Amended(2, SATURDAY)], ["Friday"], id="only another name of the evening"),
        pytest.param([FRIDAY, Amended(0, GAME)], ["Friday"], id="an amendment that is play"),
        pytest.param([], [], id="nothing"),
    ],
)
def test_an_evening_is_told_if_something_was_played(events: list[Event], names: list[str]) -> None:
    assert [evening.name for evening in played_evenings(rows_of(*events))] == names


def test_a_damaged_evening_is_told_too() -> None:
    rows = rows_of(FRIDAY, NAMES, SATURDAY)
    damaged = rows[1]._replace(time=7.0)
    assert [evening.name for evening in played_evenings([rows[0], damaged, rows[2]])] == ["Friday"]


@pytest.mark.parametrize(
    ("row", "names"),
    [
        pytest.param(Row.of(3, 1003.0, DEAL), ["Friday"], id="a deal: the game goes on over midnight"),
        pytest.param(Row.of(3, 1003.0, DEAL)._replace(time=7.0), ["Friday", "Saturday"], id="a damaged row"),
        pytest.param(Row(3, 1003.0, "{", None), ["Friday", "Saturday"], id="half a row without a checksum"),
        pytest.param(Row.damaged(3, "\x07"), ["Friday", "Saturday"], id="no text"),
    ],
)
def test_an_evening_begins_if_nobody_can_tell_that_a_game_goes_on(row: Row, names: list[str]) -> None:
    assert [evening.name for evening in played_evenings([*rows_of(FRIDAY, GAME, SATURDAY), row])] == names


def test_people_are_told_the_latest_first_and_once() -> None:
    later = PlayersSeated(((0, "Xaver"), (2, "Resi"), (3, "")))
    rows = rows_of(FRIDAY, NAMES, GAME, Amended(1, PlayersSeated(((0, "Vroni"),))), later)
    assert list(people_in(reversed(rows))) == ["Xaver", "Resi", "Vroni", "Zenzi"]
    assert list(people_in([rows[4], rows[1]._replace(time=7.0), rows[0]])) == ["Xaver", "Resi"]


EVENINGS: tuple[Event, ...] = (
    EveningStarted("2026-11-24"),
    PlayersSeated(((0, "Anna"), (1, "Toni"))),
    GameStarted("gras", (0, 1), 0),
    DealStarted(0),
    EveningStarted("2026-11-25"),
    PlayersSeated(((0, "Resi"), (1, "Anna"))),
    GameStarted("gras", (0, 1), 0),
    Amended(5, PlayersSeated(((0, "Zenzi"), (1, "")))),
)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    write_journal(path, EVENINGS, [float(second) for second in range(len(EVENINGS))])
    return path


def test_names_of_all_evenings_are_there_the_latest_first(journal: Path) -> None:
    assert earlier_names(journal) == ("Zenzi", "Resi", "Anna", "Toni")


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_without_a_readable_journal_there_are_none(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "journal.sqlite"
    if content is not None:
        path.write_bytes(content)
    assert earlier_names(path) == ()
