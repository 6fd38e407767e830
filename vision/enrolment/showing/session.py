"""The session in which a deck is shown card by card or row by row: takes frames, returns progress, collects pictures.

After the faces it takes the back, and when the pack was made, the cards of the quiz. Cards are requested suit by suit,
in the order of the pack's ranks. A view that cannot be used is refused with a reason. Known packs read the first cards:
a pack that reads all of them surely names all that follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.cards import Card, Pack
from vision.enrolment.card_crops import EmbeddedCrop, best_cosine, embed_crop, show_same_card
from vision.enrolment.measured_outline import Reason
from vision.enrolment.quiz import LAST_READING_SECONDS, QUIZ_CARDS, Quiz
from vision.enrolment.showing.accepted_cards import AcceptedCards
from vision.enrolment.showing.card_order import (
    CardOrder,
    find_matching_pack,
    group_into_rows,
    name_row,
    read_crop,
    refuse_doubtful,
)
from vision.enrolment.showing.progress import (
    Acceptance,
    AnsweredViews,
    BackAcceptance,
    PackMatch,
    Progress,
    Refusal,
    Removal,
    find_fault,
    refuse_count,
    refuse_duplicates,
)
from vision.enrolment.showing.shown_cards import Capture, ShownCardDetector
from vision.enrolment.showing.single_cards import SingleCards
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Thresholds
from vision.recognition.pack import EnrolledPack
from vision.types import Frame, Image

MIN_CARDS_FOR_PACK = 3
"""Cards that determine whether a known pack fits."""


@dataclass(slots=True)
class EnrolmentSession:
    """Pass every frame to `process`, in order. *known_packs* have the same kind; with *rows* whole rows are shown."""

    kind: Pack
    recogniser: Recogniser
    known_packs: Sequence[EnrolledPack] = ()
    rows: bool = False
    photographs: bool = False
    """Whether each still view is a photograph of its own, not a moment of one table."""
    on_demand: bool = False
    """Whether a row is captured only after `request_capture`."""
    pictures: dict[Card, list[Image]] = field(default_factory=dict)
    refused_frames: dict[Card, int] = field(default_factory=dict)
    """The number of a frame of the refused photograph, by requested card."""
    refused_crop: Image | None = None
    """The card of the view that was refused last, if it shows a single one."""
    naming_pack: EnrolledPack | None = None
    backs: list[Image] = field(default_factory=list)
    is_back_wanted: bool = True
    """Whether a card is to be shown face down after all others; not once it was, or was left out."""
    quiz: Quiz | None = None
    """The quiz, once all cards are in a pack."""
    detector: ShownCardDetector = field(default_factory=ShownCardDetector)
    _order: CardOrder = field(init=False)
    _accepted: AcceptedCards = field(init=False)
    _doubtful: list[EmbeddedCrop] = field(default_factory=list)
    _answered: AnsweredViews = field(default_factory=AnsweredViews)
    _duplicates: list[tuple[Card, EmbeddedCrop]] = field(default_factory=list)
    """Crops refused as duplicates, with the cards that were requested."""
    _singles: SingleCards = field(init=False)
    """The cards that are shown after all faces."""
    _read_at: float = 0.0
    """When the quiz was not yet complete, in seconds of the frames."""
    _image_shape: tuple[int, ...] = ()
    """Of the frames: height, width."""

    def __post_init__(self) -> None:
        self.detector.in_rows, self.detector.photographs = self.rows, self.photographs
        self.detector.on_demand = self.on_demand
        self._order = CardOrder(self.kind, self.pictures)
        self._accepted = AcceptedCards(self.pictures)
        self._singles = SingleCards(self.detector, self._answered)
        for card, pictures in self.pictures.items():
            self._accepted.crops[card] = embed_crop(pictures[0], np.zeros((4, 2), np.float32), self.recogniser)

    # State

    @property
    def missing(self) -> list[Card]:
        return self._order.missing

    @property
    def requested(self) -> list[Card]:
        """The requested card, or those of the requested row; empty when no card is missing."""
        return next(iter(self._order.rows), []) if self.rows else self.missing[:1]

    @property
    def awaits_back(self) -> bool:
        """Whether nothing but the back is still to be shown."""
        return self.is_back_wanted and not self.missing

    @property
    def last(self) -> Card | None:
        """The card that was accepted last."""
        return self._accepted.order[-1] if self._accepted.order else None

    @property
    def length(self) -> float | None:
        """Length of a card in widths, fitted to all cards on one table; None of photographs, or of too few cards."""
        return None if self.photographs else self._accepted.length(self._image_shape)

    # Commands of the user

    def defer(self) -> None:
        """Moves the requested cards to the end of the order; leaves out the back."""
        self.is_back_wanted = not self.awaits_back
        self._order.defer(self.requested)

    def undo_last(self) -> None:
        """Removes the card that was accepted last, or its row, and requests it again."""
        row = self._accepted.last_row
        if self.last is not None:
            self.retake(*(row if self.rows and self.last in row else [self.last]))

    def retake(self, *cards: Card) -> None:
        """Removes cards that were accepted wrongly, and requests them again at their usual place in the order."""
        for card in cards:
            if card in self.pictures:
                self._accepted.remove(card)
        self._order.cancel_deferral(cards)

    def request_again(self, cards: Iterable[Card]) -> None:
        """Removes *cards*, so that they are requested again."""
        self.retake(*cards)
        self.quiz = self.naming_pack = None
        self.known_packs = ()  # cards that the pack read doubtfully get the requested name

    def accept_duplicates(self) -> list[Progress]:
        """Accepts crops that were refused as duplicates: two cards of this deck look alike."""
        doubled, self._duplicates = self._duplicates, []
        if doubled:
            self._answered.refusal = None
            self._accepted.last_row = tuple(card for card, _ in doubled)
        return [self._take(card, candidate) for card, candidate in doubled]

    def request_capture(self) -> None:
        """Captures the row as soon as the table is still."""
        self.detector.capture_requested = True

    @property
    def capture_pending(self) -> bool:
        """Whether a requested capture has not been made yet."""
        return self.detector.capture_requested

    def begin_quiz(self, pack: EnrolledPack) -> None:
        """Reads the next cards with *pack*, one by one."""
        self._show_singly()
        self.quiz = Quiz(pack, self.recogniser)

    def is_quiz_over(self, now: float, patience: float = LAST_READING_SECONDS) -> bool:
        """Whether enough cards were read, the last one *patience* seconds ago, in which it can be rejected."""
        return self.quiz is not None and len(self.quiz.readings) >= QUIZ_CARDS and now - self._read_at >= patience

    def _show_singly(self) -> None:
        """Switches from rows to single cards."""
        self.rows = self.on_demand = self.detector.in_rows = self.detector.on_demand = False

    # Frames

    def process(self, frame: Frame) -> list[Progress]:
        """Returns the progress that this frame brings; usually none."""
        if self.quiz is not None:
            return self._process_quiz(self.quiz, frame)
        if self.awaits_back:
            return self._process_back(frame)
        progress_reports = [
            progress for capture in self.detector.process(frame) for progress in self._process_capture(capture)
        ]
        if progress_reports:
            self._image_shape = frame.image.shape[:2]
        if progress_reports and self.on_demand:
            self.detector.end_capture()
        return progress_reports

    def _process_back(self, frame: Frame) -> list[Progress]:
        """Accepts a card that lies face down. A face begins the quiz: no back is wanted."""
        self._show_singly()
        results: list[Progress] = []
        for shown in self._singles.process(frame):
            if isinstance(shown, Refusal):
                results += [shown] if shown.reason is not Reason.PLAIN else []
                continue
            candidate = embed_crop(shown, np.zeros((4, 2), np.float32), self.recogniser)
            crops = self._accepted.crops
            card = max(crops, key=lambda each: best_cosine(candidate, crops[each]))
            if show_same_card(candidate, crops[card]):
                self._singles.put_back = [shown]
            elif best_cosine(candidate, crops[card]) >= Thresholds.of(self.recogniser.calibration).near:
                results.append(Refusal(Reason.DOUBLE, like=(card,)))
                continue
            else:
                self.backs = [shown]
                results.append(BackAcceptance())
            self.is_back_wanted = False
            break
        return results

    def _process_quiz(self, quiz: Quiz, frame: Frame) -> list[Progress]:
        """Reads the next card of the quiz; when it is complete, only the last reading may be rejected."""
        if len(quiz.readings) >= QUIZ_CARDS:
            return []
        self._read_at = frame.time
        views = self._singles.process(frame)
        return [view if isinstance(view, Refusal) else quiz.read_card(view) for view in views]

    def finish(self) -> list[Progress]:
        """Returns the progress of the last view, after the last frame."""
        return [progress for capture in self.detector.finish() for progress in self._process_capture(capture)]

    def _process_capture(self, capture: Capture) -> Sequence[Progress]:
        """Accepts or refuses a view; nothing is returned for a view that was answered before."""
        if not self.missing or self._answered.is_accepted(capture):
            return []
        self.refused_crop = None
        if capture.obstacle is not None:
            return self._refuse(capture, Refusal(capture.obstacle), wait=True)
        if capture.is_initial and not (capture.has_gone or self.photographs or self.rows):
            return []
        order, requested, refusal = self._arrange(capture)
        if refusal is not None:
            return self._refuse(capture, refusal, wait=not (self.on_demand or capture.has_gone))
        for number, place in enumerate(order):
            self.refused_crop = capture.crops[place]
            fault = find_fault(capture.quads[place], capture.crops[place])
            if fault is not None:
                like = (requested[number],) if self.rows and not self.naming_pack else ()
                wait = fault is Reason.BLURRED and not capture.has_gone
                return self._refuse(capture, Refusal(fault, like=like), wait)
        crops = [embed_crop(capture.crops[place], capture.quads[place], self.recogniser) for place in order]
        removed = self._accepted.remove_initial_of_other_size(crops[0].quad)
        removals = [Removal(removed)] if removed is not None else []
        refusal, cards = self._name_row(crops, requested) if self.rows else self._name_card(crops[0])
        if refusal is not None:
            self.refused_crop = None if self.rows else self.refused_crop
            return [*removals, *self._refuse(capture, refusal)]
        self._answered.accept(capture)
        self._accepted.last_row, self.refused_crop = tuple(cards), None
        if capture.has_gone and self.last is None and not self.rows:
            self._accepted.initial = cards[0]
        acceptances = [self._take(card, candidate) for card, candidate in zip(cards, crops, strict=True)]
        return [*removals, *acceptances, *self._match_known_packs()]

    def _arrange(self, capture: Capture) -> tuple[list[int], Sequence[Card], Refusal | None]:
        """Returns the cards of a view in their order, the requested ones, and the refusal if their number is wrong."""
        if not self.rows:
            count = len(capture.crops)
            reason = Reason.SEVERAL if count else Reason.NO_CARD
            return [0], self.missing[:1], None if count == 1 else Refusal(reason, card_count=count)
        rows = group_into_rows(capture.quads)
        requested = self._order.cards_filling([len(row) for row in rows])
        order = [place for row in rows for place in row] or [*range(len(capture.quads))]
        if order and (requested or self.naming_pack):
            return order, requested, None
        return order, requested, refuse_count(capture.quads, rows, tuple(self.requested))

    def _refuse(self, capture: Capture, refusal: Refusal, wait: bool = False) -> list[Refusal]:
        """Returns a refusal once a view; with *wait* only after the view has had time to become usable."""
        if not self._answered.refuse(capture, refusal, wait and not self.photographs):
            return []
        if refusal.reason is Reason.DOUBLE:
            return [refusal]
        self._duplicates = []
        return [self._defer_refused(capture, refusal) if self.photographs else refusal]

    def _defer_refused(self, capture: Capture, refusal: Refusal) -> Refusal:
        """Defers the cards that a refused photograph was to show: the next photograph shows the next card."""
        cards = self._order.cards_nearest_to(len(capture.quads)) if self.rows else self.requested
        self._order.defer(cards)
        if self.naming_pack is not None:  # it may be of any card
            return refusal
        self.refused_frames |= dict.fromkeys(cards, capture.frame)
        return refusal if refusal.like else replace(refusal, like=tuple(cards))

    # Names

    def _name_card(self, candidate: EmbeddedCrop) -> tuple[Refusal | None, Sequence[Card]]:
        """Returns the card as the naming pack reads it, or the next missing card, and its refusal."""
        requested = self.missing[:1]
        if self.naming_pack is not None:
            answer = read_crop(self.naming_pack, candidate)
            if answer.card in self.kind.cards:
                return None, [answer.card]
            # Cards read doubtfully are requested by name when no other card is missing.
            is_repeated = any(show_same_card(candidate, other) for other in self._doubtful)
            if not is_repeated:
                self._doubtful.append(candidate)
            if len(self.missing) > len(self._doubtful) or (not is_repeated and len(self.missing) > 1):
                return refuse_doubtful(answer), requested
        double = self._accepted.card_like(candidate)
        if double is not None:
            self._duplicates = [(requested[0], candidate)]
            return Refusal(Reason.DOUBLE, like=(double,)), requested
        return None, requested

    def _name_row(
        self, row: Sequence[EmbeddedCrop], requested: Sequence[Card]
    ) -> tuple[Refusal | None, Sequence[Card]]:
        """Returns the cards of a row: as a known pack reads them; as *requested* if it doubts, or without a pack."""
        if self.naming_pack is None:
            double = refuse_duplicates([*zip(requested, row, strict=True)], self._accepted.crops.items())
            if double is not None:
                self._duplicates = [*zip(requested, row, strict=True)]
            return double, requested
        return name_row(self.naming_pack, row, requested, self.kind.cards)

    def _match_known_packs(self) -> list[Progress]:
        """Returns a match if a known pack reads all of the first cards surely, as different cards."""
        if self.naming_pack is not None or len(self._accepted.order) < MIN_CARDS_FOR_PACK or not self.known_packs:
            return []
        shown = {card: self._accepted.crops[card] for card in self._accepted.order}
        match = find_matching_pack(self.known_packs, shown, self.kind)
        if match is None:
            self.known_packs = ()
            return []
        self.naming_pack, names = match
        self._accepted.rename(names)
        if any(requested != name for requested, name in names.items()):
            self.refused_frames.clear()  # the photographs are in another order, too
        return [PackMatch(self.naming_pack)]

    def _take(self, card: Card, candidate: EmbeddedCrop) -> Acceptance:
        again = card in self.pictures
        self._accepted.add(card, candidate)
        self.detector.learn([candidate.quad])
        self._duplicates = []
        return Acceptance(card, again)
