"""Tables of Schafkopf for tests: seat 3 deals, so seat 0 is forehand and leads."""

from engine import Finding, Table, game
from engine.events import RuleValue
from engine.games.schafkopf.game import Schafkopf
from tests.support.records import play_record


def schafkopf(**rules: RuleValue) -> Schafkopf:
    asked = game("schafkopf", rules)
    assert isinstance(asked, Schafkopf)
    return asked


def replay(lines: str, rules: str = "") -> tuple[Table, list[Finding]]:
    return play_record(lines, rules, "0 1 2 3", 3, "schafkopf")


def called(table: Table) -> Schafkopf:
    asked = table.current_game
    assert isinstance(asked, Schafkopf)
    return asked
