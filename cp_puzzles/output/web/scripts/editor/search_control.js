// A search on several workers: the problem is compiled in one of them, its parts are searched by all.

const SOLUTIONS = 1000; // stored and shown
const SILENT_MILLISECONDS = 20_000; // after which a worker that searches a part is replaced: a browser ends workers silently
const MOST_REPLACED = 3; // workers in one search
const DESCRIPTIONS = ["name", "description", "source", "expected"];

/** What a search is about: two specs with the same text have the same solutions. @type {(spec: any) => string} */
export const searchKey = (spec) => JSON.stringify(Object.entries(spec).filter(([key, value]) => !DESCRIPTIONS.includes(key) && value !== undefined));

// Reports {state, numbers, parts, done, solutions, seconds, counting, estimate} about one puzzle after another. `estimate`: the
// nodes of the count, about, which has taken `counting` seconds. `makeWorker`: a new worker.
export class SearchControl {
  makeWorker; cores; report; workers; run; status; before; problem; paths; left; began; counting; progress; earlier; timer; watch; replaced;

  constructor(makeWorker, cores, report) {
    Object.assign(this, { makeWorker, cores: Math.max(1, cores), report, workers: [], run: 0, progress: null });
  }

  #end() {
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
    clearTimeout(this.timer);
    clearInterval(this.watch);
  }

  stop() {
    this.#end();
    this.run += 1;
    if (this.progress) this.progress.isOpen = false;
    if (this.status?.state === "running") this.#update({ state: "stopped" });
    if (this.status?.state === "choosing") {
      this.status = this.before;
      this.#update({});
    }
  }

  // Search a spec; after `seconds` the search stops and says so. It goes on where `progress`, or the last search here, stopped
  // if that was about the same. Progress is {key, mark, isOpen, seconds, counting, tallies, tried, isDone, solutions}:
  // of each part the numbers, the place of its search and whether it is complete; plain data.
  start(spec, seconds = Infinity, progress = this.progress) {
    this.stop();
    const { run } = this;
    const key = searchKey(spec);
    this.earlier = progress?.key === key ? progress : null;
    this.progress = { key, mark: 0, seconds: 0, counting: 0, tallies: [], tried: [], isDone: [], solutions: [], ...this.earlier, isOpen: seconds === Infinity };
    this.began = performance.now() - 1000 * this.progress.seconds;
    this.status = { state: "running", numbers: null, parts: 0, done: 0, solutions: [], placements: [], seconds: 0, estimate: null };
    if (this.earlier?.mark) this.status.numbers = this.#sums();
    if (Number.isFinite(seconds)) this.timer = setTimeout(() => { if (run === this.run) this.stop(); }, 1000 * seconds);
    this.replaced = 0;
    this.watch = setInterval(() => this.#replaceSilent(run), SILENT_MILLISECONDS / 4);
    this.#add(run)?.postMessage({ kind: "prepare", spec });
    if (run === this.run) this.#update({});
  }

  // Choose pieces of a solution that leave it as the only one: reports {state: "choosing"}, then {state: "unique", given}.
  makeUnique(spec, given, target) {
    this.stop();
    this.began = performance.now();
    this.before = this.status;
    this.status = { ...this.status, state: "choosing", pieces: 0 };
    this.#add(this.run)?.postMessage({ kind: "unique", spec, given, target });
    this.#update({});
  }

  // Make a worker, in the place of one that does not answer; undefined if the browser makes none.
  #add(run, number = this.workers.length) {
    let worker;
    try {
      worker = this.makeWorker();
    } catch {
      this.#fail("This browser does not let the page search: it makes no workers. The program can search the puzzle.");
      return undefined;
    }
    this.workers[number] = worker;
    Object.assign(worker, { part: null, heard: performance.now() });
    worker.onmessage = ({ data }) => { if (run === this.run && this.workers[number] === worker) this.#receive(data, number, run); };
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (run === this.run) this.#fail("The search stopped because of an error in the page. Your puzzle is safe.");
    };
    return worker;
  }

  // Give the parts of workers that have been ended to new ones.
  #replaceSilent(run) {
    // how long a puzzle is compiled is not known: it is told, and goes on
    const isSilent = !this.status.parts && performance.now() - this.workers[0].heard >= SILENT_MILLISECONDS;
    if (isSilent) this.#update({ isSilent });
    this.workers.forEach((worker, number) => {
      if (run !== this.run || worker.part === null || performance.now() - worker.heard < SILENT_MILLISECONDS) return;
      worker.terminate();
      this.replaced += 1;
      if (this.replaced > MOST_REPLACED) {
        this.#fail("The browser has ended the search several times, maybe for lack of memory. Count on goes on with what is done.");
        return;
      }
      this.#add(run, number)?.postMessage({ kind: "problem", problem: this.problem });
      if (run === this.run) this.#ask(number, worker.part);
    });
  }

  #fail(message) {
    this.stop();
    this.#update({ state: "failed", message });
  }

  #receive(data, number, run) {
    const { progress } = this;
    this.workers[number].heard = performance.now();
    this.status.isSilent = false;
    if (data.kind === "failed") this.#fail(data.message);
    if (data.kind === "choosing") this.#update({ pieces: data.pieces });
    if (data.kind === "unique") {
      this.#update({ state: "unique", given: data.given });
      this.stop();
    }
    if (data.kind === "compiled") Object.assign(this.status, { placements: data.placements, cells: data.cells, group: data.group });
    if (data.kind === "prepared") {
      this.paths = data.paths;
      this.problem = data.problem;
      this.status.estimate = data.estimate;
      if (progress.mark !== data.mark) Object.assign(progress, { mark: data.mark, counting: 0, tallies: [data.numbers], tried: [], isDone: [], solutions: data.solutions });
      this.counting = performance.now() - 1000 * progress.counting;
      const done = progress.isDone.filter(Boolean).length;
      this.left = data.paths.map((_, part) => part).filter((part) => !progress.isDone[part]);
      this.#update({ parts: data.paths.length, done, solutions: progress.solutions, numbers: this.#sums() });
      const more = Math.min(this.cores, this.left.length) - 1;
      for (let k = 0; k < more; k += 1) this.#add(run)?.postMessage({ kind: "problem", problem: this.problem });
      if (run !== this.run) return;
      this.workers.forEach((_, k) => this.#next(k));
      this.#finish();
    }
    if (data.kind === "progress" || data.kind === "part") {
      const { part, tried } = data;
      progress.tallies[part + 1] = data.numbers;
      progress.tried[part] = tried;
      progress.isDone[part] = data.kind === "part";
      progress.solutions = [...progress.solutions, ...data.solutions].slice(0, SOLUTIONS);
      this.#update({ numbers: this.#sums(), solutions: progress.solutions, done: this.status.done + (data.kind === "part" ? 1 : 0) });
      if (data.kind === "part") {
        this.workers[number].part = null;
        this.#next(number);
        this.#finish();
      }
    }
  }

  #next(number) { if (this.left.length) this.#ask(number, this.left.shift()); }

  // Search a part, or go on with it.
  #ask(number, part) {
    const { tallies, tried } = this.progress;
    Object.assign(this.workers[number], { part, heard: performance.now() });
    this.workers[number].postMessage({ kind: "part", part, path: this.paths[part], tried: tried[part] ?? null, numbers: tried[part] ? tallies[part + 1] : null, capacity: SOLUTIONS });
  }

  #finish() {
    if (this.status.done < this.status.parts) return;
    this.#end();
    this.#update({ state: "complete" });
  }

  // The first numbers are those of the partition.
  #sums() {
    const sums = { nodes: 0, solutions: 0, raw: 0, rotations: 0, symmetric: 0 };
    for (const numbers of this.progress.tallies) for (const key of Object.keys(sums)) sums[key] += numbers?.[key] ?? 0;
    return sums;
  }

  #update(changes) {
    Object.assign(this.status, changes);
    const now = performance.now();
    if (this.status.state !== "complete") Object.assign(this.status, { seconds: (now - this.began) / 1000, counting: (now - this.counting) / 1000 });
    if (this.progress && this.status.state === "running") Object.assign(this.progress, { seconds: this.status.seconds, counting: this.status.parts ? this.status.counting : this.progress.counting });
    this.report(this.status);
  }
}
