"""The packs that the project draws itself: any number of decks, each from one `Style`."""

from lab.card_art.packs import card_width, draw_back, draw_card, draw_pack
from lab.card_art.style import Palette, Style, UnknownStyle

__all__ = ["Palette", "Style", "UnknownStyle", "card_width", "draw_back", "draw_card", "draw_pack"]
