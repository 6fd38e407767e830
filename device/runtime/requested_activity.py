"""Makes the activity that a menu asks for. Its modules take long to import, so each is imported when it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.settings.requests import Aim, TryParts
from device.storage.packs.paths import has_pack

if TYPE_CHECKING:
    from device.hardware.board import Board
    from device.i18n.words import Words
    from device.runtime.activities import Activity
    from device.runtime.onboarding import FirstStart
    from device.settings.requests import ShowDeck


def open_activity(
    request: Aim | ShowDeck | TryParts, words: Words, start: FirstStart, board: Board, pack: str
) -> Activity:
    """*pack* is the pack in the settings.

    :raises BrokenModel: if a deck is to be shown and the network that reads it is missing or damaged.
    """
    if isinstance(request, Aim):
        from device.runtime.camera_aiming import AimingCamera

        return AimingCamera(words, start.may_go_back, source=board.camera.source)
    if isinstance(request, TryParts):
        from device.runtime.landlord.part_trials import ButtonActivity, LightActivity

        return LightActivity(words) if request.what == "light" else ButtonActivity(words, board)
    from device.runtime.activities import DeckEnrolmentActivity

    in_use = start.pack if has_pack(start.pack) else ""
    return DeckEnrolmentActivity(words, start.games, pack, in_use, board.inference)
