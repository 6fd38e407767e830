"""Enrolment from a folder of pictures: examines each, reports its faults, checks the pack, and prints what was learnt.

All usable pictures are enrolled; missing cards decide whether the pack is sufficient.
"""

import argparse
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from cli.card_folder import (
    BadFolder,
    CardFiles,
    FolderPictures,
    card_files,
    missing_cards_text,
    named_files,
    usable_files,
)
from cli.contact_sheet import SUFFIX, ContactSheet, write_sheet
from cli.enrolment_result import (
    EnrolledFolder,
    EnrolmentPrinter,
    RefusedPicture,
    missing_cards,
    print_aside,
    print_json,
    print_text,
    printer_for,
)
from cli.terminal import progress
from common.errors import print_fault, raise_all
from device.storage.packs import store_pack, usable_pack
from engine.cards import PACKS, Card, Pack
from vision.enrolment.measured_outline import Reason
from vision.enrolment.photographs.cropping import UprightCards, upright_cards
from vision.enrolment.photographs.self_check import find_same_cards, find_swapped_names, reread_pack
from vision.enrolment.quiz import Quiz
from vision.enrolment.thresholds import ENROLMENT
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack, enrol
from vision.recognition.pack_file import BadPack
from vision.types import Image, SetAside

MIN_SHARE_READ = 0.75
"""Share of a card's views that must be read correctly; cards with less are reported."""
_FAULT_TEXTS = {
    Reason.NO_CARD: "without a card's outline, expected one whole card on a plain table of other colour; take it again",
    Reason.SEVERAL: "with more than one card or a pattern like one, expected one alone on a plain table; take it again",
    Reason.CUT: "with a card that the picture's rim cuts, expected all of it; take it again from farther away",
    Reason.SMALL: (
        f"with a card of less than {ENROLMENT.min_length_px:.0f} px, expected a larger one; take it again from nearer"
    ),
    Reason.SLANTED: (
        f"seen at a slant of more than {ENROLMENT.max_tilt_deg:.0f}°, expected a view from above; take it again"
    ),
    Reason.SHAPE: (
        "of another shape than the other cards, expected a card alone; crop a scan to the card, or take a photograph "
        "again on a plain table"
    ),
    Reason.BORDER: (
        "with an odd border, unlike the other cards': a finger, or some of the table; take it again on a plain table"
    ),
    Reason.PLAIN: "which shows next to nothing, expected the face of a card; take it again",
    Reason.BLURRED: "which is blurred, expected a sharp picture; take it again in more light",
}
_SHORT_FAULT_TEXTS: dict[str, str] = {
    "same": "same card twice",
    Reason.NO_CARD: "no outline",
    Reason.SEVERAL: "several cards",
    Reason.SHAPE: "odd shape",
    Reason.BORDER: "odd border",
}


def enrol_from_folder(arguments: argparse.Namespace, target: Path) -> int:
    """Enrols a folder of pictures. All pictures are checked first, so that all faults are reported at once."""
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
    quiz_files = read_quiz_folder(arguments, pack)
    enrolled = enrol_folder(arguments, files_by_card, target, recogniser)
    printer = printer_for(arguments, pack)
    quiz = _quiz_of_spare_pictures(enrolled.by_card, pack, recogniser) if quiz_files is None else None
    if quiz_files is not None:
        quiz = quiz_of_files(quiz_files, enrolled.pack, recogniser, printer)
    print_aside(target, store_pack(enrolled.pack, target, recogniser))
    if arguments.jsonl:
        print_json(enrolled.pack, files_by_card, target, quiz, enrolled)
    else:
        print_text(enrolled.pack, files_by_card, target, enrolled)
    if quiz is not None and not arguments.jsonl:
        printer.grade(quiz)
    for slip in enrolled.slips:
        print_fault(slip)
    return 2 if missing_cards(enrolled.pack) else 0


def enrol_folder(
    arguments: argparse.Namespace, shown: CardFiles, target: Path, recogniser: Recogniser
) -> EnrolledFolder:
    """Returns the unsaved pack.

    :raises BadFolder: with all faults, if cards have no picture and a partial pack was not requested.
    """
    kind = PACKS[arguments.kind]
    aside_names = {path.name for files in shown.set_aside.values() for path in files}
    forced = True if arguments.scans else False if arguments.photos else None
    upright = upright_cards(
        FolderPictures(shown), forced, aside_names, lambda names: progress(names, len(names), "pictures")
    )
    refused = [RefusedPicture(name, str(fault), refusal_line(name, fault)) for name, fault in upright.faults.items()]
    if not arguments.same:
        refused += _equal_pictures(shown, upright, recogniser)
    bad = {one.picture for one in refused}
    by_card = {card: good for card, files in shown.files.items() if (good := _usable_pictures(files, upright, bad))}
    aside = {card: good for card, files in shown.set_aside.items() if (good := _usable_pictures(files, upright, bad))}
    slips = list(dict.fromkeys([*shown.slips, *(one.text for one in refused)]))
    if len(by_card) < len(kind) and not (arguments.partial and by_card):
        raise_all([BadFolder(line) for line in (*slips, _incomplete_text(kind, by_card, upright, arguments.partial))])
    pack = enrol(by_card, kind.name, recogniser, target.stem, upright.length, aside)
    pack = calibrate_acceptance(pack, recogniser)
    often = [one.card for one in reread_pack(pack, recogniser) if one.right < MIN_SHARE_READ * one.total]
    doubted = find_swapped_names({card: pictures[0] for card, pictures in by_card.items()})
    sheet = arguments.sheet or target.with_name(f"{target.stem}{SUFFIX}")
    notes = dict.fromkeys(often, "asked for often")
    for one, other in doubted:
        notes[one], notes[other] = f"swapped with {other}?", f"swapped with {one}?"
    why = {one.picture: _SHORT_FAULT_TEXTS.get(one.reason, one.reason) for one in refused}
    pictures = [(card, path.name) for card, files in shown.files.items() for path in files]
    reasons = {card: f"refused: {why[name]}" for card, name in pictures if name in why}
    write_sheet(ContactSheet(pack, kind, notes, reasons), sheet)
    return EnrolledFolder(pack, upright.are_scans, by_card, slips, refused, often, doubted, sheet)


def _usable_pictures(files: Sequence[Path], upright: UprightCards, bad: set[str]) -> list[Image]:
    return [upright.cards[path.name] for path in files if path.name in upright.cards and path.name not in bad]


def _equal_pictures(shown: CardFiles, upright: UprightCards, recogniser: Recogniser) -> list[RefusedPicture]:
    """Refuses two pictures of one card under two names, as either name may be wrong."""
    each = [*shown.files.items(), *shown.set_aside.items()]
    card_of: dict[str, Card | SetAside] = {path.name: card for card, files in each for path in files}
    found = []
    for one, other in find_same_cards(upright.cards, card_of, recogniser):
        text = f"got {one} and {other}, which show the same card, expected two; take one again, or add --same"
        found += [RefusedPicture(one, "same", text), RefusedPicture(other, "same", text)]
    return found


def _incomplete_text(kind: Pack, by_card: Collection[Card], upright: UprightCards, is_partial: bool) -> str:
    taken, other = ("scans", "--photos") if upright.are_scans else ("photographs", "--scans")
    needed, advice = (
        ("one at least", "correct them") if is_partial else ("all", "add the others, or enrol with --partial")
    )
    doubt = f", or enrol with {other} if they are none" if upright.faults else ""
    return (
        f"got {len(by_card)} of the {len(kind)} cards of {kind.name} from pictures taken for {taken}, "
        f"expected {needed}, nothing is saved; {advice}{doubt}"
    )


def refusal_line(name: str, fault: Reason) -> str:
    comma = "," if _FAULT_TEXTS[fault].startswith("which") else ""
    return f"got {name}{comma} {_FAULT_TEXTS[fault]}"


def read_quiz_folder(arguments: argparse.Namespace, pack: Pack) -> CardFiles | None:
    """:raises BadFolder: if the name of a picture in the quiz folder is no card of the pack."""
    if arguments.quiz is None:
        return None
    quiz_files = card_files(arguments.quiz, pack)
    raise_all([BadFolder(slip) for slip in quiz_files.slips])
    return quiz_files


def _quiz_of_spare_pictures(by_card: dict[Card, list[Image]], pack: Pack, recogniser: Recogniser) -> Quiz | None:
    """Returns a quiz in which a pack of each card's first picture reads its other pictures."""
    if all(len(pictures) == 1 for pictures in by_card.values()):
        return None
    first = enrol({card: pictures[:1] for card, pictures in by_card.items()}, pack.name, recogniser, "quiz")
    quiz = Quiz(first, recogniser)
    for card, pictures in by_card.items():
        for picture in pictures[1:]:
            quiz.read_card(picture, card)
    return quiz


def quiz_of_files(
    quiz_files: CardFiles, enrolled: EnrolledPack, recogniser: Recogniser, printer: EnrolmentPrinter
) -> Quiz:
    """Returns a quiz in which the pack reads the pictures of another folder, labelled by their names."""
    quiz = Quiz(enrolled, recogniser)
    _, upright, _, faults, _ = upright_cards(FolderPictures(quiz_files))
    raise_all([BadFolder(refusal_line(name, fault)) for name, fault in faults.items()])
    for card, files in quiz_files.files.items():
        for path in files:
            printer.reading(quiz.read_card(upright[path.name], card), path.name)
    return quiz


def check_place(path: Path, kind: Pack, count: int, recogniser: Recogniser) -> None:
    """Checks that a pack of *count* cards of this kind may replace the one in the file.

    :raises BadPack: if that pack is of another kind or has more cards.
    """
    pack = usable_pack(path, recogniser)
    if pack is None:
        return
    if pack.kind != kind.name:
        raise BadPack(f"got {path}, a pack of {pack.kind}, expected {kind.name}; choose another name, or --replace it")
    if len(pack.cards) > count:
        raise BadPack(
            f"got {count} cards for {path}, which holds {len(pack.cards)}, expected no fewer; "
            "add the others, choose another name, or --replace it"
        )
