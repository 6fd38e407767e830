"""Requests of menus that only the appliance can carry out: small values beside the events of a menu's answer.

A menu answers with a request, the controller queues it, and the appliance takes it with the result of the press
(`StepResult.requests`), carries it out and returns to the resting menu. Without an appliance requests are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from device.i18n.phrases import Language
    from engine.cards import Seat
    from engine.events import RuleValue

CameraUse: TypeAlias = Literal["camera", "paused", "by_hand"]
"""Whether sightings count (`camera`), are ignored for a while (`paused`), or tricks are entered by hand (`by_hand`)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Aim the camera again."""


@dataclass(frozen=True, slots=True)
class ShowDeck:
    """Choose a known deck, or enrol a new one."""


@dataclass(frozen=True, slots=True)
class UseCamera:
    """Change how the table is watched; the view has changed already (`View.watched`). For `camera` a new tracker must
    start, for which the cards on the table count as there before.
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
    """Change choices; None is unchanged. Game, seats and names are in `View.setup` already and hold from the next game
    on; the appliance applies the rest.
    """

    language: Language | None = None
    game: ChosenGame | None = None
    seats: tuple[Seat, ...] | None = None
    names: tuple[tuple[Seat, str], ...] | None = None
    tones: bool | None = None


@dataclass(frozen=True, slots=True)
class TurnDisplay:
    """Rotate the display by 180°."""


@dataclass(frozen=True, slots=True)
class TurnPicture:
    """Turn the camera's picture; `quarters` is the seat at its lower edge from now on (`View.quarter_turns`)."""

    quarters: Seat


@dataclass(frozen=True, slots=True)
class Examine:
    """Run the health checks and put them into the view (`View.health`)."""


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
class ConfirmLandlord:
    """Answer the phone that asked to be the landlord's; `id` is that of its request."""

    id: str
    confirmed: bool


Request: TypeAlias = (
    Aim
    | ShowDeck
    | UseCamera
    | Choose
    | TurnDisplay
    | TurnPicture
    | Examine
    | EndEvening
    | BeginEvening
    | UsePage
    | ConfirmLandlord
)
