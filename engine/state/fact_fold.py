"""Applies facts to the state of a game, one after the other; games and deals begin by them."""

from dataclasses import replace

from engine import events
from engine.cards import Seat
from engine.events import Fact
from engine.rules.deal import Deal
from engine.rules.findings import Evidence, Finding, Kind
from engine.rules.game import Game
from engine.state.deal_observer import DealObserver
from engine.state.fold_state import Mark, State
from engine.state.match import NO_MOVES, Match, moves_between

_WITHOUT_EFFECT = {
    Kind.TOO_LATE,
    Kind.UPCARD_TURNED_TWICE,
    Kind.UNKNOWN_CALL,
    Kind.STRANGER,
    Kind.DECLARED_TWICE,
    Kind.FOREIGN_CARD,
    Kind.SEEN_TWICE,
    Kind.CALL_OUT_OF_TURN,
    Kind.CALL_NOT_ALLOWED,
    Kind.KRANK_BID,
    Kind.WILD_BID,
    Kind.FALSE_MELD,
    Kind.WRONG_COUNT,
}
"""Findings whose fact is not added to the deal, since it would contradict what the deal already holds."""

_SAID_BETWEEN_DEALS = events.Announced | events.Exchanged | events.CardTaken | events.UpcardTurned


class FactFold:
    """Applies facts to `state` and returns findings."""

    def __init__(self) -> None:
        self.state = State()
        self._marks: list[Mark] = []
        self._invalid_facts: frozenset[int] = frozenset()
        """Positions of facts that are proved false or taken back later; they imply nothing about hands."""

    def begins_deal(self, fact: Fact) -> bool:
        """Returns whether *fact* begins a deal, said or not: only an amendment changes a result.

        Tricks entered after the end of a deal are those of the next one, unless a counted misdeed has ended it before.
        Where tricks are entered, what is said, taken or turned after the end of a game is of the next one too, unless
        it is an option of the last deal, such as a meld.
        """
        if isinstance(fact, events.GameStarted | events.DealStarted):
            return True
        match, deal = self.state.match, self.state.deal
        is_entered, is_said = isinstance(fact, events.TricksEntered), isinstance(fact, _SAID_BETWEEN_DEALS)
        if match is None or deal is None or not (is_entered or (is_said and deal.entered is not None)):
            return False
        if not _has_ended(match.game, deal) or match.game.lacks_trump(deal):
            return False
        if is_entered:
            return deal.entered is not None or not deal.counted or match.after(deal).is_over
        return match.after(deal).is_over and fact not in match.game.options(deal)

    def begins_game(self, fact: Fact) -> bool:
        """Returns whether *fact* begins a game, said or not: the deal after the end of a game is that of the next."""
        if isinstance(fact, events.GameStarted) or not self.begins_deal(fact):
            return isinstance(fact, events.GameStarted)
        match = self.state.current_match()
        return match is not None and match.is_over

    def _apply(self, index: int, position: int, fact: Fact) -> list[Finding]:
        match = self.state.match
        if isinstance(fact, events.DealStarted):
            findings = self._begin_deal(position, fact)
        elif isinstance(fact, events.GameStarted):
            findings = []
            self._begin_game(position, fact)
        elif isinstance(fact, events.EveningStarted | events.PlayersSeated):
            findings = []
            self._seat(fact)
        elif match is None:
            findings = []  # without a game there is nothing to judge
        else:
            if self.state.deal is None:
                self._new_deal(position, match, match.dealer)
            elif self.begins_deal(fact):
                self._begin_deal(position, events.DealStarted(match.after(self.state.deal).dealer))
            findings = self._apply_in_deal(position, fact)
        state = self.state
        if findings and state.match is not None:  # their sentences may be made during a later game
            game = state.match.game
            trump = game.trump(state.deal) if state.deal else None
            findings = [replace(each, game=game.name, rules=game.rules.changes, trump=trump) for each in findings]
        findings = [finding for finding in findings if not self._refines(finding)]
        state.findings += findings
        if begins(fact):
            deal_start = (state.deal.started, state.deal.dealer) if state.deal else None
            at_start = replace(state, deal=None, observer=None, findings=[])
            self._marks.append(Mark(index + 1, len(state.findings), deal_start, at_start))
        return findings

    def _apply_in_deal(self, position: int, fact: Fact) -> list[Finding]:
        match, deal, observer = self.state.match, self.state.deal, self.state.observer
        if match is None or deal is None or observer is None:
            return []
        if isinstance(fact, events.CardLaid | events.TrickGathered | events.CardsShown):
            if self.state.late_calls is None and self._begins_play(position, fact):
                self._remember_late_calls(match.game)
            if isinstance(fact, events.CardLaid) and (fact.doubts or fact.seat_by_turn):
                deal.doubtful.add(position)
            findings = []
            if isinstance(fact, events.CardsShown):
                findings += match.game.check_shown(deal, position, fact)
            elif (
                isinstance(fact, events.CardLaid) and position not in deal.doubtful
            ):  # a doubtful card disproves no call
                findings += match.game.check_laid(deal, position, fact)
            findings += observer.observe(position, fact, match.game.next_to_play(deal))
        elif isinstance(fact, events.Ruled):
            findings = observer.apply_ruling(position, fact)
        else:
            findings = apply_announcement(match.game, deal, observer, position, fact)
        findings = [with_call(deal, finding, position, fact) for finding in findings]
        for finding in findings:
            deal.record_misdeed(finding, fact if finding.position == position else None)
        return findings

    def _refines(self, finding: Finding) -> bool:
        """Puts a better proof of a revoke in the place of the earlier one; returns whether there is one."""
        if finding.kind is not Kind.REVOKE:
            return False
        identity, known = identity_of(finding), self.state.findings
        place = next((place for place, earlier in enumerate(known) if identity_of(earlier) == identity), None)
        if place is not None:
            known[place] = finding
        return place is not None

    def _seat(self, fact: events.EveningStarted | events.PlayersSeated) -> None:
        """Moves tallies with players who change seats; a deal that has begun keeps the seats of its dealing."""
        state, match = self.state, self.state.match
        before, after = state.players, dict(fact.players) if isinstance(fact, events.PlayersSeated) else {}
        if state.deal is not None and not state.deal.is_untouched:
            state.dealt = after | {seat: name for seat, name in state.dealt.items() if name}
        state.players = after
        if isinstance(fact, events.EveningStarted):
            state.new_evening, state.evening = True, state.evening + 1
        if match is None:
            return
        state.moves = state.moves.followed_by(moves_between(before, after, match.game.sides(match.seats), match.seats))
        if state.moves and (state.deal is None or state.deal.is_untouched):
            deal, match = state.deal, match.with_moves(state.moves)
            state.match, state.moves = match, NO_MOVES
            if deal is not None:
                self._new_deal(deal.started, match, deal.dealer)

    def _begin_deal(self, position: int, fact: events.DealStarted) -> list[Finding]:
        """Begins a deal, and before it a game with the same rules if the one before is over."""
        match, deal = self.state.match, self.state.deal
        if match is None:
            return []
        findings = []
        if deal is not None and not deal.is_untouched and not _has_ended(match.game, deal):
            findings.append(match.game.finding(Kind.DEAL_UNFINISHED, position))
        match = self.state.current_match() or match
        dealer = fact.dealer if fact.dealer in match.seats else match.dealer
        if match.is_over:
            match = self._begin_game(
                position, events.GameStarted(match.game.name, match.seats, dealer, match.game.rules.changes)
            )
        if fact.dealer != match.dealer:
            kind = Kind.WRONG_DEALER if fact.dealer in match.seats else Kind.STRANGER
            findings.append(match.game.finding(kind, position, fact.dealer, seats=(match.dealer,)))
        self._new_deal(position, match, dealer)
        return findings

    def _begin_game(self, position: int, fact: events.GameStarted) -> Match:
        state = self.state
        match = Match.begin(fact, None if state.new_evening else state.current_match(), position)
        state.games += state.current_games()
        state.match, state.game_evening, state.dealt = match, state.evening, state.players
        state.deal = state.observer = state.late_calls = None
        state.moves, state.new_evening = NO_MOVES, False
        return match

    def _new_deal(self, position: int, match: Match, dealer: Seat) -> None:
        number = len(match.history) + 1
        deal = Deal(number, match.seats, dealer, match.tallies, match.sat_out, match.standing, position)
        deal.history, deal.invalid_facts = match.history, self._invalid_facts
        self.state.match, self.state.deal, self.state.moves = match, deal, NO_MOVES
        self.state.dealt = self.state.players
        self.state.observer, self.state.late_calls = DealObserver(match.game, deal), None

    def _begins_play(self, position: int, fact: Fact) -> bool:
        """Returns whether *fact* is a card that is played in the deal; starts the deal if there is none."""
        match = self.state.match
        if not isinstance(fact, events.CardLaid) or match is None:
            return False
        if self.state.deal is None:
            self._new_deal(position, match, match.dealer)
        deal = self.state.deal
        return deal is not None and fact.seat in match.game.active(deal) and not match.game.is_finished(deal)

    def _remember_late_calls(self, game: Game) -> frozenset[str]:
        """Returns the calls missing at the first card, which may be made late; computed once in a deal."""
        if self.state.late_calls is None:
            self.state.late_calls = game.missing_late_calls(self.state.deal) if self.state.deal else game.late_calls
        return self.state.late_calls

    def _withdrawn_positions(self) -> frozenset[int]:
        """Returns the positions taken back in the current deal that the referee has already used."""
        return frozenset(self.state.deal.withdrawn) if self.state.deal else frozenset()


def identity_of(finding: Finding) -> Finding:
    """Returns what identifies a finding; a revoke is not reported again if only its proof has changed."""
    proved = finding.kind is Kind.REVOKE
    return replace(finding, rule="", breach=None, evidence=(), count=None) if proved else finding


def begins(fact: Fact) -> bool:
    """Returns whether *fact* says that a deal begins."""
    return isinstance(fact, events.GameStarted | events.DealStarted)


def _has_ended(game: Game, deal: Deal) -> bool:
    return game.is_finished(deal) or game.is_void(deal)


def apply_announcement(game: Game, deal: Deal, observer: DealObserver, position: int, fact: Fact) -> list[Finding]:
    """Adds *fact* to the deal unless it contradicts what the deal already holds, and returns the findings."""
    seats = (
        {seat for seat, _ in fact.tricks} if isinstance(fact, events.TricksEntered) else {getattr(fact, "seat", None)}
    )
    absent = sorted(seat for seat in seats if seat is not None and seat not in deal.seats)
    findings = [game.finding(Kind.STRANGER, position, seat) for seat in absent]
    if isinstance(fact, events.CardTaken | events.UpcardTurned):
        findings += _contradictions(game, deal, position, fact)
    findings += game.check(deal, position, fact) if not findings else []
    if any(finding.kind in _WITHOUT_EFFECT for finding in findings):
        return findings
    if not findings and not game.has_effect(deal, fact):
        return []
    if isinstance(fact, events.TricksEntered):
        deal.entered = fact
        return findings
    cards = () if position in deal.invalid_facts else game.cards_shown_by(deal, fact)
    deal.add_fact(position, fact)
    if cards and isinstance(fact, events.Announced):
        findings += observer.add_known_cards(position, fact.seat, cards)
    return findings


def _contradictions(
    game: Game, deal: Deal, position: int, fact: events.CardTaken | events.UpcardTurned
) -> list[Finding]:
    card, seat = fact.card, fact.seat if isinstance(fact, events.CardTaken) else None
    if card not in game.pack:
        return [game.finding(Kind.FOREIGN_CARD, position, seat, card)]
    to_hand = isinstance(fact, events.CardTaken) and fact.source == "upcard"
    before = events.CardTaken if to_hand else events.CardTaken | events.UpcardTurned
    evidence = tuple(
        Evidence(entry.position, getattr(entry.fact, "seat", None), card)
        for entry in deal.facts
        if isinstance(entry.fact, before) and entry.fact.card == card
    )
    return [game.finding(Kind.SEEN_TWICE, position, seat, card, evidence)] if evidence else []


def with_call(deal: Deal, finding: Finding, position: int, fact: Fact) -> Finding:
    """Returns the finding together with the call it is about, made at *position* or earlier in the deal."""
    earlier = (entry.fact for entry in deal.facts if entry.position == finding.position)
    announced = fact if finding.position == position else next(earlier, None)
    return replace(finding, call=announced) if isinstance(announced, events.Announced) else finding
