// The solutions: rows of placements, for each placement the rows that have it, and which images are whose.

import { bytesOf, readNumbers } from "./numbers.js";
import { countRows } from "./row_set.js";

// A row is `width` numbers: placement + 1, then zeros. `own` has a bit for each element of the group and each row: the
// position that the element makes of the row is the row's own, so that every position is counted once.
export function readSolutions({ count, width, rows, own }, placementCount, order) {
  const table = readNumbers(rows);
  const { having, first } = postings(table, width, placementCount);
  const words = Math.ceil(count / 32);
  const bits = new Uint32Array(bytesOf(own).buffer);
  const positions = Array.from({ length: order }, (_, g) => bits.subarray(g * words, (g + 1) * words));
  return {
    count,
    width,
    table,
    own: positions,
    positionCount: positions.reduce((total, set) => total + countRows(set), 0),
    having: (placement) => having.subarray(first[placement], first[placement + 1]),
    placements(row) {
      const found = [];
      for (let i = row * width; i < (row + 1) * width && table[i]; i += 1) found.push(table[i] - 1);
      return found;
    },
  };
}

// For each placement the rows that have it, ascending: having[first[p]] up to having[first[p + 1]].
function postings(table, width, placementCount) {
  const first = new Uint32Array(placementCount + 1);
  for (let i = 0; i < table.length; i += 1) if (table[i]) first[table[i]] += 1;
  for (let p = 0; p < placementCount; p += 1) first[p + 1] += first[p];
  const next = first.slice();
  const having = new Uint32Array(first[placementCount]);
  for (let i = 0; i < table.length; i += 1) {
    if (!table[i]) continue;
    const placement = table[i] - 1;
    having[next[placement]] = Math.floor(i / width);
    next[placement] += 1;
  }
  return { having, first };
}
