"""What a finding is judged by: the card that bound the player, the trick of a bid, readings that contradict."""

import pytest

from engine.notation.explain_findings import sentence
from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, play_record
from tests.support.watten_tables import LAST_TRICK, finding_texts, in_game, run, watten

rule = pytest.mark.rule
case = pytest.param

DEALT = "deal 0 | upcard L9 | exchange 1 0 | exchange 2 0 | exchange 0 0"
"""Three play Bohemian Watten, leaves are trumps; the play begins with event 6."""
OPENINGS = {
    "bohemian-watten": (DEALT, "0 1 2"),
    "gras": ("deal 0 | upcard L9 | exchange 1 0 | exchange 2 0 | exchange 0 1", "0 1 2"),
    "bauerchen": ("deal 0 | say 1 trump H", "0 1 2 3"),
    "watten": ("deal 0 | say 1 striker U | say 0 trump H", "0 1 2 3"),
}
cases = CaseFile(__file__)


@rule("1.6", "GR5", "2.2", "3.5")
@cases.table
def test_a_proof_names_the_card_that_bound(name: str, lines: str, led: str, best: str, text: str) -> None:
    """The card led where a suit had to be followed, the best card where it had to be beaten."""
    opening, seats = OPENINGS[name]
    table, findings = play_record(f"{opening} | {lines}", seats=seats, name=name)
    (finding,) = findings
    assert finding.breach is not None
    assert (str(finding.breach.led), str(finding.breach.best)) == (led, best)
    assert sentence(finding, table.current_game).english == text


@rule("1.6")
@cases.table
def test_a_proof_holds_under_every_reading_of_the_cards_before(lines: str, expected: str) -> None:
    assert finding_lines(play_record(f"{DEALT} | {lines}")[1]) == [expected]


@rule("WA25", "DECISIONS WA19")
@cases.table
def test_a_bid_with_the_last_card_is_judged_by_the_trick_as_it_lay(lines: str, rules: str, wild: list[str]) -> None:
    _, findings = run(f"{LAST_TRICK} | {lines}", rules)
    assert [text for text in finding_texts(findings) if text.startswith("wild_bid")] == wild


@rule("WA24")
@pytest.mark.parametrize(
    "lines", ["play 1:EA 2:E8 | say 3 bid 3 | say 0 go | play >", "play 1:EA | say 2 bid 3 | say 3 go | play >1"]
)
def test_a_trick_in_which_somebody_went_is_not_short(lines: str) -> None:
    table, findings = run(f"deal 0 | say 1 striker U | say 0 trump H | {lines}")
    assert (finding_texts(findings), str(table.phase)) == ([], "scored")


FOURTH = LAST_TRICK.rpartition(" | play 2:SA")[0]
"""Until the fourth trick, to which seat 2 leads."""


@rule("WA25")
@pytest.mark.parametrize("gathered", [">2 2:L7", "2:L7"])
def test_the_full_trick_before_is_not_the_trick_of_the_bid(gathered: str) -> None:
    """The fourth trick lies full when seat 2, who took it, bids: nothing is led, so any card will do."""
    _, findings = run(f"{FOURTH} | play 2:SA 3:S8 0:SK 1:S7 | say 2 bid 3 | say 1 hold | play {gathered}")
    assert [one.kind.value for one in findings] == ([] if ">" in gathered else ["card_too_many"])


@rule("WA21", "WA25")
@pytest.mark.parametrize("rules", ["", "leader_needs_trump=true"])
def test_player_who_has_played_to_the_trick_may_raise_with_any_last_card(rules: str) -> None:
    """Seat 3 has laid to the fourth trick when seat 0 bids and he raises: his last card need match none."""
    lines = "play 2:SA 3:S8 | say 0 bid 3 | say 3 bid 4 | say 0 hold | play 0:SK 1:S7 >2"
    table, findings = run(f"{FOURTH} | {lines} | play 2:S10 3:L7", rules)
    assert finding_texts(findings) == []
    gone, _ = run(f"{FOURTH} | {lines.replace('say 0 hold', 'say 2 go')}".partition(" | play 0:SK")[0], rules)
    assert in_game(gone).must_show(gone.current_deal) is None
    assert table.deal is not None


@rule("3.4", "3.9", "3.10", "DECISIONS WA8", "DECISIONS WA9", "DECISIONS WA23")
@pytest.mark.parametrize(
    ("rules", "trump", "card", "german", "english"),
    [
        case({"guate": True}, "H 8", "H9", "Guter", "Guter", id="WA23-Guter"),
        case({"wander": True}, "H 8", "H9", "Wanderkritt", "Wanderkritt", id="3.10-Wanderkritt"),
        case({"wander": True, "guate": True}, "H 8", "H9", "Wanderkritt", "Wanderkritt", id="both-are-Wanderkritt"),
        case({"guate": True}, "H A", "H7", "Guter", "Guter", id="WA9-the-seven-above-the-Sau"),
        case({}, "H 8", "H9", None, None, id="neither"),
        case({}, "H 8", "H8", "Rechter", "right", id="3.4-right"),
        case({}, "H 8", "E8", "Linker", "left", id="3.4-left"),
        case({}, "H 8", "HK", None, None, id="no-Critical"),
        case({"kritisch": True}, "H 8", "HK", "Kritischer", "Critical", id="3.9-Critical"),
        case({"kritisch": True}, "H K", "HK", "Rechter", "right", id="WA8-a-Critical-that-is-the-right"),
    ],
)
def test_a_card_is_called_by_its_title(
    rules: dict[str, object], trump: str, card: str, german: str | None, english: str | None
) -> None:
    house = watten(**rules)
    title = house.card_title(house.pack.card(card), trump)
    assert title == (None if german is None else (german, english))


TO_THE_END = {
    "bohemian-watten": (
        "0 1 2",
        " | ".join(f"deal {deal % 3} | tricks 0:5 1:0 2:0 trump L" for deal in range(4)),
        "EA",
    ),
    "gras": ("0 1 2", " | ".join(f"deal {deal % 3} | tricks 0:5 1:0 2:0 trump L" for deal in range(4)), "EA"),
    "bauerchen": ("0 1 2 3", " | ".join(f"deal {deal % 4} | tricks 0:130 1:0" for deal in range(4)), "CA"),
    "watten": ("0 1 2 3", " | ".join(f"deal {deal % 4} | tricks 0:3" for deal in range(5)), "EA"),
}


@rule("BW23", "GR1", "BA21", "WA30")
@pytest.mark.parametrize("name", TO_THE_END)
def test_card_after_the_game_changes_no_score(name: str) -> None:
    seats, lines, card = TO_THE_END[name]
    table, findings = play_record(lines, seats=seats, name=name)
    assert (findings, str(table.phase)) == ([], "over")
    before = (dict(table.tallies), table.result, table.history, dict(table.standing))
    late, found = play_record(f"{lines} | play 1:{card}", seats=seats, name=name)
    assert [finding.split()[0] for finding in finding_lines(found)] == ["card_too_many"]
    assert (dict(late.tallies), late.result, late.history, dict(late.standing)) == before
    assert str(late.phase) == "over"
    assert not late.current_deal.has_play


@rule("BW2")
def test_contradicting_cards_certify_no_play() -> None:
    """The ten of hearts is seen twice. Before, a play is open; afterwards no play that is bound is called legal."""
    opened = f"{DEALT} | play 1:H9 2:S8 0:H10 >0"
    table, findings = play_record(opened)
    assert (findings, table.verdict(6), table.verdict(7)) == ([], "certified", "open")
    twice, findings = play_record(f"{opened} | play 0:E9 1:H10 2:E8")
    assert finding_lines(findings) == ["seen_twice BW2 @11 1 H10"]
    assert [twice.verdict(position) for position in (7, 10, 11, 12)] == ["open", "certified", "doubtful", "doubtful"]


@rule("BW2")
def test_contradicting_readings_reopen_certified_plays() -> None:
    """The four cards that beat LK are seen elsewhere, so the play of L7 is legal; then LK is seen twice."""
    closed = f"{DEALT} | play 1:LK 2:L7 0:LA >0 | play 0:HK 1:E7 2:L8 >0 | play 0:S7 1:L10 2:LO >0"
    assert [play_record(closed)[0].verdict(position) for position in (7, 8)] == ["certified", "certified"]
    table, findings = play_record(f"{closed} | play 0:E9 1:LK")
    assert finding_lines(findings)[-1] == "seen_twice BW2 @19 1 LK"
    assert table.verdict(7) == "open"
