"""Formats from files: what cannot be is refused in words."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hall.formats.format import Format
from hall.formats.load import FormatError, check_format, named_format, preset, preset_names, presets, read_format

HEAD = 'title = { german = "A", english = "A" }\nentrants = "pair"\ngame = "watten"\n'
SINGLE = HEAD.replace('"pair"', '"single"')
OTHER = HEAD.replace('"watten"', '"tarock"')
WON = "[points]\ngame_won = 1\n"

REFUSED = {
    "no TOML": ("entrants = ", "got no TOML"),
    "unknown key": (HEAD + "colour = 1\n" + WON, "key colour: not known"),
    "misspelt key": (HEAD + WON + "[rounds]\nnumbr = 1\n", "key rounds.numbr: not known"),
    "wrong type": (HEAD + WON + '[rounds]\nnumber = "three"\n', "key rounds.number: expected int, got str ('three')"),
    "missing key": ('title = { german = "A", english = "A" }\n' + WON, "missing required field entrants"),
    "empty title": (HEAD.replace('english = "A"', 'english = " "') + WON, "key title: got an empty text"),
    "unknown game": (OTHER + WON, "expected one of bauerchen, "),
    "title without players": (HEAD + 'game_title = { german = "A", english = "A" }\n' + WON, "key players: got 0"),
    "players of a known game": (HEAD + "players = 4\n" + WON, "has its own, take the key out"),
    "no players": (OTHER + 'game_title = { german = "A", english = "A" }\n' + WON, "key players: got 0, expected"),
    "rules of an unknown game": (
        OTHER + 'players = 4\nrules = { target = 9 }\ngame_title = { german = "A", english = "A" }\n' + WON,
        "house rules of tarock are not known",
    ),
    "unknown preset": (HEAD + 'preset = "plain"\n' + WON, "got preset 'plain' of watten"),
    "unknown rule": (HEAD + "rules = { targt = 9 }\n" + WON, "got rule 'targt'"),
    "rule out of range": (HEAD + "rules = { target = 10 }\n" + WON, "key preset or rules: got"),
    "pairs in a game of single players": (HEAD.replace("watten", "gras") + WON, "gras has no partners"),
    "pairs in a game for three": (
        OTHER + 'players = 3\ngame_title = { german = "A", english = "A" }\n' + WON,
        "key entrants: got pair, but tarock is not for four, expected single",
    ),
    "sizes for pairs": (HEAD + WON + "[rounds]\nsizes = [4]\n", "expected none where pairs play"),
    "size that the game lacks": (SINGLE + WON + "[rounds]\nsizes = [5]\n", "got 5, expected sizes that watten allows"),
    "size twice": (SINGLE + WON + "[rounds]\nsizes = [4, 4]\n", "expected each size once"),
    "no games": (HEAD + WON + "[match]\ngames = 0\n", "key match.games: got 0, expected 1 to 200"),
    "time that is never up": (HEAD + WON + '[match]\nwhen_time_is_up = "not_counted"\n', "no time is up"),
    "no rounds": (HEAD + WON + "[rounds]\nnumber = 0\n", "key rounds.number: got 0, expected 1 to 200"),
    "swiss of single players": (SINGLE + WON + '[rounds]\ndraw = "swiss"\n', "expected drawn; the others need pairs"),
    "nothing counts": (HEAD, "key points: nothing counts"),
    "games won of deals": (HEAD + WON + '[match]\nunit = "deal"\n', "with the unit deal no games are won"),
    "gespannt in another game": (
        HEAD.replace("watten", "bauerchen") + WON + '[[points.bonuses]]\nwhen = "loser_gespannt"\npoints = 1\n',
        "nobody is gespannt in bauerchen",
    ),
    "a sum of games": (HEAD + WON + "balanced = true\n", "expected it with the unit deal"),
    "a winner by plus 50": (
        HEAD.replace('"pair"', '"single"').replace("watten", "bohemian-watten") + WON
        + "[rules]\nplus50 = true\n[match]\nwinner = \"fewest\"\n", "which plus 50 does not win",
    ),
    "the fewest points of an account": (
        HEAD + '[match]\nunit = "deal"\nwinner = "fewest"\n[points]\nown = "always"\n', "expected games without bonuses"
    ),
    "prizes without a fee": (HEAD + WON + "[money]\nprizes = [50]\n", "paid from the fees"),
    "prizes above what was paid": (HEAD + WON + "[money]\nfee_cents = 1000\nprizes = [60, 50]\n", "100 together"),
    "a prize of nothing": (HEAD + WON + "[money]\nfee_cents = 1000\nprizes = [60, 0]\n", "from 1 on"),
    "a fee below nothing": (HEAD + WON + "[money]\nfee_cents = -1\n", "got -1, expected 0 to"),
    "a bonus of nothing": (HEAD + WON + '[[points.bonuses]]\nwhen = "to_nil"\npoints = 0\n', "got 0, expected 1 to"),
    "no column": (HEAD + WON + "[ranking]\ncolumns = []\n", "got nothing, expected at least one column"),
    "a column twice": (HEAD + WON + '[ranking]\ncolumns = ["own", "own"]\n', "each once"),
    "buchholz at tables of four": (SINGLE + WON + '[ranking]\ncolumns = ["buchholz"]\n', "needs matches between two"),
    "a column without bonuses": (HEAD + WON + '[ranking]\ncolumns = ["bonus"]\n', "no points.bonuses are declared"),
    "a target without a game": (HEAD + WON + "[ranking]\ndecider_target = 5\n", "but no game decides"),
    "places without a decider": (HEAD + WON + "[ranking]\ndecider_places = 5\n", "but nothing decides"),
    "finals of single players": (SINGLE + WON + "[finals]\nentries = 4\n", "finals need pairs, or tables of two"),
    "three finalists": (HEAD + WON + "[finals]\nentries = 3\n", "key finals.entries"),
    "a third place without finals": (HEAD + WON + "[finals]\nthird_place = true\n", "without finals.entries"),
    "teams with a full round robin": (
        HEAD.replace('"pair"', '"team"') + WON + '[rounds]\nnumber = 0\ndraw = "round_robin"\n', "expected the number"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    content, message = REFUSED[name]
    file = tmp_path / "own.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read_format(file)
    assert message in str(caught.value)
    assert str(file) in str(caught.value)


def test_a_file_of_ones_own_is_read_and_takes_its_name(tmp_path: Path) -> None:
    file = tmp_path / "adler-2026.toml"
    file.write_text(HEAD + WON, encoding="utf-8")
    assert named_format(str(file)).name == "adler-2026"
    file.rename(tmp_path / "Der Adler.toml")
    with pytest.raises(FormatError, match="key name: got 'Der Adler'"):
        named_format(str(tmp_path / "Der Adler.toml"))


def test_a_missing_file_and_an_unknown_name_are_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="got no file"):
        named_format(str(tmp_path / "none.toml"))
    with pytest.raises(FormatError, match=r"did you mean watten-swiss\?"):
        preset("wattn-swiss")
    with pytest.raises(FormatError, match="or a file of your own"):
        preset("rummy")


def test_shipped_formats_are_valid_and_named_as_their_files() -> None:
    assert len(presets()) >= 12
    assert tuple(chosen.name for chosen in presets()) == preset_names()
    events = [chosen for chosen in presets() if chosen.source]
    assert len(events) >= 6


LIMITS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "match.games": (1, 200, {}),
    "match.minutes": (0, 1440, {}),
    "rounds.number": (1, 200, {}),
    "points.game_won": (0, 10_000, {"points": {"match_won": 1}}),
    "points.game_lost": (0, 10_000, {}),
    "points.match_won": (0, 10_000, {}),
    "points.match_drawn": (0, 10_000, {}),
    "bye.points": (0, 10_000, {}),
    "bye.games": (0, 10_000, {}),
    "bye.own": (0, 10_000, {}),
    "bye.missed": (0, 10_000, {}),
    "ranking.decider_target": (0, 10_000, {"ranking": {"decider": "game"}}),
    "ranking.decider_places": (0, 10_000, {"ranking": {"decider": "game"}}),
    "finals.games": (0, 200, {"finals": {"entries": 4}}),
}
"""By key: the least and the most, and what a format needs to have the key at all."""


@pytest.mark.parametrize("key", LIMITS)
def test_limits_of_a_number_are_allowed_and_nothing_beyond(key: str) -> None:
    least, most, needed = LIMITS[key]
    table, _, name = key.partition(".")
    for number in (least - 1, least, most, most + 1):
        content: dict[str, Any] = {
            "name": "own", "title": {"german": "Probe", "english": "Test"}, "entrants": "pair", "game": "watten",
            "points": {"game_won": 1}, **needed,
        }  # fmt: skip
        chosen = msgspec.convert({**content, table: {**content.get(table, {}), name: number}}, Format)
        if least <= number <= most:
            check_format(chosen, "own")
        else:
            with pytest.raises(FormatError, match=f"key {key}: got {number}, expected {least} to {most}"):
                check_format(chosen, "own")
