"""The views of the current round with its slips, of the pairings and the ranking, and of these two for a projector."""

from dataclasses import dataclass

from common.texts.phrases import phrase_in
from hall.formats.sentences import tie_sentence
from hall.tournament.commands.course import too_few
from hall.tournament.commands.results import points_range
from hall.tournament.ranking import Standing, open_ties
from web.hall.views.base import HallContext
from web.hall.views.matches import MatchLine, marks_of, match_line, next_slip

WINNERS = 3
"""Places that are shown at the end."""


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    attempt: int
    lines: tuple[MatchLine, ...]
    counts: tuple[tuple[str, int], ...]
    """Texts about the tables, each with the number of tables that it concerns."""
    winners: tuple[tuple[int, str], ...]
    """Rank and name of the first places, once all is played."""
    is_finals: bool
    """Whether the round after this one is one of the finals."""
    ties: tuple[tuple[str, tuple[int, ...]], ...]
    """Entries that are tied for a place that has to be decided: their names, their numbers."""
    decider: str
    """What decides a tie, in words."""
    decided: tuple[str, ...]
    """The orders that a game or a lot has decided, as names."""
    too_few: str
    """Why the next round cannot be drawn with those who are there; empty if they suffice."""
    has_slips: bool
    """Whether results are still to be typed."""
    say: str


def round_view(context: HallContext) -> RoundView:
    tournament, texts = context.tournament, context.texts
    round_ = tournament.round
    lines = () if round_ is None else tuple(match_line(context, round_, match) for match in round_.matches)
    missing = len(round_.missing) if round_ is not None else 0
    is_over = tournament.phase in ("over", "finished")
    draws = tournament.phase in ("registration", "between", "finals_due") and not tournament.knock_out_rounds
    lack = too_few(tournament, for_finals=tournament.phase == "finals_due") if draws else None
    texts = context.texts
    counts = (
        (texts.count_running, sum(line.state in ("running", "by_hand") for line in lines)),
        (texts.count_missing, missing),
        (texts.count_late, sum(line.is_late for line in lines)),
        (texts.count_disputed, sum(line.state in ("dispute", "differs", "contradicted") for line in lines)),
        (texts.count_gone, sum(line.state == "gone" for line in lines)),
    )
    return RoundView(
        round_.number if round_ is not None else 0,
        round_.attempt if round_ is not None else 0,
        lines,
        tuple((name, count) for name, count in counts if count or name == texts.count_missing),
        tuple((line.final_rank, line.name) for line in context.ranking.lines[:WINNERS] if is_over),
        tournament.phase == "finals_due" or bool(tournament.knock_out_rounds),
        ties_to_decide(context),
        f"{tie_sentence(tournament.format, context.language)}.",
        tuple(texts.ahead_of.join(map(tournament.name_of, order)) for order in tournament.decided_ties),
        phrase_in(context.language, lack.reason) if lack is not None else "",
        any(line.state in ("by_hand", "typed_once", "gone") for line in lines),
        texts.say_missing.format(count=missing) if round_ is not None and round_.state == "running" else "",
    )


@dataclass(frozen=True, slots=True)
class SlipsToType:
    rows: tuple[tuple[MatchLine, int], ...]
    """By table, with the number of the slip; without those whose result is there."""
    differing: tuple[MatchLine, ...]
    games: int
    marks: tuple[str, ...]
    """Those of `marks_of`."""
    most_points: int
    """Maximum of points of a side in a game; 0 of an account, which may be negative."""
    missing: int
    say: str


def slips_to_type_view(context: HallContext) -> SlipsToType | None:
    """Returns the rows; None while no round is played."""
    round_, chosen = context.tournament.round, context.tournament.format
    if round_ is None or round_.state != "running":
        return None
    lines = [(match_line(context, round_, match), match) for match in round_.matches]
    is_by_deal, missing = chosen.match.unit == "deal", len(round_.missing)
    return SlipsToType(
        tuple((line, slip) for line, match in lines if (slip := next_slip(round_, match))),
        tuple(line for line, match in lines if match.status == "differs"),
        1 if is_by_deal else context.tournament.games_in(round_),
        marks_of(chosen),
        0 if is_by_deal else points_range(chosen)[1],
        missing,
        context.texts.say_missing.format(count=missing),
    )


def ties_to_decide(context: HallContext) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Returns the entries tied for a place that the format requires to be decided, once all rounds are played."""
    tournament = context.tournament
    if tournament.phase not in ("finals_due", "over") or tournament.knock_out_rounds:
        return ()
    names = {line.number: line.name for line in context.ranking.lines}
    return tuple((", ".join(names[one] for one in tie), tie) for tie in open_ties(tournament))


def ties_view(context: HallContext) -> list[tuple[str, list[tuple[int, str]]]]:
    """Returns the entries whose order is to be entered: the names of all, and each with its number."""
    names = {line.number: line.name for line in context.ranking.lines}
    return [(text, [(number, names[number]) for number in numbers]) for text, numbers in ties_to_decide(context)]


BOARD_LINES = 10
"""Lines of a page of the board: letters of 50 of 1080 pixels, 30 mm tall on a picture 2 m wide, are read at 10 m."""
BOARD_MATCHES = 10


@dataclass(frozen=True, slots=True)
class RankingView:
    rounds: int
    say: str


@dataclass(frozen=True, slots=True)
class PairingsView:
    lines: tuple[MatchLine, ...]
    seed: int
    attempt: int
    by_name: tuple[tuple[str, int], ...]
    """The name of each entry, and its table; 0 with a bye."""
    say: str


@dataclass(frozen=True, slots=True)
class BoardPage:
    """One page on the projector: lines of the ranking, or of the pairings."""

    kind: str
    title: str
    lines: tuple[Standing, ...] = ()
    matches: tuple[MatchLine, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardView:
    pages: tuple[BoardPage, ...]
    round_title: str
    entries: tuple[str, ...]
    """While only registration has begun."""
    say: str


def ranking_view(context: HallContext) -> RankingView:
    ranking, tournament = context.ranking, context.tournament
    first = ranking.lines[0].name if ranking.lines and tournament.rounds else ""
    rounds = max((len(line.rounds) for line in ranking.lines), default=0)
    return RankingView(rounds, context.texts.say_leads.format(name=first) if first else "")


def pairings_view(context: HallContext) -> PairingsView:
    round_ = context.tournament.round
    if round_ is None:
        return PairingsView((), context.tournament.seed, 0, (), "")
    lines = tuple(match_line(context, round_, match) for match in round_.matches)
    seats = [(number, match.table) for match in round_.matches for side in match.pairing.sides for number in side]
    seats += [(number, 0) for number in round_.byes]
    names = ((context.tournament.name_of(number), table) for number, table in seats)
    by_name = tuple(sorted(names, key=lambda seat: seat[0].casefold()))
    return PairingsView(lines, round_.seed, round_.attempt, by_name, context.title)


def board_view(context: HallContext) -> BoardView:
    """Returns the pairings of the round first, then the ranking once there is a result."""
    tournament, texts = context.tournament, context.texts
    round_ = tournament.round
    pages: list[BoardPage] = []
    if round_ is not None and round_.state != "closed":
        lines = [match_line(context, round_, match) for match in round_.matches]
        for start in range(0, len(lines), BOARD_MATCHES):
            matches = tuple(lines[start : start + BOARD_MATCHES])
            pages.append(BoardPage("pairings", texts.pairings, matches=matches))
    if tournament.has_results:
        standings = context.ranking.lines
        for start in range(0, len(standings), BOARD_LINES):
            pages.append(BoardPage("ranking", texts.ranking, lines=standings[start : start + BOARD_LINES]))
    title = context.title
    return BoardView(
        tuple(pages),
        texts.final_ranking if tournament.is_finished else title,
        tuple(entry.label for entry in tournament.known_entries) if round_ is None else (),
        title,
    )
