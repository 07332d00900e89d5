// A search on several workers: the problem is compiled in one of them, its parts are searched by all. A puzzle with an
// objective is optimized first, in one worker; then the best solutions are counted.

import { deadEnd } from "./impossibility.js";
import { compile, cutFor, MemoryError, optimized, Search, withBounds } from "./solver.js";

const SOLUTIONS = 1000; // stored and shown
const SLICE_MILLISECONDS = 100; // between two reports of a worker
const PATHS = 5000; // of an estimate, which has a random error of some percent and mostly takes a tenth of a second
const ESTIMATE_MILLISECONDS = 300; // at most
const ENOUGH = 400; // solutions looked at in one step to a unique one

// Reports {state, numbers, parts, done, solutions, seconds, counting, estimate, best} about one puzzle after another.
// `estimate`: the nodes of the count, about, which has taken `counting` seconds; `best`: {value, limit, nodes, isProven} with
// an objective. A puzzle that is shown to be impossible has a `reason`, see impossibility.js. `makeWorker`: a new worker.
export class SearchControl {
  makeWorker; cores; report; workers; run; status; before; tallies; problem; paths; began; counting;

  constructor(makeWorker, cores, report) {
    Object.assign(this, { makeWorker, cores: Math.max(1, cores), report, workers: [], run: 0 });
  }

  stop() {
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
    this.run += 1;
    clearTimeout(this.timer);
    if (this.status?.state === "running") this.#update({ state: "stopped" });
    if (this.status?.state === "choosing") {
      this.status = this.before;
      this.#update({});
    }
  }

  // Search a spec; after `seconds` the search stops and says so.
  start(spec, seconds = Infinity) {
    this.stop();
    const run = this.run;
    this.began = performance.now();
    this.status = { state: "running", numbers: null, parts: 0, done: 0, solutions: [], placements: [], seconds: 0, estimate: null, best: null };
    this.tallies = [];
    if (Number.isFinite(seconds)) this.timer = setTimeout(() => { if (run === this.run) this.stop(); }, 1000 * seconds);
    this.#add(run).postMessage({ kind: "prepare", spec });
    this.#update({});
  }

  // Choose pieces of a solution that leave it as the only one: reports {state: "choosing"}, then {state: "unique", given}.
  makeUnique(spec, given, target) {
    this.stop();
    this.began = performance.now();
    this.before = this.status;
    this.status = { ...this.status, state: "choosing", pieces: 0 };
    this.#add(this.run).postMessage({ kind: "unique", spec, given, target, best: this.status.best?.value ?? null });
    this.#update({});
  }

  #add(run) {
    const worker = this.makeWorker();
    const number = this.workers.push(worker) - 1;
    worker.onmessage = ({ data }) => { if (run === this.run) this.#receive(data, number, run); };
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (run === this.run) this.#fail("The search stopped because of an error in the page. Your puzzle is safe.");
    };
    return worker;
  }

  #fail(message) {
    this.stop();
    this.#update({ state: "failed", message });
  }

  #receive(data, number, run) {
    if (data.kind === "failed") this.#fail(data.message);
    if (data.kind === "choosing") this.#update({ pieces: data.pieces });
    if (data.kind === "unique") {
      this.#update({ state: "unique", given: data.given });
      this.stop();
    }
    if (data.kind === "compiled") {
      Object.assign(this.status, { placements: data.placements, cells: data.cells, group: data.group });
      if (data.reason) {
        this.#update({ state: "impossible", reason: data.reason });
        this.stop();
      }
    }
    if (data.kind === "estimated") this.status.estimate = data.estimate;
    if (data.kind === "better") this.#update({ best: data.best, solutions: data.solutions ?? this.status.solutions });
    if (data.kind === "prepared") {
      this.paths = data.paths;
      this.problem = data.problem;
      this.status.estimate = data.estimate;
      this.counting = performance.now();
      this.tallies[-1] = data.numbers;
      this.#update({ parts: data.paths.length, solutions: data.solutions, numbers: this.#sums() });
      const more = Math.min(this.cores, data.paths.length) - 1;
      for (let k = 0; k < more; k += 1) this.#add(run).postMessage({ kind: "problem", problem: this.problem });
      this.workers.forEach((_, k) => this.#next(k));
      this.#finish();
    }
    if (data.kind === "progress" || data.kind === "part") {
      this.tallies[data.part] = data.numbers;
      const room = SOLUTIONS - this.status.solutions.length;
      this.#update({ numbers: this.#sums(), solutions: room > 0 ? [...this.status.solutions, ...data.solutions.slice(0, room)] : this.status.solutions,
        done: this.status.done + (data.kind === "part" ? 1 : 0) });
      if (data.kind === "part") {
        this.#next(number);
        this.#finish();
      }
    }
  }

  #next(number) {
    if (!this.paths.length) return;
    const part = this.status.parts - this.paths.length;
    this.workers[number].postMessage({ kind: "part", part, path: this.paths.shift(), capacity: SOLUTIONS });
  }

  #finish() {
    if (this.status.done < this.status.parts) return;
    const { workers } = this;
    this.status.state = "complete";
    for (const worker of workers) worker.terminate();
    this.workers = [];
    clearTimeout(this.timer);
    this.#update({});
  }

  #sums() {
    const sums = { nodes: 0, solutions: 0, raw: 0, rotations: 0, symmetric: 0 };
    for (const numbers of [this.tallies[-1], ...this.tallies]) for (const key of Object.keys(sums)) sums[key] += numbers?.[key] ?? 0;
    return sums;
  }

  #update(changes) {
    Object.assign(this.status, changes);
    const now = performance.now();
    if (this.status.state !== "complete") Object.assign(this.status, { seconds: (now - this.began) / 1000, counting: (now - this.counting) / 1000 });
    this.report(this.status);
  }
}

// The part of a worker: answers messages of the control. `module`: the kernel.
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
        ? "This puzzle has too many placements for the memory of a page. The program can search it."
        : `The search stopped because of an error in the page: ${/** @type {Error} */ (error).message}` });
    }
  }

  #prepare(spec) {
    const { module } = this;
    const { puzzle, cover, problem, group } = compile(this.space, spec);
    const placements = cover.placements.map(({ tile, cells }) => [tile, ...cells]);
    const reason = deadEnd(puzzle, cover);
    this.send({ kind: "compiled", placements, group, cells: cover.cells, reason });
    if (reason) return;
    this.problem = problem.objective ? this.#optimized(problem) : problem;
    const cut = cutFor(problem);
    const split = new Search(module, this.problem, { cut, capacity: 4000 });
    const isComplete = split.run(1e6);
    const { solutions, paths } = split.stored();
    const answer = { kind: "prepared", problem: this.problem, estimate: new Search(module, this.problem).estimate(PATHS, ESTIMATE_MILLISECONDS) };
    // a list that is not complete is not used: the whole problem is one part then
    if (isComplete) this.send({ ...answer, paths, solutions: this.#placed(solutions), numbers: split.numbers });
    else this.send({ ...answer, paths: [null], solutions: [], numbers: null });
  }

  // The problem of the best solutions; each better one is sent.
  #optimized(problem) {
    this.send({ kind: "estimated", estimate: new Search(this.module, problem).estimate(PATHS, ESTIMATE_MILLISECONDS) });
    let [told, shown] = [-Infinity, /** @type {number[] | null | undefined} */ (undefined)];
    for (const { solution, count, ...best } of optimized(this.module, problem)) {
      if (solution !== shown || best.isProven || performance.now() - told > SLICE_MILLISECONDS) {
        this.send({ kind: "better", best, ...(solution === shown ? {} : { solutions: solution ? this.#placed([solution], problem) : [] }) });
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

  #search({ part, path, capacity }) {
    const search = new Search(this.module, this.problem, { path, capacity });
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
      this.send({ kind: isComplete ? "part" : "progress", part, numbers: search.numbers, solutions: more() });
    }
  }
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

const placementText = ({ tile, cells }) => `${tile}: ${cells.map(String).sort().join(" ")}`;

// The solutions of a spec with more given placements, as sets of texts; no symmetry is broken. `best`: the value of an
// objective that they have.
function solutionsWith(space, module, spec, given, most, best = null) {
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
