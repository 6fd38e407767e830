"""Examples of proofs and of their limits, and what a camera's doubts mean to a proof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import BAVARIAN_32, FRENCH_20, GERMAN_33, Card, Pack
from engine.games.bohemian_watten.game import BohemianWatten
from engine.referee.proofs import Proof, Suspect, Verdict
from engine.referee.referee import Referee
from engine.rules.card_rules import Ladder, Rung
from engine.tricks import Play, Trick
from tests.support.examples import examples


def bohemian(trump: str) -> Callable[[Trick], Ladder]:
    game = BohemianWatten()
    return lambda trick: game.ladder(trick.cards, trump)


def bauerchen(trump: str) -> Callable[[Trick], Ladder]:
    """Follow suit, else trump (no overtrumping, which these examples do not need)."""

    def ladder(trick: Trick) -> Ladder:
        if not trick.plays:
            return ()
        jacks = FRENCH_20.set(card for card in FRENCH_20.cards if card.rank == "J")
        trumps = FRENCH_20.suit_set(trump) | jacks
        led = FRENCH_20.bit(trick.cards[0])
        suit = trumps if led & trumps else FRENCH_20.suit_set(trick.cards[0].suit) & ~jacks
        return Rung(suit, suit, "follow"), Rung(trumps, trumps, "trump")

    return ladder


def watten(trump: str, striker: str) -> Callable[[Trick], Ladder]:
    def ladder(trick: Trick) -> Ladder:
        if not trick.plays or trick.cards[0].suit != trump:
            return ()
        trumps = GERMAN_33.suit_set(trump)
        return (Rung(trumps & ~GERMAN_33.bit(GERMAN_33.card(trump + striker)), trumps, "trump"),)

    return ladder


class PlayedGame:
    """A deal written as tricks: `0:L9 1:H8`; a doubtful card is `1:H8|L8`. Positions count from 1."""

    def __init__(self, pack: Pack, hands: Mapping[int, int], ladder: Callable[[Trick], Ladder]) -> None:
        self.pack, self.ladder = pack, ladder
        self.referee = Referee(pack, hands)
        self.position = 0
        self.proofs: list[Proof] = []
        self.verdicts: list[Verdict] = []
        """On each card when it was laid."""
        self.trick = Trick()

    def tricks(self, *tricks: str) -> PlayedGame:
        for text in tricks:
            self.trick = Trick()
            self.lay(text)
        return self

    def lay(self, text: str) -> None:
        for word in text.split():
            seat, _, readings = word.partition(":")
            card, *doubts = (self.pack.card(reading) for reading in readings.split("|"))
            self.position += 1
            play = Play(int(seat), card, self.position)
            self.proofs += self.referee.lay(play, self.trick, self.ladder, doubts)
            self.verdicts.append(self.referee.verdict(self.position))
            self.trick = self.trick.with_play(play)


def bohemian_table(trump: str) -> PlayedGame:
    return PlayedGame(BAVARIAN_32, dict.fromkeys(range(4), 5), bohemian(trump))


def bauerchen_table(trump: str) -> PlayedGame:
    return PlayedGame(FRENCH_20, dict.fromkeys(range(4), 5), bauerchen(trump))


def card(text: str) -> Card:
    return BAVARIAN_32.card(text)


# The examples


@pytest.mark.parametrize("answer", [pytest.param("H8", id="throws_off"), pytest.param("L7", id="plays_under")])
def test_example_a_known_card(answer: str) -> None:
    played = bohemian_table("L")
    played.referee.hold(0, 1, [card("LU")], 1, "upcard")
    played.tricks(f"0:L9 1:{answer}")
    assert played.verdicts[1] == "proved"
    [proof] = played.proofs
    assert (proof.kind, proof.cards, proof.source, proof.position) == ("known", (card("LU"),), "upcard", 0)
    duty = {"H8": "follow", "L7": "overtrump"}[answer]
    assert proof.plays == (Suspect(2, 1, card(answer), (duty,)),)


def test_example_b_joint() -> None:
    played = bauerchen_table("H").tricks("1:HA 2:CA 3:SA")
    assert played.proofs == []
    played.lay("0:DA")
    [proof] = played.proofs
    assert (proof.kind, proof.guilty, len(proof.cards), proof.needed) == ("pool", (0, 2, 3), 9, 12)
    assert [played.referee.verdict(position) for position in (1, 2, 3, 4)] == ["certified", "open", "open", "open"]


def test_example_c_pool_exhaustion() -> None:
    """Two cards left and one bell unseen: proved two plays before a card of seat 2 gives it away."""
    played = bohemian_table("H").tricks("1:EA 2:S8 3:EK 0:E8", "1:LA 2:S9 3:LK 0:L8", "1:SO 2:SK 3:SU")
    assert played.proofs == []
    played.lay("0:S10")
    [proof] = played.proofs
    assert (proof.kind, proof.guilty, proof.cards, proof.needed) == ("pool", (2,), (card("SA"),), 2)
    assert proof.source is None, "no card that was seen proves it"
    assert [play.position for play in proof.plays] == [2, 6]


def test_example_d_never_provable_unless_shown() -> None:
    played = PlayedGame(GERMAN_33, dict.fromkeys(range(4), 5), watten("H", "A"))
    played.tricks("1:H9 2:SA 3:H7 0:HK", "0:EA 1:E7 2:E8 3:E9", "0:LA 1:L7 2:L8 3:L9")
    assert played.proofs == []
    assert played.referee.open_plays() == (2,)
    [proof] = played.referee.show(13, 2, [card("HU"), card("LK")], whole_hand=True)
    assert (proof.kind, proof.cards, proof.source, proof.position) == ("known", (card("HU"),), "shown", 13)
    assert played.referee.open_plays() == ()


# The three verdicts


@pytest.mark.parametrize(
    "tricks", [("0:LK 1:LO", "0:S9 1:H8"), ("0:LA 1:H8|L8", "0:S9 1:H9")], ids=["certain", "or a reading follows suit"]
)
def test_a_hand_played_out_leaves_nothing_open(tricks: tuple[str, ...]) -> None:
    played = PlayedGame(BAVARIAN_32, {0: 2, 1: 2}, bohemian("E")).tricks(*tricks)
    assert played.referee.open_plays() == ()


def test_one_of_two_criticals_was_kept() -> None:
    played = bohemian_table("E")
    played.referee.hold(0, 1, [card("HK"), card("S7")], 1, "cut")
    [proof] = played.tricks("0:L9 1:H8").proofs
    assert (proof.kind, proof.needed, set(map(str, proof.cards))) == ("one_of", 1, {"HK", "S7"})
    assert "trump" in proof.plays[0].rules


# Doubtful readings


def test_too_many_doubts_prove_nothing() -> None:
    doubtful = ["0:EA|E8|E9 1:EK|EO|EU 2:E7|E10", "0:HA|HK|HO 1:HU|H10|H9 2:H8|H7", "0:SA|SK|SO 1:SU|S10|S9 2:S8|S7"]
    played = bohemian_table("L").tricks(*doubtful)
    played.tricks("0:L9 1:S9", "1:LU")
    assert played.referee.verdict(11) == "doubtful"
    assert all(proof.ask for proof in played.proofs)


# Readings that cannot be true


@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(100))
def test_a_legal_deal_read_with_doubts_is_never_proved_illegal(seed: int) -> None:
    """The camera takes a card for another one, but has the right one among its doubts."""
    random = Random(seed)
    game, trump = BohemianWatten(), random.choice("ELHS")
    cards = list(BAVARIAN_32.cards)
    random.shuffle(cards)
    hands = {seat: cards[5 * seat : 5 * seat + 5] for seat in range(4)}
    referee, position, doubted = Referee(BAVARIAN_32, dict.fromkeys(hands, 5)), 0, 0
    for _ in range(5):
        truth, seen = Trick(), Trick()
        for seat, hand in hands.items():
            laid = random.choice(sorted(game.legal(hand, truth.cards, trump)))
            hand.remove(laid)
            readings = [laid]
            if doubted < 4 and random.random() < 0.3:
                doubted += 1
                readings = random.sample([laid, *random.sample(cards, 2)], 3)
            play = Play(seat, readings[0], position)
            proofs = referee.lay(play, seen, lambda trick: game.ladder(trick.cards, trump), readings[1:])
            assert all(proof.ask for proof in proofs)
            truth, seen = truth.with_play(Play(seat, laid)), seen.with_play(play)
            position += 1
