"""Reads the outlines that are proposed where the view has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.detection.contours import Detection
from vision.geometry.quad_comparison import same_card, same_place
from vision.recognition.verification import align
from vision.scene.proposals import Proposal, suppress_overlapping
from vision.scene.thresholds import SCENE
from vision.tracking.arrivals.change_proposals import changed_share
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognition.reader import Reader
    from vision.tracking.background.background_model import BackgroundModel
    from vision.tracking.background.regions import Region
    from vision.types import Image, Quad


@dataclass(frozen=True, slots=True)
class ProposalReader:
    """Reads outlines as whole cards."""

    reader: Reader

    def read(
        self,
        image: Image,
        regions: Sequence[Region],
        detections: Sequence[Detection],
        view: BackgroundModel,
        least: float | None = None,
    ) -> list[Proposal]:
        """Returns the detections that may be cards, one a place, within their exact outlines."""
        least = TRACKING.arrival_min_changed_of_place if least is None else least
        detections = [
            detection for detection in detections if changed_share(detection.quad, regions, view.to_map) > least
        ]
        read = self.propose(
            image, [detection for detection in detections if detection.confidence > SCENE.object_min_edges_of_outline]
        )
        named = [proposal for proposal in read if proposal.answer.card is not None]
        faint = (detection for detection in detections if detection.confidence <= SCENE.object_min_edges_of_outline)
        read += self.propose(image, [one for one in faint if not any(_adds_nothing(one.quad, to) for to in named)])
        known = suppress_overlapping(proposal for proposal in read if not proposal.answer.is_foreign)
        return suppress_overlapping([self._refine(image, proposal) for proposal in known])

    def propose(self, image: Image, detections: Sequence[Detection]) -> list[Proposal]:
        """Returns a proposal with its answer for each detection (px of the picture)."""
        scores = self.reader.scores(image, [detection.quad for detection in detections])
        return [
            Proposal(detection.quad, self.reader.judge(row), detection.confidence, scores=row)
            for detection, row in zip(detections, scores, strict=True)
        ]

    def _refine(self, image: Image, proposal: Proposal) -> Proposal:
        """Returns the reading within the outline that the picture of the likeliest card gives, if it is surer there.

        The outline of a card as light as the table may be that of its drawing or of its shadow.
        """
        if proposal.score > TRACKING.clear_min_cosine:
            return proposal
        place = align(image, self.reader, proposal.quad, proposal.answer.candidates[0].card)
        if place is None or place.quad is proposal.quad:
            return proposal
        aligned = self.propose(image, [Detection(place.quad, proposal.confidence)])[0]
        return aligned if aligned.score > proposal.score else proposal


def names_any(proposals: Sequence[Proposal]) -> bool:
    """Whether any proposal is named."""
    return any(proposal.answer.card is not None for proposal in proposals)


def _adds_nothing(faint: Quad, named: Proposal) -> bool:
    """Whether a faint outline only crosses that of a named card, or is of one that is read clearly already."""
    clear = named.score > TRACKING.clear_min_cosine
    return same_place(faint, named.quad) and (clear or not same_card(faint, named.quad))
