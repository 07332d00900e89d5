"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from typing import Any


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    """SPEC and what is said about the puzzle beside it."""
    parser.add_argument("spec", metavar="SPEC", help="a puzzle file, or the name of a puzzle that `list` shows")
    parser.add_argument(
        "--leave", metavar="NAME", action="append", default=[], help="this labelled cell stays empty (repeatable)"
    )
    parser.add_argument(
        "--given", metavar="FILE", help="a YAML file with pieces that are already placed, as under given:"
    )


def add_question(parser: argparse.ArgumentParser) -> None:
    """Which solutions are meant, and how they are found."""
    parser.add_argument(
        "--symmetry",
        choices=("off", "rotations", "full"),
        default="full",
        help="the question: which board motions make two solutions the same (default: full)",
    )
    parser.add_argument(
        "--engine",
        default="cp-sat",
        metavar="NAME",
        help="who searches: cp-sat, exact-cover (compiled, faster), or frontier (counts only) (default: cp-sat)",
    )
    parser.add_argument(
        "--breaking",
        choices=("lex", "filter"),
        default="lex",
        help="the method that keeps one solution of each orbit; it never changes the number (default: lex)",
    )
    parser.add_argument(
        "--setting",
        metavar="NAME=on|off",
        action="append",
        type=_setting,
        default=[],
        help="switch a setting of the engine, such as fixed_search=off (repeatable)",
    )


def add_bounds(parser: argparse.ArgumentParser) -> None:
    """When to stop, who works, what is printed."""
    parser.add_argument("--limit", metavar="N", type=positive, help="stop after N solutions")
    parser.add_argument("--time-limit", metavar="S", type=positive_seconds, help="stop after S seconds")
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=positive,
        help="worker processes; they never change the result (default: all cores)",
    )
    parser.add_argument(
        "--store", metavar="RUN", help="keep the run in this file; the same command again goes on where it stopped"
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="send the parts to the Dask scheduler at this address (tcp://host:8786), or to one started here (local)",
    )
    parser.add_argument(
        "--cross-check", action="store_true", help="ask another engine the same, and compare what the two found"
    )
    parser.add_argument("--json", action="store_true", help="print one summary object and nothing else")


def search_options(options: argparse.Namespace) -> dict[str, Any]:
    """The arguments of `solve` and `count` that the options ask for."""
    return {
        "symmetry": options.symmetry,
        "engine": options.engine,
        "breaking": options.breaking,
        "limit": options.limit,
        "time_limit": options.time_limit,
        "jobs": options.jobs,
        "store": options.store,
        "cluster": options.cluster,
        "settings": dict(options.setting),
    }


def positive(text: str) -> int:
    """A whole number above 0, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def positive_seconds(text: str) -> float:
    """A number of seconds above 0, for argparse."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds


def _setting(text: str) -> tuple[str, bool]:
    name, separator, value = text.partition("=")
    if not separator or value not in ("on", "off"):
        raise argparse.ArgumentTypeError(f"{text!r} does not read NAME=on or NAME=off")
    return name, value == "on"
