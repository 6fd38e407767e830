"""Commands that create a tournament, change its format, and finish it."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Literal

from hall.limits import MAX_TITLE_LENGTH
from hall.tournament.events import Created, Finished, FormatChanged
from hall.tournament.refusals import HallRefusal

if TYPE_CHECKING:
    from hall.formats.format import Format
    from hall.tournament.events import HallEvent
    from hall.tournament.state import Tournament

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
        raise HallRefusal("created")
    if not _ID.fullmatch(name):
        raise HallRefusal("bad_id", value=name)
    title = checked_text(title)
    if not title:
        raise HallRefusal("no_title")
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    return [Created(name, title, format, seed, checked_text(place), checked_text(date))]


def change_format(tournament: Tournament, format: Format) -> list[HallEvent]:  # noqa: A002
    """Changes the format, before the first round is started. The same format is no event.

    Who plays with whom must stay once somebody is registered, and what the draw rests on once the round is drawn.
    """
    check_open(tournament)
    now, state = tournament.format, format_state(tournament)
    if state == "fixed":
        raise HallRefusal("format_fixed")
    if tournament.entries and format.entrants != now.entrants:
        raise HallRefusal("format_entrants")
    if state == "drawn" and (format.game, format.players, format.rounds) != (now.game, now.players, now.rounds):
        raise HallRefusal("format_drawn")
    return [FormatChanged(format)] if format != now else []


def format_state(tournament: Tournament) -> Literal["open", "drawn", "fixed"]:
    """Returns what of the format may change: all of it; what no draw rests on; nothing."""
    if not tournament.rounds:
        return "open"
    return "drawn" if tournament.phase == "drawn" and len(tournament.rounds) == 1 else "fixed"


def finish(tournament: Tournament) -> list[HallEvent]:
    """Declares the ranking final."""
    check_open(tournament)
    if tournament.phase not in ("over", "finals_due"):
        raise HallRefusal("not_over")
    return [Finished()]


def check_open(tournament: Tournament) -> None:
    """Raises HallRefusal unless the tournament has been created and goes on."""
    if not tournament.is_created:
        raise HallRefusal("not_created")
    if tournament.is_finished:
        raise HallRefusal("finished")


def checked_text(text: str) -> str:
    """Returns an entered text without unprintable characters and outer spaces, cut to a reasonable length."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()[:MAX_TITLE_LENGTH]
