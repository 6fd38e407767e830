"""Menus of calls, for any phase of any game: they list the game's options in the words of its book."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from common.texts.keys import PhraseKey
from common.texts.phrases import Text
from device.display.text_layout import text_width, width_between
from device.hardware.presses import Press
from device.menus.base import Answer, Buttons, CursorMenu, Item, Question, QuestionMenu, Reply
from device.menus.deal.before_play import PickUpcardMenu
from device.menus.deal.corrections import correct_last_event, next_card_menu, report_fault, reportable_faults
from device.menus.deal.option_rows import (
    OptionRow,
    entries_of,
    open_call,
    question,
    question_text,
    row_of,
    seat_and_call,
    seat_of,
    two_answers,
)
from device.menus.deal.score import ScorePeekMenu
from device.screens.base import Screen, Tile, TileScreen
from device.screens.engine_text import DOTS, option_text, tile_text
from device.screens.lists import ListScreen, SentenceScreen
from device.state.table_view import View
from engine.cards import Seat
from engine.events import Announced, CardTaken, Exchanged, Fact, UpcardTurned

MISDEAL: PhraseKey = "misdeal"
"""Faults of a deal in any game, whether or not its book names them."""


@dataclass(frozen=True, slots=True)
class OptionsMenu(CursorMenu[OptionRow]):
    """A phase that asks for a call: two answers on the two keys, suits and ranks as tiles, or a list."""

    def items(self, view: View) -> Sequence[OptionRow]:
        return entries_of(view, view.options)

    def screen(self, view: View) -> Screen:
        if (answers := two_answers(view)) is not None:
            game, words = view.game, view.words
            trump = view.table.trump
            last = next((fact for _, fact in reversed(view.facts) if isinstance(fact, Announced)), None)
            said = ""
            if last is not None:
                said = words.phrase("says", seat=words.seat(last.seat), what=option_text(last, game, words))
            suit = game.trump_suit(trump) if trump is not None else None
            rank = game.trump_rank(trump) if trump is not None else None
            fold, play = (option_text(option, game, words, as_tokens=False) for option in (answers.no, answers.yes))
            return SentenceScreen(
                words.side(view.table.step.seats),
                question(view, answers.yes, named=True),
                fold,
                play,
                said,
                "more" if answers.more else None,
                None if answers.more else "key_correct",
                None if answers.more else "key_score",
                words.sign(suit) if suit else None,
                words.corner(rank) if rank else "",
            )
        entries, selected = self.items(view), self.item(view)
        place = self.selected % len(entries)
        if (tiles := _tiles(entries)) is not None:
            example = next(entry.options[0] for entry in entries if entry.tile is not None)
            return TileScreen(question(view, example), tiles, place, named=_label(view, selected))
        return ListScreen(question(view), tuple(entry.row for entry in entries), place)

    def press(self, view: View, press: Press) -> Answer:
        if (answers := two_answers(view)) is None:
            return CursorMenu.press(self, view, press)
        play, fold = (Answer((_as_seat(option, press.seat),)) for option in (answers.yes, answers.no))
        up, down = (AllOptionsMenu(),) * 2 if answers.more else (correct_last_event, ScorePeekMenu())
        return self.resolve(view, getattr(Buttons(play, fold, up, down), press.button))

    def choose(self, view: View, item: OptionRow, seat: Seat | None) -> Reply:
        return answer_with(view, item, seat)

    def fold(self, view: View) -> Reply:
        return correct_last_event(view)


class _SayMenu(CursorMenu["OptionRow | Item"]):
    """A list of calls of all seats, and below them other rows."""

    __slots__ = ()

    def screen(self, view: View) -> ListScreen:
        rows = (item.row if isinstance(item, OptionRow) else item.label for item in self.items(view))
        return ListScreen("say", tuple(rows), self.selected)

    def choose(self, view: View, item: OptionRow | Item, seat: Seat | None) -> Reply:
        return answer_with(view, item, seat) if isinstance(item, OptionRow) else item.reply


@dataclass(frozen=True, slots=True)
class AllOptionsMenu(_SayMenu):
    """All possible answers, where the two keys offer only the usual ones of one seat."""

    def items(self, view: View) -> Sequence[OptionRow | Item]:
        """Lists first the answers beyond the two keys, then those of other seats."""
        answers = two_answers(view)
        two = () if answers is None else (answers.yes, answers.no)
        calls = {getattr(answer, "call", None) for answer in two}
        options = sorted(
            _late_calls_last(view), key=lambda option: (getattr(option, "call", "") in calls, option in two)
        )
        others = Item("score", ScorePeekMenu()), Item("undo_title", correct_last_event)
        return (*entries_of(view, options, always=True), *others)


@dataclass(frozen=True, slots=True)
class CallsMenu(_SayMenu):
    """Calls that are possible during play, and then faults of the deal."""

    depends_on_camera = True

    def items(self, view: View) -> Sequence[OptionRow | Item]:
        calls = view.game.book.calls
        faults = [
            Item(view.words.translate(calls[call].meaning) if call in calls else MISDEAL, report_fault(view, call))
            for call in reportable_faults(view)
        ]
        missing = [Item("card_missing", next_card_menu)] if view.camera_in_use else []  # one UP away
        return (*entries_of(view, _late_calls_last(view), always=True), *faults, *missing)


@dataclass(frozen=True, slots=True)
class ConfirmCallMenu(QuestionMenu):
    """A call that the camera may have seen, such as by a card laid face down."""

    light = "question"
    call: Announced

    def question(self, view: View) -> Question:
        said = option_text(self.call, view.game, view.words, as_tokens=False)
        fold, play = Item("no", Answer()), Item("yes", Answer((self.call,)))
        return Question(view.words.side((self.call.seat,)), Text(f"{said}?"), fold, play)


@dataclass(frozen=True, slots=True)
class CallValueMenu(CursorMenu[OptionRow]):
    """The suits, ranks or cards that a call can name, drawn side by side."""

    seat: Seat
    call: str

    def items(self, view: View) -> Sequence[OptionRow]:
        mine = [option for option in view.options if seat_and_call(option) == (self.seat, self.call)]
        return [row_of(view, option) for option in mine]

    def screen(self, view: View) -> TileScreen:
        entries = self.items(view)
        title = view.words.phrase("says", seat=view.words.seat(self.seat), what=open_call(view, self.call))
        if question_text(view, self.call) is not question_text(view):
            title = question(view, entries[0].options[0])
        tiles = tuple(entry.tile or DOTS for entry in entries)
        return TileScreen(title, tiles, self.selected, named=_label(view, entries[self.selected]))

    def choose(self, view: View, item: OptionRow, seat: Seat | None) -> Reply:
        return answer_with(view, item, seat)


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
    if len({seat_and_call(entry.options[0]) for entry in entries if entry.tile is not None}) != 1:
        return None
    texts = [entry.text for entry in entries]
    # A call that two seats can make is listed twice, with the seat.
    says = (entry.row if texts.count(entry.text) > 1 else entry.text for entry in entries)
    return tuple(entry.tile or tile_text(text) for entry, text in zip(entries, says, strict=True))


def _label(view: View, entry: OptionRow) -> str:
    """Returns the label of a tile; only its seat if its text is on the tile and too long here."""
    if entry.tile is not None or text_width(entry.name, "small") <= width_between(view.words.phrase("back"), ""):
        return entry.name
    seat = seat_of(entry.options)
    return "" if seat is None else view.words.seat(seat)


def _as_seat(option: Fact, seat: Seat | None) -> Fact:
    """Returns the option as said by the seat at whose own button it was pressed."""
    if seat is None or not isinstance(option, Announced | Exchanged | CardTaken):
        return option
    return replace(option, seat=seat)
