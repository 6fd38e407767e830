"""A hall that is served really, in a thread of its own, with tables that tests set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from common.feed.codes import player_code
from common.limits import MAX_CONNECTIONS_OF_HALL
from hall.live_hall import Device, LiveHall, LiveMatch, MatchFindings, TablesWithoutDevices
from hall.storage.events import TournamentRecord
from hall.storage.hall_file import HallFile
from hall.tournament.rounds import Round
from hall.tournament.state import Tournament
from tests.support.fed_table import FedTable, evening
from tests.support.phones import Answer, Phone
from tests.support.quick_servers import QuickWebServer, free_port, run_server
from web.hall.app import HallApp

KEY = "00112233445566778899aabbccddeeff"
CODE = player_code(KEY)
PAIRS = (
    ("Huber", "Maier"), ("Gruber", "Wimmer"), ("Kreuzpointner", "Obermaier"), ("Sepp", "Toni"), ("Vroni", "Resi"),
    ("Lechner", "Moser"), ("Bauer", "Fischer"), ("Wagner", "Hofer"), ("Eder", "Brunner"), ("Schmid", "Berger"),
    ("Haas", "Auer"), ("Winkler", "Pichler"), ("Steiner", "Koller"), ("Egger", "Fuchs"), ("Reiter", "Mayr"),
)  # fmt: skip


REVOKE = "PLAY E9 PLAY PLAY PLAY L7>3 S9>0 L10>1 LA>2 clear LK>2 L9>3 L8>0"
"""Toni revokes, which his eight of leaves proves."""


def noticed(folder: Path) -> MatchFindings:
    """A revoke and its proof, from a table at which it happened."""
    with FedTable(
        folder / "table.sock", evening("bohemian-watten", 4, 9, 3, ("Toni", "Vroni", "Sepp", "Kathi"))
    ) as fed:
        fed.do(REVOKE)
        view = fed.controller.view
        assert view.table.game is not None
        times = tuple(1764086400.0 + place for place in range(len(fed.stored.events)))
        return MatchFindings(view.table.game, dict(view.names), tuple(view.table.findings), times)


class TablesByHand(TablesWithoutDevices):
    """Tables as a test says they are."""

    def __init__(self) -> None:
        super().__init__()
        self.matches: dict[int, LiveMatch] = {}
        """By table, of the latest round."""
        self.noticed: dict[int, MatchFindings] = {}

    def set(self, table: int, live: LiveMatch | None) -> None:
        if live is None:
            self.matches.pop(table, None)
        else:
            self.matches[table] = live
        self.version += 1

    def match(self, round_number: int, attempt: int, table: int) -> LiveMatch | None:
        return self.matches.get(table)

    def findings(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        return self.noticed.get(table)

    def devices(self) -> tuple[Device, ...]:
        return tuple(Device(table, True, live.is_up, "camera") for table, live in sorted(self.matches.items()))

    def joining_file(self, table: int) -> tuple[str, bytes] | None:
        return (f"table-{table:02}.toml", b"password = 'secret'") if table in self.matches else None


class RunningHall(NamedTuple):
    hall: LiveHall
    tables: TablesByHand
    port: int
    path: Path

    @property
    def tournament(self) -> Tournament:
        return self.hall.tournament

    @property
    def round(self) -> Round:
        """The round that is played, or was last."""
        assert self.tournament.round is not None
        return self.tournament.round

    def phone(self) -> Phone:
        """A phone of somebody without a code."""
        return Phone(self.port)

    def organiser(self) -> Organiser:
        organiser = Organiser(self.port)
        assert organiser.join(CODE).status == 200
        return organiser


class Organiser(Phone):
    """The organiser's browser."""

    def do(self, what: str, **fields: Any) -> Answer:
        """Hands in a command that has to succeed."""
        answer = self.command(what, **fields)
        assert answer.status == 200, answer.text
        return answer

    def command(self, what: str, **fields: Any) -> Answer:
        return self.post("/command", {"do": what} | fields)

    def create(self, preset: str = "watten-3x3-13", title: str = "Preiswatten Griesstätt", **fields: Any) -> None:
        self.do("create", format=preset, title=title, **fields)

    def register(self, count: int) -> None:
        """Registers pairs with names that people have."""
        for number in range(count):
            one, other = PAIRS[number % len(PAIRS)]
            suffix = f" {number // len(PAIRS) + 1}" if number >= len(PAIRS) else ""
            self.do("register", members=[one + suffix, other + suffix])

    def start_round(self) -> None:
        self.do("draw")
        self.do("start_round")

    def type_in(self, round_number: int, table: int, points: list[int], slips: tuple[int, ...] = (1, 2)) -> None:
        for slip in slips:
            self.do("type_in", round=round_number, table=table, points=points, by=f"slip {slip}")


@contextmanager
def running_hall(folder: Path, is_read_only: bool = False) -> Iterator[RunningHall]:
    """Runs a hall whose file is in *folder*."""
    port = free_port()
    tables = TablesByHand()
    path = folder / "tournament.kiebitz-hall"
    with HallFile(path) as file:
        hall = LiveHall(TournamentRecord(file), tables, is_read_only, ("Huber", "Maier", "Rosenheimer"))
        app = HallApp(hall, KEY, ("kiebitz.local",))
        server = QuickWebServer(app.app, hall, None, MAX_CONNECTIONS_OF_HALL, port=port, log_level="error")
        with run_server(server):
            yield RunningHall(hall, tables, port, path)


def tied(hall: RunningHall, preset: str, pairs: int = 8) -> Organiser:
    """The organiser of a tournament of one round, in which all winners are tied for the finals."""
    organiser = hall.organiser()
    organiser.create(preset, rounds=1)
    organiser.register(pairs)
    organiser.start_round()
    goal = 13 if preset == "watten-3x3-13" else 15
    games = hall.tournament.format.match.games
    for match in hall.round.matches:
        organiser.type_in(1, match.table, [goal, 5] * games)
    organiser.do("close_round")
    return organiser
