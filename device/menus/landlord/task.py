"""Menus that several menus of the landlord share: work in progress, a question before a change, an empty list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.menus.base import Answer, Menu
from device.screens.base import Notice
from device.screens.lists import YesNoScreen

if TYPE_CHECKING:
    from common.texts.phrases import Label
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.settings.requests import LandlordRequest
    from device.state.table_view import View


@dataclass(frozen=True, slots=True)
class TaskMenu(Menu):
    """Shows work that goes on, and after it its outcome; any button goes back then, and FOLD at any time."""

    title: Label
    back: Menu | None

    shows_task: ClassVar[bool] = True

    def screen(self, view: View) -> Screen:
        if view.appliance.task is not None and view.appliance.task.is_done:
            return Notice(self.title, view.appliance.task.text)
        return Notice(
            self.title,
            view.appliance.task.text if view.appliance.task is not None else "task_working",
            play=None,
            fold="back",
        )

    def press(self, view: View, press: Press) -> Answer:
        stays = view.appliance.task is not None and not view.appliance.task.is_done and press.button != "fold"
        return Answer(menu=self if stays else self.back)


@dataclass(frozen=True, slots=True)
class ConfirmMenu(Menu):
    """Asks before a request that changes or deletes something; each question is asked on its own."""

    title: Label
    questions: tuple[Label, ...]
    play: Label
    request: LandlordRequest
    back: Menu | None
    """The menu to which FOLD returns; None for the game."""

    def screen(self, view: View) -> Screen:
        return YesNoScreen(self.title, view.words.label(self.questions[0]), "back", self.play)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=self.back)
        if press.button != "play":
            return Answer(menu=self)
        if len(self.questions) > 1:
            return Answer(menu=ConfirmMenu(self.title, self.questions[1:], self.play, self.request, self.back))
        return Answer(menu=TaskMenu(self.title, self.back), request=self.request)


@dataclass(frozen=True, slots=True)
class NothingHereMenu(Menu):
    """Says why a list is empty; any button goes back."""

    title: Label
    text: Label
    back: Menu

    def screen(self, view: View) -> Screen:
        return Notice(self.title, self.text, play=None, fold="back")

    def press(self, view: View, press: Press) -> Answer:
        return Answer(menu=self.back)
