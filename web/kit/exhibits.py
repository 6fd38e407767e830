"""The cards on which a finding rests, side by side: the card led, the play, and the card that proves it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from device.i18n.words import Words
    from engine.cards import Card
    from engine.rules.findings import Evidence, Finding
    from web.kit.cards import CardPicture
    from web.kit.texts import Texts


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A card on which a finding rests."""

    label: str
    who: str
    card: CardPicture
    when: str
    crop: str = ""
    """The URL of the camera's picture of it; empty without one."""


class Showcase(Protocol):
    """The words, texts and card pictures that exhibits need."""

    @property
    def words(self) -> Words: ...

    @property
    def texts(self) -> Texts: ...

    def picture(self, card: Card) -> CardPicture: ...


def exhibits_of(
    showcase: Showcase, finding: Finding, times: Sequence[float], crops: Collection[int] = ()
) -> tuple[Exhibit, ...]:
    """Returns the card led, the play, and the card that proves it, as far as they are known.

    *times* are those of the events by position, in seconds since 1970; *crops*: the positions with a picture.
    """
    texts = showcase.texts
    exhibits = []
    led = finding.breach.led if finding.breach else None
    if led is not None:
        exhibits.append(Exhibit(texts.led_card, "", showcase.picture(led), ""))
    entries = sorted(finding.evidence, key=lambda entry: entry.position != finding.position)
    for entry in entries:
        if entry.card is not None:
            label = texts.the_play if entry.position == finding.position else texts.the_proof
            exhibits.append(_exhibit(showcase, label, entry, times, crops))
    return tuple(exhibits)


def _exhibit(
    showcase: Showcase, label: str, entry: Evidence, times: Sequence[float], crops: Collection[int]
) -> Exhibit:
    assert entry.card is not None
    texts = showcase.texts
    when = [texts.in_trick.format(number=entry.trick)] if entry.trick else []
    if 0 <= entry.position < len(times):
        when.append(texts.at_time.format(time=time.strftime("%H:%M:%S", time.localtime(times[entry.position]))))
    who = "" if entry.seat is None else showcase.words.seat(entry.seat)
    crop = f"/picture/crop/{entry.position}" if entry.position in crops else ""
    return Exhibit(label, who, showcase.picture(entry.card), ", ".join(when), crop)
