"""Runs `kiebitz` and writes down, as JSON Lines into a pipe, what Python and the picture libraries are asked to do.

`python audited.py PIPE [--leak FOLDER | --guests FOLDER | --phones FOLDER] COMMAND …`: with `--leak`, the first frame
that is watched leaks in every way that we can think of, so that the witnesses have something to find. With `--guests`,
people and a camera are there, which shows the pictures of that folder (`tests.privacy.guests`); with `--phones`, a page
as well, whose phones ask for every picture (`tests.privacy.phones`).
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from vision.types import Frame

WATCHED = ("open", "socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "sqlite3.connect",
           "os.rename", "os.link", "os.symlink", "os.mkdir", "os.truncate", "tempfile.", "urllib.", "http.", "ftplib.",
           "smtplib.", "shutil.")  # fmt: skip
"""What audit events of Python begin with that may make a file or a connection (docs of `sys.addaudithook`)."""


def write_down(pipe: int) -> None:
    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(WATCHED) and event != "sqlite3.connect/handle":
            os.write(pipe, f"{json.dumps([event, *map(str, arguments)])}\n".encode())

    sys.addaudithook(hook)


def write_down_pictures(pipe: int) -> None:
    """OpenCV writes files without a word to Python, so its writers say it themselves."""
    import cv2
    from PIL import Image

    def spied(owner: Any, name: str) -> None:
        original = getattr(owner, name)

        def said(*arguments: Any, **named: Any) -> Any:
            os.write(pipe, f"{json.dumps(['picture', name])}\n".encode())
            return original(*arguments, **named)

        if hasattr(original, "fourcc"):
            vars(said)["fourcc"] = original.fourcc  # a camera is told by it what to send
        setattr(owner, name, said)

    for name in ("imwrite", "imencode", "imwritemulti", "VideoWriter"):
        spied(cv2, name)
    spied(Image.Image, "save")


def leak_at_the_first_frame(folder: Path) -> None:
    import cv2

    from vision.tracking.tracker import CardTracker

    process = CardTracker.process

    def leaking(self: CardTracker, frame: Frame) -> Any:
        CardTracker.process = process  # type: ignore[method-assign]
        leak(frame, folder)
        return process(self, frame)

    def leak(frame: Frame, folder: Path) -> None:
        picture = frame.image
        cv2.imwrite(str(folder / "picture.jpg"), picture)
        with tempfile.NamedTemporaryFile(delete=False) as file:
            file.write(picture.tobytes())
        (folder / "journal.sqlite.ledger").write_bytes(cv2.imencode(".jpg", picture)[1].tobytes())
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            out.sendto(b"a picture", ("127.0.0.1", 9))
        subprocess.run(["true"], check=True)

    CardTracker.process = leaking  # type: ignore[method-assign]


def main() -> int:
    pipe, *arguments = sys.argv[1:]
    write_down(int(pipe))
    write_down_pictures(int(pipe))
    if arguments[0] in ("--leak", "--guests", "--phones"):
        from tests.privacy import guests, phones

        comers = {"--leak": leak_at_the_first_frame, "--guests": guests.come, "--phones": phones.come}
        comers[arguments[0]](Path(arguments[1]))
        arguments = arguments[2:]
    from cli.main import main as kiebitz

    return kiebitz(arguments)


if __name__ == "__main__":
    sys.exit(main())
