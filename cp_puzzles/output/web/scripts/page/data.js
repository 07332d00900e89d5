// The puzzle of the page, its solutions and the symmetry group of its board, and conditions on positions: images of
// solutions under symmetries of the board. How often a piece covers each cell. A placement is the cells that it covers.
//
// A condition is {kind: "cell", tile, orientation, cell, wanted} (tile EMPTY: no piece; orientation null: any), or
// {kind: "placement", placement}.

import { extentOf, viewsOf } from "./layout.js";
import { addRows, bytesOf, combine, countRows, hasRow, newSet, readNumbers, rowsOf, sum } from "./numbers.js";

/** @import { PageGroup, PlacementTable, SolutionPage, SolutionTable } from "./page_data.js" */

export const EMPTY = -1; // the number of no tile

/** @param {SolutionPage} data */
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
  const tiles = data.tiles.map((tile) => ({ ...tile, ...viewsOf(data, tile.orientations) }));
  return { ...data, ...extentOf(data), tiles, layers: layersOf(data), placements, byCell, byTile, byForm, limitsOf, group, solutions };
}

/** The names of the layers, the lowest first; a flat board has one. @param {SolutionPage} data */
function layersOf({ solid, layer }) {
  const names = [...new Set(layer)].map((_, k) => (solid ? `layer ${k + 1}` : ""));
  return names.length > 1 ? [`${names[0]} (bottom)`, ...names.slice(1)] : names;
}

// `shown`: the numbers of the colors that a placement shows on its cells, from 1; none without colors of tiles.
/** @param {PlacementTable} table */
function readPlacements({ tile, orientation, outline, size, cells, shown }) {
  const [tiles, orientations, outlines, covered] = [tile, orientation, outline, cells].map(readNumbers);
  const colors = shown ? readNumbers(shown) : null;
  let start = 0;
  return Array.from(tiles, (number, index) => {
    const end = start + size[number];
    const placement = { tile: number, orientation: orientations[index], outline: outlines[index], cells: covered.subarray(start, end), shown: colors && colors.subarray(start, end) };
    start = end;
    return placement;
  });
}

// {order, placements, back}: for each symmetry of the board the permutation of placements, and its inverse.
// Element 0 is the identity; words[i] composes element i + 1 of an earlier element and a generator.
/** @param {PageGroup} table @param {number} size */
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
/** @param {SolutionTable} table @param {number} placementCount @param {number} order */
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

// The dots on the cells of a board with some placements: the color that a piece shows, or else that of the board.
export function dotsAt({ colors, dots, placements }, indices) {
  const shown = new Map(Object.entries(colors).map(([cell, dot]) => [Number(cell), dot]));
  for (const { cells, shown: numbers } of indices.map((index) => placements[index])) {
    numbers?.forEach((number, k) => { if (number) shown.set(cells[k], dots[number - 1]); });
  }
  return shown;
}

// The colors of the sides that placements show, [cell, shape, sides] for each cell with some.
export function sidesAt({ cells: drawn, tiles, placements }, indices) {
  return indices.flatMap((index) => {
    const { tile, orientation, cells } = placements[index];
    return (tiles[tile].sides[orientation] ?? []).map((sides, k) => [cells[k], drawn[cells[k]][0], sides]).filter(([, , sides]) => sides);
  });
}

// The mark of each side of a cell, {letter, color, text}, by number; undefined for one without a color.
export const marksOf = ({ sides }, colors = "") => [...colors].map((letter) => sides.colors[letter]);

// The sides that meet and disagree, [cell, side] each.
export function clashesAt(puzzle, indices) {
  if (!puzzle.sides) return [];
  const shown = new Map(sidesAt(puzzle, indices).map(([cell, , sides]) => [cell, sides]));
  const colorOf = (cell, side) => shown.get(cell)?.[side] ?? ".";
  return puzzle.sides.meeting.flatMap(([a, m, b, n]) => {
    const [here, there] = [colorOf(a, m), colorOf(b, n)];
    return here === "." || there === "." || puzzle.sides.mates[here] === there ? [] : [[a, m], [b, n]];
  });
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

// The placements of which a position must have one, or must have none.
function markedBy(puzzle, { kind, tile, orientation, cell, placement }) {
  if (kind === "placement") return [placement];
  return puzzle.byCell[cell].filter((index) => isOf(puzzle.placements[index], tile, orientation));
}

// A test of a placement of a tile in an orientation, null for any; of any tile for EMPTY.
const isOf = (placement, tile, orientation) => tile === EMPTY || (placement.tile === tile && (orientation === null || placement.orientation === orientation));

// The positions of all solutions that meet the conditions.
export function match(puzzle, conditions) {
  const { group, solutions } = puzzle;
  const marked = conditions.map((condition) => ({
    placements: markedBy(puzzle, condition),
    wanted: condition.kind === "placement" || condition.wanted === (condition.tile !== EMPTY),
  }));
  const sets = solutions.own.map((own, g) => {
    const set = own.slice();
    for (const { placements, wanted } of marked) {
      const having = newSet(solutions.count);
      for (const placement of placements) addRows(having, solutions.having(group.back[g][placement]));
      combine(set, having, wanted ? (a, b) => a & b : (a, b) => a & ~b);
    }
    return set;
  });
  return new Matches(puzzle, sets);
}

class Matches {
  /** @type {Float64Array} */ uses;

  constructor(puzzle, sets) {
    this.puzzle = puzzle;
    this.sets = sets;
    this.rows = rowsOf(sets.reduce((all, set) => combine(all, set, (a, b) => a | b), newSet(puzzle.solutions.count)));
    this.positions = sum(sets.map(countRows));
  }

  // The rank of a solution among those that match; -1 if it does not.
  indexOf(row) {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    return this.rows[low] === row ? low : -1;
  }

  // The elements of the group whose images of a solution match.
  elements(row) {
    return this.sets.flatMap((set, g) => (hasRow(set, row) ? [g] : []));
  }

  // The first position of a solution that matches.
  position(row) { return positioned(this.puzzle, row, this.elements(row)[0]); }

  // For each placement the number of matching positions that have it.
  usage() {
    if (this.uses) return this.uses;
    const { group, solutions: { table, width } } = this.puzzle;
    const uses = new Float64Array(group.placements[0].length);
    const counts = new Uint32Array(uses.length + 1);
    this.sets.forEach((set, g) => {
      counts.fill(0);
      for (const row of rowsOf(set)) for (let i = row * width; i < (row + 1) * width; i += 1) counts[table[i]] += 1;
      group.placements[g].forEach((image, placement) => { uses[image] += counts[placement + 1]; });
    });
    this.uses = uses;
    return uses;
  }
}

// The image of a solution under an element of the group.
export function positioned(puzzle, row, element) {
  const images = puzzle.group.placements[element];
  return puzzle.solutions.placements(row).map((placement) => images[placement]);
}

export function conditionName(puzzle, condition) {
  if (condition.kind === "placement") return `${puzzle.tiles[puzzle.placements[condition.placement].tile].name} exactly here`;
  const { tile, orientation, cell, wanted } = condition;
  const name = tile === EMPTY ? "empty" : puzzle.tiles[tile].name + (orientation === null ? "" : ` in orientation ${orientation + 1}`);
  return `${name} ${wanted ? "on" : "not on"} ${puzzle.names[cell]}`;
}

// For each cell the number of positions in which the tile covers it, in one orientation or (null) any; or nothing does.
export function heatOf(matches, tile, orientation = null) {
  const { puzzle, positions } = matches;
  const heat = new Float64Array(puzzle.cells.length);
  matches.usage().forEach((uses, index) => {
    const placement = puzzle.placements[index];
    if (uses && isOf(placement, tile, orientation)) for (const cell of placement.cells) heat[cell] += uses;
  });
  return tile === EMPTY ? heat.map((covered) => positions - covered) : heat;
}

export const isUniform = (heat) => heat.every((number) => number === heat[0]);

// The orientations of a tile in positions that match, most frequent first.
export function orientationsUsed(matches, tile) {
  const { puzzle } = matches;
  const uses = puzzle.tiles[tile].orientations.map(() => 0);
  const usage = matches.usage();
  for (const index of puzzle.byTile[tile]) uses[puzzle.placements[index].orientation] += usage[index];
  return uses.map((_, orientation) => orientation).filter((o) => uses[o]).sort((a, b) => uses[b] - uses[a] || a - b);
}
