"""The demo: a deal on a rendered table, processed by the whole appliance on simulated hardware."""

from __future__ import annotations

import json
import sys
import tempfile
from collections import deque
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cli.deck_check import check_deck
from cli.demo.director import DemoDirector, script
from cli.demo.film import Film
from cli.demo.page import DemoPage
from cli.progress_bar import progress
from common.texts.words import region_for, words_for
from device.camera.luminance import low_resolution
from device.display.base import open_display
from device.display.terminal import LiveDisplay
from device.hardware.board import OLED_ADDRESSES
from device.hardware.board_profiles import read_board
from device.hardware.fake_buses import FakeBus, ssd1306
from device.hardware.gpio import Buttons, PinLight, mock_pins
from device.hardware.presses import TimedPress, write_presses
from device.reporting.live.json_lines import JsonLines
from device.reporting.live.story import Story
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.settings.game_choice import game_from_arguments, print_assumed_rules
from device.settings.table_setup import number_of_players
from device.storage.journal import Journal
from engine.events import Announced, CardLaid, CardTaken, UpcardTurned
from engine.games import game as game_called
from engine.rules.findings import Kind
from engine.simulation.evening import simulation
from engine.text import Words as Both
from simulator.card_art import Style, draw_pack
from simulator.record import kept_frames
from simulator.render.appearance import Look
from simulator.render.card_stock import load_deck
from simulator.table import RenderedTable
from vision.enrolment.photographs.cropping import median_aspect
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, Frame

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from device.display.base import Display
    from device.hardware.fake_buses import Panel
    from device.hardware.presses import Button, Press
    from device.session.loop import Listener, StepResult
    from device.settings.game_choice import GameChoice
    from engine.cards import Card
    from engine.rules.game import Game
    from engine.simulation.evening import Simulation
    from simulator.table import RenderedFrame
    from vision.types import Image as Picture

CARD_HEIGHT = 480
"""px: resolution of the drawn cards, higher than that of the camera."""
FRAMES_PER_SHOT = 3
"""Frames of the table for each frame of the film."""

MIN_TRICKS = 3
"""Least number of tricks; a deal that ends earlier, by a declined bid, shows too little."""
MAX_DEALS_TRIED = 100
"""Deals that are searched for some with a proved revoke."""
CANDIDATE_DEALS = 6
"""Number of such deals from which one is chosen."""

IN_WORDS = Both(
    "Gelesen: {right} richtig, {asked} nachgefragt, {wrong} falsch, {missed} übersehen{film}",
    "Cards read: {right} right, {asked} asked, {wrong} wrong, {missed} missed{film}",
)
FILM = Both("; Film: {path}", "; film: {path}")
NO_REVOKE = Both(
    "Hier gibt niemand falsch zu: nach diesen Regeln war in {tries} Spielen kein falsches Zugeben zu beweisen.",
    "Nobody revokes here: by these rules no revoke could be proved in {tries} deals.",
)


@dataclass(slots=True)
class Parts:
    """The simulated hardware: display, light and buttons, with the presses made so far."""

    display: Display
    panel: Panel
    light: PinLight
    push: Callable[[Button], None]
    pressed: deque[Press]


@dataclass(slots=True)
class ReadingTally:
    """Readings of cards compared with the rendered ones."""

    right: int = 0
    asked: int = 0
    wrong: list[tuple[Card, Card]] = field(default_factory=list)
    seen: set[Card] = field(default_factory=set)

    def count(self, result: StepResult, frame: RenderedFrame) -> None:
        observation = result.sighting.observation if result.sighting is not None else None
        if not isinstance(observation, CardLanded) or not frame.cards or not result.recorded:
            return
        true, card = frame.cards[-1].card, observation.reading.card
        self.seen.add(true)
        if card is None:
            self.asked += 1
        elif card == true:
            self.right += 1
        else:
            self.wrong.append((true, card))


class Demo:
    """`keep` is a folder for frames, truth and presses, in the form that `watch` takes."""

    session: SessionLoop
    frame: RenderedFrame
    """The current frame; both are set while the demo plays."""

    def __init__(self, arguments: argparse.Namespace, choice: GameChoice, players: int, film: Film | None) -> None:
        seed, light = arguments.seed, arguments.light
        self.simulation = _deal_for_the_demo(choice, seed, players)
        game = self.simulation.game
        self.words = words_for(arguments.language, region_for(game.pack))
        self.film = film
        self.keep: Path | None = arguments.keep
        self.presses: list[TimedPress] = []
        self.tally = ReadingTally()
        self.clock = 0.0
        deck = _deck(arguments.deck, game)
        self.table = RenderedTable(deck, Look.random(seed, "dim" if light == "dim" else "good"), seed)
        recogniser = Recogniser()
        pictures = {card: [picture] for card, picture in deck.items()}
        enrolled = enrol(pictures, game.pack.name, recogniser, "drawn", median_aspect(deck.values()))
        self.tracker = CardTracker(PackReader(recogniser, enrolled), self.seats)
        self.controller = SessionController(choice.setup(self.seats), self.words)

    @property
    def seats(self) -> tuple[int, ...]:
        return self.simulation.table.seats

    def play(self, listeners: Sequence[Listener], quiet: bool) -> Iterator[RenderedFrame]:
        """Yields every frame before the loop processes it; *quiet* shows a progress bar."""
        with ExitStack() as stack:
            parts = stack.enter_context(self._parts())
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kiebitz-demo-"))
            journal = stack.enter_context(Journal(Path(folder) / "journal.sqlite"))
            self.session = SessionLoop(
                self.controller,
                journal,
                self.tracker,
                parts.display,
                parts.light,
                lambda: self.clock,
                [lambda result: self.tally.count(result, self.frame), *listeners],
            )
            director = DemoDirector(self.controller, parts.push, self.words.phrases.stands)
            steps = list(script(self.simulation.events, _has_stock(self.simulation)))
            steps_shown = progress(steps, len(steps), "demo") if quiet else steps
            frames = self.table.play(director.perform(steps_shown, self.truth))
            for frame in frames if self.keep is None else kept_frames(frames, self.keep):
                self.frame, self.clock = frame, frame.time
                yield frame
                self._look_at(frame, parts)

    @property
    def revoke_proved(self) -> bool | None:
        """Whether exactly the planted revoke was proved: play and player are right.

        None if none was planted and none proved.
        """
        planted = self.simulation.planted
        proved = [finding for finding in self.controller.table.findings if finding.kind == Kind.REVOKE]
        if planted is None:
            return False if proved else None
        return [(one.seat, one.card) for one in proved] == [(planted.seat, planted.card)]

    @property
    def score_right(self) -> bool:
        score, true = self.controller.table.score, self.simulation.table.score
        return score is not None and true is not None and score.result == true.result

    @property
    def missed_cards(self) -> list[Card]:
        return [card for card in self.truth if card not in self.tally.seen]

    @property
    def has_succeeded(self) -> bool:
        return not self.tally.wrong and not self.missed_cards and self.revoke_proved is not False and self.score_right

    @property
    def summary(self) -> dict[str, object]:
        planted = self.simulation.planted
        return {
            "game": self.simulation.game.name,
            "truth": [str(card) for card in self.truth],
            "right": self.tally.right,
            "asked": self.tally.asked,
            "wrong": [[str(true), str(read)] for true, read in self.tally.wrong],
            "missed": [str(card) for card in self.missed_cards],
            "revoke": planted and {"seat": planted.seat, "card": str(planted.card), "rule": planted.breach.rule},
            "revoke_proved": self.revoke_proved,
            "score_right": self.score_right,
        }

    @property
    def in_words(self) -> str:
        tally = self.tally
        film = self.words.translate(FILM.format(path=self.film.path)) if self.film is not None else ""
        return self.words.translate(
            IN_WORDS.format(
                right=tally.right,
                asked=tally.asked,
                wrong=len(tally.wrong),
                missed=len(self.missed_cards),
                film=film,
            )
        )

    @property
    def truth(self) -> list[Card]:
        return [event.card for event in self.simulation.events if isinstance(event, CardLaid)]

    def _look_at(self, frame: RenderedFrame, parts: Parts) -> None:
        while parts.pressed:
            press = parts.pressed.popleft()
            if self.controller.table.game is not None:  # `watch` gets game and dealer as arguments, not by presses
                self.presses.append(TimedPress(frame.time, press.button))
            self.session.press(press)
        self.session.step(Frame(frame.number, frame.time, frame.image, low_resolution(frame.image)))
        if self.film is not None and frame.number % FRAMES_PER_SHOT == 0:
            self.film.shoot(frame.time, frame.image, parts.panel.picture())

    @contextmanager
    def _parts(self) -> Iterator[Parts]:
        board = read_board("default_kit")
        pins = {pin.button: pin.pin for pin in board.buttons}
        panel, pressed = ssd1306(), deque["Press"]()
        with mock_pins() as push, FakeBus({OLED_ADDRESSES[0]: panel}, board.display.bus).install():
            display = open_display(board.display, lambda: self.clock)
            buttons = Buttons(board.buttons, pressed.append, lambda: self.clock)
            light = PinLight(board.light)
            try:
                yield Parts(display, panel, light, lambda button: push(pins[button]), pressed)
            finally:
                for part in (buttons, light, display):
                    part.close()


def _deal_for_the_demo(choice: GameChoice, seed: int, players: int) -> Simulation:
    """Returns a deal with a planted revoke and no other finding; without a revoke if none can be proved.

    Of several such deals, the one with the most kinds of announcements. No Criticals are taken from the cut, no card of
    a hand is turned up, and the deal is played to its end.
    """
    game, rules = choice.game, dict(choice.rules)
    seeds = range(seed * MAX_DEALS_TRIED, (seed + 1) * MAX_DEALS_TRIED)
    revoked = (_simulate(game, players, attempt, rules, revoke=True) for attempt in seeds)
    revokes = islice(
        (deal for deal in revoked if _can_be_shown(deal) and _kinds(deal) == [Kind.REVOKE]), CANDIDATE_DEALS
    )
    plain = (_simulate(game, players, attempt, rules, revoke=False) for attempt in seeds)
    chosen = max(revokes, key=_different_calls, default=None) or next(filter(_is_plain, plain), None)
    if chosen is None:
        raise LookupError(f"no deal of seed {seed} can be shown")
    return chosen


def _simulate(game: str, players: int, seed: int, rules: Mapping[str, object], revoke: bool) -> Simulation:
    played = simulation(game, players, seed, rules)
    played.play_deal(played.random.randrange(3 * players) if revoke else None)
    return played


def _is_plain(played: Simulation) -> bool:
    return _can_be_shown(played) and not played.findings


def _kinds(played: Simulation) -> list[Kind]:
    return [finding.kind for finding in played.findings]


def _different_calls(played: Simulation) -> int:
    return len({event.call for event in played.events if isinstance(event, Announced)})


def _can_be_shown(played: Simulation) -> bool:
    cut = any(isinstance(event, CardTaken) and event.source == "cut" for event in played.events)
    flipped = not _has_stock(played) and any(isinstance(event, UpcardTurned) for event in played.events)
    tricks = len(played.deal.tricks)
    return played.table.score is not None and tricks >= MIN_TRICKS and not cut and not flipped


def _has_stock(played: Simulation) -> bool:
    return len(played.game.pack) > played.game.hand_size * len(played.table.seats)


def _deck(folder: Path | None, game: Game) -> dict[Card, Picture]:
    """Returns the drawn pack, or the pictures of *folder*.

    :raises CommandError: if one of the pack's cards is missing there.
    """
    if folder is None:
        return draw_pack(game.pack.name, Style.default(), CARD_HEIGHT)
    deck = load_deck(folder)
    check_deck(game, deck, str(folder))
    return {card: deck[card] for card in game.pack.cards}


def play_demo(arguments: argparse.Namespace) -> int:
    """Returns 0 if every card was read right or asked for, the revoke was proved and the score is right; else 1."""
    choice = game_from_arguments(arguments)
    players = number_of_players(game_called(choice.game, dict(choice.rules)), arguments.players)
    film = _film(arguments)
    print_assumed_rules(choice, arguments.language)
    demo = Demo(arguments, choice, players, film)
    if arguments.jsonl:
        _run_with_json(demo)
    else:
        _run_with_story(demo, not arguments.headless, arguments.page)
    if demo.keep is not None:
        write_presses(demo.presses, demo.keep / "presses.jsonl")
    if film is not None:
        film.save()
    return 0 if demo.has_succeeded else 1


def _film(arguments: argparse.Namespace) -> Film | None:
    if arguments.film is None and arguments.jsonl:
        return None
    return Film(arguments.film or Path("kiebitz-demo.webp"))


def _run_with_json(demo: Demo) -> None:
    lines = JsonLines(demo.words, lambda line: print(json.dumps(line), flush=True))
    for frame in demo.play([lines], quiet=True):
        lines.frame, lines.time = frame.number, frame.time
    print(json.dumps({"event": "summary", **demo.summary}), flush=True)


def _run_with_story(demo: Demo, draws: bool, has_page: bool) -> None:
    live = LiveDisplay(sys.stdout, draws)
    page = DemoPage(lambda: demo.session, demo.words, live.say) if has_page else None

    def show(result: StepResult) -> None:
        live.show(
            demo.session.picture, important=bool(result.score or any(recorded.findings for recorded in result.recorded))
        )

    listeners: list[Listener] = [Story(demo.words, live.say), show]
    with page or nullcontext():
        for frame in demo.play([*listeners, page.listen] if page else listeners, quiet=not draws):
            if page:
                page.keep_pace(frame.time)
        live.show(demo.session.picture, important=True)  # the score, after the last trick
        if demo.simulation.planted is None:
            live.say(demo.words.translate(NO_REVOKE).format(tries=MAX_DEALS_TRIED))
        live.say(demo.in_words)
        if page:
            page.stay()
