"""The first start of the appliance: open choices, the step that is due, and its result."""

from contextlib import suppress
from dataclasses import replace

import msgspec

from common.texts.keys import PhraseKey
from common.texts.phrases import Label
from device.screens.base import Notice
from device.session.controller import SessionController
from device.settings.preferences import Choices, apply_choices
from device.settings.requests import ActivityOutcome, ActivityRequest, Aim, ShowDeck, TryParts
from device.settings.settings import Config
from device.state.appliance_state import Step, onboarding_steps, steps_in_settings
from device.storage.pack_paths import has_pack, kind_of_pack, pack_in_use, use_pack
from engine.cards import PACKS, Pack
from engine.games import all_games, packs_of
from engine.rules.game import Phase


def missing_camera(source: str, is_covered: bool, play: Label = "ok", fold: Label | None = None) -> Notice:
    """Returns the notice about the camera *source* (`device.camera.sources`)."""
    if is_covered:
        return Notice("camera_covered", "camera_covered_text", play, fold=fold)
    advice: PhraseKey = "camera_ribbon_text" if source.partition(":")[0] == "pi" else "camera_usb_text"
    return Notice("camera_missing", advice, play, fold=fold)


class FirstStart:
    """Call `begin` once; carry out what is `due` and report its outcome to `record_outcome`.

    Most steps are menus (`menus.first_start`).
    """

    def __init__(self, controller: SessionController, landlord: Config, choices: Choices) -> None:
        """*landlord* are the settings of the file, without choices.

        A pack that they name takes precedence once it exists; until then the table chooses one.
        """
        self._his = landlord.pack
        if not has_pack(self._his):
            landlord = msgspec.structs.replace(landlord, pack="")
        self._controller, self._landlord, self._choices = controller, landlord, choices
        self._chosen_pack = ""
        """The pack chosen since the start, even if the choice could not be stored."""
        self._is_camera_missing = self._is_notice_shown = self._is_covered = False
        controller.view.appliance.fixed_steps = steps_in_settings(landlord)

    def begin(self, camera: bool) -> None:
        """Asks the open choices; *camera*: whether a camera that can be aimed is configured."""
        chosen = self._choices.now
        deck = chosen.deck if has_pack(pack_in_use()) else None
        if self._controller.table.game is None:
            held = apply_choices(self._landlord, chosen)
            self._controller.view.appliance.onboarding = onboarding_steps(self._landlord, chosen, held, camera, deck)
        self._controller.use_deck((kind_of_pack(self._landlord.pack) if self._landlord.pack else "") or deck or "")

    @property
    def due(self) -> Aim | ShowDeck | None:
        """The request that the appliance carries out without a press."""
        return self._controller.menu.due

    @property
    def has_open_choice(self) -> bool:
        """Whether a choice is open before the first game."""
        view = self._controller.view
        return view.table.game is None and (view.appliance.onboarding.next is not None or view.pack_misfit is not None)

    @property
    def awaits_camera(self) -> bool:
        """Whether a camera that appears leads to aiming, before the first game."""
        view = self._controller.view
        is_asked = "aim" in view.appliance.onboarding.steps and self._controller.table.game is None
        return is_asked and ("aim" in view.appliance.onboarding.open or self._is_camera_missing)

    def note_camera_missing(self, is_covered: bool) -> None:
        """Records that the camera which is to be aimed gives no pictures, or only black ones."""
        self._is_camera_missing, self._is_covered = self.awaits_camera, is_covered

    def pop_camera_notice(self, source: str) -> Notice | None:
        """Returns the notice about a missing camera, once, as soon as the language is chosen."""
        is_due = self._is_camera_missing and "language" not in self._controller.view.appliance.onboarding.open
        if not is_due or self._is_notice_shown:
            return None
        self._is_notice_shown = True
        return missing_camera(source, self._is_covered)

    def return_to_aiming(self) -> bool:
        """Opens the steps of a camera again that was missing; returns whether it was."""
        view = self._controller.view
        if not (self._is_camera_missing and self.awaits_camera):
            return False
        self._is_camera_missing = self._is_notice_shown = False
        view.appliance.onboarding = view.appliance.onboarding.with_reopened(
            "aim", *(() if has_pack(self.pack) else ("deck",))
        )
        self._controller.open_menu = None
        return True

    @property
    def may_go_back(self) -> bool:
        """Whether there is a step before aiming, or aiming was requested during an evening."""
        view = self._controller.view
        return view.table.game is not None or view.appliance.onboarding.before("aim") is not None

    def record_outcome(self, request: ActivityRequest, outcome: ActivityOutcome) -> None:
        view = self._controller.view
        self._controller.open_menu = None
        if isinstance(request, TryParts) or (request.by_phone and outcome != "done"):
            return
        step: Step = "aim" if isinstance(request, Aim) else "deck"
        if outcome == "back" and self._controller.table.game is None:
            before = view.appliance.onboarding.before(step)
            view.appliance.onboarding = view.appliance.onboarding.with_reopened(*[before] if before is not None else [])
            return
        view.appliance.onboarding = view.appliance.onboarding.with_answered(step)
        if outcome == "later" and step == "aim":  # without a camera no deck can be shown
            self._is_camera_missing = self._is_notice_shown = True
            view.appliance.onboarding = view.appliance.onboarding.with_answered("deck")
        if outcome == "later" and view.pack_misfit is not None:
            view.appliance.onboarding = replace(view.appliance.onboarding, misfit_postponed=True)
        if outcome == "done" and step == "aim":
            self._choices.choose(aimed=True)

    # The deck

    @property
    def games(self) -> list[Pack]:
        """The cards of the game, or of all games if none is chosen yet."""
        view = self._controller.view
        if self._controller.table.game is not None and self._controller.table.phase != Phase.OVER:
            return [self._controller.table.game.pack]
        games = all_games()
        kinds = games.values() if "game" in view.appliance.onboarding.open else [games[view.setup.game]]
        return list(dict.fromkeys(pack for kind in kinds for pack in packs_of(kind)))

    def use(self, pack: str, kind: str = "") -> None:
        """Uses this pack from now on; *kind* is its kind if it differs from the one in use."""
        if pack == self._chosen_pack:
            return
        self._chosen_pack = pack
        with suppress(OSError):  # a choice that cannot be stored is reported there
            use_pack(pack)
        self._choices.choose(deck=kind or self._choices.now.deck)
        self._controller.use_deck(self._choices.now.deck)

    def offer_deck(self) -> None:
        """Offers to enrol another pack, as the one in the settings cannot be used."""
        self._controller.view.appliance.fixed_steps -= {"deck"}

    @property
    def pack(self) -> str:
        """The current pack: the one just chosen, or that of the settings, or the one in use.

        That of the settings is opened even if it does not exist yet; another one only if it fits the game.
        """
        if self._landlord.pack and not self._chosen_pack:
            return self._landlord.pack
        in_use, kind = self._chosen_pack or pack_in_use(), self._choices.now.deck
        fits = not kind or any(set(pack.cards) <= set(PACKS[kind].cards) for pack in self.games)
        return in_use if in_use and fits else self._his
