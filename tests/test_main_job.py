"""Ceilings of the main job: the functions, files and modules that a student of the program reads."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.processes import finished

ROOT = Path(__file__).parents[1]

FUNCTIONS, FILES, MODULES = 441, 57, 98
"""The most functions that are entered, files in which they stand, and modules of the package that are imported."""

PROGRAM = """if True:
    import ast, io, os, sys, threading
    from contextlib import redirect_stdout, suppress
    root, entered = os.path.abspath("cp_puzzles"), set()
    def note(frame, event, argument):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(root) and not code.co_name.startswith("<"):
            entered.add((code.co_filename, code.co_name, code.co_firstlineno))
    threading.setprofile(note)
    sys.setprofile(note)
    from cp_puzzles.__main__ import guarded_run
    with suppress(SystemExit), redirect_stdout(io.StringIO()):
        guarded_run(["specs/dominoes4x4.yaml", "--jobs", "1"])
    sys.setprofile(None)
    threading.setprofile(None)
    files = {path for path, _, _ in entered}
    classes = {
        (path, node.name, line)
        for path in files
        for node in ast.walk(ast.parse(open(path, encoding="utf-8").read()))
        if isinstance(node, ast.ClassDef)
        for line in [node.lineno, *(each.lineno for each in node.decorator_list)]
    }
    functions = entered - classes
    modules = [name for name in sys.modules if name.split(".")[0] == "cp_puzzles"]
    print(len(functions), len({path for path, _, _ in functions}), len(modules))
"""


def test_main_job_enters_few_functions() -> None:
    """A search by CP-SAT with all drawings enters at most these numbers of functions, files and modules."""
    output = finished([sys.executable, "-c", PROGRAM], cwd=ROOT, status=0).stdout
    functions, files, modules = map(int, output.split())
    assert functions <= FUNCTIONS
    assert files <= FILES
    assert modules <= MODULES
    # a lower number is a gain: lower the ceilings
    assert functions > FUNCTIONS - 60
