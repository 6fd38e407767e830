"""kiebitz rules: the games and presets, and the house rules of one game in words."""

import json
from pathlib import Path

import pytest

from engine.games import all_games
from engine.games import game as game_called
from tests.support.command_line import CommandLine


def printed(kiebitz: CommandLine, *arguments: str) -> list[str]:
    return kiebitz.prints("rules", *arguments).splitlines()


def test_all_games_with_their_presets(kiebitz: CommandLine) -> None:
    text = printed(kiebitz, "--language", "en")
    assert "Bohemian Watten: --game bohemian-watten" in text
    assert "  --preset relaxed     overtaking not compulsory, plain cut" in text
    lines = [json.loads(line) for line in printed(kiebitz, "--jsonl")]
    assert [line["game"] for line in lines if line["event"] == "game"] == sorted(all_games())
    for line in lines:
        if line["event"] == "preset":
            assert line["rules"] == dict(game_called(line["game"], preset=line["preset"]).rules.choices)


def test_the_order_of_the_cards_and_the_duties_come_last(kiebitz: CommandLine) -> None:
    text = printed(kiebitz, "--game", "gras", "--language", "de")
    order = text.index("Reihenfolge der Karten, die höchste zuerst:")
    assert text[order + 1].startswith("  Laub ist Trumpf: HK (Maxi) S7 (Belli) E7 (Spitz) LA")
    assert text[text.index("Pflichten, der Reihe nach:") + 1 :] == [
        "  1. überstechen: wer höher kann, muss stechen (GR5 (1))",
        "  2. bedienen: wer nicht höher kann, muss Farbe geben (GR5 (2))",
        "  sonst jede Karte",
    ]
    rules, *_ = [json.loads(line) for line in printed(kiebitz, "--game", "gras", "--jsonl")]
    assert len(rules["order"]) == len(rules["duties"]) == 3
    assert rules["duties"][0]["english"] == "1. overtake: a player who can beat the trick must do so (GR5 (1))"


def test_changed_rules_come_first(kiebitz: CommandLine) -> None:
    text = printed(kiebitz, "--game", "bohemian-watten", "--preset", "relaxed", "--language", "de")
    assert text[:6] == [
        "Böhmisch Watten, relaxed",
        "Anders als üblich:",
        "  * Es wird nicht geschleckt",
        "  * Kein Stichzwang: Farbe bekennen genügt",
        "Wie üblich:",
        "  - Wer die höchste Karte abhebt, gibt zuerst",
    ]
    assert printed(kiebitz, "--game", "bohemian-watten", "--language", "en")[1] == "As usual:"


def test_a_file_of_the_house(kiebitz: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "adler.toml"
    path.write_text('game = "bohemian-watten"\nname = "Adler"\n[rules]\nrevoke_points = 7\nrevoke_penalty = "house"\n')
    text = printed(kiebitz, "--house", str(path), "--language", "en")
    assert text[:4] == [
        "Bohemian Watten, Adler",
        "Other than usual:",
        "  * A revoke costs the house's own points",
        "  * Where a revoke costs the house's own points, it is 7",
    ]
    first, *rules = [json.loads(line) for line in printed(kiebitz, "--house", str(path), "--jsonl")]
    assert (first["event"], first["name"], first["rules"]["revoke_points"]) == ("rules", "Adler", 7)
    assert set(first["rules"]) == {rule["rule"] for rule in rules}
    assert (rules[0]["rule"], rules[0]["value"], rules[0]["usual"]) == ("revoke_penalty", "house", "announce")


def test_what_should_be_asked(kiebitz: CommandLine) -> None:
    (note,) = [line for line in printed(kiebitz, "--game", "bauerchen", "--language", "en") if line.startswith("?")]
    assert note == "? Not asked, so this holds: A round is to 12 game points. Otherwise: --rules target=31"
    answered = printed(kiebitz, "--game", "bauerchen", "--preset", "bauerchen-12", "--jsonl")
    assert json.loads(answered[0])["unasked"] == []
    assert json.loads(printed(kiebitz, "--game", "bauerchen", "--jsonl")[0])["unasked"] == ["target"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "bohemian"], "did you mean bohemian-watten?"),
        (["--preset", "relaxed"], "got house rules without a game, expected --game bohemian-watten"),
        (["--game", "gras", "--preset", "relaxed"], "got preset 'relaxed' of gras, expected one of online"),
        (["--game", "gras", "--preset", "relaxed"], "it is one of bohemian-watten"),
        (["--house", "/none.toml"], "got no file /none.toml, expected house rules such as game ="),
    ],
)
def test_invalid_arguments_are_one_line_errors(kiebitz: CommandLine, arguments: list[str], message: str) -> None:
    assert message in kiebitz.refuses("rules", *arguments)


@pytest.mark.parametrize("name", sorted(all_games()))
def test_sentences_have_no_internal_names(name: str) -> None:
    """A value such as `take_back` has a sentence of its own; yes, no and numbers speak for themselves."""
    for switch in game_called(name).rules.switches:
        said = {value for value, _ in switch.sentences if isinstance(value, str)}
        assert said == {value for value in switch.values if isinstance(value, str)}, switch.name
