import pytest

from vision.recognition.embedder import Recogniser


@pytest.fixture(scope="session")
def recogniser() -> Recogniser:
    return Recogniser()
