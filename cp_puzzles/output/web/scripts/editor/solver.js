// A search by the kernel: a spec compiled for it, the data of a cover problem in its memory, and its numbers.

import { buildPuzzle } from "./build.js";
import { satisfies } from "./checks.js";
import { buildCover, leaderOrder, redundantBounds, symmetryGroup } from "./cover.js";

const CELL_PRICE = 64;
const TILE_PRICE = 48;
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

// What every search of a problem needs, as plain arrays that can be sent to a worker. `symmetry`: the group of the
// problem, one element for none.
function preparedProblem(cover, group, { position, dominated }) {
  const { items, options, covering } = cover;
  const redundant = redundantBounds(cover);
  const isRequired = ({ minimum, maximum }) => (minimum === 1 && maximum === 1) || minimum > maximum;
  const counted = items.flatMap((item, k) => (!isRequired(item) && item.minimum <= item.maximum && item.maximum > 1 && !redundant.has(k) ? [k] : []));
  const isPossible = (option) => option.every((item) => items[item].maximum > 0 && items[item].minimum <= items[item].maximum);
  const active = options.map((option, k) => (isPossible(option) && !dominated[k] ? 1 : 0));
  // small domains become empty soonest
  const required = items.flatMap((item, k) => (isRequired(item) ? [k] : []));
  const size = new Map(required.map((item) => [item, covering[item].filter((option) => active[option]).length]));
  required.sort((a, b) => size.get(a) - size.get(b) || a - b);
  const exclusive = [...required, ...items.flatMap(({ minimum, maximum }, k) => (minimum === 0 && maximum === 1 ? [k] : []))];
  const forced = new Set([...required, ...counted.filter((item) => items[item].minimum === items[item].maximum)]);
  // the members of an objective are one more counted item
  const { objective } = cover;
  const isMember = new Set(objective?.options);
  const counting = objective ? [...counted, items.length] : counted;
  const bounds = counting.map((item) => items[item] ?? { minimum: 0, maximum: isMember.size });
  const exclusiveRows = rowsOf(options, exclusive);
  const countedRows = rowsOf(objective ? options.map((option, k) => (isMember.has(k) ? [...option, items.length] : option)) : options, counting);
  const cellCount = items.filter(({ kind }) => kind === "cell").length;
  const areas = options.map((option) => option.filter((item) => item < cellCount).length);
  const smallest = areas.reduce((least, area) => Math.min(least, area || cellCount), cellCount);
  // members that cover cells cannot be more than the board has room for
  const least = objective?.options.reduce((/** @type {number} */ area, /** @type {number} */ option) => Math.min(area, areas[option]), Infinity);
  const depth = Math.min(options.length, Math.floor(cellCount / Math.max(1, smallest)) + areas.filter((area) => !area).length) + 1;
  return {
    sizes: {
      options: options.length, placements: cover.placements.length, required: required.length, exclusive: exclusive.length, counted: counting.length,
      depth, group: group.length,
    },
    itemStart: exclusiveRows.start, items: exclusiveRows.values, countStart: countedRows.start, counts: countedRows.values,
    price: Int32Array.from(required, (item) => (items[item].kind === "cell" ? CELL_PRICE : TILE_PRICE)),
    minimum: Int32Array.from(bounds, ({ minimum }) => minimum),
    maximum: Int32Array.from(bounds, ({ maximum }) => maximum),
    free: Int32Array.from(options, (option) => (option.some((item) => forced.has(item)) ? 0 : 1)),
    active: Int32Array.from(active),
    number: Int32Array.from(options, (_, k) => k),
    images: Int32Array.from(group.flatMap(({ options: images }) => images.map((option) => position[option]))),
    proper: Int32Array.from(group, ({ isRotation }) => (isRotation ? 1 : 0)),
    checks: cover.checks, board: cover.checks.length ? cover.board : null,
    objective: objective && { ...objective, most: least ? Math.floor(cellCount / least) : Infinity },
  };
}

// The problem with bounds on the number of members of its objective. The kernel takes members away when the last one
// is used: for none they are not active.
export function withBounds(problem, low, high) {
  const [minimum, maximum, active] = [problem.minimum.slice(), problem.maximum.slice(), problem.active.slice()];
  minimum[minimum.length - 1] = low;
  maximum[maximum.length - 1] = high;
  if (!high) for (const option of problem.objective.options) active[option] = 0;
  return { ...problem, minimum, maximum, active };
}

// Searches for better and better solutions: yields {value, count, solution, nodes, limit, isProven, low, high, tried} after
// some nodes. The last one, the only one that is proven, has the best value, or null without a solution. No value is beyond the
// `limit`, by the area of the pieces; null if nothing is known. `from`: what an earlier search has yielded, which goes on.
export function* optimized(module, problem, slice = 20_000, from = null) {
  const { options, weight, constant, isLargest, most } = problem.objective;
  const wantsMany = isLargest === weight > 0;
  const members = new Set(options);
  const limit = wantsMany && most < members.size ? constant + weight * most : null;
  let { value = null, count = 0, solution = null, low = 0, high = Math.min(members.size, most), nodes = 0, tried = null } = from ?? {};
  const state = (isProven, place) => ({ value, count, solution, nodes, limit, isProven, low, high, tried: place });
  while (low <= high && !from?.isProven) {
    const search = new Search(module, withBounds(problem, low, high), { capacity: 1, tried });
    tried = null;
    let before = 0;
    while (!search.run(slice, 1) && !search.numbers.solutions) {
      nodes += search.numbers.nodes - before;
      before = search.numbers.nodes;
      yield state(false, search.tried);
    }
    nodes += search.numbers.nodes - before;
    const [found] = search.stored().solutions;
    if (!found) break;
    [solution, count] = [found, found.filter((option) => members.has(option)).length];
    if (wantsMany) low = count + 1;
    else high = count - 1;
    value = constant + weight * count;
    yield state(false, null);
  }
  yield state(true, null);
}

// The numbers, in a list of items, of the items of each option.
function rowsOf(options, list) {
  const number = new Map(list.map((item, k) => [item, k]));
  const start = new Int32Array(options.length + 1);
  const values = [];
  options.forEach((option, k) => {
    for (const item of option) if (number.has(item)) values.push(number.get(item));
    start[k + 1] = values.length;
  });
  return { start, values: Int32Array.from(values) };
}

const FIELDS = ["options", "required", "exclusive", "counted", "depth", "group", "fixed", "cut", "capacity"];
const NUMBERS = ["nodes", "solutions", "raw", "rotations", "symmetric", "stored", "level", "memory"];

export class MemoryError extends Error {}

// One search in an instance of its own. `path`: the options of a part, null for the whole problem; `cut`: list the
// parts below that level instead of searching them; `tried`: the place at which another search was paused.
export class Search {
  constructor(module, problem, { path = null, cut = 0, capacity = 0, tried = null } = {}) {
    /** @type {any} */
    this.kernel = new WebAssembly.Instance(module, {}).exports;
    this.width = problem.sizes.depth + 1;
    const { checks, board } = problem;
    // a solution that is checked is stored first
    this.checks = checks;
    this.board = board;
    this.capacity = capacity;
    /** @type {Record<string, number>} */ this.refused = { solutions: 0, raw: 0, rotations: 0, symmetric: 0 };
    const rows = capacity + (checks.length ? 1 : 0);
    const header = this.kernel.input();
    const sizes = { ...problem.sizes, fixed: path ? path.length + 1 : 0, cut, capacity: rows };
    const batch = new Int32Array(Math.max(1, rows * this.width));
    const arrays = [problem.itemStart, problem.items, problem.countStart, problem.counts, problem.price, problem.minimum,
      problem.maximum, problem.free, problem.active, problem.number, problem.images, problem.proper, Int32Array.from(path ?? []), batch];
    const places = arrays.map((array) => this.#copied(array));
    new Int32Array(this.kernel.memory.buffer, header, FIELDS.length + places.length).set([...FIELDS.map((name) => sizes[name]), ...places]);
    this.batch = places.at(-1);
    if (!this.kernel.prepare()) throw new MemoryError();
    if (tried && !this.kernel.resume(this.#copied(Int32Array.from(tried)), tried.length)) throw new Error("there is no such place in the search");
  }

  #copied(array) {
    const place = this.kernel.allocate(Math.max(4, array.byteLength));
    if (!place) throw new MemoryError();
    new Int32Array(this.kernel.memory.buffer, place, array.length).set(array);
    return place;
  }

  // The place of a search that is not complete: the options that were tried last at each level, -1 for none.
  get tried() { return [...new Int32Array(this.kernel.memory.buffer, this.kernel.tried(), this.#values().level)]; }

  // Search at most some nodes, or until some solutions are counted in all; returns whether the search is complete.
  run(nodes, solutions = Infinity) {
    const isComplete = this.#run(nodes, solutions);
    // a search that is back at its root is complete, which the next call finds
    return isComplete || (!this.#values().level && this.numbers.solutions < solutions && this.#run(1, solutions));
  }

  #run(nodes, solutions) {
    if (!this.checks.length) return this.kernel.search(nodes, solutions) === 1;
    const end = this.numbers.nodes + nodes;
    for (;;) {
      const before = this.#values();
      const isComplete = this.kernel.search(end - before.nodes, before.solutions + 1) === 1;
      const after = this.#values();
      if (after.solutions > before.solutions) this.#check(before, after);
      if (isComplete || after.nodes >= end || this.numbers.solutions >= solutions || after.solutions === before.solutions) return isComplete;
    }
  }

  // Test the solution that was stored last, maybe before a path; one that fails is neither counted nor kept.
  #check(before, after) {
    const rows = new Int32Array(this.kernel.memory.buffer, this.batch, after.stored * this.width);
    const last = (after.stored - 1) * this.width;
    const start = rows[last] < 0 ? last - this.width : last;
    const options = [...rows.subarray(start + 1, start + 1 + rows[start])];
    const { cellCount, given, pieces } = this.board;
    const isAccepted = satisfies(this.checks, cellCount, [...given, ...options.flatMap((option) => pieces[option] ?? [])]);
    if (!isAccepted) for (const key of Object.keys(this.refused)) this.refused[key] += after[key] - before[key];
    if (!isAccepted) rows.copyWithin(start, last);
    if (!isAccepted || after.stored > this.capacity) this.#view()[NUMBERS.indexOf("stored")] -= 1;
  }

  #view() { return new Float64Array(this.kernel.memory.buffer, this.kernel.output(), NUMBERS.length); }

  #values() {
    const values = this.#view();
    return Object.fromEntries(NUMBERS.map((name, k) => [name, values[k]]));
  }

  // {nodes, solutions, raw, rotations, symmetric, stored}: raw counts all images, rotations those up to rotation.
  get numbers() {
    const numbers = this.#values();
    for (const [key, number] of Object.entries(this.refused)) numbers[key] -= number;
    return numbers;
  }

  // Estimate the nodes of the whole search by random paths, always the same, as many as some time allows; nothing is
  // searched after that.
  estimate(paths, milliseconds = Infinity) {
    const end = performance.now() + milliseconds;
    let [total, count] = [0, 0];
    while (!count || (count < paths && performance.now() < end)) {
      total += this.kernel.probe();
      count += 1;
    }
    return total / count;
  }

  // The stored solutions from a row on, and the paths of parts.
  stored(first = 0) {
    const { stored } = this.numbers;
    const rows = new Int32Array(this.kernel.memory.buffer, this.batch, stored * this.width);
    const [solutions, paths] = [[], []];
    for (let start = first * this.width; start < rows.length; start += this.width) {
      const length = rows[start] < 0 ? ~rows[start] : rows[start];
      (rows[start] < 0 ? paths : solutions).push(Array.from(rows.subarray(start + 1, start + 1 + length)));
    }
    return { solutions, paths };
  }
}
