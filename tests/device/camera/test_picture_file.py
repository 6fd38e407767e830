"""Which picture files are decoded, in which size, and what is said of the others."""

import os
import socket
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.camera.picture_file import BadPictureFile, decode, read_picture

PICTURE = np.full((240, 320, 3), (40, 90, 200), np.uint8)


def saved_as(ending: str, path: Path) -> Path:
    written, data = cv2.imencode(ending, PICTURE)
    assert written
    path.write_bytes(data.tobytes())
    return path


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_the_usual_formats_are_decoded_whatever_a_file_is_called(ending: str, tmp_path: Path) -> None:
    picture = read_picture(saved_as(ending, tmp_path / "card.jpg"))
    assert (picture.image.shape, picture.reduction) == ((240, 320, 3), 1)
    assert np.abs(picture.image.astype(int) - PICTURE).max() <= 12


@pytest.mark.parametrize("ending", [".jp2", ".tiff", ".hdr", ".ras", ".ppm", ".gif"])
def test_no_other_decoder_is_reached_by_a_harmless_name(ending: str, tmp_path: Path) -> None:
    file = saved_as(ending, tmp_path / "card.jpg")
    with pytest.raises(BadPictureFile, match=r"^cannot read picture .*card.jpg, expected a whole JPEG, PNG"):
        read_picture(file)


@pytest.mark.parametrize("flags", [cv2.IMREAD_COLOR, cv2.IMREAD_REDUCED_GRAYSCALE_2])
def test_a_jpeg_is_refused_where_it_is_cut_off(flags: int) -> None:
    noise = np.random.default_rng(1).integers(0, 255, PICTURE.shape, np.uint8)
    whole = cv2.imencode(".jpg", noise)[1].tobytes()
    for content in (whole, whole + bytes(100)):  # telephones write more behind the end
        assert decode(content, flags) is not None
    for length in range(len(whole) - 1, 100, -len(whole) // 20):
        assert decode(whole[:length], flags) is None


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "card.jpg")
    with pytest.raises(BadPictureFile, match="no regular file"):
        read_picture(tmp_path / "card.jpg")


def test_a_device_a_socket_and_a_folder_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the address of a socket is short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.jpg")
        for path in (tmp_path / "socket.jpg", tmp_path, Path("/dev/zero")):
            with pytest.raises(BadPictureFile, match=r"expected a picture file, check the path$"):
                read_picture(path)


def test_a_huge_jpeg_is_decoded_at_half_its_size(tmp_path: Path) -> None:
    file = tmp_path / "huge.jpg"
    file.write_bytes(cv2.imencode(".jpg", np.full((7200, 9600), 200, np.uint8))[1].tobytes())
    picture = read_picture(file)
    assert (picture.image.shape, picture.reduction) == ((3600, 4800, 3), 2)


def test_a_huge_picture_of_another_format_is_refused_by_its_header(tmp_path: Path) -> None:
    file = saved_as(".png", tmp_path / "huge.png")
    content = bytearray(file.read_bytes())
    content[16:24] = struct.pack(">2I", 12_000, 9_000)
    content[29:33] = struct.pack(">I", zlib.crc32(content[12:29]))
    file.write_bytes(content)
    with pytest.raises(BadPictureFile, match="of 108 million pixels, expected at most 50 million; save it smaller"):
        read_picture(file)
