"""Commands for the course of a tournament: create, change the format, draw, start, close, finish; and refusals."""

import random
import re
import secrets
from collections.abc import Sequence
from typing import Literal

from common.limits import MAX_TITLE_LENGTH
from common.texts.keys import FilledPhrase, PhraseKey
from common.texts.phrases import phrase_in
from hall.formats.format import Format, table_sizes, two_sides_only
from hall.tournament import events
from hall.tournament.drawing import can_draw, draw_round, finalists, first_knock_out_round, next_knock_out_round
from hall.tournament.events import HallEvent
from hall.tournament.ranking import open_ties
from hall.tournament.rounds import Round
from hall.tournament.state import Tournament


class HallRefusal(ValueError):
    """Raised for a command that cannot be done now; nothing has changed. Its text is English."""

    def __init__(self, key: PhraseKey, **values: str | int) -> None:
        self.reason = FilledPhrase(key, values)
        super().__init__(phrase_in("en", self.reason))


_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")


def create(
    tournament: Tournament,
    name: str,
    title: str,
    format: Format,  # noqa: A002  # the word of the field
    seed: int | None = None,
    place: str = "",
    date: str = "",
) -> list[HallEvent]:
    """Creates a tournament. *name* is its short name in topics; without *seed* one is drawn."""
    if tournament.is_created:
        raise HallRefusal("refused_created")
    if not _ID.fullmatch(name):
        raise HallRefusal("refused_bad_id", value=name)
    title = checked_text(title)
    if not title:
        raise HallRefusal("refused_no_title")
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    return [events.Created(name, title, format, seed, checked_text(place), checked_text(date))]


def name_host(tournament: Tournament, club: str | None = None, emblem: bytes | None = None) -> list[HallEvent]:
    """Names the club that runs the tournament, or its emblem. Possible at any time; the same is no event."""
    if not tournament.is_created:
        raise HallRefusal("refused_not_created")
    before = events.HostNamed(tournament.club, tournament.emblem)
    named = events.HostNamed(
        before.club if club is None else checked_text(club), before.emblem if emblem is None else emblem
    )
    return [named] if named != before else []


def change_format(tournament: Tournament, format: Format) -> list[HallEvent]:  # noqa: A002
    """Changes the format, before the first round is started. The same format is no event.

    Who plays with whom must stay once somebody is registered, and what the draw rests on once the round is drawn.
    """
    check_open(tournament)
    now, state = tournament.format, format_state(tournament)
    if state == "fixed":
        raise HallRefusal("refused_format_fixed")
    if tournament.entries and format.entrants != now.entrants:
        raise HallRefusal("refused_format_entrants")
    if state == "drawn" and (format.game, format.players, format.rounds) != (now.game, now.players, now.rounds):
        raise HallRefusal("refused_format_drawn")
    return [events.FormatChanged(format)] if format != now else []


def format_state(tournament: Tournament) -> Literal["open", "drawn", "fixed"]:
    """Returns what of the format may change: all of it; what no draw rests on; nothing."""
    if not tournament.rounds:
        return "open"
    return "drawn" if tournament.phase == "drawn" and len(tournament.rounds) == 1 else "fixed"


def finish(tournament: Tournament) -> list[HallEvent]:
    check_open(tournament)
    if tournament.phase not in ("over", "finals_due"):
        raise HallRefusal("refused_not_over")
    return [events.Finished()]


def check_open(tournament: Tournament) -> None:
    """Raises HallRefusal unless the tournament has been created and goes on."""
    if not tournament.is_created:
        raise HallRefusal("refused_not_created")
    if tournament.is_finished:
        raise HallRefusal("refused_finished")


def checked_text(text: str) -> str:
    """Returns an entered text without unprintable characters and outer spaces, cut to a reasonable length."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()[:MAX_TITLE_LENGTH]


def draw(tournament: Tournament) -> list[HallEvent]:
    """Draws the next round of those present, or the next knock-out round."""
    check_open(tournament)
    latest = tournament.round
    if latest is not None and latest.state != "closed":
        raise HallRefusal("refused_round_open", round=latest.number)
    if latest is not None and latest.stage == "final":
        raise HallRefusal("refused_all_played")
    return [_draw_next(tournament, latest, 1)]


def draw_again(tournament: Tournament) -> list[HallEvent]:
    """Draws the latest round once more, with all who are present now; refused once it has a result."""
    check_open(tournament)
    latest = tournament.round
    if latest is None or latest.state == "closed":
        raise HallRefusal("refused_not_drawn")
    if any(match.claims or match.decided for match in latest.matches):
        raise HallRefusal("refused_has_results", round=latest.number)
    return [_draw_next(tournament, tournament.round_numbered(latest.number - 1), latest.attempt + 1)]


def start_round(tournament: Tournament) -> list[HallEvent]:
    """Starts the round that was drawn: its clock runs, and tables may play."""
    check_open(tournament)
    latest = tournament.round
    if latest is None or latest.state == "closed":
        raise HallRefusal("refused_not_drawn")
    if latest.state == "running":
        raise HallRefusal("refused_started", round=latest.number)
    return [events.RoundStarted(latest.number)]


def close_round(tournament: Tournament) -> list[HallEvent]:
    """Closes the current round, once all results have arrived and no call for a referee is open."""
    check_open(tournament)
    latest = tournament.round
    if latest is None:
        raise HallRefusal("refused_not_drawn")
    if latest.state != "running":
        raise HallRefusal("refused_not_running", round=latest.number)
    if latest.missing:
        raise HallRefusal("refused_missing", tables=", ".join(str(match.table) for match in latest.missing))
    if calls := [str(match.table) for match in latest.matches if match.open_call]:
        raise HallRefusal("refused_calls_open", tables=", ".join(calls))
    return [events.RoundClosed(latest.number)]


def decide_tie(tournament: Tournament, numbers: Sequence[int], reason: str = "") -> list[HallEvent]:
    """Enters the order of entries (of teams their numbers) that all columns left tied, the best first."""
    check_open(tournament)
    order = tuple(numbers)
    if not any(len(order) == len(tie) and set(order) == set(tie) for tie in open_ties(tournament)):
        raise HallRefusal("refused_no_tie", names=", ".join(map(tournament.name_of, order)))
    return [events.TieDecided(order, checked_text(reason))]


def decide_tie_by_lot(tournament: Tournament, numbers: Sequence[int]) -> list[HallEvent]:
    """Draws the order of those who are tied from the seed of the tournament."""
    order = sorted(numbers)
    random.Random(f"lot {tournament.seed} {order}").shuffle(order)
    return decide_tie(tournament, order)


def draw_lots(tournament: Tournament) -> list[HallEvent]:
    """Decides every open tie by lot, in a format in which the lot decides."""
    check_open(tournament)
    if tournament.phase not in ("over", "finals_due"):
        raise HallRefusal("refused_not_over")
    ties = open_ties(tournament) if tournament.format.ranking.decider == "lot" else ()
    if not ties:
        raise HallRefusal("refused_no_lot")
    return [event for tie in ties for event in decide_tie_by_lot(tournament, tie)]


def too_few(tournament: Tournament, *, for_finals: bool) -> HallRefusal | None:
    """Returns the refusal to draw a round or the finals with those present or qualified; None if they suffice."""
    chosen = tournament.format
    if for_finals:
        got = len(finalists(tournament))
        is_short = got < chosen.finals.entries
        return HallRefusal("refused_too_few", got=got, expected=chosen.finals.entries) if is_short else None
    if can_draw(tournament):
        return None
    least = 2 if two_sides_only(chosen) else min(table_sizes(chosen))
    expected = 4 if chosen.entrants == "team" else least
    return HallRefusal("refused_too_few", got=len(tournament.present), expected=expected)


def _draw_next(tournament: Tournament, before: Round | None, attempt: int) -> events.Drawn:
    number = 1 if before is None else before.number + 1
    seed = tournament.seed
    if before is not None and before.stage != "round":
        stage, pairings = next_knock_out_round(tournament, before)
        return events.Drawn(number, attempt, seed, pairings, stage=stage)
    if number <= tournament.planned_rounds:
        if (lack := too_few(tournament, for_finals=False)) is not None:
            raise lack
        pairings, byes = draw_round(tournament, number, attempt)
        return events.Drawn(number, attempt, seed, pairings, byes)
    if not tournament.format.finals.entries:
        raise HallRefusal("refused_all_played")
    if (lack := too_few(tournament, for_finals=True)) is not None:
        raise lack
    if ties := open_ties(tournament):
        raise HallRefusal("refused_tie_open", names=", ".join(map(tournament.name_of, ties[0])))
    stage, pairings = first_knock_out_round(tournament, attempt)
    return events.Drawn(number, attempt, seed, pairings, stage=stage)
