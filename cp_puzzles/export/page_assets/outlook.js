// What is to be said of a game: how many solutions go on from here, a hint, why nothing goes on, that it is solved.

import { whyBlocked } from "./blocked.js";
import { match } from "./conditions.js";
import { EMPTY } from "./data.js";
import { counted, integer } from "./numbers.js";
import { rowsOf } from "./row_set.js";

// The positions of solutions that have all that lies there.
export function goingOn(play) {
  const { puzzle } = play;
  return match(puzzle, [
    ...play.placed.filter((index) => !play.locked.has(index)).map((placement) => ({ kind: "placement", placement })),
    ...play.left.map((cell) => ({ kind: "cell", tile: EMPTY, orientation: null, cell, wanted: true })),
  ]);
}

export function positionsText({ positions, rows }) {
  if (positions === rows.length) return counted(positions, "solution");
  return `${counted(positions, "position")} of ${counted(rows.length, "solution")}`;
}

// The line that is said live; "" where nothing is known.
export function outlook(play, matches = goingOn(play)) {
  const { total, solutions } = play.puzzle;
  if (play.isDone()) return solvedText(play, matches);
  if (matches.positions) {
    const verb = matches.positions === 1 ? "goes" : "go";
    return `${total.complete ? "" : "At least "}${positionsText(matches)} ${verb} on from here.`;
  }
  return total.complete && solutions.count ? "No solution goes on from here." : "";
}

function solvedText({ puzzle }, { rows, sets }) {
  const { total, solutions, rules } = puzzle;
  if (!rows.length) {
    if (rules.length && total.complete) return `All pieces lie, but not as the rules want it: ${rules.join(", ")}.`;
    if (rules.length) return `All pieces lie. This page does not check the rules: ${rules.join(", ")}.`;
    if (!solutions.count) return "Solved.";
    return `Solved. It is not among the ${counted(solutions.count, "solution")} of this page.`;
  }
  const turned = !rowsOf(sets[0]).includes(rows[0]);
  const of = total.complete ? ` of ${integer(solutions.count)}` : "";
  return `Solved: it is solution ${integer(rows[0] + 1)}${of}${turned ? ", turned" : ""}.`;
}

// Of placements that finish the game the one to put down next: on the cell with the fewest choices.
export function nextPiece(play, finishing) {
  const choices = new Map();
  for (const index of play.open()) for (const cell of play.puzzle.placements[index].cells) choices.set(cell, (choices.get(cell) || 0) + 1);
  const fewest = (index) => Math.min(...[...play.puzzle.placements[index].cells].map((cell) => choices.get(cell)));
  const waiting = finishing.filter((index) => !play.placed.includes(index));
  return waiting.length ? waiting.reduce((best, index) => (fewest(index) < fewest(best) ? index : best)) : -1;
}

// The rest of a solution that the page carries; null if there is none.
export function carriedFinish(play, matches = goingOn(play)) {
  if (!matches.rows.length) return null;
  const [element] = matches.elements(matches.rows[0]);
  const images = play.puzzle.group.placements[element];
  return play.puzzle.solutions.placements(matches.rows[0]).map((placement) => images[placement]);
}

// What blocks, {text, cells, tile}; `known` says whether a solution goes on: true, false, or null.
export function why(play, known) {
  if (play.isDone()) return { text: "Nothing is missing.", cells: [], tile: null };
  if (known) return { text: "Nothing blocks: a solution goes on from here.", cells: [], tile: null };
  const seen = whyBlocked(play);
  if (seen) return seen;
  const text = known === false ? "No solution goes on from here, though every region and piece still has a place."
    : "Nothing plain blocks; whether a solution goes on was not found out in time.";
  return { text, cells: [], tile: null };
}
