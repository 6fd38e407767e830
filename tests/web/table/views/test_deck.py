"""The enrolment of a deck on the landlord's phone: every stage asks what the display asks, in every language."""

import json
from typing import get_args

import msgspec
import pytest

from common.feed.messages import EnrolledCard, EnrolmentReport, EnrolmentStage
from common.texts.phrases import Language
from device.feed.history import state_of
from tests.support.session_script import in_play
from web.kit.rendering import ViewRequest
from web.table.feed import LiveTable
from web.table.rendering import TableRenderer
from web.table.views.deck import DeckView, deck_view

REPORT = EnrolmentReport(
    stage="card",
    token="card E9 EA 0",
    pack="bavarian32",
    kinds=("bavarian32", "german33"),
    in_use="stammtisch",
    requested=("E9",),
    missing=("E9", "E8", "LA"),
    taken=(EnrolledCard("E10", 1), EnrolledCard("EA", 3), EnrolledCard("EU", 2)),
    last="EU",
    title="Bayerisch (stammtisch)",
    read="EA",
    is_sure=True,
    right=5,
    quizzed=6,
    grade="good",
)
ASKS: dict[EnrolmentStage, list[str]] = {
    "known": ["use", "another", "leave"],
    "way": ["begin", "rows", "begin", "rows", "leave"],
    "continue": ["go_on", "afresh", "leave"],
    "card": ["skip", "back", "leave"],
    "row": ["look", "skip", "back", "leave"],
    "full": ["go_on", "leave"],
    "match": ["use", "anew", "leave"],
    "quiz": ["done", "wrong"],
    "grade": ["done"],
}


def shown(report: EnrolmentReport | None, language: Language = "de", role: str = "landlord") -> DeckView | None:
    live = LiveTable()
    state = msgspec.structs.replace(state_of(in_play().view, "00"), enrolment=report)
    for message in (b'{"type":"hello","session":"a","count":0}', msgspec.json.encode(state)):
        live.take(message)
    context = TableRenderer(live).context(ViewRequest("deck", language, role))  # type: ignore[arg-type]
    assert context is not None
    return deck_view(context)


@pytest.mark.parametrize("stage", get_args(EnrolmentStage))
@pytest.mark.parametrize("language", ["de", "bar", "en"])
def test_every_stage_has_its_buttons(stage: EnrolmentStage, language: Language) -> None:
    deck = shown(msgspec.structs.replace(REPORT, stage=stage), language)
    assert deck is not None
    actions = [json.loads(ask.action) for ask in deck.asks]
    assert [action["ask"] for action in actions] == ASKS[stage]
    assert {(action["do"], action["token"]) for action in actions} == {("deck", REPORT.token)}
    assert len({ask.label for ask in deck.asks}) == len(deck.asks), "each says something else"
    assert deck.title
    assert bool(deck.taken) == bool(deck.missing) == (stage in ("card", "row"))


def test_what_was_taken_stands_last_first_and_can_be_taken_again() -> None:
    deck = shown(REPORT)
    assert deck is not None
    assert [card.source for card in deck.taken] == ["/picture/deck/2/EU", "/picture/deck/3/EA", "/picture/deck/1/E10"]
    assert json.loads(deck.taken[1].action) == {"do": "deck", "ask": "retake", "token": REPORT.token, "name": "EA"}
    assert [card.code for card in deck.requested] == ["E9"]
    assert [card.code for card in deck.missing] == ["E8", "LA"]
    assert (deck.progress, deck.text) == ("3 von 32", "Eichel-Neuner")


def test_a_doubled_card_is_shown_and_may_be_insisted_on() -> None:
    report = msgspec.structs.replace(
        REPORT, is_refused=True, is_doubled=True, refused_version=9, advice={"de": "Schon gezeigt: Eichel-Sau"}
    )
    deck = shown(report)
    assert deck is not None
    assert (deck.refused, deck.advice) == ("/picture/refused/9", "Schon gezeigt: Eichel-Sau")
    assert json.loads(deck.asks[0].action)["ask"] == "insist"


def test_without_an_enrolment_one_can_be_begun_and_others_see_nothing() -> None:
    assert shown(None) == DeckView()
    assert shown(REPORT, role="player") is None


def test_a_french_deck_has_french_cards() -> None:
    report = msgspec.structs.replace(
        REPORT, pack="french32", requested=("H9",), missing=("H9",), taken=(), last="", kinds=("french32",)
    )
    deck = shown(report)
    assert deck is not None
    assert deck.requested[0].source == "/cards/french/H9.webp"
