"""Bauerchen for tables of cases: four at 0 to 3, dealer 0, forehand 1, hearts are trumps."""

from engine.games.bauerchen.game import Bauerchen
from engine.rules.house_rules import Rules
from engine.state.table import Table
from tests.support.records import finding_lines, play_record

DEALT = "deal 0 | say 1 trump H"  # events 1 and 2: seat 1 is forehand and at home with seat 3; the next is 3
WHOLE = (  # hearts; away takes the third trick, home the others
    "play 1:CA 2:CK 3:C10 0:CQ >1 | play 1:CJ 2:HQ 3:DJ 0:HK >1 | play 1:SA 2:S10 3:SQ 0:HJ >0 "
    "| play 0:DA 1:D10 2:DQ 3:HA >3 | play 3:SK 0:DK 1:SJ 2:H10 >1"
)


def bauerchen(**rules: object) -> Bauerchen:
    return Bauerchen(Rules(Bauerchen.book.switches, rules))


def run(lines: str, rules: str = "") -> tuple[Table, list[str]]:
    table, findings = play_record(lines, rules, "0 1 2 3", name="bauerchen")
    return table, finding_lines(findings)


def sides(table: Table) -> tuple[int, int]:
    """Returns the tallies of seats 0 and 1, which their partners share."""
    assert (table.tallies[0], table.tallies[1]) == (table.tallies[2], table.tallies[3])
    return table.tallies[0], table.tallies[1]


def tallies(lines: str, rules: str = "") -> tuple[int, int]:
    return sides(run(lines, rules)[0])
