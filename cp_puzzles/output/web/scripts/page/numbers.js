// Numbers as bytes in the data and as words for a reader, and sets of rows as bits.

export function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
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

export function countRows(set) {
  let total = 0;
  for (let word of set) {
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    total += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}

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
