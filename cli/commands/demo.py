"""kiebitz demo: plays one deal on a rendered table, without hardware.

Hands lay drawn cards on a rendered table. Its frames pass the tracker and the network of the appliance, and the presses
its menus. One player revokes, and the referee proves it. The film shows table and display side by side.
"""

import argparse
from pathlib import Path

from cli.game_arguments import add_game_arguments
from common.errors import WEB_PACKAGES, CommandError, check_extra
from common.texts.phrases import LANGUAGES, spoken_language


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("--players", type=int, metavar="N", help="how many play (4, or as many as can)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another number, another deal (%(default)s)")
    parser.add_argument("--light", choices=("good", "dim"), default="good", help="the light in the pub (%(default)s)")
    parser.add_argument(
        "--language", choices=LANGUAGES, default=spoken_language(), help="of story and display (%(default)s)"
    )
    parser.add_argument("--headless", action="store_true", help="do not draw the display in the terminal")
    parser.add_argument(
        "--jsonl", "--json", action="store_true", help="one JSON object an event, see kiebitz help reading"
    )
    parser.add_argument("--deck", type=Path, metavar="FOLDER", help="your own cards, one picture each, named EO.jpg, …")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep frames, truth and presses, for kiebitz watch")
    parser.add_argument("--film", type=Path, metavar="FILE", help="where the film goes (kiebitz-demo.webp)")
    parser.add_argument("--page", action="store_true", help="show it in a browser as well, at the speed of a table")


def run(arguments: argparse.Namespace) -> int:
    """:raises CommandError: if the page cannot be shown.
    :raises ValueError: if the game, its rules, the number of players, the deck or the film cannot be used."""
    from cli.demo.run import play_demo

    if arguments.page:
        if arguments.jsonl:
            raise CommandError("got --page and --jsonl, expected one of them: the page is for people")
        check_extra("page", *WEB_PACKAGES)
    return play_demo(arguments)
