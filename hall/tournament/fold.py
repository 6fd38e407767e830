"""The fold of a tournament: applies an event to a tournament, and returns the next one."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from hall.tournament import events as e
from hall.tournament.rounds import Match, RefereeCall, Round
from hall.tournament.state import Entry, Presence, Tournament


def fold(events: Iterable[tuple[e.HallEvent, float]]) -> Tournament:
    """Returns the tournament after events, each with its time in seconds since 1970."""
    tournament = Tournament()
    for event, time in events:
        tournament = after(tournament, event, time)
    return tournament


def after(tournament: Tournament, event: e.HallEvent, time: float = 0.0) -> Tournament:
    """Returns the tournament after *event*. Events about what does not exist change nothing."""
    match event:
        case e.Created():
            return Tournament(event.tournament, event.title, event.place, event.date, event.format, event.seed)
        case e.HostNamed():
            return replace(tournament, club=event.club, emblem=event.emblem)
        case e.FormatChanged():
            return replace(tournament, format=event.format)
        case e.Finished():
            return replace(tournament, is_finished=True)
        case e.TieDecided():
            return replace(tournament, decided_ties=(*tournament.decided_ties, event.numbers))
        case e.Drawn():
            twice = tournament.format.typed_twice
            matches = tuple(Match(pairing, typed_twice=twice) for pairing in event.pairings)
            drawn = Round(event.round, event.stage, event.attempt, event.seed, matches, event.byes)
            before = tuple(round_ for round_ in tournament.rounds if round_.number < event.round)
            return replace(tournament, rounds=(*before, drawn))
        case e.RoundStarted():
            return _with_round(tournament, event.round, lambda r: replace(r, state="running", started=time))
        case e.RoundClosed():
            return _with_round(
                tournament,
                event.round,
                lambda r: replace(r, state="closed", matches=tuple(replace(m, closed=m.result) for m in r.matches)),
            )
        case e.ResultReported() | e.ResultTyped() | e.ResultDecided() | e.RefereeCalled() | e.RefereeDecided():
            return _with_round(
                tournament,
                event.round,
                lambda r: replace(
                    r, matches=tuple(_change_match(m, event, time) if m.table == event.table else m for m in r.matches)
                ),
            )
        case _:
            return _with_entries(tournament, event)


_EntryEvent = e.Registered | e.Renamed | e.Confirmed | e.Arrived | e.Unregistered | e.Left | e.Returned | e.Paid


def _with_entries(tournament: Tournament, event: _EntryEvent) -> Tournament:
    entries = dict(tournament.entries)
    if isinstance(event, e.Registered):
        presence: Presence = "present" if event.present else "asked" if event.asked else "expected"
        entries[event.number] = Entry(event.number, event.members, event.club, presence, event.team, event.team_name)
        number = max(tournament.next_number, event.number + 1)
        return replace(tournament, entries=dict(sorted(entries.items())), next_number=number)
    entry = entries.get(event.number)
    if entry is None:
        return tournament
    match event:
        case e.Renamed():
            for number, other in entries.items():
                if event.team_name and entry.team and other.team == entry.team:
                    entries[number] = replace(other, team_name=event.team_name)
            entry = replace(entries[event.number], members=event.members, club=event.club)
            entries[event.number] = entry
        case e.Unregistered():
            del entries[event.number]
        case e.Confirmed():
            entries[event.number] = replace(entry, presence="expected")
        case e.Arrived() | e.Returned():
            entries[event.number] = replace(entry, presence="present")
        case e.Paid():
            entries[event.number] = replace(entry, paid=event.paid)
        case e.Left():
            entries[event.number] = replace(entry, presence="left")
    return replace(tournament, entries=entries)


def _with_round(tournament: Tournament, number: int, change: Callable[[Round], Round]) -> Tournament:
    rounds = tuple(change(round_) if round_.number == number else round_ for round_ in tournament.rounds)
    return replace(tournament, rounds=rounds)


_MatchEvent = e.ResultReported | e.ResultTyped | e.ResultDecided | e.RefereeCalled | e.RefereeDecided


def _change_match(match: Match, event: _MatchEvent, time: float) -> Match:
    match event:
        case e.ResultReported():
            contradicted = match.settled is not None and event.result != match.settled
            return replace(match, reported=event.result, contradicted=contradicted, time=time)
        case e.ResultTyped():
            typed = tuple(claim for claim in match.typed if claim[0] != event.by)
            return replace(match, typed=(*typed, (event.by, event.result)), time=time)
        case e.ResultDecided():
            return replace(match, decided=event.result, reason=event.reason, contradicted=False, time=time)
        case e.RefereeCalled():
            return replace(match, calls=(*match.calls, RefereeCall(event.text, event.by, event.evidence, time)))
        case e.RefereeDecided():
            return replace(
                match, calls=tuple(replace(call, decision=event.text) if call.is_open else call for call in match.calls)
            )
