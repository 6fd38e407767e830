"""The simulated players: they know their hands, and what they would do next.

What has happened is taken from the appliance's own table, so that a person at the buttons may play a part at any time.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from device.state.table_view import View
from engine.cards import Card, Seat, Trump
from engine.events import CardTaken, DealStarted, Exchanged, Fact, UpcardTurned
from engine.rules.card_rules import legal_cards
from engine.rules.game import Phase
from engine.rules.known_hands import Dealing
from engine.simulation.playouts import random_card
from engine.state.table import Table
from simulator.choreography import Action, ClearStock, Exchange, Gather, Lay, Lift, SetStock, TakeUpcard, TurnUpcard
from simulator.performer import LyingCard


@dataclass(frozen=True, slots=True)
class Move:
    """The next move of the players: movements of hands, or a fact that is `said` by buttons; neither if none is
    possible."""

    actions: tuple[Action, ...] = ()
    said: Fact | DealStarted | None = None

    def __bool__(self) -> bool:
        return bool(self.actions) or self.said is not None


@dataclass(slots=True)
class SimulatedPlayers:
    """Call `follow` before each of the other methods; it deals the hands of a new deal."""

    random: Random
    dealing: Dealing | None = None
    due: deque[Action] = field(default_factory=deque)
    """Movements that follow from what was said, such as an exchange."""
    _deal: int = -1
    """Position of the event with which the deal of these hands began."""
    _applied: set[int] = field(default_factory=set)
    _tricks: int = 0
    _announced: deque[Fact] = field(default_factory=deque)
    """Facts that dealing makes public and that the table does not have yet."""
    _chosen: tuple[int, Fact] | None = None
    """The length of the journal for which a fact was chosen, and that fact."""

    def follow(self, table: Table) -> None:
        """Deals if a deal has begun, and moves cards according to what was said since the last call."""
        if table.deal is None or table.game is None:
            self.dealing = None
            return
        if table.deal.started != self._deal or self.dealing is None:
            self._deal_cards(table)
        for entry in list(table.deal.facts):
            fact = entry.fact
            if entry.position in self._applied:
                continue
            self._applied.add(entry.position)
            if self.dealing is None or fact in self._announced:
                continue
            if isinstance(fact, Exchanged) and fact.count:
                self.due.append(Exchange(fact.seat, fact.count))
            is_held = isinstance(fact, CardTaken) and fact.card in self.hands.get(fact.seat, ())
            if fact_seat(fact) in self.hands and not is_held:
                deal = table.deal_before(entry.position) or table.current_deal
                table.current_game.move_cards(deal, self.dealing, fact)
        if len(table.deal.tricks) > self._tricks and self.dealing is not None:
            self._tricks = len(table.deal.tricks)
            self._announced += table.current_game.after_trick(table.current_deal, self.dealing)

    @property
    def hands(self) -> dict[Seat, list[Card]]:
        return self.dealing.hands if self.dealing is not None else {}

    def next_move(self, view: View, lying: Sequence[LyingCard]) -> Move:
        """Returns what the players do next, given the sheets that lie on the rendered table."""
        table = view.table
        if table.phase == Phase.NO_GAME or view.is_evening_over or table.phase == Phase.OVER:
            return Move(self._clear(table, lying))
        if table.phase in (Phase.DEAL, Phase.SCORED):
            cleared = self._clear(table, lying)
            return Move(cleared) if cleared else Move(said=DealStarted(table.next_dealer or 0))
        return self._move_in_deal(view, lying)

    def wrong_move(self, view: View) -> Move:
        """Returns a play against the rules: a card that may not be laid, else one of somebody whose turn it is not."""
        table = view.table
        if table.phase != Phase.PLAY or self.dealing is None:
            return Move()
        seat = table.turn
        if seat is not None and not view.trick_is_full:
            legal = self._legal(table, seat)
            illegal = [card for card in self.hands.get(seat, ()) if card not in legal]
            if illegal and legal:
                return Move((Lay(seat, self.random.choice(illegal)),))
        others = [other for other, hand in self.hands.items() if other != seat and hand]
        if not others:
            return Move()
        hasty = self.random.choice(others)
        return Move((Lay(hasty, self.random.choice(self.hands[hasty])),))

    def carry_out(self, move: Move, lying: Sequence[LyingCard]) -> None:
        """Takes the cards of *move* out of the hands, or back into them; call it once the move is made."""
        for action in move.actions:
            if isinstance(action, Lay):
                self.hands[action.seat].remove(action.card)
            elif isinstance(action, Lift):
                seat = next((sheet.seat for sheet in lying if sheet.card == action.card), None)
                self.hands.get(seat if seat is not None else -1, []).append(action.card)

    # The parts of a deal

    def _move_in_deal(self, view: View, lying: Sequence[LyingCard]) -> Move:
        table, deal = view.table, view.table.current_deal
        recorded = [entry.fact for entry in deal.facts]
        kinds = {type(fact) for fact in recorded}
        while self._announced and (
            self._announced[0] in recorded
            or (isinstance(self._announced[0], UpcardTurned) and UpcardTurned in kinds)  # also if it was misread
        ):
            self._announced.popleft()
        if self._announced:
            fact = self._announced[0]
            if not isinstance(fact, UpcardTurned):
                return Move(said=fact)
            if all(sheet.place != "upcard" for sheet in lying):
                return Move((TurnUpcard(fact.card, deal.dealer),))
        tidied = self._tidy(view, lying)
        if tidied:
            return Move(tidied)
        if table.phase != Phase.PLAY:
            said = self._say(table)
            if said is None:
                return Move()
            taken = isinstance(said, CardTaken) and any(sheet.place == "upcard" for sheet in lying)
            return Move((TakeUpcard(said.seat),)) if taken and isinstance(said, CardTaken) else Move(said=said)
        seat = table.turn
        if seat is None and deal.tricks and not deal.trick.plays:
            # players with a secret trump know who leads before the appliance does
            seat = table.current_game.taker(deal.tricks[-1], self._trump(table))
        legal = self._legal(table, seat) if seat is not None else ()
        if seat is None or not legal:
            return Move()
        card = random_card(table.current_game, legal, deal.trick.cards, self._trump(table), self.random)
        return Move((Lay(seat, card),))

    def _tidy(self, view: View, lying: Sequence[LyingCard]) -> tuple[Action, ...]:
        """Returns the movements that bring the sheets to where the appliance's table has them."""
        table, deal = view.table, view.table.current_deal
        on_table = [sheet for sheet in lying if sheet.place == "trick" and sheet.card is not None]
        if on_table and view.trick_is_full:
            return (Gather(table.current_game.taker(table.current_deal.trick, self._trump(table))),)
        if on_table and not deal.trick.plays and deal.tricks:
            return (Gather(deal.tricks[-1].taker or on_table[-1].seat),)
        taken_back = [sheet for sheet in on_table if sheet.card not in deal.trick.cards]
        if len(on_table) > len(deal.trick) and taken_back:
            card = taken_back[-1].card
            return (Lift(card),) if card is not None else ()
        upcard = next((sheet.card for sheet in lying if sheet.place == "upcard"), None)
        holder = next((seat for seat, hand in self.hands.items() if upcard in hand), None)
        if holder is not None and (
            table.phase == Phase.PLAY
            or any(
                isinstance(entry.fact, Exchanged) and entry.fact.seat == holder for entry in table.current_deal.facts
            )
        ):
            return (TakeUpcard(holder),)
        return ()

    def _clear(self, table: Table, lying: Sequence[LyingCard]) -> tuple[Action, ...]:
        if not lying:
            return ()
        seat = table.deal.dealer if table.deal is not None else 0
        return (ClearStock(seat),)

    def _legal(self, table: Table, seat: Seat) -> tuple[Card, ...]:
        game, deal = table.current_game, table.current_deal
        under = deal.trick.before_next_card_of(seat)
        ladder = game.duties(deal, seat, under, self._trump(table))
        return game.pack.members(legal_cards(ladder, game.pack.set(self.hands.get(seat, ()))))

    def _trump(self, table: Table) -> Trump:
        """Returns the trump that the players know, although it may be secret."""
        return table.trump or (self.dealing.trump if self.dealing else None) or ""

    def _say(self, table: Table) -> Fact | None:
        """Returns what somebody says or does besides laying cards; the same until something happens."""
        if self._chosen is not None and self._chosen[0] == len(table.journal):
            return self._chosen[1]
        if self.dealing is None:
            return None
        game, deal = table.current_game, table.current_deal
        options = [fact for fact in game.options(deal) if not isinstance(fact, UpcardTurned)]
        weights = [game.option_weight(deal, self.dealing, fact) for fact in options]
        if not any(weights):
            return None
        self._chosen = len(table.journal), self.random.choices(options, weights)[0]
        return self._chosen[1]

    # Hands

    def _deal_cards(self, table: Table) -> None:
        """Deals on a copy of the table, as public cards may decide how dealing goes on."""
        copy, game = table.copy(), table.current_game
        stock = list(game.pack.cards)
        self.random.shuffle(stock)
        self.dealing = Dealing(self.random, stock)
        self._deal, self._tricks, self._chosen = table.current_deal.started, len(table.current_deal.tricks), None
        self._applied = {entry.position for entry in table.current_deal.facts}
        self._announced.clear()
        for fact in game.deal_out(copy.current_deal, self.dealing):
            copy.observe(fact)
            self._announced.append(fact)
        self._drop_played(table)
        turned = any(isinstance(fact, UpcardTurned) for fact in self._announced)
        has_stock = len(game.pack) > sum(map(len, self.hands.values()))
        self.due = deque([SetStock(table.current_deal.dealer)] if has_stock and not turned else [])

    def _drop_played(self, table: Table) -> None:
        """Replaces cards that have been laid already, if Kiebitz was started in the middle of a deal."""
        played = {play.card for play in table.current_deal.plays()}
        if not played or self.dealing is None:
            return
        for seat, hand in self.hands.items():
            hand[:] = [card for card in hand if card not in played][: table.hand_size(seat)]
        held = {card for hand in self.hands.values() for card in hand}
        spare = [card for card in table.current_game.pack.cards if card not in played | held]
        self.random.shuffle(spare)
        for seat, hand in self.hands.items():
            missing = table.hand_size(seat) - len(hand)
            hand += spare[:missing]
            del spare[:missing]
        self.dealing.stock = spare


def fact_seat(fact: Fact | DealStarted) -> Seat | None:
    """Returns who does or says it; None if it is nobody's."""
    seat: Seat | None = getattr(fact, "dealer" if isinstance(fact, DealStarted) else "seat", None)
    return seat
