"""The referee of a deal: gets the cards laid and shown, and its proofs become findings unless they rest on doubts."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.cards import Card, Seat, Trump
from engine.events import CardLaid, CardTaken, UpcardTurned
from engine.referee.proofs import Proof, Verdict
from engine.referee.referee import LadderAfter, Referee
from engine.referee.secret_trump import SecretTrumpReferee
from engine.rules.deal import Deal
from engine.rules.findings import RULE_SEPARATOR, Breach, Evidence, Finding, Kind
from engine.rules.game import Game
from engine.state.evidence import OpenCards, SeatDoubts, certainly_stay_in_hand, new_referee, open_cards
from engine.tricks import Play, Trick


class RefereedDeal:
    """Passes on what everybody sees, and returns the findings."""

    def __init__(self, game: Game, deal: Deal) -> None:
        self._game = game
        self._deal = deal
        self._referee: Referee | SecretTrumpReferee | None = None
        self._doubts = SeatDoubts()
        """Plays whose seat may be wrong. A proof that depends on one is a question to the table."""
        self._open: list[OpenCards] = []
        self._withheld: list[Proof] = []
        self._proved: set[tuple[int, ...]] = set()
        """By their plays: the proofs that rest on no doubt, which a doubtful card does not replace."""
        self._trick_before: dict[int, Trick] = {}
        """By position of a play: the trick on which it was laid."""

    def verdict(self, position: int) -> Verdict | None:
        if self._referee is None or position not in self._trick_before:
            return None
        if position in self._doubts:
            return "open"
        try:
            return self._referee.verdict(position)
        except KeyError:
            return None  # the card was taken back

    def open_plays(self) -> tuple[int, ...]:
        return self._referee.open_plays() if self._referee else ()

    def add_known_cards(self, position: int, seat: Seat, cards: Sequence[Card]) -> list[Finding]:
        """Records that *seat* holds *cards*, as its announcement shows."""
        known = open_cards(self._game, self._deal, position, seat, cards, were_visible=False)
        return self._add_open_cards(known)

    # Cards

    def _judge(self, position: int, fact: CardLaid) -> list[Finding]:
        play, whole = Play(fact.seat, fact.card, position), self._deal.trick
        trick = whole.before_next_card_of(fact.seat)
        referee = self._get_referee()
        self._deal.trick = whole.with_play(play)
        if fact.card not in self._game.pack:
            return self._report_proofs(referee.lay_unread(fact.seat))
        self._trick_before[position] = trick
        doubts = [card for card in fact.doubts if card in self._game.pack and card != fact.card]
        # The duties of a player who was overtaken out of turn are unknown, so the play denies nothing.
        unclear = self._doubts.has_out_of_turn([*whole.plays, play][1:])

        def ladder_under(trump: Trump) -> LadderAfter:
            return lambda lying: () if unclear else self._game.duties(self._deal, fact.seat, lying, trump)

        if isinstance(referee, SecretTrumpReferee):
            return self._report_proofs(referee.lay(play, trick, ladder_under, doubts))
        trump = self._game.trump(self._deal.without_invalid_facts())
        ladder_after = ladder_under(trump) if trump is not None else lambda lying: ()
        return self._report_proofs(referee.lay(play, trick, ladder_after, doubts))

    def _get_referee(self) -> Referee | SecretTrumpReferee:
        """Returns the referee, created at the first lead from the cards everybody has seen and the possible trumps."""
        game, deal = self._game, self._deal.without_invalid_facts()
        if self._referee is None:
            self._open = [known for known in self._open if self._stay_in_hand(known)]
            trump, readings = game.trump(deal), game.readings(deal)
            if trump is None and readings:
                self._referee = SecretTrumpReferee({reading: new_referee(game, deal, reading) for reading in readings})
            else:
                self._referee = new_referee(game, deal, trump)
            for known in self._open:
                _show_to(self._referee, known)
        elif isinstance(self._referee, SecretTrumpReferee) and (trump := game.trump(deal)) is not None:
            self._referee = self._referee.referee_for(trump) or new_referee(game, deal, trump)
        return self._referee

    def _add_open_cards(self, known: OpenCards) -> list[Finding]:
        """Passes the cards to the referee, if play has begun; before that the hand may still change."""
        if known.position in self._deal.invalid_facts:
            return []
        self._open.append(known)
        return self._report_proofs(_show_to(self._get_referee(), known)) if self._referee else []

    def _stay_in_hand(self, known: OpenCards) -> bool:
        """Returns whether cards shown before the first lead are certainly still in the hand."""
        if self._referee is not None:
            return True
        return certainly_stay_in_hand(self._game, self._deal.without_invalid_facts(), known)

    # Proofs

    def _report_proofs(self, proofs: Iterable[Proof]) -> list[Finding]:
        findings = []
        for proof in proofs:
            if not proof.ask and not self._rests_on_doubt(proof):
                findings.append(self._proved_finding(proof))
            elif proof.positions not in self._proved:
                is_better = any(proof.positions == other.positions for other in self._withheld)
                self._withheld = [other for other in self._withheld if other.positions != proof.positions]
                self._withheld += [] if proof.ask else [proof]
                doubtful = replace(self._finding_of(proof), kind=Kind.DOUBTFUL_REVOKE)
                findings += [] if is_better else [doubtful]
        return findings

    def _proved_finding(self, proof: Proof) -> Finding:
        self._withheld = [other for other in self._withheld if other.positions != proof.positions]
        self._proved.add(proof.positions)
        return self._finding_of(proof)

    def _rests_on_doubt(self, proof: Proof) -> bool:
        """Returns whether trump is in doubt, or the seat of a play on which *proof* depends.

        It depends on the suspects, on what lay in the trick before them, and on the play that shows the card.
        """
        if any(turned.doubts for turned in self._deal.facts_of(UpcardTurned)):
            return True
        rests_on = {suspect.position for suspect in proof.plays} | {proof.position}
        rests_on |= {play.position for suspect in proof.plays for play in self._trick_before[suspect.position].plays}
        if proof.kind in ("pool", "one_of"):
            return bool(self._doubts)
        return any(position in self._doubts for position in rests_on)

    def _finding_of(self, proof: Proof) -> Finding:
        """Returns the finding of kind REVOKE, or REVOKE_AMONG if only one of several plays was a revoke."""
        first = proof.plays[0]
        kind = Kind.REVOKE if len(proof.plays) == 1 else Kind.REVOKE_AMONG
        evidence = [self._evidence_of(suspect.position, suspect.card, suspect.seat) for suspect in proof.plays]
        evidence += [entry for each in (proof, *proof.alternatives) for entry in self._cards_that_prove(each)]
        evidence += [Evidence(position) for position in proof.ask]
        breach = self._breach(proof) if len(proof.plays) == 1 else None
        rungs = dict.fromkeys(rung for suspect in proof.plays for rung in suspect.rules)
        rule = RULE_SEPARATOR.join(dict.fromkeys(map(self._game.rule_of, rungs)))
        seat = first.seat if len(proof.guilty) == 1 else None
        proved_by = tuple(dict.fromkeys(evidence))
        return Finding(kind, rule, first.position, seat, first.card, proved_by, breach, proof.guilty, proof.needed)

    def _cards_that_prove(self, proof: Proof) -> list[Evidence]:
        """Returns the card that proves it; if at least one of several cards was in the hand, all of them."""
        seat = proof.plays[0].seat
        if proof.position is None:
            return []
        if proof.kind != "one_of":
            return [self._evidence_of(proof.position, proof.cards[0], seat)]
        taken = {fact.card: position for position, fact in self._deal.facts if isinstance(fact, CardTaken)}
        return [Evidence(taken.get(card, proof.position), seat, card) for card in proof.cards]

    def _evidence_of(self, position: int, card: Card, seat: Seat) -> Evidence:
        return Evidence(position, seat, card, self._deal.trick_number(position))

    def _breach(self, proof: Proof) -> Breach:
        suspect = proof.plays[0]
        trick = [card for card in self._trick_before[suspect.position].cards if card in self._game.pack]
        trump = self._game.trump(self._deal.without_invalid_facts())
        led = trick[0] if trick else None
        best = self._game.best(trick, trump) if trick and trump is not None else led
        rung, *others = suspect.rules
        left = proof.cards if proof.kind == "pool" else None
        withheld = proof.cards if left is None else ()
        return Breach(rung, self._game.rule_of(rung), led, best, withheld, trump, tuple(others), left)


def _show_to(referee: Referee | SecretTrumpReferee, known: OpenCards) -> tuple[Proof, ...]:
    return referee.show(known.position, known.seat, known.cards, known.is_whole_hand)
