"""The referee agrees at every play with an enumeration of all possible worlds."""

from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, CardSet, Pack
from engine.games import all_games, game
from engine.referee.proofs import Proof
from engine.referee.referee import Referee
from engine.rules.card_rules import Holding, Ladder, Rung, legal_cards
from engine.rules.game import Game
from engine.simulation.audit import KnownCards, MatchingOracle
from engine.tricks import Play, Trick
from tests.support.examples import examples, one_in
from tests.support.hands_by_force import AllWorlds

TINY = Pack("tiny", ("E", "L", "H"), ("A", "K", "O"))
EIGHT = Pack("eight", ("E", "L"), ("A", "K", "O", "U"))


@dataclass
class Shape:
    """*hands* of so many cards; *nested*: ladders as real games have them, else any sets at all."""

    pack: Pack
    hands: list[int]
    nested: bool
    taken: int = 0
    put_away: int = 0
    left: bool = False
    shown: bool = False
    unread: bool = False
    """The second card of seat 0 cannot be read; what it was is then not inferred, but nothing false may be."""
    lifted: bool = False
    """Some leads are forbidden to whoever holds a certain card, but not enough others."""
    game: str = ""
    """Whose ladders bind, under any house rules; of its pack only a few cards are dealt."""


NARROWED = 1119
"""A seed with which suspected plays are narrowed down to some of them; a later card proves another one illegal."""
SHAPES = [
    pytest.param(Shape(TINY, [2, 2, 2], nested=True), id="three_seats_with_stock"),
    pytest.param(Shape(TINY, [3, 3, 3], nested=True), id="no_stock"),
    pytest.param(Shape(TINY, [3, 3, 3], nested=False), id="any_ladder_no_stock"),
    pytest.param(Shape(EIGHT, [3, 3], nested=True, taken=1), id="upcard_taken"),
    pytest.param(Shape(EIGHT, [3, 3], nested=True, taken=2, put_away=1), id="one_of_two_criticals"),
    pytest.param(Shape(EIGHT, [3, 4], nested=False, taken=3, put_away=1), id="two_of_three_criticals"),
    pytest.param(Shape(EIGHT, [3, 2, 1], nested=True, taken=2, put_away=2), id="perhaps_put_away_all"),
    pytest.param(Shape(EIGHT, [2, 2, 2], nested=True, left=True), id="upcard_left"),
    pytest.param(Shape(EIGHT, [2, 2, 2, 2], nested=True, shown=True), id="a_card_shown"),
    pytest.param(Shape(EIGHT, [4, 4], nested=False, shown=True), id="two_seats_all_dealt"),
    pytest.param(Shape(EIGHT, [3, 3], nested=True, taken=1, unread=True), id="unread_with_upcard"),
    pytest.param(Shape(TINY, [3, 3, 3], nested=True, unread=True), id="unread_no_stock"),
    pytest.param(Shape(TINY, [3, 3, 3], nested=True, lifted=True), id="lifted_no_stock"),
    pytest.param(Shape(EIGHT, [2, 3, 2], nested=True, lifted=True), id="lifted_with_stock"),
    pytest.param(Shape(EIGHT, [3, 3], nested=True, lifted=True, shown=True), id="lifted_with_a_card_shown"),
    pytest.param(Shape(EIGHT, [3, 3], nested=True, lifted=True, unread=True), id="lifted_unread"),
]
SIZES = [
    pytest.param({"hands": [2, 2, 2]}, id="three_seats_with_stock"),
    pytest.param({"hands": [3, 3, 3]}, id="no_stock"),
    pytest.param({"hands": [2, 2, 2, 2], "shown": True}, id="a_card_shown"),
    pytest.param({"hands": [3, 3], "taken": 2, "put_away": 1}, id="one_of_two_taken"),
    pytest.param({"hands": [4, 4], "left": True}, id="upcard_left"),
]


def _ladder(shape: Shape, random: Random, trick: Trick) -> Ladder:
    pack = shape.pack
    if not shape.nested:
        first, second, more = (random.randrange(pack.all + 1) for _ in range(3))
        return (Rung(first, first, "first"), Rung(second, second | more, "second"))
    if not trick.plays:
        suit = pack.suit_set(pack.suits[0])
        ace, enough = suit & -suit, Holding(random.choice((2, 3)), suit)
        return (Rung(ace, pack.all & ~suit | ace, "lead", enough),) if shape.lifted else ()
    trump, led = pack.suit_set(pack.suits[0]), pack.suit_set(trick.cards[0].suit)
    higher = led & ((pack.bit(trick.cards[0]) & -pack.bit(trick.cards[0])) - 1)
    return tuple(Rung(cards, cards, rule) for cards, rule in ((higher, "overtake"), (led, "follow"), (trump, "trump")))


@dataclass
class Table:
    shape: Shape
    random: Random
    referee: Referee = field(init=False)
    force: AllWorlds = field(init=False)
    examiner: MatchingOracle = field(init=False)
    hands: list[CardSet] = field(init=False)
    proofs: list[Proof] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    house: Game | None = None
    trump: str = ""

    def __post_init__(self) -> None:
        cards = self._few_cards() if self.shape.game else list(self.shape.pack.cards)
        shape, pack = self.shape, self.shape.pack
        every = pack.set(cards)
        self.referee = Referee(pack, dict(enumerate(shape.hands)), every)
        self.force = AllWorlds(every, shape.hands)
        self.examiner = MatchingOracle(every, dict(enumerate(shape.hands)))
        self.random.shuffle(cards)
        taken, self.hands = [cards.pop() for _ in range(shape.taken)], []
        for seat, size in enumerate(shape.hands):
            kept = taken[shape.put_away :] if seat == 0 else []
            self.hands.append(pack.set(kept + [cards.pop() for _ in range(size - len(kept))]))
        self.referee.hold(0, 0, taken, shape.taken - shape.put_away, "cut")
        self.force.took(0, pack.set(taken), shape.put_away)
        self.examiner.taken.append(KnownCards(0, pack.set(taken), shape.taken - shape.put_away))
        if shape.left:
            self.referee.leave(cards[0])
            self.force.left(pack.bit(cards[0]))
            self.examiner.left = pack.bit(cards[0])

    def _few_cards(self) -> list[Card]:
        """Returns cards of two suits mostly, for with few cards of many suits hardly anybody is bound."""
        random = self.random
        switches = all_games()[self.shape.game].book.switches
        rules = {switch.name: random.choice(switch.values) for switch in switches}
        if "trump_duty" in rules and random.random() < 0.75:
            rules["trump_duty"] = "led"  # its other values bind hardly anybody who holds few cards
        if "run_away_cards" in rules:
            rules["run_away_cards"] = 3  # hardly anybody holds four of the few cards
        self.house = game(self.shape.game, rules)
        self.shape = shape = replace(self.shape, pack=self.house.pack)
        self.trump = random.choice(self.house.all_trumps)
        suits = {self.house.trump_suit(self.trump), random.choice(shape.pack.suits)}
        near = [card for card in shape.pack.cards if card.suit in suits]
        chosen = random.sample(near, min(len(near), 7))
        others = [card for card in shape.pack.cards if card not in chosen]
        return chosen + random.sample(others, 9 - len(chosen))

    def _ladder(self, trick: Trick) -> Ladder:
        if self.house is None:
            return _ladder(self.shape, self.random, trick)
        return self.house.ladder(trick.cards, self.trump)

    def play_out(self) -> None:
        position = 1
        while any(self.hands):
            trick = Trick()
            for seat, hand in enumerate(self.hands):
                if hand:
                    trick = self._lay(position, seat, trick)
                    self.check()
                    position += 1
            if self.shape.shown and position == 1 + len(self.hands):
                self._show(1, position)
                self.check()

    def _lay(self, position: int, seat: int, trick: Trick) -> Trick:
        ladder, pack = self._ladder(trick), self.shape.pack
        legal = self.random.random() < 0.7
        card = self.random.choice(
            pack.members(legal_cards(ladder, self.hands[seat]) if legal else self.hands[seat])
            or pack.members(self.hands[seat])
        )
        self.hands[seat] &= ~pack.bit(card)
        if self.shape.unread and seat == 0 and len(self.laid) == len(self.hands):
            self.proofs += self.referee.lay_unread(seat)
            self.force.laid_unread(seat)
            self.laid.append(position)
            return trick
        self.force.laid(position, seat, pack.bit(card), ladder)
        self.examiner.lay(seat, pack.bit(card), ladder)
        play = Play(seat, card, position)
        self.proofs += self.referee.lay(play, trick, lambda _: ladder)
        self.laid.append(position)
        if self.referee.verdict(position) == "certified":
            assert all(position not in illegal for _, illegal in self.force.worlds)
        return trick.with_play(play)

    def _show(self, seat: int, position: int) -> None:
        cards = self.shape.pack.members(self.hands[seat])[:1]
        self.proofs += self.referee.show(position, seat, cards)
        self.force.shown(seat, self.shape.pack.set(cards))
        self.examiner.taken.append(KnownCards(seat, self.shape.pack.set(cards), len(cards)))

    def check(self) -> None:
        assert not self.referee.is_contradicted
        if not self.shape.unread:
            self._check_complete()
        for proof in self.proofs:
            plays = {play.position for play in proof.plays}
            assert not self.force.fits(plays)
        legal = self.referee.closed_plays()
        assert not any(legal & illegal for _, illegal in self.force.worlds)

    def _check_complete(self) -> None:
        fits = self.force.fits(set(self.laid))
        assert bool(self.proofs) == (not fits)
        assert self.examiner.is_possible() == fits
        single = {proof.plays[0].position for proof in self.proofs if len(proof.plays) == 1}
        assert single == self.force.always_illegal()


@pytest.mark.parametrize("shape", one_in(4, SHAPES))
def test_referee_agrees_with_enumerated_worlds_of_fixed_deals(shape: Shape) -> None:
    """Fewer deals than below, for the tests that are always run."""
    for seed in (*range(examples(50)), NARROWED):
        Table(shape, Random(seed)).play_out()


@pytest.mark.parametrize(("size", "name"), one_in(50, product((one.values[0] for one in SIZES), all_games())))
def test_referee_agrees_with_enumerated_worlds_of_fixed_deals_in_every_game(name: str, size: dict[str, Any]) -> None:
    for seed in range(examples(8)):
        Table(Shape(all_games()[name].pack, nested=True, game=name, **size), Random(seed)).play_out()


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(60))
def test_referee_agrees_with_enumerated_worlds(shape: Shape, seed: int) -> None:
    Table(shape, Random(seed)).play_out()


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("size", SIZES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(15))
def test_referee_agrees_with_enumerated_worlds_in_every_game(name: str, size: dict[str, Any], seed: int) -> None:
    Table(Shape(all_games()[name].pack, nested=True, game=name, **size), Random(seed)).play_out()


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
def test_revokes_happen_on_few_cards_too(name: str) -> None:
    """The sampled deals contain revokes, so that the comparison is meaningful."""
    proved = 0
    for seed in range(120):
        table = Table(Shape(all_games()[name].pack, [3, 3, 3], nested=True, game=name), Random(seed))
        table.play_out()
        proved += bool(table.proofs)
    assert proved > 1
