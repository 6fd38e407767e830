import pytest

from common.texts.phrases import spoken_language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        pytest.param({"LANG": "de_AT.UTF-8"}, "de", id="german"),
        pytest.param({"LANG": "bar_DE.UTF-8"}, "bar", id="boarisch"),
        pytest.param({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en", id="overruled"),
        pytest.param({}, "en", id="unknown"),
    ],
)
def test_language_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert spoken_language() == language
