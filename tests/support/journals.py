"""Strategies for journals: random events, and simulated evenings with random amendments."""

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from engine.cards import FRENCH_20, GERMAN_33, Card
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardsShown,
    CardTaken,
    DealStarted,
    EveningStarted,
    Event,
    Exchanged,
    Fact,
    GameStarted,
    PlayersSeated,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.simulation.evening import simulation

numbers = st.integers(0, 40)
seats = st.integers(0, 3)
cards = st.sampled_from(GERMAN_33.cards + FRENCH_20.cards)
words = st.text(max_size=6) | st.sampled_from(
    ["true", "3", "Ⅷ", "٣", 'a"b', "a b", "a=b", "#", "!", "=", "\n", "all", "trump"]
)
names = st.from_regex(r"[a-z][a-z_]{0,6}", fullmatch=True) | st.sampled_from(["true", "a-b", "3"])
values = st.one_of(st.booleans(), st.integers(-9, 99), words)

facts: st.SearchStrategy[Fact] = st.one_of(
    st.builds(
        GameStarted, words, st.lists(seats, max_size=4).map(tuple), seats,
        st.dictionaries(names, values, max_size=3).map(lambda rules: tuple(rules.items())),
    ),
    st.builds(EveningStarted, words),
    st.builds(PlayersSeated, st.dictionaries(seats, words, max_size=4).map(lambda names: tuple(names.items()))),
    st.builds(DealStarted, seats),
    st.builds(CardTaken, seats, cards, st.sampled_from(["cut", "upcard"])),
    st.builds(UpcardTurned, cards, st.lists(cards, max_size=2).map(tuple)),
    st.builds(Announced, seats, words, words),
    st.builds(Exchanged, seats, numbers),
    st.builds(CardLaid, seats, cards, st.lists(cards, max_size=2).map(tuple), st.booleans(), st.booleans()),
    st.builds(TrickGathered, st.none() | seats),
    st.builds(CardsShown, seats, st.lists(cards, max_size=3).map(tuple), st.booleans()),
    st.builds(
        TricksEntered,
        st.dictionaries(seats, numbers, max_size=4).map(lambda tricks: tuple(tricks.items())),
        st.sampled_from(["", "H", "L", "H U"]),
    ),
    st.builds(Ruled, numbers, st.sampled_from(["taken_back", "counted", "stands"])),
    st.builds(Ruled, numbers, st.just("noted"), names),
)  # fmt: skip


@st.composite
def journals(draw: st.DrawFn, fact: st.SearchStrategy[Fact] = facts, max_size: int = 12) -> list[Event]:
    """Any facts, amended any way that an amendment can be."""
    journal: list[Event] = []
    for position in range(draw(st.integers(0, max_size))):
        if position and draw(st.booleans()):
            target = draw(st.integers(0, position - 1))
            amended = draw(st.none() | fact)
            before = amended is not None and draw(st.booleans())
            journal.append(Amended(target, amended, before))
        else:
            journal.append(draw(fact))
    return journal


def evening(seed: int, deals: int = 2) -> list[Event]:
    """Returns some deals as they could happen, with revokes."""
    random = Random(seed)
    simulated = simulation(players=random.choice([2, 3, 4]), seed=seed)
    for _ in range(deals):
        simulated.play_deal(revoke_at=random.choice([None, 0, 6]))
    return list(simulated.events)


def some_evenings(random: Random, game: str = "bohemian-watten") -> list[Event]:
    """Games scored by hand, with people who come, go and change seats."""
    journal: list[Event] = []
    for _ in range(random.randrange(1, 4)):
        if random.random() < 0.7:
            journal.append(EveningStarted(random.choice(["", "Adler", "Post"])))
        seats = random.choice([(0, 1, 2), (0, 1, 2, 3)])
        for _ in range(random.randrange(1, 4)):
            journal.append(GameStarted(game, seats, random.choice(seats)))
            for _ in range(random.randrange(6)):
                if random.random() < 0.4:
                    journal.append(
                        PlayersSeated(
                            tuple(
                                zip(
                                    seats,
                                    random.sample(["Anna", "Bert", "Cenzi", "Dori", "Emil"], len(seats)),
                                    strict=True,
                                )
                            )
                        )
                    )
                journal.append(DealStarted(random.choice(seats)))
                tricks = [random.choice(seats) for _ in range(5)]
                journal.append(TricksEntered(tuple((seat, tricks.count(seat)) for seat in seats), random.choice("HL")))
    return journal


def with_random_events(journal: Sequence[Event], random: Random) -> list[Event]:
    """Returns the journal with misreadings, missed and doubled events, and amendments after them."""
    recorded_events: list[Event] = []
    for event in journal:
        recorded_events.append(event)
        chance = random.random()
        if chance < 0.03 and len(recorded_events) > 3:
            recorded_events.append(Amended(random.randrange(2, len(recorded_events))))
        elif chance < 0.06 and len(recorded_events) > 3:
            recorded_events.append(
                Amended(random.randrange(2, len(recorded_events)), _some_fact(random), random.random() < 0.5)
            )
        elif chance < 0.09 and len(recorded_events) > 3:
            recorded_events.append(_some_fact(random))
        elif chance < 0.11 and len(recorded_events) > 3:
            recorded_events.append(
                Ruled(random.randrange(len(recorded_events)), random.choice(["taken_back", "counted", "stands"]))
            )
    return recorded_events


def _some_fact(random: Random) -> Fact:
    seat, card = random.randrange(4), random.choice((*GERMAN_33.cards, Card("C", "J")))
    return random.choice(
        [
            CardLaid(seat, card),
            CardLaid(seat, card, (random.choice(GERMAN_33.cards),)),
            TrickGathered(None),
            TrickGathered(seat),
            Announced(seat, random.choice(["fold", "play", "double"])),
            Exchanged(seat, random.randrange(6)),
            CardTaken(seat, card, random.choice(["cut", "upcard"])),
            UpcardTurned(card),
            DealStarted(seat),
            EveningStarted("next"),
            PlayersSeated(tuple(enumerate(random.sample(["Anna", "Bert", "Cenzi", "Dori", "Emil"], 4)))),
            CardsShown(seat, (card,), random.random() < 0.5),
            TricksEntered(((0, random.randrange(4)), (2, 2)), "H"),
        ]
    )
