"""An emblem is a small, whole PNG, and only its picture is kept."""

import io
import struct
import zlib

import pytest
from PIL import Image, PngImagePlugin

from common.limits import MAX_EMBLEM_BYTES, MAX_EMBLEM_PX
from hall.emblem import BadEmblem, clean_png


def png(width: int = 8, height: int = 6, mode: str = "RGBA", kind: str = "PNG") -> bytes:
    """Returns a picture with a text that says where it was taken."""
    written = io.BytesIO()
    info = PngImagePlugin.PngInfo()
    info.add_text("GPS", "Griesstätt 47.99 N")
    options = {"pnginfo": info} if kind == "PNG" else {}
    Image.new(mode, (width, height), 1).save(written, kind, **options)
    return written.getvalue()


def chunk(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "L", "P", "1"])
def test_only_the_picture_is_kept(mode: str) -> None:
    cleaned = clean_png(png(mode=mode) + b"and what stands behind it")
    assert b"GPS" not in cleaned
    assert cleaned.endswith(chunk(b"IEND"))
    before, after = (Image.open(io.BytesIO(each)).convert("RGBA") for each in (png(mode=mode), cleaned))
    assert before.tobytes() == after.tobytes()


WHOLE = png()
BAD = {
    "nothing": b"",
    "a JPEG": png(mode="RGB", kind="JPEG"),
    "a drawing with a script": b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
    "cut off": WHOLE[:-20],
    "a bit turned": WHOLE[:40] + bytes([WHOLE[40] ^ 1]) + WHOLE[41:],
    "without a picture": WHOLE[:33] + chunk(b"IEND"),
    "no head": WHOLE[:8] + chunk(b"IDAT", b"x") + chunk(b"IEND"),
    "a length beyond its end": WHOLE[:8] + struct.pack(">I", 1 << 31) + WHOLE[12:],
    "too wide": png(MAX_EMBLEM_PX + 1, 1),
    "no height": WHOLE[:8] + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 0, 8, 0, 0, 0, 0)) + WHOLE[33:],
    "too many bytes": WHOLE[:-12] + chunk(b"teXt", b"x" * MAX_EMBLEM_BYTES) + WHOLE[-12:],
}


@pytest.mark.parametrize("name", BAD)
def test_anything_else_is_refused(name: str) -> None:
    with pytest.raises(BadEmblem):
        clean_png(BAD[name])
