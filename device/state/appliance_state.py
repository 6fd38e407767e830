"""The state of the appliance that menus show: its camera, its settings, the landlord's work, and phones' access."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from device.state.onboarding_steps import OnboardingSteps, Step

if TYPE_CHECKING:
    from common.texts.keys import Phrase
    from device.diagnostics.check import Check
    from device.settings.requests import CameraUse, SpeechLevel
    from device.storage.erasure import Inventory
    from engine.cards import Card, Seat


class SeenHand(NamedTuple):
    """The seat from which the hand of a play came, and the camera's confidence in it, from 0 to 1."""

    seat: Seat
    confidence: float


@dataclass(slots=True)
class CameraState:
    """The camera, and what it has read. The readings are not kept over a restart."""

    works: bool = True
    """Whether there is a working camera, and a deck that it can read."""
    watched: CameraUse = "camera"
    """The use of the camera."""
    is_lens_covered: bool = False
    """Whether the camera sees only black."""
    quarter_turns: Seat = 0
    """Quarter turns of the camera's picture, clockwise: the seat at its lower edge."""
    readings: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    """Candidates of readings by event, best first."""
    hands: dict[int, SeenHand] = field(default_factory=dict)
    """The hand of each play, by event, whether its seat is sure or not."""
    times: dict[int, float] = field(default_factory=dict)
    """Seconds at which cards were first seen in their places, by event."""

    @property
    def in_use(self) -> bool:
        """Whether sightings count."""
        return self.works and self.watched == "camera"


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
    """The steps that are still open before the first game."""
    fixed_steps: frozenset[Step] = frozenset()
    """The steps that the settings fix, which are not chosen at the table."""
    earlier_names: tuple[str, ...] = ()
    """Names from earlier evenings at this table, the latest first."""
    speech: SpeechLevel = "off"
    """The level of the speech."""
    volume_percent: int = 50
    """The volume of the speech in percent."""
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
