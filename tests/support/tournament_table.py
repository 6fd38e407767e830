"""A table in a tournament without camera and socket, whose files lie in a folder: what the hall says, and presses."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from common.feed.messages import HallState
from common.feed.pairing import PairingId
from common.texts.phrases import Language
from common.texts.words import words_for
from device.feed.client import PhoneItem
from device.feed.history import History, state_of
from device.hardware.presses import Button, Press
from device.menus.base import Menu
from device.runtime.hall.joining import LinkFile
from device.runtime.hall.table import HallTable
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.settings.requests import TournamentRequest, UseCamera
from device.settings.table_setup import Setup
from device.settings.tournament import Pairing, TournamentFile
from device.state.tournament import Tournament
from device.storage.journal import Journal
from engine.cards import Seat
from engine.rules.game import Phase

CUP = PairingId("cup", 3)
PAIRS = ("Huber", "Maier"), ("Gruber", "Wimmer")
PAIRING = Pairing(CUP, "7", PAIRS, "watten", {"target": 11}, games=2)
LINK = '[hall]\nhost = "hall"\ntournament = "cup"\ntable = "7"\npassword = "x"\n'
OWN = Setup("watten", (0, 1, 2, 3), evening="2026-11-25", names=((0, "Anna"), (1, "Bert"), (2, "Cenzi"), (3, "Dori")))


def action_of(pairing: Pairing) -> dict[str, Any]:
    return {"do": "pairing", "message": msgspec.to_builtins(pairing)}


def answered(item: PhoneItem) -> bool:
    """Answers a request of the link at once, without carrying it out."""
    item.answer()
    return True


class TournamentTable:
    """Use it as a context manager; open it again with the same folder for a restart."""

    def __init__(self, folder: Path, setup: Setup = OWN, language: Language = "de") -> None:
        self.folder = folder
        (folder / "link.toml").write_text(LINK)
        self._stack = ExitStack()
        self.journal = self._stack.enter_context(Journal(folder / "journal.sqlite"))
        self.controller = SessionController(setup, words_for(language, "bavarian"), self.journal.events)
        self.controller.set_camera(False)
        self.view.camera.watched = "by_hand"
        self.said: list[str] = []
        file = TournamentFile(folder / "tournament.json", self.said.append)
        self.history = History()
        link, socket, say = LinkFile(folder / "link.toml"), folder / "link.sock", self.said.append
        self.hall = HallTable(self.view, self.journal, file, link, socket, self.history, answered, say)
        self._stack.callback(self.hall.server.close)
        self.loop = SessionLoop(self.controller, self.journal)
        self.hall.refresh()

    @property
    def view(self) -> Any:
        return self.controller.view

    @property
    def menu(self) -> Menu:
        return self.controller.menu

    @property
    def tournament(self) -> Tournament:
        assert self.view.tournament is not None
        return self.view.tournament  # type: ignore[no-any-return]

    @property
    def stage(self) -> str:
        return self.tournament.stage(self.controller.table)

    @property
    def state(self) -> HallState:
        state = state_of(self.view, "").hall
        assert state is not None
        return state

    def __enter__(self) -> TournamentTable:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def take(self, pairing: Pairing) -> None:
        self.hall.take(self.loop, action_of(pairing))

    def press(self, *buttons: Button, seat: Seat | None = None) -> None:
        for button in buttons:
            for result in self.loop.press(Press(button, seat=seat)):
                for request in result.requests:
                    if isinstance(request, TournamentRequest):
                        self.hall.carry_out(self.loop, request)
                    if isinstance(request, UseCamera):
                        self.controller.open_menu = None

    def play_deal(self, winner: int) -> None:
        """Enters a deal of Watten in which the side of that number takes three tricks."""
        while self.controller.table.phase in (Phase.SCORED, Phase.OVER):
            self.press("play")
        self.press("play", *["up"] * (3 if winner == 0 else 0), "play", *["up"] * (3 if winner == 1 else 0), "play")

    def play_game(self, winner: int) -> None:
        """Plays a game to 11 that one side wins by 12:0."""
        for _ in range(6):
            self.play_deal(winner)
