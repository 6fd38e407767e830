"""The steps of the first start: their order, and which are still open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from engine.games import game as game_called

if TYPE_CHECKING:
    from device.settings.preferences import StoredChoices
    from device.settings.requests import Choose
    from device.settings.settings import Config
    from device.settings.table_setup import Setup

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
    return (
        _fit_to_game(onboarding, configured.choice.game)
        if configured.game is not None or configured.house
        else onboarding
    )


def steps_after_choice(onboarding: OnboardingSteps, choice: Choose, setup: Setup) -> OnboardingSteps:
    """Returns the open steps after *choice*, which is in *setup* already."""
    if choice.language is not None:
        onboarding = onboarding.with_answered("language")
    if choice.game is not None:
        onboarding = onboarding.with_answered("game").with_reopened("players")
        onboarding = (
            onboarding.with_answered("rules") if choice.game.preset is not None else onboarding.with_reopened("rules")
        )
        onboarding = _fit_to_game(onboarding, setup.game)
    if choice.seats is not None:
        onboarding = onboarding.with_answered("players")
    return onboarding


def _fit_to_game(onboarding: OnboardingSteps, name: str) -> OnboardingSteps:
    """Returns it without steps that the game leaves no choice for.

    What cannot be played with the deck in use is said before the first deal (`menus.new_evening`).
    """
    return onboarding.with_answered("players") if len(game_called(name).players) == 1 else onboarding
