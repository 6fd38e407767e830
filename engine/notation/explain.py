"""Legal cards, duties, and the order of the cards in sentences, German and English."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path

from engine.cards import Card, Cards, Pack, Rank, Seat, Suit, Trump
from engine.notation.vocabulary import rank_name, suit_name
from engine.rules.card_rules import FIRST_TURN, Turn, binding_rung, union_allowed
from engine.rules.findings import Breach
from engine.rules.game import Game
from engine.text import Words


@dataclass(frozen=True, slots=True)
class Names:
    """The names of cards, seats, suits and ranks; this base class has the default names."""

    def card(self, card: Card) -> str:
        return str(card)

    def seat(self, seat: Seat) -> Words:
        return Words(f"Platz {seat}", f"seat {seat}")

    def suit(self, suit: Suit, pack: Pack) -> Words:
        return suit_name(suit, pack)

    def rank(self, rank: Rank, pack: Pack) -> Words:
        return rank_name(rank, pack)


PLAIN = Names()


@cache
def templates() -> Mapping[str, Words]:
    """Returns the texts of `explain.toml` by the names of their tables, such as `revoke` and `wrong_taker.several`."""
    found: dict[str, Words] = {}
    unread = list(tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items())
    for name, table in unread:
        if "german" in table:
            found[name] = Words(table["german"], table["english"])
        unread += [(f"{name}.{part}", content) for part, content in table.items() if isinstance(content, dict)]
    return found


def say(key: str, /, **parts: object) -> Words:
    """Returns the texts called *key* filled in with *parts*, as `Words.format` does."""
    return templates()[key].format(**parts)


# Legal cards


def legal(game: Game, hand: Cards, trick: Cards, trump: Trump | None, turn: Turn = FIRST_TURN) -> Words:
    """Returns the reason why only the legal cards of *hand* may be played on *trick*: the duty, or why there is none.

    :raises UnknownCard: for what is not in the pack.
    """
    trick_so_far, hand_set = game.cards(trick), game.pack.set(game.cards(hand))
    if trump is None:
        return say("legal.unknown_trump" if trick_so_far else "legal.leads")
    ladder = game.ladder_at(trick_so_far, trump, turn)
    rung = binding_rung(ladder, hand_set)
    if rung is not None:
        breach = game.breach(rung, hand_set, trick_so_far, trump)
        return with_rule(duty(breach, game, trump), breach.rule)
    if not trick_so_far:
        return say("legal.leads")
    if not ladder:
        return say("legal.no_demand", led=name_with_title(trick_so_far[0], game, trump))
    led, rule_id = _suit_led(trick_so_far[0], (), ladder[0].rule, game, trump), game.rule_of(ladder[-1].rule)
    exempt = game.pack.members(hand_set & union_allowed(ladder))
    if exempt:
        cards = join_words([name_with_title(card, game, trump) for card in exempt])
        return with_rule(say("legal.exempt", led=led, cards=cards), rule_id)
    unmet = any_of(duty_of_rung(rung.rule, game) for rung in ladder)
    return with_rule(say("legal.cannot", led=led, duties=unmet), rule_id)


def why_not(
    game: Game, card: Card | str, hand: Cards, trick: Cards, trump: Trump | None, turn: Turn = FIRST_TURN
) -> Words | None:
    """Returns why *card* may not be played, or None if it may."""
    breach = game.why_not(card, hand, trick, trump, turn)
    if breach is None or trump is None:
        return None
    (played,) = game.cards(card if isinstance(card, str) else (card,))
    card_name, must = name_with_title(played, game, trump), duty(breach, game, trump)
    return with_rule(say("must.not", card=card_name, must=must), breach.rule)


def duty(breach: Breach, game: Game, trump: Trump) -> Words:
    """Returns why a card may not be played, such as "must overtake: leaves led, LK lies, you hold LA"."""
    must = duty_of_rung(breach.rung, game)
    held = join_words([name_with_title(card, game, trump) for card in breach.withheld])
    if breach.led is None or breach.best is None:
        return say("must.leading", must=must, held=held)
    led = _suit_led(breach.led, breach.withheld, breach.rung, game, trump)
    best = name_with_title(breach.best, game, trump)
    return say("must.following", must=must, led=led, best=best, held=held)


def trumps(game: Game, trump: Trump, names: Names = PLAIN) -> Words:
    """Returns trump in words, such as "hearts are trumps, Unter is the striker"; a rank alone is trump in all suits."""
    suit, rank = game.trump_suit(trump), game.trump_rank(trump)
    parts = [] if suit is None else [say("trumps.suit", suit=names.suit(suit, game.pack))]
    if rank is not None:
        parts.append(say("trumps.rank" if suit is None else "trumps.striker", rank=names.rank(rank, game.pack)))
    return join_words(parts, ", ") if parts else say("trumps.none")


def with_rule(words: Words, rule_id: str) -> Words:
    return Words(f"{words.german} ({rule_id})", f"{words.english} ({rule_id})")


def duty_of_rung(rung: str, game: Game) -> Words:
    return game.book.duties.get(rung) or templates().get(f"duty.{rung}", Words(rung, rung))


def _suit_led(led: Card, withheld: Sequence[Card], rung: str, game: Game, trump: Trump) -> Words:
    """Returns the suit that the card led demands: trumps for a trump, unless its printed suit had to be followed."""
    all_trumps = game.trumps(trump)
    printed = rung in ("follow", "overtake") and any(card not in all_trumps for card in withheld)
    if led in all_trumps and not printed:
        return Words("Trumpf", "trumps")
    return suit_name(led.suit, game.pack)


def name_with_title(card: Card, game: Game, trump: Trump | None, names: Names = PLAIN) -> Words:
    """Returns the card with its title, such as the right or a Critical."""
    name, title = names.card(card), None if trump is None else game.card_title(card, trump)
    return Words(name, name) if title is None else Words(f"{name} ({title.german})", f"{name} ({title.english})")


def join_words(words: Iterable[Words], separator: str = " ") -> Words:
    pairs = list(words)
    return Words(separator.join(each.german for each in pairs), separator.join(each.english for each in pairs))


def any_of(words: Iterable[Words]) -> Words:
    """Returns the words joined by "or", each once."""

    def joined(texts: Iterable[str], last: str) -> str:
        *before, end = dict.fromkeys(texts)
        return f"{', '.join(before)} {last} {end}" if before else end

    german, english = zip(*words, strict=True)
    return Words(joined(german, "oder"), joined(english, "or"))


def rule(game: Game, rule_id: str) -> Words:
    """Returns the text of the rule, or its id if the book has none."""
    return game.book.reasons.get(rule_id, Words(rule_id, rule_id))


EXAMPLES = ("H U", "L")
"""Example trumps for which the order is written out, if the game has them."""


def order_of_cards(game: Game, names: Names = PLAIN, separator: str = " ", trump: Trump | None = None) -> list[Words]:
    """Returns the order of the trumps under *trump*, or under an example trump, and that of the other cards.

    *separator* stands between two cards.
    """
    if trump is None:
        trump = next((trump for trump in EXAMPLES if trump in game.all_trumps), game.all_trumps[0])
    in_order = game.trumps(trump)
    is_named = game.trump_suit(trump) is not None or game.trump_rank(trump) is not None
    trump_words = trumps(game, trump, names) if is_named else say("trumps.cards")
    cards = _join_names(in_order, game, trump, names, separator)
    plain = {card.rank for card in game.pack.cards if card not in in_order}
    by_height = dict.fromkeys((*game.ranks, *(card.rank for card in game.pack.extra)))
    ranks = separator.join(rank for rank in by_height if rank in plain)
    if not in_order:
        return [say("order.every_suit", ranks=ranks)]
    lines = [join_words([trump_words, cards], ": "), say("order.other_suits", ranks=ranks)]
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
        lines.append(say("order.equal", cards=_join_names(equal, game, trump, names, separator)))
    permanent = [card for card in in_order if all(card in game.trumps(other) for other in game.all_trumps)]
    if permanent:
        lines.append(say("order.permanent", cards=_join_names(permanent, game, trump, names, separator)))
    return lines


def _join_names(cards: Iterable[Card], game: Game, trump: Trump, names: Names, separator: str) -> Words:
    return join_words([name_with_title(card, game, trump, names) for card in cards], separator)


def duties(game: Game, with_ids: bool = True) -> list[Words]:
    """Returns a line for each duty that the ladders of *game* have under its house rules, in order; see `rungs_of`."""
    lines = []
    for number, rung in enumerate(rungs_of(game), start=1):
        rule_id, must = game.rule_of(rung), duty_of_rung(rung, game)
        line = Words(*["{number}. {must}: {why}"] * 2).format(number=number, must=must, why=rule(game, rule_id))
        lines.append(with_rule(line, rule_id) if with_ids else line)
    return [*lines, say("duties.otherwise" if lines else "duties.none")]


def rungs_of(game: Game) -> Iterator[str]:
    """Yields the rungs that occur in tricks of one or two cards, in the order of the book."""
    trump = next((trump for trump in EXAMPLES if trump in game.all_trumps), game.all_trumps[0])
    tricks = [(card,) for card in game.pack.cards] + list(permutations(game.pack.cards[::2], 2))
    used = {rung.rule for trick in tricks for rung in game.ladder(trick, trump) if rung.trigger}
    yield from (rung for rung in game.book.rungs if rung in used)
