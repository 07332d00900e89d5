"""Design of challenges: puzzles with a unique solution and a minimum of given pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator

from cp_puzzles.analysis.design.challenge import Challenge, Designs
from cp_puzzles.analysis.design.challenge_maker import CHOICES, ChallengeMaker
from cp_puzzles.analysis.design.difficulty import GRADES
from cp_puzzles.base.option_types import (
    NonNegativeInt,
    PositiveInt,
    Seconds,
    ValueWords,
    checked,
    one_of,
    one_or_several,
    range_of,
)
from cp_puzzles.engines.registry import ENGINES, FASTEST, entry_of, load_engine
from cp_puzzles.puzzle.puzzle import PuzzleSource, puzzle_from
from cp_puzzles.search.keywords import of_puzzle
from cp_puzzles.search.puzzle_options import PuzzleOptions

GradeRange = range_of(*GRADES, metavar="GRADE")
EnumeratorName = Annotated[str, one_of(*ENGINES)]


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
    clues: NonNegativeInt | None = None,
    choose: Annotated[
        Sequence[str],
        BeforeValidator(one_or_several),
        ValueWords("A,B", f"one or more of {', '.join(CHOICES)}"),
    ] = ("given",),
    count: PositiveInt = 1,
    difficulty: str | tuple[str, str] | None = None,
    level: PositiveInt | None = None,
    seed: NonNegativeInt | None = None,
    engine: EnumeratorName = FASTEST,
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
    clues
        Give exactly this number of pieces.
    choose
        What the design chooses: ``"given"`` pieces, ``"holes"`` (cells that the solution leaves empty), ``"pieces"``
        (exactly the pieces of the solution), ``"conditions"`` (on the values in regions, which are drawn if the board
        has none; alone or with pieces). Without ``"given"`` and ``"conditions"`` the solution is unique up to symmetry.
    count
        Number of challenges.
    difficulty
        A grade, or the first and the last grade of a range (``"easy..hard"``); more pieces are given where fewer would
        make the challenge too hard.
    level
        With ``choose=("pieces",)``: the pieces have exactly one assembly that comes apart, up to symmetry, and this is
        the least number of moves until a piece leaves.
    seed
        Seed that reproduces the design.
    engine
        Engine that proves uniqueness; a second engine confirms every challenge.
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
    if given:
        puzzle = PuzzleOptions(given=given).puzzle(puzzle)
    grades = None if difficulty is None else checked("difficulty", difficulty, GradeRange)
    load_engine(engine)
    load_engine(entry_of(engine).checked_by)
    maker = ChallengeMaker(puzzle_from(puzzle), tuple(choose), clues, grades, engine, time_limit, seed, level, jobs)
    return maker.run(count, on_challenge, on_progress)
