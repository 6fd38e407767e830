"""The views of who may look and play (the invitation of another phone, viewers), of health checks, and of deletion."""

import json
from dataclasses import dataclass

from common.feed.codes import player_code
from web.kit.rendering import qr_picture
from web.table.views.base import TableContext


@dataclass(frozen=True, slots=True)
class Invitation:
    picture: str
    """SVG."""
    address: str
    code: str


def invite_view(context: TableContext) -> Invitation:
    state = context.live.state
    assert state is not None, "a phone that may invite has the code of the table"
    code, address = player_code(state.key), context.live.address
    return Invitation(qr_picture(f"{address}/j/{code}"), address.partition("://")[2], code)


WORST_FIRST = ("bad", "warn", "ok", "unknown")


@dataclass(frozen=True, slots=True)
class CheckLine:
    verdict: str
    mark: str
    title: str
    found: str
    advice: str


@dataclass(frozen=True, slots=True)
class Landlord:
    viewers: bool
    checks: tuple[CheckLine, ...]
    """The worst first; none before they were asked for."""
    people: tuple[tuple[int, str], ...] = ()
    """The people that can be deleted: their number in the URL of the question, and their name."""
    evenings: tuple[tuple[int, str], ...] = ()
    outcome: str = ""
    say: str = ""


def landlord_view(context: TableContext) -> Landlord:
    state, texts, words = context.live.state, context.texts, context.words
    if state is None or context.role != "landlord":
        return Landlord(False, ())
    checks = [
        CheckLine(
            check.verdict,
            str(getattr(texts, f"check_{check.verdict}")),
            *(words.phrase(phrase) if phrase else "" for phrase in (check.title, check.found, check.advice)),
        )
        for check in sorted(state.health, key=lambda check: WORST_FIRST.index(check.verdict))
    ]
    people, evenings = (
        tuple(
            (number, texts.evening_name(each["title"]))
            for number, each in enumerate(context.live.stored)
            if each["kind"] == kind
        )
        for kind in ("person", "evening")
    )
    outcome = words.phrase(state.outcome) if state.outcome else ""
    return Landlord(state.viewers, tuple(checks), people, evenings, outcome, outcome)


@dataclass(frozen=True, slots=True)
class Erasure:
    """The question before something is deleted."""

    question: str
    action: str
    """The request as JSON."""


def erase_view(context: TableContext) -> Erasure | None:
    """Returns the question; None for an unknown number, or if the phone is not the landlord's."""
    number = context.number
    if context.role != "landlord" or not 0 <= number < len(context.live.stored):
        return None
    chosen = context.live.stored[number]
    name = context.texts.evening_name(chosen["title"])
    question = str(getattr(context.texts, f"erase_{chosen['kind']}")).format(name=name)
    return Erasure(question, json.dumps({"do": "erase", "kind": chosen["kind"], "name": chosen["name"]}))
