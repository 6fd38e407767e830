"""The legal calls of Bauerchen, findings about calls, and calls that the cards disprove."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator
from dataclasses import replace

from engine.cards import Card, Seat, Suit
from engine.events import Announced, CardLaid, CardsShown, Fact, TricksEntered, UpcardTurned
from engine.games.bauerchen.base import BauerchenBase, Meld, last_play, melds, pair
from engine.rules.deal import Deal
from engine.rules.findings import Evidence, Finding, Kind
from engine.tricks import Play

RULE_OUT_OF_TURN = {"trump": "BA8", "double": "BA14", "ledig": "BA15"}
"""The rule id for a call out of turn."""


def _is_elsewhere(deal: Deal, suit: Suit, seat: Seat, just_laid: Play | None = None) -> bool:
    """Returns whether king or queen is known not to be in the hand of *seat*: laid before, or flipped by another."""
    both = pair(suit)
    if deal.upcard in both and seat != deal.forehand:
        return True
    return any(play.card in both and play != just_laid for play in _sure_plays(deal))


def _sure_plays(deal: Deal) -> Iterator[Play]:
    return (play for play in deal.plays() if play.position not in deal.doubtful)


def _cards_laid_with(deal: Deal, fact: CardLaid) -> list[Card]:
    """Returns the cards laid by the seat, including *fact*; empty if one is doubtful or was missed."""
    before = _cards_laid(deal, fact.seat)
    return [] if before is None else [*before, fact.card]


def _cards_laid(deal: Deal, seat: Seat) -> list[Card] | None:
    """Returns the cards that *seat* has laid, or None if one is doubtful or was missed."""
    before = [play for play in deal.plays() if play.seat == seat]
    unsure = len(before) < deal.cards_laid(seat) or any(play.position in deal.doubtful for play in before)
    return None if unsure else [play.card for play in before]


class BauerchenCalls(BauerchenBase, ABC):
    """The legal calls, findings about calls, and calls that the cards disprove."""

    # Legal calls

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        trump = self.trump(deal)
        if trump is None:
            calls = tuple(Announced(deal.forehand, "trump", suit) for suit in self.pack.suits)
            # BA22: a card is flipped only if trumps are called after two cards, since both must be Bauern.
            flips = self.rules.flag("die_letzte") and self.rules.number("trump_after") == 2 and not deal.has_play
            return (*calls, *map(UpcardTurned, self.pack.cards)) if flips else calls
        options = list[Fact]()
        melded = {meld.suit for meld in melds(deal)}
        for seat, suits in self._who_may_meld(deal):
            tally = deal.tallies[seat] + self._meld_points(deal, seat)
            options += [
                Announced(seat, "meld", suit)
                for suit in suits
                if suit not in melded and self.meld_credit(tally, self.meld_value(suit, trump))
            ]
        if (deal.entered is None and self.is_finished(deal)) or self.ledig(deal) is not None:
            return tuple(options)
        if not deal.tricks:  # BA14, DECISIONS BA12: until the first trick is taken away
            doubling = self.away(deal) if self.doubles_next(self.doubles(deal)) == "away" else self.home(deal)
            options += [Announced(seat, "double") for seat in doubling]
        if not deal.has_play and self.ledig_allowed(deal.standing, deal.seats):  # BA15, DECISIONS BA10
            options += [Announced(seat, "ledig") for seat in deal.seats]
        return tuple(options)

    def _who_may_meld(self, deal: Deal) -> Iterator[tuple[Seat, tuple[Suit, ...]]]:
        """BA11, DECISIONS BA8: yields the seat to play, and the one that has just played a king or queen, with suits.

        BA15: that card may have ended a Ledig, with cards left in all hands.
        """
        if deal.entered is not None:
            yield from ((seat, self.pack.suits) for seat in self.active(deal))
            return
        lead_only = self.rules.flag("meld_lead_only")
        last, is_over = last_play(deal), self.is_finished(deal)
        if is_over and (
            last is None or self.side_that_lost_by_misdeed(deal) or deal.cards_laid(last.seat) >= self.hand_size
        ):
            return
        led = len(deal.all_tricks()[-1]) == 1 if last is not None else False
        if last is not None and last.card in pair(last.card.suit) and (led or not lead_only):
            yield last.seat, () if _is_elsewhere(deal, last.card.suit, last.seat, last) else (last.card.suit,)
        if is_over:
            return
        turn = self.next_to_play(deal)
        leads = not deal.trick.plays or len(deal.trick) >= len(self.active(deal))
        if turn is not None and (leads or not lead_only) and deal.cards_laid(turn) < self.hand_size - 1:
            yield turn, tuple(suit for suit in self.pack.suits if not _is_elsewhere(deal, suit, turn))

    def _meld_points(self, deal: Deal, seat: Seat) -> int:
        """Returns the game points that the side of *seat* has melded in this deal."""
        side, points = self.side_of(seat, deal.seats), 0
        for meld in melds(deal):
            if meld.seat in side:
                points += self.meld_credit(deal.tallies[seat] + points, self.meld_value(meld.suit, self.trump(deal)))
        return points

    # Findings about calls

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        trump = self.trump(deal)
        match fact:
            case Announced(call="trump", value=suit):
                return None if trump is None and suit in self.pack.suits else "BA8"
            case Announced() if trump is None:
                return "BA8"
            case Announced(call="meld"):
                if fact.value not in self.pack.suits:
                    return "BA11"
                if any(meld.suit == fact.value for meld in melds(deal)):
                    return "DECISIONS BA8"
                tally = deal.tallies[fact.seat] + self._meld_points(deal, fact.seat)
                value = self.meld_value(fact.value, self.trump(deal))
                return None if self.meld_credit(tally, value) else "BA13"
            case Announced(call="double"):
                if self.ledig(deal) is not None:
                    return "DECISIONS BA10"
                return "DECISIONS BA12" if deal.tricks else None
            case Announced(call="ledig"):
                return "DECISIONS BA10" if self.ledig_allowed(deal.standing, deal.seats) else "BA22"
            case _:
                return None

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        match fact:
            case UpcardTurned():
                if UpcardTurned(fact.card) in self.options(deal):
                    return []
                rule = "BA8" if self.rules.flag("die_letzte") else "BA22"
                return [Finding(Kind.CALL_NOT_ALLOWED, rule, position, deal.forehand, fact.card)]
            case TricksEntered() if self.ledig(deal) is not None:
                return []  # the partner's cards are in no trick
            case Announced(call="meld") if fact not in self.options(deal) and self.rule_against(deal, fact) is None:
                plays = [play for play in _sure_plays(deal) if play.card in pair(fact.value)]
                if len(plays) > 1 or any(play.seat != fact.seat for play in plays):
                    evidence = tuple(
                        Evidence(play.position, play.seat, play.card, deal.trick_number(play.position))
                        for play in plays
                    )
                    return [self._false_meld(deal, Meld(position, fact.seat, fact.value), evidence)]
                last = last_play(deal)
                another = last is not None and last.seat == fact.seat and not plays
                rule = self._rule_of_meld(deal, fact.value) if another else "DECISIONS BA8"
                return [Finding(Kind.CALL_NOT_ALLOWED, rule, position, fact.seat)]
        findings = super().check(deal, position, fact)
        if isinstance(fact, Announced) and fact.call in RULE_OUT_OF_TURN:
            rule = RULE_OUT_OF_TURN[fact.call]
            return [replace(one, rule=rule) if one.kind is Kind.CALL_OUT_OF_TURN else one for one in findings]
        return findings

    def _rule_of_meld(self, deal: Deal, suit: Suit) -> str:
        return "BA12" if self.meld_value(suit, self.trump(deal)) == 2 else "BA11"

    # Calls that cards disprove

    def cards_shown_by(self, deal: Deal, fact: Fact) -> tuple[Card, ...]:
        """Returns the cards of the pair that the melder still holds."""
        if not isinstance(fact, Announced) or fact.call != "meld" or fact.value not in self.pack.suits:
            return ()
        played = {play.card for play in deal.plays()}
        return tuple(card for card in pair(fact.value) if card not in played)

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        """Returns findings about calls that the card laid disproves, unless it is out of turn."""
        if fact.seat != self.next_to_play(deal):
            return []
        full = len(deal.trick) >= len(self.active(deal))
        laying = Evidence(position, fact.seat, fact.card, len(deal.tricks) + full + 1)
        findings = [
            self._false_meld(deal, meld, (laying,)) for meld in melds(deal) if self._disproves(deal, meld, fact)
        ]
        hand = _cards_laid_with(deal, fact) if fact.seat == deal.forehand else []
        findings += self._false_flip(deal, hand, (laying,))
        return [] if findings and any(play.card == fact.card for play in deal.plays()) else findings

    def check_shown(self, deal: Deal, position: int, fact: CardsShown) -> list[Finding]:
        """Returns findings about calls that cards shown disprove.

        Any card of a pair that another seat has melded does, and the whole hand of the seat that has called.
        """
        findings = []
        played = {play.card for play in deal.plays()}
        if not played.isdisjoint(fact.cards):
            return []  # a card is there twice, so one of the readings is wrong
        shown = tuple(Evidence(position, fact.seat, card) for card in fact.cards)
        # All cards that the seat was dealt, if it shows its whole hand and its cards laid are certain.
        before = _cards_laid(deal, fact.seat)
        is_whole = fact.whole and before is not None and len(before) + len(fact.cards) == self.hand_size
        hand = [*(before or ()), *fact.cards] if is_whole else []
        for meld in melds(deal):
            both = set(pair(meld.suit))
            if fact.seat != meld.seat:
                elsewhere = tuple(entry for entry in shown if entry.card in both)
                findings += [self._false_meld(deal, meld, elsewhere[:1])] if elsewhere else []
            elif hand and not both.issubset(hand):
                findings.append(self._false_meld(deal, meld, shown))
        return findings + (self._false_flip(deal, hand, shown) if fact.seat == deal.forehand else [])

    def _false_meld(self, deal: Deal, meld: Meld, evidence: tuple[Evidence, ...]) -> Finding:
        rule = self._rule_of_meld(deal, meld.suit)
        return Finding(Kind.FALSE_MELD, rule, meld.position, meld.seat, evidence=evidence)

    def _false_flip(self, deal: Deal, hand: list[Card], evidence: tuple[Evidence, ...]) -> list[Finding]:
        """BA22: a card is flipped only if the first two were both Bauern; the whole *hand* of forehand shows that."""
        flipped = next((entry for entry in deal.facts if isinstance(entry.fact, UpcardTurned)), None)
        bauern = [card for card in hand if card in self.permanent and card != deal.upcard]
        if flipped is None or len(hand) < self.hand_size or len(bauern) >= 2:
            return []
        known = deal.misdeeds.get(flipped.position)
        if known is not None and Kind.CALL_NOT_ALLOWED in known.kinds:
            return []
        return [Finding(Kind.CALL_NOT_ALLOWED, "BA22", flipped.position, deal.forehand, evidence=evidence)]

    def _disproves(self, deal: Deal, meld: Meld, fact: CardLaid) -> bool:
        """BA11: whoever melds holds both cards, plays one of them now and the other later."""
        both = pair(meld.suit)
        if fact.seat != meld.seat:
            return fact.card in both
        played = _cards_laid_with(deal, fact)
        if not played:
            return False
        if not any(card in both for card in played):
            return True
        return len(played) == self.hand_size and not all(card in played for card in both)
