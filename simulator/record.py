"""Rendered frames on disk: a folder of pictures or a video, with the ground truth as JSON Lines."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2

from simulator.choreography import action_line
from simulator.table import RenderedFrame

TRUTH = "truth.jsonl"


class CannotWrite(ValueError):
    """Raised when a picture or video cannot be written."""


def truth_line(frame: RenderedFrame) -> str:
    cards = [
        {
            "card": str(card.card),
            "seat": card.seat,
            "place": card.place,
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad],
            "visible": card.visible,
        }
        for card in frame.cards
    ]
    completed = None if frame.completed is None else action_line(frame.completed)
    return json.dumps(
        {
            "frame": frame.number,
            "t": round(frame.time, 3),
            "moving": frame.moving,
            "completed": completed,
            "cards": cards,
        }
    )


def kept_frames(frames: Iterable[RenderedFrame], folder: Path | str) -> Iterator[RenderedFrame]:
    """Yields *frames* and writes each: `000000.jpg`, `000001.jpg`, … and `truth.jsonl`; earlier ones are deleted."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / TRUTH).exists():  # otherwise a shorter deal would end with the frames of the one before
        for file in folder.glob(f"{'[0-9]' * 6}.jpg"):
            file.unlink()
    with (folder / TRUTH).open("w", encoding="utf-8") as truth:
        for frame in frames:
            _, packed = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
            (folder / f"{frame.number:06d}.jpg").write_bytes(packed.tobytes())
            truth.write(truth_line(frame) + "\n")
            yield frame


def write_frames(frames: Iterable[RenderedFrame], folder: Path | str) -> int:
    return sum(1 for _ in kept_frames(frames, folder))


def write_video(frames: Iterable[RenderedFrame], path: Path | str, frames_per_second: float = 10.0) -> int:
    """Writes an .mp4 or .avi and the truth beside it as `NAME.truth.jsonl`; returns the number of frames.

    :raises CannotWrite: if OpenCV here has no encoder for this kind of file.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    code = cv2.VideoWriter.fourcc(*("MJPG" if path.suffix.lower() == ".avi" else "mp4v"))
    writer: cv2.VideoWriter | None = None
    count = 0
    with path.with_name(f"{path.stem}.{TRUTH}").open("w", encoding="utf-8") as truth:
        for frame in frames:
            if writer is None:
                height, width = frame.image.shape[:2]
                writer = cv2.VideoWriter(str(path), code, frames_per_second, (width, height))
                if not writer.isOpened():
                    raise CannotWrite(
                        f"cannot write {path}, expected a name ending in .avi or .mp4; choose another name"
                    )
            writer.write(frame.image)
            truth.write(truth_line(frame) + "\n")
            count += 1
    if writer is not None:
        writer.release()
    return count
