"""The targets, and the table that compares them with results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from lab.benchmarks.harness.results import Result, share, wilson


class Target(NamedTuple):
    """`at_least` or `at_most` is the limit; `unit` is % or the unit of the figure; `by` names the command."""

    name: str
    what: str
    by: str
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def limit(self) -> float:
        limit = self.at_least if self.at_least is not None else self.at_most
        assert limit is not None
        return limit

    @property
    def limit_text(self) -> str:
        return f"{'≥' if self.at_least is not None else '≤'} {self.text(self.limit)}"

    def is_met(self, value: float) -> bool:
        return value >= self.limit if self.at_least is not None else value <= self.limit

    def text(self, value: float) -> str:
        if self.unit == "%":
            return f"{100 * value:.4g} %"
        return f"{value:,.0f} {self.unit}" if value >= 1000 else f"{value:.3g} {self.unit}"


TARGETS = (
    Target("gate", "motion gate, of difference and threshold", "vision_cost", "×", at_most=2),
    Target("settled scene", "settled 1080p scene → card read", "vision_cost", "ms", at_most=25),
    Target("beside YOLO", "the same, of a network of YOLO11n's size", "vision_cost", "×", at_most=1 / 3),
    Target("right good", "right without asking, open, good light", "recognition", "%", at_least=0.995),
    Target("right dim", "right without asking, open, dim pub", "recognition", "%", at_least=0.97),
    Target("wrong good", "wrong and confident, good light", "recognition", "%", at_most=0.001),
    Target("wrong dim", "wrong and confident, dim pub", "recognition", "%", at_most=0.003),
    Target("scene right good", "the same on whole tables: right, good", "scenes", "%", at_least=0.995),
    Target("scene right dim", "the same on whole tables: right, dim", "scenes", "%", at_least=0.97),
    Target("scene wrong good", "whole tables: wrong or invented, good", "scenes", "%", at_most=0.001),
    Target("scene wrong dim", "whole tables: wrong or invented, dim", "scenes", "%", at_most=0.003),
    Target("partly good", "partly covered, ≥ 40 % visible, good", "scenes", "%", at_least=0.97),
    Target("partly dim", "partly covered, ≥ 40 % visible, dim", "scenes", "%", at_least=0.93),
    Target("heaps partly", "the same in heaps, on the stage of the sequences", "stacks", "%", at_least=0.93),
    Target("heaps wrong", "the same: wrong or invented", "stacks", "%", at_most=0.003),
    Target("photographs right", "open cards in photographs: right", "photographs", "%", at_least=0.97),
    Target("photographs wrong", "open cards in photographs: wrong or invented", "photographs", "%", at_most=0.003),
    Target("foreign", "foreign card, back, hand, phone, … accepted", "negatives", "%", at_most=0.01),
    Target("foreign photographs", "photographs of strangers: something named", "negatives", "%", at_most=0.01),
    Target("left out", "cards left out of the pack named as another", "missing_cards", "%", at_most=0.01),
    Target("enrolment", "telephone pictures: right or refused truly", "enrolment", "%", at_least=0.98),
    Target("tricks good", "whole trick right, watched, good", "rendered_deals", "%", at_least=0.995),
    Target("tricks dim", "whole trick right, watched, dim", "rendered_deals", "%", at_least=0.98),
    Target("watched wrong good", "watched: wrong or invented, good", "rendered_deals", "%", at_most=0.001),
    Target("watched wrong dim", "watched: wrong or invented, dim", "rendered_deals", "%", at_most=0.003),
    Target("still open", "a 1080p still with four open cards, processor", "still_cost", "s", at_most=0.5),
    Target("still heap", "a 1080p still with four in a heap, processor", "still_cost", "s", at_most=1.0),
    Target("restless right", "restless tables: cards right", "sequences", "%", at_least=0.98),
    Target("restless seats", "restless tables: seats", "sequences", "%", at_least=0.98),
    Target("restless wrong", "restless tables: wrong or invented", "sequences", "%", at_most=0.0),
    Target("quick cards", "quick deals: cards by seat and card", "quick_deals", "%", at_least=0.98),
    Target("quick findings", "legal quick deals with a false finding", "quick_deals", "%", at_most=0.0),
    Target("quick questions", "questions in a legal quick deal", "quick_deals", "a deal", at_most=0.5),
    Target("quick scores", "legal quick deals with a wrong score", "quick_deals", "%", at_most=0.0),
    Target("told findings", "imperfectly told legal deals: a false finding", "imperfect_sightings", "%", at_most=0.0),
    Target("told scores", "the same: a wrong score", "imperfect_sightings", "%", at_most=0.0),
    Target("idle", "idle at 10 frames/s, of a core", "idle", "%", at_most=0.1),
    Target("start", "start to first scoreboard", "startup", "s", at_most=1.0),
    Target("memory onnxruntime", "memory, watching, with onnxruntime", "startup", "MiB", at_most=140),
    Target("memory opencv", "memory, watching, with OpenCV", "startup", "MiB", at_most=120),
    Target("press", "press → display while a scene is read, worst", "press_latency", "ms", at_most=100),
    Target("presses lost", "presses that the display never answers", "press_latency", "%", at_most=0.0),
    Target("page press", "press → display under load of the page, p99", "page_load", "ms", at_most=100),
    Target("page event", "request of a phone → event on two others, median", "page_load", "ms", at_most=300),
    Target("page memory", "memory of the page under load", "page_load", "MiB", at_most=60),
    Target("page changed", "changed by phones without the role for it", "page_load", "", at_most=0.0),
    Target("page lost", "presses, events or phones lost under load", "page_load", "", at_most=0.0),
    Target("taps", "actions on a phone that need more taps than they did", "taps", "", at_most=0.0),
    Target("kills", "process kills after which something was lost or wrong", "kills", "%", at_most=0.0),
    Target("evening", "games of a long evening with a wrong result", "evening", "%", at_most=0.0),
    Target("evening memory", "memory that its second half took more", "evening", "%", at_most=0.02),
    Target("tricks memory", "memory that the second half of many tricks took more", "tricks", "%", at_most=0.02),
    Target("deals", "random legal deals of 20 plays, slowest game", "throughput", "a second", at_least=17_000),
    Target("referee", "referee a play, slowest table", "referee", "µs", at_most=50),
    Target("falsely accused", "legal deals with a false accusation", "referee", "%", at_most=0.0),
    Target("not at once", "revokes not proved at the first provable play", "referee", "%", at_most=0.0),
)
"""The targets, in the order in which they are printed; a figure that is measured in several ways has a row for each."""


def target_called(name: str) -> Target:
    return next(target for target in TARGETS if target.name == name)


def combined_results(file: Path) -> list[Result]:
    """Returns the results in *file*, one for each target: shares are pooled, of other values the worst is taken."""
    combined: dict[str, Result] = {}
    for line in file.read_bytes().splitlines() if file.exists() else []:
        result = msgspec.json.decode(line, type=Result)
        before = combined.setdefault(result.target, result)
        if before is result:
            continue
        if before.hits is None or result.hits is None:
            more_is_better = any(target.at_least is not None for target in TARGETS if target.name == result.target)
            worse = (min if more_is_better else max)(before, result, key=lambda one: one.value)
            combined[result.target] = worse
        else:
            combined[result.target] = share(result.target, before.hits + result.hits, before.count + result.count)
    return list(combined.values())


def table_of(results: Iterable[Result]) -> Iterator[str]:
    """Yields the lines of the table. A share is surely met if its whole 95 % interval meets the limit."""
    result_by_target = {result.target: result for result in results}
    yield f"{'target':46s}{'wanted':>16s}{'measured':>16s}  {'met':12s}{'of':>7s}  {'95 %':20s}{'by':12s}".rstrip()
    for target in TARGETS:
        result = result_by_target.get(target.name)
        if result is None or result.count == 0:
            cells = f"{target.what:46s}{target.limit_text:>16s}{'-':>16s}"
            yield f"{cells}  {'not measured':12s}{'':>7s}  {'':20s}{target.by}"
            continue
        met, interval = "yes" if target.is_met(result.value) else "no", ""
        if result.hits is not None:
            low, high = wilson(result.hits, result.count)
            interval = f"[{low:.2%}, {high:.2%}]"
            if met == "yes" and not (target.is_met(low) and target.is_met(high)):
                met = "yes, unsure"
        cells = f"{target.what:46s}{target.limit_text:>16s}{target.text(result.value):>16s}  {met:12s}"
        yield f"{cells}{result.count:7d}  {interval:20s}{target.by}"
