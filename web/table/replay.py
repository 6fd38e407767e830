"""Writes a recorded deal as one HTML file: the views of the page without a device, for a disk or any web server."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import msgspec

from common.feed.messages import Hello, RecordedLine, Ruling, TableState
from common.texts.phrases import Language, phrase_in, region_for
from engine.codec import encode
from engine.events import Event, GameStarted
from engine.games import game as game_called
from web.kit.cards import picture_data
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
    """Writes the file into *folder*, and returns it; it begins in *language*.

    :raises TooLongToReplay: if the record has no game or too many events.
    :raises OSError: if the folder cannot be written.
    """
    game = next((event for event in events if isinstance(event, GameStarted)), None)
    if game is None or len(events) > MAX_EVENTS:
        raise TooLongToReplay(f"got {len(events)} events, expected a game, and at most {MAX_EVENTS} events")
    state = TableState(
        language="de",
        region=region_for(game_called(game.game, dict(game.rules)).pack),
        game=game.game,
        seats=game.seats,
        names={},
        rules=dict(game.rules),
        camera="camera",
        viewers=True,
        key="",
    )
    replay = Replay(state, get_args(Language))
    for event in events:
        replay.take(event)
        replay.show()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(replay.page(language), encoding="utf-8")
    return folder / "index.html"


class Replay:
    """A table that takes events again, and its views after each event that changes one of them."""

    def __init__(self, state: TableState, languages: Sequence[Language]) -> None:
        self.live = LiveTable()
        self._state, self._languages = state, languages
        self._fragments: list[str] = []
        self._steps: list[dict[Language, list[int]]] = []
        """For each language the numbers of the fragments, in the order of `VIEWS`."""
        self._numbers: dict[str, int] = {}
        self.renderer = TableRenderer(self.live)
        self.live.take(msgspec.json.encode(Hello(SESSION, 0)))

    def take(self, event: Event, time_s: float = 0.0) -> None:
        self.live.take(msgspec.json.encode(RecordedLine(len(self.live.times), time_s, encode(event))))

    def show(self) -> None:
        """Adds a step with all findings so far, unless it looks like the one before or no deal has begun."""
        live = self.live
        findings = live.view.table.findings if live.view is not None else ()
        rulings = tuple(Ruling(each.position, each.kind.value, ()) for each in findings)
        live.take(msgspec.json.encode(msgspec.structs.replace(self._state, findings=rulings)))
        if live.view is None or not has_game(live.view):
            return
        step = {code: [self._number(view, code) for view in VIEWS] for code in self._languages}
        if not self._steps or step != self._steps[-1]:
            self._steps.append(step)

    def page(self, language: Language) -> str:
        """Returns the file, which needs no other; it begins in *language*."""
        names = sorted(set(re.findall(r'src="(cards/[^"]+)"', "".join(self._fragments))))
        content = {
            "language": language,
            "views": VIEWS,
            "steps": self._steps,
            "html": self._fragments,
            "texts": {code: _texts(code) for code in self._languages},
            "cards": {name: picture_data(name) for name in names},
        }
        data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
        static = FOLDER / "static"
        parts = {
            "/* style */": (KIT_FOLDER / "static" / "page.css").read_text(encoding="utf-8"),
            "/* script */": f"const REPLAY = {data};\n" + (static / "replay.js").read_text(encoding="utf-8"),
        }
        page = (static / "replay.html").read_text(encoding="utf-8")
        return re.sub(r"/\* (style|script) \*/", lambda place: parts[place[0]], page)

    def _number(self, view: str, language: Language) -> int:
        html, _ = self.renderer.fragment(ViewRequest(view, language, "viewer"))
        html = re.sub(r'src="/', 'src="', re.sub(r' href="/[^"]*"', "", html))
        if html not in self._numbers:
            self._numbers[html] = len(self._fragments)
            self._fragments.append(html)
        return self._numbers[html]


def _texts(language: Language) -> dict[str, str]:
    texts = Texts(language, "table")
    return {
        "language": phrase_in(language, "own_language"),
        **{name: getattr(texts, name) for name in ("table", "score", "dispute", "play", "step_back", "step_on")},
    }
