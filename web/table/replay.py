"""Writes a recorded deal as static files: the views of the page without a device, for a disk or any web server."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import msgspec

from common.feed.messages import Hello, RecordedLine, Ruling, TableState
from common.texts.card_names import region_for
from common.texts.phrases import Language, phrase_in
from engine.codec import encode
from engine.events import Event, GameStarted
from engine.games import game as game_called
from web.kit.cards import FOLDER as CARDS
from web.kit.rendering import FOLDER as KIT_FOLDER
from web.kit.rendering import ViewRequest
from web.kit.texts import Texts
from web.table.feed import LiveTable
from web.table.rendering import FOLDER, TableRenderer
from web.table.views.base import has_game

VIEWS = ("table", "score", "dispute")
MAX_EVENTS = 1000
SESSION = "replay"


class TooLongToReplay(ValueError):
    """Raised for a record without a game, or with more than `MAX_EVENTS` events."""


def write_replay(events: Sequence[Event], folder: Path, language: Language) -> Path:
    """Writes the files into *folder*, and returns the one to open; it begins in *language*.

    :raises TooLongToReplay: if the record has no game or too many events.
    :raises OSError: if the folder cannot be written.
    """
    game = next((event for event in events if isinstance(event, GameStarted)), None)
    if game is None or len(events) > MAX_EVENTS:
        raise TooLongToReplay(f"got {len(events)} events, expected a game, and at most {MAX_EVENTS} events")
    pack = game_called(game.game, dict(game.rules)).pack
    folder.mkdir(parents=True, exist_ok=True)
    steps = _Steps()
    for position in range(len(events)):
        steps.add(events[: position + 1], game, region_for(pack))
    texts = {code: _texts(code) for code in get_args(Language)}
    content = {"language": language, "views": VIEWS, "steps": steps.steps, "html": steps.fragments, "texts": texts}
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    (folder / "steps.js").write_text(f"const REPLAY = {data};\n", encoding="utf-8")
    for source in (KIT_FOLDER / "static" / "page.css", FOLDER / "static" / "replay.js"):
        shutil.copy(source, folder)
    shutil.copy(FOLDER / "static" / "replay.html", folder / "index.html")
    for name in sorted(set(re.findall(r'src="(cards/[^"]+)"', "".join(steps.fragments)))):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CARDS.parent / name, folder / name)
    return folder / "index.html"


class _Steps:
    """The rendered views after each event that changes one of them."""

    def __init__(self) -> None:
        self.fragments: list[str] = []
        self.steps: list[dict[str, list[int]]] = []
        """For each language the numbers of the fragments, in the order of `VIEWS`."""
        self._numbers: dict[str, int] = {}
        self._live = LiveTable()
        self._renderer = TableRenderer(self._live)

    def add(self, events: Sequence[Event], game: GameStarted, region: str) -> None:
        """Adds the step after the last of *events*, unless it looks like the one before or no deal has begun."""
        live = self._live
        if not live.times:
            live.take(msgspec.json.encode(Hello(SESSION, 0)))
            live.take(msgspec.json.encode(_state(game, region, ())))
        live.take(msgspec.json.encode(RecordedLine(len(live.times), float(len(live.times)), encode(events[-1]))))
        findings = live.view.table.findings if live.view is not None else ()
        rulings = tuple(Ruling(each.position, each.kind.value, ()) for each in findings)
        live.take(msgspec.json.encode(_state(game, region, rulings)))
        if live.view is None or not has_game(live.view):
            return
        step = {code: [self._number(view, code) for view in VIEWS] for code in get_args(Language)}
        if not self.steps or step != self.steps[-1]:
            self.steps.append(step)

    def _number(self, view: str, language: Language) -> int:
        html, _ = self._renderer.fragment(ViewRequest(view, language, "viewer"))
        html = re.sub(r'src="/', 'src="', re.sub(r' href="/[^"]*"', "", html))
        if html not in self._numbers:
            self._numbers[html] = len(self.fragments)
            self.fragments.append(html)
        return self._numbers[html]


def _state(game: GameStarted, region: str, findings: tuple[Ruling, ...]) -> TableState:
    return TableState(
        language="de",
        region=region,
        game=game.game,
        seats=game.seats,
        names={},
        rules=dict(game.rules),
        camera="camera",
        viewers=True,
        key="",
        findings=findings,
    )


def _texts(language: Language) -> dict[str, str]:
    texts = Texts(language, "table")
    return {
        "language": phrase_in(language, "own_language"),
        **{name: getattr(texts, name) for name in ("table", "score", "dispute", "play", "step_back", "step_on")},
    }
