// The pieces of a puzzle all together.

import { counted, integer } from "../page/numbers.js";

// {pieces, cells}: the numbers of pieces and of their cells as [least, most].
export function trayTotals({ tiles }) {
  const total = (value) => ["minimum", "maximum"].map((end) => tiles.reduce((sum, tile) => sum + tile[end] * value(tile), 0));
  return { pieces: total(() => 1), cells: total((tile) => tile.form.length) };
}

/** @type {(range: number[]) => string} */
export const rangeText = ([least, most]) => (least === most ? integer(least) : `${integer(least)} to ${integer(most)}`);

// A sentence about pieces that are too many or too few for the board; null if they are not.
export function areaProblem(puzzle) {
  const cells = puzzle.cells.length;
  const required = puzzle.fill ? cells - puzzle.optional.size : 0;
  const [least, most] = trayTotals(puzzle).cells;
  if (least > cells) return `Impossible: the pieces have at least ${counted(least, "cell")}, the board only ${integer(cells)}.`;
  return most < required ? `Impossible: the pieces cover at most ${counted(most, "cell")}; ${integer(required)} must be covered.` : null;
}
