"""Requests of menus that only the appliance can carry out: small values beside the events of a menu's answer.

A menu answers with a request, the controller queues it, and the appliance takes it with the result of the press
(`StepResult.requests`), carries it out and returns to the resting menu. Without an appliance requests are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from common.texts.phrases import Language
    from engine.cards import Seat
    from engine.events import RuleValue

SpeechLevel: TypeAlias = Literal["off", "results", "cards"]
"""The level of the speech: nothing, taker and score, or every card and call as well."""
CameraUse: TypeAlias = Literal["camera", "paused", "by_hand"]
"""Whether sightings count (`camera`), are ignored for a while (`paused`), or tricks are entered by hand (`by_hand`)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Aim the camera again; `by_phone`: the landlord's phone has begun it, and it ends when that no longer looks."""

    by_phone: bool = False


@dataclass(frozen=True, slots=True)
class ShowDeck:
    """Choose a known deck, or enrol a new one; `adds_missing`: enrol the cards that the one in use lacks; `by_phone`:
    the landlord's phone has begun it.
    """

    adds_missing: bool = False
    by_phone: bool = False


@dataclass(frozen=True, slots=True)
class UseCamera:
    """Change how the table is watched; the view has changed already (`View.camera.watched`).

    For `camera` a new tracker must start, for which the cards on the table count as there before.
    """

    how: CameraUse


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """The next game, with the rules that differ from its defaults."""

    game: str
    preset: str | None = None
    rules: tuple[tuple[str, RuleValue], ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
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


@dataclass(frozen=True, slots=True)
class TurnDisplay:
    """Rotate the display by 180°."""


@dataclass(frozen=True, slots=True)
class TurnPicture:
    """Turn the camera's picture; `quarters` is the seat at its lower edge from now on (`View.camera.quarter_turns`)."""

    quarters: Seat


@dataclass(frozen=True, slots=True)
class Examine:
    """Run the health checks and put them into the view (`View.appliance.health`)."""


@dataclass(frozen=True, slots=True)
class EndEvening:
    """End the evening, after which the device may be unplugged."""


@dataclass(frozen=True, slots=True)
class BeginEvening:
    """Start another evening: pass its name, the date, to `SessionController.begin_evening`."""


@dataclass(frozen=True, slots=True)
class UsePage:
    """Switch the page for phones on or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class ShowCrops:
    """Show phones the pictures of the cards on which a finding rests, or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class UseWifi:
    """Make the table's own Wi-Fi or end it; with `renews` it gets another password."""

    on: bool
    renews: bool = False


@dataclass(frozen=True, slots=True)
class AnswerPhone:
    """Answer a phone whose request, with that `id`, a person at the display had to confirm."""

    id: str
    confirmed: bool


StickExport: TypeAlias = Literal["sheet", "table", "backup", "bundle"]
"""The results of the last evening, the table of all evenings, everything for another device, what helps to find a
fault."""
ErasureKind: TypeAlias = Literal["person", "evening", "evenings", "everything"]
"""One person in all evenings, one evening, all evenings with all names, or packs and choices as well."""


@dataclass(frozen=True, slots=True)
class TryParts:
    """Let somebody press every button, or show every signal of light and buzzer."""

    what: Literal["buttons", "light"]


@dataclass(frozen=True, slots=True)
class LookUp:
    """Look up what can be deleted and what is on the stick, and put it into the view (`View.appliance`)."""


@dataclass(frozen=True, slots=True)
class WriteToStick:
    what: StickExport


@dataclass(frozen=True, slots=True)
class ClearStick:
    """Delete everything on the stick that Kiebitz has written."""


@dataclass(frozen=True, slots=True)
class Restore:
    """Replace journal, decks and choices by those of a backup on the stick, and start again."""

    path: str


@dataclass(frozen=True, slots=True)
class Update:
    """Install a signed archive that is on the stick."""

    path: str


@dataclass(frozen=True, slots=True)
class Erase:
    """Delete stored data, and start again."""

    kind: ErasureKind
    name: str = ""


@dataclass(frozen=True, slots=True)
class ConfirmPairing:
    """A side of the pairing is there."""

    side: int


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """A side of the pairing has confirmed the result."""

    side: int


@dataclass(frozen=True, slots=True)
class CallReferee:
    """Call a person of the tournament who decides, or take the call back."""

    on: bool


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Go on with the match of another device, whose events have come."""


@dataclass(frozen=True, slots=True)
class UseTournament:
    """Take part in the tournament that the table has joined, or not."""

    on: bool


@dataclass(frozen=True, slots=True)
class LeaveTournament:
    """Forget the tournament, with the password of the table."""


@dataclass(frozen=True, slots=True)
class JoinTournament:
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
    | EndEvening
    | BeginEvening
    | PageRequest
    | LandlordRequest
    | TournamentRequest
)
