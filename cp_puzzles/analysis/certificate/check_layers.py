"""Check a certificate of a count by layers: `python OUT/check_layers.py`; exit statuses as in `check.py`, its neighbor.

1. The options are made again from the board and the tiles, and compared with those of the statement.
2. The options are taken or skipped, one after the other. A state is the number of times that each open item is covered;
   layer k has the states after k options, each with the number of ways to reach it. No item may be covered too often,
   nor too seldom when its last option is past. So the way to a state of the last layer is a solution, and each solution
   is one way. The numbers of states and of ways must be those of `layers.txt`.
"""

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

from cp_puzzles.analysis.certificate.check import made_again, require, verdict


def layers(bounds, options):
    """Yield the number of states of each layer and the number of ways to reach them all, the last one: solutions."""
    width = max([high for _, high in bounds], default=0).bit_length()
    field, last = (1 << width) - 1, {item: option for option, items in enumerate(options) for item in items}
    states = Counter({0: int(all(low <= 0 for item, (low, _) in enumerate(bounds) if item not in last))})
    yield 1, states[0]
    for option, items in enumerate(options):
        above = [(item * width, bounds[item][1]) for item in items]
        closing = [(item * width, bounds[item][0]) for item in items if last[item] == option]
        taken, cleared = sum(1 << shift for shift, _ in above), ~sum(field << shift for shift, _ in closing)
        after = Counter()
        for state, ways in states.items():
            states_after = [state]
            if all(state >> shift & field < high for shift, high in above):
                states_after.append(state + taken)
            for new in states_after:
                if all(new >> shift & field >= low for shift, low in closing):
                    after[new & cleared] += ways
        states = after
        yield len(states), sum(states.values())


def check(folder):
    """Return the sentence that a certificate proves; raise `AssertionError` for a step that does not hold."""
    claim, statement = (json.loads((folder / name).read_bytes()) for name in ("claim.json", "statement.json"))
    named = (claim["format"], claim["version"])
    require(named == ("cp-puzzles certificate of layers", 1), "unknown version", ValueError)
    *lines, last = (folder / "layers.txt").read_text("ascii").splitlines()
    require(last == f"end {len(lines)}", f"layers.txt: the last line is not 'end {len(lines)}'", ValueError)
    bounds, options, board = [[*item[1:]] for item in statement["items"]], statement["options"], statement["board"]
    require(board is None or made_again(statement) == (bounds, options), "statement: other options than its board's")
    are_sets = all(len(set(items)) == len(items) and {*items} <= {*range(len(bounds))} for items in options)
    require(are_sets and min(map(min, bounds), default=0) >= 0, "statement: an option is no set, or a bound negative")
    require(len(lines) == len(options) + 1, f"layers: there are {len(lines)}, not {len(options) + 1}")
    for number, ((states, ways), line) in enumerate(zip(layers(bounds, options), lines, strict=True)):
        require(line == f"{states} {ways}", f"layers: layer {number} has {states} states reached in {ways} ways")
    require(claim["raw"] == ways, f"claim: the certificate proves {ways} solutions")
    for name in ("statement.json", "layers.txt"):
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        require(digest == claim["sha256"][name], f"{name}: valid, but not the file whose SHA-256 claim.json states")
    return f"VERIFIED: exactly {ways} solution{'s' * (ways != 1)}"


if __name__ == "__main__":
    status, sentence = verdict(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent, check)
    sys.exit(print(sentence) or status)  # noqa: T201
