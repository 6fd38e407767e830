"""The network and a pack that is known, for all tests of enrolment by showing."""

import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack, enrol


@pytest.fixture(scope="module")
def known(recogniser: Recogniser) -> EnrolledPack:
    return enrol({card: [picture] for card, picture in drawn().items()}, BAVARIAN_32.name, recogniser, "stammtisch")
