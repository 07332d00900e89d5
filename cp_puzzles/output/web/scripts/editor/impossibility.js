// Why a puzzle has no solution, where that is short. Without a search: the area, the checkerboard. Of a cover problem: a
// cell that nothing covers, kinds of cells that do not add up, forced moves; see cp_puzzles/cover/counting_arguments.py and
// proofs/forced_moves.py.

import { counted, integer, reaches } from "../page/numbers.js";
import { cellKey } from "./lattice.js";

/** @typedef {{text: string, cells: number[], options: number[]}} DeadEnd  cells to mark and options to draw, in order */
/** @typedef {{options: number[], dead: number}} Line  forced options and the item that cannot be met */

const MOST_WAYS = 4; // options of an item, each of which leads to a dead end
const MOST_MOVES = 12; // in all of their lines
const MOST_EXAMINED = 3_000_000; // entries of items while ways are tried: some hundredths of a second

// {pieces, cells}: the numbers of pieces and of their cells as [least, most].
export function trayTotals({ tiles }) {
  const total = (value) => ["minimum", "maximum"].map((end) => tiles.reduce((sum, tile) => sum + tile[end] * value(tile), 0));
  return { pieces: total(() => 1), cells: total((tile) => tile.form.length) };
}

/** @type {(range: number[]) => string} */
export const rangeText = ([least, most]) => (least === most ? integer(least) : `${integer(least)} to ${integer(most)}`);

// A sentence that says why a puzzle has no solution; null if this is not known without a search.
export function impossibility(puzzle) {
  const cells = puzzle.cells.length;
  const required = puzzle.fill ? cells - puzzle.optional.size : 0;
  const [least, most] = trayTotals(puzzle).cells;
  if (least > cells) return `Impossible: the pieces have at least ${counted(least, "cell")}, the board only ${integer(cells)}.`;
  if (most < required) return `Impossible: the pieces cover at most ${counted(most, "cell")}; ${integer(required)} must be covered.`;
  if (!reaches(puzzle.tiles.map((tile) => ({ ...tile, amounts: [tile.form.length] })), required, cells)) {
    const wanted = rangeText([required, cells]);
    return `Impossible: no choice of these pieces has ${wanted} ${cells === 1 ? "cell" : "cells"}.`;
  }
  return checkerboard(puzzle, required === cells || least === cells);
}

// The sentence for a board all of whose cells are covered.
function checkerboard({ lattice, cells, tiles }, isCovered) {
  if (!isCovered || lattice.classes[0].parity === null) return null;
  const balance = (list) => list.reduce((sum, cell) => sum + (lattice.parity(cell) ? 1 : -1), 0);
  const wanted = Math.abs(balance(cells));
  const most = tiles.reduce((sum, { form, maximum }) => sum + Math.abs(balance(form)) * maximum, 0);
  if (wanted <= most) return null;
  const dark = cells.filter((cell) => lattice.parity(cell)).length;
  const pieces = most ? `the pieces together cover at most ${most} more of one color than of the other` : "every piece covers as many of one color as of the other";
  return `Impossible: colored like a checkerboard, the board has ${dark} cells of one color and ${cells.length - dark} of the other, but ${pieces}.`;
}

/** @param {any} puzzle @param {any} cover @returns {DeadEnd | null} */
export function deadEnd(puzzle, cover) {
  const { items, covering, tileStart } = cover;
  const fault = items.findIndex(({ minimum, maximum }, /** @type {number} */ item) => minimum > Math.min(maximum, covering[item].length));
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
  if (!cells.length || !tiles.every(({ form }) => lattice.components(form).length === 1)) return null;
  const number = new Map(cells.map((cell, /** @type {number} */ k) => [cellKey(cell), k]));
  const components = lattice.components(cells).map((/** @type {any[]} */ part) => part.map((cell) => number.get(cellKey(cell))));
  const sizes = tiles.map(({ form }, /** @type {number} */ k) => ({ amounts: [form.length], minimum: 0, maximum: items[tileStart + k].maximum }));
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
  const classes = cells.map((cell) => lattice.classOf(cell));
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
