"""Python calls and files of one press and of one frame: python calls.py press|frame, in the checkout to be counted.

A press goes through the session to the picture on the display, in a game of Watten that has just begun. A frame is one
of a rendered table of 1280×720 px on which four cards are laid. Imports stand in the functions, since another version
may lack what one of the two needs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from types import FrameType
from typing import NamedTuple

PRESSES = ("play", "down", "down", "play", "fold", "up", "play", "fold")
CARDS = ("E9", "L7", "S9", "HU")
WARM = 3
"""Presses and frames before those that count: the first ones fill caches."""


class Calls(NamedTuple):
    calls: int
    files: int


def counted(action: Callable[[], object], root: Path) -> Calls:
    """Returns the calls of Python functions of the checkout at *root*, and the files that define them; not this one."""
    calls, files, inside = 0, set[str](), f"{root}/"

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(inside) and "/.venv/" not in name and name != __file__:
            calls += 1
            files.add(name)

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    return Calls(calls, len(files))


def presses(root: Path) -> Iterator[Calls]:
    from common.texts.words import words_for
    from device.hardware.presses import Press
    from device.session.controller import SessionController
    from device.session.loop import SessionLoop
    from device.settings.table_setup import Setup

    controller = SessionController(Setup("watten", (0, 1, 2, 3)), words_for("de", "bavarian"))
    loop = SessionLoop(controller, _NoJournal())
    loop.start(0)
    for button in PRESSES * 2:
        yield counted(lambda button=button: loop.press(Press(button)), root)  # type: ignore[misc]


def frames(root: Path) -> Iterator[Calls]:
    from device.camera.picture_file import low_resolution
    from engine.cards import PACKS
    from lab.card_art import Style, draw_pack
    from simulator.choreography import Lay, Wait
    from simulator.table import Look, RenderedTable
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import enrol
    from vision.recognition.reader import PackReader
    from vision.tracking.tracker import CardTracker
    from vision.types import Frame

    kind, recogniser = PACKS["bavarian32"], Recogniser()
    deck = draw_pack(kind.name, Style.default(), 480)
    pack = enrol({card: [picture] for card, picture in deck.items()}, kind.name, recogniser, "drawn")
    tracker = CardTracker(PackReader(recogniser, pack), (0, 1, 2, 3))
    actions = [Lay(seat, kind.card(name)) for seat, name in enumerate(CARDS)]
    for shown in RenderedTable(deck, Look.random(7, "good"), 7).play([*actions, Wait(1.5)]):
        frame = Frame(shown.number, shown.time, shown.image, low_resolution(shown.image))
        yield counted(lambda frame=frame: tracker.process(frame), root)  # type: ignore[misc]


class _NoJournal:
    def append(self, event: object, time: float, mark: str = "") -> int:
        return 0


def main() -> None:
    """Prints the heaviest and the median as JSON."""
    root = Path.cwd()
    all_calls = list({"press": presses, "frame": frames}[sys.argv[1]](root))[WARM:]
    heaviest = max(all_calls)
    middle = median(one.calls for one in all_calls)
    print(json.dumps({"calls": heaviest.calls, "files": heaviest.files, "median": middle, "of": len(all_calls)}))


if __name__ == "__main__":
    main()
