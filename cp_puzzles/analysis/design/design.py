"""Design of challenges: puzzles with a unique solution and a minimum of given pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, cast

from cp_puzzles.analysis.design.challenge import Challenge, Designs
from cp_puzzles.analysis.design.design_choices import CHOICES
from cp_puzzles.analysis.design.difficulty import GRADES
from cp_puzzles.base.option_types import (
    NonNegativeInt,
    Option,
    PositiveInt,
    Seconds,
    one_of,
    range_of,
    some_of,
)
from cp_puzzles.engines.registry import ENGINES, FASTEST, entry_of, load_engine
from cp_puzzles.puzzle.puzzle import PuzzleSource, puzzle_from
from cp_puzzles.search.keywords import of_puzzle
from cp_puzzles.search.puzzle_options import PuzzleOptions

GradeRange = Annotated[str | tuple[str, str], range_of(*GRADES, metavar="GRADE")]
EnumeratorName = Annotated[str, one_of(*ENGINES, metavar="NAME")]


@of_puzzle(
    out="challenge.spec.to_yaml() is the file of a challenge",
    files="challenge.spec.to_yaml() is the file of a challenge",
    show="print(challenge) draws it",
    cards="save_cards of cp_puzzles.output.make.cards draws cards to print",
    paper="save_cards of cp_puzzles.output.make.cards has paper=",
    grade="call difficulty(puzzle)",
    unique="every challenge has one solution",
)
def design(
    puzzle: PuzzleSource,
    *,
    clues: Annotated[
        NonNegativeInt | None,
        Option("give exactly N pieces in each challenge", "give exactly this number of pieces"),
    ] = None,
    choose: Annotated[
        Sequence[str], some_of(*CHOICES), Option(f"what to choose, one or more of {', '.join(CHOICES)}")
    ] = ("given",),
    count: Annotated[
        PositiveInt,
        Option("make K challenges, pairwise different up to symmetry", "number of challenges", metavar="K"),
    ] = 1,
    difficulty: Annotated[
        GradeRange | None,
        Option(
            f"grade: {', '.join(GRADES)}, or a range such as easy..hard; more pieces are given if fewer would be too"
            " hard"
        ),
    ] = None,
    level: Annotated[
        PositiveInt | None,
        Option("with --choose pieces: sets of pieces with one assembly, whose first piece needs at least N moves"),
    ] = None,
    seed: Annotated[
        NonNegativeInt | None,
        Option("random seed (default: chosen and printed)", "seed that reproduces the design"),
    ] = None,
    engine: Annotated[
        EnumeratorName,
        Option(f"engine that proves uniqueness, {' or '.join(ENGINES)}; the other one checks every challenge"),
    ] = FASTEST,
    jobs: PositiveInt | None = None,
    time_limit: Seconds | None = None,
    on_challenge: Callable[[Challenge], None] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    given: Any = (),
    **changes: Any,
) -> Designs:
    """Make `count` challenges with exactly one solution, pairwise different under the isometries of the board.

    A solution is drawn at random (see `TargetSolutions`), and a minimum number of its pieces is given such that no
    other solution contains them. A time limit or Ctrl-C ends the design with the challenges made so far.

    Parameters
    ----------
    puzzle
        Name, path, spec or puzzle.
    choose
        What the design chooses: ``"given"`` pieces, ``"holes"`` (cells that the solution leaves empty), ``"pieces"``
        (exactly the pieces of the solution), ``"conditions"`` (on the values in regions, which are drawn if the board
        has none; alone or with pieces). Without ``"given"`` and ``"conditions"`` the solution is unique up to symmetry.
    difficulty
        A grade, or the first and the last grade of a range (``"easy..hard"``); more pieces are given where fewer would
        make the challenge too hard.
    level
        With ``choose=("pieces",)``: the pieces have exactly one assembly that comes apart, up to symmetry, and this is
        the least number of moves until a piece leaves.
    jobs
        Number of processes that grade and confirm challenges if 20 or more are wanted (default: all cores); never
        changes the challenges or their order.
    time_limit
        Seconds.
    on_challenge
        Called with each challenge as soon as it is made.
    on_progress
        Called with the numbers of challenges and of solutions tried.
    given
        Pieces that every challenge gives, as in `solve`.
    **changes
        The other changes to a puzzle: `leave`, `rule`, `maximize` and `minimize`, as in `solve`.

    Raises
    ------
    MistakeError
        If the puzzle does not permit the request.
    DisagreementError
        If two engines disagree.

    See Also
    --------
    difficulty, count

    Examples
    --------
    >>> result = design("five_tiles4x4", seed=1)
    >>> result.status, result.smallest, result.challenges[0].grade
    ('found', 2, 'easy')
    """
    from cp_puzzles.analysis.design.design_steps import designs_of, request_of  # takes longer to load than --help
    from cp_puzzles.search.workers.dispatch import available_cores

    if given:
        puzzle = PuzzleOptions(given=given).puzzle(puzzle)
    load_engine(engine)
    load_engine(entry_of(engine).checked_by)
    grades = cast(tuple[str, str] | None, difficulty)
    request = request_of(puzzle_from(puzzle), tuple(choose), clues, grades, level, engine, seed, time_limit)
    return designs_of(request, count, jobs or available_cores(), on_challenge, on_progress)
