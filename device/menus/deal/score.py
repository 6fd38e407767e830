"""Menus of the score of a deal, of a game and of lasting counts, and of plays that a deal left open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Buttons, CursorMenu, Listing, ListMenu, Menu, Reply, Row
from device.menus.deal.calls import answer_with
from device.menus.deal.corrections import correct_last_event
from device.menus.deal.option_rows import entries_of
from device.menus.deal.questions import FindingMenu, cost_of, rulings_on
from device.menus.deal.score_peek import StandingMenu, after_score, standing_of, tallies_of, target_of, with_remarks
from device.menus.deal.trick_history import TrickHistoryMenu, last_trick
from device.menus.new_evening import next_deal
from device.screens.base import Keys, Screen, TileScreen
from device.screens.engine_text import title_for
from device.screens.score import GameOverScreen, ScoreScreen
from device.state.open_questions import FINDINGS_TO_RULE_ON, postponed_findings
from engine.events import CardsShown, Event
from engine.rules.game import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.texts.keys import PhraseKey
    from device.state.table_view import View
    from engine.cards import Card, Seat
    from engine.rules.findings import Finding

DONE: PhraseKey = "done"


@dataclass(frozen=True, slots=True)
class ScoreMenu(Menu):
    """After a deal: PLAY begins the next deal or game, UP leads to the tricks and to open questions."""

    light = "trick"

    def screen(self, view: View) -> Screen:
        table, score = view.table, view.table.score
        notes: dict[Seat, str] = {}
        if score:
            played = {*view.players, *view.deal.callers("fold")}  # not those who pause
            for seat in (seat for side in view.sides if played & set(side) for seat in side):
                change = score.changes.get(seat, 0)
                notes[seat] = f"{change:+d}".replace("-", "−") if change else "0"
            notes = with_remarks(view, notes)
        tallies = tallies_of(view, table.tallies, notes)
        if table.phase == Phase.OVER:
            winners = tuple(side for side in view.sides if set(side) & set(table.result.winners))
            return GameOverScreen(tallies, winners, self._keys(view))
        return ScoreScreen(tallies, view.next_dealer, self._keys(view), target_of(view))

    @staticmethod
    def _keys(view: View) -> Keys:
        up: PhraseKey | None = "key_open"
        if not _seats_with_open_plays(view):
            up = "more" if _has_more(view) else "tricks" if last_trick(view) else None
        return Keys("key_correct", up, "table_tile", "go_on")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        def play(view: View) -> Reply:
            standing = standing_of(view) if view.table.phase == Phase.OVER else ()
            return StandingMenu(standing, begins=True) if standing else next_deal(view)

        def up(view: View) -> Reply:
            return AfterDealMenu() if _has_more(view) else last_trick(view) or "stay"

        return Buttons(play, correct_last_event, up, after_score)


@dataclass(frozen=True, slots=True)
class AfterDealMenu(ListMenu):
    selected: int = 0

    def listing(self, view: View) -> Listing:
        options = view.options if view.table.phase == Phase.SCORED else ()
        rows = [Row(entry.row, answer_with(view, entry)) for entry in entries_of(view, options, always=True)]
        undecided = [finding for finding in postponed_findings(view) if rulings_on(view, finding)]
        for finding in undecided:
            label = title_for(finding, view.game, view.words)
            if finding.seat is not None:
                label = view.words.phrase("says", seat=view.words.seat(finding.seat), what=label)
            rows.append(Row(label, FindingMenu(finding)))
        rows += [Row(Text(cost_of(view, finding)), FindingMenu(finding)) for finding in _counted_findings(view)]
        if view.tricks:
            rows.append(Row(view.words.phrase("look_back"), TrickHistoryMenu(len(view.tricks) - 1)))
        rows += [
            Row(view.words.phrase("show_rest", seat=view.words.seat(seat)), ShowRestMenu(seat))
            for seat in _seats_with_open_plays(view)
        ]
        return Listing("after_deal", rows)


def _has_more(view: View) -> bool:
    """Whether the list would offer more than the past tricks."""
    if view.table.phase == Phase.SCORED and view.options:
        return True
    undecided = any(rulings_on(view, finding) for finding in postponed_findings(view))
    return undecided or bool(_counted_findings(view) or _seats_with_open_plays(view))


def _counted_findings(view: View) -> list[Finding]:
    counted = {misdeed.position for misdeed in view.table.deal.counted} if view.table.deal is not None else set()
    return [found for found in view.table.findings if found.position in counted and found.kind in FINDINGS_TO_RULE_ON]


def _seats_with_open_plays(view: View) -> tuple[Seat, ...]:
    """Returns the seats whose remaining cards would settle open plays of theirs."""
    unsettled = view.table.open_plays()
    if not unsettled:
        return ()
    have_shown = {fact.seat for _, fact in view.facts if isinstance(fact, CardsShown) and fact.whole}
    suspects = {play.seat for play in view.deal.plays() if play.position in unsettled} - have_shown
    return tuple(seat for seat in view.players if seat in suspects and view.table.hand_size(seat) > 0)


@dataclass(frozen=True, slots=True)
class ShowRestMenu(CursorMenu["Card | PhraseKey"]):
    """A seat shows its remaining cards, to the camera one by one or chosen from the list."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    selected: int = 0

    def items(self, view: View) -> Sequence[Card | PhraseKey]:
        cards = view.unseen_first(view.game.pack.cards)
        return (DONE, *(card for card in cards if card not in self.cards))

    def screen(self, view: View) -> TileScreen:
        words = view.words
        left = view.table.hand_size(self.seat) - len(self.cards)
        title = Text(" ".join([words.seat(self.seat), *map(words.token, self.cards)]))
        if len(self.cards) > 2:
            title = Text(f"{words.seat(self.seat)} {len(self.cards)}")
        return TileScreen(title, tuple(self.items(view)), self.selected, right=words.phrase("still", number=left))

    def choose(self, view: View, item: Card | PhraseKey, seat: Seat | None) -> Reply:
        if isinstance(item, str):
            return Answer(self._events() if self.cards else ())
        return self._with(view, item)

    def fold(self, view: View) -> Reply:
        return ShowRestMenu(self.seat, self.cards[:-1]) if self.cards else None

    def answer_card(self, view: View, card: Card | None, seat: Seat | None) -> Answer:
        """An unreadable card is asked for again."""
        return Answer(menu=self) if card is None else self._with(view, card)

    def _with(self, view: View, card: Card) -> Answer:
        """Adds a card; the last one completes the hand."""
        if card in self.cards:
            return Answer(menu=self)
        more = ShowRestMenu(self.seat, (*self.cards, card))
        if len(more.cards) < view.table.hand_size(self.seat):
            return Answer(menu=more)
        return Answer(more._events())

    def _events(self) -> tuple[Event, ...]:
        return (CardsShown(self.seat, self.cards, whole=True),)
