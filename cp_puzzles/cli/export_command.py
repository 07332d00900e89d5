"""The command `export`."""

from __future__ import annotations

from pathlib import Path

from cp_puzzles.base.options import OUT_FILE
from cp_puzzles.cli.command import Asked, command, with_sections
from cp_puzzles.cli.parameters import argument, options_of, spec_argument
from cp_puzzles.output.formats.formats import format_rows
from cp_puzzles.search.options import IterOptions, SearchOptions
from cp_puzzles.search.puzzle_options import PuzzleOptions


@with_sections(
    ("Models (without symmetry, except .pbtxt)", format_rows("model", "problem", "puzzle")),
    ("Solutions of a stored run", format_rows("solutions")),
)
@command
@spec_argument
@argument("out", "OUT", "the file to write", OUT_FILE)
@options_of(PuzzleOptions)
@options_of(SearchOptions, "symmetry", "breaking", "settings", "time_limit", "memory")
def run(asked: Asked) -> int:
    """Write the model of a puzzle or of a cover problem (.dlx), or the solutions of a stored run.

    The suffix of OUT selects the format. Solutions can be exported while the run continues.

    Examples
    --------
    cp-puzzles export pentomino6x10 model.pbtxt  the CP-SAT model as text, with symmetry breaking
    cp-puzzles export soma soma.pbtxt --symmetry off  the plain exact cover model
    cp-puzzles export soma soma.dlx  for any DLX program, which finds 11,520 solutions
    cp-puzzles export soma soma.cnf  for SAT solvers and model counters
    cp-puzzles export queens.dlx queens.opb  from one format to another
    cp-puzzles export bedlam.run bedlam.jsonl  the solutions of a stored run, with the moves of `apart`
    """
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import puzzle_of, say_written, stderr
    from cp_puzzles.output.problem_export import export_model
    from cp_puzzles.search.store.run_file import is_store

    if is_store(asked.spec):
        return _export_run(asked)
    options = IterOptions.of_typed(vars(asked))
    with stderr().status("exporting"):
        puzzle, options = puzzle_of(asked.spec, options, board=False)
        values = {name: getattr(options, name) for name in ("symmetry", "breaking", "settings", "memory")}
        deadline = Deadline.after(options.time_limit)
        written = deadline.run("writing", lambda: export_model(puzzle, asked.out, **values))
    say_written(" and ".join(map(str, written)))
    return 0


def _export_run(asked: Asked) -> int:
    """Write the solutions of a stored run, with their moves if the run has some and the format can hold them."""
    from cp_puzzles.analysis.disassemblies import stored_disassemblies
    from cp_puzzles.base.text import counted
    from cp_puzzles.cli.console import say_solutions_written
    from cp_puzzles.output.formats.solution_reader import SafeWriter
    from cp_puzzles.output.moves_file import WITH_MOVES, MovesFile
    from cp_puzzles.search.store.run_reader import open_run

    written = 0
    with open_run(asked.spec) as stored:
        solutions = iter(stored)  # refuses a run that only counts, before a file is made
        disassembly_of = stored_disassemblies(stored) if Path(asked.out).suffix in WITH_MOVES else None
        with (SafeWriter if disassembly_of is None else MovesFile)(asked.out, stored.puzzle) as writer:
            for written, solution in enumerate(solutions, start=1):  # noqa: B007
                writer.write(solution, *([] if disassembly_of is None else [disassembly_of(solution)]))
            status = stored.status()
            writer.conclude(status.symmetry, is_complete=status.state == "complete")
    detail = counted(written, "solution") + ("" if disassembly_of is None else " with moves")
    say_solutions_written(asked.out, detail, is_written=writer.is_written)
    return 0
