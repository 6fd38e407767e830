"""What the views that correct say of the last event."""

import pytest

from tests.web.conftest import RunningPage


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("PLAY E9 PLAY PLAY PLAY L7>3", "Kathi: Gras-Siebener"),
        ("PLAY E9 PLAY PLAY PLAY L7>3 S9>0 L10>1 LA>2 clear", "1. Stich eingesammelt"),
    ],
)
def test_what_would_be_undone_is_said(page: RunningPage, script: str, text: str) -> None:
    page.play(script)
    assert f"<small>{text}</small>" in page.phone().get("/correct").text
