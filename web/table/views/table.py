"""The view of the table: the trick in play, and earlier ones."""

import json
from dataclasses import dataclass

from device.screens.engine_text import option_text
from engine.codec import encode
from engine.events import Announced, CardTaken, Exchanged, PlayersSeated, UpcardTurned
from engine.tricks import Trick
from web.kit.cards import CardPicture
from web.kit.texts import first_capital
from web.table.views.base import TableContext, call_sentence, has_game

MAX_OPTIONS = 40
"""Maximum number of listed calls of a seat; only calls that name a card exceed it."""
PLACES = ("bottom", "left", "top", "right")
"""The place in the picture by the number of the seat."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    place: str
    name: str
    card: CardPicture | None
    """None for a seat that has not laid yet."""
    order: int
    """Counted from 1; 0 for a seat without a card."""
    is_best: bool
    is_doubtful: bool
    is_at_turn: bool
    position: int


@dataclass(frozen=True, slots=True)
class ShownTrick:
    title: str
    cards: tuple[ShownCard, ...]
    outcome: str
    """The seat that takes it, in words."""


@dataclass(frozen=True, slots=True)
class TableView:
    tricks: tuple[ShownTrick, ...]
    """The newest first."""
    upcard: CardPicture | None
    calls: tuple[str, ...]
    options: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """The possible calls: for each seat, in the order of their turns, requests as JSON with their labels."""
    say: str


def table_view(context: TableContext) -> TableView | None:
    """Returns the tricks of this deal; None before the first game."""
    view = context.view
    if not has_game(view):
        return None
    shown = tricks_of_deal(context)
    upcard = next((fact.card for fact in reversed(view.deal.facts_of(UpcardTurned))), None)
    say = ""  # the last event in the newest trick
    if shown and shown[0].outcome and all(card.card is not None for card in shown[0].cards):
        say = shown[0].outcome
    elif shown:
        last = max(shown[0].cards, key=lambda card: card.order, default=None)
        say = "" if last is None or last.card is None else f"{last.name}: {last.card.name}"
    # The calls of this deal, oldest first
    return TableView(
        shown,
        context.picture(upcard) if upcard is not None else None,
        tuple(call_sentence(context, fact) for fact in context.view.deal.facts_of(Announced)),
        _options(context),
        say,
    )


def tricks_of_deal(context: TableContext, most: int | None = None) -> tuple[ShownTrick, ...]:
    """Returns the tricks of the deal in play, or of the last one, the newest first; *most* of them if that is given."""
    view = context.view
    tricks = list(view.tricks)
    if not view.deal.trick.plays and view.is_dealt and not tricks:
        tricks.append(view.deal.trick)
    newest_first = list(enumerate(tricks, start=1))[::-1][:most]
    return tuple(_trick(context, number, trick, number == len(tricks)) for number, trick in newest_first)


def _trick(context: TableContext, number: int, trick: Trick, is_newest: bool) -> ShownTrick:
    view, texts = context.view, context.texts
    best, trump = trick.taker, view.table.trump
    if best is None and trick.plays and trump is not None:
        best = view.game.taker(trick, trump)  # would take it now
    plays = {play.seat: (order, play) for order, play in enumerate(trick.plays, start=1)}
    doubtful = view.doubtful_cards()
    turn = view.table.turn if is_newest and trick is view.deal.trick and not view.trick_is_full else None
    cards = []
    for seat in view.table.seats:
        order, play = plays.get(seat, (0, None))
        cards.append(
            ShownCard(
                PLACES[seat],
                context.words.seat(seat),
                None if play is None else context.picture(play.card),
                order,
                seat == best,
                play is not None and play.position in doubtful,
                seat == turn,
                -1 if play is None else play.position,
            )
        )
    outcome = ""
    is_done = trick.taker is not None or len(trick) >= len(view.players)
    if best is not None:
        outcome = f"{context.words.seat(best)} {texts.takes if is_done else texts.leads}"
    return ShownTrick(texts.trick_number.format(number=number), tuple(cards), outcome)


def _options(context: TableContext) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Returns the legal calls by seat, first of those who have said nothing yet; none for viewers."""
    view = context.view
    if not context.may_change or not view.is_dealt:
        return ()
    by_seat: dict[int, list[tuple[str, str]]] = {}
    for option in view.options:
        if isinstance(option, Announced | Exchanged | CardTaken):
            label = option_text(option, view.game, context.words, as_tokens=False)
            action = json.dumps({"do": "announce", "fact": encode(option)})
            by_seat.setdefault(option.seat, []).append((action, first_capital(label)))
    spoken = {fact.seat for fact in view.deal.facts_of(Announced)}
    silent_first = sorted(by_seat, key=lambda seat: seat in spoken)  # else the contracts of one hide the next to speak
    return tuple((context.words.seat(seat), tuple(by_seat[seat][:MAX_OPTIONS])) for seat in silent_first)


@dataclass(frozen=True, slots=True)
class SeatName:
    seat: int
    place: str
    direction: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatNames:
    seats: tuple[SeatName, ...]
    known: tuple[str, ...]
    """Names of earlier players who are not seated now."""
    may_change: bool


def names_view(context: TableContext) -> SeatNames:
    view = context.view
    names = view.names
    seats = tuple(
        SeatName(seat, PLACES[seat], context.words.direction(seat), names.get(seat, "")) for seat in view.places
    )
    earlier = [fact.players for _, fact in reversed(view.table.facts) if isinstance(fact, PlayersSeated)]
    known = dict.fromkeys(name for players in earlier for _, name in players if name)
    return SeatNames(
        seats,
        tuple(name for name in known if name not in names.values()),
        context.may_change_now("names") and view.is_between_deals,
    )
