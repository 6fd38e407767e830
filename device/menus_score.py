"""Menus of the score: of a deal, of a game, of what lasts longer; and what a deal has left open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.canvas import WIDTH, text_width
from device.menus import Answer, moved
from device.menus_calls import chosen, entries_of
from device.menus_correct import last_event
from device.menus_start import new_game
from device.menus_tricks import LookBack
from device.screens import Choice, said
from device.screens_lists import Listed
from device.screens_score import GameOver, Score, Standing, Tally
from engine.events import CardsShown, DealStarted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.presses import Press
    from device.screens import Screen
    from device.view import View
    from engine.cards import Card, Seat
    from engine.events import Event

DONE = "done"


@dataclass(frozen=True, slots=True)
class AtScore:
    """After a deal: PLAY begins the next one, or the next game; UP leads to the tricks and to what is left to do."""

    def screen(self, view: View) -> Screen:
        table = view.table
        changes = table.score.changes if table.score else {}
        notes = {seat: _signed(changes.get(seat, 0)) for seat in _concerned(view)} if table.score else {}
        if table.score:
            notes = _with_remarks(view, notes)
        tallies = tallies_of(view, table.tallies, notes)
        if table.phase == "over":
            winners = tuple(side for side in view.sides if set(side) & set(table.result.winners))
            return GameOver(tallies, winners, "table" if standing_of(view) else "new_game")
        unsettled = len(table.open_plays()) if _holders(view) else 0
        more = "more" if view.options else "tricks" if view.tricks else ""
        more = (
            said(view.words, "play_open" if unsettled == 1 else "plays_open", number=unsettled) if unsettled else more
        )
        return Score(tallies, next_dealer(view), more, target_of(view))

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            if view.table.phase == "over" and (standing := standing_of(view)):
                return Answer(menu=AtStanding(standing, begins=True))
            return Answer(next_deal(view))
        if press.button == "fold":
            return Answer(menu=last_event(view))
        if press.button == "down":
            standing = standing_of(view)
            return Answer(menu=AtStanding(standing) if standing else None)
        if len(_entries(view)) > 1:
            return Answer(menu=AfterDeal())
        return Answer(menu=LookBack(len(view.tricks) - 1) if view.tricks else None)


@dataclass(frozen=True, slots=True)
class AfterDeal:
    """What may still be said or done about a deal that is scored."""

    selected: int = 0

    def screen(self, view: View) -> Listed:
        return Listed("after_deal", tuple(text for text, _ in _entries(view)), self.selected)

    def press(self, view: View, press: Press) -> Answer:
        entries = _entries(view)
        if press.button == "fold":
            return Answer()
        if press.button != "play":
            return Answer(menu=AfterDeal(moved(self.selected, press, len(entries))))
        return entries[self.selected][1]


def _entries(view: View) -> list[tuple[str, Answer]]:
    options = view.options if view.table.phase == "scored" else ()
    entries = [(entry.row, chosen(view, entry)) for entry in entries_of(view, options, always=True)]
    if view.tricks:
        entries.append((view.words.phrases.look_back, Answer(menu=LookBack(len(view.tricks) - 1))))
    entries += [
        (said(view.words, "show_rest", seat=view.words.seat(seat)), Answer(menu=ShowRest(seat)))
        for seat in _holders(view)
    ]
    return entries


def _holders(view: View) -> tuple[Seat, ...]:
    """Returns who still holds cards that would settle plays of his that are open."""
    unsettled = view.table.open_plays()
    if not unsettled:
        return ()
    shown = {fact.seat for _, fact in view.facts if isinstance(fact, CardsShown) and fact.whole}
    suspects = {play.seat for play in view.deal.plays() if play.position in unsettled} - shown
    return tuple(seat for seat in view.players if seat in suspects and view.table.hand_size(seat) > 0)


@dataclass(frozen=True, slots=True)
class ShowRest:
    """A seat shows the cards that it has left, to the camera one after the other, or chosen from the list."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    selected: int = 0

    def screen(self, view: View) -> Choice:
        words = view.words
        left = view.table.hand_size(self.seat) - len(self.cards)
        title = " ".join([words.seat(self.seat), *map(words.token, self.cards)])
        if len(self.cards) > 2:
            title = f"{words.seat(self.seat)} {len(self.cards)}"
        return Choice(title, (DONE, *self._cards(view)), self.selected, right=said(words, "still", number=left))

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=ShowRest(self.seat, self.cards[:-1]) if self.cards else None)
        cards = self._cards(view)
        if press.button != "play":
            return Answer(menu=replace(self, selected=moved(self.selected, press, len(cards) + 1)))
        if self.selected > 0:
            return self.shown(view, cards[self.selected - 1])
        return Answer(self._told() if self.cards else ())

    def shown(self, view: View, card: Card) -> Answer:
        """One more card; the last one ends it."""
        if card in self.cards:
            return Answer(menu=self)
        more = ShowRest(self.seat, (*self.cards, card))
        if len(more.cards) < view.table.hand_size(self.seat):
            return Answer(menu=more)
        return Answer(more._told())

    def _told(self) -> tuple[Event, ...]:
        return (CardsShown(self.seat, self.cards, whole=True),)

    def _cards(self, view: View) -> tuple[Card, ...]:
        return tuple(card for card in view.unseen_first(view.game.pack.cards) if card not in self.cards)


@dataclass(frozen=True, slots=True)
class Glance:
    """The score in the middle of a deal; DOWN shows what lasts longer, any other button goes back."""

    def screen(self, view: View) -> Screen:
        taken = view.game.tricks_taken(view.deal) if view.table.deal is not None else {}
        sums = {side: sum(taken.get(seat, 0) for seat in side) for side in view.sides}
        notes = {
            side[0]: said(view.words, "tricks_count", number=sums[side])
            for side in view.sides
            if any(seat in taken for seat in side)
        }
        worth = view.game.worth(view.deal)
        return Score(
            tallies_of(view, view.table.tallies, _with_remarks(view, notes)),
            view.deal.dealer,
            target=target_of(view),
            worth="" if worth is None else view.words.of(worth),
        )

    def press(self, view: View, press: Press) -> Answer:
        standing = standing_of(view) if press.button == "down" else None
        return Answer(menu=AtStanding(standing) if standing else None)


Counts = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class AtStanding:
    """What lasts from game to game; after a game, PLAY begins the next."""

    counts: Counts
    begins: bool = False

    def screen(self, view: View) -> Screen:
        return Standing(view.words.phrases.table, view.sides, self.counts, "new_game" if self.begins else "ok")

    def press(self, view: View, press: Press) -> Answer:
        return Answer(next_deal(view) if self.begins and press.button == "play" else ())


def standing_of(view: View) -> Counts:
    """Returns what lasts from game to game, by side, in the order of the game's book; this game included if over."""
    table, words = view.table, view.words
    match = table.match
    if match is None or table.game is None:
        return ()
    if table.deal is not None and table.phase == "over":
        match = match.after(table.deal)
    return tuple(
        (words.of(name)[:1].upper() + words.of(name)[1:], tuple(by_seat.get(side[0], 0) for side in view.sides))
        for count, name in table.game.book.counts.items()
        if (by_seat := match.standing.get(count)) is not None
    )


def tallies_of(view: View, points: Mapping[Seat, int], notes: Mapping[Seat, str]) -> tuple[Tally, ...]:
    """Returns what each side stands at, and who is ahead."""
    standing = {side: points[side[0]] for side in view.sides}
    best = (min if view.game.low_wins(view.table.seats) else max)(standing.values())
    equal = len(set(standing.values())) == 1
    return tuple(
        Tally(side, number, notes.get(side[0], ""), number == best and not equal) for side, number in standing.items()
    )


def _concerned(view: View) -> tuple[Seat, ...]:
    """Returns whose side has played in this deal, or could have; not who pauses."""
    played = {*view.players, *view.deal.callers("fold")}
    return tuple(seat for side in view.sides if played & set(side) for seat in side)


def _with_remarks(view: View, notes: Mapping[Seat, str]) -> dict[Seat, str]:
    """Returns the notes with the card points, and after each, if there is room, what one is called who stands there."""
    told = dict(notes)
    if points := view.game.points_taken(view.deal):
        for side in view.sides:
            counted = said(view.words, "card_points", number=sum(points.get(seat, 0) for seat in side))
            told |= {seat: f"{notes[seat]}, {counted}" for seat in side if seat in notes}
    for seat, tally in view.table.tallies.items():
        if (remark := view.game.remark(tally)) is not None:
            name = view.words.of(remark)
            both = f"{told.get(seat, '')} {name}".strip()
            told[seat] = both if text_width(both, "small") <= WIDTH // len(view.sides) else name
    return told


def target_of(view: View) -> int | None:
    """Returns how many points a game has, where that is one of its switches."""
    target = dict(view.game.rules.choices).get("target")
    return target if isinstance(target, int) else None


def next_deal(view: View) -> tuple[Event, ...]:
    dealer = next_dealer(view)
    return new_game(view, dealer) if view.table.phase == "over" else (DealStarted(dealer),)


def next_dealer(view: View) -> Seat:
    dealer = view.table.next_dealer
    return dealer if dealer is not None else view.setup.seats[0]


def _signed(change: int) -> str:
    return f"{change:+d}".replace("-", "−") if change else "0"
