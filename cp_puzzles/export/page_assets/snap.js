// Which placement of a piece is meant by a point of the board, or by a step from another placement.

import { formOf } from "./data.js";
import { average } from "./layout.js";

// The middle of some cells of a piece, given the place of each on the board and in the hand. Where the board is rolled
// up and a side cuts the piece it has several, a middle for each part as if the others lay beside it.
function wholes(puzzle, places, form) {
  if (!puzzle.periods.length) return [average(places)];
  const middle = average(form);
  const found = places.map((place, i) => place.map((x, axis) => x + middle[axis] - form[i][axis]));
  return [...new Map(found.map((point) => [point.map((x) => Math.round(1000 * x)).join(), point])).values()];
}

// Where a piece is held when its lowest layer is what the hand sees: the middle of its cells there.
function handles(puzzle, layout, placement) {
  const { tile, orientation, cells } = puzzle.placements[placement];
  const form = formOf(puzzle, tile, orientation);
  const lowest = cells.reduce((low, cell) => Math.min(low, puzzle.layer[cell]), Infinity);
  const held = [...cells.keys()].filter((i) => puzzle.layer[cells[i]] === lowest);
  return wholes(puzzle, held.map((i) => layout.middles[cells[i]]), held.map((i) => form[i].slice(1, 3)));
}

// The middles of a placement in the coordinates of cells.
function middlesOf(puzzle, placement) {
  const { tile, orientation, cells } = puzzle.placements[placement];
  return wholes(puzzle, [...cells].map((cell) => puzzle.cells[cell].slice(1)), formOf(puzzle, tile, orientation).map((cell) => cell.slice(1)));
}

// All steps from one point to another: round a board that is rolled up there are several.
function stepsBetween({ periods }, from, to) {
  const straight = to.map((x, i) => x - from[i]);
  return periods.reduce((steps, period) => steps.flatMap((step) => [-1, 0, 1].map((turns) => step.map((x, i) => x + turns * period[i]))), [straight]);
}

// Of some placements the one held nearest to a point, if it is no farther than `reach`; -1 if there is none.
export function nearest(puzzle, layout, candidates, [x, y], reach = Infinity) {
  let [best, least] = [-1, reach];
  for (const candidate of candidates) {
    const away = Math.min(...handles(puzzle, layout, candidate).map(([hx, hy]) => Math.hypot(hx - x, hy - y)));
    if (away < least) [best, least] = [candidate, away];
  }
  return best;
}

// Of some placements the one that lies nearest to another; null if there is none.
export function nearestTo(puzzle, candidates, other) {
  const starts = middlesOf(puzzle, other);
  let [best, least] = [null, Infinity];
  for (const candidate of candidates) {
    const ends = middlesOf(puzzle, candidate);
    const away = Math.min(...starts.flatMap((start) => ends.map((end) => Math.hypot(...end.map((x, i) => x - start[i])))));
    if (away < least - 1e-9) [best, least] = [candidate, away];
  }
  return best;
}

// Of some placements the next one from another in a direction; the other one itself if there is none.
export function stepFrom(puzzle, candidates, from, direction) {
  const [start] = middlesOf(puzzle, from);
  let [best, least] = [from, Infinity];
  for (const candidate of candidates) {
    if (candidate === from) continue;
    for (const away of middlesOf(puzzle, candidate).flatMap((end) => stepsBetween(puzzle, start, end))) {
      const along = away.reduce((sum, x, i) => sum + x * (direction[i] || 0), 0);
      if (along < 0.1) continue;
      const aside = Math.hypot(...away.map((x, i) => x - along * (direction[i] || 0)));
      const cost = along + 2 * aside;
      if (cost < least - 1e-9) [best, least] = [candidate, cost];
    }
  }
  return best;
}
