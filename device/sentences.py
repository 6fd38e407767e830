"""The engine's sentences about findings, with this table's names and cards as the display draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.explain import Names, sentence
from engine.words import Words as BothLanguages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from device.words import Words
    from engine.cards import Card, Seat
    from engine.findings import Finding
    from engine.rules import Game


@dataclass(frozen=True, slots=True)
class _DrawnNames(Names):
    words: Words

    def card(self, card: Card) -> str:
        return self.words.token(card)

    def seat(self, seat: Seat) -> BothLanguages:
        return BothLanguages(self.words.seat(seat), self.words.seat(seat))

    def led(self, card: Card, trumps: Iterable[Card]) -> BothLanguages:
        name = self.words.phrases.trump if card in trumps else self.words.suit(card.suit)
        return BothLanguages(name, name)


def sentence_for(finding: Finding, game: Game, words: Words) -> str:
    """Returns what *finding* says, cards as the canvas draws them."""
    return words.of(sentence(finding, game, _DrawnNames(words)))
