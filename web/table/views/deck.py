"""The view of the enrolment of a deck, for the landlord: the question on the display, missing and enrolled cards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.screens.deck_enrolment import GRADES
from device.screens.engine_text import PACK_NAMES
from engine.cards import PACKS
from web.kit.cards import CardPicture, picture_url
from web.kit.texts import first_capital

if TYPE_CHECKING:
    from common.feed.messages import EnrolmentReport
    from common.texts.keys import PhraseKey
    from web.table.views.base import TableContext


@dataclass(frozen=True, slots=True)
class DeckButton:
    """A button: its label, and its request as JSON."""

    label: str
    action: str
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class TakenCard:
    """An enrolled card: its name and its picture."""

    name: str
    source: str
    action: str
    """The request to enrol it again, as JSON."""
    is_last: bool


@dataclass(frozen=True, slots=True)
class DeckView:
    """The enrolment in progress, if `is_on`. `progress` is the number of enrolled cards, and of all."""

    is_on: bool = False
    title: str = ""
    text: str = ""
    progress: str = ""
    advice: str = ""
    is_refused: bool = False
    refused: str = ""
    """The URL of the picture of the refused card; empty without one."""
    requested: tuple[CardPicture, ...] = ()
    missing: tuple[CardPicture, ...] = ()
    taken: tuple[TakenCard, ...] = ()
    """The last enrolled card first."""
    asks: tuple[DeckButton, ...] = ()
    say: str = ""


def deck_view(context: TableContext) -> DeckView | None:
    """Returns None for phones that are not the landlord's."""
    if context.role != "landlord" or context.live.state is None:
        return None
    report = context.live.state.enrolment
    if report is None:
        return DeckView()
    return _DeckBuilder(context, report).build()


class _DeckBuilder:
    def __init__(self, context: TableContext, report: EnrolmentReport) -> None:
        self._report, self._texts = report, context.texts
        self._words = context.words.for_deck(PACKS[report.pack]) if report.pack else context.words

    def build(self) -> DeckView:
        report = self._report
        of = len(PACKS[report.pack]) if report.pack else 0
        shows_cards = report.stage in ("card", "row")
        missing = [card for card in report.missing if card not in report.requested]
        title, text = self._question()
        advice = report.advice.get(self._words.language, "")
        return DeckView(
            is_on=True,
            title=title,
            text=text,
            progress=self._texts.taken_of.format(count=len(report.taken), of=of) if shows_cards else "",
            advice=advice,
            is_refused=report.is_refused,
            refused=f"/picture/refused/{report.refused_version}" if report.refused_version else "",
            requested=tuple(map(self._picture, report.requested)) if shows_cards else (),
            missing=tuple(map(self._picture, missing)) if shows_cards else (),
            taken=tuple(self._taken_cards()) if shows_cards else (),
            asks=self._asks(),
            say=f"{advice} {title}. {text}".strip(),
        )

    def _phrase(self, name: PhraseKey, **values: object) -> str:
        return first_capital(self._words.phrase(name, **values))

    def _question(self) -> tuple[str, str]:
        """Returns title and text of the question."""
        report, texts = self._report, self._texts
        match report.stage:
            case "known":
                return self._phrase("in_use", pack=report.in_use), self._phrase("in_use_text")
            case "way":
                return texts.deck_way, ""
            case "continue":
                taken, of = len(report.taken), len(PACKS[report.pack])
                return self._phrase("teach"), self._phrase("begun_text", taken=taken, of=of)
            case "full":
                return texts.deck_full, self._phrase("no_room_text")
            case "match":
                return self._phrase("pack_fits", pack=report.title), self._phrase("fits_text")
            case "quiz":
                return self._phrase("quiz"), self._last_reading() or self._phrase("quiz_advice")
            case "grade":
                return first_capital(self._words.label(GRADES[report.grade])), self._grade_text()
        if not report.requested:
            return self._phrase("show_card"), self._phrase("show_back")
        names = ", ".join(self._words.card(PACKS[report.pack].card(card)) for card in report.requested)
        if report.stage == "row":
            hint = self._phrase("advice_hand") if report.awaits_capture else self._phrase("row_advice")
            return self._phrase("show_row"), f"{hint}: {names}"
        return self._phrase("show_card"), names

    def _last_reading(self) -> str:
        """Returns the card that was read last in the quiz; empty without one."""
        report = self._report
        if not report.read:
            return ""
        name = self._words.card(PACKS[report.pack].card(report.read))
        recognised = self._phrase("recognised", right=report.right, count=report.quizzed)
        return f"{name}{'' if report.is_sure else '?'} ({recognised})"

    def _grade_text(self) -> str:
        report = self._report
        recognised = self._phrase("recognised", right=report.right, count=report.quizzed)
        if not report.again:
            return recognised
        names = ", ".join(self._words.card(PACKS[report.pack].card(card)) for card in report.again)
        return f"{recognised}. {self._phrase('show_again', cards=names)}"

    def _asks(self) -> tuple[DeckButton, ...]:
        report = self._report
        leave = self._ask("leave", self._phrase("later"))
        match report.stage:
            case "known":
                use = self._ask("use", self._phrase("take_it"), is_main=True)
                return use, self._ask("another", self._phrase("learn_anew")), leave
            case "way":
                return *self._ways(), leave
            case "continue":
                go_on = self._ask("go_on", self._phrase("go_on"), is_main=True)
                return go_on, self._ask("afresh", self._phrase("learn_anew")), leave
            case "full":
                return self._ask("go_on", self._phrase("try_again"), is_main=True), leave
            case "match":
                use = self._ask("use", self._phrase("take_it"), is_main=True)
                return use, self._ask("anew", self._phrase("learn_anew")), leave
            case "quiz" | "grade":
                return self._asks_of_quiz()
        return *self._asks_of_cards(), leave

    def _ways(self) -> list[DeckButton]:
        """Returns a button for each way of enrolment, or for each way and kind of pack."""
        several = len(self._report.kinds) > 1
        ways = (("begin", self._texts.deck_singly), ("rows", self._texts.deck_rows))
        return [
            self._ask(way, f"{label}: {self._words.label(PACK_NAMES[kind])}" if several else label, kind)
            for kind in self._report.kinds
            for way, label in ways
        ]

    def _asks_of_cards(self) -> list[DeckButton]:
        report, asks = self._report, list[DeckButton]()
        if report.is_doubled:
            asks.append(self._ask("insist", self._texts.deck_insist))
        if report.stage == "row" and report.requested:
            asks.append(self._ask("look", self._phrase("read_now"), is_main=True))
        asks.append(self._ask("skip", self._phrase("skip")))
        if report.last:
            asks.append(self._ask("back", self._phrase("last_again")))
        return asks

    def _asks_of_quiz(self) -> tuple[DeckButton, ...]:
        report = self._report
        done = self._ask("done", self._phrase("done"), is_main=True)
        if report.stage == "grade":
            return (done, self._ask("again", self._phrase("show_card"))) if report.again else (done,)
        is_named = bool(report.read) and report.is_sure and not report.is_refused
        return (done, self._ask("wrong", self._phrase("quiz_wrong"))) if is_named else (done,)

    def _ask(self, ask: str, label: str, name: str = "", is_main: bool = False) -> DeckButton:
        return DeckButton(label, self._action(ask, name), is_main)

    def _action(self, ask: str, name: str = "") -> str:
        return json.dumps({"do": "deck", "ask": ask, "token": self._report.token, "name": name})

    def _taken_cards(self) -> list[TakenCard]:
        """Returns the cards, the last one first, and the others in the reverse order of the pack."""
        report, pack = self._report, PACKS[self._report.pack]
        cards = [
            TakenCard(
                self._words.card(pack.card(each.card)),
                f"/picture/deck/{each.version}/{each.card}",
                self._action("retake", each.card),
                each.card == report.last,
            )
            for each in sorted(report.taken, key=lambda each: -each.version)
        ]
        return sorted(cards, key=lambda card: not card.is_last)

    def _picture(self, card: str) -> CardPicture:
        name = self._words.card(PACKS[self._report.pack].card(card))
        return CardPicture(card, name, picture_url(self._report.pack, card))
