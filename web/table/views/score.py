"""The view of the score: the tally of each side in large type, trump, and the turn; also for a television."""

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
from web.table.views.dispute import Case, open_case
from web.table.views.table import ShownTrick, tricks_of_deal

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
class ScoreView:
    title: str
    sides: tuple[SideScore, ...]
    trump: CardPicture | None
    trump_text: str
    worth: str
    lasting: tuple[tuple[str, tuple[str, ...]], ...]
    """The counts that last from game to game, by side."""
    deals: tuple[tuple[int, str, tuple[str, ...]], ...]
    """Number, dealer and tallies of each deal, the newest first."""
    camera: str
    case: Case | None
    """The finding that waits for a decision of the table."""
    begins: str
    """The label of what begins next; empty during a deal."""
    count: int
    trick: ShownTrick | None
    """The trick on the table; None between deals."""
    last_trick: ShownTrick | None
    """The one before it."""
    say: str
    """For screen readers: the score in a sentence."""
    first: bool = False
    """Whether no game has begun; distinguishes the model from `FirstGame`."""


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
    sides = tuple(_side(context, side) for side in view.sides)
    say = ", ".join(f"{side.name} {side.tally}" for side in sides)
    trump, trump_text = _trump(context)
    tricks = tricks_of_deal(context, most=2) if view.is_dealt else ()
    begins = ""
    if is_deal_over(view) and context.may_change_now("begin"):
        begins = context.texts.next_game if is_over(view) else context.texts.next_deal
    return ScoreView(
        title=_title(context),
        sides=sides,
        trump=trump,
        trump_text=trump_text,
        worth=first_capital(worth_text(view.game, view.deal, context.words)) if view.is_dealt else "",
        lasting=_lasting(context),
        deals=_deals(context),
        camera=_camera(context),
        case=open_case(context),
        begins=begins,
        count=context.live.position,
        trick=next(iter(tricks), None),
        last_trick=next(iter(tricks[1:]), None),
        say=say,
    )


def _lit_pixels(display: str) -> str:
    """Returns the lit pixels of `TableState.display` as the path of an SVG, a rectangle for each run in a row."""
    bits = "".join(f"{byte:08b}" for byte in base64.b64decode(display))
    rows = (bits[start : start + DISPLAY_WIDTH] for start in range(0, len(bits), DISPLAY_WIDTH))
    return "".join(
        f"M{run.start()} {y}h{len(run[0])}v1h-{len(run[0])}z" for y, row in enumerate(rows) for run in LIT.finditer(row)
    )


def _title(context: TableContext) -> str:
    game = context.view.game
    title = context.words.translate(game.title)
    target = dict(game.rules.choices).get("target")
    if isinstance(target, int) and not isinstance(target, bool):
        return f"{title} {context.texts.to_target.format(target=target)}"
    return title


def _side(context: TableContext, side: tuple[Seat, ...]) -> SideScore:
    view, texts = context.view, context.texts
    tallies = {each: view.table.tallies[each[0]] for each in view.sides}
    best = (min if view.game.low_wins(view.table.seats) else max)(tallies.values())
    mark = ""
    if set(side) & set(view.table.result.winners):
        mark = texts.wins
    elif tallies[side] == best and len(set(tallies.values())) > 1:
        mark = texts.leads
    seat, turn = view.table.turn, ""
    if seat is not None and seat in side and not (is_over(view) or view.trick_is_full):
        turn = f"{context.words.seat(seat)} {texts.their_deal if is_deal_over(view) else texts.their_turn}"
    return SideScore(context.side(side), minus(tallies[side]), _notes(context, side), mark, turn)


def _notes(context: TableContext, side: tuple[Seat, ...]) -> tuple[str, ...]:
    """Returns the tricks and points of the deal in play, or the changes by the last deal."""
    view, texts = context.view, context.texts
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
    remarks = (view.game.remark(view.table.tallies[seat]) for seat in side[:1])
    notes += [context.words.translate(remark) for remark in remarks if remark is not None]
    if set(side) <= view.deal.callers("fold"):
        notes.append(texts.folded)
    return tuple(notes)


def _trump(context: TableContext) -> tuple[CardPicture | None, str]:
    """Returns the suit sign of trump and its name, with the rank that beats others."""
    view, words = context.view, context.words
    if is_deal_over(view):
        return None, ""
    trump = view.table.trump
    if trump is None:
        return None, context.texts.secret_trump if view.hides_trump else ""
    suit, rank = view.game.trump_suit(trump), view.game.trump_rank(trump)
    names = [first_capital(words.suit(suit)) if suit else "", first_capital(words.rank_name(rank)) if rank else ""]
    upcard = next((fact.card for fact in view.deal.facts_of(UpcardTurned)), None)
    picture = context.sign(suit) if suit else context.picture(upcard) if upcard else None
    return picture, " · ".join(filter(None, names))


def _lasting(context: TableContext) -> tuple[tuple[str, tuple[str, ...]], ...]:
    view = context.view
    standing = view.table.standing
    return tuple(
        (
            first_capital(context.words.translate(name)),
            tuple(minus(standing[count].get(side[0], 0)) for side in view.sides),
        )
        for count, name in view.game.book.counts.items()
        if count in standing
    )


def _deals(context: TableContext) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    view = context.view
    return tuple(
        (
            score.number,
            context.words.seat(score.dealer),
            tuple(minus(score.result.tallies.get(side[0], 0)) for side in view.sides),
        )
        for score in reversed(view.table.history)
    )


def _camera(context: TableContext) -> str:
    state, texts = context.live.state, context.texts
    if state is None:
        return texts.camera_none
    if state.camera != "camera":
        return str(getattr(texts, f"camera_{state.camera}"))
    seconds = int(time.time() - state.frame_time) if state.frame_time else 0
    if seconds < 15:
        return texts.camera
    ago = texts.seconds_ago if seconds < 90 else texts.minutes_ago
    return f"{texts.camera}: {ago.format(count=seconds if seconds < 90 else seconds // 60)}"
