"""The views for printing on A4: cards for the tables, slips, lists, certificates, the timetable, and the poster."""

from dataclasses import dataclass

from hall.formats.format import table_sizes
from hall.tournament.commands.entries import poster_code
from hall.tournament.ranking import Standing
from hall.tournament.rounds import Match
from hall.tournament.state import Entry
from web.hall.views.base import HallContext, games_text
from web.hall.views.matches import MatchLine, match_line
from web.kit.rendering import qr_picture

USUAL_START, USUAL_PAUSE = 19 * 60, 15
"""Minutes: when an evening begins, and between two rounds."""
MINUTES_A_GAME = 12
"""Minutes of a game of Watten to 13 at a leisurely table; rounds without a time limit are planned with it."""
USUAL_CERTIFICATES = 3


@dataclass(frozen=True, slots=True)
class Slip:
    line: MatchLine
    games: range
    first_dealer: str
    """The side that deals first, if the format determines it."""


@dataclass(frozen=True, slots=True)
class Certificates:
    lines: tuple[Standing, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Timetable:
    lines: tuple[tuple[str, str, bool], ...]
    """A time, what begins then, and whether it is past."""
    start: str
    pause: int
    minutes: int
    is_estimate: bool


def name_cards_view(context: HallContext) -> range:
    """Returns cards for the tables of the round, or for as many as those present will need."""
    round_ = context.tournament.round
    if round_ is not None:
        return range(1, max((match.table for match in round_.matches), default=0) + 1)
    entries, chosen = context.tournament.entries, context.tournament.format
    players = len(entries) * (1 if chosen.entrants == "single" else 2)
    return range(1, max(players // min(table_sizes(chosen)), 1) + 1)


def slips_view(context: HallContext) -> tuple[Slip, ...]:
    round_, chosen = context.tournament.round, context.tournament.format
    if round_ is None:
        return ()
    games = context.tournament.games_in(round_) if chosen.match.unit == "game" else 1
    return tuple(
        Slip(match_line(context, round_, match), range(1, games + 1), _first_dealer(context, match))
        for match in round_.matches
    )


def _first_dealer(context: HallContext, match: Match) -> str:
    rule, texts = context.tournament.format.match.first_dealer, context.texts
    if rule == "cut":
        return texts.cut_for_deal
    pick = max if rule == "higher_number" else min
    sides = match.pairing.sides
    first = pick(range(len(sides)), key=lambda side: pick(sides[side], default=0))
    return texts.deals_first.format(name=context.tournament.side_names(match.pairing)[first])


def start_list_view(context: HallContext) -> tuple[Entry, ...]:
    entries = sorted(context.tournament.known_entries, key=lambda entry: entry.name.casefold())
    return tuple(entry for entry in entries if entry.presence != "left")


def results_view(context: HallContext) -> list[tuple[str, list[tuple[MatchLine, str, str]]]]:
    """Returns by the name of the round each match with a result, its games, and the reason of a decision."""
    rounds = []
    for round_ in context.tournament.rounds:
        lines = [
            (match_line(context, round_, match), games_text(match.result, context.texts), match.reason)
            for match in round_.matches
            if match.result is not None
        ]
        rounds.append((context.round_title(round_), lines))
    return rounds


def certificates_view(context: HallContext) -> Certificates:
    """Returns certificates for the first places; the number in the URL is their count."""
    count = context.number if context.number > 0 else USUAL_CERTIFICATES
    return Certificates(context.ranking.lines[:count] if context.tournament.has_results else (), count)


def timetable_view(context: HallContext) -> Timetable:
    """Returns the timetable of the evening.

    The number in the URL is start and pause: 190015 is 19:00 and 15 minutes.
    """
    clock, pause = divmod(context.number, 100) if context.number > 0 else (0, USUAL_PAUSE)
    begin = clock // 100 * 60 + clock % 100 if context.number > 0 else USUAL_START
    chosen, texts = context.tournament.format, context.texts
    minutes = chosen.match.minutes or chosen.match.games * MINUTES_A_GAME
    what = [texts.round_number.format(number=number + 1) for number in range(context.tournament.planned_rounds)]
    finals = ((16, "eighth"), (8, "quarter"), (4, "semi"), (2, "final"))
    what += [str(getattr(texts, f"stage_{stage}")) for size, stage in finals if size <= chosen.finals.entries]
    done = len([one for one in context.tournament.rounds if one.state == "closed"])
    lines = [(_clock(begin - 30), texts.desk, False)]
    for place, title in enumerate(what):
        lines.append((_clock(begin + place * (minutes + pause)), title, place < done))
    lines.append((_clock(begin + len(what) * (minutes + pause)), texts.prize_giving, False))
    return Timetable(tuple(lines), _clock(begin), pause, minutes, not chosen.match.minutes)


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def poster_view(context: HallContext) -> tuple[str, str, int]:
    """Returns the QR code as an SVG, and what it says in letters: the address, and the code."""
    code, address = poster_code(context.tournament), f"{context.address}/enlist"
    return qr_picture(f"{address}/{code}"), address.partition("://")[2], code
