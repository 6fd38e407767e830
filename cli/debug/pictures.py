"""Debug pictures of what was recognised in a photograph or at the table: docs/reading.md, Debug pictures.

Nothing here is called without `--debug`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from cli.debug.sketch import AMBER, BLUE, GREEN, GREY, PAPER, RED, VIOLET, WHITE, Colour, CropRow, Sketch, page
from cli.json_lines import sighting_line
from common.errors import CommandError
from engine.cards import Card
from vision.geometry.quads import area, mask_of_quads, shared_area
from vision.geometry.rectify import rectify
from vision.recognition.card_images import decode_card
from vision.recognition.naming import PARTS
from vision.recognition.pack import EnrolledPack
from vision.scene.covered_reading import visibility_mask
from vision.scene.hypotheses import Hypothesis
from vision.scene.still_scene import SceneAnalysis
from vision.tracking.motion.arms import MIDDLES
from vision.tracking.settled_scene import SceneTrace
from vision.types import Image, Quad, Reading

MIN_OVERLAP_SAME_PLACE = 0.3
"""Share of the smaller of two outlines inside the other from which only the better one is labelled."""
MAX_LABELLED = 8
"""Most labelled outlines that are no card."""
JPEG_QUALITY = 88

SIGHTING_DETAILS = {
    "card": "{}",
    "cards": "of {} cards",
    "seat": "by seat {}",
    "seat_confidence": "({:.0%} sure)",
    "shift": "by {:.1f} px",
    "factor": "×{:.2f}",
}
"""Text for the details of a sighting that the picture does not show."""
READ_LEGEND = (
    (GREEN, "named"),
    (AMBER, "asked"),
    (GREY, "left out, and why"),
    (WHITE, "outlines found"),
    (PAPER, "hatched: shows of a card that lies under others"),
)
WATCH_LEGEND = (
    (GREEN, "landed"),
    (AMBER, "landed, asked"),
    (WHITE, "lies there"),
    (RED, "gone"),
    (BLUE, "changed"),
    (VIOLET, "hand"),
)


@dataclass
class DebugFolder:
    folder: Path
    pack: EnrolledPack
    _names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """:raises OSError: if no folder can be made there."""
        self.folder.mkdir(parents=True, exist_ok=True)

    def write_analysis(self, path: Path, image: Image, analysis: SceneAnalysis) -> None:
        """Writes `NAME.jpg` for a photograph of that name, `NAME-2.jpg` for the next of the same name."""
        name, count = path.stem, 1
        while name in self._names:
            count += 1
            name = f"{path.stem}-{count}"
        self._names.add(name)
        self._write(name, picture_of_analysis(image, analysis, self.pack, path.name))

    def write_scene(self, scene: SceneTrace) -> None:
        """Writes `000123.jpg` for the scene that came to rest in that frame."""
        self._write(f"{scene.frame.number:06d}", picture_of_scene(scene, self.pack))

    def _write(self, name: str, picture: Image) -> None:
        """:raises OSError: if the file cannot be written."""
        content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
        target = self.folder / f"{name}.jpg"
        target.unlink(missing_ok=True)  # a link may lead to somebody else's picture
        target.write_bytes(content)


def debug_folder(folder: Path | None, pack: EnrolledPack, sources: Iterable[Path] = ()) -> DebugFolder | None:
    """Returns the requested folder, or None, with which no picture is written.

    :raises CommandError: if there is a file in its place, or one of the *sources*, which could be overwritten.
    """
    if folder is None:
        return None
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"got --debug {folder}, which is a file, expected a folder for pictures, give another name")
    for source in sources if folder.exists() else ():
        files = source.iterdir() if source.is_dir() else (source,)  # of a folder with frames, all files count
        places = {place for path in files for place in (path.parent, path.resolve().parent)}
        if any(place.is_dir() and place.samefile(folder) for place in places):
            raise CommandError(
                f"got --debug {folder}, where {source} lies, expected another folder, "
                "or debug pictures would take the place of yours; give a new name"
            )
    return DebugFolder(folder, pack)


def picture_of_analysis(image: Image, analysis: SceneAnalysis, pack: EnrolledPack, name: str) -> Image:
    """Returns the photograph with all hypotheses, and beside it the crops with their candidates."""
    analysis = replace(analysis, readings=analysis.all_readings, strangers=())
    sketch = Sketch(image)
    _draw_analysis(sketch, analysis)
    height, width = image.shape[:2]
    counts = f"{len(analysis.outlines)} outlines, {len(analysis.readings)} cards"
    title = f"{name}   {width}×{height} px   {counts}   {_limits(pack)}"
    footer = () if analysis.readings else (f"no card of pack {pack.name}",)
    return page(sketch.render(), title, READ_LEGEND, _rows(image, analysis.readings, pack), footer)


def picture_of_scene(trace: SceneTrace, pack: EnrolledPack) -> Image:
    """Returns a settled scene with its changes, arrivals, departures, cards on the table, and sightings."""
    image = trace.frame.image
    sketch = Sketch(image)
    if trace.changed is not None:
        sketch.tint(trace.changed, BLUE, 0.2)
    if trace.hands is not None:
        sketch.tint(trace.hands, VIOLET, 0.4)
    readings = [landing.reading for landing in trace.arrivals]
    if trace.analysis is not None:
        _draw_analysis(sketch, trace.analysis)
        readings += trace.analysis.readings
    else:
        _draw_changes(sketch, trace)
    title = f"frame {trace.frame.number}   {trace.frame.time:.1f} s   {_limits(pack)}"
    footer = []
    for line in map(sighting_line, trace.sightings):
        details = [text.format(line[key]) for key, text in SIGHTING_DETAILS.items() if line.get(key) is not None]
        footer.append(" ".join([str(line["event"]), *details]))
    return page(sketch.render(), title, WATCH_LEGEND, _rows(image, readings, pack), footer or ["nothing reported"])


def _limits(pack: EnrolledPack) -> str:
    limits = pack.thresholds
    return (
        f"pack {pack.name}: named from {limits.near:.2f} and {limits.apart:.2f} apart, asked from {limits.foreign:.2f}"
    )


def _draw_analysis(sketch: Sketch, analysis: SceneAnalysis) -> None:
    sketch.faint((finding.quad for finding in analysis.outlines if finding.confidence > 0), WHITE)
    cards = [reading.quad for reading in analysis.readings]
    # The likeliest hypotheses that are no card, one for each place without a card.
    distinct: list[Hypothesis] = []
    for hypothesis in sorted(analysis.hypotheses, key=lambda hypothesis: -hypothesis.score):
        here, taken = hypothesis.quad, [*cards, *(other.quad for other in distinct)]
        is_whole_picture = hypothesis.confidence == 0
        if not is_whole_picture and not any(
            shared_area(here, quad) > MIN_OVERLAP_SAME_PLACE * min(area(here), area(quad)) for quad in taken
        ):
            distinct.append(hypothesis)
    for hypothesis in distinct[:MAX_LABELLED]:
        sketch.outline(hypothesis.quad, GREY, 1)
        best = hypothesis.answer.candidates[0]
        unlike, other_size = f"unlike all: {best.card} {best.score:.2f}", f"another size: {best.card}"
        sketch.label(hypothesis.quad, GREY, unlike if hypothesis.answer.is_foreign else other_size, size=13)
    for outline in analysis.covered_outlines:
        if not any(shared_area(outline.quad, card) > 0.5 * area(card) for card in cards):
            sketch.hatch(_compared_part(sketch, outline.quad, cards), GREY)
            sketch.label(outline.quad, GREY, f"{outline.visible:.0%} shows, unlike all", size=13)
    # Upper cards come first, and are drawn over lower ones.
    for index, reading in reversed(list(enumerate(analysis.readings))):
        if reading.visible < 1:
            sketch.hatch(_compared_part(sketch, reading.quad, cards[:index]), _colour_of(reading))
        sketch.outline(reading.quad, _colour_of(reading))
    for number, reading in enumerate(analysis.readings, start=1):
        first, *more = _label_of(reading)
        sketch.label(reading.quad, _colour_of(reading), f"{number}  {first}" if len(cards) > 1 else first, *more)


def _draw_changes(sketch: Sketch, trace: SceneTrace) -> None:
    quads = [landing.reading.quad for landing in trace.arrivals]
    for card, quad in trace.cards_in_view:
        if not any(shared_area(quad, new) > 0.9 * area(quad) for new in quads):
            sketch.outline(quad, WHITE, 2)
            sketch.label(quad, WHITE, _card_text(card), size=14)
    for card, quad in trace.departures:
        sketch.dashes(quad, RED)
        sketch.label(quad, RED, f"↑ {_card_text(card)}")
    for landing in trace.arrivals:
        reading = landing.reading
        sketch.outline(reading.quad, _colour_of(reading))
        votes = f"{landing.votes} {'vote' if landing.votes == 1 else 'votes'}"
        moved = ", lay there before" if landing.was_in_view else ""
        whose = "" if landing.seat is None else f", seat {landing.seat} {landing.seat_confidence:.2f}"
        sketch.label(reading.quad, _colour_of(reading), *_label_of(reading), f"{votes}{moved}{whose}")
        if landing.seat is not None:
            height, width = trace.frame.image.shape[:2]
            entry, centre = MIDDLES[landing.seat] * (width, height), reading.quad.mean(axis=0)
            # The arrow ends before the card, so that it does not hide it.
            distance = max(float(np.linalg.norm(entry - centre)), 1.0)
            gap = min(0.75 * np.sqrt(area(reading.quad)) / distance, 0.9)
            sketch.arrow(entry, centre + (entry - centre) * gap, VIOLET)


def _compared_part(sketch: Sketch, quad: Quad, above: Sequence[Quad]) -> Image:
    """Returns the part in which a card is compared with its pictures."""
    return mask_of_quads([quad], sketch.photograph.shape) & visibility_mask(sketch.photograph.shape, above, area(quad))


def _colour_of(reading: Reading) -> Colour:
    return AMBER if reading.card is None else GREEN


def _card_text(card: Card | None) -> str:
    return "?" if card is None else str(card)


def _label_of(reading: Reading) -> list[str]:
    best = reading.candidates[0]
    visible = [f"{reading.visible:.0%} visible"] if reading.visible < 1 else []
    if reading.card is not None or reading.not_in_play is not None:
        return [f"{reading.card or reading.not_in_play} {best.score:.2f}", *visible]
    return [" or ".join(f"{other.card} {other.score:.2f}" for other in reading.candidates[:2]) + "?", *visible]


def _rows(image: Image, readings: Sequence[Reading], pack: EnrolledPack) -> list[CropRow]:
    return [
        CropRow(
            rectify(image, reading.quad),
            decode_card(pack.pictures[pack.known.index(reading.candidates[0].card)][0]) if pack.pictures else None,
            f"{number}  {_card_text(reading.card)}" if len(readings) > 1 else _card_text(reading.card),
            _colour_of(reading),
            tuple((str(candidate.card), candidate.score) for candidate in reading.candidates[:4]),
            _why_asked(reading, readings, pack) if reading.card is None else "",
        )
        for number, reading in enumerate(readings, start=1)
    ]


def _why_asked(reading: Reading, readings: Sequence[Reading], pack: EnrolledPack) -> str:
    """Returns the thresholds that the best candidate failed, as far as the scores show."""
    best, *others = reading.candidates
    if reading.not_in_play is not None:
        return "not in play"
    scores = np.full(len(pack.known), -1.0, np.float32)  # candidates that are not listed count as unlike
    for candidate in reading.candidates:
        scores[pack.known.index(candidate.card)] = candidate.score
    apart = pack.distance_apart(scores)
    if any(best.card == other.card for other in readings):
        return f"{best.card} lies elsewhere"
    if reading.visible < PARTS[0]:
        return "too little shows"
    if best.score < pack.thresholds.near:
        return f"below {pack.thresholds.near:.2f}"
    if others and apart < pack.thresholds.apart:
        return f"{apart:.2f} apart from {others[0].card}"
    return "partly hidden" if reading.visible < 1 else "unlike its picture"
