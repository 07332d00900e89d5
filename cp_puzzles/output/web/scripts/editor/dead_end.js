// Why a cover problem has no solution, where that is short: a cell that nothing covers, kinds of cells that do not add
// up, forced moves; see cp_puzzles/cover/counting_arguments.py and proofs/forced_moves.py.

import { cellKey } from "./lattice.js";
import { counted } from "./mistake.js";

/** @typedef {{text: string, cells: number[], options: number[]}} DeadEnd  cells to mark and options to draw, in order */
/** @typedef {{options: number[], dead: number}} Line  forced options and the item that cannot be met */

const MOST_WAYS = 4; // options of an item, each of which leads to a dead end
const MOST_MOVES = 12; // in all of their lines
const MOST_EXAMINED = 3_000_000; // entries of items while ways are tried: some hundredths of a second

/** @param {any} puzzle @param {any} cover @returns {DeadEnd | null} */
export function deadEnd(puzzle, cover) {
  const { items, covering, tileStart } = cover;
  const fault = items.findIndex((/** @type {any} */ { minimum, maximum }, /** @type {number} */ item) => minimum > Math.min(maximum, covering[item].length));
  if (fault >= 0) return { text: `Impossible: ${problemOf(cover, fault)}.`, cells: fault < tileStart ? [fault] : [], options: [] };
  return parts(puzzle, cover) ?? kinds(puzzle, cover) ?? forced(cover);
}

/** Why an item cannot be met. @param {any} cover @param {number} item */
function problemOf({ items, tileStart, ruleStart, cells }, item) {
  const { name, rule } = items[item];
  if (item < tileStart) return `no piece can cover the marked cell${cells.length > 60 ? ` (${name})` : ""}`;
  if (item < ruleStart) return `the piece ${name} fits nowhere`;
  return rule ? `nothing satisfies the rule ${rule.split(".")[0]}` : name;
}

/** A part of the board whose area no choice of pieces has. @param {any} puzzle @param {any} cover @returns {DeadEnd | null} */
function parts({ lattice, tiles }, { cells, items, tileStart }) {
  if (!cells.length || !tiles.every((/** @type {any} */ { form }) => lattice.components(form).length === 1)) return null;
  const number = new Map(cells.map((/** @type {any} */ cell, /** @type {number} */ k) => [cellKey(cell), k]));
  const components = lattice.components(cells).map((/** @type {any[]} */ part) => part.map((cell) => number.get(cellKey(cell))));
  const sizes = tiles.map((/** @type {any} */ { form }, /** @type {number} */ k) => ({ amounts: [form.length], minimum: 0, maximum: items[tileStart + k].maximum }));
  for (const part of components.length > 1 ? components : []) {
    const needed = part.filter((/** @type {number} */ cell) => items[cell].minimum).length;
    if (!reaches(sizes, needed, part.length)) {
      return { text: `Impossible: the board falls into ${components.length} parts, and no choice of pieces has exactly the ${counted(part.length, "cell")} of the marked part.`, cells: part, options: [] };
    }
  }
  return null;
}

/** A kind of cells whose number no choice of placements covers. @param {any} puzzle @param {any} cover @returns {DeadEnd | null} */
function kinds({ lattice, tiles }, { cells, items, placements, tileStart }) {
  const classes = cells.map((/** @type {any} */ cell) => lattice.classOf(cell));
  for (const kind of lattice.classes.length > 1 ? new Set(classes) : []) {
    const among = [...cells.keys()].filter((cell) => classes[cell] === kind);
    const amounts = tiles.map(() => new Set());
    for (const { tile, cells: covered } of placements) amounts[tile].add(covered.filter((/** @type {number} */ cell) => classes[cell] === kind).length);
    const bounds = amounts.map((/** @type {Set<number>} */ set, /** @type {number} */ k) => ({
      amounts: [...set], minimum: items[tileStart + k].minimum, maximum: set.size ? items[tileStart + k].maximum : 0,
    }));
    if (!reaches(bounds, among.filter((cell) => items[cell].minimum).length, among.length)) {
      return { text: `Impossible: the board has ${among.length} cells ${lattice.classes[kind].words}, and no choice of pieces covers exactly that many.`, cells: [], options: [] };
    }
  }
  return null;
}

/**
 * Whether copies within bounds, each with one of some amounts, have a total between two numbers: totals as bits.
 * @param {{amounts: number[], minimum: number, maximum: number}[]} tiles @param {number} low @param {number} high
 */
function reaches(tiles, low, high) {
  const all = (1n << BigInt(high + 1)) - 1n;
  let totals = 1n;
  for (const { amounts, minimum, maximum } of tiles) {
    let [step, sum] = [totals, minimum ? 0n : totals];
    for (let copies = 1; copies <= maximum; copies += 1) {
      step = amounts.reduce((bits, amount) => bits | (step << BigInt(amount)), 0n) & all;
      const before = sum;
      if (copies >= minimum) sum |= step;
      if (copies > minimum && sum === before) break;
    }
    totals = sum;
  }
  return totals >> BigInt(low) !== 0n;
}

/** Moves that are forced at once, or after each of a few ways to meet an item. @param {any} cover @returns {DeadEnd | null} */
function forced(cover) {
  const { items, covering, tileStart, placements } = cover;
  const start = new Position(cover);
  const { line } = start.propagate();
  const cellsOf = (/** @type {number} */ item) => (item < tileStart ? [item] : []);
  if (line) {
    const options = line.options.filter((option) => option < placements.length);
    const pieces = options.length > 1 ? "the pieces on the board are forced" : "the piece on the board is forced";
    return { text: `Impossible: ${pieces}, and then ${problemOf(cover, line.dead)}.`, cells: cellsOf(line.dead), options };
  }
  const examined = { left: MOST_EXAMINED };
  const wanting = [...items.keys()].filter((item) => items[item].minimum > start.covered[item] && items[item].minimum === 1)
    .map((item) => ({ item, ways: covering[item].filter((/** @type {number} */ option) => start.isActive[option]) }))
    .filter(({ ways }) => ways.length <= MOST_WAYS).sort((a, b) => a.ways.length - b.ways.length);
  for (const { item, ways } of wanting) {
    let moves = 0;
    const isDead = ways.every((/** @type {number} */ option) => {
      const position = start.copy();
      position.choose(option);
      const { line: end, effort } = position.propagate();
      examined.left -= effort;
      moves += end ? end.options.length + 1 : Infinity;
      return moves <= MOST_MOVES;
    });
    if (isDead) {
      const what = item < tileStart ? "cover the marked cell" : item < cover.ruleStart ? `place ${items[item].name}` : `satisfy the rule ${items[item].rule}`;
      return { text: `Impossible: each of the ${ways.length} ways to ${what} leads to a dead end.`, cells: cellsOf(item), options: [] };
    }
    if (examined.left < 0) break;
  }
  return null;
}

// The active options, and how often each item is covered.
class Position {
  /** @param {any} cover @param {Uint8Array} [isActive] @param {Int32Array} [covered] */
  constructor(cover, isActive, covered) {
    this.cover = cover;
    this.isActive = isActive ?? Uint8Array.from(cover.options, (/** @type {number[]} */ option) => (option.every((item) => cover.items[item].maximum > 0) ? 1 : 0));
    this.covered = covered ?? new Int32Array(cover.items.length);
  }

  copy() { return new Position(this.cover, this.isActive.slice(), this.covered.slice()); }

  /** @param {number} chosen */
  choose(chosen) {
    this.isActive[chosen] = 0;
    for (const item of this.cover.options[chosen]) {
      this.covered[item] += 1;
      if (this.covered[item] >= this.cover.items[item].maximum) for (const option of this.cover.covering[item]) this.isActive[option] = 0;
    }
  }

  // Choose forced options one after the other; the line to an item that cannot be met, null if there is none.
  /** @returns {{line: Line | null, effort: number}} */
  propagate() {
    const { items, covering } = this.cover;
    /** @type {number[]} */
    const options = [];
    for (let effort = 0; ;) {
      let next = -1;
      for (let item = 0; item < items.length; item += 1) {
        const needed = items[item].minimum - this.covered[item];
        if (needed <= 0) continue;
        let [remaining, first] = [0, -1];
        for (const option of covering[item]) {
          if (!this.isActive[option]) continue;
          if (!remaining) first = option;
          remaining += 1;
        }
        effort += covering[item].length;
        if (remaining < needed) return { line: { options, dead: item }, effort };
        if (remaining === needed && next < 0) next = first;
      }
      if (next < 0) return { line: null, effort };
      options.push(next);
      this.choose(next);
    }
  }
}
