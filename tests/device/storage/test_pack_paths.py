"""The kind of a pack is told from its file alone, and nothing is told of what is no pack."""

import subprocess
import sys

import pytest

from device.storage.pack_paths import kind_of_pack, pack_file
from engine.cards import PACKS
from tests.support.paper_table import card_picture
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.pack_file import save_pack

pytestmark = pytest.mark.usefixtures("own_folders")


@pytest.mark.parametrize("kind", ["bavarian32", "french20"])
def test_kind_of_a_pack(kind: str) -> None:
    pictures = {card: [card_picture(card)] for card in PACKS[kind].cards[:2]}
    save_pack(enrol(pictures, kind, Recogniser(), "stammtisch"), pack_file("stammtisch"))
    assert kind_of_pack("stammtisch") == kind_of_pack(str(pack_file("stammtisch"))) == kind


@pytest.mark.parametrize("content", [b"", b"half a pack", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_pack_has_no_kind(content: bytes) -> None:
    pack_file("broken").parent.mkdir(parents=True, exist_ok=True)
    pack_file("broken").write_bytes(content)
    assert kind_of_pack("broken") == kind_of_pack("not there") == ""


def test_it_needs_neither_numpy_nor_opencv() -> None:
    program = "import sys, device.storage.pack_paths; print({'numpy', 'cv2'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
