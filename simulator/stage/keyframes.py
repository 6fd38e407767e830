"""Keyframe animation: every value on the stage is a function of time in seconds."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]


_EASES: dict[str, Callable[[float], float]] = {
    "smooth": lambda part: part**3 * (10 - 15 * part + 6 * part**2),  # minimum jerk, as of a hand from rest to rest
    "braking": lambda part: 1 - (1 - part) ** 2,  # as of a card that slides with constant friction
    "even": lambda part: part,
    "at once": lambda _: 0.0,
}


@dataclass(slots=True)
class Track:
    """A vector over time: eased from key to key, constant before the first and after the last."""

    times: list[float] = field(default_factory=list)
    values: list[Floats] = field(default_factory=list)
    eases: list[str] = field(default_factory=list)

    @classmethod
    def constant(cls, value: Sequence[float] | Floats) -> Self:
        return cls([0.0], [np.asarray(value, np.float64)], ["even"])

    def to(self, time: float, value: Sequence[float] | Floats, ease: str = "smooth") -> Self:
        """Appends a key, reached by *ease*; keys come in the order of their times."""
        if self.times and time < self.times[-1]:
            raise ValueError(f"got a key at {time:.2f} s, expected none before {self.times[-1]:.2f} s")
        self.times.append(time)
        self.values.append(np.asarray(value, np.float64))
        self.eases.append(ease)
        return self

    def hold(self, time: float) -> Self:
        """Holds the value until *time*."""
        return self.to(time, self.values[-1], "even")

    def at(self, time: float) -> Floats:
        after = bisect_right(self.times, time)
        if after == 0:
            return self.values[0]
        if after == len(self.times):
            return self.values[-1]
        start, end = self.times[after - 1], self.times[after]
        part = _EASES[self.eases[after]]((time - start) / (end - start))
        value: Floats = self.values[after - 1] * (1 - part) + self.values[after] * part
        return value
