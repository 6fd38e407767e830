"""Menus that ask about doubtful cards and findings. The table decides; no penalty is automatic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from common.texts.keys import PhraseKey
from common.texts.phrases import Label
from device.display.text_layout import abbreviate
from device.menus.base import Answer, CursorMenu, Menu, Reply
from device.menus.deal.corrections import MissedCardMenu, missed_card_menu, with_card
from device.screens.base import Screen, TileScreen
from device.screens.deal import FindingScreen
from device.screens.engine_text import sentence_for, title_for
from device.state.conclusions import CALL_FINDINGS, DEALING_FINDINGS, OpenQuestion, postponed_findings
from device.state.table_view import View
from engine.cards import Card, Seat
from engine.events import Amended, CardLaid, Ruled, UpcardTurned
from engine.rules.findings import Evidence, Finding, Kind

MAX_NAME_PX, MAX_NAME_IN_BAR_PX = 48, 36
"""Widths of a name on the display, in px: beside what is ruled, and of each of two in a bar together with a card."""


def menu_for(view: View, question: OpenQuestion) -> Menu:
    """Returns the menu that asks about *question*, or shows it if there is nothing to ask."""
    finding, fact = question.finding, dict(view.facts).get(question.position)
    if isinstance(fact, CardLaid | UpcardTurned) and (finding is None or finding.kind == Kind.SEEN_TWICE):
        if finding is not None:
            return _seen_twice_menu(view, question.position, finding)
        others = view.alternatives(question.position, fact.card)
        candidates = view.unseen_first((fact.card, *fact.doubts), but=fact.card)
        return DoubtfulCardMenu(question.position, tuple(dict.fromkeys((*candidates, *others))))
    assert finding is not None, "only cards that lie are doubtful"
    missing = missed_card_menu(view, question.position) if finding.kind == Kind.SHORT_TRICK else None
    if missing is None:
        return FindingMenu(finding)
    return ShortTrickMenu(missing.seat, missing.cards, missing.position, finding=finding)


def _seen_twice_menu(view: View, position: int, finding: Finding) -> DoubtfulCardMenu:
    """Returns the menu that asks which card one of the two plays was: a card exists once, so others come first."""
    card = dict(view.facts)[position].card  # type: ignore[union-attr]
    others = view.alternatives(position, card)
    return DoubtfulCardMenu(position, (*others[:3], card, *others[3:]), finding)


@dataclass(frozen=True, slots=True)
class DoubtfulCardMenu(CursorMenu["Card"]):
    """A doubtful card: its candidates, the best first; FOLD says that it was none.

    If it was seen *twice* and is that card, the earlier one is asked about; if that is confirmed too, both stand.
    """

    light = "question"
    position: int
    cards: tuple[Card, ...]
    twice: Finding | None = None

    def items(self, view: View) -> Sequence[Card]:
        return self.cards

    def screen(self, view: View) -> TileScreen:
        fact = dict(view.facts)[self.position]
        if not isinstance(fact, CardLaid):
            return TileScreen("which_upcard", self.cards, self.selected, fold="no_card")
        own: tuple[Label, str] = ("which_card", view.words.seat(fact.seat))
        title, right = own if self.twice is None else self._both_plays(view, fact)
        return TileScreen(title, self.cards, self.selected, fold="no_card", right=right)

    def _both_plays(self, view: View, fact: CardLaid) -> tuple[Label, str]:
        """Returns whose card is asked about, and where the other one of the same name lies."""
        assert self.twice is not None
        words, others = view.words, [Evidence(self.twice.position, self.twice.seat), *self.twice.evidence]
        other = next((one for one in others if one.position != self.position and one.seat is not None), None)
        seat = abbreviate(words.seat(fact.seat), "narrow", MAX_NAME_IN_BAR_PX)
        title = words.phrase("seat_card", seat=seat, card=words.token(fact.card))
        if other is None or other.seat is None:
            return title, words.phrase("seen_twice")
        tricks = enumerate(view.tricks, start=1)
        number = next((at for at, trick in tricks if other.position in [play.position for play in trick.plays]), "")
        name = abbreviate(words.seat(other.seat), "narrow", MAX_NAME_IN_BAR_PX)
        return title, words.phrase("tricks_done", seat=name, number=number)

    def choose(self, view: View, item: Card, seat: Seat | None) -> Reply:
        """If a card seen twice is confirmed, the earlier one is asked about; if that is this one, both stand."""
        facts, finding = dict(view.facts), self.twice
        if finding is None or item != finding.card:
            return Answer((Amended(self.position, with_card(facts[self.position], item)),))
        earlier = finding.evidence[0].position if finding.evidence else self.position
        if earlier == self.position or not isinstance(facts.get(earlier), CardLaid):
            return Answer((Ruled(finding.position, "stands"),))
        return _seen_twice_menu(view, earlier, finding)

    def fold(self, view: View) -> Reply:
        return Answer((Amended(self.position),))


@dataclass(frozen=True, slots=True)
class ShortTrickMenu(MissedCardMenu):
    """A trick was gathered with a card missing; asks for the card. FOLD leaves it out."""

    light = "question"
    finding: Finding = field(kw_only=True)

    def screen(self, view: View) -> TileScreen:
        return replace(MissedCardMenu.screen(self, view), fold="later")

    def fold(self, view: View) -> Reply:
        return _note_finding(view, self.finding)

    def answer_card(self, view: View, card: Card | None, seat: Seat | None) -> Answer | None:
        """A card that is led is no answer to the question."""
        return MissedCardMenu.answer_card(self, view, card, seat) if seat in (None, self.seat) else None


@dataclass(frozen=True, slots=True)
class FindingMenu(CursorMenu["PhraseKey"]):
    """Shows the evidence of a finding, and the possible rulings; FOLD postpones it."""

    light = "question"
    finding: Finding

    def items(self, view: View) -> Sequence[PhraseKey]:
        return rulings_on(view, self.finding)

    def screen(self, view: View) -> Screen:
        rulings = self.items(view)
        counts = bool(rulings) and rulings[self.selected] == "counted"
        turn = self.finding.seats[0] if self.finding.seats else self.finding.seat
        name = "" if turn is None else abbreviate(view.words.seat(turn), "plain", MAX_NAME_PX, "plain")
        return FindingScreen(
            title_for(self.finding, view.game, view.words),
            cost_of(view, self.finding) if counts else sentence_for(self.finding, view.game, view.words),
            tuple(view.words.phrase(ruling, seat=name) for ruling in rulings),
            self.selected,
        )

    def choose(self, view: View, item: PhraseKey, seat: Seat | None) -> Reply:
        if item == "was_missed":
            return MissedCardMenu(self.finding.seats[0], view.missed_card_candidates(), self.finding.position)
        return decision(view, self.finding, item)

    def fold(self, view: View) -> Reply:
        return _note_finding(view, self.finding)


def decision(view: View, finding: Finding, ruling: PhraseKey) -> Answer:
    """Returns the answer that records what the table decides on *finding*."""
    match ruling:
        case "taken_back" | "counted" | "stands":
            return Answer((Ruled(finding.position, ruling),))
        case "was_turn":
            own = replace(view.plays()[finding.position], seat=finding.seats[0], seat_by_turn=False)
            return Answer((Amended(finding.position, own),))
    return Answer((Amended(finding.position),))


def cost_of(view: View, finding: Finding) -> str:
    """Returns who is to bear what if the table counts *finding*."""
    cost = view.words.translate(view.game.cost(view.deal, finding))
    if finding.seat is None:
        return cost[:1].upper() + cost[1:]
    return view.words.phrase("says", seat=view.words.seat(finding.seat), what=cost)


def _note_finding(view: View, finding: Finding) -> Answer:
    """Records that the table has read the finding; a decision on it can still be made at the score."""
    if finding in postponed_findings(view):
        return Answer()
    return Answer((Ruled(finding.position, "noted", finding.kind.value),))


def rulings_on(view: View, finding: Finding) -> tuple[PhraseKey, ...]:
    """Returns what the table may decide, the mildest first."""
    lies = any(play.position == finding.position for play in view.deal.trick.plays)
    back: tuple[PhraseKey, ...] = ("taken_back",) if lies else ()
    if finding.kind in CALL_FINDINGS:
        return ("taken_back", "stands", "counted")
    if finding.kind in DEALING_FINDINGS:
        return ("stands", "counted", "taken_back")
    match finding.kind:
        case Kind.OUT_OF_TURN:
            return ("stands", *back, "was_turn", "was_missed")
        case Kind.MISSED_CARD:
            return ("was_missed", "was_turn", "stands", *back)
        case Kind.REVOKE | Kind.DOUBTFUL_REVOKE:
            return (*back, "stands", "counted")
        case Kind.CARD_TOO_MANY | Kind.FOREIGN_CARD:
            return ("removed", "stands")
        case Kind.WRONG_COUNT:  # nothing is ruled: the numbers are entered again, or stay
            return ("enter_again",)
    return ()
