"""The resting menu of the table, and those that it can be: the trick in play, the last trick, the score of a deal."""

from collections.abc import Sequence
from dataclasses import dataclass

from common.texts.keys import PhraseKey
from common.texts.phrases import Label, Text
from common.texts.words import signed
from device.menus.base import Answer, Buttons, CursorMenu, Item, Listing, ListMenu, Menu, Reply, SeatMenu
from device.menus.deal import score
from device.menus.deal.before_play import menu_before_play
from device.menus.deal.calls import CallsMenu, OptionsMenu, answer_with
from device.menus.deal.corrections import correct_last_event, next_card_menu
from device.menus.deal.manual_entry import ManualEntryMenu, MissingTrumpMenu, missing_facts
from device.menus.deal.option_rows import entries_of
from device.menus.deal.questions import FindingMenu, cost_of, menu_for, rulings_on
from device.menus.deal.trick_history import TrickHistoryMenu, last_trick, trick_screen, winner
from device.menus.new_evening import first_menu, next_deal
from device.menus.table.table_menu import PauseMenu
from device.menus.tournament import tournament_menu
from device.screens.base import Keys, Screen, TileScreen
from device.screens.engine_text import title_for
from device.screens.score import GameOverScreen, ScoreScreen
from device.state.conclusions import open_questions, postponed_findings, question_to_show
from device.state.table_view import View
from engine.cards import Card, Seat
from engine.events import CardsShown, Event, TrickGathered
from engine.rules.game import BETWEEN_DEALS, Phase

DONE: PhraseKey = "done"


def resting_menu(view: View) -> Menu:
    """Returns the menu that follows from the table, and from the tournament that it takes part in."""
    menu = _menu_of_table(view)
    return menu if view.tournament is None else tournament_menu(view, view.tournament, menu)


def _menu_of_table(view: View) -> Menu:
    """Returns the menu that follows from the table: an open question first, else what the phase asks for."""
    phase = view.table.phase
    if phase == Phase.NO_GAME or view.is_evening_over:
        return first_menu(view)
    if view.camera.watched == "paused":
        return PauseMenu()
    if not view.camera_in_use and phase not in BETWEEN_DEALS:
        return ManualEntryMenu()
    if phase not in BETWEEN_DEALS and phase != Phase.ANSWER and missing_facts(view):
        return MissingTrumpMenu(TrickMenu())
    if view.table.deal is not None and view.options and view.game.lacks_trump(view.deal):
        return OptionsMenu()
    question = question_to_show(view)
    if question is not None:
        return menu_for(view, question)
    if phase in BETWEEN_DEALS:
        return LastTrickMenu() if view.shows_last_trick and view.tricks else ScoreMenu()
    if phase != Phase.PLAY:
        menu = menu_before_play(view)
        if menu is not None or view.options:
            return menu or OptionsMenu()
    return TrickMenu()


@dataclass(frozen=True, slots=True)
class TrickMenu(Menu):
    """The trick in play: FOLD corrects, PLAY says something or adds a missed card, UP looks back, DOWN: the score."""

    def screen(self, view: View) -> Screen:
        trick, number = view.deal.trick, len(view.deal.tricks) + 1
        if not trick.plays and view.deal.tricks:
            trick, number = view.deal.tricks[-1], number - 1
        awaits = trick is view.deal.trick and not view.trick_is_full
        headline: PhraseKey | None = None if not awaits else "lays" if trick.plays else "leads"
        play: PhraseKey = "key_gather" if view.trick_is_full else "key_say" if view.options else "key_missing"
        keys = Keys("key_correct", "tricks" if last_trick(view) else None, "key_score", play)
        return trick_screen(view, trick, number, keys, headline, awaits, len(open_questions(view)))

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        play: Reply = CallsMenu()
        if view.trick_is_full:
            is_asked = winner(view) is None and not view.game.lacks_trump(view.deal)
            play = TrickTakerMenu() if is_asked else Answer((TrickGathered(),))
        elif not view.options:
            play = next_card_menu
        return Buttons(play, correct_last_event, last_trick, score.ScorePeekMenu())


@dataclass(frozen=True, slots=True)
class LastTrickMenu(Menu):
    """The last trick of a deal, until it is gathered or some seconds have gone; PLAY and DOWN show the score."""

    light = "trick"

    def screen(self, view: View) -> Screen:
        keys = Keys("key_correct", "tricks", "key_score", "go_on")
        return trick_screen(view, view.tricks[-1], len(view.tricks), keys)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(ScoreMenu(), correct_last_event, last_trick, ScoreMenu())


@dataclass(frozen=True, slots=True)
class TrickTakerMenu(SeatMenu):
    """Asks who took a trick, which only the players know while trump is secret."""

    def title(self, view: View) -> Label:
        return "who_took"

    def items(self, view: View) -> Sequence[Seat]:
        return view.game.takers_in(view.deal)

    def choose(self, view: View, item: Seat, seat: Seat | None) -> Reply:
        return Answer((TrickGathered(item),))


@dataclass(frozen=True, slots=True)
class ScoreMenu(Menu):
    """After a deal: PLAY begins the next deal or game, UP leads to the tricks and to open questions."""

    light = "trick"

    def screen(self, view: View) -> Screen:
        table, scored = view.table, view.table.score
        notes: dict[Seat, str] = {}
        if scored:
            played = {*view.players, *view.deal.callers("fold")}  # not those who pause
            sides = [side for side in view.sides if played & set(side)]
            notes = {seat: signed(scored.changes.get(seat, 0)) for side in sides for seat in side}
            notes = score.with_remarks(view, notes)
        tallies = score.tallies_of(view, table.tallies, notes)
        if table.phase == Phase.OVER:
            winners = tuple(side for side in view.sides if set(side) & set(table.result.winners))
            return GameOverScreen(tallies, winners, self._keys(view))
        return ScoreScreen(tallies, view.next_dealer, self._keys(view), score.target_of(view))

    @staticmethod
    def _keys(view: View) -> Keys:
        up: PhraseKey | None = "key_open"
        if not score.seats_to_show(view):
            up = "more" if score.has_more(view) else "tricks" if last_trick(view) else None
        return Keys("key_correct", up, "table_tile", "go_on")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        def play(view: View) -> Reply:
            standing = score.standing_of(view) if view.table.phase == Phase.OVER else ()
            return score.StandingMenu(standing, begins=True) if standing else next_deal(view)

        def up(view: View) -> Reply:
            return AfterDealMenu() if score.has_more(view) else last_trick(view) or "stay"

        return Buttons(play, correct_last_event, up, score.after_score)


@dataclass(frozen=True, slots=True)
class AfterDealMenu(ListMenu):
    def listing(self, view: View) -> Listing:
        options = view.options if view.table.phase == Phase.SCORED else ()
        rows = [Item(entry.row, answer_with(view, entry)) for entry in entries_of(view, options, always=True)]
        undecided = [finding for finding in postponed_findings(view) if rulings_on(view, finding)]
        for finding in undecided:
            label = title_for(finding, view.game, view.words)
            if finding.seat is not None:
                label = view.words.phrase("says", seat=view.words.seat(finding.seat), what=label)
            rows.append(Item(label, FindingMenu(finding)))
        rows += [Item(Text(cost_of(view, finding)), FindingMenu(finding)) for finding in score.counted_findings(view)]
        if view.tricks:
            rows.append(Item(view.words.phrase("look_back"), TrickHistoryMenu(len(view.tricks) - 1)))
        rows += [
            Item(view.words.phrase("show_rest", seat=view.words.seat(seat)), ShowRestMenu(seat))
            for seat in score.seats_to_show(view)
        ]
        return Listing("after_deal", rows)


@dataclass(frozen=True, slots=True)
class ShowRestMenu(CursorMenu["Card | PhraseKey"]):
    """A seat shows its remaining cards, to the camera one by one or chosen from the list."""

    seat: Seat
    cards: tuple[Card, ...] = ()

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
