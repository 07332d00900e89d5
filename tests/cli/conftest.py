"""The program for the tests of the command line."""

from __future__ import annotations

import pytest

from tests.cli.program import Program


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Program:
    """Runs a command in this process; what its own processes write is captured too."""
    return Program(capfd)
