"""The view of controller and menus: the table, the words, and the candidates of the camera's readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, TypeGuard, TypeVar

from common.texts.words import TableWords
from device.settings.table_setup import Setup
from device.state.appliance_state import ApplianceState, CameraState, PageAccess
from device.state.tournament import Tournament
from engine.cards import PACKS, Card, Pack, Seat
from engine.events import CardLaid, CardTaken, EveningStarted, Event, Fact, GameStarted, Ruled, UpcardTurned, is_person
from engine.games import PackFit, pack_fit
from engine.rules.deal import Deal
from engine.rules.findings import Finding
from engine.rules.game import BETWEEN_DEALS, Game, Phase
from engine.state.table import Table
from engine.tricks import Trick, clockwise

_Result = TypeVar("_Result")
MAX_ADDED_CARDS = 8
"""Missing cards that are shown in addition to a known deck; with more missing it is another deck."""


def is_note(fact: Fact) -> TypeGuard[Ruled]:
    """Returns whether *fact* only says that a finding was read or postponed."""
    return isinstance(fact, Ruled) and fact.ruling == "noted"


def once(compute: Callable[[View], _Result]) -> Callable[[View], _Result]:
    """Makes *compute* a function that computes again only once the journal is longer; its result stays unchanged."""

    @wraps(compute)
    def cached(view: View) -> _Result:
        journal, length, results = view.derived
        if journal is not view.table.journal or length != len(journal):
            results = {}
            view.derived = view.table.journal, len(view.table.journal), results
        if compute not in results:
            results[compute] = compute(view)
        result: _Result = results[compute]
        return result

    return cached


@dataclass(slots=True)
class View:
    """What menus show and the session changes: the table, its camera, its appliance, and the access of phones."""

    setup: Setup
    words: TableWords
    table: Table = field(default_factory=Table)
    tournament: Tournament | None = None
    """The pairing of a tournament; None if the table has joined none."""
    shows_last_trick: bool = False
    """Whether the last trick of a scored deal is shown before its score (`device.session.loop`)."""
    camera: CameraState = field(default_factory=CameraState)
    appliance: ApplianceState = field(default_factory=ApplianceState)
    page: PageAccess = field(default_factory=PageAccess)
    derived: tuple[list[Event], int, dict[object, Any]] = field(default_factory=lambda: ([], -1, {}), init=False)
    """What functions made by `once` have computed, with the journal and its length for which it holds."""

    @property
    def camera_in_use(self) -> bool:
        """Whether sightings count: there is a camera, and the table has not switched it off."""
        return self.camera.works and self.camera.watched == "camera"

    @property
    def deck(self) -> Pack | None:
        """The cards of the deck in use, if its kind is known."""
        return PACKS.get(self.appliance.onboarding.deck)

    @property
    def pack_misfit(self) -> PackFit | None:
        """The cards that the deck in use lacks for the game that comes next; None if it fits, or is not looked at."""
        if self.deck is None or self.camera.watched == "by_hand" or self.appliance.onboarding.misfit_postponed:
            return None
        fit = pack_fit(self.setup.as_game, self.deck.cards)
        if self.is_in_match:
            fit = replace(fit, others=())  # the tournament's house rules hold
        return fit if fit.missing else None

    def can_show_missing(self, fit: PackFit) -> bool:
        """Returns whether the missing cards can be added to the deck in use: they are few, and of its suits."""
        suits = self.deck.suits if self.deck is not None else ()
        few = len(fit.missing) <= MAX_ADDED_CARDS
        return few and "deck" not in self.appliance.fixed_steps and all(card.suit in suits for card in fit.missing)

    @property
    def game(self) -> Game:
        return self.table.current_game

    @property
    def deal(self) -> Deal:
        return self.table.current_deal

    @property
    def turn(self) -> Seat:
        turn = self.table.turn
        return turn if turn is not None else self.deal.forehand

    @property
    @once
    def options(self) -> tuple[Fact, ...]:
        """The legal calls and actions besides laying cards, those of the seat at turn first."""
        if self.table.deal is None or self.table.game is None:
            return ()
        turn, seats = self.table.turn, self.deal.seats
        order = clockwise(seats, turn) if turn in seats else seats
        places: dict[Seat | None, int] = {seat: place for place, seat in enumerate(order)}
        options = self.game.options(self.deal)
        return tuple(sorted(options, key=lambda option: places.get(getattr(option, "seat", None), len(order))))

    @property
    @once
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The sides: seats that score together."""
        return self.game.sides(self.table.seats)

    @property
    def is_dealt(self) -> bool:
        """Whether a deal has begun that is neither scored nor thrown in."""
        return self.table.deal is not None and self.table.phase not in BETWEEN_DEALS

    @property
    def is_between_deals(self) -> bool:
        """Whether no deal is in play."""
        return not self.is_dealt or self.deal.is_untouched

    @property
    def is_evening_over(self) -> bool:
        """Whether the evening was ended, or begun, after the last game was."""
        for _, fact in reversed(self.table.facts):
            if isinstance(fact, EveningStarted | GameStarted):
                return isinstance(fact, EveningStarted)
        return False

    @property
    def is_match_finished(self) -> bool:
        """Whether all games of a tournament's match are played, so that no further one begins."""
        tournament = self.tournament
        return tournament is not None and tournament.asks and tournament.stage(self.table) in ("finished", "agreed")

    @property
    def is_in_match(self) -> bool:
        """Whether game, house rules and names are those of a tournament."""
        return self.tournament is not None and self.tournament.fixes_rules(self.table)

    @property
    def places(self) -> tuple[Seat, ...]:
        """The seats of those who play: in this game, or in the one that comes next."""
        return self.table.seats if self.table.phase not in (Phase.NO_GAME, Phase.OVER) else self.setup.seats

    @property
    def next_dealer(self) -> Seat:
        """The next dealer by the rules."""
        return self.dealer_among(self.places)

    def dealer_among(self, seats: tuple[Seat, ...]) -> Seat:
        """Returns the next dealer among *seats*: the one by the rules, or the next seat that plays."""
        dealer = self.table.next_dealer
        return next((seat for seat in seats if dealer is not None and seat >= dealer), seats[0])

    @property
    def names(self) -> dict[Seat, str]:
        """The names by seat, as far as they are known."""
        names = dict(self.table.players) or dict(self.setup.names)
        return {seat: name for seat, name in names.items() if is_person(name)}

    @property
    def hides_trump(self) -> bool:
        """Whether trump is announced but known to some players only, so that several are possible."""
        return self.table.trump is None and len(self.game.readings(self.deal)) > 1

    @property
    @once
    def players(self) -> tuple[Seat, ...]:
        return self.game.active(self.deal)

    @property
    def trick_is_full(self) -> bool:
        return self.table.deal is not None and len(self.deal.trick) >= len(self.players) > 0

    @property
    @once
    def facts(self) -> list[tuple[int, Fact]]:
        """The facts of this deal after its beginning, oldest first, each with its position.

        Rulings that only record that a finding was read are left out (`findings_read`).
        """
        if self.table.deal is None:
            return []
        facts = self.table.facts
        first = len(facts)
        while first > 0 and facts[first - 1][0] != self.deal.started:
            first -= 1
        return [fact for fact in facts[first:] if not is_note(fact[1])] if first else []

    @once
    def findings_read(self) -> dict[tuple[int, str], int]:
        """Returns the findings that the table has read or postponed, by event and kind, with the event that says so."""
        return {(fact.position, fact.kind): position for position, fact in self.table.facts if is_note(fact)}

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """All tricks of this deal, including the one in play if it has a card."""
        return self.deal.all_tricks() if self.table.deal is not None else ()

    @once
    def known_cards(self) -> set[Card]:
        """Returns the cards of this deal that were laid, turned or taken so far."""
        others = {fact.card for _, fact in self.facts if isinstance(fact, UpcardTurned | CardTaken)}
        return others | {fact.card for fact in self.plays().values()}

    def gathered_cards(self) -> set[Card]:
        """Returns the cards of this deal that were surely read and lie in gathered tricks."""
        if self.table.deal is None:
            return set()
        sure = {fact.card for fact in self.plays().values() if not fact.doubts}
        return {card for trick in self.deal.tricks for card in trick.cards if card in sure}

    @once
    def plays(self) -> dict[int, CardLaid]:
        """Returns the cards laid in this deal, by event, without those taken back."""
        back = {fact.position for _, fact in self.facts if isinstance(fact, Ruled) and fact.ruling == "taken_back"}
        plays = {position: fact for position, fact in self.facts if isinstance(fact, CardLaid)}
        return {position: fact for position, fact in plays.items() if position not in back}

    def doubtful_cards(self) -> dict[int, CardLaid | UpcardTurned]:
        """Returns the cards of this deal whose reading is in doubt, by event."""
        read = {position: fact for position, fact in self.facts if isinstance(fact, UpcardTurned)} | self.plays()
        return {position: fact for position, fact in read.items() if fact.doubts}

    @once
    def ruled_positions(self) -> set[int]:
        """Returns the plays that the table has ruled on."""
        return {fact.position for _, fact in self.facts if isinstance(fact, Ruled)}

    def unseen_first(self, cards: Iterable[Card], but: Card | None = None) -> tuple[Card, ...]:
        """Returns cards in their order, those seen elsewhere last: this orders them and excludes none."""
        elsewhere = self.known_cards() - {but}
        return tuple(sorted(dict.fromkeys(cards), key=elsewhere.__contains__))

    def alternatives(self, position: int, card: Card) -> tuple[Card, ...]:
        """Returns all cards that the event at *position* could show instead of *card*, the likeliest first."""
        fact, landed = self.doubtful_cards().get(position), self.camera.landed.get(position)
        read = () if landed is None else (candidate.card for candidate in landed.reading.in_play)
        likely = self.unseen_first((*(fact.doubts if fact else ()), *read), but=card)
        rest = self.unseen_first(self.game.pack.cards, but=card)
        return tuple(other for other in dict.fromkeys((*likely, *rest)) if other != card)

    def missed_card_candidates(self) -> tuple[Card, ...]:
        """Returns the cards that a missed one could be: the unseen ones, those of the suit led first."""
        trick = self.deal.trick.cards or (self.deal.tricks[-1].cards if self.deal.tricks else ())
        led = trick[0].suit if trick else ""
        known = self.known_cards()
        return tuple(sorted(self.game.pack.cards, key=lambda card: (card in known, card.suit != led)))

    def cards_in_hands(self) -> set[Card]:
        """Returns the cards that everybody has seen go to a hand."""
        holdings = (holding for holding in self.game.known_holdings(self.deal) if holding.was_observed)
        return {card for holding in holdings for card in holding.cards}

    def faults(self, fact: Fact) -> list[Finding]:
        """Returns the findings about *fact*, which is not recorded."""
        return self.game.check(self.deal, len(self.table.journal), fact)
