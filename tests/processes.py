"""Processes that tests start, and that end with them; threads that must end."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

Process = subprocess.Popen[Any]
ENDS_SECONDS = 60.0
"""How long a thread whose work is abandoned may take to end."""


def lasting_threads(before: Collection[threading.Thread]) -> list[threading.Thread]:
    """Return the threads that were started since `before` and do not end."""
    since = [thread for thread in threading.enumerate() if thread not in before]
    for thread in since:
        thread.join(timeout=ENDS_SECONDS)
    return [thread for thread in since if thread.is_alive()]


@contextmanager
def started(command: Sequence[str], **options: Any) -> Iterator[Process]:
    """A process that is killed at the end of the block, with all that it started in its turn."""
    with subprocess.Popen(command, start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def finished(
    command: Sequence[str], *, timeout: float = 120, status: int | None = None, input: str | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run a process to its end, with `input` on its standard input; assert its `status` if one is expected."""
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": None if input is None else subprocess.PIPE}
    with started(command, text=True, **{**piped, **options}) as process:
        output, errors = process.communicate(input, timeout=timeout)
    assert status in (None, process.returncode), errors
    return subprocess.CompletedProcess(command, process.returncode, output, errors)
