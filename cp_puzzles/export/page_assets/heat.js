// How often a piece lies on each cell, over all positions that match.

import { EMPTY } from "./data.js";

// Numbers for the cells: positions with a copy of the tile there, in one orientation or (null) any; or with nothing.
export function heatOf(matches, tile, orientation = null) {
  const { puzzle, positions } = matches;
  const heat = new Float64Array(puzzle.cells.length);
  matches.usage().forEach((uses, index) => {
    const placement = puzzle.placements[index];
    const counts = tile === EMPTY || (placement.tile === tile && (orientation === null || placement.orientation === orientation));
    if (uses && counts) for (const cell of placement.cells) heat[cell] += uses;
  });
  return tile === EMPTY ? heat.map((covered) => positions - covered) : heat;
}

// Whether a heat map has nothing to tell: one number everywhere.
export const isUniform = (heat) => heat.every((number) => number === heat[0]);

// The orientations of a tile that occur in positions that match, most often used first.
export function orientationsUsed(matches, tile) {
  const { puzzle } = matches;
  const uses = puzzle.tiles[tile].orientations.map(() => 0);
  const usage = matches.usage();
  for (const index of puzzle.byTile[tile]) uses[puzzle.placements[index].orientation] += usage[index];
  return uses.map((_, orientation) => orientation).filter((o) => uses[o]).sort((a, b) => uses[b] - uses[a] || a - b);
}
