"""Enrolment of cards that are shown to a camera, one after the other or in rows."""

import argparse
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import SimpleQueue

from cli.card_folder import BadFolder, CardFiles, join_names
from cli.enrolment import check_place, quiz_of_files, read_quiz_folder
from cli.enrolment_result import EnrolmentPrinter, print_aside, print_json, print_text, printer_for
from cli.keyboard import BUTTON_KEYS, single_keys
from common.json_types import Line
from common.signals import signals_as_interrupt
from device.camera.base import Camera
from device.camera.recorded import Folder
from device.camera.sources import open_camera
from device.hardware.presses import Press
from device.storage.packs import PartialEnrolment, known_packs, pictures_of, usable_pack
from engine.cards import PACKS, Card
from vision.enrolment.quiz import LAST_READING_SECONDS, Quiz
from vision.enrolment.showing.progress import Progress
from vision.enrolment.showing.session import EnrolmentSession
from vision.recognition.embedder import Recogniser
from vision.types import Frame, Image

MAX_PHOTOGRAPHS = 16
"""A folder with at most this many pictures is no film."""


def enrol_by_showing(arguments: argparse.Namespace, target: Path) -> int:
    """Enrols cards shown to a camera. However it ends, the cards shown so far are kept, and the next run continues."""
    pack, recogniser = PACKS[arguments.kind], Recogniser()
    quiz_files = read_quiz_folder(arguments, pack)
    if not arguments.replace:
        check_place(target, pack, len(pack), recogniser)
    camera = open_camera(arguments.show, arguments.fps)
    partial = PartialEnrolment(target, pack)
    partial.check_room()
    packs = known_packs(pack, recogniser, but=target)
    folder: Folder | None = None  # whose pictures are single photographs: by --photos, or since they are few
    if isinstance(camera, Folder) and (arguments.photos or len(camera) <= MAX_PHOTOGRAPHS):
        folder = camera
    before = _earlier_pictures(partial, recogniser, arguments.anew)
    session = EnrolmentSession(pack, recogniser, packs, arguments.rows, folder is not None, pictures=before)
    printer = printer_for(arguments, pack)
    try:
        with signals_as_interrupt(), ExitStack() as stack:
            quiz = show_deck(camera, session, partial, printer, _presses(stack))
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may be gone
            _print_partial(partial, session, printer)
        raise
    if folder is not None:
        cards: dict[str, list[str]] = {}
        for card in session.missing:
            if card in session.refused_frames:
                cards.setdefault(folder.name_of(session.refused_frames[card]), []).append(str(card))
        for file, names in cards.items():
            printer.report(
                {"event": "take_again", "picture": file, "cards": names}, f"take {file} again: {', '.join(names)}"
            )
    if not session.pictures:
        first = ", ".join(str(card) for card in session.requested)
        raise BadFolder(f"got nothing to take in {arguments.show}, expected {first} first: kiebitz help packs")
    if quiz is None and not arguments.partial:
        _print_partial(partial, session, printer)
        return 0
    return _finish_showing(arguments, session, partial, quiz, quiz_files, printer)


def show_deck(
    camera: Camera,
    session: EnrolmentSession,
    partial: PartialEnrolment,
    printer: EnrolmentPrinter,
    presses: SimpleQueue[Press] | None = None,
) -> Quiz | None:
    """Runs the enrolment until all cards were accepted, then a short quiz; stores each card at once.

    FOLD requests the last card again, DOWN defers the requested card, PLAY accepts one that was refused as a double.
    Ctrl-C ends the quiz. Returns the quiz, or None if the frames ended before it.

    :raises OSError: if the cards cannot be stored.
    """
    frame: Frame | None = None
    patience = LAST_READING_SECONDS if presses is not None else 0.0
    try:
        printer.ask(session)
        for frame in camera.frames():
            asked = session.requested, session.awaits_back
            for progress in [*_apply_presses(session, presses), *session.process(frame)]:
                printer.progress(progress, frame)
            if session.is_quiz_over(frame.time, patience):
                break
            is_done = session.quiz is not None or _finish_pack(session, partial, printer)
            if not is_done and (session.requested, session.awaits_back) != asked:
                printer.ask(session)
        if session.quiz is None:
            for progress in session.finish():
                printer.progress(progress, frame)
            session.is_back_wanted = False
            _finish_pack(session, partial, printer)
    except KeyboardInterrupt:
        if session.quiz is None:
            partial.keep(session.pictures)
            raise
    finally:
        camera.close()
    return session.quiz


def _finish_pack(session: EnrolmentSession, partial: PartialEnrolment, printer: EnrolmentPrinter) -> bool:
    """Begins the quiz if the pack is complete, with the back unless it was left out; returns whether it is."""
    if session.missing or session.awaits_back:
        partial.keep(session.pictures)
        return False
    session.begin_quiz(partial.finish(session.pictures, session.recogniser, session.length, session.backs))
    printer.report({"event": "quiz_begins"}, printer.words.phrase("quiz_advice"))
    return True


def _apply_presses(session: EnrolmentSession, presses: SimpleQueue[Press] | None) -> list[Progress]:
    button = presses.get_nowait().button if presses is not None and not presses.empty() else None
    if session.quiz is not None:
        if button == "fold":
            session.quiz.reject_last()
        return []
    match button:
        case "fold":
            session.undo_last()
        case "down":
            session.defer()
        case "play":
            return session.accept_duplicates()
    return []


def _finish_showing(
    arguments: argparse.Namespace,
    session: EnrolmentSession,
    partial: PartialEnrolment,
    quiz: Quiz | None,
    quiz_files: CardFiles | None,
    printer: EnrolmentPrinter,
) -> int:
    """Makes the pack of the cards that were shown, and prints the result."""
    target, pack, recogniser = partial.pack, partial.kind, session.recogniser
    if quiz is None and not arguments.replace:
        check_place(target, pack, len(session.pictures), recogniser)
    enrolled = quiz.pack if quiz is not None else partial.finish(session.pictures, recogniser)
    print_aside(target, partial.aside)
    if quiz_files is not None:
        quiz = quiz_of_files(quiz_files, enrolled, recogniser, printer)
    if quiz is not None and quiz.readings:
        printer.grade(quiz)
    shown_cards = CardFiles({card: [] for card in enrolled.cards}, {}, session.missing, [])
    if arguments.jsonl:
        print_json(enrolled, shown_cards, target, quiz)
    else:
        print_text(enrolled, shown_cards, target)
    return 0


def _earlier_pictures(partial: PartialEnrolment, recogniser: Recogniser, anew: bool) -> dict[Card, list[Image]]:
    """Returns the pictures of an interrupted enrolment, or those of a pack that lacks some cards."""
    if anew:
        partial.delete()
        return {}
    before = partial.read()
    if not before:
        pack = usable_pack(partial.pack, recogniser)
        if pack is not None and pack.kind == partial.kind.name and set(pack.cards) != set(partial.kind.cards):
            before = pictures_of(pack)
    if before:
        count = f"{len(before)} of {len(partial.kind)} cards"
        print(f"{count} are known from before; with --anew it begins again", file=sys.stderr)
    return before


def _print_partial(partial: PartialEnrolment, session: EnrolmentSession, printer: EnrolmentPrinter) -> None:
    if not session.pictures:
        return
    cards = [card for card in partial.kind.cards if card in session.pictures]
    names, missing = [str(card) for card in cards], [str(card) for card in session.missing]
    line: Line = {"event": "begun", "pack": partial.pack.stem, "kind": partial.kind.name, "folder": str(partial.folder)}
    text = f"{partial.pack.stem}: {len(cards)} of {len(partial.kind)} cards are kept, without {join_names(missing)}"
    printer.report({**line, "cards": names, "missing": missing}, f"{text}\nthe same command goes on there")
    if partial.pack.is_file():
        print(f"{partial.pack} stays as it was; show all cards to replace it", file=sys.stderr)


def _presses(stack: ExitStack) -> SimpleQueue[Press] | None:
    """Returns the presses of keys in the terminal until *stack* ends, or None if the input is not a terminal."""
    if not sys.stdin.isatty():
        return None
    presses: SimpleQueue[Press] = SimpleQueue()

    def take_key(key: str) -> None:
        if key in BUTTON_KEYS:
            presses.put(Press(BUTTON_KEYS[key]))

    stack.enter_context(single_keys(sys.stdin, take_key))
    print("f: the last card again; d: later; p: take it although it looks like another one", file=sys.stderr)
    return presses
