"""The views of corrections: exchange a misread card, add a missed card, undo and redo."""

from dataclasses import dataclass

from engine.cards import Card
from engine.events import Amended, Announced, CardLaid, CardTaken, TrickGathered, UpcardTurned
from web.kit.cards import CardPicture
from web.table.views.base import TableContext, call_sentence, has_game


@dataclass(frozen=True, slots=True)
class CorrectableCard:
    position: int
    who: str
    card: CardPicture
    is_asked: bool
    """Whether the display asks about this card."""


@dataclass(frozen=True, slots=True)
class Corrections:
    groups: tuple[tuple[str, tuple[CorrectableCard, ...]], ...]
    """By title: the tricks, the newest first, and what was turned or taken before them."""
    undo: int | None
    undo_text: str
    redo: int | None
    seats: tuple[tuple[int, str], ...]
    """The seats that can have laid a missed card, the next one to play first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The cards that one event could show."""

    position: int
    was: str
    shown: CardPicture
    who: str
    likely: tuple[CardPicture, ...]
    suits: tuple[tuple[CardPicture, tuple[CardPicture, ...]], ...]


@dataclass(frozen=True, slots=True)
class MissingCard:
    seat: int
    who: str
    suits: tuple[tuple[CardPicture, tuple[CardPicture, ...]], ...]


def correct_view(context: TableContext) -> Corrections | None:
    """Returns the cards of this deal; None before the first game."""
    view, live = context.view, context.live
    if not has_game(view):
        return None
    question = live.state.question if live.state is not None else None
    asked = question.position if question is not None else None
    groups = []
    for number, trick in reversed(list(enumerate(view.tricks, start=1))):
        cards = tuple(
            CorrectableCard(
                play.position, context.words.seat(play.seat), context.picture(play.card), play.position == asked
            )
            for play in trick.plays
        )
        groups.append((context.texts.trick_number.format(number=number), cards))
    turned = tuple(
        CorrectableCard(
            position,
            context.texts.upcard if isinstance(fact, UpcardTurned) else context.words.seat(fact.seat),
            context.picture(fact.card),
            position == asked,
        )
        for position, fact in view.facts
        if isinstance(fact, UpcardTurned | CardTaken)
    )
    if turned:
        groups.append((context.texts.upcard, turned))
    undo, text = _undo(context)
    journal = view.table.journal
    redo = len(journal) - 1 if journal and isinstance(journal[-1], Amended) else None
    players, turn = view.players if view.is_dealt else (), view.table.turn
    start = players.index(turn) if turn in players else 0
    seats = tuple((seat, context.words.seat(seat)) for seat in (*players[start:], *players[:start]))
    return Corrections(tuple(groups), undo, text, redo, seats)


def choice_view(context: TableContext) -> Choice | None:
    """Returns the cards that the event at that position could show; None if it is not a card."""
    position = context.number
    view = context.view
    fact = dict(view.facts).get(position) if has_game(view) else None
    if not isinstance(fact, CardLaid | UpcardTurned | CardTaken):
        return None
    doubts = fact.doubts if isinstance(fact, CardLaid | UpcardTurned) else ()
    likely = tuple(context.picture(card) for card in view.unseen_first((*doubts, fact.card) if doubts else ()))
    who = context.texts.upcard if isinstance(fact, UpcardTurned) else context.words.seat(fact.seat)
    return Choice(position, str(fact.card), context.picture(fact.card), who, likely, _by_suit(context))


def missing_view(context: TableContext) -> MissingCard | None:
    """Returns the cards that a missed card of the seat with that number could be; None if that seat does not play."""
    seat = context.number
    if not has_game(context.view) or seat not in context.view.players:
        return None
    return MissingCard(seat, context.words.seat(seat), _by_suit(context, context.view.known_cards()))


def _by_suit(
    context: TableContext, without: set[Card] | frozenset[Card] = frozenset()
) -> tuple[tuple[CardPicture, tuple[CardPicture, ...]], ...]:
    pack = context.view.game.pack
    rows = []
    for suit in pack.suits:
        cards = tuple(context.picture(card) for card in pack.cards if card.suit == suit and card not in without)
        if cards:
            rows.append((context.sign(suit), cards))
    return tuple(rows)


def _undo(context: TableContext) -> tuple[int | None, str]:
    """Returns the position of the last event of the deal, and the event in words."""
    view = context.view
    if not view.facts:
        return None, ""
    position, fact = view.facts[-1]
    match fact:
        case CardLaid(seat, card):
            return position, f"{context.words.seat(seat)}: {context.words.card(card)}"
        case UpcardTurned(card):
            return position, f"{context.texts.upcard}: {context.words.card(card)}"
        case Announced():
            return position, call_sentence(context, fact)
        case TrickGathered():
            return position, context.texts.trick_gathered.format(number=len(view.deal.tricks))
    return position, ""
