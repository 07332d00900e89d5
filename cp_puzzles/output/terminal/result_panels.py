"""Panels of figures: estimates, samples, smallest rectangles, challenges, stored runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.panel import Panel

from cp_puzzles.base.number_text import counted, estimated, estimated_seconds, integer, rounded, seconds, share_text
from cp_puzzles.errors import spelled
from cp_puzzles.output.terminal.facts_and_table import facts_panel
from cp_puzzles.output.terminal.scene import printable

if TYPE_CHECKING:
    from cp_puzzles.analysis.design.challenge import Designs
    from cp_puzzles.analysis.forecast import Forecast
    from cp_puzzles.analysis.sample import Sample
    from cp_puzzles.analysis.smallest_rectangle import Size, Smallest
    from cp_puzzles.search.merge import Merged
    from cp_puzzles.search.progress import Interval
    from cp_puzzles.search.store.run_reader import RunStatus

MAX_NUMBERS = 8
"""Numbers of tilings in the panel of a sample, at most."""

MANY = 1e9
"""If the sample has no solutions and there may be more than this, the panel says that their number is unknown."""

MAX_NAMES = 6
"""Boards that are named in the panel of a smallest rectangle, at most."""

_STATE_COLORS = {"complete": "green", "running": "cyan", "stopped": "yellow"}

_STATES = {
    "complete": "complete: every possibility was examined",
    "running": "running",
    "stopped": "stopped: run the same command again to resume",
}


def forecast_panel(forecast: Forecast) -> Panel:
    """Return the expected numbers of a search, each with its bounds."""
    if forecast.reason is not None:
        facts = {"no solution": forecast.reason}
    else:
        time, pace = forecast.seconds, f"{forecast.engine}, {counted(forecast.jobs, 'process', 'processes')}"
        value, low, high = map(estimated_seconds, (time.value, time.low, time.high))
        facts = {
            "solutions": _numbers(forecast.solutions),
            "total": _numbers(forecast.raw),
            "search tree": f"{_numbers(forecast.nodes)} nodes",
            "time": f"about {value} ({low} to {high}; {pace})",
        }
        others = [(name, each.value) for name, each in forecast.engines.items() if name != forecast.engine]
        if others:
            facts["others"] = ", ".join(f"{name} about {estimated_seconds(value)}" for name, value in others)
        if forecast.unchecked_rules:
            keys = ", ".join(forecast.unchecked_rules)
            facts["without rule"] = f"{keys}: only checked on finished tilings, so there may be fewer solutions"
    title = f"{printable(forecast.name)}: " + ("the whole tree was searched" if forecast.exact else "an estimate")
    return facts_panel(title, facts)


def _numbers(interval: Interval) -> str:
    """Return a number with its bounds.

    >>> from cp_puzzles.search.progress import Interval
    >>> _numbers(Interval(2339.0, 2339.0, 2339.0)), _numbers(Interval(2400.4, 2000.2, 2.9e80))
    ('2,339', 'about 2,400 (2,000 to 2.9e80)')
    >>> _numbers(Interval(0.0, 0.0, 30.0)), _numbers(Interval(0.0, 0.0, 4.1e15))
    ('about 0 (0 to 30)', 'unknown, because the sample has none')
    """
    if interval.low == interval.high:
        return rounded(interval.value)
    if interval.value == 0 and interval.high > MANY:
        return "unknown, because the sample has none"
    low, value, high = map(estimated, (interval.low, interval.value, interval.high))
    return f"about {value} ({low} to {high})"


def sample_panel(sample: Sample) -> Panel:
    """Return the number of tilings, the numbers of the sampled ones, and the seed."""
    facts: dict[str, int | str] = {}
    if not sample.total:
        facts["reason"] = sample.tilings.reason or "the puzzle has no solution"
    if sample.numbers:
        facts["drawn from"] = f"{counted(sample.total, 'tiling')} (rotations and reflections counted separately)"
        numbers = "; ".join(f"{number + 1:,}" for number in sample.numbers[:MAX_NUMBERS])
        label = "number" if len(sample.numbers) == 1 else "numbers"
        facts[label] = numbers + ("; ..." if len(sample.numbers) > MAX_NUMBERS else "")
        facts["engine"] = sample.tilings.engine
    if sample.seed is not None and sample.numbers:
        facts["repeat with"] = f"--seed {sample.seed}"
    drawn = counted(len(sample.numbers), "tiling") if sample.total else "no tiling"
    return facts_panel(f"{printable(sample.tilings.puzzle.name)}: {drawn}", facts)


def smallest_panel(found: Smallest) -> Panel:
    """Return the panel about the board that was found, its certainty, and the boards that were excluded."""
    facts: dict[str, int | str] = {}
    if found.size is not None and found.pieces is not None:
        facts["size"] = size_text(found.size)
        facts["pieces"] = found.pieces
    facts["tried"] = counted(len(found.attempts), "board")
    proved = sum(attempt.answer == "none" and attempt.reason is not None for attempt in found.attempts)
    searched = sum(attempt.answer == "none" and attempt.reason is None for attempt in found.attempts)
    if proved:
        facts["proved"] = f"{proved} cannot be filled, by a proof before any search"
    if searched:
        facts["searched"] = f"{searched} cannot be filled, by a search to its end"
    if found.undecided:
        names = ", ".join(map(size_text, found.undecided[:MAX_NAMES]))
        facts["undecided"] = names + (", ..." if len(found.undecided) > MAX_NAMES else "")
    facts["time"] = seconds(sum(attempt.seconds for attempt in found.attempts))
    return facts_panel(f"{printable(found.name)}: {_verdict(found)}", facts)


def _verdict(found: Smallest) -> str:
    if found.ended is not None:
        return {"interrupted": "interrupted", "time-limit": "out of time"}[found.ended]
    if found.size is None:
        certain = "none" if found.status == "none" else "none found"
        return f"{certain} of up to {found.up_to} cells"
    verdict = "the smallest is" if found.status == "found" else "the smallest found is"
    return f"{verdict} {size_text(found.size)}"


def size_text(size: Size) -> str:
    """Return a size as text.

    >>> size_text((5, 10))
    '5x10'
    """
    return "x".join(map(str, size))


def designs_panel(made: Designs) -> Panel:
    """Return the number of challenges, the engines that confirmed them, and the seed."""
    facts: dict[str, int | str] = {}
    if made.challenges:
        grades = Counter(challenge.grade for challenge in made.challenges if challenge.grade)
        if grades:
            facts["grades"] = ", ".join(f"{number} {grade}" for grade, number in grades.items())
        given = [len(challenge.given) + len(challenge.holes) for challenge in made.challenges]
        conditions = [len(challenge.conditions) for challenge in made.challenges]
        name, numbers = ("given", given) if any(given) or not any(conditions) else ("conditions", conditions)
        low, high = min(numbers), max(numbers)
        facts[name] = integer(low) if low == high else f"{low} to {high}"
        prover, other = made.challenges[0].engines
        facts["one solution"] = f"proved by {prover}, solved again by {other}"
        facts["repeat with"] = f"--seed {made.seed}"
    if made.reason is not None:
        facts["reason"] = made.reason
    if made.remedy:
        facts["remedy"] = spelled(made.remedy, typed=True)
    facts["tried"] = counted(made.tried, "solution")
    number = f"{len(made.challenges)} of {counted(made.wanted, 'challenge')}"
    words = {"found": counted(len(made.challenges), "challenge"), "fewer": number}
    verdict = words.get(made.status, f"{number}, {made.status.replace('-', ' ')}")
    return facts_panel(f"{printable(made.puzzle.name)}: {verdict}", facts)


def merged_panel(merged: Merged) -> Panel:
    """Return the panel about the shares of a run."""
    found = f"{integer(merged.solutions)} (--symmetry {merged.symmetry})"
    facts: dict[str, int | str] = {"shares": merged.shares, "solutions": found}
    if merged.symmetry != "off":
        facts["total"] = f"{integer(merged.raw)} (rotations and reflections counted separately)"
    return facts_panel(f"{printable(merged.name)}: all shares", facts, "green")


def status_panel(status: RunStatus) -> Panel:
    """Return the panel about the progress of a stored run."""
    share = f", share {status.share}" if status.share else ""
    title = f"{printable(status.name)}: {status.command}{share}"
    return facts_panel(title, _status_rows(status), _STATE_COLORS[status.state])


def _status_rows(status: RunStatus) -> Iterator[tuple[str, str]]:
    so_far = "" if status.state == "complete" else " so far"
    is_ready = status.share and status.state == "complete"
    yield "status", "complete: ready to be merged" if is_ready else _STATES[status.state]
    if status.state != "complete":
        yield "searched", f"{share_text(status.searched)}; {counted(status.open_parts, 'part')} left"
    yield "solutions", f"{integer(status.solutions)}{so_far} (--symmetry {status.symmetry})"
    if status.symmetry != "off":
        yield "total", f"{integer(status.raw)} (rotations and reflections counted separately)"
    if len(status.engines) > 1:
        yield "engines", ", ".join(f"{engine} {counted(parts, 'part')}" for engine, parts in status.engines.items())
    yield "time", seconds(status.elapsed)
    if status.state != "complete" and status.remaining is not None:
        yield "remaining", f"about {estimated_seconds(round(status.remaining))}"
