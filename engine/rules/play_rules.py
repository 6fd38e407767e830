"""The rules of a game about the play of a deal: seats, trump, turns, tricks, and its end."""

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from engine.cards import Card, Cards, Seat, Trump
from engine.events import Announced
from engine.rules.card_rules import CardRules, Ladder, Turn, legal_cards
from engine.rules.deal import Deal
from engine.tricks import Trick, clockwise, next_seat, previous_seat


class Implication(NamedTuple):
    """A consequence of a trump for a hand: before the first lead it held at least one of `cards`."""

    seat: Seat
    cards: tuple[Card, ...]


class PlayRules(CardRules, ABC):
    """The part of `engine.rules.game.Game` about the play."""

    _decides_early: ClassVar[bool] = False
    """Whether the game overrides `is_decided`; otherwise `is_finished` need not count the tricks."""
    calls_before_entry: ClassVar[frozenset[str]] = frozenset()
    """Calls that count as made after tricks were entered by hand, if nothing else is known of the deal before."""
    late_calls: ClassVar[frozenset[str]] = frozenset()
    """Calls that hold from the beginning of the deal even if they are made later, such as a secret trump."""

    @property
    def announced_openly(self) -> bool:
        """Whether everybody hears what is trump; otherwise only some players know it."""
        return True

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._decides_early = cls.is_decided is not PlayRules.is_decided

    @property
    def entered_total(self) -> int | None:
        """The required sum of the numbers entered by hand, by default the tricks of a deal; None for any sum."""
        return self.tricks_in_deal

    @property
    def tricks_in_deal(self) -> int:
        """The number of cards that everybody lays, including those drawn from a stock."""
        return self.hand_size

    # Seats and trump

    def cutter(self, seats: Sequence[Seat], dealer: Seat) -> Seat:
        """Returns the player to the dealer's right."""
        return previous_seat(seats, dealer)

    def forehand(self, seats: Sequence[Seat], dealer: Seat) -> Seat:
        """Returns the player to the dealer's left."""
        return next_seat(seats, dealer)

    def sides(self, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
        """Returns the seats that score together; by default every seat is a side of its own."""
        return tuple((seat,) for seat in seats)

    def side_of(self, seat: Seat, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        return next(side for side in self.sides(seats) if seat in side)

    def side_in(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        """Returns the seats that take tricks together with *seat* in this deal, itself among them."""
        return self.side_of(seat, deal.seats)

    def entered_trump(self, deal: Deal) -> Trump | None:
        """Returns the trump entered by hand, if it is valid; it takes precedence over what was seen."""
        return deal.entered.trump if deal.entered is not None and deal.entered.trump in self.all_trumps else None

    def trump(self, deal: Deal) -> Trump | None:
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        if self.has_upcard:
            return deal.upcard.suit if deal.upcard is not None and deal.upcard in self.pack else None
        announced = (
            fact.value for fact in deal.facts_of(Announced) if fact.call == "trump" and fact.value in self.all_trumps
        )
        return next(announced, None)

    def lacks_trump(self, deal: Deal) -> bool:
        """Returns whether cards lie although trump was not named or turned: no card takes, and nothing is scored."""
        return deal.has_play and deal.entered is None and self.trump(deal) is None

    def in_hand(self, deal: Deal, seat: Seat) -> int:
        """Returns how many cards a player holds now."""
        return self.tricks_in_deal - deal.cards_laid(seat)

    def readings(self, deal: Deal) -> tuple[Trump, ...]:
        """Returns every trump consistent with what everybody has seen; empty if nothing is known."""
        trump = self.trump(deal)
        return () if trump is None else (trump,)

    def implications(self, deal: Deal, trump: Trump) -> tuple[Implication, ...]:
        """Returns what this trump implies about hands, such as the bottom cards that determined it."""
        return ()

    def missing_late_calls(self, deal: Deal) -> frozenset[str]:
        """Returns the calls of `late_calls` that are still missing."""
        return self.late_calls - {fact.call for fact in deal.facts_of(Announced)}

    # Turns and tricks

    def active(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns the seats that play for tricks, clockwise."""
        return deal.seats

    def leader(self, deal: Deal) -> Seat:
        """Returns who leads to the first trick."""
        return deal.forehand

    def is_decided(self, tricks: Mapping[Seat, int]) -> bool:
        """Returns whether a deal ends with these tricks before the last card."""
        return False

    def is_finished(self, deal: Deal) -> bool:
        """Returns whether the deal can be scored."""
        complete_tricks = len(deal.tricks) + (len(deal.trick) >= len(self.active(deal)))
        if deal.entered is not None or complete_tricks >= self.tricks_in_deal:
            return True
        return self._decides_early and deal.has_play and self.is_decided(self.tricks_taken(deal))

    def may_play_on(self, deal: Deal) -> bool:
        """Returns whether cards may legally be laid after the deal was decided, since not everybody could know that."""
        return False

    def is_void(self, deal: Deal) -> bool:
        """Returns whether the cards are thrown in: the deal is not scored but dealt again."""
        return bool(deal.callers("misdeal"))

    def next_to_play(self, deal: Deal) -> Seat | None:
        """Returns the seat to play, or None if the taker of the last trick is unknown.

        While only some players know trump, a seat that gathered a trick which was not its own leads to the next one.
        """
        active = self.active(deal)
        if len(deal.trick) >= len(active):
            return self.taker_in(deal)
        leader = deal.trick.leader
        if leader is None and deal.tricks:
            last = deal.tricks[-1]
            return last.taker if last.gatherer is None or self.announced_openly else last.gatherer
        if leader is None:
            return self.leader(deal)
        have_played = deal.trick.seats
        waiting = [seat for seat in clockwise(deal.seats, leader) if seat in active and seat not in have_played]
        return waiting[0] if waiting else leader

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        """Returns the ladder for *seat*; it differs from `ladder_at` only if players have different information.

        Nothing is a duty on a card of another pack, which is in truth some other card; nor is what depends on the
        number of the trick, after one that the camera may have missed.
        """
        cards = trick.cards
        if not all(card in self.pack for card in cards):
            return ()
        led_by_partner = bool(trick.plays) and seat in self.side_in(deal, trick.plays[0].seat)
        number = len(deal.tricks) + 1
        ladder = self.ladder_at(cards, trump, Turn(number, led_by_partner))
        if deal.may_lack_tricks and ladder != self.ladder_at(cards, trump, Turn(number + 1, led_by_partner)):
            return ()
        return ladder

    def legal_in(self, deal: Deal, seat: Seat, hand: Cards) -> frozenset[Card]:
        """Returns the cards of *hand* that *seat* may lay next: on the trick in play, or leading to the next one.

        While trump is secret, these are the cards that are legal under any trump that is possible.
        """
        hand_set, trick = self.pack.set(self.cards(hand)), deal.trick
        is_next = len(trick) >= len(self.active(deal)) or seat in trick.seats
        lying = Trick() if is_next else trick.before_next_card_of(seat)
        readings = self.readings(deal)
        legal = 0 if readings else hand_set
        for trump in readings:
            legal |= legal_cards(self.duties(deal, seat, lying, trump), hand_set)
        return frozenset(self.pack.members(legal))

    def complete_tricks(self, deal: Deal) -> list[tuple[Trick, Seat | None]]:
        """Returns the tricks with their takers, None if unknown; a full trick in play is included."""
        tricks = [(trick, trick.taker) for trick in deal.tricks]
        if len(deal.trick) >= len(self.active(deal)):
            tricks.append((deal.trick, self.taker_in(deal)))
        return tricks

    def tricks_taken(self, deal: Deal) -> dict[Seat, int]:
        """Returns the number of tricks by seat, entered by hand or counted."""
        if deal.entered is not None:
            return dict(deal.entered.tricks)
        taken = dict.fromkeys(self.active(deal), 0)
        for _, seat in self.complete_tricks(deal):
            if seat in taken:
                taken[seat] += 1
        return taken

    def takers_of(self, deal: Deal, trick: Trick) -> tuple[Seat, ...]:
        """Returns the seats that may be winning *trick*, all of it while trump is unknown.

        Cards of another pack are ignored.
        """
        plays = tuple(play for play in trick.plays if play.card in self.pack)
        readings = self.readings(deal)
        if not plays:
            return () if trick.leader is None else (trick.leader,)
        if not readings:
            return tuple(dict.fromkeys(play.seat for play in plays))
        return tuple(dict.fromkeys(self.taker(Trick(plays), trump) for trump in readings))

    def takers_in(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns the seats that may be winning the trick in play."""
        return self.takers_of(deal, deal.trick)

    def taker_in(self, deal: Deal) -> Seat | None:
        """Returns the seat that is winning the trick in play, or None if it is unknown."""
        takers = self.takers_in(deal)
        return takers[0] if len(takers) == 1 else None
