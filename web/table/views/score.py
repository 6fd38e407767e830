"""The view of the score: the tally of each side in large type, trump, and the turn; also for a television."""

from __future__ import annotations

import base64
import re
import time
from dataclasses import dataclass

from common.texts.words import minus, signed
from device.screens.engine_text import worth_text
from engine.cards import Seat
from engine.events import UpcardTurned
from web.kit.cards import CardPicture
from web.kit.texts import first_capital
from web.table.views.base import TableContext, has_game, is_deal_over, is_over
from web.table.views.dispute import open_case
from web.table.views.table import tricks_of_deal

DISPLAY_WIDTH = 128
"""Pixels in a row of the display."""
LIT = re.compile("1+")


@dataclass(frozen=True, slots=True)
class SideScore:
    name: str
    tally: str
    notes: tuple[str, ...]
    mark: str
    """`leads` or `wins`, in words; empty for the others."""
    turn: str
    """The next action of somebody on the side, in words, such as "Toni ist dran"; empty without one."""


@dataclass(frozen=True, slots=True)
class FirstGame:
    """Before the first game of an evening: the display while it asks, else who may deal."""

    first: bool
    display: str
    """The lit pixels of the display, as the path of an SVG of 128×64; empty once Kiebitz is set up."""
    seats: tuple[tuple[int, str], ...]
    count: int


def score_view(context: TableContext) -> ScoreView | FirstGame:
    """Returns the score, or the beginning of an evening."""
    view = context.view
    if not has_game(view) or view.is_evening_over:
        state = context.live.state
        display = _lit_pixels(state.display) if context.may_change and state is not None else ""
        may_deal = view.setup.seats if context.may_change_now("begin") and not display else ()
        return FirstGame(
            True, display, tuple((seat, context.words.seat(seat)) for seat in may_deal), context.live.position
        )
    return ScoreView(context)


def _lit_pixels(display: str) -> str:
    """Returns the lit pixels of `TableState.display` as the path of an SVG, a rectangle for each run in a row."""
    bits = "".join(f"{byte:08b}" for byte in base64.b64decode(display))
    rows = (bits[start : start + DISPLAY_WIDTH] for start in range(0, len(bits), DISPLAY_WIDTH))
    return "".join(
        f"M{run.start()} {y}h{len(run[0])}v1h-{len(run[0])}z" for y, row in enumerate(rows) for run in LIT.finditer(row)
    )


class ScoreView:
    """The score of the game in play, or of the last one."""

    first = False
    """Whether no game has begun; distinguishes the model from `FirstGame`."""

    def __init__(self, context: TableContext) -> None:
        self._context, self._view = context, context.view
        self.sides = tuple(map(self._side, context.view.sides))
        self.say = ", ".join(f"{side.name} {side.tally}" for side in self.sides)
        """For screen readers: the score in a sentence."""
        self.count = context.live.position
        self.case = open_case(context)
        """The finding that waits for a decision of the table."""
        tricks = tricks_of_deal(context, most=2) if context.view.is_dealt else ()
        self.trick, self.last_trick = (*tricks, None, None)[:2]
        """The trick on the table, and the one before it; None between deals."""

    @property
    def title(self) -> str:
        game = self._view.game
        title = self._context.words.translate(game.title)
        target = dict(game.rules.choices).get("target")
        if isinstance(target, int) and not isinstance(target, bool):
            return f"{title} {self._context.texts.to_target.format(target=target)}"
        return title

    @property
    def begins(self) -> str:
        """The label of what begins next; empty during a deal."""
        if not (is_deal_over(self._view) and self._context.may_change_now("begin")):
            return ""
        return self._context.texts.next_game if is_over(self._view) else self._context.texts.next_deal

    @property
    def trump(self) -> CardPicture | None:
        """The suit sign of trump, or the upcard where it is no suit."""
        view, trump = self._view, self._view.table.trump
        if is_deal_over(view) or trump is None:
            return None
        upcard = next((fact.card for fact in view.deal.facts_of(UpcardTurned)), None)
        if suit := view.game.trump_suit(trump):
            return self._context.sign(suit)
        return self._context.picture(upcard) if upcard else None

    @property
    def trump_text(self) -> str:
        """The name of trump, with the rank that beats others."""
        view, words, trump = self._view, self._context.words, self._view.table.trump
        if is_deal_over(view):
            return ""
        if trump is None:
            return self._context.texts.secret_trump if view.hides_trump else ""
        suit, rank = view.game.trump_suit(trump), view.game.trump_rank(trump)
        names = words.suit(suit) if suit else "", words.rank_name(rank) if rank else ""
        return " · ".join(first_capital(name) for name in names if name)

    @property
    def worth(self) -> str:
        view = self._view
        return first_capital(worth_text(view.game, view.deal, self._context.words)) if view.is_dealt else ""

    @property
    def lasting(self) -> list[tuple[str, list[str]]]:
        """The counts that last from game to game, by side."""
        view, standing = self._view, self._view.table.standing
        return [
            (
                first_capital(self._context.words.translate(name)),
                [minus(standing[count].get(side[0], 0)) for side in view.sides],
            )
            for count, name in view.game.book.counts.items()
            if count in standing
        ]

    @property
    def deals(self) -> list[tuple[int, str, list[str]]]:
        """Number, dealer and tallies of each deal, the newest first."""
        return [
            (
                score.number,
                self._context.words.seat(score.dealer),
                [minus(score.result.tallies.get(side[0], 0)) for side in self._view.sides],
            )
            for score in reversed(self._view.table.history)
        ]

    @property
    def camera(self) -> str:
        state, texts = self._context.live.state, self._context.texts
        if state is None:
            return texts.camera_none
        if state.camera != "camera":
            return str(getattr(texts, f"camera_{state.camera}"))
        seconds = int(time.time() - state.frame_time) if state.frame_time else 0
        if seconds < 15:
            return texts.camera
        ago = texts.seconds_ago if seconds < 90 else texts.minutes_ago
        return f"{texts.camera}: {ago.format(count=seconds if seconds < 90 else seconds // 60)}"

    def _side(self, side: tuple[Seat, ...]) -> SideScore:
        view, texts = self._view, self._context.texts
        tallies = {each: view.table.tallies[each[0]] for each in view.sides}
        best = (min if view.game.low_wins(view.table.seats) else max)(tallies.values())
        mark = ""
        if set(side) & set(view.table.result.winners):
            mark = texts.wins
        elif tallies[side] == best and len(set(tallies.values())) > 1:
            mark = texts.leads
        seat, turn = view.table.turn, ""
        if seat is not None and seat in side and not (is_over(view) or view.trick_is_full):
            turn = f"{self._context.words.seat(seat)} {texts.their_deal if is_deal_over(view) else texts.their_turn}"
        return SideScore(self._context.side(side), minus(tallies[side]), self._notes(side), mark, turn)

    def _notes(self, side: tuple[Seat, ...]) -> tuple[str, ...]:
        """Returns the tricks and points of the deal in play, or the changes by the last deal."""
        view, texts = self._view, self._context.texts
        notes: list[str] = []
        if is_deal_over(view):
            score = view.table.score
            if score is not None:
                notes.append(signed(score.changes.get(side[0], 0)))
        else:
            tricks = sum(view.game.tricks_taken(view.deal).get(seat, 0) for seat in side)
            notes.append(texts.tricks_one if tricks == 1 else texts.tricks_many.format(count=tricks))
            points = view.game.points_taken(view.deal)
            if points:
                notes.append(texts.points.format(count=sum(points.get(seat, 0) for seat in side)))
        remark = view.game.remark(view.table.tallies[side[0]])
        if remark is not None:
            notes.append(self._context.words.translate(remark))
        if set(side) <= view.deal.callers("fold"):
            notes.append(texts.folded)
        return tuple(notes)
