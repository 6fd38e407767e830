"""The state of the appliance that menus show: first steps, camera, settings, the landlord, and the access of phones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from common.texts.keys import Phrase
from device.diagnostics.check import Check
from device.settings.requests import CameraUse, Choose, SpeechLevel
from device.settings.table_setup import Setup, has_seatings_to_choose
from engine.cards import Seat
from engine.games import game as game_called
from vision.types import CardLanded

if TYPE_CHECKING:
    from device.settings.preferences import StoredChoices
    from device.settings.settings import Config
    from device.storage.erasure import Inventory


Step: TypeAlias = Literal["language", "aim", "deck", "game", "rules", "players"]
ORDER: tuple[Step, ...] = get_args(Step)


@dataclass(frozen=True, slots=True)
class OnboardingSteps:
    """`steps` are asked, in the order of `ORDER`; `open` are those not answered yet. By default nothing is asked."""

    steps: frozenset[Step] = frozenset()
    open: frozenset[Step] = frozenset()
    deck: str = ""
    """The kind of pack in use, such as `bavarian32`; empty if none is known."""
    misfit_postponed: bool = False
    """Whether the table has put off showing what the deck lacks for the game."""

    @property
    def next(self) -> Step | None:
        return next((step for step in ORDER if step in self.open), None)

    def before(self, step: Step | None) -> Step | None:
        """Returns the step before *step*, or the last one for None; None if there is none before."""
        earlier = ORDER if step is None else ORDER[: ORDER.index(step)]
        return next((step for step in reversed(earlier) if step in self.steps), None)

    def with_answered(self, *steps: Step) -> OnboardingSteps:
        return replace(self, open=self.open - set(steps))

    def with_reopened(self, *steps: Step) -> OnboardingSteps:
        """Returns it with *steps* open again, as far as they are asked at all."""
        return replace(self, open=self.open | (self.steps & set(steps)))


def steps_in_settings(landlord: Config) -> frozenset[Step]:
    """Returns the steps that the settings answer."""
    his_rules = landlord.house or landlord.preset is not None or landlord.rules
    fixed: dict[Step, bool] = {
        "language": landlord.language is not None,
        "deck": bool(landlord.pack),
        "game": landlord.fixes_game,
        "rules": bool(his_rules),
        "players": landlord.seats is not None,
    }
    return frozenset(step for step, is_fixed in fixed.items() if is_fixed)


def onboarding_steps(
    landlord: Config, chosen: StoredChoices, configured: Config, camera: bool, deck: str | None
) -> OnboardingSteps:
    """Returns the open steps: those answered neither by the settings nor by earlier choices.

    *configured* are the settings with the choices, *camera* is whether a camera is configured. *deck* is the kind of
    the pack in use, empty if unknown, None if there is no pack.
    """
    camera_steps: frozenset[Step] = frozenset({"aim", "deck"})
    steps = frozenset(ORDER) - steps_in_settings(landlord) - (frozenset() if camera else camera_steps)
    done: dict[Step, bool] = {
        "language": configured.language is not None,
        "aim": chosen.aimed,
        "deck": deck is not None,
        "game": configured.game is not None,
        "rules": configured.preset is not None or bool(configured.rules),
        "players": configured.seats is not None,
    }
    onboarding = OnboardingSteps(steps, frozenset(step for step in steps if not done[step]), deck or "")
    names_game = configured.game is not None or configured.house
    return _fit_to_game(onboarding, configured.choice.game) if names_game else onboarding


def steps_after_choice(onboarding: OnboardingSteps, choice: Choose, setup: Setup) -> OnboardingSteps:
    """Returns the open steps after *choice*, which is in *setup* already."""
    if choice.language is not None:
        onboarding = onboarding.with_answered("language")
    if choice.game is not None:
        onboarding = onboarding.with_answered("game").with_reopened("players")
        has_rules = choice.game.preset is not None or bool(choice.game.rules)
        onboarding = onboarding.with_answered("rules") if has_rules else onboarding.with_reopened("rules")
        onboarding = _fit_to_game(onboarding, setup.game)
    if choice.seats is not None:
        onboarding = onboarding.with_answered("players")
    return onboarding


def _fit_to_game(onboarding: OnboardingSteps, name: str) -> OnboardingSteps:
    """Returns it without steps that the game leaves no choice for.

    What cannot be played with the deck in use is said before the first deal (`menus.new_evening`).
    """
    has_choice = has_seatings_to_choose(game_called(name).players)
    return onboarding if has_choice else onboarding.with_answered("players")


@dataclass(slots=True)
class CameraState:
    """The camera, and what it has seen, which is not kept over a restart."""

    works: bool = True
    """Whether there is a working camera, and a deck that it can read."""
    watched: CameraUse = "camera"
    is_lens_covered: bool = False
    quarter_turns: Seat = 0
    """Quarter turns of the camera's picture, clockwise: the seat at its lower edge."""
    landed: dict[int, CardLanded] = field(default_factory=dict)
    """What the camera has seen of a card, by the event that it became."""


@dataclass(frozen=True, slots=True)
class Task:
    """Work in another thread, or its outcome."""

    text: Phrase
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class StickContent:
    """The files on the stick, the newest first; `fault` says why there are none."""

    backups: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    """Signed archives."""
    tables: tuple[str, ...] = ()
    """Files with which a table joins a tournament."""
    fault: Phrase | None = None


@dataclass(slots=True)
class ApplianceState:
    """What the table has chosen, and the work of the appliance."""

    onboarding: OnboardingSteps = field(default_factory=OnboardingSteps)
    fixed_steps: frozenset[Step] = frozenset()
    """The steps that the settings fix, which are not chosen at the table."""
    earlier_names: tuple[str, ...] = ()
    """Names from earlier evenings at this table, the latest first."""
    speech: SpeechLevel = "off"
    volume_percent: int = 50
    health: tuple[Check, ...] = ()
    """The health checks, once they were requested."""
    task: Task | None = None
    """The landlord's work in progress, or the outcome of the last one."""
    outcome: Phrase | None = None
    """The outcome of the landlord's last request, for the landlord's phone."""
    inventory: Inventory | None = None
    """The people and evenings that can be deleted, once they were looked up."""
    stick: StickContent | None = None
    """The content of the USB stick, once it was looked up."""


WifiStage: TypeAlias = Literal["off", "starting", "on", "no_manager", "no_wifi", "blocked", "failed"]
"""The state of the table's own Wi-Fi; the last four are reasons why there is none."""


@dataclass(frozen=True, slots=True)
class OwnWifi:
    """The access point of the table."""

    is_offered: bool = False
    """Whether this board can make one: `deploy/network` is installed."""
    is_wanted: bool = False
    stage: WifiStage = "off"
    name: str = ""
    password: str = ""

    @property
    def link(self) -> str:
        """The content of the QR code by which a phone joins the Wi-Fi; name and password need no escaping."""
        return f"WIFI:T:WPA;S:{self.name};P:{self.password};;"


@dataclass(frozen=True, slots=True)
class PageAccess:
    """The page is off without a code."""

    is_offered: bool = False
    """Whether it can be switched on: the extra `page` is installed."""
    code: str = ""
    """The code of players, new for each evening."""
    addresses: tuple[str, ...] = ()
    """The addresses of the page, the best first; empty while no page is running."""
    wifi: OwnWifi = field(default_factory=OwnWifi)
    shows_crops: bool = False
    """Whether phones see the pictures of the cards on which a finding rests."""

    @property
    def is_on(self) -> bool:
        return bool(self.code)

    @property
    def link(self) -> str:
        """The address that joins a phone; empty while no page is running."""
        return f"{self.addresses[0]}/j/{self.code}" if self.addresses else ""

    @property
    def is_reachable(self) -> bool:
        """Whether other machines can reach the page; also true while its addresses are not known yet."""
        return not self.addresses or "//127." not in self.addresses[0]
