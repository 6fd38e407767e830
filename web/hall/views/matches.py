"""A match in a list: its state in one word, its score, and whether it is late."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from hall.tournament.events import MatchResult
from web.hall.views.base import HallContext, games_text, games_won, match_number

if TYPE_CHECKING:
    from hall.live_hall import LiveMatch
    from hall.tournament.rounds import Match, Round

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
    """A match in a list."""

    table: int
    number: int
    """The number in URLs."""
    numbers: tuple[tuple[int, ...], ...]
    """The start numbers by side."""
    sides: tuple[str, ...]
    state: MatchState
    state_text: str
    is_late: bool
    score: str
    """The result, or the games so far, such as 13:7, 4:2."""
    board_score: str
    """Games won by side, such as 1:1, or the points of the only game."""
    running_score: str
    """The points of the game that runs."""
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
        context.sides(match.pairing),
        state,
        str(getattr(context.texts, f"state_{state}")),
        is_late(context, round_, match, live),
        score_text(context, match, live),
        *_board_scores(context, round_, match, live),
        context.match_title(round_, match),
    )


def state_of(round_: Round, match: Match, live: LiveMatch | None) -> MatchState:
    if match.open_call is not None or (live is not None and live.calls_referee and match.result is None):
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
    running = ":".join(map(str, live.score)) if match.result is None and live is not None else ""
    if not result.games and not running:
        return (context.texts.forfeited if result.forfeited else ""), ""
    return ":".join(map(str, games_won(result, len(match.pairing.sides)))), running


def score_text(context: HallContext, match: Match, live: LiveMatch | None) -> str:
    if match.result is not None:
        return games_text(match.result, context.texts)
    if live is None:
        return ""
    games = [":".join(map(str, game.points)) for game in live.games]
    if live.score:
        games.append(":".join(map(str, live.score)))
    return ", ".join(games)
