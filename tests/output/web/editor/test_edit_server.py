"""The editor with the program behind it: what the server answers, to whom, and what the page does with it."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.output.web import program_questions
from cp_puzzles.output.web.edit_server import EditServer
from tests.output.web.conftest import Browser

SPEC = "name: Mine\nboard: {size: [2, 2]}\ntiles: [{set: domino, multiplicity: 2}]\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EditServer]:
    """A server of a puzzle in a file."""
    file = tmp_path / "mine.yaml"
    file.write_text(SPEC, "utf-8")
    server = EditServer(SPEC, file)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def asked(server: EditServer, path: str, data: Any = None, **headers: str) -> tuple[int, bytes]:
    """Return the status and the body of an answer; `data` is posted as JSON, with the headers of the page."""
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    own = {"Origin": f"http://127.0.0.1:{server.server_port}", "Content-Type": "application/json"}
    try:
        if data is None:
            connection.request("GET", path, headers=headers)
        else:
            body = data if isinstance(data, bytes) else json.dumps(data).encode()
            connection.request("POST", path, body, {**own, **headers})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_only_the_page_itself_is_answered(server: EditServer) -> None:
    """Another token, host, origin or site, a simple form, and a path outside are refused; no command runs."""
    own = f"/{server.token}/"
    question = {"question": "count", "text": SPEC}
    assert asked(server, own)[0] == 200
    assert asked(server, own, Host=f"localhost:{server.server_port}")[0] == 200
    for path in (
        "/",
        "/x/",
        f"/{server.token[:-1]}/",
        f"/{server.token}%C3%A9/",
        f"/{server.token}",
        f"{own}../",
        f"{own}work/0",
    ):
        assert asked(server, path)[0] == 404, path
    for headers in (
        {"Host": "evil.example"},
        {"Host": f"evil.example:{server.server_port}"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert asked(server, own, **headers)[0] == 404, headers
        assert asked(server, f"{own}ask", question, **headers)[0] == 404, headers
    for headers in ({"Content-Type": "text/plain"}, {"Content-Type": "application/x-www-form-urlencoded"}):
        assert asked(server, f"{own}ask", question, **headers)[0] == 400, headers
    for data in (
        b"",
        b"[]",
        b"{",
        b"[" * 100_000,
        {"question": "rm", "text": ""},
        {"question": "count", "text": 3},
        {},
    ):
        assert asked(server, f"{own}ask", data)[0] in (400, 404), data
    assert server.program.work("0") is None


def test_second_editor_takes_another_port(server: EditServer) -> None:
    """An editor whose port is taken, by another editor or another program, listens at another port."""
    second = EditServer(SPEC)
    try:
        assert second.server_port != server.server_port
    finally:
        second.server_close()


def test_puzzle_is_saved_unless_its_file_has_changed(server: EditServer, tmp_path: Path) -> None:
    """The page saves as often as it likes; what another program has written since is kept."""
    file, save = tmp_path / "mine.yaml", f"/{server.token}/save"
    for text in ("name: Other\n", "name: Third\n"):
        assert asked(server, save, {"text": text}) == (200, b"{}")
        assert file.read_text("utf-8") == text
    file.write_text("name: From outside\n", "utf-8")
    status, body = asked(server, save, {"text": SPEC})
    assert (status, "has changed on disk" in json.loads(body)["problem"]) == (200, True)
    assert file.read_text("utf-8") == "name: From outside\n"


def test_puzzle_with_a_lone_surrogate_is_refused(server: EditServer) -> None:
    """A mistake is told in one line, and the next question is answered."""
    own = f"/{server.token}/ask"
    body = json.dumps({"question": "count", "text": "name: \ud800"}).encode()
    assert "not text" in json.loads(asked(server, own, body)[1])["problem"]
    assert json.loads(asked(server, own, {"question": "count", "text": SPEC})[1]) == {"work": "0"}


def test_sixteen_questions_at_once_have_an_answer(server: EditServer) -> None:
    """Four are begun, twelve are refused in a line, and none loses its connection."""
    with ThreadPoolExecutor(16) as pool:
        question = {"question": "search", "text": SPEC}
        answers = list(pool.map(lambda _: json.loads(asked(server, f"/{server.token}/ask", question)[1]), range(16)))
    assert len(answers) == 16
    assert sum("work" in each for each in answers) >= 4
    assert all("work" in each or "Four questions" in each["problem"] for each in answers)


@pytest.mark.slow
def test_page_asks_the_program(server: EditServer, browser: Browser) -> None:
    """A count and a save by buttons of the page; the page of solutions is shown; a later file is a download."""
    browser.page = page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.goto(server.address)
    page.locator("html[data-ready]").wait_for()
    assert page.locator("#badge").inner_text() == "with the program"
    page.get_by_role("button", name="Solve", exact=True).click()
    frame = page.frame_locator("#viewer_frame")
    frame.locator("html[data-ready]").wait_for(timeout=300_000)
    assert "1 solution" in frame.locator("body").inner_text()
    page.locator("#viewer_close").click()
    assert "done" in page.locator("#program_told").inner_text()
    page.locator("#name").fill("Renamed")
    page.locator("#name").press("Enter")
    page.get_by_role("button", name="Save mine.yaml").click()
    page.locator("#told", has_text="mine.yaml is saved.").wait_for()
    assert server.save(SPEC) is None
    assert faults == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("count", SPEC, "counting rotations and reflections"),
        ("explain", SPEC.replace("[2, 2]", "[1, 3]"), "reason"),
        ("certificate", SPEC, "certificate.zip"),
        ("estimate", SPEC, "estimate"),
        ("hint", SPEC, "placement"),
        ("apart", SPEC, "moves.jsonl"),
        ("laser", SPEC, "cut.svg"),
        ("grade", SPEC.replace("multiplicity: 2", "multiplicity: 2, rotate: false"), "easy"),
        ("challenge", SPEC, "Mine"),
        ("search", SPEC, "solutions.jsonl"),
        ("count", "name: x\nboard: {wide: 3}\n", "puzzle.yaml:2"),
    ],
)
def test_questions_are_answered(server: EditServer, question: str, text: str, expected: str) -> None:
    """Each question of the page ends, with its answer in words or in a file, or with the mistake of the puzzle."""
    own = f"/{server.token}/"
    number = json.loads(asked(server, f"{own}ask", {"question": question, "text": text})[1])["work"]
    work = server.program.work(str(number))
    assert work is not None
    work._process.wait(300)
    state = json.loads(asked(server, f"{own}work/{number}")[1])
    assert expected in str(state)
    for name in state["files"]:
        status, body = asked(server, f"{own}work/{number}/{name}")
        assert (status, len(body) > 0) == (200, True)
    for name in ("puzzle.yaml", "../output", "%2e%2e/output", "..%2foutput", "output"):
        assert asked(server, f"{own}work/{number}/{name}")[0] == 404, name


@pytest.mark.slow
def test_question_can_be_stopped(server: EditServer) -> None:
    """A long count says how far it is, and what it has found when it is stopped; closing the server ends the others."""
    own, spec = (
        f"/{server.token}/",
        "name: Long\nboard: {size: [6, 20]}\ntiles: [{set: pentominoes, multiplicity: 2}]\n",
    )
    numbers = [json.loads(asked(server, f"{own}ask", {"question": "count", "text": spec})[1])["work"] for _ in range(4)]
    assert "problem" in json.loads(asked(server, f"{own}ask", {"question": "count", "text": spec})[1])
    works = [server.program.work(str(number)) for number in numbers]
    for _ in range(1200):
        state = json.loads(asked(server, f"{own}work/{numbers[0]}")[1])
        if state["progress"]:
            break
        threading.Event().wait(0.1)
    assert state["status"] is None
    assert asked(server, f"{own}stop/{numbers[0]}", {})[0] == 200
    assert works[0] is not None
    assert works[0]._process.wait(60) == 130
    assert "interrupted" in str(json.loads(asked(server, f"{own}work/{numbers[0]}")[1]))
    server.program.close()
    assert not any(work.is_running for work in works if work is not None)


def test_stop_ends_all_processes_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no process groups that a signal ends: `taskkill` ends the tree of a command."""
    asked_for: list[list[str]] = []
    monkeypatch.setattr(os, "name", "nt")
    monkeypatch.setattr(subprocess, "run", lambda command, **more: asked_for.append(command))
    program_questions.kill_group(1234)
    assert asked_for == [["taskkill", "/F", "/T", "/PID", "1234"]]


RULED = """\
name: Pips
board:
  size: [2, 3]
  regions: |
    A..
    DDE
tiles: [{set: dominoes-0-6, only: [0-6, 2-3, 4-6]}]
rules:
  regions: {A: {sum: 4}, D: equal, E: {sum: 3}}
"""


@pytest.mark.slow
def test_page_draws_solutions_of_the_program(browser: Browser) -> None:
    """A puzzle with rules on values is searched by the program after each change, and its mistakes are told."""
    server = EditServer(RULED)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        browser.page = page = browser.new_page()
        page.goto(server.address)
        page.locator("#answer", has_text="Exactly one solution: the puzzle is unique.").wait_for(timeout=60_000)
        assert page.locator("#board .piece").count() == 3
        page.locator("#file").fill(RULED.replace("sum: 3", "sum: 5"))
        page.locator("#answer", has_text="There is no solution").wait_for(timeout=60_000)
        page.locator("#file").fill(RULED.replace("E: {", "Q: {"))
        page.locator("#answer", has_text="region 'Q'").wait_for(timeout=60_000)
        content = base64.b64encode(b"D 00 01\nD 00 10\n").decode()
        answer = json.loads(asked(server, f"/{server.token}/open", {"suffix": "txt", "content": content})[1])
        assert "work" in answer
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
