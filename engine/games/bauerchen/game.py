"""Bauerchen (Bauersche): RULEBOOK section 2, DECISIONS section B."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.cards import Card, Seat
from engine.events import Announced, Fact, UpcardTurned
from engine.games.bauerchen.base import last_play, melds, pair
from engine.games.bauerchen.calls import BauerchenCalls
from engine.rules.book import read_book
from engine.rules.deal import Deal, DealScore, Result, Standing
from engine.rules.known_hands import Dealing, KnownHolding, Place
from engine.text import Words

CERTAIN_WEIGHT = 10.0
"""The weight of an optional call in simulations that makes it certain."""

LEDIG = 12


class Credit(NamedTuple):
    side: tuple[Seat, ...]
    points: int
    ends_round: bool = False
    """Whether it ends the round regardless of the tallies, as a Ledig does."""


class HandScore(NamedTuple):
    """Game points; one of the two is 0."""

    home: int
    away: int


def game_points(losers: int, free: int) -> int:
    """BA17: returns the game points of the winners, given the card points of the losers."""
    if losers == 0:
        return 3
    return 2 if losers < free else 1


class Bauerchen(BauerchenCalls):
    """Tallies are the game points of the round; both partners stand at the same.

    Numbers entered by hand are card points instead of tricks, by seat or for one seat of each side.
    """

    name = "bauerchen"
    title = Words("Bauerchen", "Bauerchen")
    other_names = ("bauersche", "bauersches")
    book = read_book(Path(__file__).with_suffix(".toml"))

    def worth(self, deal: Deal) -> Words | None:
        doubles = self.doubles(deal)
        return Words(f"zählt ×{1 << doubles}", f"counts ×{1 << doubles}") if doubles else None

    def known_holdings(self, deal: Deal) -> tuple[KnownHolding, ...]:
        """BA22: the card that forehand flipped."""
        seat = deal.forehand
        return tuple(
            KnownHolding(position, seat, (fact.card,), 1, "upcard")
            for position, fact in deal.facts
            if isinstance(fact, UpcardTurned) and fact.card in self.pack and seat in self.active(deal)
        )

    def out_of_play(self, deal: Deal) -> tuple[Card, ...]:
        flipped = deal.upcard
        dropped = deal.forehand not in self.active(deal)
        return (flipped,) if flipped is not None and flipped in self.pack and dropped else ()

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        place = super().place_of(deal, card)
        return place._replace(seat=deal.forehand) if place is not None and place.seat is None else place

    # Score

    def points(self, deal: Deal) -> dict[Seat, int]:
        """BA5: returns the card points by seat: of the tricks taken so far, or as entered by hand."""
        points = dict.fromkeys(deal.seats, 0)
        if deal.entered is not None:
            return points | dict(deal.entered.tricks)
        for number, (trick, taker) in enumerate(self.complete_tricks(deal), start=1):
            if taker is not None:
                points[taker] += self.card_points([card for card in trick.cards if card in self.pack])
                points[taker] += self.last_trick_points if number == self.hand_size else 0
        return points

    @property
    def schneider_free(self) -> int:
        """BA17, DECISIONS BA11: returns the fewest card points with which the losers are no schneider."""
        return int(self.rules.text("schneider_limit").split("_")[0])

    def hand_score(self, home: int, away: int, doubles: int = 0) -> HandScore:
        """BA16–BA19, DECISIONS BA6, BA7: returns the game points of both sides, given their card points."""
        points = game_points(min(home, away), self.schneider_free)
        if home > away:
            return HandScore(home=points << doubles, away=0)
        return HandScore(home=0, away=(points + 1) << doubles)

    def credits_of(self, deal: Deal) -> list[Credit]:
        """DECISIONS BA8, BA13: returns the game points of a finished deal in the order of credit, melds first."""
        running = dict(deal.tallies)
        all_credits = []
        for meld in melds(deal):
            side = self.side_of(meld.seat, deal.seats)
            points = self.meld_credit(running[meld.seat], self.meld_value(meld.suit, self.trump(deal)))
            all_credits.append(Credit(side, points))
            running |= {seat: running[seat] + points for seat in side}
        return [*all_credits, self._hand(deal)]

    def _hand(self, deal: Deal) -> Credit:
        home, away = self.home(deal), self.away(deal)
        lost, alone = self.side_that_lost_by_misdeed(deal), self.ledig(deal)
        if alone is not None and not deal.callers("misdeal"):
            # BA15, DECISIONS BA9, BA10: the defenders get 12 if they take a trick; a misdeed loses the Ledig.
            side = self.side_of(alone, deal.seats)
            defenders = next(other for other in self.sides(deal.seats) if other != side)
            taken = self.points(deal) if deal.entered is not None else self.tricks_taken(deal)
            failed = any(taken.get(seat, 0) for seat in defenders) if lost is None else lost == side
            return Credit(defenders if failed else side, LEDIG, ends_round=True)
        points = self.points(deal)
        at_home, away_from_home = (sum(points[seat] for seat in side) for side in (home, away))
        if lost is not None:
            at_home, away_from_home = (0 if side == lost else self.entered_total for side in (home, away))
        score = self.hand_score(at_home, away_from_home, self.doubles(deal))
        return Credit(home, score.home) if score.home else Credit(away, score.away)

    def points_taken(self, deal: Deal) -> dict[Seat, int]:
        return self.points(deal) if self.ledig(deal) is None else {}

    def changes(self, deal: Deal) -> dict[Seat, int]:
        changes = dict.fromkeys(deal.seats, 0)
        for credit in self.credits_of(deal):
            for seat in credit.side:
                changes[seat] += credit.points
        return changes

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """BA20: if both sides reach the target, the higher tally wins; `outcome` applies the order (DECISIONS BA13)."""
        tallies = {seat: tally + changes.get(seat, 0) for seat, tally in before.items()}
        highest = max(tallies.values())
        winners = tuple(seat for seat, tally in tallies.items() if tally == highest)
        if highest < self.target or len(winners) == len(tallies):
            return Result(tallies)
        return Result.of(tallies, winners)

    def outcome(self, deal: Deal) -> Result:
        """DECISIONS BA13: the side that reaches the target first wins; BA15: a Ledig ends the round."""
        tallies = dict(deal.tallies)
        won: tuple[Seat, ...] = ()
        for credit in self.credits_of(deal):
            for seat in credit.side:
                tallies[seat] += credit.points
            if credit.ends_round or (not won and tallies[credit.side[0]] >= self.target):
                won = credit.side
        return Result.of(tallies, won)

    def start(self, seats: Sequence[Seat], standing: Standing | None = None) -> dict[Seat, int]:
        """BA22: the tallies carried forward, else 0."""
        carried = (standing or {}).get("carry", {}) if self.rules.flag("carry_forward") else {}
        return {seat: carried.get(seat, 0) for seat in seats}

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        result = deals[-1].result
        return self.standing_after_round(before, result.winners, result.losers, result.tallies[result.winners[0]])

    def standing_after_round(
        self, before: Standing, winners: Sequence[Seat], losers: Sequence[Seat], tally: int = 0
    ) -> dict[str, dict[Seat, int]]:
        """BA21, BA22, DECISIONS BA2: returns knoddel, stein and the points carried after a round won at *tally*.

        The second knoddel of a side is a stein for the other, and both restart from zero.
        """
        carried = tally - self.target if self.rules.flag("carry_forward") else 0
        seats = sorted({*winners, *losers})
        knoddel, stein = ({seat: before.get(name, {}).get(seat, 0) for seat in seats} for name in ("knoddel", "stein"))
        for seat in losers:
            knoddel[seat] += 1
        if any(knoddel[seat] >= 2 for seat in losers):
            knoddel = dict.fromkeys(seats, 0)
            for seat in winners:
                stein[seat] += 1
        carry = dict.fromkeys(winners, carried) if carried > 0 else {}
        return {"knoddel": knoddel, "stein": stein} | ({"carry": carry} if carry else {})

    # Simulation

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        for packet in self.packets(deal.seats, deal.dealer):
            dealing.give_packet(packet)
        yield from ()

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """Favours the longest suit, melds if possible, doubles and plays alone rarely, mostly with good cards."""
        match fact:
            case UpcardTurned(card):
                hand = dealing.hands[deal.forehand]
                entitled = all(held in self.permanent for held in hand[:2])
                return 3.0 if entitled and card == hand[-1] else 0.0
            case Announced(seat, "trump", suit):
                visible_hand = dealing.hands[seat][: self.rules.number("trump_after")]
                return 1.0 + 3 * sum(card.suit == suit and card not in self.permanent for card in visible_hand)
            case Announced(seat, "meld", suit):
                last, held = last_play(deal), [card for card in pair(suit) if card in dealing.hands[seat]]
                just_laid = last is not None and last.seat == seat and last.card in pair(suit)
                return CERTAIN_WEIGHT if just_laid and held else 0.0
            case Announced(seat, "double"):
                return 0.6 if self._trumps_held(deal, dealing, seat) >= 3 else 0.05
            case Announced(seat, "ledig"):
                return 0.5 if self._trumps_held(deal, dealing, seat) >= 4 else 0.004
        return 1.0

    def _trumps_held(self, deal: Deal, dealing: Dealing, seat: Seat) -> int:
        trump = self.trump(deal)
        trumps = () if trump is None else self.trumps(trump)
        return sum(card in trumps for card in dealing.hands.get(seat, ()))

    def move_cards(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        if isinstance(fact, Announced) and fact.call == "ledig":
            dealing.discards += dealing.hands.pop(self.partner(fact.seat, deal.seats))
        super().move_cards(deal, dealing, fact)
