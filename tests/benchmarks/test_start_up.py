"""Processor time from the start of a command to its first message, beside that of the libraries it imports."""

from __future__ import annotations

import sys

import pytest

from tests.benchmarks.processor_time import timed_program

LIBRARIES = ("-c", "import ortools.sat.python.cp_model, pydantic, rich")
FIRST_MESSAGE = """
import os, sys
from cp_puzzles.cli.app import run
from cp_puzzles.output.terminal.live_progress import LiveProgress
LiveProgress.__enter__ = lambda progress: os._exit(0)
run(sys.argv[1:])
"""
"""A program that ends where the first progress message is shown."""

COMMANDS = {
    "--help": ("-m", "cp_puzzles", "--help"),
    "list": ("-m", "cp_puzzles", "list"),
    "show soma": ("-m", "cp_puzzles", "show", "soma"),
    "solve soma": ("-c", FIRST_MESSAGE, "solve", "soma"),
}


def processor_seconds(*arguments: str) -> float:
    """Return the least processor time of three runs."""
    return min(timed_program([sys.executable, *arguments])[1] for _ in range(3))


@pytest.mark.benchmark
def test_start_up_relative_to_libraries() -> None:
    """Print the ratio for each command; the imports are guarded by tests/cli/test_start.py."""
    libraries = processor_seconds(*LIBRARIES)
    print(f"\nlibraries {libraries:.2f} s")
    for name, arguments in COMMANDS.items():
        seconds = processor_seconds(*arguments)
        print(f"{name:20} {seconds:.2f} s, {seconds / libraries:.2f} times the libraries")
