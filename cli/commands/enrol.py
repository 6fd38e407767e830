"""kiebitz enrol: makes a pack from one picture a card, or from cards shown to a camera."""

from __future__ import annotations

import json
import re
import signal
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from cli.card_folder import (
    BadFolder,
    CardFiles,
    FolderPictures,
    card_files,
    join_names,
    missing_cards_text,
    named_files,
    usable_files,
)
from common.errors import CommandError, print_fault, raise_all
from common.texts.phrases import LANGUAGES, spoken_language
from device.camera.sources import open_camera, sources_in_words
from device.storage.packs.paths import SUFFIX, pack_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from cli.enrolment import EnrolledFolder
    from common.json_types import Line
    from device.camera.base import Camera
    from device.camera.recorded import Folder
    from device.hardware.presses import Press
    from device.runtime.activities.enrolment_from_camera import EnrolmentPrinter
    from device.storage.packs.partial_enrolment import PartialEnrolment
    from engine.cards import Card, Pack
    from vision.enrolment.quiz import Quiz
    from vision.enrolment.showing.session import EnrolmentSession
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import EnrolledPack, LookAlikes
    from vision.types import Image

SUMMARY = "learn the cards of a deck, from one picture of each or by being shown them"


def configure(parser: argparse.ArgumentParser) -> None:
    from engine.cards import PACKS

    parser.add_argument("--pack", required=True, metavar="P", help="the pack to make: a name, or a file ending in .npz")
    parser.add_argument("--kind", required=True, choices=list(PACKS), help="which cards the deck has")
    parser.add_argument("--partial", action="store_true", help="enrol although pictures of some cards are missing")
    parser.add_argument("--replace", action="store_true", help="take the place of another deck of that name")
    parser.add_argument("--anew", action="store_true", help="with --show: begin again, not where it stopped")
    parser.add_argument("--jsonl", action="store_true", help="say it as JSON Lines, as docs/packs.md tells")
    taken_as = parser.add_mutually_exclusive_group()
    taken_as.add_argument(
        "--scans", action="store_true", help="the whole picture is the card, whatever is printed on it"
    )
    taken_as.add_argument(
        "--photos",
        "--photographs",
        action="store_true",
        help="each card lies on a table, however tidily; with --show: a folder of photographs, not of frames",
    )
    parser.add_argument("--same", action="store_true", help="two cards of this deck look the same: take both")
    parser.add_argument("--sheet", metavar="FILE", type=Path, help="where the contact sheet goes (beside the pack)")
    parser.add_argument("--show", metavar="SOURCE", help=f"the cards are shown: {sources_in_words()}")
    parser.add_argument("--rows", action="store_true", help="with --show: suit by suit, the cards of one in a row")
    parser.add_argument("--fps", type=float, default=10.0, help="frames a second of a shown folder (%(default)g)")
    parser.add_argument(
        "--quiz", metavar="FOLDER", type=Path, help="further pictures of the cards, to be read and graded"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default=spoken_language(), help="of what is told (%(default)s)"
    )
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, nargs="?", help="pictures named in card notation: HK.jpg, E10_2.png"
    )


def run(arguments: argparse.Namespace) -> int:
    """:raises BadFolder: if the pictures do not make a pack of this kind."""
    if (arguments.folder is None) == (arguments.show is None):
        raise CommandError("got a folder and --show, or neither, expected one of them, see kiebitz enrol --help")
    if (arguments.rows or arguments.anew) and arguments.show is None:
        raise CommandError("got --rows or --anew without --show, expected a camera or a folder, add --show SOURCE")
    return _from_folder(arguments) if arguments.show is None else _by_showing(arguments)


def _from_folder(arguments: argparse.Namespace) -> int:
    """Enrols a folder of pictures. All pictures are checked first, so that all faults are reported at once."""
    from cli.enrolment import enrol_folder
    from device.storage.packs.store import check_place, store_pack
    from engine.cards import PACKS
    from vision.recognition.embedder import Recogniser

    target = _target(arguments.pack)
    pack = PACKS[arguments.kind]
    named = named_files(arguments.folder, pack)
    recogniser = Recogniser()
    if not arguments.replace:
        check_place(target, pack, len(named.files), recogniser)
    for slip in named.slips:
        print_fault(slip)
    if named.missing:
        print_fault(missing_cards_text(arguments.folder, pack, named.missing, arguments.partial))
    files_by_card = usable_files(replace(named, slips=[]))
    quiz_files = _read_quiz_folder(arguments, pack)
    enrolled = enrol_folder(arguments, files_by_card, target, recogniser)
    printer = _printer(arguments, pack)
    quiz = _quiz_of_spare_pictures(enrolled.by_card, pack, recogniser) if quiz_files is None else None
    if quiz_files is not None:
        quiz = _quiz_of_files(quiz_files, enrolled.pack, recogniser, printer)
    _print_aside(target, store_pack(enrolled.pack, target, recogniser))
    if arguments.jsonl:
        _print_json(enrolled.pack, files_by_card, target, quiz, enrolled)
    else:
        _print_text(enrolled.pack, files_by_card, target, enrolled)
    if quiz is not None and not arguments.jsonl:
        printer.grade(quiz)
    for slip in enrolled.slips:
        print_fault(slip)
    return 2 if _missing(enrolled.pack) else 0


def _read_quiz_folder(arguments: argparse.Namespace, pack: Pack) -> CardFiles | None:
    """:raises BadFolder: if the name of a picture in the quiz folder is no card of the pack."""
    if arguments.quiz is None:
        return None
    quiz_files = card_files(arguments.quiz, pack)
    raise_all([BadFolder(slip) for slip in quiz_files.slips])
    return quiz_files


def _by_showing(arguments: argparse.Namespace) -> int:
    """Enrols cards shown to a camera. However it ends, the cards shown so far are kept, and the next run continues."""
    from device.runtime.activities.enrolment_from_camera import Photographs, show_deck
    from device.storage.packs.partial_enrolment import PartialEnrolment
    from device.storage.packs.store import check_place, known_packs
    from engine.cards import PACKS
    from vision.enrolment.showing.session import EnrolmentSession
    from vision.recognition.embedder import Recogniser

    target, pack, recogniser = _target(arguments.pack), PACKS[arguments.kind], Recogniser()
    quiz_files = _read_quiz_folder(arguments, pack)
    if not arguments.replace:
        check_place(target, pack, len(pack), recogniser)
    camera = open_camera(arguments.show, arguments.fps)
    partial = PartialEnrolment(target, pack)
    partial.check_room()
    packs = known_packs(pack, recogniser, but=target)
    folder = _as_photographs(camera, arguments.photos)
    before = _earlier_pictures(partial, recogniser, arguments.anew)
    session = EnrolmentSession(pack, recogniser, packs, arguments.rows, folder is not None, pictures=before)
    printer = _printer(arguments, pack)
    try:
        with _signals_as_interrupt():
            quiz = show_deck(Photographs(folder) if folder else camera, session, partial, printer, _letters())
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may be gone
            _print_partial(partial, session, printer)
        raise
    if folder is not None:
        _report_refused_photographs(folder, session, printer)
    if not session.pictures:
        first = ", ".join(str(card) for card in session.requested)
        raise BadFolder(f"got nothing to take in {arguments.show}, expected {first} first; see docs/packs.md")
    if quiz is None and not arguments.partial:
        _print_partial(partial, session, printer)
        return 0
    return _finish_showing(arguments, session, partial, quiz, quiz_files, recogniser, printer)


def _as_photographs(camera: Camera, are_photos: bool) -> Folder | None:
    """Returns the folder if its pictures are single photographs: by --photos, or since they are few; else None."""
    from device.camera.recorded import Folder
    from device.runtime.activities.enrolment_from_camera import FRAMES_PER_PHOTOGRAPH

    is_few = isinstance(camera, Folder) and len(camera) <= FRAMES_PER_PHOTOGRAPH
    return camera if isinstance(camera, Folder) and (are_photos or is_few) else None


def _finish_showing(
    arguments: argparse.Namespace,
    session: EnrolmentSession,
    partial: PartialEnrolment,
    quiz: Quiz | None,
    quiz_files: CardFiles | None,
    recogniser: Recogniser,
    printer: EnrolmentPrinter,
) -> int:
    """Makes the pack of the cards that were shown, and prints the result."""
    from device.storage.packs.store import check_place

    target, pack = partial.pack, partial.kind
    if quiz is None and not arguments.replace:
        check_place(target, pack, len(session.pictures), recogniser)
    enrolled = quiz.pack if quiz is not None else partial.finish(session.pictures, recogniser)
    _print_aside(target, partial.aside)
    if quiz_files is not None:
        quiz = _quiz_of_files(quiz_files, enrolled, recogniser, printer)
    if quiz is not None and quiz.readings:
        printer.grade(quiz)
    shown_cards = CardFiles({card: [] for card in enrolled.cards}, {}, session.missing, [])
    if arguments.jsonl:
        _print_json(enrolled, shown_cards, target, quiz)
    else:
        _print_text(enrolled, shown_cards, target)
    return 0


def _earlier_pictures(partial: PartialEnrolment, recogniser: Recogniser, anew: bool) -> dict[Card, list[Image]]:
    """Returns the pictures of an interrupted enrolment, or those of a pack that lacks some cards."""
    from device.storage.packs.store import pictures_of_incomplete_pack

    if anew:
        partial.delete()
        return {}
    before = partial.read() or pictures_of_incomplete_pack(partial.pack, partial.kind, recogniser)
    if before:
        count = f"{len(before)} of {len(partial.kind)} cards"
        print(f"{count} are known from before; with --anew it begins again", file=sys.stderr)
    return before


@contextmanager
def _signals_as_interrupt() -> Iterator[None]:
    """Makes SIGTERM and SIGHUP raise KeyboardInterrupt, so that they end the enrolment like Ctrl-C."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # nohup ignores it
            signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _report_refused_photographs(folder: Folder, session: EnrolmentSession, printer: EnrolmentPrinter) -> None:
    """Reports the photographs that were refused, with the cards that they should show."""
    from device.runtime.activities.enrolment_from_camera import FRAMES_PER_PHOTOGRAPH

    cards: dict[str, list[str]] = {}
    for card in session.missing:
        if card in session.refused_frames:
            cards.setdefault(folder.name_of(session.refused_frames[card] // FRAMES_PER_PHOTOGRAPH), []).append(
                str(card)
            )
    for file, names in cards.items():
        printer.tell({"event": "take_again", "picture": file, "cards": names}, f"take {file} again: {', '.join(names)}")


def _print_partial(partial: PartialEnrolment, session: EnrolmentSession, printer: EnrolmentPrinter) -> None:
    """Reports which cards of an incomplete deck are kept."""
    if not session.pictures:
        return
    cards = [card for card in partial.kind.cards if card in session.pictures]
    names, missing = [str(card) for card in cards], [str(card) for card in session.missing]
    line: Line = {"event": "begun", "pack": partial.pack.stem, "kind": partial.kind.name, "folder": str(partial.folder)}
    text = f"{partial.pack.stem}: {len(cards)} of {len(partial.kind)} cards are kept, without {join_names(missing)}"
    printer.tell({**line, "cards": names, "missing": missing}, f"{text}\nthe same command goes on there")
    if partial.pack.is_file():
        print(f"{partial.pack} stays as it was; show all cards to replace it", file=sys.stderr)


def _print_aside(target: Path, aside: Path | None) -> None:
    if aside is not None:
        print(f"what lay at {target} could not be used, and is kept as {aside.name}", file=sys.stderr)


def _printer(arguments: argparse.Namespace, pack: Pack) -> EnrolmentPrinter:
    from common.texts.card_names import region_for
    from common.texts.words import words_for
    from device.runtime.activities.enrolment_from_camera import EnrolmentPrinter

    return EnrolmentPrinter(words_for(arguments.language, region_for(pack)), arguments.jsonl)


def _letters() -> SimpleQueue[Press] | None:
    """Returns the presses typed in the terminal, or None if the input is not a terminal."""
    from device.display.terminal import read_letters

    if not sys.stdin.isatty():
        return None
    presses: SimpleQueue[Press] = SimpleQueue()
    read_letters(sys.stdin, presses.put)
    print("f + Enter: the last card again; d: later; p: take it although it looks like another one", file=sys.stderr)
    return presses


def _quiz_of_spare_pictures(by_card: dict[Card, list[Image]], pack: Pack, recogniser: Recogniser) -> Quiz | None:
    """Returns a quiz in which a pack of each card's first picture reads its other pictures."""
    from vision.enrolment.quiz import Quiz
    from vision.recognition.pack import enrol

    if all(len(pictures) == 1 for pictures in by_card.values()):
        return None
    first = enrol({card: pictures[:1] for card, pictures in by_card.items()}, pack.name, recogniser, "quiz")
    quiz = Quiz(first, recogniser)
    for card, pictures in by_card.items():
        for picture in pictures[1:]:
            quiz.read_card(picture, card)
    return quiz


def _quiz_of_files(
    quiz_files: CardFiles, enrolled: EnrolledPack, recogniser: Recogniser, printer: EnrolmentPrinter
) -> Quiz:
    """Returns a quiz in which the pack reads the pictures of another folder, labelled by their names."""
    from cli.enrolment import refusal_line
    from vision.enrolment.photographs.cropping import upright_cards
    from vision.enrolment.quiz import Quiz

    quiz = Quiz(enrolled, recogniser)
    _, upright, _, faults, _ = upright_cards(FolderPictures(quiz_files))
    raise_all([BadFolder(refusal_line(name, fault)) for name, fault in faults.items()])
    for card, files in quiz_files.files.items():
        for path in files:
            printer.reading(quiz.read_card(upright[path.name], card), path.name)
    return quiz


def _target(pack: str) -> Path:
    if pack.endswith(SUFFIX) or Path(pack).name != pack:
        if Path(pack).suffix != SUFFIX:
            raise CommandError(f"got --pack {pack}, expected a plain name, or a file ending in {SUFFIX}")
        return Path(pack)
    if not re.fullmatch(r"[\w][\w .-]*", pack):
        raise CommandError(f"got --pack {pack!r}, expected a name of letters and digits")
    return pack_file(pack)


def _print_json(
    enrolled: EnrolledPack,
    files_by_card: CardFiles,
    target: Path,
    quiz: Quiz | None,
    folder_result: EnrolledFolder | None = None,
) -> None:
    from device.runtime.activities.enrolment_from_camera import grade_line

    for pair in enrolled.look_alikes():
        print(json.dumps(_pair(pair)))
    if folder_result is not None:
        for slip in folder_result.refused:
            print(json.dumps({"event": "refused", **slip._asdict()}))
        for cards in folder_result.swapped:
            print(json.dumps({"event": "swapped", "cards": [str(card) for card in cards]}))
    aside = [path.name for files in files_by_card.set_aside.values() for path in files]
    about = {
        "event": "enrolled",
        "pack": enrolled.name,
        "kind": enrolled.kind,
        "file": str(target),
        "cards": [str(card) for card in enrolled.cards],
        "missing": [str(card) for card in _missing(enrolled)],
        "left_aside": aside,
        "set_aside": [str(card) for card in enrolled.set_aside],
        "pictures": _number_of_pictures(enrolled, files_by_card),
        "taken_as": _taken_as(folder_result),
        "quiz": None if quiz is None or not quiz.readings else grade_line(quiz),
        "sheet": None if folder_result is None or folder_result.sheet is None else str(folder_result.sheet),
        "asked_often": [] if folder_result is None else [str(card) for card in folder_result.asked_often],
    }
    print(json.dumps(about))


def _missing(enrolled: EnrolledPack) -> list[Card]:
    from engine.cards import PACKS

    return [card for card in PACKS[enrolled.kind].cards if card not in enrolled.cards]


def _number_of_pictures(enrolled: EnrolledPack, files_by_card: CardFiles) -> int:
    files = sum(len(files_by_card.files.get(card, ())) for card in enrolled.cards)
    return files or sum(map(len, enrolled.pictures[: len(enrolled.cards)]))


def _taken_as(folder_result: EnrolledFolder | None) -> str | None:
    """Returns what the pictures of a folder were taken for, None for cards shown to a camera."""
    return None if folder_result is None else "scans" if folder_result.are_scans else "photographs"


def _pair(pair: LookAlikes) -> dict[str, object]:
    names = [str(pair.first), str(pair.second)]
    return {"event": "look_alikes", "cards": names, "cosine": round(pair.cosine, 3), "turned": pair.turned}


def _print_text(
    enrolled: EnrolledPack, files_by_card: CardFiles, target: Path, folder_result: EnrolledFolder | None = None
) -> None:
    from vision.types import BACK

    pictures, taken_as = _number_of_pictures(enrolled, files_by_card), _taken_as(folder_result) or "pictures"
    print(f"{enrolled.name}: {len(enrolled.cards)} cards of {enrolled.kind} from {pictures} {taken_as}, in {target}")
    if missing := _missing(enrolled):
        print(f"without {join_names([str(card) for card in missing])}")
    if enrolled.set_aside:
        print(f"set aside {join_names([str(card) for card in enrolled.set_aside])}: known, and not in play")
    pairs = enrolled.look_alikes()
    if pairs:
        pair_names = [f"{pair.first} and {pair.second}{' turned' if pair.turned else ''}" for pair in pairs]
        print(f"look alike, so that Kiebitz will ask more often: {join_names(pair_names)}")
    if folder_result is None:
        return
    if folder_result.asked_often:
        names = join_names([str(card) for card in folder_result.asked_often])
        print(f"read again and asked for often: {names}; a second picture of each helps")
    for one, other in folder_result.swapped:
        print(f"{one} and {other} look as if their names were swapped; look at the sheet, rename them if they are")
    if folder_result.sheet is not None:
        print(f"every card with its name: {folder_result.sheet}")
    if BACK not in enrolled.set_aside:
        print("without back.jpg, a picture of the back: Kiebitz will ask about cards that lie face down")
