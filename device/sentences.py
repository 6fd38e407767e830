"""The engine's sentences about findings, with this table's names and cards as the display draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from device.phrases import Phrases
from device.screens import said
from engine.explain import Names, sentence
from engine.findings import Kind
from engine.words import Words as BothLanguages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from device.words import Words
    from engine.cards import Card, Seat
    from engine.findings import Finding
    from engine.rules import Game


@dataclass(frozen=True, slots=True)
class TableNames(Names):
    """What this table calls seats, suits and cards; `drawn`: cards as the canvas draws them within a sentence."""

    words: Words
    drawn: bool = False

    def card(self, card: Card) -> str:
        return self.words.token(card) if self.drawn else self.words.card(card)

    def seat(self, seat: Seat) -> BothLanguages:
        return BothLanguages(self.words.seat(seat), self.words.seat(seat))

    def led(self, card: Card, trumps: Iterable[Card]) -> BothLanguages:
        name = self.words.phrases.trump if card in trumps else self.words.suit(card.suit)
        return BothLanguages(name, name)


def title_for(finding: Finding, words: Words) -> str:
    """Returns two or three words; for a revoke, the duty that was not met."""
    duty = f"not_{finding.breach.rung}" if finding.breach and finding.kind == Kind.REVOKE else ""
    return said(words, duty if duty in Phrases.__dataclass_fields__ else TITLES.get(finding.kind, "noticed"))


TITLES = {
    Kind.OUT_OF_TURN: "out_of_turn",
    Kind.REVOKE: "revoke",
    Kind.REVOKE_AMONG: "revoke",
    Kind.DOUBTFUL_REVOKE: "doubtful",
}


def sentence_for(finding: Finding, game: Game, words: Words) -> str:
    """Returns what *finding* says, short enough for the display; cards as the canvas draws them."""
    if finding.kind == Kind.REVOKE and (text := _revoke(finding, words)):
        return text
    text = words.of(sentence(finding, game, TableNames(words, drawn=True)))
    # What is left out does not fit: the whole rule of the cut, and how the cards were counted.
    end = {Kind.CUT_CARD_NOT_ALLOWED: ": ", Kind.REVOKE_AMONG: "; "}.get(finding.kind)
    return text if end is None else text.partition(end)[0]


def _revoke(finding: Finding, words: Words) -> str:
    """Returns both plays of a revoke that a later card proved; empty if something else proved it."""
    played = next((entry for entry in finding.evidence if entry.position == finding.position), None)
    proof = next((entry for entry in finding.evidence if entry.position != finding.position), None)
    led = finding.breach.led if finding.breach else None
    if not played or not proof or None in (played.trick, proof.trick, played.card, proof.card, led, finding.seat):
        return ""
    return said(
        words,
        "revoke_text",
        seat=words.seat(cast("Seat", finding.seat)),
        trick=played.trick,
        later=proof.trick,
        card=words.token(cast("Card", played.card)),
        proof=words.token(cast("Card", proof.card)),
        led=words.token(cast("Card", led)),
    )
