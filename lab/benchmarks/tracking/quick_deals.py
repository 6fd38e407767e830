"""Quick legal deals through the whole pipeline: python -m lab.benchmarks.tracking.quick_deals [DECKS] [--deals N]

Deals of all games, presets and numbers of players are simulated in turn, rendered as sequences with a card every 0.6 to
1.0 s (with --uneven after half to one and a half of that), and refereed as `watch --game` does. With --looks whoever
takes a trick shows cards of it once more, one by one or fanned. No rule is broken, so every finding is false.
Announcements are entered with the buttons, and questions are answered truthfully. Printed for every deal: cards
recorded with the right seat and name, false findings by kind, questions, and whether the score is right.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from device.camera.picture_file import low_resolution
from engine.cards import PACKS, Seat
from engine.events import CardLaid, Event, TrickGathered
from lab.benchmarks.datasets.decks import families_in, load
from lab.benchmarks.flipbook.record import compose
from lab.benchmarks.harness.jobs import one_thread, split_by_training, spread
from lab.benchmarks.harness.results import run_command
from lab.benchmarks.tracking import refereed_table
from lab.benchmarks.tracking.sequences import decks_in, reader_of
from lab.card_art import Style, draw_pack
from simulator import hand_actions
from simulator.deck import make_deck
from simulator.script import PlacedThing, Script
from simulator.stage.lights import LIGHTS
from simulator.stage.stage import FPS
from vision.tracking.tracker import CardTracker
from vision.types import Frame

OVERLAP = (0.0, 0.35)
SECONDS_A_CARD = (0.6, 0.7, 0.8, 0.9, 1.0)
UNEVEN = (0.5, 1.5)
"""Range of the time to the next card, divided by the pace, where players hesitate and hurry."""
ANNOUNCEMENT_SECONDS = 1.5
"""Duration of an announcement between two cards, in seconds."""
COLUMNS = ("cards", "recorded", "questions", "findings", "wrong score")


class Job(NamedTuple):
    """One deal, with a deck that has all cards of its game; without one a drawn pack is used."""

    kind: refereed_table.Kind
    deck: Path | None
    seed: int
    uneven: bool = False
    looks: bool = False


class Announcement(NamedTuple):
    """An announcement, from that second of the sequence on."""

    second: float
    event: Event


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("decks", type=Path, nargs="?")
    refereed_table.add_deal_arguments(parser, 8)
    parser.add_argument("--uneven", action="store_true", help="players hesitate and hurry: half to one and a half")
    parser.add_argument("--looks", action="store_true", help="players look at the last trick")
    arguments = parser.parse_args()
    families = {} if arguments.decks is None else families_in(arguments.decks)
    places = [arguments.decks / families[family][0] for family in split_by_training(families)[0]]
    decks = [(place, load(place)) for place in places]
    jobs: list[Job] = []
    for kind, seed in refereed_table.kinds_by_seed(arguments):
        needed = refereed_table.pack_of(kind).cards
        fit = [place for place, deck in decks if all(card in deck.pictures for card in needed)]
        deck_of_job = fit[seed // 4 % len(fit)] if fit else None
        jobs.append(Job(kind, deck_of_job, seed, arguments.uneven, arguments.looks))
    print(f"{'game':32s}{'deck':28s}{'seed':>5s}" + "".join(f"{column:>13s}" for column in COLUMNS))
    total: Counter[str] = Counter()
    for job, (counts, found) in zip(jobs, spread(referee_job, jobs, arguments.processes), strict=True):
        name = "drawn" if job.deck is None else job.deck.name
        figures = "".join(f"{counts[column]:13d}" for column in COLUMNS)
        print(f"{job.kind!s:32s}{name:28s}{job.seed:5d}{figures}", found or "", flush=True)
        total += counts
    print(f"{'all':65s}" + "".join(f"{total[column]:13d}" for column in COLUMNS))
    refereed_table.add_deal_results("quick", total, arguments.deals)


def referee_job(job: Job) -> tuple[Counter[str], dict[str, int]]:
    """Plays and referees one deal; returns its counts and the false findings by kind."""
    one_thread()
    if job.deck is not None:
        [deck] = decks_in(job.deck.parent, [job.deck.name])
    else:
        pack = refereed_table.pack_of(job.kind).name
        deck = make_deck(draw_pack(pack, Style.random(907), 400), "drawn", pack)
    played = refereed_table.random_deal(job.kind, job.seed)
    light = LIGHTS[job.seed % len(LIGHTS)]
    announcements: list[Announcement] = []
    sequence = compose(
        "quick deal",
        job.seed,
        deck,
        light,
        players=job.kind.players,
        act=lambda script: announcements.extend(_act(script, played.events, job)),
    )
    tracker = CardTracker(reader_of(deck), played.setup.seats)
    session = refereed_table.new_session(played.setup, PACKS[deck.kind], played.dealer, tracker)
    table = refereed_table.Table(session, refereed_table.Witness.of(sequence.truth, played.plays))
    not_entered: Sequence[Event] = ()
    for number, picture in enumerate(sequence.pictures()):
        frame = Frame(number, number / FPS, picture, low_resolution(picture))
        table.frame = number
        while announcements and announcements[0].second <= frame.time:
            not_entered = [*not_entered, announcements.pop(0).event]
        not_entered = table.announce(not_entered)
        table.take(session.step(frame))
    table.take(session.finish())
    table.announce(not_entered)
    return table.counts(played.plays, played.score), dict(table.findings)


def _act(script: Script, events: Sequence[Event], job: Job) -> Iterator[Announcement]:
    """Writes the script in which hands lay the cards of *events*; yields the announcements with their times."""
    period = SECONDS_A_CARD[job.seed % len(SECONDS_A_CARD)]
    script.tempo, script.pause = 0.65 * period, (0.4, 0.4)
    chance = np.random.default_rng(job.seed)
    on_table: list[PlacedThing] = []
    due = script.now
    for event in events:
        match event:
            case CardLaid(seat, card):
                pose = script.spot(seat, OVERLAP if on_table else (0.0, 0.0))
                on_table.append(hand_actions.lay(script, seat, str(card), pose, start=due))
                due += period * (chance.uniform(*UNEVEN) if job.uneven else 1.0)
            case TrickGathered(seat):
                hand_actions.gather(script, seat or 0, on_table)
                if job.looks:
                    _look_at_trick(script, seat or 0, [one.name for one in on_table], chance)
                on_table, due = [], script.now
            case _:
                if any(isinstance(one, CardLaid) for one in events[: events.index(event)]):
                    script.rest(script.now + ANNOUNCEMENT_SECONDS)
                    due = script.now
                yield Announcement(script.now, event)


def _look_at_trick(script: Script, seat: Seat, trick: Sequence[str], chance: np.random.Generator) -> None:
    """Lays some cards of a trick that was taken face up once more, apart or as a fan, and takes them away."""
    expected = len(script.truth)
    overlap = (0.1, 0.6) if chance.random() < 0.5 else (0.0, 0.0)
    shown: list[PlacedThing] = []
    for name in chance.permutation(trick)[: chance.integers(1, len(trick) + 1)]:
        shown.append(hand_actions.lay(script, seat, str(name), script.spot(seat, overlap if shown else (0.0, 0.0))))
    script.rest(script.now + chance.uniform(0.3, 1.5))
    hand_actions.gather(script, seat, shown, is_expected=False)
    del script.truth[expected:]  # no card is played, and none is gathered again


if __name__ == "__main__":
    run_command(main)
