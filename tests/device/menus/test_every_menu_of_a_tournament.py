"""All menus that presses reach from every stage of a pairing answer, fit, name their buttons and lead back."""

import msgspec
import pytest

from common.texts.words import words_for
from device.hardware.presses import Press
from device.menus.table.changes import PlayersMenu
from device.menus.table.table_menu import TableMenu
from device.session.controller import SessionController
from device.settings.tournament import Pairing, StoredTournament
from device.state.table_view import View
from device.state.tournament import Tournament, points_of
from engine.events import Event
from engine.state.contest import Contest
from engine.state.table import Table
from tests.device.menus.test_every_menu import TO_TABLE, Walk
from tests.support.examples import one_in
from tests.support.screens.tournament import ALONE, LONG, OWN, PAIRING, TWO, UNFINISHED, match

WIDE = msgspec.structs.replace(PAIRING, sides=LONG, table="127")
RESUMED, CLOSED = msgspec.structs.replace(WIDE, resume=True), msgspec.structs.replace(WIDE, closed=True)
BOTH = (True, True)


def over(pairing: Pairing, winners: str, agreed: tuple[bool, ...] = ()) -> tuple[Tournament, tuple[Event, ...]]:
    events = match(winners, pairing)
    contest = Tournament(StoredTournament(True, pairing)).contest(Table.from_journal(events))
    assert contest is not None
    return Tournament(StoredTournament(True, pairing, BOTH, agreed, points_of(contest))), events


MOMENTS: dict[str, tuple[Tournament, tuple[Event, ...]]] = {
    "off": (Tournament(StoredTournament(False)), UNFINISHED),
    "waiting": (Tournament(StoredTournament(True)), ()),
    "announced": (Tournament(StoredTournament(True, WIDE, (False, False))), ()),
    "announced to four": (Tournament(StoredTournament(True, ALONE, (False,) * 4)), ()),
    "announced to two": (Tournament(StoredTournament(True, TWO, (True, False))), ()),
    "unfinished game": (Tournament(StoredTournament(True, WIDE, (False, False))), UNFINISHED),
    "ready": (Tournament(StoredTournament(True, WIDE, BOTH)), ()),
    "resumed": (Tournament(StoredTournament(True, RESUMED), resumed=Contest((), (8, 5), 3)), UNFINISHED),
    "resume failed": (Tournament(StoredTournament(True, RESUMED), resume_failed=True), ()),
    "in play": (Tournament(StoredTournament(True, WIDE, BOTH)), match("l", WIDE)[:6]),
    "between games": (Tournament(StoredTournament(True, WIDE, BOTH)), match("l", WIDE)),
    "finished": over(WIDE, "lrl"),
    "agreed": over(WIDE, "lrl", BOTH),
    "closed": (Tournament(StoredTournament(True, CLOSED, BOTH)), match("lrl", WIDE)),
}  # fmt: skip


@pytest.mark.parametrize("moment", one_in(4, MOMENTS))
def test_every_menu_answers_fits_names_its_buttons_and_leads_back(moment: str) -> None:
    tournament, events = MOMENTS[moment]
    walk = Walk(OWN, events, camera=True)
    walk.controller.view.tournament = tournament
    walk.controller.view.camera.watched = "by_hand"
    if tournament.pairing is not None and tournament.fixes_rules(walk.controller.table):
        walk.controller.view.setup = tournament.pairing.setup
    walk.look_around()
    for menu in walk.menus.values():
        walk.presses_back(menu)
    assert walk.to_table is not None
    assert walk.to_table <= TO_TABLE


@pytest.mark.parametrize(
    ("row", "menu"), list(enumerate(["NoticeMenu", "NoticeMenu", "NoticeMenu", "WhoSitsWhereMenu", "NoticeMenu"]))
)
def test_the_tournament_seats_its_players_and_the_camera_may_be_turned(row: int, menu: str) -> None:
    view = view_in_match()
    answer = PlayersMenu(selected=row).press(view, Press("play"))
    assert type(answer.menu).__name__ == menu
    view.tournament = None
    assert type(PlayersMenu(selected=row).press(view, Press("play")).menu).__name__ != "NoticeMenu"


def test_game_and_end_of_the_evening_are_the_tournaments() -> None:
    view = view_in_match()
    rows = [TableMenu(selected=row).press(view, Press("play")) for row in range(10)]
    assert [type(answer.menu).__name__ for answer in rows].count("NoticeMenu") == 2


def view_in_match() -> View:
    tournament, events = MOMENTS["between games"]
    view = SessionController(OWN, words_for("de", "bavarian"), events).view
    view.tournament = tournament
    return view
