"""The command `export`."""

from __future__ import annotations

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
    from cp_puzzles.cli.console import puzzle_of, say_solutions_written, say_written, stderr
    from cp_puzzles.output.problem_export import export_model, export_run
    from cp_puzzles.search.store.run_file import is_store

    if is_store(asked.spec):
        detail, is_written = export_run(asked.spec, asked.out)
        say_solutions_written(asked.out, detail, is_written=is_written)
        return 0
    options = IterOptions.of_typed(vars(asked))
    with stderr().status("exporting"):
        puzzle, options = puzzle_of(asked.spec, options, board=False)
        values = {name: getattr(options, name) for name in ("symmetry", "breaking", "settings", "memory")}
        deadline = Deadline.after(options.time_limit)
        written = deadline.run("writing", lambda: export_model(puzzle, asked.out, **values))
    say_written(" and ".join(map(str, written)))
    return 0
