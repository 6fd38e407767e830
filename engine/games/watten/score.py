"""Watten: points of a deal, penalties that the table counts, Streichen and Bummerl (RULEBOOK 3.7, DECISIONS C)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator, Mapping, Sequence

from engine.cards import Seat
from engine.events import Announced, TricksEntered
from engine.games.watten.secret_trump import WattenSecretTrump
from engine.rules.deal import Deal, DealScore, Misdeed, Result, Standing
from engine.rules.findings import Finding, Kind
from engine.rules.game import NO_COST, REVOKES
from engine.text import Words, points_in_words

PENALTY = 2
WRONG_BIDS = frozenset({Kind.KRANK_BID, Kind.WILD_BID})
_KIND_BY_CALL = {"bid": Kind.WILD_BID, "misdeal": Kind.MISDEAL}


# Counted misdeeds


def counted_misdeeds(deal: Deal) -> Iterator[tuple[Seat, frozenset[Kind], Announced | None]]:
    """Yields seat, kinds and call of each counted misdeed, once even if the table counted it repeatedly."""
    for misdeed in {misdeed.position: misdeed for misdeed in deal.counted}.values():
        if misdeed.seat in deal.seats:
            kinds = misdeed.kinds or _kinds_without_finding(deal, misdeed)
            yield misdeed.seat, kinds, call_at(deal, misdeed.position)


def call_at(deal: Deal, position: int) -> Announced | None:
    """Returns the call at *position*, whether it holds or was found fault with."""
    misdeed = deal.misdeeds.get(position)
    facts = [entry.fact for entry in deal.facts if entry.position == position]
    fact = facts[0] if facts else misdeed.fact if misdeed is not None else None
    return fact if isinstance(fact, Announced) else None


def _kinds_without_finding(deal: Deal, misdeed: Misdeed) -> frozenset[Kind]:
    """Returns the kinds of a counted event without finding: a card is a revoke, a bid is a wild bid.

    A player who may look has not peeked, so counting that costs nothing.
    """
    if any(play.position == misdeed.position for play in deal.plays()):
        return frozenset({Kind.REVOKE})
    call = call_at(deal, misdeed.position)
    kind = _KIND_BY_CALL.get(call.call) if call is not None else None
    return frozenset() if kind is None else frozenset({kind})


def bummerl_of_loser(tally: int, *, turned_round: bool = False) -> int:
    """WA33–WA35: returns the Bummerl of a loser with *tally*; *turned_round*: the winners came from 0 : krank."""
    if turned_round:
        return 4
    return 2 if tally <= 0 else 1


class WattenScore(WattenSecretTrump, ABC):
    """The points, penalties, Streichen and Bummerl."""

    def kinds_ending_round(self, deal: Deal) -> frozenset[Kind]:
        """Returns the kinds of counted misdeeds that end the round (DECISIONS WA17, WA18, WA25).

        A misdeed of any kind does, if its penalty brings the others to the target (WA30).
        """
        if not deal.counted:
            return frozenset()
        if any(points and deal.tallies[seat] + points >= self.target for seat, points in self.penalties(deal).items()):
            return frozenset(kind for _, kinds, _ in counted_misdeeds(deal) for kind in kinds)
        ending = set(REVOKES)
        if self.rules.flag("wrong_bid_ends"):
            ending |= WRONG_BIDS
        if self.rules.text("misdeal") == "two_points":
            ending.add(Kind.MISDEAL)
        return frozenset(kind for _, kinds, _ in counted_misdeeds(deal) for kind in kinds if kind in ending)

    def revokers(self, deal: Deal) -> tuple[Seat, ...]:
        """DECISIONS WA17: returns the seats that lose the game by a counted revoke."""
        if self.rules.text("revoke_penalty") != "bummerl":
            return ()
        return tuple(seat for seat, kinds, _ in counted_misdeeds(deal) if kinds & REVOKES)

    def penalties(self, deal: Deal) -> dict[Seat, int]:
        """WB44: returns the points by seat for counted misdeeds of opponents, or off for those of one's own side."""
        written = dict.fromkeys(deal.seats, 0)
        for seat, kinds, call in counted_misdeeds(deal):
            points = self._penalty(deal, kinds, call)
            if self.rules.text("penalty_mode") == "off":
                written |= {other: written[other] - points for other in self.side_in(deal, seat)}
            else:
                written |= {other: written[other] + points for other in self.opponents(deal, seat)}
        return written

    def _penalty(self, deal: Deal, kinds: frozenset[Kind], call: Announced | None) -> int:
        """Returns the points of the opponents for one misdeed, which may be a *call*."""
        if kinds & REVOKES:
            points = {"bummerl": 0, "two_points": PENALTY, "three_points": 3, "stake": self.bidding(deal).stake}
            return points[self.rules.text("revoke_penalty")]
        if Kind.MISDEAL in kinds:
            return PENALTY if self.rules.text("misdeal") == "two_points" else 0
        if Kind.PEEKED in kinds and call is not None and self.rule_against_looking(deal, call.seat) == "WA10":
            return self.rules.number("early_look")
        is_of_bid = bool(kinds & WRONG_BIDS) and self.rules.text("wrong_bid_points") == "bid"
        if is_of_bid and call is not None and call.value.isdecimal():
            return int(call.value)  # WT6
        is_bluff = call is not None and call.call == "keep" and call in deal.facts_of(Announced)
        return PENALTY if is_bluff or kinds & (WRONG_BIDS | {Kind.PEEKED}) else 0

    def cost(self, deal: Deal, finding: Finding) -> Words:
        """Returns what a misdeed costs if it is counted."""
        kinds = frozenset({finding.kind})
        if finding.seat not in deal.seats:
            return NO_COST
        if kinds & REVOKES and self.rules.text("revoke_penalty") == "bummerl":
            return Words("kostet sofort das Bummerl", "costs the Bummerl at once")
        points = self._penalty(deal, kinds, call_at(deal, finding.position))
        german, english = points_in_words(points)
        if points and self.rules.text("penalty_mode") == "off":
            return Words(f"{german} Abzug", f"{english} off")
        return Words(f"{german} für die anderen", f"{english} to the others") if points else NO_COST

    # The points

    def changes(self, deal: Deal) -> dict[Seat, int]:
        if self.revokers(deal):
            return dict.fromkeys(deal.seats, 0)
        return self._points_gained(deal) | {seat: -deal.tallies[seat] for seat in self.struck_seats(deal)}

    def _points_gained(self, deal: Deal) -> dict[Seat, int]:
        gained = dict.fromkeys(deal.seats, 0)
        if not self.kinds_ending_round(deal):
            gained |= self.round_points(deal)
        for seat, points in self.penalties(deal).items():
            gained[seat] += points
        return gained

    def round_points(self, deal: Deal) -> dict[Seat, int]:
        """WA20, WA24: returns the points of the round itself by seat."""
        state = self.bidding(deal)
        if state.end is not None:
            seat, gives_up = state.end.seat, state.end.call == "give_up"
            winners = self.opponents(deal, seat) if gives_up else self.side_in(deal, seat)
            return dict.fromkeys(winners, state.stake)
        if state.last is not None and state.is_declined:
            return dict.fromkeys(self.side_in(deal, state.last.seat), state.stake)
        taken = self.tricks_taken(deal)
        for side in self.sides_in(deal):
            if sum(taken.get(seat, 0) for seat in side) >= self.to_win:
                return dict.fromkeys(side, state.stake)
        if len(self.sides_in(deal)) < 3:
            return {}  # it is unknown who took the tricks
        return {seat: 1 for seat, tricks in taken.items() if tricks == 2}  # DECISIONS WA16: 2-2-1

    def _entered_findings(self, deal: Deal, position: int, fact: TricksEntered) -> list[Finding]:
        """At most five tricks, and three for one side, unless each plays alone."""
        taken, rule = dict(fact.tricks), self.rule_for(Kind.WRONG_COUNT)
        total = sum(taken.values())
        if total > self.hand_size:
            return [Finding(Kind.WRONG_COUNT, rule, position, count=total, limit=self.hand_size)]
        sides = self.sides_in(deal)
        most = max(sum(taken.get(seat, 0) for seat in side) for side in sides)
        if most >= self.to_win or (len(sides) > 2 and total == self.hand_size):
            return []
        return [Finding(Kind.WRONG_COUNT, rule, position, count=most, limit=self.to_win)]

    # Streichen

    def strike_options(self, deal: Deal, result: Result) -> tuple[Announced, ...]:
        """WA32, DECISIONS WA21: returns the calls that strike points after the deal."""
        if result.is_over or self.rules.text("strike") == "never":
            return ()
        once = self.rules.text("strike") == "once"
        struck = {seat for score in deal.history for seat in score.struck} if once else set[Seat]()
        options = []
        for seat in deal.seats:
            side = self.side_of(seat, deal.seats)
            has_struck = not struck.union(deal.callers("strike")).isdisjoint(side)
            if result.tallies[seat] > 0 and not has_struck and self._against_krank(side, result.tallies):
                options.append(Announced(seat, "strike"))
        return tuple(options)

    def struck_seats(self, deal: Deal) -> tuple[Seat, ...]:
        """WA32: returns whose points are struck after this deal."""
        callers = deal.callers("strike")
        if not callers or self.revokers(deal):
            return ()
        tallies = {seat: deal.tallies[seat] + points for seat, points in self._points_gained(deal).items()}
        sides = (self.side_of(seat, deal.seats) for seat in deal.seats)
        # A misdeed counted afterwards may leave no krank opponent.
        return tuple(
            seat
            for seat, side in zip(deal.seats, sides, strict=True)
            if callers.intersection(side) and self._against_krank(side, tallies)
        )

    def _against_krank(self, side: Sequence[Seat], tallies: Mapping[Seat, int]) -> bool:
        return any(self.krank(tally) for seat, tally in tallies.items() if seat not in side)

    # The game

    def winners_of(self, tallies: Mapping[Seat, int]) -> tuple[Seat, ...]:
        """WA30: returns the winners; if all have reached the target, the highest, and none if all are equal."""
        reached = [seat for seat, tally in tallies.items() if tally >= self.target]
        if len(reached) == len(tallies):
            most = max(tallies.values(), default=0)
            reached = [seat for seat in reached if tallies[seat] == most]
        return () if len(reached) == len(tallies) else tuple(reached)

    def bummerl_of(self, deals: Sequence[DealScore]) -> dict[Seat, int]:
        """WA33–WA35, DECISIONS WA17: returns the Bummerl that each loser of a finished game gets."""
        result = deals[-1].result
        if not any(result.tallies[seat] >= self.target for seat in result.winners):
            return dict.fromkeys(result.losers, 1)  # lost by a revoke
        standings = [deal.result.tallies for deal in deals]
        bummerl_by_seat = {}
        for loser in result.losers:
            turned = any(
                self.krank(tallies[loser]) and any(tallies[winner] == 0 for winner in result.winners)
                for tallies in standings
            )
            bummerl_by_seat[loser] = bummerl_of_loser(result.tallies[loser], turned_round=turned)
        return bummerl_by_seat

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        """WB41: the Bummerl of a game go to the losers, or as many to the winners."""
        had, more = before.get("bummerl", {}), self.bummerl_of(deals)
        if self.rules.text("bummerl_to") == "winner":
            more = dict.fromkeys(deals[-1].result.winners, max(more.values(), default=0))
        return {**before, "bummerl": {seat: had.get(seat, 0) + more.get(seat, 0) for seat in deals[-1].result.tallies}}
