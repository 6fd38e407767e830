"""kiebitz judge: complete, unfinished and damaged records of every format."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.judged_deal import judge
from cli.main import main
from cli.record_files import read_record
from device.storage.journal import Journal
from engine.cards import Card
from engine.codec import encode, to_line
from engine.events import Amended, CardLaid, CardsShown, Event, Ruled
from engine.games import game
from engine.notation.record import read, write
from engine.simulation.evening import deal_with_revoke, simulation
from tests.support.command_line import CommandLine
from tests.support.examples import examples

JUDGED = Path(__file__).with_name("judged")
"""Records, and what is printed of them in each language."""
REVOKE, WATTEN, BAUERCHEN = (
    (JUDGED / f"{name}.record").read_text(encoding="utf-8") for name in ("revoke", "watten", "bauerchen")
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "pub.record"
    path.write_text(REVOKE, encoding="utf-8")
    return path


def lines(kiebitz: CommandLine, *arguments: object) -> list[dict[str, Any]]:
    return kiebitz.json_lines("judge", "--jsonl", *arguments)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", ["revoke", "watten", "bauerchen"])
def test_deal_is_judged_up_to_its_end(kiebitz: CommandLine, name: str, language: str) -> None:
    expected = (JUDGED / f"{name}.{language}.txt").read_text(encoding="utf-8")
    assert kiebitz.prints("judge", "--language", language, JUDGED / f"{name}.record") == expected


def test_json_lines_describe_calls_tricks_findings_and_score(record: Path, kiebitz: CommandLine) -> None:
    start, *calls, first, second, finding, end = lines(kiebitz, "--language", "en", record)
    assert (start["trump"], start["trump_suit"], start["trump_rank"]) == ("E", "E", None)
    assert start["sides"] == [[0], [1], [2], [3]]
    assert start["rules"] == dict(game("bohemian-watten").rules.choices), "all of them, for defaults may change"
    assert [(line["seat"], line["call"], line["cards_before"]) for line in calls] == [
        (seat, "play", 0) for seat in (0, 1, 2)
    ]
    assert first["event"] == "trick_gathered"
    assert first["seat"] == 3
    assert first["plays"][1] == {"seat": 1, "card": "H8", "position": 11}
    assert second["event"] == "trick_open"
    assert (finding["kind"], finding["seat"], finding["card"]) == ("revoke", 1, "H8")
    assert (finding["position"], finding["noticed"], finding["withheld"]) == (11, 17, ["LU"])
    assert (end["event"], end["phase"], end["seats"]) == ("unfinished", "play", [2])
    assert {line["record"] for line in (start, first, second, finding, end)} == {str(record)}


def test_json_lines_of_watten(record: Path, kiebitz: CommandLine) -> None:
    record.write_text(WATTEN, encoding="utf-8")
    output = lines(kiebitz, "--language", "en", record)
    start, striker, trump, bid, hold = [line for line in output if line["event"] in ("deal_started", "call")]
    assert (start["trump"], start["trump_suit"], start["trump_rank"]) == ("H U", "H", "U")
    assert start["sides"] == [[0, 2], [1, 3]]
    assert (striker["seat"], striker["call"], striker["value"], striker["text"]) == (0, "striker", "U", "striker Unter")
    assert [line["cards_before"] for line in (striker, trump, bid, hold)] == [0, 0, 5, 5]
    [still_open] = [line for line in output if line["event"] == "open_plays"]
    assert still_open["show"] == [2, 3]
    assert output[-1]["sides"] == [[0, 2], [1, 3]]


def test_without_an_announcement_nobody_takes_and_that_is_said(record: Path, kiebitz: CommandLine) -> None:
    game = "kiebitz record 1\ngame watten seats 0 1 2 3 dealer 0\ndeal 0\n"
    record.write_text(f"{game}play 1:HA 2:LK 3:EA 0:H9 >3\n", encoding="utf-8")
    assert kiebitz.prints("judge", "--language", "de", record).splitlines()[2:] == [
        "  1  1:HA   2:LK   3:EA   0:H9",
        "  Hier hört die Aufzeichnung auf; es fehlt: was Trumpf ist",
    ]


def test_unfinished_deal_names_the_phase_of_the_game(record: Path, kiebitz: CommandLine) -> None:
    record.write_text("".join(BAUERCHEN.splitlines(keepends=True)[:3]), encoding="utf-8")
    assert kiebitz.prints("judge", "--language", "en", record).splitlines() == [
        "Bauerchen, house rules as usual",
        "Deal 1: seat 3 deals",
        "  Here the record ends; next: seat 0 calls trumps",
    ]


def test_lasting_counts_are_printed_after_a_game(record: Path, kiebitz: CommandLine) -> None:
    events = whole_game("bauerchen")
    record.write_text(write(events), encoding="utf-8")
    output = kiebitz.prints("judge", "--language", "en", record).splitlines()
    assert output[-1].startswith("  knoddels: seat ")
    score = lines(kiebitz, record)[-1]
    assert (score["event"], set(score["standing"])) == ("score", {"knoddel", "stein"})
    assert sorted(score["standing"]["knoddel"].values()) == [0, 0, 1, 1]


def test_text_has_player_names_and_rulings(record: Path, kiebitz: CommandLine) -> None:
    named = WATTEN.replace("game", "players 0:Anna 1:Bert\ngame", 1)
    revoke = next(index for index, event in enumerate(read(named)) if event == CardLaid(1, Card("L", "7")))
    record.write_text(f"{named}rule {revoke} counted\n", encoding="utf-8")
    output = kiebitz.prints("judge", "--language", "en", record).splitlines()
    assert output[2] == "     Anna: striker Unter"
    assert output[4] == "  1  Anna HK   Bert L7   2:H8   3:E9   Anna takes"
    assert output[5] == (
        "     ! Trick 1: Bert laid L7, but had to give a trump: HK was led, H10 came in trick 3. The table counts it"
    )
    assert "  Bummerl: Bert and seat 3: 1" in output


def test_players_who_change_seats_later_are_named_as_they_sat(kiebitz: CommandLine) -> None:
    record = Path(__file__).parents[2] / "device" / "golden" / "ledger.record"
    lines = kiebitz.prints("judge", "--language", "en", record).splitlines()
    dealers = [line.split(": ")[1].split()[0] for line in lines if line.startswith("Deal ")]
    assert dealers == ["Zenzi", "Schorsch", "Schorsch", "Zenzi", "Schorsch"]
    assert "  Score: Schorsch: 18 (−2), Zenzi: 17 (−3), Anna Häusl: 25 (+5)" in lines


def test_deals_after_the_end_of_a_game_are_judged_as_those_of_the_next(record: Path, kiebitz: CommandLine) -> None:
    won = "Stiche Zenzi 5 Anna 0 Resi 0 Trumpf Herz\n"
    record.write_text(
        f"kiebitz von Hand\nSpiel Gras, Spieler Zenzi Anna Resi, Geber Zenzi\n{won * 3}", encoding="utf-8"
    )
    scores = [line for line in lines(kiebitz, record) if line["event"] == "score"]
    assert [(line["deal"], line["winners"]) for line in scores] == [(1, []), (2, [0]), (1, [])]


def test_a_record_by_hand_begins_with_game_and_house_rules(record: Path, kiebitz: CommandLine) -> None:
    record.write_text(
        """kiebitz von Hand
Spiel Böhmisch Watten, Spieler Zenzi Schorsch Anna, Geber Zenzi, Regeln critical_suit=both
Zenzi gibt
Anna nimmt Herz König abgehoben
Trumpfkarte Laub 9
Schorsch tauscht 2
Anna tauscht 0
Zenzi tauscht 1
Zenzi nimmt Laub 9 auf
Herz 7, Herz 9, Herz 8
""",
        encoding="utf-8",
    )
    assert kiebitz.prints("judge", "--language", "de", record).splitlines()[:8] == [
        "Böhmisch Watten, anders als üblich:",
        "  * Ein Kritischer ist Trumpf und zugleich Karte seiner gedruckten Farbe",
        "Spiel 1: Zenzi gibt, Laub ist Trumpf",
        "     Anna nimmt HK beim Abheben",
        "     aufgedeckt: L9",
        "     Schorsch tauscht 2, Anna tauscht 0, Zenzi tauscht 1",
        "     Zenzi nimmt die aufgedeckte Karte L9",
        "  1  Schorsch H7   Anna H9   Zenzi H8   Anna sticht",
    ]
    record.write_text("kiebitz von Hand\nSpiel Wotten, Geber 0\n", encoding="utf-8")
    assert "Zeile 2: gelesen 'Wotten', erwartet ein Spiel" in kiebitz.refuses("judge", record)


def whole_game(name: str) -> list[Event]:
    played = simulation(name, 4, 3)
    while not played.table.result.is_over:
        played.play_deal()
    return list(played.events)


@pytest.fixture(params=["notation", "bare_notation", "json_lines", "watch", "journal"])
def whole(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[Event]]:
    """A deal with a revoke, in every form that a record can have."""
    events = list(deal_with_revoke(seed=5).events)
    path = tmp_path / "deal"
    if request.param == "journal":
        with Journal(path) as journal:
            for event in events:
                journal.append(event, 0.0)
    else:
        forms = {
            "notation": write,
            "bare_notation": lambda events: write(events, derived=False),
            "json_lines": lambda events: "".join(to_line(event) + "\n" for event in events),
            "watch": as_watched,
        }
        path.write_text(forms[request.param](events), encoding="utf-8")
    return path, events


def as_watched(events: list[Event]) -> str:
    """As `watch --game` prints it: sightings and findings between the events, and one card that it asks for."""
    lines = []
    asked = next(index for index, event in enumerate(events) if isinstance(event, CardLaid))
    for position, event in enumerate(events):
        lines.append({"event": "trick_gathered", "frame": 1, "t": 0.1, "seat": 0, "cards": 4})
        line = {"frame": 1, "t": 0.1, "position": position, **encode(event)}
        if isinstance(event, CardLaid):
            line |= {"candidates": [{"card": str(event.card), "score": 0.9}], "visible": 1.0}
        if position == asked:
            line["card"] = None
        lines += [line, {"event": "finding", "frame": 1, "t": 0.1, "position": position}]
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_every_kind_of_record(whole: tuple[Path, list[Event]], kiebitz: CommandLine) -> None:
    path, events = whole
    assert list(read_record(path).events) == events
    found = [line for line in lines(kiebitz, path) if line["event"] in ("finding", "score")]
    assert [line["event"] for line in found] == ["finding", "score"]
    assert found[0]["kind"] == "revoke"


def test_record_with_a_truncated_last_line_is_judged(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(REVOKE + "play 2:S", encoding="utf-8")
    assert main(["judge", "--language", "en", str(record)]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("missing: a card, seat 2\n")
    assert err == f"kiebitz: {record}: The last line is cut off and left out\n"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(REVOKE.replace("S10", "S11"), ", line 13: got ", id="no_card"),
        pytest.param(REVOKE.replace("exchange 1", "swap 1"), ", line 9: got 'swap 1 0', expected one of", id="verb"),
        pytest.param(REVOKE.replace("bohemian", "schaf"), "got game 'schaf-watten', expected one of", id="game"),
        pytest.param("", ", line 1: got an empty record", id="empty"),
        pytest.param("Watten am Freitag\n", ", line 1: got 'Watten am Freitag'", id="some_text"),
        pytest.param('{"event": "card_lade", "seat": 0}\n', ", line 1: got event 'card_lade'", id="unknown_event"),
        pytest.param('{"event": "deal_started"}\n{}\n', ", line 2: got '{}', expected a JSON object", id="no_event"),
        pytest.param('{"event": "deal_started"}\n[1\n', ", line 2: got '[1', expected a JSON object", id="no_json"),
        pytest.param('{"event": "deal_started"}\n', ", line 1: deal_started: got no dealer", id="no_dealer"),
        pytest.param('{"event": ' + "[" * 100_000, ", line 1: got ", id="deep"),
        pytest.param(
            '{"event": "card_laid", "position": 0, "seat": 0, "card": null, "candidates": [1]}\n',
            ", line 1: got candidates [1], expected a list",
            id="candidates",
        ),
        pytest.param(
            b"\x89PNG\r\n\x1a\n",
            ": got no text in UTF-8, expected a record in notation or JSON Lines; save it as UTF-8",
            id="a_picture",
        ),
        pytest.param(b"SQLite format 3\x00 and so on", "cannot read journal", id="half_a_journal"),
    ],
)
def test_a_broken_record_is_one_line(tmp_path: Path, kiebitz: CommandLine, content: str | bytes, says: str) -> None:
    path = tmp_path / "broken"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    error = kiebitz.refuses("judge", path)
    assert error.startswith("kiebitz: ")
    assert says in error


def test_valid_records_are_judged_before_the_error(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(record.with_name("missing")), str(record)]) == 2
    out, err = capsys.readouterr()
    assert "LU" in out
    assert "missing: no such file" in err


def test_record_without_a_deal_is_reported(tmp_path: Path, kiebitz: CommandLine) -> None:
    path = tmp_path / "empty.record"
    path.write_text("kiebitz record 1\n", encoding="utf-8")
    assert kiebitz.prints("judge", "--language", "en", path) == "No deal is recorded\n"


def test_amendments_keep_the_positions_of_the_record() -> None:
    """A missed lead is inserted at the end of the journal: findings still name the events of the record."""
    events = read(REVOKE)
    card = events[11]
    events[11] = CardLaid(1, Card("L", "8"))
    corrected = [*events, Amended(11, card)]  # type: ignore[arg-type]
    [deal] = judge(corrected)
    [noticed] = deal.recorded_findings
    assert (noticed.position, noticed.finding.position) == (17, 11)
    [ruled] = judge([*corrected[:5], *corrected[5:], Amended(5), Ruled(11, "counted")])
    assert [entry.finding.kind.value for entry in ruled.recorded_findings] == ["revoke"]


def test_open_plays_are_printed(record: Path, kiebitz: CommandLine) -> None:
    """A card of another pack in the last trick: what that hand held is not known even when it is played out."""
    tricks = ["0:L9 1:H8 2:L10 3:LA >3", "3:S8 0:S9 1:SO 2:SK >2", "2:EU 3:EO 0:EK 1:S10 >0", "0:HO 1:HA 2:H9 3:H10 >1"]
    played = "".join(f"play {trick}\n" for trick in [*tricks, "1:X9 2:HU 3:SA 0:L8 >2"])
    record.write_text(REVOKE.split("play 0")[0] + played, encoding="utf-8")
    [reported] = [line for line in lines(kiebitz, record) if line["event"] == "open_plays"]
    assert 11 in reported["positions"]
    assert "Nothing noticed, but not provably legal: H8" in kiebitz.prints("judge", "--language", "en", record)


def test_shown_hand_closes_open_plays() -> None:
    events = read(REVOKE.replace("1:LU\n", "1:SA\n"))
    [deal] = judge(events)
    assert 11 in deal.open_plays
    hand = tuple(Card("H", rank) for rank in ("9", "10", "7"))
    [deal] = judge([*events, CardsShown(1, hand, whole=True)])
    assert 11 not in deal.open_plays


@pytest.mark.parametrize(("rules", "seats"), [("", [1]), (" rules show_last_card=false", [])])
def test_the_last_card_that_was_bid_with_is_to_be_shown(
    record: Path, kiebitz: CommandLine, rules: str, seats: list[int]
) -> None:
    tricks = ["0:LA 1:LK 2:LO 3:L9 >0", "0:EA 1:EK 2:EO 3:E9 >0", "0:S7 1:S10 2:S8 3:S9 >1", "1:E8 2:L10 3:E10 0:L7 >3"]
    played = "".join(f"play {trick}\n" for trick in [*tricks, "3:SK 0:SA"])
    calls = "say 0 striker U\nsay 3 trump H\n"
    text = (
        f'kiebitz record 1\ngame watten seats 0 1 2 3 dealer 3{rules}\ndeal 3\n{calls}{played}say 1 bid "3"\nsay 2 go\n'
    )
    record.write_text(text, encoding="utf-8")
    shown = [line["show"] for line in lines(kiebitz, record) if line["event"] == "open_plays"]
    assert shown == [seats][: len(seats)]
    assert ("Show the remaining cards" in kiebitz.prints("judge", "--language", "en", record)) == bool(seats)


ODD_LINES = (
    "undo 5", "correct 12: play 1:HK", "insert 14: play 2:S7", "undo 99", "correct 0: deal 1", "undo 0",
    "rule 12 taken_back", "rule 3 counted", "rule 12 stands", "show 1 HK S7 all", "show 3 HK", "tricks 0:5",
    "tricks 0:2 1:3 trump H", "take 1 HK cut", "take 2 EA upcard", "upcard HK", "say 1 fold", "exchange 3 9",
    "deal 3", "game bohemian-watten seats 0 2 dealer 0", "play >", "play 1:X9 2:L9?L8?H7", "play 3:L9",
)  # fmt: skip


@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(60))
def test_fuzzed_record_is_judged_or_refused(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    random = Random(seed)
    rows = write(deal_with_revoke(seed % 10).events, derived=False).splitlines()
    rows = [row.partition(". ")[2] or row for row in rows]
    for _ in range(random.randint(1, 5)):
        place = random.randrange(1, len(rows))
        if random.random() < 0.3:
            del rows[place]
        elif random.random() < 0.3:
            rows.insert(place, rows.pop(random.randrange(1, len(rows))))
        else:
            rows.insert(place, random.choice(ODD_LINES))
    path = tmp_path_factory.mktemp("muddled") / "record"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert main(["judge", *random.choice(([], ["--jsonl"])), str(path)]) in (0, 2)
