"""Where the sources contradict each other (DECISIONS, section E): each game keeps to its own; no preset mixes them."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.cards import BAVARIAN_32
from engine.codec import from_line, to_line
from engine.events import Amended, Announced, GameStarted, UpcardTurned
from engine.games import UnknownGame, all_games, game
from engine.notation.record import read, write
from engine.rules.findings import Kind
from engine.rules.house_rules import in_words
from engine.simulation.evening import deal_with_revoke
from engine.state.table import Table
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule
BOHEMIAN, GRAS, WATTEN = game("bohemian-watten"), game("gras"), game("watten")


def legal(name: str, hand: str, lying: str, trump: str, preset: str | None = None) -> str:
    chosen = game(name, preset=preset)
    return " ".join(sorted(map(str, chosen.legal(hand, lying, trump))))


@rule("DECISIONS E1", "DECISIONS GRA1", "1.6", "GR5")
@pytest.mark.parametrize(
    ("hand", "lying", "follow_first", "beat_first"),
    [
        pytest.param("L7 EA", "L9", "L7", "EA", id="trumping instead of following"),
        pytest.param("L7 LA EA", "L9", "LA", "EA LA", id="either beats"),
        pytest.param("L7 HK", "L9", "L7", "HK", id="a Critical beats"),
        pytest.param("L7 H8", "L9", "L7", "L7", id="neither beats"),
    ],
)
def test_beating_and_following_come_in_another_order(hand: str, lying: str, follow_first: str, beat_first: str) -> None:
    for preset in (None, *game("bohemian-watten").book.presets):
        assert set(legal("bohemian-watten", hand, lying, "E", preset).split()) <= {"L7", "LA"}  # leaves to leaves
    for preset in (None, *game("gras").book.presets):
        assert legal("gras", hand, lying, "E", preset) == beat_first
    assert legal("bohemian-watten", hand, lying, "E") == follow_first


@rule("DECISIONS E1")
def test_a_preset_belongs_to_one_game() -> None:
    names = Counter(name for kind in all_games().values() for name in kind.book.presets)
    assert set(names.values()) == {1}
    with pytest.raises(UnknownGame, match="it is one of gras"):
        game("bohemian-watten", preset="online")
    with pytest.raises(UnknownGame, match="it is one of bohemian-watten"):
        game("gras", preset="relaxed")


@rule("DECISIONS E2", "BW19", "BW20", "GR4")
def test_exchange_two_or_three_here_three_or_four_there() -> None:
    bohemian, gras = BOHEMIAN.exchange_limit, GRAS.exchange_limit  # type: ignore[attr-defined]
    assert [bohemian(is_dealer=dealer, stock=20) for dealer in (False, True)] == [3, 2]
    assert [gras(is_dealer=False, players=players, stock=20) for players in (2, 3, 4)] == [4, 3, 3]


@rule("DECISIONS E3", "BW4", "3.9")
def test_the_criticals_of_the_regions() -> None:
    assert " ".join(map(str, BOHEMIAN.trumps("L")[:4])) == "HK S7 E7 LA"
    assert " ".join(map(str, GRAS.trumps("L")[:4])) == "HK S7 E7 LA"
    kritisch = game("watten", preset="kritisch")
    assert " ".join(map(str, kritisch.trumps("L U")[:4])) == "HK S6 E7 LU"


@rule("DECISIONS E4", "BW11", "WA7")
def test_the_cutter_may_look_into_the_pack_here_and_not_there() -> None:
    """In Bohemian Watten nobody even says it; in Watten it costs points, unless the house allows it."""
    peeked = Announced(3, "peek")
    assert "peek" not in BOHEMIAN.book.calls
    assert Kind.PEEKED in kinds_after(GameStarted("watten", (0, 1, 2, 3), 0), peeked)
    allowed = GameStarted("watten", (0, 1, 2, 3), 0, (("cutter_may_look", True),))
    assert Kind.PEEKED not in kinds_after(allowed, peeked)


def kinds_after(begun: GameStarted, said: Announced) -> set[Kind]:
    table = Table.from_journal([begun, said])
    return {finding.kind for finding in table.findings}


@rule("BW8")
def test_first_dealer_is_announced_before_the_game() -> None:
    youngest = in_words(game("bohemian-watten", {"first_dealer": "youngest"}).rules)[0]
    assert "youngest" in youngest.english
    assert youngest not in in_words(BOHEMIAN.rules)


@rule("3.8")
def test_signals_never_affect_legality() -> None:
    """Deuten changes neither the ladders nor what is trump, and it can be told to nobody."""
    signalling = game("watten", preset="deuten")
    assert dict(signalling.rules.changes)["deuten"] is True
    for trump in ("H U", "S 6", "E A"):
        for led in signalling.pack.cards:
            assert signalling.ladder([led], trump) == WATTEN.ladder([led], trump)
        assert signalling.trumps(trump) == WATTEN.trumps(trump)


def test_breach_under_a_doubtful_trump_is_asked_and_not_proved() -> None:
    simulated = deal_with_revoke(3)
    events = list(simulated.events)
    proved = [finding for finding in simulated.findings if finding.kind == Kind.REVOKE]
    assert proved
    position, upcard = next((at, event) for at, event in enumerate(events) if isinstance(event, UpcardTurned))
    other = next(card for card in BAVARIAN_32.cards if card.suit != upcard.card.suit)

    table = Table.from_journal([*events[:position], replace(upcard, doubts=(other,)), *events[position + 1 :]])
    assert {finding.kind for finding in table.findings} == {Kind.DOUBTFUL_REVOKE}

    table.observe(Amended(position, upcard))
    assert [finding for finding in table.findings if finding.kind == Kind.REVOKE] == proved


def test_a_ruling_on_a_card_does_not_ask_about_the_trump_again() -> None:
    lines = (
        "deal 0 | upcard S9?L9 | exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0"
        " | play 1:E8 2:H8 3:E10 0:EA >0 | play 0:L8 1:L10 2:EK 3:LA | rule 8 stands | rule 8 stands"
    )
    assert finding_lines(play_record(lines, seats="0 1 2 3")[1]) == ["doubtful_revoke 1.6 (2) @8 2 H8"]


def test_doubts_are_written_and_read() -> None:
    turned = UpcardTurned(BAVARIAN_32.card("L9"), (BAVARIAN_32.card("L7"), BAVARIAN_32.card("S10")))
    assert from_line(to_line(turned)) == turned
    assert "upcard L9?L7?S10" in write([turned])
    assert read(write([turned])) == [turned]
