"""A forecast as a panel."""

from __future__ import annotations

from rich.panel import Panel

from cp_puzzles.analysis.forecast import Forecast
from cp_puzzles.number import counted, integer, seconds
from cp_puzzles.render.marks import printable
from cp_puzzles.render.panel import facts_panel
from cp_puzzles.search.plan.interval import Interval


def forecast_panel(forecast: Forecast) -> Panel:
    """What to expect of a search, each number with its bounds."""
    if forecast.reason is not None:
        facts = {"no solution": forecast.reason}
    else:
        pace = f"{forecast.engine}, {counted(forecast.jobs, 'process', 'processes')}"
        facts = {
            "solutions": _numbers(forecast.solutions),
            "in all": _numbers(forecast.raw),
            "search tree": f"{_numbers(forecast.nodes)} nodes",
            "time": f"about {seconds(forecast.seconds.value)} ({pace}; a rule of thumb)",
        }
    title = f"{printable(forecast.name)}: " + ("the whole tree was searched" if forecast.exact else "an estimate")
    return facts_panel(title, facts)


def _numbers(interval: Interval) -> str:
    """A number and its bounds.

    >>> _numbers(Interval(2339.0, 2339.0, 2339.0)), _numbers(Interval(2400.4, 2000.2, 2900.0))
    ('2,339', 'about 2,400 (2,000 to 2,900)')
    """
    if interval.low == interval.high:
        return integer(round(interval.value))
    low, value, high = (integer(round(number)) for number in (interval.low, interval.value, interval.high))
    return f"about {value} ({low} to {high})"
