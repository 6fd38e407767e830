"""The rendered table: performs a choreography before a virtual camera, and yields frames with ground truth."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

import cv2
import numpy as np

from simulator.actions.actor import Actor
from simulator.actions.ground_truth import FACE_UP, Laid
from simulator.render.camera_model import Lens, crop, sampled
from simulator.render.card_stock import CardSize, card_texture, drawn_back, usual_size
from simulator.render.lighting import GAMMA, TableLight
from simulator.render.props import prop_sheets
from simulator.render.scene import Paper, Scene, premultiplied, resized
from simulator.render.sensor import Chip
from simulator.render.surfaces import surface_texture

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine.cards import Card, Seat
    from simulator.actions.choreography import Action
    from simulator.actions.ground_truth import Place
    from simulator.actions.state import Moment
    from simulator.render.appearance import Look
    from simulator.render.camera_model import Floats
    from vision.types import Image, Quad

TEXTURE_MM = (1000, 700)
"""Width and height of the drawn table, mm: more than a tilted camera sees."""
JUST_SEEN = 4.0
"""Grey levels of 255: a fainter shadow of a hand out of view does not count as moving."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card face up; `visible` is its share in view, 0 to 1."""

    card: Card
    seat: Seat
    place: Place
    quad: Quad
    visible: float


@dataclass(frozen=True, slots=True)
class RenderedFrame:
    """One frame and the truth about it; cards stand in the order in which they were laid.

    `completed` is the action whose last movement ended just before this frame.
    """

    number: int
    time: float
    image: Image
    cards: tuple[SeenCard, ...]
    moving: bool
    completed: Action | None


class RenderedTable:
    """A table of a given look; the same deck, look, seed and actions give the same bytes.

    :param size: width and height of the frames in px.
    :param back: the back of the cards; without it one is drawn.
    """

    def __init__(
        self,
        deck: Mapping[Card, Image],
        look: Look,
        seed: int,
        size: tuple[int, int] = (1280, 720),
        frames_per_second: float = 10.0,
        back: Image | None = None,
    ) -> None:
        self.deck = deck
        self.rate = frames_per_second
        self.rng = np.random.default_rng([seed, 11])
        self.card_size: CardSize = usual_size(deck)
        self._chip = Chip(look.sensor, size, look.light.flicker, np.random.default_rng([seed, 13]))
        self._size = size
        self._texture_scale = Lens(look.camera, size).pixels_per_mm * 1.1
        self._texture = surface_texture(look.surface, TEXTURE_MM, self._texture_scale)
        self._see(look)
        self.laid: list[Laid] = []
        self._seen: list[tuple[Quad, float]] = []
        """Quad and area in px of each of `laid`."""
        self._papers: dict[Card, Paper] = {}
        drawn = back if back is not None else drawn_back(self.card_size, np.random.default_rng(look.surface.seed))
        self._back = self._paper_of(drawn)
        self._actor = Actor(self)
        self._number = 0

    def play(self, actions: Iterable[Action]) -> Iterator[RenderedFrame]:
        """Yields the frames of *actions*; table and clock keep their state afterwards."""
        for action in actions:
            pending: Action | None = action
            for moment in self._actor.perform(action):
                still = not moment.sheets and not moment.restless
                yield self._frame(moment, pending if still else None)
                if still:
                    pending = None

    def seen_anew(self, look: Look) -> None:
        """Continues with another camera or light over the same table and cards."""
        self._see(look)
        self.replace(())

    def _see(self, look: Look) -> None:
        self.look = look
        self.lens = Lens(look.camera, self._size)
        self.light = TableLight(look.light, self.lens)
        self.scene = Scene(self.lens, self.light, self._chip, self._bare_table())
        for prop in look.props:
            self.scene.furnish(prop_sheets(prop, self._texture_scale))

    def paper(self, card: Card) -> Paper:
        """Returns the paper of a card, with the same wear and bend at each call."""
        if card not in self._papers:
            self._papers[card] = self._paper_of(self.deck[card])
        return self._papers[card]

    def back(self) -> Paper:
        return self._back

    def put(self, laid: Laid) -> None:
        self.laid.append(laid)
        covered = self.scene.put(laid.sheet, len(self.laid) - 1)
        quad = self.scene.quad(laid.sheet)
        # A card partly out of view covers fewer pixels than its area.
        self._seen.append((quad, max(float(covered), float(cv2.contourArea(quad)) * 0.985)))

    def replace(self, removed: Iterable[Laid], instead: Iterable[Laid] = ()) -> None:
        """Removes sheets from the table, or replaces each by one of *instead* in its layer."""
        swaps = dict(zip_longest((id(laid) for laid in removed), instead))
        rest = [swaps.get(id(laid), laid) for laid in self.laid]
        self.laid, self._seen = [], []
        self.scene.clear()
        for laid in rest:
            if laid is not None:
                self.put(laid)

    def _frame(self, moment: Moment, completed: Action | None) -> RenderedFrame:
        picture, strength, owner = self.scene.soft, self.scene.strength, self.scene.owner
        changed = self.scene.over(moment.sheets, moment.smear) if moment.sheets else None
        moving = moment.restless
        if changed is not None and float(cv2.absdiff(changed[1], picture[crop(changed[0])]).max()) > JUST_SEEN:
            moving = True
            box, part, opacity = changed
            picture, strength, owner = picture.copy(), strength.copy(), owner.copy()
            picture[crop(box)] = part
            strength[crop(box)] = self._chip.strength(part)
            owner[crop(box)][opacity > 0.5] = -1
        image = self._chip.expose(picture, strength)
        frame = RenderedFrame(self._number, self._number / self.rate, image, self._truth(owner), moving, completed)
        self._number += 1
        return frame

    def _truth(self, owner: np.ndarray[tuple[int, ...], np.dtype[np.int16]]) -> tuple[SeenCard, ...]:
        visible_cards: list[SeenCard] = []
        for number, (laid, (quad, area)) in enumerate(zip(self.laid, self._seen, strict=True)):
            if laid.card is None or laid.place not in FACE_UP:
                continue
            box = self.lens.box_around(quad)
            pixels = 0 if box is None else int(np.count_nonzero(owner[crop(box)] == number))
            visible_cards.append(SeenCard(laid.card, laid.seat, laid.place, quad, round(min(1.0, pixels / area), 4)))
        return tuple(visible_cards)

    def _paper_of(self, picture: Image) -> Paper:
        cards = self.look.cards
        texture = card_texture(picture, self.card_size, self.lens.pixels_per_mm * 1.25, cards.wear, self.rng)
        bend = abs(float(self.rng.normal(0, cards.bend))) if cards.bend else 0.0
        return Paper(premultiplied(texture), cards.gloss, cards.polish, min(bend, 4.0))

    def _bare_table(self) -> Floats:
        texture, scale = self._texture, self._texture_scale
        ground = self.lens.on_plane()
        middle = np.array([texture.shape[1], texture.shape[0]], np.float32) / 2
        texture_in_view = sampled(texture, (ground * scale + middle).astype(np.float32), cv2.BORDER_REFLECT)
        lit = texture_in_view * self.light.factor
        surface = self.look.surface
        if surface.sheen:
            glint = self.light.mirrored(ground[::4, ::4], surface.polish)
            glint = resized(glint, self.lens.size) * surface.sheen * self.look.light.exposure**GAMMA
            lit = (lit**GAMMA + glint) ** (1 / GAMMA)
        return np.asarray(lit * 255, np.float32)
