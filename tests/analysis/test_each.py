"""The same question about every member of a family."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from itertools import count as count_from
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import count, load_spec, parse_spec, tabulate
from cp_puzzles.analysis.analysis_options import EachOptions
from cp_puzzles.analysis.certificate import check
from cp_puzzles.analysis.family.answer_plan import EachProgress, strip_counts
from cp_puzzles.analysis.family.each import each
from cp_puzzles.analysis.family.family import family_of
from cp_puzzles.analysis.family.member import FamilyResult, guess_recurrence
from cp_puzzles.analysis.family.member_search import Request
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.family_files import save_answers
from tests.cli.program import ENVIRONMENT, Program
from tests.examples import sampled
from tests.processes import finished, started

DOMINOES: dict[str, Any] = {
    "name": "dominoes",
    "parameters": {"n": 2, "m": 4},
    "board": {"size": ["{n}", "{m}"]},
    "tiles": [{"set": "domino", "multiplicity": "{n*m//2}"}],
}
DICE = "[[A1, C1, C3], [B2, D4, D4], [A4]]"
LABELED = """
name: dice
board:
  size: [4, 4]
  labels: |
    A1 A2 A3 A4
    B1 B2 B3 B4
    C1 C2 C3 C4
    D1 D2 D3 D4
fill: false
tiles:
- {set: monomino}
- {set: trominoes, multiplicity: 2}
"""


def counts(result: FamilyResult) -> list[int | None]:
    """Return the numbers of solutions in order."""
    return [answer.solutions for answer in result.answers]


def test_each_counts_published_sequences() -> None:
    """Dominoes on 2n x 2n boards (A004003), and on 2 x n boards, the Fibonacci numbers (A000045)."""
    squares = {**DOMINOES, "board": {"size": ["{2*n}", "{2*n}"]}, "parameters": {"n": 1}}
    squares["tiles"] = [{"set": "domino", "multiplicity": "{2*n*n}"}]
    assert counts(each(squares, for_="n=1..4", question="count", engine="frontier", jobs=1)) == [2, 36, 6728, 12988816]
    strips = each(DOMINOES, for_="m=1..10", question="count", jobs=1)
    assert counts(strips) == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    assert guess_recurrence([term or 0 for term in counts(strips)]) == (1, 1)


@pytest.mark.parametrize("text", [LABELED, LABELED.replace("fill: false", "fill: true")])
@pytest.mark.parametrize("engine", [None, "cp-sat"])
def test_each_roll_is_counted_as_alone(text: str, engine: str | None) -> None:
    """Members that share a cover problem have the counts that they have alone, with every engine."""
    spec = parse_spec(text)
    result = each(spec, leaves=DICE, question="count", engine=engine, jobs=1)
    assert len(result.members) == 6
    alone = [count(spec, leave=member.leave, symmetry="off", jobs=1).count for member in result.members]
    assert counts(result) == alone


@pytest.mark.slow
def test_each_solvable_agrees_with_the_counts() -> None:
    """A member that another one settles is solvable, and every subset of three cells has the answer of its count."""
    spec = parse_spec(LABELED)
    dice = str([[row + str(n) for row in "ABCD" for n in range(1, 5)]] * 3).replace("'", "")
    solvable, counted = (each(spec, leaves=dice, question=q, jobs=1) for q in ("solvable", "count"))
    assert [a.solvable for a in solvable.answers] == [bool(a.solutions) for a in counted.answers]
    assert {a.solvable for a in solvable.answers} == {True, False}
    assert solvable.asked < counted.asked < len(counted.members) / 8


def test_each_set_of_tiles() -> None:
    """The 28 tilings of 3x5 by three pentominoes, 7 up to symmetry, are told apart by the pieces.

    Members that use some of the tiles have the counts of puzzles with these tiles alone."""
    spec = parse_spec("{name: s, board: {size: [3, 5]}, tiles: [{set: pentominoes}]}")
    result = each(spec, sets=3, question="count", jobs=1)
    assert (len(result.members), result.total) == (220, 28)
    solvable = [m.tiles for m, a in zip(result.members, result.answers, strict=True) if a.solvable]
    assert ("L", "U", "X") not in solvable
    for tiles in solvable[:2]:
        alone = parse_spec(
            f"{{name: s, board: {{size: [3, 5]}}, tiles: [{{set: pentominoes, only: {list(tiles or ())}}}]}}"
        )
        member = next(a for m, a in zip(result.members, result.answers, strict=True) if m.tiles == tiles)
        assert count(alone, symmetry="off", jobs=1).count == member.solutions


def test_each_reads_boards_tiles_and_cases(tmp_path: Path) -> None:
    """Files of boards, of tiles and of cases make members; a wrong member is its own answer."""
    (tmp_path / "boards").write_text("2x3\nhook:\nXX.\n.XX\n\n3x3\n", encoding="utf-8")
    spec = load_spec("dominoes4x4").to_dict() | {"tiles": [{"set": "domino", "multiplicity": "any"}]}
    boards = each(spec, boards=tmp_path / "boards", question="count", jobs=1)
    assert [m.names["board"] for m in boards.members] == ["2x3", "hook", "3x3"]
    assert counts(boards) == [3, 1, 0]
    (tmp_path / "tiles").write_text("XX\n\nXXX\n\nXX\nXX\n", encoding="utf-8")
    assert [a.solvable for a in each(spec, tiles=tmp_path / "tiles", jobs=1).answers] == [True, False, True]
    (tmp_path / "cases").write_text("- {parameters: {n: 3}}\n- {board: {size: [9, x]}}\n- {fill: false}\n", "utf-8")
    cases = each(DOMINOES, cases=tmp_path / "cases", jobs=1)
    assert [a.status for a in cases.answers] == ["complete", "mistake", "complete"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"for_": "n=1.."}, "has no end"),
        ({"for_": "n=1..320,m=1..320"}, "102,400 members, about .* with 1 process; add yes"),
        ({}, "nothing varies"),
        ({"for_": "k=1..3"}, "the puzzle has no parameter 'k'; parameters: n, m"),
        ({"leaves": "dates"}, "has no labels"),
        ({"sets": 5}, "the puzzle has 1 tile"),
        ({"for_": "n=1..2", "parameters": {"n": 3}}, "for: n is already determined by parameters; omit one"),
        ({"for_": ["n=1..2", "n=5"]}, "for: n is already determined by for"),
    ],
)
def test_each_refuses_families(values: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A family without end, with an unknown parameter or with very many members is a mistake."""
    monkeypatch.setattr("cp_puzzles.analysis.family.each.PROBE_SECONDS", 0.01)
    monkeypatch.setattr("cp_puzzles.analysis.family.each.PROBE_MEMBERS", 2000)
    with pytest.raises(MistakeError, match=message):
        each(DOMINOES, **values, jobs=1)


def test_forecast_of_a_large_family_counts_shared_work_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 366 dates, the first takes 100 s for all of them, the others 2 s each: about 8 minutes on two processes."""
    clock, answer = [0.0], Request.answer

    def slow(request: Request, member: Any, deadline: Any) -> Any:
        clock[0] += 2.0 if clock[0] else 100.0
        return answer(request, member)

    monkeypatch.setattr(Request, "answer", slow)
    monkeypatch.setattr("cp_puzzles.analysis.family.each.monotonic", lambda: clock[0])
    monkeypatch.setattr("cp_puzzles.analysis.family.each.MANY_MEMBERS", 300)
    monkeypatch.setattr("cp_puzzles.analysis.family.each.PROBE_SECONDS", 20.0)
    with pytest.raises(MistakeError, match=r"has 366 members, about ([5-6] min|[34]\d\d s).* with 2 processes"):
        each("calendar", leaves="dates", jobs=2)


def test_progress_tells_the_time_of_the_open_members(monkeypatch: pytest.MonkeyPatch) -> None:
    """Members that take a second each: the time left is that of the open ones, from the tenth answer on."""
    clock, seen = count_from(0.0), list[EachProgress]()
    monkeypatch.setattr("cp_puzzles.analysis.family.answer_plan.monotonic", lambda: next(clock))
    each(DOMINOES, for_="m=1..30", jobs=1, on_progress=seen.append)
    left = [progress.seconds_left for progress in seen]
    assert left[:9] == [None] * 9
    for progress in seen[9:]:
        assert progress.seconds_left is not None
        assert progress.open / 2 <= progress.seconds_left <= 2 * progress.open
    assert "of 30 members" in str(seen[10])
    assert str(seen[10]).endswith(" s left")
    assert "left" not in str(seen[-1])


def test_each_continues_a_stored_run(tmp_path: Path) -> None:
    """Answers in a file are not searched again, and the file of another family is refused."""
    file = tmp_path / "answers"
    first = each(DOMINOES, for_="m=1..3", question="count", jobs=1, store=file)
    again = each(DOMINOES, for_="m=1..4", question="count", jobs=1, store=file)
    assert (first.asked, again.asked, counts(again)) == (3, 1, [1, 2, 3, 5])
    with pytest.raises(MistakeError, match="about another family"):
        each(DOMINOES, for_="m=1..3", jobs=1, store=file)


@pytest.mark.parametrize(
    ("tiles", "searched"),
    sampled(
        [
            ([{"set": "domino", "multiplicity": "any"}], 6),
            ([{"drawing": "XX", "name": "d", "multiplicity": "any", "rotate": False}], 9),
            ([{"set": "one-sided-tetrominoes", "multiplicity": "any"}, {"set": "domino", "multiplicity": "any"}], 9),
        ],
        every=3,
    ),
)
def test_each_searches_a_turned_rectangle_once(tiles: list[Any], searched: int) -> None:
    family = {**DOMINOES, "tiles": tiles}
    result = each(family, for_="n=2..4,m=2..4", question="solvable", engine="exact-cover", jobs=1)
    assert result.asked == searched
    alone = [bool(count({**family, "parameters": member.parameters}, limit=1).count) for member in result.members]
    assert [answer.solvable for answer in result.answers] == alone


def test_each_searches_images_of_a_drawn_board_once(tmp_path: Path) -> None:
    rows = ["XXXX", "XX.X", "XXX."]
    images = {"\n".join(rows), "\n".join(rows[::-1]), "\n".join(map("".join, zip(*rows, strict=True)))}
    (tmp_path / "boards.txt").write_text("\n\n".join([*images, "XXXX\nXXXX\nXX.."]))
    domino = {"name": "d", "board": {"size": [2, 2]}, "tiles": [{"set": "domino", "multiplicity": "any"}]}
    result = each(domino, boards=tmp_path / "boards.txt", question="count", jobs=1)
    assert (len(result.answers), result.asked) == (4, 2)
    assert len({*counts(result)}) == 2


def test_mistake_belongs_to_one_member(tmp_path: Path) -> None:
    """A mistake is the answer of its member alone, even if its data look like those of another."""
    board = {"name": "d", "board": {"size": [2, 2]}, "tiles": [{"set": "domino", "multiplicity": "any"}]}
    (tmp_path / "cases.yaml").write_text("""
- {board: [2, 3]}
- {board: {size: [2, 3]}}
- {description: [5], board: {size: [3, 2]}}
- {board: [XX, XX]}
- {board: {drawing: "XX\\nXX"}}
- {board: [XX, XX]}
""")
    result = each(board, cases=tmp_path / "cases.yaml", question="count", jobs=1)
    assert counts(result) == [None, 3, None, None, 2, None]
    reasons = [answer.reason or "" for answer in result.answers]
    assert ["cases.yaml:2:" in reasons[0], "cases.yaml:4:" in reasons[2], "cases.yaml:7:" in reasons[5]] == [True] * 3


def test_b_file_is_in_order(tmp_path: Path) -> None:
    result = each(DOMINOES, for_="n=2,m=4,2,3", question="count", jobs=1)
    save_answers(result, tmp_path / "b.txt")
    assert (tmp_path / "b.txt").read_text() == "2 2\n3 3\n4 5\n"
    with pytest.raises(MistakeError, match="steps of one"):
        save_answers(each(DOMINOES, for_="n=2,m=2,4", question="count", jobs=1), tmp_path / "b.txt")


def test_family_page_names_parameters(tmp_path: Path) -> None:
    """The page of a family has no braces in its title, a name before each row, and members in columns."""
    family = DOMINOES | {"name": "Dominoes {n} x {m}"}
    save_answers(each(family, for_="n=1..2,m=n..3", question="count", jobs=1), tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<h1>Dominoes n x m: 5 members" in text
    rows = re.findall(r"<tr><th>n = (\d)</th>(.*?)</tr>", text)
    assert [(n, re.findall(r"<td[^>]*>(?:<a[^>]*>)?(\d?)", row)) for n, row in rows] == [
        ("1", ["1", "2", "3"]),
        ("2", ["", "2", "3"]),
    ]


def test_each_puts_shares_together(tmp_path: Path) -> None:
    """Every member belongs to one share; the stored answers of all shares are those of one run."""
    asked: dict[str, Any] = {"leaves": DICE, "question": "count", "jobs": 1}
    spec, files = parse_spec(LABELED), [tmp_path / f"{k}.run" for k in (1, 2, 3)]
    parts = [each(spec, share=f"{k}/3", store=file, **asked) for k, file in enumerate(files, start=1)]
    answers = [sum(part.answers[n].status == "complete" for part in parts) for n in range(6)]
    assert answers == [1] * 6
    assert all(part.status == "complete" for part in parts)
    merged = each(spec, merge=files, **asked)
    assert merged.asked == 0
    assert counts(merged) == counts(each(spec, **asked))
    with pytest.raises(MistakeError, match="about another family"):
        each(spec, **{**asked, "question": "solvable"}, merge=files)
    with pytest.raises(MistakeError, match="third of ten"):
        each(spec, share="4/3", **asked)


def test_range_of_millions_is_not_listed() -> None:
    """The members of a range are made one by one, so that a large family is refused at once, with a forecast."""
    family = family_of(DOMINOES, EachOptions(for_="n=1..9999999"))
    assert (len(family), family[9_999_998].parameters) == (9_999_999, {"n": 9_999_999})


def test_check_leaves_cells_empty(run: Program) -> None:
    """`check --leave` is about the board without these cells, whose expected numbers do not apply."""
    done = run("check", "calendar", "--leave", "Nov", "--leave", "23", "--json")
    assert (json.loads(done.stdout)["cells"], json.loads(done.stdout)["reason"]) == (41, None)
    assert run("check", "calendar", "--leave", "Now").returncode == 2


def test_sweep_over_strips_keeps_to_the_memory() -> None:
    """Strips whose states need more memory are not swept; they are counted one by one, within the limit."""
    strips: dict[str, Any] = {**DOMINOES, "tiles": [{"set": "domino", "multiplicity": "any"}]}
    family = family_of(strips, EachOptions(for_="m=1..9"))
    with pytest.raises(MistakeError, match="memory"):
        [*strip_counts([family.base(member) for member in family], 100)]
    assert counts(each(strips, for_="m=1..9", question="count", memory=1_000_000, jobs=1))[:5] == [1, 2, 3, 5, 8]


def test_each_command_writes_answers(run: Program, tmp_path: Path) -> None:
    """The command prints a table or an object, and writes the formats by suffix."""
    spec = tmp_path / "d.yaml"
    spec.write_text(json.dumps(DOMINOES), encoding="utf-8")
    done = run("each", str(spec), "--for", "m=1..8", "--count", "--jobs", "1", "--out", str(tmp_path / "b.txt"))
    assert done.returncode == 0
    assert "guess: a(n) = a(n-1) + a(n-2) fits all 8 terms; this is not a proof" in done.stdout
    assert (tmp_path / "b.txt").read_text(encoding="utf-8").splitlines()[-1] == "8 34"
    for suffix, line in ((".csv", "8,yes,34,complete"), (".md", "| 8 | yes | 34 | complete |")):
        run("each", str(spec), "--for", "m=1..8", "--count", "--jobs", "1", "--out", str(tmp_path / f"t{suffix}"))
        assert (tmp_path / f"t{suffix}").read_text(encoding="utf-8").splitlines()[-1] == line
    summary = json.loads(run("each", str(spec), "--for", "m=3", "--count", "--jobs", "1", "--json").stdout)
    assert summary["members"] == [{"parameters": {"m": 3}, "solvable": True, "solutions": 3, "status": "complete"}]
    assert run("each", str(spec), "--for", "m=x", "--jobs", "1").returncode == 2


def test_each_says_that_a_time_limit_came(run: Program, tmp_path: Path) -> None:
    """The table and the summary say why answers are missing."""
    spec = tmp_path / "d.yaml"
    spec.write_text(json.dumps(DOMINOES), encoding="utf-8")
    limits = ("--engine", "cp-sat", "--jobs", "1", "--total-time-limit", "0.5")
    arguments = ("each", str(spec), "--set", "n=20", "--for", "m=20", "--count", *limits)
    done = run(*arguments)
    assert done.returncode == 3
    assert "a time limit came before the answer about 1 member" in done.stdout
    assert json.loads(run(*arguments, "--json").stdout)["status"] == "time-limit"


def test_each_ends_in_time() -> None:
    """Members that are not reached before the total limit have no answer, and the status tells it."""
    result = each(DOMINOES, for_="n=12..14,m=12..14", question="count", engine="cp-sat", jobs=1, total_time_limit=0.2)
    assert result.status == "time-limit"
    assert {answer.solvable for answer in result.answers} <= {None, True, False}


@pytest.mark.parametrize(
    ("option", "text", "place"),
    [
        ("boards", "2x2\n\nhook:\nX!\n", "4:1: board"),
        ("boards", "2x2\n2x0\n", "2:1: board.size.1"),
        ("tiles", "XX\n\nX.\n.X\n", "3:1: tiles.0"),
        ("cases", "- {fill: false}\n- parameters: {n: 2}\n  bord: 3\n", "3:3: bord"),
        ("cases", "- {fill: false}\n- parameters: {n: 2, k: 3}\n", "2:22: parameters.k"),
        ("cases", "- {fill: false}\n- {leave: [A1]}\n", "2:4: leave"),
    ],
)
def test_wrong_member_names_a_place(option: str, text: str, place: str, tmp_path: Path) -> None:
    """A mistake in a member names the file that lists the members and its line there, not the puzzle file."""
    path = tmp_path / "members"
    path.write_text(text, encoding="utf-8")
    result = each(DOMINOES, jobs=1, **{option: str(path)})  # type: ignore[arg-type]
    assert [answer.status for answer in result.answers] == ["complete", "mistake"]
    assert (result.answers[1].reason or "").startswith(f"{path}:{place}")


def test_wrong_value_names_the_range() -> None:
    """A word for a number is a mistake of the range that has it."""
    answer = each(DOMINOES, for_="n=abc", jobs=1).answers[0]
    assert answer.status == "mistake"
    assert str(answer.reason).startswith("for='n=abc': 'n' is a number")


def test_wrong_tile_names_a_place(tmp_path: Path) -> None:
    """A name that is no tile is a mistake with its line and column."""
    path = tmp_path / "tiles"
    path.write_text("I\n\nI Q\n", encoding="utf-8")
    with pytest.raises(MistakeError, match=f"{path}:3:3: there is no tile 'Q'"):
        each(DOMINOES, tiles=str(path))


STRIP = {**DOMINOES, "tiles": [{"set": "domino", "multiplicity": "any"}], "board": {"size": [2, "{m}"]}}
STRIP["parameters"] = {"m": 2}


@pytest.mark.parametrize(
    ("question", "rest", "values"),
    [
        ("unique", {}, [True, False, False]),
        ("best", {"minimize": "pieces", "fill": False, "rules": {"maximal": True}}, [1, 2, 2]),
        ("grade", {}, ["easy", "several solutions", "several solutions"]),
    ],
)
def test_each_answers_other_questions(question: Any, rest: dict[str, Any], values: list[object]) -> None:
    """Uniqueness, the best value, and the grade are those that each member has alone."""
    assert [a.value for a in each({**STRIP, **rest}, for_="m=1..3", question=question, jobs=1).answers] == values


T_BOARDS: dict[str, Any] = {
    "name": "T",
    "parameters": {"n": 4},
    "board": {"size": [3, "{n}"]},
    "tiles": [{"name": "T", "drawing": "XXX\n.X.", "multiplicity": "any"}],
}


def test_impossible_members_are_explained(run: Program, tmp_path: Path) -> None:
    """A member without a solution has its reason with `--explain`, and a certificate that its checker verifies."""
    spec = tmp_path / "t.yaml"
    spec.write_text(json.dumps(T_BOARDS), encoding="utf-8")
    options = ("--for", "n=3..4", "--jobs", "1", "--certificate", str(tmp_path / "proofs"))
    done = run("each", str(spec), *options, "--explain")
    assert done.returncode == 0, done.stderr
    assert "wrote" in done.stderr
    assert "2 certificates" in done.stderr
    assert done.stdout.count("no: ") == 2
    for folder in ("n_3", "n_4"):
        assert check.verdict(tmp_path / "proofs" / folder)[0] == 0


def test_each_keeps_the_answers_before_an_interrupt(tmp_path: Path) -> None:
    """Ctrl-C keeps the answers, the summary has every member, and the same call continues with the store."""

    def interrupt(progress: EachProgress) -> None:
        if progress.open == 2:
            raise KeyboardInterrupt

    options: dict[str, Any] = {"for_": "m=1..4", "question": "count", "jobs": 1, "store": tmp_path / "answers"}
    first = each(DOMINOES, **options, on_progress=interrupt)
    assert (first.status, counts(first)) == ("interrupted", [1, 2, None, None])
    assert [member["status"] for member in first.summary()["members"]] == ["complete"] * 2 + ["interrupted"] * 2
    again = each(DOMINOES, **options)
    assert (again.status, again.asked, counts(again)) == ("complete", 2, [1, 2, 3, 5])


def stored(path: Path) -> list[bytes]:
    """Return the members with an answer in a file, which may not be begun."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return [subject for (subject,) in connection.execute("SELECT subject FROM answers")]
    return []


@pytest.mark.slow
def test_each_goes_on_after_processes_died(tmp_path: Path) -> None:
    """Members of a process that was killed are asked again, and every answer is that of one process."""
    killed: list[multiprocessing.process.BaseProcess] = []

    def kill(progress: EachProgress) -> None:
        children = multiprocessing.active_children()
        if children and len(killed) < 4:
            killed.append(children[0])
            os.kill(children[0].pid or 0, signal.SIGKILL)

    sets: dict[str, Any] = {"sets": 5, "question": "count"}
    spec = parse_spec("{name: s, board: {size: [5, 5]}, tiles: [{set: pentominoes}]}")
    result = each(spec, **sets, jobs=2, store=tmp_path / "answers", on_progress=kill)
    assert (len(killed), result.status, result.asked) == (4, "complete", 792)
    assert counts(result) == counts(each(spec, **sets, jobs=1))
    assert len(stored(tmp_path / "answers")) == 792


@pytest.mark.slow
def test_each_goes_on_after_the_program_was_killed(tmp_path: Path) -> None:
    """A run that was killed six times, half of them without its processes, has every answer once."""
    spec, store = tmp_path / "s.yaml", tmp_path / "answers"
    spec.write_text("{name: s, board: {size: [5, 5]}, tiles: [{set: pentominoes}]}", encoding="utf-8")
    command = [sys.executable, "-m", "cp_puzzles", "each", str(spec), "--sets", "5", "--count", "--jobs", "2", "--json"]
    dice, environment = random.Random(1), {**os.environ, **ENVIRONMENT}
    for kill in range(6):
        before = len(stored(store))
        with started([*command, "--store", str(store)], stdout=subprocess.DEVNULL, env=environment) as program:
            wanted = before + dice.randrange(1, 40)
            while program.poll() is None and not len(stored(store)) >= wanted:
                time.sleep(0.005)
            if kill % 2:  # `started` kills the processes later
                program.kill()
                program.wait()
                time.sleep(0.5)
    summary = json.loads(finished([*command, "--store", str(store)], status=0, env=environment).stdout)
    assert (summary["status"], len(stored(store))) == ("complete", 792)
    expected = counts(each(str(spec), sets=5, question="count", jobs=1))
    assert [member["solutions"] for member in summary["members"]] == expected


@pytest.mark.slow
def test_member_whose_processes_always_die_is_lost() -> None:
    """A member that ends every process is told; the run ends."""
    stopped = threading.Event()

    def kill() -> None:
        while not stopped.wait(0.2):
            for child in multiprocessing.active_children():
                with suppress(OSError):
                    os.kill(child.pid or 0, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    long: dict[str, Any] = {"name": "long", "parameters": {"n": 2}, "board": {"size": ["{n}", "{n}"]}}
    long["tiles"] = [{"set": "domino", "multiplicity": "any"}]
    try:
        result = each(long, for_="n=12,14", question="count", engine="cp-sat", jobs=2)
    finally:
        stopped.set()
        killer.join()
    assert [answer.status for answer in result.answers] == ["lost", "lost"]
    assert (result.status, result.summary()["status"]) == ("lost", "lost")


def test_each_interrupted_before_the_search_has_members(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result has every member even if Ctrl-C comes while they are compared."""

    def interrupt(plan: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cp_puzzles.analysis.family.answer_plan.AnswerPlan.classify", interrupt)
    result = each(DOMINOES, for_="m=1..4", jobs=1)
    assert (result.status, len(result.summary()["members"])) == ("interrupted", 4)


@pytest.mark.parametrize(
    ("case", "problem"),
    [
        ("parameters: [1]", "0.parameters: a list of 1 is not a mapping"),
        ("parameters: {n: [1]}", "0.parameters.n: a list of 1 is not a number or a word"),
    ],
)
def test_case_with_wrong_parameters_is_refused(case: str, problem: str, tmp_path: Path) -> None:
    """Wrong parameters of a case are a mistake with its place, not an internal error."""
    path = tmp_path / "cases.yaml"
    path.write_text(f"- {{{case}}}\n")
    with pytest.raises(MistakeError) as caught:
        each(DOMINOES, cases=str(path), jobs=1)
    assert f"{path}:1:" in str(caught.value)
    assert problem in str(caught.value)


def family(name: str, board: list[object], tiles: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a family with the parameter n."""
    return {"name": name, "parameters": {"n": 4}, "board": {"size": board}, "tiles": tiles}


STRIPS: list[dict[str, Any]] = [{"name": "cell", "drawing": "X", "multiplicity": "any"}]
STRIPS += [{"name": "strip", "size": [1, "{n-1}"], "multiplicity": "any"}]
SEQUENCES: dict[str, tuple[dict[str, Any], tuple[int, list[int]]]] = {
    # the published terms, from the first n
    "A004003": (
        family("dominoes", ["{2*n}", "{2*n}"], [{"set": "domino", "multiplicity": "any"}]),
        (1, [2, 36, 6728, 12988816, 258584046368]),
    ),
    "A045846": (
        family("squares", ["{n}", "{n}"], [{"family": "squares", "multiplicity": "any"}]),
        (1, [1, 2, 6, 40, 472, 10668]),
    ),
    "A052961": (
        family("bars", [2, "{n}"], [{"family": "bars", "multiplicity": "any"}]),
        (1, [2, 7, 29, 124, 533, 2293, 9866, 42451]),
    ),
    "A254124": (
        family("bars", [3, "{n}"], [{"family": "bars", "multiplicity": "any"}]),
        (1, [4, 29, 257, 2408, 22873, 217969, 2078716]),
    ),
    "A335560": (
        family("strips", ["{n}", "{n}"], STRIPS),
        (3, [131, 335, 851, 2207, 5891, 16175, 45491, 130367]),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SEQUENCES)
def test_b_file_has_the_published_terms(name: str, tmp_path: Path) -> None:
    """A b-file has the terms of the sequence in the OEIS, with its offset; A052961 and A254124 are rows of A254414."""
    spec, (first, terms) = SEQUENCES[name]
    result = each(spec, for_=f"n={first}..{first + len(terms) - 1}", question="count", engine="frontier", jobs=1)
    save_answers(result, tmp_path / "b.txt")
    lines = [f"{n} {term}" for n, term in enumerate(terms, start=first)]
    assert (tmp_path / "b.txt").read_text(encoding="utf-8").splitlines() == lines


@pytest.mark.slow
def test_sets_of_six_hexominoes_that_fill_a_square() -> None:
    """13,710 of the 1.6 million sets fill 6x6 (M. Hamlyn, 1999): one count by tiles tells which."""
    spec = parse_spec("{name: h, board: {size: [6, 6]}, tiles: [{set: hexominoes, multiplicity: 0-1}]}")
    table = tabulate(spec, by="tiles", symmetry="off", jobs=1)
    assert (len(table.rows), sum(number for _, number, _ in table.rows)) == (13_710, 185_192)


@pytest.mark.slow
def test_katamino_sets_agree_by_three_methods(tmp_path: Path) -> None:
    """Of the 924 sets of six pentominoes, 172 fill 5x6: by sets, by one count by tiles, and CP-SAT on every seventh."""
    text = "{name: k, board: {size: [5, 6]}, tiles: [{set: pentominoes%s}]}"
    table = tabulate(parse_spec(text % ", multiplicity: {max: 1}"), by="tiles", symmetry="off", jobs=1)
    once = {tuple(str(value).split()): number for value, number, _ in table.rows}
    result = each(parse_spec(text % ""), sets=6, question="count", engine="exact-cover", jobs=1)
    number = {m.tiles: a.solutions for m, a in zip(result.members, result.answers, strict=True)}
    assert (len(number), {tiles: n for tiles, n in number.items() if n}) == (924, once)
    assert (len(once), sum(once.values())) == (172, 2164)
    some = list(number)[::7]
    (tmp_path / "sets").write_text("".join(" ".join(tiles or ()) + "\n" for tiles in some), encoding="utf-8")
    again = each(parse_spec(text % ""), tiles=tmp_path / "sets", question="count", engine="cp-sat", jobs=1)
    assert counts(again) == [number[tiles] for tiles in some]


def test_each_help_explains_files_and_options(run: Program, tmp_path: Path) -> None:
    """A size that is no size, a missing file and the memory that a member lacks are named as they are typed."""
    spec = tmp_path / "d.yaml"
    spec.write_text(json.dumps(DOMINOES), encoding="utf-8")
    (tmp_path / "boards").write_text("2x3\n3x3x\n", encoding="utf-8")
    assert "boards:2:1: '3x3x' is not a size; " in run("each", str(spec), "--boards", str(tmp_path / "boards")).stderr
    assert ": there is no such file" in run("each", str(spec), "--boards", str(tmp_path / "none")).stderr
    options = ("--for", "m=1", "--memory", "1KB", "--count", "--engine", "exact-cover", "--jobs", "1")
    assert "--memory" in run("each", str(spec), *options).stdout
    assert "\n1 solution together\n" in run("each", str(spec), "--for", "m=1", "--count", "--jobs", "1").stdout


def test_boards_replace_the_parameters_of_the_board(tmp_path: Path) -> None:
    """A member whose board has no parameter needs none of the file, unless a value is given for it."""
    (tmp_path / "boards").write_text("2x3\n4x4\n", encoding="utf-8")
    family: dict[str, Any] = {**DOMINOES, "tiles": [{"set": "domino", "multiplicity": "any"}]}
    assert counts(each(family, boards=tmp_path / "boards", question="count", jobs=1)) == [3, 36]
    answer = each(family, boards=tmp_path / "boards", parameters={"m": 6}, jobs=1).answers[0]
    assert answer.status == "mistake"
    assert "no expression uses this parameter" in str(answer.reason)


def test_independent_ranges_are_not_listed() -> None:
    """Ranges of parameters that depend on no other are axes, however many combinations they have."""
    assert (
        len(family_of({**DOMINOES, "parameters": {"m": 1, "n": 1}}, EachOptions(for_="m=1..5000,n=1..5000")))
        == 25_000_000
    )
