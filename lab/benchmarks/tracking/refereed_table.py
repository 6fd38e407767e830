"""A refereed table at which people know the true cards, and the kinds of deals that are played at it.

The people answer the questions of the referee truthfully; findings are counted, all of which are false in a legal deal.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from cli.demo.director import shortest_presses
from cli.watch import MemoryJournal
from common.texts.phrases import region_for
from common.texts.words import words_for
from device.hardware.presses import Button, Press
from device.menus.deal.questions import DoubtfulCardMenu, FindingMenu, ShortTrickMenu, rulings_on
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.session.results import StepResult
from device.settings.table_setup import Setup
from engine.cards import Card, Pack, Seat
from engine.events import CardLaid, DealStarted, Event, GameStarted
from engine.games import all_games, game
from engine.rules.findings import Finding
from engine.simulation.evening import simulation
from lab.benchmarks.harness.jobs import add_process_argument
from lab.benchmarks.harness.results import Result, add_results, share
from lab.training.data.options import at_least
from simulator.script import Expected
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, Quad

DOWN: tuple[Button, ...] = ("down",)
MAX_ANSWERS = 12
"""Most answers to one question."""


class Kind(NamedTuple):
    """A game, preset and number of players; without a preset the usual rules."""

    game: str
    preset: str | None
    players: int

    def __str__(self) -> str:
        return f"{self.preset or self.game} for {self.players}"


def all_kinds() -> list[Kind]:
    """Returns all games with all presets and numbers of players; neighbours differ in the game."""
    listed = [
        [Kind(name, preset, players) for preset in (None, *rules.book.presets) for players in rules.players]
        for name, rules in all_games().items()
    ]
    return [kinds[at % len(kinds)] for at in range(max(map(len, listed))) for kinds in listed]


def add_deal_arguments(parser: argparse.ArgumentParser, deals: int) -> None:
    """Adds the options by which `kinds_by_seed` chooses; *deals* is the usual number."""
    parser.add_argument("--game", choices=sorted(all_games()), help="only this one")
    parser.add_argument("--deals", type=at_least(1), default=deals, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the first deal (%(default)s)")
    add_process_argument(parser)


def kinds_by_seed(arguments: argparse.Namespace) -> list[tuple[Kind, int]]:
    """Returns the kinds of the deals that were asked for, in turn, each with its seed."""
    kinds = [kind for kind in all_kinds() if arguments.game in (None, kind.game)]
    seeds = range(arguments.seed, arguments.seed + arguments.deals)
    return [(kinds[seed % len(kinds)], seed) for seed in seeds]


def add_deal_results(name: str, total: Counter[str], deals: int) -> None:
    """Records the figures of *deals* deals for the table of targets, which call them by *name*."""
    add_results(
        share(f"{name} cards", total["recorded"], total["cards"]),
        share(f"{name} findings", total["deals with findings"], deals),
        Result(f"{name} questions", total["questions"] / deals, deals),
        share(f"{name} scores", total["wrong score"], deals),
    )


def pack_of(kind: Kind) -> Pack:
    return game(kind.game, preset=kind.preset).pack


class PlayedDeal(NamedTuple):
    """A deal that is the first of its game; `events` are those after its beginning."""

    setup: Setup
    dealer: Seat
    events: tuple[Event, ...]
    score: object

    @property
    def plays(self) -> list[CardLaid]:
        return [event for event in self.events if isinstance(event, CardLaid)]


def random_deal(kind: Kind, seed: int) -> PlayedDeal:
    """Returns a random deal in which at least one card is laid."""
    rules = dict(game(kind.game, preset=kind.preset).rules.changes)
    for attempt in range(100):
        played = simulation(kind.game, kind.players, 1000 * seed + attempt, rules)
        played.play_deal()
        started, dealt, *events = played.events
        if any(isinstance(event, CardLaid) for event in events):
            assert isinstance(started, GameStarted)
            assert isinstance(dealt, DealStarted)
            setup = Setup(started.game, started.seats, tuple(started.rules))
            return PlayedDeal(setup, dealt.dealer, tuple(events), played.table.score)
    raise ValueError(f"got no deal with a card of {kind} from seed {seed}, expected one in 100")


def new_session(setup: Setup, pack: Pack, dealer: Seat, tracker: CardTracker | None = None) -> SessionLoop:
    """Returns the session of a game that has just started, watched by a camera, with a journal in memory."""
    controller = SessionController(setup, words_for("en", region_for(pack)))
    session = SessionLoop(controller, MemoryJournal(), tracker)
    controller.set_camera(True)
    session.start(dealer)
    return session


@dataclass
class Table:
    """A refereed table, with players who know the true cards."""

    session: SessionLoop
    witness: Witness
    frame: int = 0
    """The number of the frame that is looked at."""
    findings: Counter[str] = field(default_factory=Counter)
    questions: int = 0
    places: dict[int, tuple[Quad, int]] = field(default_factory=dict)
    """By position in the journal: where the camera saw the card, and in which frame it reported that."""

    def take(self, reports: Sequence[StepResult]) -> None:
        for report in reports:
            landed = report.sighting.observation if report.sighting is not None else None
            for noted in report.recorded:
                if isinstance(landed, CardLanded):
                    self.places[noted.position] = landed.reading.quad, self.frame
                found = [finding for finding in noted.findings if not finding.suspects_camera]
                self.findings.update(finding.kind.value for finding in found)
        for _ in range(MAX_ANSWERS):
            if not (answer := self._answer()):
                return
            for button in answer:
                self.session.press(Press(button))

    def announce(self, events: Sequence[Event]) -> Sequence[Event]:
        """Enters announcements with the buttons; returns those that no menu accepts yet."""
        controller = self.session.controller
        while events and (way := shortest_presses(controller.view, controller.menu, events)) is not None:
            for button in way.presses:
                self.session.press(Press(button))
            events = events[way.event_count :]
        return events

    def counts(self, plays: Sequence[CardLaid], score: object) -> Counter[str]:
        """Returns what is counted of a deal in which these are the *plays*, with its true *score*."""
        by_seat = {(fact.seat, fact.card) for fact in recorded_cards(self.session)}
        counts = Counter(cards=len(plays), recorded=sum((one.seat, one.card) in by_seat for one in plays))
        counts.update(questions=self.questions, findings=self.findings.total())
        counts["deals with findings"] = int(bool(self.findings))
        counts["wrong score"] = int(self.session.controller.table.score != score)
        return counts

    def _answer(self) -> tuple[Button, ...]:
        """Returns the presses that answer the current question truthfully; none without a question."""
        controller = self.session.controller
        match controller.menu:
            case DoubtfulCardMenu(position, cards):
                self.questions += 1
                place = self.places.get(position)
                return self._pick(None if place is None else self.witness.card_at(*place), cards)
            case ShortTrickMenu() as menu:
                self.questions += 1
                beside = menu.finding.evidence[-1].card if menu.finding.evidence else None
                return self._pick(self._missing(menu.seat, beside), menu.cards)
            case FindingMenu(finding):
                self.questions += 1
                return self._rule(finding)
        return ()

    def _rule(self, finding: Finding) -> tuple[Button, ...]:
        """Returns the presses that name the card of the seat at turn, be it missed or recorded as another's."""
        view = self.session.controller.view
        rulings = rulings_on(view, finding)
        if "was_missed" not in rulings:
            return ("fold",)
        missing = self._missing(finding.seats[0], finding.card)
        if missing is None:
            return ("fold",)
        return (*DOWN * rulings.index("was_missed"), "play", *self._pick(missing, view.missed_card_candidates()))

    @staticmethod
    def _pick(card: Card | None, cards: Sequence[Card]) -> tuple[Button, ...]:
        if card is None or card not in cards:
            return ("fold",)
        return (*DOWN * list(cards).index(card), "play")

    def _missing(self, seat: Seat, beside: Card | None) -> Card | None:
        """Returns the card of *seat* in the trick of the card *beside*, unless it is recorded as its own."""
        recorded = {one.card for one in recorded_cards(self.session) if self.witness.player_of(one.card) == one.seat}
        return self.witness.missing(seat, beside, recorded, self.frame)


def recorded_cards(session: SessionLoop) -> list[CardLaid]:
    return [fact for _, fact in session.controller.table.facts if isinstance(fact, CardLaid)]


@dataclass(frozen=True, slots=True, eq=False)
class LaidCard:
    """A card with its trick, counted from 0, the frame from which it lies, and where (4×2, px)."""

    seat: Seat
    card: Card
    trick: int
    rest: int
    quad: Quad


@dataclass(frozen=True, slots=True)
class Witness:
    """The cards of one deal in the order in which they were laid."""

    plays: Sequence[LaidCard]

    @classmethod
    def of(cls, truth: Iterable[Expected], plays: Iterable[CardLaid]) -> Witness:
        """Returns who saw the cards of *truth*; *plays* are the same cards with their seats."""
        return cls(list(_laid_cards(truth, plays)))

    def card_at(self, place: Quad, frame: int) -> Card | None:
        """Returns the card of the trick at *frame* that lies nearest to a *place* in the picture."""
        lying = [one for one in self.plays if one.rest <= frame]
        trick = [one for one in lying if one.trick == lying[-1].trick]
        if not trick:
            return None
        return min(trick, key=lambda one: float(np.linalg.norm(one.quad.mean(axis=0) - place.mean(axis=0)))).card

    def player_of(self, card: Card | None) -> Seat | None:
        """Returns the seat that laid *card*, or None if nobody did."""
        return next((one.seat for one in self.plays if one.card == card), None)

    def missing(self, seat: Seat, beside: Card | None, recorded: Collection[Card], frame: int) -> Card | None:
        """Returns the card that *seat* laid by *frame* in the trick of the card *beside*, unless it is recorded."""
        trick = next((one.trick for one in self.plays if one.card == beside), None)
        cards = (one.card for one in self.plays if one.seat == seat and one.trick == trick and one.rest <= frame)
        return next((card for card in cards if card not in recorded), None)


def _laid_cards(truth: Iterable[Expected], plays: Iterable[CardLaid]) -> Iterator[LaidCard]:
    trick, left = 0, iter(plays)
    for expected in truth:
        if expected.event == "trick_gathered":
            trick += 1
        elif expected.event == "card_laid":
            play = next(left)
            yield LaidCard(play.seat, play.card, trick, expected.rest, np.array(expected.quad, np.float32))
