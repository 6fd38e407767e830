"""Audits simulated deals: what the referee found, and when a planted revoke could first be proved.

A matching oracle decides from scratch, by bipartite matching, whether all plays can have been legal. It shares only the
ladder with the referee, so that the two implementations can be compared on whole deals.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from engine.cards import CardSet, Seat, bits_of
from engine.events import Announced, CardLaid, Event
from engine.rules.card_rules import Ladder, Rung, excluded_by, lifted_rungs
from engine.rules.deal import DealScore
from engine.rules.findings import Finding, Kind, RecordedFinding
from engine.simulation.evening import PlantedRevoke, Simulation, simulation
from engine.simulation.playouts import Policy, random_card


class OraclePlay(NamedTuple):
    seat: Seat
    card: CardSet
    denied: CardSet
    lifted: Rung | None = None
    """A duty that the play broke, unless the hand held enough to lift it."""


class KnownCards(NamedTuple):
    """Everybody saw the seat take `cards`; it kept at least `at_least` of them until play began."""

    seat: Seat
    cards: CardSet
    at_least: int


@dataclass
class MatchingOracle:
    cards: CardSet
    hands: Mapping[Seat, int]
    """Cards held when play began."""
    taken: list[KnownCards] = field(default_factory=list)
    left: CardSet = 0
    lacking: Mapping[Seat, CardSet] = field(default_factory=dict)
    """Cards that a call rules out of a hand."""
    plays: list[OraclePlay] = field(default_factory=list)

    def lay(self, seat: Seat, card: CardSet, ladder: Ladder) -> None:
        lifted = next(iter(lifted_rungs(ladder, card)), None)
        self.plays.append(OraclePlay(seat, card, excluded_by(ladder, card), lifted))

    def is_possible(self) -> bool:
        """Returns whether some distribution of the unseen cards makes every play so far legal.

        A duty that a holding lifts did not bind: the hand had none of its trigger, or as many cards as lift it.
        """
        lifted = [index for index, play in enumerate(self.plays) if play.lifted is not None]
        return any(
            self._is_possible(frozenset(holding))
            for size in range(len(lifted) + 1)
            for holding in combinations(lifted, size)
        )

    def _is_possible(self, holding: frozenset[int]) -> bool:
        """*holding*: the plays, by index, whose hand is taken to have held what lifts the duty."""
        for index, play in enumerate(self.plays):
            if self._cards_from(index + 1, play.seat) & self._denied_at(index, holding):
                return False
        choices = []  # by group taken openly: all sets of its cards that may still be in the hand
        for _, cards, at_least in self.taken:
            single = [1 << bit for bit in bits_of(cards)]
            sizes = range(max(0, at_least), len(single) + 1)
            choices.append([sum(some) for size in sizes for some in combinations(single, size)])
        return any(self._fits(assumed_hand, holding) for assumed_hand in product(*choices))

    def _cards_from(self, index: int, seat: Seat) -> CardSet:
        return sum(play.card for play in self.plays[index:] if play.seat == seat)

    def _denied_at(self, index: int, holding: frozenset[int]) -> CardSet:
        play = self.plays[index]
        return play.denied | (play.lifted.trigger if play.lifted and index not in holding else 0)

    def _owed(self, seat: Seat, holding: frozenset[int], pinned: CardSet) -> list[CardSet]:
        """Returns for each card that lifts a duty, neither laid since nor *pinned*, the set that it is one of."""
        most: list[CardSet] = []
        for index in holding:
            rung = self.plays[index].lifted
            if self.plays[index].seat == seat and rung is not None and rung.unless is not None:
                known = ((self._cards_from(index, seat) | pinned) & rung.unless.of).bit_count()
                most = max(most, [rung.unless.of] * (rung.unless.at_least - known), key=len)
        return most

    def _fits(self, assumed_hand: tuple[CardSet, ...], holding: frozenset[int]) -> bool:
        played = sum(play.card for play in self.plays)
        free = self.cards & ~self.left & ~played
        slots: list[CardSet] = []
        for seat, size in self.hands.items():
            denied, pinned = self.lacking.get(seat, 0), 0
            for index, play in enumerate(self.plays):
                if play.seat == seat:
                    denied |= self._denied_at(index, holding)
                    size -= 1
            for (owner, cards, _), held in zip(self.taken, assumed_hand, strict=True):
                by_owner = sum(play.card for play in self.plays if play.seat == owner)
                if owner == seat:
                    if cards & played & ~held:
                        return False
                    pinned |= held & ~by_owner
                free &= ~cards
            owed = self._owed(seat, holding, pinned)
            if pinned & denied or pinned.bit_count() + len(owed) > size:
                return False
            slots += [~denied & cards for cards in owed] + [~denied] * (size - pinned.bit_count() - len(owed))
        return _has_perfect_matching([slot & free for slot in slots])


def _has_perfect_matching(slots: list[CardSet]) -> bool:
    """Returns whether every slot can have its own card (Kuhn's augmenting paths)."""
    owner: dict[int, int] = {}

    def place(slot: int, tried: set[int]) -> bool:
        for card in bits_of(slots[slot]):
            if card not in tried:
                tried.add(card)
                if card not in owner or place(owner[card], tried):
                    owner[card] = slot
                    return True
        return False

    return all(place(slot, set()) for slot in range(len(slots)))


REVOKE_CARDS = 3
"""Revokes are planted within this many first cards of each hand, since the last cards leave no choice."""


@dataclass(frozen=True, slots=True)
class AuditedDeal:
    """One deal. Positions are those of the events of its game."""

    score: DealScore
    plays: tuple[int, ...]
    recorded_findings: tuple[RecordedFinding, ...]
    planted: PlantedRevoke | None = None
    provable: int | None = None
    """The first event at which the matching oracle finds no distribution of cards that makes every play legal."""
    is_audited: bool = True
    """Whether the matching oracle was asked; it cannot judge under a secret trump."""

    @property
    def position_of_proof(self) -> int | None:
        """Returns the play that first proved the planted revoke."""
        proofs = (recorded.position for recorded in self.recorded_findings if self._is_true(recorded.finding))
        return next(proofs, None)

    @property
    def false_findings(self) -> tuple[Finding, ...]:
        """Returns findings of things that did not happen."""
        findings = (recorded.finding for recorded in self.recorded_findings)
        return tuple(finding for finding in findings if not self._is_true(finding))

    def _is_true(self, finding: Finding) -> bool:
        if self.planted is None:
            return False
        if finding.kind is Kind.REVOKE_AMONG:
            return any(entry.position == self.planted.position for entry in finding.evidence)
        return finding.kind is Kind.REVOKE and finding.position == self.planted.position

    @property
    def delay(self) -> int | None:
        """Returns how many cards after the revoke it was proved; 0 means immediately."""
        if self.planted is None or self.position_of_proof is None:
            return None
        return sum(self.planted.position < play <= self.position_of_proof for play in self.plays)


def audited_deals(
    game: str,
    deals: int,
    players: int,
    seed: int | str,
    policy: Policy = random_card,
    revokes: bool = False,
    rules: Mapping[str, object] | None = None,
) -> Iterator[AuditedDeal]:
    """Yields *deals* played one after the other; a finished game is followed by a new one.

    With *revokes* somebody revokes once in a deal, unless his hand never gives him the choice.

    :raises ValueError: for an unknown game or rule, or a number of players that it does not take.
    """
    random = Random(seed)
    table: _AuditedSimulation | None = None
    for _ in range(deals):
        if table is None or table.table.result.is_over:
            simulated = simulation(game, players, random.getrandbits(32), rules, policy)
            table = _AuditedSimulation(simulated.table, simulated.random, simulated.policy)
        table.provable, table.oracle, table.plays, table.recorded_findings = None, None, [], []
        table.asks_oracle = revokes
        table.play_deal(random.randrange(REVOKE_CARDS * players) if revokes else None)
        score = table.table.score
        if score is None:
            raise LookupError("a deal was played that has no score")
        was_checked = table.oracle is not None
        yield AuditedDeal(
            score, tuple(table.plays), tuple(table.recorded_findings), table.planted, table.provable, was_checked
        )


@dataclass(slots=True)
class _AuditedSimulation(Simulation):
    """A simulation that records the position of each finding, and asks the matching oracle at every card."""

    asks_oracle: bool = False
    plays: list[int] = field(default_factory=list)
    recorded_findings: list[RecordedFinding] = field(default_factory=list)
    provable: int | None = None
    oracle: MatchingOracle | None = None

    def record(self, event: Event) -> None:
        position = len(self.events)
        if isinstance(event, CardLaid):
            self.plays.append(position)
        if self.asks_oracle and self.provable is None and isinstance(event, CardLaid | Announced):
            oracle = self._oracle_after(event)
            if oracle is not None and self.planted is not None and not oracle.is_possible():
                self.provable = position
        self.recorded_findings += [RecordedFinding(position, finding) for finding in self.table.observe(event)]

    def _oracle_after(self, event: CardLaid | Announced) -> MatchingOracle | None:
        """Returns the oracle that knows of a card laid, or of cards shown by a call; None if there is nothing to judge.

        Cards shown by a call, such as the other card of a meld, were in the hand from the beginning.
        """
        deal, game, trump = self.deal, self.game, self.table.trump
        if isinstance(event, CardLaid):
            if game.readings(deal) if trump is None else game.implications(deal, trump):
                return None  # the oracle cannot judge a trump that is secret during play
            oracle = self._new_oracle()
            # The first card may tell what is trump.
            ladder = () if trump is None else game.duties(deal, event.seat, deal.trick, trump)
            oracle.lay(event.seat, game.pack.bit(event.card), ladder)
            return oracle
        shown = game.cards_shown_by(deal, event)
        if not shown:
            return None
        oracle = self._new_oracle()
        oracle.taken.append(KnownCards(event.seat, game.pack.set(shown), len(shown)))
        return oracle

    def _new_oracle(self) -> MatchingOracle:
        deal, game = self.deal, self.game
        if self.oracle is None:
            hands = dict.fromkeys(game.active(deal), game.tricks_in_deal)
            taken = [
                KnownCards(holding.seat, game.pack.set(holding.cards), holding.at_least)
                for holding in game.known_holdings(deal)
            ]
            lacking = {seat: game.pack.set(cards) for seat, cards in game.lacking_cards(deal)}
            left = game.pack.set(game.out_of_play(deal))
            self.oracle = MatchingOracle(game.pack.all, hands, taken, left, lacking=lacking)
        return self.oracle
