"""The state of a tournament, with its entries: the fold of its events.

It is immutable; `hall.tournament.fold.after` returns the next one.
"""

from typing import Literal, TypeAlias

import msgspec

from hall.draw.field import Pairing
from hall.formats.format import Format, Text
from hall.tournament.rounds import Match, Round

Presence: TypeAlias = Literal["asked", "expected", "present", "left"]
"""Asked for on a phone, which only organisers see; registered in advance and not arrived yet; present; left, perhaps to
return."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    number: int
    members: tuple[str, ...]
    club: str = ""
    presence: Presence = "expected"
    team: int = 0
    """The number of the team, 0 without one."""
    team_name: str = ""
    paid: bool = False
    """Whether the entry fee was paid."""

    @property
    def name(self) -> str:
        """The names of the players as one text, such as Huber/Maier."""
        return "/".join(self.members)

    @property
    def label(self) -> str:
        """Start number and names, such as 7 Huber/Maier."""
        return f"{self.number} {self.name}"


Phase: TypeAlias = Literal["registration", "drawn", "running", "between", "finals_due", "over", "finished"]
"""Before the first draw; a round is drawn; a round is played; between rounds; the finals can be drawn; all is played;
finished."""

NO_FORMAT = Format("", Text("", ""), "pair", "")


class Tournament(msgspec.Struct, frozen=True):
    id: str = ""
    """The short name of the tournament in topics and marks."""
    title: str = ""
    place: str = ""
    date: str = ""
    format: Format = NO_FORMAT
    seed: int = 0
    club: str = ""
    """The club that runs it."""
    emblem: bytes = b""
    """That of the club, a PNG; empty without one."""
    entries: dict[int, Entry] = {}
    """By start number, in ascending order."""
    rounds: tuple[Round, ...] = ()
    """All rounds that were drawn, with knock-out rounds; of a round drawn again only the last draw."""
    decided_ties: tuple[tuple[int, ...], ...] = ()
    """Orders by deciding games or lots, the latest last."""
    is_finished: bool = False
    next_number: int = 1
    """The start number of the next entry; the number of a removed entry is not reused automatically."""

    @property
    def is_created(self) -> bool:
        return bool(self.id)

    @property
    def round(self) -> Round | None:
        """The latest round, or None before the first draw."""
        return self.rounds[-1] if self.rounds else None

    @property
    def present(self) -> tuple[Entry, ...]:
        """The entries that take part in the next draw."""
        return tuple(entry for entry in self.entries.values() if entry.presence == "present")

    @property
    def known_entries(self) -> tuple[Entry, ...]:
        """All entries but those that wait for the organiser."""
        return tuple(entry for entry in self.entries.values() if entry.presence != "asked")

    @property
    def played_rounds(self) -> tuple[Round, ...]:
        """The rounds before the finals, so far."""
        return tuple(round_ for round_ in self.rounds if round_.stage == "round")

    @property
    def knock_out_rounds(self) -> tuple[Round, ...]:
        return tuple(round_ for round_ in self.rounds if round_.stage != "round")

    @property
    def planned_rounds(self) -> int:
        """The number of rounds before the finals."""
        number = self.format.rounds.number
        if number or self.format.rounds.draw != "round_robin":
            return number
        return max(len(self.played_rounds) + self._rounds_until_all_have_met(), 1)

    def _rounds_until_all_have_met(self) -> int:
        """Returns the minimum number of further rounds until all present entries have met one another."""
        present = {entry.number for entry in self.present}
        left = {number: present - {number} for number in present}
        for round_ in self.played_rounds:
            for match in round_.matches:
                numbers = {number for side in match.pairing.sides for number in side}
                for number in numbers & present:
                    left[number] -= numbers
        byes = {number for round_ in self.played_rounds for number in round_.byes}
        odd = len(present) % 2
        return max((len(others) + (odd and number not in byes) for number, others in left.items() if others), default=0)

    @property
    def phase(self) -> Phase:
        latest = self.round
        if self.is_finished:
            return "finished"
        if latest is None:
            return "registration"
        if latest.state != "closed":
            return "drawn" if latest.state == "drawn" else "running"
        if latest.stage == "final":
            return "over"
        if latest.stage != "round":
            return "between"
        if len(self.played_rounds) < self.planned_rounds:
            return "between"
        return "finals_due" if self.format.finals.entries else "over"

    @property
    def calls(self) -> tuple[tuple[Round, Match], ...]:
        """The matches with an open call for a referee."""
        return tuple((round_, match) for round_ in self.rounds for match in round_.matches if match.open_call)

    @property
    def has_results(self) -> bool:
        return any(match.claims or match.decided for round_ in self.rounds for match in round_.matches)

    def name_of(self, number: int) -> str:
        """Returns the names of an entry, such as Huber/Maier, or its number if there is no such entry."""
        entry = self.entries.get(number)
        return str(number) if entry is None else entry.name

    def side_names(self, pairing: Pairing) -> tuple[str, ...]:
        """Returns the names by side, such as Huber/Maier."""
        return tuple("/".join(self.name_of(number) for number in side) for side in pairing.sides)

    def games_in(self, round_: Round) -> int:
        """Returns the number of games of a match in this round, or of deals."""
        chosen = self.format
        return chosen.match.games if round_.stage == "round" else chosen.finals.games or chosen.match.games

    def round_numbered(self, number: int) -> Round | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None
