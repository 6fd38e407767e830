"""Renders a choreography with any folder of card pictures: `python -m simulator DECK OUT`."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from engine.cards import Card
from simulator.choreography import Action, Gather, Lay, NothingThere, TurnUpcard, Wait, parse_actions
from simulator.deck import BadDeck, BadLine, load_deck
from simulator.record import CannotWrite, write_frames, write_video
from simulator.table import Look, RenderedTable
from vision.types import Image

VIDEOS = (".mp4", ".avi")
SEATS = 4
TRICKS = 5


def random_actions(deck: Mapping[Card, Image], seed: int) -> list[Action]:
    """Returns an upcard and up to five tricks of cards in random order: a deal in which nobody knows the rules."""
    rng = np.random.default_rng([seed, 17])
    cards = [list(deck)[index] for index in rng.permutation(len(deck))]
    taker = int(rng.integers(SEATS))
    actions: list[Action] = [Wait(1.0), TurnUpcard(cards.pop(), taker)]
    for _ in range(min(TRICKS, len(cards) // SEATS)):
        actions += [Lay((taker + turn) % SEATS, cards.pop()) for turn in range(SEATS)]
        taker = int(rng.integers(SEATS))
        actions.append(Gather(taker))
    return actions


def with_progress(actions: Sequence[Action]) -> Iterator[Action]:
    """Yields *actions* and shows on a terminal how far it is."""
    for count, action in enumerate(actions, start=1):
        yield action
        if sys.stderr.isatty():
            done = round(30 * count / len(actions))
            end = "\n" if count == len(actions) else ""
            print(
                f"\r{'█' * done}{'·' * (30 - done)} {count}/{len(actions)} actions",
                end=end,
                file=sys.stderr,
                flush=True,
            )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m simulator",
        description="Render cards being played on a pub table, with the truth of every frame.",
    )
    parser.add_argument("deck", type=Path, help="folder of card pictures, named in card notation (HK.jpg)")
    parser.add_argument("out", type=Path, help="folder for the frames, or a video ending in .mp4 or .avi")
    parser.add_argument("--record", type=Path, help="what the hands do, one action a line; else a random deal")
    parser.add_argument("--seed", type=int, default=0, help="look of the table and ways of the hands")
    parser.add_argument("--light", choices=("good", "dim"), default="good")
    parser.add_argument("--size", type=_size, default=(1280, 720), help="WIDTHxHEIGHT of the frames, px")
    parser.add_argument("--fps", type=_rate, default=10.0, help="frames per second")
    options = parser.parse_args(arguments)
    try:
        deck = load_deck(options.deck)
        actions = random_actions(deck, options.seed)
        if options.record is not None:
            actions = parse_actions(options.record.read_text(encoding="utf-8"))
        missing = [
            action.card for action in actions if isinstance(action, Lay | TurnUpcard) and action.card not in deck
        ]
        if missing:
            raise BadDeck(f"found no picture of {missing[0]} in {options.deck}, expected {missing[0]}.jpg; add it")
        look = Look.random(options.seed, options.light)
        table = RenderedTable(deck, look, options.seed, options.size, options.fps)
        frames = table.play(with_progress(actions))
        if options.out.suffix.lower() in VIDEOS:
            count = write_video(frames, options.out, options.fps)
        else:
            count = write_frames(frames, options.out)
    except UnicodeDecodeError:
        print(f"simulator: got {options.record}, which is no text; expected lines such as 'lay 0 HK'", file=sys.stderr)
        return 2
    except (BadDeck, BadLine, NothingThere, CannotWrite, OSError) as error:
        print(f"simulator: {error}", file=sys.stderr)
        return 2
    print(f"{count} frames in {options.out}")
    return 0


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 160 <= int(width) <= 4096 and 90 <= int(height) <= 4096):
        raise argparse.ArgumentTypeError(f"got {text!r}, expected a size such as 1280x720")
    if int(width) % 2 or int(height) % 2:
        raise argparse.ArgumentTypeError(f"got {text!r}, expected even numbers such as 1280x720")
    return int(width), int(height)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 1 <= rate <= 120:
        raise argparse.ArgumentTypeError(f"got {text!r}, expected 1 to 120 frames per second")
    return rate


if __name__ == "__main__":
    sys.exit(main())
