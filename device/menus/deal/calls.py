"""Menus of calls, for any phase of any game: they list the game's options in the words of its book."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from common.texts.phrases import Text
from device.display.text_layout import WIDTH, keys_fit, shorten, text_width, width_between
from device.menus.base import Answer, Menu, move_cursor
from device.menus.deal.before_play import PickUpcardMenu
from device.menus.deal.corrections import MissedCardMenu, correct_last_event, report_fault, reportable_faults
from device.menus.deal.score_peek import ScorePeekMenu
from device.screens.base import RankTile, SuitTile, TileScreen
from device.screens.engine_text import DOTS, option_text, tile_text, value_text
from device.screens.lists import ListScreen, YesNoScreen
from engine.events import Announced, CardTaken, Exchanged, UpcardTurned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.texts.keys import PhraseKey
    from common.texts.phrases import Label
    from device.hardware.presses import Press
    from device.screens.base import Screen, Tile
    from device.state.table_view import View
    from engine.cards import Seat
    from engine.events import Fact
    from engine.text import Words

REFUSING_CALLS = frozenset({"fold", "go", "refuse", "decline", "reject", "no", "pass", "leave"})
"""Calls that FOLD makes if there is one other call."""
MISDEAL: PhraseKey = "misdeal"
"""Faults of a deal in any game, whether or not its book names them."""
CONSENTING_CALLS = frozenset({"play", "hold", "accept", "agree", "stay", "take", "yes"})
"""Calls that PLAY makes beside a refusing call, even if there are further calls."""


@dataclass(frozen=True, slots=True)
class OptionsMenu(Menu):
    """A phase that asks for a call: two answers on the two keys, suits and ranks as tiles, or a list."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        if (answers := two_answers(view)) is not None:
            return _yes_or_no(view, answers)
        entries = entries_of(view, view.options)
        selected = self.selected % len(entries)
        if (tiles := _tiles(entries)) is not None:
            example = next(entry.options[0] for entry in entries if entry.tile is not None)
            return TileScreen(question(view, example), tiles, selected, named=_label(view, entries[selected]))
        return ListScreen(question(view), tuple(entry.row for entry in entries), selected)

    def press(self, view: View, press: Press) -> Answer:
        if (answers := two_answers(view)) is not None:
            if press.button in ("up", "down"):
                other = correct_last_event(view) if press.button == "up" else ScorePeekMenu()
                return Answer(menu=AllOptionsMenu() if answers.more else other)
            return Answer((_as_seat(answers.yes if press.button == "play" else answers.no, press.seat),))
        if press.button == "fold":
            return Answer(menu=correct_last_event(view))
        entries = entries_of(view, view.options)
        if press.button != "play":
            return Answer(menu=OptionsMenu(move_cursor(self.selected, press, len(entries))))
        return answer_with(view, entries[self.selected % len(entries)], press.seat)


@dataclass(frozen=True, slots=True)
class AllOptionsMenu(Menu):
    """All possible answers, where the two keys offer only the usual ones of one seat."""

    selected: int = 0

    def screen(self, view: View) -> ListScreen:
        rows: tuple[Label, ...] = (*(entry.row for entry in self._entries(view)), "score", "undo_title")
        return ListScreen("say", rows, self.selected)

    def press(self, view: View, press: Press) -> Answer:
        entries = self._entries(view)
        if press.button == "fold":
            return Answer()
        if press.button != "play":
            return Answer(menu=AllOptionsMenu(move_cursor(self.selected, press, len(entries) + 2)))
        if self.selected >= len(entries):
            return Answer(menu=ScorePeekMenu() if self.selected == len(entries) else correct_last_event(view))
        return answer_with(view, entries[self.selected], press.seat)

    def _entries(self, view: View) -> list[OptionRow]:
        """Lists first the answers beyond the two keys, then those of other seats."""
        answers = two_answers(view)
        two = () if answers is None else (answers.yes, answers.no)
        calls = {getattr(answer, "call", None) for answer in two}
        options = sorted(
            _late_calls_last(view), key=lambda option: (getattr(option, "call", "") in calls, option in two)
        )
        return entries_of(view, options, always=True)


@dataclass(frozen=True, slots=True)
class CallValueMenu(Menu):
    """The suits, ranks or cards that a call can name, drawn side by side."""

    seat: Seat
    call: str
    selected: int = 0

    def screen(self, view: View) -> TileScreen:
        entries = self._entries(view)
        title = view.words.phrase("says", seat=view.words.seat(self.seat), what=_open_call(view, self.call))
        if _question_text(view, self.call) is not _question_text(view):
            title = question(view, entries[0].options[0])
        tiles = tuple(entry.tile or DOTS for entry in entries)
        return TileScreen(title, tiles, self.selected, named=_label(view, entries[self.selected]))

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer()
        entries = self._entries(view)
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(entries))))
        return answer_with(view, entries[self.selected], press.seat)

    def _entries(self, view: View) -> list[OptionRow]:
        mine = [option for option in view.options if _seat_and_call(option) == (self.seat, self.call)]
        return [_entry(view, option) for option in mine]


@dataclass(frozen=True, slots=True)
class CallsMenu(Menu):
    """Calls that are possible during play, and then faults of the deal."""

    depends_on_camera = True
    selected: int = 0

    def screen(self, view: View) -> ListScreen:
        rows: tuple[Label, ...] = (*(entry.row for entry in self._entries(view)), *self._others(view))
        return ListScreen("say", rows, self.selected)

    def press(self, view: View, press: Press) -> Answer:
        entries, others = self._entries(view), self._others(view)
        if press.button == "fold":
            return Answer()
        if press.button != "play":
            return Answer(menu=CallsMenu(move_cursor(self.selected, press, len(entries) + len(others))))
        if self.selected < len(entries):
            return answer_with(view, entries[self.selected], press.seat)
        other = others[self.selected - len(entries)]
        if other == "card_missing":
            return Answer(menu=MissedCardMenu(view.turn, view.missed_card_candidates()))
        return report_fault(view, reportable_faults(view)[self.selected - len(entries)])

    def _entries(self, view: View) -> list[OptionRow]:
        return entries_of(view, _late_calls_last(view), always=True)

    def _others(self, view: View) -> tuple[Label, ...]:
        calls = view.game.book.calls
        wrong = (
            view.words.translate(calls[call].meaning) if call in calls else MISDEAL for call in reportable_faults(view)
        )
        return (*wrong, "card_missing") if view.camera.in_use else tuple(wrong)  # one UP away


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
        key = _seat_and_call(option) if has_tile else "turned" if isinstance(option, UpcardTurned) else option
        groups.setdefault(key, []).append(option)
    with_seats = always or _seat_of(options) is None
    several = [key for key, group in groups.items() if len(group) > 1 and key != "turned"]
    if not always and len(several) == 1 and several[0] == next(iter(groups)):
        each = ((option,) if key in several else group for key, group in groups.items() for option in group)
        return [_entry(view, *group, with_seat=with_seats) for group in dict.fromkeys(map(tuple, each))]
    return [_entry(view, *group, with_seat=with_seats) for group in groups.values()]


def _entry(view: View, option: Fact, *others: Fact, with_seat: bool = False) -> OptionRow:
    text = option_text(option, view.game, view.words)
    if others and isinstance(option, Announced):
        text = _open_call(view, option.call)
    seat, name = getattr(option, "seat", None), tile_name(view, option)
    row = Text(text[:1].upper() + text[1:])
    if with_seat and seat is not None:
        row = view.words.phrase("says", seat=view.words.seat(seat), what=text)
        name = name if seat == view.table.turn else view.words.phrase("says", seat=view.words.seat(seat), what=name)
    return OptionRow(row, name, tile_of(view, option), (option, *others), text)


def _late_calls_last(view: View) -> list[Fact]:
    """Returns the options, with those usually entered after play last."""
    late = view.game.late_calls
    return sorted(view.options, key=lambda option: getattr(option, "call", "") in late)


def answer_with(view: View, entry: OptionRow, seat: Seat | None = None) -> Answer:
    """Returns the answer for a chosen entry, given by *seat* if it has buttons of its own."""
    first = entry.options[0]
    if isinstance(first, UpcardTurned):
        cards = tuple(option.card for option in entry.options if isinstance(option, UpcardTurned))
        return Answer(menu=PickUpcardMenu(view.unseen_first(cards)))
    if len(entry.options) > 1 and isinstance(first, Announced):
        return Answer(menu=CallValueMenu(first.seat, first.call))
    return Answer((_as_seat(first, seat),))


def _tiles(entries: Sequence[OptionRow]) -> tuple[Tile, ...] | None:
    """Returns tiles if just one call names a suit, a rank or a card; further calls are tiles with text."""
    if any(len(entry.options) > 1 and isinstance(entry.options[0], Announced) for entry in entries):
        return None
    if len({_seat_and_call(entry.options[0]) for entry in entries if entry.tile is not None}) != 1:
        return None
    texts = [entry.text for entry in entries]
    # A call that two seats can make is listed twice, with the seat.
    says = (entry.row if texts.count(entry.text) > 1 else entry.text for entry in entries)
    return tuple(entry.tile or tile_text(text) for entry, text in zip(entries, says, strict=True))


def _label(view: View, entry: OptionRow) -> str:
    """Returns the label of a tile; only its seat if its text is on the tile and too long here."""
    if entry.tile is not None or text_width(entry.name, "small") <= width_between(view.words.phrase("back"), ""):
        return entry.name
    seat = _seat_of(entry.options)
    return "" if seat is None else view.words.seat(seat)


def _seat_and_call(option: Fact) -> tuple[Seat, str]:
    """Returns seat and call, without the suit, rank or card named."""
    return getattr(option, "seat", -1), getattr(option, "call", type(option).__name__)


def _open_call(view: View, call: str) -> Text:
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
    wording = _question_text(view, getattr(option, "call", ""))
    seats = ", ".join(map(view.words.seat, view.table.step.seats))
    if wording is None:
        return view.words.phrase("asked", seat=seats or view.words.phrase("say"))
    text = view.words.translate(wording.format(seat=seats))
    several, addressed = len(view.table.step.seats) > 1, view.words.translate(wording).startswith("{seat}:")
    if (addressed and named) or ((addressed or several) and shorten(text, "small", WIDTH - 40) != text):
        text = Text(view.words.translate(wording.format(seat="")).lstrip(" ,:–"))
    return Text(text[:1].upper() + text[1:])


def _question_text(view: View, call: str = "") -> Words | None:
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
    call = view.game.book.calls.get(option.call) if isinstance(option, Announced) and option.value else None
    if call is not None and isinstance(option, Announced):
        return value_text(call.value, option.value, view.game, view.words, as_tokens=False)
    return option_text(option, view.game, view.words, as_tokens=False)


def _yes_or_no(view: View, answers: TwoAnswers) -> YesNoScreen:
    game, words = view.game, view.words
    trump = view.table.trump
    suit = game.trump_suit(trump) if trump is not None else None
    rank = game.trump_rank(trump) if trump is not None else None
    fold, play = (option_text(option, game, words, as_tokens=False) for option in (answers.no, answers.yes))
    return YesNoScreen(
        words.side(view.table.step.seats),
        question(view, answers.yes, named=True),
        fold,
        play,
        _last_call(view),
        "more" if answers.more else None,
        None if answers.more else "key_correct",
        None if answers.more else "key_score",
        words.sign(suit) if suit else None,
        words.corner(rank) if rank else "",
    )


def _last_call(view: View) -> str:
    """Returns the last call of this deal with its seat."""
    last = next((fact for _, fact in reversed(view.facts) if isinstance(fact, Announced)), None)
    if last is None:
        return ""
    return view.words.phrase("says", seat=view.words.seat(last.seat), what=option_text(last, view.game, view.words))


def _seat_of(options: Sequence[Fact]) -> Seat | None:
    """Returns the seat that all options are for, or None if they differ."""
    seats = {getattr(option, "seat", None) for option in options} - {None}
    return seats.pop() if len(seats) == 1 else None


def _as_seat(option: Fact, seat: Seat | None) -> Fact:
    """Returns the option as said by the seat at whose own button it was pressed."""
    if seat is None or not isinstance(option, Announced | Exchanged | CardTaken):
        return option
    return replace(option, seat=seat)
