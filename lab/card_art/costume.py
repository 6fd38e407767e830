"""What a court figure wears and holds: the house courts by hand, others drawn by lot."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lab.card_art.style import Style


@dataclass(frozen=True, slots=True)
class Costume:
    """Words name the drawings in `heads`, `garments` and `props`, colours those of the palette.

    `look` runs from -1 (to the left) to 1; `left` and `right` are the arms as one sees them on the card.
    """

    hat: str
    hair: str
    beard: str
    garment: str
    main: str
    second: str
    hose: str
    left: str = "hip"
    right: str = "hip"
    left_prop: str = "none"
    right_prop: str = "none"
    collar: str = "plain"
    sleeve: str = "wide"
    hair_colour: str = "brown"
    hat_colour: str = "red"
    cape: str = "none"
    stance: str = "stand"
    look: float = 0.4
    profile: bool = False
    lady: bool = False


_TEXTS = [field.name for field in fields(Costume) if field.type == "str"]
_HOUSE_TABLE = """
EK crown long full robe red blue blue raised hip sceptre none ermine wide brown red blue seated -0.4
LK turban bob none coat green yellow red hip raised none orb fur puff yellow red red seated -1.0 profile
HK closed-crown curls forked gown blue yellow yellow raised hip sword none ruff wide grey blue red seated 0.4
SK tall-crown short moustache armour grey green green out raised shield halberd plain tight black green green seated 0.8
EO helmet short full armour green red yellow raised chest sabre round-shield plain puff brown grey none stride -0.6
LO bicorne short moustache laced blue yellow white drumming drumming none drum lace tight black blue none stand 0.3
HO feather-hat curls goatee doublet red yellow blue hip out none cane lace puff yellow green none contra 0.5
SO none long none striped yellow blue red chest down none sword-down ruff puff black red red stand 1.0 profile
EU cap bob none open-coat brown yellow green down raised none mug scarf wide yellow green none contra 0.6
LU tricorne tail none open-coat red green white fluting fluting none flute lace tight brown black none stand -0.5
HU hood none moustache tunic green red blue out raised none halberd plain tight brown red none contra -0.8
SU none curls none doublet green red yellow hip brandish none sabre plain puff red red none stride -1.0 profile
CK crown long full robe red yellow blue raised chest sceptre none ermine wide brown green blue stand -0.4
♠K closed-crown curls forked armour grey blue red chest raised none sword plain tight grey blue green stand 0.5
♥K tall-crown short moustache gown green red yellow chest chest none orb ruff puff yellow red none stand 0.2
DK turban bob long coat blue yellow red raised hip halberd none fur wide black red none stand 0.9 profile
CQ coronet long none bodice blue red red chest hip flower none lace puff yellow red none stand -0.5 lady
♠Q veil bob none gown green yellow red hip raised none sceptre ermine wide black blue none stand 0.6 lady
♥Q wreath curls none laced red white red chest chest none bird ruff puff red green none stand 0.2 lady
DQ bonnet short none striped yellow purple red raised hip fan none fur tight brown white red stand -0.9 profile lady
CJ feather-hat bob none doublet green yellow red raised hip halberd none lace puff yellow red none stand -0.5
♠J beret curls moustache striped red yellow blue chest raised none spear plain wide black blue none stand 0.9 profile
♥J cap short none laced blue red yellow chest out letter none ruff tight brown yellow red stand 0.4
DJ helmet tail goatee armour yellow red green hip chest none round-shield scarf puff red grey none stand -0.3
"""
"""Sign and rank, then the texts of a costume in the order of its fields (a hyphen stands for a blank), look, flags."""


def _house_courts() -> Iterator[tuple[str, Costume]]:
    for line in _HOUSE_TABLE.strip().splitlines():
        name, *row = line.split()
        texts, (look, *flags) = row[: len(_TEXTS)], row[len(_TEXTS) :]
        values: dict[str, Any] = dict(zip(_TEXTS, (text.replace("-", " ") for text in texts), strict=True))
        yield name, Costume(**values, look=float(look), profile="profile" in flags, lady="lady" in flags)


_HOUSE = dict(_house_courts())
_HATS: Mapping[str, Sequence[str]] = {
    "K": ("crown", "closed crown", "tall crown", "turban"),
    "O": ("helmet", "bicorne", "feather hat", "none", "beret", "wreath"),
    "U": ("cap", "tricorne", "hood", "none", "tyrolean", "beret"),
    "Q": ("coronet", "veil", "wreath", "bonnet"),
    "J": ("feather hat", "beret", "cap", "helmet", "tyrolean"),
    "A": ("tyrolean", "bonnet", "hood", "wreath", "none", "feather hat"),
}
_PROPS: Mapping[str, Sequence[str]] = {
    "K": ("sceptre", "orb", "sword", "halberd", "shield"),
    "O": ("sabre", "drum", "cane", "sword", "round shield", "crossbow", "bird", "lance"),
    "U": ("mug", "flute", "halberd", "sabre", "spear", "horn", "letter", "lute", "bow"),
    "Q": ("flower", "fan", "bird", "sceptre", "letter"),
    "J": ("halberd", "spear", "letter", "round shield", "horn", "bow"),
    "A": ("mug", "flower", "bird", "lute", "drum", "letter", "none"),
}
_YEOMAN = ("doublet", "laced", "open coat", "tunic", "striped", "armour", "coat")
_GARMENTS: Mapping[str, Sequence[str]] = {
    "K": ("robe", "coat", "gown", "armour", "striped"),
    "Q": ("gown", "bodice", "laced", "striped"),
    **dict.fromkeys("OUJA", _YEOMAN),
}
_RIDING_GARMENTS = ("doublet", "armour", "striped", "laced", "tunic")
_BEARDS: Mapping[str, Sequence[str]] = {
    "K": ("full", "forked", "moustache", "none", "long"),
    "Q": ("none",),
    "O": ("none", "moustache", "goatee", "none", "full"),
    **dict.fromkeys("UJA", ("none", "none", "moustache", "goatee")),
}
_BOTH_HANDS = {"drum": "drumming", "flute": "fluting", "lute": "strumming", "bow": "chest", "crossbow": "chest"}
_STANCES = ("stand", "stride", "contra")
_ARMS = ("raised", "hip", "chest", "out", "down")
_COLOURS = ("red", "green", "yellow", "blue", "purple", "brown", "grey")


def costume(style: Style, sign: str, rank: str) -> Costume:
    """Returns the figure of a court card, or of an ace that has one.

    The four figures of a rank differ in hat, colours, garment and what they hold.
    """
    return _dealt_costume(style, sign, rank) if style.own_courts else _HOUSE[sign + rank]


def _dealt_costume(style: Style, sign: str, rank: str) -> Costume:
    turn = "ELHSC♠♥D".index(sign) % 4
    rng = style.rng("court", sign, rank)

    def dealt(words: Sequence[str], topic: str) -> str:
        order = list(words)
        style.rng(topic, rank).shuffle(order)
        return order[turn % len(order)]

    main, second, hose, cape, hat = (dealt(_COLOURS, f"colour {number}") for number in range(5))
    prop = dealt(_PROPS[rank], "prop")
    both = _BOTH_HANDS.get(prop)
    stance = rng.choice(_STANCES)
    if rank == "K":
        mount = "riding" if sign in "ELHS" else "seated"
        stance = style.rng("kings").choice(("seated", "seated", "seated", mount, stance))
    return Costume(
        hat=dealt(_HATS[rank], "hat"),
        hair=dealt(("long", "bob", "curls", "short", "tail"), "hair"),
        beard=dealt(_BEARDS[rank], "beard"),
        garment=dealt(_RIDING_GARMENTS if stance == "riding" else _GARMENTS[rank], "garment"),
        main=main,
        second=second if second != main else "white",
        hose=hose if hose != main else "white",
        left=both or dealt(_ARMS, "left arm"),
        right=both or rng.choice(("raised", "chest", "out")),
        left_prop="none" if both or rng.random() < 0.6 else rng.choice(("orb", "letter", "flower", "cane")),
        right_prop=prop,
        collar=dealt(("ermine", "fur", "ruff", "plain", "lace", "scarf"), "collar"),
        sleeve=dealt(("puff", "wide", "tight"), "sleeve"),
        hair_colour=rng.choice(("brown", "black", "yellow", "grey", "red")),
        hat_colour=hat,
        cape=cape if rng.random() < (0.7 if rank == "K" else 0.25) and stance != "riding" else "none",
        stance=stance,
        look=rng.choice((-1, -0.6, 0, 0.3, 0.7, 1)),
        profile=rng.random() < 0.35,
        lady=rank == "Q",
    )
