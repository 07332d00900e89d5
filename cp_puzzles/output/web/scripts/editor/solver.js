// A search by the kernel: the data of a cover problem in its memory, and its numbers.

import { redundantBounds } from "./cover.js";

const CELL_PRICE = 64;
const TILE_PRICE = 48;

// What every search of a problem needs, as plain arrays that can be sent to a worker. `symmetry`: the group of the
// problem, one element for none.
export function preparedProblem(cover, group, { position, dominated }) {
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
  const exclusiveRows = rowsOf(options, exclusive);
  const countedRows = rowsOf(options, counted);
  const cellCount = items.filter(({ kind }) => kind === "cell").length;
  const smallest = options.reduce((least, option) => Math.min(least, option.filter((item) => item < cellCount).length || 1), cellCount);
  return {
    sizes: {
      options: options.length, required: required.length, exclusive: exclusive.length, counted: counted.length,
      depth: Math.min(options.length, Math.floor(cellCount / Math.max(1, smallest))) + 1, group: group.length,
    },
    itemStart: exclusiveRows.start, items: exclusiveRows.values, countStart: countedRows.start, counts: countedRows.values,
    price: Int32Array.from(required, (item) => (items[item].kind === "cell" ? CELL_PRICE : TILE_PRICE)),
    minimum: Int32Array.from(counted, (item) => items[item].minimum),
    maximum: Int32Array.from(counted, (item) => items[item].maximum),
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

export class MemoryError extends Error {}

// One search in an instance of its own. `path`: the options of a part, null for the whole problem; `cut`: list the
// parts below that level instead of searching them.
export class Search {
  constructor(module, problem, { path = null, cut = 0, capacity = 0 } = {}) {
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
  }

  #copied(array) {
    const place = this.kernel.allocate(Math.max(4, array.byteLength));
    if (!place) throw new MemoryError();
    new Int32Array(this.kernel.memory.buffer, place, array.length).set(array);
    return place;
  }

  // Search at most some nodes, or until some solutions are counted in all; returns whether the search is complete.
  run(nodes, solutions = Infinity) { return this.kernel.search(nodes, solutions) === 1; }

  // {nodes, solutions, raw, rotations, symmetric, stored}: raw counts all images, rotations those up to rotation.
  get numbers() {
    const values = new Float64Array(this.kernel.memory.buffer, this.kernel.output(), NUMBERS.length);
    return Object.fromEntries(NUMBERS.map((name, k) => [name, values[k]]));
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
