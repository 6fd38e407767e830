"""Evenings with changing players, the tables of the ledger, presets and a landlord's file, as a jury would ask.

Each number was worked out by hand from the rules of the game before the ledger was asked.
"""

from pathlib import Path

import pytest

from device.settings.table_setup import read_rules
from engine import all_games, game
from engine.events import Amended, DealStarted, Event, PlayersSeated, TricksEntered
from engine.notation.record import read
from engine.rules.house_rules import in_words
from engine.state.ledger import Ledger
from engine.state.table import Table

rule = pytest.mark.rule


def journal(text: str) -> list[Event]:
    return list(read(f"kiebitz record 1\n{text}"))


def table_of(events: list[Event], name: str) -> dict[str, tuple[int, int, dict[str, int]]]:
    """Returns won, lost and what lasts of everybody who played *name*."""
    accounts = Ledger.of(events).accounts()[name]
    return {one.player.name: (one.won, one.lost, {k: v for k, v in one.counts.items() if v}) for one in accounts}


# Gras: the Punktekonto

GRAS = """evening Adler
players 0:Anna 1:Bert 2:Cenzi
game gras seats 0 1 2 dealer 2
deal 2
tricks 0:5 1:0 2:0 trump H
deal 0
tricks 0:5 1:0 2:0 trump H
players 0:Bert 1:Anna 2:Cenzi
game gras seats 0 1 2 dealer 1
deal 1
tricks 0:0 1:0 2:5 trump H
deal 2
tricks 0:0 1:5 2:0 trump L
deal 0
tricks 0:0 1:0 2:5 trump H
"""


@rule("GR8", "GR7", "GR1")
def test_the_punktekonto_follows_the_player_across_seats() -> None:
    """Anna wins 800, 400 of each. Then Cenzi: 10, 15, 5; she needs another deal."""
    events = journal(GRAS)
    assert table_of(events, "gras") == {
        "Anna": (1, 0, {"account": 800}),
        "Bert": (0, 1, {"account": -400}),
        "Cenzi": (0, 1, {"account": -400}),
    }
    (evening,) = Ledger.of(events).evenings
    first, second = evening.games
    assert (evening.name, first.result.winners, second.result.is_over) == ("Adler", (0,), False)
    assert second.result.tallies == {0: 45, 1: 35, 2: 5}
    more = [*events, *journal("deal 1\ntricks 0:0 1:0 2:5 trump E")]
    # Cenzi reaches 0; Anna stands at 40, Bert at 50: 900 for Cenzi
    assert table_of(more, "gras") == {
        "Anna": (1, 1, {"account": 400}),
        "Bert": (0, 2, {"account": -900}),
        "Cenzi": (1, 1, {"account": 500}),
    }
    assert sum(counts["account"] for _, _, counts in table_of(more, "gras").values()) == 0


@rule("GR8")
def test_amendment_of_the_first_game_changes_all_later_games() -> None:
    events = journal(GRAS)
    assert events[6] == TricksEntered(((0, 5), (1, 0), (2, 0)), "H"), "the deal that ended the first game"
    events.append(Amended(6, TricksEntered(((0, 4), (1, 1), (2, 0)), "H")))
    # Anna stands at 2, Bert at 28: nobody has won, nobody owes anything
    assert table_of(events, "gras") == {"Anna": (0, 0, {}), "Bert": (0, 0, {}), "Cenzi": (0, 0, {})}
    undone = [*events, Amended(len(events) - 1)]
    assert table_of(undone, "gras") == table_of(journal(GRAS), "gras"), "undone, it is as before"
    assert Ledger.of(undone) == Ledger.of(journal(GRAS))


def test_a_name_put_right_afterwards() -> None:
    events = journal(GRAS.replace("0:Anna 1:Bert", "0:Ana 1:Bert", 1))
    assert set(table_of(events, "gras")) == {"Ana", "Bert", "Cenzi", "Anna"}
    events.append(Amended(1, PlayersSeated(((0, "Anna"), (1, "Bert"), (2, "Cenzi")))))
    assert table_of(events, "gras") == table_of(journal(GRAS), "gras")


# Knoddel and steine of Bauerchen


def rounds(*winners: int, first: int = 3, rules: str = "") -> str:
    lines = []
    for number, seat in enumerate(winners):
        dealer = (first + number) % 4
        forehand = (dealer + 1) % 4
        lines += [f"game bauerchen seats 0 1 2 3 dealer {dealer}{rules}", f"deal {dealer}", f"say {forehand} trump H"]
        lines += [f"say {seat} ledig", f"tricks {seat}:130"]
    return "\n".join(lines)


SEATED = "players 0:Anna 1:Bert 2:Cenzi 3:Dori"


@rule("BA21", "DECISIONS BA2")
@pytest.mark.parametrize(
    ("winners", "anna", "bert"),
    [
        pytest.param((0,), (1, 0, {}), (0, 1, {"knoddel": 1}), id="a-round"),
        pytest.param((0, 2), (2, 0, {"stein": 1}), (0, 2, {}), id="a-stein"),
        pytest.param((0, 1), (1, 1, {"knoddel": 1}), (1, 1, {"knoddel": 1}), id="one-each"),
        pytest.param((0, 1, 3), (1, 2, {}), (2, 1, {"stein": 1}), id="the-Gehampelter"),
        pytest.param((1, 1, 0, 0), (2, 2, {"stein": 1}), (2, 2, {"stein": 1}), id="a-stein-each"),
    ],
)
def test_knoddel_and_steine(
    winners: tuple[int, ...], anna: tuple[int, int, dict[str, int]], bert: tuple[int, int, dict[str, int]]
) -> None:
    table = table_of(journal(f"evening\n{SEATED}\n{rounds(*winners)}"), "bauerchen")
    assert (table["Anna"], table["Bert"]) == (anna, bert)
    assert (table["Cenzi"], table["Dori"]) == (anna, bert), "partners share everything"


@rule("BA21", "BA1")
def test_partners_swap_between_the_rounds() -> None:
    """The sides keep their knoddel whoever sits in them; won and lost belong to the players."""
    swapped = "players 0:Anna 1:Cenzi 2:Bert 3:Dori"
    events = journal(f"evening\n{SEATED}\n{rounds(0)}\n{swapped}\n{rounds(0, first=0)}")
    assert {name: row[:2] for name, row in table_of(events, "bauerchen").items()} == {
        "Anna": (2, 0), "Bert": (1, 1), "Cenzi": (1, 1), "Dori": (0, 2),
    }  # fmt: skip
    table = Table.from_journal(events)
    assert {seat: table.standing["stein"][seat] for seat in range(4)} == {0: 1, 1: 0, 2: 1, 3: 0}


@rule("BA21")
def test_a_new_evening_begins_without_knoddel() -> None:
    events = journal(f"evening Friday\n{SEATED}\n{rounds(0)}\nevening Saturday\n{SEATED}\n{rounds(0, first=0)}")
    assert Table.from_journal(events).standing["knoddel"] == {0: 0, 1: 1, 2: 0, 3: 1}
    friday, saturday = Ledger.of(events).evenings
    assert [(one.name, len(one.games)) for one in (friday, saturday)] == [("Friday", 1), ("Saturday", 1)]


# Watten: the Bummerl


@rule("WA20", "WA33", "WA34", "WA35", "WA30")
@pytest.mark.parametrize(
    ("rounds", "bummerl"),
    [
        pytest.param("AAAAA", 2, id="WA34-Schneider"),
        pytest.param("ABAAAA", 1, id="WA35-the-loser-has-two"),
        pytest.param("BABABAAA", 1, id="WA35-six"),
    ],
)
def test_bummerl_add_up_over_rounds(rounds: str, bummerl: int) -> None:
    """Each round is worth two; A are Anna and Cenzi."""
    lines = ["evening", SEATED, "game watten seats 0 1 2 3 dealer 3"]
    for number, side in enumerate(rounds):
        lines += [f"deal {(3 + number) % 4}", "tricks 0:3 1:0" if side == "A" else "tricks 0:0 1:3"]
    events = journal("\n".join(lines))
    (played,) = Ledger.of(events).games
    assert played.result.winners == (0, 2)
    table = table_of(events, "watten")
    assert table["Anna"] == table["Cenzi"] == (1, 0, {})
    assert table["Bert"] == table["Dori"] == (0, 1, {"bummerl": bummerl})


# Bohemian Watten: games won and lost, and changes in the middle of one


@rule("BW22", "BW23")
def test_seats_changed_in_the_middle_of_a_game() -> None:
    """Anna stands at 10 and moves to seat 2 with it, where she wins."""
    events = journal(
        "evening\nplayers 0:Anna 1:Bert 2:Cenzi\ngame bohemian-watten seats 0 1 2 dealer 0\ndeal 0\n"
        "tricks 0:5 1:0 2:0 trump H\nplayers 0:Cenzi 1:Bert 2:Anna\ndeal 1\ntricks 0:0 1:0 2:5 trump H\n"
    )
    assert Table.from_journal(events).tallies == {0: 40, 1: 40, 2: 0}
    assert table_of(events, "bohemian-watten") == {"Anna": (1, 0, {}), "Bert": (0, 1, {}), "Cenzi": (0, 1, {})}


@rule("BW12")
def test_the_dealer_put_right() -> None:
    events = journal("game bohemian-watten seats 0 1 2 dealer 0\ndeal 0\ntricks 0:2 1:2 2:1 trump L\ndeal 2")
    assert [str(one.kind) for one in Table.from_journal(events).findings] == ["wrong_dealer"]
    events.append(Amended(3, DealStarted(1)))
    assert Table.from_journal(events).findings == ()


# Presets and the landlord's own file


@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name, findings in all_games().items() for preset in findings.book.presets]
)
def test_every_preset_is_said_in_words_first_what_differs(name: str, preset: str) -> None:
    asked = game(name, preset=preset)
    words = in_words(asked.rules)
    assert len(words) == len(asked.rules.offered())
    assert all(one.german != one.english and "_" not in one.english for one in words)
    assert asked.rules == asked.book.presets[preset].rules


@rule("DECISIONS E1", "DECISIONS E2", "DECISIONS E3", "DECISIONS E4")
def test_contradictions_of_the_sources_are_switches() -> None:
    """Follow or beat first: two games. Exchange, Criticals and looking into the pack: by game and by switch."""
    bohemian, gras, watten = game("bohemian-watten"), game("gras"), game("watten", preset="kritisch")
    assert set(map(str, bohemian.legal("E9 L7", "E10", "L"))) == {"E9"}
    assert set(map(str, gras.legal("E9 L7", "E10", "L"))) == {"L7"}
    assert "dealer_exchange" in dict(bohemian.rules.choices)
    assert [str(card) for card in bohemian.trumps("L")[:3]] == ["HK", "S7", "E7"]
    assert [str(card) for card in watten.trumps("L U")[:3]] == ["HK", "S6", "E7"]
    assert ("peek" in watten.book.calls, "peek" in bohemian.book.calls) == (True, False)


@rule("BA20", "DECISIONS BA1")
@pytest.mark.parametrize(
    ("text", "target", "answered"),
    [
        ('game = "bauerchen"', 12, False),
        ('game = "bauerchen"\npreset = "bauerchen-12"', 12, True),
        ('game = "bauerchen"\npreset = "bauerchen-31"', 31, True),
        ('game = "bauerchen"\n[rules]\ntarget = 12', 12, True),
        ('game = "bauerchen"\npreset = "siegelbach"\n[rules]\ntarget = 12', 12, True),
        ('game = "bauerchen"\n[rules]\ncarry_forward = true', 12, False),
    ],
)
def test_target_is_asked_unless_the_house_rules_set_it(tmp_path: Path, text: str, target: int, answered: bool) -> None:
    path = tmp_path / "adler.toml"
    path.write_text(text, encoding="utf-8")
    house = read_rules(path)
    is_asked = "target" in [switch.name for switch in house.open]
    assert (house.as_game.rules.number("target"), is_asked) == (target, not answered)
