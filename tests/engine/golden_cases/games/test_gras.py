"""Gras as a jury would ask: every answer was reasoned from the rules before the program was asked.

Of four, seat 3 deals and seat 0 leads; leaves are trumps unless a row says otherwise.
"""

from functools import partial

import pytest

from engine import Finding, Table, Trick, game
from engine.games._countdown import account_changes
from engine.games.gras import Gras
from engine.notation import explain
from engine.notation.record import read
from engine.state.match import BadGame
from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, game_of, play_record

rule = pytest.mark.rule
TAKEN = "upcard L9 | exchange 0 0 | exchange 1 0 | exchange 2 0 | exchange 3 1 | take 3 L9 upcard"
KEPT = "upcard L9 | exchange 0 0 | exchange 1 0 | exchange 2 0 | exchange 3 1"
cases = CaseFile(__file__, TAKEN=TAKEN, KEPT=KEPT)


gras = partial(game_of, Gras)


GRAS = gras()
SEATS = {2: "0 1", 3: "0 1 2", 4: "0 1 2 3"}


def replay(lines: str, rules: str = "", players: int = 4) -> tuple[Table, list[Finding]]:
    return play_record(lines, rules, SEATS[players], players - 1, "gras")


# Cards


@rule("GR2", "DECISIONS GRA2")
@pytest.mark.parametrize(
    ("trump", "trumps"),
    [
        ("L", "HK S7 E7 LA LK LO LU L10 L9 L8 L7"),
        ("E", "HK S7 E7 EA EK EO EU E10 E9 E8"),
        ("S", "HK S7 E7 SA SK SO SU S10 S9 S8"),
        ("H", "HK S7 E7 HA HO HU H10 H9 H8 H7"),
    ],
)
def test_trumps_are_criticals_and_the_suit(trump: str, trumps: str) -> None:
    assert " ".join(map(str, GRAS.trumps(trump))) == trumps


@rule("GR5", "GR5 (1)", "GR5 (2)", "DECISIONS GRA1", "DECISIONS GRA7")
@cases.table
def test_legal_cards_follow_from_the_ladder(trick: str, hand: str, trump: str, legal: str) -> None:
    assert set(GRAS.legal(hand, trick, trump)) == set(GRAS.cards(legal))
    for card in GRAS.cards(hand):
        assert (GRAS.why_not(card, hand, trick, trump) is None) == (str(card) in legal.split())


@rule("DECISIONS GRA1", "DECISIONS E1")
@cases.table
def test_two_games_called_boehmisch_watten(trick: str, hand: str, in_gras: str, in_bohemian_watten: str) -> None:
    assert set(GRAS.legal(hand, trick, "L")) == set(GRAS.cards(in_gras))
    assert set(game("bohemian-watten").legal(hand, trick, "L")) == set(GRAS.cards(in_bohemian_watten))


@rule("GR5 (1)", "GR5 (2)")
def test_why_not_names_the_broken_duty() -> None:
    beat, follow = explain.why_not(GRAS, "E9", "E9 L7", "E10", "L"), explain.why_not(GRAS, "SA", "E9 SA", "E10", "L")
    assert beat is not None
    assert follow is not None
    assert beat.english == "not E9: must overtake: acorns led, E10 lies, you hold L7 (GR5 (1))"
    assert beat.german == "E9 nicht: muss überstechen: Eichel ausgespielt, E10 liegt, du hast L7 (GR5 (1))"
    assert follow.english == "not SA: must follow: acorns led, E10 lies, you hold E9 (GR5 (2))"
    assert follow.german == "SA nicht: muss bedienen: Eichel ausgespielt, E10 liegt, du hast E9 (GR5 (2))"


@rule("GR6")
@cases.table
def test_taker_of_a_trick(cards: str, trump: str, winning: str) -> None:
    trick = Trick.of(GRAS.cards(cards), leader=2, seats=(0, 1, 2, 3))
    assert GRAS.taker(trick, trump) == (2 + cards.split().index(winning)) % 4


# Dealing and exchange


@rule("GR1")
@pytest.mark.parametrize(("seats", "allowed"), [("0", False), ("0 1", True), ("0 1 2", True), ("0 1 2 3 3", False)])
def test_how_many_play(seats: str, allowed: bool) -> None:
    if allowed:
        assert set(play_record("deal 0", "", seats, 0, "gras")[0].tallies.values()) == {20}
        return
    with pytest.raises(BadGame, match="expected 2, 3 or 4 different ones for gras"):
        play_record("deal 0", "", seats, 0, "gras")


@rule("GR3", "GR4", "DECISIONS GRA3")
@pytest.mark.parametrize(
    ("players", "stock", "others", "dealer"),
    [(4, 11, (0, 3), (1, 3)), (3, 16, (0, 3), (1, 3)), (2, 21, (0, 4), (1, 4))],
)
def test_how_many_are_exchanged(players: int, stock: int, others: tuple[int, int], dealer: tuple[int, int]) -> None:
    """The dealer holds six and puts one away more than he draws, so that 3 + 3 + 3 + 2 are the eleven of the stock."""
    assert GRAS.stock_size(players) == stock
    assert GRAS.exchange_limit(is_dealer=False, players=players, stock=stock) == others[1]
    table, _ = replay(f"deal {players - 1} | upcard L9", players=players)
    for seat in range(players):
        assert (table.phase, table.turn) == ("exchange", seat)
        counts = [option.count for option in GRAS.options(table.current_deal)]  # type: ignore[union-attr]
        least, most = dealer if seat == players - 1 else others
        assert counts == list(range(least, most + 1))
        for event in read(f"kiebitz record 1\nexchange {seat} {most}"):
            assert table.observe(event) == []
    assert (table.phase, table.turn) == ("play", 0)


@rule("GR3", "GR4", "GR9", "DECISIONS GRA3", "DECISIONS GRA4", "DECISIONS GRA8")
@cases.table
def test_before_the_play(lines: str, players: int, expected: list[str]) -> None:
    _, findings = replay(f"deal {players - 1} | {lines}", players=players)
    assert finding_lines(findings) == expected


# Revokes (REVOKE 3, 5a): what all have seen convicts at once


@rule("GR3", "GR5 (1)", "GR5 (2)")
@cases.table
def test_revokes_become_findings(lines: str, expected: list[str]) -> None:
    _, findings = replay(f"deal 3 | {lines}")
    assert finding_lines(findings) == expected


# Score


@rule("GR7")
@pytest.mark.parametrize(
    ("trump", "tricks", "changes"),
    [
        ("L", "0:2 1:3 2:0 3:0", {0: -2, 1: -3, 2: 5, 3: 5}),
        ("H", "0:2 1:3 2:0 3:0", {0: -4, 1: -6, 2: 10, 3: 10}),
        ("E", "0:5 1:0 2:0 3:0", {0: -5, 1: 5, 2: 5, 3: 5}),
        ("S", "0:1 1:1 2:1 3:2", {0: -1, 1: -1, 2: -1, 3: -2}),
        ("L", "0:5", {0: -5, 1: 5, 2: 5, 3: 5}),  # nobody folds: who is not named took none
    ],
)
def test_points_of_a_deal(trump: str, tricks: str, changes: dict[int, int]) -> None:
    table, findings = replay(f"deal 3 | tricks {tricks} trump {trump}")
    assert findings == []
    assert table.score is not None
    assert table.score.changes == changes
    assert table.tallies == {seat: 20 + change for seat, change in changes.items()}


@rule("GR3", "GR7")
def test_a_critical_turned_makes_its_suit_trump() -> None:
    table, _ = replay("deal 3 | upcard HK | play 0:E9 1:EA 2:E8 3:S8 >1", players=4)
    assert table.trump == "H"
    assert table.tallies == dict.fromkeys(range(4), 20), "nothing is scored before the last trick"


@rule("GR1", "GR8", "DECISIONS GRA5", "DECISIONS GRA6")
@pytest.mark.parametrize(
    ("tallies", "winners", "account"),
    [
        pytest.param({0: 0, 1: 7, 2: 12}, (0,), {0: 190, 1: -70, 2: -120}, id="GR8-nineteen-times-ten"),
        pytest.param({0: -3, 1: 7, 2: 12}, (0,), {0: 190, 1: -70, 2: -120}, id="GR8-below-zero-is-worth-no-more"),
        pytest.param({0: -1, 1: 0, 2: 19}, (0,), {0: 190, 1: 0, 2: -190}, id="GRA6-the-lowest-wins"),
        pytest.param({0: -1, 1: -1, 2: 19}, (0, 1), {0: 95, 1: 95, 2: -190}, id="GRA6-equal-share"),
        pytest.param({0: 0, 1: 0, 2: 0, 3: 20}, (0, 1, 2), {0: 66, 1: 66, 2: 66, 3: -200}, id="GRA6-three-share"),
        pytest.param({0: 0, 1: 0}, (0, 1), {0: 0, 1: 0}, id="GRA6-nobody-has-anything-left"),
        pytest.param({0: 1, 1: 7, 2: 12}, (), {}, id="GR1-one-is-not-zero"),
    ],
)
def test_the_end_of_a_game(tallies: dict[int, int], winners: tuple[int, ...], account: dict[int, int]) -> None:
    result = GRAS.result(tallies, dict.fromkeys(tallies, 0))
    assert (result.winners, result.is_over) == (winners, bool(winners))
    if winners:
        assert account_changes(tallies, winners, 10) == account
        for factor in (5, 1):
            left = {seat: points for seat, points in tallies.items() if seat not in winners}
            settled = account_changes(tallies, winners, factor)
            assert {seat: settled[seat] for seat in left} == {seat: -factor * max(0, n) for seat, n in left.items()}


WON = "deal 2 | tricks 0:5 trump H | deal 0 | tricks 0:5 trump H"
LATER = "deal 2 | tricks 1:5 trump H | deal 0 | tricks 1:5 trump H"


@rule("GR8", "DECISIONS GRA5")
@pytest.mark.parametrize(("rules", "factor"), [("", 10), ("account_factor=5", 5), ("account_factor=1", 1)])
def test_the_account_lasts(rules: str, factor: int) -> None:
    """20 − 10 − 10 is zero; the others have 40 each."""
    table, findings = replay(WON, rules, 3)
    assert (findings, table.phase) == ([], "over")
    assert table.tallies == {0: 0, 1: 40, 2: 40}
    assert table.standing["account"] == {0: 80 * factor, 1: -40 * factor, 2: -40 * factor}
    again = f"game gras seats 0 1 2 dealer 2 rules {rules}" if rules else "game gras seats 0 1 2 dealer 2"
    table, _ = replay(f"{WON} | {again} | {LATER}", rules, 3)
    assert table.standing["account"] == {0: 40 * factor, 1: 40 * factor, 2: -80 * factor}


@rule("GR8")
@pytest.mark.parametrize(("preset", "factor"), [("online", 10), ("bots", 5), ("plain", 1)])
def test_presets_set_the_account_factor(preset: str, factor: int) -> None:
    assert game("gras", preset=preset).rules.number("account_factor") == factor
