"""Reads records written by hand; docs/notation.md describes them.

Words may be English or German, in upper or lower case. Players may be named. A full trick counts as gathered.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from engine import events
from engine.cards import Seat
from engine.notation.by_hand import lines
from engine.notation.by_hand.actions import Action, actions_of, begins_with_call, names_call, read_call
from engine.notation.lines import events_of
from engine.rules.deal import Deal
from engine.rules.game import BETWEEN_DEALS, Game
from engine.state.table import Table
from engine.text import ErrorInWords, Words

SEATS_BY_NUMBER = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
A_LINE = Words("eine Zeile wie", "a line such as")


def is_by_hand(text: str) -> bool:
    return _header(text) in lines.HEADERS


def _header(text: str) -> str:
    stripped = (line.strip() for line in text.splitlines())
    first = next((line for line in stripped if line and not line.startswith("#")), "")
    return " ".join(first.casefold().split())


def read_by_hand(text: str) -> list[events.Event]:
    """Returns the events of a record written by hand.

    :raises HandError: naming the line, in the language of the first line.
    """
    reader, language = _Reader(), lines.HEADERS.get(_header(text))
    started = False
    for number, line in enumerate(unicodedata.normalize("NFC", text).splitlines(), start=1):
        content = line.partition("#")[0].strip()
        if content and not started:
            started = True
        elif content:
            try:
                reader.line(content)
            except ValueError as error:
                words = error.words if isinstance(error, ErrorInWords) else Words(str(error), str(error))
                german, english = f"Zeile {number}: {words.german}", f"line {number}: {words.english}"
                raise lines.HandError(german, english, language or "en") from None
    return list(reader.table.journal)


class _Reader:
    """Follows a table while it reads, so that it knows whose turn it is and when a trick is full."""

    def __init__(self) -> None:
        self.table = Table()
        self.names: dict[str, Seat] = {}

    @property
    def game(self) -> Game:
        if self.table.game is None:
            raise lines.HandError(
                "noch kein Spiel, erwartet zuerst: spiel watten, spieler Anna Beni, geber Anna",
                "no game yet, expected first: game watten, players Anna Beni, dealer Anna",
            )
        return self.table.game

    def line(self, text: str) -> None:
        words = lines.words_of(text)
        verb = lines.VERBS.get(words[0].casefold(), "") if words else ""
        if words and words[0].casefold() in lines.STRICT:
            for event in events_of(text, len(self.table.journal)):
                self.table.observe(event)
            return
        if verb in lines.WHOLE_LINES:
            words = words[1:]
            if verb == "game":
                self._begin(lines.read_parts(words))
            elif verb == "players":
                self._sit(words)
            elif verb == "evening":
                self.table.observe(events.EveningStarted(" ".join(words)))
            else:
                self._add(lines.read_entered(words, self.names, self.game))
        elif words and self.table.game is None and not verb and lines.seat_or_none(words[0], self.names) is None:
            raise lines.not_one_of(words[0], A_LINE, [*lines.VERBS, *self.names])
        elif of_all := lines.EVERYBODY.fullmatch(text.strip()):
            if of_all[1]:
                self.line(of_all[1])
            self._call_of_all(of_all[2].split())
        elif words:
            for action in actions_of(text, self.names, self.game):
                self._act(action)
        self._gather()

    def _act(self, action: Action) -> None:
        verb, rest, pack = action.verb, action.rest, self.game.pack
        if verb == "upcard":
            self._add(events.UpcardTurned(lines.read_card(rest, pack)))
        elif verb == "announce":
            suit, *ranks = lines.read_trump_words(rest, self.game).split()
            for said in [*(("striker", rank) for rank in ranks), ("trump", suit)]:
                calls = (fact for fact in self.game.options(self._open_deal()) if isinstance(fact, events.Announced))
                self._add_only(call for call in calls if (call.call, call.value) == said)
        elif verb == "play" and names_call(rest, self.game) and not lines.begins_with_card(rest, pack):
            self._call(rest, action)  # "spielt ein Solo Herz"
        elif (verb == "play" and rest) or (not verb and lines.begins_with_card(rest, pack)):
            seat = action.actor if verb else action.seat
            self._lay(rest if seat is None else [str(seat), *rest])
        elif verb in ("", "say", "play") or begins_with_call(action.words, self.game):
            is_named = verb != "say" or begins_with_call(action.words, self.game)
            self._call(action.words if is_named else rest, action)
        elif action.actor is None:
            raise (
                lines.not_one_of(rest[0], lines.A_SEAT, self.names)
                if rest
                else lines.cannot_read(verb, Words("wer und was", "who and what"))
            )
        else:
            self._act_of(action.actor, verb, rest)

    def _act_of(self, seat: Seat, verb: str, words: Sequence[str]) -> None:
        pack = self.game.pack
        if verb == "deal":
            if words:
                raise lines.cannot_read(" ".join(words), Words("nur, wer gibt", "who deals, and nothing else"))
            self.table.observe(events.DealStarted(seat))
        elif verb == "take":
            upcard = self.table.deal.upcard if self.table.deal is not None else None
            self._add(lines.read_taken(seat, words, pack, upcard))
        elif verb == "exchange":
            self._add(lines.read_exchange(seat, words))
        else:
            whole_hand = bool(words) and words[-1].casefold() in ("all", "alle")
            self._add(events.CardsShown(seat, lines.read_cards(words[: len(words) - whole_hand], pack), whole_hand))

    def _call(self, words: Sequence[str], action: Action) -> None:
        """Adds a call; one without a player is made by the only player who may make it now."""
        game = self.game
        if not words:
            name = next((name for name, seat in self.names.items() if seat == action.seat), str(action.seat))
            raise lines.cannot_read(name, Words("eine Karte oder eine Ansage", "a card or a call"))
        if action.seat is not None or (action.verb and action.actor is not None):
            deal = self.table.deal if names_call(words, game) else self._open_deal()
            self._add(read_call(action.actor or 0, words, game, deal))
            return
        if not begins_with_call(words, game):
            raise lines.not_one_of(words[0], A_LINE, [*lines.VERBS, *self.names])
        allowed = self._allowed_calls(words, self.table.deal) or self._allowed_calls(words, self._open_deal())
        if not allowed and action.actor is not None:
            allowed = [read_call(action.actor, words, game, self.table.deal)]
        self._add_only(allowed)

    def _call_of_all(self, words: Sequence[str]) -> None:
        """Adds the call of everybody who may make it, in their turns."""
        allowed = self._allowed_calls(words, self._open_deal())
        self._add_only(allowed[:1])
        for _ in self.table.seats[1:]:
            if allowed := self._allowed_calls(words, self.table.deal):
                self._add(allowed[0])

    def _allowed_calls(self, words: Sequence[str], deal: Deal | None) -> list[events.Announced]:
        calls = [] if deal is None else [read_call(seat, words, self.game, deal) for seat in self.table.seats]
        return [call for call in calls if deal is not None and call in self.game.options(deal)]

    def _add_only(self, calls: Iterable[events.Announced]) -> None:
        """:raises HandError: unless there is one call."""
        found = list(calls)
        if len(found) != 1:
            raise lines.cannot_read("?", Words("wer das sagt", "who says that"))
        self._add(found[0])

    def _open_deal(self) -> Deal:
        """Returns the deal in play, after the next one has started if there is none or the one before is over."""
        self._begin_next_deal()
        if self.table.deal is None and self.table.next_dealer is not None:
            self.table.observe(events.DealStarted(self.table.next_dealer))
        return self.table.current_deal

    # Games and deals

    def _begin(self, parts: dict[str, list[str]]) -> None:
        name = lines.read_game_name(parts["name"])
        if "players" in parts:
            self._sit(parts["players"])
        chosen = tuple(lines.seat_of(word, self.names) for word in parts.get("seats", ()))
        seats = chosen or tuple(sorted(self.names.values())) or SEATS_BY_NUMBER[4]
        if not parts.get("dealer"):
            raise lines.cannot_read(name, Words("auch den Geber: geber NAME", "the dealer too: dealer NAME"))
        dealer = lines.seat_of(parts["dealer"][0], self.names)
        rules = lines.read_rules(name, parts.get("preset", ()), parts.get("rules", ()))
        self.table.observe(events.GameStarted(name, seats, dealer, rules))

    def _sit(self, words: Sequence[str]) -> None:
        """Names by seat, as `0 Anna 1 Beni`, or in the order of the seats."""
        if words and words[0].isdecimal():
            pairs = list(zip((lines.seat_of(word, {}) for word in words[0::2]), words[1::2], strict=False))
        elif len(words) in SEATS_BY_NUMBER:
            pairs = list(zip(SEATS_BY_NUMBER[len(words)], words, strict=True))
        else:
            raise lines.cannot_read(" ".join(words), Words("zwei bis vier Namen", "two to four names"))
        self.names = {name.casefold(): seat for seat, name in pairs}
        self.table.observe(events.PlayersSeated(tuple(pairs)))

    def _add(
        self,
        fact: events.UpcardTurned
        | events.CardTaken
        | events.Announced
        | events.Exchanged
        | events.CardLaid
        | events.CardsShown
        | events.TricksEntered,
    ) -> None:
        """Observes *fact*, after the next deal has started if the one before is over."""
        deal = self.table.deal
        is_late = deal is not None and fact in self.game.options(deal) and not self.table.begins_deal(fact)
        if deal is not None and deal.entered is not None and isinstance(fact, events.Announced) and fact.call == "bid":
            is_late = False  # who writes bids writes them before the tricks
        if not isinstance(fact, events.CardsShown) and not is_late:
            self._begin_next_deal()
        self.table.observe(fact)

    def _begin_next_deal(self) -> None:
        """Begins the next deal if one has ended; after the last one of a game, it is the first of the next game."""
        dealer = self.table.next_dealer
        if self.table.deal is not None and self.table.phase in BETWEEN_DEALS and dealer is not None:
            self.table.observe(events.DealStarted(dealer))

    # Tricks

    def _lay(self, words: Sequence[str]) -> None:
        taker = [word for word in words if word.startswith(">")]
        plays = [word for word in words if not word.startswith(">")]
        for seat, card in lines.read_plays(plays, self.names, self.game.pack):
            self._gather()
            if seat is None:  # after a deal that is over, who leads in the next one
                seat = self.game.next_to_play(self._open_deal())
            if seat is None:
                raise lines.cannot_read("?", Words("wer die Karte legt", "who lays the card"))
            self._add(events.CardLaid(seat, card))
        if taker:
            self._gather(None if taker[0] == ">" else lines.seat_of(taker[0][1:], self.names))

    def _gather(self, seat: Seat | None = None) -> None:
        deal = self.table.deal
        if deal is not None and deal.trick.plays and len(deal.trick) >= len(self.game.active(deal)):
            self.table.observe(events.TrickGathered(seat))
