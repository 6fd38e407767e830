"""The first start as the appliance sees it: what is to be asked, what is due now, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.chosen import settled
from device.menus_choose import Due
from device.opening import fixed_by, opening_of
from device.pack_files import has_pack, pack_in_use
from device.wishes import Aim
from engine.cards import PACKS
from engine.games import all_games

if TYPE_CHECKING:
    from device.chosen import Choices
    from device.config import Config
    from device.errands import Outcome
    from device.keeper import Keeper
    from device.opening import Step
    from device.wishes import ShowDeck
    from engine.cards import Pack


class FirstStart:
    """Call `begin` once; do what is `due` and tell how it `ended`. Most of the rest are menus (`menus_choose`)."""

    def __init__(self, keeper: Keeper, landlord: Config, choices: Choices) -> None:
        """*landlord* are the settings as he wrote them, without what was chosen."""
        self._keeper, self._landlord, self._choices = keeper, landlord, choices
        keeper.view.fixed = fixed_by(landlord)

    def begin(self, camera: bool) -> None:
        """Asks what is still open; *camera* says whether there is meant to be one that can be pointed."""
        if self._keeper.table.game is not None:
            return
        chosen = self._choices.now
        deck = chosen.deck if has_pack(pack_in_use()) else None
        held = settled(self._landlord, chosen)
        self._keeper.view.opening = opening_of(self._landlord, chosen, held, camera, deck)

    @property
    def due(self) -> Aim | ShowDeck | None:
        """What only the appliance can do, and is to begin by itself."""
        menu = self._keeper.menu
        return menu.wish if isinstance(menu, Due) else None

    @property
    def asks(self) -> bool:
        """Whether something is still to be asked before the first game."""
        return self._keeper.table.game is None and self._keeper.view.opening.next is not None

    @property
    def may_go_back(self) -> bool:
        """Whether something was asked before the camera is aimed, or it is aimed in the midst of an evening."""
        return self._keeper.table.game is not None or self._keeper.view.opening.before("aim") is not None

    def ended(self, wish: Aim | ShowDeck, outcome: Outcome, kind: str = "") -> None:
        """Takes in how it ended; *kind* is that of a deck that is new in use."""
        view = self._keeper.view
        self._keeper.rest()
        step: Step = "aim" if isinstance(wish, Aim) else "deck"
        if outcome == "back" and self._keeper.table.game is None:
            before = view.opening.before(step)
            view.opening = view.opening.asked_again(*[before] if before is not None else [])
            return
        view.opening = view.opening.answered(step)
        if outcome == "done" and step == "aim":
            self._choices.choose(aimed=True)
        elif outcome == "done" and kind:
            self._choices.choose(deck=kind)
            view.opening = replace(view.opening, deck=kind)

    # The deck

    @property
    def games(self) -> list[Pack]:
        """The cards of the game, or of all games where none is chosen yet."""
        view = self._keeper.view
        if self._keeper.table.game is not None and self._keeper.table.phase != "over":
            return [self._keeper.table.game.pack]
        if "game" in view.opening.open:
            return [game.pack for game in all_games().values()]
        return [all_games()[view.setup.game].pack]

    @property
    def pack(self) -> str:
        """The pack that is played with: the landlord's, or that in use if the game can be played with it."""
        if self._landlord.pack:
            return self._landlord.pack
        in_use, kind = pack_in_use(), self._choices.now.deck
        fits = not kind or any(set(game.cards) <= set(PACKS[kind].cards) for game in self.games)
        return in_use if fits else ""
