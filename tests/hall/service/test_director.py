"""Pairings and ranking go out to the tables, results and calls come in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hall.live_hall import LiveHall
from hall.receiver import TableStatus
from hall.service.director import Director, pairing_messages
from hall.storage.events import TournamentRecord
from hall.storage.hall_file import HallFile
from hall.tournament.commands.course import draw, draw_again, start_round
from hall.tournament.commands.results import decide_call
from link.messages import GamePoints, PairingId, PairingMessage, Ranking, TableReport
from tests.support.hall_tournaments import Played

GAMES = GamePoints((13, 7)), GamePoints((9, 13)), GamePoints((13, 11))


class Sent:
    """A receiver that encodes messages and remembers them."""

    def __init__(self, tables: int) -> None:
        self.tables = {str(number): TableStatus() for number in range(1, tables + 1)}
        self.pairings: list[tuple[str, PairingMessage]] = []
        self.rankings: list[Ranking] = []

    def show_pairing(self, table: str, message: PairingMessage) -> None:
        msgspec.json.encode(message)
        self.pairings.append((table, message))

    def show_ranking(self, ranking: Ranking) -> None:
        msgspec.json.encode(ranking)
        self.rankings.append(ranking)


class Directed:
    def __init__(self, hall: LiveHall) -> None:
        self.hall, self.sent, self.said = hall, Sent(8), list[str]()
        self.director = Director(hall, self.said.append)
        receiver: Any = self.sent
        self.director.receiver = receiver
        hall.on_change = self.director.update
        self.director.update()

    def do(self, command: Any) -> None:
        self.hall.record.do(command)
        self.hall.look()


@pytest.fixture
def directed(tmp_path: Path) -> Iterator[Directed]:
    """Six pairs, and tables 1 to 8."""
    played = Played("watten-3x3-13").register(6)
    with HallFile(tmp_path / "hall.sqlite") as file:
        record = TournamentRecord(file)
        record.store(played.events)
        yield Directed(LiveHall(record))


def test_tables_are_told_once_the_round_is_started(directed: Directed) -> None:
    assert {message.pairing for _, message in directed.sent.pairings} == {None}
    directed.sent.pairings.clear()
    directed.do(draw)
    assert directed.sent.pairings == [], "a draw may still be drawn again"
    directed.do(start_round)
    assert [table for table, _ in directed.sent.pairings] == ["1", "2", "3"]
    table, message = directed.sent.pairings[0]
    tournament = directed.hall.tournament
    assert tournament.round is not None
    sides = tournament.round.matches[0].pairing.sides
    assert message.pairing == PairingId("test", 1)
    assert message.sides == tuple(tournament.entries[number].members for (number,) in sides)
    assert (message.table, message.game, message.games, message.unit) == (table, "watten", 3, "game")
    assert message.rules["target"] == 13
    directed.do(draw_again)
    directed.do(start_round)
    assert directed.sent.pairings[-1][1].pairing == PairingId("test", 1, 2)


def test_a_result_counts_once_and_closes_the_table(directed: Directed) -> None:
    directed.do(draw)
    directed.do(start_round)
    rankings = len(directed.sent.rankings)
    for _ in range(2):
        directed.director.take_result("2", PairingId("test", 1), GAMES)
    round_ = directed.hall.tournament.round
    assert round_ is not None
    assert round_.matches[1].reported is not None
    assert directed.sent.pairings[-1] == ("2", pairing_messages(directed.hall.tournament)["2"])
    assert directed.sent.pairings[-1][1].closed
    assert len(directed.sent.rankings) == rankings + 1
    assert directed.sent.rankings[-1].columns == ("Punkte", "Gemacht")
    assert directed.sent.rankings[-1].lines[0].values[0] == "2"


@pytest.mark.parametrize(
    "pairing", [PairingId("test", 1, 2), PairingId("test", 2), PairingId("other", 1)], ids=["attempt", "round", "cup"]
)
def test_a_result_of_another_pairing_is_none(directed: Directed, pairing: PairingId) -> None:
    directed.do(draw)
    directed.do(start_round)
    count = directed.hall.record.count
    directed.director.take_result("2", pairing, GAMES)
    assert directed.hall.record.count == count


def test_a_table_calls_the_referee_once(directed: Directed) -> None:
    directed.do(draw)
    directed.do(start_round)
    said = TableReport("playing", PairingId("test", 1), calls_referee=True, findings=1, score=(9, 11))
    directed.sent.tables["3"].report = said
    for _ in range(2):
        directed.director.take_call("3")
    round_ = directed.hall.tournament.round
    assert round_ is not None
    [call] = round_.matches[2].calls
    assert (call.by, call.evidence) == ("table", {"findings": 1, "score": [9, 11]})
    directed.do(lambda now: decide_call(now, 1, 3, "decided"))
    directed.director.take_call("3")
    assert _calls(directed) == 1, "the table still shows the call that was decided"
    directed.sent.tables["3"].report = msgspec.structs.replace(said, calls_referee=False)
    directed.director.take_call("3")
    directed.sent.tables["3"].report = said
    directed.director.take_call("3")
    assert _calls(directed) == 2, "another call"


def _calls(directed: Directed) -> int:
    assert directed.hall.tournament.round is not None
    return len(directed.hall.tournament.round.matches[2].calls)


def test_a_call_of_another_round_is_none(directed: Directed) -> None:
    directed.do(draw)
    directed.do(start_round)
    directed.sent.tables["3"].report = TableReport("playing", PairingId("test", 7), calls_referee=True)
    directed.director.take_call("3")
    assert not directed.hall.tournament.calls


def test_a_game_that_no_device_referees_is_not_announced() -> None:
    played = Played("mucken-3x2-bobbl").register(8)
    played.start_round()
    assert pairing_messages(played.now) == {}


def test_players_of_a_table_of_singles_sit_by_side() -> None:
    played = Played("watten-singles").register(8)
    played.start_round()
    message = pairing_messages(played.now)["1"]
    assert [len(side) for side in message.sides] == [2, 2]
