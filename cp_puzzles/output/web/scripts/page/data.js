// The puzzle of the page, its solutions and the symmetry group of its board. A placement is the cells that it covers.

import { bytesOf, readNumbers } from "./numbers.js";

export const EMPTY = -1; // the number of no tile

export function readPuzzle(data) {
  const placements = readPlacements(data.placements);
  const byCell = data.cells.map(() => []);
  const byTile = data.tiles.map(() => []);
  const byForm = data.tiles.map((tile) => tile.orientations.map(() => []));
  placements.forEach(({ tile, orientation, cells }, index) => {
    byTile[tile].push(index);
    byForm[tile][orientation].push(index);
    for (const cell of cells) byCell[cell].push(index);
  });
  const group = readGroup(data.group, placements.length);
  const solutions = readSolutions(data.solutions, placements.length, group.order);
  const limitsOf = placements.map(() => []);
  data.limits.forEach(({ members }, limit) => { for (const index of members) limitsOf[index].push(limit); });
  return { ...data, placements, byCell, byTile, byForm, limitsOf, group, solutions };
}

function readPlacements({ tile, orientation, outline, size, cells }) {
  const [tiles, orientations, outlines, covered] = [tile, orientation, outline, cells].map(readNumbers);
  let start = 0;
  return Array.from(tiles, (number, index) => {
    const end = start + size[number];
    const placement = { tile: number, orientation: orientations[index], outline: outlines[index], cells: covered.subarray(start, end) };
    start = end;
    return placement;
  });
}

// {order, placements, back}: for each symmetry of the board the permutation of placements, and its inverse.
// Element 0 is the identity; words[i] composes element i + 1 of an earlier element and a generator.
function readGroup({ words, placements }, size) {
  const generators = placements.map(readNumbers);
  const elements = [Uint32Array.from({ length: size }, (_, i) => i)];
  for (const [earlier, generator] of words) elements.push(elements[earlier].map((image) => generators[generator][image]));
  const inverse = (permutation) => {
    const back = new Uint32Array(permutation.length);
    permutation.forEach((image, i) => { back[image] = i; });
    return back;
  };
  return { order: elements.length, placements: elements, back: elements.map(inverse) };
}

// A row of the table is `width` numbers: placement + 1, then zeros. `own` has a bit for each element of the group and each
// row: the image of the row belongs to the row, so that every position of the board is counted once.
function readSolutions({ count, width, hasEmpty, rows, own, classes }, placementCount, order) {
  const table = readNumbers(rows);
  const { having, first } = postings(table, width, placementCount);
  const words = Math.ceil(count / 32);
  const bits = new Uint32Array(bytesOf(own).buffer);
  const sets = Array.from({ length: order }, (_, g) => bits.subarray(g * words, (g + 1) * words));
  const colors = classes && readNumbers(classes);
  const end = (row) => { const zero = table.subarray(row * width, (row + 1) * width).indexOf(0); return row * width + (zero < 0 ? width : zero); };
  return {
    count, width, hasEmpty,
    table,
    own: sets,
    having: (placement) => having.subarray(first[placement], first[placement + 1]),
    placements: (row) => Array.from(table.subarray(row * width, end(row)), (number) => number - 1),
    classes: (row) => (colors ? [...colors.subarray(row * width, end(row))] : null),
  };
}

// For each placement the rows that have it, ascending: having[first[p]] up to having[first[p + 1]].
function postings(table, width, placementCount) {
  const first = new Uint32Array(placementCount + 1);
  for (const number of table) if (number) first[number] += 1;
  for (let p = 0; p < placementCount; p += 1) first[p + 1] += first[p];
  const next = first.slice();
  const having = new Uint32Array(first[placementCount]);
  table.forEach((number, i) => {
    if (!number) return;
    having[next[number - 1]] = Math.floor(i / width);
    next[number - 1] += 1;
  });
  return { having, first };
}

// The cells of a tile in an orientation, [shape, x, y, (z)] each, in the order in which placements list them.
export const formOf = (puzzle, tile, orientation) => puzzle.tiles[tile].orientations[orientation];

// The cells of a calendar that a date labels, {cells, name}; null if the board has no months and days, or leaves others empty.
export function cellsOfDate({ labels, left = [] }, date) {
  const cellOf = (fits) => Object.entries(labels).find(([, name]) => fits(name.trim().toLowerCase()));
  const begins = (part) => cellOf((name) => name.startsWith(date.toLocaleDateString("en-US", { [part]: "short" }).toLowerCase()));
  const [month, weekday] = ["month", "weekday"].map(begins);
  const day = cellOf((name) => name === String(date.getDate()));
  if (!month || !day || left.length) return null;
  const cells = weekday ? [weekday, month, day] : [month, day];
  return { cells: cells.map(([cell]) => Number(cell)), name: cells.map(([, name]) => name).join(" ") };
}
