"""What passes between the hands that act and the table that shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from engine.cards import Card
    from vision.simulator.actions.ground_truth import Laid
    from vision.simulator.render.appearance import Look
    from vision.simulator.render.camera_model import Lens
    from vision.simulator.render.card_stock import CardSize
    from vision.simulator.render.scene import Paper, Sheet


class NothingThere(ValueError):
    """Raised when a hand is sent for a card that does not lie on the table."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What moves during one frame, lowest first, and how far (px) while the shutter is open."""

    sheets: tuple[Sheet, ...] = ()
    smear: tuple[float, float] = (0.0, 0.0)
    restless: bool = False
    """The whole picture changes: somebody bumped the camera or turned the light."""


class Tabletop(Protocol):
    """What an actor needs of the table."""

    look: Look
    lens: Lens
    rate: float
    rng: np.random.Generator
    card_size: CardSize

    @property
    def laid(self) -> Sequence[Laid]: ...
    def paper(self, card: Card) -> Paper: ...
    def back(self) -> Paper: ...
    def put(self, laid: Laid) -> None: ...
    def replace(self, gone: Iterable[Laid], instead: Iterable[Laid] = ()) -> None: ...
    def seen_anew(self, look: Look) -> None: ...
