// Measures: numbers of a tiling, as sums over options or as checks; see cp_puzzles/puzzle/rules.

import { combinations, patch } from "./board_geometry.js";

/** @import { Check } from "./checks.js" */
/** @import { Lattice } from "./lattice.js" */
/** @import { Auxiliary, RuleCompiler } from "./rule_compiler.js" */
/** @typedef {{members: number[], auxiliaries: Auxiliary[], weight: number, constant: number}} Sum */
/**
 * `sum`: the number as a sum; `forbid`: add items that force it to be 0, return whether they do; `check`: the data of a
 * check of finished tilings, for a number that is no sum; `unsupported`: why it has no meaning on a lattice.
 * @typedef {object} Measure
 * @property {(compiler: RuleCompiler) => Sum | null} sum
 * @property {(compiler: RuleCompiler) => boolean} [forbid]
 * @property {(compiler: RuleCompiler, minimum: number, maximum: number | null) => Check} [check]
 * @property {(lattice: Lattice) => string | null} [unsupported]
 * @property {boolean} [isMoved] whether pieces are moved, which the page does not do
 */

/** @param {Partial<Sum>} parts @returns {Sum} */
const sumOf = (parts) => ({ members: [], auxiliaries: [], weight: 1, constant: 0, ...parts });

/** @param {RuleCompiler} compiler @param {number[]} cells */
const emptyOf = (compiler, cells) => cells.flatMap((cell) => compiler.empty(cell) ?? []);

/** @param {RuleCompiler} compiler */
const allEmpty = (compiler) => emptyOf(compiler, [...compiler.board.cells.keys()]);

/** The placements that cover both cells of some pair. @param {RuleCompiler} compiler @param {number[][]} pairs */
const joining = (compiler, pairs) => pairs.flatMap(([a, b]) => compiler.both(a, b));

/** @param {number[][]} places */
const isCrossing = (places) => places.every((cells) => cells.length <= 4);

/** @param {Lattice} lattice */
export const hasCorners = (lattice) => lattice.classes[0].corners.length > 0;

/** Why pieces on a lattice cannot be moved. @param {Lattice} lattice */
export function unmovable(lattice) {
  if (lattice.edges) return "pieces made of edges have no area";
  return lattice.radius || !lattice.classes.every((each) => each.corners.length)
    ? "balls touch each other in points, and their moves are not along lattice directions" : null;
}

/** @type {Record<string, Measure>} */
export const MEASURES = {
  faults: {
    unsupported: (lattice) => (patch(lattice).cuts.length ? null : "no straight line runs along the sides of its cells"),
    sum(compiler) {
      const faults = compiler.board.cuts.map((sides) => ({ kind: "fault", places: sides }));
      faults.forEach((fault, k) => {
        compiler.add(`line ${k + 1}`, joining(compiler, fault.places), { auxiliaries: [fault], minimum: 1 });
        for (const [a, b] of fault.places) {
          compiler.add(`line ${k + 1} between ${compiler.words(a)} and ${compiler.words(b)}`, compiler.both(a, b), { auxiliaries: [fault], maximum: 1 });
        }
      });
      return sumOf({ auxiliaries: faults });
    },
    forbid(compiler) {
      compiler.board.cuts.forEach((sides, k) => compiler.add(`line ${k + 1} is crossed`, joining(compiler, sides), { minimum: 1 }));
      return true;
    },
  },
  crossroads: {
    unsupported: (lattice) => (hasCorners(lattice) && patch(lattice).meetings.length ? null : "no four of its cells meet"),
    sum(compiler) {
      if (!isCrossing(compiler.board.meetings)) return null;
      const crossings = compiler.board.meetings.map((cells) => ({ kind: "crossing", places: [cells] }));
      crossings.forEach((crossing, k) => {
        const [cells] = crossing.places;
        const empty = emptyOf(compiler, cells);
        compiler.add(`point ${k + 1}`, joining(compiler, combinations(cells, 2)), { auxiliaries: [crossing, ...empty], minimum: 1 });
        for (const [a, b] of combinations(cells, 2)) {
          compiler.add(`point ${k + 1} between ${compiler.words(a)} and ${compiler.words(b)}`, compiler.both(a, b), { auxiliaries: [crossing], maximum: 1 });
        }
        for (const cell of empty) compiler.add(`point ${k + 1} beside an empty cell`, [], { auxiliaries: [crossing, cell], maximum: 1 });
      });
      return sumOf({ auxiliaries: crossings });
    },
    forbid(compiler) {
      if (!isCrossing(compiler.board.meetings)) return false;
      compiler.board.meetings.forEach((cells, k) => {
        const auxiliaries = emptyOf(compiler, cells);
        compiler.add(`point ${k + 1} is not a crossing`, joining(compiler, combinations(cells, 2)), { auxiliaries, minimum: 1 });
      });
      return true;
    },
    check: ({ board }, minimum, maximum) => ({ kind: "crossroads", places: board.meetings, minimum, maximum }),
  },
  border: {
    sum: (compiler) => sumOf({ members: [...compiler.pieces].flatMap(([reference, { cells }]) => (cells.some((cell) => compiler.board.boundary.has(cell)) ? [reference] : [])) }),
  },
  covered: { sum: (compiler) => sumOf({ auxiliaries: allEmpty(compiler), weight: -1, constant: compiler.board.cells.length }) },
  empty: { sum: (compiler) => sumOf({ auxiliaries: allEmpty(compiler) }) },
  pieces: { sum: (compiler) => sumOf({ members: compiler.references }) },
  touching: {
    sum: () => null,
    forbid(compiler) {
      for (const [a, b] of compiler.board.sides) {
        for (const [left, right] of [[a, b], [b, a]]) {
          separate(compiler, `${compiler.words(left)} and ${compiler.words(right)}`, compiler.covering[left], compiler.covering[right]);
        }
      }
      return true;
    },
    check: ({ board }, minimum, maximum) => ({ kind: "touching", sides: board.sides, minimum, maximum }),
  },
  level: { sum: () => null, unsupported: unmovable, isMoved: true },
};

// Allow at most one of the placements on the two sides of a line, besides those that cross it.
/** @param {RuleCompiler} compiler @param {string} name @param {Set<number>} left @param {Set<number>} right */
export function separate(compiler, name, left, right) {
  compiler.add(`between ${name}`, [...[...left].filter((each) => !right.has(each)), ...[...right].filter((each) => !left.has(each))], { maximum: 1 });
}
