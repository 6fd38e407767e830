"""A deck is shown card by card or row by row: frames in, progress out, and at the end the pictures of a pack.

Which card is asked for follows the pack: suit by suit, as its ranks are listed. What cannot be used is refused with a
reason. Packs that are known are tried on the first cards: if one reads them surely, it names all that follow.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.enrolment.card_crops import cut_card, is_same
from vision.enrolment.card_order import CardOrder
from vision.enrolment.photographs import is_blurred, is_plain
from vision.enrolment.progress import Acceptance, PackMatch, Reason, Refusal, Removal
from vision.enrolment.row_layout import find_gaps, group_into_rows
from vision.enrolment.shown_cards import ShownCardDetector, Trouble
from vision.enrolment.thresholds import SHOWING
from vision.geometry.quads import area, same_place, sides
from vision.geometry.rectify import CROP_HEIGHT
from vision.geometry.table_plane import fit_plane

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.cards import Card, Pack
    from vision.enrolment.card_crops import CutCard
    from vision.enrolment.progress import Progress
    from vision.enrolment.shown_cards import Shown
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import Answer, EnrolledPack
    from vision.types import Frame, Image, Quad


_REASONS = {Trouble.HAND: Reason.HAND, Trouble.CUT: Reason.CUT, Trouble.NO_CARD: Reason.NO_CARD}


@dataclass(slots=True)
class EnrolmentSession:
    """See every frame in order. *known* are enrolled packs of the same kind; with *rows* a row is shown at once."""

    kind: Pack
    recogniser: Recogniser
    known: Sequence[EnrolledPack] = ()
    rows: bool = False
    photographs: bool = False
    """Whether each still scene is a photograph, not a moment of one table."""
    on_demand: bool = False
    """Whether a row is looked at only after `look`."""
    pictures: dict[Card, list[Image]] = field(default_factory=dict)
    spoiled: dict[Card, int] = field(default_factory=dict)
    """Of cards whose photograph was refused, a frame of it."""
    naming: EnrolledPack | None = None
    lookout: ShownCardDetector = field(default_factory=ShownCardDetector)
    _order: CardOrder = field(init=False)
    _cards: dict[Card, CutCard] = field(default_factory=dict)
    _history: list[Card] = field(default_factory=list)
    _aside: list[CutCard] = field(default_factory=list)
    _answered: tuple[int, Refusal | None] = (0, None)
    """The last look that was taken or refused, and how it was refused."""
    _doubled: list[tuple[Card, CutCard]] = field(default_factory=list)
    """What was refused as a double, and what it was shown as."""
    _quizzed: list[Quad] = field(default_factory=list)
    """What was read in the quiz, where it lies."""
    _last_row: tuple[Card, ...] = ()
    _from_start: Card | None = None
    _picture: tuple[int, ...] = ()
    """Height and width of the pictures."""
    _tried: list[Card] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lookout.gather, self.lookout.photographs = self.rows, self.photographs
        self.lookout.on_demand = self.on_demand
        self._order = CardOrder(self.kind, self.pictures)
        for card, pictures in self.pictures.items():
            self._cards[card] = self._candidate(pictures[0], np.zeros((4, 2), np.float32))

    # How it stands

    @property
    def missing(self) -> list[Card]:
        return self._order.missing

    @property
    def asked(self) -> list[Card]:
        """The card that is asked for, or those of the row; empty when all have been shown."""
        return next(iter(self._order.rows), []) if self.rows else self.missing[:1]

    @property
    def last(self) -> Card | None:
        """The card that was taken last."""
        return self._history[-1] if self._history else None

    @property
    def length(self) -> float | None:
        """Length of a card in its widths, as all cards tell it that one camera saw on one table; None if few did."""
        lay = [card.quad for card in self._cards.values() if card.quad.any()]
        known = self._picture and len(lay) >= SHOWING.min_cards_for_aspect and not self.photographs
        return fit_plane(lay, self._picture).length if known else None

    # What the person wants

    def skip(self) -> None:
        """Puts off what is asked for to the end."""
        self._order.defer(self.asked)

    def back(self) -> None:
        """Asks again for the card that was taken last, or for its row."""
        if not self._history:
            return
        last = self._history[-1]
        row = [card for card in self._last_row if card in self.pictures]
        again = row if self.rows and last in row else [last]
        for card in again:
            self._forget(card)
        self._order.cancel_deferral(again)

    def ask_again(self, cards: Iterable[Card]) -> None:
        """Forgets these cards, so that they are asked for again."""
        for card in cards:
            if card in self.pictures:
                self._forget(card)
        self.naming, self.known = None, ()  # what it read doubtfully is named as it is asked for

    def insist(self) -> list[Progress]:
        """Takes what was refused as a double: two cards of this deck are that alike."""
        doubled, self._doubled = self._doubled, []
        if doubled:
            self._answered = (self._answered[0], None)
            self._last_row = tuple(card for card, _ in doubled)
        return [self._take(card, candidate) for card, candidate in doubled]

    def look(self) -> None:
        """Takes a picture of the row as soon as the table is still."""
        self.lookout.wanted = True

    @property
    def looking(self) -> bool:
        """Whether a picture is still to be taken."""
        return self.lookout.wanted

    def singly(self) -> None:
        """From now on cards are shown one after another."""
        self.rows = self.on_demand = self.lookout.gather = self.lookout.on_demand = False

    # Frames

    def see(self, frame: Frame) -> list[Progress]:
        """Returns what came of this frame; mostly nothing."""
        told = [progress for shown in self.lookout.see(frame) for progress in self._shown(shown)]
        if told:
            self._picture = frame.image.shape[:2]
        if told and self.on_demand:
            self.lookout.looked()
        return told

    def quizzed(self, frame: Frame) -> list[Image | Refusal]:
        """Returns the cards that have come to lie by this frame, each once, and why one cannot be read.

        For the quiz when all have been shown.
        """
        told: list[Image | Refusal] = []
        for shown in self.lookout.see(frame):
            if shown.from_start or self._is_done(shown):
                continue
            good, refused = self._read_once(shown)
            told += good
            if refused is None:
                self._answered = (shown.look, None)
            else:
                told += self._refuse(shown, refused, wait=True)
        return told

    def _read_once(self, shown: Shown) -> tuple[list[Image], Refusal | None]:
        """Returns the cards that can be read and have not been before, and what another one lacks."""
        if shown.trouble is not None:
            return [], Refusal(_REASONS[shown.trouble])
        new = [
            (quad, crop, _fault(quad, crop))
            for quad, crop in zip(shown.quads, shown.crops, strict=True)
            if not any(quad is other for other in self._quizzed)
        ]
        good: list[tuple[Quad, Image]] = []
        for quad, crop, fault in new:
            # What became sharp where it lies has two outlines there.
            if fault is None and not any(same_place(quad, other) for other, _ in good):
                good.append((quad, crop))
        read = [quad for quad, _, _ in new if any(same_place(quad, other) for other, _ in good)]
        self._quizzed += read
        self.lookout.learn(read)
        faults = [fault for quad, _, fault in new if fault is not None and not any(quad is other for other in read)]
        return [crop for _, crop in good], Refusal(faults[0]) if faults else None

    def finish(self) -> list[Progress]:
        """Returns what came of the last picture when the frames have ended."""
        return [progress for shown in self.lookout.finish() for progress in self._shown(shown)]

    def _shown(self, shown: Shown) -> Sequence[Progress]:
        if not self.missing or self._is_done(shown):
            return []
        if shown.trouble is not None:
            return self._refuse(shown, Refusal(_REASONS[shown.trouble]), wait=True)
        if self.rows:
            return self._row(shown)
        if shown.from_start and not shown.gone and not self.photographs:
            return []
        if not shown.crops:
            return self._refuse(shown, Refusal(Reason.NO_CARD, seen=0), wait=not shown.gone)
        if len(shown.crops) > 1:
            return self._refuse(shown, Refusal(Reason.SEVERAL, seen=len(shown.crops)), wait=not shown.gone)
        fault = _fault(shown.quads[0], shown.crops[0])
        if fault is not None:
            return self._refuse(shown, Refusal(fault), wait=fault is Reason.BLURRED and not shown.gone)
        candidate = self._candidate(shown.crops[0], shown.quads[0])
        dropped = self._drop_if_odd(candidate.quad)
        refused, card = self._name(candidate)
        if refused is not None:
            return [*dropped, *self._refuse(shown, refused)]
        self._answered = (shown.look, None)
        if shown.gone and not self._history:
            self._from_start = card
        return [*dropped, self._take(card, candidate), *self._try_known([card])]

    def _is_done(self, shown: Shown) -> bool:
        """Whether this was taken; a photograph will not become better, either."""
        look, refused = self._answered
        return shown.look == look and (refused is None or self.photographs)

    def _row(self, shown: Shown) -> Sequence[Progress]:
        """A picture of whole rows: the suits that are asked for, or whatever a known pack names; or nothing."""
        rows = group_into_rows(shown.quads)
        asked = self._order.cards_filling([len(row) for row in rows])
        order = [place for row in rows for place in row] or [*range(len(shown.quads))]
        if not order or not (asked or self.naming):
            return self._refuse(shown, self._miscounted(shown.quads, rows), wait=not self.on_demand)
        for number, place in enumerate(order):
            fault = _fault(shown.quads[place], shown.crops[place])
            if fault is not None:
                like = () if self.naming else (asked[number],)
                return self._refuse(shown, Refusal(fault, like=like), wait=fault is Reason.BLURRED)
        row = [self._candidate(shown.crops[place], shown.quads[place]) for place in order]
        refused, cards = self._name_row(row, asked)
        if refused is not None:
            return self._refuse(shown, refused)
        self._answered, self._last_row = (shown.look, None), tuple(cards)
        taken = [self._take(card, candidate) for card, candidate in zip(cards, row, strict=True)]
        return [*taken, *self._try_known(cards)]

    def _miscounted(self, quads: Sequence[Quad], rows: Sequence[Sequence[int]]) -> Refusal:
        asked = tuple(self.asked)
        if quads and (not rows or len(quads) == len(asked)):
            return Refusal(Reason.ASKEW, seen=len(quads))
        unseen = find_gaps([quads[place] for place in rows[0]]) if len(rows) == 1 else []
        told = len(quads) + len(unseen) == len(asked)
        names = tuple(asked[place] for place in unseen) if told else ()
        return Refusal(Reason.COUNT if quads else Reason.NO_CARD, like=asked, seen=len(quads), unseen=names)

    def _double_in(self, row: Sequence[tuple[Card, CutCard]]) -> Refusal | None:
        """One rank of two suits may be as good as alike; a row that is laid twice is so in most of its cards."""
        shown = [*self._cards.items()]
        doubles = []
        for card, candidate in row:
            doubles += [(card, other) for other, earlier in shown if is_same(candidate, earlier)][:1]
            shown.append((card, candidate))
        ranks_differ = [other for card, other in doubles if card.rank != other.rank]
        told = ranks_differ or ([other for _, other in doubles] if 2 * len(doubles) > len(row) else [])
        return Refusal(Reason.DOUBLE, like=(told[0],)) if told else None

    def _refuse(self, shown: Shown, refused: Refusal, wait: bool = False) -> list[Refusal]:
        """Says why, once a look; what may still become better is given time."""
        wait = wait and not self.photographs
        if (wait and shown.since < SHOWING.min_seconds_refused) or self._answered == (shown.look, refused):
            return []
        self._answered = (shown.look, refused)
        if refused.reason is Reason.DOUBLE:
            return [refused]
        self._doubled = []
        return [self._spoil(shown, refused) if self.photographs else refused]

    def _spoil(self, shown: Shown, refused: Refusal) -> Refusal:
        """What a photograph was to show is asked for again when all others were: the next one shows the next card."""
        cards = self._order.cards_nearest_to(len(shown.quads)) if self.rows else self.asked
        self._order.defer(cards)
        if self.naming is not None:  # it may be of any card
            return refused
        self.spoiled |= dict.fromkeys(cards, shown.frame)
        return refused if refused.like else replace(refused, like=tuple(cards))

    # Which card it is

    def _name(self, candidate: CutCard) -> tuple[Refusal | None, Card]:
        asked = self.missing[0]
        if self.naming is not None:
            answer = self._read(self.naming, candidate)
            if answer.card in self.kind.cards:
                return None, answer.card
            # Doubtful cards are put aside, and asked for by name when nothing else is missing.
            aside = any(is_same(candidate, other) for other in self._aside)
            if not aside:
                self._aside.append(candidate)
            if len(self.missing) > len(self._aside) or (not aside and len(self.missing) > 1):
                return Refusal(Reason.DOUBTFUL, tuple(each.card for each in answer.candidates[:2])), asked
        double = next((card for card, other in self._cards.items() if is_same(candidate, other)), None)
        if double is not None:
            self._doubled = [(asked, candidate)]
            return Refusal(Reason.DOUBLE, like=(double,)), asked
        return None, asked

    def _name_row(self, row: Sequence[CutCard], asked: Sequence[Card]) -> tuple[Refusal | None, Sequence[Card]]:
        """Returns the cards of a row: as a known pack reads them, or, if it is in doubt or none is, as *asked*."""
        if self.naming is None:
            double = self._double_in([*zip(asked, row, strict=True)])
            if double is not None:
                self._doubled = [*zip(asked, row, strict=True)]
            return double, asked
        answers = [self._read(self.naming, candidate) for candidate in row]
        names = [answer.card for answer in answers if answer.card in self.kind.cards]
        if len(set(names)) == len(row):
            return None, names
        if asked and all(_may_be(card, answer) for card, answer in zip(asked, answers, strict=True)):
            return None, asked
        doubtful = next(answer for answer in answers if answer.card is None or names.count(answer.card) > 1)
        return Refusal(Reason.DOUBTFUL, tuple(each.card for each in doubtful.candidates[:2])), asked

    def _try_known(self, cards: Iterable[Card]) -> list[Progress]:
        """Tells the pack that reads all of the first cards surely, each as another card."""
        self._tried += cards
        if self.naming is not None or len(self._tried) < SHOWING.min_cards_for_pack or not self.known:
            return []
        for pack in self.known:
            answers = {shown: self._read(pack, self._cards[shown]).card for shown in self._tried}
            names = {name for name in answers.values() if name is not None}
            if len(names) == len(answers) and names <= set(self.kind.cards):
                self.naming = pack
                self._rename({shown: name for shown, name in answers.items() if name is not None})
                return [PackMatch(pack)]
        self.known = ()
        return []

    def _rename(self, names: Mapping[Card, Card]) -> None:
        """The first cards were shown in another order than they were asked for."""
        cards = {name: self._cards[shown] for shown, name in names.items()}
        pictures = {name: self.pictures[shown] for shown, name in names.items()}
        for shown in names:
            del self._cards[shown], self.pictures[shown]
        self._cards.update(cards)
        self.pictures.update(pictures)
        self._history = [names.get(card, card) for card in self._history]
        self._tried = [names.get(card, card) for card in self._tried]
        self._last_row = tuple(names.get(card, card) for card in self._last_row)
        if self._from_start is not None:
            self._from_start = names.get(self._from_start, self._from_start)
        if any(shown != name for shown, name in names.items()):
            self.spoiled.clear()  # the photographs are in another order, too

    def _read(self, pack: EnrolledPack, candidate: CutCard) -> Answer:
        return pack.judge(pack.scores(candidate.embeddings[0]).mean(axis=0))

    def _take(self, card: Card, candidate: CutCard) -> Acceptance:
        again = card in self.pictures
        self._history = [*(other for other in self._history if other != card), card]
        self._cards[card] = candidate
        self.pictures[card] = [candidate.crop]
        self.lookout.learn([candidate.quad])
        self._doubled = []
        return Acceptance(card, again)

    def _drop_if_odd(self, quad: Quad) -> list[Progress]:
        card, self._from_start = self._from_start, None
        if card is None or card not in self._cards:
            return []
        factor = area(quad) / max(area(self._cards[card].quad), 1.0)
        if 1 / SHOWING.max_first_size_ratio < factor < SHOWING.max_first_size_ratio:
            return []
        self._forget(card)
        return [Removal(card)]

    def _forget(self, card: Card) -> None:
        self._history = [other for other in self._history if other != card]
        self._tried = [other for other in self._tried if other != card]
        del self.pictures[card], self._cards[card]

    def _candidate(self, crop: Image, quad: Quad) -> CutCard:
        return cut_card(crop, quad, self.recogniser)


def _fault(quad: Quad, crop: Image) -> Reason | None:
    _, long = sides(quad)
    if long < SHOWING.min_length_of_crop * CROP_HEIGHT:
        return Reason.SMALL
    if is_plain(crop):
        return Reason.PLAIN
    return Reason.BLURRED if is_blurred(crop) else None


def _may_be(card: Card, answer: Answer) -> bool:
    return card == answer.card if answer.card else card in [each.card for each in answer.candidates]
