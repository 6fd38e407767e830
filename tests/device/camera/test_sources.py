from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from cli.main import main
from device.camera import sources
from device.camera.base import Camera, CameraError
from device.camera.picture_file import low_resolution
from device.camera.recorded import Folder, Video
from device.camera.sources import open_camera
from device.camera.validated import CheckedCamera
from tests.support.cameras.pictures import PictureSource
from vision.types import Image as Picture


def plain(shade: int, width: int = 64, height: int = 36) -> Picture:
    return np.full((height, width, 3), shade, np.uint8)


def folder_of(path: Path, shades: dict[str, int]) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    for name, shade in shades.items():
        assert cv2.imwrite(str(path / name), plain(shade))
    return path


def test_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, {"0002.png": 20, "0010.jpg": 100, "0001.png": 10})
    (tmp_path / "notes.txt").write_text("not a picture")
    frames = list(open_camera(str(folder), fps=4).frames())
    assert [frame.image[0, 0, 0] for frame in frames] == [10, 20, 100]
    assert [(frame.number, frame.time) for frame in frames] == [(0, 0.0), (1, 0.25), (2, 0.5)]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["1.png", "2.png", "10.png"], id="numbers"),
        pytest.param(["IMG_9.JPG", "img_10.jpg", "IMG_011.JPG"], id="of a camera"),
        pytest.param(["20261122_9.png", "20261122_10.png", "20261123_1.png"], id="days"),
        pytest.param(["2.png", "10.png", "a.png", "a1.png", "a1b.png"], id="with and without"),
    ],
)
def test_files_are_sorted_in_natural_order(tmp_path: Path, names: list[str]) -> None:
    camera = Folder(folder_of(tmp_path, dict.fromkeys(reversed(names), 7)))
    assert [camera.name_of(number) for number in range(len(camera))] == names


@pytest.mark.parametrize("ending", ["heic", "HEIF", "avif", "dng"])
def test_unsupported_picture_format_is_an_error(tmp_path: Path, ending: str) -> None:
    folder_of(tmp_path, {"1.png": 10, "3.png": 30})
    (tmp_path / f"2.{ending}").write_bytes(b"ftyp")
    with pytest.raises(CameraError, match=rf"2\.{ending}, expected PNG, JPEG, WebP or BMP files, save it as JPEG"):
        Folder(tmp_path)
    folder_of(tmp_path, {"2.jpg": 20})
    assert len(Folder(tmp_path)) == 3, "it was saved as JPEG"


@pytest.mark.parametrize(
    ("size", "expected"),
    [((1080, 1920), (360, 640)), ((720, 1280), (360, 640)), ((1200, 1600), (480, 640)), ((36, 64), (36, 64))],
)
def test_luma_is_about_640_wide(size: tuple[int, int], expected: tuple[int, int]) -> None:
    picture = np.zeros((*size, 3), np.uint8)
    picture[:, size[1] // 2 :] = 200
    luma = low_resolution(picture)
    assert luma.shape == expected
    assert luma[0, 0] == 0
    assert luma[-1, -1] == 200


def test_folder_decodes_full_pictures_on_access_only(tmp_path: Path) -> None:
    picture = np.zeros((720, 1280, 3), np.uint8)
    picture[:, 640:] = 200
    cv2.imwrite(str(tmp_path / "0001.jpg"), picture)
    (frame,) = Folder(tmp_path).frames()
    assert np.abs(frame.luma.astype(int) - low_resolution(picture)).max() <= 4
    (tmp_path / "0001.jpg").unlink()
    with pytest.raises(CameraError, match="no such file or directory, expected a picture file"):
        _ = frame.image


def test_luma_has_the_orientation_of_the_picture(tmp_path: Path) -> None:
    """Telephones store the orientation in the metadata."""
    upright = np.zeros((1440, 1280, 3), np.uint8)
    upright[:720] = 200
    exif = Image.Exif()
    exif[0x0112] = 8
    held = np.ascontiguousarray(np.rot90(upright, -1))
    Image.fromarray(held).save(tmp_path / "0001.jpg", exif=exif)
    (frame,) = Folder(tmp_path).frames()
    assert frame.image.shape == upright.shape
    assert frame.luma.shape == (720, 640)
    assert frame.luma[10, 10] > 190 > 10 > frame.luma[-10, -10]


def test_video_yields_frames_at_its_own_rate(tmp_path: Path) -> None:
    file = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 36))
    for shade in (0, 100, 200):
        writer.write(plain(shade))
    writer.release()
    frames = list(open_camera(str(file)).frames())
    assert [frame.time for frame in frames] == pytest.approx([0, 0.2, 0.4])
    assert [frame.image.mean() for frame in frames] == pytest.approx([0, 100, 200], abs=3)


def test_video_of_variable_frame_rate_keeps_its_own_times(tmp_path: Path) -> None:
    file = tmp_path / "table.gif"
    pictures = [Image.fromarray(plain(shade)) for shade in (0, 80, 160, 240)]
    pictures[0].save(file, save_all=True, append_images=pictures[1:], duration=[100, 1500, 40, 100])
    assert [frame.time for frame in open_camera(str(file)).frames()] == pytest.approx([0, 0.1, 1.6, 1.64])


@pytest.mark.parametrize("stated", [0.0, -1.0, float("nan")])
def test_video_without_time_stamps_takes_its_frame_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stated: float
) -> None:
    file = tmp_path / "table.avi"
    file.touch()

    class Capture:
        left = 3

        def get(self, key: int) -> float:
            return {cv2.CAP_PROP_FPS: 5.0, cv2.CAP_PROP_POS_MSEC: stated}[key]

        def read(self) -> tuple[bool, Picture | None]:
            self.left -= 1
            return (True, plain(9)) if self.left >= 0 else (False, None)

        def release(self) -> None: ...

    monkeypatch.setattr(Video, "_open", lambda video: Capture())
    assert [frame.time for frame in Video(file).frames()] == pytest.approx([0, 0.2, 0.4])


def broken_folder(path: Path) -> str:
    folder_of(path, {"0001.png": 3})
    (path / "0002.png").write_bytes(b"half a picture")
    return str(path)


def tiny_folder(path: Path) -> str:
    cv2.imwrite(str(path / "0001.png"), np.zeros((6, 8, 3), np.uint8))
    return str(path)


def long_folder(path: Path) -> str:
    cv2.imwrite(str(path / "0001.png"), np.zeros((90, 9000, 3), np.uint8))
    return str(path)


def empty_folder(path: Path) -> str:
    return str(path)


def broken_video(path: Path) -> str:
    (path / "film.mp4").write_bytes(b"no film at all")
    return str(path / "film.mp4")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(empty_folder, "holds no pictures", id="empty folder"),
        pytest.param(broken_folder, "0002.png, expected a whole JPEG", id="broken picture"),
        pytest.param(broken_video, "expected a video file", id="broken video"),
        pytest.param(
            lambda path: str(path / "nothing"), "expected a folder of pictures, a video file", id="nothing there"
        ),
        pytest.param(lambda path: "", "got no source", id="nothing said"),
        pytest.param(tiny_folder, "0001.png, a picture of 8×6 px", id="tiny picture"),
        pytest.param(long_folder, "0001.png, a picture of 9000×90 px", id="long picture"),
        pytest.param(lambda path: "98", "no camera at /dev/video98", id="no webcam"),
        pytest.param(lambda path: "/dev/video97", "no camera at /dev/video97", id="no webcam by path"),
        pytest.param(
            lambda path: "pi:x", "expected a folder of pictures, a video file, or a camera: pi", id="no number"
        ),
    ],
)
def test_faults_say_what_was_expected(tmp_path: Path, make: object, message: str) -> None:
    with pytest.raises(CameraError, match=message):
        list(open_camera(make(tmp_path)).frames())  # type: ignore[operator]


@pytest.mark.parametrize("fps", [0.0, -1.0, float("nan"), float("inf")])
def test_speed_must_be_a_positive_number(tmp_path: Path, fps: float) -> None:
    with pytest.raises(CameraError, match="expected a number above 0"):
        open_camera(str(tmp_path), fps=fps)


def test_missing_parts_by_name(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="expected a folder"):
        Folder(tmp_path / "gone")
    with pytest.raises(CameraError, match="expected a video file"):
        Video(tmp_path / "gone.mp4")


def helped(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", ["run", "watch", "enrol", "exam"])
def test_a_new_camera_is_one_entry_of_the_table(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Help, messages, checks of a live camera and `open_camera` know it from there."""
    opened: list[tuple[str, tuple[int, int]]] = []

    def network(source: str, _: float, size: tuple[int, int], *__: object) -> Camera:
        opened.append((source, size))
        return PictureSource([])

    assert "rtsp://" not in helped(command, capsys)
    added = sources.CameraKind("rtsp://HOST", lambda source: source.startswith("rtsp://"), network)
    monkeypatch.setattr(sources, "SOURCES", (*sources.SOURCES, added))
    assert "usb, a number such as 0, or rtsp://HOST" in helped(command, capsys)
    assert isinstance(open_camera("rtsp://stammtisch/1", size=(640, 480)), CheckedCamera)
    assert opened == [("rtsp://stammtisch/1", (640, 480))]
    with pytest.raises(CameraError, match="rtsp://HOST"):
        open_camera("ftp://stammtisch/1")
    assert not sources.is_recorded("rtsp://stammtisch/1")
