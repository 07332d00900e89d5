// A search by the kernel: a spec compiled for it, the data of a cover problem in its memory, and its numbers.

import { buildPuzzle } from "./build.js";
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
  const bounds = counted.map((item) => items[item]);
  const exclusiveRows = rowsOf(options, exclusive);
  const countedRows = rowsOf(options, counted);
  const cellCount = items.filter(({ kind }) => kind === "cell").length;
  const areas = options.map((option) => option.filter((item) => item < cellCount).length);
  const smallest = areas.reduce((least, area) => Math.min(least, area || cellCount), cellCount);
  const depth = Math.min(options.length, Math.floor(cellCount / Math.max(1, smallest))) + 1;
  return {
    sizes: {
      options: options.length, required: required.length, exclusive: exclusive.length, counted: counted.length,
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
  };
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
const TRIED = NUMBERS.indexOf("level");

export class MemoryError extends Error {}

// One search in an instance of its own. `path`: the options of a part, null for the whole problem; `cut`: list the
// parts below that level instead of searching them; `tried`: the place at which another search was paused.
export class Search {
  constructor(module, problem, { path = null, cut = 0, capacity = 0, tried = null } = {}) {
    /** @type {any} */
    this.kernel = new WebAssembly.Instance(module, {}).exports;
    this.width = problem.sizes.depth + 1;
    const header = this.kernel.input();
    const sizes = { ...problem.sizes, fixed: path ? path.length + 1 : 0, cut, capacity };
    const batch = new Int32Array(Math.max(1, capacity * this.width));
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
  get tried() { return [...new Int32Array(this.kernel.memory.buffer, this.kernel.tried(), this.#view()[TRIED])]; }

  // Search at most some nodes, or until some solutions are counted in all; returns whether the search is complete.
  run(nodes, solutions = Infinity) {
    const isComplete = this.kernel.search(nodes, solutions) === 1;
    // a search that is back at its root is complete, which the next call finds
    return isComplete || (!this.#view()[TRIED] && this.numbers.solutions < solutions && this.kernel.search(1, solutions) === 1);
  }

  #view() { return new Float64Array(this.kernel.memory.buffer, this.kernel.output(), NUMBERS.length); }

  // {nodes, solutions, raw, rotations, symmetric, stored}: raw counts all images, rotations those up to rotation.
  get numbers() {
    const values = this.#view();
    return Object.fromEntries(NUMBERS.map((name, k) => [name, values[k]]));
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
