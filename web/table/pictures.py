"""The routes of pictures from the referee's memory: a live frame, cards in enrolment, and cards of a finding.

None is kept longer than the referee offers it, and none is written to a file, on phones neither (`no-store`).
"""

import asyncio
import base64
import time
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from common.feed.messages import LivePicture
from common.limits import MAX_PICTURES, PICTURES_S
from web.kit.app import WebApp
from web.kit.security import MEMBERS, Limit, Role
from web.table.feed import FeedClient, LiveTable

LIVE_S = 0.2
"""Seconds for which one frame is used for all phones."""
JPEG = "image/jpeg"


class PictureRoutes:
    def __init__(self, app: WebApp[Any], live: LiveTable, feed: FeedClient) -> None:
        self._app, self._live, self._feed = app, live, feed
        self._limit = Limit(MAX_PICTURES, PICTURES_S)
        self._frame_turn = asyncio.Lock()
        self._frame: tuple[float, LivePicture | None, str] = float("-inf"), None, ""
        """When it was fetched, the frame, and why there is none."""
        self.routes = [
            Route("/picture/live", self._live_picture),
            Route("/picture/{name:path}", self._picture),
        ]

    async def _live_picture(self, request: Request) -> Response:
        """Answers 204 if the phone has the latest frame already, and with `x-ended` why there are no more."""
        if denied := self._app.denial(request, self._limit, "landlord"):
            return PlainTextResponse(*denied)
        texts = self._app.texts(request)
        async with self._frame_turn:  # all phones share a frame, fetched at most every `LIVE_S` seconds
            fetched_at, frame, ended = self._frame
            if time.monotonic() - fetched_at >= LIVE_S:
                answer = await self._feed.fetch_picture("live", offset=frame.number if frame is not None else 0)
                ended = answer.refused
                if answer.text:
                    frame = msgspec.json.decode(answer.text, type=LivePicture)
                self._frame = time.monotonic(), frame, ended
        if ended:
            self._frame = float("-inf"), None, ""
            return PlainTextResponse(texts.aim_ended, headers={"x-ended": "1"})
        if frame is None or str(frame.number) == request.query_params.get("after"):
            return Response(status_code=204)
        advice = self._live.words(self._app.language(request)).phrase(frame.advice)
        headers = {"x-number": str(frame.number), "x-advice": quote(advice)}
        if not frame.jpeg:
            return Response(status_code=204, headers=headers)
        return Response(base64.b64decode(frame.jpeg), media_type=JPEG, headers=headers)

    async def _picture(self, request: Request) -> Response:
        """Returns a picture such as `crop/17` or `deck/3/E9`, if the referee offers it now."""
        name = str(request.path_params["name"])
        kind, _, rest = name.partition("/")
        roles: tuple[Role, ...] = MEMBERS if kind == "crop" else ("landlord",)
        if denied := self._app.denial(request, self._limit, *roles):
            return PlainTextResponse(*denied)
        if name not in self._live.offered_pictures:
            return PlainTextResponse("no such picture", 404)
        content = self._live.pictures.get(name)
        if content is None:
            if kind == "crop":
                answer = await self._feed.fetch_picture("crop", position=int(rest))
            else:
                answer = await self._feed.fetch_picture("deck", card=rest.partition("/")[2])
            if answer.refused or not answer.text:
                return PlainTextResponse("no such picture", 404)
            content = base64.b64decode(answer.text)
            if name in self._live.offered_pictures:
                self._live.pictures[name] = content
        return Response(content, media_type=JPEG)
