"""The emblem of the club that runs a tournament: a small PNG, from which everything but the picture is taken out."""

import zlib

from common.limits import MAX_EMBLEM_BYTES, MAX_EMBLEM_PX

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_NEEDED = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""The chunks of the picture; others hold texts, places, times and profiles."""


class BadEmblem(ValueError):
    """Raised for data that is not a small PNG."""


def clean_png(data: bytes) -> bytes:
    """Returns the PNG with only the chunks that make the picture.

    :raises BadEmblem: if it is no whole PNG, too large, or has too many pixels.
    """
    if len(data) > MAX_EMBLEM_BYTES or not data.startswith(_SIGNATURE):
        raise BadEmblem(f"got {len(data)} bytes, expected a PNG of {MAX_EMBLEM_BYTES} at the most")
    chunks, place = [_SIGNATURE], len(_SIGNATURE)
    kinds: list[bytes] = []
    while place < len(data) and kinds[-1:] != [b"IEND"]:
        length, kind = int.from_bytes(data[place : place + 4]), data[place + 4 : place + 8]
        chunk = data[place : place + 12 + length]
        if len(chunk) < 12 + length or zlib.crc32(chunk[4:-4]) != int.from_bytes(chunk[-4:]):
            raise BadEmblem("got a damaged PNG, expected a whole one")
        chunks += [chunk] if kind in _NEEDED else []
        kinds.append(kind)
        place += len(chunk)
    if kinds[:1] != [b"IHDR"] or kinds[-1:] != [b"IEND"] or b"IDAT" not in kinds:
        raise BadEmblem("got a PNG without a picture, expected a whole one")
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if not (0 < width <= MAX_EMBLEM_PX and 0 < height <= MAX_EMBLEM_PX):
        raise BadEmblem(f"got {width} by {height} pixels, expected {MAX_EMBLEM_PX} at the most")
    return b"".join(chunks)
