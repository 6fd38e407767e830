"""The duties that a proof names, checked against the hands of simulated deals: the revoker did owe one of them."""

import pytest

from engine.notation.explain_findings import sentence
from engine.rules.findings import Finding, Kind
from engine.rules.game import Step
from engine.simulation.evening import Simulation, simulation
from engine.tricks import Trick
from tests.support.examples import one_in
from tests.support.records import finding_lines, play_record

GAMES = [("bohemian-watten", 4), ("bohemian-watten", 2), ("bauerchen", 4), ("gras", 3), ("watten", 4)]
REVOKE_AGAIN = 0.4
"""The probability that a player who can revoke does so after the first revoke of a deal."""


class _Revokers(Simulation):
    """A deal in which players go on to revoke."""

    def _lay(self, step: Step, revoke_at: int | None) -> int | None:
        again = self.planted is None or self.random.random() < REVOKE_AGAIN
        Simulation._lay(self, step, revoke_at if again else None)
        return revoke_at


def _duties_owed(deal: Simulation, finding: Finding) -> set[str]:
    """Returns the names of the duty by which the hand was bound: that of the first rung that it meets.

    Whoever laid another suit while holding a card of the suit led that would have done has not followed either.
    """
    game, plays = deal.game, list(deal.deal.plays())
    (play,) = (play for play in plays if play.position == finding.position)
    gone = {other.card for other in plays if other.seat == play.seat and other.position < play.position}
    hand, laid = game.pack.set(set(deal.hands_dealt[play.seat]) - gone), game.pack.bit(play.card)
    (trick,) = (trick for trick in deal.deal.all_tricks() if play in trick.plays)
    lying = Trick(trick.plays[: trick.plays.index(play)])
    ladder = game.duties(deal.deal, play.seat, lying, deal.table.trump or deal.dealing.trump or "")
    bound = next(rung for rung in ladder if rung.trigger & hand)
    assert not bound.allowed & laid, "it was a revoke"
    follow = [rung for rung in ladder if rung.rule.startswith("follow") and not rung.allowed & laid]
    return {bound.rule, *(rung.rule for rung in follow if rung.trigger & bound.trigger & hand)}


def _check_deals(name: str, players: int, seeds: range) -> int:
    """Checks the findings when they are made and at the end of the deal, and returns their number."""
    checked = 0
    for seed in seeds:
        begun = simulation(name, players, seed)
        deal = (_Revokers if seed % 2 else Simulation)(begun.table, begun.random)
        deal.play_deal(revoke_at=deal.random.randrange(players * 4))
        for finding in (*deal.findings, *deal.table.findings):
            if finding.kind is not Kind.REVOKE:
                continue
            checked += 1
            assert finding.breach is not None
            assert _duties_owed(deal, finding) & {finding.breach.rung, *finding.breach.other_rungs}, (seed, finding)
            assert finding.breach.left is None or not finding.breach.withheld
            for card in finding.breach.withheld:
                assert card in deal.hands_dealt[finding.seat or 0] or len(finding.breach.withheld) > 1
    return checked


@pytest.mark.parametrize(("name", "players"), one_in(5, GAMES))
def test_the_revoker_owed_one_of_the_duties_named(name: str, players: int) -> None:
    assert _check_deals(name, players, range(30)) > 8


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_revokers_of_hundreds_of_deals_owed_one_of_the_duties_named(name: str, players: int) -> None:
    assert _check_deals(name, players, range(1000, 1300)) > 120


SOFT = "deal 0 | upcard L9 | exchange 1 0 | exchange 2 0 | exchange 0 0 | play 1:S9 2:H9 0:SK >0 | play 0:L10 1:L7 2:LU"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ("", "had to follow or trump: S9 was led, LU came in trick 2"),
        (" >2 | play 2:S8", "had to follow: S9 was led, S8 came in trick 3"),
        (" >2 | show 2 SU", "had to follow: S9 was led, SU (seen by all)"),
        (" >2 | show 2 H7 H8 E9 all", "had to trump: S9 was led, LU came in trick 2"),
        (" >2 | play 2:S8?E8", "had to follow or trump: S9 was led, LU came in trick 2"),
    ],
)
def test_a_later_card_of_the_hand_shows_the_duty(lines: str, text: str) -> None:
    table, findings = play_record(SOFT + lines)
    assert finding_lines(findings) == ["revoke 1.6 (2) / 1.6 (4) @7 2 H9"], "it is not reported again"
    (finding,) = table.findings
    assert sentence(finding, table.current_game).english.partition("but ")[2] == text
    assert table.remaining_findings(findings) == tuple(findings)


COUNTED = (
    "deal 0 | say 1 trump C | play 1:SQ 2:DA 3:SA 0:SJ >0 | play 0:HQ | say 0 meld H | play 1:H10 2:HA 3:CJ >3"
    " | play 3:D10"
)


@pytest.mark.parametrize(
    ("lines", "text", "withheld"),
    [
        ("", "had to follow or trump: SQ was led, or else only DK DQ would be left for 3 cards in hand", []),
        (" 0:DJ 1:HJ 2:C10", "had to follow or trump: SQ was led, C10 came in trick 3", ["C10"]),
        (" 0:DJ 1:HJ 2:SK", "had to follow: SQ was led, SK came in trick 3", ["SK"]),
    ],
)
def test_a_count_names_no_card_that_had_to_be_played(lines: str, text: str, withheld: list[str]) -> None:
    table, _ = play_record(COUNTED + lines, seats="0 1 2 3", name="bauerchen")
    (finding,) = (finding for finding in table.findings if finding.position == 4)
    assert finding.breach is not None
    assert sentence(finding, table.current_game).english.partition("but ")[2] == text
    assert [str(card) for card in finding.breach.withheld] == withheld
