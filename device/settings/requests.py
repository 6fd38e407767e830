"""What is requested at the table and only the appliance can do: small values beside the events of a menu's answer.

A menu stays pure: it answers with a request, the controller keeps it, and the appliance takes it with the result of the
press (`StepResult.requests`), grants it and comes back to the resting menu. Without an appliance a request is simply
not granted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from device.i18n.phrases import Language
    from engine.cards import Seat
    from engine.events import RuleValue

Watched: TypeAlias = Literal["camera", "paused", "by_hand"]
"""Whether what lies on the table counts, or nothing that is seen does; `by_hand`: only scores are kept."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The camera is to be pointed at the table again."""


@dataclass(frozen=True, slots=True)
class ShowDeck:
    """Another deck: one that is known is chosen, or a new one shown."""


@dataclass(frozen=True, slots=True)
class Watch:
    """How the table is watched from now on. The view knows already (`View.watched`).

    After `camera` a fresh tracker is to look: what lies there now was lying there.
    """

    how: Watched


@dataclass(frozen=True, slots=True)
class GameChosen:
    """The game, and what differs from its usual rules, for the next game."""

    game: str
    preset: str | None = None
    rules: tuple[tuple[str, RuleValue], ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """What is chosen from now on; None for what stays as it was.

    Game, seats and names stand in `View.setup` already and hold from the next game on; the rest is the appliance's.
    """

    language: Language | None = None
    game: GameChosen | None = None
    seats: tuple[Seat, ...] | None = None
    names: tuple[tuple[Seat, str], ...] | None = None
    tones: bool | None = None


@dataclass(frozen=True, slots=True)
class TurnDisplay:
    """The display is to be turned by half, for it hangs the other way up."""


@dataclass(frozen=True, slots=True)
class Examine:
    """The lines of the doctor's page, to be told to the view (`View.health`)."""


@dataclass(frozen=True, slots=True)
class EndEvening:
    """Good night: nothing is open any more, and the plug may be pulled."""


@dataclass(frozen=True, slots=True)
class BeginEvening:
    """What comes now is another evening; its name, the date, is to be told with `SessionController.begin_evening`."""


Request: TypeAlias = Aim | ShowDeck | Watch | Choose | TurnDisplay | Examine | EndEvening | BeginEvening
