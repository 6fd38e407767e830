"""Legal cards, duties, and the order of the cards in sentences, German and English."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

from engine.notation.vocabulary import rank_name, suit_name
from engine.rules.card_rules import Ladder, binding_rung, union_allowed
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.cards import Card, Cards, CardSet, Pack, Rank, Seat, Suit, Trump
    from engine.rules.findings import Breach
    from engine.rules.game import Game


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


# Legal cards


def legal(game: Game, hand: Cards, trick: Cards, trump: Trump | None, names: Names = PLAIN) -> Words:
    """Returns the reason why only the legal cards of *hand* may be played on *trick*: the duty, or why there is none.

    :raises UnknownCard: for what is not in the pack.
    """
    trick_so_far, hand_set = game.cards(trick), game.pack.set(game.cards(hand))
    leads = Words("jede Karte: du spielst aus", "any card: you lead")
    if trump is None and not trick_so_far:
        return leads
    if trump is None:
        return Words("jede Karte: was Trumpf ist, ist nicht bekannt", "any card: it is not known what is trump")
    ladder = game.ladder(trick_so_far, trump)
    rung = binding_rung(ladder, hand_set)
    if rung is None and not trick_so_far:
        return leads
    if rung is None:
        return _reason_without_duty(game, hand_set, trick_so_far, ladder, trump, names)
    breach = game.breach(rung, hand_set, trick_so_far, trump)
    return with_rule(duty(breach, game, trump, names), breach.rule)


def why_not(
    game: Game, card: Card | str, hand: Cards, trick: Cards, trump: Trump | None, names: Names = PLAIN
) -> Words | None:
    """Returns why *card* may not be played, or None if it may."""
    breach = game.why_not(card, hand, trick, trump)
    if breach is None or trump is None:
        return None
    (played,) = game.cards(card if isinstance(card, str) else (card,))
    name, must = name_with_title(played, game, trump, names), duty(breach, game, trump, names)
    return with_rule(Words(f"{name.german} nicht: {must.german}", f"not {name.english}: {must.english}"), breach.rule)


def duty(breach: Breach, game: Game, trump: Trump, names: Names = PLAIN) -> Words:
    """Returns why a card may not be played, such as "must overtake: leaves led, LK lies, you hold LA"."""
    must = duty_of_rung(breach.rung, game)
    held = join_words([name_with_title(card, game, trump, names) for card in breach.withheld])
    if breach.led is None or breach.best is None:
        return Words(f"muss {must.german}: du hast {held.german}", f"must {must.english}: you hold {held.english}")
    led = _suit_led(breach.led, breach.withheld, breach.rung, game, trump, names)
    best = name_with_title(breach.best, game, trump, names)
    return Words(
        f"muss {must.german}: {led.german} ausgespielt, {best.german} liegt, du hast {held.german}",
        f"must {must.english}: {led.english} led, {best.english} lies, you hold {held.english}",
    )


def trumps(game: Game, trump: Trump, names: Names = PLAIN) -> Words:
    """Returns trump in words, such as "hearts are trumps, Unter is the striker"; a rank alone is trump in all suits."""
    suit, rank = game.trump_suit(trump), game.trump_rank(trump)
    trump_names = (
        [] if suit is None else [format_with_name(names.suit(suit, game.pack), "{} ist Trumpf", "{} are trumps")]
    )
    if rank is not None:
        texts = ("{} sind Trumpf", "{} are trumps") if suit is None else ("{} ist Schlag", "{} is the striker")
        trump_names.append(format_with_name(names.rank(rank, game.pack), *texts))
    return (
        Words(*(", ".join(texts) for texts in zip(*trump_names, strict=True)))
        if trump_names
        else Words("kein Trumpf", "no trumps")
    )


def format_with_name(name: Words, german: str, english: str) -> Words:
    return Words(german.format(name.german), english.format(name.english))


def _reason_without_duty(
    game: Game, hand: CardSet, trick_so_far: Sequence[Card], ladder: Ladder, trump: Trump, names: Names
) -> Words:
    if not ladder:
        led = name_with_title(trick_so_far[0], game, trump, names)
        return Words(f"jede Karte: {led.german} verlangt nichts", f"any card: {led.english} led demands nothing")
    led = _suit_led(trick_so_far[0], (), ladder[0].rule, game, trump, names)
    exempt = game.pack.members(hand & union_allowed(ladder))
    if exempt:
        cards = join_words([name_with_title(card, game, trump, names) for card in exempt])
        free = Words(
            f"jede Karte: {led.german} ausgespielt, {cards.german} musst du nicht zugeben",
            f"any card: {led.english} led, you need not give {cards.english}",
        )
        return with_rule(free, game.rule_of(ladder[-1].rule))
    duties = list(dict.fromkeys(duty_of_rung(rung.rule, game) for rung in ladder))
    german = join_texts([each.german for each in duties], "oder")
    english = join_texts([each.english for each in duties], "or")
    free = Words(
        f"jede Karte: {led.german} ausgespielt, du kannst nicht {german}",
        f"any card: {led.english} led, you cannot {english}",
    )
    return with_rule(free, game.rule_of(ladder[-1].rule))


def with_rule(words: Words, rule_id: str) -> Words:
    return Words(f"{words.german} ({rule_id})", f"{words.english} ({rule_id})")


def duty_of_rung(rung: str, game: Game) -> Words:
    return game.book.duties.get(rung) or templates().get(f"duty.{rung}", Words(rung, rung))


def _suit_led(led: Card, withheld: Sequence[Card], rung: str, game: Game, trump: Trump, names: Names) -> Words:
    """Returns the suit that the card led demands: trumps for a trump, unless its printed suit had to be followed."""
    all_trumps = game.trumps(trump)
    printed = rung in ("follow", "overtake") and any(card not in all_trumps for card in withheld)
    if led in all_trumps and not printed:
        return Words("Trumpf", "trumps")
    return names.suit(led.suit, game.pack)


def name_with_title(card: Card, game: Game, trump: Trump | None, names: Names) -> Words:
    """Returns the card with its title, such as the right or a Critical."""
    name, title = names.card(card), None if trump is None else game.card_title(card, trump)
    return Words(name, name) if title is None else Words(f"{name} ({title.german})", f"{name} ({title.english})")


def join_words(words: Iterable[Words], separator: str = " ") -> Words:
    pairs = list(words)
    return Words(separator.join(each.german for each in pairs), separator.join(each.english for each in pairs))


def join_texts(texts: Sequence[str], last: str) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"


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
