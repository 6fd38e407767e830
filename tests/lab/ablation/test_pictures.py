"""A still and a film are rendered once, and read alike every time."""

from pathlib import Path

import pytest

from lab.ablation import pictures
from lab.ablation.pictures import QUICK_WITH_ENROLMENT, read, render, usual_set


def test_each_set_has_a_name_of_its_own() -> None:
    for names in (QUICK_WITH_ENROLMENT, usual_set(3)):
        assert len(set(names)) == len(names)


@pytest.mark.slow
def test_a_set_is_rendered_once_and_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    render(tmp_path, "apart-2", None)
    monkeypatch.setattr(pictures, "_decks", lambda _: pytest.fail("rendered again"))
    render(tmp_path, "apart-2", None)
    first, second = read(tmp_path, "apart-2"), read(tmp_path, "apart-2")
    assert first.counts == second.counts == {"right": 4}
    assert first.readings == second.readings
