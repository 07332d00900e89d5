// The part of a search that a worker does: it compiles the problem, optimizes, and searches parts; and it chooses pieces that
// leave one solution.

import { deadEnd } from "./impossibility.js";
import { compile, cutFor, MemoryError, optimized, Search, withBounds } from "./solver.js";

const SLICE_MILLISECONDS = 100; // between two reports of a worker
const PATHS = 5000; // of an estimate, which has a random error of some percent and mostly takes a tenth of a second
const ESTIMATE_MILLISECONDS = 300; // at most
const ENOUGH = 400; // solutions looked at in one step to a unique one

// Answers messages of the control. `module`: the kernel.
export class SearchServer {
  space; module; send; problem;

  constructor(space, module, send) { Object.assign(this, { space, module, send, problem: null }); }

  receive(data) {
    try {
      if (data.kind === "prepare") this.#prepare(data.spec, data.from);
      if (data.kind === "problem") this.problem = data.problem;
      if (data.kind === "part") this.#search(data);
      if (data.kind === "unique") this.#unique(data);
    } catch (error) {
      const isFull = error instanceof MemoryError || error instanceof RangeError;
      this.send({ kind: "failed", message: isFull
        ? "The pieces of this puzzle can lie in too many places for the memory of a page. The program can search it."
        : `The search stopped because of an error in the page: ${/** @type {Error} */ (error).message}` });
    }
  }

  #prepare(spec, from) {
    const { module } = this;
    const { puzzle, cover, problem, group } = compile(this.space, spec);
    const { placements } = cover;
    const reason = deadEnd(puzzle, cover);
    this.send({ kind: "compiled", placements, group, cells: cover.cells, reason });
    if (reason) return;
    this.problem = problem.objective ? this.#optimized(problem, from) : problem;
    const cut = cutFor(problem);
    const split = new Search(module, this.problem, { cut, capacity: 4000 });
    const isComplete = split.run(1e6);
    const { solutions, paths } = split.stored();
    const answer = { kind: "prepared", mark: markOf(this.problem, paths), problem: this.problem, estimate: new Search(module, this.problem).estimate(PATHS, ESTIMATE_MILLISECONDS) };
    // a list that is not complete is not used: the whole problem is one part then
    if (isComplete) this.send({ ...answer, paths, solutions: this.#placed(solutions), numbers: split.numbers });
    else this.send({ ...answer, paths: [null], solutions: [], numbers: null });
  }

  // The problem of the best solutions; each better one is sent.
  #optimized(problem, from) {
    this.send({ kind: "estimated", estimate: new Search(this.module, problem).estimate(PATHS, ESTIMATE_MILLISECONDS) });
    let [told, shown] = [-Infinity, /** @type {number[] | null | undefined} */ (undefined)];
    for (const state of optimized(this.module, problem, undefined, from)) {
      const { solution, count, value, limit, nodes, isProven } = state;
      const best = { value, limit, nodes, isProven };
      if (solution !== shown || best.isProven || performance.now() - told > SLICE_MILLISECONDS) {
        this.send({ kind: "better", best, from: state, ...(solution === shown ? {} : { solutions: solution ? this.#placed([solution], problem) : [] }) });
        [told, shown] = [performance.now(), solution];
      }
      if (best.isProven) return withBounds(problem, solution ? count : 1, solution ? count : 0);
    }
    return problem;
  }

  // Solutions without the auxiliary options.
  #placed(solutions, problem = this.problem) { return solutions.map((options) => options.filter((option) => option < problem.sizes.placements)); }

  #unique({ spec, given, target, best }) {
    const solve = (chosen, most) => solutionsWith(this.space, this.module, spec, [...given, ...chosen], most, best);
    const chosen = uniqueChoice(target, solve, (pieces) => this.send({ kind: "choosing", pieces }));
    this.send({ kind: "unique", given: [...given, ...chosen] });
  }

  // `numbers`: those before `tried`.
  #search({ part, path, tried, numbers, capacity }) {
    const search = new Search(this.module, this.problem, { path, tried, capacity });
    const total = () => Object.fromEntries(Object.entries(search.numbers).map(([key, number]) => [key, number + (numbers?.[key] ?? 0)]));
    let told = 0;
    const more = () => {
      const { stored } = search.numbers;
      const fresh = stored > told ? this.#placed(search.stored(told).solutions) : [];
      told = stored;
      return fresh;
    };
    let [nodes, isComplete] = [20_000, false];
    while (!isComplete) {
      const start = performance.now();
      isComplete = search.run(nodes);
      const passed = performance.now() - start;
      if (passed < SLICE_MILLISECONDS / 2) nodes *= 2;
      if (passed > SLICE_MILLISECONDS * 2) nodes = Math.max(1000, nodes / 2);
      this.send({ kind: isComplete ? "part" : "progress", part, numbers: total(), tried: isComplete ? null : search.tried, solutions: more() });
    }
  }
}

// A number that tells a problem and its partition from others, which an earlier version of the page may have made.
function markOf({ itemStart, items, countStart, counts, images, active }, paths) {
  let mark = 1;
  for (const numbers of [itemStart, items, countStart, counts, images, active, ...paths]) for (const number of numbers) mark = (Math.imul(mark, 31) + number + 1) | 0;
  return mark || 1;
}

// Placements of a target solution, [{tile, cells}] with coordinates of files, beside which it is the only solution.
// `solve`: the solutions, as texts of placements, of the puzzle with some given placements, at most a number of them.
// `report`: gets the number of chosen placements after each step.
function uniqueChoice(target, solve, report) {
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

const placementText = ({ tile, cells, shown = [] }) => `${tile}: ${cells.map((cell, k) => `${cell}${shown.length ? `=${shown[k]}` : ""}`).sort().join(" ")}`;

// The solutions of a spec with more given placements, as sets of texts; no symmetry is broken. `best`: the value of an
// objective that they have.
function solutionsWith(space, module, spec, given, most, best = null) {
  const { puzzle, cover, problem } = compile(space, { ...spec, given }, false);
  const count = problem.objective && (best - problem.objective.constant) / problem.objective.weight;
  const search = new Search(module, problem.objective ? withBounds(problem, count, count) : problem, { capacity: most });
  while (!search.run(100_000, most) && search.numbers.solutions < most);
  const written = (option) => {
    const { tile, cells, shown } = cover.placements[option];
    return placementText({ tile: puzzle.tiles[tile].name, shown, cells: cells.map((cell) => puzzle.lattice.coordinates(cover.cells[cell])) });
  };
  return search.stored().solutions.map((solution) => new Set(solution.filter((option) => option < cover.placements.length).map(written)));
}
