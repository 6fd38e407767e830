"""A running commentary of a deal in words, for the terminal and for the speech."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from common.texts.keys import PhraseKey
from common.texts.words import TableWords, minus
from device.screens.engine_text import TableNames, call_sentence
from device.session.results import RecordedEvent, StepResult
from device.settings.requests import SpeechLevel
from device.state.conclusions import OpenQuestion
from engine import events
from engine.notation.explain_findings import sentence
from engine.rules.deal import DealScore
from engine.rules.findings import Finding
from engine.rules.game import Game
from engine.state.table import Table
from vision.types import BACK, CardLanded, OtherDeck, SetAside

RULINGS: Mapping[str, PhraseKey] = {
    "stands": "story_stands",
    "counted": "story_counted",
    "taken_back": "story_taken_back",
}


def not_in_play(card: SetAside, words: TableWords) -> str:
    """Returns the line for a known card that is not in play, such as a six, or lies face down."""
    if card == BACK:
        return words.phrase("face_down")
    if not card.rank:
        name: str = words.phrase("joker")
    else:
        suit = words.suit(card.suit)
        name = f"{suit[:1].upper()}{suit[1:]} {card.rank}" if card.rank.isdigit() else words.card(card)
    return words.phrase("not_in_play", card=name)


@dataclass(slots=True)
class Story:
    """A listener that prints a line for each notable event."""

    words: TableWords
    say: Callable[[str], None]
    table: Table = field(init=False)
    printed_tricks: int = 0
    """The tricks of this deal printed so far; the last one is printed before its score, although it is
    gathered later.
    """

    def __call__(self, result: StepResult) -> None:
        self.table = result.view.table
        for line in self._lines(result):
            self.say(line)

    def _lines(self, result: StepResult) -> Iterator[str]:
        observation = result.sighting.observation if result.sighting is not None else None
        if isinstance(observation, CardLanded) and observation.reading.not_in_play is not None:
            yield not_in_play(observation.reading.not_in_play, self.words)
        if isinstance(observation, OtherDeck):
            yield self.words.phrase("strange_deck")
        for recorded in result.recorded:
            yield from self._event(recorded)
            yield from (self._finding(finding) for finding in recorded.findings)
        if result.question is not None and result.question.finding is None:
            yield from self._question(result.question.position)
        if result.score is not None:
            yield from self._tricks()
            yield from self._score(result.score)

    def _event(self, recorded: RecordedEvent) -> Iterator[str]:
        seat = self.words.seat
        match recorded.event:
            case events.GameStarted() if self.table.game is not None:
                yield self.words.phrase("story_game", title=self.words.translate(self.table.game.title))
            case events.DealStarted(dealer):
                self.printed_tricks = 0
                yield self.words.phrase("story_deal", seat=seat(dealer))
            case events.CardTaken(taker, card, source):
                line: PhraseKey = "story_cut" if source == "cut" else "story_takes_upcard"
                yield self.words.phrase(line, seat=seat(taker), card=self.words.card(card))
            case events.UpcardTurned(card):
                suit = self.words.suit(card.suit)
                yield self.words.phrase("story_upcard", card=self.words.card(card), suit=suit[:1].upper() + suit[1:])
            case events.Announced() if self.table.game is not None:
                yield call_sentence(recorded.event, self.table.game, self.words)
            case events.Exchanged(who, count):
                yield self.words.phrase("story_exchange" if count else "story_keeps", seat=seat(who), count=count)
            case events.TrickGathered():
                yield from self._tricks()
            case events.Ruled(_, ruling) if ruling != "noted":
                yield self.words.phrase(RULINGS[ruling])
            case events.Amended(fact=events.CardLaid(card=card) | events.UpcardTurned(card=card)):
                yield self.words.phrase("story_answer", card=self.words.card(card))
            case events.Amended(fact=None):
                yield self.words.phrase("story_gone")

    def _tricks(self) -> Iterator[str]:
        deal, game = self.table.deal, self.table.game
        if deal is None or game is None:
            return
        for number, trick in enumerate(deal.all_tricks(), start=1):
            if number <= self.printed_tricks:
                continue
            self.printed_tricks = number
            cards = ", ".join(f"{self.words.seat(play.seat)} {self.words.card(play.card)}" for play in trick.plays)
            taker = game.taker_in(deal) if trick.taker is None else trick.taker
            seat = "?" if taker is None else self.words.seat(taker)
            yield self.words.phrase("story_trick", number=number, cards=cards, seat=seat)

    def _finding(self, finding: Finding) -> str:
        if self.table.game is None:
            return f"! {finding.kind.value}"
        return f"! {self.words.translate(sentence(finding, self.table.game, TableNames(self.words)))}"

    def _question(self, position: int) -> Iterator[str]:
        fact = dict(self.table.facts).get(position)
        if isinstance(fact, events.CardLaid | events.UpcardTurned):
            names = self.words.phrase("or").join(self.words.card(card) for card in (fact.card, *fact.doubts))
            if isinstance(fact, events.CardLaid):
                yield self.words.phrase("story_question", seat=self.words.seat(fact.seat), cards=names)
            else:
                yield self.words.phrase("story_upcard_question", cards=names)

    def _score(self, score: DealScore) -> Iterator[str]:
        game = self.table.game
        if game is None:
            return
        tallies = []
        for side in game.sides(tuple(score.result.tallies)):
            change = score.changes.get(side[0], 0)
            tally = f"{self.words.side(side)} {score.result.tallies[side[0]]}" + (f" ({change:+d})" if change else "")
            tallies.append(minus(tally))
        yield self.words.phrase("story_score", tallies=" · ".join(tallies))
        if score.result.winners:
            yield self.words.phrase("story_winners", seats=", ".join(map(self.words.seat, score.result.winners)))
            yield from self._standing(game)

    def _standing(self, game: Game) -> Iterator[str]:
        """The counts that last from game to game, without zeros."""
        match, deal = self.table.match, self.table.deal
        standing = match.after(deal).standing if match is not None and deal is not None else {}
        for name, meaning in game.book.counts.items():
            counts = standing.get(name, {})
            entries = [f"{self.words.side(side)} {counts[side[0]]}" for side in game.sides(self.table.seats)
                    if counts.get(side[0])]  # fmt: skip
            if entries:
                yield minus(f"{self.words.translate(meaning)}: {' · '.join(entries)}")


_SPOKEN: tuple[tuple[str, str], ...] = (
    (r"^[!?\s]+", ""),
    (r" · ", ", "),
    (r" \(([+−]\d+)\)", r", \1"),
    (r"−(?=\d)", " minus "),
    (r"\+(?=\d)", " plus "),
    (r"–", " – "),
    (r"\s+", " "),
)
"""Replacements of written forms that are pronounced differently."""


def as_spoken(line: str) -> str:
    """Returns a line of the story as it is spoken: without signs, with words for plus and minus."""
    for written, spoken in _SPOKEN:
        line = re.sub(written, spoken, line)
    return line.strip()


@dataclass(slots=True)
class SpokenStory(Story):
    """Not a listener of its own: `sentences` returns what a result is spoken as."""

    last_taker: tuple[int, int, int] | None = None
    """Deal, trick and taker that were spoken last."""

    def sentences(self, result: StepResult, level: SpeechLevel, asks: OpenQuestion | None) -> list[str]:
        """*asks* is the open question; while it is about a card, nobody is named as the taker."""
        self.table, self.words = result.view.table, result.view.words
        return [as_spoken(line) for line in self._spoken_lines(result, level, asks)]

    def _spoken_lines(self, result: StepResult, level: SpeechLevel, asks: OpenQuestion | None) -> Iterator[str]:
        if level == "cards":
            for recorded in result.recorded:
                event = recorded.event
                if isinstance(event, events.CardLaid):
                    if not event.doubts:
                        card = self.words.card(event.card)
                        yield self.words.phrase("story_lays", seat=self.words.seat(event.seat), card=card)
                elif not isinstance(event, events.TrickGathered):
                    yield from self._event(recorded)
                yield from (self._finding(finding) for finding in recorded.findings)
        if result.recorded and (asks is None or asks.finding is not None):
            yield from self._taker(result)
        if result.score is not None:
            yield from islice(self._score(result.score), 1 if asks is not None else None)
        if level == "cards" and result.question is not None and result.question.finding is None:
            yield from self._question(result.question.position)

    def _taker(self, result: StepResult) -> Iterator[str]:
        """The taker of a full trick, once, and again if a correction changes it."""
        view = result.view
        if not view.trick_is_full or self.table.game is None:
            return
        taker = self.table.game.taker_in(view.deal)
        if taker is None:
            return
        trick = view.deal.started, len(view.deal.tricks), taker
        if trick != self.last_taker:
            self.last_taker = trick
            yield self.words.phrase("story_takes", seat=self.words.seat(taker))
