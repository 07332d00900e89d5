"""Check that weights leave no solution: `python OUT/check_weights.py`; exit statuses as in `check.py`, its neighbor.

1. The options are made again from the board and the tiles, and compared with those of the statement.
2. Each item has a price. No option costs less than 0 together, but the prices of all items, as often as they can be
   covered, are less than 0. Or, modulo a number: each option costs 0, and every solution something else, because the
   items with a price are covered a fixed number of times. An option of an item that may not be covered is free.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

from cp_puzzles.analysis.certificate.check import made_again, require, verdict


def check(folder):
    """Return the sentence that a certificate proves; raise `AssertionError` for a step that does not hold."""
    texts = ((folder / name).read_bytes() for name in ("claim.json", "statement.json"))
    claim, statement = (json.loads(text, parse_float=int, parse_constant=int) for text in texts)
    named = (claim["format"], claim["version"])
    require(named == ("cp-puzzles certificate of weights", 1), "unknown version", ValueError)
    bounds, options, board = [[*item[1:]] for item in statement["items"]], statement["options"], statement["board"]
    require(board is None or made_again(statement) == (bounds, options), "statement: other options than its board's")
    are_sets = all(len(set(items)) == len(items) and {*items} <= {*range(len(bounds))} for items in options)
    require(are_sets and min(map(min, bounds), default=0) >= 0, "statement: an option is no set, or a bound negative")
    prices, modulus = claim["prices"], claim["modulus"]
    require(len(prices) == len(bounds), "weights: an item has no price")
    for option, items in enumerate(options):
        cost, is_free = sum(prices[item] for item in items), any(bounds[item][1] == 0 for item in items)
        is_right = is_free or (cost >= 0 if modulus is None else cost % modulus == 0)
        require(is_right, f"weights: option {option} costs {cost}")
    most = sum(max(price * low, price * high) for price, (low, high) in zip(prices, bounds, strict=True))
    if modulus is None:
        require(most < 0, f"weights: the items together may cost {most}")
    else:
        is_fixed = all(low == high or price % modulus == 0 for price, (low, high) in zip(prices, bounds, strict=True))
        require(is_fixed, "weights: an item with a price may be covered a varying number of times")
        total = sum(price * low for price, (low, _) in zip(prices, bounds, strict=True))
        require(total % modulus != 0, f"weights: the items together cost {total}")
    digest = sha256((folder / "statement.json").read_bytes()).hexdigest()
    require(digest == claim["sha256"]["statement.json"], "statement.json: another SHA-256")
    return "VERIFIED: no solution, by weights" + ("" if modulus is None else f" modulo {modulus}")


if __name__ == "__main__":
    status, sentence = verdict(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent, check)
    sys.exit(print(sentence) or status)  # noqa: T201
