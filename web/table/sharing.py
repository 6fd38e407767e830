"""What people show one another, each as one file: an evening as a picture, a deal to be replayed with its proof."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple

import msgspec

from common.feed.messages import TableState
from common.texts.phrases import Language
from device.reporting.export import renumber
from engine.cards import Seat
from engine.events import DealStarted, EveningStarted, Event, Fact, GameStarted, PlayersSeated, is_person
from engine.state.table import Table
from web.kit.cards import picture_data, picture_url
from web.kit.rendering import FOLDER
from web.kit.texts import Texts
from web.table.feed import LiveTable
from web.table.replay import Replay
from web.table.views.base import TableContext
from web.table.views.evening import evening_view, games_of_evening
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


class EveningRecord(NamedTuple):
    """What holds at a table after all corrections, as a record of its own."""

    state: TableState
    events: Sequence[Event]
    times: Sequence[float]
    places: dict[int, int]
    """The index of an event by its position at the table."""


def evening_record(live: LiveTable, with_names: bool) -> EveningRecord | None:
    """Returns what may be shared, with letters in place of names unless *with_names*; None before there is a table."""
    if live.view is None or live.state is None:
        return None
    held = list(renumber(live.view.table.facts))
    events = [fact for _, fact in held]
    if not with_names:
        events = list(_without_names(events))
    state = msgspec.structs.replace(live.state, names={}, findings=(), crops=(), question=None, display="")
    places = {position: place for place, (position, _) in enumerate(held)}
    return EveningRecord(state, events, [live.times[position] for position in places], places)


def _without_names(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yields the facts with letters in place of names; who changes seats keeps the letter."""
    letters: dict[str, str] = {}
    for fact in facts:
        if isinstance(fact, PlayersSeated):
            for _, name in fact.players:
                letters.setdefault(
                    name, ascii_uppercase[len(letters) % len(ascii_uppercase)] if is_person(name) else name
                )
            yield PlayersSeated(tuple((seat, letters[name]) for seat, name in fact.players))
        else:
            yield EveningStarted() if isinstance(fact, EveningStarted) else fact


def deal_to_replay(record: EveningRecord, position: int, language: Language) -> str | None:
    """Returns the deal with the event at *position*, or the last one, as a file of HTML; None if there is none."""
    at = record.places.get(position, len(record.events) - 1)
    begins = [place for place, event in enumerate(record.events) if isinstance(event, DealStarted)]
    start = max((place for place in begins if place <= at), default=None)
    if start is None:
        return None
    ends = (DealStarted, GameStarted, EveningStarted)
    later = range(start + 1, len(record.events))
    end = next((place for place in later if isinstance(record.events[place], ends)), len(record.events))
    replay = Replay(record.state, (language,))
    for place in range(end):
        replay.take(record.events[place], record.times[place])
        if place >= start:
            replay.show()
    return replay.page(language)


def evening_to_show(record: EveningRecord, language: Language) -> str | None:
    """Returns this evening as a picture, an SVG; None before its first deal."""
    replay = Replay(record.state, ())
    replay.show()
    live, best = replay.live, None
    for event, time_s in zip(record.events, record.times, strict=True):
        replay.take(event, time_s)
        table = live.view.table if live.view is not None else None
        if isinstance(event, EveningStarted) or table is None:
            best = None
        elif (found := best_trick(table)) is not None and (best is None or found.value > best.value):
            best = found
    replay.show()
    if live.view is None:
        return None
    context = TableContext(live, live.view, live.words(language), Texts(language, "table"), "viewer")
    if not live.view.table.games or not games_of_evening(context):
        return None
    return replay.renderer.drawing("picture.svg", language, evening_picture(context, best))
