"""The pictures of cards and suit signs, as files: one drawing for each family of suits."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from engine.cards import PACKS

if TYPE_CHECKING:
    from os import PathLike, stat_result

    from starlette.responses import Response
    from starlette.types import Scope

    from device.i18n.words import Words
    from engine.cards import Card

FOLDER = Path(str(files("models"))) / "cards"
"""One folder for each family, `german` and `french`; `python -m lab.card_pictures FOLDER` draws them."""


def picture_url(pack: str, name: str) -> str:
    """Returns where a page finds the picture of a card or suit of *pack*, such as `HK` or `H` of `bavarian32`."""
    family = "french" if "C" in PACKS[pack].suits else "german"
    return f"/cards/{family}/{name}.webp"


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card or a suit sign: its notation, its name, and the URL of its picture."""

    code: str
    name: str
    source: str


def card_picture(pack: str, card: Card, words: Words) -> CardPicture:
    return CardPicture(str(card), words.card(card), picture_url(pack, str(card)))


def card_files() -> Mount:
    """Returns the route of the pictures; phones may keep them for ever."""
    return Mount("/cards", _Immutable(directory=FOLDER))


class _Immutable(StaticFiles):
    def file_response(
        self, full_path: PathLike[str] | str, stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
