"""A match in a list: its state in one word, its score, whether it is late; the views of a match and of its device."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hall.formats.format import Format
from hall.live_hall import Device, LiveMatch
from hall.tournament.commands.results import points_range
from hall.tournament.events import MatchResult
from hall.tournament.rounds import Match, Round
from link.messages import GamePoints
from web.hall.views.base import HallContext, find_match, games_text, games_won, match_number, points_text
from web.hall.views.calls import TableCase, is_disputed, table_cases

MatchState: TypeAlias = Literal[
    "dispute", "differs", "contradicted", "gone", "typed_once", "waiting", "running", "confirming", "by_hand", "done"
]
"""A referee is called; results differ; a device reports another result than the decided one; the device is
disconnected; typed in once of twice; the pairing is not confirmed at the table; in play; the result is not confirmed
there; without a device; done."""
NEEDS_ORGANISER: tuple[MatchState, ...] = ("dispute", "differs", "contradicted", "gone", "typed_once")
LATE_START_S = 300.0
"""Seconds after the start of a round in which a table should have confirmed its pairing: time to find one's seats."""
STILL_S = 600.0
"""Seconds without an event after which a table counts as late: longer than a break between two games."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    table: int
    number: int
    """The number in URLs."""
    numbers: tuple[tuple[int, ...], ...]
    sides: tuple[str, ...]
    state: MatchState
    state_text: str
    is_late: bool
    score: str
    """The result, or the games so far, such as 13:7, 4:2."""
    board_score: str
    """Games won by side, such as 1:1, or the points of the only game."""
    running_score: str
    title: str

    @property
    def needs_organiser(self) -> bool:
        return self.state in NEEDS_ORGANISER

    @property
    def text(self) -> str:
        """The text that the filter of a list searches."""
        return f"{self.table} {' '.join(self.sides)} {' '.join(str(one) for side in self.numbers for one in side)}"


def match_line(context: HallContext, round_: Round, match: Match) -> MatchLine:
    live = context.live(round_, match)
    state = state_of(round_, match, live)
    return MatchLine(
        match.table,
        match_number(round_, match),
        match.pairing.sides,
        context.tournament.side_names(match.pairing),
        state,
        str(getattr(context.texts, f"state_{state}")),
        is_late(context, round_, match, live),
        score_text(context, match, live),
        *_board_scores(context, round_, match, live),
        context.match_title(round_, match),
    )


def state_of(round_: Round, match: Match, live: LiveMatch | None) -> MatchState:
    if is_disputed(match, live):
        return "dispute"
    if match.status in ("differs", "contradicted"):
        return "differs" if match.status == "differs" else "contradicted"
    if match.result is not None:
        return "done"
    if live is not None and not live.is_up and round_.state == "running":
        return "gone"
    if match.status == "typed_once":
        return "typed_once"
    if live is None:
        return "by_hand" if round_.state == "running" else "waiting"
    if live.stage in ("none", "announced"):
        return "waiting"
    return "confirming" if live.stage in ("finished", "agreed") else "running"


def is_late(context: HallContext, round_: Round, match: Match, live: LiveMatch | None) -> bool:
    """Returns whether a match without a result should have begun, have gone on, or have ended by now."""
    if round_.state != "running" or match.result is not None:
        return False
    passed = context.now - round_.started
    minutes = context.tournament.format.match.minutes
    if minutes and passed > minutes * 60:
        return True
    if live is None:
        return False
    if live.stage in ("none", "announced"):
        return passed > LATE_START_S
    return bool(live.moved) and context.now - live.moved > STILL_S


def _board_scores(context: HallContext, round_: Round, match: Match, live: LiveMatch | None) -> tuple[str, str]:
    """Returns the games won, or the points of an only game, and the points of the game that runs."""
    is_one = context.tournament.games_in(round_) == 1 or context.tournament.format.match.unit == "deal"
    if match.result is None and live is None:
        return "", ""
    if is_one:
        return score_text(context, match, live), ""
    games = live.games if match.result is None and live is not None else ()
    result = match.result if match.result is not None else MatchResult(games)
    running = points_text(live.score) if match.result is None and live is not None else ""
    if not result.games and not running:
        return (context.texts.forfeited if result.forfeited else ""), ""
    return points_text(games_won(context.tournament.format, result, len(match.pairing.sides))), running


def score_text(context: HallContext, match: Match, live: LiveMatch | None) -> str:
    if match.result is not None:
        return games_text(match.result, context.texts)
    if live is None:
        return ""
    games = [game.points for game in live.games] + ([live.score] if live.score else [])
    return ", ".join(map(points_text, games))


def marks_of(chosen: Format) -> tuple[str, ...]:
    """Returns what the format gives a bonus for and points do not say: how whoever lost a game had been gespannt."""
    conditions = {bonus.when for bonus in chosen.points.bonuses}
    return tuple(when[len("loser_") :] for when in ("loser_gespannt", "loser_gespannt_to_nil") if when in conditions)


SLIPS = 2
"""Slips of a match: one of each side."""


@dataclass(frozen=True, slots=True)
class Claim:
    title: str
    text: str
    games: tuple[GamePoints, ...]
    forfeited: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchView:
    line: MatchLine
    round: int
    match: Match
    games: int
    marks: tuple[str, ...]
    """Those of `marks_of`."""
    slip: int
    """Which slip is typed next; 0 if none is wanted."""
    is_last: bool
    """Whether no other slip is wanted after it."""
    claims: tuple[Claim, ...]
    result: Claim | None
    differs: bool
    call: str
    live: LiveMatch | None
    cases: tuple[TableCase, ...]
    may_type: bool
    points: tuple[int, int]
    """The least and the most points of a side in a game."""


def next_slip(round_: Round, match: Match) -> int:
    """Returns which slip of a match is typed next; 0 if none is wanted."""
    typed = {by for by, _ in match.typed}
    free = [slip for slip in range(1, SLIPS + 1) if f"slip {slip}" not in typed]
    is_open = round_.state == "running" and match.result is None and match.status != "differs"
    return free[0] if free and is_open else 0


def match_view(context: HallContext) -> MatchView | None:
    """Returns the match with the number in the URL; None if there is none."""
    found = find_match(context.tournament, context.number)
    if found is None:
        return None
    round_, match = found
    line, live, texts = match_line(context, round_, match), context.live(round_, match), context.texts
    format_ = context.tournament.format
    slip = next_slip(round_, match)
    may_type = round_.state == "running" and match.decided is None
    claims = [] if match.reported is None else [_claim(context, context.texts.reported_by_table, match.reported)]
    for by, result in match.typed:
        title = context.texts.slip_number.format(number=by[5:]) if by.startswith("slip ") else by
        claims.append(_claim(context, title, result))
    return MatchView(
        line,
        round_.number,
        match,
        context.tournament.games_in(round_) if format_.match.unit == "game" else 1,
        marks_of(format_),
        slip,
        slip == SLIPS or not match.typed_twice,
        tuple(claims),
        None if match.result is None else _claim(context, texts.result, match.result),
        match.status in ("differs", "contradicted"),
        match.open_call.text if match.open_call is not None else "",
        live,
        table_cases(context, round_, match),
        may_type,
        points_range(format_),
    )


def _claim(context: HallContext, title: str, result: MatchResult) -> Claim:
    return Claim(title, games_text(result, context.texts), result.games, result.forfeited)


def replacement_view(context: HallContext) -> tuple[MatchLine, str] | None:
    """Returns the match whose dead device is replaced, and the name of the file with which the new one joins."""
    found = find_match(context.tournament, context.number)
    return None if found is None else (match_line(context, *found), _joining_file(context, found[1].table))


def devices_view(context: HallContext) -> list[tuple[Device, str]]:
    """Returns the devices, each with the name of the file with which it joins."""
    return [(one, _joining_file(context, one.table)) for one in context.tables.devices()]


def _joining_file(context: HallContext, table: int) -> str:
    """Returns the name of the file; empty without one."""
    name, _ = context.tables.joining_file(table) or ("", b"")
    return name
