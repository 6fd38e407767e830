"""What the referee records of a match is what the hall counts: both sides of the protocol, with a real journal."""

from pathlib import Path

import msgspec

from device.feed.history import History
from device.settings.tournament import Pairing
from hall.match_record import findings_of, judge, read_match, resume_parts
from hall.storage.events import SCHEMA, Incoming, TableEvents
from hall.storage.hall_file import HallFile
from link.followed_table import FollowedTable
from link.messages import PairingId, PairingMessage
from tests.support.tournament_table import PAIRING, TournamentTable


def message(pairing: Pairing) -> PairingMessage:
    return msgspec.convert(msgspec.to_builtins(pairing), PairingMessage)


def followed(table: TournamentTable) -> FollowedTable:
    """Returns what the link knows of the table."""
    history, link = History(), FollowedTable("hall cup ")
    journal = table.journal
    history.begin(journal.events, journal.recorded.times, journal.recorded.marks)
    history.name_journal(journal.id, journal.recorded.start)
    link.take(history.hello())
    with history.changed:
        lines, _, _ = history.after(0, 0, 100_000)
    for line in lines:
        link.take(line)
    return link


def store(storage: TableEvents, link: FollowedTable) -> None:
    assert link.first is not None
    storage.store([Incoming("7", link.event(position)) for position in range(link.first, link.end)])


def test_a_confirmed_result_counts(tmp_path: Path) -> None:
    with TournamentTable(tmp_path) as table, HallFile(tmp_path / "hall.sqlite", SCHEMA) as file:
        storage = TableEvents(file)
        table.take(PAIRING)
        table.press("play", "play")
        table.play_game(0)
        table.play_game(1)
        link = followed(table)
        store(storage, link)
        report = msgspec.convert(msgspec.to_builtins(table.state), type(link.report()))
        report = msgspec.structs.replace(report, journal=link.journal, count=link.end)
        assert judge(storage, "7", message(PAIRING), report).judgement == "waiting", "not confirmed"
        table.press("play", "play")
        assert table.state.stage == "agreed"
        report = msgspec.structs.replace(report, stage="agreed")
        verdict = judge(storage, "7", message(PAIRING), report)
        assert verdict.judgement == "accepted", verdict.reason
        assert [game.points for game in verdict.games] == [game.points for game in table.state.games]
        assert [game.gespannt for game in verdict.games] == [game.gespannt for game in table.state.games]
        assert findings_of(read_match(storage, "7", message(PAIRING))) == ()


def test_another_device_takes_the_match_over_and_its_result_counts(tmp_path: Path) -> None:
    first_folder, second_folder = tmp_path / "first", tmp_path / "second"
    first_folder.mkdir()
    second_folder.mkdir()
    with HallFile(tmp_path / "hall.sqlite", SCHEMA) as file:
        storage = TableEvents(file)
        with TournamentTable(first_folder) as table:
            table.take(PAIRING)
            table.press("play", "play")
            table.play_game(0)
            table.play_deal(1)
            store(storage, followed(table))
            assert table.state.score == (0, 2)

        pairing = msgspec.structs.replace(PAIRING, resume=True)
        with TournamentTable(second_folder) as table:
            table.take(pairing)
            assert table.state.asks_resume
            for part in resume_parts(storage, "7", PairingId("cup", 3), "another"):
                table.hall.take(table.loop, {"do": "resume", **msgspec.to_builtins(part)})
            table.press("play")
            assert (table.state.stage, table.state.score) == ("playing", (0, 2)), table.said
            for _ in range(5):
                table.play_deal(1)
            table.press("play", "play")
            link = followed(table)
            store(storage, link)
            report = msgspec.convert(msgspec.to_builtins(table.state), type(link.report()))
            report = msgspec.structs.replace(report, journal=link.journal, count=link.end)
            verdict = judge(storage, "7", message(pairing), report)
            assert verdict.judgement == "accepted", verdict.reason
            assert [game.points for game in verdict.games] == [(12, 0), (0, 12)]
