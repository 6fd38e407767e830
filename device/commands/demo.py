"""kiebitz demo: a whole deal on a rendered table, read, refereed and shown, with no hardware at all.

Hands lay drawn cards on a rendered table; the frames go through the real settle gate, finder and network, the
presses through real gpiozero buttons on mock pins, the screens through the real display driver on a mock bus.
Somebody revokes and is found out. The film shows the table and the display.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.i18n.locale import LANGUAGES, spoken_language
from device.settings.game_choice import add_game_arguments

if TYPE_CHECKING:
    import argparse

SUMMARY = "play one deal of any game on a rendered table; somebody revokes and is found out"


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("--players", type=int, metavar="N", help="how many play (4, or as many as can)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another number, another deal (%(default)s)")
    parser.add_argument("--light", choices=("good", "dim"), default="good", help="the light in the pub (%(default)s)")
    parser.add_argument(
        "--language", choices=LANGUAGES, default=spoken_language(), help="of story and display (%(default)s)"
    )
    parser.add_argument("--headless", action="store_true", help="do not draw the display in the terminal")
    parser.add_argument("--jsonl", action="store_true", help="one JSON object an event, as docs/reading.md tells")
    parser.add_argument("--deck", type=Path, metavar="FOLDER", help="your own cards, one picture each, named EO.jpg, …")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep frames, truth and presses, for kiebitz watch")
    parser.add_argument("--film", type=Path, metavar="FILE", help="where the film goes (kiebitz-demo.webp)")


def run(arguments: argparse.Namespace) -> int:
    """:raises ValueError: for a game, rules, players, a deck or a film that cannot be."""
    from device.offline.demo.demo import play_demo

    return play_demo(arguments)
