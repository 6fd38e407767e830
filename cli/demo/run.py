"""The demo: a deal on a rendered table, read, judged and scored as at a table, and its film."""

import argparse
import json
import sys
import tempfile
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from cli.demo.deal import MAX_DEALS_TRIED, deal_for_the_demo, has_stock, script
from cli.demo.director import DemoDirector
from cli.demo.film import Film
from cli.game_arguments import game_from_arguments, print_assumed_rules
from cli.json_lines import JsonLines
from cli.page_beside import DemoPage
from cli.terminal import progress
from cli.watch import TimedPress, check_deck, write_presses
from common.texts.phrases import region_for
from common.texts.words import words_for
from device.camera.picture_file import low_resolution
from device.display.base import LiveDisplay
from device.hardware.presses import Button, Press
from device.reporting.story import Story
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.session.results import Listener, StepResult
from device.settings.table_setup import Setup, number_of_players
from device.storage.journal import Journal
from engine.cards import PACKS, Card
from engine.events import CardLaid
from engine.rules.findings import Kind
from simulator.deck import load_deck, table_deck
from simulator.record import kept_frames
from simulator.table import Look, RenderedFrame, RenderedTable
from vision.enrolment.photographs.cropping import median_aspect
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, Frame

FRAMES_PER_SHOT = 3
"""Frames of the table for each frame of the film."""


@dataclass(slots=True)
class ReadingTally:
    """Readings of cards compared with the rendered ones."""

    right: int = 0
    asked: int = 0
    wrong: list[tuple[Card, Card]] = field(default_factory=list)
    read: set[Card] = field(default_factory=set)

    def count(self, result: StepResult, frame: RenderedFrame) -> None:
        observation = result.sighting.observation if result.sighting is not None else None
        if not isinstance(observation, CardLanded) or not frame.cards or not result.recorded:
            return
        true, card = frame.cards[-1].card, observation.reading.card
        self.read.add(true)
        if card is None:
            self.asked += 1
        elif card == true:
            self.right += 1
        else:
            self.wrong.append((true, card))


class Demo:
    """`keep` is a folder for frames, truth and presses, in the form that `watch` takes.

    :raises CommandError: if one of the pack's cards is missing in the given deck.
    """

    session: SessionLoop
    frame: RenderedFrame
    """The current frame; both are set while the demo plays."""

    def __init__(self, arguments: argparse.Namespace, choice: Setup, players: int, film: Film | None) -> None:
        seed, light = arguments.seed, arguments.light
        self.simulation = deal_for_the_demo(choice, seed, players)
        game = self.simulation.game
        self.words = words_for(arguments.language, region_for(game.pack))
        self.film = film
        self.keep: Path | None = arguments.keep
        self.presses: list[TimedPress] = []
        self._pushed: deque[Button] = deque()
        self.tally = ReadingTally()
        self.clock = 0.0
        if arguments.deck is None:
            deck = table_deck(game.pack)
        else:
            given = load_deck(arguments.deck)
            check_deck(game, given, str(arguments.deck))
            deck = {card: given[card] for card in game.pack.cards}
        self.table = RenderedTable(deck, Look.random(seed, "dim" if light == "dim" else "good"), seed)
        recogniser = Recogniser()
        pictures = {card: [picture] for card, picture in deck.items()}
        kind = next(name for name, pack in PACKS.items() if set(game.pack.cards) <= set(pack.cards))
        enrolled = enrol(pictures, kind, recogniser, "drawn", median_aspect(deck.values()))
        self.tracker = CardTracker(PackReader(recogniser, enrolled), self.seats)
        self.controller = SessionController(replace(choice, seats=self.seats), self.words)

    @property
    def seats(self) -> tuple[int, ...]:
        return self.simulation.table.seats

    def play(self, listeners: Sequence[Listener], quiet: bool) -> Iterator[RenderedFrame]:
        """Yields every frame before the loop processes it; *quiet* shows a progress bar."""
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kiebitz-demo-"))
            journal = stack.enter_context(Journal(Path(folder) / "journal.sqlite"))
            count = lambda result: self.tally.count(result, self.frame)  # noqa: E731
            self.session = SessionLoop(
                self.controller, journal, self.tracker, clock=lambda: self.clock, listeners=[count, *listeners]
            )
            director = DemoDirector(self.controller, self._pushed.append, self.words.phrase("stands"))
            steps = list(script(self.simulation.events, has_stock(self.simulation)))
            steps_shown = progress(steps, len(steps), "demo") if quiet else steps
            frames = self.table.play(director.perform(steps_shown, self.truth))
            for frame in frames if self.keep is None else kept_frames(frames, self.keep):
                self.frame, self.clock = frame, frame.time
                yield frame
                while self._pushed:
                    button = self._pushed.popleft()
                    # `watch` gets game and dealer as arguments, not by presses.
                    if self.controller.table.game is not None:
                        self.presses.append(TimedPress(frame.time, button))
                    self.session.press(Press(button))
                self.session.step(Frame(frame.number, frame.time, frame.image, low_resolution(frame.image)))
                if self.film is not None and frame.number % FRAMES_PER_SHOT == 0:
                    self.film.shoot(frame.time, frame.image, self.session.picture)

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
        return [card for card in self.truth if card not in self.tally.read]

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
        film = self.words.phrase("demo_film", path=self.film.path) if self.film is not None else ""
        return self.words.phrase(
            "demo_read",
            right=tally.right,
            asked=tally.asked,
            wrong=len(tally.wrong),
            missed=len(self.missed_cards),
            film=film,
        )

    @property
    def truth(self) -> list[Card]:
        return [event.card for event in self.simulation.events if isinstance(event, CardLaid)]


def play_demo(arguments: argparse.Namespace) -> int:
    """Returns 0 if every card was read right or asked for, the revoke was proved and the score is right; else 1."""
    choice = game_from_arguments(arguments)
    players = number_of_players(choice.as_game, arguments.players)
    wants_film = arguments.film is not None or not arguments.jsonl
    film = Film(arguments.film or Path("kiebitz-demo.webp")) if wants_film else None
    print_assumed_rules(choice, arguments.language)
    demo = Demo(arguments, choice, players, film)
    if arguments.jsonl:
        lines = JsonLines(demo.words, lambda line: print(json.dumps(line), flush=True))
        for frame in demo.play([lines], quiet=True):
            lines.frame, lines.time = frame.number, frame.time
        print(json.dumps({"event": "summary", **demo.summary}), flush=True)
    else:
        _run_with_story(demo, not arguments.headless, arguments.page)
    if demo.keep is not None:
        write_presses(demo.presses, demo.keep / "presses.jsonl")
    if film is not None:
        film.save()
    return 0 if demo.has_succeeded else 1


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
        planted = demo.simulation.planted
        if planted is None:
            live.say(demo.words.phrase("demo_no_revoke", tries=MAX_DEALS_TRIED))
        elif demo.revoke_proved is False:
            live.say(demo.words.phrase("demo_revoke_open", card=demo.words.card(planted.card)))
        live.say(demo.in_words)
        if page:
            page.stay()
