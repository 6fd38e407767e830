"""Choices at the table: stored completely, read strictly, with the settings taking precedence."""

from pathlib import Path

import pytest

from device.settings.preferences import Choices, ChoicesError, StoredChoices, apply_choices, read_choices
from device.settings.requests import Choose, ChosenGame
from device.settings.settings import Config

EVENING = StoredChoices(
    language="en",
    aimed=True,
    deck="german33",
    game="watten",
    preset="kritisch",
    rules={"target": 13},
    seats=(0, 2),
    names={"0": "Zenzi"},
    upside_down=True,
    quarter_turns=3,
    tones=False,
)


def test_choices_are_stored_and_read(tmp_path: Path) -> None:
    path = tmp_path / "state" / "chosen.json"
    Choices(path).choose(**{name: getattr(EVENING, name) for name in EVENING.__struct_fields__})
    assert Choices(path).now == EVENING
    assert [file.name for file in path.parent.iterdir()] == ["chosen.json"]


def test_requests_of_menus_are_stored(tmp_path: Path) -> None:
    choices = Choices(tmp_path / "chosen.json")
    choices.keep(Choose(seats=(0, 2)))
    choices.keep(Choose(game=ChosenGame("watten", "kritisch", (("target", 13),)), tones=False))
    choices.keep(Choose(language="en", names=((0, "Zenzi"), (2, ""))))
    assert choices.now == StoredChoices(
        "en", game="watten", preset="kritisch", rules={"target": 13}, seats=(0, 2), names={"0": "Zenzi"}, tones=False
    )
    choices.keep(Choose(game=ChosenGame("bauerchen")))
    assert (choices.now.game, choices.now.preset, choices.now.rules, choices.now.seats) == ("bauerchen", None, {}, None)
    assert Choices(tmp_path / "chosen.json").now == choices.now


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b'{"language": "d', id="torn"),
        pytest.param(b"\xff\x00\xff", id="no text"),
        pytest.param(b"[" * 100_000, id="brackets without end"),
        pytest.param(b'{"langage": "de"}', id="unknown key"),
        pytest.param(b'{"language": "fr"}', id="unknown language"),
        pytest.param(b'{"game": "schach"}', id="unknown game"),
        pytest.param(b'{"game": "watten", "preset": "relaxed"}', id="preset of another game"),
        pytest.param(b'{"game": "watten", "rules": {"target": 12}}', id="no such value"),
        pytest.param(b'{"rules": {"target": 11}}', id="rules of no game"),
        pytest.param(b'{"game": "bauerchen", "seats": [0, 2]}', id="too few for the game"),
        pytest.param(b'{"seats": [2, 0]}', id="seats in another order"),
        pytest.param(b'{"names": {"0": "Maximilianus"}}', id="name too wide"),
        pytest.param(b'{"quarter_turns": 4}', id="more turns than a full one"),
        pytest.param(b'{"names": {"9": "Ina"}}', id="name of no seat"),
        pytest.param(b'{"deck": "tarot"}', id="unknown deck"),
    ],
)
def test_unusable_file_is_moved_aside_and_reported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "chosen.json"
    path.write_bytes(content)
    with pytest.raises(ChoicesError):
        read_choices(path)
    messages: list[str] = []
    assert Choices(path, messages.append).now == StoredChoices()
    assert len(messages) == 1
    assert "\n" not in messages[0]
    assert "it is kept as chosen.json.broken-1" in messages[0]
    assert (tmp_path / "chosen.json.broken-1").read_bytes() == content

    Choices(path, messages.append).choose(language="en")
    assert read_choices(path) == StoredChoices(language="en")
    assert len(messages) == 1


def test_the_second_broken_file_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "chosen.json"
    for content in (b"first", b"second"):
        path.write_bytes(content)
        Choices(path, lambda line: None)
    assert (tmp_path / "chosen.json.broken-1").read_bytes() == b"first"
    assert (tmp_path / "chosen.json.broken-2").read_bytes() == b"second"


def test_unwritable_choices_are_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    messages: list[str] = []
    choices = Choices(tmp_path / "state" / "chosen.json", messages.append)
    choices.choose(language="en")
    choices.choose(aimed=True)
    assert choices.now == StoredChoices(language="en", aimed=True)
    assert all("chosen.json" in line and "\n" not in line for line in messages)


def test_settings_take_precedence_over_choices() -> None:
    landlord = Config(
        language="de", game="watten", rules={"target": 18}, seats=(0, 1, 2, 3), pack="wirtshaus", tones=True
    )
    config = apply_choices(landlord, EVENING)
    assert (config.language, config.game, config.seats, config.tones) == (
        "de", "watten", (0, 1, 2, 3), True,
    )  # fmt: skip
    assert dict(config.choice.rules) == {"kritisch": True, "target": 18}


def test_seats_that_his_game_does_not_take_are_asked_again() -> None:
    assert apply_choices(Config(game="bauerchen"), StoredChoices(seats=(0, 2))).seats is None
    assert apply_choices(Config(game="bauerchen"), StoredChoices(seats=(0, 2))).places == (0, 1, 2, 3)


def test_a_game_that_his_seats_do_not_fit_is_asked_again() -> None:
    chosen = StoredChoices(game="bauerchen", preset="siegelbach", rules={"target": 31})
    config = apply_choices(Config(seats=(0, 1, 2)), chosen)
    assert (config.game, config.preset, config.rules, config.places) == (None, None, {}, (0, 1, 2))
    assert len(config.places) in config.choice.as_game.players
    assert apply_choices(Config(seats=(0, 1, 2, 3)), chosen).game == "bauerchen"


def test_a_file_of_house_rules_names_the_game(tmp_path: Path) -> None:
    house = tmp_path / "adler.toml"
    house.write_text('game = "watten"\nname = "Adler"\n[rules]\ntarget = 18\n')
    config = apply_choices(Config(house=str(house)), EVENING)
    assert (config.choice.house, config.choice.game, config.places) == ("Adler", "watten", (0, 2))
    assert dict(config.choice.rules) == {"target": 18}


def test_table_chooses_only_the_switches_left_open_by_the_house_rules(tmp_path: Path) -> None:
    house = tmp_path / "krone.toml"
    house.write_text('game = "bauerchen"\n[rules]\ncarry_forward = true\n')
    chosen = StoredChoices(game="bauerchen", rules={"target": 31, "carry_forward": False})
    assert dict(apply_choices(Config(house=str(house)), chosen).choice.rules) == {"target": 31, "carry_forward": True}
