"""The first start in the appliance: open choices, the step that is due, and its result."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from device.settings.preferences import settled
from device.settings.requests import Aim
from device.state.onboarding_steps import fixed_by, opening_of
from device.storage.pack_paths import has_pack, pack_in_use, use_pack
from engine.cards import PACKS
from engine.games import all_games
from engine.rules.phases import Phase

if TYPE_CHECKING:
    from device.runtime.activities import Outcome
    from device.session.controller import SessionController
    from device.settings.preferences import Choices
    from device.settings.requests import ShowDeck
    from device.settings.settings import Config
    from device.state.onboarding_steps import Step
    from engine.cards import Pack


class FirstStart:
    """Call `begin` once; do what is `due` and tell how it `ended`. Most of the rest are menus
    (`menus.table.first_start`)."""

    def __init__(self, controller: SessionController, landlord: Config, choices: Choices) -> None:
        """*landlord* are the settings as he wrote them, without what was chosen.

        A pack that he named goes before what is chosen, once it is there; until then the table has to see to one.
        """
        self._his = landlord.pack
        if not has_pack(self._his):
            landlord = msgspec.structs.replace(landlord, pack="")
        self._controller, self._landlord, self._choices = controller, landlord, choices
        self._chosen = ""
        """The pack chosen since the start, even if the choice could not be stored."""
        controller.view.fixed = fixed_by(landlord)

    def begin(self, camera: bool) -> None:
        """Asks the open choices; *camera*: whether a camera that can be aimed is configured."""
        if self._controller.table.game is not None:
            return
        chosen = self._choices.now
        deck = chosen.deck if has_pack(pack_in_use()) else None
        held = settled(self._landlord, chosen)
        self._controller.view.opening = opening_of(self._landlord, chosen, held, camera, deck)

    @property
    def due(self) -> Aim | ShowDeck | None:
        """The request that the appliance carries out without a press."""
        return self._controller.menu.due

    @property
    def asks(self) -> bool:
        """Whether a choice is open before the first game."""
        return self._controller.table.game is None and self._controller.view.opening.next is not None

    @property
    def may_go_back(self) -> bool:
        """Whether something was asked before the camera is aimed, or it is aimed in the midst of an evening."""
        return self._controller.table.game is not None or self._controller.view.opening.before("aim") is not None

    def ended(self, request: Aim | ShowDeck, outcome: Outcome) -> None:
        """Records how the activity ended."""
        view = self._controller.view
        self._controller.rest()
        step: Step = "aim" if isinstance(request, Aim) else "deck"
        if outcome == "back" and self._controller.table.game is None:
            before = view.opening.before(step)
            view.opening = view.opening.asked_again(*[before] if before is not None else [])
            return
        view.opening = view.opening.answered(step)
        if outcome == "done" and step == "aim":
            self._choices.choose(aimed=True)

    # The deck

    @property
    def games(self) -> list[Pack]:
        """The cards of the game, or of all games if none is chosen yet."""
        view = self._controller.view
        if self._controller.table.game is not None and self._controller.table.phase != Phase.OVER:
            return [self._controller.table.game.pack]
        if "game" in view.opening.open:
            return [game.pack for game in all_games().values()]
        return [all_games()[view.setup.game].pack]

    def use(self, pack: str, kind: str = "") -> None:
        """This pack is played with from now on; *kind* is its kind if it is not the one that was in use."""
        if pack == self._chosen:
            return
        self._chosen = pack
        with suppress(OSError):  # a choice that cannot be stored is reported there
            use_pack(pack)
        self._choices.choose(deck=kind or self._choices.now.deck)
        view = self._controller.view
        view.opening = replace(view.opening, deck=self._choices.now.deck)

    def offer_deck(self) -> None:
        """The pack in the settings cannot be used; offers the table to enrol another one."""
        self._controller.view.fixed -= {"deck"}

    @property
    def pack(self) -> str:
        """The pack that is played with: the one that was just chosen, or the landlord's, or that in use.

        The landlord's is opened even if it is not there yet; another one if the game can be played with it.
        """
        if self._landlord.pack and not self._chosen:
            return self._landlord.pack
        in_use, kind = self._chosen or pack_in_use(), self._choices.now.deck
        fits = not kind or any(set(game.cards) <= set(PACKS[kind].cards) for game in self.games)
        return in_use if in_use and fits else self._his
