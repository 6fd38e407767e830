"""What may differ between two drawn decks of the same pack, and what that means for one card."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, TypeAlias

from engine.cards import Card
from lab.card_art.canvas import Colour, mix

Frame: TypeAlias = Literal["none", "line", "double", "notched", "rounded", "colour"]
Index: TypeAlias = Literal["none", "letters", "letters and pips", "roman", "centre"]
Divider: TypeAlias = Literal["line", "slant", "steep", "band", "none"]
Lettering: TypeAlias = Literal["serif", "plain", "fat"]
Ground: TypeAlias = Literal["plain", "tint", "rays", "lozenges", "dots", "waves"]


class UnknownStyle(ValueError):
    """Raised for a style that cannot be drawn."""


@dataclass(frozen=True)
class Palette:
    paper: Colour = (251, 248, 236)
    ink: Colour = (28, 24, 26)
    red: Colour = (205, 38, 34)
    green: Colour = (24, 122, 62)
    yellow: Colour = (245, 199, 48)
    blue: Colour = (38, 104, 176)
    brown: Colour = (140, 84, 42)
    white: Colour = (253, 252, 247)
    grey: Colour = (168, 174, 180)
    black: Colour = (38, 34, 40)
    skin: Colour = (248, 218, 186)
    purple: Colour = (116, 56, 124)

    def colour_named(self, name: str) -> Colour:
        colour: Colour = getattr(self, name)
        return colour


@dataclass(frozen=True)
class Style:
    """One deck's artwork. `seed` settles every detail that has no field; `aspect` is width over height (None: as sold).

    Lengths are in hundredths of the card's height; `screen` is the gap of engraved shading lines (0: none).
    `drawings` numbers the drawing used for each suit sign, `letters` renames ranks in the index.
    """

    seed: int = 0
    palette: Palette = field(default_factory=Palette)
    aspect: float | None = None
    weight: float = 0.26
    frame: Frame = "rounded"
    margin: float = 3.4
    corner: float = 4.5
    index: Index = "letters"
    index_right: bool = False
    lettering: Lettering = "serif"
    letters: tuple[tuple[str, str], ...] = ()
    double_headed: bool = False
    divider: Divider = "line"
    drawings: tuple[tuple[str, int], ...] = ()
    pip_scale: float = 1.0
    branches: bool = True
    scenes: bool = True
    ground: Ground = "plain"
    hatching: bool = True
    screen: float = 0.0
    own_courts: bool = False
    head: float = 1.0

    def __post_init__(self) -> None:
        if self.aspect is not None and not 0.4 <= self.aspect <= 0.9:
            raise UnknownStyle(f"got aspect {self.aspect}, expected 0.4 to 0.9: width divided by height")

    @staticmethod
    def default() -> Style:
        """The house deck: single figures, as in the Bavarian and Salzburg packs before they were doubled."""
        return Style()

    @staticmethod
    def doubled() -> Style:
        """The house deck doubled, with indices, as most pubs have it today."""
        return replace(Style(), double_headed=True, scenes=False, index="letters and pips", index_right=True)

    @staticmethod
    def random(seed: int) -> Style:
        """Returns the deck of *seed*; two seeds differ strongly, one seed always gives the same deck."""
        rng = Random(f"deck {seed}")
        return Style(
            seed=seed,
            palette=_palette(rng),
            aspect=round(rng.uniform(0.55, 0.72), 3),
            weight=rng.choice((0.14, 0.2, 0.26, 0.34, 0.44)),
            frame=rng.choice(("none", "none", "line", "double", "notched", "rounded", "colour")),
            margin=rng.uniform(1.5, 6.0),
            corner=rng.uniform(2.0, 7.0),
            index=rng.choice(("none", "none", "letters", "letters and pips", "roman", "centre")),
            index_right=rng.random() < 0.5,
            lettering=rng.choice(("serif", "plain", "fat")),
            letters=_letters(rng),
            double_headed=rng.random() < 0.65,
            divider=rng.choice(("line", "line", "slant", "steep", "band", "none")),
            drawings=tuple((suit, rng.randrange(1000)) for suit in "ELHSCD♠♥"),
            pip_scale=rng.uniform(0.82, 1.2),
            branches=rng.random() < 0.8,
            scenes=rng.random() < 0.7,
            ground=rng.choice(("plain",) * 7 + ("tint", "rays", "lozenges", "dots", "waves")),
            hatching=rng.random() < 0.6,
            screen=rng.choice((0.0, 0.0, 0.0, 0.9, 1.3)),
            own_courts=True,
            head=rng.uniform(0.85, 1.2),
        )

    def drawing(self, sign: str) -> int:
        """Returns the number of the drawing used for a suit sign, 0 for the house drawing."""
        return dict(self.drawings).get(sign, 0)

    def rng(self, *topic: object) -> Random:
        """Returns random numbers that hang on this style's seed and the *topic* alone."""
        return Random(f"{self.seed} {' '.join(map(str, topic))}")


def _letters(rng: Random) -> tuple[tuple[str, str], ...]:
    french = rng.choice((("J", "Q"), ("B", "D"), ("V", "D")))
    return (("J", french[0]), ("Q", french[1]), ("A", rng.choice(("A", "A", "D", "1"))))


def _palette(rng: Random) -> Palette:
    """Varies hue, strength and age of the house colours."""
    usual = rng.random() < 0.5
    strength, lightness = (
        (rng.uniform(0.9, 1.2), rng.uniform(0.9, 1.08)) if usual else (rng.uniform(0.6, 1.25), rng.uniform(0.8, 1.12))
    )
    fade = 0.0 if usual else rng.choice((0.0, 0.0, 0.08, 0.18))
    drift = 0.5 if usual else 1.0
    paper = mix((255, 255, 255), (240, 222, 180), rng.choice((0.0, 0.1, 0.3, 0.7)))

    def vary(colour: Colour, spread: float) -> Colour:
        hue, light, saturation = colorsys.rgb_to_hls(*(part / 255 for part in colour))
        hue = (hue + rng.gauss(0.0, spread * drift)) % 1.0
        light = min(max(light * lightness * rng.uniform(0.85, 1.15), 0.0), 0.97)
        varied = colorsys.hls_to_rgb(hue, light, min(saturation * strength, 1.0))
        red, green, blue = (round(part * 255) for part in varied)
        return mix((red, green, blue), paper, fade)

    house = Palette()
    return Palette(
        paper=paper,
        ink=mix(rng.choice(((15, 12, 14), (15, 12, 14), (40, 30, 80), (70, 40, 20))), paper, fade),
        red=vary(house.red, 0.012),
        green=vary(house.green, 0.05),
        yellow=vary(house.yellow, 0.02),
        blue=vary(house.blue, 0.05),
        brown=vary(house.brown, 0.02),
        white=mix(house.white, paper, 0.5),
        grey=vary(house.grey, 0.1),
        black=house.black,
        skin=vary(house.skin, 0.01),
        purple=vary(house.purple, 0.08),
    )


_SIGNS = {"german": {suit: suit for suit in "ELHS"}, "french": {"C": "C", "S": "♠", "H": "♥", "D": "D"}}
_ROMAN = {"7": "VII", "8": "VIII", "9": "IX", "10": "X", "6": "VI"}


@dataclass(frozen=True, slots=True)
class Face:
    """One card to be drawn in a style."""

    style: Style
    family: Literal["german", "french"]
    card: Card
    width: float

    @property
    def sign(self) -> str:
        """The drawing of the suit sign; the letter S means bells in one family and spades in the other."""
        return _SIGNS[self.family][self.card.suit]

    @property
    def doubled(self) -> bool:
        """French courts always have two heads, German cards in some decks."""
        return self.card.rank in ("K", "Q", "J") if self.family == "french" else self.style.double_headed

    @property
    def caption(self) -> str:
        """What the index says, in the letters of the deck's region."""
        letters = dict(self.style.letters).get(self.card.rank, self.card.rank)
        if self.family == "french":
            letters = "A" if self.card.rank == "A" and letters == "D" else letters  # there D is the queen
        elif self.style.index == "roman":
            letters = _ROMAN.get(self.card.rank, "")
        return "" if self.style.index == "none" else letters

    @property
    def index(self) -> Index:
        """French cards and courts bear their index in the corner."""
        high = self.style.index in ("centre", "roman")
        return "letters" if high and (self.family == "french" or self.count is None) else self.style.index

    @property
    def count(self) -> int | None:
        """The number of signs on a numeral card (one for a French ace), None for other cards."""
        if self.card.rank.isdigit():
            return int(self.card.rank)
        return 1 if self.card.rank == "A" and self.family == "french" else None
