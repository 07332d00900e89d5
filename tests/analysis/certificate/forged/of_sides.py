"""Forgeries of the colors of sides: a text such as `:-1,0=g;0,1=r` has the step across each side, and its color."""

from __future__ import annotations

from collections.abc import Callable

from tests.analysis.certificate.certificates import Tampered
from tests.analysis.certificate.forged.forger import Forgery, rebuild, set_at, several

TILE = "board", "tiles", 0
STEPS = "the colors of sides are no sorted steps"
LETTER = "has no letter of a color and no value"
PLAIN = ":-1,0=g;0,-1=r;0,1=r;1,0=g"
"""What the tile of the base shows: a square whose sides are red and green in turn."""


def _shown(text: str, refusal: str = STEPS, hope: str = "the text is a mark like any other") -> Forgery:
    return Forgery("sides", hope, refusal, set_at(*TILE, "shown", [text]))


def _without_rule(file: Tampered) -> None:
    """Forget a rule, without another proof."""
    del file.statement["rules"][0]


def _first_option(change: Callable[[list[int]], object]) -> Callable[[Tampered], object]:
    return lambda file: change(file.statement["options"][0])


FORGERIES = {
    "a side without a color": _shown(":-1,0=;0,-1=r;0,1=r;1,0=g"),
    "a color of two letters": _shown(":-1,0=gg;0,-1=r;0,1=r;1,0=g"),
    "a color that is a sign": _shown(":-1,0=*;0,-1=r;0,1=r;1,0=g"),
    "sides in another order": _shown(":0,-1=r;-1,0=g;0,1=r;1,0=g", hope="placements are compared as texts"),
    "a side with two colors": _shown(":-1,0=g;-1,0=r;0,-1=r;0,1=r;1,0=g", hope="a set of pairs has both"),
    "a step of three numbers": _shown(":-1,0,0=g;0,-1=r;0,1=r;1,0=g", hope="zip stops early"),
    "a step that goes nowhere": _shown(":-1,0=g;0,0=r;0,1=r;1,0=g", hope="isometries keep it"),
    "a step with a zero before a number": _shown(":-1,0=g;0,-1=r;0,01=r;1,0=g", hope="int reads it"),
    "a side with minus zero": _shown(":-1,-0=g;0,-1=r;0,1=r;1,0=g", hope="int reads it"),
    "an end after the last side": _shown(PLAIN + ";", hope="an empty part is skipped"),
    "no sides after the colon": _shown(":", hope="there is nothing to check"),
    "a space in a step": _shown(":-1, 0=g;0,-1=r;0,1=r;1,0=g", hope="int reads it"),
    "a step over a cell": _shown(":-1,0=g;0,-2=r;0,2=r;1,0=g", hope="it leads to a cell"),
    "a step to a cell at a corner": _shown(":-1,-1=g;-1,1=r;1,-1=r;1,1=g", hope="isometries keep these steps"),
    "a value with a zero before it": _shown("01" + PLAIN, LETTER, "int reads it"),
    "a value in other digits": _shown("\u0661", LETTER, "int reads it"),
    "a value below 0": _shown("-1", LETTER, "it counts as a color"),
    "a color of several letters": _shown("12a", LETTER, "no text is too long"),
    "a tile with other colors on its sides": _shown(
        ":-1,0=g;0,-1=r;0,1=r;1,0=r", "other items or options", "the options are listed"
    ),
    "a tile with the colors of another rotation": Forgery(
        "boundary",
        "it has the same orientations, and the isometries that it may use",
        "claim: the certificate proves",
        several(set_at(*TILE, "shown", [":-1,0=r;0,-1=r;0,1=g;1,0=g"]), lambda file: file.claim.update(raw=2)),
    ),
    "sides that do not turn with the tile": Forgery(
        *("sides", "letters stay as they are under isometries", "a rule counts an option that there is not"),
        set_at(*TILE, "isometries", [0]),
    ),
    "a reflection that the tile may not use": Forgery(
        *("three", "there are more placements than the file allows", "other items or options"),
        set_at("board", "tiles", 1, "isometries", [*range(8)]),
    ),
    "a given piece with the sides of another orientation": Forgery(
        *("three", "its cell and tile are right", "a given piece is no placement of its tile"),
        set_at("board", "given", 0, "shown", [":-1,0=r;0,-1=g;0,1=y;1,0=b"]),
    ),
    "a given piece that shows no sides": Forgery(
        *("three", "its cell and tile are right", "a given piece is no placement of its tile"),
        set_at("board", "given", 0, "shown", [""]),
    ),
    "an item that an option does not show": Forgery(
        *("sides", "the option has fewer items to violate", "other items or options"), _first_option(list.pop)
    ),
    "a bound of sides left out": Forgery(
        *("sides", "the other rules and the options stay", "other items or options"), _without_rule
    ),
    "symmetries that exchange the colors of sides": Forgery(
        *("sides", "each generator keeps the items", "the symmetries are not those"),
        several(lambda file: file.statement.update(symmetries=[]), rebuild),
    ),
}
