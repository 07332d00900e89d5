"""The making of challenges: solutions are drawn, and of each as little is given as makes it the only one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random, SystemRandom

import numpy as np

from cp_puzzles.analysis.design.asking import Asking, OutOfTimeError
from cp_puzzles.analysis.design.challenge import Challenge, Designs, Ending
from cp_puzzles.analysis.design.challenge_spec import plain_spec, spec_of_pieces, spec_titled, spec_with
from cp_puzzles.analysis.design.difficulty import GRADES, Difficulty, Grade, difficulty_of
from cp_puzzles.analysis.design.selection import Feature, Selection, holes_of, placements_of
from cp_puzzles.analysis.design.targets import Targets
from cp_puzzles.cover.problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import DisagreementError, MistakeError, Parameter
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.number import counted
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.draw_given import with_given_drawn
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.schema import PuzzleSpec
from cp_puzzles.symmetry.group import Symmetry, symmetry_group

CHOICES = ("given", "holes", "pieces")
"""What can be chosen of a solution: given pieces, cells that stay empty, or which pieces it is made of."""

MOST_TRIES = 200
"""Solutions from which no new challenge came, one after the other, after which no more are tried."""


class Maker:
    """Makes challenges of one puzzle."""

    def __init__(
        self,
        puzzle: Puzzle,
        choose: tuple[str, ...],
        given: int | None,
        grades: tuple[str, str] | None,
        engine: str,
        time_limit: float | None,
        seed: int | None,
    ) -> None:
        for choice in choose:
            if choice not in CHOICES:
                raise MistakeError(Parameter("choose", choice), "that cannot be chosen", "choose " + ", ".join(CHOICES))
        self._given, self._grades, self._engine, self._choose = given, grades, engine, choose
        self._symmetry: Symmetry = "off" if "given" in choose else "full"
        self._asking = Asking(time_limit)
        self._seed = SystemRandom().randrange(1 << 32) if seed is None else seed
        self._random = Random(self._seed)
        self._spec = plain_spec(puzzle)
        self._puzzle = build_puzzle(self._spec)
        self._refuse_idle_choices()
        self._cover = build_cover(self._puzzle)
        self._group = symmetry_group(self._cover, "full")
        self._option = {placement: option for option, placement in enumerate(self._cover.placements)}
        self._made: list[Challenge] = []
        self._known: set[bytes] = set()
        self._smallest: int | None = None
        self._most = 0
        self._tried = 0
        self._is_all = False

    def made(self, wanted: int, on_challenge: Callable[[Challenge], None] | None) -> Designs:
        """So many challenges, or as many as there are before an end comes."""
        status: Ending = "fewer"
        try:
            for challenge in self._challenges():
                self._made.append(challenge)
                if on_challenge is not None:
                    on_challenge(challenge)
                if len(self._made) == wanted:
                    status = "found"
                    break
        except OutOfTimeError:
            status = "time-limit"
        except KeyboardInterrupt:
            status = "interrupted"
        return Designs(
            self._puzzle,
            tuple(self._made),
            wanted,
            status,
            self._tried,
            self._is_all,
            self._smallest,
            self._seed,
            self._reason() if status == "fewer" else None,
        )

    def _challenges(self) -> Iterator[Challenge]:
        """New challenges; they end when all solutions are hopeless, or many in a row gave nothing new."""
        draw = self._asking.solve
        targets = self._asking.within("numbering", lambda: Targets(self._puzzle, self._seed, ask=draw))
        hopeless: set[bytes] = set()
        since = 0
        while True:
            looked_at = 0
            for target in targets.draw():
                options = [self._option[its] for its in target.placements if its in self._option]
                key = min(np.sort(row).tobytes() for row in self._group.options[:, options])
                if key in hopeless:
                    continue
                looked_at += 1
                self._tried += 1
                spec, selection = self._selection(target)
                least = self._least(selection)
                if least is None:
                    hopeless.add(key)
                challenge = None if least is None else self._challenge(spec, selection, least)
                since = 0 if challenge is not None else since + 1
                if challenge is not None:
                    yield challenge
                if since == MOST_TRIES:
                    return
            self._is_all = True
            if not looked_at:
                return

    def _refuse_idle_choices(self) -> None:
        puzzle = self._puzzle
        if puzzle.objective is not None:
            raise MistakeError(puzzle.name, "it asks for the best", "leave maximize and minimize away")
        if self._given is not None and self._symmetry == "full":
            raise MistakeError(Parameter("given", self._given), "given pieces are not chosen", "--choose given as well")
        if self._grades is not None and self._symmetry == "full":
            raise MistakeError(
                Parameter("difficulty", "..".join(dict.fromkeys(self._grades))),
                "only what has one solution in one position has a grade",
                "--choose given as well",
            )
        if "pieces" in self._choose and all(tile.minimum == tile.maximum for tile in puzzle.tiles):
            raise MistakeError(
                Parameter("choose", "pieces"),
                "every piece is used as often as it must be",
                "say of some that they need not be, such as multiplicity: {min: 0, max: 1}",
            )
        if "holes" in self._choose and puzzle.required == set(puzzle.board.cells):
            raise MistakeError(
                Parameter("choose", "holes"), "no cell may stay empty", "write fill: false, or optional cells"
            )

    def _least(self, selection: Selection) -> tuple[Feature, ...] | None:
        """As little as can be given of a solution; None if that is never enough, or more than is wanted."""
        self._most = max(self._most, len(placements_of(selection.features)))
        if self._given is not None and len(placements_of(selection.features)) < self._given:
            return None
        least = selection.smallest(self._random, self._asking)
        if least is None:
            return None
        if self._smallest is None or len(least) < self._smallest:
            self._smallest = len(least)
        return None if self._given is not None and len(placements_of(least)) > self._given else least

    def _challenge(self, spec: PuzzleSpec, selection: Selection, least: tuple[Feature, ...]) -> Challenge | None:
        """A new challenge that gives that, and as much more as is wanted; None if there is none."""
        more = [feature for feature in selection.features if feature not in least]
        self._random.shuffle(more)
        numbers = range(len(more) + 1 if self._grades else 1)
        if self._given is not None:
            more = [feature for feature in more if isinstance(feature, Placement)]
            fewest = self._given - len(placements_of(least))
            numbers = range(fewest, fewest + 1)
        for number in numbers:
            chosen = (*least, *more[:number])
            graded = self._graded(selection.with_features(chosen)) if self._symmetry == "off" else None
            place = 0 if graded is None else self._place(graded.grade)
            if place == 0:
                return self._checked(spec, selection, chosen, graded)
            if place < 0:
                return None
        return None

    def _graded(self, puzzle: Puzzle) -> Difficulty:
        return self._asking.within("grading", lambda: difficulty_of(puzzle))

    def _place(self, grade: Grade) -> int:
        """Below the grades that are wanted, among them or above."""
        if self._grades is None:
            return 0
        first, last = (GRADES.index(name) for name in self._grades)
        number = GRADES.index(grade)
        return -1 if number < first else 1 if number > last else 0

    def _selection(self, target: Solution) -> tuple[PuzzleSpec, Selection]:
        """The spec of the pieces that are to be laid, and what of the solution can be given."""
        spec, puzzle = self._spec, self._puzzle
        if "pieces" in self._choose:
            spec = spec_of_pieces(spec, puzzle, Counter(placement.tile for placement in target.placements))
            puzzle = build_puzzle(spec)
            looks = {look: tile.name for tile in puzzle.tiles for look in tile.looks}
            placements = tuple(
                Placement(its.cells, looks[self._puzzle.tile(its.tile).looks[0]]) for its in target.placements
            )
            target = Solution(puzzle, placements)
        covered = target.tile_at()
        free = [its for its in target.placements if its not in puzzle.given] if "given" in self._choose else []
        empty = [cell for cell in puzzle.board.cells if cell not in covered] if "holes" in self._choose else []
        return spec, Selection(puzzle, target, (*free, *empty), self._symmetry, self._engine)

    def _checked(
        self, spec: PuzzleSpec, selection: Selection, chosen: tuple[Feature, ...], graded: Difficulty | None
    ) -> Challenge | None:
        """The challenge, if it is a new one, after another engine has found the same one solution of its file."""
        key = self._key(selection, chosen)
        if key in self._known:
            return None
        number = len(self._made) + 1
        given, holes = placements_of(chosen), holes_of(chosen)
        full = spec_with(spec, selection.puzzle, (*selection.puzzle.given, *given), holes)
        titled = spec_titled(
            full,
            f"{self._puzzle.name}, challenge {number}",
            _description(graded, len(given), len(holes), exact="pieces" in self._choose),
            {self._symmetry: 1},
        )
        titled = with_given_drawn(titled, build_puzzle(titled))
        puzzle = build_puzzle(titled)
        other = entry_of(self._engine).checked_by
        found = self._asking.solve(puzzle, symmetry=self._symmetry, engine=other, limit=2, jobs=1)
        solution = Solution(puzzle, selection.target.placements)
        if found.count != 1 or (self._symmetry == "off" and found.solutions[0] != solution):
            raise DisagreementError(
                f"{puzzle.name}: {self._engine} finds one solution, {other} another or {found.count} of them"
            )
        self._known.add(key)
        return Challenge(number, titled, puzzle, solution, given, tuple(sorted(holes)), graded, (self._engine, other))

    def _key(self, selection: Selection, chosen: Sequence[Feature]) -> bytes:
        """What is the same for challenges that are images of one another under the motions of the puzzle's board."""
        problem = self._cover.problem
        names = {tile.looks[0]: tile.name for tile in self._puzzle.tiles}
        as_before = {tile.name: names[tile.looks[0]] for tile in selection.puzzle.tiles}
        options = [self._option[Placement(its.cells, as_before[its.tile])] for its in placements_of(chosen)]
        cell = {cell: item for item, cell in enumerate(self._cover.cells)}
        items = [cell[its] for its in holes_of(chosen)]
        if "pieces" in self._choose:
            tile = {problem.items[item].name: item for item in problem.tiles}
            items += [tile[as_before[its.tile]] for its in selection.target.placements]
        images = zip(self._group.options[:, options], self._group.items[:, items], strict=True)
        return min(np.sort(row).tobytes() + b"|" + np.sort(more).tobytes() for row, more in images)

    def _reason(self) -> str:
        """Why there are no more challenges."""
        if not self._tried:
            return "the puzzle has no solution"
        what = "all solutions" if self._is_all else counted(self._tried, "solution")
        few = self._smallest
        if self._given is not None and self._given > self._most:
            amount = counted(self._given, "given piece")
            return f"{amount} would be too many: of {what} none has more than {self._most} to give"
        if self._given is not None and few is not None and self._given < few:
            return f"{counted(self._given, 'given piece')} would be too few: of {what} the smallest number is {few}"
        if few is None:
            return f"of {what} none can be made the only one by what may be chosen"
        grade = "" if self._grades is None else f", {'..'.join(dict.fromkeys(self._grades))}"
        return f"of {what} no more different challenges were made{grade}"


def _description(graded: Difficulty | None, given: int, holes: int, *, exact: bool) -> str:
    """What is said of a challenge in its file."""
    parts = [f"{counted(given, 'piece')} given"] if given or not (holes or exact) else []
    parts += [f"{counted(holes, 'cell')} left empty"] if holes else []
    parts += ["with exactly these pieces"] if exact else []
    one = "one solution" if graded is not None else "one solution up to turning and mirroring"
    grade = "" if graded is None else f"{graded.grade.capitalize()}: "
    text = f"{grade}{', '.join(parts)}; {one}."
    return text[0].upper() + text[1:]
