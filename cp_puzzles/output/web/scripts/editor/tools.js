// What the page, its workers and the tests use: the space of lattices, and a spec compiled for the kernel.

import { buildPuzzle, readSpace } from "./build.js";
import { buildCover } from "./cover.js";
import { MemoryError, optimized, preparedProblem, Search, withBounds } from "./solver.js";
import { leaderOrder, symmetryGroup } from "./symmetry.js";

const SMALL = 150; // options up to which a problem is one part
const LEVEL = 3; // below which the parts of larger problems begin

export const cutFor = (problem) => (problem.sizes.options <= SMALL ? 0 : LEVEL);

// The cover problem of a spec without mistakes, ready for the kernel. `isBroken`: keep one solution of each orbit.
export function compile(space, spec, isBroken = true) {
  const { puzzle } = buildPuzzle(space, spec);
  const cover = buildCover(puzzle);
  const all = symmetryGroup(puzzle, cover);
  const group = isBroken ? all : all.slice(0, 1);
  const problem = preparedProblem(cover, group, leaderOrder(cover, group));
  return { puzzle, cover, problem, group: { order: all.length, rotations: all.filter(({ isRotation }) => isRotation).length } };
}

export { MemoryError, optimized, readSpace, Search, withBounds };
