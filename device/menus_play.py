"""Menus of the tricks, the score, and of playing on without a camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.matters import matter_to_show, open_matters
from device.menus import Answer, moved
from device.menus_correct import PickCard, correct, last_event
from device.menus_deal import RESTING, Welcome, new_game
from device.menus_matters import menu_for
from device.screens import Choice, GameOver, Notice, Number, Score, SuitTile, Tally, said
from device.screens_play import Laid, TrickShown
from engine.events import DealStarted, TrickGathered, TricksEntered

if TYPE_CHECKING:
    from device.menus import Menu
    from device.presses import Press
    from device.screens import Screen
    from device.view import View
    from engine.cards import Card, Seat
    from engine.tricks import Trick


def resting(view: View) -> Menu:
    """Returns the menu that follows from the table: an open matter first, else what the phase asks for."""
    phase = view.table.phase
    if phase == "no_game":
        return Welcome()
    if not view.seeing and phase not in ("scored", "over"):
        return Blind()
    matter = matter_to_show(view)
    if matter is not None and (menu := menu_for(view, matter)) is not None:
        return menu
    if phase in ("scored", "over", "deal"):
        return AtScore()
    return RESTING[phase]() if phase in RESTING else AtPlay()


@dataclass(frozen=True, slots=True)
class AtPlay:
    """The trick in play: FOLD corrects, PLAY adds a card that was missed, UP looks back, DOWN shows the score."""

    def screen(self, view: View) -> Screen:
        trick, number = view.deal.trick, len(view.deal.tricks) + 1
        waiting = len(open_matters(view))
        if not trick.plays and view.deal.tricks:
            last = view.deal.tricks[-1]
            return _shown(view, last, number - 1, "takes_trick", last.taker, waiting=waiting)
        if view.trick_is_full:
            return _shown(view, trick, number, "takes_trick", _winner(view), waiting=waiting)
        headline = "lays" if trick.plays else "leads"
        return _shown(view, trick, number, headline, view.turn, awaits=True, waiting=waiting)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            if view.trick_is_full:
                return Answer((TrickGathered(),))
            return Answer(menu=PickCard(view.turn, view.missing()))
        return looking_press(view, press)


def looking_press(view: View, press: Press) -> Answer:
    """Answers FOLD (correct), UP (look back) and DOWN (score) where nothing else needs these buttons."""
    if press.button == "fold":
        return Answer(menu=last_event(view))
    if press.button == "up" and view.tricks:
        return Answer(menu=LookBack(len(view.tricks) - 1))
    return Answer(menu=Glance() if press.button == "down" else None)


@dataclass(frozen=True, slots=True)
class LookBack:
    """The tricks of this deal, the newest first; PLAY picks a card of it to put right."""

    index: int

    def screen(self, view: View) -> Screen:
        trick = view.tricks[self.index]
        taker = trick.taker if trick.taker is not None else _winner(view)
        return _shown(view, trick, self.index + 1, "tricks_done", taker)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer()
        if press.button == "play":
            return Answer(menu=PickWrong(self.index))
        index = self.index + (-1 if press.button == "up" else 1)
        if index >= len(view.tricks):
            return Answer()
        return Answer(menu=LookBack(max(index, 0)))


@dataclass(frozen=True, slots=True)
class PickWrong:
    """Which card of an earlier trick was misread."""

    index: int
    selected: int = 0

    def screen(self, view: View) -> Screen:
        return Choice("which_wrong", view.tricks[self.index].cards, self.selected)

    def press(self, view: View, press: Press) -> Answer:
        plays = view.tricks[self.index].plays
        if press.button == "fold":
            return Answer(menu=LookBack(self.index))
        if press.button == "play":
            play = plays[self.selected]
            return Answer(menu=correct(view, play.position, play.card))
        return Answer(menu=replace(self, selected=moved(self.selected, press, len(plays))))


@dataclass(frozen=True, slots=True)
class AtScore:
    """After a deal: PLAY begins the next one, or the next game."""

    def screen(self, view: View) -> Screen:
        result, table = view.table.result, view.table
        changes = table.score.changes if table.score else {}
        notes = {seat: _signed(changes.get(seat, 0)) for seat in table.seats} if table.score else {}
        tallies = tuple(Tally(seat, table.tallies[seat], notes.get(seat, "")) for seat in table.seats)
        if table.phase == "over":
            return GameOver(tallies, result.winners)
        return Score(tallies, _next_dealer(view))

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            dealer = _next_dealer(view)
            return Answer(new_game(view, dealer) if view.table.phase == "over" else (DealStarted(dealer),))
        return looking_press(view, press) if press.button != "down" else Answer()


@dataclass(frozen=True, slots=True)
class Glance:
    """The score in the middle of a deal; any button goes back."""

    def screen(self, view: View) -> Screen:
        table = view.table
        taken = view.game.tricks_taken(view.deal) if table.deal is not None else {}
        notes = {seat: said(view.words, "tricks_count", number=count) for seat, count in taken.items()}
        tallies = tuple(Tally(seat, table.tallies[seat], notes.get(seat, "")) for seat in table.seats)
        return Score(tallies, view.deal.dealer)

    def press(self, view: View, press: Press) -> Answer:
        return Answer()


@dataclass(frozen=True, slots=True)
class Blind:
    """No camera: the tricks of the deal can be entered."""

    def screen(self, view: View) -> Screen:
        return Notice("no_camera", "no_camera_text", "by_hand")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            upcard = view.deal.upcard if view.table.deal else None
            suits = view.game.pack.suits
            return Answer(menu=EnterTrump(suits.index(upcard.suit) if upcard else 0))
        return Answer()


@dataclass(frozen=True, slots=True)
class EnterTrump:
    selected: int = 0

    def screen(self, view: View) -> Screen:
        suits = view.game.pack.suits
        name = view.words.suit(suits[self.selected])
        return Choice("which_trump", tuple(map(SuitTile, suits)), self.selected, right=name)

    def press(self, view: View, press: Press) -> Answer:
        suits = view.game.pack.suits
        if press.button == "fold":
            return Answer()
        if press.button == "play":
            return Answer(menu=EnterTricks(suits[self.selected]))
        return Answer(menu=replace(self, selected=moved(self.selected, press, len(suits))))


@dataclass(frozen=True, slots=True)
class EnterTricks:
    """The tricks of one seat after the other; None says that it was out."""

    trump: str
    done: tuple[tuple[Seat, int | None], ...] = ()
    count: int | None = 0

    def screen(self, view: View) -> Screen:
        words = view.words
        return Number(said(words, "tricks_of", seat=words.seat(self._seat(view))), self.count)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=EnterTricks(self.trump, self.done[:-1]) if self.done else EnterTrump())
        if press.button != "play":
            counts = (*range(view.game.hand_size + 1), None)
            step = {"up": 1, "down": -1}[press.button]
            return Answer(menu=replace(self, count=counts[(counts.index(self.count) + step) % len(counts)]))
        done = (*self.done, (self._seat(view), self.count))
        if len(done) < len(view.table.seats):
            return Answer(menu=EnterTricks(self.trump, done))
        tricks = tuple((seat, count) for seat, count in done if count is not None)
        return Answer((TricksEntered(tricks, self.trump),))

    def _seat(self, view: View) -> Seat:
        return view.table.seats[len(self.done)]


def _signed(change: int) -> str:
    return f"{change:+d}".replace("-", "−") if change else "0"


def _next_dealer(view: View) -> Seat:
    dealer = view.table.next_dealer
    return dealer if dealer is not None else view.setup.seats[0]


def _winner(view: View) -> Seat | None:
    return view.game.taker_in(view.deal) if view.deal.trick.plays else None


def _shown(
    view: View,
    trick: Trick,
    number: int,
    headline: str,
    seat: Seat | None,
    awaits: bool = False,
    waiting: int = 0,
) -> TrickShown:
    laid = view.laid()

    def doubtful(position: int, card: Card) -> bool:
        return position in laid and bool(laid[position].doubts) and laid[position].card == card

    cards = tuple(Laid(play.seat, play.card, doubtful(play.position, play.card)) for play in trick.plays)
    winner = trick.taker if trick.taker is not None else _winner(view)
    return TrickShown(
        headline,
        seat if seat is not None else view.turn,
        number,
        cards,
        winner,
        view.table.trump or "",
        len(view.players),
        awaits,
        waiting,
    )
