"""What is trump, as people say it: `Laub`, `Herz Achter`, `hearts, striker Unter`, `H U`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.notation.advice import QuestionError
from engine.notation.card_names import items_of, meaning_of, rank_named, suggestion, suit_named, word_card
from engine.notation.card_words import JOINS, fold
from engine.notation.question_words import NONE, PREPOSITIONS, WITHOUT_MEANING
from engine.text import NO_HINT

if TYPE_CHECKING:
    from engine.cards import Pack, Rank, Suit
    from engine.rules.game import Game
    from engine.rules.values import Trump
    from engine.text import Words

_NOISE = WITHOUT_MEANING | PREPOSITIONS | JOINS


def read_trump(text: str, game: Game) -> Trump | None:
    """Returns the trump that *text* names: a suit, and in Watten the striker too; None if it names neither.

    :raises QuestionError: for a trump that the game does not know, half of one, two of them, or an unknown word.
    """
    if text.strip().upper() in game.all_trumps:
        return text.strip().upper()
    words = [word for item in items_of(text, game.pack) for word in item.words]
    words = [word for word in words if fold(word) not in _NOISE or word.isupper()]
    suits, ranks = set[str](), set[str]()
    for word in words:
        suit, rank = _suit_and_rank(word, game.pack, is_alone=len(words) == 1)
        if suit is None and rank is None and fold(word) not in NONE:
            raise _no_trump(text, game, suggestion([word], game.pack))
        suits.update([suit] if suit else [])
        ranks.update([rank] if rank else [])
    is_negative = any(fold(word) in NONE for word in words)
    if not suits and not ranks:
        return None
    needs_rank = game.all_trumps != game.pack.suits
    trump = " ".join([*sorted(suits), *(sorted(ranks) if needs_rank else ())])
    if is_negative or trump not in game.all_trumps:
        raise _no_trump(text, game)
    return trump


def _suit_and_rank(word: str, pack: Pack, *, is_alone: bool) -> tuple[Suit | None, Rank | None]:
    """Returns what one word says; small letters are suits only if they stand alone, and never ranks."""
    if len(word) == 1 and not word.isupper() and not word.isdecimal():
        suit = word.upper() if is_alone and word.upper() in pack.suits else None
        return suit, meaning_of(word, pack).rank
    suit, rank = suit_named(word, pack), rank_named(word, pack)
    card = word_card(word, pack) if meaning_of(word, pack).card is None else None
    return (card.suit, card.rank) if card and suit is None and rank is None else (suit, rank)


def _no_trump(text: str, game: Game, near: Words = NO_HINT) -> QuestionError:
    got = text.strip()
    if game.all_trumps == game.pack.suits:
        suits = " ".join(game.pack.suits)
        return QuestionError(
            f"Trumpf {got!r}, erwartet einen von {suits}{near.german}",
            f"got trump {got!r}, expected one of {suits}{near.english}",
        )
    example = game.all_trumps[0]
    return QuestionError(
        f"Trumpf {got!r}, erwartet Farbe und Schlag, wie {example!r} oder 'Trumpf Herz, Schlag Unter'{near.german}",
        f"got trump {got!r}, expected suit and striker, such as {example!r} or 'trump hearts, striker Unter'"
        f"{near.english}",
    )
