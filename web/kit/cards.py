"""Cards on the pages: pictures, a drawing for each family of suits; names; and those on which a finding rests."""

import base64
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.resources import files
from os import PathLike, stat_result
from pathlib import Path

from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from common.texts.words import TableWords
from device.screens.engine_text import TableNames
from engine.cards import PACKS_IN_PLAY, Card, Pack, Suit
from engine.rules.findings import Finding
from engine.text import Words
from web.kit.texts import Texts

FOLDER = Path(str(files("models"))) / "cards"
"""One folder for each family, `german` and `french`; `python -m lab.card_pictures models` draws them."""


def picture_url(pack: str, name: str) -> str:
    """Returns where a page finds the picture of a card or suit of *pack*, such as `HK` or `H` of `bavarian32`."""
    return f"/cards/{PACKS_IN_PLAY[pack].family}/{name}.webp"


def picture_data(url: str) -> str:
    """Returns the picture at *url* as a URL that has it in itself, for files that need no other."""
    content = (FOLDER.parent / url.removeprefix("/")).read_bytes()
    return "data:image/webp;base64," + base64.b64encode(content).decode("ascii")


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card or a suit sign: its notation, its name, and the URL of its picture."""

    code: str
    name: str
    source: str


def card_picture(pack: str, card: Card, words: TableWords) -> CardPicture:
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


class PageNames(TableNames):
    """Suits of another pack have their names too, not their letters."""

    __slots__ = ()

    def suit(self, suit: Suit, pack: Pack) -> Words:
        return Words(self.words.suit(suit), self.words.suit(suit))


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A card on which a finding rests."""

    label: str
    who: str
    card: CardPicture
    when: str
    crop: str = ""
    """The URL of the camera's picture of it; empty without one."""


def exhibits_of(
    finding: Finding, pack: str, words: TableWords, texts: Texts, times: Sequence[float], crops: Collection[int] = ()
) -> tuple[Exhibit, ...]:
    """Returns the card led, the play, and the card that proves it, as far as they are known.

    *times* are those of the events by position, in seconds since 1970, 0 if unknown; *crops*: the positions with a
    picture.
    """
    exhibits = []
    if finding.breach and finding.breach.led is not None:
        exhibits.append(Exhibit(texts.led_card, "", card_picture(pack, finding.breach.led, words), ""))
    for entry in sorted(finding.evidence, key=lambda entry: entry.position != finding.position):
        if entry.card is not None:
            label = texts.the_play if entry.position == finding.position else texts.the_proof
            who = "" if entry.seat is None else words.seat(entry.seat)
            crop = f"/picture/crop/{entry.position}" if entry.position in crops else ""
            picture = card_picture(pack, entry.card, words)
            when = [texts.in_trick.format(number=entry.trick)] if entry.trick else []
            if 0 <= entry.position < len(times) and times[entry.position]:
                when.append(texts.at_time.format(time=time.strftime("%H:%M:%S", time.localtime(times[entry.position]))))
            exhibits.append(Exhibit(label, who, picture, ", ".join(when), crop))
    return tuple(exhibits)
