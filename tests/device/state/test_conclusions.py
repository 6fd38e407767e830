"""Which questions are open after what happened, and which of them is asked now."""

import pytest

from common.texts.words import words_for
from device.settings.table_setup import Setup
from device.state.conclusions import open_questions, postponed_findings, question_to_show
from device.state.table_view import View
from tests.support.records import play_record

DEALT = "deal 0 | upcard L9 | exchange 1 0 | exchange 2 0 | exchange 0 0"
"""Three play Bohemian Watten, leaves are trumps; the play begins with event 6."""
REVOKED = f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:SA 2:E10"
"""Event 11 proves event 7."""
TWICE = f"{DEALT} | play 1:EA 2:EA"


def view_after(lines: str) -> View:
    table, _ = play_record(lines)
    return View(Setup("bohemian-watten", (0, 1, 2)), words_for("en", "bavarian"), table)


def names_of_questions(view: View) -> list[str]:
    """Returns the open questions as `kind @position since`."""
    return [
        f"{one.finding.kind if one.finding else 'reading'} @{one.position} {one.since}" for one in open_questions(view)
    ]


@pytest.mark.parametrize(
    ("lines", "asked", "now"),
    [
        pytest.param("", [], None, id="no deal"),
        pytest.param(DEALT, [], None, id="nothing is wrong"),
        pytest.param(f"{DEALT} | play 1:EA?EK", ["reading @6 6"], "reading", id="a doubtful card"),
        pytest.param(f"{DEALT} | play 1:EA?EK | rule 6 stands", [], None, id="which was confirmed"),
        pytest.param(f"{DEALT} | play 1:EA?EK 2:E9", ["reading @6 6"], None, id="it waits while cards are laid"),
        pytest.param(f"{DEALT} | play 1:EA?EK 2:E9 0:E8 >1", ["reading @6 6"], "reading", id="and is asked after it"),
        pytest.param("deal 0 | upcard L9?L8", ["reading @2 2"], "reading", id="a doubtful upcard"),
        pytest.param(
            f"{DEALT} | play 1:EA?EK 2:SA?SK 0:E8 >1", ["reading @6 6", "reading @7 7"], "reading", id="the older first"
        ),
        pytest.param(REVOKED, ["revoke @7 11"], None, id="a revoke waits for the end of the trick"),
        pytest.param(f"{REVOKED} 0:S9", ["revoke @7 11"], "revoke", id="the trick is full"),
        pytest.param(f"{REVOKED} 0:S9 >1", ["revoke @7 11"], "revoke", id="and gathered"),
        pytest.param(f"{REVOKED} 0:S9 >1 | play 1:HA", ["revoke @7 11"], None, id="the next one is begun"),
        pytest.param(f"{REVOKED} 0:S9 | rule 7 counted", [], None, id="counted"),
        pytest.param(f"{REVOKED} 0:S9 | rule 7 stands", [], None, id="let stand"),
        pytest.param(f"{REVOKED} 0:S9 | rule 7 noted revoke", [], None, id="postponed"),
        pytest.param(f"{REVOKED} 0:S9 | rule 7 noted seen_twice", ["revoke @7 11"], "revoke", id="another was read"),
        pytest.param(TWICE, ["seen_twice @7 7"], "seen_twice", id="the same card again"),
        pytest.param(f"{TWICE} 0:E8", ["seen_twice @7 7"], None, id="once another card was laid it waits"),
        pytest.param(f"{TWICE} | rule 7 taken_back", [], None, id="taken back"),
        pytest.param(
            f"{DEALT} | play 1:EA?EK 2:EA", ["reading @6 6"], None, id="the reading is asked about before the pair"
        ),
        pytest.param(f"{DEALT} | play 1:EA 2:E9 >1", ["short_trick @8 8"], "short_trick", id="a card is missing"),
        pytest.param(f"{DEALT} | play 1:EA 2:E9 >1 | rule 8 noted short_trick", [], None, id="which was read"),
        pytest.param(f"{DEALT} | play 1:EA 2:E9 >1 1:SA", ["short_trick @8 8"], None, id="or play goes on"),
        pytest.param(
            f"{DEALT} | play 1:EA?EK 2:E9 >1", ["reading @6 6", "short_trick @8 8"], "short_trick",
            id="the missing card is asked about first, since it is known only now",
        ),
        pytest.param(f"{DEALT} | play 1:EA 2:E9 0:E8 >0", ["wrong_taker @9 9"], "wrong_taker", id="another gathers"),
        pytest.param(f"{TWICE} 0:E8 >1", ["seen_twice @7 7"], "seen_twice", id="a decision returns between tricks"),
        pytest.param(
            f"{DEALT} | play 1:EA 2:E9 0:E8 >0 1:SA 2:S9 0:S8 >1", ["wrong_taker @9 9"], None,
            id="what is only shown does not return",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:E9 >1 | rule 8 stands", ["short_trick @8 8"], "short_trick",
            id="a ruling says nothing of what is only shown",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA?EK 2:E9 >1 1:SA 2:S9 0:S8 >1", ["reading @6 6", "short_trick @8 8"], "reading",
            id="a missing card of an earlier trick is not first",
        ),
        pytest.param(
            "deal 0 | upcard L9?L8 | exchange 1 0 | exchange 2 0 | exchange 0 0 | play 1:EA | rule 6 taken_back",
            ["reading @2 2"], None, id="before the first trick nothing returns",
        ),
        pytest.param(
            "deal 0 | upcard L9?L8 | play 1:EA | tricks 0:1 1:2 2:2", ["reading @2 2"], "reading",
            id="a reading is asked about again after the deal",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA?SA 2:E9 0:S8 >1 | play 1:HA 2:H8 0:E10", ["reading @6 6"], None,
            id="a revoke that rests on a reading waits for it",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA?SA 2:E9 0:S8 >1 | play 1:HA 2:H8 0:E10 >1", ["reading @6 6"], "reading",
            id="and the reading is asked about",
        ),
        pytest.param("deal 0 | say 1 fold", [], None, id="what a menu has shown before"),
        pytest.param(
            "deal 0 | upcard HK | tricks 1:5 2:0", ["fold_not_allowed @3 3"], "fold_not_allowed", id="folded"
        ),
    ],
)  # fmt: skip
def test_questions_that_are_open_and_the_one_to_ask(lines: str, asked: list[str], now: str | None) -> None:
    view = view_after(lines) if lines else View(Setup("bohemian-watten", (0, 1, 2)), words_for("en", "bavarian"))
    assert names_of_questions(view) == asked
    shown = question_to_show(view)
    assert (None if shown is None else "reading" if shown.finding is None else str(shown.finding.kind)) == now


@pytest.mark.parametrize(
    ("lines", "postponed"),
    [
        (f"{REVOKED} 0:S9", []),
        (f"{REVOKED} 0:S9 | rule 7 noted revoke", ["revoke"]),
        (f"{REVOKED} 0:S9 | rule 7 noted revoke | rule 7 counted", []),
        (f"{DEALT} | play 1:EA 2:E9 >1 | rule 8 noted short_trick", []),
        (f"{TWICE} | rule 7 noted seen_twice", ["seen_twice"]),
        (f"{TWICE} | rule 7 noted seen_twice | deal 1", []),
    ],
)
def test_decisions_that_were_postponed(lines: str, postponed: list[str]) -> None:
    assert [str(finding.kind) for finding in postponed_findings(view_after(lines))] == postponed


def test_a_postponed_finding_does_not_hide_a_later_one_of_its_kind() -> None:
    assert names_of_questions(view_after(f"{TWICE} | rule 7 noted seen_twice | play 0:EA")) == ["seen_twice @9 9"]


def test_a_revoke_that_was_read_is_not_asked_about_again_with_a_better_proof() -> None:
    proved = f"{DEALT} | play 1:S9 2:H9 0:SK >0 | play 0:L10 1:L7 2:LU >2"
    read = view_after(f"{proved} | rule 7 noted revoke | play 2:S8")
    assert [finding.rule for finding in read.table.findings] == ["1.6 (2)"]
    assert (names_of_questions(view_after(proved)), names_of_questions(read)) == (["revoke @7 12"], [])
