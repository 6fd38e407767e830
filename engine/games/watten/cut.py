"""Watten before the first card: Criticals kept at the cut, packets, the Maschine, an open card (WB21–WB25, WB35).

A kept card is not shown, so nobody knows which one it is: only who kept one.
"""

from __future__ import annotations

from abc import ABC
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.cards import Card, Seat
from engine.events import Announced, Fact
from engine.games._countdown import cut_order
from engine.games.watten.base import HAND, WattenBase
from engine.rules.deal import Deal
from engine.rules.findings import Evidence, Finding, Kind
from engine.rules.known_hands import Dealing, Place
from engine.tricks import clockwise, previous_seat

KEEPS = 0.9
"""In simulations, how often a Critical that the cut shows is kept."""


class WattenCut(WattenBase, ABC):
    """The cut and the deal; both need Criticals."""

    def cut_rights(self, deal: Deal) -> tuple[Seat, ...]:
        """WB21, WB22: returns who may keep the first, the second and the third card; only after the one before.

        WB50: of two who play, in a duel of three as well, forehand keeps what the cut shows.
        """
        cutter = previous_seat(self.active(deal), deal.dealer)
        return cut_order(self.rules.text("schleck"), cutter, deal.dealer) if self.criticals else ()

    def keepers(self, deal: Deal) -> list[Seat]:
        """Returns who kept cards from the cut, in order."""
        return [fact.seat for fact in deal.facts_of(Announced) if fact.call == "keep"]

    def options_before_play(self, deal: Deal) -> tuple[Announced, ...]:
        """Returns who may still keep a card from the cut, show the Maschine (WB35) or say what lies open (WB25)."""
        keepers = self.keepers(deal)
        if self.announcement(deal).request is not None or deal.has_play:
            return ()
        keeps = [Announced(seat, "keep") for seat in self.cut_rights(deal)[len(keepers) : len(keepers) + 1]]
        has_machine = bool(self.criticals) and self.rules.text("machine") != "none" and not deal.callers("machine")
        machines = (Announced(seat, "machine") for seat in self.active(deal) if has_machine)
        # WS12: once, and when no new cards can be agreed on any more, which would be dealt from the rest.
        is_dealt = self.rules.text("better") == "none" or self.announcement(deal).done
        if not self.rules.flag("open_card") or not is_dealt or deal.callers("open_card"):
            return *keeps, *machines
        opened = (Announced(deal.dealer, "open_card", str(card)) for card in self.pack.cards)
        return *keeps, *machines, *opened

    def _open_cards(self, deal: Deal) -> dict[Card, int]:
        """Returns the cards of the rest that lie open, by the call that says so."""
        if not deal.callers("open_card"):
            return {}
        cards = {str(card): card for card in self.pack.cards}
        said = {
            fact.value: position
            for position, fact in deal.facts
            if isinstance(fact, Announced) and fact.call == "open_card"
        }
        return {cards[value]: position for value, position in said.items() if value in cards}

    def out_of_play(self, deal: Deal) -> tuple[Card, ...]:
        return tuple(self._open_cards(deal))

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        position = self._open_cards(deal).get(card)
        return super().place_of(deal, card) if position is None else Place(position, None)

    def cut_and_deal(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        """WB23: the stock is cut; the cards are dealt in packets, fewer to whoever kept one."""
        for seat in self.cut_rights(deal):
            card = dealing.stock[-1]  # the lifted part is put below, and its lowest card looked at first
            if card not in self.criticals or dealing.random.random() >= KEEPS:
                break
            dealing.hands.setdefault(seat, []).append(dealing.stock.pop())
            yield Announced(seat, "keep")
        for packet in self.packets(self.active(deal), deal.dealer, Counter(self.keepers(deal))):
            dealing.give_packet(packet)

    def packets(
        self, seats: Sequence[Seat], dealer: Seat, held: Mapping[Seat, int] | None = None
    ) -> tuple[tuple[tuple[Seat, int], ...], ...]:
        """WA6: returns how many cards each seat gets, packet by packet, in the order of dealing.

        WB23: who has *held* cards from the cut gets as many fewer, first of the first packet.
        """
        first, has = self.rules.number("first_packet"), held or {}
        order = clockwise(seats, self.forehand(seats, dealer))
        firsts = tuple((seat, max(0, first - has.get(seat, 0))) for seat in order)
        return firsts, tuple((seat, HAND - count - has.get(seat, 0)) for seat, count in firsts)

    def bluffs(self, deal: Deal, seat: Seat, proof: Evidence) -> Iterator[Finding]:
        """WB24: the kept cards that *proof* proves to be no Criticals.

        Either all Criticals are in other hands or lie open, or whoever kept a card has laid five others. A card that
        may be another one proves nothing.
        """
        new_cards = self.rules.text("better") != "none" and deal.callers("accept")
        if not self.rules.flag("schleck_bluff") or new_cards or proof.card is None:
            return
        plays = [(play.seat, play.card, play.position in deal.doubtful) for play in deal.plays()]
        plays.append((seat, proof.card, False))
        for position, fact in deal.facts:
            if not isinstance(fact, Announced) or fact.call != "keep" or position in deal.misdeeds:
                continue
            own = [card for other, card, _ in plays if other == fact.seat]
            elsewhere = {card for other, card, _ in plays if other != fact.seat} | set(self.out_of_play(deal))
            is_sure = not any(doubtful for _, _, doubtful in plays) and all(card in self.pack for card in own)
            shows_none = len(own) == HAND and not set(own) & set(self.criticals)
            if is_sure and (shows_none or elsewhere >= set(self.criticals)):
                yield Finding(Kind.CALL_NOT_ALLOWED, "WB24", position, fact.seat, evidence=(proof,))

    def cards_shown_by(self, deal: Deal, fact: Fact) -> tuple[Card, ...]:
        return self.criticals if isinstance(fact, Announced) and fact.call == "machine" else ()
