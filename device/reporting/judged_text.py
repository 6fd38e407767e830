"""A judged deal as text for people: tricks and takers, findings, the score."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from device.reporting.json_lines import PlainNames
from device.screens.engine_text import option_text, trump_text
from engine.events import CardTaken, Exchanged, UpcardTurned
from engine.notation.explain import sentence
from engine.rules.house_rules import in_words
from engine.rules.values import Phase
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from common.texts.words import TableWords
    from device.reporting.judged_deal import JudgedDeal, RecordedCall
    from engine.cards import Seat
    from engine.rules.findings import RecordedFinding
    from engine.rules.game import Game
    from engine.tricks import Trick


_DEAL = Words("Spiel {number}: {dealer} gibt", "Deal {number}: {dealer} deals")
_TRUMP = Words("{trump} ist Trumpf", "{trump} are trumps")
_NO_TRUMP = Words("kein Trumpf", "no trumps")
_STRIKER = Words("Farbe und Schlag: {trump}", "trumps and striker: {trump}")
_FOLDED = Words("{seat} steigt aus", "{seat} folds")
_OUT = Words("{seat} setzt aus", "{seat} sits out")
_AS_USUAL = Words("{game}, Hausregeln wie üblich", "{game}, house rules as usual")
_OTHERWISE = Words("{game}, anders als üblich:", "{game}, other than usual:")
_FROM_CUT = Words("{seat} nimmt {card} beim Abheben", "{seat} takes {card} at the cut")
_TURNED = Words("aufgedeckt: {card}", "upcard: {card}")
_UPCARD_TAKEN = Words("{seat} nimmt die aufgedeckte Karte {card}", "{seat} takes the upcard {card}")
_EXCHANGES = Words("{seat} tauscht {count}", "{seat} exchanges {count}")
_TAKES = Words("{seat} sticht", "{seat} takes")
_SCORE = Words("Stand", "Score")
_AND = Words(" und ", " and ")
_HAND = "{seat}: {tally} ({change:+d})"
_RULED = {
    "counted": Words("Der Tisch wertet es", "The table counts it"),
    "stands": Words("Der Tisch lässt es gelten", "The table lets it stand"),
    "taken_back": Words("Es wird zurückgenommen", "It is taken back"),
}
_WON = Words("Gewonnen: {seats}", "Won: {seats}")
_OPEN = Words(
    "Nichts bemerkt, aber nicht beweisbar erlaubt: {plays}", "Nothing noticed, but not provably legal: {plays}"
)
_SHOW = Words("Die übrigen Karten zeigen: {seats}", "Show the remaining cards: {seats}")
_UNFINISHED = Words("Hier hört die Aufzeichnung auf; es fehlt: {what}", "Here the record ends; missing: {what}")
_NEXT = Words("Hier hört die Aufzeichnung auf; als Nächstes: {what}", "Here the record ends; next: {what}")
_NOTHING = Words("Kein Spiel aufgezeichnet", "No deal is recorded")
_CUT_OFF = Words("Die letzte Zeile ist abgeschnitten und bleibt weg", "The last line is cut off and left out")
_TRUMP_UNKNOWN = Words("was Trumpf ist", "what is trump")
_PHASES: dict[str, Words] = {
    Phase.CUT: Words("Abheben und Aufdecken", "the cut and the upcard"),
    Phase.UPCARD: Words("das Aufdecken", "the upcard"),
    Phase.DECLARE: Words("spielen oder aussteigen, {seats}", "play or fold, {seats}"),
    Phase.EXCHANGE: Words("das Tauschen, {seats}", "the exchange, {seats}"),
    Phase.PLAY: Words("eine Karte, {seats}", "a card, {seats}"),
    Phase.DEAL: Words("neu geben, {seats}", "a new deal, {seats}"),
}


class JudgedText:
    """`players` are shown by name, other seats by number."""

    def __init__(self, words: TableWords, players: Mapping[Seat, str] | None = None) -> None:
        self._words = words
        self._names = PlainNames(words, players or {})

    @property
    def nothing(self) -> str:
        return self._words.translate(_NOTHING)

    @property
    def cut_off(self) -> str:
        return self._words.translate(_CUT_OFF)

    def game(self, game: Game) -> Iterator[str]:
        """The game, and the house rules that differ from the usual ones."""
        changes = len(game.rules.changes)
        yield self._say(_OTHERWISE if changes else _AS_USUAL, game=self._words.translate(game.title))
        yield from (f"  * {self._words.translate(rule)}" for rule in in_words(game.rules)[:changes])

    def lines(self, deal: JudgedDeal) -> Iterator[str]:
        yield self._heading(deal)
        yield from (f"     {line}" for line in self._dealing(deal))
        yield from (f"     {self._call(entry, deal.game)}" for entry in _named_calls(deal) if not entry.cards_before)
        noticed, lay = list(deal.recorded_findings), 0
        for number, trick in enumerate(deal.tricks, start=1):
            positions = {play.position for play in trick.plays}
            mine = [entry for entry in noticed if entry.finding.position in positions]
            noticed = [entry for entry in noticed if entry not in mine]
            yield f"{number:>3}  {self._trick(trick)}"
            before, lay = lay, lay + len(trick)
            calls = (entry for entry in _named_calls(deal) if before < entry.cards_before <= lay)
            yield from (f"     {self._call(entry, deal.game)}" for entry in calls)
            yield from self._findings(mine, deal, "     ")
        yield from self._findings(noticed, deal, "  ")
        if deal.score is None:
            yield "  " + self._next_phase_line(deal)
            return
        yield from (f"  {line}" for line in self._open(deal))
        yield "  " + self._score(deal)
        if deal.score.result.is_over:
            yield from (f"  {line}" for line in self._standing(deal))

    def _heading(self, deal: JudgedDeal) -> str:
        parts = [self._say(_DEAL, number=deal.number, dealer=self._seat(deal.dealer))]
        if deal.trump is not None:
            suit, rank = deal.game.trump_suit(deal.trump), deal.game.trump_rank(deal.trump)
            line = _STRIKER if suit and rank else _TRUMP if suit or rank else _NO_TRUMP
            parts.append(self._say(line, trump=trump_text(deal.trump, deal.game, self._words)))
        folded = {entry.call.seat for entry in deal.calls if entry.call.call == "fold"}
        parts += [self._say(_FOLDED if seat in folded else _OUT, seat=self._seat(seat)) for seat in deal.folded]
        return ", ".join(parts)

    def _dealing(self, deal: JudgedDeal) -> Iterator[str]:
        """Cards taken and turned; exchanges that follow one another are in one line."""
        for kind, facts in groupby(deal.dealing, type):
            texts = [self._before_play_line(fact) for fact in facts]
            yield from [", ".join(texts)] if kind is Exchanged else texts

    def _before_play_line(self, fact: CardTaken | UpcardTurned | Exchanged) -> str:
        match fact:
            case CardTaken(seat, card, source):
                taken = _FROM_CUT if source == "cut" else _UPCARD_TAKEN
                return self._say(taken, seat=self._seat(seat), card=card)
            case UpcardTurned(card):
                return self._say(_TURNED, card=card)
            case Exchanged(seat, count):
                return self._say(_EXCHANGES, seat=self._seat(seat), count=count)

    def _call(self, entry: RecordedCall, game: Game) -> str:
        return f"{self._seat(entry.call.seat)}: {option_text(entry.call, game, self._words, as_tokens=False)}"

    def _findings(self, noticed: Iterable[RecordedFinding], deal: JudgedDeal, indent: str) -> Iterator[str]:
        """The findings, each once, with the ruling of the table."""
        for entry in noticed:
            text = self._words.translate(sentence(entry.finding, deal.game, self._names))
            ruling = _RULED.get(deal.rulings.get(entry.finding.position, ""))
            ended = "" if ruling is None else f". {self._words.translate(ruling)}"
            yield f"{indent}! {text}{ended}"

    def _trick(self, trick: Trick) -> str:
        cards = "  ".join(f"{self._label(play.seat)}{play.card!s:<3}" for play in trick.plays)
        return cards.rstrip() if trick.taker is None else f"{cards}  {self._say(_TAKES, seat=self._seat(trick.taker))}"

    def _open(self, deal: JudgedDeal) -> Iterator[str]:
        cards = {play.position: play.card for trick in deal.tricks for play in trick.plays}
        if deal.open_plays:
            yield self._say(_OPEN, plays=" ".join(str(cards[place]) for place in deal.open_plays))
        if deal.to_show:
            yield self._say(_SHOW, seats=self._seats(deal.to_show))

    def _score(self, deal: JudgedDeal) -> str:
        if deal.score is None:
            return ""
        tallies, changes, hands = deal.score.result.tallies, deal.score.changes, []
        for side in deal.game.sides(tuple(tallies)):
            tally, change = tallies[side[0]], changes.get(side[0], 0)
            hands.append(_HAND.format(seat=self._side(side), tally=tally, change=change).replace("-", "−"))
        text = f"{self._words.translate(_SCORE)}: {', '.join(hands)}"
        won = self._say(_WON, seats=self._seats(deal.score.result.winners))
        return f"{text}. {won}" if deal.score.result.is_over else text

    def _standing(self, deal: JudgedDeal) -> Iterator[str]:
        """The counts that last from game to game, without zeros."""
        for name, meaning in deal.game.book.counts.items():
            counts = deal.standing.get(name, {})
            sides = deal.game.sides(deal.seats)
            entries = [f"{self._side(side)}: {counts[side[0]]}" for side in sides if counts.get(side[0])]
            if entries:
                yield f"{self._words.translate(meaning)}: {', '.join(entries)}".replace("-", "−")

    def _next_phase_line(self, deal: JudgedDeal) -> str:
        name, seats = deal.waits_for.phase, self._seats(deal.waits_for.seats)
        if name in deal.game.book.phases:
            what = self._words.translate(deal.game.book.phases[name]).format(seat=seats)
            return self._say(_NEXT, what=what)
        phase = _PHASES.get(name, Words(name, name))
        if name == Phase.PLAY and not deal.waits_for.seats:
            phase = _TRUMP_UNKNOWN  # so it is unknown who leads
        return self._say(_UNFINISHED, what=self._say(phase, seats=seats))

    def _side(self, seats: Iterable[Seat]) -> str:
        return self._words.translate(_AND).join(self._seat(seat) for seat in seats)

    def _say(self, words: Words, **values: object) -> str:
        return self._words.translate(words).format(**values)

    def _label(self, seat: Seat) -> str:
        name = self._names.players.get(seat)
        return f"{seat}:" if name is None else f"{name} "

    def _seat(self, seat: Seat) -> str:
        return self._words.translate(self._names.seat(seat))

    def _seats(self, seats: Iterable[Seat]) -> str:
        return ", ".join(self._seat(seat) for seat in seats)


def _named_calls(deal: JudgedDeal) -> list[RecordedCall]:
    """Returns the calls that the book names; folding is shown in the heading."""
    return [entry for entry in deal.calls if entry.call.call in deal.game.book.calls and entry.call.call != "fold"]
