"""Requests of menus that only the appliance can carry out: small values beside the events of a menu's answer.

A menu answers with a request, the controller queues it, and the appliance takes it with the result of the press
(`StepResult.requests`), carries it out and returns to the resting menu. Without an appliance requests are ignored.
"""

from typing import Literal, TypeAlias

import msgspec

from common.texts.phrases import Language
from engine.cards import Seat
from engine.events import RuleValue

SpeechLevel: TypeAlias = Literal["off", "results", "cards"]
"""The level of the speech: nothing, taker and score, or every card and call as well."""
CameraUse: TypeAlias = Literal["camera", "paused", "by_hand"]
"""Whether sightings count (`camera`), are ignored for a while (`paused`), or tricks are entered by hand (`by_hand`)."""


class Aim(msgspec.Struct, frozen=True):
    """Aim the camera again; `by_phone`: the landlord's phone has begun it, and it ends when that no longer looks."""

    by_phone: bool = False


class ShowDeck(msgspec.Struct, frozen=True):
    """Choose a known deck, or enrol a new one; `adds_missing`: enrol the cards that the one in use lacks; `by_phone`:
    the landlord's phone has begun it.
    """

    adds_missing: bool = False
    by_phone: bool = False


class UseCamera(msgspec.Struct, frozen=True):
    """Change how the table is watched; the view has changed already (`View.camera.watched`).

    For `camera` a new tracker must start, for which the cards on the table count as there before.
    """

    how: CameraUse


class ChosenGame(msgspec.Struct, frozen=True):
    """The next game, with the rules that differ from its defaults."""

    game: str
    preset: str | None = None
    rules: tuple[tuple[str, RuleValue], ...] = ()


class Choose(msgspec.Struct, frozen=True):
    """Change choices; None is unchanged.

    Game, seats and names are in `View.setup` already and hold from the next game on; the appliance applies the rest.
    """

    language: Language | None = None
    game: ChosenGame | None = None
    seats: tuple[Seat, ...] | None = None
    names: tuple[tuple[Seat, str], ...] | None = None
    tones: bool | None = None
    speech: SpeechLevel | None = None
    volume: int | None = None


class TurnDisplay(msgspec.Struct, frozen=True):
    """Rotate the display by 180°."""


class TurnPicture(msgspec.Struct, frozen=True):
    """Turn the camera's picture; `quarters` is the seat at its lower edge from now on (`View.camera.quarter_turns`)."""

    quarters: Seat


class Examine(msgspec.Struct, frozen=True):
    """Run the health checks and put them into the view (`View.appliance.health`)."""


class BeginEvening(msgspec.Struct, frozen=True):
    """Start another evening: pass its name, the date, to `SessionController.begin_evening`."""


class UsePage(msgspec.Struct, frozen=True):
    """Switch the page for phones on or off."""

    on: bool


class ShowCrops(msgspec.Struct, frozen=True):
    """Show phones the pictures of the cards on which a finding rests, or no longer."""

    on: bool


class UseWifi(msgspec.Struct, frozen=True):
    """Make the table's own Wi-Fi or end it; with `renews` it gets another password."""

    on: bool
    renews: bool = False


class AnswerPhone(msgspec.Struct, frozen=True):
    """Answer a phone whose request, with that `id`, a person at the display had to confirm."""

    id: str
    confirmed: bool


StickExport: TypeAlias = Literal["sheet", "table", "backup", "bundle"]
"""The results of the last evening, the table of all evenings, everything for another device, what helps to find a
fault."""
ErasureKind: TypeAlias = Literal["person", "evening", "evenings", "everything"]
"""One person in all evenings, one evening, all evenings with all names, or packs and choices as well."""


class TryParts(msgspec.Struct, frozen=True):
    """Let somebody press every button, or show every signal of light and buzzer."""

    what: Literal["buttons", "light"]


class LookUp(msgspec.Struct, frozen=True):
    """Look up what can be deleted and what is on the stick, and put it into the view (`View.appliance`)."""


class WriteToStick(msgspec.Struct, frozen=True):
    what: StickExport


class ClearStick(msgspec.Struct, frozen=True):
    """Delete everything on the stick that Kiebitz has written."""


class Restore(msgspec.Struct, frozen=True):
    """Replace journal, decks and choices by those of a backup on the stick, and start again."""

    path: str


class Update(msgspec.Struct, frozen=True):
    """Install a signed archive that is on the stick."""

    path: str


class Erase(msgspec.Struct, frozen=True):
    """Delete stored data, and start again."""

    kind: ErasureKind
    name: str = ""


class ConfirmPairing(msgspec.Struct, frozen=True):
    """A side of the pairing is there."""

    side: int


class ConfirmResult(msgspec.Struct, frozen=True):
    """A side of the pairing has confirmed the result."""

    side: int


class CallReferee(msgspec.Struct, frozen=True):
    """Call a person of the tournament who decides, or take the call back."""

    on: bool


class TakeOver(msgspec.Struct, frozen=True):
    """Go on with the match of another device, whose events have come."""


class UseTournament(msgspec.Struct, frozen=True):
    """Take part in the tournament that the table has joined, or not."""

    on: bool


class LeaveTournament(msgspec.Struct, frozen=True):
    """Forget the tournament, with the password of the table."""


class JoinTournament(msgspec.Struct, frozen=True):
    """Join the tournament of a table's file on the stick."""

    path: str


ActivityRequest: TypeAlias = Aim | ShowDeck | TryParts
ActivityOutcome: TypeAlias = Literal["done", "later", "back"]
"""`later`: it was postponed, or there was no camera. `back`: the person went back to the question before."""
PageRequest: TypeAlias = UsePage | ShowCrops | UseWifi | AnswerPhone
TournamentRequest: TypeAlias = ConfirmPairing | ConfirmResult | CallReferee | TakeOver | UseTournament | LeaveTournament
LandlordRequest: TypeAlias = LookUp | WriteToStick | ClearStick | Restore | Update | Erase | JoinTournament
Request: TypeAlias = (
    ActivityRequest
    | UseCamera
    | Choose
    | TurnDisplay
    | TurnPicture
    | Examine
    | BeginEvening
    | PageRequest
    | LandlordRequest
    | TournamentRequest
)
