"""Taps of the commonest actions on a phone: python -m lab.benchmarks.appliance.taps

Debian's Chromium in the size of a phone shows the page of a table, and each action begins at the score, where a phone
begins. Every tap is counted until the table has what was wanted, a field that is typed into as one; letters are counted
apart. It fails if an action needs more taps than in `ACTIONS`, and is left out where there is no browser.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from engine.events import Amended, Announced, CardLaid, DealStarted, Event, PlayersSeated, Ruled
from lab.benchmarks.harness.results import Result, add_results, run_command
from tests.support.browser import IS_COMPLETE, Watched, chromium
from tests.support.fed_table import CODE, FedTable, evening
from tests.web.conftest import NAMES, PLAY, RunningPage, running_page

DEALS = 9
BEFORE_THE_CALL, TRICK, PROVED = "PLAY E9", "PLAY E9 PLAY PLAY PLAY L7>3 S9>0", PLAY + " LO>1"


@dataclass
class Thumb:
    """Taps what it is given, and counts."""

    page: RunningPage
    phone: Watched
    taps: int = 0
    letters: int = 0
    events_before: int = field(init=False)

    def __post_init__(self) -> None:
        self.phone.open("/score")
        self.events_before = len(self.page.table.stored.events)

    def tap(self, *places: str) -> None:
        """Taps links and buttons by their names, or by a selector of CSS that begins with a dot or a bracket."""
        tab = self.phone.tab
        for place in places:
            link, button = (tab.get_by_role(role, name=place, exact=True) for role in ("link", "button"))
            self.phone.tap((tab.locator(place) if place[0] in ".[" else link.or_(button)).first)
            self.taps += 1

    def write(self, place: str, text: str) -> None:
        self.tap(place)
        self.phone.tab.locator(place).first.fill(text)
        self.letters += len(text)

    def wait_for(self, kind: type[Event]) -> None:
        """Waits until the table has recorded an event of this kind."""
        events = self.page.table.stored.events
        for _ in range(200):
            if any(isinstance(event, kind) for event in events[self.events_before :]):
                return
            self.phone.tab.wait_for_timeout(50)
        raise TimeoutError(f"got no {kind.__name__}, expected one after {self.taps} taps")


class Action(NamedTuple):
    name: str
    script: str
    """What has happened at the table, as in `tests.support.session_script`."""
    do: Callable[[Thumb], None]
    most: int
    """The taps that it needed in November 2026; it may not need more."""


def _recorded(kind: type[Event], *places: str) -> Callable[[Thumb], None]:
    def do(thumb: Thumb) -> None:
        thumb.tap(*places)
        thumb.wait_for(kind)

    return do


def _name_a_player(thumb: Thumb) -> None:
    thumb.tap("Mehr", "Namen und Plätze")
    thumb.write(".seat input", "Zenzi")
    thumb.tap("Speichern")
    thumb.wait_for(PlayersSeated)


def _choose_a_game(thumb: Thumb) -> None:
    thumb.tap("Mehr", "Spiel und Hausregeln", "Watten", "Speichern")
    thumb.phone.tab.wait_for_url("**/game")


def _save_the_evening(thumb: Thumb) -> None:
    thumb.tap("Mehr", "Der Abend")
    with thumb.phone.tab.expect_download():
        thumb.tap("Der Abend als Bild")


NINE_OF_BELLS, NINE_OF_LEAVES = (f'.pick:has(img[alt="{name}"])' for name in ("Schellen-Neuner", "Gras-Neuner"))
CORRECT = "Ausbessern"
ACTIONS: Sequence[Action] = (
    Action("begin the next deal", "", _recorded(DealStarted, "[data-action*=next_deal]"), 1),
    Action("say what somebody calls", BEFORE_THE_CALL, _recorded(Announced, "Tisch", ".says button"), 2),
    Action("correct a misread card", TRICK, _recorded(Amended, CORRECT, NINE_OF_BELLS, NINE_OF_LEAVES), 3),
    Action("say that it was no card", TRICK, _recorded(Amended, CORRECT, NINE_OF_BELLS, ".main"), 3),
    Action("add a card that was missed", TRICK, _recorded(CardLaid, CORRECT, "[href^='/missing/']", ".pick"), 3),
    Action("take back the last event", TRICK, _recorded(Amended, CORRECT, "[data-action*=undo]"), 2),
    Action("decide on a finding", PROVED, _recorded(Ruled, ".notice", "[data-action*=counted]"), 2),
    Action("name a player", "", _name_a_player, 4),
    Action("choose the next game", "", _choose_a_game, 4),
    Action("save the evening as a picture", "", _save_the_evening, 3),
)


def measure(browser: Any) -> Iterator[tuple[Action, Thumb]]:
    for action in ACTIONS:
        with tempfile.TemporaryDirectory() as folder:
            socket = Path(folder) / "table.sock"
            played = evening("bohemian-watten", len(NAMES), DEALS, 3, NAMES)
            with FedTable(socket, played) as table, running_page(table) as page:
                page.play(action.script)
                thumb = Thumb(page, Watched(browser, page.port, entrance=f"/j/{CODE}"))
                action.do(thumb)
                thumb.phone.close()
                yield action, thumb


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    if not IS_COMPLETE:
        print("left out: needs a browser: run tests/web/browser")
        return 0
    with contextmanager(chromium)() as browser:
        return report([(action, thumb.taps, thumb.letters) for action, thumb in measure(browser)])


def report(measured: Sequence[tuple[Action, int, int]]) -> int:
    """Prints the taps and letters of each action; fails if one needs more taps than before."""
    for action, taps, letters in measured:
        print(f"{action.name:32s}{taps:3d} taps, at most {action.most}" + (f", {letters} letters" if letters else ""))
    above = sum(taps > action.most for action, taps, _ in measured)
    print(f"{'all':32s}{sum(taps for _, taps, _ in measured):3d} taps; actions with more than at most: {above}")
    add_results(Result("taps", above, len(measured)))
    return 1 if above else 0


if __name__ == "__main__":
    run_command(main)
