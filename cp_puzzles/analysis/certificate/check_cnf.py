"""Check that `proof.cnf` says what `statement.json` says: `python -I OUT/check_cnf.py`. Exit status: 0 if so, 1 if not.

Run `python -I OUT/check.py` first: it verifies the statement and the solutions that are read here. Variable o stands
for the option o - 1. Each clause is of one of these kinds, so that every solution of the statement which is no image of
a listed one satisfies all of them. If a proof shows that no assignment does, there is no such solution.

- At least `low` options cover an item: of any n - low + 1 of its n options one is chosen.
- At most `high` options cover an item: of any high + 1 of its options one is not chosen.
- A solution is blocked: an option of it is not chosen, or one that can be added to it is.
"""

import sys

if __name__ == "__main__" and not (sys.flags.isolated or sys.flags.safe_path):
    del sys.path[0]  # the folder of this file: nothing is imported from there

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path


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


def addable(solution, bounds, options):
    """Return the options that can be added to a solution."""
    times = Counter(item for option in solution for item in options[option])
    free = (option for option, items in enumerate(options) if all(times[item] < bounds[item][1] for item in items))
    return {*free} - solution


def check(folder):
    """Return the sentence that holds for `proof.cnf`; raise `ValueError` for the first clause of no kind."""
    sums = json.loads((folder / "claim.json").read_bytes())["sha256"]
    files = {name: (folder / name).read_bytes() for name in ("statement.json", "solutions.txt")}
    for name, data in files.items():
        if name not in sums:
            raise ValueError(f"{name} is not named by claim.json, so check.py has not read it")
        if sha256(data).hexdigest() != sums[name]:
            raise ValueError(f"{name}: another SHA-256 than claim.json states")
    statement = json.loads(files["statement.json"])
    options, bounds = statement["options"], [(item["minimum"], item["maximum"]) for item in statement["items"]]
    counts = Counter(item for items in options for item in items)
    is_infeasible = any(counts[item] < low for item, (low, _) in enumerate(bounds))
    variables = max(len(options), int(is_infeasible))  # the clauses 1 and -1 need one variable
    blocked = {*images(statement, files["solutions.txt"].decode("ascii").split("\n")[:-2])}
    lines = (folder / "proof.cnf").read_bytes().decode().split("\n")
    start = next(n for n, line in enumerate(lines) if not line.startswith("c "))
    *clauses, end = lines[start + 1 :]
    if not all(line.isprintable() for line in lines[:start]):
        raise ValueError("a comment has a character that another checker may take for the end of a line")
    header = f"p cnf {variables} {len(clauses)}"
    if lines[start] != header or end:
        raise ValueError(f"the line {start + 1} is not {header!r}, or the last line has no end")
    seen = set()
    for number, line in enumerate(clauses, start=start + 2):
        *literals, _ = map(int, line.split(" "))
        is_clause = 0 not in literals and len({*map(abs, literals)}) == len(literals)
        if not is_clause or line != " ".join(map(str, (*literals, 0))):
            raise ValueError(f"line {number} is no clause: {line[:60]}")
        chosen = frozenset(-literal - 1 for literal in literals if literal < 0)
        others = {literal - 1 for literal in literals if literal > 0}
        if not (chosen | others) <= {*range(variables)}:
            raise ValueError(f"line {number} names an option that there is not: {line[:60]}")
        # the items that all options of the clause cover
        of_items = [{*options[option]} for option in chosen | others if option < len(options)]
        items = set.intersection(*of_items) if of_items else set()
        is_lower = not chosen and any(len(others) > counts[item] - bounds[item][0] for item in items)
        is_upper = not others and any(len(chosen) > bounds[item][1] for item in items)
        is_blocking = chosen in blocked and others == addable(chosen, bounds, options)
        # an item with fewer options than it needs: files have no empty clause, and say 1 and -1 instead
        if not (is_lower or is_upper or is_blocking or (is_infeasible and line in ("1 0", "-1 0"))):
            raise ValueError(f"line {number} is no bound of an item and blocks no listed solution: {line[:60]}")
        seen |= {chosen} & blocked
    about = f"{statement['name']!r} (statement {sums['statement.json']})"
    return f"CHECKED: the {len(clauses)} clauses of proof.cnf follow from {about} without {len(seen)} listed solutions"


if __name__ == "__main__":
    try:
        print(check(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent))  # noqa: T201
    except (ArithmeticError, LookupError, OSError, StopIteration, TypeError, ValueError) as error:
        sys.exit(print(f"NOT CHECKED: {error or type(error).__name__}") or 1)  # noqa: T201
