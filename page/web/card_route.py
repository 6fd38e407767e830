"""The route of the pictures of cards, for each web page that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import FileResponse, PlainTextResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from page.cards import CardArt

IMMUTABLE = {"cache-control": "public, max-age=31536000, immutable"}


def card_route(art: CardArt) -> Route:
    """Returns the route of the pictures that *art* draws; the picture at a URL never changes."""

    async def picture(request: Request) -> Response:
        path = await art.picture(request.path_params["pack"], request.path_params["name"])
        if path is None:
            return PlainTextResponse("no such card", 404)
        return FileResponse(path, media_type="image/webp", headers=IMMUTABLE)

    return Route("/cards/{pack}/{name}", picture)
