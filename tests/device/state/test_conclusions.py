"""Which questions are open after what happened, and which of them is asked now."""

from common.texts.words import words_for
from device.settings.table_setup import Setup
from device.state.conclusions import open_questions, postponed_findings, question_to_show
from device.state.table_view import View
from tests.support.case_tables import CaseFile
from tests.support.records import play_record

DEALT = "deal 0 | upcard L9 | exchange 1 0 | exchange 2 0 | exchange 0 0"
"""Three play Bohemian Watten, leaves are trumps; the play begins with event 6."""
REVOKED = f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:SA 2:E10"
"""Event 11 proves event 7."""
TWICE = f"{DEALT} | play 1:EA 2:EA"
cases = CaseFile(__file__, DEALT=DEALT, REVOKED=REVOKED, TWICE=TWICE)


def view_after(lines: str) -> View:
    table, _ = play_record(lines)
    return View(Setup("bohemian-watten", (0, 1, 2)), words_for("en", "bavarian"), table)


def names_of_questions(view: View) -> list[str]:
    """Returns the open questions as `kind @position since`."""
    return [
        f"{one.finding.kind if one.finding else 'reading'} @{one.position} {one.since}" for one in open_questions(view)
    ]


@cases.table
def test_questions_that_are_open_and_the_one_to_ask(lines: str, asked: list[str], now: str) -> None:
    view = view_after(lines) if lines else View(Setup("bohemian-watten", (0, 1, 2)), words_for("en", "bavarian"))
    assert names_of_questions(view) == asked
    shown = question_to_show(view)
    assert ("" if shown is None else "reading" if shown.finding is None else str(shown.finding.kind)) == now


@cases.table
def test_decisions_that_were_postponed(lines: str, postponed: list[str]) -> None:
    assert [str(finding.kind) for finding in postponed_findings(view_after(lines))] == postponed


def test_a_postponed_finding_does_not_hide_a_later_one_of_its_kind() -> None:
    assert names_of_questions(view_after(f"{TWICE} | rule 7 noted seen_twice | play 0:EA")) == ["seen_twice @9 9"]


def test_a_revoke_that_was_read_is_not_asked_about_again_with_a_better_proof() -> None:
    proved = f"{DEALT} | play 1:S9 2:H9 0:SK >0 | play 0:L10 1:L7 2:LU >2"
    read = view_after(f"{proved} | rule 7 noted revoke | play 2:S8")
    assert [finding.rule for finding in read.table.findings] == ["1.6 (2)"]
    assert (names_of_questions(view_after(proved)), names_of_questions(read)) == (["revoke @7 12"], [])
