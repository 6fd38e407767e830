"""Cards that are laid one by one after a deck was shown, each read once: the back, and the cards of the quiz."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.enrolment.showing.progress import AnsweredViews, Refusal, find_fault
from vision.enrolment.showing.shown_cards import Capture, ShownCardDetector
from vision.geometry.quads import same_place
from vision.types import Frame, Image, Quad


@dataclass(slots=True)
class SingleCards:
    """Pass every frame to `process`, in order; *answered* are the views of the faces before."""

    detector: ShownCardDetector
    answered: AnsweredViews
    put_back: list[Image] = field(default_factory=list)
    """Crops that are returned once more, before those of the next frame."""
    _read: list[Quad] = field(default_factory=list)
    """The quads that were read, px."""

    def process(self, frame: Frame) -> list[Image | Refusal]:
        """Returns the crops of newly laid cards, each once, and refusals of cards that cannot be read."""
        results: list[Image | Refusal] = [*self.put_back]
        self.put_back = []
        for capture in self.detector.process(frame):
            if capture.is_initial or self.answered.is_accepted(capture):
                continue
            good, refusal = self._read_once(capture)
            results += good
            if refusal is None:
                self.answered.accept(capture)
            elif self.answered.refuse(capture, refusal, wait=not self.detector.photographs):
                results.append(refusal)
        return results

    def _read_once(self, capture: Capture) -> tuple[list[Image], Refusal | None]:
        """Returns the crops that were not read before and can be read, and the refusal of another one."""
        if capture.obstacle is not None:
            return [], Refusal(capture.obstacle)
        new = [
            (quad, crop, find_fault(quad, crop))
            for quad, crop in zip(capture.quads, capture.crops, strict=True)
            if not any(quad is other for other in self._read)
        ]
        good: list[tuple[Quad, Image]] = []
        for quad, crop, fault in new:
            # A card that became sharp has two outlines at one place.
            if fault is None and not any(same_place(quad, other) for other, _ in good):
                good.append((quad, crop))
        read = [quad for quad, _, _ in new if any(same_place(quad, other) for other, _ in good)]
        self._read += read
        self.detector.learn(read)
        faults = [fault for quad, _, fault in new if fault is not None and not any(quad is other for other in read)]
        return [crop for _, crop in good], Refusal(faults[0]) if faults else None
