"""The model of the evening as one picture to be shared: the course of the points, the best trick, counts by person."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from engine.cards import Seat
from engine.events import EveningStarted
from engine.state.table import Table
from web.kit.cards import picture_data, picture_url
from web.kit.rendering import FOLDER
from web.table.views.base import TableContext
from web.table.views.evening import evening_view
from web.table.views.plot import Plot
from web.table.views.statistics import statistics_view

MIN_BEATEN = 2
"""Cards beaten one after another from which on a trick may be the best one."""


class BestTrick(NamedTuple):
    """The trick that was fought over most, as people remember it.

    The more often it was overtaken, the better it is; among equals, the higher the trump that was beaten last. Trumps
    that nobody played to win it, such as those that had to be given, count nothing.
    """

    value: tuple[int, int]
    """How often it was overtaken, and for the rank of the trump beaten last, from 0 for the highest one, its negative.
    """
    taker: Seat
    cards: tuple[tuple[Seat, str], ...]
    """In the order in which they were laid, each with the URL of its picture."""
    names: Mapping[Seat, str]


class EveningPicture(NamedTuple):
    day: str
    plots: tuple[tuple[str, Plot], ...]
    """The course of the evening, or of its last game, with its title; none before a deal is over."""
    trick: tuple[str, int, tuple[tuple[str, str], ...]] | None
    """Who took the best trick, how often it was overtaken, and for each card its player and its picture."""
    counts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    style: str


def best_trick(table: Table) -> BestTrick | None:
    """Returns the last trick if it has just been gathered and was overtaken several times."""
    deal, game, trump = table.deal, table.game, table.trump
    if deal is None or game is None or trump is None or deal.trick.plays or not deal.tricks:
        return None
    trick, trumps = deal.tricks[-1], game.trumps(trump)
    best = [game.best(trick.cards[:count], trump) for count in range(1, len(trick) + 1)]
    beaten = [card for card, next_best in pairwise(best) if next_best != card]
    if trick.taker is None or len(beaten) < MIN_BEATEN:
        return None
    rank = trumps.index(beaten[-1]) if beaten[-1] in trumps else len(trumps)
    cards = tuple((play.seat, picture_url(game.pack.name, str(play.card))) for play in trick.plays)
    return BestTrick((len(beaten), -rank), trick.taker, cards, dict(table.players))


def evening_picture(context: TableContext, best: BestTrick | None) -> EveningPicture:
    texts, shown = context.texts, statistics_view(context)
    begun = [fact.name for _, fact in context.view.table.facts if isinstance(fact, EveningStarted)]
    trick = None
    if best is not None:
        names = {seat: best.names.get(seat) or context.words.direction(seat) for seat, _ in best.cards}
        cards = tuple((names[seat], picture_data(url)) for seat, url in best.cards)
        trick = names.get(best.taker, ""), best.value[0], cards
    won = tuple((person.name, str(person.won)) for person in evening_view(context).people if person.won)
    counts = ((texts.games_won_of_all, won), *(each for each in shown.counts if each[0] != texts.meetings))
    css = (FOLDER / "static" / "page.css").read_text(encoding="utf-8")
    colours = css[css.index(":root") : css.index("@media")].replace(":root", ".picture")
    return EveningPicture(
        texts.evening_name(begun[-1] if begun else ""),
        shown.plots[:1],
        trick,
        counts[0 if won else 1 :],
        colours + "\n".join(line for line in css.splitlines() if line.startswith(".plot")),
    )
