"""Menus that choose another game, other house rules or other seats, without changing the game in play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from device.menus.base import Answer, AskMenu, Key, Menu, Question
from device.menus.start.first_start import step_menu
from device.menus.start.new_evening import next_game
from device.settings.game_choice import apply_choice
from device.settings.requests import Choose
from device.state.onboarding_steps import ORDER, OnboardingSteps
from engine.games import all_games
from engine.rules.values import Phase

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View

Step = Literal["game", "rules", "players"]
NO_CHOICE = Choose()


@dataclass(frozen=True, slots=True)
class ChangeGameMenu(Menu):
    """Asks the steps by the menus of the first start; the last one requests the whole choice."""

    step: Step = "game"
    choice: Choose = NO_CHOICE
    inner: Menu | None = None

    def screen(self, view: View) -> Screen:
        return self._menu(view).screen(self._view_with_choice(view))

    def press(self, view: View, press: Press) -> Answer:
        menu, opening_view = self._menu(view), self._view_with_choice(view)
        if press.button == "fold" and type(menu) is type(step_menu(opening_view, self.step)):
            return Answer(
                menu=ChangeGameMenu("rules", self.choice) if self.step == "players" and self.choice.game else None
            )
        answer = menu.press(opening_view, press)
        if not isinstance(answer.request, Choose):
            return Answer(menu=replace(self, inner=answer.menu))
        choice = Choose(game=answer.request.game or self.choice.game, seats=answer.request.seats or self.choice.seats)
        return self._after(view, choice)

    def _after(self, view: View, choice: Choose) -> Answer:
        """Returns the next step; the number of players is asked only if the game leaves it open."""
        if self.step == "game":
            return Answer(menu=ChangeGameMenu("rules", choice))
        players = all_games()[apply_choice(view.setup, choice).game].players
        if self.step == "rules" and len(players) > 1 and len(view.setup.seats) not in players:
            return Answer(menu=ChangeGameMenu("players", choice))
        later = view.table.game is not None and view.table.phase != Phase.OVER
        return Answer(menu=BEGIN_NOW if later else None, request=choice)

    def _menu(self, view: View) -> Menu:
        menu = self.inner or step_menu(self._view_with_choice(view), self.step)
        assert menu is not None, self.step
        return menu

    def _view_with_choice(self, view: View) -> View:
        """Returns the view as if the choice already held; going back is always possible."""
        onboarding = OnboardingSteps(frozenset(ORDER), deck=view.appliance.onboarding.deck)
        return replace(
            view, setup=apply_choice(view.setup, self.choice), appliance=replace(view.appliance, onboarding=onboarding)
        )


BEGIN_NOW = AskMenu(Question("next_game", "next_game_text", Key("later", None), Key("yes", next_game)))
"""The choice holds from the next game on; asks whether to begin that game now."""
