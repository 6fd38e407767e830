"""A stand-in for the appliance at its first start, pressed through by tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from common.files.paths import choices_file
from device.hardware.presses import Press
from device.menus.first_start import RegionMenu, RulesMenu
from device.menus.house_rules import TargetMenu, VariantMenu
from device.runtime.first_start import FirstStart
from device.session.controller import SessionController
from device.settings.preferences import Choices, apply_choices
from device.settings.requests import Aim, Choose, ShowDeck
from device.settings.settings import Config
from device.storage.pack_paths import pack_file
from engine.cards import PACKS
from engine.events import GameStarted
from engine.games import all_games

if TYPE_CHECKING:
    from device.hardware.presses import Button
    from device.runtime.activities.activity import Outcome


RULES_MENUS = (RulesMenu, RegionMenu, TargetMenu, VariantMenu)


@dataclass
class Table:
    """A stand-in for the appliance that carries out requests; its activities end as scripted."""

    landlord: Config = field(default_factory=Config)
    camera: bool = True
    enrols: str = "bavarian32"
    """The kind of the deck that is shown whenever one is asked for."""
    activities: list[str] = field(default_factory=list)
    wish: ShowDeck | None = None
    """A deck that a menu has asked for, rather than a step that is due."""

    def __post_init__(self) -> None:
        self.choices = Choices(choices_file())
        held = apply_choices(self.landlord, self.choices.now)
        pack = all_games()[held.choice.game].pack
        self.controller = SessionController(held.setup("tonight"), held.words_for(pack))
        self.start = FirstStart(self.controller, self.landlord, self.choices)
        self.start.begin(self.camera)

    def press(self, *buttons: Button) -> Table:
        for button in buttons:
            assert self.due is None, "an activity would have the buttons"
            self.controller.press(Press(button))
            for wish in self.controller.take_requests():
                if isinstance(wish, Choose):
                    self.choices.keep(wish)
                elif isinstance(wish, ShowDeck):
                    self.wish = wish
        return self

    @property
    def due(self) -> Aim | ShowDeck | None:
        return self.wish or self.start.due

    def activity(self, outcome: Outcome = "done") -> Table:
        """Does what is due."""
        due, self.wish = self.due, None
        assert due is not None, self.controller.menu
        self.activities.append(type(due).__name__)
        if isinstance(due, ShowDeck) and outcome == "done":
            number = self.activities.count("ShowDeck")
            self.start.use(lying("deck" if number == 1 else f"deck-{number}"), self.enrols)
        self.start.record_outcome(due, outcome)
        return self

    @property
    def menu(self) -> type:
        return type(self.controller.menu)

    @property
    def began(self) -> GameStarted | None:
        return next((fact for _, fact in self.controller.table.facts if isinstance(fact, GameStarted)), None)


def lying(pack: str) -> str:
    """Stores a pack, and returns its name."""
    pack_file(pack).parent.mkdir(parents=True, exist_ok=True)
    pack_file(pack).touch()
    return pack


def kind_for(game: str) -> str:
    return next(name for name, kind in PACKS.items() if set(all_games()[game].pack.cards) <= set(kind.cards))
