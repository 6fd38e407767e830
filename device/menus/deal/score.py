"""The score during a deal and the lasting counts, what sides and tallies show, and what a scored deal leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass

from device.display.text_layout import WIDTH, text_width
from device.menus.base import Buttons, Menu
from device.menus.deal.questions import rulings_on
from device.menus.deal.trick_history import last_trick
from device.menus.new_evening import next_deal
from device.menus.table.table_menu import TableMenu
from device.screens.base import Keys, Screen
from device.screens.engine_text import worth_text
from device.screens.score import ScoreScreen, StandingScreen, Tally
from device.state.conclusions import FINDINGS_TO_RULE_ON, postponed_findings
from device.state.table_view import View
from engine.cards import Seat
from engine.events import CardsShown
from engine.rules.findings import Finding
from engine.rules.game import Phase


@dataclass(frozen=True, slots=True)
class ScorePeekMenu(Menu):
    """The score during a deal; DOWN shows the lasting counts, then the menu of the table, UP the tricks."""

    def screen(self, view: View) -> Screen:
        taken = view.game.tricks_taken(view.deal) if view.table.deal is not None else {}
        sums = {side: sum(taken.get(seat, 0) for seat in side) for side in view.sides}
        playing = [side for side in view.sides if taken.keys() & set(side)]
        notes = {side[0]: view.words.phrase("tricks_count", number=sums[side]) for side in playing}
        return ScoreScreen(
            tallies_of(view, view.table.tallies, with_remarks(view, notes)),
            view.deal.dealer,
            Keys("back", "tricks" if last_trick(view) else None, "table_tile", "go_on"),
            target=target_of(view),
            worth=worth_text(view.game, view.deal, view.words),
        )

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(None, None, lambda view: last_trick(view) or "stay", after_score)


def after_score(view: View) -> Menu:
    """Returns the menu after the score: the lasting counts, or without any the menu of the table."""
    standing = standing_of(view)
    return StandingMenu(standing) if standing else TableMenu()


Counts = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class StandingMenu(Menu):
    """The counts that last from game to game. After a game PLAY begins the next one. DOWN: the menu of the table."""

    counts: Counts
    begins: bool = False

    def screen(self, view: View) -> Screen:
        return StandingScreen(view.words.phrase("table"), view.sides, self.counts, "new_game" if self.begins else "ok")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(next_deal if self.begins else None, None, "stay", TableMenu())


def standing_of(view: View) -> Counts:
    """Returns the lasting counts by side, in the order of the game's book, including this game once it is over."""
    table, words = view.table, view.words
    match = table.match
    if match is None or table.game is None:
        return ()
    if table.deal is not None and table.phase == Phase.OVER:
        match = match.after(table.deal)
    return tuple(
        (
            words.translate(name)[:1].upper() + words.translate(name)[1:],
            tuple(by_seat.get(side[0], 0) for side in view.sides),
        )
        for count, name in table.game.book.counts.items()
        if (by_seat := match.standing.get(count)) is not None
    )


def tallies_of(view: View, points: Mapping[Seat, int], notes: Mapping[Seat, str]) -> tuple[Tally, ...]:
    """Returns the tally of each side, and who is ahead."""
    standing = {side: points[side[0]] for side in view.sides}
    best = (min if view.game.low_wins(view.table.seats) else max)(standing.values())
    ahead = None if len(set(standing.values())) == 1 else best
    return tuple(Tally(side, number, notes.get(side[0], ""), number == ahead) for side, number in standing.items())


def with_remarks(view: View, notes: Mapping[Seat, str]) -> dict[Seat, str]:
    """Returns the notes with the card points and, if there is room, the title of a player at that tally."""
    lines_by_seat, game = dict(notes), view.game
    if points := game.points_taken(view.deal):
        for side in view.sides:
            number = sum(points.get(seat, 0) for seat in side)
            counted, room = view.words.phrase("card_points", number=number), WIDTH // len(view.sides)
            for seat in set(side) & notes.keys():
                texts = (f"{notes[seat]}, {counted}", str(counted))
                fitting = (text for text in texts if text_width(text, "small") < room)
                lines_by_seat[seat] = next(fitting, str(number))
    for seat, tally in view.table.tallies.items():
        if (remark := game.remark(tally)) is not None:
            name = view.words.translate(remark)
            both = f"{lines_by_seat.get(seat, '')} {name}".strip()
            lines_by_seat[seat] = both if text_width(both, "small") <= WIDTH // len(view.sides) else name
    return lines_by_seat


def target_of(view: View) -> int | None:
    """Returns the target of a game, if that is one of its switches."""
    target = dict(view.game.rules.choices).get("target")
    return target if isinstance(target, int) else None


def has_more(view: View) -> bool:
    """Whether the list after a deal would offer more than the past tricks."""
    if view.table.phase == Phase.SCORED and view.options:
        return True
    undecided = any(rulings_on(view, finding) for finding in postponed_findings(view))
    return undecided or bool(counted_findings(view) or seats_to_show(view))


def counted_findings(view: View) -> list[Finding]:
    counted = {misdeed.position for misdeed in view.table.deal.counted} if view.table.deal is not None else set()
    return [found for found in view.table.findings if found.position in counted and found.kind in FINDINGS_TO_RULE_ON]


def seats_to_show(view: View) -> tuple[Seat, ...]:
    """Returns the seats whose remaining cards would settle open plays of theirs, or that have to show them."""
    owing = None if view.table.deal is None else view.game.must_show(view.deal)
    unsettled = view.table.open_plays()
    if not unsettled and owing is None:
        return ()
    have_shown = {fact.seat for _, fact in view.facts if isinstance(fact, CardsShown) and fact.whole}
    suspects = {play.seat for play in view.deal.plays() if play.position in unsettled} - have_shown
    return tuple(seat for seat in view.players if seat in suspects | {owing} and view.table.hand_size(seat) > 0)
