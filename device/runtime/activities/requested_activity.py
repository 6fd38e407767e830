"""Makes the activity that a menu asks for. Its modules take long to import, so each is imported when it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.settings.requests import Aim, TryParts
from device.storage.packs.paths import has_pack

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.hardware.board import Board
    from device.runtime.activities.activity import Activity
    from device.runtime.startup.onboarding import FirstStart
    from device.settings.requests import ShowDeck
    from device.state.table_view import View


def open_activity(
    request: Aim | ShowDeck | TryParts,
    view: View,
    start: FirstStart,
    board: Board,
    pack: str,
    save_quarter_turns: Callable[[int], None],
) -> Activity:
    """*pack* is the pack in the settings; *save_quarter_turns* stores the rotation of the picture.

    :raises BrokenModel: if a deck is to be shown and the network that reads it is missing or damaged.
    """
    words = view.words
    if isinstance(request, Aim):
        from device.runtime.activities.camera_aiming import AimingCamera, PictureTurn

        south = PictureTurn(words.seat(0), view.quarter_turns, save_quarter_turns)
        return AimingCamera(words, start.may_go_back or request.by_phone, south, source=board.camera.source)
    if isinstance(request, TryParts):
        from device.runtime.landlord.part_trials import ButtonActivity, LightActivity

        return LightActivity(words) if request.what == "light" else ButtonActivity(words, board)
    from device.runtime.activities.deck_enrolment_activity import DeckEnrolmentActivity

    in_use = start.pack if has_pack(start.pack) else ""
    adds_missing = request.adds_missing and bool(in_use)
    games = [start.next_pack] if adds_missing else start.games
    return DeckEnrolmentActivity(words, games, pack, in_use, board.inference, adds_missing)
