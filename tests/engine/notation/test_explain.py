"""Why cards may be played or not, and what findings say, in every game and in both languages."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import PACKS, Card
from engine.events import Announced
from engine.games import all_games, game
from engine.notation import explain, explain_findings
from engine.notation.record import read
from engine.rules.card_rules import binding_rung
from engine.rules.findings import Breach, Evidence, Finding, Kind
from engine.rules.game import Game
from engine.simulation.evening import deal_with_revoke
from engine.state.table import Table
from tests.support.case_tables import CaseFile
from tests.support.examples import examples, one_in
from tests.support.records import game_by

cases = CaseFile(__file__)


@cases.table
def test_why_just_these_cards_are_legal(
    name: str, rules: str, hand: str, trick: str, trump: str, german: str, english: str
) -> None:
    assert explain.legal(game_by(name, rules), hand, trick, trump) == (german, english)


@pytest.mark.rule("1.6")
def test_why_not_names_the_broken_duty() -> None:
    bw = game("bohemian-watten")
    assert explain.why_not(bw, "L7", "L7 LA", "L9 LK", "E") == (
        "L7 nicht: muss überstechen: Laub ausgespielt, LK liegt, du hast LA (1.6 (1))",
        "not L7: must overtake: leaves led, LK lies, you hold LA (1.6 (1))",
    )
    assert explain.why_not(bw, "LA", "L7 LA", "L9 LK", "E") is None


@pytest.mark.parametrize(
    ("name", "trump", "german", "english"),
    [
        ("bohemian-watten", "L", "Laub ist Trumpf", "leaves are trumps"),
        ("bauerchen", "S", "Pik ist Trumpf", "spades are trumps"),
        ("watten", "H U", "Herz ist Trumpf, Unter ist Schlag", "hearts are trumps, Unter is the striker"),
        ("watten", "E 7", "Eichel ist Trumpf, 7 ist Schlag", "acorns are trumps, 7 is the striker"),
    ],
)
def test_trump_in_words(name: str, trump: str, german: str, english: str) -> None:
    assert explain.trumps(game(name), trump) == (german, english)


# Every game, every house rule, any hand and trick


def house(random: Random, name: str) -> Game:
    return game(name, {switch.name: random.choice(switch.values) for switch in all_games()[name].book.switches})


@settings(max_examples=examples(300))
@given(st.sampled_from(sorted(all_games())), st.integers(0, 2**32))
def test_every_legal_set_and_every_refusal_is_explained(name: str, seed: int) -> None:
    random = Random(seed)
    playing = house(random, name)
    cards = random.sample(playing.pack.cards, random.randint(1, 9))
    lying, hand = cards[: len(cards) // 2], cards[len(cards) // 2 :]
    trump = random.choice(playing.all_trumps)
    ladder = playing.ladder(lying, trump)
    rung = binding_rung(ladder, playing.pack.set(hand))
    why = explain.legal(playing, hand, lying, trump)
    legal = playing.legal(hand, lying, trump)
    for text in why:
        assert len(text) > 15
        assert "{" not in text
        assert text.startswith(("jede Karte: ", "any card: ")) == (rung is None)
        if ladder and (lying or rung is not None):  # a lead that no rung binds needs no rule to be free
            assert text.endswith(f"({playing.rule_of((rung or ladder[-1]).rule)})")
        if rung is not None:
            assert all(str(card) in text for card in legal)
    for card in hand:
        refusal = explain.why_not(playing, card, hand, lying, trump)
        assert (refusal is None) == (card in legal)
        if refusal is not None and rung is not None:
            assert all(str(card) in text and text.endswith(f"({playing.rule_of(rung.rule)})") for text in refusal)


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_rule_that_a_game_names_has_words(name: str) -> None:
    """The rules behind rungs have the words of the duty; the others stand in the book."""
    book = all_games()[name].book
    assert all(f"duty.{rung}" in explain.templates() or rung in book.duties for rung in book.rungs)
    assert all(finding in set(Kind) for finding in book.findings)
    for reason, words in book.reasons.items():
        assert all(len(text) > 8 and not text.endswith(".") for text in words), reason


# Findings

LEAN = {
    Kind.OUT_OF_TURN, Kind.ACTED_AFTER_FOLDING, Kind.WRONG_TAKER, Kind.FALSE_MELD, Kind.KRANK_BID, Kind.WILD_BID,
    Kind.CALL_OUT_OF_TURN, Kind.CALL_NOT_ALLOWED, Kind.MISDEAL, Kind.PEEKED, Kind.UNKNOWN_CALL, Kind.TOO_LATE,
    Kind.FOLD_NOT_ALLOWED, Kind.DECLARED_TWICE, Kind.EXCHANGED_TWICE, Kind.UPCARD_TURNED_TWICE,
}  # fmt: skip
"""Kinds that may come with nothing but a seat and a card."""
GOLDEN = Path(__file__).with_name("sentences.txt")


@pytest.mark.parametrize("kind", one_in(3, list(Kind)))
@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_finding_of_every_game_is_a_sentence(name: str, kind: Kind) -> None:
    playing = game(name)
    ten, king = Card("H", "10"), Card("H", "K")
    evidence = (Evidence(5, 2, ten, 2), Evidence(9, 2, king, 4))
    breach = Breach(
        rung := next(iter(playing.book.rungs)), playing.rule_of(rung), Card("H", "A"), Card("H", "A"), (king,)
    )
    said = Announced(2, next(iter(playing.book.calls), "bid"), "H")
    rule_id = playing.rule_for(kind)
    findings = [Finding(kind, rule_id, 5, 2, ten, evidence, breach, (1, 3), 9, 3, said)]
    findings += [Finding(kind, rule_id, 5, 2, ten, seats=(1,))] if kind in LEAN else []
    for finding in findings:
        for text, complete in zip(
            explain_findings.sentence(finding, playing), explain_findings.full_sentence(finding, playing), strict=True
        ):
            assert text[0] == text[0].upper()
            assert len(text) >= 8
            assert "{" not in text
            assert "None" not in text
            assert not text.rstrip().endswith((":", ","))
            assert complete.startswith(text)
            assert complete.endswith(f"({rule_id})")


def _more_of(finding: Finding) -> list[Finding]:
    """Returns findings of the same kind with other evidence, or about other players."""
    proof, breach = finding.evidence[:1], finding.breach
    assert breach is not None
    if finding.kind is Kind.CALL_OUT_OF_TURN:
        return [replace(finding, seats=())]
    if finding.kind is Kind.REVOKE_AMONG:
        several = replace(finding, seat=None, seats=(1, 3))
        return [several, replace(several, count=0), replace(finding, count=0)]
    if finding.kind is not Kind.REVOKE:
        return []
    shown = (Evidence(9, 2, Card("H", "K")), Evidence(9, 2, Card("E", "7")))
    return [
        replace(finding, evidence=(*proof, *shown[:1])),
        replace(finding, evidence=(*proof, *shown), count=1),
        replace(finding, evidence=proof, breach=replace(breach, withheld=(), left=(Card("H", "K"),))),
        replace(finding, evidence=proof, breach=replace(breach, withheld=(), left=())),
        replace(finding, evidence=proof, breach=replace(breach, withheld=())),
        replace(finding, breach=replace(breach, other_rungs=("trump", "undertrump"))),
        replace(finding, breach=replace(breach, led=None)),
        replace(finding, breach=replace(breach, rung="overtake", best=Card("H", "U"))),
    ]


def every_sentence() -> str:
    """Returns what is said of each kind of finding in Watten: with one seat, several, and a call."""
    watten, lines = game("watten"), []
    king = Card("H", "K")
    evidence = (Evidence(5, 2, Card("E", "9"), 2), Evidence(9, 3, king, 4))
    breach = Breach("follow", watten.rule_of("follow"), Card("H", "A"), Card("E", "U"), (king,))
    for kind in Kind:
        said = Announced(2, "bid", "3") if kind != Kind.FALSE_MELD else Announced(2, "trump", "E")
        full = Finding(kind, watten.rule_for(kind), 5, 2, Card("E", "9"), evidence, breach, (1,), 9, 3)
        findings = {"one": full, "two": replace(full, seats=(1, 3)), "call": replace(full, call=said)}
        if kind in LEAN and kind != Kind.WRONG_TAKER:
            findings["lean"] = Finding(kind, full.rule, 5, 2, full.card, seats=(1,))
        findings |= {f"more {number}": other for number, other in enumerate(_more_of(full))}
        lines.append(f"\n{kind}")
        reported = dict.fromkeys(
            text for finding in findings.values() for text in explain_findings.sentence(finding, watten)
        )
        lines += list(reported)
    return "\n".join(lines).strip() + "\n"


def test_sentences_are_those_of_the_golden_file() -> None:
    """After a change of sentences: python -m tests.engine.notation.test_explain writes it; read what it changes."""
    assert every_sentence() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("pack", "german", "english"),
    [
        ("german33", "Sau König Ober Unter 10 9 8 7 Weli", "ace king Ober Unter 10 9 8 7 Weli"),
        ("french52", "Ass König Dame Bube 10 9 8 7 6 5 4 3 2", "ace king queen jack 10 9 8 7 6 5 4 3 2"),
    ],
)
def test_names_of_ranks(pack: str, german: str, english: str) -> None:
    ranks = dict.fromkeys(card.rank for card in PACKS[pack].cards)
    names = [explain.PLAIN.rank(rank, PACKS[pack]) for rank in ranks]
    assert sorted(name.german for name in names) == sorted(german.split())
    assert [name.english for name in names] == [
        dict(zip(german.split(), english.split(), strict=True))[name.german] for name in names
    ]


@pytest.mark.parametrize(
    ("pack", "german", "english"),
    [
        ("bavarian32", "Eichel Laub Herz Schellen", "acorns leaves hearts bells"),
        ("french32", "Kreuz Pik Herz Karo", "clubs spades hearts diamonds"),
    ],
)
def test_names_of_suits(pack: str, german: str, english: str) -> None:
    names = [explain.PLAIN.suit(suit, PACKS[pack]) for suit in PACKS[pack].suits]
    assert sorted(names) == sorted(zip(german.split(), english.split(), strict=True))


@pytest.mark.parametrize(
    ("name", "fact", "german", "english"),
    [
        pytest.param("watten", Announced(0, "striker", "U"), "Schlag Unter", "striker Unter", id="a rank"),
        pytest.param("watten", Announced(0, "trump", "H"), "Farbe Herz", "trump hearts", id="a suit"),
        pytest.param("watten", Announced(0, "bid", "3"), "3 geboten", "bid 3", id="a number"),
        pytest.param("watten", Announced(0, "bid"), "… geboten", "bid …", id="a number that is not known"),
        pytest.param("watten", Announced(0, "striker"), "Schlag …", "striker …", id="a rank that is not known"),
        pytest.param("bauerchen", Announced(0, "meld"), "Meldung in …", "meld in …", id="a suit that is not known"),
        pytest.param("bauerchen", Announced(0, "double"), "Spritze", "double", id="nothing"),
        pytest.param("gras", Announced(0, "go_home", "now"), "go home now", "go home now", id="an unknown call"),
    ],
)
def test_a_call_is_named_with_its_value(name: str, fact: Announced, german: str, english: str) -> None:
    assert explain_findings.call(fact, game(name)) == (german, english)


@pytest.mark.parametrize("name", one_in(3, sorted(all_games())))
def test_proof_sentence_names_the_rule_in_every_game(name: str) -> None:
    players = all_games()[name].players[-1]
    for seed in range(3):
        simulated = deal_with_revoke(seed, players, game=name)
        for finding in simulated.findings:
            german, english = explain_findings.full_sentence(finding, simulated.game)
            assert german.endswith(f"({finding.rule})")
            assert english.endswith(f"({finding.rule})")
            assert "None" not in german + english


GAMES = {
    "bohemian-watten": "game bohemian-watten seats 0 1 dealer 0 | upcard L9 | play 1:H9 0:E8 >1 | play 1:S9 0:H8 >1",
    "bauerchen": "game bauerchen seats 0 1 2 3 dealer 3 | say 0 trump H "
    "| play 0:CA 1:CK 2:SA 3:CQ >0 | play 0:DA 1:DK 2:C10",
    "gras": "game gras seats 0 1 dealer 0 | upcard L9 | play 1:H9 0:E8 >1 | play 1:S9 0:H8 >1",
    "watten": "game watten seats 0 1 2 3 dealer 0 | say 1 striker U | say 0 trump H "
    "| play 1:H9 2:E8 3:H8 0:HK >0 | play 0:E9 1:EA 2:H7",
}
"""By game: the start of a deal with a revoke."""


@pytest.mark.parametrize("later", GAMES)
@pytest.mark.parametrize("earlier", GAMES)
def test_finding_has_its_sentence_during_a_later_game(earlier: str, later: str) -> None:
    """The trump of a finding is in the notation of its own game, also if an amendment brings it up later."""
    record = f"{GAMES[earlier]} | {GAMES[later]}".replace(" | ", "\n")
    table = Table()
    for event in read(f"kiebitz record 1\n{record}"):
        table.observe(event)
    first, *_ = table.findings
    assert (first.kind, first.game) == (Kind.REVOKE, earlier)
    assert table.current_game.name == later
    own = game(earlier)
    assert first.trump in own.all_trumps
    assert explain_findings.sentence(first, table.current_game) == explain_findings.sentence(first, own)
    assert explain_findings.full_sentence(first, table.current_game) == explain_findings.full_sentence(first, own)


def test_findings_are_explained_with_the_house_rules_of_their_game() -> None:
    house = "game watten seats 0 1 2 3 dealer 0 rules kritisch=true"
    lines = f"{GAMES['watten']} | {GAMES['watten']}".replace("game watten seats 0 1 2 3 dealer 0", house, 1)
    table = Table.from_journal(read("kiebitz record 1\n" + lines.replace(" | ", "\n")))
    assert table.game is not None
    assert [finding.rules for finding in table.findings] == [(("kritisch", True),), ()]


@pytest.mark.parametrize("name", all_games())
def test_no_duty_without_known_trump(name: str) -> None:
    played = game(name)
    hand, led, card = played.pack.cards[:3], played.pack.cards[4:5], played.pack.cards[0]
    assert played.legal(hand, led, None) == frozenset(hand)
    assert played.why_not(card, hand, led, None) is None
    assert played.excluded_cards(card, led, None) == frozenset()
    assert explain.why_not(played, card, hand, led, None) is None
    assert explain.legal(played, hand, led, None).english == "any card: it is not known what is trump"
    with pytest.raises(ValueError, match="got trump None, expected"):
        played.best(led, None)  # type: ignore[arg-type]


if __name__ == "__main__":
    GOLDEN.write_text(every_sentence(), encoding="utf-8")
