"""Reads records written by hand; docs/notation.md describes them.

Words may be English or German, in upper or lower case. Players may be named. A full trick counts as gathered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import (
    Announced,
    CardLaid,
    CardsShown,
    CardTaken,
    DealStarted,
    EveningStarted,
    Exchanged,
    GameStarted,
    PlayersSeated,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.notation.by_hand.lines import (
    begins_with_card,
    read_call,
    read_cards,
    read_entered,
    read_exchange,
    read_game_name,
    read_parts,
    read_plays,
    read_rules,
    read_taken,
    seat_of,
    seat_or_none,
    words_of,
)
from engine.notation.by_hand.words import HEADERS, STRICT, VERBS, HandError, cannot_read, not_one_of
from engine.notation.lines import events_of
from engine.rules.phases import BETWEEN_DEALS
from engine.state.table import Table
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from engine.events import Event
    from engine.rules.game import Game

SEATS_BY_NUMBER = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
A_LINE = Words("eine Zeile wie", "a line such as")


def is_by_hand(text: str) -> bool:
    return _header(text) in HEADERS


def _header(text: str) -> str:
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return " ".join(first.casefold().split())


def read_by_hand(text: str) -> list[Event]:
    """Returns the events of a record written by hand.

    :raises HandError: naming the line, in the language of the first line.
    """
    reader, language = _Reader(), HEADERS.get(_header(text))
    started = False
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        if content and not started:
            started = True
        elif content:
            try:
                reader.line(content)
            except ValueError as error:
                words = error.words if isinstance(error, HandError) else Words(str(error), str(error))
                german, english = f"Zeile {number}: {words.german}", f"line {number}: {words.english}"
                raise HandError(german, english, language or "en") from None
    return list(reader.table.journal)


class _Reader:
    """Follows a table while it reads, so that it knows whose turn it is and when a trick is full."""

    def __init__(self) -> None:
        self.table = Table()
        self.names: dict[str, Seat] = {}

    @property
    def game(self) -> Game:
        if self.table.game is None:
            raise HandError(
                "noch kein Spiel, erwartet zuerst: spiel watten, spieler Anna Beni, geber Anna",
                "no game yet, expected first: game watten, players Anna Beni, dealer Anna",
            )
        return self.table.game

    def line(self, text: str) -> None:
        words = words_of(text)
        if not words:
            return
        first = words[0].casefold()
        if first in STRICT:
            for event in events_of(text, len(self.table.journal)):
                self.table.observe(event)
            return
        if first in VERBS:
            self._verb(VERBS[first], words[1:])
        elif (seat := seat_or_none(words[0], self.names)) is not None:
            self._read_action(seat, words[1:], words)
        elif self.table.game is not None and begins_with_card(words, self.game.pack):
            self._lay(words)
        else:
            raise not_one_of(words[0], A_LINE, [*VERBS, *self.names])
        self._gather()

    def _verb(self, verb: str, words: Sequence[str]) -> None:
        if verb == "game":
            self._begin(read_parts(words))
        elif verb == "players":
            self._sit(words)
        elif verb == "evening":
            self.table.observe(EveningStarted(" ".join(words)))
        elif verb == "upcard":
            cards = read_cards(words, self.game.pack)
            if len(cards) != 1:
                raise cannot_read(" ".join(words), Words("eine Karte", "one card"))
            self._add(UpcardTurned(cards[0]))
        elif verb == "play":
            self._lay(words)
        elif verb == "tricks":
            self._add(read_entered(words, self.names, self.game))
        elif not words:
            raise cannot_read(verb, Words("wer und was", "who and what"))
        else:
            self._read_action(seat_of(words[0], self.names), [verb, *words[1:]], words)

    def _read_action(self, seat: Seat, words: Sequence[str], whole: Sequence[str]) -> None:
        """Reads an action of *seat*: a verb with its words, a card, or a call."""
        verb, rest = (VERBS.get(words[0].casefold()) if words else None), words[1:]
        pack = self.game.pack
        if verb == "deal":
            self.table.observe(DealStarted(seat))
        elif verb == "take":
            self._add(read_taken(seat, rest, pack))
        elif verb == "exchange":
            self._add(read_exchange(seat, rest))
        elif verb == "show":
            whole_hand = rest[-1:] == ["all"] or rest[-1:] == ["alle"]
            self._add(CardsShown(seat, read_cards(rest[: len(rest) - whole_hand], pack), whole_hand))
        elif verb == "play" and rest:
            self._lay([str(seat), *rest])
        elif verb != "say" and begins_with_card(words, pack):
            self._lay(whole)
        else:
            spoken = rest if verb == "say" else words
            self._add(read_call(seat, spoken, self.game, self.table.trump))

    # Games and deals

    def _begin(self, parts: dict[str, list[str]]) -> None:
        name = read_game_name(parts["name"])
        if "players" in parts:
            self._sit(parts["players"])
        chosen = tuple(seat_of(word, self.names) for word in parts.get("seats", ()))
        seats = chosen or tuple(sorted(self.names.values())) or SEATS_BY_NUMBER[4]
        if not parts.get("dealer"):
            raise cannot_read(name, Words("auch den Geber: geber NAME", "the dealer too: dealer NAME"))
        dealer = seat_of(parts["dealer"][0], self.names)
        rules = read_rules(name, parts.get("preset", ()), parts.get("rules", ()))
        self.table.observe(GameStarted(name, seats, dealer, rules))

    def _sit(self, words: Sequence[str]) -> None:
        """Names by seat, as `0 Anna 1 Beni`, or in the order of the seats."""
        if words and words[0].isdecimal():
            pairs = list(zip((seat_of(word, {}) for word in words[0::2]), words[1::2], strict=False))
        elif len(words) in SEATS_BY_NUMBER:
            pairs = list(zip(SEATS_BY_NUMBER[len(words)], words, strict=True))
        else:
            raise cannot_read(" ".join(words), Words("zwei bis vier Namen", "two to four names"))
        self.names = {name.casefold(): seat for seat, name in pairs}
        self.table.observe(PlayersSeated(tuple(pairs)))

    def _add(
        self, fact: UpcardTurned | CardTaken | Announced | Exchanged | CardLaid | CardsShown | TricksEntered
    ) -> None:
        """Observes *fact*, after the next deal has started if the one before is over."""
        deal = self.table.deal
        is_late = deal is not None and fact in self.game.options(deal) and not self.table.begins_deal(fact)
        if not isinstance(fact, CardsShown) and not is_late:
            self._begin_next_deal()
        self.table.observe(fact)

    def _begin_next_deal(self) -> None:
        """Begins the next deal if one has ended; after the last one of a game, it is the first of the next game."""
        dealer = self.table.next_dealer
        if self.table.deal is not None and self.table.phase in BETWEEN_DEALS and dealer is not None:
            self.table.observe(DealStarted(dealer))

    # Tricks

    def _lay(self, words: Sequence[str]) -> None:
        taker = [word for word in words if word.startswith(">")]
        for seat, card in read_plays([word for word in words if not word.startswith(">")], self.names, self.game.pack):
            self._gather()
            turn = seat if seat is not None else self._turn()
            self._add(CardLaid(turn, card))
        if taker:
            self._gather(None if taker[0] == ">" else seat_of(taker[0][1:], self.names))

    def _turn(self) -> Seat:
        """Returns whose turn it is; after a deal that is over, who leads in the next one."""
        self._begin_next_deal()
        deal = self.table.deal
        seat = self.game.next_to_play(deal) if deal is not None else self._leader()
        if seat is None:
            raise cannot_read("?", Words("wer die Karte legt", "who lays the card"))
        return seat

    def _leader(self) -> Seat:
        if self.table.next_dealer is None:
            raise cannot_read("?", Words("wer die Karte legt", "who lays the card"))
        self.table.observe(DealStarted(self.table.next_dealer))
        return self._turn()

    def _gather(self, seat: Seat | None = None) -> None:
        deal = self.table.deal
        if deal is not None and deal.trick.plays and len(deal.trick) >= len(self.game.active(deal)):
            self.table.observe(TrickGathered(seat))
