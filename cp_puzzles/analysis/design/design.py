"""Design of challenges: puzzles with a unique solution and a minimum of given pieces."""

from __future__ import annotations

from cp_puzzles.analysis.design.challenge import Designs
from cp_puzzles.analysis.options import DesignOptions
from cp_puzzles.engines.registry import entry_of, load_engine
from cp_puzzles.puzzle.puzzle import Puzzle, puzzle_from
from cp_puzzles.search.puzzle_function import puzzle_function


@puzzle_function(
    DesignOptions,
    out="challenge.spec.to_yaml() is the file of a challenge",
    files="challenge.spec.to_yaml() is the file of a challenge",
    show="print(challenge) draws it",
    cards="save_cards of cp_puzzles.output.make.cards draws cards to print",
    paper="save_cards of cp_puzzles.output.make.cards has paper=",
    grade="call difficulty(puzzle)",
    unique="every challenge has one solution",
)
def design(puzzle: Puzzle, options: DesignOptions) -> Designs:
    """Make `count` challenges with exactly one solution, pairwise different under the isometries of the board.

    A solution is drawn at random (see `TargetSolutions`), and a minimum number of its pieces is given such that no
    other solution contains them. A time limit or Ctrl-C ends the design with the challenges made so far.

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
    from cp_puzzles.analysis.design.design_choices import Request  # they take longer to load than --help
    from cp_puzzles.analysis.design.design_steps import designs_of

    load_engine(options.engine)
    load_engine(entry_of(options.engine).checked_by)
    return designs_of(Request.of(puzzle_from(puzzle), options), options)
