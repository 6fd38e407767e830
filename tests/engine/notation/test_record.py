"""Records as text: exact round trip, checked comments, errors with the line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.events import Announced, CardLaid, EveningStarted, GameStarted, PlayersSeated
from engine.notation.record import NotationError, read, write
from engine.state.table import Table
from tests.support.examples import examples
from tests.support.journals import evening, journals, with_random_events

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))
patient = settings(suppress_health_check=[HealthCheck.too_slow])


@settings(patient, max_examples=examples(60))
@given(journals())
def test_round_trip_of_any_journal(journal: list[object]) -> None:
    assert read(write(journal, derived=False)) == journal  # type: ignore[arg-type]


@settings(patient, max_examples=examples(30), phases=[Phase.generate])
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_round_trip_of_an_evening_with_findings_and_scores(seed: int, random: object) -> None:
    journal = with_random_events(evening(seed), random)  # type: ignore[arg-type]
    text = write(journal)
    assert read(text) == journal
    assert write(read(text)) == text


def test_there_are_golden_records() -> None:
    assert len(GOLDEN) >= 6


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_record_is_written_as_it_was_read(path: Path) -> None:
    """What the table notices and scores is what the record says, to the word."""
    text = path.read_text(encoding="utf-8")
    played = "\n".join(line for line in text.splitlines() if not line.startswith("#")) + "\n"
    assert write(read(text)) == played
    Table.from_journal(read(text))


def test_a_revoke_may_name_another_duty_as_in_earlier_versions() -> None:
    text = (Path(__file__).parents[1] / "golden" / "revoke_by_the_taken_upcard.txt").read_text(encoding="utf-8")
    assert "! 9 revoke, 1.6 (2): " in text
    assert read(text.replace("! 9 revoke, 1.6 (2): ", "! 9 revoke, 1.6 (1): ")) == read(text)


START = "kiebitz record 1\n0. game bohemian-watten seats 0 1 dealer 0\n"
BAD = [
    pytest.param("", "line 1: got an empty record, expected 'kiebitz record 1'", id="empty"),
    pytest.param("hello", "line 1: got 'hello', expected 'kiebitz record 1'", id="header"),
    pytest.param(START + "dance 1", "line 3: got 'dance 1', expected one of game, deal", id="verb"),
    pytest.param(START + "2. deal 0", "line 3: got number 2, expected 1", id="number"),
    pytest.param(START + "deal", "line 3: got 'deal', expected 'deal DEALER'", id="form"),
    pytest.param(START + "deal 0 1", "line 3: got 'deal 0 1', expected 'deal DEALER'", id="too much"),
    pytest.param(START + "evening a b", "line 3: got 'evening a b', expected 'evening NAME'", id="evening"),
    pytest.param(START + "players Anna", "line 3: got 'players Anna', expected 'players SEAT:NAME", id="players"),
    pytest.param(START + "players 0:7", "line 3: got 'players 0:7', expected 'players SEAT:NAME", id="no name"),
    pytest.param(START + "upcard X1", "line 3: got card 'X1', expected a suit letter", id="card"),
    pytest.param(START + "play 4:LA", "line 3: got seat 4, expected 0 to 3", id="seat"),
    pytest.param(START + "game gras seats 0 1 4 dealer 0", "line 3: got seat 4, expected 0 to 3", id="seats"),
    pytest.param(START + "play 0-LA", "line 3: got 'play 0-LA', expected 'play SEAT:CARD", id="play"),
    pytest.param(START + "take 0 HK stock", "line 3: got 'take 0 HK stock', expected 'take SEAT", id="source"),
    pytest.param(START + "undo 1", "line 3: event 1: got an amendment of event 1, expected one of the 1", id="undo"),
    pytest.param(START + "undo 0: deal 1", "line 3: got 'deal 1' after undo, expected nothing", id="undo more"),
    pytest.param(START + "correct 0", "line 3: got '', expected one of game", id="correct by nothing"),
    pytest.param(START + "insert 0: play 1:LA 0:LK", "line 3: got 2 events to insert, expected one", id="two"),
    pytest.param(START + "correct 0: play 1:LA >", "line 3: got 2 events to correct, expected one", id="two again"),
    pytest.param(START + "rule 0 no", "line 3: got 'rule 0 no', expected 'rule EVENT", id="ruling"),
    pytest.param(
        START + "rule 0 noted a b",
        "line 3: got 'rule 0 noted a b', expected 'rule EVENT taken_back|counted|stands|noted KIND'",
        id="two kinds",
    ),
    pytest.param(START + "upcard LA LK", "line 3: got 'upcard LA LK', expected 'upcard CARD'", id="two upcards"),
    pytest.param(
        START + "say 1 bid 3 4", "line 3: got 'say 1 bid 3 4', expected 'say SEAT CALL VALUE'", id="two values"
    ),
    pytest.param(START + "say 1 7", "line 3: got 'say 1 7', expected 'say SEAT CALL VALUE'", id="a call is a text"),
    pytest.param(START + "exchange 1", "line 3: got 'exchange 1', expected 'exchange SEAT COUNT'", id="no count"),
    pytest.param(START + "exchange 1 1234567890", "line 3: got 'exchange 1 1234567890', expected", id="a huge count"),
    pytest.param(START + "take 0 HK", "line 3: got 'take 0 HK', expected 'take SEAT CARD cut|upcard'", id="no source"),
    pytest.param(START + "show", "line 3: got 'show', expected 'show SEAT CARD CARD all'", id="nobody shows"),
    pytest.param(START + "show 0 X1", "line 3: got card 'X1', expected a suit letter", id="a card shown"),
    pytest.param(
        START + "tricks 0:1 trump",
        "line 3: got 'tricks 0:1 trump', expected 'tricks SEAT:COUNT SEAT:COUNT trump TRUMP worth POINTS'",
        id="no trump",
    ),
    pytest.param(START + "play", "line 3: got 'play', expected 'play SEAT:CARD SEAT:CARD?DOUBT >TAKER'", id="no play"),
    pytest.param(
        START + "game gras 0 1 dealer 0",
        "line 3: got 'game gras 0 1 dealer 0', expected 'game NAME seats 0 1 2 3 dealer 0 rules NAME=VALUE'",
        id="no seats",
    ),
    pytest.param(START + "game gras seats 0 1 dealer 0 x=3", "line 3: got 'game gras", id="rules without their word"),
    pytest.param(
        START + "x" * 61,
        f"line 3: got '{'x' * 57}...', expected one of game, deal, take, upcard, say, exchange, play, show, tricks, "
        "rule, evening, players, undo, correct, insert",
        id="a long line",
    ),
    pytest.param(
        START + "deal 1\n! 1 stranger, BW8: x",
        "line 4: got '! 1 stranger, BW8', but the table noticed ! 1 wrong_dealer, BW15",
        id="another finding",
    ),
    pytest.param(
        START + "deal 1\n! 1 wrong_dealer, BW15: x\n! 1 wrong_dealer, BW15: x",
        "line 5: got '! 1 wrong_dealer, BW15', but the table noticed nothing",
        id="a finding twice",
    ),
    pytest.param(
        START + "= deal 1, 0:20 1:20", "line 3: got '= deal 1, 0:20 1:20', expected 'no score yet'", id="score"
    ),
    pytest.param(
        START + "! 0 revoke, 1.6: x", "line 3: got '! 0 revoke, 1.6', but the table noticed nothing", id="finding"
    ),
    pytest.param(
        "kiebitz record 1\ngame whist seats 0 1 dealer 0\n= x", "line 3: got game 'whist', expected one of", id="game"
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_record_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    assert str(error.value).startswith(message)


def test_words_that_look_like_something_else_are_quoted() -> None:
    events = [GameStarted("a game", (), 0, (("x", "true"), ("y", True), ("z", "7 8"))), Announced(0, "10", 'a "b"')]
    text = write(events, derived=False)
    assert 'game "a game" seats dealer 0 rules x="true" y=true z="7 8"' in text
    assert read(text) == events


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (EveningStarted(), "evening"),
        (EveningStarted("Stammtisch"), "evening Stammtisch"),
        (EveningStarted("Café Müller, 7. Mai"), 'evening "Café Müller, 7. Mai"'),
        (PlayersSeated(()), "players"),
        (PlayersSeated(((0, "Häusl"), (3, "A: B"), (1, ""))), 'players 0:Häusl 3:"A: B" 1:""'),
        (PlayersSeated(((0, "true"), (1, "x y"))), 'players 0:"true" 1:"x y"'),
    ],
)
def test_names_are_free_text(event: EveningStarted | PlayersSeated, line: str) -> None:
    assert write([event], derived=False) == f"kiebitz record 1\n0. {line}\n"
    assert read(f"kiebitz record 1\n{line}") == [event]


def test_windows_line_ends_and_comments_are_read() -> None:
    text = "# a deal\r\nkiebitz record 1\r\n\r\nplay 1:LA?LK\r\n"
    (event,) = read(text)
    assert isinstance(event, CardLaid)
    assert [str(card) for card in event.doubts] == ["LK"]
