"""The state of a session: the view of the table, the open menu, and requests that wait for the appliance.

That the dealer took the upcard is inferred here: laying it proves that, even without a press. An inferred taking is
removed together with the play that it was inferred from. Otherwise a misread card that is corrected would leave the
upcard in the dealer's hand, and later prove a revoke.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from device.menus.deal.trick import resting_menu
from device.settings.game_choice import apply_choice
from device.settings.requests import (
    Aim,
    Choose,
    ClearStick,
    Erase,
    LookUp,
    Restore,
    ShowDeck,
    TurnPicture,
    Update,
    UseCamera,
    WriteToStick,
)
from device.state.onboarding_steps import steps_after_choice
from engine.events import Amended, CardLaid, CardTaken, DealStarted, Event, GameStarted, TrickGathered

if TYPE_CHECKING:
    from device.menus.base import Answer, Menu
    from device.settings.requests import Request
    from device.state.table_view import View
    from engine.cards import Card, Seat
    from engine.rules.findings import Finding
    from vision.types import CardLanded


def infer_taking(view: View, play: CardLaid) -> tuple[Event, ...]:
    """Returns the event to record before *play* if that proves that the upcard was taken and no event says so yet."""
    if play != _revealing_play(view):
        return ()
    known_cards = {
        card for holding in view.game.known_holdings(view.deal) if holding.was_observed for card in holding.cards
    }
    if play.card in known_cards or any(fact.source == "upcard" for fact in view.deal.facts_of(CardTaken)):
        return ()
    taking, first = CardTaken(play.seat, play.card, "upcard"), next(iter(view.plays()), None)
    return (taking,) if first is None else (Amended(first, taking, before=True),)


def position_of_taking(view: View, card: Card | None) -> int | None:
    """Returns the position of the event by which the dealer took the upcard *card*."""
    if card is None:
        return None
    taking = CardTaken(view.deal.dealer, card, "upcard")
    return next((position for position, fact in view.facts if fact == taking), None)


def reconcile_upcard(view: View) -> tuple[Event, ...]:
    """Returns the events that add or remove the inferred taking after plays were corrected."""
    if view.table.deal is None:
        return ()
    play = _revealing_play(view)
    if play is not None and play in view.plays().values():
        return infer_taking(view, play)
    takings = {position for position, fact in view.facts if isinstance(fact, CardTaken) and fact.source == "upcard"}
    inferred = (position for position in sorted(takings) if isinstance(view.table.journal[position], Amended))
    return tuple(Amended(position) for position in inferred)


def _revealing_play(view: View) -> CardLaid | None:
    """Returns the play that would prove that the dealer took the upcard."""
    return CardLaid(view.deal.dealer, view.deal.upcard) if view.deal.upcard is not None else None


class RecordedEvent(NamedTuple):
    """An event, its position in the journal, and the findings that it caused."""

    position: int
    event: Event
    findings: tuple[Finding, ...]


class MissedCardShown(NamedTuple):
    """The card of a gathered trick that was inserted at `position` when it was shown; it may have been led instead.

    `follower` is the seat that would then play next.
    """

    position: int
    landed: CardLanded
    follower: Seat


class SessionState:
    """Applies events and answers of menus to the view. Every event closes the open menu."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.recorded: list[RecordedEvent] = []
        """The events recorded since the caller last replaced the list."""
        self.lifted_cards: list[Card] = []
        """Cards of the trick in play that were lifted and have neither returned nor been taken back."""
        self.possible_lead: CardLanded | None = None
        """A card like none of the pack from the leader's hand: it was laid aside, or led."""
        self.shown_cards: list[CardLanded] = []
        """Cards of gathered tricks that somebody shows and that lie in view."""
        self.lying_cards: list[CardLanded] = []
        """Cards that lay there when the camera began to look: no plays unless the next sighting proves it."""
        self.missed_card_shown: MissedCardShown | None = None
        """The card that was shown in answer to the question about a missed one, while it lies in view."""
        self.was_unwatched = False
        """Whether the table was not watched for a while: cards that are on it afterwards belong to no trick."""
        self.awaits_clearing = False
        """Whether the last trick counts as gathered, while the camera has not seen its cards leave yet."""
        self._menu: Menu | None = None
        self._requests: list[Request] = []
        self.update_words()

    @property
    def menu(self) -> Menu:
        """The open menu, or else the one that follows from the table."""
        return self._menu if self._menu is not None else resting_menu(self.view)

    def open(self, menu: Menu | None) -> None:
        """Opens *menu*; None returns to the menu that follows from the table."""
        self._menu = menu

    def close_camera_menu(self) -> None:
        """Closes the open menu if its rows depend on the camera."""
        if self._menu is not None and self._menu.depends_on_camera:
            self._menu = None

    def record(self, *events: Event) -> list[RecordedEvent]:
        """Applies *events* to the table, and returns them with their findings."""
        table, recorded = self.view.table, []
        for event in events:
            position = len(table.journal)
            recorded.append(RecordedEvent(position, event, tuple(table.observe(event))))
            self._menu = None
            if isinstance(event, DealStarted):
                self.possible_lead = self.missed_card_shown = None
                self.shown_cards.clear()
                self.lying_cards.clear()
            self.was_unwatched |= isinstance(event, GameStarted)
            self.awaits_clearing |= isinstance(event, TrickGathered)
        if recorded:
            self.update_words()
        self.recorded += recorded
        return recorded

    def answer(self, answer: Answer) -> list[RecordedEvent]:
        """Records the events of a menu's answer, opens its next menu, and queues its request."""
        recorded = self.record(*answer.events)
        recorded += self.record(*reconcile_upcard(self.view))
        self._menu = answer.menu
        if answer.request is not None:
            self.apply_request(answer.request)
        return recorded

    def forget_sightings(self) -> None:
        """Forgets what the camera has seen, and closes the open menu."""
        self.view.camera.readings.clear()
        self.view.camera.hands.clear()
        self.view.camera.times.clear()
        self.lifted_cards.clear()
        self.shown_cards.clear()
        self.lying_cards.clear()
        self.possible_lead = self.missed_card_shown = None
        self.was_unwatched = self.awaits_clearing = False
        self._menu = None

    def take_requests(self) -> tuple[Request, ...]:
        """Returns the requests since the last call and clears them; the caller must carry them out."""
        taken, self._requests = tuple(self._requests), []
        return taken

    def update_words(self) -> None:
        """Updates the names of cards to those of the deck in play, and the names of seats to their players."""
        view = self.view
        pack = view.table.game.pack if view.table.game is not None else None
        if view.deck is not None and (pack is None or set(pack.suits) <= set(view.deck.suits)):
            view.words = view.words.for_deck(view.deck)
        elif pack is not None:
            view.words = view.words.for_pack(pack)
        view.words = view.words.with_names(view.names)

    def apply_request(self, request: Request) -> None:
        """Applies the part of *request* that concerns the table, and queues it for the appliance."""
        view = self.view
        match request:
            case UseCamera(how):
                view.camera.watched, self.was_unwatched = how, True
                self.lifted_cards.clear()
            case TurnPicture(quarters):
                view.camera.quarter_turns, self.was_unwatched = quarters, True
            case Aim() | ShowDeck():
                self.was_unwatched = True
            case LookUp():
                view.appliance.inventory = view.appliance.stick = None
            case WriteToStick() | ClearStick() | Update() | Erase() | Restore():
                view.appliance.task = None
            case Choose():
                view.setup = apply_choice(view.setup, request)
                view.appliance.onboarding = steps_after_choice(view.appliance.onboarding, request, view.setup)
                view.appliance.speech = request.speech or view.appliance.speech
                view.appliance.volume_percent = (
                    view.appliance.volume_percent if request.volume is None else request.volume
                )
                if request.language is not None:
                    view.words = view.words.in_language(request.language)
        self.update_words()
        self._requests.append(request)
