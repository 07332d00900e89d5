// Why a game cannot go on, as far as one can see it: a cell or a region that cannot be filled, a piece without a place.

import { counted, listed } from "./numbers.js";

// The empty cells that must be covered, in regions that hang together through empty cells.
function emptyRegions(play) {
  const { puzzle } = play;
  const owners = play.owners();
  const isEmpty = puzzle.cells.map((_, cell) => owners[cell] < 0 && !play.isShut(cell));
  const seen = new Set();
  const regions = [];
  isEmpty.forEach((empty, start) => {
    if (!empty || seen.has(start)) return;
    const region = [start];
    seen.add(start);
    for (let i = 0; i < region.length; i += 1) {
      for (const next of puzzle.touching[region[i]]) {
        if (isEmpty[next] && !seen.has(next)) { seen.add(next); region.push(next); }
      }
    }
    regions.push(region.sort((a, b) => a - b));
  });
  return regions;
}

// Whether `total` is a sum of sizes, each [size, how often at most].
export function isSum(total, sizes) {
  let reached = new Set([0]);
  for (const [size, most] of sizes) {
    const next = new Set();
    for (const sum of reached) for (let k = 0; k <= most && sum + k * size <= total; k += 1) next.add(sum + k * size);
    reached = next;
  }
  return reached.has(total);
}

// {cells, tile, text} of the first thing that blocks; null if nothing is seen.
export function whyBlocked(play) {
  const { puzzle } = play;
  const open = play.open();
  const missing = puzzle.tiles.map((tile, index) => Math.max(0, tile.minimum - play.used(index)));
  const area = missing.reduce((total, n, tile) => total + n * puzzle.tiles[tile].orientations[0].length, 0);
  const regions = emptyRegions(play);
  const room = regions.reduce((total, region) => total + region.length, 0);
  if (area > room) return { cells: [], tile: null, text: `${counted(room, "cell")} are free, and the pieces that must be placed have ${area}.` };
  // Where the pieces that must be placed need all the room there is, no cell can stay empty.
  const mustCover = (cell) => Boolean(puzzle.required[cell]) || area === room;
  const reached = new Set(open.flatMap((index) => [...puzzle.placements[index].cells]));
  const sizes = puzzle.tiles.map((tile, index) => [tile.orientations[0].length, play.remaining(index)]).filter(([, most]) => most > 0);
  for (const region of [...regions].sort((a, b) => a.length - b.length)) {
    const needed = region.filter(mustCover);
    const dead = needed.filter((cell) => !reached.has(cell));
    if (dead.length) {
      const text = dead.length === region.length
        ? `The empty region of ${counted(region.length, "cell")} cannot be filled: no piece that is left fits there.`
        : `No piece that is left can cover ${listed(dead.slice(0, 3).map((cell) => puzzle.names[cell]))}.`;
      return { cells: dead, tile: null, text };
    }
    if (needed.length === region.length && !isSum(region.length, sizes)) {
      const words = [...new Set(sizes.map(([size]) => size))].sort((a, b) => a - b);
      return {
        cells: region, tile: null,
        text: `The empty region of ${counted(region.length, "cell")} cannot be filled with pieces of ${listed(words)} cells.`,
      };
    }
  }
  const places = puzzle.tiles.map(() => 0);
  for (const index of open) places[puzzle.placements[index].tile] += 1;
  const stuck = puzzle.tiles.findIndex((_, tile) => missing[tile] && !places[tile]);
  if (stuck >= 0) return { cells: [], tile: stuck, text: `${puzzle.tiles[stuck].name} has no place left.` };
  return null;
}
