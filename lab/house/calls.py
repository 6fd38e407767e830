"""Python calls and files of one press and of one frame: python calls.py press|frame, in the checkout to be counted.

A press goes through the session to the picture on the display, in a game of Watten that has just begun. A frame is one
of a rendered table of 1280×720 px on which four cards are laid. Imports stand in the functions, since the packages have
other names in other versions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any, NamedTuple

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


def found(name: str, *modules: str) -> Any:
    """Returns *name* from the first of *modules* that this version has."""
    for module in modules:
        try:
            return getattr(import_module(module), name)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(f"got none of {', '.join(modules)} here, expected one with {name}")


def presses(root: Path) -> Iterator[Calls]:
    words = found("words_for", "common.texts.words", "device.i18n.words")("de", "bavarian")
    setup = found("Setup", "device.settings.table_setup")("watten", (0, 1, 2, 3))
    press = found("Press", "device.hardware.presses")
    loop = found("SessionLoop", "device.session.loop")(
        found("SessionController", "device.session.controller")(setup, words), _NoJournal()
    )
    loop.start(0)
    for button in PRESSES * 2:
        yield counted(lambda button=button: loop.press(press(button)), root)  # type: ignore[misc]


def frames(root: Path) -> Iterator[Calls]:
    kind = found("PACKS", "engine.cards")["bavarian32"]
    style, draw_pack = (
        found(name, "lab.card_art", "simulator.card_art", "vision.card_art") for name in ("Style", "draw_pack")
    )
    deck = draw_pack(kind.name, style.default(), 480)
    recogniser = found("Recogniser", "vision.recognition.embedder")()
    pictures = {card: [picture] for card, picture in deck.items()}
    pack = found("enrol", "vision.recognition.pack")(pictures, kind.name, recogniser, "drawn")
    reader = found("PackReader", "vision.recognition.reader")(recogniser, pack)
    tracker = found("CardTracker", "vision.tracking.tracker")(reader, (0, 1, 2, 3))
    looks = "simulator.look", "simulator.table", "simulator.render.appearance", "vision.simulator.render.appearance"
    look = found("Look", *looks).random(7, "good")
    table = found("RenderedTable", "simulator.table", "vision.simulator.table")(deck, look, 7)
    choreography = "simulator.choreography", "simulator.actions.choreography", "vision.simulator.actions.choreography"
    lay, wait = found("Lay", *choreography), found("Wait", *choreography)
    by_name = {str(card): card for card in kind.cards}
    actions = [lay(seat, by_name[name]) for seat, name in enumerate(CARDS)] + [wait(1.5)]
    small, frame = (
        found("low_resolution", "device.camera.luminance", "device.camera.picture_file"),
        found("Frame", "vision.types"),
    )
    for shown in table.play(actions):
        picture = frame(shown.number, shown.time, shown.image, small(shown.image))
        yield counted(lambda picture=picture: tracker.process(picture), root)  # type: ignore[misc]


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
