"""Latinisch and Blind at the table: takers, duties, what is told and when."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine import Table
from engine.cards import GERMAN_33
from engine.events import Announced, CardLaid, CardsShown, DealStarted, GameStarted, TrickGathered
from engine.games.watten.game import Watten
from engine.notation.explain import sentence
from engine.notation.record import read, write
from engine.referee.matching_oracle import KnownCards, MatchingOracle
from engine.rules.findings import Kind
from engine.rules.obligations import legal_cards
from engine.simulation.evening import deal_with_revoke, simulation
from tests.support.records import play_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Finding
    from engine.cards import Card, Seat
    from engine.rules.deal import Deal

rule = pytest.mark.rule
PACK = GERMAN_33
SECRET = "announcement=secret"
ACORNS = "play 1:EA 2:E9 3:E8 0:EK"
STRIKER_U = "say 1 striker U"
HEARTS_8 = 'say 0 trump H | say 1 striker "8"'


def played(lines: str, rules: str = SECRET, seats: str = "0 1 2 3") -> tuple[Table, list[Finding]]:
    """Dealer 0, forehand 1."""
    return play_record(f"deal 0 | {lines}", rules, seats, name="watten")


def short(findings: Sequence[Finding]) -> list[str]:
    """Returns findings as `kind @event seat card: seats`."""
    return [f"{one.kind} @{one.position} {one.seat} {one.card}: {' '.join(map(str, one.seats))}" for one in findings]


def deal_of(table: Table) -> Deal:
    assert table.deal is not None
    return table.deal


def watten(table: Table) -> Watten:
    assert isinstance(table.game, Watten)
    return table.game


# Who takes


@rule("3.11", "DECISIONS WA13")
@pytest.mark.parametrize("announcement", ["secret", "shown_card"])
def test_everything_can_be_trump_at_first(announcement: str) -> None:
    table, _ = played("play 1:EA", f"announcement={announcement}")
    assert (table.phase, table.trump, table.turn) == ("play", None, 2)
    assert watten(table).readings(deal_of(table)) == watten(table).all_trumps


TAKERS = [
    pytest.param(ACORNS, None, [], id="nobody can know"),
    pytest.param(f"{ACORNS} >2", 2, [], id="who gathers it has taken it"),
    pytest.param(f"{ACORNS} >", None, [], id="nobody saw who gathers"),
    pytest.param(f"{ACORNS} > 3:S7", 0, [], id="who leads has taken it"),
    pytest.param(f"{STRIKER_U} | {ACORNS}", 1, [], id="the highest acorn under all that is left"),
    pytest.param(
        f"{STRIKER_U} | {ACORNS} >2", 2, ["wrong_taker @7 2 None: 1"], id="gathered by who cannot have taken it"
    ),
    pytest.param(
        f"{STRIKER_U} | play 1:EA 2:L9 3:L8 0:H7 >3", 3, ["wrong_taker @7 3 None: 1 2 0"], id="one of three others"
    ),
    pytest.param(f"{STRIKER_U} | play 1:EA 2:L9 3:L8 0:H7 >3 3:S7", 0, ["wrong_taker @7 3 None: 1 2 0"], id="he leads"),
    pytest.param(
        f"{STRIKER_U} | play 1:EA 2:L9 3:L8 0:H7 > 3:S7", 0, ["out_of_turn @8 3 S7: 1 2 0"], id="nobody saw it gathered"
    ),
]


@rule("3.11")
@pytest.mark.parametrize(("lines", "turn", "findings"), TAKERS)
def test_who_takes_while_trump_is_a_secret(lines: str, turn: Seat | None, findings: list[str]) -> None:
    table, found = played(lines)
    assert (table.turn, short(found)) == (turn, findings)


def test_what_is_guessed_by_the_takers_accuses_nobody() -> None:
    """EA was beaten by E9, so nines strike; but who gathered it may have been wrong."""
    table, _ = played(f"{ACORNS} >2")
    assert set(watten(table).guesses(deal_of(table))) == {"E 9", "L 9", "H 9", "S 9"}
    assert len(watten(table).readings(deal_of(table))) == 36


def test_cards_seen_narrow_what_can_be_trump() -> None:
    table, _ = played("play 1:EA 2:E9 3:E8 0:EK >1 | play 1:LA 2:S9 3:S8 0:L7 >1 | show 0 L8 L9 L10 all")
    suits = {trump.split()[0] for trump in watten(table).readings(deal_of(table))}
    assert suits == {"E", "L"}
    table, _ = played("play 1:EA 2:EK 3:LK 0:HK >1 | play 1:S7 2:SK 3:S9 0:S8 >2")
    strikers = {trump.split()[1] for trump in watten(table).readings(deal_of(table))}
    assert strikers == {"A", "O", "U", "10", "9", "8", "7", "6"}  # all kings are in other hands


# What is told


@rule("3.11", "DECISIONS WA12")
def test_only_the_announcers_must_give_trumps() -> None:
    lines = "play 1:H9 2:S7 3:HA 0:HO >3 | play 3:EU 0:E7 1:EO 2:H7 >2 | play 2:LA 3:L9 0:L10 1:L7 >2"
    _, findings = played(f"{lines} | show 2 HU SU all | {HEARTS_8}")
    assert findings == []
    lines = "play 1:H9 2:H7 3:HA 0:S7 >3 | play 3:EU 0:HO 1:EO 2:E9 >0"
    _, findings = played(f"{lines} | {HEARTS_8}")
    assert short(findings) == ["revoke @5 0 S7: 0"]


CUT = "play 1:H9 2:L8 3:HA 0:S7 >3 | play 3:EU 0:E7 1:EO 2:E9 >1 | play 1:LA 2:L10 3:L9 0:L7 >1"
"""Under H 8 the first trick is that of 2, who did not know it; the second is that of forehand, as gathered."""


@rule("3.11", "3.4")
def test_told_after_the_play_everything_is_judged_from_its_beginning() -> None:
    table, findings = played(CUT)
    assert (table.step.phase, table.step.seats, findings) == ("reveal", (0, 1), [])
    assert table.open_plays() == (5,)
    options = watten(table).options(deal_of(table))
    assert Announced(0, "trump", "H") in options
    assert Announced(1, "striker", "8") in options
    for line in HEARTS_8.split(" | "):
        findings += table.observe(read(f"kiebitz record 1\n{line}")[-1])
    assert short(findings) == ["wrong_taker @6 3 None: 2"]
    assert (table.trump, table.open_plays(), table.phase) == ("H 8", (5,), "play")  # two tricks each way


@rule("3.11")
def test_a_revoke_shown_after_the_play_is_proved_when_trump_is_told() -> None:
    table, findings = played(f"{CUT} | show 0 HO SA all")
    assert (findings, table.open_plays(), table.verdict(5)) == ([], (5,), "open")
    table, findings = played(f"{CUT} | show 0 HO SA all | {HEARTS_8}")
    assert short(findings) == ["wrong_taker @6 3 None: 2", "revoke @5 0 S7: 0"]
    assert (table.open_plays(), table.verdict(5)) == ((), "proved")
    table, findings = played(f"{CUT} | show 0 H8 SA all | {HEARTS_8}")
    assert (short(findings), table.open_plays()) == (["wrong_taker @6 3 None: 2"], ())  # the right is never forced
    assert read(write(table.journal)) == table.journal


@rule("3.11")
def test_a_trick_in_the_wrong_hands_may_stay_there() -> None:
    table, findings = played(f"{CUT} | {HEARTS_8} | rule 6 stands")
    assert short(findings) == ["wrong_taker @6 3 None: 2"]
    assert (table.phase, dict(table.tallies)) == ("scored", {0: 0, 1: 2, 2: 0, 3: 2})


@rule("3.11", "DECISIONS WA12")
def test_told_covertly_before_the_play_it_is_judged_at_once() -> None:
    table, findings = played(f"{HEARTS_8} | play 1:H9 2:L8 3:HA 0:S7 >3 | play 3:EU 0:HO")
    assert short(findings) == ["wrong_taker @8 3 None: 2", "revoke @7 0 S7: 0"]
    assert table.turn == 1  # who gathered the trick leads


def test_told_while_cards_lie_open_already() -> None:
    table, findings = played(f"show 0 HO | {HEARTS_8} | play 1:H9 2:L8 3:HA 0:S7")
    assert short(findings) == ["revoke @8 0 S7: 0"]
    assert table.verdict(8) == "proved"


def test_inserted_where_it_was_said_it_says_the_same() -> None:
    late, _ = played(f"{CUT} | show 0 HO SA all | {HEARTS_8}")
    inserted, _ = played(f'{CUT} | show 0 HO SA all | insert 2: say 0 trump H | insert 2: say 1 striker "8"')
    assert inserted.findings == late.findings
    assert inserted.step == late.step


@rule("3.11")
def test_half_of_it_told_is_used() -> None:
    table, findings = played(f"{CUT} | say 0 trump H")
    assert (table.step.phase, table.step.seats, table.trump, findings) == ("reveal", (1,), None, [])
    assert {trump.split()[0] for trump in watten(table).readings(deal_of(table))} == {"H"}
    # With hearts, HU or HO must have been given on H9, whichever of them is the right.
    _, findings = played(f"{CUT} | show 0 HO HU all | say 0 trump H")
    assert short(findings) == ["revoke @5 0 S7: 0"]


BOTH_WAYS = "play 1:H8 2:L8 3:HA 0:S7 >3 | play 3:S8 0:H7 1:E8 2:E9 >3 | show 0 H9 S9 S10 all"
"""The dealer held hearts and bells only, and threw each away when the other was led."""


@rule("3.11", "DECISIONS WA12")
def test_a_revoke_is_proved_before_trump_is_told_if_there_is_one_whatever_it_is() -> None:
    table, findings = played(BOTH_WAYS)
    assert [(one.kind, one.seat, [str(entry.card) for entry in one.evidence]) for one in findings] == [
        (Kind.REVOKE_AMONG, 0, ["S7", "H7", "H9", "S9", "S10"])
    ]
    assert table.open_plays() == (5, 8, 9)
    for told_now, noticed in ((Announced(0, "trump", "S"), ["revoke @8 0 H7: 0"]), (Announced(1, "striker", "A"), [])):
        assert short(table.observe(told_now)) == noticed, "it is said once"
        assert short(table.findings) == ["revoke @8 0 H7: 0"]


@rule("3.11")
@pytest.mark.parametrize(
    ("lines", "german", "english"),
    [
        pytest.param(
            BOTH_WAYS,
            "Platz 0 hat mindestens einmal falsch zugegeben, was immer Trumpf ist: S7 (Stich 1), H7 (Stich 2), "
            "H9 (offen gesehen), S9 (offen gesehen), S10 (offen gesehen)",
            "Seat 0 revoked at least once, whatever is trump: S7 (trick 1), H7 (trick 2), "
            "H9 (seen by all), S9 (seen by all), S10 (seen by all)",
            id="whatever is trump",
        ),
        pytest.param(
            f"{STRIKER_U} | play 1:EA 2:L9 3:L8 0:H7 >3",
            "Platz 3 kann den Stich nicht gemacht haben, sondern einer von Platz 1, Platz 2, Platz 0",
            "Seat 3 cannot have taken the trick, but one of seat 1, seat 2, seat 0",
            id="one of several took it",
        ),
        pytest.param(
            f"{STRIKER_U} | play 1:EA 2:L9 3:L8 0:H7 > 3:S7",
            "Platz 3 legte S7, aber dran ist einer von Platz 1, Platz 2, Platz 0",
            "Seat 3 laid S7, but it is the turn of one of seat 1, seat 2, seat 0",
            id="the turn of one of several",
        ),
    ],
)
def test_what_is_known_by_halves_is_said_so(lines: str, german: str, english: str) -> None:
    table, (findings,) = played(lines)
    assert sentence(findings, watten(table)) == (german, english)


@rule("3.11")
def test_a_trump_that_the_cards_contradict_is_found_fault_with() -> None:
    _, findings = played(f"{BOTH_WAYS} | say 0 trump L | say 1 striker A")
    assert short(findings)[1:] == ["call_not_allowed @13 0 None: "]
    _, findings = played(f'{CUT} | say 0 trump H | say 1 striker "10" | show 1 S9 S8 all')
    assert short(findings)[-1:] == ["call_not_allowed @18 1 None: "]


def test_cards_laid_on_after_the_deal_was_decided_without_anybody_knowing() -> None:
    """Under H 8 seat 2 takes the first three tricks."""
    lines = (
        "play 1:H9 2:L8 3:HA 0:H7 >3 | play 3:EU 0:EK 1:EO 2:E8 >2 | play 2:S8 3:L9 0:L7 1:LA >1"
        " | play 1:SA 2:SK 3:SU 0:S10 >3"
    )
    table, findings = played(f"{lines} | {HEARTS_8}")
    assert {finding.kind for finding in findings} == {Kind.WRONG_TAKER}
    assert table.score is not None
    assert dict(table.score.changes) == {0: 2, 1: 0, 2: 2, 3: 0}


def test_a_deal_that_nobody_tells_is_scored_by_who_gathered() -> None:
    table, findings = played(CUT)
    assert table.score is not None
    assert dict(table.score.changes) == {0: 0, 1: 2, 2: 0, 3: 2}
    findings += table.observe(DealStarted(1))
    assert findings == []


# Whole deals


def gathered_by_chance(seed: int) -> tuple[Table, list[Finding], str, set[int], set[int]]:
    """Returns a deal in which announcers revoke and tricks go to the wrong seats now and then; what was wrong in it."""
    random = Random(seed)
    table, cards = Table(), list(PACK.cards)
    random.shuffle(cards)
    table.observe(GameStarted("watten", (0, 1, 2, 3), 0, (("announcement", "secret"),)))
    table.observe(DealStarted(0))
    hands = {seat: [cards.pop() for _ in range(5)] for seat in range(4)}
    trump = f"{hands[0][-1].suit} {hands[1][-1].rank}"
    wrongly, revokes = set(), set()
    before: list[Finding] = []
    while table.phase == "play":
        deal, game = deal_of(table), watten(table)
        if len(deal.trick) == 4:
            taker = game.taker(deal.trick, trump)
            gatherer = random.choice((taker, taker, random.randrange(4)))
            wrongly |= {len(table.journal)} if gatherer != taker else set()
            before += table.observe(TrickGathered(gatherer))
            continue
        seat = table.turn if table.turn is not None else gatherer
        card = chosen(game, deal, hands[seat], seat, trump, random)
        ladder = game.duties(deal, seat, deal.trick, trump)
        if not PACK.bit(card) & legal_cards(ladder, PACK.set(hands[seat])):
            revokes.add(len(table.journal))
        hands[seat].remove(card)
        before += table.observe(CardLaid(seat, card))
    for seat in range(4) if random.random() < 0.5 else ():
        before += table.observe(CardsShown(seat, tuple(hands[seat]), whole=True))
    return table, before, trump, wrongly, revokes


def chosen(game: Watten, deal: Deal, hand: list[Card], seat: Seat, trump: str, random: Random) -> Card:
    legal = PACK.members(legal_cards(game.duties(deal, seat, deal.trick, trump), PACK.set(hand)))
    return random.choice(hand if random.random() < 0.5 else legal)


def provable(table: Table, trump: str) -> bool:
    """Whether no bottom cards of this trump, with hands around them, make all plays legal: by trying them all."""
    game, deal = watten(table), deal_of(table)
    owner = {play.card: play.seat for play in deal.plays()}
    owner |= {card: shown.seat for shown in deal.shown for card in shown.cards}
    suit, striker = trump.split()
    known = [KnownCards(shown.seat, PACK.set(shown.cards), len(shown.cards)) for shown in deal.shown if shown.cards]
    for bottom in [(a, b) for a in PACK.cards for b in PACK.cards if a != b]:
        if bottom[0].suit != suit or bottom[1].rank != striker:
            continue
        if any(owner.get(card, seat) != seat for seat, card in enumerate(bottom)):
            continue
        unseen = [(seat, card) for seat, card in enumerate(bottom) if card not in owner]
        taken = known + [KnownCards(seat, PACK.bit(card), 1) for seat, card in unseen]
        opinion = MatchingOracle(PACK.all, dict.fromkeys(range(4), 5), taken)
        for trick in deal.all_tricks():
            for number, play in enumerate(trick.plays):
                lying = type(trick)(trick.plays[:number])
                opinion.lay(play.seat, PACK.bit(play.card), game.duties(deal, play.seat, lying, trump))
        if opinion.possible():
            return False
    return True


def check_by_chance(seed: int) -> bool:
    table, before, trump, wrongly, revokes = gathered_by_chance(seed)
    assert {finding.kind for finding in before} <= {Kind.WRONG_TAKER, Kind.REVOKE, Kind.REVOKE_AMONG}
    for finding in before:
        if finding.kind is Kind.WRONG_TAKER:
            assert finding.position in wrongly
        else:
            assert revokes & {finding.position, *(entry.position for entry in finding.evidence)}
    suit, striker = trump.split()
    table.observe(Announced(0, "trump", suit))
    table.observe(Announced(1, "striker", striker))
    findings = table.findings
    assert {finding.kind for finding in findings} <= {Kind.WRONG_TAKER, Kind.REVOKE, Kind.REVOKE_AMONG}
    assert {finding.position for finding in findings if finding.kind is Kind.WRONG_TAKER} == wrongly
    accused = {finding.position for finding in findings if finding.kind is Kind.REVOKE}
    assert accused <= revokes
    assert any(finding.kind is not Kind.WRONG_TAKER for finding in findings) == provable(table, trump)
    return bool(accused)


@rule("3.11", "3.4", "3.5", "DECISIONS WA12")
def test_whatever_happens_only_the_truth_is_found() -> None:
    assert sum(check_by_chance(seed) for seed in range(60)) > 5


@pytest.mark.slow
def test_whatever_happens_only_the_truth_is_found_in_many_deals() -> None:
    assert sum(check_by_chance(seed) for seed in range(100, 1100)) > 100


PRESETS: list[dict[str, object]] = [
    {"announcement": "secret"},
    {"announcement": "shown_card", "kritisch": True, "wander": True},
]


@rule("3.11")
def test_a_card_that_may_be_misread_accuses_nobody() -> None:
    """All play by the rules, but some cards are read as others that they look like; the truth is among the doubts."""
    asked = 0
    for seed in range(80):
        random = Random(seed)
        honest = simulation("watten", 4, seed, {"announcement": "secret"})
        honest.play_deal()
        told_again = Table()
        findings: list[Finding] = []
        for event in honest.events:
            if isinstance(event, CardLaid) and random.random() < 0.1:
                other = random.choice(PACK.cards)
                event = CardLaid(event.seat, other, (event.card,) if other != event.card else ())
            findings += told_again.observe(event)
        assert not {Kind.REVOKE, Kind.REVOKE_AMONG} & {finding.kind for finding in findings}
        asked += any(finding.kind is Kind.DOUBTFUL_REVOKE for finding in findings)
    assert asked


def check_simulated(rules: dict[str, object], players: int, seeds: range) -> None:
    proved = 0
    for seed in seeds:
        honest = simulation("watten", players, seed, rules)
        honest.play_deal()
        assert honest.findings == []
        guilty = deal_with_revoke(seed, players, rules, "watten")
        assert guilty.planted is not None
        assert guilty.planted.seat in (deal_of(guilty.table).dealer, deal_of(guilty.table).forehand)
        for finding in guilty.table.findings:
            assert (finding.kind, finding.position) == (Kind.REVOKE, guilty.planted.position)
            proved += 1
        still_open = guilty.planted.position in guilty.table.open_plays()
        assert still_open == (not guilty.table.findings)
    assert proved > len(seeds) // 4


@rule("3.11", "DECISIONS WA13")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", PRESETS, ids=["Latinisch", "Blind, Kritisch, Wanderkritt"])
def test_simulated_deals_accuse_only_who_revoked(rules: dict[str, object], players: int) -> None:
    check_simulated(rules, players, range(6))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", PRESETS, ids=["Latinisch", "Blind, Kritisch, Wanderkritt"])
def test_many_simulated_deals_accuse_only_who_revoked(rules: dict[str, object], players: int) -> None:
    check_simulated(rules, players, range(100, 200))
