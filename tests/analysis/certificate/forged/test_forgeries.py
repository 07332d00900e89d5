"""Forged certificates are refused by both checkers, each for its own reason."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from cp_puzzles.analysis.certificate import check
from cp_puzzles.puzzle.geometry.cell_solid import has_sides, ordered_sides
from cp_puzzles.puzzle.geometry.isometry import subtract
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.analysis.certificate.certificates import Tampered, certify, verdict
from tests.analysis.certificate.forged import of_boards, of_conditions, of_proofs, of_sides
from tests.analysis.certificate.forged.forger import BASES, Forgery, rebuilt, set_at
from tests.processes import finished

PARTS = of_boards, of_conditions, of_proofs, of_sides
FORGERIES = {name: forgery for part in PARTS for name, forgery in part.FORGERIES.items()}


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function from the name of a valid certificate to its folder."""
    folder = tmp_path_factory.mktemp("bases")

    def base(name: str) -> Path:
        if not (folder / name).exists():
            BASES[name](folder / name)
            assert check.verdict(folder / name)[0] == 0
        return folder / name

    return base


def test_forgeries_are_many() -> None:
    """The forgeries are those that once were accepted and over a hundred more; no two have the same name."""
    assert len(FORGERIES) == sum(len(part.FORGERIES) for part in PARTS) > 100


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_forgery_is_refused(bases: Callable[[str], Path], tmp_path: Path, forgery: Forgery) -> None:
    """A forgery with right checksums is refused for the reason that it was made for."""
    file = Tampered.copied(bases(forgery.base), tmp_path / "out")
    forgery.forge(file)
    file.save()
    status, sentence = verdict(file.folder)
    assert status in (1, 2), sentence
    assert forgery.refusal in sentence


FORMS: dict[str, tuple[str, Callable[[bytes], bytes], str]] = {
    "a key twice": ("statement.json", lambda data: data.replace(b'"rules":[]', b'"rules":[1],"rules":[]'), "written"),
    "a key more": ("statement.json", lambda data: data.replace(b'"rules":[]', b'"rules":[],"x":1'), "keys"),
    "a key less": ("statement.json", lambda data: data.replace(b'"auxiliaries":0,', b""), "keys"),
    "keys in another order": (
        *("statement.json", lambda data: data.replace(b'"rules":[],"auxiliaries":0', b'"auxiliaries":0,"rules":[]')),
        "keys",
    ),
    "a number with a fraction": ("statement.json", lambda data: data.replace(b'"maximum":8', b'"maximum":8.0'), "int"),
    "a number with an exponent": ("statement.json", lambda data: data.replace(b'"maximum":8', b'"maximum":8e0'), "int"),
    "true instead of 1": ("statement.json", lambda data: data.replace(b'"minimum":1', b'"minimum":true'), "int"),
    "a text instead of a number": (
        "statement.json",
        lambda data: data.replace(b'"minimum":1', b'"minimum":"1"'),
        "int",
    ),
    "not a number": ("statement.json", lambda data: data.replace(b'"minimum":1', b'"minimum":NaN'), "int"),
    "a number below 0 that is 0": (
        *("statement.json", lambda data: data.replace(b'"auxiliaries":0', b'"auxiliaries":-0')),
        "written",
    ),
    "an escaped letter": ("statement.json", lambda data: data.replace(b"Domino", b"D\\u006fmino"), "written"),
    "half a surrogate": ("statement.json", lambda data: data.replace(b"Domino", b"\\ud800"), "written"),
    "a space": ("statement.json", lambda data: data.replace(b"},{", b"}, {", 1), "written"),
    "a second value": ("statement.json", lambda data: data + b"{}\n", "statement.json: not JSON"),
    "deep lists": ("statement.json", lambda data: b"[" * 100_000, "statement.json: not JSON"),
    "a null": ("statement.json", lambda data: data.replace(b'"symmetries":[', b'"symmetries":[null,'), "not a list"),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_second_form_is_refused(
    bases: Callable[[str], Path], tmp_path: Path, form: tuple[str, Callable[[bytes], bytes], str]
) -> None:
    """A statement has one form only; another one with the same content is no certificate."""
    file = Tampered.copied(bases("dominoes"), tmp_path / "out")
    name, change, problem = form
    before = (file.folder / name).read_bytes()
    after = change(before)
    assert after != before
    (file.folder / name).write_bytes(after)
    file.claim["sha256"][name] = sha256(after).hexdigest()
    (file.folder / "claim.json").write_bytes(check.encoded(file.claim))
    status, sentence = verdict(file.folder)
    assert (status, problem in sentence) == (2, True), sentence


CLAIMS: dict[str, tuple[dict[str, object], str]] = {
    "an earlier version": ({"version": 1}, "make the certificate again"),
    "a later version": ({"version": 4}, "make the certificate again"),
    "another format": ({"format": "proof"}, "no format"),
    "a checksum less": ({"sha256": {}}, "keys"),
    "the checksum of nothing": ({"sha256": {"statement.json": sha256().hexdigest()}}, "keys"),
    "a key more": ({"verdict": "VERIFIED"}, "keys"),
}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_other_claim_is_refused(
    bases: Callable[[str], Path], tmp_path: Path, claim: tuple[dict[str, object], str]
) -> None:
    """A claim of another version says in one line what to do; one with other keys is no certificate."""
    file = Tampered.copied(bases("dominoes"), tmp_path / "out")
    (file.folder / "claim.json").write_bytes(check.encoded(file.claim | claim[0]))
    status, sentence = verdict(file.folder)
    assert (status, claim[1] in sentence, "\n" in sentence) == (2, True, False), sentence


def test_checksum_of_another_file_is_refused(bases: Callable[[str], Path], tmp_path: Path) -> None:
    """The statement of the verdict's checksum is the one that was checked."""
    file = Tampered.copied(bases("dominoes"), tmp_path / "out")
    file.claim["sha256"]["statement.json"] = "0" * 64
    (file.folder / "claim.json").write_bytes(check.encoded(file.claim))
    assert verdict(file.folder) == (1, "NOT VERIFIED: statement.json: another SHA-256 than claim.json states")


@pytest.mark.parametrize("name", ["claim.json", "statement.json", "solutions.txt", "tree.gz"])
@pytest.mark.parametrize("replace", ["link", "endless link", "pipe", "folder"])
def test_file_that_is_none_is_refused(bases: Callable[[str], Path], tmp_path: Path, name: str, replace: str) -> None:
    """A link, also to a device without an end, a pipe and a folder are refused before they are read."""
    folder = Path(shutil.copytree(bases("dominoes"), tmp_path / "out"))
    (folder / name).rename(tmp_path / name)
    if replace == "pipe":
        os.mkfifo(folder / name)
    elif replace == "folder":
        (folder / name).mkdir()
    else:
        (folder / name).symlink_to(tmp_path / name if replace == "link" else "/dev/zero")
    assert verdict(folder) == (2, f"{folder}: not a certificate: {name}: not a regular file")


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("claim.json", None, "claim.json: cannot be read: No such file or directory"),
        ("claim.json", b"", "claim.json: not JSON that the checker reads; the file is damaged"),
        ("claim.json", b"[" * 100_000, "claim.json: not JSON that the checker reads; the file is damaged"),
        ("claim.json", b"\xff", "claim.json: not JSON that the checker reads; the file is damaged"),
        ("statement.json", rb'"\ud800"', "statement.json: not an object with the keys"),
        ("solutions.txt", b"\xff\nend 1\n", "solutions.txt: line 1 has characters beyond ASCII"),
        ("tree.gz", b"no gzip data", "tree.gz: not gzip data; the file is damaged"),
    ],
    ids=["lost", "empty", "brackets", "not UTF-8", "a string", "not ASCII", "not packed"],
)
def test_damaged_file_is_named(
    bases: Callable[[str], Path], tmp_path: Path, name: str, content: bytes | None, problem: str
) -> None:
    """A file that is lost, cut or of other bytes is refused in a sentence that names it, without words of Python."""
    file = Tampered.copied(bases("dominoes"), tmp_path / "out")
    if content is None:
        (file.folder / name).unlink()
    else:
        (file.folder / name).write_bytes(content)
        if name != "claim.json":
            file.claim["sha256"][name] = sha256(content).hexdigest()
            (file.folder / "claim.json").write_bytes(check.encoded(file.claim))
    status, sentence = verdict(file.folder)
    assert (status, sentence.startswith(f"{file.folder}: not a certificate: {problem}")) == (2, True), sentence


def test_verdict_cuts_a_long_name(bases: Callable[[str], Path], tmp_path: Path) -> None:
    """A name of 100,000 letters does not fill the verdict; the checksum says which statement was checked."""
    file = Tampered.copied(bases("dominoes"), tmp_path / "out")
    file.statement["name"] = "a" * 100_000
    file.save()
    status, sentence = verdict(file.folder)
    assert (status, "aaa... (" in sentence, len(sentence) < 600) == (0, True, True), sentence[:600]


def test_larger_files_are_refused(
    bases: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file has a stated largest size, and so has the unpacked tree."""
    folder = bases("dominoes")
    for limit, name in (("MAX_JSON_BYTES", "claim.json"), ("MAX_LINES_BYTES", "solutions.txt")):
        with monkeypatch.context() as patch:
            patch.setattr(check, limit, 100)
            assert f"{name}: more than 100 bytes" in check.verdict(folder)[1]
    monkeypatch.setattr(check, "MAX_TREE_BYTES", 40)
    assert "tree.gz: it unpacks to more than 40 bytes" in check.verdict(folder)[1]


def test_tree_is_unpacked_in_pieces() -> None:
    """A tree of many bytes is never unpacked as a whole."""
    data = gzip.compress(bytes(50_000_000))
    blocks = [*map(len, check.unpacked(data))]
    assert (sum(blocks), max(blocks) <= check.BLOCK + 4, {size % 4 for size in blocks}) == (50_000_000, True, {0})


def test_maxima_beyond_a_word_are_walked(bases: Callable[[str], Path], tmp_path: Path) -> None:
    """Maxima whose sum is 2^64 leave the compiled walk a stack for all levels."""
    file = Tampered.copied(bases("dominoes"), tmp_path / "out")
    tiles = file.statement["board"]["tiles"]
    unused = tiles[0] | {"minimum": 0, "maximum": 1 << 60, "cells": [[0, y] for y in range(9)]}
    tiles[0].update(minimum=0, maximum=(1 << 60) - 16)
    tiles += [unused | {"name": str(n)} for n in range(15)]
    file.statement["symmetries"], file.claim["symmetry"] = [], "off"
    rebuilt()(file)
    file.save()
    assert verdict(file.folder)[1].endswith("exactly 36 solutions")


PLANTED = "print('VERIFIED: everything'); import sys; sys.exit(0)\n"


@pytest.mark.parametrize("name", ["gzip.py", "json.py", "zlib.py", "re.py", "stat.py", "os.py", "pathlib/__init__.py"])
def test_planted_module_is_not_run(bases: Callable[[str], Path], tmp_path: Path, name: str) -> None:
    """A module beside the checker is not run: with -I the verdict is that of the files, else the checker refuses."""
    folder = Path(shutil.copytree(bases("dominoes"), tmp_path / "out"))
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(PLANTED)
    isolated = finished([sys.executable, "-I", str(folder / "check.py")], cwd=folder)
    assert (isolated.returncode, isolated.stdout.strip()) == (0, verdict(folder)[1])
    plain = finished([sys.executable, str(folder / "check.py")], cwd=folder)
    assert (plain.returncode, "run python -I" in plain.stdout) == (2, True)
    assert "everything" not in plain.stdout


def test_module_from_the_search_path_is_refused(bases: Callable[[str], Path], tmp_path: Path) -> None:
    """The checker refuses to run if a module was imported from its folder."""
    folder = Path(shutil.copytree(bases("dominoes"), tmp_path / "out"))
    (folder / "struct.py").write_text("from _struct import *\nfrom _struct import iter_unpack\n")
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = finished([sys.executable, str(folder / "check.py")], cwd=tmp_path, env=environment)
    assert (done.returncode, "stands in for a module" in done.stdout) == (2, True)


def test_checker_runs_from_any_folder(bases: Callable[[str], Path], tmp_path: Path) -> None:
    """With and without -I the checker verifies its folder, from the root of the file system, too."""
    folder = bases("dominoes")
    for options in ([], ["-I"], ["-P"], ["-O", "-I"]):
        done = finished([sys.executable, *options, str(folder / "check.py")], cwd="/")
        assert (done.returncode, done.stdout.strip()) == (0, verdict(folder)[1])


def test_refusal_is_a_line_in_every_encoding(bases: Callable[[str], Path], tmp_path: Path) -> None:
    """A letter that the encoding of the terminal does not have is written as an escape."""
    file = Tampered.copied(bases("dominoes"), tmp_path / "out")
    file.statement["board"]["tiles"][0]["shown"] = ["\u0661", "\u0661"]
    file.save()
    command = [sys.executable, "-I", "-X", "utf8=0", str(file.folder / "check.py")]
    done = finished(command, cwd=tmp_path, env=os.environ | {"LC_ALL": "C"})
    line = r"NOT VERIFIED: statement: '\u0661' has no letter of a color and no value"
    assert (done.returncode, done.stdout.strip()) == (1, line)


def test_lattice_of_a_statement_is_written(bases: Callable[[str], Path], tmp_path: Path) -> None:
    """The verdict says that the statement defines its lattice, so that no name hides fewer translations."""
    file = Tampered.copied(bases("dominoes"), tmp_path / "out")
    coarse = set_at("board", "lattice", "translations", [[1, 0], [0, 2]])
    isometries = [each for each in file.statement["board"]["lattice"]["isometries"] if each["matrix"][0][1] == 0]
    rebuilt(
        coarse,
        set_at("board", "lattice", "classes", [[0, 0], [0, 1]]),
        set_at("board", "lattice", "name", "squares"),
        set_at("board", "lattice", "isometries", isometries),
        set_at("board", "tiles", 0, "isometries", [0]),
        set_at("symmetries", []),
    )(file)
    file.claim["symmetry"] = "off"
    file.save()
    assert "Dominoes 4x4 (a lattice squares that the statement defines, statement " in verdict(file.folder)[1]


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("Soma", "Soma"),
        ("x: exactly 5 solutions", '"x: exactly 5 solutions"'),
        ("exactly 5 solutions", '"exactly 5 solutions"'),
        ("exactly 5 tilings, 7 in all", '"exactly 5 tilings, 7 in all"'),
        ("a (statement 00)", '"a (statement 00)"'),
        ("a\nVERIFIED", r'"a\nVERIFIED"'),
        ("\u202edlrow", r'"\u202edlrow"'),
        ("\x1b[2K", r'"\u001b[2K"'),
    ],
)
def test_name_cannot_be_a_verdict(bases: Callable[[str], Path], tmp_path: Path, name: str, named: str) -> None:
    """A name that could be read as a verdict, or that changes the terminal, is quoted and escaped."""
    file = Tampered.copied(bases("dominoes"), tmp_path / "out")
    file.statement["name"] = name
    file.save()
    status, sentence = verdict(file.folder)
    assert (status, sentence.startswith(f"VERIFIED: {named} (statement ")) == (0, True), sentence


def test_cover_problem_is_named(tmp_path: Path) -> None:
    """The verdict says that nothing stands behind the options of a statement without a board."""
    spec = tmp_path / "items.dlx"
    spec.write_text("a b\na b\na\nb\n")
    assert "(a cover problem without a board, statement " in verdict(certify(tmp_path / "out", str(spec)))[1]


def test_auxiliary_choices_are_named(bases: Callable[[str], Path]) -> None:
    """The verdict says how many choices are no placements."""
    statement = json.loads((bases("choices") / "statement.json").read_text())
    assert statement["auxiliaries"] > 0
    words = f", with {statement['auxiliaries']} auxiliary choices that the placements determine"
    assert check.verdict(bases("choices"))[1].endswith(words)


def test_choices_of_one_solution_are_not_said_to_be_determined(tmp_path: Path) -> None:
    """With `--limit 1` other solutions, which are not listed, might leave auxiliary options free."""
    certify(tmp_path / "out", "dominoes4x4", limit=1, minimize="crossroads")
    assert verdict(tmp_path / "out")[1].endswith(" auxiliary choices")


def test_equal_definitions_are_compared_at_once(bases: Callable[[str], Path], tmp_path: Path) -> None:
    """Two chains of auxiliary options with the same definitions, each with two uses of the one before, take no time."""
    file = Tampered.copied(bases("three"), tmp_path / "out")
    statement, before = file.statement, [[0], [0]]
    for first in range(len(statement["options"]), len(statement["options"]) + 240, 4):
        for chain in range(2):
            members = [*before[chain], first + chain], [first + chain, first + 2 + chain]
            bounds = {"name": "more", "minimum": 1, "maximum": 1}
            statement["rules"] += [bounds | {"options": options} for options in members]
            before[chain] = [first + chain, first + 2 + chain]
    statement["auxiliaries"] += 240
    rebuilt()(file)
    file.save()
    assert ", 240 bounds of rules taken as stated, " in verdict(file.folder)[1]


@pytest.mark.parametrize("name", check.LATTICES)
def test_steps_across_sides_agree_with_lattices(name: str) -> None:
    """The checker knows the steps across the sides of the cells of its lattices."""
    lattice, translations = LATTICES[name], check.lattice_of(name)["translations"]
    steps = {
        (check.remainder(cell, translations), subtract(side.neighbor, cell))
        for cell in (each.origin for each in lattice.cell_classes)
        for side in (ordered_sides(lattice, cell) if has_sides(lattice) else ())
        if side.neighbor
    }
    assert steps == check.sides_of_lattice(name)


def test_verdict_counts_bounds_without_conditions(bases: Callable[[str], Path], tmp_path: Path) -> None:
    """The verdict names the conditions, and counts the bounds that do not follow from them."""
    sentence = check.verdict(bases("values"))[1]
    assert "(tiles that show colors, values in regions, statement " in sentence
    forged = Tampered.copied(bases("values"), tmp_path / "out")
    last = len(forged.statement["options"]) - 1
    forged.statement["rules"].append({"name": "more", "minimum": 0, "maximum": 1, "options": [last - 1, last]})
    rebuilt(set_at("symmetries", []))(forged)
    forged.save()
    assert ", values in regions, 1 bound of rules taken as stated, " in verdict(forged.folder)[1]
    weaker = next(each for each in forged.statement["conditions"] if each["kind"] == "equal")
    weaker["cells"].pop()
    forged.save()
    assert ", values in regions, 7 bounds of rules taken as stated, " in verdict(forged.folder)[1]
    rebuilt(set_at("conditions", []))(forged)
    forged.save()
    assert "(tiles that show colors, 23 bounds of rules taken as stated, " in verdict(forged.folder)[1]
