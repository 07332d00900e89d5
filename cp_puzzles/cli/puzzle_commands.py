"""Commands about one puzzle: `hint`, `estimate`, `explain`, `sample`, `smallest`, `apart`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cp_puzzles.analysis.analysis_options import (
    ApartOptions,
    EstimateOptions,
    ExplainOptions,
    HintOptions,
    SampleOptions,
    SmallestOptions,
)
from cp_puzzles.base.deadline import CanceledError, Deadline, LateError
from cp_puzzles.base.file_access import refuse_overwriting, write_file
from cp_puzzles.cli import NONE, OF_OUTCOME, TIME
from cp_puzzles.cli import command as cli
from cp_puzzles.cli.console import progress_line, report, run_command, say, say_written, search_status, stderr, stdout
from cp_puzzles.errors import MistakeError

if TYPE_CHECKING:
    from cp_puzzles.analysis.disassemblies import Disassemblies
    from cp_puzzles.analysis.numbered_tilings import Sample
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly
    from cp_puzzles.puzzle.puzzle import Puzzle


@cli.command(cli.SPEC, *cli.options_of(HintOptions), cli.JSON)
def hint_command(asked: cli.Asked) -> int:
    """Show one piece that you can place next and still complete the puzzle.

    The piece covers the cell with the fewest possible placements. Name the pieces that are already placed with
    --given, or under `given:` in the puzzle file.

    Examples
    --------
    cp-puzzles hint pentomino6x10  a first piece
    cp-puzzles hint pentomino6x10 --random --seed 3  a piece of a random solution
    cp-puzzles hint problem.dlx  an option of a cover problem, or of a matrix of 0 and 1
    cp-puzzles hint my.yaml --given so_far.yaml  the next piece; exit status 1 if there is none
    """
    from cp_puzzles.analysis.hint import hint
    from cp_puzzles.output.terminal.annotated_boards import hint_view

    return OF_OUTCOME[run_command(asked, HintOptions, hint.of_options, hint_view, board=False).status]


@cli.command(cli.SPEC, *cli.options_of(EstimateOptions), cli.JSON)
def estimate_command(asked: cli.Asked) -> int:
    """Estimate the search time and the number of solutions of a puzzle.

    The program follows random paths through the search tree (Knuth 1975) to estimate its size, the number of solutions
    and the time. Every number comes with the bounds of a 95 % confidence interval.

    Examples
    --------
    cp-puzzles estimate bedlam  how long will it take to count?
    cp-puzzles estimate my.yaml --symmetry off --json  the numbers for a script
    """
    from cp_puzzles.analysis.forecast import estimate
    from cp_puzzles.output.terminal.result_panels import forecast_panel

    forecast = run_command(asked, EstimateOptions, estimate.of_options, forecast_panel, board=False, words="estimating")
    return NONE if forecast.exact and forecast.solutions.value == 0 else 0


@cli.command(
    cli.SPEC,
    *cli.options_of(ExplainOptions),
    cli.out_option("draw the explanation: .svg, .png or .pdf, or a page: .html"),
    cli.JSON,
)
def explain_command(asked: cli.Asked) -> int:
    """Explain why a puzzle has no solution, as briefly as possible.

    The explanation is a conflict between given pieces, a weighted count of cells such as a checkerboard argument,
    forced moves, or a smallest set of cells and tiles in conflict. If there is no such reason, it says that a complete
    search found nothing. Every proof is checked before it is shown.

    Examples
    --------
    cp-puzzles explain mutilated_chessboard  a checkerboard argument
    cp-puzzles explain y_pentominoes5x5 --out why.svg  as a picture (.svg, .png, .pdf) or a page (.html)
    cp-puzzles explain pentomino6x10 --given 'X@0,1;1,0;1,1;1,2;2,1'  why this piece cannot be placed here
    cp-puzzles explain mutilated_chessboard --certificate why  a folder that `certificate check` verifies
    cp-puzzles explain problem.dlx  a cover problem, or a matrix of 0 and 1: items that cannot be covered together
    cp-puzzles explain my.yaml --json  a proof that a program can check; exit status 1 means no solution
    """
    from cp_puzzles.analysis.certificate.writer import certify_weights
    from cp_puzzles.analysis.explain import explain
    from cp_puzzles.base.text import integer
    from cp_puzzles.output.draw.picture import require_picture, save_picture
    from cp_puzzles.output.draw.puzzle_picture import explanation_picture
    from cp_puzzles.output.terminal.annotated_boards import explanation_view
    from cp_puzzles.output.web.html_page import explanation_page

    is_page = bool(asked.out) and asked.out.endswith(".html")
    if asked.out and not is_page:
        require_picture(asked.out)
    progress = progress_line()

    def answer(puzzle: Puzzle, options: ExplainOptions) -> str:
        # the explanation is shown before its certificate is written
        explanation = explain.of_options(puzzle, options.changed(certificate=None))
        progress.stop()
        report(asked, explanation.data(), explanation_view(explanation))
        if is_page:
            write_file(asked.out, explanation_page(explanation))
        elif asked.out:
            save_picture(explanation_picture(explanation), asked.out)
        if asked.out:
            say_written(asked.out)
        if asked.certificate:
            words, folder = "writing the certificate", Path(asked.certificate)
            progress.begin(words)
            written = Deadline.after(options.time_limit).run(
                words, lambda: certify_weights(puzzle, explanation, folder)
            )
            progress.stop()
            say_written(asked.certificate, f"{written.steps}, {integer(written.bytes)} bytes")
        return explanation.answer

    board = bool(asked.out or asked.certificate)
    return OF_OUTCOME[
        run_command(
            asked, ExplainOptions, answer, board=board, progress=progress, words="reading", on_step=progress.begin
        )
    ]


@cli.command(
    cli.SPEC,
    *cli.options_of(SampleOptions),
    cli.out_option("write the share of tilings that contain each placement to a .csv file", "shares"),
    cli.show_option("tilings"),
    cli.out_option("write the tilings to a file" + cli.SUFFIX_SELECTS),
    cli.JSON,
)
def sample_command(asked: cli.Asked) -> int:
    """Draw tilings of a puzzle uniformly at random, with rotations and reflections counted separately.

    The draws are independent, so a tiling may be drawn twice. For narrow boards the engine `frontier` numbers all
    tilings, even 10^60 of them, in tables of at most 2 GB. For other boards the program lists the tilings, at most
    1,000,000 up to symmetry.

    Examples
    --------
    cp-puzzles sample dominoes8x8 -n 3  three of 12,988,816 tilings
    cp-puzzles sample dominoes8x8 --seed 1  the same one every time
    cp-puzzles sample dominoes8x8 --kth 1 --kth 1000  the tilings with the numbers 1 and 1,000
    cp-puzzles sample my.yaml --shares shares.csv  the exact share of tilings that contain each placement
    cp-puzzles sample my.yaml -n 500 --out some.html  a page to browse, with a heat map
    """
    from cp_puzzles.analysis.numbered_tilings import ONE_RANDOM, sample
    from cp_puzzles.output.formats.solution_reader import SafeWriter, require_csv, write_shares
    from cp_puzzles.output.terminal.board_view import Drawings
    from cp_puzzles.output.terminal.result_panels import sample_panel

    if asked.shares:
        require_csv(asked.shares)
    progress = progress_line()

    def draw(puzzle: Puzzle, options: SampleOptions) -> Sample:
        drawings = Drawings(puzzle, stdout(), 0 if asked.json else asked.show)
        with SafeWriter(asked.out, puzzle) as writer:
            try:
                result = sample.of_options(puzzle, options)
            except (KeyboardInterrupt, CanceledError, LateError) as error:
                progress.stop()
                error.add_note(f"no tiling is known before all are numbered; {ONE_RANDOM}")
                raise
            progress.stop()
            for solution in result.solutions:
                writer.write(solution)
                drawings.add(solution)
        if asked.shares:
            write_shares(asked.shares, result.tilings)
        drawings.finish()
        return result

    result = run_command(asked, SampleOptions, draw, sample_panel, progress=progress)
    for file in filter(None, (asked.out, asked.shares)):
        say_written(file)
    return search_status(result.status, result.total)


@cli.command(
    cli.SPEC,
    cli.flag("rectangle", "find the smallest rectangle or box (the default)"),
    *cli.options_of(SmallestOptions, without=("leave", "given", "maximize", "minimize")),
    cli.out_option("write the filled board to a file, as `solve` does"),
    cli.JSON,
)
def smallest_command(asked: cli.Asked) -> int:
    """Find the smallest rectangle (in space, the smallest box) that any number of copies of the tiles fill.

    If the puzzle has one tile, the number of copies is the order of the tile. The puzzle's board, given pieces and
    numbers of copies are ignored; its rules apply. Boards are tried in order of area. If the program could not decide a
    smaller board in time, the result names it.

    Examples
    --------
    cp-puzzles smallest y_pentominoes5x5  ten Y pentominoes fill 5x10, but no smaller rectangle
    cp-puzzles smallest t_tetrominoes10x10 --rectangle  four T tetrominoes: 4x4
    cp-puzzles smallest y_pentominoes5x5 --square  the smallest square: 10x10
    cp-puzzles smallest dominoes4x4 --rule faults=0 --rule 'pieces={min: 2}'  5x6: no straight line cuts it in two

    Exit status
    -----------
    0 the smallest is known; 1 no board of up to --up-to cells; 3 a time limit was reached first
    """
    from cp_puzzles.analysis.smallest_rectangle import smallest
    from cp_puzzles.output.formats.formats import format_of
    from cp_puzzles.output.formats.solution_reader import write_solutions
    from cp_puzzles.output.terminal.board_view import Drawings
    from cp_puzzles.output.terminal.result_panels import size_text, smallest_panel
    from cp_puzzles.puzzle.puzzle import puzzle_from

    cli.refuse_both(asked, "rectangle", "square")
    if asked.out:
        format_of(asked.out, "solutions")
    with stderr().status("setting up") as progress:
        options = SmallestOptions.of_typed(
            vars(asked), on_board=lambda size: progress.update(f"trying {size_text(size)}")
        )
        end = Deadline.after(options.total_time_limit)
        puzzle = end.run("reading", lambda: puzzle_from(options.puzzle(asked.spec)))
        result = smallest.of_options(puzzle, options.changed(total_time_limit=end.seconds))
    if result.solution is not None and not asked.json:
        drawings = Drawings(result.solution.puzzle, stdout(), 1)
        drawings.add(result.solution)
        drawings.finish()
    report(asked, result.summary(), smallest_panel(result))
    if asked.out and result.solution is not None:
        write_solutions(asked.out, result.solution.puzzle, [result.solution])
        say_written(asked.out)
    return OF_OUTCOME[result.status]


@cli.command(
    cli.SPEC,
    cli.argument(
        "solutions", "[SOLUTIONS]", "a .jsonl or .xmpuzzle file; without it, `apart` searches", required=False
    ),
    *cli.options_of(ApartOptions, without=("breaking", "settings", "seed", "cluster")),
    cli.JSON_SUMMARY,
    cli.out_option("write the moves of every assembly to a .jsonl file or, for BurrTools, to a .xmpuzzle file"),
)
def apart_command(asked: cli.Asked) -> int:
    """Find out which solutions can be taken apart, in how many moves, and how.

    A move translates some pieces as one rigid body along the lattice. The level is the least number of moves until a
    piece or a group of pieces leaves. After that, the two parts are taken apart in the same way.

    Examples
    --------
    cp-puzzles apart bedlam --limit 5  the levels of the first five solutions
    cp-puzzles apart burr.xmpuzzle burr.xmpuzzle  the assemblies that a BurrTools file stores
    cp-puzzles apart soma soma.jsonl --out moves.jsonl  every move in a file, which `verify` replays
    cp-puzzles apart burrs/piston_burr --out piston.xmpuzzle  the assemblies and moves for BurrTools
    cp-puzzles apart soma --limit 1  the moves as a table
    """
    from cp_puzzles.analysis.disassemblies import apart
    from cp_puzzles.output.formats.solution_reader import read_solutions
    from cp_puzzles.output.moves_file import MovesFile, step_data
    from cp_puzzles.output.terminal.result_panels import time_text
    from cp_puzzles.output.terminal.result_tables import disassembly_sentence, disassembly_tables, moves_table

    shown: list[tuple[Solution, Disassembly]] = []

    def search(puzzle: Puzzle, options: ApartOptions) -> tuple[Disassemblies, bool]:
        """Take apart, and write the moves as they are found."""
        if asked.solutions is not None:
            if asked.out:
                refuse_overwriting(asked.out, asked.solutions)
            options = options.changed(solutions=read_solutions(asked.solutions, puzzle))
        with MovesFile(asked.out, puzzle) as moves:

            def take(solution: Solution, disassembly: Disassembly) -> None:
                moves.write(solution, disassembly)
                if len(shown) < 2:
                    shown.append((solution, disassembly))

            result = apart.of_options(puzzle, options.changed(on_disassembly=take))
            is_complete = asked.solutions is None and result.status == "complete"
            moves.conclude(options.symmetry, is_complete=is_complete)
        return result, moves.is_written

    result, is_written = run_command(asked, ApartOptions, search, solutions=None)
    if asked.solutions is not None and result.status == "complete" and not result.disassemblies:
        raise MistakeError(asked.solutions, "the file has no solution", "give a file with one")
    tables, summary = disassembly_tables(result), result.summary()
    if len(shown) == 1 and shown[0][1].steps:
        tables.append(moves_table(*shown[0]))
        lattice = shown[0][0].puzzle.lattice
        summary["levels"][0]["steps"] = [step_data(lattice, step) for step in shown[0][1].steps]
    report(asked, summary, disassembly_sentence(result), *tables)
    if "compile_seconds" in summary.get("statistics", {}):
        say(f"time: {time_text(summary)}")
    if asked.out:
        say_written(asked.out, is_written=is_written)
    if result.status == "complete" and result.unknown and not result.buildable:
        return TIME
    return search_status(result.status, result.buildable)
