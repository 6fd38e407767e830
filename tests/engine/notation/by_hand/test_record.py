"""Records written by hand: names, any case, both languages, tricks that gather themselves, and helpful errors."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import Announced
from engine.games import all_games, game
from engine.notation import explain_findings
from engine.notation.by_hand.actions import read_call
from engine.notation.by_hand.lines import CALLS, PARTS, VERBS, HandError, words_of
from engine.notation.by_hand.record import is_by_hand, read_by_hand
from engine.notation.record import read, write
from engine.state.table import Table
from tests.support.case_tables import CaseFile

EVENING = Path(__file__).with_name("schafkopf_evening.txt")
ENGLISH = """Kiebitz by hand
# a deal in which two revokes are proved

Game bohemian watten, players Zenzi Schorsch Anna, dealer Zenzi, rules schleck=none
Upcard l9
Schorsch plays
Anna plays
Schorsch exchanges 0
exchange Anna 0
Zenzi exchanges none
h7 h9 h8
Anna: h10, Zenzi E8, Schorsch S9
EA acorns 9 ten of acorns
SA SU HA
SK SO S10
"""
GERMAN = """kiebitz von Hand
Spiel Böhmisch Watten, Spieler Zenzi Schorsch Anna, Geber Zenzi, Regeln schleck=none
Trumpfkarte Laub 9
Schorsch spielt
ANNA spielt
Schorsch tauscht 0
Anna tauscht keine
Zenzi tauscht null
Herz 7, Herz 9, Herz 8
Anna legt Herz Zehn, Zenzi Eichel 8, Schorsch Schellen Neun
Eichel-Sau, Eichel 9, Eichelzehn
Schellensau Schellenunter Herzsau
SK SO S10
"""
STRICT = """kiebitz record 1
0. players 0:Zenzi 1:Schorsch 2:Anna
1. game bohemian-watten seats 0 1 2 dealer 0 rules schleck=none
2. upcard L9
3. say 1 play
4. say 2 play
5. exchange 1 0
6. exchange 2 0
7. exchange 0 0
8. play 1:H7 2:H9 0:H8 >
12. play 2:H10 0:E8 1:S9 >
16. play 2:EA 0:E9 1:E10 >
20. play 2:SA 0:SU 1:HA >
24. play 2:SK 0:SO 1:S10 >
"""


def record_lines(begun: str, lines: str) -> list[str]:
    """Returns the lines of the record that a beginning and *lines*, separated by `|`, become; without numbers."""
    record = write(read_by_hand("\n".join([begun, *lines.split(" | ")])), derived=False)
    return [line.partition(". ")[2] for line in record.splitlines()]


@pytest.mark.parametrize("text", [ENGLISH, GERMAN])
def test_the_same_deal_in_both_languages(text: str) -> None:
    assert is_by_hand(text)
    events = read_by_hand(text)
    assert events == read(STRICT)
    assert "revoke, 1.6 (2)" in write(events)


def test_the_line_after_the_end_of_a_game_begins_the_next_one() -> None:
    for words in (ENGLISH, GERMAN):
        begun, *lines = words.splitlines()
        game, *deal = (line for line in lines if line and not line.startswith("#"))
        won = ["Stiche Zenzi 5 Schorsch 0 Anna 0 Trumpf Herz"] * 2
        events = read_by_hand("\n".join([begun, game, *won, "Zenzi gibt", *deal, *won]))
        played = Table.from_journal(events).games
        assert [len(each.match.history) for each in played] == [2, 3]
        assert played[1].match.history[0].tricks == Table.from_journal(read(STRICT)).history[0].tricks


SCHAFKOPF = "kiebitz von hand\nSpiel Schafkopf, Spieler Anna Beni Clara Dora, Geber Dora"
WATTEN = "kiebitz von hand\nSpiel Watten, Spieler Anna Beni Clara Dora, Geber Anna"
BAUERCHEN = "kiebitz von hand\nSpiel Bauerchen, Spieler Anna Beni Clara Dora, Geber Dora"
cases = CaseFile(__file__, WATTEN=WATTEN, BAUERCHEN=BAUERCHEN)


@pytest.mark.parametrize(
    ("begun", "lines", "expected"),
    [
        (WATTEN, "Beni: Schlag 9 | Anna: Farbe Herz", ["say 1 striker 9", "say 0 trump H"]),
        (WATTEN, "Beni sagt Schlag Unter | Anna sagt Herz ist Trumpf", ["say 1 striker U", "say 0 trump H"]),
        (WATTEN, "Beni fragt | ", None),
        (WATTEN, "Beni Schöneres | Anna ist recht", ["say 1 better", "say 0 accept"]),
        (WATTEN, "Beni: Schlagtausch | Anna: nein", ["say 1 swap", "say 0 refuse"]),
        (WATTEN, "Beni bietet 3 | Clara bleibt", ["say 1 bid 3", "say 2 hold"]),
        (WATTEN, "Beni: 3 geboten | Clara geht", ["say 1 bid 3", "say 2 go"]),
        (WATTEN, "Beni sagt Unter, Anna Herz", ["deal 0", "say 1 striker U", "say 0 trump H"]),
        (
            WATTEN,
            "Beni Unter, Anna Herz | Beni schafft aus, Clara vier | Dora geht",
            ["deal 0", "say 1 striker U", "say 0 trump H", "say 1 bid", "say 2 bid 4", "say 3 go"],
        ),
        (SCHAFKOPF, "alle passen", ["deal 3", *(f"say {seat} pass" for seat in range(4))]),
        (
            SCHAFKOPF,
            "Anna spielt, die anderen weiter | Anna auf die Alte | Beni gibt Kontra, Anna Retour",
            ["say 0 play", *(f"say {seat} pass" for seat in (1, 2, 3)), "say 0 rufspiel E", "say 1 kontra", "say 0 re"],
        ),
        (SCHAFKOPF, "Anna spielt auf die Schellen-Sau", ["say 0 rufspiel S"]),
        (SCHAFKOPF, "Anna spielt, Beni spielt auch", ["say 0 play", "say 1 play"]),
        (SCHAFKOPF, "Anna ruft Laub-Sau | Anna legt Laub Sau", ["say 0 rufspiel L", "play 0:LA"]),
        (SCHAFKOPF, "Anna spielt Herzsolo Tout", ["say 0 solo_tout H"]),
        (SCHAFKOPF, "Anna spielt einen Wenz", ["say 0 wenz"]),
        (SCHAFKOPF, "Anna Graswenz", ["say 0 farbwenz L"]),
        (
            SCHAFKOPF,
            "Anna ruft die Blaue | Augen Anna 70 Beni 50 | Clara war dabei",
            ["say 0 rufspiel L", "tricks 0:70 1:50", "say 2 partner"],
        ),
        (WATTEN, "Beni bids three | Clara goes", ["say 1 bid 3", "say 2 go"]),
        (WATTEN, "Anna vergeben", ["say 0 misdeal"]),
        (WATTEN, "Dora hineingeschaut", ["say 3 peek"]),
        (WATTEN, "Stiche Beni 3 Anna 1 Trumpf Herz Unter", ['tricks 1:3 0:1 trump "H U"']),
        (WATTEN, "Clara zeigt Weli, HA alle", ["show 2 S6 HA all"]),
        (WATTEN, "Stiche Anna 3 Beni 2, Wert 3", ["tricks 0:3 1:2 worth 3"]),
        (WATTEN, "Stiche Anna 3, Trumpf Herz Achter, Wert fünf Punkte", ['tricks 0:3 trump "H 8" worth 5']),
        (
            WATTEN,
            "Stiche Anna 3 | Beni bietet 3, Clara bleibt | Stiche Anna 3",
            ["tricks 0:3", "deal 1", "say 1 bid 3", "say 2 hold", "tricks 0:3"],
        ),
        (BAUERCHEN, "Anna: Kreuz ist Trumpf | Anna meldet Herz", ["say 0 trump C", "say 0 meld H"]),
        (BAUERCHEN, "Anna: Trumpf Kreuz | Beni: Vierzig", ["say 0 trump C", "say 1 meld C"]),
        (BAUERCHEN, "Anna: Trumpf Kreuz | Beni Zwanzig in Pik", ["say 0 trump C", "say 1 meld S"]),
        (BAUERCHEN, "Anna: Trumpf Kreuz | Beni spritzt | Clara: re", ["say 0 trump C", "say 1 double", "say 2 double"]),
        (BAUERCHEN, "Anna: Trumpf Kreuz | Clara ledig", ["say 0 trump C", "say 2 ledig"]),
        (BAUERCHEN, "upcard CJ | undo 2", ["upcard CJ", "undo 2"]),
        (BAUERCHEN, "Anna: Trumpf Kreuz | Clara: Kart’ ab", ["say 0 trump C", "say 2 ledig"]),
        (
            BAUERCHEN,
            "Trumpf Kreuz | Anna Herz König | Anna: zwanzig",
            ["deal 3", "say 0 trump C", "play 0:HK", "say 0 meld H"],
        ),
        (
            BAUERCHEN,
            "Trumpf Herz | Anna Herz König | Anna: vierzig",
            ["deal 3", "say 0 trump H", "play 0:HK", "say 0 meld H"],
        ),
        (WATTEN, "Schlag Sau, Farbe Eichel", ["deal 0", "say 1 striker A", "say 0 trump E"]),
        (WATTEN, "Ansage: Herz Achter", ["deal 0", "say 1 striker 8", "say 0 trump H"]),
        (WATTEN, "Beni: Schlag Unter, Anna: Farbe Herz", ["say 1 striker U", "say 0 trump H"]),
        (WATTEN, "Beni Schlag Unter und Farbe Herz", ["say 1 striker U", "say 0 trump H"]),
        (
            WATTEN,
            "Beni Schlag 9, Anna Herz ist Trumpf. Beni bietet 3 und legt die Sau von Laub",
            ["say 1 striker 9", "say 0 trump H", "say 1 bid 3", "play 1:LA"],
        ),
        (
            WATTEN,
            "Spieler Max Beni Clara Dora | Beni EA, Clara E8, Dora E7, Max Max",
            ["players 0:Max 1:Beni 2:Clara 3:Dora", "play 1:EA 2:E8 3:E7 0:HK >"],
        ),
    ],
)
def test_german_calls_are_read_in_every_wording(begun: str, lines: str, expected: list[str] | None) -> None:
    if expected is None:
        with pytest.raises(HandError, match="erwartet eine Ansage wie"):
            record_lines(begun, lines)
        return
    assert record_lines(begun, lines)[3:] == expected


BOHEMIAN = "kiebitz von hand\nSpiel Böhmisch Watten, Spieler Anna Beni Clara, Geber Anna"


@cases.table
def test_every_word_for_a_line_is_read(begun: str, line: str, words: str, expected: str) -> None:
    for word in words.split():
        assert record_lines(begun, line.format(word.replace("_", " ")))[-1] == expected, word


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "null zero none keine"), (1, "eins one eine"), (2, "zwei two"), (3, "drei three"), (4, "vier four"),
        (5, "fünf five"), (6, "sechs six"), (7, "sieben seven"), (8, "acht eight"), (9, "neun nine"),
    ],
)  # fmt: skip
def test_numbers_in_words(number: int, words: str) -> None:
    for word in words.split():
        assert record_lines(BOHEMIAN, f"Beni tauscht {word}")[-1] == f"exchange 1 {number}", word


@cases.table
def test_a_deal_begins_where_one_is_due(begun: str, lines: str, expected: list[str]) -> None:
    assert record_lines(begun, lines)[3:] == expected


def test_full_trick_is_gathered_and_its_taker_leads() -> None:
    events = read_by_hand(f"{WATTEN}\nBeni Schlag 9\nAnna Farbe Herz\nEA E8 E7 EK LA L8 L7 LK\nSA S8\nS7 SK >Beni")
    assert write(events, derived=False).splitlines()[5:] == [
        "4. play 1:EA 2:E8 3:E7 0:EK >",
        "9. play 1:LA 2:L8 3:L7 0:LK >",
        "14. play 1:SA 2:S8 3:S7 0:SK >1",
    ]


@cases.table
def test_errors_are_in_the_language_of_the_record(text: str, german: str) -> None:
    with pytest.raises(HandError) as error:
        read_by_hand(text)
    assert german in str(error.value)


WORDS = ["Anna", "Beni", "0", "3", "7", "HA", "Eichel", "König", ">1", ">", ",", "-", "undo", "a=b", "X9"]
_ANY = st.sampled_from([*VERBS, *(phrase for phrase, _ in CALLS), *PARTS, *WORDS])


@given(st.lists(st.lists(_ANY, max_size=5).map(" ".join), max_size=6))
def test_random_words_raise_only_hand_errors(lines: list[str]) -> None:
    with contextlib.suppress(HandError):
        events = read_by_hand("\n".join([WATTEN, *lines]))
        assert read(write(events)) == events


@cases.table
def test_the_line_that_begins_a_game(line: str, expected: str) -> None:
    written = write(read_by_hand(f"kiebitz by hand\n{line}"), derived=False).splitlines()[-1]
    assert written.partition(". ")[2] == expected


def test_an_evening_of_a_scribe_is_scored_in_cents() -> None:
    """A run-away with Kontra, a Tout, and two deals of which only the card points were written down."""
    table = Table.from_journal(read_by_hand(EVENING.read_text(encoding="utf-8")))
    assert table.findings == ()
    assert [tuple(deal.changes.values()) for deal in table.history] == [
        (-40, -40, 40, 40),
        (600, -200, -200, -200),
        (-50, 50, -50, 50),
        (280, -840, 280, 280),
    ]
    assert table.standing["account"] == {0: 790, 1: -1030, 2: 70, 3: 170}


@pytest.mark.parametrize("name", all_games())
def test_every_call_is_read_in_the_words_of_its_book(name: str) -> None:
    played = game(name)
    samples = {"": "", "suit": played.pack.suits[0], "rank": "9", "number": "3", "card": str(played.pack.cards[3])}
    for call, entry in played.book.calls.items():
        said = Announced(1, call, samples[entry.value])
        for text in explain_findings.call(said, played):
            assert read_call(1, words_of(text), played, None) == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Dora calls bells", Announced(3, "rufspiel", "S")),
        ("dora: gives way", Announced(3, "give_way")),
        ("Dora Eichel-Solo Tout", Announced(3, "solo_tout", "E")),
        ("Dora spielt", Announced(3, "play")),
        ("Dora Gras Wenz Tout", Announced(3, "farbwenz_tout", "L")),
    ],
)
def test_calls_of_schafkopf(line: str, said: Announced) -> None:
    text = f"kiebitz von hand\nspiel schafkopf, spieler Anna Beni Clara Dora, geber Anna\n{line}\n"
    assert read_by_hand(text)[-1] == said
