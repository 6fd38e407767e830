"""Runs the whole appliance without hardware: parts, players and table are simulated, a terminal is buttons and display.

Nothing of this user's own table is touched: journal, choices and decks are in a folder of their own.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

from cli.keyboard import single_keys
from cli.simulated.camera import GERMAN, deck_for
from cli.simulated.table import SimulatedTable
from cli.simulated.texts import words_for_terminal
from cli.terminal import TerminalView
from common.errors import print_fault
from common.files.paths import choices_file, journal_file
from common.texts.keys import PhraseKey
from common.texts.phrases import phrase_in, spoken_language
from common.texts.words import words_for
from device.reporting.ledger import LedgerText
from device.runtime.appliance import Appliance
from device.runtime.appliance_runs import run_appliances
from device.runtime.systemd import Log
from device.screens.base import Notice
from device.session.results import Listener
from device.settings.preferences import Choices
from device.settings.settings import Config
from device.storage.journal import JournalError
from device.storage.ledger import ledger_of
from device.storage.pack_paths import shipped_pack, use_pack
from engine.cards import Pack
from engine.games import game as game_called


def run_simulated(
    config: Config,
    folder: Path | None,
    seed: int,
    listeners: Sequence[Listener],
    keep_on: Callable[[], bool],
    page: Callable[[Appliance], AbstractContextManager[str]] | None = None,
) -> bool:
    """Runs until *keep_on* returns False or the person quits, then prints the ledger.

    *folder* keeps journal and decks; None forgets them at the end. *page* runs the page for phones beside an appliance,
    and yields its address. Returns whether a thread of a library still runs.

    :raises ValueError: if the settings cannot be used.
    :raises OSError: if the folder cannot be written.
    """
    with _state_folder(folder):
        _say(config, "simulated_preparing")
        table = SimulatedTable(_choose_deck(config), seed)

        @contextmanager
        def begin(notices: Sequence[Notice], _: bool) -> Iterator[Appliance]:
            with (
                Appliance(
                    config,
                    table.board,
                    table.log,
                    listeners=[table.add_to_story, *listeners],
                    notices=notices,
                    camera=lambda: table.camera,
                    display=table.display,
                ) as appliance,
                page(appliance) if page else nullcontext("") as table.address,
            ):
                table.press = appliance.press
                yield appliance

        with single_keys(sys.stdin, table.key), _drawing(config, table) as draw:
            last = run_appliances(
                begin,
                lambda appliance: keep_on() and draw(appliance),
                lambda: not keep_on() or table.has_ended,
                Log(table.log).say,
                lambda: None,
            )
        words = words_for_terminal(last.session.controller.view)
        with suppress(JournalError):  # nothing was played
            ledger = ledger_of(journal_file(), print_fault)
            print(*LedgerText(words_for(words.language, words.home)).lines(ledger), sep="\n")
    return last.has_abandoned_worker


@contextmanager
def _state_folder(folder: Path | None) -> Iterator[None]:
    """Keeps the state of the simulated table in *folder*, or in a temporary one, within the context."""
    before = os.environ.get("STATE_DIRECTORY")
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as temporary:
        os.environ["STATE_DIRECTORY"] = str(folder.absolute() if folder is not None else temporary)
        try:
            yield
        finally:
            os.environ.pop("STATE_DIRECTORY")
            if before is not None:
                os.environ["STATE_DIRECTORY"] = before


def _choose_deck(config: Config) -> Pack:
    """Returns the first drawn deck to lie on the table; its shipped pack is in use unless the settings name one."""
    kind = deck_for(game_called(config.choice.game).pack) if config.fixes_game else GERMAN
    if not config.pack:
        use_pack(shipped_pack(kind))
        Choices(choices_file()).choose(deck=kind.name)
    return kind


@contextmanager
def _drawing(config: Config, table: SimulatedTable) -> Iterator[Callable[[Appliance], bool]]:
    """Yields what is called at every turn of the loop: lets the table act, draws it, and returns whether to go on."""
    view = TerminalView(sys.stdout) if sys.stdout.isatty() else None
    if view is None:
        _say(config, "simulated_no_terminal")

    def draw(appliance: Appliance) -> bool:
        table.turn(appliance)
        if view is not None:
            view.show(table.page(appliance))
        return not table.has_ended

    try:
        yield draw
    finally:
        if view is not None:
            view.close()
        sys.stderr.write(table.log.getvalue())


def _say(config: Config, key: PhraseKey) -> None:
    print(f"kiebitz: {phrase_in(config.language or spoken_language(), key)}", file=sys.stderr, flush=True)
