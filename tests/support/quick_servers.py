"""Web servers that look a hundred times a second whether they are to end; uvicorn looks ten times."""

import asyncio

from web.kit.server import WebServer

TICK_S = 0.01


class QuickWebServer(WebServer):
    """Counts each look as one of uvicorn's, so that what is due after so many of them is due sooner."""

    async def main_loop(self) -> None:
        counter = 0
        while not await self.on_tick(counter):
            counter += 1
            await asyncio.sleep(TICK_S)
