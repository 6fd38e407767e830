"""kiebitz watch: tracks the cards in a video, a folder of frames or the picture of a camera.

Without --game it reports cards laid, lifted and gathered. With --game it referees: plays, findings, scores.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from cli.game_arguments import add_game_arguments, game_from_arguments, is_game_chosen, print_assumed_rules
from common.errors import CommandError
from common.texts.phrases import LANGUAGES, spoken_language
from device.camera.sources import open_camera, sources_in_words
from device.hardware.board import inference_backend
from device.malloc_trim import return_large_blocks
from device.settings.table_setup import DEFAULT_PLAYERS, SEATS, number_of_players


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pack", required=True, metavar="P", help="the pack: its name, or its file")
    add_game_arguments(parser, usual=None)
    parser.add_argument("--players", type=int, choices=tuple(SEATS), help="how many play (4, or as many as can)")
    parser.add_argument("--dealer", type=int, choices=(0, 1, 2, 3), default=0, help="who deals first (%(default)s)")
    parser.add_argument("--presses", type=Path, metavar="F", help="JSON Lines of timed button presses")
    parser.add_argument("--fps", type=float, default=10.0, help="frames a second of a folder (%(default)g)")
    parser.add_argument("--debug", metavar="FOLDER", type=Path, help="write there pictures of each scene at rest")
    parser.add_argument(
        "--jsonl", "--json", action="store_true", help="one JSON object an event, see kiebitz help reading"
    )
    parser.add_argument("--language", choices=LANGUAGES, default=spoken_language(), help="of the output (%(default)s)")
    parser.add_argument("source", metavar="SOURCE", help=sources_in_words())


def run(arguments: argparse.Namespace) -> int:
    """:raises ValueError: for an unknown pack, game or source, or a file of presses that is broken or given without a
    game."""
    from cli.debug.pictures import debug_folder
    from cli.watch import SightingOutput, read_presses, report_game, report_sightings, words_of
    from device.storage.packs import open_reader

    return_large_blocks()
    if not is_game_chosen(arguments):
        if arguments.presses is not None:
            raise CommandError("got --presses without --game, expected the game that they belong to, add --game")
        if arguments.preset is not None or arguments.rules:
            raise CommandError("got house rules without --game, expected the game that they belong to, add --game")
        game = None
    else:
        choice = game_from_arguments(arguments)
        players = number_of_players(choice.as_game, arguments.players)
        print_assumed_rules(choice, arguments.language)
        game = replace(choice, seats=SEATS[players])
    presses = read_presses(arguments.presses) if arguments.presses is not None else []
    reader = open_reader(arguments.pack, inference_backend())
    frames = Path(arguments.source)
    folder = debug_folder(arguments.debug, reader.pack, [frames] if frames.is_dir() else [])
    trace_sink = folder.write_scene if folder is not None else None
    words = words_of(reader, arguments.language)
    camera = open_camera(arguments.source, arguments.fps)
    if game is None:
        report_sightings(
            camera, reader, arguments.players or DEFAULT_PLAYERS, SightingOutput(words, arguments.jsonl), trace_sink
        )
    else:
        report_game(camera, reader, game, arguments.dealer, presses, words, arguments.jsonl, trace_sink)
    return 0
