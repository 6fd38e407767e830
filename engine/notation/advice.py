"""Advice for a player: the legal cards, why each other card is barred, and the house rules that decide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cards import Card, Cards, Trump
from engine.events import RuleValue
from engine.games import game as game_called
from engine.notation import explain
from engine.notation.explain import duty_of_rung, join_words, name_with_title, say
from engine.notation.vocabulary import suit_name
from engine.rules.card_rules import FIRST_TURN, Turn
from engine.rules.findings import Breach
from engine.rules.game import Game
from engine.rules.house_rules import Switch
from engine.text import ErrorInWords, Words

OTHER_GAMES = frozenset({"blind_play"})
"""Switches that change the whole game, so their effect on single cards is not reported."""


class QuestionError(ErrorInWords):
    """Raised for a question that has no answer."""


@dataclass(frozen=True, slots=True)
class BarredCard:
    """A card that may not be laid."""

    card: Card
    name: Words
    """With its title, such as Maxi."""
    why: Words
    """The rest of the sentence after the name, such as "does not beat LK"."""
    rule: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A switch of which another value would change the answer."""

    switch: Switch
    value: RuleValue
    other: RuleValue
    """Another value of the switch."""
    legal: tuple[Card, ...]
    """The cards that could be laid with that value."""


@dataclass(frozen=True, slots=True)
class Advice:
    legal: tuple[Card, ...]
    reason: Words
    """Why only these cards are legal: the duty, or why there is none."""
    barred: tuple[BarredCard, ...]
    notes: tuple[Words, ...]
    """Sentences about cards that count as another suit than the printed one."""
    house: tuple[HouseRule, ...]


def advise(game: Game, hand: Cards, trick: Cards, trump: Trump | None, turn: Turn = FIRST_TURN) -> Advice:
    """Returns what a player who holds *hand* may lay on *trick* (the cards lying, in order) at *turn*.

    :raises UnknownCard: for what is not in the pack.
    :raises QuestionError: for a trump that the game does not know, or a card that is both in hand and in the trick.
    """
    held, lying = game.cards(hand), game.cards(trick)
    game.pack.set((*held, *lying))
    if not held:
        raise QuestionError(*say("question.empty_hand"))
    cards = [*held, *lying]
    if twice := sorted({str(card) for card in cards if cards.count(card) > 1}):
        raise QuestionError(*say("question.twice", card=twice[0]))
    if len(lying) >= (most := max(game.players)):
        raise QuestionError(*say("question.full_trick", count=len(lying), most=most - 1))
    if trump is not None and trump not in game.all_trumps:
        raise QuestionError(*say("question.trump", trump=trump, example=game.all_trumps[0]))
    breaches = {card: game.why_not(card, held, lying, trump, turn) for card in held}
    legal = tuple(card for card in held if breaches[card] is None)
    reason = explain.legal(game, held, lying, trump, turn)
    barred = tuple(
        BarredCard(card, name_with_title(card, game, trump), _why(game, card, breach, trump), breach.rule)
        for card, breach in breaches.items()
        if breach is not None and trump is not None
    )
    notes = tuple(_notes(game, legal, lying, trump, turn)) if trump is not None else ()
    return Advice(legal, reason, barred, notes, tuple(_house(game, held, lying, trump, turn, legal)))


# Why not


def _why(game: Game, card: Card, breach: Breach, trump: Trump) -> Words:
    """Returns what keeps *card* from meeting the duty."""
    trumps, led = game.trumps(trump), breach.led
    due = join_words([name_with_title(other, game, trump) for other in breach.withheld])
    trumps_due = all(other in trumps for other in breach.withheld)
    if card in trumps and trumps_due:
        if breach.rung.startswith("follow"):
            return say("barred.no_trump_suit")
        return _does_not_beat(breach, game, trump)
    if led is not None and card in trumps and card.suit == led.suit:
        return say("counts.only_trump", suit=suit_name(led.suit, game.pack))
    if trumps_due and breach.rung != "overtake":
        return say("barred.no_trump", due=due)
    suit_due = led is not None and all(other.suit == led.suit for other in breach.withheld)
    if breach.rung == "overtake" and (not suit_due or (led is not None and card.suit == led.suit)):
        return _does_not_beat(breach, game, trump)
    if breach.rung in game.book.duties:
        must = duty_of_rung(breach.rung, game)
        return Words(f"muss {must.german}", f"must {must.english}")
    return say("barred.other_suit", due=due)


def _does_not_beat(breach: Breach, game: Game, trump: Trump) -> Words:
    best = Words("", "") if breach.best is None else name_with_title(breach.best, game, trump)
    return say("barred.lower", best=best)


# Cards that count as another suit


def _notes(game: Game, legal: Sequence[Card], lying: Sequence[Card], trump: Trump, turn: Turn) -> Iterator[Words]:
    """Yields a sentence about each legal card of the printed suit led that is a trump although that suit is not.

    Where such a card is barred, the reason says so already.
    """
    trumps = game.trumps(trump)
    if not lying or lying[0] in trumps:
        return
    suit = suit_name(lying[0].suit, game.pack)
    follow = [rung for rung in game.ladder_at(lying, trump, turn) if rung.rule == "follow"]
    for card in legal:
        if card.suit == lying[0].suit and card in trumps:
            follows = any(rung.allowed & game.pack.bit(card) for rung in follow)
            counts = say("counts.both" if follows else "counts.only_trump", suit=suit)
            yield join_words([name_with_title(card, game, trump), counts])


# House rules that change the answer


def _house(
    game: Game, held: Sequence[Card], lying: Sequence[Card], trump: Trump | None, turn: Turn, legal: tuple[Card, ...]
) -> Iterator[HouseRule]:
    """Yields each switch of which another value would change the legal cards, with the first such value."""
    for switch in game.rules.switches:
        if switch.name in OTHER_GAMES:
            continue
        value = game.rules[switch.name]
        for other in switch.values:
            if other == value and type(other) is type(value):
                continue
            changed = game_called(game.name, {**dict(game.rules.changes), switch.name: other})
            if trump is not None and trump not in changed.all_trumps:
                continue
            if any(card not in changed.pack for card in (*held, *lying)):
                continue
            allowed = changed.legal(held, lying, trump, turn)
            otherwise = tuple(card for card in held if card in allowed)
            if otherwise != legal:
                yield HouseRule(switch, value, other, otherwise)
                break


def house_rule(rule: HouseRule, game: Game, trump: Trump | None) -> Words:
    """Returns a sentence with the house rule in force, and the cards that are legal under its other value."""
    says, name = rule.switch.in_words(rule.value), rule.switch.name
    cards = join_words([name_with_title(card, game, trump) for card in rule.legal])
    value, other = _value_text(rule.value), _value_text(rule.other)
    return say("house_rule", says=says, name=name, value=value, other=other, cards=cards)


def _value_text(value: RuleValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
