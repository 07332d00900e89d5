"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.export.formats import suffixes
from cp_puzzles.files import refuse_unwritable
from cp_puzzles.option_kinds import Kind, Whole
from cp_puzzles.options import Option, SearchOptions, declarations, default_of
from cp_puzzles.rules.measures import MEASURES

FLAGS = {"settings": "setting"}
"""What is typed several times, one value each, is called in the singular."""


def add_puzzle(parser: argparse.ArgumentParser, *, given: str = "given") -> None:
    """SPEC and what is said about the puzzle beside it; `given` is how the option of the given pieces is typed."""
    parser.add_argument("spec", metavar="SPEC", help="a puzzle file, or the name of a puzzle that `list` shows")
    add_repeatable(parser, "leave", "NAME", "this labelled cell stays empty")
    pieces = "a YAML file with pieces that are already placed, as under given:, or one piece such as 'I@0,0;0,1'"
    add_repeatable(parser, given, "FILE|PIECE", f"{pieces}, a tile and its cells", dest="given")
    rules = "faults=0, crossroads={max: 1}, touch=[[I, X]]"
    add_repeatable(parser, "rule", "NAME=VALUE", f"one rule more, as under rules: {rules}")
    aims = parser.add_mutually_exclusive_group()
    for key, most in (("maximize", "most"), ("minimize", "least")):
        aims.add_argument(
            f"--{key}",
            metavar="MEASURE",
            help=f"the solutions that have {most} of it: {', '.join(MEASURES)}, or values of tiles: {{F: 3, P: 1}}",
        )


def add_options(parser: argparse.ArgumentParser, *names: str, **helps: str) -> None:
    """The options of a search, in the order of their declaration: all, or those named, some with a `help` of their own.

    The help says what the option means to this command; name, values, default and checks are those of the declaration.
    """
    for declared, its in declarations(SearchOptions):
        if not (names or helps) or declared.name in (*names, *helps):
            its = replace(its, help=helps.get(declared.name, its.help))
            _add(parser, declared.name, default_of(declared), its)


def _add(parser: argparse.ArgumentParser, name: str, default: Any, its: Option) -> None:
    repeats = name in FLAGS
    flag = Parameter(FLAGS.get(name, name))
    parser.add_argument(
        flag.typed,
        dest=name,
        metavar=its.kind.metavar,
        type=its.kind.read if repeats else checked(name, its.kind),
        action="append" if repeats else "store",
        default=[] if repeats else default,
        help=its.help + ("" if default is None or repeats else f" (default: {default})"),
    )


def search_options(options: argparse.Namespace) -> dict[str, Any]:
    """The keyword arguments of `solve`, `count` and their like that the options ask for."""
    given = vars(options)
    named = [declared.name for declared, _ in declarations(SearchOptions) if declared.name in given]
    chosen = {name: given[name] for name in named if name != "engine" or given[name] is not None}
    return {name: dict(value) if name in FLAGS else value for name, value in chosen.items()}


def checked(name: str, kind: Kind) -> Callable[[str], Any]:
    """Reads a value of a kind for argparse; raises `MistakeError` for one that the option `name` cannot have."""

    def read(text: str) -> Any:
        value = kind.read(text)
        fault = kind.fault(value)
        if fault is not None:
            raise MistakeError(Parameter(name, text), *fault)
        return value

    return read


def out_file(text: str) -> str:
    """The name of a file to write, for argparse; raises `MistakeError` where it plainly cannot be written."""
    refuse_unwritable(text)
    return text


def out_folder(text: str) -> str:
    """The name of a folder that is made if it is not there, for argparse; raises `MistakeError` where none can be."""
    refuse_unwritable(text, folder=True)
    return text


def several(name: str, kind: Kind) -> Callable[[str], tuple[Any, ...]]:
    """Reads values of a kind with commas between them."""
    read = checked(name, kind)
    return lambda text: tuple(map(read, text.split(",")))


def add_value(
    parser: argparse._ActionsContainer, name: str, help: str, kind: Kind = Whole(), *, default: Any = None
) -> None:
    """An option with a value of a kind, by default a whole number above 0."""
    told = "" if default is None else f" (default: {default})"
    typed, read = Parameter(name).typed, checked(name, kind)
    parser.add_argument(typed, metavar=kind.metavar, type=read, default=default, help=help + told)


def add_repeatable(
    parser: argparse.ArgumentParser,
    name: str,
    metavar: str,
    help: str,
    *,
    read: Callable[[str], Any] = str,
    dest: str | None = None,
) -> None:
    """An option that may be typed several times, one value each."""
    told = f"{help} (repeatable)"
    parser.add_argument(f"--{name}", dest=dest, metavar=metavar, type=read, action="append", default=[], help=told)


def add_file(parser: argparse.ArgumentParser, help: str, name: str = "out") -> None:
    """An option that names a file to write."""
    parser.add_argument(f"--{name}", metavar="FILE", type=out_file, help=help)


def add_solutions_file(parser: argparse.ArgumentParser, help: str) -> None:
    """`--out`, for solutions."""
    add_file(parser, f"{help}; the suffix chooses the format: {', '.join(suffixes('solutions'))}")


def add_show(parser: argparse.ArgumentParser, what: str) -> None:
    """How many are drawn."""
    help = f"how many {what} are drawn (a screenful)"
    parser.add_argument("--show", metavar="N|all|none", type=shown, default=-1, help=help)


def add_cross_check(parser: argparse.ArgumentParser) -> None:
    """Whether another engine is asked as well."""
    parser.add_argument(
        "--cross-check", action="store_true", help="ask another engine the same, and compare what the two found"
    )


def add_json(parser: argparse.ArgumentParser, what: str = "one object") -> None:
    """Whether plain data is printed."""
    parser.add_argument("--json", action="store_true", help=f"print {what} and nothing else")


def shown(text: str) -> int | None:
    """A number of drawings, for argparse; None for all."""
    if text == "all":
        return None
    if text == "none":
        return 0
    if not text.isdecimal():
        raise MistakeError(Parameter("show", text), "this is no number of drawings", "write a number, all or none")
    return int(text)
