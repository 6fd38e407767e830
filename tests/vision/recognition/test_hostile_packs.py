"""Pack files that somebody made to do harm: each is refused with one line, in bounded memory."""

import contextlib
import io
import json
import os
import struct
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL.JpegImagePlugin import JpegImageFile

from engine.cards import BAVARIAN_32
from tests.support.examples import examples, one_in
from vision.recognition.card_images import BadPicture, decode_picture, encode_picture
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack, enrol
from vision.recognition.pack_file import BadPack, checked_pack, load_pack, save_pack

MOST_MEMORY = 64 << 20
"""Bytes; the smallest board has 512 MiB for everything."""
LINES = 500
"""Letters that a reason takes at most."""
same_folder = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=examples(50)
)


@pytest.fixture(scope="module")
def pack(recogniser: Recogniser) -> EnrolledPack:
    noise = np.random.default_rng(0).integers(0, 256, (3, 180, 120, 3), np.uint8)
    pictures = {card: [picture] for card, picture in zip(BAVARIAN_32.cards, noise, strict=False)}
    return enrol(pictures, "bavarian32", recogniser, "adler")


@pytest.fixture(scope="module")
def honest(pack: EnrolledPack, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("packs") / "adler.npz"
    save_pack(pack, path)
    return path.read_bytes()


def parts(honest: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(honest)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def npy(header: str, data: bytes = b"") -> bytes:
    """An array whose header says what it likes."""
    text = header.encode("latin1") + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def of(kind: str, shape: str, data: bytes = b"") -> bytes:
    return npy(f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}", data)


def about(honest: bytes, **changes: object) -> bytes:
    plain = json.loads(parts(honest)["about.npy"].split(b"\n", 1)[1])
    text = json.dumps({**plain, **changes}).encode()
    return of("|u1", f"({len(text)},)", text)


def changed(honest: bytes, **files: bytes) -> bytes:
    return zipped({**parts(honest), **{f"{name}.npy": content for name, content in files.items()}})


def directory_says(honest: bytes, place: int, value: int) -> bytes:
    """The same zip, in whose directory the byte at a place of each entry is another one."""
    content = bytearray(honest)
    start = content.find(b"PK\x01\x02")
    while start >= 0:
        content[start + place] = value
        start = content.find(b"PK\x01\x02", start + 4)
    return bytes(content)


def many_entries(_: bytes) -> bytes:
    """A directory of 200 000 entries, each of which says the same of nothing."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("a", b"")
    small = content.getvalue()
    start = small.index(b"PK\x01\x02")
    entry, end = small[start:-22], bytearray(small[-22:])
    directory = entry * 200_000
    end[8:12] = struct.pack("<HH", 0xFFFF, 0xFFFF)
    end[12:16] = struct.pack("<I", len(directory))
    return small[:start] + directory + bytes(end)


def many_entries_of_a_large_zip(honest: bytes) -> bytes:
    """The same, told only by the records of a zip of more than 4 GiB."""
    plain = many_entries(honest)
    directory = plain[plain.index(b"PK\x01\x02") : -22]
    start = plain.index(b"PK\x01\x02")
    record = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 200_000, 200_000, len(directory), start)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, start + len(directory), 1)
    end = bytearray(plain[-22:])
    end[12:16] = struct.pack("<I", 100)
    return plain[:-22] + record + locator + bytes(end)


HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "an array of a thousand TB": lambda pack: changed(pack, prototypes=of("<f2", "(1000000, 1000000, 512)")),
    "an array of nothing that says much": lambda pack: changed(pack, pictures=of("|u1", "(99999999999999999999,)")),
    "a negative shape": lambda pack: changed(pack, prototypes=of("<f2", "(-3, -2, 64)", bytes(768))),
    "fortran order": lambda pack: changed(
        pack, prototypes=npy("{'descr': '<f2', 'fortran_order': True, 'shape': (1,), }", b"\0\0")
    ),
    "a header that is a program": lambda pack: changed(pack, about=npy("__import__('os').abort()")),
    "a header without an end": lambda pack: changed(pack, about=npy("-" * 60_000 + "1")),
    "a header like a tower": lambda pack: changed(pack, about=npy("(" * 30_000)),
    "objects": lambda pack: changed(pack, prototypes=of("|O", "(1,)", b"\x80\x04\x95")),
    "texts": lambda pack: changed(pack, prototypes=of("<U9", "(1,)", bytes(36))),
    "records": lambda pack: changed(pack, prototypes=npy("{'descr': [('a', '<f2')], 'shape': ()}")),
    "a later format of arrays": lambda pack: changed(pack, about=b"\x93NUMPY\x03\x00" + bytes(100)),
    "no array": lambda pack: changed(pack, about=b'{"format": 2}'),
    "a description of a MiB": lambda pack: changed(pack, about=about(pack, cards=["EA"] * 200_000)),
    "a description that is a tower": lambda pack: changed(
        pack, about=of("|u1", "(60000,)", b"[" * 60_000)
    ),
    "sizes beyond all measure": lambda pack: changed(pack, about=about(pack, pictures=[[1e308], [float("inf")], [1]])),
    "sizes that are no numbers": lambda pack: changed(pack, about=about(pack, pictures=[[float("nan")]] * 3)),
    "sizes of text": lambda pack: changed(pack, about=about(pack, pictures=["9" * 5000] * 3)),
    "sizes below nothing": lambda pack: changed(pack, about=about(pack, pictures=[[-1]] * 3)),
    "cards of no length": lambda pack: changed(pack, about=about(pack, length=0)),
    "cards too long": lambda pack: changed(pack, about=about(pack, length=float("inf"))),
    "a length that is no number": lambda pack: changed(pack, about=about(pack, length=float("nan"))),
    "a length of text": lambda pack: changed(pack, about=about(pack, length=["long"])),
    "a kind to fill the screen": lambda pack: changed(pack, about=about(pack, kind="\x1b[2J" * 4000)),
    "a card to fill the screen": lambda pack: changed(pack, about=about(pack, cards=["\x1b[2J\n" * 4000] * 3)),
    "a version to fill the screen": lambda pack: changed(
        pack, about=about(pack, version="\x07" * 20_000, pictures=[]), pictures=of("|u1", "(0,)")
    ),
    "a bomb": lambda pack: changed(pack, pictures=of("|u1", f"({1 << 30},)", bytes(30 << 20))),
    "a bomb that says so of itself only": lambda pack: changed(pack, prototypes=of("<f2", "(1,)", bytes(9 << 20))),
    "a file of 17 MiB": lambda pack: pack + bytes(17 << 20),
    "a directory of many": many_entries,
    "a directory of many, told elsewhere": many_entries_of_a_large_zip,
    "an entry twice": lambda pack: zipped({**parts(pack), "about.npy ": b""}).replace(b"about.npy ", b"about.npy\0"),
    "a way out": lambda pack: zipped({**parts(pack), "../about.npy": b""}),
    "encrypted": lambda pack: directory_says(pack, 8, 1),
    "an unknown packing": lambda pack: directory_says(pack, 10, 99),
}  # fmt: skip


@pytest.mark.parametrize("name", one_in(3, list(HOSTILE)))
def test_it_is_refused_with_a_reason_and_little_memory(name: str, honest: bytes, tmp_path: Path) -> None:
    path = tmp_path / "adler.npz"
    path.write_bytes(HOSTILE[name](honest))
    tracemalloc.start()
    try:
        with pytest.raises(BadPack) as caught:
            checked_pack(path)
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
    assert len(str(caught.value)) < LINES + len(str(path))


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 0.0, 7.0])
def test_prototypes_that_are_no_directions(
    number: float, pack: EnrolledPack, recogniser: Recogniser, tmp_path: Path
) -> None:
    prototypes = pack.prototypes.copy()
    prototypes[1, 2, 3] = number
    prototypes[2] = number
    path = tmp_path / "adler.npz"
    save_pack(
        EnrolledPack("adler", pack.kind, pack.cards, prototypes, pack.thresholds, pack.version, pack.pictures), path
    )
    with pytest.raises(BadPack, match="no directions"):
        load_pack(path, recogniser)


@same_folder
@given(data=st.data())
def test_whatever_is_changed_it_is_the_same_pack_or_none(
    data: st.DataObject, honest: bytes, recogniser: Recogniser, pack: EnrolledPack, tmp_path: Path
) -> None:
    content = bytearray(honest)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(start + 40, len(content))))
        content[start:end] = data.draw(st.binary(max_size=40))
    path = tmp_path / "adler.npz"
    path.write_bytes(content)
    try:
        found = load_pack(path, recogniser)
    except BadPack:
        return
    assert (found.cards, found.pictures) == (pack.cards, pack.pictures)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@same_folder
@given(key=st.sampled_from(["format", "name", "kind", "cards", "version", "pictures"]), value=values)
def test_whatever_the_description_says(
    key: str, value: Any, honest: bytes, recogniser: Recogniser, tmp_path: Path
) -> None:
    path = tmp_path / "adler.npz"
    path.write_bytes(changed(honest, about=about(honest, **{key: value})))
    try:
        found = load_pack(path, recogniser)
    except BadPack:
        return
    assert found.name == "adler", "a pack is called as its file is"
    assert len(found.cards) == 3


# Pictures in it


JPEG = encode_picture(np.full((180, 120, 3), 90, np.uint8))


def sized(height: int, width: int) -> bytes:
    """The same picture, that says it has another size."""
    start = JPEG.index(b"\xff\xc0")
    return JPEG[: start + 5] + struct.pack(">HH", height, width) + JPEG[start + 9 :]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(sized(65_500, 65_500), id="4 gigapixels"),
        pytest.param(sized(0, 0), id="nothing"),
        pytest.param(sized(180, 121), id="a column more"),
        pytest.param(JPEG[:-30], id="cut off"),
        pytest.param(b"\xff\xd8\xff" + bytes(60_000), id="a beginning"),
        pytest.param(b"GIF89a" + struct.pack("<HH", 120, 180) + bytes(90), id="another format"),
        pytest.param(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 120 180\n", id="a program"),
    ],
)
def test_a_picture_that_is_none(content: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BadPicture):
            decode_picture(content)
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


def test_what_other_threads_are_warned_of_stays_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """The display warns in the main thread while the eyes load a pack."""
    during = []

    def opening(content: io.BytesIO) -> JpegImageFile:
        during.append(list(warnings.filters))
        return JpegImageFile(content)

    monkeypatch.setattr("vision.recognition.card_images.JpegImageFile", opening)
    before = list(warnings.filters)
    decode_picture(JPEG)
    assert during == [before]


@same_folder
@given(data=st.data())
def test_whatever_is_changed_in_a_picture_it_keeps_its_size(data: st.DataObject) -> None:
    content = bytearray(JPEG)
    for _ in range(data.draw(st.integers(1, 5))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(BadPicture):
        assert decode_picture(bytes(content)).shape == (180, 120, 3)


# Paths


@pytest.mark.parametrize("kind", ["nothing", "folder", "pipe", "loop", "dangling", "device", "another file"])
def test_what_lies_where_a_pack_should(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "adler.npz"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "loop":
            path.symlink_to(path)
        case "dangling":
            path.symlink_to(tmp_path / "gone")
        case "device":
            path.symlink_to("/dev/zero")
        case "another file":
            path.symlink_to("/etc/passwd")
    with pytest.raises(BadPack):
        checked_pack(path)
