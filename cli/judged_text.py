"""A judged deal as text for people: tricks and takers, findings, the score."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from cli.json_lines import PlainNames
from cli.judged_deal import JudgedDeal, RecordedCall
from common.texts.keys import PhraseKey
from common.texts.words import TableWords, minus
from device.screens.engine_text import RULED, option_text, trump_text
from engine.cards import Seat
from engine.events import CardTaken, Exchanged, UpcardTurned
from engine.notation.explain_findings import sentence
from engine.rules.findings import RecordedFinding
from engine.rules.game import Game, Phase
from engine.rules.house_rules import in_words
from engine.tricks import Trick

_PHASES: Mapping[str, PhraseKey] = {
    Phase.CUT: "phase_cut",
    Phase.UPCARD: "phase_upcard",
    Phase.DECLARE: "phase_declare",
    Phase.EXCHANGE: "phase_exchange",
    Phase.PLAY: "phase_play",
    Phase.DEAL: "phase_deal",
}


class JudgedText:
    """`players` are shown by name, other seats by number."""

    def __init__(self, words: TableWords, players: Mapping[Seat, str] | None = None) -> None:
        self._words, self._say = words, words.phrase
        self._names = PlainNames(words, players=players or {})

    def game(self, game: Game) -> Iterator[str]:
        changes = len(game.rules.changes)
        yield self._say("rules_otherwise" if changes else "rules_as_usual", game=self._words.translate(game.title))
        yield from (f"  * {self._words.translate(rule)}" for rule in in_words(game.rules)[:changes])

    def lines(self, deal: JudgedDeal) -> Iterator[str]:
        yield self._heading(deal)
        for kind, facts in groupby(deal.dealing, type):
            texts = [self._before_play_line(fact) for fact in facts]
            # Exchanges that follow one another are in one line.
            yield from (f"     {line}" for line in ([", ".join(texts)] if kind is Exchanged else texts))
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
        if deal.open_plays:
            cards = {play.position: play.card for trick in deal.tricks for play in trick.plays}
            yield "  " + self._say("judged_open", plays=" ".join(str(cards[place]) for place in deal.open_plays))
        if deal.to_show:
            yield "  " + self._say("judged_show", seats=self._seats(deal.to_show))
        result, changes, hands = deal.score.result, deal.score.changes, []
        for side in deal.game.sides(tuple(result.tallies)):
            tally, change = result.tallies[side[0]], changes.get(side[0], 0)
            hands.append(minus(f"{self._side(side)}: {tally} ({change:+d})"))
        won = f". {self._say('judged_won', seats=self._seats(result.winners))}" if result.is_over else ""
        yield f"  {self._say('judged_score')}: {', '.join(hands)}{won}"
        if result.is_over:
            yield from (f"  {line}" for line in self._standing(deal))

    def _heading(self, deal: JudgedDeal) -> str:
        parts = [self._say("judged_deal", number=deal.number, dealer=self._seat(deal.dealer))]
        if deal.trump is not None:
            suit, rank = deal.game.trump_suit(deal.trump), deal.game.trump_rank(deal.trump)
            line: PhraseKey = "trump_is_striker" if suit and rank else "trump_is_suit" if suit or rank else "no_trump"
            parts.append(self._say(line, trump=trump_text(deal.trump, deal.game, self._words)))
        folded = {entry.call.seat for entry in deal.calls if entry.call.call == "fold"}
        parts += [
            self._say("judged_folds" if seat in folded else "judged_sits_out", seat=self._seat(seat))
            for seat in deal.folded
        ]
        return ", ".join(parts)

    def _before_play_line(self, fact: CardTaken | UpcardTurned | Exchanged) -> str:
        match fact:
            case CardTaken(seat, card, source):
                taken: PhraseKey = "judged_from_cut" if source == "cut" else "judged_takes_upcard"
                return self._say(taken, seat=self._seat(seat), card=card)
            case UpcardTurned(card):
                return self._say("judged_upcard", card=card)
            case Exchanged(seat, count):
                return self._say("judged_exchanges", seat=self._seat(seat), count=count)

    def _call(self, entry: RecordedCall, game: Game) -> str:
        return f"{self._seat(entry.call.seat)}: {option_text(entry.call, game, self._words, as_tokens=False)}"

    def _findings(self, noticed: Iterable[RecordedFinding], deal: JudgedDeal, indent: str) -> Iterator[str]:
        """The findings, each once, with the ruling of the table."""
        for entry in noticed:
            text = self._words.translate(sentence(entry.finding, deal.game, self._names))
            ruling = RULED.get(deal.rulings.get(entry.finding.position, ""))
            ended = "" if ruling is None else f". {self._say(ruling)}"
            yield f"{indent}! {text}{ended}"

    def _trick(self, trick: Trick) -> str:
        labels = {seat: f"{name} " for seat, name in self._names.players.items()}
        cards = "  ".join(f"{labels.get(play.seat, f'{play.seat}:')}{play.card!s:<3}" for play in trick.plays)
        if trick.taker is None:
            return cards.rstrip()
        return f"{cards}  {self._say('judged_takes', seat=self._seat(trick.taker))}"

    def _standing(self, deal: JudgedDeal) -> Iterator[str]:
        """The counts that last from game to game, without zeros."""
        for name, meaning in deal.game.book.counts.items():
            counts = deal.standing.get(name, {})
            sides = deal.game.sides(deal.seats)
            entries = [f"{self._side(side)}: {counts[side[0]]}" for side in sides if counts.get(side[0])]
            if entries:
                yield minus(f"{self._words.translate(meaning)}: {', '.join(entries)}")

    def _next_phase_line(self, deal: JudgedDeal) -> str:
        name, seats = deal.waits_for.phase, self._seats(deal.waits_for.seats)
        if name in deal.game.book.phases:
            what = self._words.translate(deal.game.book.phases[name]).format(seat=seats)
            return self._say("judged_next", what=what)
        if name == Phase.PLAY and not deal.waits_for.seats:  # it is unknown who leads
            what = self._say("judged_trump_unknown")
        else:
            what = self._say(_PHASES[name], seats=seats) if name in _PHASES else name
        return self._say("judged_unfinished", what=what)

    def _side(self, seats: Iterable[Seat]) -> str:
        return self._say("and").join(self._seat(seat) for seat in seats)

    def _seat(self, seat: Seat) -> str:
        return self._words.translate(self._names.seat(seat))

    def _seats(self, seats: Iterable[Seat]) -> str:
        return ", ".join(self._seat(seat) for seat in seats)


def _named_calls(deal: JudgedDeal) -> list[RecordedCall]:
    """Returns the calls that the book names; folding is shown in the heading."""
    return [entry for entry in deal.calls if entry.call.call in deal.game.book.calls and entry.call.call != "fold"]
