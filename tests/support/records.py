"""Short records for tables of cases: `play_record` plays them at a table, `finding_lines` writes its findings.

`process_record_file` does with a file from anywhere what the commands do.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from cli.judged_deal import judge
from cli.record_files import evening_of, read_record
from device.reporting.export import WRITERS
from engine import Finding, Table, game
from engine.events import GameStarted, RuleValue
from engine.notation.record import read
from engine.rules.game import Game
from engine.state.ledger import Ledger
from tests.support.examples import is_sampled
from tests.support.turned_table import check_turned

AnyGame = TypeVar("AnyGame", bound=Game)


def play_record(
    lines: str, rules: str = "", seats: str = "0 1 2", dealer: int = 0, name: str = "bohemian-watten"
) -> tuple[Table, list[Finding]]:
    """Plays a record; with every third one, or all with `--slow`, checks that the same happens at a turned table."""
    game = f"game {name} seats {seats} dealer {dealer}" + (f" rules {rules}" if rules else "")
    events = list(read("\n".join(["kiebitz record 1", game, *lines.split(" | ")])))
    if is_sampled(3, game + lines):
        return check_turned(events, turn=2)
    table = Table()
    return table, [finding for event in events for finding in table.observe(event)]


def game_of(kind: type[AnyGame], **rules: RuleValue) -> AnyGame:
    """Returns a game of that kind with house rules."""
    chosen = game(kind.name, rules)
    assert isinstance(chosen, kind)
    return chosen


def game_by(name: str, rules: str) -> Game:
    """Returns a game by house rules as a record writes them, such as `overtake=false undertrump=false`."""
    line = f"game {name} seats 0 1 dealer 0" + (f" rules {rules}" if rules else "")
    (begun,) = read(f"kiebitz record 1\n{line}")
    assert isinstance(begun, GameStarted)
    return game(name, dict(begun.rules))


def finding_lines(findings: Iterable[Finding]) -> list[str]:
    """Returns findings as `kind rule @event seat card`."""
    return [f"{one.kind} {one.rule} @{one.position} {one.seat} {one.card}" for one in findings]


def process_record_file(path: Path) -> None:
    """Reads, judges and counts a record, and writes it in every format."""
    record = read_record(path)
    judge(record.events)
    Ledger.of(record.events)
    for write in WRITERS.values():
        write(evening_of(read_record(path), None), "de").encode()
