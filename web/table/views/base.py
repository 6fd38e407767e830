"""The context of every view, the table and the words of the phone; models and sentences that views share."""

from collections.abc import Iterator
from dataclasses import dataclass

from common.feed.messages import Fixed
from common.texts.words import TableWords, minus
from device.screens import engine_text
from device.state.table_view import View
from engine.cards import Card, Seat, Suit
from engine.events import Amended, Announced, CardLaid, DealStarted, GameStarted, TrickGathered, UpcardTurned
from engine.rules.game import BETWEEN_DEALS, Phase
from web.kit.cards import CardPicture, PageNames, card_picture, picture_url
from web.kit.security import MEMBERS, Role
from web.kit.texts import Texts, first_capital
from web.table.feed import LiveTable


@dataclass(frozen=True, slots=True)
class TableContext:
    """The input of a view. *view* has the events up to the position of *live*."""

    live: LiveTable
    view: View
    words: TableWords
    texts: Texts
    role: Role
    number: int = -1
    """The number in the URL of views that have one, else -1."""

    @property
    def may_change(self) -> bool:
        return self.role in MEMBERS

    def may_change_now(self, what: Fixed) -> bool:
        """Returns whether this phone may change it, and neither the settings nor a tournament fix it."""
        return self.may_change and self.live.state is not None and what not in self.live.state.fixed

    @property
    def names(self) -> PageNames:
        return PageNames(self.words)

    def side(self, seats: tuple[Seat, ...]) -> str:
        """Returns the names of a side, such as Toni & Vroni."""
        return " & ".join(map(self.words.seat, seats))

    def picture(self, card: Card) -> CardPicture:
        return card_picture(self.pack, card, self.words)

    def sign(self, suit: Suit) -> CardPicture:
        return CardPicture(suit, self.words.suit(suit), picture_url(self.pack, suit))

    @property
    def pack(self) -> str:
        return self.view.table.game.pack.name if self.view.table.game is not None else "bavarian32"


def is_over(view: View) -> bool:
    return view.table.phase == Phase.OVER


def is_deal_over(view: View) -> bool:
    """Whether no deal has begun, or the last one is scored; its cards may still lie there."""
    return view.table.phase in BETWEEN_DEALS


def has_game(view: View) -> bool:
    return view.table.game is not None and view.table.deal is not None


def without_book(text: str) -> str:
    """Returns *text* with the ids of rules alone, without the book that they stand in."""
    return text.replace("DECISIONS ", "").replace("section ", "")


MOST_SENTENCES = 12
"""Maximum number of sentences about missed events of a deal; the last ones are kept."""
MAX_SCORES = 4
"""Maximum number of scores of deals that have ended meanwhile; the last ones are kept."""


def call_sentence(context: TableContext, fact: Announced) -> str:
    """Returns a call, such as "Toni spielt mit"."""
    return engine_text.call_sentence(fact, context.view.game, context.words).removesuffix(".")


def sentences_since(context: TableContext, position: int) -> tuple[str, ...]:
    """Returns the events of this game from *position* on in sentences.

    Of deals that have ended meanwhile only the score is said, unless the last one is still on the table.
    """
    view = context.view
    if view.table.game is None or position >= context.live.position:
        return ()
    journal = view.table.journal
    begun = [place for place in range(position, len(journal)) if isinstance(journal[place], DealStarted)]
    is_scored = is_deal_over(view) and view.table.score is not None
    ended = len(begun) + is_scored
    scores = []
    for score in view.table.history[-ended:] if ended else ():
        tallies = score.result.tallies
        sides = ", ".join(f"{context.side(side)} {minus(tallies.get(side[0], 0))}" for side in view.sides)
        scores.append(f"{context.texts.deal_number} {score.number}: {sides}")
    last = [scores.pop()] if is_scored and scores else []
    events = tuple(_sentences(context, begun[-1] if begun else position))
    return (*scores[-MAX_SCORES:], *events[-MOST_SENTENCES:], *last)


def _sentences(context: TableContext, since: int) -> Iterator[str]:
    words, texts = context.words, context.texts
    takers = {play.position: trick for trick in context.view.tricks for play in trick.plays[-1:]}
    for position, event in enumerate(context.view.table.journal[since:], start=since):
        match event:
            case GameStarted() if context.view.table.game is not None:
                yield words.translate(context.view.table.game.title)
            case DealStarted(dealer):
                yield f"{words.seat(dealer)} {texts.their_deal}"
            case UpcardTurned(card):
                yield f"{texts.upcard}: {words.card(card)}"
            case Announced() if context.view.table.game is not None:
                yield call_sentence(context, event)
            case CardLaid(seat, card):
                yield f"{words.seat(seat)}: {words.card(card)}"
                trick = takers.get(position)
                if trick is not None and trick.taker is not None:
                    yield f"{words.seat(trick.taker)} {texts.takes}"
            case Amended():
                yield first_capital(texts.corrections)
            case TrickGathered():
                pass
