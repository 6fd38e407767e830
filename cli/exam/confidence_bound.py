"""Upper bound of an error rate after a number of trials: Clopper and Pearson (1934), one-sided.

It holds for any number of trials, without approximation, if their number was fixed before the first. Trials need not be
equally hard, only independent: the bound then holds for the mean of their rates. Hoeffding (1956) shows it where errors
are at least one fewer than the bound allows of them, which they are unless all trials but one are errors.
"""

from __future__ import annotations

import math

CONFIDENCE = 0.95
STEPS = 100
"""Bisection steps; more than the precision of a double."""


def upper_bound(errors: int, trials: int, confidence: float = CONFIDENCE, tries: int = 1) -> float:
    """Returns the greatest rate of errors, from 0 to 1, that *errors* in *trials* leave possible.

    *tries* is the number of exams with other settings from which this one was chosen by its outcome. By Bonferroni the
    bound then holds for each of them at once, and so for the one that was chosen.

    :raises ValueError: for fewer than one trial or try, errors that are no part of the trials, or no confidence between
        0 and 1.
    """
    if trials < 1 or tries < 1 or not 0 <= errors <= trials or not 0 < confidence < 1:
        raise ValueError(f"got {errors} errors, {trials} trials, confidence {confidence}, {tries} tries")
    if errors == trials:
        return 1.0
    doubt = (1 - confidence) / tries
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
