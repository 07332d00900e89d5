// Pieces of a solution that leave it as the only one.

import { compile, Search, withBounds } from "./solver.js";

const ENOUGH = 400; // solutions looked at in one step

// Placements of a target solution, [{tile, cells}] with coordinates of files, beside which it is the only solution.
// `solve`: the solutions, as texts of placements, of the puzzle with some given placements, at most a number of them.
// `report`: gets the number of chosen placements after each step.
export function uniqueChoice(target, solve, report) {
  const chosen = [];
  for (;;) {
    report(chosen.length);
    const solutions = solve(chosen, ENOUGH);
    if (solutions.length < 2) break;
    chosen.push(leastCommon(target.filter((each) => !chosen.includes(each)), solutions));
  }
  // what an earlier step needed, later ones may have made superfluous
  for (const placement of [...chosen]) {
    const others = chosen.filter((each) => each !== placement);
    if (solve(others, 2).length < 2) chosen.splice(chosen.indexOf(placement), 1);
    report(chosen.length);
  }
  return chosen;
}

// The placement that the fewest solutions have.
function leastCommon(placements, solutions) {
  const counts = placements.map((placement) => solutions.filter((solution) => solution.has(placementText(placement))).length);
  return placements[counts.indexOf(Math.min(...counts))];
}

export const placementText = ({ tile, cells }) => `${tile}: ${cells.map(String).sort().join(" ")}`;

// The solutions of a spec with more given placements, as sets of texts; no symmetry is broken. `best`: the value of an
// objective that they have.
export function solutionsWith(space, module, spec, given, most, best = null) {
  const { puzzle, cover, problem } = compile(space, { ...spec, given }, false);
  const count = problem.objective && (best - problem.objective.constant) / problem.objective.weight;
  const search = new Search(module, problem.objective ? withBounds(problem, count, count) : problem, { capacity: most });
  while (!search.run(100_000, most) && search.numbers.solutions < most);
  const written = (option) => {
    const { tile, cells } = cover.placements[option];
    return placementText({ tile: puzzle.tiles[tile].name, cells: cells.map((cell) => puzzle.lattice.coordinates(cover.cells[cell])) });
  };
  return search.stored().solutions.map((solution) => new Set(solution.filter((option) => option < cover.placements.length).map(written)));
}
