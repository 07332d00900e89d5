// Which placement of a piece is meant by a point of the board, or by a step from another placement.

import { average } from "./layout.js";

// Where a piece is held when its lowest layer is what the hand sees: the middle of its cells there.
function handle(puzzle, layout, placement) {
  const { cells } = puzzle.placements[placement];
  const lowest = cells.reduce((low, cell) => Math.min(low, puzzle.layer[cell]), Infinity);
  return average([...cells].filter((cell) => puzzle.layer[cell] === lowest).map((cell) => layout.middles[cell]));
}

// Of some placements the one held nearest to a point, if it is no farther than `reach`; -1 if there is none.
export function nearest(puzzle, layout, candidates, [x, y], reach = Infinity) {
  let [best, least] = [-1, reach];
  for (const candidate of candidates) {
    const [hx, hy] = handle(puzzle, layout, candidate);
    const away = Math.hypot(hx - x, hy - y);
    if (away < least) [best, least] = [candidate, away];
  }
  return best;
}

function middleOf(puzzle, placement) {
  return average([...puzzle.placements[placement].cells].map((cell) => puzzle.cells[cell].slice(1)));
}

// Of some placements the next one from another in a direction; the other one itself if there is none.
export function stepFrom(puzzle, candidates, from, direction) {
  const start = middleOf(puzzle, from);
  let [best, least] = [from, Infinity];
  for (const candidate of candidates) {
    const away = middleOf(puzzle, candidate).map((x, i) => x - start[i]);
    const along = away.reduce((sum, x, i) => sum + x * (direction[i] || 0), 0);
    if (along < 0.1) continue;
    const aside = Math.hypot(...away.map((x, i) => x - along * (direction[i] || 0)));
    const cost = along + 2 * aside;
    if (cost < least - 1e-9) [best, least] = [candidate, cost];
  }
  return best;
}
