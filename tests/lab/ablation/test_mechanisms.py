"""Each switch has its mechanism in `vision`, and leaves it out."""

import inspect
from collections.abc import Callable
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest

import lab.ablation.pictures  # so that all of `vision` is imported
from lab.ablation.mechanisms import SWITCHES, noted_calls, original, switched_off
from tests.support.examples import one_in
from vision.geometry import quads
from vision.recognition import verification
from vision.scene import still_scene
from vision.tracking import tracker

assert lab.ablation.pictures
SMALL = np.zeros((4, 5), np.uint8)


def outcome(function: Callable[..., object], arguments: list[object]) -> object:
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("name", one_in(3, SWITCHES))
def test_a_mechanism_is_replaced_and_put_back(name: str) -> None:
    """The mechanism cannot work with objects of no kind; what replaces it hardly looks at them."""
    switch = SWITCHES[name]
    before = original(switch)
    count = len(inspect.signature(before).parameters)
    arguments: list[object] = [MagicMock(shape=(4, 5, 3)) if name != "flicker by rows" else SMALL for _ in range(count)]
    with switched_off([name]):
        instead = original(switch)
        assert instead is not before
        result = outcome(instead, arguments)
        assert not isinstance(result, type), f"raises {result}"
    assert original(switch) is before
    assert repr(outcome(before, [object()] * count)) != repr(result)


def test_a_mechanism_is_replaced_wherever_it_was_imported() -> None:
    modules: list[Any] = [still_scene, verification, tracker]
    before = [module.verify if module is not tracker else module.find_departures for module in modules]
    with switched_off(["correlation with pictures"]):
        now = [module.verify if module is not tracker else module.find_departures for module in modules]
        assert [old is new for old, new in zip(before, now, strict=True)] == [False, False, True]
    assert modules[0].verify is before[0]


def test_a_call_is_noted_and_made() -> None:
    called: set[str] = set()
    quad = np.zeros((4, 2), np.float32)
    with noted_calls(called):
        assert quads.portrait(quad) is not None
    assert called == {"slanted outlines"}
