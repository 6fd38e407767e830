"""The routes of pictures from the referee's memory: a live frame, cards in enrolment, and cards of a finding.

None is kept longer than the referee offers it, and none is written to a file, on phones neither (`no-store`).
"""

from __future__ import annotations

import asyncio
import base64
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from common.feed.messages import Answer, LivePicture
from hall.limits import MAX_PICTURES, PICTURES_S
from web.kit.requests import address_of
from web.kit.security import Limit

if TYPE_CHECKING:
    from starlette.requests import Request

    from web.kit.app import WebApp
    from web.kit.security import Role
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
            Route("/picture/deck/{version:int}/{card}", self._enrolled_card),
            Route("/picture/refused/{version:int}", self._refused_card),
            Route("/picture/crop/{position:int}", self._crop),
        ]

    async def _live_picture(self, request: Request) -> Response:
        """Answers 204 if the phone has the latest frame already, and with `x-ended` why there are no more."""
        refusal = self._refusal(request, ("landlord",))
        if refusal is not None:
            return refusal
        texts = self._app.texts(request)
        frame, ended = await self._latest_frame()
        if ended:
            self._forget_frame()
            return PlainTextResponse(texts.aim_ended, headers={"x-ended": "1"})
        if frame is None or str(frame.number) == request.query_params.get("after"):
            return Response(status_code=204)
        headers = {"x-number": str(frame.number), "x-advice": quote(self._advice(frame, request))}
        if not frame.jpeg:
            return Response(status_code=204, headers=headers)
        return Response(base64.b64decode(frame.jpeg), media_type=JPEG, headers=headers)

    def _advice(self, frame: LivePicture, request: Request) -> str:
        return self._live.words(self._app.language(request)).phrase(frame.advice)

    async def _latest_frame(self) -> tuple[LivePicture | None, str]:
        """Returns the latest frame, fetched at most every `LIVE_S` seconds, and why there is none."""
        async with self._frame_turn:
            fetched_at, frame, refused = self._frame
            if time.monotonic() - fetched_at >= LIVE_S:
                answer = await self._feed.fetch_picture("live", offset=frame.number if frame is not None else 0)
                refused = answer.refused
                if answer.text:
                    frame = msgspec.json.decode(answer.text, type=LivePicture)
                self._frame = time.monotonic(), frame, refused
            return frame, refused

    def _forget_frame(self) -> None:
        self._frame = float("-inf"), None, ""

    async def _enrolled_card(self, request: Request) -> Response:
        card, version = request.path_params["card"], request.path_params["version"]
        return await self._picture(request, ("landlord",), f"deck/{version}/{card}")

    async def _refused_card(self, request: Request) -> Response:
        return await self._picture(request, ("landlord",), f"refused/{request.path_params['version']}")

    async def _crop(self, request: Request) -> Response:
        return await self._picture(request, ("player", "landlord"), f"crop/{request.path_params['position']}")

    async def _picture(self, request: Request, roles: tuple[Role, ...], name: str) -> Response:
        """Returns the picture of that name, if the referee offers it now."""
        refusal = self._refusal(request, roles)
        if refusal is not None:
            return refusal
        if name not in self._live.offered_pictures:
            return PlainTextResponse("no such picture", 404)
        content = self._live.pictures.get(name)
        if content is None:
            answer = await self._fetch(name)
            if answer.refused or not answer.text:
                return PlainTextResponse("no such picture", 404)
            content = base64.b64decode(answer.text)
            if name in self._live.offered_pictures:
                self._live.pictures[name] = content
        return Response(content, media_type=JPEG)

    async def _fetch(self, name: str) -> Answer:
        kind, _, rest = name.partition("/")
        if kind == "crop":
            return await self._feed.fetch_picture("crop", position=int(rest))
        return await self._feed.fetch_picture("deck", card=rest.partition("/")[2])

    def _refusal(self, request: Request, roles: tuple[Role, ...]) -> Response | None:
        texts = self._app.texts(request)
        if self._app.role(request) not in roles:
            return PlainTextResponse(texts.refusal("landlord" if "player" not in roles else "role"), 403)
        return None if self._limit.allows(address_of(request)) else PlainTextResponse(texts.refusal("busy"), 429)
