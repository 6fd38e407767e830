"""Simulates whole evenings with known hands: dealing, calls, exchanges and play of any game, as events for the table.

All random choices follow from one seed, so a deal is reproducible.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.cards import Card, Seat
from engine.events import CardLaid, DealStarted, Event, Fact, GameStarted, TrickGathered
from engine.games import game as game_called
from engine.rules.card_rules import binding_rung, legal_cards
from engine.rules.deal import Deal
from engine.rules.findings import Breach, Finding
from engine.rules.game import Game, Phase, Step
from engine.rules.known_hands import Dealing
from engine.simulation.playouts import Policy, random_card
from engine.state.table import Table

OPTIONAL_ACTION_PROBABILITY = 0.1
"""The probability of an optional action at weight 1."""


@dataclass(frozen=True, slots=True)
class PlantedRevoke:
    """A deliberate revoke: the position of its event, the card laid, and the duty that it broke."""

    position: int
    seat: Seat
    card: Card
    breach: Breach


@dataclass(slots=True)
class Simulation:
    """A table that plays deals by itself.

    `events` is the journal so far, `hands_dealt` are the hands at the first lead.
    """

    table: Table
    random: Random
    policy: Policy = random_card
    hands_dealt: dict[Seat, tuple[Card, ...]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    planted: PlantedRevoke | None = None
    dealing: Dealing = field(default_factory=lambda: Dealing(Random(), []))
    """The cards that nobody has laid: stock, hands, discards."""

    @property
    def events(self) -> Sequence[Event]:
        return self.table.journal

    @property
    def hands(self) -> dict[Seat, list[Card]]:
        """The current hands by seat."""
        return self.dealing.hands

    def record(self, event: Event) -> None:
        self.findings += self.table.observe(event)

    @property
    def game(self) -> Game:
        return self.table.current_game

    @property
    def deal(self) -> Deal:
        return self.table.current_deal

    def play_deal(self, revoke_at: int | None = None) -> None:
        """Plays one deal. With *revoke_at*, the first player who can revoke at that play or later does so."""
        dealer, game = self.table.next_dealer, self.game
        if dealer is None:
            raise ValueError("got no game, expected one to have started")
        self.planted, self.hands_dealt = None, {}
        self.record(DealStarted(dealer))
        self.dealing = Dealing.shuffled(self.random, game.pack)
        for fact in game.deal_out(self.deal, self.dealing):
            self.record(fact)
        while (step := self.table.step).phase not in (Phase.DEAL, Phase.OVER):
            if (chosen := self._choose_action(step)) is not None:
                game.move_cards(self.deal, self.dealing, chosen)
                self.record(chosen)
            elif step.phase == Phase.PLAY:
                revoke_at = self._lay(step, revoke_at)
            else:
                break  # optional calls after the last card are offered only once
        self.hands_dealt = self.hands_dealt or {seat: tuple(hand) for seat, hand in self.hands.items()}

    def _choose_action(self, step: Step) -> Fact | None:
        """Returns an action other than laying a card: always if the phase requires one, sometimes if it is optional."""
        game, deal = self.game, self.deal
        options = game.options(deal)
        inclinations = [game.option_weight(deal, self.dealing, fact) for fact in options]
        if not any(inclinations):
            return None
        need_not = step.phase in (Phase.PLAY, Phase.SCORED)
        if need_not and self.random.random() >= OPTIONAL_ACTION_PROBABILITY * max(inclinations):
            return None
        return self.random.choices(options, inclinations)[0]

    def _lay(self, step: Step, revoke_at: int | None) -> int | None:
        """Lays the next card, and gathers a full trick; returns *revoke_at*, or None once the revoke is planted."""
        game, deal = self.game, self.deal
        if not self.hands_dealt:
            self.hands_dealt = {seat: tuple(hand) for seat, hand in self.hands.items()}
        trump = self.table.trump or self.dealing.trump or ""
        seat = step.seats[0] if step.seats else None
        if seat is None or seat not in self.hands:
            raise ValueError(f"got turn of {seat}, expected one who plays")
        under, hand = deal.trick.before_next_card_of(seat), self.hands[seat]
        trick_so_far, ladder = under.cards, game.duties(deal, seat, under, trump)
        legal = game.pack.members(legal_cards(ladder, game.pack.set(hand)))
        illegal = [card for card in hand if card not in legal]
        rung = binding_rung(ladder, game.pack.set(hand))
        if revoke_at is not None and illegal and rung is not None and sum(1 for _ in deal.plays()) >= revoke_at:
            card = self.random.choice(illegal)
            breach = game.breach(rung, game.pack.set(hand), trick_so_far, trump)
            self.planted = PlantedRevoke(len(self.events), seat, card, breach)
            revoke_at = None
        else:
            card = self.policy(game, legal, trick_so_far, trump, self.random)
        hand.remove(card)
        self.record(CardLaid(seat, card))
        if len(deal.trick) >= len(game.active(deal)):
            self.record(TrickGathered(game.taker(deal.trick, trump)))
            for fact in game.after_trick(deal, self.dealing):
                self.record(fact)
        return revoke_at


def simulation(
    game: str = "bohemian-watten",
    players: int | None = None,
    seed: int = 0,
    rules: Mapping[str, object] | None = None,
    policy: Policy = random_card,
) -> Simulation:
    """Returns a table at which a game has begun, on seats 0, 1, … with a random first dealer.

    By default as many play as can.

    :raises ValueError: for an unknown game or rule, or a number of players that the game does not take.
    """
    random = Random(seed)
    return Simulation(new_table(game, players, random, rules), random, policy)


def new_table(game: str, players: int | None, random: Random, rules: Mapping[str, object] | None = None) -> Table:
    """Returns a table at which a game has begun, as `simulation` does."""
    played = game_called(game, rules)
    count = max(played.players) if players is None else players
    seats = (0, 2) if count == 2 else tuple(range(count))
    return Table.from_journal([GameStarted(game, seats, random.choice(seats or (0,)), played.rules.changes)])


def deal_with_revoke(
    seed: int = 0, players: int = 4, rules: Mapping[str, object] | None = None, game: str = "bohemian-watten"
) -> Simulation:
    """Returns a deal, the first of a game, in which one player revokes once; `planted` describes the revoke."""
    for attempt in range(1000):
        simulated = simulation(game, players, seed * 1000 + attempt, rules=rules)
        simulated.play_deal(revoke_at=simulated.random.randrange(players * 3))
        if simulated.planted is not None:
            return simulated
    raise ValueError(f"got no deal with a choice to revoke from seed {seed}, expected one in 1000")
