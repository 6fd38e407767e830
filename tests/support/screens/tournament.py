"""The screens of a tournament, for the gallery: a pairing, its match and its result."""

from collections.abc import Mapping

import msgspec

from common.feed.pairing import PairingId
from common.texts.words import TableWords
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from device.settings.tournament import Pairing, StoredTournament
from device.state.appliance_state import ORDER, OnboardingSteps
from device.state.tournament import Tournament, points_of
from engine.events import DealStarted, EveningStarted, Event, GameStarted, PlayersSeated, TricksEntered
from engine.state.contest import Contest, ContestGame
from tests.support.screens.reached import Shown, Stop, stop
from tests.support.session_script import go

CUP = PairingId("cup", 3)
PAIRING = Pairing(CUP, "7", (("Huber", "Maier"), ("Gruber", "Wimmer")), "watten", {"target": 11}, games=3)
LONG = (("Josef Unterholzner", "Hinterhuber"), ("Oberlechner", "Wimmer-Pfaffenberger"))
ALONE = msgspec.structs.replace(
    PAIRING,
    sides=(("Unterholzner",), ("Hinterhuber",), ("Oberlechner",), ("Wammetsberger",)),
    game="bohemian-watten",
    rules={},
)
TWO = msgspec.structs.replace(PAIRING, sides=(("Huber",), ("Gruber",)))
RESUMED = msgspec.structs.replace(PAIRING, resume=True)
OWN = Setup("watten", (0, 1, 2, 3))
UNFINISHED = (GameStarted("watten", (0, 1, 2, 3), 0), DealStarted(0), TricksEntered(((0, 3), (1, 0))))
BOTH = (True, True)


def match(winners: str, pairing: Pairing = PAIRING) -> tuple[Event, ...]:
    """Returns the events of a match whose games the first (l) or second (r) side wins by 12:0."""
    seats = tuple(pairing.names)
    events: list[Event] = [EveningStarted(CUP.evening), PlayersSeated(tuple(pairing.names.items()))]
    for winner in winners:
        events.append(GameStarted(pairing.game, seats, seats[0], tuple(pairing.rules.items())))
        best = TricksEntered(tuple((seat, 3 * (number == "lr".index(winner))) for number, seat in enumerate(seats[:2])))
        events += [each for number in range(6) for each in (DealStarted(seats[number % len(seats)]), best)]
    return tuple(events)


def shown_with(
    tournament: Tournament, script: str = "", events: tuple[Event, ...] = (), deck: str = "", by_hand: bool = True
) -> Shown:
    def shown(words: TableWords) -> Stop:
        controller = SessionController(OWN, words, events)
        view = controller.view
        view.tournament = tournament
        view.camera.watched = "by_hand" if by_hand else "camera"
        if tournament.pairing is not None and tournament.fixes_rules(view.table):
            view.setup = tournament.pairing.setup
        if deck:
            view.appliance.onboarding = OnboardingSteps(frozenset(ORDER))
            controller.use_deck(deck)
        go(controller, script)
        return stop(controller)

    return shown


def announced(pairing: Pairing = PAIRING, confirmed: tuple[bool, ...] = (False, False)) -> Tournament:
    return Tournament(StoredTournament(True, pairing, confirmed or (False,) * len(pairing.sides)), is_connected=True)


def over(pairing: Pairing, agreed: tuple[bool, ...], winners: str) -> Shown:
    events = match(winners, pairing)
    from engine.state.table import Table

    contest = Tournament(StoredTournament(True, pairing)).contest(Table.from_journal(events))
    points = points_of(contest) if contest is not None else ()
    return shown_with(Tournament(StoredTournament(True, pairing, BOTH, agreed, points), is_connected=True), "", events)


def resumed(contest: Contest | None, failed: bool = False) -> Shown:
    return shown_with(
        Tournament(StoredTournament(True, RESUMED), resumed=contest, resume_failed=failed, is_connected=True)
    )


ONE_GAME = msgspec.structs.replace(PAIRING, games=1)
MANY = msgspec.structs.replace(PAIRING, games=7)
RUNS = Tournament(StoredTournament(True, PAIRING, BOTH), is_connected=True)

TOURNAMENT_SCREENS: Mapping[str, Shown] = {
    "waiting": shown_with(Tournament(StoredTournament(True), is_connected=True)),
    "waiting_unlinked": shown_with(Tournament(StoredTournament(True))),
    "pairing": shown_with(announced()),
    "pairing_second": shown_with(announced(confirmed=(True, False))),
    "pairing_long": shown_with(announced(msgspec.structs.replace(PAIRING, sides=LONG, table="127"))),
    "pairing_alone": shown_with(announced(ALONE, ())),
    "pairing_two": shown_with(announced(TWO)),
    "pairing_unfinished": shown_with(announced(), "", UNFINISHED),
    "pairing_misfit": shown_with(announced(confirmed=BOTH), "", (), "bavarian32", by_hand=False),
    "pairing_ready": shown_with(announced(confirmed=BOTH)),
    "resume_coming": resumed(None),
    "resume_failed": resumed(None, failed=True),
    "resume": resumed(Contest((), (8, 5), 3)),
    "resume_between": resumed(Contest((ContestGame((12, 8)),), (), 3)),
    "result": over(PAIRING, (), "lrl"),
    "result_second": over(PAIRING, (True, False), "lrl"),
    "result_many": over(MANY, (), "lrlrlrl"),
    "result_long": over(msgspec.structs.replace(PAIRING, sides=LONG), (), "lrl"),
    "result_agreed": over(PAIRING, BOTH, "lrl"),
    "result_wrong": lambda words: _pressed(over(ONE_GAME, (), "l"), words, "FOLD"),
    "tournament_menu": shown_with(announced(), "FOLD"),
    "tournament_called": shown_with(Tournament(StoredTournament(True, PAIRING, calls_referee=True)), "FOLD"),
    "tournament_off": shown_with(Tournament(StoredTournament(False)), "DOWN DOWN DOWN DOWN DOWN DOWN PLAY", UNFINISHED),
    "tournament_calling": shown_with(announced(), "FOLD PLAY"),
    "tournament_leave": shown_with(announced(), "FOLD UP PLAY"),
    "tournament_fixed": shown_with(RUNS, "DOWN DOWN DOWN DOWN DOWN PLAY", match("l")[:6]),
    "tournament_table": shown_with(RUNS, "DOWN DOWN DOWN DOWN DOWN DOWN DOWN", match("l")[:6]),
}


def _pressed(shown: Shown, words: TableWords, script: str) -> Stop:
    """Returns the screen after presses of a menu that another one has reached."""
    from device.hardware.presses import Press
    from device.state.table_view import View

    before = shown(words)
    assert isinstance(before.state, View)
    assert before.menu is not None
    menu = before.menu
    for word in script.split():
        menu = menu.press(before.state, Press(word.lower())).menu  # type: ignore[arg-type, assignment, union-attr]
    return Stop(menu.screen(before.state), menu, before.state)  # type: ignore[union-attr]
