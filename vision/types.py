"""The nouns of vision: frames, quads, readings, and what was seen to happen on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.cards import Card, Seat

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Image: TypeAlias = "npt.NDArray[np.uint8]"
"""H×W×3, uint8, BGR."""
Luma: TypeAlias = "npt.NDArray[np.uint8]"
"""H×W, uint8."""
Map: TypeAlias = "npt.NDArray[Any]"
"""The view in L*a*b*, `MAP_WIDTH` wide, uint8, lightly blurred."""
Mask: TypeAlias = "npt.NDArray[Any]"
"""H×W, uint8, 0 or 255."""
Contour: TypeAlias = "npt.NDArray[Any]"
"""N×1×2, int32, px."""
Planes: TypeAlias = "npt.NDArray[Any]"
"""H×W×3, uint8: L*, a*, b*."""
Quad: TypeAlias = "npt.NDArray[np.float32]"
"""4×2, px: top left, top right, bottom right, bottom left of the card; either way up."""


class Frame:
    """One picture of the camera, `time` in seconds since it started; `luma` is about 640×360.

    The picture may be given as a function that makes it: most frames only show that nothing moves.
    """

    __slots__ = ("_image", "luma", "number", "time")

    def __init__(self, number: int, time: float, image: Image | Callable[[], Image], luma: Luma) -> None:
        self.number = number
        self.time = time
        self.luma = luma
        self._image = image

    @property
    def image(self) -> Image:
        """Returns the picture; whatever its making raises comes through."""
        if callable(self._image):
            self._image = self._image()
        return self._image


class SetAside(Card):
    """A card that comes with the deck and is not in play, such as a six; a joker or back is a `suit` without a rank.

    It is no card of the pack and equals none, not even one that is written alike.
    """

    __slots__ = ()


BACK = SetAside("back", "")
"""The back of the cards: one that lies face down."""


def set_aside_named(name: str) -> SetAside:
    """Returns what was set aside from its name: a card in notation, `joker`, or `back`."""
    return SetAside(name, "") if name.islower() else SetAside(name[0], name[1:])


@dataclass(frozen=True, slots=True)
class Candidate:
    """`score` is the cosine to the card's nearest prototype, from -1 to 1."""

    card: Card
    score: float


@dataclass(frozen=True, slots=True)
class Reading:
    """One card-shaped thing; `card` is None when the reader would rather ask. Candidates stand best first.

    What is surely known and not in play has no `card`, and nobody need be asked.
    """

    card: Card | None
    candidates: tuple[Candidate, ...]
    quad: Quad
    visible: float
    is_of_pack: bool = True
    """Whether it surely is a card of the pack, whichever; not the edge of a stock that somebody lifts."""
    not_in_play: SetAside | None = None
    apart: float = 0.0
    """Distance of its embedding from the plane midway between the likeliest card and the next."""

    @property
    def in_play(self) -> tuple[Candidate, ...]:
        """The candidates that are cards of the pack."""
        return tuple(one for one in self.candidates if not isinstance(one.card, SetAside))


@dataclass(frozen=True, slots=True)
class CardLanded:
    """A card came to rest. `seat` comes from the arm that laid it; its confidence runs from 0 to 1."""

    reading: Reading
    seat: Seat | None
    seat_confidence: float
    was_present: bool = False
    """Whether it lay there already when the tracker began to look."""
    after_rest: bool = True
    """Whether the whole view was at rest and understood since the last sighting: then no card was missed before it."""
    since: float = 0.0
    """When it was first seen where it lies, in seconds."""


@dataclass(frozen=True, slots=True)
class CardLifted:
    """A card that lay in view was taken up again (`card` as it was read, None if it never was)."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class TableCleared:
    """All cards of the trick were taken away; `seat` is the edge by which they left."""

    seat: Seat | None
    card_count: int


@dataclass(frozen=True, slots=True, eq=False)
class OtherDeck:
    """Several card-shaped things like none of the pack have come to lie at *quads*, also those reported before."""

    quads: tuple[Quad, ...]


@dataclass(frozen=True, slots=True)
class KeepsMoving:
    """Something has kept moving in view for so many seconds: what lies under it is not read."""

    seconds: float


@dataclass(frozen=True, slots=True)
class CameraBumped:
    """The whole view shifted, by this many px of the low-resolution picture."""

    shift: float


@dataclass(frozen=True, slots=True)
class LightChanged:
    """The whole view grew brighter or darker by this factor."""

    factor: float


Observation: TypeAlias = CardLanded | CardLifted | TableCleared | OtherDeck | KeepsMoving | CameraBumped | LightChanged


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something that happened, with the frame it was settled in."""

    frame: int
    time: float
    observation: Observation
