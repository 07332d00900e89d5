// Numbers as bytes in the data and as words for a reader, sets of rows as bits, vectors of any dimension and polygons.

export function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export function base64Of(bytes) {
  let letters = "";
  for (let k = 0; k < bytes.length; k += 8192) letters += String.fromCharCode(...bytes.subarray(k, k + 8192));
  return btoa(letters);
}

// Little-endian numbers of 2 or 4 bytes.
export function readNumbers({ bytes, base64 }) {
  const { buffer } = bytesOf(base64);
  return bytes === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
}

export const integer = (number) => number.toLocaleString("en");

export function counted(number, noun, plural = `${noun}s`) {
  return `${integer(number)} ${number === 1 ? noun : plural}`;
}

// "A", "A and B", "A, B and C".
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** The values of each key of a function. @template K, T @param {Iterable<T>} values @param {(value: T) => K} keyOf @returns {Map<K, T[]>} */
export function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    if (groups.has(key)) groups.get(key).push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// The item of least cost below a limit, the first of equal ones; null if there is none.
export function cheapest(items, costOf, limit = Infinity) {
  let [best, least] = [null, limit];
  for (const item of items) {
    const cost = costOf(item);
    if (cost < least - 1e-9) [best, least] = [item, cost];
  }
  return best;
}

// A set of rows is an array of 32-bit words.
export const newSet = (count) => new Uint32Array(Math.ceil(count / 32));

export const hasRow = (set, row) => Boolean(set[row >>> 5] & (1 << (row & 31)));

export function addRows(set, rows) {
  for (const row of rows) set[row >>> 5] |= 1 << (row & 31);
  return set;
}

export function combine(set, other, operation) {
  for (let i = 0; i < set.length; i += 1) set[i] = operation(set[i], other[i]);
  return set;
}

function bitCount(word) {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export const countRows = (set) => set.reduce((total, word) => total + bitCount(word), 0);

// The rows of a set, ascending.
export function rowsOf(set) {
  const rows = new Uint32Array(countRows(set));
  let size = 0;
  for (let i = 0; i < set.length; i += 1) {
    for (let word = set[i]; word; word &= word - 1) {
      rows[size] = 32 * i + 31 - Math.clz32(word & -word);
      size += 1;
    }
  }
  return rows;
}

/** @type {(a: number[], b: number[]) => number[]} */
export const add = (a, b) => a.map((x, k) => x + b[k]);
/** @type {(a: number[], b: number[]) => number[]} */
export const subtract = (a, b) => a.map((x, k) => x - b[k]);
/** @type {(a: number[], b: number[]) => number} */
export const dot = (a, b) => a.reduce((total, x, k) => total + x * b[k], 0);
/** @type {(a: number[], b: number[]) => number[]} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @type {(vector: number[], factor: number) => number[]} */
export const scaled = (vector, factor) => vector.map((x) => x * factor);
/** @type {(vector: number[]) => number[]} */
export const unit = (vector) => scaled(vector, 1 / Math.hypot(...vector));
/** @type {(a: number[], b: number[]) => number} */
export const distance = (a, b) => Math.hypot(...subtract(a, b));
/** @type {(points: number[][]) => number[]} */
export const average = (points) => scaled(points.reduce(add), 1 / points.length);
/** The least and the greatest coordinates of points. @type {(points: number[][]) => number[][]} */
export function span(points) {
  const [low, high] = [[...points[0]], [...points[0]]];
  for (const point of points) {
    for (let k = 0; k < low.length; k += 1) {
      if (point[k] < low[k]) low[k] = point[k];
      else if (point[k] > high[k]) high[k] = point[k];
    }
  }
  return [low, high];
}
/** The sides of a polygon. @template T @param {T[]} ring @returns {[T, T][]} */
export const sidesOf = (ring) => ring.map((corner, k) => [corner, ring[(k + 1) % ring.length]]);
