"""Writing disassemblies to BurrTools files: a tree of groups of pieces, with the positions after each move."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cp_puzzles.output.burrtools.burr_xml import SEPARATION
from cp_puzzles.output.burrtools.voxel_grids import Voxel
from cp_puzzles.puzzle.puzzle import Puzzle

LEAVING = 20_000
"""Steps that pieces which leave are moved by: more than `separation_reader.REMOVED`."""


@dataclass(frozen=True)
class VoxelMove:
    """The numbers of the pieces that move, the translation in voxels, and whether they leave."""

    pieces: frozenset[int]
    vector: Voxel
    leaves: bool


def unwritable_moves(puzzle: Puzzle) -> str | None:
    """Return why the moves of a puzzle cannot be written to a BurrTools file; None if they can.

    Moves are relative, so that a single fixed piece loses nothing.
    """
    if puzzle.given:
        return "a BurrTools file cannot hold given pieces, so it cannot hold their moves"
    if sum(tile.maximum for tile in puzzle.tiles if tile.fixed) > 1:
        return "BurrTools has no fixed pieces, which stay together"
    return None


def separation_text(positions: Mapping[int, Voxel], moves: Iterable[VoxelMove]) -> str:
    """Return the XML element of a disassembly of pieces at some positions, by piece number.

    A part without moves stays together.
    """
    return _node(dict(positions), deque(moves), "")


def _node(positions: dict[int, Voxel], moves: deque[VoxelMove], kind: str) -> str:
    """Return the element of a group; its moves, and those of its parts, are taken from the front."""
    pieces = sorted(positions)
    listed = " ".join(map(str, pieces))
    states = [_state([positions[piece] for piece in pieces])]
    while True:
        move = moves.popleft()
        scale = LEAVING if move.leaves else 1
        moved = {piece: _moved(positions[piece], move.vector, scale) for piece in move.pieces}
        states.append(_state([moved.get(piece, positions[piece]) for piece in pieces]))
        if move.leaves:
            break
        positions |= moved
    parts = {
        "removed": {piece: positions[piece] for piece in pieces if piece in move.pieces},
        "left": {piece: positions[piece] for piece in pieces if piece not in move.pieces},
    }
    written: dict[str, str] = {}
    # the moves of one part come before those of the other one
    while moves and (name := next((each for each in parts if moves[0].pieces <= parts[each].keys()), "")):
        written[name] = _node(parts[name], moves, f' type="{name}"')
    content = f'<pieces count="{len(pieces)}">{listed}</pieces>' + "".join(states)
    content += written.get("removed", "") + written.get("left", "")
    return f"<{SEPARATION}{kind}>{content}</{SEPARATION}>"


def _moved(position: Voxel, vector: Voxel, scale: int) -> Voxel:
    x, y, z = (a + scale * b for a, b in zip(position, vector, strict=True))
    return x, y, z


def _state(positions: Iterable[Voxel]) -> str:
    columns = zip(("dx", "dy", "dz"), zip(*positions, strict=True), strict=True)
    return "<state>" + "".join(f"<{key}>{' '.join(map(str, column))}</{key}>" for key, column in columns) + "</state>"
