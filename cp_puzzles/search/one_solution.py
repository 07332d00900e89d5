"""The search for one solution: the jobs of the time slices of several engines."""

from __future__ import annotations

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.time_slices import TimeSlice
from cp_puzzles.search.parts import PartJob

SINGLE_WORKER_OPTIONS = 1000
"""The number of options up to which the search is over before a second worker is ready."""


def job_of_slice(problem: CoverProblem, time_slice: TimeSlice, seed: int) -> PartJob:
    """Return the job of a time slice, with random numbers of its own."""
    part, settings = time_slice.part(problem, seed), time_slice.settings(seed)
    return PartJob(part, time_slice.member.engine, time_slice.effort, limit=1, settings=settings, symmetry="off")
