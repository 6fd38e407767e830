"""A game with all hands known, for programs that play or search.

Methods are named as in OpenSpiel (`legal_actions`, `apply_action`, `clone`, `returns`) and python-chess (`push`,
`pop`). An action is an event (`CardLaid`, `Announced`, …), a player is a seat. There are no chance nodes: all random
choices follow from the seed, so an action draws the same cards from the stock in every clone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import Card, Seat, Trump
from engine.codec import to_line
from engine.events import Announced, CardLaid, CardTaken, DealStarted, Event, Exchanged, Fact, TrickGathered
from engine.rules.card_rules import legal_cards
from engine.rules.deal import Deal
from engine.rules.game import Game, Phase
from engine.rules.known_hands import Dealing
from engine.simulation.evening import new_table


class IllegalAction(ValueError):
    """Raised for an action that is not among `legal_actions`."""


@dataclass(frozen=True, slots=True)
class Information:
    """The information of one player: his cards, and all public events."""

    seat: Seat
    hand: tuple[Card, ...]
    public: tuple[Event, ...]
    trump: Trump | None
    """As far as this player knows it: a secret trump is known to the two who announce it."""

    def __str__(self) -> str:
        cards = " ".join(map(str, self.hand))
        return "\n".join([f"seat {self.seat} holds {cards}, trump {self.trump or '?'}", *map(to_line, self.public)])


class GameState:
    """One game from its first deal, with cards dealt by a seed.

    The next deal is dealt automatically until the game is over or *deals* are played. Full tricks are gathered
    automatically. An exchange discards the least valuable cards.
    """

    def __init__(
        self,
        game: str = "bohemian-watten",
        players: int | None = None,
        seed: int = 0,
        rules: Mapping[str, object] | None = None,
        deals: int | None = None,
    ) -> None:
        """By default as many play as can.

        :raises ValueError: for an unknown game or rule, or a number of players that the game does not take.
        """
        self.dealing, self._deals_left = Dealing(Random(seed), []), deals
        """The cards that nobody has laid."""
        self._past: list[tuple[int, Dealing, int | None]] = []
        """Before each action: the length of the journal, the cards, and the deals still to play."""
        self.table = new_table(game, players, self.dealing.random, rules)
        self._deal_next()

    def clone(self) -> GameState:
        """Returns an independent copy; it cannot pop actions that were pushed before."""
        twin = GameState.__new__(GameState)
        twin.table, twin.dealing, twin._deals_left = self.table.copy(), self.dealing.copy(), self._deals_left
        twin._past = []
        return twin

    # Legal actions

    @property
    def game(self) -> Game:
        return self.table.current_game

    @property
    def _deal(self) -> Deal:
        return self.table.current_deal

    def is_terminal(self) -> bool:
        return self.table.result.is_over or self._deals_left == 0

    def current_player(self) -> Seat | None:
        """Returns the seat that is to act, or None at the end; where the rules name none, the first that may act."""
        if self.is_terminal():
            return None
        step = self.table.step
        if step.seats or step.phase in (Phase.PLAY, Phase.SCORED):
            return self.table.turn
        return next((seat for seat in self.table.seats if self.legal_actions(seat)), None)

    def legal_actions(self, seat: Seat | None = None) -> tuple[Fact, ...]:
        """Returns what *seat* may do now, by default the current player.

        Besides the current player, others may have calls, such as to double or to meld.
        """
        seat = self.current_player() if seat is None else seat
        if seat is None or self.is_terminal():
            return ()
        deal, step = self._deal, self.table.step
        calls = tuple(
            fact
            for fact in self.game.options(deal)
            if _seat_of(fact, deal) == seat and self.game.option_weight(deal, self.dealing, fact) > 0
        )
        if step.phase != Phase.PLAY or seat != self.table.turn:
            return calls
        pack = self.game.pack
        ladder = self.game.duties(deal, seat, deal.trick.before_next_card_of(seat), self._trump or "")
        cards = pack.members(legal_cards(ladder, pack.set(self.dealing.hands[seat])))
        return (*(CardLaid(seat, card) for card in cards), *calls)

    @property
    def _trump(self) -> Trump | None:
        return self.table.trump or self.dealing.trump

    # Applying actions

    def apply_action(self, action: Fact) -> None:
        """Applies *action*, and then gathers a full trick and deals the next hands, if they are due.

        :raises IllegalAction: if it is not legal.
        """
        if action not in self.legal_actions(_seat_of(action, self._deal)):
            legal = ", ".join(map(to_line, self.legal_actions())) or "nothing"
            raise IllegalAction(f"got {to_line(action)}, expected one of: {legal}")
        self._past.append((len(self.table.journal), self.dealing.copy(), self._deals_left))
        if isinstance(action, CardLaid):
            self.dealing.hands[action.seat].remove(action.card)
        else:
            self.game.move_cards(self._deal, self.dealing, action)
        self.table.observe(action)
        deal, game = self._deal, self.game
        if deal.trick.plays and len(deal.trick) >= len(game.active(deal)):
            self.table.observe(TrickGathered(game.taker(deal.trick, self._trump or "")))
            for fact in game.after_trick(deal, self.dealing):
                self.table.observe(fact)
        if self.table.phase in (Phase.SCORED, Phase.OVER) and self._deals_left is not None:
            self._deals_left -= 1
        if not self.is_terminal() and self.table.phase in (Phase.SCORED, Phase.DEAL):
            self._deal_next()

    push = apply_action

    def pop(self) -> Fact:
        """Takes the last action back, and returns it.

        :raises IndexError: if there is none.
        """
        if not self._past:
            raise IndexError("got no action to take back, expected at least one since the beginning or clone")
        length, self.dealing, self._deals_left = self._past.pop()
        action, *_ = self.table.pop(len(self.table.journal) - length)
        return action  # type: ignore[return-value]  # only facts are pushed

    def _deal_next(self) -> None:
        dealer = self.table.next_dealer
        if dealer is None:
            raise ValueError("got no game, expected one to have started")
        self.table.observe(DealStarted(dealer))
        self.dealing = Dealing.shuffled(self.dealing.random, self.game.pack)
        for fact in self.game.deal_out(self._deal, self.dealing):
            self.table.observe(fact)

    # Information

    def information_state(self, seat: Seat) -> Information:
        """Returns the information of *seat*; nothing in it depends on cards that he has not seen."""
        announces = seat in (self._deal.dealer, self._deal.forehand)
        secret = self.dealing.trump if self.table.trump is None and announces else None
        hand = tuple(sorted(self.dealing.hands.get(seat, ()), key=self.game.pack.cards.index))
        return Information(seat, hand, tuple(self.table.journal), self.table.trump or secret)

    def information_state_string(self, seat: Seat) -> str:
        return str(self.information_state(seat))

    def returns(self) -> dict[Seat, float]:
        """Returns 1 for each winner, −1 for each loser, 0 while nobody has won."""
        result = self.table.result
        return {seat: float((seat in result.winners) - (seat in result.losers)) for seat in self.table.seats}

    def rewards(self) -> dict[Seat, float]:
        """Returns what the last scored deal brought each seat; positive is good, also where low tallies win."""
        score = self.table.history[-1] if self.table.history else None
        sign = -1 if self.game.low_wins(self.table.seats) else 1
        return {seat: float(sign * (score.changes.get(seat, 0) if score else 0)) for seat in self.table.seats}

    def history(self) -> Sequence[Event]:
        """Returns all events so far, which a table or a record can replay."""
        return tuple(self.table.journal)


def _seat_of(fact: Fact, deal: Deal) -> Seat | None:
    """Returns who does *fact*; forehand flips a card."""
    if isinstance(fact, CardLaid | Announced | CardTaken | Exchanged):
        return fact.seat
    return deal.forehand
