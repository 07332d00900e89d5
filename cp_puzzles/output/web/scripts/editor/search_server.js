// The part of a search that a worker does: it compiles the problem and searches parts; and it chooses pieces that leave one
// solution.

import { cheapest } from "../page/numbers.js";
import { compile, cutFor, MemoryError, Search } from "./solver.js";

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
      if (data.kind === "prepare") this.#prepare(data.spec);
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

  #prepare(spec) {
    const { module } = this;
    const { cover, problem, group } = compile(this.space, spec);
    this.send({ kind: "compiled", placements: cover.placements, group, cells: cover.cells });
    this.problem = problem;
    const cut = cutFor(problem);
    const split = new Search(module, this.problem, { cut, capacity: 4000 });
    const isComplete = split.run(1e6);
    const { solutions, paths } = split.stored();
    const answer = { kind: "prepared", mark: markOf(this.problem, paths), problem: this.problem, estimate: new Search(module, this.problem).estimate(PATHS, ESTIMATE_MILLISECONDS) };
    // a list that is not complete is not used: the whole problem is one part then
    if (isComplete) this.send({ ...answer, paths, solutions, numbers: split.numbers });
    else this.send({ ...answer, paths: [null], solutions: [], numbers: null });
  }

  #unique({ spec, given, target }) {
    const solve = (chosen, most) => solutionsWith(this.space, this.module, spec, [...given, ...chosen], most);
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
      const fresh = stored > told ? search.stored(told).solutions : [];
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
    // the placement that the fewest solutions have
    const left = target.filter((each) => !chosen.includes(each));
    chosen.push(cheapest(left, (placement) => solutions.filter((solution) => solution.has(placementText(placement))).length));
  }
  // what an earlier step needed, later ones may have made superfluous
  for (const placement of [...chosen]) {
    const others = chosen.filter((each) => each !== placement);
    if (solve(others, 2).length < 2) chosen.splice(chosen.indexOf(placement), 1);
    report(chosen.length);
  }
  return chosen;
}

const placementText = ({ tile, cells, shown = [] }) => `${tile}: ${cells.map((cell, k) => `${cell}${shown.length ? `=${shown[k]}` : ""}`).sort().join(" ")}`;

// The solutions of a spec with more given placements, as sets of texts; no symmetry is broken.
function solutionsWith(space, module, spec, given, most) {
  const { puzzle, cover, problem } = compile(space, { ...spec, given }, false);
  const search = new Search(module, problem, { capacity: most });
  while (!search.run(100_000, most) && search.numbers.solutions < most);
  const written = (option) => {
    const { tile, cells, shown } = cover.placements[option];
    return placementText({ tile: puzzle.tiles[tile].name, shown, cells: cells.map((cell) => puzzle.lattice.coordinates(cover.cells[cell])) });
  };
  return search.stored().solutions.map((solution) => new Set(solution.map(written)));
}
