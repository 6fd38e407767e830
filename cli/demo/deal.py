"""The deal of the demo: which one is played, and the actions of hands and events to enter that perform it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TypeAlias

from device.settings.table_setup import Setup
from engine.cards import Seat
from engine.events import Announced, CardLaid, CardTaken, DealStarted, Event, Exchanged, TrickGathered, UpcardTurned
from engine.rules.findings import Kind
from engine.simulation.evening import Simulation, simulation
from simulator.choreography import Action, ClearStock, Exchange, Gather, Lay, SetStock, TakeUpcard, TurnUpcard

MIN_TRICKS = 3
"""Least number of tricks; a deal that ends earlier, by a declined bid, shows too little."""
MAX_DEALS_TRIED = 100
"""Deals that are searched for some with a proved revoke."""
CANDIDATE_DEALS = 6
"""Number of such deals from which one is chosen."""


@dataclass(frozen=True, slots=True)
class PressEvents:
    """Events that are entered by pressing buttons, one after the other."""

    events: tuple[Event, ...]


Step: TypeAlias = "Action | PressEvents"


def deal_for_the_demo(choice: Setup, seed: int, players: int) -> Simulation:
    """Returns a deal with a planted revoke and no other finding; without a revoke if none can be proved.

    Of several such deals, the one with the most kinds of announcements. No Criticals are taken from the cut, no card of
    a hand is turned up, and the deal is played to its end.
    """
    game, rules = choice.game, dict(choice.rules)
    seeds = range(seed * MAX_DEALS_TRIED, (seed + 1) * MAX_DEALS_TRIED)
    revoked = (_simulate(game, players, attempt, rules, revoke=True) for attempt in seeds)
    revokes = islice(
        (
            deal
            for deal in revoked
            if _can_be_shown(deal) and [finding.kind for finding in deal.findings] == [Kind.REVOKE]
        ),
        CANDIDATE_DEALS,
    )
    plain = (_simulate(game, players, attempt, rules, revoke=False) for attempt in seeds)
    most_calls = max(
        revokes,
        key=lambda deal: len({event.call for event in deal.events if isinstance(event, Announced)}),
        default=None,
    )
    chosen = most_calls or next((deal for deal in plain if _can_be_shown(deal) and not deal.findings), None)
    if chosen is None:
        raise LookupError(f"no deal of seed {seed} can be shown")
    return chosen


def _simulate(game: str, players: int, seed: int, rules: Mapping[str, object], revoke: bool) -> Simulation:
    played = simulation(game, players, seed, rules)
    played.play_deal(played.random.randrange(3 * players) if revoke else None)
    return played


def _can_be_shown(played: Simulation) -> bool:
    cut = any(isinstance(event, CardTaken) and event.source == "cut" for event in played.events)
    flipped = not has_stock(played) and any(isinstance(event, UpcardTurned) for event in played.events)
    tricks = len(played.deal.tricks)
    return played.table.score is not None and tricks >= MIN_TRICKS and not cut and not flipped


def has_stock(played: Simulation) -> bool:
    return len(played.game.pack) > played.game.hand_size * len(played.table.seats)


def script(events: Sequence[Event], stock: bool = False) -> Iterator[Step]:
    """Yields the steps for each event of a deal: actions of hands, then events entered with the buttons.

    *stock*: cards are left over; they lie aside even if none of them is turned.
    """
    for is_press, steps in groupby(_steps(events, stock), key=lambda step: isinstance(step, PressEvents)):
        if is_press:
            yield PressEvents(tuple(event for step in steps if isinstance(step, PressEvents) for event in step.events))
        else:
            yield from steps


def _steps(events: Sequence[Event], stock: bool) -> Iterator[Step]:
    """A dealer takes the upcard during his exchange, and enters both then."""
    dealer = next((event.dealer for event in events if isinstance(event, DealStarted)), 0)
    turned = any(isinstance(event, UpcardTurned) for event in events)
    unnoted = _unannounced_taking(events)
    for before, event, following in zip([None, *events], events, [*events[1:], None], strict=False):
        if event is unnoted and isinstance(event, CardLaid):
            yield TakeUpcard(event.seat)
        yield from _actions(before, event, following, dealer)
        if event is unnoted and isinstance(event, Exchanged):
            yield TakeUpcard(event.seat)
        if not isinstance(event, UpcardTurned | CardLaid | TrickGathered):
            yield PressEvents((event,))
        if isinstance(event, DealStarted) and stock and not turned:
            yield SetStock(dealer)
    # Cards of an open trick are still on the table.
    last_visible = next((event for event in reversed(events) if isinstance(event, CardLaid | TrickGathered)), None)
    if stock or turned or isinstance(last_visible, CardLaid):
        yield ClearStock(dealer)


def _actions(before: Event | None, event: Event, following: Event | None, dealer: Seat) -> Iterator[Action]:
    match event:
        case UpcardTurned(card):
            yield TurnUpcard(card, dealer)
        case Exchanged(seat, count):
            if count:
                yield Exchange(seat, count)
            if _takes_upcard(following, seat):
                yield TakeUpcard(seat)
        case CardTaken(seat) if _takes_upcard(event, seat) and not isinstance(before, Exchanged):
            yield TakeUpcard(seat)
        case CardLaid(seat, card):
            yield Lay(seat, card)
        case TrickGathered(seat) if seat is not None:
            yield Gather(seat)


def _unannounced_taking(events: Sequence[Event]) -> Event | None:
    """Returns the exchange or play with which the upcard was taken, in games in which the taking is not announced."""
    upcards = {event.card for event in events if isinstance(event, UpcardTurned)}
    if any(isinstance(event, CardTaken) and event.card in upcards for event in events):
        return None
    upcard_play = next((event for event in events if isinstance(event, CardLaid) and event.card in upcards), None)
    if upcard_play is None:
        return None
    return next(
        (event for event in events if isinstance(event, Exchanged) and event.seat == upcard_play.seat), upcard_play
    )


def _takes_upcard(event: Event | None, seat: Seat) -> bool:
    return isinstance(event, CardTaken) and (event.seat, event.source) == (seat, "upcard")
