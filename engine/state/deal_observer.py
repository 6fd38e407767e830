"""Follows one deal: tricks, turns, impossible cards, and rulings."""

from dataclasses import replace

from engine.cards import Card, Seat
from engine.events import CardLaid, CardsShown, Ruled, TrickGathered, TricksEntered
from engine.rules.deal import Deal, Misdeed
from engine.rules.findings import Evidence, Finding, Kind
from engine.rules.game import Game
from engine.state.evidence import open_cards
from engine.state.refereed_deal import RefereedDeal
from engine.tricks import Play, Trick


class DealObserver(RefereedDeal):
    """Adds cards, tricks and rulings to the deal, and returns findings."""

    def __init__(self, game: Game, deal: Deal) -> None:
        super().__init__(game, deal)
        self._gathered_at: dict[int, int] = {}
        """By position of the event that gathered a trick: the index of the trick."""

    def _retract(self, position: int, fact_position: int) -> list[Finding]:
        """Removes the fact at *fact_position*, unless that would change who plays, or trump, after play has begun.

        If the referee has used the fact, `withdrawn` makes the fold start the deal again without it.
        """
        facts, known_cards = self._deal.facts, self._open
        playing, trump = self._game.active(self._deal), self._game.trump(self._deal)
        self._deal.remove_fact(fact_position)
        self._open = [known for known in self._open if known.position != fact_position]
        plays_on = self._game.active(self._deal) == playing and trump in (None, self._game.trump(self._deal))
        if self._deal.has_play and not plays_on:
            self._deal.facts, self._open = facts, known_cards
            return [self._game.finding(Kind.TOO_LATE, position)]
        if self._referee is not None and (self._deal.facts, self._open) != (facts, known_cards):
            self._deal.withdrawn.add(fact_position)
        return []

    def observe(self, position: int, fact: CardLaid | TrickGathered | CardsShown, turn: Seat | None) -> list[Finding]:
        """Applies *fact* and returns the findings; *turn* is the seat to play, or None if that is unknown."""
        match fact:
            case CardLaid():
                return self._observe_card(position, fact, turn)
            case TrickGathered():
                return self._observe_gathering(position, fact.seat)
            case CardsShown():
                return self._observe_shown_cards(position, fact)

    # A card

    def _observe_card(self, position: int, fact: CardLaid, turn: Seat | None) -> list[Finding]:
        deal, seat, card = self._deal, fact.seat, fact.card
        if seat not in deal.seats:
            return [self._game.finding(Kind.STRANGER, position, seat, card)]
        active = self._game.active(deal)
        if seat not in active:
            return [self._game.finding(Kind.ACTED_AFTER_FOLDING, position, seat, card)]
        if fact.after_gap:
            self._doubts.add_gap(position)
            deal.may_lack_tricks |= len(deal.trick) in (0, len(active))
        findings = self._observe_lead(position, fact)
        is_over = self._game.is_finished(deal) and not self._game.may_play_on(deal)
        is_full, own = len(deal.trick) >= len(active), [play for play in deal.trick.plays if play.seat == seat]
        if is_over or is_full or own:
            evidence = self._evidence(deal.trick)
            too_many = self._game.finding(Kind.CARD_TOO_MANY, position, seat, card, evidence)
            findings = [too_many] if is_over else [*findings, too_many]
        if is_over:
            return findings
        if is_full:
            self._gather()
        elif own:
            self._doubts.add_out_of_turn(seat, position, *(play.position for play in own))
        if turn is not None and seat != turn:
            kind = self._kind_of_wrong_turn(fact)
            if kind != Kind.MISSED_CARD or not self._doubts.is_overtaken(turn, deal.trick.plays):
                findings.append(self._game.finding(kind, position, seat, card, seats=(turn,)))
            self._doubts.add_out_of_turn(turn, position)
        else:
            self._doubts.add_in_turn(position, fact, deal.trick.plays)
        findings += self._contradictions(position, seat, card)
        return findings + self._judge(position, fact)

    def _kind_of_wrong_turn(self, fact: CardLaid) -> Kind:
        """Returns MISSED_CARD if the camera may have missed a card before *fact*, or in the plays before."""
        deal = self._deal
        before = deal.trick if deal.trick.plays or not deal.tricks else deal.tricks[-1]
        is_short = before is not deal.trick and len(before) < len(self._game.active(deal))
        is_unsure = fact.after_gap or is_short or self._doubts.has_unsure_turn(before.plays)
        return Kind.MISSED_CARD if is_unsure else Kind.OUT_OF_TURN

    def _observe_lead(self, position: int, fact: CardLaid) -> list[Finding]:
        """If the taker of the last trick is unknown, the seat that leads took it, provided that it may have."""
        deal, seat = self._deal, fact.seat
        last = deal.tricks[-1] if deal.tricks and not deal.trick.plays else None
        if last is None or last.taker is not None or seat == last.gatherer or self._game.lacks_trump(deal):
            return []
        possible = self._may_have_taken(last)
        if seat in possible:
            deal.tricks[-1] = last.with_taker(seat)
            return []
        self._doubts.add(position)
        return [self._game.finding(self._kind_of_wrong_turn(fact), position, seat, fact.card, seats=possible)]

    def _may_have_taken(self, trick: Trick) -> tuple[Seat, ...]:
        """Returns who may be winning *trick*: every active seat, if nothing is known about trump."""
        game, deal = self._game, self._deal
        return game.takers_of(deal, trick) if game.readings(deal) else game.active(deal)

    def _contradictions(self, position: int, seat: Seat, card: Card) -> list[Finding]:
        if card not in self._game.pack:
            return [self._game.finding(Kind.FOREIGN_CARD, position, seat, card)]
        for number, trick in enumerate(self._deal.all_tricks(), start=1):
            for play in trick.plays:
                if play.card == card:
                    earlier = Evidence(play.position, play.seat, card, number)
                    return [self._game.finding(Kind.SEEN_TWICE, position, seat, card, (earlier,))]
        for known in self._open:
            if known.were_visible and card in known.cards and known.seat != seat and self._stay_in_hand(known):
                earlier = Evidence(known.position, known.seat, card)
                return [self._game.finding(Kind.SEEN_TWICE, position, seat, card, (earlier,))]
        place = self._game.place_of(self._deal.without_invalid_facts(), card)
        if place is not None and place.seat != seat:
            return [self._game.finding(Kind.SEEN_TWICE, position, seat, card, (Evidence(*place, card),))]
        return []

    # A trick

    def _observe_gathering(self, position: int, seat: Seat | None) -> list[Finding]:
        trick, players = self._deal.trick, len(self._game.active(self._deal))
        if trick.plays and len(trick) < players and self._game.is_finished(self._deal):
            return []  # the deal ended before the trick did, for example when somebody went
        findings = []
        if len(trick) < players:
            short = self._game.finding(Kind.SHORT_TRICK, position, seat, None, self._evidence(trick))
            findings.append(replace(short, count=len(trick), limit=players))
            # A seat without a card in a gathered trick may have laid any card.
            missing = [seat for seat in self._game.active(self._deal) if seat not in trick.seats] if trick.plays else []
            findings += [
                finding for seat in missing for finding in self._report_proofs(self._get_referee().lay_unread(seat))
            ]
        if trick.plays:
            possible = self._may_have_taken(trick)
            if seat is not None and seat not in possible and self._game.readings(self._deal):
                best = tuple(entry for entry in self._evidence(trick) if entry.seat in possible)
                findings.append(self._game.finding(Kind.WRONG_TAKER, position, seat, None, best, seats=possible))
            self._gathered_at[position] = len(self._deal.tricks)
            self._gather(seat)
        return findings

    def _gather(self, seat: Seat | None = None) -> None:
        """Moves the trick to the gathered ones; while the taker is unknown, the seat that gathers it is the taker."""
        possible = self._may_have_taken(self._deal.trick)
        taker = possible[0] if len(possible) == 1 else None
        taker = seat if seat in possible and not self._game.lacks_trump(self._deal) else taker
        gatherer = seat if seat in self._game.active(self._deal) else None
        self._deal.tricks.append(self._deal.trick.with_taker(taker, gatherer))
        self._deal.trick = Trick()

    def _evidence(self, trick: Trick) -> tuple[Evidence, ...]:
        tricks = [other.plays for other in (*self._deal.tricks, self._deal.trick)]
        number = tricks.index(trick.plays) + 1 if trick.plays in tricks else len(tricks)
        return tuple(Evidence(play.position, play.seat, play.card, number) for play in trick.plays)

    # Shown cards and rulings

    def _observe_shown_cards(self, position: int, fact: CardsShown) -> list[Finding]:
        if fact.seat not in self._game.active(self._deal):
            return []
        findings = [finding for card in fact.cards for finding in self._contradictions(position, fact.seat, card)]
        whole = fact.whole and all(card in self._game.pack for card in fact.cards)
        self._deal.shown.append(fact)
        left = self._game.in_hand(self._deal, fact.seat)
        if fact.whole and len(fact.cards) != left:
            wrong = self._game.finding(Kind.WRONG_HAND, position, fact.seat)
            findings.append(replace(wrong, count=len(fact.cards), limit=left))
            whole = False
        whole = whole and left == self._game.tricks_in_deal - self._deal.cards_laid(fact.seat)  # no more draws
        known = open_cards(self._game, self._deal, position, fact.seat, fact.cards, is_whole_hand=whole)
        return findings + self._add_open_cards(known)

    def apply_ruling(self, position: int, fact: Ruled) -> list[Finding]:
        """Applies the ruling of the table, which replaces earlier rulings on the same event."""
        game, deal = self._game, self._deal
        if fact.ruling == "noted":
            return []
        deal.counted = [misdeed for misdeed in deal.counted if misdeed.position != fact.position]
        misdeed = deal.misdeeds.get(fact.position)
        ruled_fact = next((entry.fact for entry in deal.facts if entry.position == fact.position), None)
        play = next((play for play in deal.plays() if play.position == fact.position), None)
        if fact.ruling == "counted" and (misdeed or ruled_fact or play):
            seat = misdeed.seat if misdeed else getattr(ruled_fact, "seat", play.seat if play else None)
            deal.counted.append(Misdeed(fact.position, seat, misdeed.kinds if misdeed else frozenset(), fact))
        if (misdeed is None and ruled_fact is None) or play is not None:
            return self._rule_on_card(position, fact, play)
        if fact.ruling == "stands" and (index := self._gathered_at.get(fact.position)) is not None:
            trick = deal.tricks[index]
            deal.tricks[index] = trick.with_taker(trick.taker if trick.gatherer is None else trick.gatherer)
            return []
        if fact.ruling == "taken_back":
            return self._retract(position, fact.position)
        left_out = misdeed.fact if misdeed is not None and ruled_fact is None else None
        if fact.ruling == "stands" and left_out is not None and not isinstance(left_out, TricksEntered):
            playing, trump = game.active(deal), game.trump(deal)
            deal.add_fact(fact.position, left_out)
            if deal.has_play and (game.active(deal) != playing or trump not in (None, game.trump(deal))):
                deal.remove_fact(fact.position)
                return [game.finding(Kind.TOO_LATE, position)]
            deal.withdrawn.discard(fact.position)
        return []

    def _rule_on_card(self, position: int, fact: Ruled, play: Play | None) -> list[Finding]:
        """Applies the ruling on a card laid."""
        if play is None:
            return [] if fact.position in self._deal.positions() else [self._game.finding(Kind.TOO_LATE, position)]
        if fact.ruling == "taken_back":
            trick = self._deal.trick
            if play not in trick.plays:
                return [self._game.finding(Kind.TOO_LATE, position, play.seat, play.card)]
            # Under other cards, the place of the card is kept for the seat whose turn it was.
            turn, later = self._doubts.turn_of(play), trick.plays[trick.plays.index(play) + 1 :]
            if self._doubts.has_out_of_turn([play]):
                self._doubts.keep_turns(later)
            missing = turn not in (other.seat for other in trick.plays if other != play)
            self._deal.trick = trick.without(play, turn if later and missing else None)
            self._doubts.confirm(play.position)
            evidence = (Evidence(play.position, play.seat, play.card, len(self._deal.tricks) + 1),)
            finding = self._game.finding(Kind.TAKEN_BACK, position, play.seat, play.card, evidence)
            self._open.append(open_cards(self._game, self._deal, play.position, play.seat, [play.card]))
            if not self._deal.has_play:
                self._referee = None  # hands may change again
                return [finding]
            return [finding, *self._report_proofs(self._get_referee().take_back(play.position))]
        # The table has confirmed the seat, and by counting a revoke all that proves it.
        self._doubts.confirm(play.position)
        counted = play.position if fact.ruling == "counted" else None
        settled = [
            proof for proof in self._withheld if proof.plays[0].position == counted or not self._rests_on_doubt(proof)
        ]
        return [self._proved_finding(proof) for proof in settled]
