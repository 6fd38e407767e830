"""One card that lies open, read as the program reads it: by network and pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision import opinion

if TYPE_CHECKING:
    from vision.pack import Answer
    from vision.reader import Reader
    from vision.sightings import Image, Quad


def answer_at(quad: Quad, picture: Image, reader: Reader) -> Answer:
    answer = reader.judge(reader.scores(picture, [quad])[0])
    return opinion.told_apart(picture, reader, quad, opinion.compared(picture, reader, quad, answer)[0])
