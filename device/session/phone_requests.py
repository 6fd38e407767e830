"""Requests of phones: what a person corrects, names or rules on the page instead of by buttons.

Each is answered with the events that the menus would record. It names the card or event that the phone showed, so that
nothing is changed that its person has not seen.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from common.feed.messages import Fixed
from device.menus.base import Answer
from device.menus.deal.corrections import with_card
from device.menus.deal.questions import decision, rulings_on
from device.menus.new_evening import new_game, next_deal
from device.menus.table.player_names import amend_players, seat_players
from device.settings.requests import Choose, ChosenGame, Examine
from device.settings.settings import is_name
from device.settings.table_setup import SEATS
from device.state.conclusions import question_to_show
from device.state.table_view import View
from engine.cards import Card
from engine.codec import decode, read_card
from engine.events import Amended, Announced, CardLaid, CardTaken, Exchanged, Ruled, UpcardTurned
from engine.games import game as game_called
from engine.rules.game import Phase

Reason: TypeAlias = Literal[
    "malformed",
    "changed",
    "between_deals",
    "not_now",
    "unknown_card",
    "bad_name",
    "busy",
    "fixed",
    "first_start",
    "tournament",
]


def fixed_for_phones(view: View) -> tuple[Fixed, ...]:
    """Returns what phones cannot change now, as the requests below refuse it."""
    steps, tournament = view.appliance.fixed_steps, view.tournament
    is_fixed: dict[Fixed, bool] = {
        "game": view.is_in_match or bool({"game", "rules"} & steps),
        "players": "players" in steps,
        "names": view.is_in_match,
        "begin": tournament is not None and tournament.asks and tournament.stage(view.table) != "playing",
    }
    return tuple(what for what, fixed in is_fixed.items() if fixed)


class PhoneRefusal(Exception):
    """Raised for a request that cannot be carried out; the page says the reason in words."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def _require(holds: object, reason: Reason) -> None:
    """:raises PhoneRefusal: unless it *holds*."""
    if not holds:
        raise PhoneRefusal(reason)


class _Request(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A request; `do` says which. `answer` returns its events and request, or raises `PhoneRefusal`."""

    def answer(self, view: View) -> Answer:
        raise NotImplementedError


class _DealRequest(_Request, frozen=True):
    """A request about the deal in progress."""


class Correct(_DealRequest, frozen=True, tag="correct"):
    """The event at `position` showed another card than `was`."""

    position: int
    was: str
    card: str

    def answer(self, view: View) -> Answer:
        corrected = with_card(_check_shown(view, self.position, self.was), _card(view, self.card))
        assert corrected is not None, "it shows a card"
        return Answer((Amended(self.position, corrected),))


class Remove(_DealRequest, frozen=True, tag="remove"):
    """The card at `position` was none."""

    position: int
    was: str

    def answer(self, view: View) -> Answer:
        _check_shown(view, self.position, self.was)
        return Answer((Amended(self.position),))


class Undo(_DealRequest, frozen=True, tag="undo"):
    """Takes back the event at `position`, the last one of the deal."""

    position: int

    def answer(self, view: View) -> Answer:
        facts = view.facts or view.table.facts[-1:]
        _require(facts and facts[-1][0] == self.position, "changed")
        return amend_players(view, Amended(self.position))


class Redo(_Request, frozen=True, tag="redo"):
    """Takes back the amendment at `position`, the last event of all."""

    position: int

    def answer(self, view: View) -> Answer:
        journal = view.table.journal
        _require(self.position == len(journal) - 1 and isinstance(journal[self.position], Amended), "changed")
        return amend_players(view, Amended(self.position))


class Missed(_DealRequest, frozen=True, tag="missed"):
    """A card that was missed; it lies before the event at `before`, or on top of the trick."""

    seat: int
    card: str
    before: int | None = None

    def answer(self, view: View) -> Answer:
        _require(self.seat in view.players, "malformed")
        play_event = CardLaid(self.seat, _card(view, self.card))
        if self.before is None:
            return Answer((play_event,))
        _require(self.before in dict(view.facts), "changed")
        return Answer((Amended(self.before, play_event, before=True),))


class Name(_Request, frozen=True, tag="names"):
    """The names of all seats, by number."""

    names: dict[str, str]

    def answer(self, view: View) -> Answer:
        _require(not view.is_in_match, "tournament")
        _require(view.is_between_deals, "between_deals")
        _require(self.names.keys() <= set(map(str, view.setup.seats)), "malformed")
        given = [name for name in self.names.values() if name]
        _require(len(set(given)) == len(given) and all(map(is_name, given)), "bad_name")
        return seat_players(view, view.names | {int(seat): name for seat, name in self.names.items()})


class Rule(_DealRequest, frozen=True, tag="rule"):
    """A decision on the finding of that kind about the event at `position`."""

    position: int
    kind: str
    ruling: Literal["taken_back", "counted", "stands", "removed", "was_turn", "noted"]

    def answer(self, view: View) -> Answer:
        wanted = self.position, self.kind
        finding = next((each for each in view.table.findings if (each.position, each.kind.value) == wanted), None)
        if finding is None:
            raise PhoneRefusal("changed")
        if self.ruling == "noted":
            question = question_to_show(view)
            _require(question is not None and question.finding == finding, "changed")
            return Answer((Ruled(finding.position, "noted", finding.kind.value),))
        _require(self.ruling in rulings_on(view, finding), "not_now")
        return decision(view, finding, self.ruling)


class NextDeal(_Request, frozen=True, tag="next_deal"):
    """The next deal, or the next game, begins; `count` is the number of events that the phone knew."""

    count: int

    def answer(self, view: View) -> Answer:
        _require(self.count == len(view.table.journal), "changed")
        _require(view.table.game is not None and not view.is_dealt, "not_now")
        _require(not view.is_evening_over and not view.is_match_finished, "not_now")
        if view.table.phase == Phase.OVER:
            return Answer(new_game(view, view.dealer_among(view.setup.seats)))
        return next_deal(view)


class NewGame(_Request, frozen=True, tag="new_game"):
    """The first game of an evening begins; `count` is the number of events that the phone knew."""

    dealer: int
    count: int

    def answer(self, view: View) -> Answer:
        _require(self.count == len(view.table.journal), "changed")
        _require(view.appliance.onboarding.next is None, "first_start")
        _require(view.tournament is None or not view.tournament.asks, "tournament")
        _require(view.table.phase in (Phase.NO_GAME, Phase.OVER) or view.is_evening_over, "not_now")
        _require(self.dealer in view.setup.seats, "malformed")
        return Answer(new_game(view, self.dealer))


class Announce(_DealRequest, frozen=True, tag="announce"):
    """A call, an exchange or a taken card, as `engine.codec` writes it; one of those that are legal now."""

    fact: dict[str, Any]

    def answer(self, view: View) -> Answer:
        try:
            fact = decode(self.fact)
        except ValueError:
            raise PhoneRefusal("malformed") from None
        if fact not in view.options or not isinstance(fact, Announced | Exchanged | CardTaken):
            raise PhoneRefusal("not_now")
        return Answer((fact,))


class RunChecks(_Request, frozen=True, tag="examine"):
    """The health checks are to run."""

    def answer(self, view: View) -> Answer:
        return Answer(request=Examine())


class ChooseGame(_Request, frozen=True, tag="game"):
    """The game that comes next, with all its house rules, so that none is asked again, for so many players."""

    game: str
    players: int
    rules: dict[str, str | int | bool]

    def answer(self, view: View) -> Answer:
        fixed = view.appliance.fixed_steps
        _require(not view.is_in_match, "tournament")
        _require(not {"game", "rules"} & fixed, "fixed")
        try:
            game = game_called(self.game, self.rules)
        except ValueError:
            raise PhoneRefusal("malformed") from None
        _require(self.players in game.players, "malformed")
        rules = tuple((name, game.rules[name]) for name in game.rules)
        is_new = len(view.setup.seats) != self.players
        _require(not is_new or "players" not in fixed, "fixed")
        seats = SEATS[self.players] if is_new else view.setup.seats
        return Answer(request=Choose(game=ChosenGame(game.name, None, rules), seats=seats))


Action: TypeAlias = (
    Correct | Remove | Undo | Redo | Missed | Name | Rule | NextDeal | NewGame | ChooseGame | RunChecks | Announce
)


def answer_action(view: View, action: object) -> Answer:
    """Returns the events and the request that *action*, decoded JSON, asks for.

    :raises PhoneRefusal: if it is malformed, or does not fit the table as it is now.
    """
    try:
        request: Action = msgspec.convert(action, Action)
    except (msgspec.ValidationError, RecursionError):
        raise PhoneRefusal("malformed") from None
    _require(view.table.deal is not None or not isinstance(request, _DealRequest), "not_now")
    return request.answer(view)


def _card(view: View, text: str) -> Card:
    try:
        card = read_card(text)
    except ValueError:
        raise PhoneRefusal("unknown_card") from None
    _require(card in view.game.pack.cards, "unknown_card")
    return card


def _check_shown(view: View, position: int, was: str) -> CardLaid | UpcardTurned | CardTaken:
    """Returns the fact at *position* if it shows the card *was*."""
    fact = dict(view.facts).get(position)
    if not isinstance(fact, CardLaid | UpcardTurned | CardTaken) or str(fact.card) != was:
        raise PhoneRefusal("changed")
    return fact
