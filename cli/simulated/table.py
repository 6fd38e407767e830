"""The simulated table: a person at the keys, simulated players at a rendered table, and the whole appliance between.

The appliance calls `turn` at every turn of its loop, in its thread; keys arrive in a thread of their own, and those of
buttons are presses at once.
"""

import io
import time
from collections import deque
from collections.abc import Callable
from random import Random

from PIL import Image

from cli.demo.director import shortest_presses
from cli.keyboard import BUTTON_KEYS
from cli.simulated.camera import SimulatedCamera, deck_for, easy_look
from cli.simulated.players import Move, SimulatedPlayers
from cli.simulated.texts import describe, hand_lines, words_for_terminal
from cli.terminal import TerminalPage
from common.texts.keys import PhraseKey
from common.texts.words import TableWords
from device.display.base import Display
from device.display.text_layout import HEIGHT, WIDTH
from device.hardware.board import Board, CameraChoice
from device.hardware.presses import Button, Press
from device.reporting.story import Story
from device.runtime.appliance import Appliance
from device.screens.table import AimingScreen
from device.session.results import StepResult
from engine.cards import Pack
from engine.rules.game import Phase
from simulator.choreography import Bump, Lay, Lift
from simulator.deck import table_deck
from simulator.table import RenderedTable

SOURCE = "simulated"
PRESS_INTERVAL_S = 0.4
"""Seconds between two presses of the simulated players, so that they can be followed."""
SETTLE_S, CATCH_UP_S = 0.3, 3.0
"""Seconds after a movement until the next one, if the appliance has noticed it; and if it has not."""
STORY_LINES = 2


class SimulatedTable:
    """The state of table and players.

    `board`, `camera` and `display` are for the appliance, `add_to_story` is one of its listeners.
    """

    board = Board(camera=CameraChoice(SOURCE))

    def __init__(self, pack: Pack, seed: int) -> None:
        """*pack* has the cards with which it begins."""
        self.log = io.StringIO()
        self.has_ended = False
        self.address = ""
        self.press: Callable[[Press], None] = lambda press: None
        """How the appliance that runs takes a press."""
        self.display = Display()
        self._seed, self._look = seed, easy_look(seed)
        self._tables: dict[str, RenderedTable] = {}
        self.camera = SimulatedCamera(self._table_for(pack))
        self._players = SimulatedPlayers(Random(seed))
        self._keys: deque[str] = deque()
        self._presses: deque[Button] = deque()
        self._pressed_at = self._busy_at = float("-inf")
        self._wants_next = self._had_activity = False
        self._planned: tuple[object, Move] | None = None
        self._remark: PhraseKey | None = None
        self._said: deque[str] = deque(maxlen=STORY_LINES)
        self._story: Story | None = None

    # Keys

    def key(self, key: str) -> None:
        """Takes a key, from any thread: buttons at once, all else at the next turn."""
        if key in BUTTON_KEYS:
            self.press(Press(BUTTON_KEYS[key]))
        else:
            self._keys.append(key)

    def turn(self, appliance: Appliance) -> None:
        """Lets keys, players and hands act; called in the thread of the appliance's loop."""
        while self._keys:
            self._handle(self._keys.popleft(), appliance)
        view, activity = appliance.session.controller.view, appliance.activity
        request = activity.requested_card if activity is not None else None
        pack = request[1] if request is not None else view.table.game.pack if view.table.game is not None else None
        if pack is not None and self.camera.is_idle:
            self.camera.table = self._table_for(pack)
        if self._had_activity and activity is None:
            self.camera.clear()
        self._had_activity = activity is not None
        if activity is None:
            self._players.follow(view.table)
            self.camera.perform(*self._players.due)
            self._players.due.clear()
        now = time.monotonic()
        if self._presses and now - self._pressed_at >= PRESS_INTERVAL_S:
            self._pressed_at = now
            self.press(Press(self._presses.popleft()))
        if self._wants_next and self._is_settled(appliance):
            self._wants_next = False
            self._go_on(appliance)

    def _handle(self, key: str, appliance: Appliance) -> None:
        self._remark = None
        match key:
            case "q" | "end":
                self.has_ended = True
            case "space":
                self._wants_next = True
            case "w":
                view = appliance.session.controller.view
                move = self._players.wrong_move(view) if self._is_settled(appliance) else Move()
                if move and appliance.activity is None and not self._asks(appliance):
                    self._make(move)
                else:
                    self._remark = "simulated_not_wrong"
            case "k":
                self._remark = "simulated_knocked"
                self.camera.perform(Bump())
            case "x":
                is_off = not self.display.fault
                self.display.fault = (
                    "no display: got none, expected the one that the key x has taken off" if is_off else ""
                )
                self._remark = "simulated_display_off" if is_off else "simulated_display_on"

    # Moves

    def _go_on(self, appliance: Appliance) -> None:
        """Makes the next move: hands, or presses of what somebody says."""
        if self._asks(appliance):
            self._remark = "simulated_answer"
            return
        move = self._plan(appliance)
        if move.said is not None:
            controller = appliance.session.controller
            way = shortest_presses(controller.view, controller.menu, (move.said,))
            self._presses.extend(way.presses if way is not None else ())
            self._remark = "simulated_nothing" if way is None else None
        elif move:
            self._make(move, is_of_deal=appliance.activity is None)
        else:
            self._remark = "simulated_nothing"

    def _make(self, move: Move, is_of_deal: bool = True) -> None:
        if is_of_deal:
            self._players.carry_out(move, self.camera.lying)
        self.camera.perform(*move.actions)
        self._planned = None

    def _plan(self, appliance: Appliance) -> Move:
        view, lying = appliance.session.controller.view, self.camera.lying
        request = appliance.activity.requested_card if appliance.activity is not None else None
        state = (len(view.table.journal), view.table.phase, tuple(map(id, lying)), appliance.activity, request)
        if self._planned is None or self._planned[0] != state:
            lifts = [Lift(sheet.card) for sheet in lying if sheet.card is not None]
            if appliance.activity is None:
                move = self._players.next_move(view, lying)
            elif request is not None:
                move = Move((*lifts, Lay(0, request[0])))
            else:  # any card to aim by
                move = Move(tuple(lifts) or (Lay(0, next(iter(self.camera.table.deck))),))
            self._planned = state, move
        return self._planned[1]

    def _table_for(self, pack: Pack) -> RenderedTable:
        """Returns the table with the drawn deck that has the cards of *pack*; all tables have one look."""
        deck = deck_for(pack)
        if deck.name not in self._tables:
            self._tables[deck.name] = RenderedTable(table_deck(deck), self._look, self._seed)
        return self._tables[deck.name]

    def _is_settled(self, appliance: Appliance) -> bool:
        """Whether the last movement has ended, and the appliance has noticed it or had the time to."""
        now = time.monotonic()
        if not self.camera.is_idle or self._presses:
            self._busy_at = now
            return False
        table = appliance.session.controller.table
        in_trick = len(table.deal.trick) if table.deal is not None and table.phase == Phase.PLAY else None
        lying = sum(sheet.place == "trick" for sheet in self.camera.lying)
        patience = SETTLE_S if in_trick in (None, lying) else CATCH_UP_S
        return now - self._busy_at >= patience

    @staticmethod
    def _asks(appliance: Appliance) -> bool:
        """Whether the display waits for an answer that only the person can give."""
        if appliance.activity is None:
            return appliance.session.is_asking
        return appliance.activity.requested_card is None and not isinstance(appliance.activity.screen, AimingScreen)

    # What is shown

    def add_to_story(self, result: StepResult) -> None:
        """A listener of the appliance: keeps the last lines of what happened."""
        if self._story is None:
            self._story = Story(result.view.words, self._said.append)
        self._story.words = result.view.words
        self._story(result)

    def page(self, appliance: Appliance) -> TerminalPage:
        view = appliance.session.controller.view
        words = words_for_terminal(view)
        hint = "   ".join(filter(None, (self._hint(appliance, words), self.address)))
        keys = [hint, words.phrase("simulated_buttons"), words.phrase("simulated_keys")]
        picture = None if self.display.fault else self.display.picture
        shown = Image.new("1", (WIDTH, HEIGHT)) if picture is None else picture
        if self.display.is_turned:
            shown = shown.transpose(Image.Transpose.ROTATE_180)
        hands = hand_lines(self._players.hands, words)
        size = words.phrase("simulated_size")
        return TerminalPage(shown, self.camera.picture, hands, tuple(self._said), keys, size)

    def _hint(self, appliance: Appliance, words: TableWords) -> str:
        if self._remark is not None:
            return words.phrase(self._remark)
        if self._asks(appliance):
            return words.phrase("simulated_answer")
        if not self._is_settled(appliance):
            return words.phrase("simulated_moving")
        move = self._plan(appliance)
        if not move:
            return words.phrase("simulated_nothing")
        if appliance.activity is None:
            what = describe(move, appliance.session.controller.view.table.game, words)
        elif appliance.activity.requested_card is not None:
            what = words.phrase("simulated_shows")
        else:
            takes_away = all(isinstance(action, Lift) for action in move.actions)
            what = words.phrase("simulated_shown" if takes_away else "simulated_shows_any")
        return words.phrase("simulated_next", what=what)
