"""The end of an evening: the summary of each person, the menu that shows it, and good night."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from common.texts.keys import PhraseKey
from common.texts.phrases import Text
from common.texts.words import TableWords
from device.menus.base import Answer, AskMenu, CursorMenu, Item, Menu, Question, Reply
from device.screens.base import Screen
from device.screens.lists import SentenceScreen
from device.screens.table import Column, EveningScreen, fit_side_by_side
from device.settings.requests import BeginEvening
from device.state.table_view import View
from engine.cards import Seat
from engine.events import Amended, EveningStarted
from engine.state.ledger import Player


@dataclass(frozen=True, slots=True)
class PersonSummary:
    """One page of the summary, for one person."""

    player: Player
    columns: tuple[Column, ...]


def person_summaries(view: View) -> tuple[PersonSummary, ...]:
    """Returns one page or more for each player of this evening, those with most games won first.

    A side counts for each of its players; games that were not played to their end are counted beside the others.
    """
    games: dict[Player, Counter[PhraseKey]] = {}
    counts: dict[Player, Counter[Text]] = {}
    all_games = view.table.games
    for game in (game for game in all_games if game.evening == all_games[-1].evening and game.match.history):
        for seat in game.match.seats:
            name = game.players.get(seat, "")
            player = Player(name) if name else Player("", seat)
            outcome: PhraseKey = "unfinished"
            if game.match.is_over:
                outcome = "won" if seat in game.match.history[-1].result.winners else "lost"
            games.setdefault(player, Counter())[outcome] += 1
            added = counts.setdefault(player, Counter())
            for count, word in game.match.game.book.counts.items():
                after, before = (
                    standing.get(count, {}).get(seat, 0) for standing in (game.match.standing, game.before)
                )
                heading = view.words.translate(word)
                added[Text(heading[:1].upper() + heading[1:])] += after - before
    order = sorted(games, key=lambda player: (-games[player]["won"], games[player]["lost"]))
    summaries = []
    for player in order:
        columns: list[Column] = [
            (name, games[player][name]) for name in OUTCOMES if games[player][name] or name != "unfinished"
        ]
        columns += ((name, number) for name, number in counts[player].items() if number)
        summaries += [PersonSummary(player, page) for page in _pages(columns, view.words)]
    return tuple(summaries)


OUTCOMES: tuple[PhraseKey, ...] = ("won", "lost", "unfinished")


def _pages(columns: Sequence[Column], words: TableWords) -> list[tuple[Column, ...]]:
    pages: list[tuple[Column, ...]] = [()]
    for column in columns:
        if not fit_side_by_side((*pages[-1], column), words):
            pages.append(())
        pages[-1] += (column,)
    return pages


def end_of_evening(view: View) -> Menu:
    return EveningSummaryMenu(person_summaries(view)) if view.is_between_deals else UNFINISHED_DEAL


UNFINISHED_DEAL = AskMenu(
    Question(
        "evening_end",
        "unfinished_text",
        Item("back", None),
        Item("insist", lambda view: EveningSummaryMenu(person_summaries(view))),
    )
)
"""Asks whether to end the evening although a deal is unfinished."""


@dataclass(frozen=True, slots=True)
class EveningSummaryMenu(CursorMenu["PersonSummary | None"]):
    """The summary of the evening, one page a person; UP and DOWN turn the pages, PLAY ends the evening."""

    pages: tuple[PersonSummary, ...]

    def items(self, view: View) -> Sequence[PersonSummary | None]:
        return self.pages or (None,)

    def screen(self, view: View) -> Screen:
        words, page = view.words, self.item(view)
        if page is None:
            return SentenceScreen("evening_end", words.phrase("nothing_played"), "back", "good_night")
        name = page.player.name or words.seat(page.player.seat or 0)
        return EveningScreen(name, f"{self.selected + 1}/{len(self.pages)}", page.columns)

    def choose(self, view: View, item: PersonSummary | None, seat: Seat | None) -> Reply:
        # The device may be unplugged then. The evening has no name: later games belong to another, without names.
        continues, begins = Answer((Amended(len(view.table.journal)),)), Answer(request=BeginEvening())
        question = Question("good_night", "good_night_text", Item("back", continues), Item("new_evening", begins))
        return Answer((EveningStarted(),), AskMenu(question))
