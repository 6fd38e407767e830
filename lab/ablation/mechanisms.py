"""The mechanisms of `vision` that can be switched off, each with what replaces it.

A mechanism is a function or a method. While it is off another one stands in its place, wherever it was imported, so the
program itself has no switches. A name imported from another module is replaced there alone.
"""

from __future__ import annotations

import copy
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias
from unittest.mock import patch

import cv2
import numpy as np

from lab.house.thresholds import VISION
from vision.recognition.place import Fit

Function: TypeAlias = Callable[..., Any]


class Switch(NamedTuple):
    """`target` is module:function or module:class.method, in any folder of `vision`; `instead` takes its place."""

    target: str
    instead: Function


def value(result: object) -> Function:
    """Returns a function that returns a copy of *result*, whatever it is called with."""
    return lambda *_, **__: copy.copy(result)


def argument(number: int) -> Function:
    """Returns a function that returns its argument of that *number*, -1 the last; of a method the object is 0."""
    return lambda *arguments, **_: arguments[number]


def empty_mask(number: int) -> Function:
    """Returns a function that returns a mask of zeros, of the size of its argument of that *number*."""
    return lambda *arguments, **_: np.zeros(arguments[number].shape[:2], np.uint8)


SWITCHES: dict[str, Switch] = {
    # Stillness and motion
    "light on cards": Switch("places:SteadyPlaces.update", value(None)),
    "flicker by rows": Switch("motion_gate:difference_beyond_flicker", cv2.absdiff),
    "new light of the gate": Switch("motion_gate:MotionGate._has_new_light", value(False)),
    "report of long motion": Switch("scene_schedule:SceneSchedule.long_motion", value(None)),
    # Changes of the view
    "equal light": Switch("changes:equalise_illumination", lambda now, *_: (now, 1.0)),
    "bands of a lamp": Switch("changes:_remove_bands", argument(0)),
    "knocks": Switch("camera_motion:motion_between", value(None)),
    "homography of a knock": Switch("camera_motion:_refine", value(None)),
    "matched points of a knock": Switch("camera_motion:_match_points", lambda *_: (np.zeros((0, 2), np.float32),) * 2),
    "unmoved table": Switch("camera_motion:is_table_unmoved", value(False)),
    "refreshed appearances": Switch("background_model:BackgroundModel._refresh_appearances", value(None)),
    "guessed table": Switch("background_model:BackgroundModel.guess_background", value(None)),
    "looks as before": Switch("background_model:BackgroundModel.unchanged_mask", empty_mask(1)),
    "joined pieces": Switch("changes:join_pieces", value([])),
    "regions without table": Switch("evidence:without_table", lambda regions, *_: list(regions)),
    "unexplained regions": Switch("evidence:unexplained_regions", value([])),
    # Arrivals
    "thorough search": Switch("changed_outlines:thorough_outlines", value([])),
    "drawings of pale cards": Switch("changed_outlines:drawing_outlines", value([])),
    "first card by still search": Switch("arrival_finder:ArrivalFinder._outlines_of_still", value([])),
    "outlines of unknown cards": Switch("arrival_selection:ArrivalSelector._may_be_unknown_card", value(False)),
    "corners of changes": Switch("changed_outlines:cards_at_corners", value([])),
    "covered arrivals": Switch(
        "partial_arrivals:PartialArrivalFinder.with_covered", lambda _, __, scene, ___: scene.arrivals
    ),
    "unread cards of paper": Switch("partial_arrivals:find_unread_cards", value([])),
    "aligned outlines": Switch("arrival_selection:ArrivalCandidate.aligned", argument(0)),
    "comparison of arrivals": Switch("votes:VoteReader.compare", value(None)),
    "shared candidates": Switch("arrival_finder:_shares_candidate_in_place", value(False)),
    "moved cards": Switch("arrival_finder:_is_moved_card", value(False)),
    "other deck": Switch("scene_interpreter:SceneInterpreter._other_deck", value(([], True))),
    # Hands
    "held cards": Switch("scene_schedule:_is_held", value(False)),
    "deferral under hands": Switch("scene_schedule:_defer_to_hands", argument(0)),
    "deferral of departures": Switch("scene_schedule:Deferral._defer_departures", argument(1)),
    "deferral in doubt": Switch("scene_schedule:defer_doubtful", lambda scene, *_: (scene, False)),
    "seat by arm": Switch("hands:HandAttribution._arm_over", value(None)),
    "arm without shadow": Switch("arms:solid_mask", lambda small, _: np.ones(small.shape, np.uint8)),
    "dating by what is visible": Switch("hands:_without", argument(0)),
    # Departures and tricks
    "certainty of completeness": Switch("hands:MissedCardCheck._explains_all", value(True)),
    "connected cards": Switch("departures:connected_cards", value([])),
    "cards on a pile": Switch("departures:arrivals_on_pile", value([])),
    "card put back": Switch("departures:TrickGathering.return_card", value(None)),
    "trick mostly gathered": Switch("departures:TrickGathering.is_mostly_gathered", value(False)),
    "name of a card in view": Switch("scene_interpreter:SceneInterpreter._unless_in_view", argument(1)),
    # One picture
    "early end": Switch("still_scene:_explain_all", value(False)),
    "outlines like no card": Switch("still_scene:_strangers", value(())),
    "unread paper": Switch("still_scene:_unread_paper", value(())),
    "aligned whole cards": Switch("still_scene:_align_with_picture", argument(2)),
    "outlines by keypoints": Switch("covered_outlines:outlines_by_keypoints", value([])),
    "covered cards by keypoints": Switch("covered_outlines:CoveredCardSearch._by_keypoints", value([])),
    "covered cards by corners": Switch("covered_outlines:cards_at_corners", value([])),
    "eviction": Switch("selection:CardSelector._is_above", value(False)),
    "unnamed cards": Switch("selection:CardSelector._choose_unnamed", value(False)),
    "size of chosen cards": Switch("selection:CardSelector._has_card_size", value(True)),
    "questions": Switch("selection:CardSelector._questions", value([])),
    "aligned covered cards": Switch("covered_reading:_align_to_pictures", argument(0)),
    "both orientations": Switch("hypotheses:_both_orientations", lambda outline: [outline]),
    "inside of sure cards": Switch("still_scene:_OutlineReader._is_settled", value(False)),
    # Recognition
    "correlation with pictures": Switch("verification:verify", lambda _, answer: (answer, 1.0)),
    "acceptance of the deck": Switch("verification:_is_explained", value(True)),
    "look-alikes": Switch("verification:disambiguate", argument(1)),
    "missing cards of a suit": Switch("verification:_is_none_missing", value(True)),
    "probability of a name": Switch("naming:name_probability", value(None)),
    "thumbnails": Switch("reader:PackReader.prescreen", lambda _, __, quads, ___: np.ones(len(quads), np.float32)),
    "visible part of covered cards": Switch("reader:PackReader.for_visible_part", argument(0)),
    "size of covered cards": Switch("place:Place.fit_size", lambda place, _, ncc: Fit(place, ncc)),
    # Outlines
    "specks": Switch("contours:without_specks", argument(0)),
    "slanted outlines": Switch("quads:portrait", argument(0)),
}


def original(switch: Switch) -> Function:
    """Returns the function that a switch replaces.

    :raises AttributeError: if there is none of that name.
    """
    owner, name = _owner(switch.target)
    function: Function = getattr(owner, name)
    return function


@contextmanager
def switched_off(names: Iterable[str]) -> Iterator[None]:
    """Leaves out the mechanisms *names* within the context."""
    with replaced({name: SWITCHES[name].instead for name in names}):
        yield


@contextmanager
def noted_calls(called: set[str]) -> Iterator[None]:
    """Adds the names of the mechanisms that are called within the context to *called*."""

    def noting(name: str, function: Function) -> Function:
        def call(*arguments: object, **named: object) -> object:
            called.add(name)
            return function(*arguments, **named)

        return call

    with replaced({name: noting(name, original(switch)) for name, switch in SWITCHES.items()}):
        yield


@contextmanager
def replaced(functions: dict[str, Function]) -> Iterator[None]:
    """Puts *functions* in the place of the mechanisms of these names within the context."""
    with ExitStack() as stack:
        for name, function in functions.items():
            owner, attribute = _owner(SWITCHES[name].target)
            is_static = isinstance(inspect.getattr_static(owner, attribute), staticmethod)
            for place in _places_of(owner, attribute):
                stack.enter_context(patch.object(place, attribute, staticmethod(function) if is_static else function))
        yield


def _owner(target: str) -> tuple[Any, str]:
    module, _, path = target.partition(":")
    *classes, name = path.split(".")
    found = list(VISION.rglob(f"{module}.py"))
    if len(found) != 1:
        raise ValueError(f"got {len(found)} modules {module} in {VISION}, expected one")
    owner: Any = import_module(".".join(found[0].relative_to(VISION.parent).with_suffix("").parts))
    for each in classes:
        owner = getattr(owner, each)
    return owner, name


def _places_of(owner: Any, name: str) -> list[Any]:
    """Returns where the function stands: also in the modules that import it from the one that defines it."""
    function = getattr(owner, name)
    if inspect.isclass(owner) or function.__module__ != owner.__name__:
        return [owner]
    modules = (module for path, module in sorted(sys.modules.items()) if path.startswith("vision."))
    return [module for module in modules if getattr(module, name, None) is function]
