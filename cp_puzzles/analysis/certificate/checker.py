"""The checkers of certificates as programs of their own: no module of the package imports them."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from cp_puzzles.base.deadline import TICK_SECONDS
from cp_puzzles.errors import MistakeError

CHECKER, CLAUSE_CHECKER = (Path(__file__).with_name(name) for name in ("check.py", "check_cnf.py"))
"""The checker that is copied into each folder, and that of exported clauses."""

COMPILED = ("-m", "cp_puzzles.analysis.certificate.compiled_check")
"""The same checker with a compiled walk over the tree."""


def run_checker(*arguments: str, is_compiled: bool = False) -> tuple[int, str]:
    """Return the exit status of the checker and the sentence that it prints.

    The process is ended if this thread is canceled.
    """
    program = COMPILED if is_compiled else ("-I", str(CHECKER))
    command = [sys.executable, "-X", "utf8", *program, *arguments]
    with subprocess.Popen(  # noqa: TID251 - ended below
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    said, errors = process.communicate(timeout=TICK_SECONDS)
                    return process.returncode, (said or errors).strip()
        except BaseException:
            process.kill()
            raise


def verdict_on(folder: Path, *, is_compiled: bool = False) -> tuple[int, str]:
    """Return 0 or 1 and the verdict on a certificate; raise `MistakeError` if the folder has none."""
    remedy = "name a folder that --certificate has written"
    if not folder.is_dir():
        raise MistakeError(str(folder), "there is no such folder", remedy)
    status, sentence = run_checker(str(folder), is_compiled=is_compiled)
    if status not in (0, 1):
        raise MistakeError(str(folder), sentence.removeprefix(f"{folder}: "), remedy)
    return status, sentence
