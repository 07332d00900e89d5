// Sets of rows, a bit each, in 32-bit words.

export const newSet = (count) => new Uint32Array(Math.ceil(count / 32));

export const hasRow = (set, row) => Boolean(set[row >>> 5] & (1 << (row & 31)));

export function addRows(set, rows) {
  for (let i = 0; i < rows.length; i += 1) set[rows[i] >>> 5] |= 1 << (rows[i] & 31);
  return set;
}

export function keepRows(set, other) {
  for (let i = 0; i < set.length; i += 1) set[i] &= other[i];
  return set;
}

export function dropRows(set, other) {
  for (let i = 0; i < set.length; i += 1) set[i] &= ~other[i];
  return set;
}

export function joinRows(set, other) {
  for (let i = 0; i < set.length; i += 1) set[i] |= other[i];
  return set;
}

export function countRows(set) {
  let total = 0;
  for (let i = 0; i < set.length; i += 1) {
    let word = set[i] - ((set[i] >>> 1) & 0x55555555);
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
