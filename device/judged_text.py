"""A judged deal as people read it: tricks and takers, what was noticed, the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.explain import PLAIN, sentence
from engine.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from device.judging import JudgedDeal
    from device.words import Words as TableWords
    from engine.cards import Seat
    from engine.match import DealScore
    from engine.tricks import Trick

_DEAL = Words("Spiel {number}: {dealer} gibt", "Deal {number}: {dealer} deals")
_TRUMP = Words("{suit} ist Trumpf", "{suit} are trumps")
_FOLDED = Words("{seat} steigt aus", "{seat} folds")
_TAKES = Words("{seat} sticht", "{seat} takes")
_SCORE = Words("Stand", "Score")
_HAND = "{seat} {tally} ({change:+d})"
_WON = Words("Gewonnen: {seats}", "Won: {seats}")
_OPEN = Words(
    "Nichts bemerkt, aber nicht beweisbar erlaubt: {plays}", "Nothing noticed, but not provably legal: {plays}"
)
_UNFINISHED = Words("Hier hört die Aufzeichnung auf; es fehlt: {what}", "Here the record ends; missing: {what}")
_NOTHING = Words("Kein Spiel aufgezeichnet", "No deal is recorded")
_CUT_OFF = Words("Die letzte Zeile ist abgeschnitten und bleibt weg", "The last line is cut off and left out")
_PHASES = {
    "cut": Words("Abheben und Aufdecken", "the cut and the upcard"),
    "upcard": Words("das Aufdecken", "the upcard"),
    "declare": Words("spielen oder aussteigen, {seats}", "play or fold, {seats}"),
    "exchange": Words("das Tauschen, {seats}", "the exchange, {seats}"),
    "play": Words("eine Karte, {seats}", "a card, {seats}"),
}


class JudgedText:
    def __init__(self, words: TableWords) -> None:
        self._words = words

    @property
    def nothing(self) -> str:
        return self._words.of(_NOTHING)

    @property
    def cut_off(self) -> str:
        return self._words.of(_CUT_OFF)

    def lines(self, deal: JudgedDeal) -> Iterator[str]:
        yield self._heading(deal)
        noticed = list(deal.noticed)
        for number, trick in enumerate(deal.tricks, start=1):
            positions = {play.position for play in trick.plays}
            mine = [entry for entry in noticed if entry.finding.position in positions]
            noticed = [entry for entry in noticed if entry not in mine]
            yield f"  {number}  {self._trick(trick)}"
            yield from (f"     ! {self._words.of(sentence(entry.finding, deal.game))}" for entry in mine)
        yield from (f"  !  {self._words.of(sentence(entry.finding, deal.game))}" for entry in noticed)
        if deal.open_plays and deal.score is not None:
            cards = {play.position: play.card for trick in deal.tricks for play in trick.plays}
            yield "  " + self._say(_OPEN, plays=" ".join(str(cards[place]) for place in deal.open_plays))
        if deal.score is not None:
            yield "  " + self._score(deal.score)
        else:
            yield "  " + self._unfinished(deal)

    def _heading(self, deal: JudgedDeal) -> str:
        parts = [self._say(_DEAL, number=deal.number, dealer=self._seat(deal.dealer))]
        if deal.trump is not None and deal.trump in self._words.names.suits:
            parts.append(self._say(_TRUMP, suit=self._words.suit(deal.trump)))
        parts += [self._say(_FOLDED, seat=self._seat(seat)) for seat in deal.folded]
        return ", ".join(parts)

    def _trick(self, trick: Trick) -> str:
        cards = "  ".join(f"{play.seat}:{play.card!s:<3}" for play in trick.plays)
        return cards if trick.taker is None else f"{cards}  {self._say(_TAKES, seat=self._seat(trick.taker))}"

    def _score(self, score: DealScore) -> str:
        hands = []
        for seat, tally in score.result.tallies.items():
            change = score.changes.get(seat, 0)
            hands.append(_HAND.format(seat=self._seat(seat), tally=tally, change=change).replace("-", "−"))
        text = f"{self._words.of(_SCORE)}: {', '.join(hands)}"
        won = self._say(_WON, seats=self._seats(score.result.winners))
        return f"{text}. {won}" if score.result.over else text

    def _unfinished(self, deal: JudgedDeal) -> str:
        phase = _PHASES.get(deal.waits_for.phase, Words(deal.waits_for.phase, deal.waits_for.phase))
        return self._say(_UNFINISHED, what=self._say(phase, seats=self._seats(deal.waits_for.seats)))

    def _say(self, words: Words, **values: object) -> str:
        return self._words.of(words).format(**values)

    def _seat(self, seat: Seat) -> str:
        return self._words.of(PLAIN.seat(seat))

    def _seats(self, seats: Iterable[Seat]) -> str:
        return ", ".join(self._seat(seat) for seat in seats)
