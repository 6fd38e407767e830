"""The legal calls of Bauerchen, findings about calls, and calls that the cards disprove."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.events import Announced, TricksEntered, UpcardTurned
from engine.games.bauerchen.base import Meld, last_play, ledig_caller, melds, pair
from engine.rules.call_check import faults_of
from engine.rules.findings import Evidence, Finding, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Card, Seat, Suit
    from engine.events import CardLaid, CardsShown, Fact
    from engine.games.bauerchen.base import BauerchenBase
    from engine.rules.deal import Deal
    from engine.tricks import Play

RULE_OUT_OF_TURN = {"trump": "BA8", "double": "BA14", "ledig": "BA15"}
"""The rule id for a call out of turn."""


# Legal calls


def options(game: BauerchenBase, deal: Deal) -> tuple[Fact, ...]:
    trump = game.trump(deal)
    if trump is None:
        return (*(Announced(deal.forehand, "trump", suit) for suit in game.pack.suits), *_flips(game, deal))
    if deal.entered is None and game.is_finished(deal):
        return tuple(_melds(game, deal))
    return (*_melds(game, deal), *_doubles(game, deal), *_ledig(game, deal))


def _flips(game: BauerchenBase, deal: Deal) -> Iterator[Fact]:
    """BA22: forehand may flip the fifth card, if trumps are called after two cards, since both must be Bauern."""
    if game.rules.flag("die_letzte") and game.rules.number("trump_after") == 2 and not deal.has_play:
        yield from (UpcardTurned(card) for card in game.pack.cards)


def _melds(game: BauerchenBase, deal: Deal) -> Iterator[Fact]:
    melded = {meld.suit for meld in melds(deal)}
    for seat, suits in _who_may_meld(game, deal):
        tally = deal.tallies[seat] + _meld_points(game, deal, seat)
        for suit in suits:
            if suit not in melded and game.meld_credit(tally, game.meld_value(suit, game.trump(deal))):
                yield Announced(seat, "meld", suit)


def _who_may_meld(game: BauerchenBase, deal: Deal) -> Iterator[tuple[Seat, tuple[Suit, ...]]]:
    """BA11, DECISIONS BA8: yields the seat to play, and the one that has just played a king or queen, with suits.

    BA15: that card may have ended a Ledig, with cards left in all hands.
    """
    if deal.entered is not None:
        yield from ((seat, game.pack.suits) for seat in game.active(deal))
        return
    lead_only = game.rules.flag("meld_lead_only")
    last, is_over = last_play(deal), game.is_finished(deal)
    if is_over and (
        last is None or game.side_that_lost_by_misdeed(deal) or deal.cards_laid(last.seat) >= game.hand_size
    ):
        return
    led = len(deal.all_tricks()[-1]) == 1 if last is not None else False
    if last is not None and last.card in pair(last.card.suit) and (led or not lead_only):
        yield last.seat, () if _is_elsewhere(deal, last.card.suit, last.seat, last) else (last.card.suit,)
    if is_over:
        return
    turn = game.next_to_play(deal)
    leads = not deal.trick.plays or len(deal.trick) >= len(game.active(deal))
    if turn is not None and (leads or not lead_only) and deal.cards_laid(turn) < game.hand_size - 1:
        yield turn, tuple(suit for suit in game.pack.suits if not _is_elsewhere(deal, suit, turn))


def _is_elsewhere(deal: Deal, suit: Suit, seat: Seat, just_laid: Play | None = None) -> bool:
    """Returns whether king or queen is known not to be in the hand of *seat*: laid before, or flipped by another."""
    both = pair(suit)
    if deal.upcard in both and seat != deal.forehand:
        return True
    return any(play.card in both and play != just_laid for play in _sure_plays(deal))


def _sure_plays(deal: Deal) -> Iterator[Play]:
    return (play for play in deal.plays() if play.position not in deal.doubtful)


def _meld_points(game: BauerchenBase, deal: Deal, seat: Seat) -> int:
    """Returns the game points that the side of *seat* has melded in this deal."""
    side, points = game.side_of(seat, deal.seats), 0
    for meld in melds(deal):
        if meld.seat in side:
            points += game.meld_credit(deal.tallies[seat] + points, game.meld_value(meld.suit, game.trump(deal)))
    return points


def _doubles(game: BauerchenBase, deal: Deal) -> Iterator[Fact]:
    """BA14, DECISIONS BA12: until the first trick is taken away."""
    if not deal.tricks and ledig_caller(deal) is None:
        away_next = game.doubles_next(game.doubles(deal)) == "away"
        yield from (Announced(seat, "double") for seat in (game.away(deal) if away_next else game.home(deal)))


def _ledig(game: BauerchenBase, deal: Deal) -> Iterator[Fact]:
    """BA15, DECISIONS BA10"""
    if not deal.has_play and ledig_caller(deal) is None and game.ledig_allowed(deal.standing, deal.seats):
        yield from (Announced(seat, "ledig") for seat in deal.seats)


# Findings about calls


def rule_against(game: BauerchenBase, deal: Deal, fact: Fact) -> str | None:
    trump = game.trump(deal)
    match fact:
        case Announced(call="trump", value=suit):
            return None if trump is None and suit in game.pack.suits else "BA8"
        case Announced() if trump is None:
            return "BA8"
        case Announced(call="meld"):
            if fact.value not in game.pack.suits:
                return "BA11"
            if any(meld.suit == fact.value for meld in melds(deal)):
                return "DECISIONS BA8"
            tally = deal.tallies[fact.seat] + _meld_points(game, deal, fact.seat)
            value = game.meld_value(fact.value, game.trump(deal))
            return None if game.meld_credit(tally, value) else "BA13"
        case Announced(call="double"):
            if ledig_caller(deal) is not None:
                return "DECISIONS BA10"
            return "DECISIONS BA12" if deal.tricks else None
        case Announced(call="ledig"):
            return "DECISIONS BA10" if game.ledig_allowed(deal.standing, deal.seats) else "BA22"
        case _:
            return None


def faults(game: BauerchenBase, deal: Deal, position: int, fact: Fact) -> list[Finding]:
    match fact:
        case UpcardTurned():
            if UpcardTurned(fact.card) in options(game, deal):
                return []
            rule = "BA8" if game.rules.flag("die_letzte") else "BA22"
            return [Finding(Kind.CALL_NOT_ALLOWED, rule, position, deal.forehand, fact.card)]
        case TricksEntered() if ledig_caller(deal) is not None:
            return []  # the partner's cards are in no trick
        case Announced(call="meld") if fact not in options(game, deal) and rule_against(game, deal, fact) is None:
            plays = [play for play in _sure_plays(deal) if play.card in pair(fact.value)]
            if len(plays) > 1 or any(play.seat != fact.seat for play in plays):
                evidence = tuple(
                    Evidence(play.position, play.seat, play.card, deal.trick_number(play.position)) for play in plays
                )
                return [Finding(Kind.FALSE_MELD, _rule(game, deal, fact.value), position, fact.seat, evidence=evidence)]
            last = last_play(deal)
            another = last is not None and last.seat == fact.seat and not plays
            rule = _rule(game, deal, fact.value) if another else "DECISIONS BA8"
            return [Finding(Kind.CALL_NOT_ALLOWED, rule, position, fact.seat)]
    findings = faults_of(game, deal, position, fact)
    if isinstance(fact, Announced) and fact.call in RULE_OUT_OF_TURN:
        rule = RULE_OUT_OF_TURN[fact.call]
        return [replace(one, rule=rule) if one.kind is Kind.CALL_OUT_OF_TURN else one for one in findings]
    return findings


def _rule(game: BauerchenBase, deal: Deal, suit: Suit) -> str:
    return "BA12" if game.meld_value(suit, game.trump(deal)) == 2 else "BA11"


# Calls that cards disprove


def cards_shown_by(game: BauerchenBase, deal: Deal, fact: Fact) -> tuple[Card, ...]:
    """Returns the cards of the pair that the melder still holds."""
    if not isinstance(fact, Announced) or fact.call != "meld" or fact.value not in game.pack.suits:
        return ()
    played = {play.card for play in deal.plays()}
    return tuple(card for card in pair(fact.value) if card not in played)


def disproved_calls(game: BauerchenBase, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
    """Returns findings about calls that the card laid disproves, unless it is out of turn."""
    if fact.seat != game.next_to_play(deal):
        return []
    full = len(deal.trick) >= len(game.active(deal))
    laying = Evidence(position, fact.seat, fact.card, len(deal.tricks) + full + 1)
    findings = [_false_meld(game, deal, meld, (laying,)) for meld in melds(deal) if _disproves(game, deal, meld, fact)]
    hand = _cards_laid_with(deal, fact) if fact.seat == deal.forehand else []
    findings += _false_flip(game, deal, hand, (laying,))
    return [] if findings and any(play.card == fact.card for play in deal.plays()) else findings


def disproved_by_hand(game: BauerchenBase, deal: Deal, position: int, fact: CardsShown) -> list[Finding]:
    """Returns findings about calls that cards shown disprove.

    Any card of a pair that another seat has melded does, and the whole hand of the seat that has called.
    """
    findings = []
    played = {play.card for play in deal.plays()}
    if not played.isdisjoint(fact.cards):
        return []  # a card is there twice, so one of the readings is wrong
    shown = tuple(Evidence(position, fact.seat, card) for card in fact.cards)
    hand = _whole_hand(game, deal, fact)
    for meld in melds(deal):
        both = set(pair(meld.suit))
        if fact.seat != meld.seat:
            elsewhere = tuple(entry for entry in shown if entry.card in both)
            findings += [_false_meld(game, deal, meld, elsewhere[:1])] if elsewhere else []
        elif hand and not both.issubset(hand):
            findings.append(_false_meld(game, deal, meld, shown))
    return findings + (_false_flip(game, deal, hand, shown) if fact.seat == deal.forehand else [])


def _whole_hand(game: BauerchenBase, deal: Deal, fact: CardsShown) -> list[Card]:
    """Returns all cards that the seat was dealt, if it shows its whole hand and its cards laid are certain."""
    before = _cards_laid(deal, fact.seat)
    if not fact.whole or before is None or len(before) + len(fact.cards) != game.hand_size:
        return []
    return [*before, *fact.cards]


def _false_meld(game: BauerchenBase, deal: Deal, meld: Meld, evidence: tuple[Evidence, ...]) -> Finding:
    rule = _rule(game, deal, meld.suit)
    return Finding(Kind.FALSE_MELD, rule, meld.position, meld.seat, evidence=evidence)


def _false_flip(game: BauerchenBase, deal: Deal, hand: list[Card], evidence: tuple[Evidence, ...]) -> list[Finding]:
    """BA22: a card is flipped only if the first two were both Bauern; the whole *hand* of forehand shows that."""
    flipped = next((entry for entry in deal.facts if isinstance(entry.fact, UpcardTurned)), None)
    bauern = [card for card in hand if card in game.permanent and card != deal.upcard]
    if flipped is None or len(hand) < game.hand_size or len(bauern) >= 2:
        return []
    known = deal.misdeeds.get(flipped.position)
    if known is not None and Kind.CALL_NOT_ALLOWED in known.kinds:
        return []
    return [Finding(Kind.CALL_NOT_ALLOWED, "BA22", flipped.position, deal.forehand, evidence=evidence)]


def _disproves(game: BauerchenBase, deal: Deal, meld: Meld, fact: CardLaid) -> bool:
    """BA11: whoever melds holds both cards, plays one of them now and the other later."""
    both = pair(meld.suit)
    if fact.seat != meld.seat:
        return fact.card in both
    played = _cards_laid_with(deal, fact)
    if not played:
        return False
    if not any(card in both for card in played):
        return True
    return len(played) == game.hand_size and not all(card in played for card in both)


def _cards_laid_with(deal: Deal, fact: CardLaid) -> list[Card]:
    """Returns the cards laid by the seat, including *fact*; empty if one is doubtful or was missed."""
    before = _cards_laid(deal, fact.seat)
    return [] if before is None else [*before, fact.card]


def _cards_laid(deal: Deal, seat: Seat) -> list[Card] | None:
    """Returns the cards that *seat* has laid, or None if one is doubtful or was missed."""
    before = [play for play in deal.plays() if play.seat == seat]
    unsure = len(before) < deal.cards_laid(seat) or any(play.position in deal.doubtful for play in before)
    return None if unsure else [play.card for play in before]
