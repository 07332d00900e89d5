"""Run a share of the tests, chosen by a number or by the day: `pytest -m slow --share today/10`."""

from __future__ import annotations

from datetime import date
from zlib import crc32

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the option `--share`."""
    parser.addoption("--share", metavar="K/N", default="0/1", help="run the K-th of N shares; K may be 'today'")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the chosen share; N days in a row run every test once."""
    number, shares = chosen_share(config.getoption("--share"), date.today())
    chosen = [item for item in items if share_of(item.nodeid, shares) == number]
    if len(chosen) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if share_of(item.nodeid, shares) != number])
        items[:] = chosen


def chosen_share(text: str, day: date) -> tuple[int, int]:
    """Return the number of the share and how many shares there are.

    >>> chosen_share("3/10", date(2026, 1, 1)), chosen_share("today/10", date(2026, 1, 1))
    ((3, 10), (7, 10))
    """
    number, _, shares = text.partition("/")
    if not shares.isdecimal() or int(shares) < 1 or not (number == "today" or number.isdecimal()):
        raise pytest.UsageError(f"--share {text}: not a share; write K/N or today/N, as in today/10")
    return (day.toordinal() if number == "today" else int(number)) % int(shares), int(shares)


def share_of(name: str, shares: int) -> int:
    """Return the share of a test, which depends on its name alone."""
    return crc32(name.encode()) % shares
