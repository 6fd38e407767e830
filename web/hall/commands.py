"""The JSON commands of the organiser's page, and their conversion to commands of the tournament."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from common.limits import MAX_GAMES
from hall.formats.format import Format
from hall.formats.load import FormatError, changed_format, check_format
from hall.formats.money import MoneyError, money_of
from hall.tournament.commands import course, entries, results
from hall.tournament.events import HallEvent, MatchResult
from hall.tournament.state import Tournament
from link.messages import GamePoints
from web.hall.views.base import slug


class BadCommand(ValueError):
    """Raised for a request that no page of the hall sends; `reason` names a text."""

    def __init__(self, reason: str = "malformed_hall") -> None:
        self.reason = reason
        super().__init__(reason)


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of commands; `do` is the name of the command, a key of `COMMANDS`."""

    do: str

    def events(self, tournament: Tournament) -> Sequence[HallEvent]:
        """Calls the function of that name, whose parameters have the names of the fields."""
        fields = msgspec.structs.asdict(self)
        _, function = _CALLS[fields.pop("do")]
        return function(tournament, **fields)


class _ChosenFormat(_Command, frozen=True):
    """A format with what the form has changed in it."""

    format: str
    rounds: int | None = None
    games: int | None = None
    minutes: int | None = None
    typed_twice: bool | None = None
    rules: dict[str, str | int | bool] = {}
    """All house rules of the game, if the form has them."""
    fee: str = ""
    prizes: str | None = None
    """As people write them; None if the form has neither."""

    def chosen(self, formats: Iterable[Format]) -> Format:
        """:raises BadCommand: if there is no such format, or it cannot be played like that."""
        found = next((one for one in formats if one.name == self.format), None)
        if found is None:
            raise BadCommand
        try:
            # The same value is not set, so that it is stored only where it is used.
            if self.prizes is not None and (money := money_of(self.fee, self.prizes)) != found.money:
                found = replace(found, money=money)
                check_format(found, found.name)
        except (FormatError, MoneyError) as error:
            raise BadCommand("bad_money") from error
        try:
            return changed_format(found, self.rounds, self.games, self.minutes, self.typed_twice, self.rules)
        except FormatError as error:
            raise BadCommand("bad_format") from error


class Create(_ChosenFormat, frozen=True, kw_only=True):
    title: str
    place: str = ""
    date: str = ""

    def create(self, tournament: Tournament, formats: Iterable[Format]) -> Sequence[HallEvent]:
        chosen = self.chosen(formats)
        return course.create(tournament, slug(self.title), self.title, chosen, None, self.place, self.date)


class ChangeFormat(_ChosenFormat, frozen=True):
    def create(self, tournament: Tournament, formats: Iterable[Format]) -> Sequence[HallEvent]:
        # The tournament's own format is taken as it was changed before.
        return course.change_format(tournament, self.chosen((tournament.format, *formats)))


class Register(_Command, frozen=True):
    members: tuple[str, ...] = ()
    pair1: tuple[str, ...] = ()
    pair2: tuple[str, ...] = ()
    name: str = ""
    club: str = ""
    present: bool = True

    def events(self, tournament: Tournament) -> Sequence[HallEvent]:
        if self.pair1 or self.pair2:
            return entries.register_team(tournament, (self.pair1, self.pair2), self.name, self.club, self.present)
        return entries.register(tournament, self.members, self.club, self.present)


class _Rename(_Command, frozen=True):
    number: int
    members: tuple[str, ...]
    club: str = ""


class Enlist(_Command, frozen=True):
    """What a phone asks for, with the code on the poster."""

    members: tuple[str, ...]
    code: str
    club: str = ""

    def events(self, tournament: Tournament) -> Sequence[HallEvent]:
        if self.code.strip() != str(entries.poster_code(tournament)):
            raise BadCommand("wrong_poster_code")
        return entries.enlist(tournament, self.members, self.club)


class _OfEntry(_Command, frozen=True):
    number: int


class _NameClub(_Command, frozen=True):
    club: str


class _DecideTie(_Command, frozen=True):
    numbers: tuple[int, ...]
    reason: str = ""


class OfMatch(_Command, frozen=True):
    round: int
    table: int


class _ResultOfMatch(OfMatch, frozen=True):
    points: tuple[int | None, ...] = ()
    """The points of all games, by side."""
    gespannt: tuple[bool, ...] = ()
    gespannt_to_nil: tuple[bool, ...] = ()
    """Likewise: who had been gespannt, and while the winner had no point, a Heiße."""
    loser_gespannt: tuple[bool, ...] = ()
    loser_gespannt_to_nil: tuple[bool, ...] = ()
    """By game: whether whoever lost it had been so, where the form does not ask by side."""
    forfeited: int | None = None

    def result(self, tournament: Tournament) -> MatchResult:
        """:raises BadCommand: if points are missing in a game."""
        if self.forfeited is not None:
            return MatchResult((), (self.forfeited,))
        _, match = results.match_at(tournament, self.round, self.table)
        sides = len(match.pairing.sides)
        games: list[GamePoints] = []

        def marked(by_side: tuple[bool, ...], by_game: tuple[bool, ...], start: int) -> tuple[int, ...]:
            if True in by_game[start // sides : start // sides + 1]:
                return tuple(range(sides))  # the tournament drops the winner
            return tuple(side for side, is_so in enumerate(by_side[start : start + sides]) if is_so)

        for start in range(0, min(len(self.points), MAX_GAMES * sides), sides):
            points = self.points[start : start + sides]
            if all(one is None for one in points):
                continue
            if any(one is None for one in points) or len(points) < sides:
                raise BadCommand("numbers")
            gespannt = marked(self.gespannt, self.loser_gespannt, start)
            to_nil = marked(self.gespannt_to_nil, self.loser_gespannt_to_nil, start)
            games.append(GamePoints(tuple(one for one in points if one is not None), gespannt, to_nil))
        return MatchResult(tuple(games))


class TypeIn(_ResultOfMatch, frozen=True):
    by: Literal["slip 1", "slip 2"] = "slip 1"

    def events(self, tournament: Tournament) -> Sequence[HallEvent]:
        return results.type_in(tournament, self.round, self.table, self.result(tournament), self.by)


class Decide(_ResultOfMatch, frozen=True):
    reason: str = ""
    claim: int | None = None
    """The index of the claim that is to count, instead of points."""

    def events(self, tournament: Tournament) -> Sequence[HallEvent]:
        if self.claim is None:
            result = self.result(tournament)
        else:
            _, match = results.match_at(tournament, self.round, self.table)
            if not 0 <= self.claim < len(match.claims):
                raise BadCommand
            result = match.claims[self.claim]
        return results.decide(tournament, self.round, self.table, result, self.reason)


class _CallForReferee(OfMatch, frozen=True):
    text: str = ""


class _DecideCall(OfMatch, frozen=True):
    text: str


_CALLS: Mapping[str, tuple[type[_Command], Callable[..., Sequence[HallEvent]]]] = {
    "name_club": (_NameClub, course.name_host),
    "remove_emblem": (_Command, partial(course.name_host, emblem=b"")),
    "rename": (_Rename, entries.rename),
    "confirm": (_OfEntry, entries.confirm),
    "arrive": (_OfEntry, entries.arrive),
    "leave": (_OfEntry, entries.leave),
    "unregister": (_OfEntry, entries.unregister),
    "pay": (_OfEntry, entries.pay),
    "unpay": (_OfEntry, partial(entries.pay, paid=False)),
    "draw": (_Command, course.draw),
    "draw_again": (_Command, course.draw_again),
    "draw_lots": (_Command, course.draw_lots),
    "start_round": (_Command, course.start_round),
    "close_round": (_Command, course.close_round),
    "finish": (_Command, course.finish),
    "decide_tie": (_DecideTie, course.decide_tie),
    "call_referee": (_CallForReferee, results.call_referee),
    "decide_call": (_DecideCall, results.decide_call),
}
"""The fields of a command, and the function that is called with them."""
COMMANDS: Mapping[str, type[_Command]] = {
    "create": Create,
    "change_format": ChangeFormat,
    "register": Register,
    "type_in": TypeIn,
    "decide": Decide,
    **{name: fields for name, (fields, _) in _CALLS.items()},
}


def events_of(command: _Command, formats: Iterable[Format] = ()) -> Callable[[Tournament], Sequence[HallEvent]]:
    """Returns the function that the record calls for a command; *formats* are those that may be chosen."""
    if isinstance(command, Create | ChangeFormat):
        return partial(command.create, formats=formats)
    return command.events


def command_of(body: Any, known: Mapping[str, type[_Command]] = COMMANDS) -> _Command:
    """Returns the command in the body of a request, one of *known*.

    :raises BadCommand: if it is not a command.
    """
    name = body.get("do") if isinstance(body, dict) else None
    if not isinstance(name, str) or name not in known:
        raise BadCommand
    try:
        return msgspec.convert(body, known[name])
    except msgspec.ValidationError as error:
        raise BadCommand from error
