"""Pictures of cards, drawn once for each pack and region by a child process with OpenCV, and stored as files."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

ART_VERSION = 2
"""To be raised when the drawn art changes, so that stored pictures are drawn anew."""
DRAWING_TIMEOUT_S = 60.0
_PACK = re.compile(r"(bavarian32|german33|french20|french32|french52)-(bavarian|franconian|saxon|tell|french)")
_NAME = re.compile(r"[A-Z](10|[2-9AKQJOU])?\.webp")


def art_folder() -> Path:
    """Returns the folder of the pictures: `CACHE_DIRECTORY` under systemd, else `XDG_CACHE_HOME/kiebitz`."""
    value = os.environ.get("CACHE_DIRECTORY", "").split(":")[0]
    if value:
        return Path(value)
    value = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(value) if Path(value).is_absolute() else Path.home() / ".cache"
    return home / "kiebitz"


class CardArt:
    """Draws what is missing; several phones that ask at the same time wait for one drawing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / f"art-{ART_VERSION}"
        self._drawing: dict[str, asyncio.Task[None]] = {}

    async def picture(self, pack: str, name: str) -> Path | None:
        """Returns the file of a card or suit sign of *pack*, such as `bavarian32-tell`; None if there is none."""
        if not _PACK.fullmatch(pack) or not _NAME.fullmatch(name):
            return None
        path = self._folder / pack / name
        if not path.parent.is_dir():
            if pack not in self._drawing:
                self._drawing[pack] = asyncio.create_task(self._draw(pack))
            await asyncio.shield(self._drawing[pack])
        return path if path.is_file() else None

    async def draw(self, pack: str) -> None:
        """Draws a pack that is missing."""
        await self.picture(pack, "A.webp")

    async def _draw(self, pack: str) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "page.draw_cards", pack, str(self._folder / pack)
            )
            async with asyncio.timeout(DRAWING_TIMEOUT_S):
                await process.wait()
        except (OSError, TimeoutError):
            return
        finally:
            self._drawing.pop(pack, None)
