"""Tracking of whole deals: python -m lab.benchmarks.tracking.rendered_deals DECKS [--deals N] [--deck NAME …]

DECKS is a folder of decks, one scan a card. Each deck is enrolled from its scans; deals of five tricks are then
rendered, in good and in dim light, with hands that pass, nudge and take back cards, knocks at the camera and switched
lamps. Printed: cards read right / asked / wrong / missed, invented cards, right seats, tricks gathered and false
gatherings, cards lifted by name, without one, and wrongly, and tricks of which every card was named right without a
question. The rules of the game are not used: with turns and rules the results of the appliance are better.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.cards import Card, Seat
from lab.benchmarks.datasets.decks import training_deck_of
from lab.benchmarks.flipbook.scoring import cells_of, named_right, score
from lab.benchmarks.harness.jobs import add_process_argument, seed_of, spread
from lab.benchmarks.harness.results import add_results, run_command, share, wilson
from lab.benchmarks.stills.tabletop import LIGHTS
from lab.benchmarks.tracking.sequences import decks_in, first_decks, reader_of, reported_events
from lab.training.data.options import at_least
from simulator.choreography import Action, Gather, Lay, Lift, TakeUpcard, TurnUpcard, parse_actions
from simulator.script import Expected
from simulator.table import SEATS, LightName, Look, RenderedFrame, RenderedTable
from vision.types import Image

DECKS = ("ger_bav_schmid_gumbi", "ger_fra_sauspiel_fn", "ger_tell_zsir_piatnik", "ger_salz_piiit")
"""One deck of each of the most common families."""
COLUMNS = (
    *("right", "asked", "wrong", "missed", "invented", "seats"),
    *("gathered", "gathers +", "lifted", "unnamed", "lifts +", "tricks right"),
)
EARLY_FRAMES = 6
"""Frames by which a hand lets go of a card before it has left the view."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("decks", type=Path)
    parser.add_argument("--deals", type=at_least(1), default=1, help="a deck and light (%(default)s)")
    parser.add_argument("--deck", nargs="+", help="names of folders in DECKS (four of them)")
    add_process_argument(parser)
    arguments = parser.parse_args()
    decks = arguments.deck or usual_decks(arguments.decks)
    decks_in(arguments.decks, decks)  # an unusable deck is reported before the measurements
    ways = product(LIGHTS, decks, range(arguments.deals))
    jobs = [Job(arguments.decks / name, light, seed) for light, name, seed in ways]
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for job, counted in zip(jobs, spread(track_job, jobs, arguments.processes), strict=True):
        found[job.light, job.folder.name] += counted
    print(f"{'deck':28s}{'light':6s}" + "".join(f"{column:>14s}" for column in COLUMNS))
    for light in LIGHTS:
        total: Counter[str] = Counter()
        for name in decks:
            counts, learned = found[light, name], training_deck_of(name)
            note = f"  (learned as {learned}, in no total)" if learned else ""
            print(f"{name:28s}{light:6s}{cells_of(counts, COLUMNS, 14)}{note}")
            if not learned:
                total += counts
        print(f"{'all':28s}{light:6s}{cells_of(total, COLUMNS, 14)}")
        print_light(light, total)


def usual_decks(folder: Path) -> list[str]:
    """Returns the decks in `DECKS` that are there, otherwise one deck of each of some families."""
    return [name for name in DECKS if (folder / name).is_dir()] or first_decks(folder)[: len(DECKS)]


class Job(NamedTuple):
    folder: Path
    light: LightName
    seed: int


def track_job(job: Job) -> Counter[str]:
    """Tracks a deal: each deck has its own deals, tables and disturbances, the same in both lights."""
    [deck], seed = decks_in(job.folder.parent, [job.folder.name]), seed_of(job.folder.name, job.seed)
    table = RenderedTable(deck.faces, Look.random(seed, job.light), seed)
    truth: list[Expected] = []

    def frames() -> Iterator[tuple[int, Image]]:
        for frame in table.play(deal(deck.faces, seed)):
            truth.extend(expected_after(frame, truth))
            yield frame.number, frame.image

    reported, _ = reported_events(frames(), reader_of(deck), SEATS)
    counts, _ = score(truth, reported)
    right, tricks = named_right(truth, reported), tricks_of(truth)
    counts["whole tricks"] = len(tricks)
    counts["tricks right"] = sum(all(card in right for card in trick) for trick in tricks)
    return counts


def print_light(light: str, total: Counter[str]) -> None:
    cards = total["right"] + total["asked"] + total["wrong"] + total["missed"]
    low, high = wilson(total["tricks right"], total["whole tricks"])
    print(f"whole tricks right, 95 %: [{low:.1%}, {high:.1%}]")
    add_results(
        share(f"tricks {light}", total["tricks right"], total["whole tricks"]),
        share(f"watched wrong {light}", total["wrong"] + total["invented"], cards),
    )


def deal(deck: Iterable[Card], seed: int) -> Sequence[Action]:
    """Returns the actions of five tricks of four with disturbances; the upcard is taken before the first."""
    rng = np.random.default_rng([seed, 3])
    cards = [str(card) for card in deck]
    rng.shuffle(cards)
    lines = ["wait 0.6", f"upcard {cards.pop()} 0", "exchange 1 2", "take 0"]
    for trick in range(5):
        for turn in range(4):
            card = cards.pop()
            lines.append(f"lay {(trick + turn) % 4} {card}")
            mishaps = ("", f"pass {turn}", f"nudge {card}", f"lift {card}", "bump", "light 0.75", "light 1.3")
            incident = str(rng.choice(mishaps, p=(0.6, 0.1, 0.1, 0.06, 0.04, 0.05, 0.05)))
            lines.append(incident)
            if incident.startswith("lift"):
                lines.append(f"lay {(trick + turn) % 4} {cards.pop()}")
        lines.append(f"gather {int(rng.integers(4))}")
    return parse_actions("\n".join(lines))


def expected_after(frame: RenderedFrame, before: Sequence[Expected]) -> Iterator[Expected]:
    """Yields what a tracker should report of the action that was completed just before a *frame*."""
    match frame.completed:
        case Lay(seat, card):
            yield _expected("card_laid", frame, seat, str(card))
        case TurnUpcard(card):
            yield _expected("card_laid", frame, None, str(card))
        case Lift(card):
            yield _expected("card_lifted", frame, None, str(card))
        case TakeUpcard():
            upcard = next(one.card for one in before if one.event == "card_laid" and one.seat is None)
            yield _expected("card_lifted", frame, None, upcard)
        case Gather(seat):
            yield replace(_expected("trick_gathered", frame, seat, None), cards=len(_on_table(before)))


def _expected(event: str, frame: RenderedFrame, seat: Seat | None, card: str | None) -> Expected:
    return Expected(event, frame.number - EARLY_FRAMES, frame.number, seat, card, 1, frame.number)


def tricks_of(truth: Sequence[Expected]) -> list[list[Expected]]:
    """Returns the cards of each gathered trick."""
    gathers = [place for place, one in enumerate(truth) if one.event == "trick_gathered"]
    return [_on_table(truth[:place]) for place in gathers]


def _on_table(truth: Sequence[Expected]) -> list[Expected]:
    """Returns the cards that were laid since the last trick was gathered, and not lifted."""
    lying: list[Expected] = []
    for one in truth:
        if one.event == "trick_gathered":
            lying = []
        elif one.event == "card_lifted":
            lying = [other for other in lying if other.card != one.card]
        elif one.seat is not None:
            lying.append(one)
    return lying


if __name__ == "__main__":
    run_command(main)
