"""The evening as one picture to be shared, an SVG: the course of the points, the best trick, counts by person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from engine.cards import Pack, Seat
from engine.events import EveningStarted
from engine.state.table import Table
from engine.tricks import Trick
from web.kit.cards import picture_data, picture_url
from web.kit.rendering import FOLDER
from web.table.views.base import TableContext
from web.table.views.evening import evening_view
from web.table.views.plot import WIDTH
from web.table.views.statistics import statistics_view

MARGIN, LINE, HEADING = 20, 26, 36
"""Units of the SVG: beside everything, from line to line, and of a heading with the gap above it."""
CARD_WIDTH, CARD_HEIGHT = 84, 150
MAX_NAME_LETTERS = 15
MIN_TRUMPS = 2
"""Trumps in a trick from which on it may be the best one."""
STYLE = """
.picture { font: 17px system-ui, "Noto Sans", Roboto, "Segoe UI", sans-serif; } .picture > text { fill: var(--text); }
.picture .title { font-weight: 700; } .picture .end { font-weight: 700; text-anchor: end; }
.picture .below { font-size: 14px; text-anchor: middle; }
"""


class BestTrick(NamedTuple):
    """A gathered trick. The more trumps, the better it is; among equals, the higher ones."""

    value: tuple[int, int]
    trick: Trick
    pack: Pack
    names: Mapping[Seat, str]


def best_trick(table: Table) -> BestTrick | None:
    """Returns the last trick if it has just been gathered with several trumps."""
    deal, game, trump = table.deal, table.game, table.trump
    if deal is None or game is None or trump is None or deal.trick.plays or not deal.tricks:
        return None
    trick, trumps = deal.tricks[-1], game.trumps(trump)
    places = [trumps.index(card) for card in trick.cards if card in trumps]
    if trick.taker is None or len(places) < MIN_TRUMPS:
        return None
    return BestTrick((len(places), -sum(places)), trick, game.pack, dict(table.players))


def evening_picture(context: TableContext, best: BestTrick | None) -> str:
    """Returns the SVG, which needs no other file."""
    texts, shown = context.texts, statistics_view(context)
    begun = [fact.name for _, fact in context.view.table.facts if isinstance(fact, EveningStarted)]
    parts = [_text(MARGIN, HEADING, texts.evening, "title")]
    parts.append(_text(MARGIN + WIDTH, HEADING, texts.evening_name(begun[-1] if begun else ""), "end"))
    y = HEADING + LINE // 2
    if shown.plots:
        title, plot = shown.plots[0]
        height = float(plot.partition(f'viewBox="0 0 {WIDTH} ')[2].partition('"')[0])
        parts.append(_text(MARGIN, y + LINE, title, "title"))
        parts.append(
            plot.replace("<svg ", f'<svg x="{MARGIN}" y="{y + LINE + 8}" width="{WIDTH}" height="{height}" ', 1)
        )
        y += LINE + 8 + round(height)
    if best is not None:
        parts += _trick(context, best, y)
        y += HEADING + CARD_HEIGHT + LINE
    won = tuple((person.name, str(person.won)) for person in evening_view(context).people if person.won)
    blocks = [(texts.games_won_of_all, won)] if won else []
    blocks += [block for block in shown.counts if block[0] != texts.meetings]
    for row in range(0, len(blocks), 2):
        for column, (title, people) in enumerate(blocks[row : row + 2]):
            parts += _count(title, people, MARGIN + column * (WIDTH + MARGIN) // 2, y)
        y += HEADING + LINE * max(len(people) for _, people in blocks[row : row + 2])
    height, width = y + HEADING, WIDTH + 2 * MARGIN
    parts.append(_text(MARGIN + WIDTH, height - MARGIN // 2, "Kiebitz", "end"))
    css = (FOLDER / "static" / "page.css").read_text(encoding="utf-8")
    colours = css[css.index(":root") : css.index("@media")].replace(":root", ".picture")
    plot_style = "\n".join(line for line in css.splitlines() if line.startswith(".plot"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"><style>{colours}{plot_style}{STYLE}</style>'
        f'<rect width="{width}" height="{height}" fill="#16271f"/>{"".join(parts)}</svg>'
    )


def _trick(context: TableContext, best: BestTrick, y: int) -> Iterator[str]:
    def name(seat: Seat) -> str:
        return best.names.get(seat) or context.words.direction(seat)

    plays, taker = best.trick.plays, best.trick.taker
    title = context.texts.best_trick.format(name="" if taker is None else name(taker), count=best.value[0])
    yield _text(MARGIN, y + LINE, title, "title")
    gap = (WIDTH - CARD_WIDTH * len(plays)) // max(len(plays) - 1, 1)
    for number, play in enumerate(plays):
        x, top = MARGIN + number * (CARD_WIDTH + min(gap, MARGIN)), y + HEADING
        source = picture_data(picture_url(best.pack.name, str(play.card)))
        yield f'<image x="{x}" y="{top}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" href="{source}"/>'
        yield _text(x + CARD_WIDTH // 2, top + CARD_HEIGHT + LINE - 8, name(play.seat), "below")


def _count(title: str, people: Sequence[tuple[str, str]], x: int, y: int) -> Iterator[str]:
    yield _text(x, y + LINE, title, "title")
    for number, (name, count) in enumerate(people, start=2):
        yield _text(x, y + number * LINE, name)
        yield _text(x + (WIDTH - MARGIN) // 2, y + number * LINE, count, "end")


def _text(x: int, y: int, text: str, kind: str = "") -> str:
    short = text if kind or len(text) <= MAX_NAME_LETTERS else text[: MAX_NAME_LETTERS - 1] + "…"
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(short)}</text>'
