"""The cards on which a finding rests, side by side: the card led, the play, and the card that proves it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from web.kit.cards import card_picture

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from device.i18n.words import Words
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


def exhibits_of(
    finding: Finding, pack: str, words: Words, texts: Texts, times: Sequence[float], crops: Collection[int] = ()
) -> tuple[Exhibit, ...]:
    """Returns the card led, the play, and the card that proves it, as far as they are known.

    *times* are those of the events by position, in seconds since 1970; *crops*: the positions with a picture.
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
            exhibits.append(Exhibit(label, who, picture, _when(entry, texts, times), crop))
    return tuple(exhibits)


def _when(entry: Evidence, texts: Texts, times: Sequence[float]) -> str:
    when = [texts.in_trick.format(number=entry.trick)] if entry.trick else []
    if 0 <= entry.position < len(times):
        when.append(texts.at_time.format(time=time.strftime("%H:%M:%S", time.localtime(times[entry.position]))))
    return ", ".join(when)
