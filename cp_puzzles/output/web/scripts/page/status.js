// The status of a game: ways to finish, a hint, what prevents a solution.

import { EMPTY, clashesAt, match } from "./data.js";
import { cheapest, counted, integer, listed, rowsOf, sum } from "./numbers.js";

export const DEAD = "This can no longer be completed.";

// The positions of solutions that have all placements on the board.
export function continuations(play) {
  const { puzzle } = play;
  return match(puzzle, [
    ...play.placed.filter((index) => !play.locked.has(index)).map((placement) => ({ kind: "placement", placement })),
    ...play.left.map((cell) => ({ kind: "cell", tile: EMPTY, orientation: null, cell, wanted: true })),
  ]);
}

// The line below the board; "" if nothing is known. `search` is the end of a search for ways to finish: {ways, isComplete}.
export function statusText(play, matches = continuations(play), search = null) {
  const { total, solutions, rules } = play.puzzle;
  if (play.isDone()) return solvedText(play, matches);
  if (matches.positions) {
    const { positions, rows } = matches;
    const solutionsText = positions === rows.length ? "" : ` (${counted(rows.length, "different solution")})`;
    return `${total.complete ? "" : "At least "}${counted(positions, "way")} to finish from here${solutionsText}.`;
  }
  if (total.complete) return solutions.count ? DEAD : "";
  if (!isBegun(play)) return "";
  if (rules.length) return `The ways to finish are not counted: this page does not check these rules: ${rules.join(", ")}.`;
  if (!search) return "";
  if (!search.isComplete) return search.ways ? `At least ${counted(search.ways, "way")} to finish from here.` : "Too many possibilities to count the ways to finish.";
  return search.ways ? `${counted(search.ways, "way")} to finish from here.` : DEAD;
}

// A test of a game in which a piece was placed, or a cell was chosen to stay empty.
function isBegun(play) { return play.left.length > 0 || play.placed.some((index) => !play.locked.has(index)); }

// A test of a game whose ways to finish only a search on the page can count.
export function needsSearch(play, matches) {
  const { total, rules } = play.puzzle;
  return !matches.positions && !total.complete && !rules.length && isBegun(play) && !play.isDone();
}

function solvedText({ puzzle }, { rows, sets }) {
  const { total, solutions, rules } = puzzle;
  if (!rows.length) {
    if (rules.length && total.complete) return `All pieces are placed, but these rules are broken: ${rules.join(", ")}.`;
    if (rules.length) return `All pieces are placed. This page does not check these rules: ${rules.join(", ")}.`;
    if (!solutions.count) return "Solved.";
    return `Solved. It is not among the ${counted(solutions.count, "solution")} of this page.`;
  }
  const isTurned = !rowsOf(sets[0]).includes(rows[0]);
  const of = total.complete ? ` of ${integer(solutions.count)}` : "";
  return `Solved: solution ${integer(rows[0] + 1)}${of}${isTurned ? ", rotated or reflected" : ""}.`;
}

// The classes of the placed pieces of a solved game, as its solution has them; null if there are none.
export function classesOf(play, matches = continuations(play)) {
  if (!play.isDone() || !matches.rows.length) return null;
  const classes = play.puzzle.solutions.classes(matches.rows[0]);
  const placements = finishFromList(play, matches);
  return classes && play.placed.map((index) => classes[placements.indexOf(index)]);
}

// Of the placements that finish the game the next to place: on the cell that the fewest placements can cover.
export function nextPiece(play, finishing) {
  const choices = new Map();
  for (const index of play.open()) for (const cell of play.puzzle.placements[index].cells) choices.set(cell, (choices.get(cell) || 0) + 1);
  const fewest = (index) => Math.min(...[...play.puzzle.placements[index].cells].map((cell) => choices.get(cell)));
  return cheapest(finishing.filter((index) => !play.placed.includes(index)), fewest) ?? -1;
}

// The placements of a listed solution that completes the game; null if there is none.
export function finishFromList(play, matches = continuations(play)) {
  return matches.rows.length ? matches.position(matches.rows[0]) : null;
}

// What prevents a solution, {text, cells}; `canFinish` is true, false, or null if it is not known.
export function problem(play, canFinish) {
  if (play.isDone()) return { text: "Nothing is missing.", cells: [] };
  if (canFinish) return { text: "No problem: this can still be completed.", cells: [] };
  return plainProblem(play) ?? {
    text: canFinish === false ? "This can no longer be completed, though every region and piece still has a place."
      : "No problem found; whether this can be completed could not be decided in time.",
    cells: [],
  };
}

// The empty cells, in connected regions.
function emptyRegions(play) {
  const { puzzle } = play;
  const owners = play.owners();
  const left = new Set([...puzzle.cells.keys()].filter((cell) => owners[cell] < 0 && !play.isClosed(cell)));
  return [...left].flatMap((start) => {
    if (!left.delete(start)) return [];
    const region = [start];
    for (const cell of region) for (const next of puzzle.touching[cell]) if (left.delete(next)) region.push(next);
    return [region.sort((a, b) => a - b)];
  });
}

// A test of a number that is a sum of sizes, each [size, how often at most]: the sums as bits.
export function isSum(total, sizes) {
  let sums = 1n;
  for (const [size, most] of sizes) {
    for (let copies = Math.min(most, Math.floor(total / size)); copies > 0; copies -= 1) sums |= BigInt.asUintN(total + 1, sums << BigInt(size));
  }
  return sums >> BigInt(total) === 1n;
}

// The first problem that can be seen without a search, {text, cells}; null if there is none.
export function plainProblem(play) {
  const { puzzle } = play;
  const clashes = [...new Set(clashesAt(puzzle, play.placed).map(([cell]) => cell))];
  if (clashes.length) return { cells: clashes, text: "Sides that meet there do not match." };
  const open = play.open();
  const area = play.missingArea();
  const regions = emptyRegions(play);
  const room = sum(regions.map((region) => region.length));
  if (area > room) return { cells: [], text: `${counted(room, "cell")} are free, but the remaining pieces need ${area}.` };
  // If the remaining pieces need all the room, no cell can stay empty.
  const mustCover = (cell) => Boolean(puzzle.required[cell]) || area === room;
  const reached = new Set(open.flatMap((index) => [...puzzle.placements[index].cells]));
  const sizes = puzzle.tiles.map((tile, index) => [tile.orientations[0].length, play.remaining(index)]).filter(([, most]) => most > 0);
  for (const region of [...regions].sort((a, b) => a.length - b.length)) {
    const needed = region.filter(mustCover);
    const dead = needed.filter((cell) => !reached.has(cell));
    const name = `The empty region of ${counted(region.length, "cell")}`;
    if (dead.length) {
      const text = dead.length === region.length ? `${name} cannot be filled: no remaining piece fits there.`
        : `No remaining piece can cover ${listed(dead.slice(0, 3).map((cell) => puzzle.names[cell]))}.`;
      return { cells: dead, text };
    }
    if (needed.length === region.length && !isSum(region.length, sizes)) {
      const words = [...new Set(sizes.map(([size]) => size))].sort((a, b) => a - b);
      return { cells: region, text: `${name} cannot be filled with pieces of ${listed(words)} cells.` };
    }
  }
  const isStuck = (tile, number) => tile.minimum > play.used(number) && !open.some((index) => puzzle.placements[index].tile === number);
  const stuck = puzzle.tiles.findIndex(isStuck);
  return stuck < 0 ? null : { cells: [], text: `${puzzle.tiles[stuck].name} no longer fits anywhere.` };
}
