"""Exactness and speed of the referee: python -m lab.benchmarks referee --deals 100000

Deals of Bohemian Watten with random legal cards, Criticals taken from the cut, exchanges and upcards: there must be no
proof. The time of a play with the referee is compared with that of the rules alone, in one run. Then one revoke is
planted in each deal of an evening: it must be proved at the same play at which a slow second implementation, by
bipartite matching, finds that not all plays can be legal (`engine.simulation.audit`).
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from engine.cards import Card, CardSet, Seat, bits_of
from engine.games.bohemian_watten.game import BohemianWatten
from engine.referee.referee import Referee
from engine.rules.card_rules import legal_cards
from engine.simulation.audit import audited_deals
from engine.tricks import Play, Trick
from lab.benchmarks.harness.results import Result, add_results, run_command, share
from lab.training.data.options import at_least

GAME = BohemianWatten()
PACK = GAME.pack
CRITICALS = PACK.parse("HK S7 E7")


@dataclass
class Dealt:
    hands: list[CardSet]
    trump: str
    held: list[tuple[Seat, Card, int]] = field(default_factory=list)
    """A card known to be in a hand, and whether it certainly stayed there (1) or not (0 or less)."""


def deal_out(random: Random, players: int) -> Dealt:
    cards = list(PACK.cards)
    random.shuffle(cards)
    schlecked = random.choice(CRITICALS) if random.random() < 0.3 else None
    if schlecked is not None:
        cards.remove(schlecked)
    hands = [[cards.pop() for _ in range(5)] for _ in range(players)]
    upcard, cutter, dealer = cards.pop(), players - 2, players - 1
    put_away = [random.randint(0, 3) for _ in range(players)]
    held = []
    if schlecked is not None:
        cards.append(hands[cutter].pop())
        hands[cutter].append(schlecked)
        held.append((cutter, schlecked, 1 - put_away[cutter]))
    for seat, hand in enumerate(hands):
        random.shuffle(hand)
        count = min(put_away[seat], len(cards))
        hands[seat] = hand[count:] + [cards.pop() for _ in range(count)]
    if random.random() < 0.7:
        replaced = random.randrange(5)
        held = [(seat, card, least - (seat == dealer)) for seat, card, least in held]
        hands[dealer][replaced] = upcard
        held.append((dealer, upcard, 1))
    return Dealt([PACK.set(hand) for hand in hands], upcard.suit, held)


@dataclass
class Played:
    """One legal deal: its plays, how many proofs the referee found, and the seconds that both took."""

    plays: int = 0
    proofs: int = 0
    seconds_of_rules: float = 0.0
    seconds_of_referee: float = 0.0


def play_out(random: Random, players: int) -> Played:
    dealt, played = deal_out(random, players), Played()
    referee = Referee(PACK, dict.fromkeys(range(players), 5))
    for seat, card, least in dealt.held:
        referee.hold(0, seat, [card], least, "cut")
    leader = 0  # forehand, as the last seat deals
    for _ in range(5):
        trick = Trick()
        for turn in range(players):
            trick = _one_play(random, dealt, played, referee, trick, (leader + turn) % players)
        leader = GAME.taker(trick, dealt.trump)
    return played


def _one_play(random: Random, dealt: Dealt, played: Played, referee: Referee, trick: Trick, seat: Seat) -> Trick:
    began = time.perf_counter()
    legal = legal_cards(GAME.ladder(trick.cards, dealt.trump), dealt.hands[seat])
    played.seconds_of_rules += time.perf_counter() - began
    bit = 1 << random.choice(list(bits_of(legal)))
    dealt.hands[seat] ^= bit
    play = Play(seat, PACK.cards[bit.bit_length() - 1], played.plays)
    began = time.perf_counter()
    proofs = referee.lay(play, trick, lambda lying: GAME.ladder(lying.cards, dealt.trump))
    played.seconds_of_referee += time.perf_counter() - began
    played.proofs += len(proofs)
    played.plays += 1
    return trick.with_play(play)


def legal_deals(deals: int, players: int, seed: int) -> bool:
    random, plays, rules, referee, false = Random(seed), 0, 0.0, 0.0, 0
    began = time.perf_counter()
    for _ in range(deals):
        played = play_out(random, players)
        plays += played.plays
        rules += played.seconds_of_rules
        referee += played.seconds_of_referee
        false += bool(played.proofs)
    print(
        f"{players} players, {deals} legal deals in {time.perf_counter() - began:.0f} s: {false} falsely accused; "
        f"{1e6 * referee / plays:.1f} µs a play, {referee / rules:.1f}× ladder and legal cards"
    )
    add_results(share("falsely accused", false, deals), Result("referee", 1e6 * referee / plays, plays))
    return not false


def planted_revokes(deals: int, players: int, seed: int) -> bool:
    counts, delays = Counter[str](), list[int]()
    for deal in audited_deals(GAME.name, deals, players, seed, revokes=True):
        is_elsewhere = deal.position_of_proof != deal.provable
        counts["at another play"] += is_elsewhere
        counts["somebody else accused"] += bool(deal.false_findings)
        if deal.planted is not None:
            counts["planted"] += 1
            counts["at the first provable play"] += not is_elsewhere and deal.provable is not None
            counts["never provable"] += deal.provable is None
        if deal.delay is not None:
            delays.append(deal.delay)
            counts["at once"] += deal.delay == 0
    add_results(share("not at once", counts["at another play"], counts["planted"]))
    text = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    print(f"{players} players, revokes: {text}; mean delay {sum(delays) / max(1, len(delays)):.1f} plays")
    return not counts["at another play"] and not counts["somebody else accused"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=at_least(1), default=10_000, help="legal deals for each number of players")
    parser.add_argument("--revokes", type=at_least(1), default=1_000, help="deals with a planted revoke, likewise")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    good = [legal_deals(chosen.deals, players, chosen.seed) for players in (2, 3, 4)]
    good += [planted_revokes(chosen.revokes, players, chosen.seed) for players in (2, 3, 4)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    run_command(main)
