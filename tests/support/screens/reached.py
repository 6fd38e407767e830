"""The ways to a screen: scripts of presses and cards, and what shows the screen that they lead to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple
from unittest import mock

import numpy as np
from PIL import Image, ImageDraw

from common.texts.keys import Phrase
from common.texts.phrases import LANGUAGES as LANGUAGES_OF
from common.texts.phrases import Language, card_names
from common.texts.words import TableWords, words_for
from device.diagnostics.check import Check
from device.hardware.board import Board
from device.hardware.presses import Button, Press
from device.menus.base import Menu
from device.menus.table.deck_enrolment import EnrolmentMenu, EnrolmentState, KnownPackMenu, ShowRowMenu
from device.runtime.activities.part_trials import ButtonActivity, LightActivity
from device.runtime.first_start import missing_camera
from device.screens.base import Notice, Screen
from device.screens.deal import AwaitUpcardScreen, CutScreen, TrickScreen
from device.screens.table import PICTURE_HEIGHT, PICTURE_WIDTH, AimingScreen
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from device.state.appliance_state import ORDER, OnboardingSteps, PageAccess, Step, StickContent, Task
from device.state.table_view import View
from device.storage.erasure import Inventory, StoredEvening
from engine.cards import BAVARIAN_32
from engine.events import PlayersSeated, TricksEntered
from engine.games import all_games
from engine.text import Words
from tests.support.session_script import GAME, card, cards, go, in_play, new_controller
from vision.types import BACK, CardLanded, Reading

LANGUAGES: dict[Language, TableWords] = {language: words_for(language, "bavarian") for language in LANGUAGES_OF}


class Stop(NamedTuple):
    """Where a script has led to; some screens are no menu's."""

    screen: Screen
    menu: Menu | EnrolmentMenu | None = None
    state: View | EnrolmentState | None = None
    """What the menu is opened for."""


Shown = Callable[["Words"], Stop]

DEAL = "L7 L8 L10 LA clear LK L9 LU LO clear S8 S9 S10 SU clear SA SK SO H7 clear H9 HA H8 HU clear"
CHECKS = (
    Check("power", "check_power", "bad", "check_too_weak", "check_power_advice"),
    Check("camera", "check_camera", "ok", "check_answers", None),
    Check("clock", "check_clock", "warn", "check_not_measured", None),
)  # fmt: skip

USUAL = Setup(GAME, (0, 1, 2, 3))
PICTURED_GAMES = ("bauerchen", "bohemian-watten", "gras", "watten")
"""What a picture lists that lets people choose a game, whatever other games there are."""


def stop(controller: SessionController) -> Stop:
    return Stop(controller.screen, controller.menu, controller.view)


def with_pictured_games(show: Shown) -> Shown:
    """Returns what shows the same screen where only those games are installed."""

    def shown_with_them(words: TableWords) -> Stop:
        games = {name: all_games()[name] for name in PICTURED_GAMES}
        with mock.patch("device.menus.first_start.all_games", return_value=games):
            return show(words)

    return shown_with_them


def after(begin: Callable[[TableWords], SessionController], script: str = "") -> Shown:
    """Returns what shows the screen after a script, from where a controller begins."""

    def shown(words: TableWords) -> Stop:
        controller = begin(words)
        go(controller, script)
        return stop(controller)

    return shown


def after_cut(script: str, players: int = 4, rules: tuple[tuple[str, str | bool], ...] = (), game: str = GAME) -> Shown:
    """Returns what shows the screen after a script, from the cut on."""
    return after(lambda words: new_controller(players, rules=rules, words=words, game=game), script)


def face_down_bid(words: TableWords) -> Stop:
    """Returns the question of Watten whether the card that seat 1 lays face down is a bid."""
    controller = new_controller(4, rules=(("face_down_bid", True),), words=words, game="watten")
    go(controller, "PLAY PLAY LA>0")
    reading = Reading(None, (), np.zeros((4, 2), np.float32), 1.0, not_in_play=BACK)
    controller.handle_sighting(CardLanded(reading, 1, 0.99))
    return stop(controller)


def playing(script: str, players: int = 4, upcard: str = "E9") -> Shown:
    """Returns what shows the screen after a script, from the exchange on."""
    return after(lambda words: in_play(script, players, upcard, words))


def first_start(script: str, step: Step | None = None, deck: str = "") -> Shown:
    """Returns what shows the first start from *step* on, by default its very beginning."""

    def shown(words: TableWords) -> Stop:
        controller = SessionController(USUAL, words)
        steps = ORDER if step is None else ORDER[ORDER.index(step) :]
        controller.view.appliance.onboarding = OnboardingSteps(frozenset(ORDER), frozenset(steps), deck)
        go(controller, script)
        return stop(controller)

    return shown


def with_deck(deck: str, script: str, setup: Setup = USUAL) -> Shown:
    """Returns what shows the screen before the first game at a table with a deck of that kind."""

    def shown(words: TableWords) -> Stop:
        controller = SessionController(setup, words)
        controller.view.appliance.onboarding = OnboardingSteps(frozenset(ORDER))
        controller.use_deck(deck)
        go(controller, script)
        return stop(controller)

    return shown


def before_game(script: str, setup: Setup = USUAL) -> Shown:
    return after(lambda words: SessionController(setup, words), script)


def without_camera(script: str, players: int = 3, game: str = GAME, covered: bool = False) -> Shown:
    def shown(words: TableWords) -> Stop:
        controller = new_controller(players, words=words, game=game)
        controller.set_camera(False)
        controller.view.camera.is_lens_covered = covered
        go(controller, script)
        return stop(controller)

    return shown


def wrong_sum(words: TableWords) -> Stop:
    """Numbers that do not add up are in the journal, as no menu enters them."""
    controller = new_controller(3, words=words)
    controller.set_camera(False)
    controller.table.observe(TricksEntered(((0, 0), (1, 0), (2, 0)), "E"))
    return stop(controller)


def table_menu(script: str) -> Shown:
    """Returns what shows the table menu between two deals, where everybody has a name."""

    def shown(words: TableWords) -> Stop:
        controller = in_play(DEAL, words=words)
        controller.table.observe(PlayersSeated(((0, "Anna"), (1, "Toni"), (2, "Vroni"), (3, "Sepp"))))
        controller.table.observe(PlayersSeated(((0, "Anna"), (1, "Toni"), (2, "Resi"), (3, "Sepp"))))
        go(controller, f"DOWN {script}")
        return stop(controller)

    return shown


STORED = Inventory(
    ("Resi", "Hannah", "Toni"),
    (
        StoredEvening("2026-11-25", "2026-11-25"),
        StoredEvening("of 2026-11-18", "2026-11-18"),
        StoredEvening("Zenz 60", ""),
    ),
)
ON_STICK = StickContent(
    ("/media/kiebitz/kiebitz/kiebitz-2026-11-25.zip", "/media/kiebitz/wirtshaus.zip"),
    ("/media/kiebitz/kiebitz-0.19.0.tar.gz",),
    ("/media/kiebitz/table-07.toml",),
)


def landlord(
    script: str, task: Task | None = None, inventory: Inventory = STORED, stick: StickContent = ON_STICK
) -> Shown:
    """Returns what shows the landlord's menus, with what was looked up."""

    def shown(words: TableWords) -> Stop:
        controller = in_play(DEAL, words=words)
        view = controller.view
        for each in f"DOWN UP UP UP UP PLAY {script}".split():
            go(controller, each)
            view.appliance.inventory, view.appliance.stick = inventory, stick  # as if they had been looked up at once
        view.appliance.task = task
        return stop(controller)

    return shown


def done(text: Phrase) -> Task:
    return Task(text, is_done=True)


def said(text: Phrase) -> Shown:
    """Returns what shows the outcome of a request of the landlord's, in its menu."""
    return lambda words: Stop(Notice("landlord", text))


def trial(kind: type[ButtonActivity | LightActivity], *buttons: Button) -> Shown:
    """Returns what shows a trial of parts after some presses."""

    def shown(words: TableWords) -> Stop:
        activity = ButtonActivity(words, Board(), float) if kind is ButtonActivity else LightActivity(words, float)
        for button in buttons:
            activity.press(Press(button))
        return Stop(activity.screen)

    return shown


def page_menu(menu: Menu, access: PageAccess) -> Shown:
    """Returns what shows a menu of the page for phones."""

    def shown(words: TableWords) -> Stop:
        view = in_play(DEAL, words=words).view
        view.page = access
        return Stop(menu.screen(view), menu)

    return shown


def health_checks(script: str) -> Shown:
    """Returns what shows the doctor's page."""

    def shown(words: TableWords) -> Stop:
        controller = in_play(DEAL, words=words)
        controller.view.appliance.health = CHECKS
        go(controller, f"DOWN UP UP PLAY {script}")
        return stop(controller)

    return shown


def enrolment_menu(menu: EnrolmentMenu, asked: str = "", advice: str = "", read: str = "", again: str = "") -> Shown:
    """Returns what shows a menu while a deck is taught: the card that is asked for, or the one that was read."""

    def shown(words: TableWords) -> Stop:
        state = EnrolmentState(
            words,
            ("bavarian32", "german33"),
            "stammtisch",
            card(asked) if asked else None,
            taken=4,
            of=32,
            last=card("EU") if asked not in ("", "EA") else None,
            advice=advice and words.phrase(advice, card="[acorns:10]"),
            doubled=advice == "advice_double",
            read=card(read) if read else None,
            sure=True,
            right=5,
            quizzed=6,
            grade="fair" if again else "very_good",
            again=cards(again),
        )
        return Stop(menu.screen(state), menu, state)

    return shown


def known_deck(words: TableWords) -> Stop:
    return enrolment_menu(KnownPackMenu(f"{words.phrase('kind_bavarian32')} (stammtisch)", "stammtisch"))(words)


def teaching_rows(suit: str, advice: str = "", doubled: bool = False, unseen: str = "") -> Shown:
    """Returns what shows the row of a suit that is asked for."""

    def shown(words: TableWords) -> Stop:
        row = tuple(each for each in BAVARIAN_32.cards if each.suit == suit)
        tokens = " ".join(map(words.token, cards(unseen)))
        text = advice and words.phrase(advice, count=8, seen=6, card="[acorns:10]", cards=tokens)
        last = None if suit == "E" else row[-1]
        state = EnrolmentState(words, ("bavarian32",), taken=8, of=32, last=last, advice=text, doubled=doubled, row=row)
        return Stop(ShowRowMenu().screen(state), ShowRowMenu(), state)

    return shown


def with_hand(before: Shown) -> Shown:
    """Returns what shows the same screen while a hand is over the table."""

    def shown(words: TableWords) -> Stop:
        stopped = before(words)
        assert isinstance(stopped.screen, TrickScreen | CutScreen | AwaitUpcardScreen)
        return stopped._replace(screen=replace(stopped.screen, hand=True))

    return shown


def with_motion(before: Shown) -> Shown:
    """Returns what shows the same trick while something has kept moving for seconds."""

    def shown(words: TableWords) -> Stop:
        stopped = before(words)
        assert isinstance(stopped.screen, TrickScreen)
        return stopped._replace(screen=replace(stopped.screen, hand=True, headline="something_moves"))

    return shown


def aiming(advice: str, live: bool = True, on_phone: bool = False) -> Shown:
    """Returns what shows the camera being pointed at four cards on a cloth; a phone may get the picture as well."""
    picture = Image.new("1", (PICTURE_WIDTH, PICTURE_HEIGHT))
    picture.putdata([x % 4 == y % 4 == 0 for y in range(PICTURE_HEIGHT) for x in range(PICTURE_WIDTH)])
    for left in range(10, 70, 18):
        ImageDraw.Draw(picture).rectangle((left, 18, left + 11, 34), fill=1)
    shown = picture.tobytes() if live else b""
    return lambda words: Stop(AimingScreen(advice, shown, south=words.seat(0), on_phone=on_phone))


def camera_missing(source: str, is_covered: bool) -> Shown:
    return lambda words: Stop(missing_camera(source, is_covered, "without_camera", "back"))


def notice(name: str) -> Shown:
    return lambda words: Stop(Notice(name, f"{name}_text"))


def last_trick(words: TableWords) -> Stop:
    """Returns what shows the last trick of a deal, before its score."""
    controller = in_play(DEAL, words=words)
    controller.view.shows_last_trick = True
    return stop(controller)


def second_deal(script: str) -> Shown:
    """Returns what shows the screen of a deal in which folding is allowed; seat 1 is forehand."""
    return playing(f"{DEAL} S10 {script}")


def words_of(name: str, words: TableWords) -> TableWords:
    """Returns the words in which a screen is drawn: of the region of its deck."""
    region = "french" if name.startswith("bauerchen") else None
    return words if region is None else replace(words, names=card_names(words.language, "french"))


def standing_of_gras(players: int) -> Shown:
    """Returns what shows the account after a game in which the first seat takes all tricks."""

    def shown(words: TableWords) -> Stop:
        controller = new_controller(players, words=words, game="gras")
        controller.set_camera(False)
        while controller.table.phase != "over":
            tricks = "DOWN DOWN PLAY" + " PLAY" * (players - 1)
            go(controller, f"PLAY PLAY {tricks}" if controller.table.phase != "scored" else "PLAY")
        go(controller, "PLAY")
        return stop(controller)

    return shown


def game_over(words: TableWords) -> Stop:
    controller = new_controller(2, words=words)
    controller.set_camera(False)
    while controller.table.phase != "over":
        go(controller, "PLAY PLAY DOWN DOWN PLAY PLAY" if controller.table.phase != "scored" else "PLAY")
    return stop(controller)
