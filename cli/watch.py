"""`kiebitz watch`: frames and timed presses through the whole pipeline, with output as JSON Lines or text."""

import json
from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from cli.json_lines import JsonLines, sighting_line
from cli.terminal import progress
from common.errors import CommandError
from common.files.user_files import read_bounded
from common.texts.phrases import Language, region_for
from common.texts.words import TableWords, words_for
from device.camera.base import Camera
from device.hardware.presses import Button, Press
from device.reporting.story import Story, not_in_play
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.settings.table_setup import SEATS, Setup
from engine.cards import PACKS, Card, Seat
from engine.events import Event
from engine.games import PACK_SWITCH, pack_fit
from engine.rules.game import Game
from vision.recognition.reader import PackReader
from vision.tracking.settled_scene import TraceSink
from vision.tracking.tracker import CardTracker
from vision.types import (
    CameraBumped,
    CardLanded,
    CardLifted,
    Frame,
    KeepsMoving,
    LightChanged,
    Observation,
    OtherDeck,
    Sighting,
    TableCleared,
)

MAX_BYTES = 16 << 20
"""Bytes; a press takes some forty."""


class TimedPress(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the file: `t` in seconds since the source began."""

    t: float
    button: Button
    seat: Seat | None = None

    @property
    def press(self) -> Press:
        return Press(self.button, self.seat)


def read_presses(path: Path) -> list[TimedPress]:
    """Returns the presses of a JSON Lines file, in the order of time.

    :raises CommandError: naming the line and what was expected there.
    """
    try:
        text = read_bounded(path, MAX_BYTES).decode("utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot read presses {path}: {error}; expected a JSON Lines file") from error
    presses = [
        _parse(line, f"{path}, line {number}") for number, line in enumerate(text.splitlines(), start=1) if line.strip()
    ]
    return sorted(presses, key=lambda press: press.t)


def write_presses(presses: Iterable[TimedPress], path: Path) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(press) + b"\n" for press in presses))


def _parse(line: str, place: str) -> TimedPress:
    try:
        press = msgspec.json.decode(line, type=TimedPress)
    except msgspec.DecodeError as error:
        raise CommandError(
            f'{place}: {error}; expected a press such as {{"t": 2.5, "button": "play"}} '
            "with button fold, play, up or down and, if it has one, a seat from 0 to 3"
        ) from error
    if press.t < 0 or (press.seat is not None and press.seat not in range(4)):
        raise CommandError(f"{place}: got t {press.t}, seat {press.seat}; expected t from 0 up, and a seat from 0 to 3")
    return press


MAX_NAMED = 4
"""Missing cards that the message names; more are counted."""


def check_deck(game: Game, deck: Iterable[Card], name: str) -> None:
    """Checks that a deck has all cards of the game; further cards do no harm.

    :raises CommandError: with what is missing and what can be done.
    """
    fit = pack_fit(game, deck)
    if not fit.missing:
        return
    count = len(fit.missing)
    missing = " ".join(map(str, fit.missing)) if count <= MAX_NAMED else f"{count} of the cards"
    advice = [f"play without with --rules {PACK_SWITCH}={pack.name}" for pack in fit.others[:1]]
    advice += ["enrol what is missing", "or use another deck"]
    raise CommandError(
        f"got {name} without {missing}, expected all {len(game.pack)} cards of {game.pack.name} for {game.name}; "
        f"{', '.join(advice)}"
    )


@dataclass
class MemoryJournal:
    events: list[Event] = field(default_factory=list)

    def append(self, event: Event, time: float, mark: str = "") -> int:
        self.events.append(event)
        return len(self.events) - 1


@dataclass(frozen=True, slots=True)
class SightingOutput:
    words: TableWords
    jsonl: bool

    def print(self, sightings: Sequence[Sighting]) -> None:
        for sighting in sightings:
            text = f"{sighting.time:7.1f} s  {self._observation(sighting.observation)}"
            print(json.dumps(sighting_line(sighting)) if self.jsonl else text, flush=True)

    def _observation(self, observation: Observation) -> str:
        match observation:
            case CardLanded(reading, seat, _):
                names = [self.words.card(candidate.card) for candidate in reading.in_play[:3]]
                card = self.words.card(reading.card) if reading.card else f"? ({', '.join(names)})"
                if reading.not_in_play is not None:
                    card = not_in_play(reading.not_in_play, self.words)
                return card if seat is None else f"{self.words.seat(seat)}: {card}"
            case CardLifted(card):
                return f"↑ {self.words.card(card) if card else '?'}"
            case TableCleared(seat, count):
                return f"↑ {count}" if seat is None else f"{self.words.seat(seat)}: ↑ {count}"
            case OtherDeck():
                return self.words.phrase("strange_deck")
            case KeepsMoving(seconds):
                return f"… {seconds:.0f} s"
            case CameraBumped(shift):
                return f"↔ {shift:.1f} px"
            case LightChanged(factor):
                return f"☼ ×{factor:.2f}"


def words_of(reader: PackReader, language: Language) -> TableWords:
    return words_for(language, region_for(PACKS[reader.pack.kind]))


def report_sightings(
    camera: Camera, reader: PackReader, players: int, output: SightingOutput, trace_sink: TraceSink | None = None
) -> None:
    tracker = CardTracker(reader, SEATS[players], trace_sink)
    for frame in _frames(camera):
        output.print(tracker.process(frame))
    output.print(tracker.finish())


def report_game(
    camera: Camera,
    reader: PackReader,
    setup: Setup,
    dealer: Seat,
    presses: Sequence[TimedPress],
    words: TableWords,
    jsonl: bool,
    trace_sink: TraceSink | None = None,
) -> None:
    """Presses are handled before the first frame that is not older.

    :raises ValueError: if this game cannot begin with this setup, or its cards are not in the pack.
    """
    game, deck = setup.as_game, PACKS[reader.pack.kind]
    check_deck(game, deck.cards, f"the pack {reader.pack.name!r} of {deck.name}")
    controller = SessionController(setup, words)
    json_lines = JsonLines(words, lambda line: print(json.dumps(line, ensure_ascii=False), flush=True))
    story = Story(words, partial(print, flush=True))
    tracker = CardTracker(reader, setup.seats, trace_sink)
    # The time of the frames, so that presses of a recording meet the same screens however fast it is read.
    clock = lambda: json_lines.time  # noqa: E731
    listeners = [json_lines if jsonl else story]
    session = SessionLoop(controller, MemoryJournal(), tracker, clock=clock, listeners=listeners)
    started = False
    waiting = list(presses)
    for frame in _frames(camera):
        json_lines.frame, json_lines.time = frame.number, frame.time
        if not started:
            session.start(dealer)
            started = True
        while waiting and waiting[0].t <= frame.time:
            session.press(waiting.pop(0).press)
        session.step(frame)
    if not started:
        return
    session.finish()
    for press in waiting:
        session.press(press.press)


def _frames(camera: Camera) -> Iterator[Frame]:
    total = len(camera) if isinstance(camera, Sized) else 0
    try:
        yield from progress(camera.frames(), total, "watch") if total else camera.frames()
    finally:
        camera.close()
