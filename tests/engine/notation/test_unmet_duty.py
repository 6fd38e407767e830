"""The duty that a finding names, in the words of players."""

from __future__ import annotations

import pytest

from engine.notation.explain import sentence
from engine.rules.findings import Kind
from tests.support.records import play_record

rule = pytest.mark.rule
case = pytest.param

BW = "bohemian-watten"
BOHEMIAN = (
    "deal 0 | upcard E8 | say 1 play | say 2 play | say 3 play"
    " | exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0 | play"
)
GRAS = "deal 3 | upcard L9 | exchange 0 0 | exchange 1 0 | exchange 2 0 | exchange 3 1 | take 3 L9 upcard"
WATTEN = "deal 0 | say 1 striker 9 | say 0 trump H"
BAUERCHEN = "deal 3 | say 0 trump H"


@rule("1.6 (1)", "1.6 (2)", "1.6 (3)", "1.6 (4)", "2.2 (1)", "2.2 (2)", "2.2 (3)", "GR5 (1)", "GR5 (2)")
@pytest.mark.parametrize(
    ("name", "lines", "duty"),
    [
        case(BW, f"{BOHEMIAN} 1:L9 2:H7 | show 2 LA", "bedienen", id="another-suit-and-a-higher-card"),
        case(BW, f"{BOHEMIAN} 1:L9 2:H7 | show 2 L7", "bedienen", id="another-suit-and-a-lower-card"),
        case(BW, f"{BOHEMIAN} 1:L9 2:L7 | show 2 LA", "überstechen", id="lower-of-the-suit"),
        case(BW, f"{BOHEMIAN} 1:L9 2:H7 | show 2 EA", "bedienen oder trumpfen", id="void-and-a-trump"),
        case(BW, f"{BOHEMIAN} 1:L9 2:E9 3:E10 0:L8 >3 | show 2 LA", "bedienen", id="trumped-a-suit-held"),
        case(BW, f"{BOHEMIAN} 1:L9 2:E10 3:E9 | show 3 EA", "bedienen oder übertrumpfen", id="undertrumped"),
        case(BW, f"{BOHEMIAN} 1:E9 2:H7 | show 2 EA", "bedienen", id="trumps-led-and-another-suit"),
        case(BW, f"{BOHEMIAN} 1:E9 2:E7 3:EU | show 3 S7", "übertrumpfen", id="a-higher-trump-held-back"),
        case("gras", f"{GRAS} | play 0:L8 1:EA 2:HA 3:H7", "bedienen", id="gras-another-suit"),
        case("gras", f"{GRAS} | play 0:E8 1:EA 2:HA 3:E9", "trumpfen", id="gras-a-trump-held-back"),
        case("gras", f"{GRAS} | play 0:E9 1:E8 | show 1 EA", "überstechen", id="gras-lower-of-the-suit"),
        case("bauerchen", f"{BAUERCHEN} | play 0:HA 1:CQ | show 1 HK", "bedienen", id="trumps-led"),
        case("bauerchen", f"{BAUERCHEN} | play 0:CA 1:SQ | show 1 HK", "bedienen oder trumpfen", id="bauerchen-void"),
        case("bauerchen", f"{BAUERCHEN} | play 0:CA 1:SQ | show 1 CK", "bedienen", id="bauerchen-not-void"),
        case("watten", f"{WATTEN} | play 1:H7 2:EA | show 2 HA", "Trumpf zugeben", id="watten"),
    ],
)  # fmt: skip
def test_duty_that_was_not_met(name: str, lines: str, duty: str) -> None:
    table, findings = play_record(lines, "", "0 1 2 3", name=name, dealer=int(lines[5]))
    assert table.game is not None
    german = [sentence(finding, table.game).german for finding in findings if finding.kind is Kind.REVOKE]
    assert [text.partition("musste aber ")[2].partition(":")[0] for text in german] == ([duty] if duty else [])
