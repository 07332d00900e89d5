"""The tiles that have names of their own, with the names that the field uses.

Pentominoes are named after Golomb's letters, one-sided mirror images after the letter they look like (J, Q, S);
solid pieces after C. J. Bouwkamp and Kadon's super quintillions; polyhexes and polyiamonds as D. Goodger does, with
T. H. O'Beirne's hexiamonds; tetrasticks after B. Barwell; the pieces of Kanoodle by the letters of its booklet, those
of IQ Puzzler Pro by shape.
"""

from __future__ import annotations

POLYOMINOES = {
    1: {"O": "X"},
    2: {"I": "XX"},
    3: {"I": "XXX", "L": "X./XX"},
    4: {"I": "XXXX", "L": "X./X./XX", "O": "XX/XX", "S": ".XX/XX.", "T": "XXX/.X."},
    5: {
        "F": ".XX/XX./.X.",
        "I": "XXXXX",
        "L": "X./X./X./XX",
        "N": ".X/.X/XX/X.",
        "P": "XX/XX/X.",
        "T": "XXX/.X./.X.",
        "U": "X.X/XXX",
        "V": "X../X../XXX",
        "W": "X../XX./.XX",
        "X": ".X./XXX/.X.",
        "Y": ".X/XX/.X/.X",
        "Z": "XX./.X./.XX",
    },
}

MIRROR_NAMES = {(4, "L"): "J", (4, "S"): "Z", (5, "L"): "J", (5, "P"): "Q", (5, "Z"): "S"}

SOLID = {
    "3L": "X./XX",
    "4I": "XXXX",
    "4L": "X./X./XX",
    "4O": "XX/XX",
    "4S": "X./XX/.X",
    "4T": "XXX/.X.",
    "4^": "X./XX|../X.",
    "4<": "X./XX|X./..",
    "4>": "X./XX|../.X",
    "T1": "XXX/.X.|.X./...",
    "T2": "XXX/.X.|.../.X.",
    "L1": "X./X./XX|X./../..",
    "L2": "X./X./XX|../X./..",
    "L3": "X./X./XX|../../X.",
    "L4": "X./X./XX|../../.X",
    "J1": ".X/.X/XX|.X/../..",
    "J2": ".X/.X/XX|../.X/..",
    "J4": ".X/.X/XX|../../X.",
    "N1": ".X/XX/X.|.X/../..",
    "N2": ".X/XX/X.|../.X/..",
    "S1": "X./XX/.X|X./../..",
    "S2": "X./XX/.X|../X./..",
    "V1": ".X./.XX|XX./...",
    "V2": ".X/XX|.XX/...",
    "Q": "XX/XX|../.X",
    "A": "X./XX|X./.X",
}

SOLID_SETS = {
    "soma": "3L 4L 4S 4T 4^ 4< 4>",
    "bedlam": "4> L1 L2 L3 J4 S1 S2 T1 T2 V2 F W X",
    "big-brother": "4< U X Z J1 J2 J4 L4 N1 N2 V1 V2 T2",
    "tetracubes": "4I 4L 4O 4S 4T 4^ 4< 4>",
    "pentacubes": "F I L N P T U V W X Y Z A J1 J2 J4 L1 L2 L3 L4 N1 N2 Q S1 S2 T1 T2 V1 V2",
}

SOMA_LETTERS = {"V": "3L", "L": "4L", "T": "4T", "Z": "4S", "A": "4>", "B": "4<", "P": "4^"}
"""The pieces of Soma as their owners call them; the letters of T. Bundgaard's collection of figures."""

POLYHEXES = {
    1: {"O": "00"},
    2: {"I": "00 01"},
    3: {"A": "00 01 10", "I": "00 01 02", "V": "00 01 11"},
    4: {
        "I": "00 01 02 03",
        "J": "00 01 02 12",
        "O": "00 01 10 11",
        "P": "00 01 10 20",
        "S": "00 01 11 12",
        "U": "00 01 11 20",
        "Y": "01 11 12 20",
    },
}
"""Hexagons as x and y."""

POLYIAMONDS = {
    1: {"T": "00"},
    2: {"I": "00 00'"},
    3: {"I": "00 00' 01"},
    4: {"C": "10 00' 01 01'", "I": "00 00' 01 01'", "T": "00 00' 01 10"},
    6: {
        "C": "00 00' 01 01' 11 11'",
        "E": "00' 01 01' 02 02' 11",
        "F": "00 00' 01 01' 10 11",
        "G": "00 00' 01 01' 10' 11",
        "H": "00' 01 01' 02 11 11'",
        "I": "00 00' 01 01' 02 02'",
        "J": "00' 01 01' 02 02' 10",
        "O": "00' 01 01' 10 10' 11",
        "P": "00 00' 01 01' 02 10",
        "S": "00' 01 01' 11 11' 12",
        "V": "00 00' 01 01' 10 10'",
        "X": "01 01' 02 10' 11 11'",
    },
}
"""Triangles as x and y, with a prime if they point down."""

POLYSTICKS = {
    1: {"I": "00"},
    2: {"I": "00 10", "V": "00 00'"},
    3: {"I": "00 10 20", "L": "00 10 00'", "T": "00 10 10'", "U": "00 00' 10'", "Z": "00' 01 11'"},
    4: {
        "F": "00' 01' 01 02",
        "H": "00' 01' 01 10'",
        "I": "00 10 20 30",
        "J": "10' 11' 00 00'",
        "L": "00 10 20 00'",
        "N": "01' 02' 01 10'",
        "O": "00 00' 01 10'",
        "P": "00' 01 10' 10",
        "R": "10' 11' 12 01",
        "T": "00 10 10' 11'",
        "U": "00 10 00' 20'",
        "V": "00 10 00' 01'",
        "W": "00 10' 11 21'",
        "X": "01 11 10' 11'",
        "Y": "00 10 20 10'",
        "Z": "01 11 00' 21'",
    },
}
"""Sticks as x and y of the vertex at their left or lower end, with a prime if they are upright."""

TAN = ((-1, 0), (0, 1))
"""Half a square as two of its quarters."""

KANOODLE = {
    "A": "00 10 20 01",
    "B": "00 10 01 11 02",
    "C": "00 10 20 30 01",
    "D": "00 10 20 30 11",
    "E": "00 10 11 21 31",
    "F": "00 10 01",
    "G": "00 10 20 01 02",
    "H": "00 10 11 21 22",
    "I": "00 20 01 11 21",
    "J": "00 10 20 30",
    "K": "00 10 01 11",
    "L": "10 01 11 21 12",
}

IQ_PUZZLER_PRO = {
    "L4": KANOODLE["A"],
    "L5": KANOODLE["C"],
    "V3": KANOODLE["F"],
    "S4": "00 10 11 21",
    "V5": KANOODLE["G"],
    "W5": KANOODLE["H"],
    "F5": "02 01 11 21 10",
    "P5": KANOODLE["B"],
    "N5": KANOODLE["E"],
    "Y5": KANOODLE["D"],
    "T4": "00 10 20 11",
    "U5": KANOODLE["I"],
}
