"""The search of a share: like any run, it stops in time and resumes where it stopped."""

from __future__ import annotations

from dataclasses import replace

from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.request import collect, job_of
from cp_puzzles.search.run import Run
from cp_puzzles.search.run_plan import RunConfig
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.store.run_transfer import read_run


def search_share(path: str, options: SearchOptions) -> RunResult:
    """Search the unfinished parts of a share, with any engine; the result is that of its parts alone.

    The puzzle and the equivalence are those of the file. Raises `MistakeError` if the file is not a share of a run.
    """
    identity = read_run(path).identity
    if not identity.share:
        remedy = "resume it with count or solve and the option --store, or make shares with split"
        raise MistakeError(path, "this file is a run, not a share", remedy)
    options = replace(options, symmetry=identity.symmetry, store=path)
    job = job_of(identity.build_puzzle(), options, keep=identity.command == "solve")
    if not entry_of(job.engine).enumerates:
        raise MistakeError(
            Parameter("engine", job.engine), "this engine does not search parts", "use an engine that enumerates"
        )
    config = RunConfig(
        time_limit=options.time_limit,
        jobs=options.jobs,
        store=path,
        on_progress=options.on_progress,
        share=identity.share,
    )
    return collect(Run(job, config), [], lambda solution: None)
