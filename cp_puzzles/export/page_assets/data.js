// What the page was given. A placement is the cells that it covers; nothing here knows what a cell looks like.

import { readGroup } from "./group.js";
import { readSolutions } from "./solutions.js";
import { readNumbers } from "./numbers.js";

export const EMPTY = -1; // stands for no piece where a tile is asked for

export function readPuzzle(data) {
  const placements = readPlacements(data.placements);
  const byCell = data.cells.map(() => []);
  const byTile = data.tiles.map(() => []);
  const byForm = data.tiles.map((tile) => tile.orientations.map(() => []));
  placements.forEach(({ tile, orientation, cells }, index) => {
    byTile[tile].push(index);
    byForm[tile][orientation].push(index);
    for (const cell of cells) byCell[cell].push(index);
  });
  const group = readGroup(data.group, placements.length, data.cells.length);
  const solutions = readSolutions(data.solutions, placements.length, group.order);
  const limitsOf = new Map();
  data.limits.forEach(({ members }, limit) => {
    for (const index of members) limitsOf.set(index, [...(limitsOf.get(index) || []), limit]);
  });
  return { ...data, placements, byCell, byTile, byForm, limitsOf, group, solutions };
}

function readPlacements({ tile, orientation, size, cells }) {
  const [tiles, orientations, covered] = [tile, orientation, cells].map(readNumbers);
  let at = 0;
  return Array.from(tiles, (own, index) => {
    const start = at;
    at += size[own];
    return { tile: own, orientation: orientations[index], cells: covered.subarray(start, at) };
  });
}

// The cells of a tile in an orientation, [shape, x, y, (z)] each, the one that a placement names first being first.
export const formOf = (puzzle, tile, orientation) => puzzle.tiles[tile].orientations[orientation];
