"""The games of a tournament's match: finished, running, and amended ones; they equal the ledger."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.amendments import effective_facts, shift_positions
from engine.events import Amended, DealStarted, EveningStarted, GameStarted, PlayersSeated, Ruled, TricksEntered
from engine.notation.record import read
from engine.simulation.evening import simulation
from engine.state.contest import Contest, ContestGame, contest_at, contest_of
from engine.state.ledger import Ledger
from engine.state.table import Table
from tests.support.examples import examples, one_in
from tests.support.journals import some_evenings

PAIRS = ((0, 2), (1, 3))
GAME = "game watten seats 0 1 2 3 dealer 0"
LEFT, RIGHT = "tricks 0:3 1:1 2:0 3:1\n", "tricks 0:1 1:3 2:1 3:0\n"


def deals(winners: str, first: int = 0) -> str:
    """Returns deals that the left (l) or right (r) side wins with two points each."""
    lines = (f"deal {(first + n) % 4}\n{LEFT if winner == 'l' else RIGHT}" for n, winner in enumerate(winners))
    return "".join(lines)


def contest(text: str, count: int = 3, sides: tuple[tuple[int, ...], ...] = PAIRS, unit: str = "game") -> Contest:
    return contest_of(read(f"kiebitz record 1\n{text}"), sides, count, "deal" if unit == "deal" else "game")


TO_11, TO_13, TO_15, TO_18 = (f"{GAME} rules target={target}\n" for target in (11, 13, 15, 18))


@pytest.mark.parametrize(
    ("text", "games", "score"),
    [
        ("", (), ()),
        (TO_13, (), (0, 0)),
        (TO_13 + deals("lr"), (), (2, 2)),
        (TO_11 + deals("llllll"), (ContestGame((12, 0), (0,), (0,), (0,)),), ()),
        (TO_13 + deals("lllllll"), (ContestGame((14, 0), (0,), (0,), (0,)),), ()),
        (TO_15 + deals("rrrrrrrllllllll"), (ContestGame((16, 14), (0, 1), (0,), (1,)),), ()),
        (TO_18 + deals("rrrrrrrrr"), (ContestGame((0, 18), (1,), (1,), (1,)),), ()),
        (TO_13 + deals("lllllll") + TO_13 + deals("rl"), (ContestGame((14, 0), (0,), (0,), (0,)),), (2, 2)),
        (TO_13 + deals("lllll") + TO_13 + deals("rl"), (), (2, 2)),
    ],
    ids=["nothing", "begun", "runs", "to 11", "to 13", "both gespannt", "to 18", "second game", "given up"],
)
def test_games_of_watten(text: str, games: tuple[ContestGame, ...], score: tuple[int, ...]) -> None:
    assert contest(text) == Contest(games, score, 3)


BUMMERL = """deal 0
say 1 striker U
say 0 trump S
play 1:SU 2:S9 3:E7
show 3 SA
"""
"""Seat 3 keeps a trump back, and shows it."""


@pytest.mark.parametrize(
    ("before", "points"), [("", (13, 0)), ("rr", (13, 4)), ("lll", (13, 0)), ("lllll", (13, 0)), ("rrrrr", (13, 10))]
)
def test_a_game_that_a_revoke_has_ended_is_won_to_the_target(before: str, points: tuple[int, ...]) -> None:
    """The hall knows the winner by the points alone, and a game that is below the target is not over for it."""
    begun = TO_13 + deals(before)
    laid = len(read(f"kiebitz record 1\n{begun}")) + 5
    played = contest(f"{begun}{BUMMERL.replace('deal 0', f'deal {len(before) % 4}')}rule {laid} counted\n", 1)
    assert played.is_finished
    assert (played.games[0].points, played.games[0].winners) == (points, (0,))


@pytest.mark.parametrize(
    ("unit", "count", "finished"), [("game", 1, True), ("game", 2, False), ("deal", 7, True), ("deal", 8, False)]
)
def test_a_match_ends_with_its_last_game(unit: str, count: int, finished: bool) -> None:
    played = contest(TO_13 + deals("lllllll"), count, unit=unit)
    assert played.is_finished is finished
    assert len(played.games) == min(count, 1 if unit == "game" else 7)


def test_a_deal_of_a_game_that_counts_down_adds_most_for_whoever_took_most() -> None:
    """GR7: five tricks count five down, no trick five up; accounts are ranked by the most points."""
    text = "game gras seats 0 1 2 3 dealer 0\ntricks 0:3 1:2 2:0 3:0 trump L\n"
    assert contest(text, sides=((0,), (1,), (2,), (3,)), unit="deal").games == (ContestGame((3, 2, -5, -5)),)


BAUERCHEN = "game bauerchen seats 0 1 2 3 dealer 0\n"
HAND = "say {first} trump H\ntricks 1:130 0:0\n"


def test_contest_counts_games_of_bauerchen() -> None:
    lost = BAUERCHEN + "".join(f"deal {n % 4}\n" + HAND.format(first=(n + 1) % 4) for n in range(4))
    played = contest(lost, 2)
    assert [game.winners for game in played.games] == [(1,)]
    (ledger_game,) = Ledger.of(read(f"kiebitz record 1\n{lost}")).games
    assert played.games[0].points == tuple(ledger_game.result.tallies[seat] for seat in (0, 1))


LEDIG_LOST = "deal 0\nsay 1 trump H\nsay 2 ledig\nplay 1:CJ 2:HJ 3:DK >1\n"
TEN_TO_EIGHT = (
    "deal 0\nsay 1 trump H\ntricks 1:130 0:0\ndeal 1\nsay 2 trump H\ntricks 1:130 0:0\ndeal 2\nsay 3 trump H\n"
    "tricks 1:130 0:0\ndeal 3\nsay 0 trump H\nsay 1 double\nsay 0 double\nsay 1 double\ntricks 1:60 0:70\n"
)
OUT_WITH_A_MELD = "deal 0\nsay 1 trump H\nsay 1 meld H\nplay 1:HK\ntricks 1:0 0:130\n"


@pytest.mark.parametrize(
    ("rules", "lines", "points"),
    [
        pytest.param("target=31", LEDIG_LOST, (0, 31), id="a Ledig below the target"),
        pytest.param("target=12", LEDIG_LOST, (0, 12), id="a Ledig at the target"),
        pytest.param("target=12", TEN_TO_EIGHT + OUT_WITH_A_MELD, (11, 12), id="the hand counts after the meld"),
    ],
)
def test_a_round_of_bauerchen_is_won_to_the_target(rules: str, lines: str, points: tuple[int, ...]) -> None:
    """BA15, DECISIONS BA13"""
    (game,) = contest(f"game bauerchen seats 0 1 2 3 dealer 0 rules {rules}\n{lines}", 1).games
    assert game.points == points
    assert game.winners == (points.index(max(points)),)


def test_events_that_begin_in_the_middle_of_a_journal() -> None:
    """What is amended before the match changes nothing in it, and later positions still mean the same events."""
    before = read("kiebitz record 1\nevening Friday\nplayers 0:Anna\n" + TO_11 + deals("lll"))
    match = [
        EveningStarted("Cup"),
        PlayersSeated(((0, "Huber"),)),
        *read("kiebitz record 1\n" + TO_13 + deals("lllllll")),
    ]
    first = len(before)
    journal = [*before, *(shift_positions(event, first) for event in match)]
    entered = max(place for place, event in enumerate(journal) if isinstance(event, TricksEntered))
    journal += [Amended(1), Amended(5, DealStarted(2), before=True), Ruled(3, "noted"), Amended(entered)]
    whole = Table.from_journal(journal)
    for count in range(first + 2, len(journal) + 1):
        table = Table.from_journal(journal[:count])
        assert contest_at(table, first, PAIRS, 3) == contest_of(journal[first:count], PAIRS, 3, first=first)
    assert contest_at(whole, first, PAIRS, 3) == Contest((), (12, 0), 3)


SIDES_BY_GAME = {
    "watten": PAIRS,
    "bauerchen": PAIRS,
    "bohemian-watten": ((0,), (1,), (2,), (3,)),
    "gras": ((0,), (1,), (2,), (3,)),
}


@pytest.mark.parametrize("game", one_in(4, SIDES_BY_GAME))
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_simulated_evenings_equal_the_ledger(game: str, seed: int) -> None:
    random = Random(seed)
    simulated = simulation(game, 4, seed)
    started = simulated.events[0]
    assert isinstance(started, GameStarted)
    for _ in range(examples(12)):
        if simulated.table.result.is_over:
            simulated.record(GameStarted(game, started.seats, random.choice(started.seats), started.rules))
        simulated.play_deal(revoke_at=random.choice([None, 3]))
    assert_equals_ledger(list(simulated.events), SIDES_BY_GAME[game])


@settings(max_examples=examples(30), deadline=None)
@given(seed=st.integers(0, 10_000))
def test_evenings_entered_by_hand_equal_the_ledger_after_amendments(seed: int) -> None:
    random = Random(seed)
    journal = [
        event for event in some_evenings(random, "watten") if not isinstance(event, PlayersSeated | EveningStarted)
    ]
    seats = (0, 1, 2, 3)
    journal = [GameStarted("watten", seats, 0) if isinstance(event, GameStarted) else event for event in journal]
    for _ in range(random.randrange(4)):
        entered = [place for place, event in enumerate(journal) if isinstance(event, TricksEntered)]
        if entered:
            journal.append(Amended(random.choice(entered), TricksEntered(((0, 5), (1, 0), (2, 0), (3, 0)))))
    assert_equals_ledger(journal, PAIRS)


def assert_equals_ledger(journal: list, sides: tuple[tuple[int, ...], ...]) -> None:  # type: ignore[type-arg]
    played = contest_of(journal, sides, 1_000)
    over = [game for game in Ledger.of(journal).games if game.result.is_over]
    by_side = [tuple(game.result.tallies[side[0]] for side in sides) for game in over]
    assert [game.points for game in played.games] == by_side
    won = [tuple(n for n, side in enumerate(sides) if side[0] in game.result.winners) for game in over]
    assert [game.winners for game in played.games] == won
    facts = [fact for _, fact in effective_facts(journal) if isinstance(fact, GameStarted)]
    assert bool(played.score) == (len(over) < len(facts) and not Ledger.of(journal).games[-1].result.is_over)
