"""Legal deals reported imperfectly to the referee: python -m lab.benchmarks.tracking.imperfect_sightings [--deals N]

No picture is made: a random legal deal is reported as a tracker would, with the faults that trackers have, more often
than in `quick_deals`. Cards are missed, read in doubt, reported after the next card, or given to another seat, with a
confidence that is right as often as it says; a cleared table is reported without a seat or not at all. A name that is
reported is right. Questions are answered truthfully. Every finding is false; if a score is wrong, something was not
asked.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from device.session.loop import SessionLoop
from engine.cards import Pack, Seat
from engine.events import CardLaid, Event, TrickGathered
from lab.benchmarks.harness.jobs import spread
from lab.benchmarks.harness.results import run_command
from lab.benchmarks.tracking import refereed_table
from vision.types import Candidate, CardLanded, Observation, Reading, Sighting, TableCleared

FRAMES_A_CARD, FRAMES_A_SECOND = 8, 10
COLUMNS = ("deals", "cards", "recorded", "questions", "findings", "wrong score")
MISSED = 0.02
"""Probability that a card is never reported, since the next one covers it."""
DOUBTFUL, SECOND = 0.05, 0.2
"""Probability of a doubtful reading, and of one whose likeliest candidate is not the card."""
LATE = 0.05
"""Probability that a card is reported after the next one."""
RESTLESS = 0.7
"""Probability that there is no rest before a card."""
UNSURE, SURE_CONFIDENCE = 0.25, 0.999
"""Probability of a seat whose confidence is only 0.5 to 1, and the confidence of other seats."""
NO_TAKER, NOT_CLEARED = 0.2, 0.01
"""Probability that a table is cleared without a seat, and that nobody tells that it was cleared."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    refereed_table.add_deal_arguments(parser, 200)
    parser.add_argument("--faults", action="store_true", help="name the deals with findings or a wrong score")
    arguments = parser.parse_args()
    jobs = refereed_table.kinds_by_seed(arguments)
    by_game: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (kind, seed), (counts, found) in zip(jobs, spread(referee_job, jobs, arguments.processes), strict=True):
        by_game[kind.game] += counts
        if arguments.faults and (found or counts["wrong score"]):
            print(f"{kind!s:32s}{seed:8d}", "wrong score" if counts["wrong score"] else "", found or "")
    total = sum(by_game.values(), Counter[str]())
    print(f"{'game':20s}" + "".join(f"{column:>13s}" for column in COLUMNS))
    for name, counts in {**by_game, "all": total}.items():
        print(f"{name:20s}" + "".join(f"{counts[column]:13d}" for column in COLUMNS))
    refereed_table.add_deal_results("told", total, arguments.deals)


def referee_job(job: tuple[refereed_table.Kind, int]) -> tuple[Counter[str], dict[str, int]]:
    """Referees a deal of a kind and seed; returns its counts and the false findings by kind."""
    played, pack = refereed_table.random_deal(*job), refereed_table.pack_of(job[0])
    table = ImperfectTable(refereed_table.new_session(played.setup, pack, played.dealer), pack, Random(job[1]))
    table.play(played.events)
    counts = table.people.counts(played.plays, played.score)
    return Counter({"deals": 1}) + counts, dict(table.people.findings)


@dataclass
class ImperfectTable:
    """A table whose tracker is imperfect, and `people` who know what was laid."""

    session: SessionLoop
    pack: Pack
    chance: Random
    people: refereed_table.Table = field(init=False)
    _plays: list[refereed_table.LaidCard] = field(default_factory=list, init=False)
    _trick: int = field(default=0, init=False)
    _untold: CardLanded | None = field(default=None, init=False)
    """A card that is reported after the next one."""
    _is_missed: bool = field(default=False, init=False)
    """Whether the card before was missed."""

    def __post_init__(self) -> None:
        self.people = refereed_table.Table(self.session, refereed_table.Witness(self._plays))

    def play(self, events: Sequence[Event]) -> None:
        """Plays a deal: cards and gathered tricks are seen, everything else is entered with the buttons."""
        not_entered: Sequence[Event] = ()
        for event, following in zip(events, [*events[1:], None], strict=True):
            match event:
                case CardLaid():
                    self._lay(event, is_covered=isinstance(following, CardLaid))
                case TrickGathered(seat):
                    self._gather(seat)
                case _:
                    not_entered = [*not_entered, event]
            not_entered = self.people.announce(not_entered)

    def _lay(self, play: CardLaid, is_covered: bool) -> None:
        self.people.frame += FRAMES_A_CARD
        quad = np.full((4, 2), len(self._plays), np.float32)
        plays = refereed_table.LaidCard(play.seat, play.card, self._trick, self.people.frame, quad)
        self._plays.append(plays)
        if is_covered and self._happens(MISSED):
            self._is_missed = True
        elif is_covered and self._untold is None and self._happens(LATE):
            self._untold = self._landed(plays, after_rest=False)
        else:
            after_rest = not (self._is_missed or self._untold or self._happens(RESTLESS))
            self._tell(self._landed(plays, after_rest))
            self._is_missed = False
            if self._untold is not None:
                self._tell(self._untold)
                self._untold = None

    def _gather(self, seat: Seat | None) -> None:
        self.people.frame += FRAMES_A_CARD
        count = sum(plays.trick == self._trick for plays in self._plays)
        self._trick += 1
        if not self._happens(NOT_CLEARED):
            self._tell(TableCleared(None if self._happens(NO_TAKER) else seat, count))

    def _landed(self, plays: refereed_table.LaidCard, after_rest: bool) -> CardLanded:
        others = [card for card in self.pack.cards if card != plays.card]
        names = [plays.card, *self.chance.sample(others, 2)]
        is_doubtful = self._happens(DOUBTFUL)
        if is_doubtful and self._happens(SECOND):
            names[:2] = names[1], names[0]
        candidates = tuple(Candidate(card, 0.9 - 0.1 * place) for place, card in enumerate(names))
        reading = Reading(None if is_doubtful else plays.card, candidates, plays.quad, 1.0)
        confidence = self.chance.uniform(0.5, 1.0) if self._happens(UNSURE) else SURE_CONFIDENCE
        seat = plays.seat
        if not self._happens(confidence):  # the hand is taken for that of the seat on either side
            seats = self.session.controller.view.players
            seat = seats[(seats.index(seat) + self.chance.choice((-1, 1))) % len(seats)]
        return CardLanded(reading, seat, confidence, after_rest=after_rest, since=plays.rest / FRAMES_A_SECOND)

    def _tell(self, observation: Observation) -> None:
        frame = self.people.frame
        self.people.take(self.session.handle_sightings([Sighting(frame, frame / FRAMES_A_SECOND, observation)]))

    def _happens(self, probability: float) -> bool:
        return self.chance.random() < probability


if __name__ == "__main__":
    run_command(main)
