"""The settings of a table, and their documentation."""

import re
from pathlib import Path

import pytest

from common.files.paths import NoHome, config_file, journal_file, pack_folder
from common.files.user_files import SettingsError
from device.hardware.board import read_board
from device.settings.settings import Config, read_config
from engine.cards import BAVARIAN_32, FRENCH_20

COMMANDS = Path(__file__).parents[3] / "docs" / "commands.md"


def test_every_key_of_the_settings_is_documented() -> None:
    _, _, rest = COMMANDS.read_text(encoding="utf-8").partition("| key | value | without it |")
    table, _, _ = rest.partition("\n\n")
    assert sorted(re.findall(r"^\| `\[?(\w+)\]?` \|", table, re.MULTILINE)) == sorted(Config.__struct_fields__)


def written(folder: Path, text: str) -> Path:
    file = folder / "kiebitz.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, "")) == Config()


def test_every_setting_can_be_set(tmp_path: Path) -> None:
    config = read_config(
        written(
            tmp_path,
            'language = "en"\nregion = "saxon"\ngame = "bohemian-watten"\nseats = [0, 2]\npack = "wirtshaus"\n'
            'board = "pair_per_seat"\n[rules]\nschleck = "none"\novertake = false\n[names]\n0 = "Sepp"\n',
        )
    )
    assert config.rules == {"schleck": "none", "overtake": False}
    words = config.words_for(BAVARIAN_32)
    assert words.seats == ("Sepp", "West", "North", "East")
    assert (words.phrase("score"), words.names.suits["L"]) == ("Score", "leaves")
    assert dict(config.choice.rules) == config.rules


@pytest.mark.parametrize(("game", "players"), [(None, 4), ("wallachen", 3), ("schafkopf", 4), ("watten", 4)])
def test_without_seats_as_many_play_as_the_game_allows(game: str | None, players: int) -> None:
    assert len(Config(game=game).setup("tonight").seats) == players


def test_cards_that_the_region_has_no_names_for_get_those_of_their_pack() -> None:
    assert Config(region="saxon").words_for(FRENCH_20).french


def test_a_file_of_house_rules_lies_beside_the_settings(tmp_path: Path) -> None:
    (tmp_path / "adler.toml").write_text('game = "bohemian-watten"\nname = "Adler"\n[rules]\nplus50 = true\n')
    config = read_config(written(tmp_path, 'house = "adler.toml"\n'))
    assert (config.choice.house, config.choice.rules) == ("Adler", (("plus50", True),))


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        pytest.param(Config(game="schach"), "got game 'schach'", id="game"),
        pytest.param(Config(preset="strict"), "got preset 'strict'", id="preset"),
        pytest.param(Config(rules={"overtake": 3}), "got overtake = 3", id="rule"),
        pytest.param(Config(house="nowhere.toml"), "got no file nowhere.toml", id="house"),
        pytest.param(Config(house="a.toml", preset="relaxed"), "got a preset and a file", id="both"),
    ],
)
def test_games_that_cannot_be(config: Config, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        _ = config.choice


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("language = ", "got no TOML", id="half a line"),
        pytest.param('language = "fr"', "key language: got 'fr', expected one of bar, de, en", id="language"),
        pytest.param("seats = 4", "key seats: expected array, got int (4)", id="wrong type"),
        pytest.param("seats = [0, 0]", "expected two to four of 0, 1, 2, 3", id="a seat twice"),
        pytest.param("seats = [2]", "expected two to four of 0, 1, 2, 3", id="alone"),
        pytest.param("seats = [0, 4]", "expected two to four of 0, 1, 2, 3", id="no such seat"),
        pytest.param('langage = "de"', "key langage: not known; did you mean language?", id="unknown key"),
        pytest.param("[rules]\novertake = 1.5", "key rules", id="no rule value"),
        pytest.param("[rules]\ntarget = 9", "without the key game it is bohemian-watten", id="rule of no game"),
        pytest.param('[names]\n0 = "Maximilianus"', "key names.0: got 'Maximilianus'", id="name too wide"),
        pytest.param(
            '[names]\n0 = "Јово"', "expected one to about nine Latin letters", id="letters that cannot be drawn"
        ),
        pytest.param('[names]\n7 = "Ina"', "key names.7: got seat '7'", id="name of no seat"),
        pytest.param('game = "watten"\n[rules]\ntarget = 12', "got target = 12, expected one of 9, 11", id="rule"),
        pytest.param('game = "bauerchen"\nseats = [0, 1]', "got 2 players, expected 4 for bauerchen", id="too few"),
    ],
)
def test_faults_name_the_key(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_config(written(tmp_path, text))
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "kiebitz.toml" in str(caught.value)


def test_a_file_of_house_rules_is_for_the_game_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "adler.toml").write_text('game = "watten"\n[rules]\ntarget = 13\n')
    with pytest.raises(SettingsError, match=r"kiebitz.toml: got the game gras and .*adler.toml, which is for watten"):
        read_config(written(tmp_path, 'game = "gras"\nhouse = "adler.toml"\n'))
    (tmp_path / "adler.toml").write_text('game = "watten"\n[rules]\ntarget = 12\n')
    with pytest.raises(SettingsError, match=r"^[^ ]*adler.toml, key rules.target: got target = 12"):
        read_config(written(tmp_path, 'house = "adler.toml"\n'))


def test_missing_settings_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="expected a settings file"):
        read_config(tmp_path / "gone.toml")


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for variable in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(NoHome, match="set HOME or XDG_STATE_HOME"):
        journal_file()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('buttons = [{ button = "stop", pin = 5 }]', "key buttons[0].button", id="unknown button"),
        pytest.param("[display]\ncontroller = 'ssd1351'", "key display.controller", id="unknown display"),
        pytest.param("[light]\nrad = 17", "key light.rad: not known", id="misspelt"),
    ],
)
def test_board_faults_name_the_key(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_board(str(written(tmp_path, text)))
    assert expected in str(caught.value)


def test_unknown_board_names_those_that_exist() -> None:
    with pytest.raises(SettingsError, match="default_kit, laptop, pair_per_seat"):
        read_board("breadboard")


def test_folders_follow_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert journal_file() == tmp_path / ".local/state/kiebitz/journal.sqlite"
    assert config_file() == tmp_path / ".config/kiebitz/kiebitz.toml"

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    assert pack_folder() == tmp_path / "state/kiebitz/packs"
    assert config_file() == tmp_path / ".config/kiebitz/kiebitz.toml"

    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path}/lib:{tmp_path}/other")
    assert journal_file() == tmp_path / "lib/journal.sqlite"
