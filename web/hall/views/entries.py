"""The views of entries: the registration desk, also in advance, a page for one of them, and that of a player."""

from collections import Counter
from dataclasses import dataclass

from hall.formats.format import Entrants
from hall.tournament.ranking import Standing
from hall.tournament.rounds import Match, Round
from hall.tournament.state import Entry, Presence
from web.hall.views.base import HallContext, games_text, games_won
from web.hall.views.matches import MatchLine, match_line

BY_NUMBER, BY_NAME = 0, 1


@dataclass(frozen=True, slots=True)
class EntryLine:
    entry: Entry
    team: str
    presence_text: str
    is_late: bool
    """Whether it was not there at the first draw."""
    text: str
    """The text that the filter of the list searches."""


@dataclass(frozen=True, slots=True)
class DeskForm:
    """The registration form; it is rendered once and not updated."""

    entrants: Entrants
    fields: tuple[tuple[str, str], ...]
    """Name and label of the fields for members."""
    is_open: bool
    known: tuple[str, ...]
    """Names to be suggested."""
    clubs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    lines: tuple[EntryLine, ...]
    count: Counter[Presence]
    by_name: bool
    fee: str
    """Empty without one."""
    paid: int
    say: str


def desk_form(context: HallContext) -> DeskForm:
    entrants, texts = context.tournament.format.entrants, context.texts
    if entrants == "single":
        fields: tuple[tuple[str, str], ...] = (("members[]", texts.player),)
    elif entrants == "pair":
        fields = tuple(("members[]", texts.player_number.format(number=number)) for number in (1, 2))
    else:
        places = ((1, 1), (1, 2), (2, 1), (2, 2))
        fields = tuple((f"pair{pair}[]", texts.pair_member.format(pair=pair, number=place)) for pair, place in places)
    clubs = {entry.club for entry in context.tournament.entries.values() if entry.club}
    is_open = context.tournament.phase in ("registration", "drawn", "running", "between")
    return DeskForm(entrants, fields, is_open, context.known, tuple(sorted(clubs)))


def enlist_form(context: HallContext) -> DeskForm | None:
    """Returns the form with which people register in advance; None if nobody can."""
    form = desk_form(context)
    return form if context.tournament.is_created and form.is_open and form.entrants != "team" else None


def desk_view(context: HallContext) -> Desk:
    entries = list(context.tournament.entries.values())
    by_name = context.number == BY_NAME
    if by_name:
        entries.sort(key=lambda entry: (entry.team_name.casefold(), entry.name.casefold()))
    else:
        entries.sort(key=lambda entry: (entry.presence != "asked", -entry.number))
    count = Counter(entry.presence for entry in entries)
    say = context.texts.say_present.format(count=count["present"])
    lines = tuple(_line(context, entry) for entry in entries)
    cents, paid = context.tournament.format.money.fee_cents, sum(entry.paid for entry in entries)
    return Desk(lines, count, by_name, context.amount(cents) if cents else "", paid, say)


def entry_view(context: HallContext) -> EntryLine | None:
    entry = context.tournament.entries.get(context.number)
    return None if entry is None else _line(context, entry)


def _line(context: HallContext, entry: Entry) -> EntryLine:
    first = context.tournament.rounds[:1]
    return EntryLine(
        entry,
        entry.team_name or (str(entry.team) if entry.team else ""),
        str(getattr(context.texts, f"presence_{entry.presence}")),
        any(round_.match_of(entry.number) is None and entry.number not in round_.byes for round_ in first),
        f"{entry.number} {entry.name} {entry.club} {entry.team_name}",
    )


@dataclass(frozen=True, slots=True)
class PastMatch:
    title: str
    opponents: str
    outcome: str
    """Won, lost, drawn, a bye; empty while there is no result."""
    score: str
    table: int
    """0 without one."""


@dataclass(frozen=True, slots=True)
class MyView:
    entry: Entry
    line: MatchLine | None
    """The match of the round that is drawn or in play."""
    partners: str
    opponents: tuple[str, ...]
    next_text: str
    """What to do next, for an entry without a match."""
    standing: Standing | None
    rank: str
    past: tuple[PastMatch, ...]
    say: str


def players_view(context: HallContext) -> tuple[EntryLine, ...]:
    """Returns all entries by name, for a player who looks for the own one."""
    entries = sorted(context.tournament.known_entries, key=lambda entry: entry.name.casefold())
    return tuple(_line(context, entry) for entry in entries)


def me_view(context: HallContext) -> MyView | None:
    """Returns the view of the entry in the URL, or of the one that the phone remembers; None without one."""
    tournament, texts = context.tournament, context.texts
    entry = tournament.entries.get(context.number if context.number >= 0 else context.me)
    if entry is None or (entry.presence == "asked" and not context.is_organiser):
        return None
    round_ = tournament.round
    match = round_.match_of(entry.number) if round_ is not None and round_.state != "closed" else None
    line = match_line(context, round_, match) if round_ is not None and match is not None else None
    own = _own_side(match, entry.number) if match is not None else -1
    opponents = () if line is None else tuple(name for side, name in enumerate(line.sides) if side != own)
    partners = ""
    if match is not None:
        others = (number for number in match.pairing.sides[own] if number != entry.number)
        partners = ", ".join(tournament.name_of(number) for number in others)
    standing = next((one for one in context.ranking.lines if entry.number in one.numbers), None)
    has_rank = standing is not None and tournament.has_results
    next_text = "" if line is not None else _next_text(context, entry)
    # All rounds but the one in which the match is still to be played.
    is_played = match is not None and match.result is not None
    past = [one for one in reversed(tournament.rounds) if one.state == "closed" or (one is round_ and is_played)]
    return MyView(
        entry,
        line,
        partners,
        opponents,
        next_text,
        standing if has_rank else None,
        f"{standing.final_rank}." if standing is not None and has_rank else "",
        tuple(_past(context, entry, one) for one in past),
        texts.say_table.format(table=line.table, opponents=", ".join(opponents)) if line is not None else next_text,
    )


def _next_text(context: HallContext, entry: Entry) -> str:
    tournament, texts = context.tournament, context.texts
    round_ = tournament.round
    if tournament.phase in ("over", "finished"):
        return texts.all_played
    if entry.presence == "left":
        return texts.you_left
    if entry.presence in ("asked", "expected"):
        return texts.report_at_desk
    if round_ is not None and round_.state != "closed" and entry.number in round_.byes:
        return texts.you_have_a_bye
    return texts.wait_for_draw


def _own_side(match: Match, number: int) -> int:
    return next(side for side, numbers in enumerate(match.pairing.sides) if number in numbers)


def _past(context: HallContext, entry: Entry, round_: Round) -> PastMatch:
    texts = context.texts
    match = round_.match_of(entry.number)
    if match is None:
        outcome = texts.bye if entry.number in round_.byes else texts.not_played
        return PastMatch(context.round_title(round_), "", outcome, "", 0)
    own = _own_side(match, entry.number)
    sides = context.tournament.side_names(match.pairing)
    opponents = ", ".join(name for side, name in enumerate(sides) if side != own)
    title = context.match_title(round_, match)
    if match.result is None:
        return PastMatch(title, opponents, "", "", match.table)
    if match.result.forfeited:
        outcome = texts.lost if own in match.result.forfeited else texts.won
    else:
        won = games_won(context.tournament.format, match.result, len(sides))
        best = max(won)
        outcome = texts.lost if won[own] < best else texts.won if won.count(best) == 1 else texts.drawn
    return PastMatch(title, opponents, outcome, games_text(match.result, texts), match.table)
