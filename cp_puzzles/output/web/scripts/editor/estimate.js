// What is known about a puzzle before any search: the area, and the checkerboard.

import { counted } from "./mistake.js";

// {pieces, cells}: the numbers of pieces and of their cells as [least, most].
export function trayTotals({ tiles }) {
  const total = (value) => ["minimum", "maximum"].map((end) => tiles.reduce((sum, tile) => sum + tile[end] * value(tile), 0));
  return { pieces: total(() => 1), cells: total((tile) => tile.form.length) };
}

/** @type {(range: number[]) => string} */
export const rangeText = ([least, most]) => (least === most ? least.toLocaleString("en") : `${least.toLocaleString("en")} to ${most.toLocaleString("en")}`);

// A sentence that says why a puzzle has no solution; null if this is not known without a search.
export function impossibility(puzzle) {
  const cells = puzzle.cells.length;
  const required = puzzle.fill ? cells - puzzle.optional.size : 0;
  const [least, most] = trayTotals(puzzle).cells;
  if (least > cells) return `Impossible: the pieces have at least ${counted(least, "cell")}, the board only ${cells.toLocaleString("en")}.`;
  if (most < required) return `Impossible: the pieces cover at most ${counted(most, "cell")}; ${required.toLocaleString("en")} must be covered.`;
  if (!reaches(puzzle.tiles, required, cells)) {
    const wanted = rangeText([required, cells]);
    return `Impossible: no choice of these pieces has ${wanted} ${cells === 1 ? "cell" : "cells"}.`;
  }
  return checkerboard(puzzle, required === cells || least === cells);
}

// Whether some numbers of copies within bounds have a total of cells between two numbers.
function reaches(tiles, low, high) {
  let sums = new Uint8Array(high + 1);
  sums[0] = 1;
  for (const { minimum, maximum, form } of tiles) {
    const next = new Uint8Array(high + 1);
    const size = form.length;
    const least = minimum * size;
    const span = maximum - minimum;
    // the copies that a total would need beyond the minimum, -1 if it is out of reach
    const used = new Int32Array(high + 1).fill(-1);
    for (let total = least; total <= high; total += 1) {
      if (sums[total - least]) used[total] = 0;
      else if (total - size >= least && used[total - size] >= 0 && used[total - size] < span) used[total] = used[total - size] + 1;
      next[total] = used[total] >= 0 ? 1 : 0;
    }
    sums = next;
  }
  return sums.subarray(low, high + 1).includes(1);
}

// The sentence for a board all of whose cells are covered.
function checkerboard({ lattice, cells, tiles }, isCovered) {
  if (!isCovered || lattice.classes[0].parity === null) return null;
  const balance = (list) => list.reduce((sum, cell) => sum + (lattice.parity(cell) ? 1 : -1), 0);
  const wanted = Math.abs(balance(cells));
  const most = tiles.reduce((sum, { form, maximum }) => sum + Math.abs(balance(form)) * maximum, 0);
  if (wanted <= most) return null;
  const dark = cells.filter((cell) => lattice.parity(cell)).length;
  const pieces = most ? `the pieces together cover at most ${most} more of one color than of the other` : "every piece covers as many of one color as of the other";
  return `Impossible: colored like a checkerboard, the board has ${dark} cells of one color and ${cells.length - dark} of the other, but ${pieces}.`;
}

