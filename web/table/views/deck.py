"""The view of the enrolment of a deck, for the landlord: the question on the display, missing and enrolled cards."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from common.feed.messages import EnrolmentReport
from common.texts.keys import PhraseKey
from device.screens.deck_enrolment import GRADES
from device.screens.engine_text import PACK_NAMES
from engine.cards import PACKS
from web.kit.cards import CardPicture, picture_url
from web.kit.texts import first_capital
from web.table.views.base import TableContext

ANSWERS: Mapping[str, tuple[tuple[str, PhraseKey], ...]] = {
    "known": (("use", "take_it"), ("another", "learn_anew")),
    "continue": (("go_on", "go_on"), ("afresh", "learn_anew")),
    "full": (("go_on", "try_again"),),
    "match": (("use", "take_it"), ("anew", "learn_anew")),
    "quiz": (("done", "done"),),
    "grade": (("done", "done"),),
}
"""By stage the requests that are always possible, with their labels; the first is the main one."""


@dataclass(frozen=True, slots=True)
class DeckButton:
    """A button: its label, and its request as JSON."""

    label: str
    action: str
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class TakenCard:
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
            case "quiz" if report.read:
                sure = "" if report.is_sure else "?"
                return self._phrase("quiz"), f"{self._names([report.read])}{sure} ({self._recognition_text()})"
            case "quiz":
                return self._phrase("quiz"), self._phrase("quiz_advice")
            case "grade":
                again = f". {self._phrase('show_again', cards=self._names(report.again))}" if report.again else ""
                return first_capital(self._words.label(GRADES[report.grade])), self._recognition_text() + again
        if not report.requested:
            return self._phrase("show_card"), self._phrase("show_back")
        names = self._names(report.requested)
        if report.stage == "row":
            hint = self._phrase("advice_hand") if report.awaits_capture else self._phrase("row_advice")
            return self._phrase("show_row"), f"{hint}: {names}"
        return self._phrase("show_card"), names

    def _recognition_text(self) -> str:
        return self._phrase("recognised", right=self._report.right, count=self._report.quizzed)

    def _names(self, cards: Iterable[str]) -> str:
        pack = PACKS[self._report.pack]
        return ", ".join(self._words.card(pack.card(card)) for card in cards)

    def _asks(self) -> tuple[DeckButton, ...]:
        report = self._report
        answers = ANSWERS.get(report.stage, ())
        asks = [self._ask(ask, self._phrase(key), is_main=not place) for place, (ask, key) in enumerate(answers)]
        match report.stage:
            case "way":  # for each way of enrolment, or for each way and kind of pack
                ways = (("begin", self._texts.deck_singly), ("rows", self._texts.deck_rows))
                kinds = [(kind, f": {self._words.label(PACK_NAMES[kind])}") for kind in report.kinds]
                several = len(kinds) > 1
                asks += [self._ask(way, label + title * several, kind) for kind, title in kinds for way, label in ways]
            case "quiz":
                is_named = bool(report.read) and report.is_sure and not report.is_refused
                return *asks, *([self._ask("wrong", self._phrase("quiz_wrong"))] if is_named else [])
            case "grade":
                return *asks, *([self._ask("again", self._phrase("show_card"))] if report.again else [])
            case "card" | "row":
                if report.is_doubled:
                    asks.append(self._ask("insist", self._texts.deck_insist))
                if report.stage == "row" and report.requested:
                    asks.append(self._ask("look", self._phrase("read_now"), is_main=True))
                asks.append(self._ask("skip", self._phrase("skip")))
                if report.last:
                    asks.append(self._ask("back", self._phrase("last_again")))
        return *asks, self._ask("leave", self._phrase("later"))

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
