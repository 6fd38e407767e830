"""Menus of what is entered by hand: a trump that was not named and, without a camera, calls, tricks or points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from common.texts.keys import PhraseKey
from common.texts.phrases import Label, Text
from device.hardware.presses import Button
from device.menus.base import Answer, CursorMenu, Item, Menu, Question, QuestionMenu, Reply
from device.menus.deal.calls import CallsMenu
from device.menus.deal.corrections import correct_last_event
from device.menus.deal.option_rows import seat_and_call, tile_name, tile_of
from device.menus.deal.score import ScorePeekMenu
from device.screens.base import NumberScreen, Screen, SuitTile, TileScreen
from device.screens.engine_text import option_text, sentence_for, tile_text
from device.state.table_view import View
from engine.cards import Seat, Suit
from engine.events import Amended, Announced, CardLaid, Exchanged, TricksEntered, UpcardTurned
from engine.rules.findings import Kind
from engine.rules.game import Phase

Counts: TypeAlias = tuple[tuple[Seat, int | None], ...]
"""The numbers of sides by a seat of each; None for one that folded."""
MAX_COUNT_BY_ONES = 20
"""A count that can exceed this is entered in tens and ones."""


@dataclass(frozen=True, slots=True)
class ManualEntryMenu(QuestionMenu):
    """Without a camera, calls (UP) and the tricks of the deal can be entered; DOWN shows the score."""

    def question(self, view: View) -> Question:
        by_hand = view.camera.watched == "by_hand"
        title: PhraseKey = "lens_covered" if view.camera.is_lens_covered else "no_camera"
        text: Label = "by_hand_text" if by_hand else "no_camera_text"
        if view.deal.entered is None:  # numbers that were entered and do not add up leave the deal open
            entered = {position for position, fact in view.facts if isinstance(fact, TricksEntered)}
            for finding in view.table.findings:
                if finding.kind is Kind.WRONG_COUNT and finding.position in entered:
                    text = Text(sentence_for(finding, view.game, view.words))
                    break
        fold, play = Item("key_correct", correct_last_event), Item("by_hand", _first_menu)
        score = Item("key_score", ScorePeekMenu())
        question = Question("by_hand_title" if by_hand else title, text, fold, play)
        if view.options:
            return question._replace(up=Item("key_calls", CallsMenu()), down=score)
        return question._replace(more=score)


def _first_menu(view: View) -> Menu:
    """Trump is asked first if it is a suit alone and was not announced."""
    trump, suits = view.table.trump, view.game.pack.suits
    if view.game.all_trumps != suits or (trump in suits and view.deal.upcard is None):
        return _ask_tricks(view, trump or "")
    return EnterTrumpMenu(selected=suits.index(trump) if trump in suits else 0)


@dataclass(frozen=True, slots=True)
class EnterTrumpMenu(CursorMenu["Suit"]):
    depends_on_camera = True

    def items(self, view: View) -> Sequence[Suit]:
        return view.game.pack.suits

    def screen(self, view: View) -> Screen:
        name = view.words.suit(self.item(view))
        return TileScreen("which_trump", tuple(map(SuitTile, self.items(view))), self.selected, right=name)

    def choose(self, view: View, item: Suit, seat: Seat | None) -> Reply:
        return _ask_tricks(view, item)


@dataclass(frozen=True, slots=True)
class EnterTricksMenu(CursorMenu["int | None"]):
    """The tricks or points of one side after the other; None means that it folded.

    Only numbers that fit are offered, of the last side what completes the deal. Large ones go up by tens and by ones.
    """

    depends_on_camera = True
    trump: str
    counts: tuple[int | None, ...]
    """The numbers of this side with which the deal can come to its sum."""
    done: Counts = ()

    def items(self, view: View) -> Sequence[int | None]:
        return self.counts

    def steps(self, view: View) -> Mapping[Button, int]:
        return {"up": 10, "down": 1} if _max_count(view) > MAX_COUNT_BY_ONES else {"up": 1, "down": -1}

    def screen(self, view: View) -> Screen:
        words = view.words
        many = _max_count(view) > MAX_COUNT_BY_ONES
        name = words.side(_sides(view)[len(self.done)])
        title = words.phrase("points_of" if many else "tricks_of", seat=name)
        steps = (None, None) if len(self.counts) == 1 else ("+10", "+1") if many else None
        return NumberScreen(title, self.counts[self.selected], steps=steps)

    def choose(self, view: View, item: int | None, seat: Seat | None) -> Reply:
        sides = _sides(view)
        done = (*self.done, (sides[len(self.done)][0], item))
        return _ask_tricks(view, self.trump, done) if len(done) < len(sides) else Answer((_entry(done, self.trump),))

    def fold(self, view: View) -> Reply:
        if self.done:
            return _ask_tricks(view, self.trump, self.done[:-1])
        first = _first_menu(view)
        return first if isinstance(first, EnterTrumpMenu) else None


def _ask_tricks(view: View, trump: str, done: Counts = ()) -> EnterTricksMenu:
    """Returns the menu for the next side after *done*, with the first number that fits."""
    sides, most, total = _sides(view), _max_count(view), view.game.entered_total
    rest = most - sum(count or 0 for _, count in done)
    folded = () if most > MAX_COUNT_BY_ONES else (None,)
    counts: tuple[int | None, ...] = (*range(rest + 1), *folded)
    if len(done) + 1 == len(sides) and total is not None:
        counts = (rest,) if rest else (0, *folded)
    elif len(done) + 1 == len(sides):
        seat = sides[-1][0]
        entries = ((count, _entry((*done, (seat, count)), trump)) for count in counts)
        wrong = Kind.WRONG_COUNT
        counts = tuple(count for count, entry in entries if all(each.kind is not wrong for each in view.faults(entry)))
    return EnterTricksMenu(trump, counts, done)


def _entry(done: Counts, trump: str) -> TricksEntered:
    return TricksEntered(tuple((seat, count) for seat, count in done if count is not None), trump)


def _sides(view: View) -> tuple[tuple[Seat, ...], ...]:
    """Returns those who play in this deal."""
    return tuple(side for side in view.sides if set(side) & set(view.players))


def _max_count(view: View) -> int:
    return view.game.entered_total or view.game.hand_size


@dataclass(frozen=True, slots=True)
class MissingTrumpMenu(CursorMenu["Announced | UpcardTurned"]):
    """PLAY records the selected suit, rank or card; it counts from the first card of the deal. FOLD shows the trick."""

    light = "question"
    following: Menu

    def items(self, view: View) -> Sequence[Announced | UpcardTurned]:
        return missing_facts(view)

    def screen(self, view: View) -> TileScreen:
        option = self.item(view)
        seat = option.seat if isinstance(option, Announced) else view.deal.dealer
        tiles = tuple(
            each.card
            if isinstance(each, UpcardTurned)
            else tile_of(view, each) or tile_text(option_text(each, view.game, view.words))
            for each in self.items(view)
        )
        named = tile_name(view, option) if isinstance(option, Announced) else ""
        words, what = view.words, view.words.phrase("missing_upcard")
        if isinstance(option, Announced):
            call = view.game.book.calls.get(option.call)
            name, value, _ = words.translate(call.meaning).partition(" {value}") if call is not None else ("", "", "")
            what = Text(name) if value else words.phrase("missing_trump")
        text = words.phrase("what_missing", what=what)
        title = Text(text[:1].upper() + text[1:])
        return TileScreen(title, tiles, self.selected, "later", words.seat(seat), named)

    def choose(self, view: View, item: Announced | UpcardTurned, seat: Seat | None) -> Reply:
        """Records it where it was missed: after the cut, or before the first card."""
        if isinstance(item, Announced) and item.call in view.game.late_calls:
            return Answer((item,))  # it holds from the beginning
        kinds = CardLaid if isinstance(item, Announced) else CardLaid | Announced | Exchanged
        missed_at = next(position for position, later in view.facts if isinstance(later, kinds))
        return Answer((Amended(missed_at, item, before=True),))

    def fold(self, view: View) -> Reply:
        return self.following


def missing_facts(view: View) -> tuple[Announced | UpcardTurned, ...]:
    """Returns what can be recorded: the suits or ranks of the next missing call, or the cards that can be the upcard.

    It is empty if trump is not missing, or if any of several seats may have called it.
    """
    if view.table.deal is None or not view.game.lacks_trump(view.deal):
        return ()
    game, before = view.game, view.deal.before_play()
    if game.step(before).phase in (Phase.CUT, Phase.UPCARD):
        return tuple(UpcardTurned(card) for card in view.unseen_first(game.pack.cards))
    calls = {"trump", *game.missing_late_calls(before)}
    options = (option for option in (*view.options, *game.options(before)) if isinstance(option, Announced))
    named = [option for option in options if option.call in calls and option.value]
    if len({option.seat for option in named if option.call == named[0].call}) > 1:
        return ()  # who made the call has to be entered as well
    return tuple(dict.fromkeys(option for option in named if seat_and_call(option) == seat_and_call(named[0])))
