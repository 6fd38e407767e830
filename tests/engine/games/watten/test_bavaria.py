"""Watten in Bavaria against a small implementation of its duties (WB10–WB14): no legal deal is accused."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Finding
from engine.cards import BAVARIAN_32, Card
from engine.events import Announced, CardLaid, DealStarted, GameStarted, TrickGathered
from engine.games import game
from engine.rules.card_rules import Turn
from engine.rules.findings import Kind
from engine.state.table import Table
from tests.support.examples import examples
from tests.support.watten_tables import watten

rule = pytest.mark.rule
CARDS, RANKS = BAVARIAN_32.cards, ["A", "K", "O", "U", "10", "9", "8", "7"]
CRITICALS = ["HK", "S7", "E7"]
BAVARIA = dict(game("watten", preset="bayerisch").rules.changes)
HOUSES = [
    {},
    {"critical_due": "opponents"},
    {"critical_due": "never"},
    {"right_duty_ends": "never"},
    {"trump_duty": "right_always"},
    {"trump_duty": "right_always", "critical_due": "opponents", "right_duty_ends": "never"},
    {"trump_duty": "none"},
    {"left_on_trump": True},
    {"left_on_trump": "due", "critical_due": "never"},
]


# As a player would say it


@dataclass
class Player:
    suit: str
    striker: str
    house: dict[str, object]

    @property
    def haube(self) -> str:
        return f"{self.suit}{self.striker}"

    def height(self, card: Card, led: Card) -> int:
        low = 10 - RANKS.index(card.rank)
        if str(card) in CRITICALS:
            return 900 - CRITICALS.index(str(card))
        if str(card) == self.haube:
            return 700
        if card.rank == self.striker:
            return 600
        return 500 + low if card.suit == self.suit else low if card.suit == led.suit else 0

    def winner(self, lying: Sequence[Card]) -> int:
        heights = [self.height(card, lying[0]) for card in lying]
        return heights.index(max(heights))

    def owed(self, lying: Sequence[Card], trick: int, *, is_partner: bool) -> set[Card] | None:
        """Returns the cards of which one must come, or None if all is free."""
        when = self.house.get("trump_duty", "right_first")
        if not lying or str(lying[0]) != self.haube or when == "none" or (when == "right_first" and trick > 1):
            return None
        if self.house.get("right_duty_ends", "beaten") == "beaten" and self.winner(lying) > 0:
            return None
        critical = self.house.get("critical_due", "always")
        with_criticals = critical == "always" or (critical == "opponents" and not is_partner)
        lefts = self.house.get("left_on_trump") == "due"
        return {
            card
            for card in CARDS
            if str(card) != self.haube
            and (
                with_criticals
                if str(card) in CRITICALS
                else card.suit == self.suit or (lefts and card.rank == self.striker)
            )
        }

    def may_lay(self, hand: Sequence[Card], lying: Sequence[Card], trick: int, *, is_partner: bool) -> set[Card]:
        owed = self.owed(lying, trick, is_partner=is_partner)
        if owed is None or not owed & set(hand):
            return set(hand)
        serves = owed | {card for card in CARDS if card.suit == self.suit or str(card) in CRITICALS}
        if self.house.get("left_on_trump"):
            serves |= {card for card in CARDS if card.rank == self.striker}
        return serves & set(hand)


@dataclass
class PlayedDeal:
    """A deal of random cards, each legal by `Player`, but for one breach if one is planted."""

    random: Random
    house: dict[str, object]
    haube_is_led: bool = True
    plants: bool = False
    missed: int = 0
    """The number of the trick that the camera misses, which it knows by the next lead; 0 for none."""
    findings: list[Finding] = field(default_factory=list)
    owed_to_breach: set[Card] = field(default_factory=set)
    """What the offender held back: one of these, laid by him later, is the witness."""
    breach: tuple[int, int] | None = None
    """Position and seat of the breach."""
    witness: int | None = None

    def play(self) -> None:
        table = Table.from_journal([GameStarted("watten", (0, 1, 2, 3), 0, tuple((BAVARIA | self.house).items()))])
        cards = list(CARDS)
        self.random.shuffle(cards)
        hands = {seat: cards[5 * seat : 5 * seat + 5] for seat in range(4)}
        lead = self.random.choice(hands[1]) if self.haube_is_led else self.random.choice(cards)
        player = Player(lead.suit, lead.rank, self.house)
        for event in (DealStarted(0), Announced(1, "striker", lead.rank), Announced(0, "trump", lead.suit)):
            self.findings += table.observe(event)
        leader, won = 1, Counter[int]()
        for trick in range(1, 6):
            lying: list[Card] = []
            for seat in ((leader + place) % 4 for place in range(4)):
                is_partner = len(lying) == 2
                legal = player.may_lay(hands[seat], lying, trick, is_partner=is_partner)
                card = self.random.choice(sorted(legal, key=CARDS.index))
                if trick in (1, self.missed + 1) and seat == leader and lead in legal and self.missed != trick:
                    card = lead
                position = len(table.journal)
                illegal = [other for other in hands[seat] if other not in legal]
                if self.plants and self.breach is None and illegal:
                    card = self.random.choice(illegal)
                    self.breach = position, seat
                    self.owed_to_breach = player.owed(lying, trick, is_partner=is_partner) or set()
                elif self.breach and self.witness is None and seat == self.breach[1] and card in self.owed_to_breach:
                    self.witness = position
                hands[seat].remove(card)
                lying.append(card)
                if trick == self.missed:
                    continue
                is_after_gap = trick == self.missed + 1 and len(lying) == 1 and trick > 1
                found = table.observe(CardLaid(seat, card, after_gap=is_after_gap))
                assert self.missed or not found or position == self.witness, found
                self.findings += found
            leader = (leader + player.winner(lying)) % 4
            won[leader % 2] += 1
            if max(won.values()) == 3:
                return
            if trick != self.missed:
                self.findings += table.observe(TrickGathered(leader))


@rule("WB10", "WB11", "WB12", "WB13", "WB14")
@settings(max_examples=examples(600))
@given(st.integers(0, 10**9), st.sampled_from(HOUSES), st.booleans())
def test_no_legal_deal_is_accused(seed: int, house: dict[str, object], haube_is_led: bool) -> None:
    deal = PlayedDeal(Random(seed), house, haube_is_led)
    deal.play()
    assert deal.findings == []


@rule("WB11")
@settings(max_examples=examples(300))
@given(st.integers(0, 10**9), st.sampled_from(HOUSES), st.integers(1, 3))
def test_a_trick_that_the_camera_missed_accuses_nobody_of_a_revoke(
    seed: int, house: dict[str, object], missed: int
) -> None:
    deal = PlayedDeal(Random(seed), house, haube_is_led=False, missed=missed)
    deal.play()
    assert [one for one in deal.findings if one.kind in (Kind.REVOKE, Kind.REVOKE_AMONG)] == []


@rule("WB11", "WB14")
@settings(max_examples=examples(600))
@given(st.integers(0, 10**9), st.sampled_from(HOUSES))
def test_a_breach_is_proved_by_its_first_witness(seed: int, house: dict[str, object]) -> None:
    deal = PlayedDeal(Random(seed), house, plants=True)
    deal.play()
    found = [(one.kind, one.position, one.seat) for one in deal.findings]
    assert found == ([(Kind.REVOKE, *deal.breach)] if deal.breach and deal.witness is not None else [])


def test_most_breaches_are_proved() -> None:
    deals = [PlayedDeal(Random(seed), {}, plants=True) for seed in range(60)]
    for deal in deals:
        deal.play()
    planted = [deal for deal in deals if deal.breach is not None]
    assert len(planted) > 20
    assert sum(deal.witness is not None for deal in planted) > len(planted) * 0.7


@rule("WB10", "WB11", "WB12", "WB13", "WB14")
@settings(max_examples=examples(1000))
@given(st.permutations(CARDS), st.integers(0, 3), st.integers(1, 5), st.booleans(), st.sampled_from(HOUSES))
def test_legal_cards_match_the_duties_in_words(
    cards: list[Card], lying: int, trick: int, haube_is_led: bool, house: dict[str, object]
) -> None:
    striker = cards[0] if haube_is_led else cards[-1]
    player, asked = Player(striker.suit, striker.rank, house), watten(**{**BAVARIA, **house})
    hand, on_table = cards[lying : lying + 5], cards[:lying]
    for is_partner in (False, True):
        legal = asked.legal(hand, on_table, f"{striker.suit} {striker.rank}", Turn(trick, is_partner))
        assert legal == player.may_lay(hand, on_table, trick, is_partner=is_partner)


# Single cases


@rule("WB11")
def test_the_reason_names_the_duty() -> None:
    bavaria = game("watten", preset="bayerisch")
    breach = bavaria.why_not("SA", "HU SA LK EK E9", "H8", "H 8")
    assert breach is not None
    assert (breach.rung, breach.rule, breach.withheld) == ("follow_right", "WB11", bavaria.cards("HU"))
    assert bavaria.why_not("SA", "HU SA LK EK E9", "H8", "H 8", Turn(2)) is None
    assert bavaria.excluded_cards("SA", "H8", "H 8") == {*bavaria.cards("HA HK HO HU H10 H9 H7 S7 E7")}
    assert bavaria.excluded_cards("SA", "H8", "H 8", Turn(3)) == frozenset()


@rule("WB14")
@pytest.mark.parametrize(("ends", "legal"), [("beaten", "HU S9 LK EK SA"), ("never", "HU")])
def test_the_duty_is_over_or_not_once_the_right_is_beaten(ends: str, legal: str) -> None:
    bavaria = game("watten", {"right_duty_ends": ends}, preset="bayerisch")
    assert bavaria.legal("HU S9 LK EK SA", "H8 E7", "H 8") == {*bavaria.cards(legal)}


@rule("WS9", "WT3", "WS6")
def test_south_tyrol_and_tyrol() -> None:
    open_play = game("watten", preset="offen2")
    trump = "H 8"
    assert open_play.legal("L8 LA", "H9", trump) == {*open_play.cards("L8")}
    assert open_play.legal("L8 LA H8", "H9", trump) == {*open_play.cards("L8 H8")}
    assert open_play.legal("H8 LA", "H9", trump) == {*open_play.cards("H8 LA")}, "the right alone is exempt"
    assert open_play.legal("L8 LA H7", "H9", trump) == {*open_play.cards("L8 H7")}
    south = watten(guate=True, weli_striker="right_always", guate_with_weli=False)
    assert south.wanderer("H 6") is None
    assert watten(guate=True, weli_striker="right_always").wanderer("H 6") == Card("H", "7")
    above = watten(weli_always_trump=True, weli_rank="above_strikers")
    assert [str(card) for card in above.trumps("H 9")[:5]] == ["H9", "S6", "E9", "L9", "S9"]
    assert str(above.best("E9 S6", "H 9")) == "S6"
    assert str(game("watten", preset="tirol").best("S6 E9", "H 9")) == "E9"


def test_a_bavarian_pack_has_its_preset_first() -> None:
    presets = [preset.name for preset in game("watten").book.offered_presets if preset.rules["pack"] == "bavarian32"]
    assert presets[0] == "bayerisch"
