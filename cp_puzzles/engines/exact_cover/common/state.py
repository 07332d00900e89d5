"""The numbers that a search leaves behind when it pauses, and goes on with."""

from __future__ import annotations

from enum import IntEnum


class State(IntEnum):
    """Places in the array of a search's numbers; those of all searches add up, except where a search stands."""

    LEVEL = 0
    """How many options are chosen: Knuth's l."""
    NODES = 1
    """Options that were tried, the beginning among them."""
    FOUND = 2
    """Solutions, whether or not they lead their orbits."""
    SOLUTIONS = 3
    """Solutions that lead their orbits."""
    RAW = 4
    """The sum of the sizes of their orbits."""
    SELF_SYMMETRIC = 5
    """Those of them whose orbit is smaller than the group."""
    FILLED = 6
    """Rows of the batch that wait to be taken."""
    REMEMBERS = 7
    """Whether failures are remembered (general search)."""
    LOOKED_UP = 8
    """How often it was looked up whether a failure is remembered."""
    MET_AGAIN = 9
    """How often it was."""
    SEED = 10
    """How many seeds were tried (scan)."""
    ENTERS = 11
    """Whether an option was chosen whose level is still to be entered (sparse)."""
    EXCLUDED = 12
    """How many options are excluded (sparse)."""
    WORK = 13
    """What was done beside the nodes and takes as long as so many of the general search (sparse)."""
