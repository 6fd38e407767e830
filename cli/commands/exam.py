"""kiebitz exam: measures the accuracy with the owner's deck, live, on photographs, or on a recorded film."""

from __future__ import annotations

import argparse
from collections.abc import Sized
from pathlib import Path
from typing import TYPE_CHECKING

from cli.commands.read import load_picture
from cli.exam.cards import DEFAULT_CARDS, draw_plan, read_truth, reported_card, stills_of
from cli.exam.scoring import compare_reports
from common.errors import CommandError
from common.texts.phrases import LANGUAGES, region_for, spoken_language
from common.texts.words import words_for
from device.camera.sources import open_camera, sources_in_words
from device.hardware.board import inference_backend
from device.malloc_trim import return_large_blocks
from device.settings.table_setup import DEFAULT_PLAYERS, SEATS
from engine.cards import PACKS

if TYPE_CHECKING:
    from cli.exam.report import Exam, PictureSaver
    from vision.recognition.reader import PackReader

MAX_CARDS = 100_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pack", required=True, metavar="P", help="the pack: its name, or its file")
    parser.add_argument("--cards", type=int, metavar="N", help="how many are asked for (100; of a folder all)")
    parser.add_argument("--seed", type=int, default=0, metavar="K", help="from which the plan is drawn (%(default)s)")
    parser.add_argument("--truth", type=Path, metavar="FILE", help="JSON Lines of the cards laid in a recorded film")
    parser.add_argument(
        "--tries", type=int, default=1, metavar="N", help="exams of which you will take the best (%(default)s)"
    )
    parser.add_argument(
        "--players", type=int, choices=tuple(SEATS), default=DEFAULT_PLAYERS, help="who sit there (%(default)s)"
    )
    parser.add_argument("--fps", type=float, default=10.0, help="frames a second of a folder (%(default)g)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write pictures of misread cards there")
    parser.add_argument("--jsonl", "--json", action="store_true", help="JSON Lines, see kiebitz help commands")
    parser.add_argument("--language", choices=LANGUAGES, default=spoken_language(), help="of the text (%(default)s)")
    parser.add_argument("source", metavar="SOURCE", help=f"{sources_in_words()}; a video only with --truth")


def run(arguments: argparse.Namespace) -> int:
    """Returns 1 if a card was named wrongly.

    An interrupted exam prints its results without a bound; that of a film, none.

    :raises ValueError: for an unknown pack or source, or for pictures or a ground truth that cannot be used.
    """
    from cli.exam.report import PictureSaver
    from device.storage.packs import open_reader

    for name, number in (("--cards", arguments.cards), ("--tries", arguments.tries)):
        if number is not None and not 1 <= number <= MAX_CARDS:
            raise CommandError(f"got {name} {number}, expected 1 to {MAX_CARDS}, give another number")
    source = Path(arguments.source)
    if arguments.truth is None and source.is_file():
        raise CommandError(f"got {source} alone, expected also what is laid in it, give --truth FILE")
    if arguments.truth is not None and not (source.is_file() or source.is_dir()):
        raise CommandError(f"got --truth with {source}, expected a video or a folder of frames, check the path")
    if arguments.truth is not None and arguments.cards is not None:
        raise CommandError(
            "got --cards with --truth, expected one of them: a film is examined whole, leave out --cards"
        )
    return_large_blocks()
    reader = open_reader(arguments.pack, inference_backend())
    source = Path(arguments.source)
    keep = None if arguments.keep is None else PictureSaver.at(arguments.keep, source)
    if arguments.truth is not None:
        return _film(arguments, reader, keep)
    return _stills(arguments, reader, keep) if source.is_dir() else _live(arguments, reader, keep)


def _exam(arguments: argparse.Namespace, reader: PackReader, cards: int, random_plan: bool = True) -> Exam:
    from cli.exam.report import Exam

    words = words_for(arguments.language, region_for(PACKS[reader.pack.kind]))
    return Exam(cards, arguments.seed if random_plan else None, words, arguments.jsonl, arguments.tries)


def _stills(arguments: argparse.Namespace, reader: PackReader, keep: PictureSaver | None) -> int:
    from cli.terminal import progress
    from vision.scene.still_scene import read_scene

    stills = stills_of(Path(arguments.source), PACKS[reader.pack.kind], arguments.cards, arguments.seed)
    exam = _exam(arguments, reader, len(stills))
    exam.begin("folder")
    try:
        for path, true_card in progress(stills, len(stills), "exam"):
            picture = load_picture(path).image
            reported = [reported_card(reading) for reading in read_scene(picture, reader)]
            outcomes = compare_reports([true_card], reported, true_card.condition)
            if keep is not None:
                keep.add(outcomes, picture)
            exam.add(outcomes)
    except KeyboardInterrupt:
        exam.finish()
        raise
    return 1 if exam.finish() else 0


def _film(arguments: argparse.Namespace, reader: PackReader, keep: PictureSaver | None) -> int:
    from cli.exam.tracking import track_film
    from cli.terminal import progress
    from vision.tracking.tracker import CardTracker

    set_aside = {str(card) for card in reader.pack.set_aside}
    truth = read_truth(arguments.truth, PACKS[reader.pack.kind], set_aside)
    camera = open_camera(arguments.source, arguments.fps)
    exam = _exam(arguments, reader, len(truth), random_plan=False)
    exam.begin("film")
    frames = progress(camera.frames(), len(camera) if isinstance(camera, Sized) else 0, "exam")
    try:
        reported = track_film(frames, CardTracker(reader, SEATS[arguments.players]), keep is not None)
    finally:
        camera.close()
    outcomes = compare_reports(truth, reported, truth[0].condition)
    if keep is not None:
        keep.add(outcomes)
    exam.add(outcomes)
    return 1 if exam.finish() else 0


def _live(arguments: argparse.Namespace, reader: PackReader, keep: PictureSaver | None) -> int:
    from cli.exam.tracking import examine_live
    from vision.tracking.tracker import CardTracker

    cards = reader.pack.cards
    if len(cards) < 8:
        raise CommandError(f"got a pack of {len(cards)} cards, expected at least 8 for a plan, enrol the others")
    count = arguments.cards or DEFAULT_CARDS
    plan = draw_plan(cards, count, arguments.seed)
    camera = open_camera(arguments.source)
    exam = _exam(arguments, reader, count)
    exam.begin("camera")
    return 1 if examine_live(camera, CardTracker(reader, SEATS[arguments.players]), plan, exam, keep) else 0
