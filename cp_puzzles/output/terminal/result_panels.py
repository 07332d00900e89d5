"""Panels of figures: searches, estimates, samples, smallest rectangles, challenges, stored runs; findings of checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cp_puzzles.base.text import counted, estimated, estimated_seconds, integer, rounded, seconds, share_text
from cp_puzzles.errors import spelled
from cp_puzzles.output.terminal.scene import printable

if TYPE_CHECKING:
    from cp_puzzles.analysis.design.challenge import Designs
    from cp_puzzles.analysis.forecast import Forecast
    from cp_puzzles.analysis.numbered_tilings import Sample
    from cp_puzzles.analysis.puzzle_check import Check
    from cp_puzzles.analysis.smallest_rectangle import Size, Smallest
    from cp_puzzles.search.merge import Merged
    from cp_puzzles.search.run_result import Interval
    from cp_puzzles.search.store.stored_run import RunStatus

Facts = Mapping[str, int | str | None] | Iterable[tuple[str, int | str | None]]
"""Figures by name, in order; None for a figure that a result does not have."""


def facts_panel(title: str, facts: Facts, color: str = "none") -> Panel:
    """Return figures in a frame with a title."""
    head = Text(title, style="bold" if color == "none" else f"bold {color}")
    return Panel(facts_table(facts), title=head, title_align="left", border_style=color, box=box.ROUNDED, expand=False)


def facts_table(facts: Facts) -> Table:
    """Return figures by name, a line each."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in dict(facts).items():
        if value is not None:
            table.add_row(name, Text(integer(value) if isinstance(value, int) else value))
    return table


_STATUS = {
    "complete": "complete: every possibility was examined",
    "limit": "stopped at the limit: there may be more",
    "time-limit": "out of time: the search was not finished, there may be more",
    "interrupted": "interrupted: the search was not finished, there may be more",
}

_SAME = {
    "full": "up to rotation and reflection",
    "rotations": "up to rotation; mirror images counted separately",
    "off": "rotations and reflections counted separately",
    "components": "up to rotation, reflection and exchange of the parts of the board",
    "colors": "up to rotation, reflection and exchange of colors",
}

_ISOMETRIES = {
    "full": ("rotation or reflection", "rotations and reflections"),
    "rotations": ("rotation", "rotations"),
    "components": ("isometry of its parts", "isometries of its parts"),
    "colors": ("isometry or exchange of colors", "isometries with exchanges of colors"),
}


def summary_panel(summary: Mapping[str, Any], explain: str = "explain(puzzle)", *, verbose: bool = False) -> Panel:
    """Return a panel about a search, from the summary of its result (the keys of `--json`).

    Absent keys have no line. `explain` is the command that explains why there is none; `verbose`: also the engine,
    the symmetries and the sizes.
    """
    none = summary["status"] == "complete" and not summary["solutions"]
    color = "red" if none else "green" if summary["status"] == "complete" or _is_solved(summary) else "yellow"
    return facts_panel(headline(summary), _rows(summary, explain, verbose=verbose), color)


def headline(summary: Mapping[str, Any]) -> str:
    """Return the result in a line.

    >>> headline({"name": "Soma cube", "status": "complete", "solutions": 240, "symmetry": "full"})
    'Soma cube: 240 solutions'
    >>> headline({"name": "Soma cube", "status": "limit", "solutions": 3})
    'Soma cube: 3 solutions, perhaps more'
    >>> headline({"name": "Soma cube", "status": "limit", "solutions": 1})
    'Soma cube: solved'
    """
    name, found = printable(str(summary["name"])), int(summary["solutions"])
    if _is_solved(summary):
        return f"{name}: solved"
    if summary["status"] == "complete":
        return f"{name}: {counted(found, 'solution') if found else 'no solution'}"
    return f"{name}: {counted(found, 'solution')}, perhaps more" if found else f"{name}: no solution found yet"


def _is_solved(summary: Mapping[str, Any]) -> bool:
    """Return whether one solution, not a best one, was asked for and found."""
    return summary["status"] == "limit" and summary["solutions"] == 1 and not summary.get("objective")


def _rows(summary: Mapping[str, Any], explain: str, *, verbose: bool) -> Iterator[tuple[str, str | None]]:
    found, symmetry, is_solved = int(summary["solutions"]), str(summary.get("symmetry", "off")), _is_solved(summary)
    has_orbits = verbose and found and symmetry != "off" and not is_solved
    yield "reason", summary.get("reason") or None
    yield "best", _best(summary["objective"]) if summary.get("objective") and found else None
    yield "solutions", f"{integer(found)} ({_SAME[symmetry]})" if has_orbits else None
    # a cover problem in a file has neither tiles nor symmetries
    if found and not is_solved and summary.get("tiles") != 0:
        raw = found if symmetry == "off" else summary.get("raw")
        if raw is not None:
            yield "total", f"{integer(raw)} ({_SAME['off']})"
        elif "raw" in summary:
            yield "total", "unknown until the search is complete"
    if has_orbits:
        one, many = _ISOMETRIES[symmetry]
        same, order = summary.get("self_symmetric"), summary.get("group_order")
        yield "symmetric", None if same is None else f"{integer(same)} (the same after some {one})"
        none = f"none (no {one} yields another solution)" if order else None
        yield "symmetries", f"{integer(order)} ({many} of the puzzle)" if order and order > 1 else none
    if verbose and all(summary.get(key) is not None for key in ("cells", "tiles", "items", "options")):
        items, options = counted(summary["items"], "item"), summary["options"]
        pieces = f"{counted(summary['cells'], 'cell')}, {counted(summary['tiles'], 'tile')}"
        puzzle = "puzzle", f"{pieces}; {counted(options, 'placement')}, {items}"
        yield puzzle if summary["tiles"] else ("problem", f"{counted(options, 'option')}, {items}")
    yield "engine", _engine(summary) if verbose and not summary.get("reason") else None
    yield "time", time_text(summary, verbose=verbose)
    status, phase = str(summary["status"]), summary.get("stopped_while")
    if status == "complete" and not found:
        yield "status", "complete: it cannot be solved" + ("" if summary.get("reason") else f"; {explain} says why")
    elif is_solved:
        yield "status", "solved: one solution was asked for, and there may be more"
    elif phase is None:
        again = summary.get("statistics", {}).get("counted_again")
        more = "" if again is None else f"; {counted(again, 'solution')} found again when the run goes on"
        yield "status", _STATUS[status] + more
    else:
        yield "status", f"{_STATUS[status].partition(':')[0]} while {phase}: the search had not begun"


def _best(objective: Mapping[str, Any]) -> str:
    """Return the text about the best value and its bound.

    >>> _best({"maximize": "covered", "value": 60, "bound": 60}), _best({"minimize": "pieces", "value": 9, "bound": 7})
    ('covered 60: proved, more is impossible', 'pieces 9: not proved, 7 may be possible')
    """
    key = "maximize" if "maximize" in objective else "minimize"
    subject, bound = f"{objective[key]} {integer(objective['value'])}", objective["bound"]
    if bound == objective["value"]:
        return f"{subject}: proved, {'more' if key == 'maximize' else 'less'} is impossible"
    return f"{subject}: not proved" + (f", {integer(bound)} may be possible" if bound is not None else "")


def _engine(summary: Mapping[str, Any]) -> str:
    winner = summary.get("statistics", {}).get("winner")
    name = f"{summary.get('engine')}, the first of several searches to finish" if winner else summary.get("engine")
    reason = summary.get("engine_reason")
    parts = [f"{name} ({reason})" if reason else str(name)] if name else []
    if summary.get("breaking") and summary.get("symmetry") != "off" and not winner:
        parts.append(f"symmetry broken by {summary['breaking']}")
    if summary.get("jobs") is not None:
        parts.append(counted(summary["jobs"], "process", "processes"))
    return ", ".join(parts)


LEAST_COMPILE_SECONDS = 0.1
"""A shorter compilation is not worth a word."""


def time_text(summary: Mapping[str, Any], *, verbose: bool = True) -> str:
    """Return the time of a search, that to its first solution if `verbose`, and that of compiling apart from it."""
    total, first = summary.get("seconds") or 0.0, summary.get("first_solution_seconds")
    compiling = summary.get("statistics", {}).get("compile_seconds", 0.0)
    if compiling >= total:  # a part of an earlier session
        compiling = 0.0
    text = seconds(total - compiling)
    if verbose and first is not None:
        text += f", the first solution after {seconds(first - compiling if first > compiling else first)}"
    return f"{text}, and {seconds(compiling)} to compile, once" if compiling >= LEAST_COMPILE_SECONDS else text


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
    facts: dict[str, str | None] = {"no solution": forecast.reason}
    if forecast.reason is None:
        time, pace = forecast.seconds, f"{forecast.engine}, {counted(forecast.jobs, 'process', 'processes')}"
        value, low, high = map(estimated_seconds, (time.value, time.low, time.high))
        times = {name: f"{name} about {estimated_seconds(each.value)}" for name, each in forecast.engines.items()}
        keys, unchecked = forecast.unchecked_rules, "only checked on finished tilings, so there may be fewer solutions"
        facts = {
            "solutions": _numbers(forecast.solutions),
            "total": _numbers(forecast.raw),
            "search tree": f"{_numbers(forecast.nodes)} nodes",
            "time": f"about {value} ({low} to {high}; {pace})",
            "others": ", ".join(text for name, text in times.items() if name != forecast.engine) or None,
            "without rule": f"{', '.join(keys)}: {unchecked}" if keys else None,
        }
    title = f"{printable(forecast.name)}: " + ("the whole tree was searched" if forecast.exact else "an estimate")
    return facts_panel(title, facts)


def _numbers(interval: Interval) -> str:
    """Return a number with its bounds.

    >>> from cp_puzzles.search.run_result import Interval
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
    tilings, numbers, facts = sample.tilings, sample.numbers, dict[str, str | None]()
    if not sample.total:
        facts["reason"] = tilings.reason or "the puzzle has no solution"
    if numbers:
        facts = {
            "drawn from": f"{counted(sample.total, 'tiling')} ({_SAME['off']})",
            f"number{'s' * (len(numbers) > 1)}": _first("; ", [f"{number + 1:,}" for number in numbers], MAX_NUMBERS),
            "engine": tilings.engine,
            "repeat with": None if sample.seed is None else f"--seed {sample.seed}",
        }
    facts["status"] = None if sample.status == "complete" else f"{sample.status}: not all tilings were drawn"
    drawn = counted(len(numbers), "tiling") if sample.total else "no tiling"
    return facts_panel(f"{printable(tilings.puzzle.name)}: {drawn}", facts)


def _first(separator: str, texts: Sequence[str], most: int) -> str | None:
    """Return the first texts with a separator between, and dots for those beyond; None without any."""
    return separator.join([*texts[:most], *["..."] * (len(texts) > most)]) or None


def smallest_panel(found: Smallest) -> Panel:
    """Return the panel about the board that was found, its certainty, and the boards that were excluded."""
    proofs = [each.reason is not None for each in found.attempts if each.answer == "none"]
    ways = (("proved", True, "a proof before any search"), ("searched", False, "a search to its end"))
    size = None if found.size is None else size_text(found.size)
    facts = {
        "size": size,
        "pieces": found.pieces,
        "tried": counted(len(found.attempts), "board"),
        **{name: f"{proofs.count(way)} cannot be filled, by {how}" for name, way, how in ways if way in proofs},
        "undecided": _first(", ", [*map(size_text, found.undecided)], MAX_NAMES),
        "time": seconds(sum(attempt.seconds for attempt in found.attempts)),
    }
    if found.ended is not None:
        verdict = {"interrupted": "interrupted", "time-limit": "out of time"}[found.ended]
    elif size is None:
        verdict = f"{'none' if found.status == 'none' else 'none found'} of up to {found.up_to} cells"
    else:
        verdict = f"the smallest {'is' if found.status == 'found' else 'found is'} {size}"
    return facts_panel(f"{printable(found.name)}: {verdict}", facts)


def size_text(size: Size) -> str:
    """Return a size as text.

    >>> size_text((5, 10))
    '5x10'
    """
    return "x".join(map(str, size))


def designs_panel(made: Designs) -> Panel:
    """Return the number of challenges, the engines that confirmed them, and the seed."""
    facts: dict[str, str | None] = {}
    if made.challenges:
        grades = Counter(challenge.grade for challenge in made.challenges if challenge.grade)
        prover, other = made.challenges[0].engines
        chosen = {
            "given": [len(challenge.given) for challenge in made.challenges],
            "holes": [len(challenge.holes) for challenge in made.challenges],
            "conditions": [len(challenge.conditions) for challenge in made.challenges],
        }
        chosen = {name: numbers for name, numbers in chosen.items() if any(numbers)} or {"given": chosen["given"]}
        facts = {
            "grades": ", ".join(f"{number} {grade}" for grade, number in grades.items()) or None,
            **{name: " to ".join(map(integer, sorted({min(each), max(each)}))) for name, each in chosen.items()},
            "one solution": f"proved by {prover}, solved again by {other}",
            "repeat with": f"--seed {made.seed}",
        }
    remedy = spelled(made.remedy, typed=True) if made.remedy else None
    facts |= {"reason": made.reason, "remedy": remedy, "tried": counted(made.tried, "solution")}
    number = f"{len(made.challenges)} of {counted(made.wanted, 'challenge')}"
    words = {"found": counted(len(made.challenges), "challenge"), "fewer": number}
    verdict = words.get(made.status, f"{number}, {made.status.replace('-', ' ')}")
    return facts_panel(f"{printable(made.puzzle.name)}: {verdict}", facts)


def merged_panel(merged: Merged) -> Panel:
    """Return the panel about the shares of a run."""
    facts = {"shares": merged.shares, **_found(merged)}
    return facts_panel(f"{printable(merged.name)}: all shares", facts, "green")


def _found(run: Merged | RunStatus, so_far: str = "") -> dict[str, str | None]:
    """Return the solutions of a stored run, and their number with all images."""
    total = None if run.symmetry == "off" else f"{integer(run.raw)} ({_SAME['off']})"
    return {"solutions": f"{integer(run.solutions)}{so_far} (--symmetry {run.symmetry})", "total": total}


def status_panel(status: RunStatus) -> Panel:
    """Return the panel about the progress of a stored run."""
    share, is_complete = f", share {status.share}" if status.share else "", status.state == "complete"
    left, remaining = f"{counted(status.open_parts, 'part')} left", status.remaining
    engines = (f"{engine} {counted(parts, 'part')}" for engine, parts in status.engines.items())
    is_timed = not is_complete and remaining is not None
    facts = {
        "status": "complete: ready to be merged" if share and is_complete else _STATES[status.state],
        "searched": None if is_complete else f"{share_text(status.searched)}; {left}",
        **_found(status, "" if is_complete else " so far"),
        "engines": ", ".join(engines) if len(status.engines) > 1 else None,
        "time": seconds(status.elapsed),
        "remaining": f"about {estimated_seconds(round(remaining or 0))}" if is_timed else None,
    }
    return facts_panel(f"{printable(status.name)}: {status.command}{share}", facts, _STATE_COLORS[status.state])


def check_lines(check: Check) -> Text:
    """Return the findings, the name first; numbers that differ from the expected ones stand out."""
    text = Text()
    text.append(check.file, style="bold")
    sizes = f"{counted(check.items, 'item')}, {counted(check.options, 'option')}"
    if check.cells:  # a cover problem in a file has neither cells nor tiles nor symmetries
        sizes = f"{counted(check.cells, 'cell')}, {counted(check.tiles, 'tile')}, {sizes}"
        sizes += f", symmetries {integer(check.symmetry_order)} ({counted(check.rotations, 'rotation')})"
    text.append(f": {sizes}")
    if check.reason is not None:
        text.append(f"\n  no solution: {check.reason}", style="yellow")
    if check.difficulty is not None:
        text.append(f"\n  grade: {check.difficulty}", style="green")
    elif check.no_grade is not None:
        text.append(f"\n  no grade: {check.no_grade.removesuffix(', so it has no grade')}", style="yellow")
    for each in check.comparisons:
        color, words = "bold red", f"expected, {integer(each.counted or 0)} counted"
        if each.counted is None:
            color, words = "yellow", "expected, not counted in time"
        elif each.agrees:
            color, words = "green", "as expected"
        time = f" ({seconds(each.seconds)})" if each.seconds else ""
        text.append(f"\n  {each.name}: {integer(each.expected)} {words}{time}", style=color)
    return text
