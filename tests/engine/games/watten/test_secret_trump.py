"""A secret trump: proofs under every possible trump, and findings once it is revealed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest

from engine.cards import GERMAN_33, Card, Seat
from engine.games.watten.game import Watten
from engine.games.watten.ranking import split_trump
from engine.referee.proofs import Proof
from engine.referee.referee import LadderAfter, Referee
from engine.referee.secret_trump import SecretTrumpReferee
from engine.rules.card_rules import Ladder, legal_cards
from engine.rules.house_rules import Rules
from engine.simulation.audit import KnownCards, MatchingOracle
from engine.tricks import Play, Trick, clockwise
from tests.support.examples import examples

rule = pytest.mark.rule
PACK = GERMAN_33
DEALER, FOREHAND = 0, 1
RANKS = Watten(Rules(Watten.book.switches))


# The referee against every card that can have been at the bottom


@dataclass(frozen=True)
class Laid:
    play: Play
    lying: Trick
    legal: bool
    """Under the trump that it really was."""


@dataclass(frozen=True)
class Small:
    """A deal with few cards, so that what can be trump soon gets narrow."""

    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    hand_size: int
    laid: tuple[Laid, ...]
    trumps: tuple[str, ...]
    """What it can be after what was told: nothing, the suit or the striker."""

    def duties(self, laid: Laid, trump: str) -> Ladder:
        return RANKS.ladder(laid.lying.cards, trump) if laid.play.seat in (DEALER, FOREHAND) else ()


def small_deal(random: Random) -> Small:
    suits = random.sample(PACK.suits, 2)
    ranks = random.sample(PACK.ranks, random.choice((3, 4, 5, 6)))
    cards = [card for card in PACK.cards if card.suit in suits and card.rank in ranks]
    seats = random.choice(((0, 1), (0, 1, 2), (0, 1, 2, 3)))
    hand_size = min(random.choice((3, 4, 5)), len(cards) // len(seats))
    random.shuffle(cards)
    hands = {seat: [cards.pop() for _ in range(hand_size)] for seat in seats}
    everything = tuple(cards + [card for hand in hands.values() for card in hand])
    trump = f"{hands[DEALER][-1].suit} {hands[FOREHAND][-1].rank}"
    laid = tuple(_played(random, hands, trump))
    (suit, striker), said = split_trump(trump, PACK), random.choice(("nothing", "suit", "striker"))
    trumps = product([suit] if said == "suit" else suits, [striker] if said == "striker" else ranks)
    return Small(everything, seats, hand_size, laid, tuple(map(" ".join, trumps)))


def _played(random: Random, hands: dict[Seat, list[Card]], trump: str) -> Iterator[Laid]:
    leader, honest = FOREHAND, random.choice((0.0, 0.5, 1.0))
    while hands[leader]:
        trick = Trick()
        for seat in clockwise(tuple(hands), leader):
            ladder = RANKS.ladder(trick.cards, trump) if seat in (DEALER, FOREHAND) else ()
            legal = PACK.members(legal_cards(ladder, PACK.set(hands[seat])))
            others = [card for card in hands[seat] if card not in legal]
            card = random.choice(legal if random.random() < honest or not others else others)
            hands[seat].remove(card)
            play = Play(seat, card, position=sum(map(len, hands.values())))
            yield Laid(play, trick, card in legal)
            trick = trick.with_play(play)
        best = RANKS.best(trick.cards, trump)
        leader = next(play.seat for play in trick.plays if play.card == best)


def undecided(deal: Small) -> SecretTrumpReferee:
    referees = {}
    for trump in deal.trumps:
        suit, striker = split_trump(trump, PACK)
        referee = Referee(PACK, dict.fromkeys(deal.seats, deal.hand_size), PACK.set(deal.cards))
        referee.imply(DEALER, [card for card in PACK.cards if card.suit == suit])
        referee.imply(FOREHAND, [card for card in PACK.cards if card.rank == striker])
        referees[trump] = referee
    return SecretTrumpReferee(referees)


def proofs_of(referee: SecretTrumpReferee, deal: Small, laid: Laid) -> tuple[Proof, ...]:
    def ladder_under(trump: str) -> LadderAfter:
        return lambda lying: deal.duties(laid, trump)

    return referee.lay(laid.play, laid.lying, ladder_under)


def all_legal_somehow(deal: Small, laid: Sequence[Laid]) -> bool:
    """Whether two bottom cards, and hands around them, make every play legal: by trying them all."""
    owner = {one.play.card: one.play.seat for one in laid}
    for of_suit, of_rank in product(deal.cards, deal.cards):
        trump = f"{of_suit.suit} {of_rank.rank}"
        held_elsewhere = owner.get(of_suit, DEALER) != DEALER or owner.get(of_rank, FOREHAND) != FOREHAND
        if of_suit == of_rank or held_elsewhere or trump not in deal.trumps:
            continue
        taken = [KnownCards(DEALER, PACK.bit(of_suit), 1), KnownCards(FOREHAND, PACK.bit(of_rank), 1)]
        opinion = MatchingOracle(PACK.set(deal.cards), dict.fromkeys(deal.seats, deal.hand_size), taken)
        for one in laid:
            opinion.lay(one.play.seat, PACK.bit(one.play.card), deal.duties(one, trump))
        if opinion.is_possible():
            return True
    return False


def examine(deal: Small) -> tuple[int | None, list[Proof]]:
    """Returns at which card something was first proved; asserts that no card before or after it would be right."""
    referee = undecided(deal)
    first: int | None = None
    proofs: list[Proof] = []
    for number, laid in enumerate(deal.laid):
        proofs += proofs_of(referee, deal, laid)
        if first is None:
            assert bool(proofs) == (not all_legal_somehow(deal, deal.laid[: number + 1])), (deal, number)
            first = number if proofs else None
    revokes = {laid.play.position for laid in deal.laid if not laid.legal}
    for proof in proofs:
        assert revokes & {play.position for play in proof.plays}, (deal, proof)
        assert not proof.ask
    return first, proofs


@rule("3.11", "DECISIONS WA12")
def test_a_revoke_is_proved_as_soon_as_no_bottom_cards_allow_it() -> None:
    _brute_force(range(examples(1000)))


def _brute_force(seeds: range) -> None:
    examined = [examine(small_deal(Random(seed))) for seed in seeds]
    proved = [proofs for first, proofs in examined if first is not None]
    assert len(proved) > len(seeds) // 20
    suspected = {(len(proof.plays), len(proof.guilty)) for proofs in proved for proof in proofs}
    assert {(1, 1), (2, 1), (2, 2)} <= suspected
