"""Check `proof.opb` and `proof.pbp`: `python -I OUT/check_pbp.py`. Exit status: 0 if they hold, 1 if not.

Run `python -I OUT/check.py` first: it verifies the statement and the solutions that are read here. Variable xo stands
for the option o - 1. The constraints of `proof.opb` must be the bounds of the items of the statement, the claimed value
of the objective, and for each listed solution and each of its images one that excludes it. The proof is one of VeriPB,
version 2.0, with these steps only; each adds a constraint, and constraints are numbered from 1:

- `soli`: a solution of `proof.opb`, before any other step; from then on the objective must be less.
- `red C ; substitution`: an assignment that breaks C becomes, by the substitution, one that breaks nothing: each
  constraint after it is another one, or holds if C is broken; the objective stays the same.
- `pol`: a sum of constraints and literals, times positive numbers.
- `rup C`: if C is broken, unit propagation breaks another constraint.
- `del id`: constraints that were added and are not needed any more.
- `output NONE`, `conclusion UNSAT : id` or `conclusion BOUNDS least : id most`, `end pseudo-Boolean proof`.
"""

import sys

if __name__ == "__main__" and not (sys.flags.isolated or sys.flags.safe_path):
    del sys.path[0]  # the folder of this file: nothing is imported from there

import json
import re
from collections import Counter, defaultdict
from hashlib import sha256
from pathlib import Path

NUMBER = re.compile(r"[+-]?[0-9]+")
LITERAL = re.compile(r"(~?)x([1-9][0-9]*)")


def require(holds, problem):
    """Raise `ValueError` unless a step holds."""
    if not holds:
        raise ValueError(problem)


# A constraint is a pair: the factor of each variable, without zeros, and what the sum is at least.


def literal_of(word):
    """Return a literal: the number of a variable, negative if it is negated."""
    match = LITERAL.fullmatch(word)
    require(match, f"{word[:40]!r} is no literal")
    return int(match[2]) * (-1 if match[1] else 1)


def terms_of(words):
    """Return a sum of factors times literals: the factor of each variable, and a constant."""
    require(len(words) % 2 == 0, "a factor without a literal")
    factors, constant = Counter(), 0
    for factor, word in zip(words[::2], words[1::2], strict=True):
        require(NUMBER.fullmatch(factor), f"{factor[:40]!r} is no number")
        literal = literal_of(word)
        factors[abs(literal)] += int(factor) if literal > 0 else -int(factor)
        constant += int(factor) * (literal < 0)
    return factors, constant


def row_of(text):
    """Return the constraint that a text states."""
    left, sign, degree = text.partition(">=")
    require(sign and NUMBER.fullmatch(degree.strip()), f"{text[:60]!r} is no constraint")
    factors, constant = terms_of(left.split())
    return plain(factors), int(degree) - constant


def plain(factors):
    """Return factors without zeros."""
    return {variable: factor for variable, factor in factors.items() if factor}


def negated(row):
    """Return the constraint that holds exactly if another one is broken."""
    return {variable: -factor for variable, factor in row[0].items()}, 1 - row[1]


def key(row):
    """Return a constraint as a value that can be compared."""
    return tuple(sorted(row[0].items())), row[1]


def most(row):
    """Return by how much a constraint holds at most: it cannot hold if the number is negative."""
    return sum(factor for factor in row[0].values() if factor > 0) - row[1]


def implies(row, other):
    """Return whether a constraint implies another one, as a sum of it and literals."""
    variables = row[0].keys() | other[0].keys()
    changes = (other[0].get(variable, 0) - row[0].get(variable, 0) for variable in variables)
    return row[1] + sum(change for change in changes if change < 0) >= other[1]


def substituted(factors, substitution):
    """Return a sum after a substitution of variables by literals or by 0 and 1: factors, and a constant."""
    moved, constant = Counter(), 0
    for variable, factor in factors.items():
        image = substitution.get(variable, variable)
        if isinstance(image, bool):
            constant += factor * image
        else:
            moved[abs(image)] += factor if image > 0 else -factor
            constant += factor * (image < 0)
    return plain(moved), constant


class Constraints:
    """Constraints by number, and unit propagation over them."""

    def __init__(self, rows):
        self.rows, self.keys, self.using, self.narrow = {}, Counter(), defaultdict(set), set()
        for number, row in enumerate(rows, start=1):
            self.add(number, row)

    def add(self, number, row):
        """Add a constraint."""
        self.rows[number] = row
        self.keys[key(row)] += 1
        for variable in row[0]:
            self.using[variable].add(number)
        if most(row) < max(map(abs, row[0].values()), default=0) or not row[0]:
            self.narrow.add(number)

    def remove(self, number):
        """Remove a constraint."""
        row = self.rows.pop(number)
        self.keys[key(row)] -= 1
        for variable in row[0]:
            self.using[variable].discard(number)
        self.narrow.discard(number)

    def is_broken(self, *premises):
        """Return whether unit propagation breaks a constraint if some more constraints hold."""
        more = {-n: premise for n, premise in enumerate(premises, start=1)}
        slacks, values, queue = {}, {}, [*more, *self.narrow]
        waiting = set(queue)
        while queue:
            number = queue.pop()
            waiting.discard(number)
            factors, _ = row = more.get(number) or self.rows[number]
            slack = slacks.get(number)
            if slack is None:
                lost = sum(abs(f) for v, f in factors.items() if v in values and values[v] != (f > 0))
                slack = slacks[number] = most(row) - lost
            if slack < 0:
                return True
            for variable, factor in factors.items():
                if abs(factor) <= slack or variable in values:
                    continue
                values[variable] = factor > 0
                for other in (*self.using[variable], *more):
                    other_factor = (more.get(other) or self.rows[other])[0].get(variable, 0)
                    if other_factor and (other_factor > 0) != values[variable]:
                        if other in slacks:
                            slacks[other] -= abs(other_factor)
                        if other not in waiting:
                            waiting.add(other)
                            queue.append(other)
        return False


class ProofSteps:
    """The steps of a proof, read from its lines."""

    def __init__(self, objective, rows):
        self.objective, self.rows, self.first = objective, Constraints(rows), len(rows)
        self.number, self.value, self.conclusion = len(rows), None, None

    def follow(self, lines):
        """Verify the steps of a proof."""
        steps = {"soli": self._soli, "red": self._red, "pol": self._pol, "rup": self._rup, "del": self._delete}
        head, count, *rest = lines
        require(head == "pseudo-Boolean proof version 2.0", "line 1: not a proof of version 2.0")
        require(count == f"f {self.first}", f"line 2: not 'f {self.first}'")
        *rest, output, conclusion, end = rest
        is_ended = (output, end) == ("output NONE", "end pseudo-Boolean proof")
        require(is_ended, "the last lines are not an output, a conclusion and the end")
        for place, line in enumerate(rest, start=3):
            word, _, text = line.partition(" ")
            try:
                require(word in steps, "no such step")
                steps[word](text)
            except (ArithmeticError, LookupError, ValueError) as error:
                raise ValueError(f"line {place}: {line[:60]!r}: {error}") from None
        return self._concluded(conclusion)

    def _add(self, row):
        self.number += 1
        self.rows.add(self.number, row)

    def _soli(self, text):
        require(self.objective is not None, "there is no objective")
        require(self.number == self.first, "a solution after other steps")
        literals = [*map(literal_of, text.split())]
        values = {abs(literal): int(literal > 0) for literal in literals}
        require(len(values) == len(literals), "a variable twice")
        for factors, degree in [*self.rows.rows.values(), (self.objective, None)]:
            total = sum(factor * values[variable] for variable, factor in factors.items())
            require(degree is None or total >= degree, "not a solution")
        self.value = total
        self._add(({variable: -factor for variable, factor in self.objective.items()}, 1 - total))

    def _red(self, text):
        stated, _, words = text.partition(" ; ")
        row, pairs = row_of(stated), words.split()
        require(len(pairs) % 3 == 0 and {*pairs[1::3]} <= {"->"}, "not a substitution")
        substitution = {}
        for word, image in zip(pairs[::3], pairs[2::3], strict=True):
            variable = literal_of(word)
            require(variable > 0 and variable not in substitution, "no variable, or one twice")
            substitution[variable] = image == "1" if image in ("0", "1") else literal_of(image)
        after, constant = substituted(self.objective or {}, substitution)
        require((after, constant) == (self.objective or {}, 0), "the substitution changes the objective")
        broken = negated(row)
        touched = {number for variable in substitution for number in self.rows.using[variable]}
        for each in [row, *map(self.rows.rows.__getitem__, sorted(touched))]:
            factors, constant = substituted(each[0], substitution)
            goal = factors, each[1] - constant
            holds = self.rows.keys[key(goal)] > 0 or implies(({}, 0), goal) or implies(broken, goal)
            require(holds or self.rows.is_broken(broken, negated(goal)), f"the substitution breaks {key(each)}"[:200])
        self._add(row)

    def _pol(self, text):
        words, stack = text.split(), []
        require(words, "not one sum")
        for word, after in zip(words, [*words[1:], ""], strict=True):
            if word == "+":
                (factors, degree), (others, more) = stack.pop(), stack.pop()
                total = Counter(factors)
                total.update(others)
                stack.append((plain(total), degree + more))
            elif word == "*":
                times, (factors, degree) = stack.pop(), stack.pop()
                stack.append(({variable: times * factor for variable, factor in factors.items()}, times * degree))
            elif after == "*":
                require(word.isdecimal() and int(word) > 0, f"{word[:40]!r} is not above 0")
                stack.append(int(word))
            elif word.isdecimal():
                stack.append(self.rows.rows[int(word)])
            else:
                literal = literal_of(word)
                stack.append(({abs(literal): 1 if literal > 0 else -1}, -(literal < 0)))
        require(len(stack) == 1, "not one sum")
        self._add(stack[0])

    def _rup(self, text):
        require(text.endswith(" ;"), "no end of the constraint")
        row = row_of(text[:-2])
        require(self.rows.is_broken(negated(row)), "it does not follow by unit propagation")
        self._add(row)

    def _delete(self, text):
        word, *numbers = text.split()
        require(word == "id", "not 'del id'")
        for number in map(int, numbers):
            require(number > self.first, "a constraint of the problem")
            self.rows.remove(number)

    def _concluded(self, conclusion):
        words = conclusion.split()
        is_form = words[:2] == ["conclusion", "UNSAT"] and words[2:3] == [":"] and len(words) == 4
        is_bounds = words[:2] == ["conclusion", "BOUNDS"] and words[3:4] == [":"] and len(words) == 6
        require(is_form or is_bounds, f"{conclusion[:60]!r} is no conclusion")
        require(is_bounds == (self.value is not None), f"{conclusion[:60]!r} is not that of the steps")
        if is_bounds:
            require([words[2], words[5]] == [str(self.value)] * 2, f"the least value is {self.value}")
        row = self.rows.rows.get(int(words[4 if is_bounds else 3]))
        require(row is not None and most(row) < 0, "the concluding constraint is no contradiction")


# ------------------------------------------------------------------------------------------------------ the problem


def images(statement, lines):
    """Yield all images of the listed solutions under the symmetries, as sets of options."""
    number = {frozenset(items): option for option, items in enumerate(statement["options"])}
    turns = [
        [number[frozenset(map(image.__getitem__, items))] for items in statement["options"]]
        for image in statement["symmetries"]
    ]
    for line in lines:
        found = {frozenset(map(int, line.partition(":")[2].split()))}
        queue = [*found]
        while queue:
            solution = queue.pop()
            new = {frozenset(map(turn.__getitem__, solution)) for turn in turns} - found
            found |= new
            queue += new
        yield from found


def bounds_of(statement):
    """Yield the constraints that the bounds of the items are."""
    covering = defaultdict(list)
    for option, items in enumerate(statement["options"], start=1):
        for item in items:
            covering[item].append(option)
    for item, bound in enumerate(statement["items"]):
        low, high, options = bound["minimum"], bound["maximum"], covering[item]
        if low > 0:
            # an item without options states a bound on the first variable that cannot hold
            yield (dict.fromkeys(options, 1), low) if options else ({1: 1}, 2)
        if high < len(options):
            yield dict.fromkeys(options, -1), -high


def exclusion(solution, statement):
    """Return the constraint that excludes a solution, and no solution with more options."""
    items, options = statement["items"], statement["options"]
    times = Counter(item for option in solution for item in options[option])
    factors = dict.fromkeys((option + 1 for option in solution), -1)
    for option, covered in enumerate(options):
        if option not in solution and all(times[item] < items[item]["maximum"] for item in covered):
            factors[option + 1] = 1
    return factors, 1 - len(solution)


def stated(folder, claim, statement):
    """Return the objective to minimize, the constraints that the statement has, their least value, and the claim."""
    rows, value = [*bounds_of(statement)], claim.get("value")
    if "solutions.txt" not in claim["sha256"]:
        return None, rows, None, "there is no solution"
    listed = (folder / "solutions.txt").read_text("ascii").splitlines()[:-1]
    gains, best = {}, 0
    if value is not None:
        objective = statement["objective"]
        sign = 1 if objective["maximize"] else -1
        gains = plain({option: sign * weight for option, weight in enumerate(objective["weights"], start=1)})
        best = sign * (value - objective["constant"])
    if not claim["all_best"]:
        require(value is not None, "claim.json: the best solutions of no objective")
        losses = {variable: -gain for variable, gain in gains.items()}
        return losses, rows, -best, f"no solution has a better value than {value}"
    better = "" if value is None else f" with the value {value} or a better one"
    rows += [(gains, best)] if value is not None else []
    excluded = [exclusion(solution, statement) for solution in {*images(statement, listed)}]
    return None, rows + excluded, None, f"no solution{better} is missing among {len(excluded)}"


def check(folder):
    """Return the sentence that a proof shows; raise `ValueError` for the first step that is wrong."""
    claim = json.loads((folder / "claim.json").read_bytes())
    for name, digest in claim["sha256"].items():
        require(sha256((folder / name).read_bytes()).hexdigest() == digest, f"{name}: another SHA-256")
    statement = json.loads((folder / "statement.json").read_bytes())
    wanted, rows, least, shown = stated(folder, claim, statement)
    lines = [line for line in (folder / "proof.opb").read_text().splitlines() if not line.startswith("*")]
    objective = None
    if lines and lines[0].startswith("min: ") and lines[0].endswith(" ;"):
        factors, constant = terms_of(lines.pop(0)[5:-2].split())
        objective = plain(factors)
        require(constant == 0, "proof.opb: an objective with negated variables")
    require(objective == wanted, "proof.opb: another objective than that of the statement")
    require(all(line.endswith(" ;") for line in lines), "proof.opb: a line has no end")
    found = [row_of(line[:-2]) for line in lines]
    require(Counter(map(key, found)) == Counter(map(key, rows)), "proof.opb: other constraints than the statement's")
    steps = ProofSteps(objective, found)
    steps.follow((folder / "proof.pbp").read_text().splitlines())
    require(steps.value == least, f"proof.pbp: it shows the least value {steps.value}, not {least}")
    return f"CHECKED: {statement['name']!r} (statement {claim['sha256']['statement.json']}): {shown}"


if __name__ == "__main__":
    try:
        print(check(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent))  # noqa: T201
    except (ArithmeticError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
        sys.exit(print(f"NOT CHECKED: {error or type(error).__name__}") or 1)  # noqa: T201
