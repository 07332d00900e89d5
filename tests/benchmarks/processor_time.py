"""Processor time, which does not depend on what else the machine does."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from math import inf
from time import process_time
from typing import Any, ParamSpec, TypeVar

from tests.cli.program import ROOT
from tests.processes import finished

T = TypeVar("T")
P = ParamSpec("P")

LONG_SECONDS = 2.0
"""Work that takes longer is not repeated."""


def timed(work: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> tuple[T, float]:
    """Return the result of some work and its processor seconds in this process."""
    gc.collect()
    started = process_time()
    result = work(*arguments, **keywords)
    return result, process_time() - started


def least_time(work: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> tuple[T, float]:
    """Return the result of some work and the least processor seconds of three times, or those of a long first time."""
    least = inf
    for _ in range(3):
        result, seconds = timed(work, *arguments, **keywords)
        least = min(least, seconds)
        if least > LONG_SECONDS:
            break
    return result, least


def timed_program(command: Sequence[str], **options: Any) -> tuple[str, float]:
    """Return the output of a program and its processor seconds, with those of the processes that it starts."""
    before = os.times()
    text = finished(command, cwd=ROOT, **options).stdout
    after = os.times()
    return text, sum(after[2:4]) - sum(before[2:4])
