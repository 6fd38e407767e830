"""The rules of a game in sentences: the order of the cards, and the duties of the next player in a trick."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from engine.notation.explain import PLAIN, Names, duty_of_rung, join_words, name_with_title, rule, trumps
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.cards import Card
    from engine.rules.game import Game
    from engine.rules.values import Trump

EXAMPLES = ("H U", "L")
"""Example trumps for which the order is written out, if the game has them."""


def order_of_cards(game: Game, names: Names = PLAIN, separator: str = " ", trump: Trump | None = None) -> list[Words]:
    """Returns the order of the trumps under *trump*, or under an example trump, and that of the other cards.

    *separator* stands between two cards.
    """
    if trump is None:
        trump = next((trump for trump in EXAMPLES if trump in game.all_trumps), game.all_trumps[0])
    in_order = game.trumps(trump)
    trump_words, cards = trumps(game, trump, names), _join_names(in_order, game, trump, names, separator)
    plain = {card.rank for card in game.pack.cards if card not in in_order}
    ranks = separator.join(dict.fromkeys(card.rank for card in game.pack.cards if card.rank in plain))
    lines = [
        Words(f"{trump_words.german}: {cards.german}", f"{trump_words.english}: {cards.english}"),
        Words(f"in den anderen Farben: {ranks}", f"in the other suits: {ranks}"),
    ]
    equal = [
        card
        for card in in_order
        if any(
            game.best((card, other), trump) == card and game.best((other, card), trump) == other
            for other in in_order
            if other != card
        )
    ]
    if equal:
        cards = _join_names(equal, game, trump, names, separator)
        lines.append(Words(f"von {cards.german} sticht, was zuerst liegt", f"of {cards.english} the first laid takes"))
    permanent = [card for card in in_order if all(card in game.trumps(other) for other in game.all_trumps)]
    if permanent:
        cards = _join_names(permanent, game, trump, names, separator)
        lines.append(Words(f"immer Trumpf: {cards.german}", f"always trumps: {cards.english}"))
    return lines


def _join_names(cards: Iterable[Card], game: Game, trump: Trump, names: Names, separator: str) -> Words:
    return join_words([name_with_title(card, game, trump, names) for card in cards], separator)


def duties(game: Game) -> list[Words]:
    """Returns a line for each duty that the ladders of *game* have under its house rules, in order."""
    lines = []
    for number, rung in enumerate(_rungs(game), start=1):
        must, rule_id = duty_of_rung(rung, game), game.rule_of(rung)
        why = rule(game, rule_id)
        german = f"{number}. {must.german}: {why.german} ({rule_id})"
        lines.append(Words(german, f"{number}. {must.english}: {why.english} ({rule_id})"))
    free = Words("sonst jede Karte", "otherwise any card") if lines else Words("jede Karte", "any card")
    return [*lines, free]


def _rungs(game: Game) -> Iterator[str]:
    """Yields the rungs that occur in tricks of one or two cards, in the order of the book."""
    trump = next((trump for trump in EXAMPLES if trump in game.all_trumps), game.all_trumps[0])
    tricks = [(card,) for card in game.pack.cards] + list(permutations(game.pack.cards[::2], 2))
    used = {rung.rule for trick in tricks for rung in game.ladder(trick, trump) if rung.trigger}
    yield from (rung for rung in game.book.rungs if rung in used)
