"""kiebitz read: names the cards in photographs."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

from common.errors import CommandError
from device.camera.picture_file import BadPictureFile, Picture, read_picture, size_fault
from device.hardware.board import inference_backend
from device.storage.pack_paths import SAMPLE, SAMPLE_PACK, names_of_packs, shipped_folder
from vision.types import BACK, Reading


class UnreadablePicture(ValueError):
    """Raised for a picture that is missing or broken."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pack", metavar="P", help="the pack: its name, or its file; house-german is of our own deck")
    parser.add_argument(
        "--sample", action="store_true", help="a photograph that comes with the program, of our own deck"
    )
    parser.add_argument(
        "--jsonl", "--json", action="store_true", help="one JSON object a picture, see kiebitz help reading"
    )
    parser.add_argument("--debug", metavar="FOLDER", type=Path, help="write there the pictures, with the readings")
    parser.add_argument("images", nargs="*", metavar="IMAGE", type=Path, help="a photograph with cards in it")


def run(arguments: argparse.Namespace) -> int:
    """Reads every picture that can be opened, and raises for the first that cannot at the end.

    :raises UnreadablePicture: for that picture.
    :raises CommandError: without pictures or pack, or with pictures beside the sample.
    """
    from cli.debug.pictures import debug_folder
    from cli.json_lines import picture_line
    from device.storage.packs import open_reader
    from vision.scene.still_scene import analyse_scene

    if arguments.sample == bool(arguments.images):
        got = "both --sample and pictures" if arguments.sample else "no picture"
        raise CommandError(f"got {got}, expected photographs and the --pack of their cards, or --sample alone")
    if arguments.images and not arguments.pack:
        raise CommandError(f"got pictures without --pack, expected one of {', '.join(names_of_packs())}, or a file")
    images = arguments.images or [shipped_folder() / SAMPLE]
    reader = open_reader(arguments.pack or SAMPLE_PACK, inference_backend())
    folder = debug_folder(arguments.debug, reader.pack, images)
    failures: list[UnreadablePicture] = []
    for path in images:
        try:
            picture = load_picture(path)
        except UnreadablePicture as failure:
            failures.append(failure)
            continue
        scene = analyse_scene(picture.image, reader)
        if folder is not None:
            folder.write_analysis(path, picture.image, scene)
        readings = [replace(one, quad=one.quad * picture.reduction) for one in scene.all_readings]
        if arguments.jsonl:
            print(json.dumps(picture_line(str(path), readings)), flush=True)
        else:
            print(f"{path}: {', '.join(map(_in_words, readings)) or 'no card of this pack'}", flush=True)
    if failures:
        more = f"; {len(failures) - 1} more cannot be read" if len(failures) > 1 else ""
        raise UnreadablePicture(f"{failures[0]}{more}")
    return 0


def load_picture(path: Path) -> Picture:
    """:raises UnreadablePicture: if the file is missing, is no picture, or has a size in which no card can be found."""
    try:
        picture = read_picture(path)
    except BadPictureFile as error:
        raise UnreadablePicture(str(error)) from error
    if trouble := size_fault(picture.image):
        raise UnreadablePicture(f"got {path}, {trouble}")
    return picture


def _in_words(reading: Reading) -> str:
    name = str(reading.card)
    if reading.not_in_play == BACK:
        name = "face down"
    elif reading.not_in_play is not None:
        name = f"{reading.not_in_play} (not in play)"
    elif reading.card is None:
        name = "? (" + " or ".join(str(candidate.card) for candidate in reading.in_play[:3]) + ")"
    return name if reading.visible > 0.97 else f"{name} [{reading.visible:.0%} visible]"
