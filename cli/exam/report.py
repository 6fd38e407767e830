"""The result of an exam: counts by condition, cards with errors, and a bound, as JSON Lines or text."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from cli.exam.cards import ExamStep
from cli.exam.scoring import COLUMNS, NOT_IN_PLAY, Outcome, count_outcomes, false_names
from common.errors import CommandError
from common.json_types import Line
from common.texts.keys import PhraseKey
from common.texts.words import TableWords
from engine.cards import Card
from vision.types import Image

CONFIDENCE = 0.95
STEPS = 100
"""Bisection steps; more than the precision of a double."""


def upper_bound(errors: int, trials: int, tries: int = 1) -> float:
    """Returns the greatest rate of errors, from 0 to 1, that *errors* in *trials* leave possible.

    *tries* is the number of exams with other settings from which this one was chosen by its outcome. By Bonferroni the
    bound then holds for each of them at once, and so for the one that was chosen.

    :raises ValueError: for fewer than one trial or try, or errors that are no part of the trials.
    """
    if trials < 1 or tries < 1 or not 0 <= errors <= trials:
        raise ValueError(f"got {errors} errors, {trials} trials, {tries} tries")
    if errors == trials:
        return 1.0
    doubt = (1 - CONFIDENCE) / tries
    low, high = errors / trials, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if probability_of_at_most(errors, trials, middle) > doubt:
            low = middle
        else:
            high = middle
    return high


def probability_of_at_most(errors: int, trials: int, rate: float) -> float:
    """Returns the probability of at most *errors* in *trials* at that *rate*."""
    if rate <= 0:
        return 1.0
    if rate >= 1:
        return float(errors >= trials)
    whole = math.lgamma(trials + 1)
    return math.fsum(
        math.exp(
            whole
            - math.lgamma(count + 1)
            - math.lgamma(trials - count + 1)
            + count * math.log(rate)
            + (trials - count) * math.log1p(-rate)
        )
        for count in range(errors + 1)
    )


def one_in(rate: float) -> int:
    """Returns the greatest number of which *rate* is at most one."""
    return math.floor(1 / rate + 1e-9)


MIN_BOUND_AS_RATIO = 10
"""A bound above one in this number of cards is printed in per cent."""
CONDITIONS: Mapping[str, PhraseKey] = {
    "alone": "exam_alone",
    "trick": "exam_in_trick",
    "covered": "exam_covered",
    "quick": "exam_quick",
    "picture": "exam_picture",
    "film": "exam_film",
}
HEADINGS: Mapping[str, PhraseKey] = {
    "laid": "exam_laid",
    "right": "exam_right",
    "asked": "exam_asked",
    "wrong": "exam_wrong",
    "missed": "exam_missed",
    "invented": "exam_invented",
    "needless": "exam_needless",
}
ASK: Mapping[str, PhraseKey] = {
    "alone": "exam_ask_alone",
    "trick": "exam_ask_trick",
    "covered": "exam_ask_covered",
    "quick": "exam_ask_quick",
}


@dataclass
class Exam:
    """An exam in progress; `cards` is the size of the plan, `tries` the number of exams this one is chosen from."""

    cards: int
    seed: int | None
    words: TableWords
    jsonl: bool
    tries: int = 1
    outcomes: list[Outcome] = field(default_factory=list)
    done: int = 0

    def begin(self, source: str) -> None:
        line: Line = {"event": "plan", "source": source, "cards": self.cards, "seed": self.seed}
        best = upper_bound(0, self.cards, tries=self.tries)
        self._print(
            {**line, "best_bound": _round_up(best)}, self._say("exam_plan", cards=self.cards, best=self._rate(best))
        )

    def ask(self, number: int, of: int, step: ExamStep) -> None:
        line: Line = {"event": "ask", "step": number, "of": of, "condition": step.condition}
        names = ", ".join(self.words.card(card) for card in step.cards)
        text = f"{number}/{of}  {names}\n      {self._say(ASK[step.condition])}, {self._say('exam_enter')}"
        self._print({**line, "cards": [str(card) for card in step.cards]}, text)

    def bare(self) -> None:
        self._print({"event": "bare"}, self._say("exam_bare"))

    def take_up(self) -> None:
        self._print({"event": "take_up"}, f"      {self._say('exam_take_up')}")

    def add(self, outcomes: list[Outcome]) -> None:
        self.outcomes += outcomes
        self.done += sum(outcome.true_card is not None for outcome in outcomes)

    def finish(self) -> int:
        for outcome in self.outcomes:
            if outcome.kind != "right":
                self._print_fault(outcome)
        heads = [self._say(heading) for heading in HEADINGS.values()]
        if not self.jsonl:
            print(f"{'':10s}" + "".join(f"{head:>11s}" for head in heads))
        for condition in dict.fromkeys(outcome.condition for outcome in self.outcomes):
            here = [outcome for outcome in self.outcomes if outcome.condition == condition]
            counts = count_outcomes(here) | Counter(laid=sum(outcome.true_card is not None for outcome in here))
            title = self._say(CONDITIONS[condition]) if condition in CONDITIONS else condition
            row: Line = {"event": "condition", "condition": condition} | {key: counts[key] for key in HEADINGS}
            self._print(row, f"{title:10s}" + "".join(f"{counts[key]:11d}" for key in HEADINGS))
        counts = count_outcomes(self.outcomes)
        errors = false_names(counts, self.cards)
        grave: Counter[str] = Counter()
        for outcome in self.outcomes:
            weight = {"right": 0, "wrong": 100, "invented": 100, "needless": 0}.get(outcome.kind, 1)
            for one in (outcome.true_card, outcome.reported if outcome.kind in {"wrong", "invented"} else None):
                if one is not None and one.card is not None and weight:
                    grave[one.card] += weight
        look_at = [card for card, _ in sorted(grave.items(), key=lambda item: (-item[1], item[0]))]
        pairs = [(one.true_card.seat, one.reported.seat) for one in self.outcomes if one.true_card and one.reported]
        known = [(true, reported) for true, reported in pairs if true is not None]
        seats = {"right": sum(true == reported for true, reported in known), "of": len(known)} if known else None
        bound = upper_bound(errors, self.cards, tries=self.tries) if self.done == self.cards else None
        text = self._conclusion(errors, bound)
        line: Line = {"event": "exam", "cards": self.cards, "done": self.done, "complete": bound is not None}
        line |= {column: counts[column] for column in COLUMNS}
        line |= {"errors": errors, "bound": None if bound is None else _round_up(bound)}
        line |= {"one_in": None if bound is None else one_in(bound), "confidence": CONFIDENCE, "tries": self.tries}
        line |= {"seats": seats, "look_at": look_at, "text": text}
        named = [self._name(card) for card in look_at]
        self._print(line, "\n".join([*([self._say("exam_look_at", cards=", ".join(named))] if named else []), text]))
        return errors

    def _print_fault(self, outcome: Outcome) -> None:
        true_card, reported = outcome.true_card, outcome.reported
        line: Line = {"event": "fault", "kind": outcome.kind, "condition": outcome.condition}
        line |= {"card": true_card and true_card.card, "told": reported and reported.card}
        line |= {"candidates": list(reported.candidates) if reported is not None else []}
        where = true_card.picture if true_card is not None else None
        if where is not None:
            line["picture"] = where
        elif reported is not None:
            line |= {"frame": reported.frame, "t": round(reported.time, 3)}
            where = f"{reported.time:.1f} s"
        true = self._name(true_card.card) if true_card is not None else self._say("exam_nothing")
        read = self._say("exam_nothing") if reported is None else self._name(reported.card) if reported.card else "?"
        kind = self._say(HEADINGS[outcome.kind])
        self._print(line, f"{kind}: {true} → {read}" + (f"  ({where})" if where else ""))

    def _conclusion(self, errors: int, bound: float | None) -> str:
        if bound is None:
            return self._say("exam_no_bound", done=self.done, cards=self.cards)
        tries = self._say("exam_tries", tries=self.tries) if self.tries > 1 else ""
        wrong = self._say("exam_one_error") if errors == 1 else self._say("exam_errors", errors=errors)
        values = {"bound": self._rate(bound), "sure": f"{100 * CONFIDENCE:g}", "tries": tries}
        return self._say("exam_bound", **values, cards=self.cards, errors=wrong)

    def _rate(self, bound: float) -> str:
        if (count := one_in(bound)) >= MIN_BOUND_AS_RATIO:
            return self._say("exam_one_in", count=count)
        return self._say("exam_percent", percent=math.ceil(100 * bound))

    def _name(self, card: str) -> str:
        return self._say("exam_aside") if card == NOT_IN_PLAY else self.words.card(Card(card[0], card[1:]))

    def _say(self, key: PhraseKey, **values: object) -> str:
        return self.words.phrase(key, **values)

    def _print(self, line: Line, text: str) -> None:
        print(json.dumps(line, ensure_ascii=False) if self.jsonl else text, flush=True)


def _round_up(bound: float) -> float:
    """Returns a printed bound, rounded up so that it still holds."""
    return math.ceil(bound * 1e6) / 1e6


JPEG_QUALITY = 90


@dataclass
class PictureSaver:
    """Writes `001-wrong-HK-HO.jpg`: number, kind, card laid, card reported."""

    folder: Path
    written: int = 0

    @classmethod
    def at(cls, folder: Path, source: Path) -> PictureSaver:
        """:raises CommandError: if the examined pictures are in that folder.

        :raises OSError: if no folder can be made there.
        """
        if folder.resolve() == source.resolve():
            raise CommandError(f"got --keep {folder}, the folder that is examined, expected another, name a new one")
        folder.mkdir(parents=True, exist_ok=True)
        return cls(folder)

    def add(self, outcomes: Sequence[Outcome], whole: Image | None = None) -> None:
        """Writes cutouts of wrong reports; without a report the *whole* picture, if there is one.

        :raises OSError: if it cannot be written.
        """
        for outcome in outcomes:
            image = whole if outcome.reported is None or outcome.reported.image is None else outcome.reported.image
            if outcome.kind == "right" or image is None or not image.size:
                continue
            self.written += 1
            true = "none" if outcome.true_card is None else outcome.true_card.card
            read = "none" if outcome.reported is None else outcome.reported.card or "asked"
            content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
            target = self.folder / f"{self.written:03d}-{outcome.kind}-{true}-{read}.jpg"
            target.unlink(missing_ok=True)  # a link may lead to somebody else's picture
            target.write_bytes(content)
