"""Interface between the actor and the rendered table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from engine.cards import Card
    from simulator.actions.ground_truth import Laid
    from simulator.render.appearance import Look
    from simulator.render.camera_model import Lens
    from simulator.render.card_stock import CardSize
    from simulator.render.scene import Paper, Sheet


class NothingThere(ValueError):
    """Raised for an action on a card that is not on the table."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The moving sheets of one frame, lowest first, and their motion blur (px)."""

    sheets: tuple[Sheet, ...] = ()
    smear: tuple[float, float] = (0.0, 0.0)
    restless: bool = False
    """Whether the whole picture changes, by a knock against the camera or another light."""


class Tabletop(Protocol):
    """The part of the table that an actor uses."""

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
