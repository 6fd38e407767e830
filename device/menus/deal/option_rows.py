"""The options of a game as rows and tiles: what calls there are, in the words of the game's book."""

from collections.abc import Sequence
from typing import NamedTuple

from common.texts.phrases import Text
from device.display.text_layout import WIDTH, keys_fit, shorten
from device.screens.base import RankTile, SuitTile, Tile
from device.screens.engine_text import DOTS, option_text, value_text
from device.state.table_view import View
from engine.cards import Seat
from engine.events import Announced, CardTaken, Fact, UpcardTurned
from engine.text import Words

REFUSING_CALLS = frozenset({"fold", "go", "refuse", "decline", "reject", "no", "pass", "leave"})
"""Calls that FOLD makes if there is one other call."""
CONSENTING_CALLS = frozenset({"play", "hold", "accept", "agree", "stay", "take", "yes"})
"""Calls that PLAY makes beside a refusing call, even if there are further calls."""


class OptionRow(NamedTuple):
    """A line of a list: an option, or several that differ only in the suit, rank or card they name."""

    row: Text
    name: str
    """The name without drawn suits, or the whole call."""
    tile: Tile | None
    options: tuple[Fact, ...]
    text: str
    """The text without the seat."""


def entries_of(view: View, options: Sequence[Fact], always: bool = False) -> list[OptionRow]:
    """Returns the lines for *options*, with the seat if they belong to several seats, or *always*.

    Where a list is needed, the suits or ranks of a call stand in one line.
    """
    groups: dict[object, list[Fact]] = {}
    for option in options:
        has_tile = tile_of(view, option) is not None and isinstance(option, Announced)
        key = seat_and_call(option) if has_tile else "turned" if isinstance(option, UpcardTurned) else option
        groups.setdefault(key, []).append(option)
    with_seats = always or seat_of(options) is None
    several = [key for key, group in groups.items() if len(group) > 1 and key != "turned"]
    if not always and len(several) == 1 and several[0] == next(iter(groups)):
        each = ((option,) if key in several else group for key, group in groups.items() for option in group)
        return [row_of(view, *group, with_seat=with_seats) for group in dict.fromkeys(map(tuple, each))]
    return [row_of(view, *group, with_seat=with_seats) for group in groups.values()]


def row_of(view: View, option: Fact, *others: Fact, with_seat: bool = False) -> OptionRow:
    text = option_text(option, view.game, view.words)
    if others and isinstance(option, Announced):
        text = open_call(view, option.call)
    seat, name = getattr(option, "seat", None), tile_name(view, option)
    row = Text(text[:1].upper() + text[1:])
    if with_seat and seat is not None:
        row = view.words.phrase("says", seat=view.words.seat(seat), what=text)
        name = name if seat == view.table.turn else view.words.phrase("says", seat=view.words.seat(seat), what=name)
    return OptionRow(row, name, tile_of(view, option), (option, *others), text)


def seat_and_call(option: Fact) -> tuple[Seat, str]:
    """Returns seat and call, without the suit, rank or card named."""
    return getattr(option, "seat", -1), getattr(option, "call", type(option).__name__)


def open_call(view: View, call: str) -> Text:
    """Returns the text of a call without the suit, rank or card named."""
    description = view.game.book.calls[call]
    text = view.words.translate(description.meaning)
    return Text(text.format(value=DOTS) if "{value}" in text else f"{text} {DOTS}")


class TwoAnswers(NamedTuple):
    no: Fact
    yes: Fact
    more: bool
    """Whether there are further calls."""


def two_answers(view: View) -> TwoAnswers | None:
    """Returns the answers of FOLD and PLAY if the seat at turn has just two, one of which refuses."""
    options = view.options
    first = getattr(options[0], "seat", None) if options else None
    plain = [option for option in options if getattr(option, "seat", None) == first and not tile_of(view, option)]
    plain = [option for option in plain if not getattr(option, "value", "")]
    refusing = [option for option in plain if isinstance(option, Announced) and option.call in REFUSING_CALLS]
    if len(plain) != 2 or len(refusing) != 1:
        return None
    yes = next(option for option in plain if option is not refusing[0])
    if len(options) > 2 and not (isinstance(yes, Announced) and yes.call in CONSENTING_CALLS):
        return None
    no_label, yes_label = (option_text(option, view.game, view.words, as_tokens=False) for option in (refusing[0], yes))
    return TwoAnswers(refusing[0], yes, len(options) > 2) if keys_fit(no_label, yes_label) else None


def question(view: View, option: Fact | None = None, named: bool = False) -> Text:
    """Returns the question of this phase, or of the call of *option*.

    The seat that is asked is left out if it is *named* already, or if the text is too long for the bar.
    """
    wording = question_text(view, getattr(option, "call", ""))
    seats = ", ".join(map(view.words.seat, view.table.step.seats))
    if wording is None:
        return view.words.phrase("asked", seat=seats or view.words.phrase("say"))
    text = view.words.translate(wording.format(seat=seats))
    several, addressed = len(view.table.step.seats) > 1, view.words.translate(wording).startswith("{seat}:")
    if (addressed and named) or ((addressed or several) and shorten(text, "small", WIDTH - 40) != text):
        text = Text(view.words.translate(wording.format(seat="")).lstrip(" ,:–"))
    return Text(text[:1].upper() + text[1:])


def question_text(view: View, call: str = "") -> Words | None:
    """Returns the question of this phase from the book, or the more precise one of a call."""
    phases, phase = view.game.book.phases, view.table.phase
    return phases.get(f"{phase}_{call}") or phases.get(phase)


def tile_of(view: View, option: Fact) -> Tile | None:
    """Returns the tile of the suit, rank or card that a call names."""
    if isinstance(option, CardTaken):
        return option.card
    if not isinstance(option, Announced) or not option.value:
        return None
    call = view.game.book.calls.get(option.call)
    match call.value if call is not None else "":
        case "suit" if option.value in view.words.names.suits:
            return SuitTile(option.value)
        case "rank":
            return RankTile(option.value)
        case "card" if option.value in map(str, view.game.pack.cards):
            return view.game.pack.card(option.value)
    return None


def tile_name(view: View, option: Fact) -> str:
    """Returns the name of what a tile shows, or the whole call."""
    calls = view.game.book.calls
    if isinstance(option, Announced) and option.value and option.call in calls:
        return value_text(calls[option.call].value, option.value, view.game, view.words, as_tokens=False)
    return option_text(option, view.game, view.words, as_tokens=False)


def seat_of(options: Sequence[Fact]) -> Seat | None:
    """Returns the seat that all options are for, or None if they differ."""
    seats = {getattr(option, "seat", None) for option in options} - {None}
    return seats.pop() if len(seats) == 1 else None
