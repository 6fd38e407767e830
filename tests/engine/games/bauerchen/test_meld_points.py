"""Bauerchen: the points of melds, when they are credited, and the tallies at which they are barred."""

from __future__ import annotations

import pytest

from tests.support.bauerchen_tables import DEALT, WHOLE, run

rule = pytest.mark.rule


@rule("BA11", "DECISIONS BA9")
def test_the_table_decides_on_a_meld() -> None:
    late = f"{DEALT} | {WHOLE.replace('2:CK 3:C10', '2:CK 3:C10 | say 1 meld C | play')}"
    table, findings = run(f"{late} | rule 6 stands")
    assert findings == ["false_meld BA11 @6 1 None"]
    assert (table.tallies[1], run(late)[0].tallies[1]) == (3, 2)
    melded = f"{DEALT} | play 1:CA 2:CK | say 2 meld C | rule 5 taken_back | play 3:C10 0:CQ >1"
    assert run(melded)[1] == []
