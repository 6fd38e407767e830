"""Commands for entries: register, arrive, leave, come back, correct a name, and remove an entry."""

import hashlib
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from common.limits import MAX_ASKED, MAX_ENTRIES, MAX_NUMBER
from common.texts.keys import PhraseKey
from engine.events import NAME_LENGTH
from hall.tournament import events
from hall.tournament.commands.course import HallRefusal, check_open, checked_text
from hall.tournament.events import HallEvent
from hall.tournament.state import Entry, Presence, Tournament

_WRONG_PRESENCE: Mapping[Presence, PhraseKey] = {
    "asked": "refused_expected",
    "expected": "refused_expected",
    "present": "refused_present",
    "left": "refused_left",
}


def register(
    tournament: Tournament,
    members: Sequence[str],
    club: str = "",
    present: bool = True,
) -> list[HallEvent]:
    """Registers a player or a pair under the next start number; with *present* false in advance."""
    _check_registration(tournament)
    if tournament.format.entrants == "team":
        raise HallRefusal("refused_teams_only")
    names = _checked_members(tournament, members, 1 if tournament.format.entrants == "single" else 2)
    return [events.Registered(_next_number(tournament), names, checked_text(club), present=present)]


def register_team(
    tournament: Tournament,
    pairs: Sequence[Sequence[str]],
    name: str = "",
    club: str = "",
    present: bool = True,
) -> list[HallEvent]:
    """Registers a team of two pairs: two entries, whose first number is that of the team."""
    _check_registration(tournament)
    if tournament.format.entrants != "team":
        raise HallRefusal("refused_no_teams")
    if len(pairs) != 2:
        raise HallRefusal("refused_teams_only")
    names = [_checked_members(tournament, pair, 2) for pair in pairs]
    team, club, name = _next_number(tournament), checked_text(club), checked_text(name)
    return [events.Registered(team + i, pair, club, team, name, present) for i, pair in enumerate(names)]


def poster_code(tournament: Tournament) -> int:
    """Returns six digits that stay the same as long as the tournament, also when the hall is started again."""
    return int(hashlib.sha256(f"poster {tournament.id} {tournament.seed}".encode()).hexdigest(), 16) % 900_000 + 100_000


def enlist(tournament: Tournament, members: Sequence[str], club: str = "") -> list[HallEvent]:
    """Asks for a registration in advance, which waits for `confirm`."""
    if len(tournament.entries) - len(tournament.known_entries) >= MAX_ASKED:
        raise HallRefusal("refused_full", limit=MAX_ASKED)
    (entry,) = register(tournament, members, club, present=False)
    assert isinstance(entry, events.Registered)
    return [replace(entry, asked=True)]


def confirm(tournament: Tournament, number: int) -> list[HallEvent]:
    """Registers in advance an entry that was asked for; `arrive` does it as well, and `unregister` declines it."""
    check_open(tournament)
    if entry_numbered(tournament, number).presence != "asked":
        raise _wrong_presence(tournament, number)
    return [events.Confirmed(number)]


def rename(tournament: Tournament, number: int, members: Sequence[str], club: str = "") -> list[HallEvent]:
    """Corrects the names of an entry. Possible at any time."""
    if not tournament.is_created:
        raise HallRefusal("refused_not_created")
    entry = entry_numbered(tournament, number)
    names = _checked_members(tournament, members, len(entry.members), but=number)
    return [events.Renamed(number, names, checked_text(club))]


def arrive(tournament: Tournament, number: int) -> list[HallEvent]:
    """Marks an entry that was registered in advance, or has left, as present, with the other pair of a team.

    It takes part from the next draw on. An entry may return at any time, since leaving may have been an error.
    """
    check_open(tournament)
    presence = entry_numbered(tournament, number).presence
    if presence == "present":
        raise _wrong_presence(tournament, number)
    if presence in ("asked", "expected"):
        _check_registration(tournament)
    others = (entry for entry in _with_team(tournament, number) if entry.presence != "present")
    return [events.Returned(e.number) if e.presence == "left" else events.Arrived(e.number) for e in others]


def leave(tournament: Tournament, number: int) -> list[HallEvent]:
    """Removes an entry from further rounds, with the other pair of a team.

    A match in progress is to be played, or forfeited.
    """
    check_open(tournament)
    if entry_numbered(tournament, number).presence == "left":
        raise _wrong_presence(tournament, number)
    return [events.Left(entry.number) for entry in _with_team(tournament, number) if entry.presence != "left"]


def unregister(tournament: Tournament, number: int) -> list[HallEvent]:
    """Removes an entry that was never drawn, with the other pair of a team."""
    check_open(tournament)
    entry_numbered(tournament, number)
    team = _with_team(tournament, number)
    for entry in team:
        if any(entry.number in round_.byes or round_.match_of(entry.number) for round_ in tournament.rounds):
            raise HallRefusal("refused_has_played", number=entry.number)
    return [events.Unregistered(entry.number) for entry in team]


def pay(tournament: Tournament, number: int, paid: bool = True) -> list[HallEvent]:
    """Notes that an entry has paid its fee, or with *paid* false that it has not. Possible at any time."""
    if not tournament.is_created:
        raise HallRefusal("refused_not_created")
    entry = entry_numbered(tournament, number)
    if not tournament.format.money.fee_cents:
        raise HallRefusal("refused_no_fee")
    return [events.Paid(number, paid)] if entry.paid != paid else []


def entry_numbered(tournament: Tournament, number: int) -> Entry:
    """:raises HallRefusal: if there is none."""
    entry = tournament.entries.get(number)
    if entry is None:
        raise HallRefusal("refused_no_entry", number=number)
    return entry


def _with_team(tournament: Tournament, number: int) -> list[Entry]:
    entry = tournament.entries[number]
    return [e for e in tournament.entries.values() if e.number == number or (entry.team and e.team == entry.team)]


def _check_registration(tournament: Tournament) -> None:
    check_open(tournament)
    if len(tournament.entries) >= MAX_ENTRIES:
        raise HallRefusal("refused_full", limit=MAX_ENTRIES)
    latest = tournament.round
    if latest is None or (latest.state == "drawn" and latest.stage == "round"):  # it can be drawn again
        return
    if latest.stage != "round" or latest.number >= tournament.format.rounds.number > 0:
        raise HallRefusal("refused_no_late_entries")


def _wrong_presence(tournament: Tournament, number: int) -> HallRefusal:
    return HallRefusal(_WRONG_PRESENCE[tournament.entries[number].presence], number=number)


def _next_number(tournament: Tournament) -> int:
    if tournament.next_number > MAX_NUMBER:
        raise HallRefusal("refused_bad_number", number=tournament.next_number)
    return tournament.next_number


def _checked_members(tournament: Tournament, members: Sequence[str], expected: int, but: int = 0) -> tuple[str, ...]:
    """Returns the names, cleaned. No two entries have the same names, so that nobody registers twice."""
    names = tuple(checked_text(name) for name in members)
    if len(names) != expected:
        raise HallRefusal("refused_members", got=len(names), expected=expected)
    for name in names:
        if not name:
            raise HallRefusal("refused_no_name")
        if len(name) > NAME_LENGTH:
            raise HallRefusal("refused_long_name", name=name, limit=NAME_LENGTH)
    for entry in tournament.entries.values():
        if entry.number != but and sorted(entry.members) == sorted(names):
            raise HallRefusal("refused_name_taken", name="/".join(names), number=entry.number)
    return names
